//! The types of objects.
//!
//! ```text
//! // Input:  Vec<Box<dyn Layer + '_>>, pub fn f(layer: &dyn Layer)
//! // Output: Vec<Box<LayerObject>>, pub fn f(layer: &impl Layer)
//! ```

use super::found::Object;
use super::public::{is_public, is_reachable};
use crate::visit::{self, VisitMut};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Expr, FnArg, ImplItem, Item, Macro, Signature, Token, Type, TypeParamBound, TypeTraitObject,
    parse_quote_spanned,
};

/// Makes the public functions with a parameter `&dyn Layer` generic: callers elsewhere pass their own types.
pub(super) fn open(items: &mut [Item], objects: &[Object]) {
    let replaced = Replaced { objects };
    let reachable = items.iter().map(|item| match item {
        Item::Impl(item) => item.trait_.is_none() && is_reachable(&item.self_ty, items),
        _ => false,
    });
    let reachable: Vec<bool> = reachable.collect();
    for (item, reachable) in items.iter_mut().zip(reachable) {
        match item {
            Item::Fn(item) if is_public(&item.vis) => replaced.open(&mut item.sig),
            Item::Impl(item) if reachable => {
                for member in &mut item.items {
                    if let ImplItem::Fn(method) = member
                        && is_public(&method.vis)
                    {
                        replaced.open(&mut method.sig);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Replaces the objects in all types of the items.
pub(super) fn all(items: &mut [Item], objects: &[Object]) {
    let mut replaced = Replaced { objects };
    items.iter_mut().for_each(|item| replaced.visit_item_mut(item));
}

/// `dyn Layer` of `&dyn Layer` and `&mut dyn Layer`.
pub(super) fn referent(ty: &Type) -> Option<&TypeTraitObject> {
    let Type::Reference(reference) = ty else { return None };
    let mut inner = &*reference.elem;
    while let Type::Paren(syn::TypeParen { elem, .. }) = inner {
        inner = elem;
    }
    match inner {
        Type::TraitObject(object) => Some(object),
        _ => None,
    }
}

/// The name of the trait, if an object has one trait besides markers.
pub(super) fn trait_of(object: &TypeTraitObject) -> Option<&Ident> {
    let mut traits = object.bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| &last.ident),
        _ => None,
    });
    traits.find(|name| *name != "Send" && *name != "Sync")
}

struct Replaced<'a> {
    objects: &'a [Object],
}

impl Replaced<'_> {
    fn of(&self, object: &TypeTraitObject) -> Option<&Object> {
        let name = trait_of(object)?;
        self.objects.iter().find(|object| object.of == *name)
    }

    fn open(&self, signature: &mut Signature) {
        for input in &mut signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let Some(object) = referent(&typed.ty).and_then(|object| self.of(object)) else { continue };
            let of = &object.of;
            let span = typed.ty.span();
            if let Type::Reference(reference) = &mut *typed.ty {
                *reference.elem = parse_quote_spanned!(span=> impl #of);
            }
        }
    }
}

impl VisitMut for Replaced<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit::visit_type_mut(self, ty);
        if let Type::TraitObject(object) = ty
            && let Some(of) = self.of(object)
        {
            let name = Ident::new(&of.name.to_string(), object.span());
            *ty = parse_quote_spanned!(object.span()=> #name);
        }
        if let Type::Paren(inner) = ty
            && matches!(&*inner.elem, Type::Path(_))
        {
            *ty = (*inner.elem).clone();
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        in_macro(mac, |expr| self.visit_expr_mut(expr));
    }

    fn visit_item_mod_mut(&mut self, _: &mut syn::ItemMod) {}
}

/// Visits the arguments of a macro that may contain objects.
fn in_macro(mac: &mut Macro, mut visit: impl FnMut(&mut Expr)) {
    let pointers =
        ["dyn", "Box", "Rc", "Arc"].iter().any(|name| crate::parameter::mentions(&mac.tokens, name));
    if !pointers && !mac.path.is_ident("vec") {
        return;
    }
    if let Ok(mut list) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
        list.iter_mut().for_each(visit);
        mac.tokens = list.into_token_stream();
    } else if let Ok(mut list) = mac.parse_body_with(Punctuated::<Expr, Token![;]>::parse_separated_nonempty)
    {
        list.iter_mut().take(1).for_each(&mut visit);
        mac.tokens = list.into_token_stream();
    }
}
