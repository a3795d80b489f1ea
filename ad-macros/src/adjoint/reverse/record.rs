//! A recorded call: the forward sweep makes the call and saves its arguments, the reverse sweep makes it again.

use super::super::ir::*;
use super::super::text::Text;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Index;

impl Text<'_> {
    /// The call, and its arguments that are not references, which are saved.
    ///
    /// ```text
    /// // m::f(a, &b)
    /// { let __given = (a,); (m::f(Clone::clone(&__given.0), &b), __given) }
    /// ```
    pub(in crate::adjoint) fn call_recorded(&self, call: &Call) -> TokenStream {
        let (path, generics) = (&call.path, &call.generics);
        let mut given = Vec::new();
        let handed: Vec<_> = call
            .arguments
            .iter()
            .zip(self.call_arguments(call))
            .map(|(argument, tokens)| {
                if !matches!(argument, Argument::Value(_)) {
                    return tokens;
                }
                let index = Index::from(given.len());
                given.push(tokens);
                quote!(::core::clone::Clone::clone(&__given.#index))
            })
            .collect();
        quote!({
            let __given = (#(#given,)*);
            (#path #generics(#(#handed),*), __given)
        })
    }

    /// The call again, on a tape, and the adjoints of its arguments.
    ///
    /// ```text
    /// recording::<N>(|__recording| {
    ///     let __x0 = __recording.variables::<N, _>(&pullback.0);
    ///     let __x1 = __recording.variables::<N, _>(&b);
    ///     let __y = m::f(Clone::clone(&__x0), &__x1);
    ///     let __pulled = __recording.pull::<N, _, _>(&__y, &d_y);
    ///     __pulled.give::<N, _, _>(&__x0, &d_a);
    ///     __pulled.give::<N, _, _>(&__x1, &d_b);
    /// })
    /// ```
    pub(super) fn reverse_recorded(&self, var: Id, call: &Call) -> TokenStream {
        let (private, number) = (self.private(Span::mixed_site()), self.number(Span::mixed_site()));
        let (path, generics) = (&call.path, &call.generics);
        let (pullback, shadow) = (&call.pullback, &self.var(var).shadow);
        let (mut raised, mut handed, mut gives) = (TokenStream::new(), Vec::new(), TokenStream::new());
        let mut kept = 0;
        for (i, argument) in call.arguments.iter().enumerate() {
            let x: Ident = format_ident!("__x{i}", span = Span::mixed_site());
            let (once_more, by_value, to) = match argument {
                Argument::PlainBorrow(plain) => {
                    handed.push(plain.tokens.clone());
                    continue;
                }
                Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                    let to = self.receives(place.root).then(|| self.reference(place, true));
                    (self.reference(place, false), false, to)
                }
                Argument::Value(source) => {
                    let index = Index::from(kept);
                    kept += 1;
                    let once_more = quote!(&#pullback.#index);
                    let to = match source {
                        Source::Plain(_) => {
                            handed.push(quote!(::core::clone::Clone::clone(#once_more)));
                            continue;
                        }
                        Source::Value(id) => self.receives(*id).then(|| self.shadow_reference(*id)),
                        Source::Place(place) => {
                            self.receives(place.root).then(|| self.reference(place, true))
                        }
                        _ => None,
                    };
                    (once_more, true, to)
                }
            };
            let method = if to.is_some() { quote!(variables) } else { quote!(constants) };
            raised.extend(quote!(let #x = __recording.#method::<#number, _>(#once_more);));
            handed.push(if by_value { quote!(::core::clone::Clone::clone(&#x)) } else { quote!(&#x) });
            gives.extend(to.map(|to| quote!(__pulled.give::<#number, _, _>(&#x, #to);)));
        }
        quote! {
            #private::adjoint::recording::<#number>(|__recording| {
                #raised
                let __y = #path #generics(#(#handed),*);
                let __pulled = __recording.pull::<#number, _, _>(&__y, &#shadow);
                #gives
            });
        }
    }
}
