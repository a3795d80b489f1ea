//! What is known of a function before anybody looks into its body: where it stands, and what its parameters are.

use crate::fields::take_fixed;
use crate::kind::Kind;
use crate::numbers::Numbers;
use crate::parameter;
use syn::{FnArg, Generics, Ident, ItemFn, Pat, Type};

/// Where a function stands.
#[derive(Clone)]
pub(crate) enum Position {
    Free,
    /// In an annotated `impl` block.
    Inherent(Box<Holder>),
    /// In an `impl` block of an operator: its type, what its adjoint program is called, and its `Output`.
    Operator(Box<Holder>, String, Option<Box<Type>>),
    /// Where no struct can be written beside it, or none is wanted: in an `impl` block that is not annotated, or in
    /// that of a trait.
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

/// The type that a method belongs to.
#[derive(Clone)]
pub(crate) struct Holder {
    pub(crate) name: Ident,
    /// As the user wrote it: `Point`, `Body<D>`.
    pub(crate) ty: Type,
    pub(crate) generics: Generics,
}

/// A parameter as the user wrote it.
pub(crate) struct Parameter {
    pub(crate) name: Option<Ident>,
    pub(crate) ty: Type,
    pub(crate) fixed: bool,
    /// Whether it holds numbers.
    pub(crate) active: bool,
}

impl Parameter {
    /// Reads the parameters of a function, and takes `#[fixed]` off.
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

    /// The kind of what it is given.
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
