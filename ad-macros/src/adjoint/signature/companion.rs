//! The type of a function's name, whose associated function is the adjoint program.

use super::Owner;
use super::dispatch::Dispatch;
use super::recursion::Level;
use super::sweeps::sweeps;
use super::types::*;
use crate::adjoint::analyse::each;
use crate::adjoint::callees::Imports;
use crate::adjoint::ir::*;
use crate::adjoint::quadratic::{Assembled, Quadratic};
use crate::adjoint::text::Text;
use crate::adjoint::{calls, is_recursive};
use crate::class::{Bounds, Class};
use crate::emit::inlined;
use crate::names::method_companion;
use crate::parameter;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{FnArg, GenericParam, Generics, ItemFn, Type, Visibility, parse_quote};

/// The number of statements of a forward sweep that is always inlined.
const SMALL: usize = 32;

/// The parts of a companion.
pub(super) struct Companion<'a> {
    pub(super) item: &'a ItemFn,
    pub(super) bounds: Bounds,
    pub(super) text: &'a Text<'a>,
    /// The parameters: their variables, types, and whether the caller chooses the slots of their shadows.
    pub(super) ids: &'a [Id],
    pub(super) types: &'a [Type],
    pub(super) totals: &'a [bool],
    pub(super) output: &'a Type,
    pub(super) items: &'a [TokenStream],
    pub(super) imports: &'a Imports,
    pub(super) owner: Option<&'a Owner>,
    pub(super) home: Option<&'a Visibility>,
    /// Whether there is a copy of the sweeps for callers that compile them into their own code.
    pub(super) in_place: bool,
    /// The program of second order.
    pub(super) quadratic: Option<&'a Quadratic>,
    /// The same for a sum, by many inputs.
    pub(super) assembled: Option<&'a Assembled>,
    pub(super) lent: &'a [syn::Lifetime],
    pub(super) objects: Option<&'a Dispatch<'a>>,
}

/// The types of a companion.
struct Types {
    generics: Generics,
    /// The generics of the type that a method belongs to.
    outer: Generics,
    /// The generics that the type of the reverse sweep may mention.
    captured: TokenStream,
    result_shadow: Type,
    /// The types of the parameters where the reverse sweep receives them again.
    again: Vec<Type>,
    shadows: Vec<Type>,
}

impl Companion<'_> {
    /// The companion.
    pub(super) fn write(&self) -> TokenStream {
        let types = self.types();
        let function = self.function(&types);
        let cfg = self.cfg();
        if self.owner.is_some_and(|owner| owner.alone || owner.inside) {
            return quote! {
                #cfg
                #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                #function
            };
        }
        if let Some(Owner { ty, .. }) = self.owner {
            let (outer_generics, _, outer_where) = types.outer.split_for_impl();
            return quote! {
                #cfg
                #[automatically_derived]
                #[allow(unused, unreachable_code, dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
                impl #outer_generics #ty #outer_where {
                    #function
                }
            };
        }
        self.of_free_function(&types, &function)
    }

    fn cfg(&self) -> TokenStream {
        let cfg = self.item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        quote!(#(#cfg)*)
    }

    /// A method of an operator has the visibility of its type.
    fn vis(&self) -> Visibility {
        match self.owner {
            Some(owner) if self.item.sig.ident != owner.name => parse_quote!(pub),
            _ => self.item.vis.clone(),
        }
    }

    fn private(&self) -> TokenStream {
        self.text.numbers.private_at(Span::mixed_site())
    }

    fn receiver(&self) -> Option<&syn::Receiver> {
        match self.item.sig.inputs.first() {
            Some(FnArg::Receiver(receiver)) => Some(receiver),
            _ => None,
        }
    }

    fn idents(&self) -> Vec<&Ident> {
        self.ids.iter().map(|id| &self.text.var(*id).ident).collect()
    }

    fn types(&self) -> Types {
        let (generics, outer) = self.generics();
        let captured = self.captured(&generics, &outer);
        Types {
            generics,
            outer,
            captured,
            result_shadow: self.result_shadow(),
            again: self.again(),
            shadows: self.shadows(),
        }
    }

    /// The generics of the function, and of the type that a method belongs to.
    fn generics(&self) -> (Generics, Generics) {
        let mut generics = self.item.sig.generics.clone();
        let mut outer = self.owner.map(|owner| owner.generics.clone()).unwrap_or_default();
        // Those of an operator's right operand: `impl<const K: usize> Mul<Matrix<K>> for Matrix<2>`.
        if let Some(owner) = self.owner.filter(|owner| !owner.inside) {
            let of_operand = |parameter: &GenericParam| match parameter {
                GenericParam::Lifetime(_) => false,
                GenericParam::Type(p) => !parameter::mentions(&owner.ty, &p.ident.to_string()),
                GenericParam::Const(p) => !parameter::mentions(&owner.ty, &p.ident.to_string()),
            };
            let (operand, itself): (Vec<_>, Vec<_>) = outer.params.into_iter().partition(of_operand);
            outer.params = itself.into_iter().collect();
            generics.params.extend(operand);
        }
        let number = &self.text.numbers.name;
        let of_number = self.bounds.of_number(&self.text.numbers.root);
        let of_type = self.owner.is_some_and(|owner| !owner.alone);
        let itself = if of_type { &mut outer } else { &mut generics };
        itself.params.push(parse_quote!(#number: #of_number));
        // Real numbers are active. Others may be integers.
        if self.bounds.class != Class::Real {
            let private = self.private();
            let active = parse_quote!(#number: #private::adjoint::Active);
            generics.make_where_clause().predicates.push(active);
        }
        (generics, outer)
    }

    fn captured(&self, generics: &Generics, outer: &Generics) -> TokenStream {
        let mut lifetimes = super::lifetimes::in_arguments(self.types.iter().chain([self.output]));
        lifetimes.retain(|lifetime| !self.lent.contains(lifetime));
        lifetimes.extend(self.lent.iter().cloned());
        let captured = named_generics(outer).chain(named_generics(generics));
        let itself = self.owner.filter(|owner| owner.inside).map(|owner| &owner.ty);
        let itself =
            itself.filter(|ty| matches!(ty, Type::Path(path) if path.path.is_ident("Self"))).into_iter();
        quote!(#(#lifetimes,)* #(#itself,)* #(#captured),*)
    }

    fn result_shadow(&self) -> Type {
        let (output, numbers) = (self.output, self.text.numbers);
        if numbers.in_lowered(output) {
            return plainly(output, numbers, true);
        }
        let private = self.private();
        let structure = quote!(<#output as #private::adjoint::Shadowed>::Structure);
        parse_quote!(<#structure as #private::adjoint::Structure>::Slots)
    }

    /// A method receives its receiver again in any case, since its caller cannot see how it takes it.
    fn again(&self) -> Vec<Type> {
        let receiver = self.receiver().is_some();
        let parameters = self.types.iter().enumerate();
        let again = parameters.map(|(i, ty)| {
            let by_value = receiver && i == 0 && !matches!(ty, Type::Reference(_));
            again_type(&if by_value { parse_quote!(&#ty) } else { ty.clone() }, self.text.numbers)
        });
        again.collect()
    }

    fn shadows(&self) -> Vec<Type> {
        let numbers = self.text.numbers;
        let parameters = self.ids.iter().zip(self.types);
        let mut shadows: Vec<_> =
            parameters.map(|(id, ty)| shadow_type(ty, self.text.var(*id).growing, numbers)).collect();
        // The caller has the data itself in the place of its shadow, if it is a part of a struct over numbers.
        let alone = self.receiver().is_some() && self.owner.is_some_and(|owner| owner.alone);
        if let (Some(shadow), true) = (shadows.first_mut(), alone) {
            let private = self.private();
            *shadow = parse_quote!(&dyn #private::adjoint::Unused);
        }
        shadows
    }

    /// The program of second order.
    fn second_order(&self, types: &Types) -> Option<TokenStream> {
        let Quadratic { code, gradient, hessian, .. } = self.quadratic?;
        let (code, number) = (self.imports.around(&self.beginning(), code), &self.text.numbers.name);
        let parameters = self.idents().into_iter().zip(self.types).map(|(ident, ty)| quote!(#ident: #ty));
        let (impl_generics, _, where_clause) = types.generics.split_for_impl();
        let inline = inlined(true);
        Some(quote! {
            #(#inline)*
            fn __quadratic #impl_generics (#(#parameters),*) -> (#number, #gradient, #hessian) #where_clause {
                #code
            }
        })
    }

    /// The program of second order of a sum.
    fn assembly(&self, types: &Types) -> Option<TokenStream> {
        let code = self.imports.around(&self.beginning(), &self.assembled?.code);
        let (private, number) = (self.private(), &self.text.numbers.name);
        let parameters = self.idents().into_iter().zip(self.types).map(|(ident, ty)| quote!(#ident: #ty));
        let mut generics = types.generics.clone();
        generics.params.push(parse_quote!(__S: #private::adjoint::Assemble<#number>));
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        Some(quote! {
            #[inline]
            fn __assemble #impl_generics (#(#parameters,)* __sink: &mut __S)
                -> ::core::option::Option<#number> #where_clause { #code }
        })
    }

    /// The parameters without the receiver, and whether the value is requested late.
    fn inputs(&self) -> TokenStream {
        let inputs = self.ids.iter().zip(self.types).map(|(id, ty)| {
            let ident = &self.text.var(*id).ident;
            quote!(#ident: #ty)
        });
        let inputs = inputs.skip(usize::from(self.receiver().is_some()));
        quote!(#(#inputs,)* __late: ::core::primitive::bool)
    }

    /// The receiver as a parameter, and its name in the sweeps. A receiver by value is moved, but the reverse sweep receives it again.
    fn given(&self) -> (Option<TokenStream>, Option<TokenStream>) {
        let Some(receiver) = self.receiver() else { return (None, None) };
        let cloned = self.owner.is_some_and(|owner| !owner.alone)
            && receiver.reference.is_none()
            && receiver.colon_token.is_none();
        let (and, mutability) = (&receiver.reference, receiver.reference.as_ref().and(receiver.mutability));
        let and = and.as_ref().map(|(and, lifetime)| quote!(#and #lifetime));
        let given = if cloned { quote!(&self,) } else { quote!(#and #mutability self,) };
        let value = if cloned { quote!(::core::clone::Clone::clone(self)) } else { quote!(self) };
        let bound = self.idents().first().map(|ident| quote!(let #ident = #value;));
        (Some(given), bound)
    }

    /// The type of the result: the value, and the reverse sweep.
    fn result(&self, types: &Types, shadows: &[Type], captured: &TokenStream) -> TokenStream {
        let Types { result_shadow, again, .. } = types;
        let output = self.output;
        quote! {
            (
                #output,
                impl ::core::ops::FnOnce(&#result_shadow, #(#again,)* #(#shadows),*)
                    -> ::core::option::Option<#output>
                    + ::core::clone::Clone
                    + use<#captured>,
            )
        }
    }

    /// The imports and items of the sweeps.
    fn beginning(&self) -> TokenStream {
        let (private, items) = (self.private(), self.items);
        quote! {
            #[allow(unused_imports)]
            use #private::{self as __ad, adjoint::methods::*};
            #(#items)*
        }
    }

    /// The adjoint program.
    fn function(&self, types: &Types) -> TokenStream {
        let (given, bound) = self.given();
        let recursive = is_recursive(self.text.program);
        let inline = (!recursive).then(|| self.inline());
        let (vis, inputs) = (self.vis(), self.inputs());
        let name = self.owner.map_or_else(
            || parse_quote!(__adjoint),
            |owner| method_companion(&owner.name, Span::call_site()),
        );
        let (impl_generics, _, where_clause) = types.generics.split_for_impl();
        let result = self.result(types, &types.shadows, &types.captured);
        let head = quote! {
            #[doc(hidden)]
            #inline
            #vis fn #name #impl_generics (#given #inputs) -> #result #where_clause
        };
        let (forward, reverse) = match self.objects {
            Some(objects) => objects.sweeps(self.text, &self.item.sig.ident, self.ids, self.types),
            None => sweeps(self.text),
        };
        if !recursive {
            return self.sweeps(types, &head, bound.as_ref(), (&forward, &reverse));
        }
        let level = Level {
            numbers: self.text.numbers,
            imports: self.imports,
            method: self.owner.map(|owner| &owner.name),
            home: self.home.is_some(),
            generics: &types.generics,
            captured: &types.captured,
            output: self.output,
            result_shadow: &types.result_shadow,
            idents: &self.idents(),
            types: self.types,
            again: &types.again,
            shadows: &types.shadows,
            shadow_names: &self.shadow_names(),
        };
        level.companion(self.text.program, &head, bound.as_ref(), &self.beginning(), (&forward, &reverse))
    }

    fn shadow_names(&self) -> Vec<&Ident> {
        self.ids.iter().map(|id| &self.text.var(*id).shadow).collect()
    }

    /// The functions of a program that does not call itself. The caller chooses the slots of some parameters.
    fn sweeps(
        &self,
        types: &Types,
        head: &TokenStream,
        bound: Option<&TokenStream>,
        sweeps: (&TokenStream, &TokenStream),
    ) -> TokenStream {
        let kind = |i: usize| quote::format_ident!("__A{i}", span = Span::mixed_site());
        let kinds: Vec<_> = (0..self.types.len()).filter(|i| self.totals[*i]).map(kind).collect();
        let receivers: Vec<Type> = (0..self.types.len())
            .map(|i| match (self.totals[i], kind(i)) {
                (true, kind) => rewritten(&self.types[i], self.text.numbers, Some(&parse_quote!(#kind))),
                (false, _) => types.shadows[i].clone(),
            })
            .collect();
        let (private, number) = (self.private(), &self.text.numbers.name);
        let own: Vec<_> = named_generics(&types.generics).collect();
        let mut generics = types.generics.clone();
        for kind in &kinds {
            generics.params.push(parse_quote!(#kind: #private::adjoint::Receive<#number>));
        }
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        let (captured, inputs, inline) = (&types.captured, self.inputs(), self.inline());
        let result = self.result(types, &receivers, &quote!(#captured, #(#kinds),*));
        let apart = self.body(types, &receivers, bound, sweeps, &quote!());
        // A copy for callers that compile the sweeps into their own code. `apart` does not call the copy: LLVM optimizes code worse that
        // is always inlined, and a Hessian would cost a third more. A debug build inlines nothing, and leaves the copy out.
        let in_place = self.in_place.then(|| {
            let always = quote!(#[inline(always)]);
            let body = self.body(types, &receivers, bound, sweeps, &always);
            quote! {
                #[cfg(not(debug_assertions))]
                #always
                fn __in_place #impl_generics (#inputs) -> #result #where_clause { #body }
            }
        });
        if kinds.is_empty() {
            return quote!(#head { #apart } #in_place);
        }
        let (slots, idents) = (kinds.iter().map(|_| quote!(#private::adjoint::Slot<#number>)), self.idents());
        quote! {
            #head {
                Self::__sweeps::<#(#own,)* #(#slots),*>(#(#idents,)* __late)
            }

            #inline
            fn __sweeps #impl_generics (#inputs) -> #result #where_clause {
                #apart
            }

            #in_place
        }
    }

    /// The attributes of the forward sweep. It returns the value and the captures of the reverse sweep, which a caller gets through
    /// memory: they are stored one by one and loaded in pairs, on which the processor waits. So a small one is always inlined.
    fn inline(&self) -> TokenStream {
        let mut statements = 0;
        each(&self.text.program.body, 0, &mut |_, _| statements += 1);
        let attributes = inlined(statements <= SMALL);
        quote!(#(#attributes)*)
    }

    /// The forward sweep, and the closure that is the reverse sweep.
    fn body(
        &self,
        types: &Types,
        receivers: &[Type],
        bound: Option<&TokenStream>,
        (forward, reverse): (&TokenStream, &TokenStream),
        inline: &TokenStream,
    ) -> TokenStream {
        let Types { result_shadow, again, .. } = types;
        let (beginning, shadow_names) = (self.beginning(), self.shadow_names());
        let again_names = self.idents().into_iter().zip(self.types).map(|(ident, ty)| match ty {
            Type::Reference(_) => quote!(#ident),
            _ => quote!(_),
        });
        let late = self.objects.is_some() || self.text.facts.late.is_some();
        let value = if late { quote!(__value) } else { quote!(::core::option::Option::None) };
        let sweeps = quote! {
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
        };
        self.imports.around(&beginning, &sweeps)
    }

    /// The type of a function's name.
    fn of_free_function(&self, types: &Types, function: &TokenStream) -> TokenStream {
        let (cfg, vis, name) = (self.cfg(), self.vis(), &self.item.sig.ident);
        let itself = if self.home.is_some() { of_module() } else { name.clone() };
        let entrance = self.home.map(|home| self.entrance(types, home));
        let (second_order, assembly) = (self.second_order(types), self.assembly(types));
        let private = self.private();
        let seen = if self.home.is_some() { &Visibility::Inherited } else { &vis };
        let index = self.text.facts.index;
        let cheap = !self.types.iter().any(is_exclusive) && index.cheap;
        let [cheap, same] = [(cheap, "__CHEAP"), (index.same, "__SAME")].map(|(holds, constant)| {
            conjunction(self.text, holds, self.imports, &quote::format_ident!("{constant}"))
        });
        let linear = self.quadratic.is_some_and(|program| program.linear)
            || self.assembled.is_some_and(|program| program.linear);
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
                #vis const __LINEAR: ::core::primitive::bool = #linear;
                #[doc(hidden)]
                #vis const __SAME: ::core::primitive::bool = #same;
                #[doc(hidden)]
                #vis const __NAME: #private::adjoint::Name = #private::adjoint::name_of::<Self>;

                #function

                #second_order

                #assembly
            }
        }
    }

    /// The items of a module of the function's name.
    fn entrance(&self, types: &Types, home: &Visibility) -> TokenStream {
        let (cfg, vis, name, itself) = (self.cfg(), self.vis(), &self.item.sig.ident, of_module());
        let private = self.private();
        let (own, idents, inputs) = (named_generics(&types.generics), self.idents(), self.inputs());
        let (impl_generics, _, where_clause) = types.generics.split_for_impl();
        let result = self.result(types, &types.shadows, &types.captured);
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
            #vis const __LINEAR: ::core::primitive::bool = #itself::__LINEAR;

            #cfg
            #[doc(hidden)]
            #[allow(dead_code)]
            #vis const __SAME: ::core::primitive::bool = #itself::__SAME;

            #cfg
            #[doc(hidden)]
            #[allow(dead_code)]
            #vis const __NAME: #private::adjoint::Name = #itself::__NAME;

            #cfg
            #[doc(hidden)]
            #[inline]
            #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
            #vis fn __adjoint #impl_generics (#inputs) -> #result #where_clause {
                #itself::__adjoint::<#(#own),*>(#(#idents,)* __late)
            }
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
fn conjunction(text: &Text<'_>, holds: bool, imports: &Imports, constant: &Ident) -> TokenStream {
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
        (true, false) => {
            let holds = imports.around(&TokenStream::new(), &quote!(#(#paths::#constant)&&*));
            quote!({ #holds })
        }
    }
}
