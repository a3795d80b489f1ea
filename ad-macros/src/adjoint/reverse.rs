//! The reverse sweep: the statements from the last to the first. Each passes the adjoint of its variable on.
//!
//! `pass` contains the rules, `call` and `repeat` those of calls and loops, and `slices` that of inner loops over lists.

mod call;
mod pass;
mod record;
mod repeat;
mod slices;

use super::analyse::{Restoration, Site, TOP};
use super::ir::*;
use super::text::{Saved, Text};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

pub(super) use slices::Slice;

impl Text<'_> {
    /// The reverse code of a block: its initializations, then its statements backwards, with the recomputations in between.
    pub(super) fn reverse(&self, body: &[Stmt], block: usize) -> TokenStream {
        if !self.facts.matters(body) {
            return TokenStream::new();
        }
        self.reverse_of(body, block, TokenStream::new())
    }

    /// The reverse code of the function, which begins with the adjoint of its result.
    pub(super) fn reverse_function(&self) -> TokenStream {
        let first = self.transfer(&quote!((*__d_result)), &self.program.result, false);
        self.reverse_of(&self.program.body, 0, first)
    }

    /// The late part of the value, at the end of the reverse sweep.
    fn late_value(&self) -> TokenStream {
        let late = &self.facts.late;
        if !late.is_some() {
            return TokenStream::new();
        }
        let begun = late.begun.iter().filter(|(memory, _)| !late.carries(**memory)).map(|(memory, index)| {
            let (ident, begun) = (&self.var(*memory).ident, Self::begun(*memory, *index));
            quote!(let mut #ident = #begun;)
        });
        let value = self.late();
        quote! {
            let __value = if __late {
                #(#begun)*
                __ad::Some({ #value })
            } else {
                __ad::None
            };
        }
    }

    fn reverse_of(&self, body: &[Stmt], block: usize, first: TokenStream) -> TokenStream {
        let kept: Vec<_> = self
            .saved(self.facts.index.frame(block))
            .into_iter()
            .filter(|kept| kept.site.block == block)
            .collect();
        self.reverse_from(body, block, 0, &kept, first)
    }

    /// The reverse code of a segment and of those after it. A segment ran if the exit taken does not come before it.
    fn reverse_from(
        &self,
        body: &[Stmt],
        block: usize,
        segment: usize,
        kept: &[Saved],
        first: TokenStream,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        let private = Self::private(Span::mixed_site());
        let segments = &self.facts.index.segments[block];
        let start = segments[segment].0;
        let end = segments.get(segment + 1).map_or(body.len(), |(start, _)| *start);
        for kept in kept.iter().filter(|kept| self.facts.index.segment(kept.site) == segment) {
            let (ident, mutable) = (&kept.ident, kept.mutable.then(|| quote!(mut)));
            if let Some(outside) = &kept.outside {
                tokens.extend(if kept.number {
                    quote!(let #ident = #outside;)
                } else {
                    quote!(let #mutable #ident = #private::adjoint::there(#outside);)
                });
                tokens.extend(kept.regained());
            }
        }
        let here = |index: usize| index >= start && index < end;
        tokens.extend(self.shadows(block, &here));
        tokens.extend(self.replays(&body[start..end], TOP));
        tokens.extend(first);
        if let Some((_, before)) = segments.get(segment + 1) {
            let rest = self.reverse_from(body, block, segment + 1, kept, TokenStream::new());
            let (frame, before) = (self.facts.index.frame(block), Literal::usize_unsuffixed(*before));
            let way = Self::way(frame);
            tokens.extend(quote!(if #way > #before { #rest }));
            tokens.extend(self.replays(&body[start..end], 2 * end));
        }
        for (index, statement) in body.iter().enumerate().take(end).skip(start).rev() {
            tokens.extend(self.reverse_statement(statement, Site { block, index }));
            tokens.extend(self.replays(&body[start..end], 2 * index));
        }
        if block == 0 && segment == 0 {
            tokens.extend(self.late_value());
        }
        tokens.extend(self.ends(body, start, end));
        tokens
    }

    /// The memory of the lists of a segment, and of their slots, returns to the thread. The forward sweep returns a list of an
    /// inner block that is not saved.
    fn ends(&self, body: &[Stmt], start: usize, end: usize) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for statement in body[start..end].iter().rev() {
            let Some((id, source)) = defined(statement) else { continue };
            let (ident, shadow) = (&self.var(id).ident, &self.var(id).shadow);
            if self.has_own_shadow(id) && is_list(source) {
                tokens.extend(quote!(#private::adjoint::Shadow::end(#shadow);));
            }
            if is_repeated(source) && self.facts.containers.contains(&id) {
                tokens.extend(quote!(#private::adjoint::keep(#ident);));
            }
        }
        tokens
    }

    /// The shadows of the variables of a block.
    fn shadows(&self, block: usize, here: &dyn Fn(usize) -> bool) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let number = self.number(Span::mixed_site());
        let mut tokens = TokenStream::new();
        for id in 0..self.program.vars.len() {
            if self.facts.index.sites.get(&id).is_none_or(|site| site.block != block || !here(site.index)) {
                continue;
            }
            let shadow = &self.var(id).shadow;
            if self.has_own_shadow(id) {
                let structure = Self::structure(id);
                tokens.extend(quote!(let mut #shadow = #private::adjoint::Structure::slots(&#structure);));
            } else if self.var(id).ty == Ty::Number && self.facts.has_slot(id) {
                tokens.extend(quote!(let #shadow = #private::adjoint::Slot::<#number>::new();));
            }
        }
        tokens
    }

    /// The recomputations at one position.
    fn replays(&self, body: &[Stmt], position: usize) -> TokenStream {
        let mut tokens = TokenStream::new();
        for statement in body {
            let Stmt::Let { var, rhs } = statement else { continue };
            if self.facts.recomputed_at(*var) != Some(position) {
                continue;
            }
            let ident = &self.var(*var).ident;
            if let Rhs::Call(call) = rhs {
                let (pullback, again) = (&call.pullback, self.again(call));
                tokens.extend(quote!(let (#ident, #pullback) = #again;));
                continue;
            }
            let (annotation, rhs) = (self.annotation_of(*var, rhs), self.rhs(*var, rhs));
            tokens.extend(quote!(let #ident #annotation = #rhs;));
        }
        tokens
    }

    fn reverse_statement(&self, statement: &Stmt, site: Site) -> TokenStream {
        match statement {
            Stmt::Let { var, rhs } if self.facts.has_slot(*var) => self.reverse_let(*var, rhs, site),
            Stmt::Declare { var, init: Some(init) }
                if self.facts.index.useful[*var] || self.has_own_shadow(*var) =>
            {
                let shadow = &self.var(*var).shadow;
                self.transfer(&quote!(#shadow), init, false)
            }
            Stmt::Write { place, value, old } => self.reverse_write(place, value, *old),
            Stmt::Push { place, at, value, old } => {
                let undo = self.facts.restoration(*old).is_some().then(|| {
                    let place = self.changed_place(place, false);
                    match at {
                        None => quote!(#place.pop();),
                        Some(Plain { tokens: at, .. }) => {
                            quote!(_ = #place.__take(#at);)
                        }
                    }
                });
                if self.program.vars[place.root].ty.is_plain() {
                    return quote!(#undo);
                }
                let shadow = self.changed_place(place, true);
                let pass = self.transfer(&quote!(__last), value, false);
                match at {
                    None => quote!(#undo if let __ad::Some(__last) = #shadow.pop() { #pass }),
                    Some(Plain { tokens: at, .. }) => quote! {
                        #undo
                        { let __last = #shadow.__take(#at); #pass }
                    },
                }
            }
            Stmt::Branch { scrutinee, arms, is_if } => {
                let bodies: Vec<_> = arms.iter().map(|arm| self.reverse(&arm.body, arm.id)).collect();
                if bodies.iter().all(TokenStream::is_empty) {
                    return TokenStream::new();
                }
                Self::branch(scrutinee, arms, *is_if, &bodies)
            }
            Stmt::Loop(inner) => {
                let private = Self::private(Span::mixed_site());
                let restored = self.wholes(inner).map(|(list, copies)| {
                    let list = &self.var(list).ident;
                    quote!(#private::adjoint::Blocks::restore(&mut #copies, &mut #list);)
                });
                let text = self.reverse_loop(inner);
                quote!(#text #(#restored)*)
            }
            _ => TokenStream::new(),
        }
    }

    /// The removed element returns, with a shadow of its own.
    fn reverse_removal(&self, place: &Place, at: &Plain, old: Id) -> TokenStream {
        let (private, at) = (Self::private(Span::mixed_site()), &at.tokens);
        let (list, old) = (self.changed_place(place, false), &self.var(old).ident);
        let shadow = (!place.ty.is_plain()).then(|| {
            let shadow = self.changed_place(place, true);
            quote! {
                #shadow.__put(#at, #private::adjoint::Structure::slots(&#private::adjoint::structure(&#old)));
            }
        });
        quote!(#shadow #list.__put(#at, #old);)
    }

    fn reverse_write(&self, place: &Place, value: &Source, old: Id) -> TokenStream {
        let restored = self.changed_place(place, false);
        if let Source::Without(at) = value {
            return self.reverse_removal(place, at, old);
        }
        let undo = match self.facts.restoration(old) {
            None | Some(Restoration::Copied | Restoration::Popped) => None,
            Some(Restoration::Stepped) => {
                let step = self.facts.step(old);
                Some(quote!(#restored -= #step;))
            }
            Some(Restoration::Saved) => {
                let (old, private) = (&self.var(old).ident, Self::private(Span::mixed_site()));
                Some(match value {
                    Source::Changed => quote!(#private::adjoint::Restore::restore(&mut #restored, #old);),
                    _ => quote!(#restored = #old;),
                })
            }
        };
        if !self.facts.index.useful[place.root] || place.ty.is_plain() {
            return quote!(#undo);
        }
        let shadow = self.place(place, true);
        let bare = place.projections.iter().all(|projection| matches!(projection, Projection::Deref));
        let shadow =
            if bare && self.var(place.root).shadow_is_reference() { quote!((*#shadow)) } else { shadow };
        let pass = match value {
            Source::Value(id) if self.facts.stays(old) => {
                let seeded = bare && self.facts.late.carries(place.root);
                let pass = self.propagate(*id, None, seeded);
                quote!(if let __ad::Some(__d) = #shadow.get() { #pass })
            }
            value => self.transfer(&shadow, value, true),
        };
        let again = (undo.is_some() && self.facts.replaces(place, value)).then(|| {
            let (private, primal) = (Self::private(Span::mixed_site()), self.place(place, false));
            let shadow = if bare { shadow.clone() } else { self.changed_place(place, true) };
            quote!(#shadow = #private::adjoint::Structure::slots(&#private::adjoint::structure(&#primal));)
        });
        quote!(#undo #pass #again)
    }
}

/// The variable of a statement, and its value.
pub(super) fn defined(statement: &Stmt) -> Option<(Id, &Source)> {
    match statement {
        Stmt::Let { var, rhs: Rhs::Source(source) } | Stmt::Declare { var, init: Some(source) } => {
            Some((*var, source))
        }
        _ => None,
    }
}

/// Whether it is a vector.
fn is_list(source: &Source) -> bool {
    match source {
        Source::ToVec(_) | Source::Empty(..) => true,
        Source::Build(build) => matches!(build.kind, BuildKind::Vector),
        source => is_repeated(source),
    }
}

/// `vec![e; n]`: a vector in memory of the thread.
pub(super) fn is_repeated(source: &Source) -> bool {
    matches!(source, Source::Repeat { vector: true, .. })
}
