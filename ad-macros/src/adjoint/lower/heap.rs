//! Heaps of numbers. A `BinaryHeap` of structs with numbers becomes the list of all that were pushed, and a heap of copies without
//! adjoints, which tells the positions. So no element is lost, and equal ones are popped in the order of `std`.
//!
//! ```text
//! // Input:  heap.push(state); while let Some(state) = heap.pop() { … }
//! // Output: items.push(state); order.__add(&items);
//! //         while let Some(state) = { if order.is_empty() { None } else { … Some(items[order.next()]) } } { … }
//! ```

use super::expr::strip;
use super::{Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::lowered::{self, Lowered};
use crate::numbers::Numbers;
use crate::visit::{self, VisitMut};
use quote::{format_ident, quote};
use syn::{Expr, ExprMethodCall, Ident, Pat, Stmt as Statement};

/// The method that pushes the last element of a list to a heap of copies.
pub(super) const ADD: &str = "__add";

/// Rewrites the heaps of numbers.
pub(super) fn rewrite(body: &mut syn::Block, numbers: &Numbers) -> Result<()> {
    let mut heaps = Heaps { numbers, found: Vec::new(), other: None };
    heaps.visit_block_mut(body);
    match heaps.other {
        Some(other) => refuse(
            &other,
            "a heap of numbers is used other than by `push`, `pop`, `peek`, `len`, `is_empty`, `clear`, \
            `into_vec` or `into_sorted_vec` in its function; use these methods",
        ),
        None => Ok(()),
    }
}

struct Heaps<'a> {
    numbers: &'a Numbers,
    found: Vec<Ident>,
    /// Another use of a heap.
    other: Option<Ident>,
}

impl Heaps<'_> {
    /// `let mut heap = BinaryHeap::new();` as the declaration of a list and of a heap of positions.
    fn declared(&mut self, statement: &Statement) -> Option<[Statement; 2]> {
        let Statement::Local(local) = statement else { return None };
        let (pattern, shown) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, self.numbers.occurs_in(&typed.ty)),
            pattern => (pattern, false),
        };
        let (Pat::Ident(name), Some(init)) = (pattern, &local.init) else { return None };
        let (value, marked) = match lowered::read(strip(&init.expr)) {
            Some(Lowered::OverNumbers(value)) => (value, true),
            _ => (&*init.expr, false),
        };
        let Expr::Call(call) = strip(value) else { return None };
        let Expr::Path(path) = strip(&call.func) else { return None };
        let last = &path.path.segments.last()?.ident;
        let makes = last == "new" || last == "with_capacity";
        let heap = makes && crate::parameter::mentions(&path.path, "BinaryHeap");
        if !heap || !shown && !marked {
            return None;
        }
        let ((items, order), private) = (names_of(&name.ident), self.numbers.private_at(name.ident.span()));
        self.found.push(name.ident.clone());
        Some([
            syn::parse_quote!(let mut #items = #private::Vec::new();),
            syn::parse_quote!(let mut #order = #private::adjoint::Order::new();),
        ])
    }

    fn is_heap(&self, ident: &Ident) -> bool {
        self.found.iter().any(|found| found == ident)
    }

    fn method(&self, call: &ExprMethodCall) -> Option<Expr> {
        let Expr::Path(path) = strip(&call.receiver) else { return None };
        let name = path.path.get_ident().filter(|name| self.is_heap(name))?;
        let (items, order) = names_of(name);
        let method = &call.method;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        Some(match (method.to_string().as_str(), arguments.as_slice()) {
            ("push", [value]) => {
                let add = Ident::new(ADD, span_of(method));
                syn::parse_quote!({ #items.push(#value); #order.#add(&#items); })
            }
            ("pop", []) => syn::parse_quote!({
                if #order.is_empty() { None } else { let __at = #order.next_position(); Some(#items[__at]) }
            }),
            ("peek", []) => syn::parse_quote!({
                if #order.is_empty() { None } else { let __at = #order.first_position(); Some(&#items[__at]) }
            }),
            ("len" | "is_empty", []) => syn::parse_quote!(#order.#method()),
            ("clear", []) => syn::parse_quote!(#order.remove_all()),
            ("into_vec" | "into_sorted_vec", []) => {
                let positions = format_ident!("{method}_of_positions");
                syn::parse_quote!({
                    let __positions = #order.#positions();
                    __positions.iter().map(|__at| #items[*__at]).collect::<Vec<_>>()
                })
            }
            _ => return None,
        })
    }
}

/// The list and the heap of positions.
fn names_of(heap: &Ident) -> (Ident, Ident) {
    (format_ident!("__{heap}_items"), format_ident!("__{heap}_order"))
}

impl VisitMut for Heaps<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outside = self.found.len();
        for mut statement in std::mem::take(&mut block.stmts) {
            match self.declared(&statement) {
                Some(statements) => block.stmts.extend(statements),
                None => {
                    self.visit_stmt_mut(&mut statement);
                    block.stmts.push(statement);
                }
            }
        }
        self.found.truncate(outside);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = expr
            && let Some(mut rewritten) = self.method(call)
        {
            if let Expr::Block(block) = &mut rewritten {
                self.visit_block_mut(&mut block.block);
            }
            *expr = rewritten;
            return;
        }
        if let Expr::Path(path) = expr
            && let Some(ident) = path.path.get_ident()
            && self.is_heap(ident)
        {
            self.other.get_or_insert_with(|| ident.clone());
        }
        visit::visit_expr_mut(self, expr);
    }

    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        if self.is_heap(&pattern.ident) {
            self.other.get_or_insert_with(|| pattern.ident.clone());
        }
        visit::visit_pat_ident_mut(self, pattern);
    }
}

impl Lowering<'_> {
    /// `order.__add(&items)`: the heap of copies gets the last element. It exists in the forward sweep only.
    pub(super) fn add_to_heap(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let Some(order) = self.state(&call.receiver)? else { return unclear(&call.method) };
        let items = match self.expr(&call.args[0])? {
            Value::Place(place) | Value::Borrow(place) => self.of_place(&place, &quote!()),
            _ => return unclear(&call.method),
        };
        let (method, of, tokens) = (&call.method, &order.tokens, &items.tokens);
        let tokens = quote!(#of.#method(&#tokens));
        let added = Plain { state: true, varies: true, ..Self::compose(&[&order, &items], tokens, true) };
        self.now(added, "k", span_of(method), Some(quote!(())));
        Ok(Value::Unit)
    }
}
