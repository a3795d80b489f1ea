//! Expressions without numbers: they stay, with their names replaced.

use super::assigned::Assigned;
use super::mention::*;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods::{self, Row};
use crate::library::reverse::{OfIterator, OfPlain};
use crate::library::text::{self, Group};
use crate::visit::{Visit, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{BinOp, Expr, RangeLimits};

impl Lowering<'_> {
    /// Whether an expression contains no variable with numbers, no number literal and no effect on outer variables, so that it
    /// can stay.
    pub(super) fn is_plain(&self, expr: &Expr) -> bool {
        self.is_plain_apart(expr, |_| false)
    }

    /// Whether an expression is plain, apart from changes of these variables.
    pub(super) fn is_plain_apart(&self, expr: &Expr, apart: impl Fn(&str) -> bool) -> bool {
        let mut found = Found { lowering: self, plain: true, bound: HashSet::new() };
        found.visit_expr(expr);
        if !found.plain {
            return false;
        }
        let assigned = Assigned::of_expr(expr);
        !self.scope.iter().any(|(name, _)| {
            assigned.contains(name) && !found.bound.contains(name) && !self.is_state(name) && !apart(name)
        })
    }

    /// Whether a name is a local without numbers whose parts change. It exists in the forward sweep only, and each use of it is
    /// evaluated in its place.
    pub(super) fn is_state(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Binding::Value(Value::Plain(plain))) if plain.state)
    }

    /// A part of such a local: `queue`, `grid[i]`.
    pub(super) fn state(&mut self, expr: &Expr) -> Result<Option<Plain>> {
        let (base, part) = match super::expr::strip(expr) {
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                return Ok(match self.lookup(&name) {
                    Some(Binding::Value(Value::Plain(plain))) if plain.state => Some(plain.clone()),
                    _ => None,
                });
            }
            Expr::Index(inner) => {
                let Some(base) = self.state(&inner.expr)? else { return Ok(None) };
                let index = self.integer(&inner.index)?;
                let index = if index.expensive { self.now(index, "i", span_of(expr), None) } else { index };
                let tokens = &index.tokens;
                (base, Plain { tokens: quote!([#tokens]), ..index })
            }
            Expr::Field(inner) => {
                let Some(base) = self.state(&inner.base)? else { return Ok(None) };
                let member = &inner.member;
                (base, Plain { tokens: quote!(.#member), ..Plain::default() })
            }
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => {
                let Some(base) = self.state(&inner.expr)? else { return Ok(None) };
                let tokens = &base.tokens;
                let tokens = quote!((*#tokens));
                (Plain { tokens, ..base }, Plain::default())
            }
            _ => return Ok(None),
        };
        let (tokens, part_of) = (&base.tokens, &part.tokens);
        Ok(Some(Plain { simple: true, ..Self::compose(&[&base, &part], quote!(#tokens #part_of), true) }))
    }

    /// The iterated value. A list without numbers is not copied, unless it changes.
    pub(super) fn iterated(&mut self, expr: &Expr) -> Result<Value> {
        if let Some(state) = self.state(expr)? {
            let tokens = &state.tokens;
            let copy = Self::compose(&[&state], quote!(::core::clone::Clone::clone(&#tokens)), true);
            return Ok(Value::Plain(self.now(copy, "list", span_of(expr), None)));
        }
        if super::place::is_place(expr) && self.is_plain(expr) {
            let mut expr = expr.clone();
            self.call_now(&mut expr)?;
            return self.plain_later(&expr).map(Value::Plain);
        }
        self.expr(expr)
    }

    /// Whether a loop, branch or block rebinds a name of the program. Then its statements are translated.
    pub(super) fn hides(&self, expr: &Expr) -> bool {
        let flow = matches!(
            expr,
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
        );
        let bound = if flow { Bound::of(expr) } else { Bound::default() };
        self.scope.iter().any(|(name, _)| bound.names.contains(name))
    }

    /// A plain expression, with the names of the program. Its calls are made here, once.
    pub(super) fn plain(&mut self, expr: &Expr) -> Result<Plain> {
        self.save_referents(expr);
        let mut expr = expr.clone();
        self.call_now(&mut expr)?;
        let mut plain = self.plain_later(&expr)?;
        // The reverse sweep restores a list that changes.
        if let Expr::Path(path) = super::expr::strip(&expr)
            && let Some(Binding::Value(Value::Place(Place { ty: Ty::List(_), .. }))) =
                path.path.get_ident().and_then(|name| self.lookup(&name.to_string()))
        {
            let tokens = &plain.tokens;
            plain.tokens = quote!(::core::clone::Clone::clone(&#tokens));
        }
        if !plain.reads.is_empty() && !matches!(expr, Expr::Reference(_)) {
            return Ok(self.now(plain, "k", span_of(&expr), None));
        }
        Ok(plain)
    }

    /// Gives names to the calls in a plain expression: they may have effects, and a second call may give another result.
    ///
    /// ```text
    /// // Input:  &rows[pick(k)]
    /// // Output: let k1 = pick(k); … &rows[k1]
    /// ```
    fn call_now(&mut self, expr: &mut Expr) -> Result<()> {
        match expr {
            // A named borrow of a `RefCell` would exist too long.
            expr if of_a_cell(expr) => self.name_now(expr),
            Expr::Paren(inner) => self.call_now(&mut inner.expr),
            Expr::Reference(inner) if inner.mutability.is_none() => self.call_now(&mut inner.expr),
            Expr::Unary(inner) => self.call_now(&mut inner.expr),
            Expr::Cast(inner) => self.call_now(&mut inner.expr),
            Expr::Field(inner) => self.call_now(&mut inner.base),
            Expr::Index(inner) => {
                self.call_now(&mut inner.expr)?;
                self.call_now(&mut inner.index)
            }
            Expr::Binary(inner) if !matches!(inner.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.call_now(&mut inner.left)?;
                self.call_now(&mut inner.right)
            }
            Expr::Tuple(inner) => inner.elems.iter_mut().try_for_each(|element| self.call_now(element)),
            Expr::Range(inner) => {
                let ends = inner.start.iter_mut().chain(&mut inner.end);
                ends.into_iter().try_for_each(|end| self.call_now(end))
            }
            Expr::MethodCall(call)
                if matches!(role(call), Some(OfPlain::View | OfPlain::Reference))
                    || text::of(call) == Some(Group::Whole) =>
            {
                self.call_now(&mut call.receiver)?;
                call.args.iter_mut().try_for_each(|argument| self.call_now(argument))
            }
            expr if Bound::of(expr).expensive => self.name_now(expr),
            _ => Ok(()),
        }
    }

    /// Gives a name to a plain expression.
    fn name_now(&mut self, expr: &mut Expr) -> Result<()> {
        let mut plain = self.plain_later(expr)?;
        let mut view = quote!();
        if let Expr::MethodCall(call) = &*expr
            && plain.state
            && role(call) == Some(OfPlain::Part)
        {
            // The receiver may change while the result is saved.
            plain.tokens.extend(quote!(.cloned()));
            view = quote!(.as_ref());
        }
        let plain = self.now(plain, "k", span_of(expr), None);
        let name = format!("__plain_{}", self.vars.len());
        let ident = syn::Ident::new(&name, Span::mixed_site().located_at(span_of(expr)));
        self.scope.push((name, Binding::Value(Value::Plain(plain))));
        *expr = syn::parse_quote!(#ident #view);
        Ok(())
    }

    /// An iterator over plain values, which runs again in the reverse sweep. If it contains calls, or iterates over a temporary,
    /// its items are collected first.
    pub(super) fn plain_items(&mut self, expr: &Expr) -> Result<Plain> {
        let mut of = expr.clone();
        let twice = self.runs_twice(&mut of)?;
        let plain = self.plain_later(if twice { &of } else { expr })?;
        let twice = twice && !plain.state;
        if twice && reverses(&of).0 {
            return Ok(plain);
        }
        let private = self.numbers.private_at(span_of(expr));
        let tokens = &plain.tokens;
        let items = quote!(::core::iter::Iterator::collect::<#private::Vec<_>>(
            ::core::iter::IntoIterator::into_iter(#tokens)
        ));
        let items = Plain { tokens: items, expensive: !twice, simple: false, reference: false, ..plain };
        let items = self.now(items, "items", span_of(expr), None);
        let tokens = &items.tokens;
        Ok(Plain { tokens: quote!(#tokens.iter().cloned()), simple: false, ..items })
    }

    /// Whether an iterator yields the same items twice, after the calls in its arguments have names.
    fn runs_twice(&mut self, expr: &mut Expr) -> Result<bool> {
        match expr {
            Expr::Paren(inner) => self.runs_twice(&mut inner.expr),
            Expr::Closure(closure) => Ok(!Bound::of(&closure.body).expensive || !varies(&closure.body)),
            Expr::MethodCall(call) if methods::of(call).is_some_and(Row::adapts) => {
                let mut twice = self.runs_twice(&mut call.receiver)?;
                for argument in &mut call.args {
                    twice &= self.runs_twice(argument)?;
                }
                Ok(twice)
            }
            Expr::Array(_) | Expr::Reference(_) | Expr::Range(_) | Expr::Index(_) | Expr::Field(_) => {
                self.call_now(expr)?;
                Ok(true)
            }
            expr => Ok(!Bound::of(expr).expensive),
        }
    }

    /// The same, evaluated in its place, such as the head of a loop.
    pub(super) fn plain_later(&mut self, expr: &Expr) -> Result<Plain> {
        let bound = Bound::of(expr);
        if let Some((name, _)) = self.scope.iter().find(|(name, _)| bound.names.contains(name)) {
            return refuse(
                expr,
                format!(
                    "this expression binds `{name}`, which is also a variable outside of it; rename the inner one"
                ),
            );
        }
        let in_texts = captured_in(expr);
        let mentions = |name: &String| in_texts.contains(name) || crate::parameter::mentions(expr, name);
        let scalars: Vec<usize> = self
            .scope
            .iter()
            .filter_map(|(name, binding)| match binding {
                Binding::Scalar(id) if mentions(name) => Some(*id),
                _ => None,
            })
            .collect();
        for scalar in scalars {
            self.version(scalar);
        }
        let mut replace = Replace {
            lowering: self,
            plain: Plain { expensive: bound.expensive, varies: varies(expr), ..Plain::default() },
            failed: None,
            own: Vec::new(),
        };
        let mut copy = expr.clone();
        replace.visit_expr_mut(&mut copy);
        let Replace { mut plain, failed, .. } = replace;
        if let Some(error) = failed {
            return Err(error);
        }
        plain.tokens = copy.to_token_stream();
        plain.simple = matches!(expr, Expr::Path(_) | Expr::Lit(_));
        plain.reference = gives_reference(expr);
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident()
            && let Some(Binding::Value(Value::Plain(known))) = self.lookup(&name.to_string())
        {
            plain.reference = known.reference;
            plain.simple = known.simple && !known.state;
        }
        plain.values.sort_unstable();
        plain.values.dedup();
        Ok(plain)
    }

    /// The tokens of a plain expression as an operand.
    pub(super) fn operand(plain: &Plain) -> TokenStream {
        let tokens = &plain.tokens;
        if plain.simple { tokens.clone() } else { quote!((#tokens)) }
    }

    /// An expression that is composed of others.
    pub(super) fn compose(parts: &[&Plain], tokens: TokenStream, expensive: bool) -> Plain {
        let mut plain = Plain { tokens, expensive, ..Plain::default() };
        for part in parts {
            plain.values.extend(&part.values);
            plain.reads.extend(&part.reads);
            plain.expensive |= part.expensive;
            plain.state |= part.state;
            plain.varies |= part.varies;
        }
        plain
    }
}

/// Whether an expression reads or changes a part of the content of a `RefCell`.
fn of_a_cell(expr: &Expr) -> bool {
    let content = |expr: &Expr| matches!(super::expr::strip(expr), Expr::MethodCall(call) if super::assigned::shares(call));
    match expr {
        Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => {
            content(&inner.expr) || of_a_cell(&inner.expr)
        }
        Expr::Index(inner) => content(&inner.expr) || of_a_cell(&inner.expr),
        Expr::Field(inner) => content(&inner.base) || of_a_cell(&inner.base),
        Expr::Binary(inner) if crate::class::is_assigning(&inner.op) => of_a_cell(&inner.left),
        Expr::Assign(inner) => of_a_cell(&inner.left),
        _ => false,
    }
}

/// Whether the items of an iterator can be iterated from the end, and whether their number is known.
fn reverses(expr: &Expr) -> (bool, bool) {
    match super::expr::strip(expr) {
        Expr::Range(range) => (true, matches!(range.limits, RangeLimits::HalfOpen(_))),
        // The parts of a text cannot be counted from its end.
        Expr::MethodCall(call) if text::of(call) == Some(Group::Parts) => (false, false),
        Expr::MethodCall(call) => match methods::of(call).and_then(|row| row.iterator) {
            None => (true, true),
            Some(adaptor) => {
                let mut inner = reverses(&call.receiver);
                if let (OfIterator::Zip | OfIterator::Chained, Some(other)) = (adaptor, call.args.first()) {
                    let other = reverses(other);
                    inner = (inner.0 && other.0, inner.1 && other.1);
                }
                adaptor.reverses(inner)
            }
        },
        _ => (true, true),
    }
}

/// Whether the value of an expression is certainly a reference.
fn gives_reference(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(_) => true,
        Expr::Lit(literal) => {
            matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_) | syn::Lit::CStr(_))
        }
        Expr::MethodCall(call) => {
            let of_text = matches!(text::of(call), Some(Group::Whole | Group::Trimmed));
            of_text || role(call) == Some(OfPlain::Reference)
        }
        _ => false,
    }
}

fn role(call: &syn::ExprMethodCall) -> Option<OfPlain> {
    methods::of(call).and_then(|row| row.plain)
}
