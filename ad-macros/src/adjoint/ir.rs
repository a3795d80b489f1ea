//! The small language that a lowered function is brought into: statements with one operation each, whose values have a
//! name and are never changed, and memory, which is.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Member;

/// The number of a variable.
pub(super) type Id = usize;

/// What is known of the type of a variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Number,
    /// No number is inside.
    Plain,
    /// An array, slice or vector.
    List(Box<Ty>),
    Tuple(Vec<Ty>),
    /// An `Option` or `Result`.
    Option(Box<Ty>),
    Reference(Box<Ty>),
    /// A struct over numbers that stands in the same annotated module.
    Struct(String),
    /// What another function gives, or a field of it. If it is taken for a number, rustc checks that.
    Unknown,
}

impl Ty {
    /// Without references.
    pub(super) fn owned(&self) -> &Ty {
        match self {
            Ty::Reference(ty) => ty.owned(),
            ty => ty,
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        match self {
            Ty::Plain => true,
            Ty::List(ty) | Ty::Option(ty) | Ty::Reference(ty) => ty.is_plain(),
            Ty::Tuple(types) => types.iter().all(Ty::is_plain),
            Ty::Number | Ty::Struct(_) | Ty::Unknown => false,
        }
    }
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// A parameter that is a reference: the reverse sweep is given it again.
    Again,
    /// Any other parameter.
    Parameter,
    /// Bound by the header of a loop or by a pattern, and so again in the reverse sweep.
    Header,
    /// Bound by a statement, once.
    Value,
    /// Changed after its declaration. A scalar is never restored: its values have names. A container is.
    Scalar,
    Container,
}

/// A variable of the program.
pub(super) struct Var {
    pub(super) ident: Ident,
    /// The name of its shadow.
    pub(super) shadow: Ident,
    pub(super) ty: Ty,
    pub(super) role: Role,
    /// The containers that it is, or may refer to.
    pub(super) views: Vec<Id>,
    /// Whether it is a reference through which is written.
    pub(super) exclusive: bool,
    pub(super) span: Span,
}

impl Var {
    /// Whether the shadow is a reference.
    pub(super) fn shadow_is_reference(&self) -> bool {
        matches!(self.role, Role::Again | Role::Parameter | Role::Header)
    }
}

/// An expression without numbers, or with numbers that it only looks at. It has no effects.
#[derive(Clone, Default)]
pub(super) struct Plain {
    pub(super) tokens: TokenStream,
    /// The values that it mentions.
    pub(super) values: Vec<Id>,
    /// The containers that it reads.
    pub(super) reads: Vec<Id>,
    /// Whether it is kept rather than computed again.
    pub(super) dear: bool,
    /// Whether its type is a reference, as far as that is known.
    pub(super) reference: bool,
    /// Whether it is a name or a literal.
    pub(super) simple: bool,
    /// Whether rustc infers that it is a number or a plain float.
    pub(super) inferred: bool,
}

#[derive(Clone)]
pub(super) enum Projection {
    Index(Plain),
    Field(Member),
    /// `*x`
    Deref,
    /// What is in `Some` or `Ok`.
    There,
}

/// A part of a variable.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) root: Id,
    pub(super) projections: Vec<Projection>,
    pub(super) ty: Ty,
    /// Whether it was borrowed to be changed.
    pub(super) exclusive: bool,
}

impl Place {
    pub(super) fn of(root: Id, ty: Ty) -> Place {
        Place { root, projections: Vec::new(), ty, exclusive: false }
    }
}

/// Something that is stored, handed over or returned.
#[derive(Clone)]
pub(super) enum Source {
    /// A number, or a whole plain value.
    Value(Id),
    Plain(Plain),
    /// A copy of a container.
    Place(Place),
    /// `x.to_vec()`
    ToVec(Place),
    /// `[a, b]`, `(a, b)`, `Point { x, y }`, `vec![a, b]`
    Build(Build),
    /// `vec![e; n]`, `[e; n]`
    Repeat {
        vector: bool,
        element: Box<Source>,
        count: Plain,
    },
    /// `Vec::new()`
    Empty(TokenStream),
}

/// A container that is made of its parts.
#[derive(Clone)]
pub(super) struct Build {
    pub(super) kind: BuildKind,
    pub(super) parts: Vec<Source>,
}

#[derive(Clone)]
pub(super) enum BuildKind {
    Array,
    Vector,
    Tuple,
    /// The path, and the names of the fields.
    Struct(TokenStream, Vec<Member>),
    /// `Some(e)`, `Ok(e)`; with a flag, `None` if that does not hold.
    There(TokenStream, Option<Plain>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

/// What the one operation of a statement is.
#[derive(Clone)]
pub(super) enum Rhs {
    /// A number that depends on no variable.
    Constant(Plain),
    Binary(Operator, Id, Id),
    Negate(Id),
    /// An elementary function, as it was written; its operands; and its parameter, as `n` of `powi`.
    Function {
        name: String,
        operands: Vec<Id>,
        parameter: Option<Plain>,
    },
    /// What a scalar holds at this moment.
    Version(Id),
    Read(Place),
    Plain(Plain),
    Source(Source),
    Call(Call),
}

/// A call of a function that has an adjoint program.
#[derive(Clone)]
pub(super) struct Call {
    /// `m::f`, and its generic arguments; of a method `__adjoint_f`, of an associated function `Point::__adjoint_f`.
    pub(super) path: TokenStream,
    pub(super) callee: Callee,
    pub(super) generics: TokenStream,
    pub(super) arguments: Vec<Argument>,
    /// What the pullback, and what is kept of it, is called.
    pub(super) pullback: Ident,
    /// Whether it is a call of the function itself.
    pub(super) recursive: bool,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Callee {
    Function,
    /// The first argument is the receiver.
    Method,
    Associated,
    /// It has no adjoint program: the reverse sweep calls it once more, on a tape.
    Recorded,
}

impl Call {
    /// What the call may change, and the names of what was there before.
    pub(super) fn changed(&self) -> impl Iterator<Item = (&Place, Id)> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Exclusive { place, old } => Some((place, *old)),
            _ => None,
        })
    }

    /// Whether it changes anything: then it is never made again.
    pub(super) fn changes(&self) -> bool {
        self.changed().next().is_some()
    }
}

#[derive(Clone)]
pub(super) enum Argument {
    Value(Source),
    Borrow {
        place: Place,
    },
    /// `&mut place`. The reverse sweep of the callee is given the place as the call left it, and leaves anything there;
    /// `old` is the name of a copy of what was there before, if that is to be restored.
    Exclusive {
        place: Place,
        old: Id,
    },
    /// A reference to plain data: given again.
    PlainBorrow(Plain),
}

pub(super) enum Stmt {
    Let {
        var: Id,
        rhs: Rhs,
    },
    /// Memory comes into being; a scalar or container may be given its value by branches.
    Declare {
        var: Id,
        init: Option<Source>,
    },
    /// `old` is the name of the value that is overwritten, if it is to be restored.
    Write {
        place: Place,
        value: Source,
        old: Id,
    },
    /// `v.push(e)`
    Push {
        place: Place,
        value: Source,
    },
    Branch {
        scrutinee: Plain,
        arms: Vec<Arm>,
        is_if: bool,
    },
    Loop(Box<Loop>),
    /// `assert!(…)`, an item: only in the forward sweep.
    Forward(Plain),
    /// The end of a `while`.
    Unless(Plain),
    Exit(Exit),
}

/// A way out of loops, or of the function.
pub(super) struct Exit {
    pub(super) target: Target,
    /// The loop bodies, and perhaps the function, that are left, the innermost first, and the number that this exit has
    /// among those of each.
    pub(super) ways: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    /// The loop that is so many loops further out.
    Break(usize),
    Continue(usize),
    Return,
}

pub(super) struct Arm {
    /// The number of the block.
    pub(super) id: usize,
    /// Without the names that it binds it is `true` or `_`.
    pub(super) pattern: TokenStream,
    pub(super) guard: Option<Plain>,
    pub(super) body: Vec<Stmt>,
}

pub(super) struct Loop {
    /// The number of the block that is its body.
    pub(super) id: usize,
    pub(super) head: Head,
    pub(super) body: Vec<Stmt>,
    /// Whether an exit leaves it before its head says so.
    pub(super) left: bool,
    /// What the iterations keep.
    pub(super) stack: Ident,
    /// The number of iterations that were made, of a loop whose head does not tell it.
    pub(super) trips: Id,
}

pub(super) enum Head {
    For { pattern: TokenStream, shadow_pattern: TokenStream, iterator: Box<Iteration> },
    While,
}

/// An iterator that can be run backwards, over numbers and over their shadows.
#[derive(Clone)]
pub(super) enum Iteration {
    /// Over no numbers.
    Plain(Plain),
    /// `start..end`, `start..=end`
    Range {
        start: Plain,
        end: Plain,
        closed: bool,
    },
    /// `x.iter()`, `x.windows(2)`: the calls on a place, forwards and on the shadow.
    View {
        place: Place,
        method: TokenStream,
        shadow: TokenStream,
        arguments: Option<Plain>,
    },
    Zip(Box<Iteration>, Box<Iteration>),
    /// `.enumerate()`, `.rev()`, `.step_by(k)`, `.skip(k)`, `.take(k)`
    Adapt {
        inner: Box<Iteration>,
        method: Ident,
        argument: Option<Plain>,
    },
    /// `.copied()`
    Copied(Box<Iteration>),
}

/// A function in this language.
pub(super) struct Program {
    pub(super) vars: Vec<Var>,
    pub(super) body: Vec<Stmt>,
    pub(super) result: Source,
    /// By how much a write, named by its old value, increases an integer: so it is counted back.
    pub(super) steps: std::collections::HashMap<Id, TokenStream>,
}
