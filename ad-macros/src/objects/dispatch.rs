//! The enum of a trait's objects, and its `impl` of the trait.
//!
//! ```text
//! // Output: #[derive(Clone)]
//! //         enum LayerObject { OfLinear(Linear), OfGelu(Gelu) }
//! //         impl Layer for LayerObject {
//! //             fn forward(&self, x: &[f64]) -> Vec<f64> {
//! //                 match self { Self::OfLinear(object) => <Linear as Layer>::forward(object, x), … }
//! //             }
//! //         }
//! ```

use super::found::{Debug, Object, Variant, is_dropped};
use super::replaced::trait_of;
use crate::parameter::{mentions, type_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{
    Attribute, FnArg, GenericArgument, Item, Pat, PathArguments, Signature, Type, parse_quote,
    parse_quote_spanned,
};

/// The enum, and its `impl`.
pub(super) fn items(object: &Object) -> Vec<Item> {
    let Object { of, name, vis, traits, .. } = object;
    let span = of.span();
    let derive: Option<Attribute> = (object.debug == Some(Debug::Derived))
        .then(|| parse_quote_spanned!(span=> #[derive(::core::fmt::Debug)]));
    let variants = object.variants.iter().map(|variant| {
        let (name, ty) = (&variant.name, &variant.ty);
        quote_spanned!(span=> #name(#ty))
    });
    let doc = format!("An object of [`{of}`]: a value of one of the module's types with this trait.");
    let mut items = vec![parse_quote_spanned! {span=>
        #[doc = #doc]
        #[allow(missing_docs, private_interfaces, dead_code, clippy::large_enum_variant, clippy::enum_variant_names)]
        #[derive(::core::clone::Clone)]
        #derive
        #vis enum #name { #(#variants),* }
    }];
    items.extend(traits.iter().map(|(of, methods)| -> Item {
        let methods = methods.iter().map(|method| dispatched(of, method, object));
        parse_quote_spanned! {span=>
            #[allow(unused, clippy::all, clippy::pedantic)]
            impl #of for #name { #(#methods)* }
        }
    }));
    if object.debug == Some(Debug::Written) {
        let arms = object.variants.iter().map(|Variant { name, .. }| {
            quote_spanned!(span=> Self::#name(__object) => ::core::fmt::Debug::fmt(__object, __f),)
        });
        items.push(parse_quote_spanned! {span=>
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    match self { #(#arms)* }
                }
            }
        });
    }
    items
}

/// A method that calls that of the variant's type.
fn dispatched(of: &Ident, method: &Signature, object: &Object) -> TokenStream {
    let (name, span) = (&method.ident, method.ident.span());
    let arguments: Vec<Ident> = method.inputs.iter().filter_map(argument).collect();
    let inside = Ident::new("__object", Span::mixed_site());
    let arms = object.variants.iter().map(|Variant { name: variant, ty }| {
        quote_spanned!(span=> Self::#variant(#inside) => <#ty as #of>::#name(#inside, #(#arguments),*),)
    });
    quote_spanned!(span=> #method { match self { #(#arms)* } })
}

fn argument(input: &FnArg) -> Option<Ident> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.clone()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

/// Gives the types of the enum `Clone`, if they do not have it.
pub(super) fn prepare(items: &mut Vec<Item>, object: &Object) {
    items.retain(|item| !clones_boxes(item, object));
    let cloned = |item: &Item| match item {
        Item::Impl(item) => {
            let path = item.trait_.as_ref().map(|(_, path, _)| path);
            let clone =
                path.is_some_and(|path| path.segments.last().is_some_and(|last| last.ident == "Clone"));
            type_name(&item.self_ty).filter(|_| clone)
        }
        _ => None,
    };
    let cloned: Vec<Ident> = items.iter().filter_map(cloned).collect();
    for item in items {
        if let Item::Trait(of) = item
            && object.traits.iter().any(|(above, _)| of.ident == *above)
        {
            of.supertraits =
                std::mem::take(&mut of.supertraits).into_iter().filter(|bound| !is_dropped(bound)).collect();
            of.colon_token = of.colon_token.filter(|_| !of.supertraits.is_empty());
        }
        let (name, attrs) = match item {
            Item::Struct(item) => (&item.ident, &mut item.attrs),
            Item::Enum(item) => (&item.ident, &mut item.attrs),
            _ => continue,
        };
        let derives = |attr: &Attribute| attr.path().is_ident("derive") && mentions(&attr.meta, "Clone");
        if object.variant(name).is_some() && !cloned.contains(name) && !attrs.iter().any(derives) {
            attrs.push(parse_quote!(#[derive(::core::clone::Clone)]));
        }
    }
}

/// `impl Clone for Box<dyn Layer>`: the enum has it.
fn clones_boxes(item: &Item, object: &Object) -> bool {
    let Item::Impl(item) = item else { return false };
    let path = item.trait_.as_ref().map(|(_, path, _)| path);
    let clones = path.and_then(|path| path.segments.last()).is_some_and(|last| last.ident == "Clone");
    let of = pointee(&item.self_ty).and_then(|ty| match ty {
        Type::TraitObject(inner) => trait_of(inner),
        _ => None,
    });
    clones && of == Some(&object.of)
}

/// The content of a `Box`, `Rc` or `Arc`.
fn pointee(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let pointer = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    let argument = list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    argument.filter(|_| pointer)
}
