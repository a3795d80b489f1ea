//! The reverse code of a loop.

use super::super::analyse::{ForwardOrder, Independent, Order, Site};
use super::super::ir::*;
use super::super::text::{Saved, Text};
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// A loop runs backwards, or in forward order if the order does not matter.
    pub(super) fn reverse_loop(&self, inner: &Loop) -> TokenStream {
        if !self.facts.matters(&inner.body) {
            return TokenStream::new();
        }
        let order = self.facts.order(inner.id);
        if let Order::Independent(independent) = order {
            return self.reverse_independent(inner, independent);
        }
        if let Some(sliced) = self.reverse_sliced(inner) {
            return sliced;
        }
        let (pop, body) = (self.pop(inner), self.reverse(&inner.body, inner.id));
        if let (Order::Forward(forward_order), Head::For { item, iterator }) = (order, &inner.head) {
            let (carried, again) = self.repeated(inner, forward_order);
            let header = self.header_of_both(item, iterator, true);
            return quote!({ #carried for #header { #again #body } });
        }
        let trips = &self.var(inner.trips).ident;
        let take = inner.left.then(|| quote!(.take(#trips)));
        match &inner.head {
            Head::For { item, iterator } => {
                let header = self.header_of_both(item, iterator, !inner.left);
                quote!(for #header #take.rev() { #pop #body })
            }
            Head::While => quote!(for _ in 0..#trips { #pop #body }),
        }
    }

    /// Takes the saved values of an iteration.
    pub(super) fn pop(&self, inner: &Loop) -> TokenStream {
        let private = Self::private(Span::mixed_site());
        let kept = self.saved(inner.id);
        let names = kept.iter().map(|kept| {
            let name = kept.outside.as_ref().unwrap_or(&kept.ident);
            let mutable = (kept.mutable && kept.outside.is_none()).then(|| quote!(mut));
            quote!(#mutable #name,)
        });
        let way = (self.facts.index.exits[inner.id] > 0).then(|| Self::way(inner.id));
        let stack = self.stack(inner, &kept);
        let pop = self
            .pushes(inner)
            .then(|| quote!(let (#(#names)* #way) = #private::adjoint::Iterations::pop(&mut #stack);));
        let block = self.block(inner, &quote!(last), &quote!(split_at));
        let contents = self.buffers(inner.id).filter(|id| !self.in_place(inner, *id)).map(|id| {
            let (buffer, flat) = (&self.var(id).ident, Self::flat(id));
            quote!(#private::adjoint::Blocks::restore(&mut #flat, &mut #buffer);)
        });
        let regained = kept.iter().filter(|kept| kept.outside.is_none()).map(Saved::regained);
        quote!(#pop #(#regained)* #(#contents)* #block)
    }

    /// The beginning of the scalars of a loop in forward order, and the code that repeats their changes in an iteration.
    pub(super) fn repeated(&self, inner: &Loop, forward_order: &ForwardOrder) -> (TokenStream, TokenStream) {
        let carried = forward_order.carried.iter().map(|(memory, beginning)| {
            let (memory, number) = (&self.var(*memory).ident, self.number(Span::mixed_site()));
            let beginning = &self.var(*beginning).ident;
            quote!(let mut #memory: #number = #beginning;)
        });
        let again = inner.body.iter().enumerate().filter(|(index, _)| forward_order.again.contains(index));
        let again = again
            .map(|(index, statement)| self.forward_statement(statement, Site { block: inner.id, index }));
        (carried.collect(), again.collect())
    }
}

impl Text<'_> {
    /// Each iteration is run forward and reversed at once, in the order of the function.
    fn reverse_independent(&self, inner: &Loop, independent: &Independent) -> TokenStream {
        let Head::For { item, iterator } = &inner.head else { return TokenStream::new() };
        let index = self.facts.index.blocks[inner.id].parent.map_or(0, |site| site.index);
        let begin = |memory: &Id| {
            let (ident, begun) = (&self.var(*memory).ident, Self::begun(*memory, index));
            quote!(let mut #ident = #begun;)
        };
        let carried = independent.carried.iter().map(begin);
        let read = independent.read.iter().map(begin);
        let header = self.header_of_both(item, iterator, true);
        let (outside, forward) = (self.outside(inner.id), self.forward(&inner.body, inner.id));
        let reverse = self.reverse(&inner.body, inner.id);
        let mut queues = TokenStream::new();
        Self::repeated_calls(inner, &mut |var, call| {
            let (queue, same) = (Self::queue(var), Self::same(call));
            queues.extend(quote!(let mut #queue = #same::begin(#queue);));
        });
        quote!(#(#carried)* { #(#read)* #queues for #header { #outside #forward #reverse } })
    }

    /// `pattern in iterator`, over the numbers and their shadows.
    fn header_of_both(&self, item: &Header, iterator: &Iteration, bare: bool) -> TokenStream {
        let pattern = self.header(item, false);
        if has_view(iterator) {
            let shadow_pattern = self.header(item, true);
            let (primal, shadow) =
                (self.iterator(iterator, false, false), self.iterator(iterator, true, false));
            quote!((#pattern, #shadow_pattern) in #primal.zip(#shadow))
        } else {
            let iterator = self.iterator(iterator, false, bare);
            quote!(#pattern in #iterator)
        }
    }
}

/// Whether an iterator iterates over numbers.
fn has_view(iterator: &Iteration) -> bool {
    match iterator {
        Iteration::Plain(_) | Iteration::Range { .. } => false,
        Iteration::View { place, .. } => !place.ty.is_plain(),
        Iteration::Zip(a, b) => has_view(a) || has_view(b),
        Iteration::Adapt { inner, .. } | Iteration::Copied(inner) => has_view(inner),
    }
}
