//! Iterators that are asked for their items one by one: a list, and the number of the next item.
//!
//! ```text
//! // Input:  let mut it = x.iter(); … it.next() …
//! // Output: let mut at = 0; let len = x.len(); … { let i = at; at = (i + 1).min(len); if i < len { Some(&x[i]) } else { None } } …
//! ```

use super::chain::Chain;
use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods;
use crate::library::reverse::OfIterator;
use quote::quote;
use std::rc::Rc;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprForLoop, ExprMethodCall};

/// The items, their number, and the variable with the number of the next one.
#[derive(Clone)]
pub(super) struct Cursor {
    chain: Chain,
    len: Plain,
    pub(super) at: Id,
    /// Whether this is a reference to an iterator of the caller, which asks for items later.
    pub(super) lent: bool,
}

impl Lowering<'_> {
    /// The cursor of this name.
    pub(super) fn cursor(&self, expr: &Expr) -> Option<Rc<Cursor>> {
        let expr = match strip(expr) {
            Expr::MethodCall(call) if call.method == "by_ref" => strip(&call.receiver),
            Expr::Reference(inner) if inner.mutability.is_some() => strip(&inner.expr),
            expr => expr,
        };
        let Expr::Path(path) = expr else { return None };
        match self.lookup(&path.path.get_ident()?.to_string())? {
            Binding::Cursor(cursor) => Some(cursor.clone()),
            _ => None,
        }
    }

    /// Adapted items are collected first.
    pub(super) fn new_cursor(&mut self, chain: Chain, at: &Expr) -> Result<Cursor> {
        let span = span_of(at);
        let (chain, place) = match (&chain.iterator, chain.stages.as_slice()) {
            (Iteration::View { place, method, argument: None, .. }, []) if method == "iter" => {
                let place = place.clone();
                (chain, place)
            }
            _ => {
                let Expr::MethodCall(call) = strip(at) else { return unclear(at) };
                self.refuse_acting(&chain, call)?;
                let list = self.list(vec![chain], call)?;
                let chain = self.items(Value::Place(list.clone()), false, at)?;
                (super::chain::copied(chain), list)
            }
        };
        let len = self.of_place(&place, &quote!(.len()));
        let len = self.now(len, "len", span, None);
        let memory = self.var("at", span, Ty::Plain, Role::Scalar);
        let zero = Plain { tokens: quote!(0_usize), simple: true, ..Plain::default() };
        self.push(Stmt::Declare { var: memory, init: Some(Source::Plain(zero)) });
        Ok(Cursor { chain, len, at: memory, lent: false })
    }

    /// `it.next()`, `it.peek()`, `it.nth(k)`, `it.len()`
    pub(super) fn step(
        &mut self,
        cursor: &Cursor,
        call: &ExprMethodCall,
        name: &str,
    ) -> Result<Option<Value>> {
        let skipped = match (name, call.args.first()) {
            ("next" | "peek" | "len", None) => None,
            ("nth", Some(skipped)) => Some(self.integer(skipped)?),
            ("next_if", Some(wanted)) => return self.step_if(cursor, wanted, call).map(Some),
            _ => return Ok(None),
        };
        let span = span_of(&call.method);
        let version = self.version(cursor.at);
        let Value::Plain(mut index) = self.of_var(version) else { return Ok(None) };
        let end = Self::operand(&cursor.len);
        if let Some(skipped) = skipped {
            let (i, skipped_) = (Self::operand(&index), Self::operand(&skipped));
            let sum = Self::compose(&[&index, &skipped], quote!(#i + #skipped_), false);
            index = self.now(sum, "i", span, None);
        }
        let i = Self::operand(&index);
        let both = [&index, &cursor.len];
        if name == "len" {
            return Ok(Some(Value::Plain(Self::compose(&both, quote!((#end - #i)), false))));
        }
        let flag = self.now(Self::compose(&both, quote!(#i < #end), false), "there", span, None);
        let item = self.yielded(&cursor.chain.iterator, &index, call)?;
        if name != "peek" {
            let next = Self::compose(&both, quote!((#i + 1).min(#end)), false);
            self.set(cursor.at, Value::Plain(next), &call.method)?;
        }
        Ok(Some(Value::Maybe(flag, Box::new(item))))
    }

    /// `it.any(f)`: the later items stay in the iterator.
    ///
    /// ```text
    /// // Input:  it.any(f)
    /// // Output: { let mut any = false; while let Some(item) = it.next() { if f(item) { any = true; break; } } any }
    /// ```
    pub(super) fn search(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let name = match strip(&call.receiver) {
            Expr::MethodCall(inner) => &*inner.receiver,
            Expr::Reference(inner) => &*inner.expr,
            name => name,
        };
        let method = call.method.to_string();
        match method.as_str() {
            "any" | "all" | "position" => {
                let mut call = call.clone();
                *call.receiver = syn::parse_quote!(#name.by_ref());
                match methods::of(&call).and_then(|row| row.defined(&call)) {
                    Some(defined) => self.expr(&defined).map(Some),
                    None => unclear(&call),
                }
            }
            "find_map" | "rfind" | "rposition" | "nth_back" | "next_back" | "try_fold" | "try_for_each" => {
                let message = format!(
                    "`{method}` leaves items in an iterator; write `while let Some(item) = it.next()` with `break`"
                );
                refuse(&call.method, message)
            }
            _ => Ok(None),
        }
    }

    /// The position after the item that `it.find(f)` found, at an index of the remaining items.
    pub(super) fn leave_behind(
        &mut self,
        cursor: &Cursor,
        found: &Plain,
        call: &ExprMethodCall,
    ) -> Result<()> {
        let version = self.version(cursor.at);
        let Value::Plain(at) = self.of_var(version) else { return unclear(&call.method) };
        let (at_, end, found_) = (Self::operand(&at), Self::operand(&cursor.len), &found.tokens);
        let next = quote!(#found_.map_or(#end, |__i: ::core::primitive::usize| #at_ + __i + 1));
        let next = Self::compose(&[&at, &cursor.len, found], next, false);
        let next = self.now(next, "next", span_of(&call.method), None);
        self.set(cursor.at, Value::Plain(next), &call.method)
    }

    /// `it.next_if(wanted)`
    fn step_if(&mut self, cursor: &Cursor, wanted: &Expr, call: &ExprMethodCall) -> Result<Value> {
        let peek = ExprMethodCall { args: Punctuated::new(), ..call.clone() };
        let Some(Value::Maybe(there, item)) = self.step(cursor, &peek, "peek")? else { return unclear(call) };
        let given = item.clone();
        let taken = self.choose(
            there,
            wanted,
            |lowering| {
                let given = Self::borrowed(*given);
                let wants = lowering.apply(wanted, vec![given])?;
                lowering.as_plain(wants, wanted).map(Value::Plain)
            },
            |_| Ok(Value::Plain(Plain::truth(false))),
        )?;
        let taken = self.as_plain(taken, wanted)?;
        let taken = self.now(taken, "taken", span_of(call), None);
        let version = self.version(cursor.at);
        let Value::Plain(index) = self.of_var(version) else { return unclear(call) };
        let (i, by) = (Self::operand(&index), Self::operand(&taken));
        let next = Self::compose(&[&index, &taken], quote!(#i + ::core::primitive::usize::from(#by)), false);
        self.set(cursor.at, Value::Plain(next), &call.method)?;
        Ok(Value::Maybe(taken, item))
    }

    /// The items that have not been asked for.
    pub(super) fn remaining(&mut self, cursor: &Cursor) -> Chain {
        let version = self.version(cursor.at);
        let Value::Plain(at) = self.of_var(version) else { return cursor.chain.clone() };
        let inner = Box::new(cursor.chain.iterator.clone());
        let method = syn::Ident::new("skip", proc_macro2::Span::mixed_site());
        let iterator = Iteration::Adapt { inner, adaptor: OfIterator::Skip, method, argument: Some(at) };
        Chain { iterator, ..cursor.chain.clone() }
    }

    /// ```text
    /// // Input:  for item in it.by_ref() { … }
    /// // Output: while let Some(item) = it.next() { … }
    /// ```
    pub(super) fn by_reference(&self, inner: &ExprForLoop) -> Option<Expr> {
        let cursor = self.cursor(&inner.expr)?;
        let name = match strip(&inner.expr) {
            Expr::MethodCall(call) => &*call.receiver,
            Expr::Reference(reference) => &*reference.expr,
            name if cursor.lent => name,
            _ => return None,
        };
        let (label, pat, body) = (&inner.label, &inner.pat, &inner.body);
        let span = inner.for_token.span;
        Some(syn::parse_quote_spanned!(span=> #label while let Some(#pat) = #name.next() #body))
    }
}
