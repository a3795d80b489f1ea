//! The code of both sweeps of a program, and its result.

use crate::adjoint::ir::*;
use crate::adjoint::text::{Saved, Stack, Text};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// The two sweeps.
pub(super) fn sweeps(text: &Text<'_>) -> (TokenStream, TokenStream) {
    let (program, facts) = (text.program, text.facts);
    let (stacks, independent) = (text.stacks(&program.body, false), text.stacks(&program.body, true));
    let (names, ends) = (stacks.iter().map(|stack| &stack.name), stacks.iter().map(Stack::end));
    let begins = stacks.iter().map(Stack::begin);
    let stacks = quote!(#(#begins)*);
    let (outside, body) = (text.outside(0), text.forward(&program.body, 0));
    let result = if facts.late.is_some() {
        let (unknown, value) = (unknown(&program.result), text.late());
        quote!(if __late { #unknown } else { #value })
    } else {
        result(text)
    };
    let bare: Vec<_> =
        text.saved(0).into_iter().filter(|kept| kept.borrows && kept.outside.is_none()).collect();
    // A later value may borrow an earlier one.
    let retained = bare.iter().rev().map(|kept| {
        let (ident, value) = (&kept.ident, kept.retained());
        quote!(let #ident = #value;)
    });
    let regained = bare.iter().map(Saved::regained);
    let forward = if facts.index.exits[0] > 0 {
        let last = proc_macro2::Literal::usize_unsuffixed(facts.index.exits[0] + 1);
        let way = Text::way(0);
        quote! {
            #stacks
            #outside
            let mut #way = 0_usize;
            let __result = '__function: {
                #body
                #way = #last;
                #result
            };
        }
    } else {
        quote! {
            #stacks
            #outside
            #body
            let __result = #result;
            #(#retained)*
        }
    };
    let containers =
        text.saved(0).into_iter().filter(|kept| kept.mutable && kept.outside.is_none()).map(|kept| {
            let ident = kept.ident;
            quote!(let mut #ident = #ident;)
        });
    let (independent_begins, independent_ends) =
        (independent.iter().map(Stack::begin), independent.iter().map(Stack::end));
    let reverse = text.reverse_function();
    let reverse = quote! {
        #(let mut #names = #names;)*
        #(#independent_begins)*
        #(#containers)*
        #(#regained)*
        #reverse
        #(#ends)*
        #(#independent_ends)*
    };
    (forward, reverse)
}

/// Stands for a result that comes with the reverse sweep.
fn unknown(result: &Source) -> TokenStream {
    match result {
        Source::Build(Build { kind, parts }) => {
            let mut parts = parts.iter().map(unknown);
            match kind {
                BuildKind::Tuple => quote!((#(#parts,)*)),
                BuildKind::Struct(path, members) => {
                    let members = members.iter().map(|member| {
                        let part = parts.next();
                        quote!(#member: #part)
                    });
                    quote!(#path { #(#members),* })
                }
                _ => quote!([#(#parts),*]),
            }
        }
        _ => {
            let private = Text::private(Span::mixed_site());
            quote!(#private::adjoint::filler())
        }
    }
}

/// The result, which is moved out if the reverse sweep does not read it.
pub(in crate::adjoint) fn result(text: &Text<'_>) -> TokenStream {
    let facts = text.facts;
    let result = match &text.program.result {
        Source::Place(place)
            if place.projections.is_empty()
                && matches!(text.var(place.root).role, Role::Value | Role::Container | Role::Scalar)
                && !facts.containers.contains(&place.root)
                && !facts.is_saved(place.root) =>
        {
            let ident = &text.var(place.root).ident;
            quote!(#ident)
        }
        result => text.source(result),
    };
    if text.program.gives_data { quote!(__ad::adjoint::Data::new(#result)) } else { result }
}
