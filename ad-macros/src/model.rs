//! A function without its body: its place and its parameters.

use crate::fields::take_fixed;
use crate::kind::Kind;
use crate::numbers::Numbers;
use crate::parameter;
use syn::{FnArg, Generics, Ident, ItemFn, Pat, Path, Type};

/// The place of a function.
#[derive(Clone)]
pub(crate) enum Position {
    Free,
    /// In an annotated `impl` block.
    Inherent(Box<Holder>),
    /// In an `impl` block of an operator: the type, the name of its adjoint program, and `Output`.
    Operator(Box<Holder>, String, Option<Box<Type>>),
    /// In a trait over numbers, or in its `impl`: the adjoint program is another method of it.
    Trait(Box<Holder>, OfTrait),
    /// Without a struct: in an `impl` block of a type without numbers, which is not annotated.
    Alone,
    /// The same in the `impl` block of a trait.
    Elsewhere,
}

impl Position {
    pub(crate) fn holder(&self) -> Option<&Holder> {
        match self {
            Position::Inherent(holder) => Some(holder),
            _ => None,
        }
    }
}

/// The place of a method of a trait.
#[derive(Clone)]
pub(crate) enum OfTrait {
    /// In the trait, without a body.
    Declared,
    /// In the trait.
    Provided,
    /// In an `impl` of this trait.
    Implemented(Box<Path>),
}

/// The type that a method belongs to.
#[derive(Clone)]
pub(crate) struct Holder {
    pub(crate) name: Ident,
    /// As the user wrote it: `Point`, `Body<D>`.
    pub(crate) ty: Type,
    /// Whether the methods belong to references of the type: `impl Add for &Point`.
    pub(crate) by_reference: bool,
    pub(crate) generics: Generics,
}

/// A parameter as the user wrote it.
pub(crate) struct Parameter {
    pub(crate) name: Option<Ident>,
    pub(crate) ty: Type,
    pub(crate) fixed: bool,
    /// Whether it contains numbers.
    pub(crate) active: bool,
}

impl Parameter {
    /// Reads the parameters of a function, and removes `#[fixed]`.
    pub(crate) fn take_all(item: &mut ItemFn, numbers: &Numbers) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for input in &mut item.sig.inputs {
            if let FnArg::Typed(typed) = input {
                let fixed = take_fixed(&mut typed.attrs);
                parameters.push(Parameter {
                    name: name_of(&typed.pat),
                    ty: (*typed.ty).clone(),
                    fixed,
                    active: !fixed
                        && (numbers.occurs_in(&typed.ty) || is_generic_over_numbers(&typed.ty, numbers)),
                });
            }
        }
        parameters
    }

    /// The kind of its argument.
    pub(crate) fn kind(&self, numbers: &Numbers) -> Kind {
        Kind::of_type(&self.ty, if self.fixed { &Kind::Fixed } else { &Kind::Number }, numbers)
    }
}

fn name_of(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.clone()),
        _ => None,
    }
}

/// A parameter `f: F` with `F: Fn(f64) -> f64`.
fn is_generic_over_numbers(ty: &Type, numbers: &Numbers) -> bool {
    numbers.generics.iter().any(|(name, kind)| !kind.is_plain() && parameter::mentions(ty, name))
}
