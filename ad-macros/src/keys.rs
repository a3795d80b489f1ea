//! The types of a module that may be the keys of a hash map. A map over numbers is visited in the order of its keys, and shows a missing
//! one. So a type with `Hash` also gets `Ord` and `Debug`.

use crate::fields;
use crate::library::types;
use crate::parameter::{mentions, type_name};
use crate::tokens;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;
use syn::{Attribute, Item, Type};

/// The derives that types get, by the names of the types.
pub(crate) fn derives(items: &[Item]) -> HashMap<String, TokenStream> {
    let mut found = HashMap::new();
    read(items, &mut found);
    let written: Vec<(String, String)> = implemented(items);
    let has = |name: &str, attrs: &[Attribute], of: &str| {
        attrs.iter().any(|attr| attr.path().is_ident("derive") && mentions(&attr.meta, of))
            || written.iter().any(|(ty, of_trait)| ty == name && of_trait == of)
    };
    let mut keys = HashMap::new();
    loop {
        let ordered = |name: &str| {
            keys.contains_key(name) || found.get(name).is_some_and(|(attrs, _)| has(name, attrs, "Ord"))
        };
        let next = found.iter().find(|(name, (attrs, parts))| {
            has(name, attrs, "Hash")
                && !["PartialOrd", "Ord"].iter().any(|of| has(name, attrs, of))
                && !keys.contains_key(*name)
                && parts.iter().all(|ty| is_ordered(ty, &ordered))
        });
        let Some((name, (attrs, _))) = next else { return keys };
        let debug = (!has(name, attrs, "Debug")).then(|| quote!(::core::fmt::Debug,));
        keys.insert(name.clone(), quote!(#[derive(#debug ::core::cmp::PartialOrd, ::core::cmp::Ord)]));
    }
}

type Found<'a> = HashMap<String, (&'a [Attribute], Vec<&'a Type>)>;

fn read<'a>(items: &'a [Item], found: &mut Found<'a>) {
    for item in items {
        let attrs = match item {
            Item::Struct(of) if of.generics.params.is_empty() => &of.attrs,
            Item::Enum(of) if of.generics.params.is_empty() => &of.attrs,
            Item::Mod(of) => {
                read(of.content.as_ref().map_or(&[], |(_, items)| items), found);
                continue;
            }
            _ => continue,
        };
        let parts = fields::variants(item).into_iter().flat_map(|(_, fields)| fields).map(|field| &field.ty);
        let name = fields::name(item).map(|name| name.to_string()).unwrap_or_default();
        found.insert(name, (attrs, parts.collect()));
    }
}

/// The traits that are written by hand, with their types.
fn implemented(items: &[Item]) -> Vec<(String, String)> {
    let of = |item: &Item| match item {
        Item::Impl(of) => {
            let last = of.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
            let pair = type_name(&of.self_ty).zip(last);
            pair.map(|(ty, last)| (ty.to_string(), last.ident.to_string())).into_iter().collect()
        }
        Item::Mod(of) => implemented(of.content.as_ref().map_or(&[], |(_, items)| items)),
        _ => Vec::new(),
    };
    items.iter().flat_map(of).collect()
}

/// Whether the values of a type with `Hash` are ordered, as far as its names tell.
fn is_ordered(ty: &Type, known: &dyn Fn(&str) -> bool) -> bool {
    tokens::names(ty).all(|name| {
        let name = name.to_string();
        types::is_plain(&name)
            || matches!(&*name, "Vec" | "VecDeque" | "Option" | "Box" | "static")
            || known(&name)
    })
}
