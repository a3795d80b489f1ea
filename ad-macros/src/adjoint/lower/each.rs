//! The loop for an iterator: its header, its adaptors, and a body.

use super::assigned::Assigned;
use super::chain::*;
use super::expr::strip;
use super::{LoopKind, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfIterator;
use quote::quote;
use syn::Expr;

impl Lowering<'_> {
    /// The variables of a loop over items of this form, and the item.
    fn header(&mut self, item: &Item, name: &str, span: proc_macro2::Span) -> (Header, Value) {
        match item {
            Item::One(ty, views, exclusive) => {
                let var = self.var(name, span, ty.clone(), Role::Header);
                self.vars[var].views.clone_from(views);
                self.vars[var].exclusive = *exclusive;
                self.vars[var].growing = *exclusive && self.may_grow(ty, views);
                (Header::One(var), self.of_var(var))
            }
            Item::Elements(lists) => {
                let (index, value) = self.header(&Item::One(Ty::Plain, Vec::new(), false), name, span);
                let Value::Plain(at) = value else { return (index, Value::Unit) };
                let elements = lists.iter().map(|list| {
                    let mut element = list.clone();
                    element.projections.push(Projection::Index(at.clone()));
                    Value::Borrow(element)
                });
                let mut elements: Vec<Value> = elements.collect();
                let only = if elements.len() == 1 { elements.pop() } else { None };
                (index, only.unwrap_or(Value::Tuple(elements)))
            }
            Item::Pair(left, right) => {
                let ((p, v), (q, w)) = (self.header(left, name, span), self.header(right, name, span));
                (Header::Pair(Box::new(p), Box::new(q)), Value::Tuple(vec![v, w]))
            }
        }
    }

    /// Whether the structure of an item may change: that of an element of `Vec<Vec<N>>`, if that of the list may change.
    fn may_grow(&self, item: &Ty, views: &[Id]) -> bool {
        let of_list = |id: &Id| self.vars[*id].role == Role::Container || self.vars[*id].growing;
        crate::adjoint::varies(item, &crate::adjoint::varying(self.numbers)) && views.iter().all(of_list)
    }

    /// Lets the shadows of items be exclusive if the structure of the items may change.
    fn let_items_grow(&self, iterator: &mut Iteration, header: &Header) {
        match (iterator, header) {
            (Iteration::View { method, shadow, .. }, Header::One(var)) if self.vars[*var].growing => {
                shadow.clone_from(method);
            }
            (Iteration::Zip(left, right), Header::Pair(first, second)) => {
                self.let_items_grow(left, first);
                self.let_items_grow(right, second);
            }
            (Iteration::Adapt { inner, adaptor: OfIterator::Enumerate, .. }, Header::Pair(_, item)) => {
                self.let_items_grow(inner, item);
            }
            (Iteration::Adapt { inner, .. } | Iteration::Copied(inner), header) => {
                self.let_items_grow(inner, header);
            }
            _ => {}
        }
    }

    /// Notes the items that are slices.
    fn note_slices(&mut self, iterator: &Iteration, header: &Header) {
        match (iterator, header) {
            (Iteration::View { argument: Some(_), .. }, Header::One(var)) => _ = self.slices.insert(*var),
            (Iteration::Zip(left, right), Header::Pair(first, second)) => {
                self.note_slices(left, first);
                self.note_slices(right, second);
            }
            (Iteration::Adapt { inner, adaptor, .. }, header) => match (adaptor, header) {
                (OfIterator::Enumerate, Header::Pair(_, item)) => self.note_slices(inner, item),
                (OfIterator::Enumerate, _) => {}
                (_, header) => self.note_slices(inner, header),
            },
            _ => {}
        }
    }

    /// Runs `body` for each item, as a loop.
    pub(super) fn each(
        &mut self,
        chain: Chain,
        written: &Assigned,
        label: Option<&syn::Label>,
        mut body: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        self.each_of(chain, written, label, LoopKind::Loop, &mut body)
    }

    fn each_of(
        &mut self,
        chain: Chain,
        written: &Assigned,
        label: Option<&syn::Label>,
        form: LoopKind,
        body: &mut dyn FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        self.enter(label, None);
        self.loops.iter_mut().rev().take(1).for_each(|around| around.form = form);
        let span = proc_macro2::Span::mixed_site();
        let Chain { mut iterator, item, stages } = chain;
        let depth = self.loops.len();
        let nested = self.repeated(written, &label, |lowering| {
            let (header, value) = lowering.header(&item, "i", span);
            lowering.note_slices(&iterator, &header);
            lowering.staged(&stages, value, written, depth, body)?;
            Ok(header)
        });
        let left = self.leave();
        let (item, statements) = nested?;
        self.let_items_grow(&mut iterator, &item);
        let head = Head::For { item, iterator: Box::new(iterator) };
        self.finish_loop(head, statements, left, span);
        Ok(())
    }

    fn staged(
        &mut self,
        stages: &[Stage],
        value: Value,
        written: &Assigned,
        depth: usize,
        body: &mut dyn FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let Some((stage, rest)) = stages.split_first() else { return body(self, value) };
        let mut next = |lowering: &mut Self, value| {
            lowering.staged(rest, value, written, depth, body).map(|()| Value::Unit)
        };
        let skip = |_: &mut Self| Ok(Value::Unit);
        let end = |lowering: &mut Self| {
            lowering.leave_loops(lowering.loops.len() - depth);
            Ok(Value::Never)
        };
        match stage {
            Stage::Map(closure, scope) => {
                let value = self.apply_in(closure, scope, vec![value])?;
                let value = self.settle(value, closure)?;
                next(self, value)?;
            }
            Stage::Counted(counting, counter) => {
                let count = self.version(*counter);
                let count = self.of_var(count);
                let Value::Plain(before) = &count else { return Ok(()) };
                let (i, mut value) = (before.tokens.clone(), value);
                if let Counting::Until(n) = counting {
                    let n_ = Self::operand(n);
                    let more = Self::compose(&[before, n], quote!(#i < #n_), false);
                    let more = self.now(more, "c", proc_macro2::Span::mixed_site(), None);
                    // An inner loop may count.
                    self.versions.remove(counter);
                    self.choose(more, &quote!(), |lowering| next(lowering, value), end)?;
                    return Ok(());
                }
                let condition = match counting {
                    Counting::Enumerate => {
                        value = Value::Tuple(vec![count.clone(), value]);
                        None
                    }
                    Counting::Count | Counting::Until(_) => None,
                    Counting::Skip(n) => {
                        let n_ = Self::operand(n);
                        Some(Self::compose(&[before, n], quote!(#i >= #n_), false))
                    }
                    Counting::StepBy(n) => {
                        let n_ = Self::operand(n);
                        Some(Self::compose(&[before, n], quote!(#i % #n_ == 0), false))
                    }
                };
                self.advance(*counter, before)?;
                let Some(condition) = condition else { return next(self, value).map(|_| ()) };
                let condition = self.now(condition, "c", proc_macro2::Span::mixed_site(), None);
                self.choose(condition, &quote!(), |lowering| next(lowering, value), skip)?;
            }
            Stage::Beside(stages, first, counter) => {
                let index = self.version(*counter);
                let index = self.of_var(index);
                if let Value::Plain(before) = &index {
                    self.advance(*counter, before)?;
                }
                self.staged(stages, index, written, depth, &mut |lowering, other| {
                    let (other, value) = (lowering.settle(other, &quote!())?, value.clone());
                    let pair = if *first { vec![other, value] } else { vec![value, other] };
                    next(lowering, Value::Tuple(pair)).map(|_| ())
                })?;
            }
            Stage::FilterMap(closure, scope) | Stage::MapWhile(closure, scope) => {
                let value = self.apply_in(closure, scope, vec![value])?;
                let (flag, inside) = self.maybe(value, closure)?;
                let ends = matches!(stage, Stage::MapWhile(..));
                let otherwise = |lowering: &mut Self| if ends { end(lowering) } else { skip(lowering) };
                self.choose(flag, closure, |lowering| next(lowering, inside), otherwise)?;
            }
            Stage::Scan(closure, scope, state) => {
                let Expr::Closure(function) = strip(closure) else {
                    return unclear(closure);
                };
                let mut function = function.clone();
                let value = if self.vars[*state].role == Role::Container {
                    let state = Place { exclusive: true, ..Place::of(*state, self.vars[*state].ty.clone()) };
                    self.inline(&function, scope, vec![Value::Borrow(state), value])?
                } else {
                    let (Some(name), 2) = (function.inputs.first().and_then(name_of), function.inputs.len())
                    else {
                        return unclear(closure);
                    };
                    function.inputs = function.inputs.into_iter().skip(1).collect();
                    let mut names = scope.to_vec();
                    names.push((name, super::Binding::Scalar(*state)));
                    self.inline(&function, &names.into(), vec![value])?
                };
                let (flag, inside) = self.maybe(value, closure)?;
                self.choose(flag, closure, |lowering| next(lowering, inside), end)?;
            }
            Stage::SkipWhile(closure, scope, kept) => {
                let version = self.version(*kept);
                let Value::Plain(before) = self.of_var(version) else { return Ok(()) };
                let keeps = self.choose(
                    before,
                    closure,
                    |_| Ok(Value::Plain(Plain::truth(true))),
                    |lowering| {
                        let skips = lowering.holds(closure, scope, value.clone())?;
                        let skips = lowering.as_plain(skips, closure)?;
                        let tokens = Self::operand(&skips);
                        Ok(Value::Plain(Self::compose(&[&skips], quote!(!#tokens), false)))
                    },
                )?;
                self.set(*kept, keeps.clone(), closure)?;
                let keeps = self.as_plain(keeps, closure)?;
                self.choose(keeps, closure, |lowering| next(lowering, value), skip)?;
            }
            Stage::TakeWhile(closure, scope) => {
                let condition = self.holds(closure, scope, value.clone())?;
                let condition = self.as_plain(condition, closure)?;
                let condition = self.now(condition, "c", span_of(closure), None);
                self.choose(condition, closure, |lowering| next(lowering, value), end)?;
            }
            Stage::Flatten(None) if self.is_maybe(&value) => {
                let (flag, inside) = self.maybe(value, &quote!())?;
                self.choose(flag, &quote!(), |lowering| next(lowering, inside), skip)?;
            }
            Stage::Flatten(function) => {
                let inner = match function {
                    None => self.items_of(value)?,
                    Some((closure, scope)) => {
                        let Expr::Closure(closure) = strip(closure) else {
                            return refuse(
                                closure,
                                "the argument of `flat_map` is not a closure; write one here",
                            );
                        };
                        self.inlined(closure, scope, vec![value], |lowering| {
                            lowering.iterated_body(&closure.body)
                        })?
                    }
                };
                self.each_of(inner, written, None, LoopKind::Joined, &mut |lowering, value| {
                    next(lowering, value).map(|_| ())
                })?;
            }
            Stage::Filter(closure, scope) => {
                let condition = self.holds(closure, scope, value.clone())?;
                let condition = self.as_plain(condition, closure)?;
                let condition = self.now(condition, "c", span_of(closure), None);
                let (_, then) = self.nested(|lowering| next(lowering, value))?;
                let arms = vec![
                    Arm { id: 0, pattern: quote!(true), guard: None, body: then },
                    Arm { id: 0, pattern: quote!(_), guard: None, body: Vec::new() },
                ];
                self.push(Stmt::Branch { scrutinee: condition, arms, is_if: true });
            }
        }
        Ok(())
    }
}

impl Lowering<'_> {
    /// The result of a closure for a reference to an item.
    fn holds(&mut self, closure: &Expr, scope: &super::Scope, value: Value) -> Result<Value> {
        // An item that is a reference itself is seen as one reference: `&&v` takes the item.
        if let (Value::Place(Place { ty: Ty::Reference(of), .. }), Expr::Closure(closure)) =
            (&value, strip(closure))
            && **of == Ty::Unknown
            && let Some(syn::Pat::Reference(outer)) = closure.inputs.first()
            && let syn::Pat::Reference(_) = &*outer.pat
        {
            let inner = (*outer.pat).clone();
            let mut closure = closure.clone();
            closure.inputs[0] = inner;
            return self.inline(&closure, scope, vec![value]);
        }
        self.apply_in(closure, scope, vec![Self::borrowed(value)])
    }

    /// The iterator of the body of a closure, which may be a block.
    fn iterated_body(&mut self, body: &syn::Expr) -> Result<super::chain::Chain> {
        if let syn::Expr::Block(block) = strip(body)
            && block.label.is_none()
            && let Some((syn::Stmt::Expr(value, None), statements)) = block.block.stmts.split_last()
        {
            for statement in statements {
                self.statement(statement, false)?;
            }
            return self.iterated_body(value);
        }
        self.iterate(body)
    }

    /// `counter += 1`
    fn advance(&mut self, counter: Id, before: &Plain) -> Result<()> {
        let i = &before.tokens;
        let after = Self::compose(&[before], quote!(#i + 1), false);
        self.set(counter, Value::Plain(after), &quote!())?;
        if let Some(Stmt::Write { old, .. }) = self.block.last() {
            self.steps.insert(*old, quote!(1));
        }
        Ok(())
    }
}

/// The name of a parameter.
pub(super) fn name_of(pattern: &syn::Pat) -> Option<String> {
    match pattern {
        syn::Pat::Ident(name) => Some(name.ident.to_string()),
        syn::Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}
