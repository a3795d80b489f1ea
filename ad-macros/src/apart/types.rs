//! Types that are taken apart: their parts, and how these are held and passed.

use super::Apart;
use crate::parameter::type_name;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::{Expr, GenericArgument, Lifetime, PathArguments, Token, Type, TypeReference};

/// How a value is passed or held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Value,
    Shared,
    Exclusive,
}

impl Way {
    /// The way of a reference.
    pub(super) fn of(exclusive: bool) -> Way {
        if exclusive { Way::Exclusive } else { Way::Shared }
    }
}

/// A part of a type: a field, or a part of a field.
#[derive(Clone)]
pub(super) struct Part {
    /// `best`, `curve.zeros`
    pub(super) name: String,
    /// The type of its content, without the reference.
    pub(super) ty: Type,
    /// How the type holds it.
    pub(super) held: Way,
    /// The lifetime of the reference.
    pub(super) lifetime: Option<Lifetime>,
    /// Whether the user's field is the reference.
    pub(super) is_reference: bool,
    /// Whether it is a number, integer or flag.
    pub(super) is_scalar: bool,
    pub(super) fixed: bool,
}

impl Part {
    /// How a variable holds the part, if the whole is passed in this way. Of a shared scalar there is a copy.
    pub(super) fn passed(&self, way: Way) -> Way {
        match (self.held, way) {
            (Way::Value, Way::Shared) if self.is_scalar => Way::Value,
            (Way::Value, way) => way,
            (Way::Exclusive, Way::Shared) | (Way::Shared, _) => Way::Shared,
            (Way::Exclusive, _) => Way::Exclusive,
        }
    }

    /// The type of a variable that holds the part. A reference that the way makes has this lifetime.
    pub(super) fn type_of(&self, way: Way, made: Option<&Lifetime>) -> Type {
        let ty = &self.ty;
        let lifetime = match (self.held, way) {
            (Way::Shared, _) | (Way::Exclusive, Way::Value) => self.lifetime.as_ref(),
            _ => made,
        };
        match self.passed(way) {
            Way::Value => ty.clone(),
            Way::Shared => reference(lifetime, None, ty),
            Way::Exclusive => reference(lifetime, Some(<Token![mut]>::default()), ty),
        }
    }

    /// The part of a field that holds the type in this way.
    pub(super) fn inside(&self, field: &str, way: Way, lifetime: Option<&Lifetime>) -> Part {
        let held = self.passed(way);
        let own = self.lifetime.as_ref().filter(|_| self.held == held);
        let lifetime = own.or(lifetime).filter(|_| held != Way::Value).cloned();
        Part { name: format!("{field}.{}", self.name), held, lifetime, ..self.clone() }
    }
}

fn reference(lifetime: Option<&Lifetime>, mutability: Option<Token![mut]>, ty: &Type) -> Type {
    let (and_token, lifetime) = (<Token![&]>::default(), lifetime.cloned());
    Type::Reference(TypeReference { and_token, lifetime, mutability, elem: Box::new(ty.clone()) })
}

/// A type that is taken apart.
#[derive(Clone)]
pub(super) struct Taken {
    pub(super) name: String,
    pub(super) generics: Vec<Generic>,
    pub(super) parts: Vec<Part>,
    /// The fields that are such types.
    pub(super) inner: HashMap<String, Taking>,
    /// A field with references to numbers inside of another type, such as `Vec<&[f64]>`: the type cannot be taken apart.
    pub(super) nested: Option<String>,
    /// Whether it derives `Clone`.
    pub(super) clones: bool,
}

/// A generic parameter of a type.
#[derive(Clone)]
pub(super) enum Generic {
    Lifetime(Ident),
    Other(Ident),
}

/// A use of a type that is taken apart: `&mut Solver<'a>`.
#[derive(Clone)]
pub(super) struct Taking {
    pub(super) of: String,
    pub(super) way: Way,
    /// The lifetime of the reference.
    pub(super) lifetime: Option<Lifetime>,
    pub(super) arguments: Vec<GenericArgument>,
}

/// The type of an `impl` block.
#[derive(Clone)]
pub(super) struct Itself {
    pub(super) name: String,
    pub(super) arguments: Vec<GenericArgument>,
}

impl Itself {
    /// The type of a block.
    pub(super) fn of(ty: &Type) -> Option<Self> {
        let name = type_name(ty)?.to_string();
        Some(Itself { name, arguments: arguments(ty) })
    }
}

/// The generic arguments of the last segment.
fn arguments(ty: &Type) -> Vec<GenericArgument> {
    let Type::Path(path) = ty else { return Vec::new() };
    match path.path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(list)) => list.args.iter().cloned().collect(),
        _ => Vec::new(),
    }
}

impl Apart {
    /// The use of a type that is taken apart, if a type is one.
    pub(super) fn taking(&self, ty: &Type, itself: Option<&Itself>) -> Option<Taking> {
        taking(ty, &self.types, itself)
    }
}

/// The use of one of these types.
pub(super) fn taking(ty: &Type, types: &HashMap<String, Taken>, itself: Option<&Itself>) -> Option<Taking> {
    match ty {
        Type::Paren(ty) => taking(&ty.elem, types, itself),
        Type::Reference(reference) => {
            let inner = taking(&reference.elem, types, itself).filter(|inner| inner.way == Way::Value)?;
            Some(Taking {
                way: Way::of(reference.mutability.is_some()),
                lifetime: reference.lifetime.clone(),
                ..inner
            })
        }
        Type::Path(path) if path.qself.is_none() => {
            let name = path.path.segments.last()?.ident.to_string();
            let (of, arguments) = match itself {
                Some(itself) if path.path.is_ident("Self") => (itself.name.clone(), itself.arguments.clone()),
                _ => (name, arguments(ty)),
            };
            types.contains_key(&of).then_some(Taking { of, way: Way::Value, lifetime: None, arguments })
        }
        _ => None,
    }
}

impl Taken {
    /// The type as a use of it has it: with generic arguments.
    pub(super) fn with(&self, arguments: &[GenericArgument]) -> Taken {
        let is_lifetime = |argument: &&GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
        let mut lifetimes = arguments.iter().filter(is_lifetime);
        let mut others = arguments.iter().filter(|argument| !is_lifetime(argument));
        let mut known: HashMap<String, TokenStream> = HashMap::new();
        for generic in &self.generics {
            let (name, argument) = match generic {
                Generic::Lifetime(name) => {
                    (name, Some(lifetimes.next().map_or_else(|| quote!('_), ToTokens::to_token_stream)))
                }
                Generic::Other(name) => (name, others.next().map(ToTokens::to_token_stream)),
            };
            known.extend(argument.map(|argument| (name.to_string(), argument)));
        }
        let with = |part: &Part| {
            let mut part = part.clone();
            let mut substitute = Substitute(&known);
            substitute.visit_type_mut(&mut part.ty);
            part.lifetime.iter_mut().for_each(|lifetime| substitute.visit_lifetime_mut(lifetime));
            part
        };
        Taken { parts: self.parts.iter().map(with).collect(), ..self.clone() }
    }

    /// Whether its parts have types that can be written anywhere.
    pub(super) fn is_concrete(&self) -> bool {
        self.generics.iter().all(|generic| matches!(generic, Generic::Lifetime(_)))
    }
}

/// Replaces generic parameters by arguments.
struct Substitute<'a>(&'a HashMap<String, TokenStream>);

impl VisitMut for Substitute<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if let Some(argument) = self.0.get(&lifetime.ident.to_string())
            && let Ok(argument) = syn::parse2(argument.clone())
        {
            *lifetime = argument;
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(argument) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
            && let Ok(argument) = syn::parse2(argument.clone())
        {
            *ty = argument;
        } else {
            visit::visit_type_mut(self, ty);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && let Some(argument) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
            && let Ok(argument) = syn::parse2(argument.clone())
        {
            *expr = argument;
        } else {
            visit::visit_expr_mut(self, expr);
        }
    }
}

/// The type with lifetimes that rustc infers.
pub(super) fn inferred(mut ty: Type) -> Type {
    struct Inferred;
    impl VisitMut for Inferred {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'_", Span::mixed_site());
            }
        }
    }
    Inferred.visit_type_mut(&mut ty);
    ty
}
