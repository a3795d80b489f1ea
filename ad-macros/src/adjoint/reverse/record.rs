//! A recorded call: the forward sweep makes the call on a tape and saves its steps, the reverse sweep reverses them.

use super::super::ir::*;
use super::super::text::Text;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Index;

/// The shadow of an argument, if it receives an adjoint, and whether the call changes the argument.
struct Varying {
    shadow: Option<TokenStream>,
    changed: bool,
    /// The shadow, if the call may change its structure.
    growing: Option<TokenStream>,
}

impl Text<'_> {
    /// The call, on a tape: its value, and the saved steps with the places of the arguments and results.
    ///
    /// ```text
    /// // m::f(a, &b, &mut c)
    /// {
    ///     let ((__y, __z2), __recorded) = recording::<N, _, _>(|__recording| {
    ///         let (__x0, __p0) = __recording.variables::<N, _>(&a);
    ///         let (__x1, __p1) = __recording.variables::<N, _>(&b);
    ///         let (mut __x2, __p2) = __recording.variables::<N, _>(&c);
    ///         let (__y, __q) = __recording.result::<N, _>(&m::f(__x0, &__x1, &mut __x2));
    ///         let (__z2, __q2) = __recording.result::<N, _>(&__x2);
    ///         ((__y, __z2), (__q, __q2, __p0, __p1, __p2))
    ///     });
    ///     Restore::restore(&mut c, __z2);
    ///     (__y, __recorded)
    /// }
    /// ```
    pub(in crate::adjoint) fn call_recorded(&self, call: &Call) -> TokenStream {
        let (private, number) = (Self::private(Span::mixed_site()), self.number(Span::mixed_site()));
        let (path, generics) = (&call.path, &call.generics);
        let (mut raised, mut handed, mut after) = (TokenStream::new(), Vec::new(), TokenStream::new());
        let (mut values, mut results, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut structures = Vec::new();
        let mut written = TokenStream::new();
        for (i, (argument, tokens)) in call.arguments.iter().zip(self.call_arguments(call)).enumerate() {
            let Some(varying) = self.varying(argument, call) else {
                handed.push(tokens);
                continue;
            };
            let [x, p, q, z]: [Ident; 4] =
                ["x", "p", "q", "z"].map(|name| format_ident!("__{name}{i}", span = Span::mixed_site()));
            let from = match argument {
                Argument::Value(source) => {
                    let value = self.source(source);
                    quote!(&#value)
                }
                Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                    self.reference(place, false)
                }
                Argument::PlainBorrow(_) => continue,
            };
            let mutable = varying.changed.then(|| quote!(mut));
            if varying.shadow.is_some() {
                raised.extend(quote!(let (#mutable #x, #p) = __recording.variables::<#number, _>(#from);));
                places.push(p);
                structures.extend(varying.growing.map(|_| quote!(#private::adjoint::structure(#from))));
            } else {
                raised.extend(quote!(let #mutable #x = __recording.constants::<#number, _>(#from);));
            }
            if let (Argument::Exclusive { place, .. }, true) = (argument, varying.changed) {
                handed.push(quote!(&mut #x));
                after.extend(quote!(let (#z, #q) = __recording.result::<#number, _>(&#x);));
                let place = self.exclusive(place);
                written.extend(quote!(#private::adjoint::Restore::restore(#place, #z);));
                values.push(z);
                results.push(q);
            } else {
                handed.push(if matches!(argument, Argument::Value(_)) { quote!(#x) } else { quote!(&#x) });
            }
        }
        let value = match &call.names {
            Some(names) => quote!({ #(let #names = #handed;)* #path }),
            None => quote!(#path #generics(#(#handed),*)),
        };
        quote!({
            let ((__y, #(#values,)*), __recorded) = #private::adjoint::recording::<#number, _, _>(|__recording| {
                #raised
                let __y = #value;
                let (__y, __q) = __recording.result::<#number, _>(&__y);
                #after
                ((__y, #(#values,)*), (__q, #(#results,)* #(#places,)* #(#structures,)*))
            });
            #written
            (__y, __recorded)
        })
    }

    /// The reverse sweep of the steps, and the adjoints of the arguments.
    ///
    /// ```text
    /// let (__places, __recorded) = pullback;
    /// let __pulled = __recorded.pull(|__seeds| {
    ///     __seeds.take::<N, _, _>(&__places.0, &d_y);
    ///     __seeds.take::<N, _, _>(&__places.1, &d_c);
    /// });
    /// __pulled.give::<N, _, _>(&__places.2, &d_a);
    /// __pulled.give::<N, _, _>(&__places.3, &d_b);
    /// __pulled.give::<N, _, _>(&__places.4, &d_c);
    /// ```
    pub(super) fn reverse_recorded(&self, var: Id, call: &Call) -> TokenStream {
        let number = self.number(Span::mixed_site());
        let (pullback, shadow) = (&call.pullback, &self.var(var).shadow);
        let varying: Vec<Varying> =
            call.arguments.iter().filter_map(|argument| self.varying(argument, call)).collect();
        let mut place = (0..).map(Index::from);
        let mut next = || place.next().unwrap_or_else(|| Index::from(0));
        let result = next();
        let mut seeds = quote!(__seeds.take::<#number, _, _>(&__places.#result, &#shadow););
        for changed in varying.iter().filter(|argument| argument.changed) {
            let place = next();
            let shadow = changed.shadow.iter();
            seeds.extend(quote!(#(__seeds.take::<#number, _, _>(&__places.#place, #shadow);)*));
        }
        let gives = varying.iter().filter_map(|argument| argument.shadow.as_ref()).map(|shadow| {
            let place = next();
            quote!(__pulled.give::<#number, _, _>(&__places.#place, #shadow);)
        });
        let gives: Vec<_> = gives.collect();
        // The shadow gets the structure of the argument before the call.
        let private = Self::private(Span::mixed_site());
        let grown = varying.iter().filter_map(|argument| argument.growing.as_ref()).map(|shadow| {
            let structure = next();
            quote!(*#shadow = #private::adjoint::Structure::slots(&__places.#structure);)
        });
        quote! {
            {
                let (__places, __recorded) = #pullback;
                let __pulled = __recorded.pull(|__seeds| { #seeds });
                #(#grown)*
                #(#gives)*
            }
        }
    }

    /// The facts of an argument with numbers.
    fn varying(&self, argument: &Argument, call: &Call) -> Option<Varying> {
        let growing = match argument {
            Argument::Exclusive { place, .. } if self.receives(place.root) && self.may_grow(place, call) => {
                Some(self.exclusive_shadow(place))
            }
            _ => None,
        };
        let (root, shadow, changed) = match argument {
            Argument::PlainBorrow(_) | Argument::Value(Source::Plain(_)) => return None,
            Argument::Exclusive { place, .. } if place.ty.is_plain() => return None,
            Argument::Borrow { place } | Argument::Value(Source::Place(place)) => {
                (Some(place.root), self.reference(place, true), false)
            }
            Argument::Exclusive { place, .. } => (Some(place.root), self.reference(place, true), true),
            Argument::Value(Source::Value(id)) => (Some(*id), self.shadow_reference(*id), false),
            Argument::Value(_) => (None, TokenStream::new(), false),
        };
        let receives = root.is_some_and(|root| self.receives(root));
        Some(Varying { shadow: receives.then_some(shadow), changed, growing })
    }
}
