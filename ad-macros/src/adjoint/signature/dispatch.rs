//! The companion of a method of an object: it calls that of the variant's type. One saved reverse sweep is there.
//!
//! ```text
//! // Output: fn __adjoint_rate(&self, x: N, late: bool) -> (N, impl FnOnce(…) -> Option<N> + Clone + use<N>) {
//! //             let (result, sweep_0, sweep_1) = match self {
//! //                 Self::OfHill(object) => {
//! //                     let (result, sweep) = <_ as RateLaw<N>>::__adjoint_rate(object, x, late);
//! //                     (result, Some(sweep), None)
//! //                 }
//! //                 Self::OfLinear(object) => …
//! //             };
//! //             (result, move |d_result, again: &Self, _: (), d_self, d_x| match (again, d_self) {
//! //                 (Self::OfHill(object), RateLawObject::OfHill(d_object)) => sweep_0(d_result, object, (), d_object, d_x),
//! //                 …
//! //             })
//! //         }
//! ```

use super::Owner;
use crate::adjoint::ir::Id;
use crate::adjoint::text::Text;
use crate::known::ObjectVariant;
use crate::names::method_companion;
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Path, Type};

/// The enum of a trait's objects.
pub(super) struct Dispatch<'a> {
    of: &'a Path,
    name: Ident,
    variants: &'a [ObjectVariant],
    numbers: &'a Numbers,
}

impl<'a> Dispatch<'a> {
    /// The enum, if the type of a method is one.
    pub(super) fn of(owner: &'a Owner, numbers: &'a Numbers) -> Option<Self> {
        let name = super::name_of(&owner.ty);
        let (of, variants) = (owner.implements.as_ref()?, numbers.known.objects.get(&name)?);
        Some(Dispatch { of, name: syn::parse_str(&name).ok()?, variants, numbers })
    }

    /// The two sweeps.
    pub(super) fn sweeps(
        &self,
        text: &Text<'_>,
        name: &Ident,
        ids: &[Id],
        types: &[Type],
    ) -> (TokenStream, TokenStream) {
        let vars: Vec<_> = ids.iter().map(|id| text.var(*id)).collect();
        let [itself, others @ ..] = &vars[..] else { return (quote!(), quote!()) };
        let sweeps: Vec<Ident> = (0..self.variants.len()).map(|i| local(&format!("sweep_{i}"))).collect();
        let (of, companion) = (self.of, method_companion(&name.to_string(), name.span()));
        let arguments: Vec<_> = others.iter().map(|var| &var.ident).collect();
        let given = &itself.ident;
        let forward = self.variants.iter().enumerate().map(|(i, ObjectVariant { name, .. })| {
            let saved = (0..self.variants.len())
                .map(|other| if other == i { quote!(__ad::Some(__sweep)) } else { quote!(__ad::None) });
            quote! {
                Self::#name(__object) => {
                    let (__result, __sweep) = <_ as #of>::#companion(__object, #(#arguments,)* __late);
                    (__result, #(#saved),*)
                }
            }
        });
        let again = others.iter().zip(&types[1..]).map(|(var, ty)| match ty {
            Type::Reference(_) => {
                let ident = &var.ident;
                quote!(#ident)
            }
            _ => quote!(()),
        });
        let again: Vec<TokenStream> = again.collect();
        let shadows: Vec<_> = others.iter().map(|var| &var.shadow).collect();
        let (shadow, of_enum) = (&itself.shadow, &self.name);
        let reverse = self.variants.iter().zip(&sweeps).map(|(ObjectVariant { name, ty }, sweep)| {
            // A type without numbers has no slots.
            let slots = if self.numbers.named(ty).is_some() { quote!(__d_object) } else { quote!(&()) };
            quote! {
                (Self::#name(__object), #of_enum::#name(__d_object)) => {
                    __ad::adjoint::there(#sweep)(__d_result, __object, #(#again,)* #slots, #(#shadows),*)
                }
            }
        });
        let forward = quote! {
            let (__result, #(#sweeps),*) = match #given { #(#forward)* };
        };
        let reverse = quote! {
            let __value = match (#given, #shadow) {
                #(#reverse)*
                _ => ::core::panic!("an object of `{}` has another type than before", ::core::stringify!(#of_enum)),
            };
        };
        (forward, reverse)
    }
}

fn local(name: &str) -> Ident {
    format_ident!("__{name}", span = Span::mixed_site())
}
