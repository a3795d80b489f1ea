//! The fields of structs and enums, and the mark `#[fixed]` on fields and other items.

use crate::visit::VisitMut;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, Item};

/// The name of a type item.
pub(crate) fn name(item: &Item) -> Option<Ident> {
    match item {
        Item::Struct(item) => Some(item.ident.clone()),
        Item::Enum(item) => Some(item.ident.clone()),
        Item::Type(item) => Some(item.ident.clone()),
        _ => None,
    }
}

/// The variants of a struct (one) or enum, with their paths.
pub(crate) fn variants(item: &Item) -> Vec<(TokenStream, &Fields)> {
    match item {
        Item::Struct(item) => vec![(item.ident.to_token_stream(), &item.fields)],
        Item::Enum(item) => {
            let name = &item.ident;
            item.variants
                .iter()
                .map(|variant| (variant.ident.to_token_stream(), &variant.fields))
                .map(|(v, f)| (quote!(#name::#v), f))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the mark is there.
pub(crate) fn is_fixed(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("fixed"))
}

/// Removes `#[fixed]`, and returns whether it was there.
pub(crate) fn take_fixed(attrs: &mut Vec<syn::Attribute>) -> bool {
    let before = attrs.len();
    attrs.retain(|attr| !attr.path().is_ident("fixed"));
    attrs.len() < before
}

/// Removes the marks of all items of a module.
pub(crate) fn take_all_fixed(module: &mut syn::ItemMod) {
    struct Marks;
    impl VisitMut for Marks {
        fn visit_attributes_mut(&mut self, attrs: &mut Vec<syn::Attribute>) {
            take_fixed(attrs);
        }
    }
    Marks.visit_item_mod_mut(module);
}

/// Whether an item of a module stays unchanged: a test, or an item with the mark.
pub(crate) fn stays(attrs: &[Attribute]) -> bool {
    let test = attrs.iter().any(|attr| {
        attr.path().is_ident("test")
            || attr
                .meta
                .require_list()
                .is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    });
    is_fixed(attrs) || test
}
