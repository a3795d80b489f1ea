//! The user's generic parameters: what their bounds tell of their values, and how they are passed on.

use crate::kind::Kind;
use crate::numbers::Numbers;
use crate::parameter;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::{GenericParam, Generics, TypeParamBound, WherePredicate};

/// The parameters as arguments. A constant stands in braces, for there may be a type of its name: the expression of
/// `fn n(x: f64)` is called `N`.
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

/// What the bounds of the user's generic parameters tell of their values.
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
                kinds.insert(parameter.ident.to_string(), Kind::of_bounds(bounds, &Kind::Number, numbers));
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
