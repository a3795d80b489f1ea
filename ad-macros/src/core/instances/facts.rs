//! What the items of a module say of its generic types.

use crate::fields;
use crate::parameter::type_name;
use crate::ty::Name;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{GenericParam, ImplItem, Item, ItemImpl, TraitItem};

/// Associated types, by the names of their types and their own.
pub(super) type Associated = HashMap<(String, String), TokenStream>;

/// The name of a generic type or function.
pub(super) fn generic_name(item: &Item) -> Option<Name> {
    let (attrs, generics, name) = match item {
        Item::Struct(of) => (&of.attrs, &of.generics, &of.ident),
        Item::Enum(of) => (&of.attrs, &of.generics, &of.ident),
        Item::Fn(of) => (&of.attrs, &of.sig.generics, &of.sig.ident),
        _ => return None,
    };
    let has_types = generics.type_params().next().is_some();
    (has_types && !fields::stays(attrs)).then(|| name.to_string().into())
}

/// The name of a type with lifetimes or numbers among its parameters.
pub(super) fn with_other_parameters(item: &Item) -> Option<Name> {
    let (generics, name) = match item {
        Item::Struct(of) => (&of.generics, &of.ident),
        Item::Enum(of) => (&of.generics, &of.ident),
        _ => return None,
    };
    let other = generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Type(_)));
    other.then(|| name.to_string().into())
}

/// The types with a method of the name of one of their traits' methods. In generic code a call means the trait's, and elsewhere their own.
pub(super) fn shadowing(items: &[Item]) -> HashSet<Name> {
    let names = |members: &[ImplItem]| -> HashSet<String> {
        let name = |member: &ImplItem| match member {
            ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        };
        members.iter().filter_map(name).collect()
    };
    let of_trait = |name: &Ident| -> HashSet<String> {
        let own = items.iter().find_map(|item| match item {
            Item::Trait(of) if of.ident == *name => Some(of),
            _ => None,
        });
        let name = |member: &TraitItem| match member {
            TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        };
        own.into_iter().flat_map(|of| of.items.iter().filter_map(name)).collect()
    };
    let (mut own, mut of_traits) =
        (HashMap::<Name, HashSet<String>>::new(), HashMap::<Name, HashSet<String>>::new());
    for item in items {
        if let Item::Impl(block) = item
            && let Some(of) = type_name(&block.self_ty)
        {
            let of: Name = of.to_string().into();
            match block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()) {
                Some(last) => {
                    let all = of_traits.entry(of).or_default();
                    all.extend(names(&block.items));
                    all.extend(of_trait(&last.ident));
                }
                None => own.entry(of).or_default().extend(names(&block.items)),
            }
        }
    }
    let both = own
        .into_iter()
        .filter(|(of, names)| of_traits.get(of).is_some_and(|others| !names.is_disjoint(others)));
    both.map(|(of, _)| of).collect()
}

/// Whether a trait of the module is that of a type of `std`, which may have methods of the same names.
pub(super) fn traits_of_others(items: &[Item]) -> bool {
    let types: HashSet<Ident> = items.iter().filter_map(fields::name).collect();
    let traits =
        items.iter().filter_map(|item| if let Item::Trait(of) = item { Some(&of.ident) } else { None });
    let traits: HashSet<&Ident> = traits.collect();
    items.iter().any(|item| match item {
        Item::Impl(block) => {
            let last = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
            last.is_some_and(|last| traits.contains(&last.ident))
                && type_name(&block.self_ty).is_none_or(|of| !types.contains(&of))
        }
        _ => false,
    })
}

/// The associated types of types that are not generic, by the names of both.
pub(super) fn associated(blocks: Vec<(Name, ItemImpl)>) -> Associated {
    let all = blocks.into_iter().flat_map(|(of, block)| {
        block.items.into_iter().filter_map(move |member| match member {
            ImplItem::Type(ty) => Some(((of.to_string(), ty.ident.to_string()), ty.ty.into_token_stream())),
            _ => None,
        })
    });
    all.collect()
}
