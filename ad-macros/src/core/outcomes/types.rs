//! The results among the types of a module.

use super::enums::Enums;
use crate::fields;
use crate::infer::Items;
use crate::numbers::Numbers;
use crate::parameter;
use crate::visit::{self, VisitMut};
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::{
    GenericArgument, GenericParam, Generics, Ident, ImplItem, Item, ItemImpl, PathArguments, TraitItem, Type,
    TypePath, parse_quote,
};

/// The arguments of `Result<T, E>`.
pub(super) fn result(ty: &Type) -> Option<(&Type, &Type)> {
    match &arguments(ty, "Result")?[..] {
        [value, error] => Some((value, error)),
        _ => None,
    }
}

fn arguments<'t>(ty: &'t Type, name: &str) -> Option<Vec<&'t Type>> {
    let Type::Path(TypePath { qself: None, path }) = ty else { return None };
    let last = path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return Some(Vec::new()) };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some(types.collect())
}

fn has_references(ty: &Type) -> bool {
    ty.to_token_stream().to_string().contains(['&', '\''])
}

/// The results among the types, which are found first, and replaced later.
pub(super) struct Types<'a> {
    pub(super) numbers: &'a Numbers,
    pub(super) declared: &'a Items,
    pub(super) aliases: HashMap<String, (Vec<Ident>, Type)>,
    pub(super) generics: HashSet<String>,
    pub(super) itself: Option<Type>,
    pub(super) found: Vec<Type>,
    pub(super) enums: Option<&'a Enums<'a>>,
}

impl Types<'_> {
    /// The type as `Result<T, E>`, if its error contains numbers.
    pub(super) fn read(&self, ty: &Type) -> Option<Type> {
        let mut ty = ty.clone();
        if let Type::Path(path) = &ty
            && path.path.segments.len() == 1
            && let name = path.path.segments[0].ident.to_string()
            && let Some((parameters, meant)) = self.aliases.get(&name)
        {
            let given = arguments(&ty, &name)?;
            let given = parameters.iter().cloned().zip(given.into_iter().cloned()).collect();
            let mut meant = meant.clone();
            Replaced(given).visit_type_mut(&mut meant);
            ty = meant;
        }
        let ty = without_self(&ty, self.itself.as_ref());
        let (_, error) = result(&ty)?;
        let owned = !has_references(&ty) && arguments(error, "Box").is_none();
        let known = !self.generics.iter().any(|name| parameter::mentions(&ty, name))
            && !parameter::mentions(&ty, "_");
        (owned && known && self.numbers.occurs_in(error)).then_some(ty)
    }

    /// Whether an `impl` stays: it is plain, or a conversion whose trait demands the result.
    pub(super) fn leaves(&self, of: &ItemImpl) -> bool {
        let last = of.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        let demands = last
            .map(|last| last.ident.to_string())
            .is_some_and(|name| matches!(&*name, "FromStr" | "TryFrom") && !self.declared.is_trait(&name));
        demands || fields::is_fixed(&of.attrs)
    }
}

impl VisitMut for Types<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let read = self.read(ty);
        match (read, self.enums) {
            (Some(read), None) => self.found.push(read),
            (Some(read), Some(enums)) => {
                if let Some(name) = enums.named(&read) {
                    *ty = parse_quote!(#name);
                    return;
                }
            }
            (None, _) => {}
        }
        visit::visit_type_mut(self, ty);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        self.itself = match item {
            Item::Mod(_) | Item::Type(_) => return,
            Item::Fn(item) if fields::is_fixed(&item.attrs) => return,
            Item::Impl(item) if self.leaves(item) => return,
            Item::Impl(item) => Some((*item.self_ty).clone()),
            _ => None,
        };
        visit::visit_item_mut(self, item);
    }
}

pub(super) fn without_self(ty: &Type, itself: Option<&Type>) -> Type {
    let mut ty = ty.clone();
    let itself = itself.map(|of| (format_ident!("Self"), of.clone()));
    Replaced(itself.into_iter().collect()).visit_type_mut(&mut ty);
    ty
}

/// Types in place of names.
pub(super) struct Replaced(pub(super) Vec<(Ident, Type)>);

impl VisitMut for Replaced {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(name) = path.path.get_ident()
            && let Some((_, meant)) = self.0.iter().find(|(of, _)| of == name)
        {
            *ty = meant.clone();
            return;
        }
        visit::visit_type_mut(self, ty);
    }
}

/// The names of results: `type Solved<T> = Result<T, Failed>;`
pub(super) fn aliases(items: &[Item]) -> HashMap<String, (Vec<Ident>, Type)> {
    let of_result = items.iter().filter_map(|item| match item {
        Item::Type(item) if result(&item.ty).is_some() => {
            let types = item.generics.params.iter().filter_map(|parameter| match parameter {
                GenericParam::Type(of) => Some(of.ident.clone()),
                _ => None,
            });
            Some((item.ident.to_string(), (types.collect(), (*item.ty).clone())))
        }
        _ => None,
    });
    of_result.collect()
}

/// The names of all generic parameters. A type that they are in has no enum.
pub(super) fn generics(items: &[Item]) -> HashSet<String> {
    let of_item = |item: &Item| -> Vec<Generics> {
        match item {
            Item::Fn(of) => vec![of.sig.generics.clone()],
            Item::Impl(of) => {
                let methods = of.items.iter().filter_map(|member| match member {
                    ImplItem::Fn(method) => Some(method.sig.generics.clone()),
                    _ => None,
                });
                methods.chain([of.generics.clone()]).collect()
            }
            Item::Trait(of) => {
                let methods = of.items.iter().filter_map(|member| match member {
                    TraitItem::Fn(method) => Some(method.sig.generics.clone()),
                    _ => None,
                });
                methods.chain([of.generics.clone()]).collect()
            }
            Item::Struct(of) => vec![of.generics.clone()],
            Item::Enum(of) => vec![of.generics.clone()],
            _ => Vec::new(),
        }
    };
    let generics = items.iter().flat_map(of_item).flat_map(|generics| generics.params);
    let names = generics.filter_map(|parameter| match parameter {
        GenericParam::Type(of) => Some(of.ident.to_string()),
        GenericParam::Const(of) => Some(of.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}
