//! Refusals of a signature, and of the attribute's requests.

use crate::class::Bounds;
use proc_macro2::Ident;
use std::fmt::{self, Display, Formatter};

/// A function that cannot be differentiated, or has no expression of the requested name.
pub(crate) enum Signature<'a> {
    /// A future is polled at any time; a derivative needs the whole computation.
    Async,
    /// The struct would offer the function without its precondition.
    Unsafe,
    /// A generic function has no C calling convention.
    Extern,
    /// `fn f(x: f64, ...)`
    Variadic,
    /// `fn f(v: &mut [f64]) -> &mut f64`: a value that the caller may change cannot be differentiated.
    MutableResult,
    /// `fn f(x: f64) -> Result<f64, Box<dyn Error>>`
    BoxedError,
    /// `fn f(x: f64) -> Box<dyn Fn(f64) -> f64>`
    BoxedFunction,
    /// `fn f(p: Params, x: f64) -> f64`, where `Params` contains numbers. rustc finds this.
    Unseen { ty: &'a str, what: &'a str },
    /// `fn f(p: Params) -> f64`, where `Params` has no `#[exp]`. rustc finds this.
    NoShape { ty: &'a str },
    /// The body needs more than the asserted class.
    Class { what: &'a str, needed: Bounds, asserted: Bounds },
    /// The body compares numbers, and the asserted class has no order.
    Order { what: &'a str, needed: Bounds, asserted: Bounds },
    /// The expression's name is not available.
    Name { function: &'a Ident, name: &'a Ident, clash: &'a str },
    /// `fn norm(&self) -> f64`, with `#[exp]` on the method and not on its block.
    Alone { function: &'a Ident },
    /// `fn f<T: Float>(x: T) -> T`
    Generic { function: &'a Ident, parameter: &'a str },
    /// No `f64` in the signature.
    NoNumbers { function: &'a Ident },
    /// `name = Foo` on a function without an expression.
    NoExpression { function: &'a Ident, name: &'a Ident, why: &'a Why },
    /// A use of a refused item, whose message is not there.
    Lost { function: &'a Ident },
}

/// The reason why a function is a helper without an expression.
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

impl Display for Signature<'_> {
    #[allow(clippy::too_many_lines, reason = "one table of words, a line or two a case")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Signature::Async => write!(
                f,
                "cannot differentiate an `async fn`: compute the number in an ordinary `fn`, and call that"
            ),
            Signature::Unsafe => write!(
                f,
                "cannot make an expression of an `unsafe fn`: its evaluation is safe; wrap the function in a safe one"
            ),
            Signature::Extern => write!(
                f,
                "cannot make an `extern` function generic over its numbers: move its body to an ordinary `fn`, and \
                call that"
            ),
            Signature::Variadic => {
                write!(f, "cannot make an expression of a variadic function: take a slice")
            }
            Signature::MutableResult => write!(
                f,
                "cannot return a mutable reference to numbers: return the numbers, or change a `&mut` parameter"
            ),
            Signature::BoxedError => write!(
                f,
                "cannot clone the result of this expression: `Box<dyn …>` is not `Clone`; return an error that is, as \
                in `Result<f64, String>` with `.map_err(|error| error.to_string())?`"
            ),
            Signature::BoxedFunction => write!(
                f,
                "cannot return a boxed function over numbers: it would outlive the evaluation; write `impl Fn(…) -> \
                f64`"
            ),
            Signature::Unseen { ty, what } => {
                let over_floats = over_floats(ty);
                write!(
                    f,
                    "cannot see the numbers in `{ty}`: write `{over_floats}`, or its definition if it is an alias \
                    without `#[exp]`; or mark {what} with `#[fixed]`, if it is data that is not differentiated"
                )
            }
            Signature::NoShape { ty } => write!(
                f,
                "cannot differentiate by the numbers in `{ty}`: its definition has no `#[exp]`; put `#[exp]` on it, or mark \
                the parameter with `#[fixed]`, if it is data that is not differentiated"
            ),
            Signature::Class { what, needed, asserted } => {
                let (needed, class) = (needed.class.name(), asserted.class.name());
                let order = if asserted.order { " + PartialOrd" } else { "" };
                write!(
                    f,
                    "cannot assert the class `{class}`: {what} needs a `{needed}`; write `class = {needed}{order}`"
                )
            }
            Signature::Order { what, needed, asserted } => {
                let class = needed.class.max(asserted.class).name();
                let asserted = asserted.class.name();
                write!(
                    f,
                    "cannot assert the class `{asserted}`: {what} compares numbers; write `class = {class} + \
                    PartialOrd`"
                )
            }
            Signature::Name { function, name, clash } => write!(
                f,
                "cannot name the expression of `{function}` `{name}`, {clash}: write another name, as in `#[exp(name \
                = {name}Exp)]`"
            ),
            Signature::Alone { function } => write!(
                f,
                "cannot differentiate `{function}`: only `self` could contain numbers, and its `impl` block has no `#[exp]`; \
                write `#[exp]` on the block and on the type, and not on the method"
            ),
            Signature::Generic { function, parameter } => write!(
                f,
                "cannot find `f64` in the signature of `{function}`: write `f64` for `{parameter}`, since `#[exp]` \
                itself makes the function generic over its numbers"
            ),
            Signature::NoNumbers { function } => write!(
                f,
                "cannot find `f64` or `f32` in the signature of `{function}`: remove `#[exp]`, or add a parameter or result of \
                type `f64`; an alias or struct with `f64` is seen only if `#[exp]` is on a module around both"
            ),
            Signature::NoExpression { function, name, why } => {
                write!(f, "cannot make an expression `{name}` of `{function}`: {why}")
            }
            Signature::Lost { function } => {
                write!(
                    f,
                    "cannot use a constant over numbers in `{function}`: write a function without parameters"
                )
            }
        }
    }
}

/// `Params<f64>` for `Params`, `Body<3, f64>` for `Body<3>`
pub(super) fn over_floats(ty: &str) -> String {
    match ty.strip_suffix('>') {
        Some(open) => format!("{open}, f64>"),
        None => format!("{ty}<f64>"),
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Why::Elsewhere => write!(f, "it is a method; put `#[exp]` on its `impl` block"),
            Why::NoResult => write!(f, "its result has no numbers; return them"),
            Why::Functions => write!(
                f,
                "it takes a function over numbers, which cannot be a field of a struct; call it in a function that \
                names one"
            ),
            Why::Result => {
                write!(
                    f,
                    "its result is not a shape; return owned arrays, `Vec`s, tuples or annotated structs"
                )
            }
            Why::Receiver => write!(f, "the type of `self` is not annotated; put `#[exp]` on it"),
            Why::Parameter { name } => write!(
                f,
                "the type of `{name}` has numbers and is not a shape; take arrays, slices, `Vec`s, maps, tuples or \
                annotated structs, or mark it with `#[fixed]` if it is data"
            ),
            Why::NothingVaries => write!(f, "no parameter has numbers that could vary"),
            Why::Borrowed => write!(f, "its result borrows from its numbers; return it owned"),
            Why::TypeParameter => {
                write!(f, "it has a generic parameter that no field of the struct mentions")
            }
        }
    }
}
