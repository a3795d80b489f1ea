//! Methods of `std`'s traits that take an iterator: a type of the module gets a copy as a method of its own, which adjoint programs inline.
//!
//! ```text
//! // Input:  impl Sum for Vector { fn sum<I: Iterator<Item = Vector>>(items: I) -> Vector { … } }
//! // Output: … impl Vector { fn sum<I: Iterator<Item = Vector>>(items: I) -> Vector { … } }
//! ```

use crate::fields;
use crate::parameter::type_name;
use syn::{ImplItem, Item, ItemImpl, ItemMod, parse_quote};

/// The ends of iterators that make a value, and the functions behind them.
pub(super) const MAKERS: &[(&str, &str)] =
    &[("collect", "from_iter"), ("sum", "sum"), ("product", "product")];

const TRAITS: &[&str] = &["Extend", "FromIterator", "Sum", "Product"];

/// Copies the methods. A type with several `impl`s of a trait, or with a method of that name, has no copy.
pub(super) fn write_out(items: &mut Vec<Item>) {
    for item in &mut *items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::stays(attrs)
        {
            write_out(items);
        }
    }
    let blocks =
        || items.iter().filter_map(|item| if let Item::Impl(block) = item { Some(block) } else { None });
    let of_trait = |block: &ItemImpl| {
        let name = block.trait_.as_ref()?.1.segments.last()?.ident.to_string();
        TRAITS.contains(&&*name).then_some(name)
    };
    let of = |block: &ItemImpl| type_name(&block.self_ty).map(|name| name.to_string());
    let methods = |block: &ItemImpl| -> Vec<String> {
        let name = |member: &ImplItem| match member {
            ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        };
        block.items.iter().filter_map(name).collect()
    };
    let is_copied = |block: &&ItemImpl| {
        let (Some(name), simple) = (of_trait(block), block.generics.params.is_empty()) else { return false };
        let one = blocks()
            .filter(|other| of(other) == of(block) && of_trait(other).as_ref() == Some(&name))
            .count()
            == 1;
        let has_its_own = blocks().any(|other| {
            other.trait_.is_none()
                && of(other) == of(block)
                && methods(other).iter().any(|method| methods(block).contains(method))
        });
        simple && one && !has_its_own && !fields::stays(&block.attrs)
    };
    let copy = |block: &ItemImpl| {
        let mut copy = ItemImpl { trait_: None, ..block.clone() };
        copy.items.retain_mut(|member| match member {
            ImplItem::Fn(method) => {
                method.vis = parse_quote!(pub(crate));
                true
            }
            _ => false,
        });
        copy.attrs.push(parse_quote!(#[allow(dead_code)]));
        Item::Impl(copy)
    };
    let copies: Vec<Item> = blocks().filter(is_copied).map(copy).collect();
    items.extend(copies);
}
