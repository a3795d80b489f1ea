//! The type of a function's name, whose associated function is the adjoint program.

use super::Owner;
use super::dispatch::Dispatch;
use super::recursion::Level;
use super::types::*;
use crate::adjoint::callees::Imports;
use crate::adjoint::ir::*;
use crate::adjoint::text::{Saved, Stack, Text};
use crate::adjoint::{calls, is_recursive};
use crate::class::{Bounds, Class};
use crate::names::method_companion;
use crate::parameter::{self};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{FnArg, GenericParam, Generics, ItemFn, Type, Visibility, parse_quote};

#[allow(clippy::too_many_arguments, reason = "the parts of a function")]
pub(super) fn companion(
    item: &ItemFn,
    bounds: Bounds,
    text: &Text<'_>,
    ids: &[Id],
    types: &[Type],
    totals: &[bool],
    output: &Type,
    items: &[TokenStream],
    imports: &Imports,
    owner: Option<&Owner>,
    home: Option<&Visibility>,
    in_place: bool,
    lent: &[syn::Lifetime],
    objects: Option<&Dispatch<'_>>,
) -> TokenStream {
    let numbers = text.numbers;
    let name = &item.sig.ident;
    // A method of an operator has the visibility of its type.
    let vis = match owner {
        Some(owner) if *name != owner.name => &parse_quote!(pub),
        _ => &item.vis,
    };
    let mut generics = item.sig.generics.clone();
    let number = &numbers.name;
    let of_number = bounds.of_number(&numbers.root);
    let mut outer = owner.map(|owner| owner.generics.clone()).unwrap_or_default();
    // Those of an operator's right operand: `impl<const K: usize> Mul<Matrix<K>> for Matrix<2>`.
    if let Some(owner) = owner.filter(|owner| !owner.inside) {
        let of_operand = |parameter: &GenericParam| match parameter {
            GenericParam::Lifetime(_) => false,
            GenericParam::Type(p) => !parameter::mentions(&owner.ty, &p.ident.to_string()),
            GenericParam::Const(p) => !parameter::mentions(&owner.ty, &p.ident.to_string()),
        };
        let (operand, itself): (Vec<_>, Vec<_>) = outer.params.into_iter().partition(of_operand);
        outer.params = itself.into_iter().collect();
        generics.params.extend(operand);
    }
    let of_type = owner.is_some_and(|owner| !owner.alone);
    let itself = if of_type { &mut outer } else { &mut generics };
    itself.params.push(parse_quote!(#number: #of_number));
    // Real numbers are active. Others may be integers.
    if bounds.class != Class::Real {
        let private = numbers.private_at(Span::mixed_site());
        let active = parse_quote!(#number: #private::adjoint::Active);
        generics.make_where_clause().predicates.push(active);
    }
    let mut lifetimes = super::lifetimes::in_arguments(types.iter().chain([output]));
    lifetimes.retain(|lifetime| !lent.contains(lifetime));
    lifetimes.extend(lent.iter().cloned());
    let captured = named_generics(&outer).chain(named_generics(&generics));
    let itself = owner.filter(|owner| owner.inside).map(|owner| &owner.ty);
    let itself = itself.filter(|ty| matches!(ty, Type::Path(path) if path.path.is_ident("Self"))).into_iter();
    let captured = quote!(#(#lifetimes,)* #(#itself,)* #(#captured),*);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let idents: Vec<_> = ids.iter().map(|id| &text.var(*id).ident).collect();
    let private = numbers.private_at(Span::mixed_site());
    let result_shadow = if numbers.in_lowered(output) {
        plainly(output, numbers, true)
    } else {
        let structure = quote!(<#output as #private::adjoint::Shadowed>::Structure);
        parse_quote!(<#structure as #private::adjoint::Structure>::Slots)
    };
    // A method receives its receiver again in any case, since its caller cannot see how it takes it.
    let receiver = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let again: Vec<_> = types
        .iter()
        .enumerate()
        .map(|(i, ty)| {
            let by_value = receiver && i == 0 && !matches!(ty, Type::Reference(_));
            again_type(&if by_value { parse_quote!(&#ty) } else { ty.clone() }, numbers)
        })
        .collect();
    let mut shadows: Vec<_> =
        ids.iter().zip(types).map(|(id, ty)| shadow_type(ty, text.var(*id).growing, numbers)).collect();
    // The caller has the data itself in the place of its shadow, if it is a part of a struct over numbers.
    if let (Some(shadow), true) = (shadows.first_mut(), receiver && owner.is_some_and(|owner| owner.alone)) {
        *shadow = parse_quote!(&dyn #private::adjoint::Unused);
    }
    let receivers: Vec<_> = shadows
        .iter()
        .zip(types.iter().zip(totals))
        .enumerate()
        .map(|(i, (shadow, (ty, total)))| {
            let kind = quote::format_ident!("__A{i}", span = Span::mixed_site());
            if *total { rewritten(ty, numbers, Some(&parse_quote!(#kind))) } else { shadow.clone() }
        })
        .collect();
    let kinds: Vec<_> = (0..types.len())
        .filter(|i| totals[*i])
        .map(|i| quote::format_ident!("__A{i}", span = Span::mixed_site()))
        .collect();
    let again_names = ids.iter().zip(types).map(|(id, ty)| {
        let ident = &text.var(*id).ident;
        if matches!(ty, Type::Reference(_)) { quote!(#ident) } else { quote!(_) }
    });
    let shadow_names: Vec<_> = ids.iter().map(|id| &text.var(*id).shadow).collect();
    let (forward, reverse) = match objects {
        Some(objects) => objects.sweeps(text, name, ids, types),
        None => sweeps(text),
    };
    let late = objects.is_some() || text.facts.late.is_some();
    let value = if late { quote!(__value) } else { quote!(::core::option::Option::None) };
    let cfg = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let cfg = quote!(#(#cfg)*);
    let Imports { instead, callees } = imports;
    let cheap = conjunction(
        text,
        !types.iter().any(is_exclusive) && text.facts.index.cheap,
        imports,
        &quote::format_ident!("__CHEAP"),
    );
    let same = conjunction(text, text.facts.index.same, imports, &quote::format_ident!("__SAME"));
    let function_name = owner
        .map_or_else(|| parse_quote!(__adjoint), |owner| method_companion(&owner.name, Span::call_site()));
    // A receiver by value is moved, but the reverse sweep receives it again.
    let cloned = owner.is_some_and(|owner| !owner.alone)
        && matches!(item.sig.inputs.first(), Some(FnArg::Receiver(given)) if given.reference.is_none() && given.colon_token.is_none());
    let given = item.sig.inputs.first().filter(|_| receiver).map(|input| {
        let FnArg::Receiver(given) = input else { return quote!() };
        let (and, mutability) = (&given.reference, given.reference.as_ref().and(given.mutability));
        let and = and.as_ref().map(|(and, lifetime)| quote!(#and #lifetime));
        if cloned { quote!(&self,) } else { quote!(#and #mutability self,) }
    });
    let bound = idents.first().filter(|_| receiver).map(|ident| {
        if cloned {
            quote!(let #ident = ::core::clone::Clone::clone(self);)
        } else {
            quote!(let #ident = self;)
        }
    });
    let inputs = idents.iter().zip(types).map(|(ident, ty)| quote!(#ident: #ty)).skip(usize::from(receiver));
    let inputs = quote!(#(#inputs,)* __late: ::core::primitive::bool);
    let result = |shadows: &[Type], captured: &TokenStream| {
        quote! {
            (
                #output,
                impl ::core::ops::FnOnce(&#result_shadow, #(#again,)* #(#shadows),*)
                    -> ::core::option::Option<#output>
                    + ::core::clone::Clone
                    + use<#captured>,
            )
        }
    };
    let plain_result = result(&shadows, &captured);
    let beginning = quote! {
        #[allow(unused_imports)]
        use __ad::adjoint::{Deque as _, Keyed as _, Keys as _, Maybe as _, Parts as _};
        #[allow(unused_imports)]
        use __ad::adjoint::{FromMatrixUnchecked as _, New as _, NewUnchecked as _};
        #[allow(unused_imports)]
        use #private as __ad;
        #instead
        #callees
        #(#items)*
    };
    let recursive = is_recursive(text.program);
    let inline = (!recursive).then(|| quote!(#[inline]));
    let head = quote! {
        #[doc(hidden)]
        #inline
        #vis fn #function_name #impl_generics (#given #inputs) -> #plain_result #where_clause
    };
    let itself = if home.is_some() { of_module() } else { name.clone() };
    let function = if recursive {
        let level = Level {
            numbers,
            method: owner.map(|owner| &owner.name),
            home: home.is_some(),
            generics: &generics,
            captured: &captured,
            output,
            result_shadow: &result_shadow,
            idents: &idents,
            types,
            again: &again,
            shadows: &shadows,
            shadow_names: &shadow_names,
        };
        level.companion(text.program, &head, bound.as_ref(), &beginning, (&forward, &reverse))
    } else {
        let again_names: Vec<_> = again_names.collect();
        let bound = bound.into_iter().collect::<TokenStream>();
        let body = |inline: &TokenStream| {
            quote! {
                #beginning
                #bound
                #forward
                (
                    __result,
                    #inline
                    move |__d_result: &#result_shadow, #(#again_names: #again,)* #(#shadow_names: #receivers),*| {
                        #reverse
                        #value
                    },
                )
            }
        };
        let own: Vec<_> = named_generics(&generics).collect();
        let mut generics = generics.clone();
        for kind in &kinds {
            generics.params.push(parse_quote!(#kind: #private::adjoint::Receive<#number>));
        }
        let (impl_generics, ..) = generics.split_for_impl();
        let result = result(&receivers, &quote!(#captured, #(#kinds),*));
        let apart = body(&quote!());
        // A copy for callers that compile the sweeps into their own code. `apart` does not call the copy: LLVM optimizes code worse that
        // is always inlined, and a Hessian would cost a third more. A debug build inlines nothing, and leaves the copy out.
        let in_place = in_place.then(|| {
            let inline = quote!(#[inline(always)]);
            let body = body(&inline);
            quote! {
                #[cfg(not(debug_assertions))]
                #inline
                fn __in_place #impl_generics (#inputs) -> #result #where_clause { #body }
            }
        });
        if kinds.is_empty() {
            quote!(#head { #apart } #in_place)
        } else {
            let slots = kinds.iter().map(|_| quote!(#private::adjoint::Slot<#number>));
            quote! {
                #head {
                    Self::__sweeps::<#(#own,)* #(#slots),*>(#(#idents,)* __late)
                }

                #[inline]
                fn __sweeps #impl_generics (#inputs) -> #result #where_clause {
                    #apart
                }

                #in_place
            }
        }
    };
    if owner.is_some_and(|owner| owner.alone || owner.inside) {
        return quote! {
            #cfg
            #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            #function
        };
    }
    if let Some(Owner { ty, .. }) = owner {
        let (outer_generics, _, outer_where) = outer.split_for_impl();
        return quote! {
            #cfg
            #[automatically_derived]
            #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #outer_generics #ty #outer_where {
                #function
            }
        };
    }
    let entrance = home.map(|home| {
        let own = named_generics(&generics);
        quote! {
            #cfg
            #[doc(hidden)]
            #[allow(unused_imports)]
            #home use self::{self as #name};

            #cfg
            #[doc(hidden)]
            #[allow(dead_code)]
            #vis const __CHEAP: ::core::primitive::bool = #itself::__CHEAP;

            #cfg
            #[doc(hidden)]
            #[allow(dead_code)]
            #vis const __SAME: ::core::primitive::bool = #itself::__SAME;

            #cfg
            #[doc(hidden)]
            #[inline]
            #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
            #vis fn __adjoint #impl_generics (#inputs) -> #plain_result #where_clause {
                #itself::__adjoint::<#(#own),*>(#(#idents,)* __late)
            }
        }
    });
    let seen = if home.is_some() { &Visibility::Inherited } else { vis };
    quote! {
        #entrance

        #cfg
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #seen enum #itself {}

        #cfg
        #[automatically_derived]
        #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #itself {
            #[doc(hidden)]
            #vis const __CHEAP: ::core::primitive::bool = #cheap;
            #[doc(hidden)]
            #vis const __SAME: ::core::primitive::bool = #same;

            #function
        }
    }
}

/// The type in the place of the companion of a function `f` in `mod f`. A companion `f` would make `f` ambiguous where the content of
/// the module is imported by a glob. There, the module itself has the items that callers use.
///
/// ```text
/// // Input:  pub mod f { pub fn f(x: f64) -> f64 { … } }
/// // Output: pub mod f {
/// //             pub fn f<N: Real>(x: N) -> N { … }
/// //             pub use self::{self as f};
/// //             pub const __CHEAP: bool = __Itself::__CHEAP;
/// //             pub fn __adjoint<N>(x: N, late: bool) -> … { __Itself::__adjoint::<N>(x, late) }
/// //             enum __Itself {}
/// //             impl __Itself { … }
/// //         }
/// ```
pub(super) fn of_module() -> Ident {
    Ident::new("__Itself", Span::mixed_site())
}

/// The generics other than lifetimes.
pub(super) fn named_generics(generics: &Generics) -> impl Iterator<Item = &Ident> {
    generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(parameter) => Some(&parameter.ident),
        GenericParam::Lifetime(_) => None,
    })
}

/// A constant of the companion, which holds if it holds for this function and for all callees.
fn conjunction(
    text: &Text<'_>,
    holds: bool,
    Imports { instead, callees }: &Imports,
    constant: &Ident,
) -> TokenStream {
    let (mut paths, mut holds) = (Vec::new(), holds);
    calls(text.program, &mut |_, _, call| {
        if call.recursion != Recursion::Itself {
            holds &= call.says_same() && !text.program.is_local(&call.path);
            paths.push(call.path.clone());
        }
    });
    match (holds, paths.is_empty()) {
        (false, _) => quote!(false),
        (true, true) => quote!(true),
        (true, false) => quote!({ #instead #callees #(#paths::#constant)&&* }),
    }
}

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
