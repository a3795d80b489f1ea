//! Traits over numbers in an annotated module. The trait gets the type parameter of its numbers. With `adjoint`, each method has a
//! companion beside it, which every `impl` writes, and a type of the trait has a shadow.
//!
//! ```text
//! // Input:  trait Kernel { fn value(&self, x: f64) -> f64; }
//! // Output: trait Kernel<N: Real = f64>: Shadowed {
//! //             fn value(&self, x: N) -> N;
//! //             fn __adjoint_value(&self, x: N, late: bool) -> (N, impl FnOnce(…) -> Option<N> + Clone + use<Self, N>);
//! //         }
//! ```

use crate::args::Args;
use crate::class::{Bounds, Class};
use crate::errors::Errors;
use crate::function::Function;
use crate::kind::Kind;
use crate::model::{Holder, OfTrait, Position};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter::mentions;
use crate::visit::{self, VisitMut};
use crate::walk::Callee;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{
    Generics, ItemFn, ItemTrait, Signature, TraitItem, TraitItemFn, Type, TypeParamBound, Visibility,
    parse_quote,
};

/// A trait during its expansion.
pub(crate) struct Trait {
    item: ItemTrait,
    functions: Vec<Function>,
    adjoint: bool,
    /// Whether an associated type may contain numbers.
    has_types: bool,
}

/// Whether a method changes or moves its receiver, of which an adjoint program saves a copy.
fn changes_or_moves(member: &TraitItem) -> bool {
    let TraitItem::Fn(method) = member else { return false };
    method.sig.receiver().is_some_and(|given| given.reference.is_none() || given.mutability.is_some())
}

/// Names the parameters of type `impl Kernel`, since the types of a companion need a name.
///
/// ```text
/// // Input:  fn value(kernel: &impl Kernel)
/// // Output: fn value<__Kernel0: Kernel>(kernel: &__Kernel0)
/// ```
pub(crate) fn name_parameters(signature: &mut Signature, numbers: &Numbers) {
    struct Named<'a> {
        numbers: &'a Numbers,
        generics: &'a mut Generics,
    }
    impl VisitMut for Named<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            let Type::ImplTrait(opaque) = ty else { return visit::visit_type_mut(self, ty) };
            let found = opaque.bounds.iter().find_map(|bound| match bound {
                TypeParamBound::Trait(bound) => {
                    bound.path.segments.last().filter(|last| self.numbers.is_trait(&last.ident))
                }
                _ => None,
            });
            if let Some(of) = found {
                let name =
                    format_ident!("__{}{}", of.ident, self.generics.params.len(), span = of.ident.span());
                let bounds = &opaque.bounds;
                self.generics.params.push(parse_quote!(#name: #bounds));
                *ty = parse_quote!(#name);
            }
        }
    }
    let mut named = Named { numbers, generics: &mut signature.generics };
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(typed) = input {
            named.visit_type_mut(&mut typed.ty);
        }
    }
}

/// A type without numbers has no slots.
pub(crate) fn without_slots(ty: &Ident, generics: &Generics, numbers: &Numbers) -> TokenStream {
    let private = numbers.private_at(Span::mixed_site());
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::adjoint::Shadowed for #ty #arguments #where_clause {
            type Structure = ();
            type Shape = ();
            #[inline]
            fn structure(&self) {}
        }
    }
}

impl Trait {
    pub(crate) fn new(
        mut item: ItemTrait,
        args: &Args,
        numbers: &Numbers,
        names: &Names,
        errors: &Errors,
    ) -> Self {
        let mut generics = crate::generics::kinds(&item.generics, numbers);
        generics.extend(numbers.generics.clone());
        generics.insert("Self".to_owned(), Kind::Struct("Self".to_owned()));
        let itself = Ident::new("Self", Span::call_site());
        let numbers = Numbers { generics, itself: Some(itself.clone()), ..numbers.clone() };
        let holder = Holder {
            name: itself,
            ty: parse_quote!(Self),
            by_reference: false,
            generics: item.generics.clone(),
        };
        let mut functions = Vec::new();
        for member in &mut item.items {
            let TraitItem::Fn(method) = member else { continue };
            name_parameters(&mut method.sig, &numbers);
            let args = args.of_item(&mut method.attrs, errors);
            let block = method.default.clone().unwrap_or_else(|| parse_quote!({ ::core::unimplemented!() }));
            let function = ItemFn {
                attrs: method.attrs.clone(),
                vis: Visibility::Inherited,
                sig: method.sig.clone(),
                block: Box::new(block),
            };
            let of = if method.default.is_some() { OfTrait::Provided } else { OfTrait::Declared };
            let position = Position::Trait(Box::new(holder.clone()), of);
            functions.push(Function::new(function, args, &numbers, position, names, errors));
        }
        let has_types = item
            .items
            .iter()
            .any(|member| matches!(member, TraitItem::Type(of) if numbers.is_bounded(&of.ident.to_string())));
        Trait { item, functions, adjoint: args.has_companions(), has_types }
    }

    /// Its requirements on numbers. Only real numbers have slots without a further bound.
    pub(crate) fn bounds(&self) -> Bounds {
        let class = if self.has_types && self.adjoint { Class::Real } else { Bounds::LEAST.class };
        let least = Bounds { class, ..Bounds::LEAST };
        self.functions.iter().map(Function::bounds).fold(least, Bounds::join)
    }

    pub(crate) fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub(crate) fn functions_mut(&mut self) -> &mut [Function] {
        &mut self.functions
    }

    pub(crate) fn name(&self) -> String {
        self.item.ident.to_string()
    }

    /// Whether it is this trait, or names it.
    pub(crate) fn names_trait(&self, name: &str) -> bool {
        self.item.ident == name
            || mentions(&self.item.supertraits, name)
            || mentions(&self.item.generics, name)
            || self.functions.iter().any(|function| function.names_trait(name))
    }

    pub(crate) fn names(&self) -> HashSet<String> {
        self.functions.iter().map(|function| function.original.sig.ident.to_string()).collect()
    }

    pub(crate) fn callees(&self) -> impl Iterator<Item = (String, Callee)> {
        self.functions.iter().filter_map(Function::callee)
    }

    pub(crate) fn finish(self, bounds: Bounds, numbers: &Numbers, errors: &Errors) -> TokenStream {
        let Trait { mut item, functions, adjoint, .. } = self;
        let mut lowering = numbers.lowering();
        lowering.visit_generics_mut(&mut item.generics);
        item.supertraits.iter_mut().for_each(|bound| lowering.visit_type_param_bound_mut(bound));
        let (name, of_number) = (&numbers.name, bounds.of_number(&numbers.root));
        item.generics.params.push(parse_quote!(#name: #of_number = f64));
        if adjoint {
            let private = numbers.private_at(Span::mixed_site());
            item.supertraits.push(parse_quote!(#private::adjoint::Shadowed));
            if item.items.iter().any(changes_or_moves) {
                item.supertraits.push(parse_quote!(::core::clone::Clone));
            }
            item.colon_token.get_or_insert_with(Default::default);
        }
        let mut functions = functions.into_iter();
        for mut member in std::mem::take(&mut item.items) {
            if let (TraitItem::Type(of), true) = (&mut member, adjoint)
                && numbers.is_bounded(&of.ident.to_string())
            {
                let private = numbers.private_at(Span::mixed_site());
                of.bounds.push(parse_quote!(#private::adjoint::Shadowed));
                of.bounds.push(parse_quote!(::core::clone::Clone));
                of.colon_token.get_or_insert_with(Default::default);
            }
            let TraitItem::Fn(method) = member else {
                item.items.push(member);
                continue;
            };
            let Some(function) = functions.next() else { continue };
            let (lowered, program) = function.finish(bounds, errors);
            let provided = method.default.is_some();
            let attrs = if provided { lowered.attrs } else { method.attrs };
            let default = provided.then_some(*lowered.block);
            item.items.push(TraitItem::Fn(TraitItemFn { attrs, sig: lowered.sig, default, ..method }));
            match syn::parse2::<TraitItemFn>(program.clone()) {
                Ok(mut companion) if !provided => {
                    companion.default = None;
                    companion.semi_token = Some(syn::token::Semi::default());
                    companion.attrs.retain(|attr| !mentions(attr, "inline"));
                    item.items.push(TraitItem::Fn(companion));
                }
                _ => item.items.push(TraitItem::Verbatim(program)),
            }
        }
        item.into_token_stream()
    }
}
