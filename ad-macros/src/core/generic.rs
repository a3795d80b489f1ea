//! Refuses numbers in the type parameters of structs and enums: their methods have no bounds that numbers need.

use crate::body::tree::{Body, Form};
use crate::errors::Errors;
use crate::fields::has_parts;
use crate::infer::Typed;
use crate::numbers::Numbers;
use crate::parameter::type_name;
use crate::refusal;
use crate::ty::{Name, Ty};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::Item;

/// The types whose parameters may contain numbers: those of other types with a trait, as `struct Sum<A, B>(A, B)` is.
pub(super) fn supported(items: &[Item]) -> HashSet<Name> {
    let types = items.iter().filter_map(|item| match item {
        Item::Impl(item) if item.trait_.is_some() => type_name(&item.self_ty),
        _ => None,
    });
    let with_traits: HashSet<Ident> = types.collect();
    let types = items.iter().filter_map(|item| match item {
        Item::Struct(item) if has_parts(item) && with_traits.contains(&item.ident) => {
            Some(Name::from(item.ident.to_string()))
        }
        _ => None,
    });
    types.collect()
}

/// Reports the first use of each other type.
pub(super) fn refuse(
    body: &Body,
    typed: &Typed,
    numbers: &Numbers,
    known: &mut HashSet<Name>,
    errors: &Errors,
) {
    for id in body.ids() {
        let made = matches!(body.form(id), Form::Struct { .. } | Form::Call(..) | Form::Method(..));
        if let (true, Ty::Struct(of, parts)) = (made, typed.of(id))
            && parts.iter().any(|part| super::has_numbers(part, numbers))
            && known.insert(of.clone())
        {
            errors.at(body.print_one(id), refusal::Item::Generic { of });
        }
    }
}
