//! The shadow of a struct or enum over numbers, which contains its adjoints in adjoint programs.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Generics, parse_quote};

/// The shadow of a struct or enum: the same type with slots for numbers.
pub(crate) fn shadow(
    shape: &TokenStream,
    name: &Ident,
    generics: &Generics,
    arguments: &[TokenStream],
    number: &Ident,
    root: &syn::Path,
    transfers: &TokenStream,
) -> TokenStream {
    let adjoint = quote!(#root::__private::adjoint);
    let of = |content: TokenStream| quote!(#name<#(#arguments,)* #content>);
    let (numbers, structure, slots) = (
        of(quote!(#number)),
        of(quote!(#adjoint::PhantomData<#number>)),
        of(quote!(#adjoint::Slot<#number>)),
    );
    let map = quote!(<#shape as #root::__private::Shape>::map);
    let each = quote!(<#shape as #root::__private::Shape>::for_each);
    let mut over_numbers = generics.clone();
    over_numbers.params.push(parse_quote!(#number: #root::__private::Semiring));
    let (impl_generics, _, where_clause) = over_numbers.split_for_impl();
    quote! {
        impl #impl_generics #adjoint::Shadowed for #numbers #where_clause {
            type Structure = #structure;
            type Shape = #shape;
            #[inline]
            fn structure(&self) -> #structure {
                #map(self, &mut |_| #adjoint::PhantomData)
            }
        }

        impl #impl_generics #adjoint::Structure for #structure #where_clause {
            type Slots = #slots;
            #[inline]
            fn slots(&self) -> #slots {
                #map(self, &mut |_| #adjoint::Slot::new())
            }
        }

        impl #impl_generics #adjoint::Shadow for #slots #where_clause {
            #[inline]
            fn transfer(&self, __to: &Self) {
                match (self, __to) {
                    #transfers
                    _ => {
                        if #adjoint::Shadow::clear(self) {
                            #adjoint::structures_differ()
                        }
                    }
                }
            }
            #[inline]
            fn clear(&self) -> ::core::primitive::bool {
                let mut __found = false;
                #each(self, &mut |__slot| __found |= __slot.take().is_some());
                __found
            }
        }
    }
}
