//! What the items of a module say of its generic types.

use crate::fields;
use crate::library::types;
use crate::parameter::{mentions, type_name};
use crate::tokens;
use crate::ty::Name;
use crate::visit::Visit;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{
    Attribute, GenericParam, Generics, ImplItem, Item, ItemImpl, Path, TraitItem, TypeParamBound,
    WherePredicate,
};

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

/// The items of a module, and of those inside.
fn all(items: &[Item]) -> Vec<&Item> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Mod(of) => found.extend(all(of.content.as_ref().map_or(&[][..], |(_, items)| items))),
            item => found.push(item),
        }
    }
    found
}

/// Whether copies of a generic item mean the same: it has no `static`, which its instances share, and its parameters have traits of the
/// module or of `std`, whose methods are known.
pub(super) fn is_copied(item: &Item, items: &[Item]) -> bool {
    let name = match item {
        Item::Fn(of) => &of.sig.ident,
        Item::Struct(of) => &of.ident,
        Item::Enum(of) => &of.ident,
        _ => return false,
    };
    let of_item = |other: &&Item| match other {
        Item::Impl(block) => type_name(&block.self_ty).as_ref() == Some(name),
        _ => false,
    };
    let parts: Vec<&Item> = items.iter().filter(of_item).chain([item]).collect();
    let tree = all(items);
    let known = |bound: &Ident| {
        types::is_trait(&bound.to_string())
            || tree.iter().any(|item| matches!(item, Item::Trait(of) if of.ident == *bound))
    };
    parts.iter().all(|part| !has_static(part) && traits(part).iter().all(known))
}

/// Whether an attribute names a function to record its calls.
pub(super) fn is_recorded(item: &Item, items: &[Item], record: &[Path]) -> bool {
    let Item::Fn(of) = item else { return false };
    let name = &of.sig.ident.to_string();
    let says = |attrs: &[Attribute]| {
        attrs.iter().any(|attr| attr.path().is_ident("exp") && mentions(&attr.meta, name))
    };
    record.iter().any(|path| mentions(path, name))
        || all(items).into_iter().any(|item| match item {
            Item::Fn(of) => says(&of.attrs),
            Item::Impl(of) => {
                of.items.iter().any(|member| matches!(member, ImplItem::Fn(method) if says(&method.attrs)))
            }
            _ => false,
        })
}

fn has_static(item: &Item) -> bool {
    let mut lifetime = false;
    tokens::flat(item).any(|token| {
        let found = !lifetime && matches!(&token, TokenTree::Ident(name) if name == "static");
        lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        found
    })
}

/// The traits in the bounds of an item.
fn traits(item: &Item) -> Vec<Ident> {
    struct Traits(Vec<Ident>);
    impl<'ast> Visit<'ast> for Traits {
        fn visit_generics(&mut self, generics: &'ast Generics) {
            let bounds = generics.type_params().flat_map(|parameter| &parameter.bounds);
            let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            let of_clause = clause.filter_map(|predicate| match predicate {
                WherePredicate::Type(of) => Some(&of.bounds),
                _ => None,
            });
            for bound in bounds.chain(of_clause.flatten()) {
                if let TypeParamBound::Trait(bound) = bound {
                    self.0.extend(bound.path.segments.last().map(|last| last.ident.clone()));
                }
            }
        }
    }
    let mut traits = Traits(Vec::new());
    traits.visit_item(item);
    traits.0
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
    let items = &all(items);
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
        if let Item::Impl(block) = *item
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
    let items = &all(items);
    let types: HashSet<Ident> = items.iter().filter_map(|item| fields::name(item)).collect();
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
