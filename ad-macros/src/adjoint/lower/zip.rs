//! Two iterators in lockstep.

use super::chain::*;
use super::iterate::acting;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// `left.zip(right)`
    pub(super) fn zipped(&mut self, call: &ExprMethodCall, other: &Expr) -> Result<Chain> {
        let left = self.iterate(&call.receiver)?;
        let right = self.iterate(other)?;
        if self.is_unbounded(&right.iterator) && right.stages.iter().all(Stage::is_one_to_one) {
            return self.beside(left, right, false, call);
        }
        if self.is_unbounded(&left.iterator) && left.stages.iter().all(Stage::is_one_to_one) {
            return self.beside(right, left, true, call);
        }
        if !left.stages.is_empty() && left.item.is_changed() {
            return self.with_items_of(left, right, call);
        }
        let (left, right) = (self.unstaged(left, call)?, self.unstaged(right, call)?);
        if collide(&left, &right) {
            if let Some(chain) = self.by_index(&left, &right, call) {
                return Ok(chain);
            }
            return refuse(
                &call.method,
                "two views of one list are iterated at once, and one of them is changed; loop over the indices",
            );
        }
        Ok(zip(left, right))
    }

    /// Both in lockstep, where the other one is over `k..`: the loop is that of the first one.
    fn beside(&mut self, mut chain: Chain, other: Chain, first: bool, at: &ExprMethodCall) -> Result<Chain> {
        self.refuse_acting(&chain, at)?;
        self.refuse_acting(&other, at)?;
        let Iteration::Range { start, .. } = other.iterator else {
            return refuse(
                &at.method,
                "an iterator without an end is zipped; write a `for` loop over a range",
            );
        };
        let next = self.var("count", span_of(at), Ty::Plain, Role::Scalar);
        self.push(Stmt::Declare { var: next, init: Some(Source::Plain(start)) });
        chain.stages.push(Stage::Beside(other.stages, first, next));
        Ok(chain)
    }

    /// Changed elements behind adaptors in lockstep with other items, which are collected first.
    ///
    /// ```text
    /// // Input:  a.iter_mut().flatten().zip(b.iter().flatten())
    /// // Output: a.iter_mut().flatten().take(list.len()).enumerate().map(|(i, item)| (item, &list[i]))
    /// ```
    fn with_items_of(&mut self, left: Chain, right: Chain, at: &ExprMethodCall) -> Result<Chain> {
        self.refuse_acting(&right, at)?;
        if left.stages.iter().any(|stage| self.stage_acts(stage)) {
            return acting(at);
        }
        let by_value = right.by_value();
        let list = self.list(vec![right], at)?;
        let count = self.of_place(&list, &quote!(.len()));
        let count = self.now(count, "len", span_of(at), None);
        let hidden = format!("__items_{}", self.vars.len());
        let items = syn::Ident::new(&hidden, span_of(&at.method));
        self.scope.push((hidden, Binding::Value(Value::Borrow(list))));
        let counter = self.counter(at);
        let mut chain = left.taken(&count, counter);
        chain.stages.push(Stage::Counted(Counting::Enumerate, self.counter(at)));
        let other: Expr =
            if by_value { syn::parse_quote!(#items[__i]) } else { syn::parse_quote!(&#items[__i]) };
        chain.stages.push(Stage::Map(syn::parse_quote!(|(__i, __item)| (__item, #other)), self.names()));
        Ok(chain)
    }

    /// Two views of one list in lockstep, by the indices of a loop.
    ///
    /// ```text
    /// // Input:  for (a, b) in low.iter_mut().zip(high) { *a += *b; }      where (low, high) = x.split_at_mut(k)
    /// // Output: for i in 0..x[..k].len().min(x[k..].len()) { x[..k][i] += x[k..][i]; }
    /// ```
    fn by_index(&mut self, left: &Chain, right: &Chain, at: &dyn ToTokens) -> Option<Chain> {
        let mut elements = Vec::new();
        let mut count = Plain::default();
        for chain in [left, right] {
            let Iteration::View { place, argument: None, .. } = &chain.iterator else { return None };
            let Item::One(Ty::Reference(element), _, exclusive) = &chain.item else { return None };
            let more = self.of_place(place, &quote!(.len()));
            let (before, tokens) = (&count.tokens, &more.tokens);
            let both = if before.is_empty() { tokens.clone() } else { quote!(#before.min(#tokens)) };
            count = Self::compose(&[&count, &more], both, false);
            elements.push(Place { ty: (**element).clone(), exclusive: *exclusive, ..place.clone() });
        }
        let end = self.now(count, "len", span_of(at), None);
        let start = Plain::simple(quote!(0));
        let iterator = Iteration::Range { start, end, closed: false };
        Some(Chain { iterator, item: Item::Elements(elements), stages: Vec::new() })
    }
}
