//! `#[exp(adjoint, step)]`: a function of a few numbers becomes a row of the table of functions, so that a tape records a call as
//! one step.
//!
//! ```text
//! // Input:  fn f(k: u32, x: f64, y: f64) -> f64 { … }
//! // Output: fn f<N: Real>(k: u32, x: N, y: N) -> N {
//! //             fn value<N: Real>(k: u32, x: N, y: N) -> N { … }
//! //             struct Step(u32);
//! //             impl StepFunction<2> for Step { /* value at f64, partial derivatives by `f::__adjoint` */ }
//! //             step(Step(k), [x, y])
//! //         }
//! ```

use super::Result;
use crate::adjoint::ir::Ty;
use crate::class::Bounds;
use crate::numbers::Numbers;
use crate::parameter;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, Index, ItemFn, Pat, ReturnType, Type, parse_quote};

/// The maximal number of its numbers.
const MOST: usize = 8;

fn refuse<T>(at: impl ToTokens, message: &str) -> Result<T> {
    Err(syn::Error::new_spanned(
        at,
        format!("cannot make a call of this function one step: {message}; or remove `step`"),
    ))
}

/// Makes the lowered function a call of its row.
pub(crate) fn step(item: &mut ItemFn, word: &Ident, bounds: Bounds, numbers: &Numbers) -> Result<()> {
    if bounds.order {
        return refuse(
            word,
            "it may compare numbers, and the numbers of a step need not have an order; write `max`, `min`, `abs`, or \
            `class = Real` if nothing is compared",
        );
    }
    if let Some(parameter) = item.sig.generics.params.first() {
        return refuse(parameter, "it has generics; write it for one type");
    }
    let is_number = |ty: &Type| super::of_type(ty, numbers) == Ty::Number;
    match &item.sig.output {
        ReturnType::Type(_, output) if is_number(output) => {}
        output => {
            return refuse(
                if matches!(output, ReturnType::Default) {
                    word.to_token_stream()
                } else {
                    output.to_token_stream()
                },
                "its result is not one number",
            );
        }
    }
    let private = numbers.private_at(Span::mixed_site());
    let (name, number) = (item.sig.ident.clone(), numbers.name.clone());
    let inputs = item.sig.inputs.clone();
    let (mut data, mut types, mut x) = (Vec::new(), Vec::new(), Vec::new());
    let (mut arguments, mut shadows) = (Vec::new(), Vec::new());
    for (i, input) in item.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        let ident: Ident = format_ident!("__p{i}", span = Span::mixed_site());
        *input.pat = Pat::Verbatim(quote!(#ident));
        input.attrs.clear();
        let ty = &*input.ty;
        if is_number(ty) {
            let k = Index::from(x.len());
            shadows.push(quote!(&__d[#k]));
            arguments.push(ident.to_token_stream());
            x.push(ident);
        } else if matches!(ty, Type::Reference(_)) || parameter::mentions(ty, &number.to_string()) {
            return refuse(
                ty,
                "a parameter is neither a number by value nor plain `Copy` data; pass the numbers one by one",
            );
        } else {
            let k = Index::from(data.len());
            shadows.push(quote!(&()));
            arguments.push(quote!(self.#k));
            types.push(ty.clone());
            data.push(ident);
        }
    }
    if x.is_empty() {
        return refuse(word, "it takes no number");
    }
    if x.len() > MOST {
        return refuse(word, &format!("it takes {} numbers, and a step has at most {MOST}", x.len()));
    }
    let (of_number, count, text) = (bounds.of_number(&numbers.root), x.len(), name.to_string());
    let block = &item.block;
    let units: Vec<TokenStream> = arguments.iter().map(|_| quote!(())).collect();
    *item.block = parse_quote!({
        #[inline]
        #[allow(clippy::all, clippy::pedantic)]
        fn __value<#number: #of_number>(#inputs) -> #number #block
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        struct __Step(#(#types),*);
        #[allow(clippy::all, clippy::pedantic)]
        impl #private::adjoint::StepFunction<#count> for __Step {
            const NAME: &'static ::core::primitive::str = #text;
            #[inline]
            fn value(self, [#(#x),*]: [::core::primitive::f64; #count]) -> ::core::primitive::f64 {
                __value::<::core::primitive::f64>(#(#arguments),*)
            }
            #[inline]
            fn slopes<#number: #private::Real>(
                self,
                [#(#x),*]: [#number; #count],
                __d: &[#private::adjoint::Slot<#number>; #count],
            ) -> #number {
                let (__y, __sweep) = #name::__adjoint::<#number>(#(#arguments,)* false);
                __sweep(&#private::adjoint::one(), #(#units,)* #(#shadows),*);
                __y
            }
        }
        #private::adjoint::step(__Step(#(#data),*), [#(#x),*])
    });
    Ok(())
}
