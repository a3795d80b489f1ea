//! Refusals of an item, or of the attribute's arguments.

use proc_macro2::Ident;
use std::fmt::{self, Display, Formatter};

/// An item that cannot be generic over its numbers, or an argument of `#[exp]` that does not apply.
pub(crate) enum Item<'a> {
    /// `#[exp(colour = Red)]`, or no argument at all.
    Argument { key: Option<&'a Ident> },
    /// `adjoint = tape`
    AdjointBy { word: &'a Ident },
    /// `adjoint = record, record(f)`, or `adjoint = record, step`
    RecordedAs { key: &'a str },
    /// `adjoint = record` on a function whose calls are inlined.
    RecordedHelper { function: &'a Ident },
    /// `result.as_ref().map(f)`, if the error contains numbers.
    ResultMethod { method: &'a Ident },
    /// `let __ad_x = 1.0;`
    Reserved { name: &'a Ident },
    /// `Stack<f64>`, for `struct Stack<T> { items: Vec<T> }`.
    Generic { of: &'a str },
    /// `fn max(&self, …)` beside `impl Ord`.
    Ordered { method: &'a Ident },
    /// `float = f16`
    Float { word: &'a Ident },
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
    /// `step` on a function over `f32`.
    StepSingle,
    /// `name = Foo`, `class = Ring` on a struct.
    ForFunctions { key: &'a str, name: &'a Ident },
    /// More than `most` different `#[cfg(…)]` inside of one item.
    Conditions { most: usize },
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
    /// `mod settings { … }`
    NoNumbers { name: &'a Ident },
    /// `trait Model { const SCALE: f64; }`
    Trait { name: &'a Ident },
    /// `dyn Model` beside adjoint programs.
    Objects { name: &'a Ident, why: &'a str },
    /// `Box::new(value)` for a `Box<dyn Model>`, where the type of the value is unknown.
    ObjectUnknown { of: &'a Ident },
    /// The same, where the type is no type of the module with the trait.
    ObjectElsewhere { of: &'a Ident, ty: &'a Ident },
    /// `f(&*model)` for the parameter `&dyn Model` of a public function.
    ObjectOpen { of: &'a Ident },
    /// `f(&mut value)` for a `&mut dyn Model`.
    ObjectLent { of: &'a Ident },
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
    /// `impl Clone for Point` that does more than copy each field
    Clone,
}

impl Display for Item<'_> {
    #[allow(clippy::too_many_lines, reason = "one table of words, a line or two a case")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::Argument { key } => {
                if let Some(key) = key {
                    write!(f, "`{key}` is not an argument of `#[exp]`: ")?;
                }
                write!(
                    f,
                    "write `adjoint`, `adjoint = record`, `record(path::to::f)`, `step`, `name = Foo`, `class = Ring + PartialOrd`, \
                    `float = f32` or `crate = path::to::ad`"
                )
            }
            Item::AdjointBy { word } => {
                write!(f, "`{word}` is no kind of adjoint program: write `adjoint`, or `adjoint = record`")
            }
            Item::RecordedAs { key } => write!(
                f,
                "cannot use `{key}` with `adjoint = record`: the function is recorded as a whole; remove one of the two"
            ),
            Item::RecordedHelper { function } => write!(
                f,
                "cannot record `{function}`: its calls are inlined, and it has no program of its own; remove `= record`"
            ),
            Item::Float { word } => {
                write!(f, "`{word}` is no type of numbers: write `float = f32`, or `float = f64`")
            }
            Item::Class { name } => write!(
                f,
                "`{name}` is not a number class: write `Semiring`, `Ring`, `Field` or `Real`, and `+ PartialOrd` if \
                numbers are compared"
            ),
            Item::NameOfBlock => {
                write!(
                    f,
                    "cannot name an `impl` block: `name` is for functions; put `#[exp(name = …)]` on a method \
                    of this block"
                )
            }
            Item::NameOfModule => {
                write!(
                    f,
                    "cannot name a module: `name` is for functions; put `#[exp(name = …)]` on one in this module"
                )
            }
            Item::RecordNothing => {
                write!(
                    f,
                    "cannot record nothing: `record` names functions; write `record(m::f)`, as the calls do"
                )
            }
            Item::RecordElsewhere => write!(
                f,
                "cannot record calls here: `record` is for functions; put `#[exp(adjoint, record(…))]` on the caller"
            ),
            Item::RecordAlone => write!(
                f,
                "cannot use `record` without `adjoint`: the other strategies record every call; write `#[exp(adjoint, \
                record(…))]`, or remove it"
            ),
            Item::Conditions { most } => write!(
                f,
                "cannot expand an item with more than {most} different conditions inside: each combination is expanded; move \
                the parts under a condition into functions of their own"
            ),
            Item::StepElsewhere => {
                write!(
                    f,
                    "cannot use `step` here: it is for functions; put `#[exp(adjoint, step)]` on the callee"
                )
            }
            Item::StepAlone => write!(
                f,
                "cannot use `step` without `adjoint`: its derivatives are those of the adjoint program; write \
                `#[exp(adjoint, step)]`"
            ),
            Item::StepClass => write!(
                f,
                "cannot use this class with `step`: a step is a function of real numbers; write `class = Real`, or no \
                class"
            ),
            // The names of the types are exchanged.
            Item::StepSingle => write!(
                f,
                "cannot use `step` with `f64`: a step has the derivatives of a function over `f32`; write `f32`, or \
                remove `step`"
            ),
            Item::ForFunctions { key, name } => write!(
                f,
                "cannot use `{key}` on the type `{name}`: it is for \
                functions; remove it"
            ),
            Item::Other => write!(
                f,
                "cannot use `#[exp]` here: put it on a function, a struct, an `impl` block or a \
                module"
            ),
            Item::NoBody => write!(
                f,
                "cannot make an expression of this function: it has no body, or a variable number of arguments"
            ),
            Item::TooDeep => {
                write!(f, "cannot follow this: it is nested too deeply; bind a part of it with `let`")
            }
            Item::ModuleElsewhere => {
                write!(f, "cannot see the body of the module: write it here, as `mod model {{ … }}`")
            }
            Item::NoField { name } => {
                write!(
                    f,
                    "cannot make `{name}` generic over its numbers: it has no field of type `f64` or `f32`; remove `#[exp]`, \
                    or add such a field (a function that takes a `&{name}` has it as data)"
                )
            }
            Item::NoNumbers { name } => write!(
                f,
                "cannot find `f64` or `f32` in the types and signatures of the module `{name}`: remove `#[exp]`, or write \
                `f64` where a number varies"
            ),
            Item::Trait { name } => write!(
                f,
                "cannot make the trait `{name}` generic over its numbers: a constant is one; write a method, or put \
                `#[fixed]` on `{name}`, which keeps it and its `impl`s for plain `f64`"
            ),
            Item::Objects { name, why } => write!(
                f,
                "cannot write adjoint programs of the methods of `dyn {name}`: {why}; \
                take a parameter of a type `T: {name}`, match on an `enum`, or put `#[fixed]` on `{name}`, which keeps it \
                and its `impl`s for plain `f64`"
            ),
            Item::ObjectUnknown { of } => write!(
                f,
                "cannot tell the type of this object of `{of}`: the tokens do not show it; bind the value with its type, \
                as in `let value: T = …`"
            ),
            Item::ObjectElsewhere { of, ty } => write!(
                f,
                "cannot make an object of `{of}` in an adjoint program: `{ty}` is no type of this module with the trait; \
                pass a type of the module"
            ),
            Item::ObjectOpen { of } => write!(
                f,
                "cannot pass an object of `{of}` here in an adjoint program: the parameter is public, and takes each type \
                with the trait; make the function private"
            ),
            Item::ObjectLent { of } => write!(
                f,
                "cannot lend this as `&mut dyn {of}` in an adjoint program: an object has a copy of it; take a parameter \
                of the type `&mut impl {of}`"
            ),
            Item::ForeignImpl => write!(
                f,
                "cannot make this `impl` generic over its numbers: its type belongs to another crate; write a \
                function, or keep the `impl` for plain `f64`: remove `#[exp]`, or put `#[fixed]` on it in an annotated module"
            ),
            Item::Formats { name } => write!(
                f,
                "cannot format a number: the text could be inspected; remove `#[exp]` from this `impl`, so that it is \
                for `{name}` over `f64`"
            ),
            Item::ResultMethod { method } => {
                write!(
                    f,
                    "cannot call `{method}` here on a `Result` whose error contains numbers; write a `match`"
                )
            }
            Item::Generic { of } => write!(
                f,
                "cannot write `{of}` out for the type in the place of its parameter: that type has no name here, as a closure, an \
                array and an integer have none, or the generic code may call another method of it; write the type in the \
                declaration"
            ),
            Item::Ordered { method } => {
                write!(
                    f,
                    "cannot tell `{method}` from `Ord::{method}`, which Rust calls for a value: give it another name"
                )
            }
            Item::Reserved { name } => {
                write!(f, "the name `{name}` begins as the names of generated code do: give it another one")
            }
            Item::FixedMethod => write!(
                f,
                "cannot keep a method plain in a block over numbers: move it to an `impl` without `#[exp]`"
            ),
            Item::Constant => write!(
                f,
                "cannot compute a constant over numbers at compile time: write a function without parameters"
            ),
            Item::Drop => write!(
                f,
                "cannot implement `Drop` for a type over numbers: its numbers are moved out of it; add a field of a \
                plain type, without `f64`, and implement `Drop` for that"
            ),
            Item::Clone => write!(
                f,
                "cannot use this `Clone` for a type over numbers: values of numbers are copied as they are; write \
                `#[derive(Clone)]`"
            ),
        }
    }
}
