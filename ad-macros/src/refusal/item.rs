//! Refusals of an item, or of the attribute's arguments.

use proc_macro2::Ident;
use std::fmt::{self, Display, Formatter};

/// An item that cannot be generic over its numbers, or an argument of `#[exp]` that does not apply.
pub(crate) enum Item<'a> {
    /// `#[exp(colour = Red)]`, or no argument at all.
    Argument { key: Option<&'a Ident> },
    /// `class = Monoid`
    Class { name: &'a Ident },
    /// `name = Foo` on an `impl` block.
    NameOfBlock,
    /// `name = Foo` on a module.
    NameOfModule,
    /// `record()`
    RecordNothing,
    /// `record(m::f)` on a block or module.
    RecordElsewhere,
    /// `record(m::f)` without `adjoint`.
    RecordAlone,
    /// `step` on a block or module.
    StepElsewhere,
    /// `step` without `adjoint`.
    StepAlone,
    /// `class = Ring, step`
    StepClass,
    /// `name = Foo`, `class = Ring` on a struct.
    ForFunctions { key: &'a str, name: &'a Ident },
    /// `#[exp] use a::b;`
    Other,
    /// `#[exp] fn f(x: f64) -> f64;`
    NoBody,
    /// Parsing might exhaust the stack.
    TooDeep,
    /// `mod model;`
    ModuleElsewhere,
    /// `struct Settings { steps: usize }`
    NoField { name: &'a Ident },
    /// `trait Model { fn value(&self, x: f64) -> f64; }`
    Trait { name: &'a Ident },
    /// A type of another crate cannot be made generic, and a trait cannot be implemented for a type parameter.
    ForeignImpl,
    /// `impl Display for Point`
    Formats { name: &'a Ident },
    /// `#[fixed] fn method(&self)`
    FixedMethod,
    /// `const ORIGIN: Point = …;`
    Constant,
    /// `impl Drop for Point`
    Drop,
}

impl Display for Item<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::Argument { key } => {
                if let Some(key) = key {
                    write!(f, "`{key}` is no argument of `#[exp]`: ")?;
                }
                write!(
                    f,
                    "the arguments are `adjoint`, `record(path::to::f)`, `step`, `name = Foo`, `class = Ring + PartialOrd` \
                     and `crate = path::to::ad`"
                )
            }
            Item::Class { name } => write!(
                f,
                "`{name}` is no number class: write `Semiring`, `Ring`, `Field` or `Real`, and `+ PartialOrd` if numbers \
                 are compared"
            ),
            Item::NameOfBlock => {
                write!(f, "`name` is for functions: put `#[exp(name = …)]` on a method of this block")
            }
            Item::NameOfModule => {
                write!(f, "`name` is for functions: put `#[exp(name = …)]` on one in this module")
            }
            Item::RecordNothing => {
                write!(f, "`record` names functions: write `record(m::f)`, as the calls do")
            }
            Item::RecordElsewhere => write!(
                f,
                "`record` is for functions: put `#[exp(adjoint, record(…))]` on the one that makes the call"
            ),
            Item::RecordAlone => write!(
                f,
                "`record` says what an adjoint program does with a call: write `#[exp(adjoint, record(…))]`, or leave it out, \
                 since the other strategies record every call"
            ),
            Item::StepElsewhere => {
                write!(f, "`step` is for functions: put `#[exp(adjoint, step)]` on the one that is called")
            }
            Item::StepAlone => write!(
                f,
                "the derivatives of a step are those of its adjoint program: write `#[exp(adjoint, step)]`"
            ),
            Item::StepClass => write!(
                f,
                "a step is a row of the table of functions, which are those of real numbers: write `class = Real`, or no class"
            ),
            Item::ForFunctions { key, name } => write!(f, "`{key}` is for functions: `{name}` is a type"),
            Item::Other => write!(f, "`#[exp]` goes on a function, a struct, an `impl` block or a module"),
            Item::NoBody => write!(
                f,
                "a function without a body, or with a variable number of arguments, cannot be an expression"
            ),
            Item::TooDeep => {
                write!(f, "this is nested too deeply to be followed: bind a part of it with `let`")
            }
            Item::ModuleElsewhere => {
                write!(f, "`#[exp]` has to see the body of the module: write it here, as `mod model {{ … }}`")
            }
            Item::NoField { name } => {
                write!(
                    f,
                    "`{name}` has no field of type `f64`: remove `#[exp]`, or give it such a field; a function that takes a `&{name}` \
                     has it as data"
                )
            }
            Item::Trait { name } => write!(
                f,
                "the trait `{name}` cannot be made generic over its numbers: match on an `enum` instead, or put \
                 `#[fixed]` on `{name}`, which keeps it and its `impl`s for plain `f64`"
            ),
            Item::ForeignImpl => write!(
                f,
                "this `impl` cannot be made generic over its numbers, since its type belongs to another crate: put the \
                 other operand first (`p * 2.0` for `2.0 * p`), or leave it without `#[exp]`"
            ),
            Item::Formats { name } => write!(
                f,
                "formatting a number would inspect it: leave this `impl` without `#[exp]`, so that it is for `{name}` \
                 over `f64`"
            ),
            Item::FixedMethod => write!(
                f,
                "a method of a block over numbers cannot stay plain: move it to an `impl` without `#[exp]`"
            ),
            Item::Constant => write!(
                f,
                "a constant over numbers cannot be computed at compile time: make it a function without parameters"
            ),
            Item::Drop => write!(
                f,
                "a type over numbers cannot have a `Drop`, since its numbers are moved out of it: give it a field of a plain \
                 type, without `f64`, that has the `Drop`"
            ),
        }
    }
}
