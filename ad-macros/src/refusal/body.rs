//! Refusals of a body.

use std::fmt::{self, Display, Formatter};

/// Code that cannot be differentiated, or a mistake for which rustc's message would not help.
pub(crate) enum Body<'a> {
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
                    "`{method}` would inspect a number: compute it from an argument that is marked `#[fixed]`"
                )
            }
            Body::TotalCmp => write!(
                f,
                "`total_cmp` compares the bits of a number, which it may not have: write `a.partial_cmp(&b).unwrap()`"
            ),
            Body::AbsSub => {
                write!(f, "`abs_sub` is deprecated, and numbers do not have it: write `(a - b).max(0.0)`")
            }
            Body::Trait { method } => write!(
                f,
                "`{method}` is nothing of `f64` itself, but of some trait that is out of sight of `#[exp]`: name the \
                 trait, as in `Trait::{method}`"
            ),
            Body::Types => write!(
                f,
                "this would see the type that a number has here, which is no `f64` while a derivative is \
                                computed: find it in a function without `#[exp]`; \
                                a function of your own is called by its path, as in `self::name`"
            ),
            Body::CastToInteger { ty } => write!(
                f,
                "casting a number to `{ty}` would inspect it: derive the integer from an integer instead, or \
                 from `#[fixed]` data in a function without `#[exp]`"
            ),
            Body::CastToFloat { ty } => {
                write!(f, "casting a number to `{ty}` would lose its derivative: keep it `f64`")
            }
            Body::Index => {
                write!(f, "indexing by a number would inspect it: derive the index from an integer instead")
            }
            Body::Range => write!(
                f,
                "a range of floats cannot be gone through: count with integers, and write `i as f64` for the number"
            ),
            Body::FloatPattern => {
                write!(f, "a float pattern would inspect a number: compare in a guard or with `if` instead")
            }
            Body::Text { name } => {
                if let Some(name) = name {
                    write!(f, "`{{{name}}}`: ")?;
                }
                write!(
                    f,
                    "a text that comes back to the function would let it inspect a number: show it with `println!` or \
                     `dbg!`, or format it where the function is called"
                )
            }
            Body::Field => write!(
                f,
                "a field that keeps the number itself would let it be inspected: keep its primal as text, `x = ?x`, or `x:? = x` \
                 for `log`"
            ),
            Body::TotalOrder { method, remedy } => {
                write!(f, "`{method}` asks for a total order, which floats do not have: {remedy}")
            }
            Body::HiddenFloat { name } => write!(
                f,
                "a float inside `{name}!` is out of sight of `#[exp]`: bind it with `let` before the call, and use \
                 its name here"
            ),
            Body::NestedFunction { name } => write!(
                f,
                "a nested function cannot use the numbers of its surroundings: make `{name}` a closure, or annotate \
                 it with `#[exp]` as well"
            ),
            Body::AsyncBlock => {
                write!(f, "an `async` block cannot be differentiated: compute the number without awaiting")
            }
            Body::AsyncClosure => {
                write!(f, "an `async` closure cannot be differentiated: compute the number without awaiting")
            }
            Body::Await => write!(f, "an expression cannot await: compute the number without `async`"),
            Body::UnsafeBlock => write!(
                f,
                "`unsafe` code cannot be differentiated: move it to a function of its own that takes no numbers, \
                 or give it a derivative with `ad::rule::with_jvp`"
            ),
            Body::TooDeep => {
                write!(f, "this is nested too deeply to be followed: bind a part of it with `let`")
            }
            Body::Integer { literal } => {
                write!(f, "`{literal}` is an integer, which does not mix with floats: write `{literal}.0`")
            }
            Body::IntegerName { name } => {
                write!(f, "`{name}` is an integer, which does not mix with floats: write `{name} as f64`")
            }
            Body::IntegerExpression => {
                write!(f, "this is an integer, which does not mix with floats: write `(…) as f64`")
            }
            Body::IntegerBefore => write!(
                f,
                "what stands before this is an integer, which does not mix with floats: write `(…) as f64`"
            ),
            Body::Special { name } => write!(
                f,
                "`{name}` is no method of `f64`, and numbers have no others: write `ad::special::{name}(x)` if that function is \
                 meant"
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
                "the exponent of `powi` is an integer: write it without a point, or `powf` for `powi`"
            ),
            Body::Power { written } => write!(
                f,
                "`{written}` is no power of a float: write `x.powi(n)` for an integer `n`, and `x.powf(y)` for a float"
            ),
            Body::AtFloats { written } => write!(
                f,
                "`{written}` is for plain floats, and is given a number: apply an operator, and evaluate what it gives at the \
                 number, as in `forward::diff(e).at(x)`"
            ),
            Body::ConstantPattern { name } => write!(
                f,
                "the constant `{name}` as a pattern would inspect a number: compare in a guard, `y if y == {name} => …`"
            ),
            Body::LocalAlias { name } => write!(
                f,
                "a local alias cannot stand for the numbers of its surroundings: write `f64` for `{name}`"
            ),
            Body::LocalStruct { name } => write!(
                f,
                "the local type `{name}` holds plain floats, and is given numbers: move it out of the function, and put \
                 `#[exp]` on it"
            ),
        }
    }
}
