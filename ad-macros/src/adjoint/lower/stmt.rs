//! Statements and loops.

use super::assigned::{Assigned, Later};
use super::chain::{Chain, Item};
use super::{Binding, LoopKind, Lowering, Result, Value, refuse, sequence, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfIterator;
use proc_macro2::Span;
use quote::{ToTokens, format_ident, quote};
use syn::{Block, Expr, Pat};

impl Lowering<'_> {
    /// Appends the statements of a block to the current block, and returns its value.
    pub(super) fn block_value(&mut self, block: &Block) -> Result<Value> {
        let names = self.scope.len();
        let mut value = Value::Unit;
        let mut never = false;
        let around = self.later.len();
        self.later.push(Later::of_block(block));
        for (i, statement) in block.stmts.iter().enumerate() {
            self.later[around].at = i;
            value = self.statement(statement, i + 1 == block.stmts.len())?;
            never |= matches!(value, Value::Never);
        }
        self.later.truncate(around);
        self.scope.truncate(names);
        Ok(if never { Value::Never } else { value })
    }

    pub(super) fn statement(&mut self, statement: &syn::Stmt, last: bool) -> Result<Value> {
        match statement {
            syn::Stmt::Local(local) => self.local(local),
            // An item cannot mention the numbers of the function.
            syn::Stmt::Item(
                item @ (syn::Item::Const(_)
                | syn::Item::Use(_)
                | syn::Item::Static(_)
                | syn::Item::Fn(_)
                | syn::Item::Struct(_)
                | syn::Item::Enum(_)
                | syn::Item::Impl(_)),
            ) => {
                self.items.push(item.to_token_stream());
                Ok(Value::Unit)
            }
            syn::Stmt::Item(item) => refuse(item, "an item is inside the function; move it outside"),
            syn::Stmt::Expr(expr, semicolon) => {
                let value = self.expr(expr)?;
                if let Value::Plain(plain) = &value
                    && (semicolon.is_some() || !last)
                {
                    self.push(Stmt::Forward(plain.clone()));
                    return Ok(Value::Unit);
                }
                Ok(if semicolon.is_some() && !matches!(value, Value::Never) { Value::Unit } else { value })
            }
            syn::Stmt::Macro(mac) => self.macro_statement(&mac.mac),
        }
    }

    /// `let x;`, which branches initialize.
    pub(super) fn declare(&mut self, local: &syn::Local) -> Result<Value> {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let Pat::Ident(name) = pattern else {
            return refuse(
                local,
                "a pattern is declared without a value; declare each name with its own `let`",
            );
        };
        let Some(ty) = ty else {
            // The first value determines the type.
            let (text, span) = (name.ident.to_string(), name.ident.span());
            let memory = self.var(&text, span, Ty::Unknown, Role::Scalar);
            self.push(Stmt::Declare { var: memory, init: None });
            self.late.insert(memory, self.repetitions());
            self.scope.push((text, Binding::Scalar(memory)));
            return Ok(Value::Unit);
        };
        let declared = self.ty(ty);
        let (text, span) = (name.ident.to_string(), name.ident.span());
        let role =
            if declared == Ty::Number || declared == Ty::Plain { Role::Scalar } else { Role::Container };
        let var = self.var(&text, span, declared, role);
        self.types.extend(self.annotation(ty).map(|tokens| (var, tokens)));
        self.push(Stmt::Declare { var, init: None });
        self.late.insert(var, self.repetitions());
        let binding = match role {
            Role::Scalar => Binding::Scalar(var),
            _ => Binding::Value(Value::Place(Place::of(var, self.vars[var].ty.clone()))),
        };
        self.scope.push((text, binding));
        Ok(Value::Unit)
    }

    /// `if`, `match`, loops, blocks.
    pub(super) fn flow(&mut self, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Block(block) => self.labelled(block),
            Expr::If(branch) => self.branch(branch),
            Expr::Match(inner) => self.match_(inner),
            Expr::ForLoop(inner) => self.for_loop(inner),
            Expr::While(inner) => self.while_loop(inner),
            Expr::Loop(inner) => self.loop_(inner, None, LoopKind::Loop),
            Expr::Return(inner) => self.return_(inner),
            Expr::Break(inner) => self.break_(inner),
            Expr::Continue(inner) => self.continue_(inner),
            Expr::Try(inner) => self.question(inner),
            expr => unclear(expr),
        }
    }

    /// The part of a list whose elements a loop changes while it reads another part, as of `split_at_mut`, and whether the loop
    /// counts them. Two such borrows cannot coexist, so it goes by the index.
    fn beside_another_part(&self, chain: &Chain, body: &Block) -> Option<(Place, bool)> {
        let (view, counts) = match &chain.iterator {
            Iteration::Adapt { inner, adaptor: OfIterator::Enumerate, .. } => (&**inner, true),
            view => (view, false),
        };
        let Iteration::View { place, method, shadow, argument: None, .. } = view else { return None };
        let by_index = |projection: &Projection| matches!(projection, Projection::Index(_));
        let other = |(name, binding): &(String, Binding)| {
            matches!(binding, Binding::Value(Value::Place(other) | Value::Borrow(other))
                if other.root == place.root && other.projections.iter().any(by_index))
                && crate::parameter::mentions(body, name)
        };
        let changes = method != shadow && chain.stages.is_empty();
        (changes && place.projections.iter().any(by_index) && self.scope.iter().any(other))
            .then(|| (place.clone(), counts))
    }

    /// `for pattern in iterator { … }`
    fn for_loop(&mut self, inner: &syn::ExprForLoop) -> Result<Value> {
        self.keeps_referents(&inner.expr)?;
        let rewritten = self.by_reference(inner).or_else(|| counted(inner)).or_else(|| self.unrolled(inner));
        if let Some(looped) = rewritten {
            return self.expr(&looped);
        }
        let source = self.iterate(&inner.expr)?;
        let written = Assigned::of_block(&inner.body);
        if let Some((list, counts)) = self.beside_another_part(&source, &inner.body) {
            let length = self.of_place(&list, &quote!(.len()));
            let end = self.now(length, "len", span_of(inner), None);
            let iterator = Iteration::Range { start: Plain::simple(quote!(0)), end, closed: false };
            let item = Item::One(Ty::Plain, Vec::new(), false);
            let range = Chain { iterator, item, stages: Vec::new() };
            return self
                .each(range, &written, inner.label.as_ref(), |lowering, value| {
                    let index = lowering.as_plain(value.clone(), inner)?;
                    let ty = match list.ty.owned() {
                        Ty::List(element) => (**element).clone(),
                        _ => Ty::Unknown,
                    };
                    let mut element = Place { ty, exclusive: true, ..list.clone() };
                    element.projections.push(Projection::Index(index));
                    let element = Value::Borrow(element);
                    let item = if counts { Value::Tuple(vec![value, element]) } else { element };
                    lowering.bind(&inner.pat, item, None)?;
                    lowering.block_value(&inner.body).map(|_| ())
                })
                .map(|()| Value::Unit);
        }
        self.each(source, &written, inner.label.as_ref(), |lowering, value| {
            lowering.bind(&inner.pat, value, None)?;
            lowering.block_value(&inner.body)?;
            Ok(())
        })?;
        Ok(Value::Unit)
    }

    /// `while condition { … }`. A head with effects runs once more than the body, so it becomes part of the body.
    ///
    /// ```text
    /// // Input:  while { x = x * 0.5; x > 1.0 } { … }
    /// // Output: loop { x = x * 0.5; if x > 1.0 {} else { break } … }
    /// ```
    fn while_loop(&mut self, inner: &syn::ExprWhile) -> Result<Value> {
        if super::branch::has_let(&inner.cond) {
            return self.while_let(inner);
        }
        let written = Assigned::of_block(&inner.body).and(Assigned::of_expr(&inner.cond));
        self.enter(inner.label.as_ref(), None);
        let body = self.repeated(&written, &inner.while_token, |lowering| {
            let condition = lowering.integer(&inner.cond)?;
            if sequence::is_final(&lowering.vars, &lowering.block) {
                lowering.push(Stmt::Unless(condition));
            } else {
                let ((), exit) = lowering.nested(|lowering| {
                    lowering.leave_loops(0);
                    Ok(())
                })?;
                let arms = vec![
                    Arm { id: 0, pattern: quote!(true), guard: None, body: Vec::new() },
                    Arm { id: 0, pattern: quote!(_), guard: None, body: exit },
                ];
                lowering.push(Stmt::Branch { scrutinee: condition, arms, is_if: true });
            }
            lowering.block_value(&inner.body)?;
            Ok(())
        });
        let left = self.leave();
        let ((), body) = body?;
        self.finish_loop(Head::While, body, left, span_of(&inner.while_token));
        Ok(Value::Unit)
    }

    /// ```text
    /// // Input:  while let Some(v) = next(i) { … }
    /// // Output: loop { if let Some(v) = next(i) { … } else { break } }
    /// ```
    fn while_let(&mut self, inner: &syn::ExprWhile) -> Result<Value> {
        let (attrs, label, condition, body) = (&inner.attrs, &inner.label, &inner.cond, &inner.body);
        let span = inner.while_token.span;
        let exit: Expr = syn::parse_quote_spanned!(span=> break);
        let looped =
            syn::parse_quote_spanned!(span=> #(#attrs)* #label loop { if #condition #body else { #exit } });
        self.loop_(&looped, None, LoopKind::Loop)?;
        Ok(Value::Unit)
    }

    pub(super) fn finish_loop(&mut self, head: Head, body: Vec<Stmt>, left: bool, span: Span) {
        let trips = self.var("trips", span, Ty::Plain, Role::Value);
        let stack = format_ident!("__kept_{trips}", span = Span::mixed_site());
        self.push(Stmt::Loop(Box::new(Loop { id: 0, head, body, left, stack, trips })));
    }
}

/// ```text
/// // Input:  for i in 0.. { … }
/// // Output: { let mut count = 0; loop { let i = count; count += 1; … } }
/// ```
fn counted(inner: &syn::ExprForLoop) -> Option<Expr> {
    let Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) = super::expr::strip(&inner.expr)
    else {
        return None;
    };
    let (label, pat, statements) = (&inner.label, &inner.pat, &inner.body.stmts);
    let span = inner.for_token.span;
    Some(syn::parse_quote_spanned!(span=> {
        let mut __count = #start;
        #label loop {
            let #pat = __count;
            __count += 1;
            #(#statements)*
        }
    }))
}
