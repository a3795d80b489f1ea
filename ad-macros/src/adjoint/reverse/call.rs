//! The reverse code of a call.

use super::super::analyse::Site;
use super::super::ir::*;
use super::super::text::Text;
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The saved form of a call's pullback.
    pub(super) fn again(&self, call: &Call) -> TokenStream {
        let (policy, kept) = (Self::policy(call), Self::kept_pullback(call));
        let made = self.call(call, &quote!(false));
        quote!(#policy::again(#kept, || #made))
    }

    /// Whether the call may change the structure of this exclusive argument. Its shadow is then passed exclusively, too.
    pub(super) fn may_grow(&self, place: &Place, call: &Call) -> bool {
        let var = self.var(place.root);
        let inside = |projection: &Projection| matches!(projection, Projection::Variant(..));
        let owned = var.growing || self.has_own_shadow(place.root);
        let others = call.arguments.iter().filter(|argument| match argument {
            Argument::Value(Source::Place(other))
            | Argument::Borrow { place: other }
            | Argument::Exclusive { place: other, .. } => {
                other.root == place.root && !are_disjoint(place, other)
            }
            _ => false,
        });
        owned && !place.projections.iter().any(inside) && others.count() == 1
    }

    /// `&mut` of the shadow of a place.
    pub(super) fn exclusive_shadow(&self, place: &Place) -> TokenStream {
        let tokens = self.changed_place(place, true);
        let bare = place.projections.iter().all(|projection| matches!(projection, Projection::Deref));
        if bare && self.var(place.root).growing { quote!(&mut *#tokens) } else { quote!(&mut #tokens) }
    }

    /// The shadow of an argument without numbers, or with constants.
    pub(in crate::adjoint) fn no_shadow(plain: &Plain, is_borrowed: bool) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        match plain {
            Plain { floats: Some(floats), .. } if is_borrowed => {
                quote!(#private::adjoint::dropped(#floats, &mut ::core::option::Option::None))
            }
            Plain { inferred: true, .. } => quote!(&::core::default::Default::default()),
            _ => quote!(&()),
        }
    }

    /// Applies the pullback of a call, and restores its `&mut` arguments.
    pub(super) fn reverse_call(&self, var: Id, call: &Call, site: Site) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let (pullback, shadow) = (&call.pullback, &self.var(var).shadow);
        let made = if call.recursion == Recursion::Perhaps {
            let made = self.call(call, &quote!(false));
            Some(quote!(let (_, #pullback) = #made;))
        } else if self.facts.again(call, site.block) && self.facts.recomputed_at(var).is_none() {
            let (policy, kept) = (Self::policy(call), Self::kept_pullback(call));
            let made = self.call(call, &quote!(false));
            Some(quote!(let #pullback = #policy::again(#kept, || { #made.1 });))
        } else {
            None
        };
        let again = call.arguments.iter().map(|argument| match argument {
            Argument::Value(_) => quote!(()),
            Argument::Borrow { place } => self.reference(place, false),
            Argument::Exclusive { place, .. } => self.exclusive(place),
            Argument::PlainBorrow(plain) => plain.tokens.clone(),
        });
        let shadows = call.arguments.iter().map(|argument| match argument {
            Argument::PlainBorrow(plain) => Self::no_shadow(plain, true),
            Argument::Value(Source::Plain(plain)) => Self::no_shadow(plain, false),
            Argument::Value(Source::Value(id)) if self.receives(*id) => self.shadow_reference(*id),
            Argument::Exclusive { place, .. } if place.ty.is_plain() => quote!(&()),
            Argument::Exclusive { place, .. } if self.receives(place.root) && self.may_grow(place, call) => {
                self.exclusive_shadow(place)
            }
            Argument::Value(Source::Place(place))
            | Argument::Borrow { place }
            | Argument::Exclusive { place, .. }
                if self.receives(place.root) =>
            {
                self.reference(place, true)
            }
            _ => quote!(&#private::adjoint::Slot::new()),
        });
        let undo =
            call.changed().filter(|(_, old)| self.facts.restoration(*old).is_some()).map(|(place, old)| {
                let (place, old) = (self.changed_place(place, false), &self.var(old).ident);
                quote!(#private::adjoint::Restore::restore(&mut #place, #old);)
            });
        if call.callee == Callee::Recorded {
            let applied = self.reverse_recorded(var, call);
            return quote!(#applied #(#undo)*);
        }
        let pullback = match call.recursion {
            Recursion::Itself => quote!(__reverse),
            _ => quote!(#pullback),
        };
        let applied = quote!(#pullback(&#shadow, #(#again,)* #(#shadows),*));
        let applied = if self.facts.late.calls.contains(&var) {
            let ident = &self.var(var).ident;
            quote!(let #ident = #applied.unwrap_or(#ident);)
        } else {
            quote!(#applied;)
        };
        quote!(#made #applied #(#undo)*)
    }
}

/// Whether two places of one variable are different fields.
fn are_disjoint(a: &Place, b: &Place) -> bool {
    let fields = |place: &Place| {
        let fields = place.projections.iter().filter(|projection| !matches!(projection, Projection::Deref));
        let fields = fields.map_while(|projection| match projection {
            Projection::Field(member) => Some(member.clone()),
            _ => None,
        });
        fields.collect::<Vec<_>>()
    };
    fields(a).iter().zip(&fields(b)).any(|(a, b)| a != b)
}
