//! The user's generic parameters: the kinds that their bounds imply, and how they are passed.

use crate::kind::Kind;
use crate::numbers::{Numbers, is_float};
use crate::parameter;
use crate::visit::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::{GenericParam, Generics, Type, TypeParamBound, WherePredicate};

/// The parameters as arguments. A constant is in braces, since a type may have its name: the expression of `fn n(x: f64)` is
/// called `N`.
///
/// ```text
/// // Input:  <'a, T: Clone, const N: usize>
/// // Output: 'a, T, { N }
/// ```
pub(crate) fn arguments(generics: &Generics) -> Vec<TokenStream> {
    let argument = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Const(parameter) => {
            let name = &parameter.ident;
            quote!({ #name })
        }
    };
    generics.params.iter().map(argument).collect()
}

/// The kinds that the bounds of the user's generic parameters imply.
pub(crate) fn kinds(generics: &Generics, numbers: &Numbers) -> HashMap<String, Kind> {
    let mut kinds = HashMap::new();
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                let mut bounds: Vec<&TypeParamBound> = parameter.bounds.iter().collect();
                for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
                    if let WherePredicate::Type(predicate) = predicate
                        && parameter::mentions(&predicate.bounded_ty, &parameter.ident.to_string())
                    {
                        bounds.extend(&predicate.bounds);
                    }
                }
                let name = parameter.ident.to_string();
                let over_numbers = |bound: &&TypeParamBound| match bound {
                    TypeParamBound::Trait(bound) => {
                        bound.path.segments.last().is_some_and(|last| numbers.is_trait(&last.ident))
                    }
                    _ => false,
                };
                let kind = if bounds.iter().any(over_numbers) {
                    Kind::Struct(name.clone())
                } else {
                    Kind::of_bounds(bounds, &Kind::Number, numbers)
                };
                kinds.insert(name, kind);
            }
            GenericParam::Const(parameter) => {
                kinds
                    .insert(parameter.ident.to_string(), Kind::of_type(&parameter.ty, &Kind::Fixed, numbers));
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    kinds
}

/// Whether a `where` clause bounds `f64`: `where f64: num_traits::Zero`.
pub(crate) fn bounds_floats(generics: &Generics) -> bool {
    let mut predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.any(|predicate| {
        matches!(predicate, WherePredicate::Type(predicate)
            if matches!(&predicate.bounded_ty, Type::Path(ty) if is_float(&ty.path)))
    })
}

/// The bounds of the `where` clause on `f64`, for `number`, which is a dictionary's number.
///
/// ```text
/// // Input:  where f64: Zero
/// // Output: Num<D>: Zero
/// ```
pub(crate) fn bounds_of(number: &Type, generics: &Generics) -> Vec<WherePredicate> {
    struct Replace<'a>(&'a Type);
    impl VisitMut for Replace<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if matches!(ty, Type::Path(ty) if ty.qself.is_none() && is_float(&ty.path)) {
                *ty = self.0.clone();
            } else {
                visit::visit_type_mut(self, ty);
            }
        }
    }
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let over_floats = predicates.filter(|predicate| parameter::mentions(predicate, "f64"));
    let mut lowered: Vec<_> = over_floats.cloned().collect();
    lowered.iter_mut().for_each(|predicate| Replace(number).visit_where_predicate_mut(predicate));
    lowered
}
