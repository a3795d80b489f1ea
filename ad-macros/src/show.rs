//! `println!` of a struct or enum over numbers.

use crate::generics::arguments;
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Item, parse_quote};

/// The output of `println!("{p:?}")` for a type over numbers, if it derives `Debug`.
///
/// ```text
/// // Input:  #[derive(Debug)] struct Point { x: f64, y: f64 }
/// // Output: impl<T: Show + Clone> Show for Point<T> where Point<Shown<T>>: Debug { … }
/// ```
pub(crate) fn derive(item: &Item, numbers: &Numbers, names: &Names) -> Option<TokenStream> {
    let (name, generics, attrs) = match item {
        Item::Struct(item) => (&item.ident, &item.generics, &item.attrs),
        Item::Enum(item) => (&item.ident, &item.generics, &item.attrs),
        _ => return None,
    };
    attrs.iter().find(|attr| attr.path().is_ident("derive") && parameter::mentions(&attr.meta, "Debug"))?;
    let (root, float) = (&numbers.root, Ident::new("f64", Span::call_site()));
    let (arguments, cfg) = (arguments(generics), attrs.iter().filter(|attr| attr.path().is_ident("cfg")));
    let number = names.clone().fresh("N");
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(#number: #root::__private::Show + ::core::clone::Clone));
    generics
        .make_where_clause()
        .predicates
        .push(parse_quote!(#name<#(#arguments,)* #root::__private::Shown<#number>>: ::core::fmt::Debug));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    Some(quote! {
        #(#cfg)*
        #[automatically_derived]
        impl #impl_generics #root::__private::Show for #name<#(#arguments,)* #number> #where_clause {
            fn show(
                &self,
                _: #root::__private::Format,
                __f: &mut ::core::fmt::Formatter<'_>,
            ) -> ::core::fmt::Result {
                let __shown = <#name<#(#arguments,)* #float> as #root::__private::Shape>::map(
                    self,
                    &mut |__x: &#number| #root::__private::Shown(::core::clone::Clone::clone(__x)),
                );
                ::core::fmt::Debug::fmt(&__shown, __f)
            }
        }
    })
}
