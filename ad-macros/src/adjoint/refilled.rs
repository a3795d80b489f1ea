//! Where the contents of buffers are saved that each iteration of a loop refills.

use super::analyse::{Order, Uses, each, uses_of};
use super::ir::*;
use super::text::Text;
use proc_macro2::{Span, TokenStream};
use quote::quote;

impl Text<'_> {
    /// The buffers in the body of a loop that the reverse sweep reads.
    pub(super) fn buffers(&self, block: usize) -> impl std::iter::Iterator<Item = Id> {
        let mut buffers: Vec<Id> = self
            .facts
            .privatized
            .iter()
            .filter(|(id, body)| **body == block && self.facts.containers.contains(id))
            .map(|(id, _)| *id)
            .collect();
        buffers.sort_unstable();
        buffers.into_iter()
    }

    /// The memory of the buffers that an iteration fills where they are saved.
    pub(super) fn blocks(&self, inner: &Loop) -> TokenStream {
        if !self.keeps(inner) {
            return TokenStream::new();
        }
        self.block(inner, &quote!(next), &quote!(split_at_mut))
    }

    /// The next or the last block of the buffers that are filled where they are saved, one after the other.
    pub(super) fn block(&self, inner: &Loop, which: &TokenStream, split: &TokenStream) -> TokenStream {
        let buffers = self.buffers(inner.id).filter(|id| self.in_place(inner, *id));
        let buffers: Vec<_> = buffers.map(|id| &self.var(id).ident).collect();
        let Some((last, others)) = buffers.split_last() else { return TokenStream::new() };
        let (blocks, private) = (Self::blocks_of(inner), Self::private(Span::mixed_site()));
        quote! {
            let __block = #private::adjoint::Blocks::#which(&mut #blocks, #(#buffers.len())+*);
            #(let (#others, __block) = __block.#split(#others.len());)*
            let #last = __block;
        }
    }

    /// Whether a buffer is filled where it is saved. A `while` may end before it is filled.
    pub(super) fn in_place(&self, inner: &Loop, buffer: Id) -> bool {
        matches!(inner.head, Head::For { .. })
            && self.var(buffer).ty == Ty::List(Box::new(Ty::Number))
            && self.only_reads(inner, buffer)
    }

    /// Whether the forward code of an iteration only reads and writes numbers of this buffer, and the reverse code only reads them.
    fn only_reads(&self, inner: &Loop, buffer: Id) -> bool {
        let of_buffer = |id: &Id| *id == buffer || self.var(*id).views.contains(&buffer);
        let mut only = true;
        each(&inner.body, inner.id, &mut |_, statement| {
            only &= match statement {
                Stmt::Let { var, rhs: Rhs::Read(_) } if self.var(*var).ty == Ty::Number => true,
                Stmt::Write { place, value: Source::Value(_), old } if of_buffer(&place.root) => {
                    self.facts.restoration(*old).is_none()
                }
                Stmt::Loop(nested) if matches!(nested.head, Head::For { .. }) => {
                    matches!(self.facts.order(nested.id), Order::Backward)
                        && !changes(&nested.head, &of_buffer)
                }
                _ => {
                    let mut uses = Uses::default();
                    uses_of(self.program, statement, &mut uses);
                    ![uses.values, uses.containers, uses.structures].iter().flatten().any(of_buffer)
                }
            };
        });
        only
    }

    /// The name of the blocks of a loop, all iterations in order.
    pub(super) fn blocks_of(inner: &Loop) -> proc_macro2::Ident {
        quote::format_ident!("__blocks_{}", inner.id, span = Span::mixed_site())
    }

    /// The name of the saved contents of a buffer, all iterations in order.
    pub(super) fn flat(id: Id) -> proc_macro2::Ident {
        quote::format_ident!("__flat_{id}", span = Span::mixed_site())
    }
}

/// Whether the head of a loop has exclusive references to the elements of one of these lists.
fn changes(head: &Head, list: &dyn Fn(&Id) -> bool) -> bool {
    match head {
        Head::For { iterator, .. } => exclusive(iterator, list),
        Head::While => false,
    }
}

fn exclusive(iterator: &Iteration, list: &dyn Fn(&Id) -> bool) -> bool {
    match iterator {
        Iteration::Plain(_) | Iteration::Range { .. } => false,
        Iteration::View { place, method, .. } => method.to_string().ends_with("_mut") && list(&place.root),
        Iteration::Zip(a, b) => exclusive(a, list) || exclusive(b, list),
        Iteration::Adapt { inner, .. } | Iteration::Copied(inner) => exclusive(inner, list),
    }
}
