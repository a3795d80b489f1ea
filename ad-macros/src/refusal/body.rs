//! Refusals of a body.

use std::fmt::{self, Display, Formatter};

/// Code that cannot be differentiated, or a mistake for which rustc's message would not help.
pub(crate) enum Body<'a> {
    /// `x.to_bits()`
    Inspection {
        method: &'a str,
    },
    /// `a.abs_sub(b)`
    AbsSub,
    /// `x.foo()`, with `foo` of a trait on `f64`
    Trait {
        method: &'a str,
    },
    /// `size_of::<f64>()`
    Types,
    /// `x as f32`
    CastToFloat {
        ty: &'a str,
    },
    /// `v[x]`
    Index,
    /// `for i in 0..x`
    Range,
    /// `match x { 1.0 => … }`
    FloatPattern,
    /// `format!("{}", x)`, `format!("{x}")`
    Text {
        name: Option<&'a str>,
    },
    /// `tracing::info!(x, "now")`
    Field,
    /// `v.sort()`
    TotalOrder {
        method: &'a str,
        remedy: &'a str,
    },
    /// `unknown!(1.0)`
    HiddenFloat {
        name: &'a str,
    },
    /// `#[trace] let y = f(x);`, in a function with an adjoint program
    Attribute {
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
    /// `n * x`
    IntegerName {
        name: &'a str,
    },
    /// `x / v.len()`
    IntegerExpression,
    /// `n * m * x`
    IntegerBefore,
    /// `x.erf()`
    Special {
        name: &'a str,
    },
    /// `x.powi(2.0)`
    FloatExponent,
    /// `y.sqrt()` after `let y = 2.0;`; whether the receiver is a local.
    Ambiguous {
        method: &'a str,
        receiver: &'a str,
        local: bool,
    },
    /// `x.pow(2)`, `x ^ 2`
    Power {
        written: &'a str,
    },
    /// `call::grad(&F, &x)`, `diff(F).eval(F64, x)`
    AtFloats {
        written: &'a str,
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
}

impl Display for Body<'_> {
    #[allow(clippy::too_many_lines, reason = "one table of words, a line or two a case")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Body::Inspection { method } => {
                write!(
                    f,
                    "cannot call `{method}` on a number: it inspects the digits; write `special::detached(x).{method}(…)`, whose \
                    derivative is 0, or compute it from an argument marked `#[fixed]`"
                )
            }
            Body::AbsSub => {
                write!(f, "cannot call `abs_sub` on a number: it is deprecated; write `(a - b).max(0.0)`")
            }
            Body::Trait { method } => write!(
                f,
                "cannot call `{method}` on a number: it is a method of a trait that `#[exp]` cannot see; name the \
                trait, as in `Trait::{method}`"
            ),
            Body::Attribute { name } => write!(
                f,
                "cannot write the adjoint program: the attribute `{name}` may change the meaning of its code; remove it, or \
                move the code to a function without `#[exp]`"
            ),
            Body::Types => write!(
                f,
                "cannot inspect the type of a number: it is not `f64` while a derivative is computed; inspect it in a \
                function without `#[exp]`, and call a function of your own by its path, as in `self::name`"
            ),
            Body::CastToFloat { ty } => {
                write!(f, "cannot cast a number to `{ty}`: it would lose its derivative; keep it `f64`")
            }
            Body::Index => {
                write!(
                    f,
                    "cannot index by a number: the index would inspect it; compute the index from integers"
                )
            }
            Body::Range => write!(
                f,
                "cannot iterate over a range of floats: count with integers, and write `i as f64` for the number"
            ),
            Body::FloatPattern => {
                write!(
                    f,
                    "cannot match a number with a float pattern: the pattern would inspect it; compare in a \
                    guard or with `if`"
                )
            }
            Body::Text { name } => {
                if let Some(name) = name {
                    write!(f, "`{{{name}}}`: ")?;
                }
                write!(
                    f,
                    "cannot return a number as text: the function could inspect it; show it with `println!` or \
                    `dbg!`, or format the plain float `special::detached(x)`"
                )
            }
            Body::Field => write!(
                f,
                "cannot log a number itself: a subscriber could inspect it; log its primal as text, `x = ?x`, or `x:? \
                = x` for `log`"
            ),
            Body::TotalOrder { method, remedy } => {
                write!(f, "cannot call `{method}` on numbers: floats have no total order; {remedy}")
            }
            Body::HiddenFloat { name } => write!(
                f,
                "cannot see a float inside `{name}!`: bind it with `let` before the call, and use its name here"
            ),
            Body::AsyncBlock => {
                write!(f, "cannot differentiate an `async` block: compute the number without awaiting")
            }
            Body::AsyncClosure => {
                write!(f, "cannot differentiate an `async` closure: compute the number without awaiting")
            }
            Body::Await => write!(f, "cannot await in an expression: compute the number without `async`"),
            Body::UnsafeBlock => write!(
                f,
                "cannot differentiate `unsafe` code: move it to a function without numbers, or give it a derivative \
                with `ad::rule::with_jvp`"
            ),
            Body::TooDeep => {
                write!(f, "cannot follow this: it is nested too deeply; bind a part of it with `let`")
            }
            Body::Integer { literal } => {
                write!(f, "cannot mix `{literal}` with floats: it is an integer; write `{literal}.0`")
            }
            Body::IntegerName { name } => {
                write!(f, "cannot mix `{name}` with floats: it is an integer; write `{name} as f64`")
            }
            Body::IntegerExpression => {
                write!(f, "cannot mix this with floats: it is an integer; write `(…) as f64`")
            }
            Body::IntegerBefore => {
                write!(f, "cannot mix the left side with floats: it is an integer; write `(…) as f64`")
            }
            Body::Special { name } => write!(
                f,
                "cannot call `{name}` on a number: `f64` has no such method; write `ad::special::{name}(x)` for that \
                function"
            ),
            Body::Ambiguous { method, receiver, local } => {
                write!(
                    f,
                    "cannot call `{method}` on `{receiver}`: its type is ambiguous without `#[exp]`; write "
                )?;
                if *local {
                    write!(f, "`let {receiver}: f64 = …`")
                } else {
                    write!(f, "the suffix `_f64` after a literal, as in `2.0_f64`")
                }
            }
            Body::FloatExponent => write!(
                f,
                "cannot call `powi` with a float: its exponent is an integer; write it without a point, or write \
                `powf`"
            ),
            Body::Power { written } => write!(
                f,
                "cannot use `{written}` as a power of a float: write `x.powi(n)` for an integer `n`, and `x.powf(y)` \
                for a float"
            ),
            Body::AtFloats { written } => write!(
                f,
                "cannot call `{written}` with a number: it is for plain floats; evaluate an operator at the number, \
                as in `forward::diff(e).at(x)`"
            ),
            Body::ConstantPattern { name } => write!(
                f,
                "cannot match a number with the constant `{name}`: the pattern would inspect it; compare in a guard, \
                `y if y == {name} => …`"
            ),
            Body::LocalAlias { name } => {
                write!(f, "cannot use the local alias `{name}` for numbers: write `f64`")
            }
            Body::LocalStruct { name } => write!(
                f,
                "cannot put numbers into the local type `{name}`: it contains plain floats; move it out of the \
                function, and put `#[exp]` on it"
            ),
        }
    }
}
