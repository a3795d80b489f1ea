//! Facts about the generic items of a module.

use crate::fields;
use crate::library::types;
use crate::parameter::{mentions, type_name};
use crate::tokens;
use crate::ty::Name;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{
    Attribute, GenericParam, Generics, ImplItem, Item, ItemImpl, Path, TypeParamBound, WherePredicate,
};

/// Associated types, by the names of their types and their own.
pub(super) type Associated = HashMap<(String, String), TokenStream>;

/// The attributes, name and parameters of a type or function.
pub(super) fn head(item: &mut Item) -> Option<(&mut Vec<Attribute>, &mut Ident, &mut Generics)> {
    match item {
        Item::Struct(of) => Some((&mut of.attrs, &mut of.ident, &mut of.generics)),
        Item::Enum(of) => Some((&mut of.attrs, &mut of.ident, &mut of.generics)),
        Item::Fn(of) => Some((&mut of.attrs, &mut of.sig.ident, &mut of.sig.generics)),
        _ => None,
    }
}

/// The same of an item that does not change.
fn declared(item: &Item) -> Option<(&[Attribute], &Ident, &Generics)> {
    match item {
        Item::Struct(of) => Some((&of.attrs, &of.ident, &of.generics)),
        Item::Enum(of) => Some((&of.attrs, &of.ident, &of.generics)),
        Item::Fn(of) => Some((&of.attrs, &of.sig.ident, &of.sig.generics)),
        _ => None,
    }
}

/// The name of a generic type or function, without the mark `#[fixed]`.
pub(super) fn generic_name(item: &Item) -> Option<Name> {
    let (attrs, name, generics) = declared(item)?;
    generics.type_params().next().filter(|_| !fields::stays(attrs))?;
    Some(name.to_string().into())
}

/// The name of the type of an `impl`.
pub(super) fn name_of(block: &ItemImpl) -> Option<Name> {
    type_name(&block.self_ty).map(|name| name.to_string().into())
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

/// The uses of a generic item's parameters. In generic code a call means the method of a trait. In a copy it means the type's own method, if
/// there is one of that name.
pub(super) struct Uses {
    /// The names behind `.` and `::`.
    names: HashSet<String>,
    /// Whether all traits of its parameters are those of `std`.
    only_std: bool,
}

impl Uses {
    /// `None` if copies do not mean the same: they would not share a `static`, and items inside may have parameters of the same names.
    pub(super) fn of(item: &Item, items: &[Item]) -> Option<Self> {
        let name = &generic_name(item)?;
        let of_type =
            |other: &&Item| matches!(other, Item::Impl(block) if name_of(block).as_ref() == Some(name));
        let blocks = items.iter().filter(|_| !matches!(item, Item::Fn(_))).filter(of_type);
        let parts: Vec<&Item> = blocks.chain([item]).collect();
        if parts.iter().any(|part| has_static(part) || has_functions_inside(part)) {
            return None;
        }
        let only_std = parts.iter().all(|part| traits(part).all(|name| types::is_trait(&name)));
        let names = parts.iter().flat_map(|part| names_behind(part)).collect();
        Some(Uses { names, only_std })
    }

    /// Whether the item can be copied for a type with these methods. `None` if they are not known.
    pub(super) fn fits(&self, own: Option<&HashSet<String>>) -> bool {
        own.map_or(self.only_std, |own| own.is_disjoint(&self.names))
    }
}

/// The methods and constants that each type of the module has by itself. `None` if a macro may declare others.
pub(super) fn inherent(items: &[Item]) -> Option<HashMap<Name, HashSet<String>>> {
    let mut found: HashMap<Name, HashSet<String>> = HashMap::new();
    for item in all(items) {
        match item {
            Item::Impl(block) if block.trait_.is_none() => {
                let members = block.items.iter().filter_map(|member| match member {
                    ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                    ImplItem::Const(constant) => Some(constant.ident.to_string()),
                    _ => None,
                });
                if let Some(of) = name_of(block) {
                    found.entry(of).or_default().extend(members);
                }
            }
            Item::Macro(of) if of.ident.is_none() => return None,
            item => {
                if let Some(name) = fields::name(item) {
                    found.entry(name.to_string().into()).or_default();
                }
            }
        }
    }
    Some(found)
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

/// Whether a function has functions inside.
fn has_functions_inside(item: &Item) -> bool {
    let methods = match item {
        Item::Impl(block) => block.items.iter().filter(|member| matches!(member, ImplItem::Fn(_))).count(),
        _ => usize::from(matches!(item, Item::Fn(_))),
    };
    let pointers = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "fn");
    tokens::flat(item).filter(pointers).count() > methods
}

/// The names behind `.` and `::`.
fn names_behind(item: &Item) -> Vec<String> {
    let all: Vec<TokenTree> = tokens::flat(item).collect();
    let behind = all.windows(2).filter_map(|pair| match pair {
        [TokenTree::Punct(punct), TokenTree::Ident(name)] if matches!(punct.as_char(), '.' | ':') => {
            Some(name.to_string())
        }
        _ => None,
    });
    behind.collect()
}

/// The traits in the bounds of an item, and of its methods.
fn traits(item: &Item) -> impl Iterator<Item = String> {
    let generics: Vec<&Generics> = match item {
        Item::Impl(block) => {
            let methods = block.items.iter().filter_map(|member| match member {
                ImplItem::Fn(method) => Some(&method.sig.generics),
                _ => None,
            });
            methods.chain([&block.generics]).collect()
        }
        item => declared(item).map(|(.., generics)| generics).into_iter().collect(),
    };
    let mut found = Vec::new();
    for generics in generics {
        let bounds = generics.type_params().flat_map(|parameter| &parameter.bounds);
        let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let of_clause = clause.filter_map(|predicate| match predicate {
            WherePredicate::Type(of) => Some(&of.bounds),
            _ => None,
        });
        for bound in bounds.chain(of_clause.flatten()) {
            if let TypeParamBound::Trait(bound) = bound {
                found.extend(bound.path.segments.last().map(|last| last.ident.to_string()));
            }
        }
    }
    found.into_iter()
}

/// The name of a type with lifetimes or numbers among its parameters.
pub(super) fn with_other_parameters(item: &Item) -> Option<Name> {
    let (_, name, generics) = declared(item)?;
    let other = generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Type(_)));
    other.then(|| name.to_string().into())
}

/// The associated types of types that are not generic, by the names of both. Two of one name are left out.
pub(super) fn associated(blocks: Vec<(Name, ItemImpl)>) -> Associated {
    let mut found: HashMap<_, Vec<TokenStream>> = HashMap::new();
    for (of, block) in blocks {
        for member in block.items {
            if let ImplItem::Type(ty) = member {
                let key = (of.to_string(), ty.ident.to_string());
                found.entry(key).or_default().push(ty.ty.into_token_stream());
            }
        }
    }
    let only = found.into_iter().filter(|(_, types)| types.len() == 1);
    only.filter_map(|(key, mut types)| Some((key, types.pop()?))).collect()
}
