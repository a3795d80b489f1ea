//! What is refused, case by case, in the words that the user reads: the fact first, then the remedy.

use std::fmt::{self, Display, Formatter};

/// Something that cannot be differentiated, or is a mistake that rustc would report in words that do not help.
pub(crate) enum Refusal<'a> {
    /// `2 * x`
    Integer { literal: &'a str },
    /// `match x { LIMIT => … }`
    ConstantPattern { name: &'a str },
    /// `type R = f64;` in a body
    LocalAlias { name: &'a str },
    /// `struct Pair { a: f64 }` in a body, made of numbers
    LocalStruct { name: &'a str },
    /// `fn f(x: f32) -> f32`
    SinglePrecision { function: &'a str },
    /// `fn f<T: Float>(x: T) -> T`
    Generic { function: &'a str, parameter: &'a str },
    /// No `f64` in the signature.
    NoNumbers { function: &'a str },
    /// `name = Foo` of a function that has no expression.
    NoExpression { function: &'a str, name: &'a str, why: &'a Why },
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
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
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
