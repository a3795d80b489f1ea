//! What is refused, case by case, in the words that the user reads: the fact first, then the remedy.

use std::fmt::{self, Display, Formatter};

/// Something that cannot be differentiated, or is a mistake that rustc would report in words that do not help.
pub(crate) enum Refusal<'a> {
    /// `x.to_bits()`
    Inspection {
        method: &'a str,
    },
    /// `a.total_cmp(&b)`
    TotalCmp,
    /// `a.abs_sub(b)`
    AbsSub,
    /// `x.foo()`, with `foo` of a trait on `f64`
    Trait {
        method: &'a str,
    },
    /// `size_of::<f64>()`
    Types,
    /// `x as usize`
    CastToInteger {
        ty: &'a str,
    },
    /// `x as f32`
    CastToFloat {
        ty: &'a str,
    },
    /// `v[x]`
    Index,
    /// `match x { 1.0 => … }`
    FloatPattern,
    /// `format!("{}", x)`, `format!("{x}")`
    Text {
        name: Option<&'a str>,
    },
    /// `unknown!(1.0)`
    HiddenFloat {
        name: &'a str,
    },
    /// `fn helper(x: f64)` in a body
    NestedFunction {
        name: &'a str,
    },
    AsyncBlock,
    AsyncClosure,
    Await,
    UnsafeBlock,
    TooDeep,
    /// `2 * x`
    Integer {
        literal: &'a str,
    },
    /// `match x { LIMIT => … }`
    ConstantPattern {
        name: &'a str,
    },
    /// `type R = f64;` in a body
    LocalAlias {
        name: &'a str,
    },
    /// `struct Pair { a: f64 }` in a body, made of numbers
    LocalStruct {
        name: &'a str,
    },
    /// `fn f(x: f32) -> f32`
    SinglePrecision {
        function: &'a str,
    },
    /// `fn f<T: Float>(x: T) -> T`
    Generic {
        function: &'a str,
        parameter: &'a str,
    },
    /// No `f64` in the signature.
    NoNumbers {
        function: &'a str,
    },
    /// `impl Drop for Point`
    Drop,
    /// `name = Foo` of a function that has no expression.
    NoExpression {
        function: &'a str,
        name: &'a str,
        why: &'a Why,
    },
}

/// Why a function has no expression: it only helps others.
pub(crate) enum Why {
    Elsewhere,
    NoResult,
    Functions,
    Result,
    Receiver,
    Parameter { name: String },
    NothingVaries,
    Borrowed,
    TypeParameter,
}

impl Display for Refusal<'_> {
    #[allow(clippy::too_many_lines, reason = "one table of words, a line or two a case")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Inspection { method } => {
                write!(
                    f,
                    "`{method}` would inspect a number: compute it from an argument that is marked `#[fixed]`"
                )
            }
            Refusal::TotalCmp => write!(
                f,
                "`total_cmp` compares the bits of a number, which it may not have: write `a.partial_cmp(&b).unwrap()`"
            ),
            Refusal::AbsSub => {
                write!(f, "`abs_sub` is deprecated, and numbers do not have it: write `(a - b).max(0.0)`")
            }
            Refusal::Trait { method } => write!(
                f,
                "`{method}` is nothing of `f64` itself, but of some trait that is out of sight of `#[exp]`: name the \
                 trait, as in `Trait::{method}`"
            ),
            Refusal::Types => write!(
                f,
                "this would see the type that a number has here, which is no `f64` while a derivative is \
                                computed: find it in a function without `#[exp]`; \
                                a function of your own is called by its path, as in `self::name`"
            ),
            Refusal::CastToInteger { ty } => write!(
                f,
                "casting a number to `{ty}` would inspect it: derive the integer from an integer instead"
            ),
            Refusal::CastToFloat { ty } => {
                write!(f, "casting a number to `{ty}` would lose its derivative: keep it `f64`")
            }
            Refusal::Index => {
                write!(f, "indexing by a number would inspect it: derive the index from an integer instead")
            }
            Refusal::FloatPattern => {
                write!(f, "a float pattern would inspect a number: compare in a guard or with `if` instead")
            }
            Refusal::Text { name } => {
                if let Some(name) = name {
                    write!(f, "`{{{name}}}`: ")?;
                }
                write!(
                    f,
                    "a text that comes back to the function would let it inspect a number: show it with `println!` or \
                     `dbg!`, or format it where the function is called"
                )
            }
            Refusal::HiddenFloat { name } => write!(
                f,
                "a float inside `{name}!` is out of sight of `#[exp]`: bind it with `let` before the call, and use \
                 its name here"
            ),
            Refusal::NestedFunction { name } => write!(
                f,
                "a nested function cannot use the numbers of its surroundings: make `{name}` a closure, or annotate \
                 it with `#[exp]` as well"
            ),
            Refusal::AsyncBlock => {
                write!(f, "an `async` block cannot be differentiated: compute the number without awaiting")
            }
            Refusal::AsyncClosure => {
                write!(f, "an `async` closure cannot be differentiated: compute the number without awaiting")
            }
            Refusal::Await => write!(f, "an expression cannot await: compute the number without `async`"),
            Refusal::UnsafeBlock => write!(
                f,
                "`unsafe` code cannot be differentiated: move it to a function of its own that takes no numbers"
            ),
            Refusal::TooDeep => {
                write!(f, "this is nested too deeply to be followed: bind a part of it with `let`")
            }
            Refusal::Integer { literal } => {
                write!(f, "`{literal}` is an integer, which does not mix with floats: write `{literal}.0`")
            }
            Refusal::ConstantPattern { name } => write!(
                f,
                "the constant `{name}` as a pattern would inspect a number: compare in a guard, `y if y == {name} => …`"
            ),
            Refusal::LocalAlias { name } => write!(
                f,
                "a local alias cannot stand for the numbers of its surroundings: write `f64` for `{name}`"
            ),
            Refusal::LocalStruct { name } => write!(
                f,
                "the local type `{name}` holds plain floats, and is given numbers: move it out of the function, and put \
                 `#[exp]` on it"
            ),
            Refusal::SinglePrecision { function } => write!(
                f,
                "`{function}` is over `f32`: write `f64`, which means any number here, and evaluate its expression under \
                 `F32`"
            ),
            Refusal::Generic { function, parameter } => write!(
                f,
                "`{function}` has no `f64` in its signature: write `f64` for `{parameter}`, since `#[exp]` itself makes \
                 the function generic over its numbers"
            ),
            Refusal::NoNumbers { function } => write!(
                f,
                "`{function}` has no `f64` in its signature that could be differentiated: remove `#[exp]`, or give it a \
                 parameter or result of type `f64`; an alias or struct that holds it is seen only if `#[exp]` stands \
                 on a module around both"
            ),
            Refusal::Drop => write!(
                f,
                "a type over numbers cannot have a `Drop`, since its numbers are moved out of it: give it a field of a plain \
                 type, without `f64`, that has the `Drop`"
            ),
            Refusal::NoExpression { function, name, why } => {
                write!(f, "there is no expression of `{function}` that could be called `{name}`: {why}")
            }
        }
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Why::Elsewhere => write!(f, "it is a method, of which `#[exp]` on its `impl` block can make one"),
            Why::NoResult => write!(f, "its result holds no numbers; return what it computes"),
            Why::Functions => write!(
                f,
                "it takes a function over numbers, which cannot be a field of a struct; call it in a function that says \
                 which one is meant"
            ),
            Why::Result => {
                write!(f, "its result is no shape; return owned arrays, `Vec`s, tuples or annotated structs")
            }
            Why::Receiver => write!(f, "`self` is not of an annotated type"),
            Why::Parameter { name } => write!(
                f,
                "the type of `{name}` holds numbers and is no shape; take arrays, slices, `Vec`s, maps, tuples or \
                 annotated structs, or mark it with `#[fixed]` if it is data"
            ),
            Why::NothingVaries => write!(f, "no parameter holds numbers that could vary"),
            Why::Borrowed => write!(f, "its result borrows from its numbers; return it owned"),
            Why::TypeParameter => {
                write!(f, "it has a generic parameter that no field of the struct would mention")
            }
        }
    }
}
