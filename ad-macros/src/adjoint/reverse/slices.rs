//! Slices in place of indices, in the reverse code of an inner loop.
//!
//! ```text
//! // Input:                                        // In reverse:
//! for j in a..n {                                  if a < n {
//!     s[j] += w[l] * c[i];                             let count = n - a;
//!     l += 1;                                          let (ds, ws, dws) = (&d_s[a..][..count], &w[l - count..][..count], …);
//! }                                                    let (c_i, sum) = (c[i], Slot::new());
//!                                                      for k in (0..count).rev() {
//!                                                          if let Some(d) = ds[k].get() { dws[k].add(d * c_i); sum.add(d * ws[k]); }
//!                                                      }
//!                                                      if let Some(d) = sum.take() { d_c[i].add(d); }
//!                                                  }
//! ```
//!
//! The bounds of each list are checked once. A number that is the same in each iteration is read before the loop. A slot that is
//! the same in each iteration is replaced by a local sum, which is added after the loop. A slot that only one iteration fills and
//! empties is local to it. The optimizer cannot do this, since it does not know that a slot changes no other list.
//!
//! The forward sweep has made each of these accesses in each iteration. So no check fails here that would not fail in the loop.
//! This holds for the statements of the body itself, and not for those in branches.
//!
//! The index is the counter of the loop, or an integer that each iteration increments by 1, and terms that do not change.

mod filled;
mod search;

use super::super::analyse::Order;
use super::super::ir::*;
use super::super::of_kind;
use super::super::text::{Saved, Text, place_tokens};
use crate::kind::Definition;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use search::Search;
use std::mem;
use syn::Member;

/// The tokens that replace a place up to one of its projections.
pub(in crate::adjoint) struct Slice {
    root: Id,
    projections: usize,
    shadow: bool,
    /// The replaced tokens.
    place: String,
    by: TokenStream,
    /// Whether it is a slot that only this iteration fills, and empties.
    private: bool,
}

/// The code of a loop over slices.
struct Sliced<'p> {
    counter: Id,
    range: (&'p Plain, &'p Plain),
    slices: Vec<Slice>,
    /// Binds the slices and the numbers that do not change.
    begin: TokenStream,
    /// Adds the sums.
    end: TokenStream,
}

fn name(text: &str) -> Ident {
    Ident::new(text, Span::mixed_site())
}

impl Text<'_> {
    /// A place whose beginning has a slice.
    pub(in crate::adjoint) fn sliced_place(&self, place: &Place, shadow: bool) -> Option<TokenStream> {
        let slice = self.slice_of(place, shadow)?;
        let rest = &place.projections[slice.projections..];
        Some(super::super::text::projected(slice.by.clone(), rest, shadow, false))
    }

    /// The slice that replaces the beginning of a place.
    fn slice_of(&self, place: &Place, shadow: bool) -> Option<&Slice> {
        self.slices.iter().find(|slice| {
            slice.shadow == shadow
                && slice.root == place.root
                && slice.projections <= place.projections.len()
                && self.beginning(place, slice.projections, shadow).to_string() == slice.place
        })
    }

    /// The tokens of the first projections of a place.
    fn beginning(&self, place: &Place, projections: usize, shadow: bool) -> TokenStream {
        let projections = place.projections[..projections].to_vec();
        place_tokens(&self.program.vars, &Place { projections, ..place.clone() }, shadow).0
    }

    /// The reverse code of a loop over slices, if it has some.
    pub(super) fn reverse_sliced(&self, inner: &Loop) -> Option<TokenStream> {
        let Sliced { counter, range: (start, end_of_range), mut slices, begin, end } = self.sliced(inner)?;
        let [from, to, count, k] = ["__from", "__to", "__count", "__k"].map(name);
        let (start, to_tokens) = (&start.tokens, &end_of_range.tokens);
        let ident = &self.var(counter).ident;
        let private = Self::private(Span::mixed_site());
        let kept = self.saved(inner.id);
        let simple = self.pushes(inner)
            && self.buffers(inner.id).next().is_none()
            && kept
                .iter()
                .all(|kept| kept.number && kept.outside.is_none() && !kept.mutable && !kept.borrows);
        let (stack, names) = (self.stack(inner, &kept), kept.iter().map(|Saved { ident, .. }| ident));
        let (last, pop, shorten) = if simple {
            let last = name("__last");
            (
                quote!(let #last = #private::adjoint::Iterations::last(&#stack, #count);),
                quote!(let (#(#names,)*) = #last[#k];),
                quote!(#private::adjoint::Iterations::shorten(&mut #stack, #count);),
            )
        } else {
            (TokenStream::new(), self.pop(inner), TokenStream::new())
        };
        let order = self.facts.order(inner.id);
        let any_number = simple || pop.is_empty();
        let filled = match order {
            Order::Forward(_) => None,
            Order::Backward | Order::Independent(_) => {
                any_number.then(|| Text { slices: &slices, ..*self }.filled(inner)).flatten()
            }
        };
        let (local, back) = if filled.is_none() { self.locals(&mut slices) } else { Default::default() };
        let text = Text { slices: &slices, ..*self };
        let reverse = text.reverse(&inner.body, inner.id);
        let reverse = quote!(#local #reverse #back);
        let (before, body) = match order {
            Order::Forward(forward_order) => {
                let (carried, again) = text.repeated(inner, forward_order);
                (quote!(#carried), quote!(for #k in 0..#count { let #ident = #from + #k; #again #reverse }))
            }
            Order::Backward | Order::Independent(_) => {
                let range = filled.unwrap_or(quote!((0..#count)));
                (last, quote!(for #k in #range.rev() { let #ident = #from + #k; #pop #reverse }))
            }
        };
        Some(quote! {
            {
                let (#from, #to) = (#start, #to_tokens);
                if #from < #to {
                    let #count = #to - #from;
                    #before
                    #begin
                    #body
                    #shorten
                    #end
                }
            }
        })
    }

    /// Replaces private slots by local ones. Returns the beginning and the end of an iteration.
    fn locals(&self, slices: &mut [Slice]) -> (TokenStream, TokenStream) {
        let (number, private) = (self.number(Span::mixed_site()), Self::private(Span::mixed_site()));
        let (mut begin, mut end) = (TokenStream::new(), TokenStream::new());
        for (i, slice) in slices.iter_mut().enumerate().filter(|(_, slice)| slice.private) {
            let local = format_ident!("__local_{i}", span = Span::mixed_site());
            let slot = mem::replace(&mut slice.by, quote!(#local));
            begin.extend(quote! {
                let #local = #private::adjoint::Slot::<#number>::new();
                #private::adjoint::Shadow::transfer(&#slot, &#local);
            });
            end.extend(quote!(#private::adjoint::Shadow::transfer(&#local, &#slot);));
        }
        (begin, end)
    }

    /// Whether the iterations fill and empty this slot, and no other one of the list.
    fn is_private(&self, place: &Place, accesses: &Accesses) -> bool {
        let spelled = |place: &Place| self.beginning(place, place.projections.len(), true).to_string();
        let own = spelled(place);
        let mut of_list = accesses.slots.iter().filter(|(other, _)| self.overlap(other.root, place.root));
        let (mut filled, mut emptied) = (false, false);
        of_list.all(|(other, empties)| {
            filled |= !empties;
            emptied |= empties;
            spelled(other) == own
        }) && filled
            && emptied
    }

    /// The slices of a loop.
    fn sliced<'p>(&self, inner: &'p Loop) -> Option<Sliced<'p>> {
        let Head::For { item: Header::One(counter), iterator } = &inner.head else { return None };
        let Iteration::Range { start, end, closed: false } = &**iterator else { return None };
        let left = inner.left || self.facts.index.exits[inner.id] > 0;
        if left || self.facts.is_independent(inner.id) || !self.is_elementary(&inner.body) {
            return None;
        }
        let mut accesses = Accesses::default();
        self.accesses(&inner.body, true, &mut accesses);
        let search = Search { text: self, inner, counter: *counter };
        let mut sliced = Sliced {
            counter: *counter,
            range: (start, end),
            slices: Vec::new(),
            begin: TokenStream::new(),
            end: TokenStream::new(),
        };
        let mut usize_counter = false;
        for (place, shadow) in &accesses.always {
            // A list cannot change while a slice of it is borrowed.
            let blocked = |roots: &[Id]| roots.iter().any(|root| self.overlap(*root, place.root));
            if !shadow && blocked(&accesses.written) {
                continue;
            }
            if let Some((of, first)) = search.slice(place) {
                usize_counter |= first.counter;
                let projections = of.projections.len();
                let ident = format_ident!("__slice_{}", sliced.slices.len(), span = Span::mixed_site());
                let (list, low) = (self.place(&of, *shadow), first.tokens);
                let (count, k) = (name("__count"), name("__k"));
                let begin = quote!(let #ident = #list.__part(#low, #count););
                let whole = projections + 1 == place.projections.len();
                let private = *shadow && whole && self.is_private(place, &accesses);
                let by = quote!(#ident[#k]);
                if let Some(slice) =
                    self.add(&mut sliced, place, projections + 1, *shadow, by, &begin, &quote!())
                {
                    slice.private = private;
                }
            } else if let Some(before) = search.same(place)
                && !(*shadow && blocked(&accesses.taken))
            {
                let (ident, number, private) = (
                    format_ident!("__same_{}", sliced.slices.len(), span = Span::mixed_site()),
                    self.number(Span::mixed_site()),
                    Self::private(Span::mixed_site()),
                );
                let tokens = self.place(&before, *shadow);
                let (begin, end) = if *shadow {
                    (
                        quote!(let #ident = #private::adjoint::Slot::<#number>::new();),
                        quote!(if let __ad::Some(__d) = #ident.take() { #tokens.add(__d); }),
                    )
                } else {
                    (quote!(let #ident: #number = #tokens;), TokenStream::new())
                };
                self.add(&mut sliced, place, place.projections.len(), *shadow, quote!(#ident), &begin, &end);
            }
        }
        usize_counter.then_some(sliced)
    }

    /// Adds a slice, if there is none for this place.
    #[allow(clippy::too_many_arguments, reason = "the parts of a slice")]
    fn add<'s>(
        &self,
        sliced: &'s mut Sliced<'_>,
        place: &Place,
        projections: usize,
        shadow: bool,
        by: TokenStream,
        begin: &TokenStream,
        end: &TokenStream,
    ) -> Option<&'s mut Slice> {
        let replaced = self.beginning(place, projections, shadow).to_string();
        if sliced.slices.iter().any(|slice| slice.place == replaced && slice.shadow == shadow) {
            return None;
        }
        sliced.slices.push(Slice {
            root: place.root,
            projections,
            shadow,
            place: replaced,
            by,
            private: false,
        });
        sliced.begin.extend(begin.clone());
        sliced.end.extend(end.clone());
        sliced.slices.last_mut()
    }

    /// Whether two variables may refer to one container.
    fn overlap(&self, a: Id, b: Id) -> bool {
        let (of_a, of_b) = (&self.var(a).views, &self.var(b).views);
        a == b || of_a.contains(&b) || of_b.contains(&a) || of_a.iter().any(|view| of_b.contains(view))
    }

    /// Whether there are only numbers: nothing changes the length of a list, and calls receive only numbers.
    fn is_elementary(&self, body: &[Stmt]) -> bool {
        let simple = |source: &Source| matches!(source, Source::Value(_) | Source::Plain(_));
        let number = |argument: &Argument| match argument {
            Argument::Value(Source::Value(id)) => self.var(*id).ty == Ty::Number,
            Argument::Value(Source::Plain(_)) => true,
            _ => false,
        };
        body.iter().all(|statement| match statement {
            Stmt::Let { rhs, .. } => match rhs {
                Rhs::Call(call) => call.arguments.iter().all(number),
                Rhs::Source(source) => simple(source),
                _ => true,
            },
            Stmt::Declare { init, .. } => init.iter().all(simple),
            Stmt::Write { place, value, .. } => {
                let root = self.var(place.root);
                let ty = if place.projections.is_empty() { root.ty.owned() } else { &place.ty };
                (*ty == Ty::Number || *ty == Ty::Plain && root.role == Role::Scalar || self.is_counter(place))
                    && simple(value)
            }
            Stmt::Branch { arms, .. } => arms.iter().all(|arm| self.is_elementary(&arm.body)),
            Stmt::Forward(_) => true,
            Stmt::Push { .. } | Stmt::Loop(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
        })
    }

    /// An integer that is restored by counting back.
    fn is_counter(&self, place: &Place) -> bool {
        let var = self.var(place.root);
        place.projections.is_empty() && var.ty == Ty::Plain && var.views == [place.root]
    }

    /// The places that the reverse code of these statements uses.
    fn accesses(&self, body: &[Stmt], always: bool, found: &mut Accesses) {
        for statement in body {
            match statement {
                Stmt::Let { var, rhs: Rhs::Read(place) } => {
                    let recomputed = self.facts.recomputed_at(*var).is_some();
                    if always && recomputed && *place.ty.owned() == Ty::Number {
                        found.always.push((place.clone(), false));
                    }
                    if self.facts.index.useful[*var] && !self.facts.stays(*var) {
                        found.slots.push((place.clone(), false));
                        if always {
                            found.always.push((place.clone(), true));
                        }
                    }
                }
                Stmt::Write { place, old, .. } => {
                    if self.facts.restoration(*old).is_some() {
                        found.written.push(place.root);
                    }
                    if self.facts.index.useful[place.root] {
                        found.taken.push(place.root);
                        found.slots.push((place.clone(), true));
                        if always && place.ty == Ty::Number {
                            found.always.push((place.clone(), true));
                        }
                    }
                }
                Stmt::Branch { arms, .. } => {
                    arms.iter().for_each(|arm| self.accesses(&arm.body, false, found));
                }
                _ => {}
            }
        }
    }

    /// The type of the first projections of a place, as far as it is known.
    fn type_of(&self, place: &Place, projections: usize) -> Option<Ty> {
        if self.program.deques.contains(&place.root) {
            return None;
        }
        let mut ty = self.var(place.root).ty.owned().clone();
        for projection in &place.projections[..projections] {
            ty = match (projection, ty) {
                (Projection::Index(_), Ty::List(element)) => *element,
                (Projection::Deref, ty) => ty,
                (Projection::Field(Member::Unnamed(index)), Ty::Tuple(types)) => {
                    types.get(usize::try_from(index.index).ok()?)?.clone()
                }
                (Projection::Field(member), Ty::Struct(of)) => match self.numbers.definitions.get(&of)? {
                    Definition::Fields(fields) => {
                        let member = member.to_token_stream().to_string();
                        if fields.deques.contains(&member) {
                            return None;
                        }
                        of_kind(fields.kinds.get(&member)?)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            ty = ty.owned().clone();
        }
        Some(ty)
    }
}

/// The places in the reverse code of a loop.
#[derive(Default)]
struct Accesses {
    /// Those in each iteration, and whether they are shadows.
    always: Vec<(Place, bool)>,
    /// The variables that are restored.
    written: Vec<Id>,
    /// The variables whose shadows are emptied or read.
    taken: Vec<Id>,
    /// All slots, those in branches too, and whether they are emptied. Others are filled.
    slots: Vec<(Place, bool)>,
}
