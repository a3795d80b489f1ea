//! The user's generic parameters: what their bounds tell of their values.

use crate::kind::Kind;
use crate::numbers::Numbers;
use crate::parameter;
use std::collections::HashMap;
use syn::{GenericParam, Generics, TypeParamBound, WherePredicate};

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
