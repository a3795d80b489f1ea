//! The `impl` of `Adjoint` for the expression of a function: its arguments are the fields and variables.

use super::companion::of_module;
use crate::class::Bounds;
use crate::expression::{Expression, Field, Variable};
use crate::generics;
use crate::names::method_companion;
use crate::numbers::Numbers;
use crate::parameter::Passing;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Type, parse_quote};

/// Facts about the function of an expression.
#[derive(Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Kind {
    /// It is a method or associated function.
    pub(super) method: bool,
    /// Its module has its name.
    pub(super) home: bool,
    /// It has a receiver.
    pub(super) receiver: bool,
    /// Its value can come with the reverse sweep.
    pub(super) late: bool,
    /// The parameters that may be sums.
    pub(super) totals: Vec<bool>,
    /// Its sweeps can be compiled into the caller's code.
    pub(super) in_place: bool,
    /// It has a program of second order.
    pub(super) quadratic: bool,
    /// The same for a sum, by many inputs.
    pub(super) assembled: bool,
    /// The parameters whose structure may change.
    pub(super) growing: Vec<bool>,
}

/// The `impl` of `Adjoint`.
pub(super) fn adjoint(
    expression: &Expression,
    bounds: Bounds,
    numbers: &Numbers,
    types: &[Type],
    Kind { method, home, receiver, late, totals, in_place, quadratic, assembled, growing }: Kind,
    body: Option<TokenStream>,
) -> TokenStream {
    let Expression { name, function, turbofish, fields, variables, arguments, output, dict, attrs, .. } =
        expression;
    let of_module = of_module().into();
    let function = if home { &of_module } else { function };
    let private = numbers.private_at(Span::mixed_site());
    let input: Type = match variables.as_slice() {
        [variable] => variable.shape.clone(),
        variables => {
            let shapes = variables.iter().map(|variable| &variable.shape);
            parse_quote!((#(#shapes),*))
        }
    };
    let cfg = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let mut turbofish = turbofish.clone();
    turbofish.params =
        turbofish.params.into_iter().filter(|p| !matches!(p, GenericParam::Lifetime(_))).collect();
    let turbofish = generics::arguments(&turbofish);
    let kinds = totals.iter().filter(|total| **total).map(|_| quote!(_));
    let own = turbofish.clone();
    let of_totals = (!turbofish.is_empty()).then(|| quote!(::<#(#turbofish,)* _, #(#kinds),*>));
    let turbofish = (!turbofish.is_empty()).then(|| quote!(::<#(#turbofish,)* _>));
    let (mut slots, mut sums, mut of_sums) = (Vec::new(), Vec::new(), Vec::new());
    // The place of the first variable among the sums, if it is such a list, and receivers without memory.
    let mut given = None;
    let mut variable = variables.iter().enumerate();
    let mut again = Vec::new();
    let mut shadows = Vec::new();
    let mut handed = Vec::new();
    // A `&mut` argument is a clone, which the reverse sweep receives as the function left it.
    let mut changed = Vec::new();
    // Its shadow has the structure that the function left, if that may change.
    let (mut grown, mut moved, mut moved_to_slots) = (Vec::new(), Vec::new(), Vec::new());
    for (k, (field, ty)) in arguments.iter().zip(types).enumerate() {
        let reference = matches!(ty, Type::Reference(_));
        if let Some(field) = field {
            let Field { name, passing, .. } = &fields[*field];
            let place = parse_quote!(self.#name);
            let (argument, once_more) = match (reference, passing) {
                (_, Passing::Shared) => (quote!(self.#name), quote!(self.#name)),
                (true, passing) => (passing.argument(&place).into_token_stream(), quote!(&self.#name)),
                (false, passing) => (passing.argument(&place).into_token_stream(), quote!(())),
            };
            handed.push(argument);
            again.push(once_more);
            shadows.push(quote!(&()));
            of_sums.push(quote!(&()));
            continue;
        }
        let Some((i, Variable { passing, shape, .. })) = variable.next() else { continue };
        let first_of_several = i == 0 && variables.len() > 1;
        let i = syn::Index::from(i);
        let (x, place, dx) = if variables.len() == 1 {
            (quote!(__x), quote!((*__x)), quote!(__dx))
        } else {
            (quote!(&__x.#i), quote!(__x.#i), quote!(&__dx.#i))
        };
        let (argument, once_more) = match passing {
            Passing::Mutable => {
                let ident = quote::format_ident!("__changed_{}", changed.len());
                changed.push((ident.clone(), place));
                (quote!(&mut #ident), quote!(&mut #ident))
            }
            Passing::Shared => (x.clone(), x),
            Passing::Copied => (place, quote!(())),
            // The companion takes `self` by reference, and again.
            Passing::Cloned if receiver && handed.is_empty() => (x.clone(), x),
            Passing::Cloned => (quote!(::core::clone::Clone::clone(&#place)), quote!(())),
        };
        if totals.get(k) == Some(&true) {
            if first_of_several {
                given = Some((of_sums.len(), quote!(&#private::adjoint::unwanted(&__x.0))));
            }
            of_sums.push(if variables.len() == 1 { quote!(&*__dx) } else { dx.clone() });
        } else {
            let ident = quote::format_ident!("__slots_{k}");
            let at = if variables.len() == 1 { quote!(__x) } else { quote!(&__x.#i) };
            let to = if variables.len() == 1 { quote!(__dx) } else { quote!(&mut __dx.#i) };
            slots.push(quote!(let #ident = #private::adjoint::slots::<#shape, _>(#at);));
            sums.push(quote!(#private::adjoint::total::<#shape, _>(&#ident, #to);));
            of_sums.push(quote!(&#ident));
        }
        if let (true, Some((left, _))) = (growing.get(k) == Some(&true), changed.last()) {
            let shadow = quote::format_ident!("__shadow_{k}");
            grown.push(quote! {
                let mut #shadow = #private::adjoint::Structure::slots(&#private::adjoint::structure(&#left));
            });
            let to = |to: &TokenStream| quote!(#private::adjoint::Shadow::transfer(&#shadow, #to););
            moved.push(to(&dx));
            moved_to_slots.extend(of_sums.pop().map(|slots| to(&slots)));
            of_sums.push(quote!(&mut #shadow));
            shadows.push(quote!(&mut #shadow));
        } else {
            shadows.push(dx);
        }
        handed.push(argument);
        again.push(once_more);
    }
    let (clones, copies): (Vec<_>, Vec<_>) = changed
        .iter()
        .map(|(ident, place)| {
            let copy = quote!(let mut #ident = #ident;);
            (quote!(let mut #ident = ::core::clone::Clone::clone(&#place);), copy)
        })
        .unzip();
    let mut program = function.clone();
    match program.segments.last_mut() {
        Some(last) if method => last.ident = method_companion(&last.ident.to_string(), last.ident.span()),
        _ => program.segments.push(parse_quote!(__adjoint)),
    }
    let mut sweep = quote!(__sweep(__dy, #(#again,)* #(#shadows),*));
    if !grown.is_empty() {
        sweep = quote!({ #(#grown)* let __y = #sweep; #(#moved)* __y });
    }
    let (requested, end) = if late { (quote!(__late), None) } else { (quote!(false), Some(quote!(;))) };
    let body = body.unwrap_or_else(|| {
        quote! {
            #(#clones)*
            let (__y, __sweep) = #program #turbofish (#(#handed,)* #requested);
            (__y, move |__dy: &_, __x: &_, __dx: &_| { #(#copies)* #sweep #end })
        }
    });
    let number = quote!(#private::Num<#dict>);
    let slot = quote!(#private::adjoint::Slot<#number>);
    let of = |shape: &Type, content: &TokenStream| crate::shape::of(shape, content, &private);
    let (x, dx) = (of(&input, &number), of(&input, &slot));
    let (y, dy) = (of(output, &number), of(output, &slot));
    let of_rest = given.map(|(i, unwanted)| {
        let mut of_rest = of_sums.clone();
        of_rest[i] = unwanted;
        of_rest
    });
    let total = of(&input, &quote!(#private::adjoint::Total<#number>));
    let method = |name: &str, sweeps: &str, inline: &TokenStream, of_sums: &[TokenStream]| {
        let name = quote::format_ident!("{name}");
        let mut program = function.clone();
        let sweeps = Ident::new(sweeps, Span::mixed_site());
        program.segments.push(parse_quote!(#sweeps));
        quote! {
            #inline
            fn #name(
                &self,
                _: #dict,
                __x: &#x,
                __seed: impl ::core::ops::FnOnce(&#y) -> #dy,
                __dx: &mut #total,
            ) -> #y {
                #(#clones)*
                let (__y, __sweep) = #program #of_totals (#(#handed,)* true);
                let __dy = &__seed(&__y);
                #(#slots)*
                #(#grown)*
                let __y = __sweep(__dy, #(#again,)* #(#of_sums),*).unwrap_or(__y);
                #(#moved_to_slots)*
                #(#sums)*
                __y
            }
        }
    };
    let totals = totals.contains(&true).then(|| {
        let inline = if late { quote!(#[inline(never)]) } else { quote!(#[inline]) };
        let of_all = method("totals", "__sweeps", &inline, &of_sums);
        let of_rest = of_rest.as_ref().map(|of_rest| {
            let of_rest = method("given", "__sweeps", &inline, of_rest);
            quote!(const GIVEN: ::core::primitive::bool = true; #of_rest)
        });
        quote! {
            const TOTALS: ::core::primitive::bool = true;
            #of_all
            #of_rest
        }
    });
    let quadratic = quadratic.then(|| {
        let inline = crate::emit::inlined(true);
        let mut program = function.clone();
        program.segments.push(parse_quote!(__quadratic));
        quote! {
            #(#inline)*
            fn quadratic_program(&self, __x: &#x)
                -> ::core::option::Option<#private::adjoint::Quadratic<#input, #number>>
            {
                ::core::option::Option::Some(#program #turbofish (#(#handed),*))
            }
        }
    });
    let assembled = assembled.then(|| {
        let mut program = function.clone();
        program.segments.push(parse_quote!(__assemble));
        let of_sink = (!own.is_empty()).then(|| quote!(::<#(#own,)* _, _>));
        quote! {
            #[inline]
            fn assemble_program<__S: #private::adjoint::Assemble<#number>>(&self, __x: &#x, __sink: &mut __S)
                -> ::core::option::Option<#number>
            {
                #program #of_sink (#(#handed,)* __sink)
            }
        }
    });
    let in_place = in_place.then(|| {
        let inline = quote!(#[cfg(not(debug_assertions))] #[inline(always)]);
        let of_all = method("totals_in_place", "__in_place", &inline, &of_sums);
        let of_rest =
            of_rest.as_ref().map(|of_rest| method("given_in_place", "__in_place", &inline, of_rest));
        quote!(#of_all #of_rest)
    });
    let bounds = bounds.of_dict(&numbers.root);
    let generics = crate::emit::dict_generics(expression, &bounds, &numbers.root);
    let captured = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
    });
    let captured = quote!('__a, #(#captured),*);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let itself = itself(name, &expression.generics);
    let (pullback, is_late, request, value) = if late {
        (
            quote!(sweeps),
            quote!(
                const LATE: ::core::primitive::bool = true;
            ),
            quote!(, __late: ::core::primitive::bool),
            quote!(-> ::core::option::Option<#y>),
        )
    } else {
        (quote!(pullback), TokenStream::new(), TokenStream::new(), TokenStream::new())
    };
    quote! {
        #(#cfg)*
        #[automatically_derived]
        #[allow(unreachable_code, clippy::all, clippy::pedantic)]
        impl #impl_generics #private::adjoint::Adjoint<#dict> for #itself #where_clause {
            #is_late
            #[inline]
            fn #pullback<'__a>(&'__a self, _: #dict, __x: &#x #request) -> (
                #y,
                impl ::core::ops::FnOnce(&#dy, &#x, &#dx) #value + ::core::clone::Clone + use<#captured>,
            ) {
                #body
            }
            #totals
            #in_place
            #quadratic
            #assembled
        }
    }
}

pub(super) fn itself(name: &Ident, generics: &Generics) -> TokenStream {
    let arguments = generics::arguments(generics);
    if arguments.is_empty() { quote!(#name) } else { quote!(#name<#(#arguments),*>) }
}
