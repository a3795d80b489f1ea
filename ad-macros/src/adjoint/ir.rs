//! The intermediate language of adjoint programs. A statement has one operation. Values have a name and are immutable; memory is
//! mutable.

use crate::library::reverse::OfIterator;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::HashSet;
use syn::Member;

/// The number of a variable.
pub(super) type Id = usize;

/// The type of a variable, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Number,
    /// Without numbers.
    Plain,
    /// An array, slice or vector.
    List(Box<Ty>),
    /// A map with values of this type.
    Map(Box<Ty>),
    Tuple(Vec<Ty>),
    /// An `Option` or `Result`.
    Option(Box<Ty>),
    Reference(Box<Ty>),
    /// A reference in a container, which is a copy of its referent.
    Copy(Box<Ty>),
    /// A struct over numbers of the same annotated module.
    Struct(String),
    /// The result of another function, or a field of it. If it is used as a number, rustc checks that.
    Unknown,
}

impl Ty {
    /// Without references.
    pub(super) fn owned(&self) -> &Ty {
        match self {
            Ty::Reference(ty) | Ty::Copy(ty) => ty.owned(),
            ty => ty,
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        match self {
            Ty::Plain => true,
            Ty::List(ty) | Ty::Map(ty) | Ty::Option(ty) | Ty::Reference(ty) | Ty::Copy(ty) => ty.is_plain(),
            Ty::Tuple(types) => types.iter().all(Ty::is_plain),
            Ty::Number | Ty::Struct(_) | Ty::Unknown => false,
        }
    }
}

/// The origin of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// A parameter that is a reference: the reverse sweep receives it again.
    Borrowed,
    /// Any other parameter.
    Parameter,
    /// Bound by the header of a loop or by a pattern, also in the reverse sweep.
    Header,
    /// Bound by a statement, once.
    Value,
    /// Changed after its declaration. A scalar is never restored: its values have names. A container is.
    Scalar,
    Container,
}

/// A variable of the program.
#[derive(Clone)]
pub(super) struct Var {
    pub(super) ident: Ident,
    /// The name of its shadow.
    pub(super) shadow: Ident,
    pub(super) ty: Ty,
    pub(super) role: Role,
    /// The containers to which it may refer.
    pub(super) views: Vec<Id>,
    /// Whether it is a reference that is written through.
    pub(super) exclusive: bool,
    /// Whether its shadow is an exclusive reference, since its structure may change.
    pub(super) growing: bool,
    pub(super) span: Span,
}

impl Var {
    /// Whether the shadow is a reference.
    pub(super) fn shadow_is_reference(&self) -> bool {
        matches!(self.role, Role::Borrowed | Role::Parameter | Role::Header)
    }
}

/// An expression without numbers, or one that only inspects them. It has no effects.
#[derive(Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent facts")]
pub(super) struct Plain {
    pub(super) tokens: TokenStream,
    /// The values in it.
    pub(super) values: Vec<Id>,
    /// The containers that it reads.
    pub(super) reads: Vec<Id>,
    /// Whether it is saved rather than recomputed.
    pub(super) expensive: bool,
    /// Whether it is the key of a map, as the index of a place.
    pub(super) key: bool,
    /// Whether its type is known to be a reference.
    pub(super) reference: bool,
    /// Whether it is a name or a literal.
    pub(super) simple: bool,
    /// Whether rustc infers that it is a number or a plain float.
    pub(super) inferred: bool,
    /// The floats themselves, if it is an argument that rustc converts to the type of the parameter.
    pub(super) floats: Option<TokenStream>,
    /// Whether it uses a local without numbers that changes: it is evaluated by the forward sweep only, in its place.
    pub(super) state: bool,
    /// Whether it is a part of a value that its `match` has divided: of its only value.
    pub(super) held: bool,
    /// Whether it calls unknown code, so that a second evaluation may give another result.
    pub(super) varies: bool,
}

impl Plain {
    /// A name or a literal without variables.
    pub(super) fn simple(tokens: TokenStream) -> Plain {
        Plain { tokens, simple: true, ..Plain::default() }
    }

    pub(super) fn truth(value: bool) -> Plain {
        Plain::simple(quote!(#value))
    }

    /// The value of a literal `true` or `false`.
    pub(super) fn as_truth(&self) -> Option<bool> {
        syn::parse2::<syn::LitBool>(self.tokens.clone()).ok().map(|literal| literal.value)
    }

    /// Whether it is the literal 0.
    pub(super) fn is_zero(&self) -> bool {
        syn::parse2::<syn::LitInt>(self.tokens.clone()).is_ok_and(|literal| literal.base10_digits() == "0")
    }

    /// Whether it is the path of `None`.
    pub(super) fn is_none(&self) -> bool {
        syn::parse2::<syn::Path>(self.tokens.clone())
            .is_ok_and(|path| path.segments.last().is_some_and(|last| last.ident == "None"))
    }

    /// The variable of which it is the name.
    pub(super) fn variable(&self) -> Option<Id> {
        match self.values[..] {
            [id] if self.simple && !self.state && self.reads.is_empty() => Some(id),
            _ => None,
        }
    }
}

#[derive(Clone)]
pub(super) enum Projection {
    Index(Plain),
    Field(Member),
    /// `*x`
    Deref,
    /// The content of `Some` or `Ok`.
    There,
    /// The field of a variant.
    Variant(TokenStream, Member),
}

/// A part of a variable.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) root: Id,
    pub(super) projections: Vec<Projection>,
    pub(super) ty: Ty,
    /// Whether it is mutably borrowed.
    pub(super) exclusive: bool,
}

impl Place {
    pub(super) fn of(root: Id, ty: Ty) -> Place {
        Place { root, projections: Vec::new(), ty, exclusive: false }
    }
}

/// A value that is stored, passed or returned.
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
    /// `Vec::new()`, `None`, with its type.
    Empty(Ty, TokenStream),
    /// The list that is written to, without its element at this index. The name of the overwritten value is that of the element.
    Without(Plain),
    /// The content without numbers that is written to, which the next statement changes in place.
    Changed,
}

impl Source {
    /// A list without elements.
    pub(super) fn empty(code: TokenStream) -> Source {
        Source::Empty(Ty::List(Box::new(Ty::Unknown)), code)
    }

    /// `None`, `Err(e)`
    pub(super) fn nothing(code: TokenStream) -> Source {
        Source::Empty(Ty::Option(Box::new(Ty::Unknown)), code)
    }
}

/// A container that is built from its parts.
#[derive(Clone)]
pub(super) struct Build {
    pub(super) kind: BuildKind,
    pub(super) parts: Vec<Source>,
}

#[derive(Clone)]
pub(super) enum BuildKind {
    Array,
    Vector,
    /// `Box::new(e)`, which has the type of its content.
    Boxed,
    Tuple,
    /// The path, and the names of the fields.
    Struct(TokenStream, Vec<Member>),
    /// The same for a variant of an enum.
    Variant(TokenStream, Vec<Member>),
    /// `Some(e)`, `Ok(e)`. With a flag, it is `None` if the flag is false.
    There(TokenStream, Option<Plain>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

/// The operation of a statement.
#[derive(Clone)]
pub(super) enum Rhs {
    /// An inactive number.
    Constant(Plain),
    Binary(Operator, Id, Id),
    Negate(Id),
    /// An elementary function as written, its operands, and its parameter, such as the `n` of `powi`.
    Function {
        name: String,
        operands: Vec<Id>,
        parameter: Option<Plain>,
    },
    /// The current value of a scalar.
    Version(Id),
    Read(Place),
    Plain(Plain),
    Source(Source),
    Call(Call),
}

/// A call of a function that has an adjoint program.
#[derive(Clone)]
pub(super) struct Call {
    /// `m::f` with its generic arguments; for a method `__adjoint_f`; for an associated function `Point::__adjoint_f`. If a
    /// recorded call names its arguments, it is the code over these names.
    pub(super) path: TokenStream,
    pub(super) names: Option<Vec<Ident>>,
    pub(super) callee: Callee,
    pub(super) generics: TokenStream,
    pub(super) arguments: Vec<Argument>,
    /// The name of the pullback, and of its saved form.
    pub(super) pullback: Ident,
    pub(super) recursion: Recursion,
    /// Whether the function may be another one than that of the companion, which has its name.
    pub(super) doubted: bool,
}

/// Whether the callee is the function itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Recursion {
    No,
    /// The reverse sweep of the call takes the values that the call has saved from the stack of the recursion.
    Itself,
    /// The type of the receiver is unknown. The reverse sweep makes the call again, since the type of a saved pullback might
    /// contain itself.
    Perhaps,
}

/// The kind of callee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Callee {
    Function,
    /// The first argument is the receiver.
    Method,
    Associated,
    /// It has no adjoint program: the forward sweep calls it on a tape.
    Recorded,
}

impl Call {
    /// The places that the call may change, and the names of their previous contents.
    pub(super) fn changed(&self) -> impl Iterator<Item = (&Place, Id)> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Exclusive { place, old } => Some((place, *old)),
            _ => None,
        })
    }

    /// Whether the companion of the callee says whether a second call gives the same result.
    pub(super) fn says_same(&self) -> bool {
        self.callee == Callee::Function && self.recursion == Recursion::No
    }

    /// Whether it changes a place. Then it is never repeated.
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
    /// `&mut place`. The reverse sweep of the callee receives the place as the call left it, and may leave any content. `old` is
    /// the name of a copy of the previous content, if that is to be restored.
    Exclusive {
        place: Place,
        old: Id,
    },
    /// A reference to plain data, which is passed again.
    PlainBorrow(Plain),
}

pub(super) enum Stmt {
    Let {
        var: Id,
        rhs: Rhs,
    },
    /// A declaration. Branches may initialize a scalar or container.
    Declare {
        var: Id,
        init: Option<Source>,
    },
    /// `old` is the name of the overwritten value, if it is to be restored.
    Write {
        place: Place,
        value: Source,
        old: Id,
    },
    /// `v.push(e)`, `v.insert(at, e)`
    Push {
        place: Place,
        at: Option<Plain>,
        value: Source,
        old: Id,
    },
    Branch {
        scrutinee: Plain,
        arms: Vec<Arm>,
        is_if: bool,
    },
    Loop(Box<Loop>),
    /// `assert!(…)`, or an item: in the forward sweep only.
    Forward(Plain),
    /// The end of a `while`.
    Unless(Plain),
    Exit(Exit),
}

/// An exit from loops or from the function.
pub(super) struct Exit {
    pub(super) target: Target,
    /// The loop bodies, and perhaps the function, that it leaves, the innermost first. For each, the number of this exit.
    pub(super) ways: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    /// The loop this number of levels further out.
    Break(usize),
    Continue(usize),
    Return,
}

pub(super) struct Arm {
    /// The number of the block.
    pub(super) id: usize,
    /// The pattern without its bindings is `true` or `_`.
    pub(super) pattern: TokenStream,
    pub(super) guard: Option<Plain>,
    pub(super) body: Vec<Stmt>,
}

pub(super) struct Loop {
    /// The number of the block that is its body.
    pub(super) id: usize,
    pub(super) head: Head,
    pub(super) body: Vec<Stmt>,
    /// Whether an exit leaves it before its head ends it.
    pub(super) left: bool,
    /// The stack of the iterations' saved values.
    pub(super) stack: Ident,
    /// The number of iterations, if the head of the loop does not determine it.
    pub(super) trips: Id,
}

pub(super) enum Head {
    For { item: Header, iterator: Box<Iteration> },
    While,
}

/// The variables that a loop binds.
pub(super) enum Header {
    One(Id),
    Pair(Box<Header>, Box<Header>),
}

/// An iterator that can be reversed, over numbers and over their shadows.
#[derive(Clone)]
pub(super) enum Iteration {
    /// Without numbers.
    Plain(Plain),
    /// `start..end`, `start..=end`
    Range {
        start: Plain,
        end: Plain,
        closed: bool,
    },
    /// `x.iter()`, `x.windows(2)`: the methods of a place and of its shadow, and the index or range of part `I`.
    View {
        place: Place,
        method: Ident,
        shadow: Ident,
        argument: Option<Plain>,
        part: &'static str,
    },
    Zip(Box<Iteration>, Box<Iteration>),
    /// `.enumerate()`, `.rev()`, `.step_by(k)`, `.skip(k)`, `.take(k)`
    Adapt {
        inner: Box<Iteration>,
        adaptor: OfIterator,
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
    /// Whether the result is passed as `Data`.
    pub(super) gives_data: bool,
    /// The increments of integers by writes, by the names of the old values. Such a write is reversed by counting back.
    pub(super) steps: std::collections::HashMap<Id, TokenStream>,
    /// The deques, of which there are no slices.
    pub(super) deques: HashSet<Id>,
    /// The copies of referents of references that are replaced. A reference to a `Box` may replace one to its content.
    pub(super) replaced: HashSet<Id>,
    /// The names of the items inside the function.
    pub(super) local_items: Vec<String>,
}

impl Program {
    /// Whether a callee is an item inside the function, which nothing outside can name.
    pub(super) fn is_local(&self, path: &TokenStream) -> bool {
        let path = path.to_string();
        self.local_items.contains(&path)
    }
}
