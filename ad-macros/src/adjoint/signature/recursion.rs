//! The companion of a function that calls itself: the sweeps of one call, and those of all calls, which share a stack.

use super::companion::{named_generics, of_module};
use crate::adjoint::callees::Imports;
use crate::adjoint::calls;
use crate::adjoint::ir::*;
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, Type, parse_quote};

/// The parts of a companion that its functions share.
pub(super) struct Level<'a> {
    pub(super) numbers: &'a Numbers,
    pub(super) imports: &'a Imports,
    /// The name of a method.
    pub(super) method: Option<&'a String>,
    /// Whether the module has the function's name.
    pub(super) home: bool,
    pub(super) generics: &'a Generics,
    /// The generics that the type of the reverse sweep may mention.
    pub(super) captured: &'a TokenStream,
    pub(super) output: &'a Type,
    pub(super) result_shadow: &'a Type,
    /// The parameters: names, types, types when they are passed again, types of the shadows, names of the shadows.
    pub(super) idents: &'a [&'a Ident],
    pub(super) types: &'a [Type],
    pub(super) again: &'a [Type],
    pub(super) shadows: &'a [Type],
    pub(super) shadow_names: &'a [&'a Ident],
}

impl Level<'_> {
    /// The functions.
    ///
    /// ```text
    /// fn __level<N>(k: u32, x: N, __forward: &mut dyn FnMut(u32, N) -> N) -> (N, impl FnOnce(…, __reverse: &mut dyn FnMut(…)));
    /// fn __forward<N, S>(k: u32, x: N, __stack: &mut Vec<S>, __level: …) -> N { … }
    /// fn __reverse<N, S>(…, __stack: &mut Vec<S>) { … }
    /// fn __adjoint<N>(k: u32, x: N, __late: bool) -> (N, impl FnOnce(…)) { … }
    /// ```
    pub(super) fn companion(
        &self,
        program: &Program,
        head: &TokenStream,
        receiver: Option<&TokenStream>,
        beginning: &TokenStream,
        (forward, reverse): (&TokenStream, &TokenStream),
    ) -> TokenStream {
        let Level { numbers, generics, captured, output, result_shadow, idents, shadows, .. } = *self;
        let Level { types, again, shadow_names, .. } = *self;
        let private = numbers.private_at(Span::mixed_site());
        // The references of a recursive call have lifetimes of their own. A receiver that is taken by value is passed by reference.
        let inputs: Vec<_> = types
            .iter()
            .zip(again)
            .map(|(ty, again)| if matches!(again, Type::Reference(_)) { again } else { ty })
            .collect();
        let by_value = types.first().zip(again.first()).is_some_and(|(ty, again)| {
            matches!(again, Type::Reference(_)) && !matches!(ty, Type::Reference(_))
        });
        let taken = idents.first().filter(|_| by_value);
        let lent = taken.map(|_| quote!(&));
        let taken = taken.map(|ident| quote!(let #ident = ::core::clone::Clone::clone(#ident);));
        let given: Vec<_> =
            idents.iter().map(|ident| format_ident!("__again{ident}", span = Span::mixed_site())).collect();
        let again_names = idents.iter().zip(types).map(|(ident, ty)| match ty {
            Type::Reference(_) => quote!(#ident),
            _ => quote!(_),
        });
        let named = |what: &str| {
            let method = self.method.map_or_else(String::new, |method| format!("_{method}"));
            format_ident!("__{what}{method}", span = Span::mixed_site())
        };
        let [level, forwards, backwards] = ["level", "forward", "reverse"].map(named);
        let own: Vec<_> = named_generics(generics).collect();
        let with = |parameters: &[GenericParam]| {
            let mut generics = generics.clone();
            generics.params.extend(parameters.iter().cloned());
            generics
        };
        let call = quote!(&mut dyn ::core::ops::FnMut(#(#inputs),*) -> #output);
        let sweep = quote!(&#result_shadow, #(#again,)* #(#shadows,)*);
        let back = quote!(&mut dyn ::core::ops::FnMut(#sweep));
        let stack = quote!(__stack: &mut #private::Vec<__Saved>);
        let (level_generics, _, bounds) = generics.split_for_impl();
        let forward_generics = with(&[
            parse_quote!(__Saved),
            parse_quote!(
                __Level: ::core::ops::Fn(#(#inputs,)* #call) -> (#output, __Saved) + ::core::marker::Copy
            ),
        ]);
        let reverse_generics = with(&[parse_quote!(__Saved: ::core::ops::FnOnce(#sweep #back))]);
        let (forward_generics, ..) = forward_generics.split_for_impl();
        let (reverse_generics, ..) = reverse_generics.split_for_impl();
        let names = own_names(program, self.home);
        let sweeps = quote! {
            #taken
            #forward
            (
                __result,
                move |
                    __d_result: &#result_shadow,
                    #(#again_names: #again,)*
                    #(#shadow_names: #shadows,)*
                    __reverse: #back
                | {
                    #reverse
                },
            )
        };
        let sweeps = self.imports.around(beginning, &sweeps);
        quote! {
            #[inline]
            fn #level #level_generics (#(#idents: #inputs,)* __forward: #call) -> (
                #output,
                impl ::core::ops::FnOnce(#sweep #back) + ::core::clone::Clone + use<#captured>,
            ) #bounds {
                #names
                #sweeps
            }

            fn #forwards #forward_generics (#(#idents: #inputs,)* #stack, __level: __Level) -> #output #bounds {
                let (__result, __saved) = __level(
                    #(#idents,)*
                    &mut |#(#idents),*| Self::#forwards::<#(#own,)* _, _>(#(#idents,)* __stack, __level),
                );
                __stack.push(__saved);
                __result
            }

            fn #backwards #reverse_generics (
                __d_result: &#result_shadow,
                #(#given: #again,)*
                #(#shadow_names: #shadows,)*
                #stack
            ) #bounds {
                let __sweep = #private::adjoint::pop(__stack);
                __sweep(
                    __d_result,
                    #(#given,)*
                    #(#shadow_names,)*
                    &mut |__d_result, #(#given,)* #(#shadow_names),*| {
                        Self::#backwards::<#(#own,)* _>(__d_result, #(#given,)* #(#shadow_names,)* __stack)
                    },
                );
            }

            #head {
                #receiver
                let mut __stack = #private::adjoint::empty();
                let __result = Self::#forwards::<#(#own,)* _, _>(
                    #lent #(#idents,)* &mut __stack, Self::#level::<#(#own),*>,
                );
                (
                    __result,
                    move |__d_result: &#result_shadow, #(#given: #again,)* #(#shadow_names: #shadows),*| {
                        let mut __stack = __stack;
                        Self::#backwards::<#(#own,)* _>(
                            __d_result, #(#given,)* #(#shadow_names,)* &mut __stack,
                        );
                        #private::adjoint::end(__stack);
                        ::core::option::Option::None
                    },
                )
            }
        }
    }
}

/// Asserts that the callee of a recursive call is the function itself, since a glob import inside it may hide its name.
fn own_names(program: &Program, home: bool) -> TokenStream {
    let mut paths = Vec::new();
    calls(program, &mut |_, _, call| {
        if call.recursion == Recursion::Itself && call.callee == Callee::Function {
            paths.push(call.path.clone());
        }
    });
    paths.sort_by_key(TokenStream::to_string);
    paths.dedup_by_key(|path| path.to_string());
    let of_module = home.then(of_module).into_iter();
    let of_module = quote!(#(::#of_module)*);
    quote!(#(let _: fn(Self) -> #paths #of_module = |__itself| __itself;)*)
}
