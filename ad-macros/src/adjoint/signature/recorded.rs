//! `#[exp(adjoint = record)]`: the companion of a function that is recorded as a whole.

use super::Owner;
use crate::adjoint::lower::{Result, refuse_interface as refuse};
use crate::generics;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, ItemFn, Path, PathArguments, Type, parse_quote};

/// A function whose body is a call of the function, and the path of the call, which is recorded.
///
/// ```text
/// // Input:  fn f<const K: usize>((a, b): (N, N), c: &[N; K]) -> N { … }
/// // Output: fn f<const K: usize>(__p0: (N, N), __p1: &[N; K]) -> N { f::<K, _>(__p0, __p1) }
/// ```
pub(crate) fn recorded(item: &ItemFn, owner: Option<&Owner>) -> Result<(ItemFn, Path)> {
    let (mut item, name) = (item.clone(), &item.sig.ident);
    let mut arguments = Vec::new();
    for (i, input) in item.sig.inputs.iter_mut().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                if receiver.reference.is_none() {
                    receiver.mutability = None;
                }
                arguments.push(quote!(self));
            }
            FnArg::Typed(input) => {
                let ident: Ident = format_ident!("__p{i}", span = Span::mixed_site());
                *input.pat = parse_quote!(#ident);
                arguments.push(ident.to_token_stream());
            }
        }
    }
    if owner.is_some_and(|owner| *name != owner.name) {
        return refuse(name, "an operator cannot be recorded; move its code to a method");
    }
    let (path, turbofish) = called(&item, owner);
    item.block = parse_quote!({ #path #turbofish (#(#arguments),*) });
    Ok((item, path))
}

/// A function without a translated body, in a call of itself. A type without numbers has the trait over all numbers.
pub(super) fn itself(item: &ItemFn, owner: Option<&Owner>) -> TokenStream {
    let (path, turbofish) = called(item, owner);
    let trait_of = owner.and_then(|owner| Some((&owner.ty, owner.implements.as_ref()?)));
    let name = &item.sig.ident;
    trait_of.map_or_else(|| quote!(#path #turbofish), |(ty, of)| quote!(<#ty as #of>::#name #turbofish))
}

/// The function's path in a call of itself, and its generics.
fn called(item: &ItemFn, owner: Option<&Owner>) -> (Path, TokenStream) {
    let name = &item.sig.ident;
    let path: Path = match owner.map(|owner| &owner.ty) {
        Some(Type::Path(ty)) => {
            let mut path = ty.path.clone();
            for segment in &mut path.segments {
                segment.arguments = PathArguments::None;
            }
            parse_quote!(#path::#name)
        }
        _ => parse_quote!(#name),
    };
    let mut written = item.sig.generics.clone();
    written.params = written.params.into_iter().filter(|p| !matches!(p, GenericParam::Lifetime(_))).collect();
    let written = generics::arguments(&written);
    let of_number = owner.is_none_or(|owner| owner.alone).then(|| quote!(_));
    let turbofish = if written.is_empty() { quote!() } else { quote!(::<#(#written,)* #of_number>) };
    (path, turbofish)
}
