//! Loops that only pass adjoints on: `for k in filled(count, |k| ds[k].get().is_some()).rev()` leaves empty slots out.
//!
//! An iteration does nothing if the slot of its only write is empty. So no other iteration may fill this slot. With several writes, the
//! inspection costs more than it saves in dense gradients.

use super::super::super::analyse::Restoration;
use super::super::super::ir::*;
use super::super::super::text::Text;
use super::name;
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The iterations of a loop over these slices that have adjoints to pass on, if the slot of its write tells them.
    pub(super) fn filled(&self, inner: &Loop) -> Option<TokenStream> {
        let [place] = self.changes(&inner.body)?[..] else { return None };
        let slot = self.slot_of_iteration(place)?;
        if !inner.body.iter().all(|statement| self.stays_within(statement, place.root, &slot)) {
            return None;
        }
        let (count, k, private) = (name("__count"), name("__k"), Self::private(Span::mixed_site()));
        Some(quote!(#private::adjoint::filled(#count, |#k| #slot.get().is_some())))
    }

    /// The places whose adjoints an iteration passes on, if it restores nothing, and each of its writes always happens.
    fn changes<'p>(&self, body: &'p [Stmt]) -> Option<Vec<&'p Place>> {
        let mut places = Vec::new();
        for statement in body {
            match statement {
                Stmt::Write { place, old, .. } => {
                    if !matches!(self.facts.restoration(*old), None | Some(Restoration::Copied)) {
                        return None;
                    }
                    if self.facts.index.useful[place.root] {
                        places.push(place);
                    }
                }
                Stmt::Let { .. } | Stmt::Declare { .. } | Stmt::Forward(_) => {}
                _ => return None,
            }
        }
        Some(places)
    }

    /// Whether a statement adds to this slot of a list in its own iteration only.
    fn stays_within(&self, statement: &Stmt, list: Id, slot: &TokenStream) -> bool {
        let Stmt::Let { var, rhs: Rhs::Read(place) } = statement else { return true };
        !self.facts.index.useful[*var]
            || !self.overlap(list, place.root)
            || self.slot_of_iteration(place).is_some_and(|own| own.to_string() == slot.to_string())
    }

    /// The slot of a place that depends on the number of the iteration only.
    fn slot_of_iteration(&self, place: &Place) -> Option<TokenStream> {
        let slice = self.slice_of(place, true)?;
        let fields = |projection: &Projection| matches!(projection, Projection::Field(_));
        place.projections[slice.projections..].iter().all(fields).then(|| self.place(place, true))
    }
}
