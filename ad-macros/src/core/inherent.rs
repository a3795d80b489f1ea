//! Methods of traits as methods of types: adjoint programs call the methods of a type by its name. Copied are the methods of `std`'s
//! traits that take an iterator, and those of the module's traits that make values over numbers, but do not name numbers.
//!
//! ```text
//! // Input:  impl Sum for Vector { fn sum<I: Iterator<Item = Vector>>(items: I) -> Vector { … } }
//! // Output: … impl Vector { fn sum<I: Iterator<Item = Vector>>(items: I) -> Vector { … } }
//! ```

use crate::fields;
use crate::numbers::Numbers;
use crate::parameter::{mentions, type_name};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{ImplItem, Item, ItemImpl, ItemMod, parse_quote};

/// The ends of iterators that make a value, and the functions behind them.
pub(super) const MAKERS: &[(&str, &str)] =
    &[("collect", "from_iter"), ("sum", "sum"), ("product", "product")];

const TRAITS: &[&str] = &["Extend", "FromIterator", "Sum", "Product"];

/// Copies the methods. A type with several `impl`s of a trait, or with another method of that name, has no copy.
pub(super) fn write_out(items: &mut Vec<Item>, numbers: &Numbers) {
    for item in &mut *items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::stays(attrs)
        {
            write_out(items, numbers);
        }
    }
    let traits = items.iter().filter_map(|item| match item {
        Item::Trait(of) if !numbers.are_in_trait(of) => Some(of.ident.to_string()),
        _ => None,
    });
    let traits: HashSet<String> = traits.collect();
    let mut copies: Vec<ItemImpl> = items
        .iter()
        .filter_map(|item| as_block(item).and_then(|block| copy(block, &traits, numbers)))
        .collect();
    let all: Vec<Method> = copies
        .iter()
        .chain(items.iter().filter_map(as_block).filter(|of| of.trait_.is_none()))
        .flat_map(methods)
        .collect();
    copies.retain(|block| {
        methods(block).iter().all(|method| all.iter().filter(|other| *other == method).count() == 1)
    });
    items.extend(copies.into_iter().map(Item::Impl));
}

fn as_block(item: &Item) -> Option<&ItemImpl> {
    match item {
        Item::Impl(block) => Some(block),
        _ => None,
    }
}

/// The copy of an `impl`, if its methods are copied.
fn copy(block: &ItemImpl, traits: &HashSet<String>, numbers: &Numbers) -> Option<ItemImpl> {
    let name = block.trait_.as_ref()?.1.segments.last()?.ident.to_string();
    let own = traits.contains(&name) && type_name(&block.self_ty).is_some_and(|of| numbers.is_struct(&of));
    if !block.generics.params.is_empty() || fields::stays(&block.attrs) || !own && !TRAITS.contains(&&*name) {
        return None;
    }
    let mut copy = ItemImpl { trait_: None, ..block.clone() };
    copy.items.retain_mut(|member| match member {
        ImplItem::Fn(method) => {
            method.vis = parse_quote!(pub(crate));
            !own || mentions(&method.sig, "Self") || numbers.occurs_in(&method.sig)
        }
        _ => false,
    });
    copy.attrs.push(parse_quote!(#[allow(dead_code)]));
    (!copy.items.is_empty()).then_some(copy)
}

/// A type, and the name of one of its methods.
type Method = (Option<Ident>, Ident);

fn methods(block: &ItemImpl) -> Vec<Method> {
    let of = type_name(&block.self_ty);
    let name = |member: &ImplItem| match member {
        ImplItem::Fn(method) => Some((of.clone(), method.sig.ident.clone())),
        _ => None,
    };
    block.items.iter().filter_map(name).collect()
}
