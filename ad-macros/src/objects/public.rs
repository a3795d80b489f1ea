//! Public signatures. A caller elsewhere has objects of its own types, which are no values of the enum.

use super::found::refusal_of;
use super::replaced::referent;
use crate::parameter::{mentions, type_name};
use crate::visit::{self, Visit};
use proc_macro2::Ident;
use syn::{Fields, FnArg, ImplItem, Item, Signature, Type, TypeTraitObject, Visibility};

/// Whether callers elsewhere may use it.
pub(super) fn is_public(vis: &Visibility) -> bool {
    !matches!(vis, Visibility::Inherited)
}

/// Refuses objects of a trait in parameters and fields that are public.
pub(super) fn check(items: &[Item], of: &Ident) -> syn::Result<()> {
    let exposed = |item: &Item| match item {
        Item::Fn(item) if is_public(&item.vis) => in_parameters(&item.sig, of),
        Item::Impl(item) if item.trait_.is_none() && is_reachable(&item.self_ty, items) => {
            item.items.iter().find_map(|member| match member {
                ImplItem::Fn(method) if is_public(&method.vis) => in_parameters(&method.sig, of),
                _ => None,
            })
        }
        Item::Struct(item) if is_public(&item.vis) => {
            item.fields.iter().filter(|field| is_public(&field.vis)).find_map(|field| object(&field.ty, of))
        }
        Item::Enum(item) if is_public(&item.vis) => {
            item.variants.iter().find_map(|variant| in_fields(&variant.fields, of))
        }
        _ => None,
    };
    match items.iter().find_map(exposed) {
        Some(object) => {
            let why = "it is public here, and objects made elsewhere are of other types";
            Err(refusal_of(of, &object, why))
        }
        None => Ok(()),
    }
}

/// Whether the type of an `impl` is one of the public types of the module, or unknown.
pub(super) fn is_reachable(ty: &Type, items: &[Item]) -> bool {
    let Some(name) = type_name(ty) else { return true };
    let vis = items.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(&item.vis),
        Item::Enum(item) if item.ident == name => Some(&item.vis),
        _ => None,
    });
    vis.is_none_or(is_public)
}

/// The first object in the parameters, unless the parameter is a reference to it: that becomes `&impl Layer`.
fn in_parameters(signature: &Signature, of: &Ident) -> Option<TypeTraitObject> {
    signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) if referent(&typed.ty).is_none() => object(&typed.ty, of),
        _ => None,
    })
}

fn in_fields(fields: &Fields, of: &Ident) -> Option<TypeTraitObject> {
    fields.iter().find_map(|field| object(&field.ty, of))
}

/// The first object of a trait in a type.
fn object(ty: &Type, of: &Ident) -> Option<TypeTraitObject> {
    struct Found<'a>(&'a Ident, Option<TypeTraitObject>);
    impl<'ast> Visit<'ast> for Found<'_> {
        fn visit_type_trait_object(&mut self, object: &'ast TypeTraitObject) {
            if mentions(object, &self.0.to_string()) {
                self.1.get_or_insert_with(|| object.clone());
            }
            visit::visit_type_trait_object(self, object);
        }
    }
    let mut found = Found(of, None);
    found.visit_type(ty);
    found.1
}
