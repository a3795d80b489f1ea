//! Expressions that inspect numbers and yield none: they stay, and are evaluated once, on primals.
//!
//! ```text
//! // Input:  let i = x.partition_point(|v| *v < u); let m = x.iter().max_by(|a, b| a.partial_cmp(b).unwrap());
//! // Output: let i = x.partition_point(|v| *v < u); let k = max_position(x.iter(), |a, b| …); let m = x[k];
//! ```

use super::assigned::Assigned;
use super::chain::{Chain, Stage, copied, is_reversed};
use super::expr::strip;
use super::mention::Bound;
use super::{Binding, Lowering, Result, Scope, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods::{self, Row};
use crate::library::reverse::{self, OfIterator, OfList};
use crate::library::types;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::Span;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// The value of an expression that only inspects numbers, if it is one.
    pub(super) fn inspected(&mut self, expr: &Expr) -> Result<Option<Plain>> {
        if let Some(shared) = self.known_to_inspect(expr) {
            return self.as_it_stands(&shared);
        }
        // A user's method may have the name of one that inspects.
        if let Expr::MethodCall(call) = expr
            && self.of_struct(call).is_some()
        {
            return Ok(None);
        }
        let inspects = matches!(expr, Expr::MethodCall(_)) && !self.is_chain(expr) && self.inspects(expr);
        if inspects { self.as_it_stands(expr) } else { Ok(None) }
    }

    /// Whether no number can be in the value of an expression.
    fn inspects(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = strip(expr) else { return self.is_plain(expr) };
        let row = methods::of(call);
        row.is_some_and(Row::inspects)
            || says_plain(call)
            || self.is_plain(expr)
            || self.inspects(&call.receiver)
                && (row.is_some_and(Row::selects) || call.args.iter().all(|argument| self.is_plain(argument)))
    }

    /// The value of an expression without numbers in its value, if it has no effects and can stay.
    pub(super) fn as_it_stands(&mut self, expr: &Expr) -> Result<Option<Plain>> {
        let mut inlined = Inlined::of(self, self.names(), expr);
        let mut expr = expr.clone();
        inlined.visit_expr_mut(&mut expr);
        if inlined.failed {
            return Ok(None);
        }
        let mut stays = Stays { lowering: self, right: true, inside: 0 };
        stays.visit_expr(&expr);
        let assigned = Assigned::of_expr(&expr);
        let bound = Bound::of(&expr);
        let changes =
            |name: &String| assigned.contains(name) && !self.is_state(name) || bound.names.contains(name);
        if !stays.right || self.scope.iter().any(|(name, _)| changes(name)) {
            return Ok(None);
        }
        SharesReceivers { lowering: self }.visit_expr_mut(&mut expr);
        let plain = self.plain_later(&expr)?;
        let plain = Plain { expensive: true, simple: false, reference: false, ..plain };
        Ok(Some(self.now(plain, "k", span_of(&expr), None)))
    }

    /// `x.iter().max_by(compare)`, `x.iter().find(|v| …)`: the position is found on primals.
    pub(super) fn selected(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let name = &call.method;
        let private = self.numbers.private_at(span_of(&call.method));
        let mut chain = self.iterate(&call.receiver)?;
        let mut function = syn::Ident::new(&format!("{name}_position"), span_of(&call.method));
        let mut arguments = call.args.clone();
        let acts = name == "find" && self.acts(&arguments[0], &self.names());
        if !chain.stages.is_empty() && (name == "find" || name == "nth") || acts {
            let last: Expr;
            (chain, last) = self.until(chain, call)?;
            function = syn::Ident::new("nth_position", function.span());
            arguments = std::iter::once(last).collect();
        }
        let stays = chain.stages.is_empty() && !is_reversed(&chain.iterator);
        let (items, chain) = if stays && !self.is_named_chain(&call.receiver) {
            let mut items = (*call.receiver).clone();
            if chain.by_value() {
                keep_list(&mut items);
            }
            if chain.item.is_changed() {
                Shared.visit_expr_mut(&mut items);
            }
            (items, chain)
        } else if chain.item.is_changed() {
            return refuse(
                name,
                format!(
                    "`{name}` chooses among changed elements; find the position first, and index the list"
                ),
            );
        } else {
            let by_value = chain.by_value();
            let list = self.list(vec![chain], call)?;
            let ident = self.hidden("items", Value::Place(list.clone()), &call.method);
            let chain = self.items(Value::Place(list), false, call)?;
            if by_value {
                (syn::parse_quote!(#ident.iter().cloned()), copied(chain))
            } else {
                (syn::parse_quote!(#ident.iter()), chain)
            }
        };
        let found = syn::parse_quote!(#private::adjoint::#function(#items, #arguments));
        let Some(found) = self.as_it_stands(&found)? else {
            return refuse(
                &call.method,
                format!(
                    "the closure of `{name}` changes a variable or leaves the function; write a `for` loop"
                ),
            );
        };
        let tokens = &found.tokens;
        let flag = self.now(
            Self::compose(&[&found], quote!(#tokens.is_some()), false),
            "there",
            span_of(call),
            None,
        );
        let index = Self::compose(&[&found], quote!(#tokens.unwrap_or(0)), false);
        let index = self.now(index, "i", span_of(call), None);
        let item = self.yielded(&chain.iterator, &index, call)?;
        if let Some(cursor) = self.cursor(&call.receiver).filter(|_| name == "find") {
            if acts {
                return refuse(
                    name,
                    "the closure of `find` changes a variable; write `while let` with `break`",
                );
            }
            self.leave_behind(&cursor, &found, call)?;
        }
        Ok(Value::Maybe(flag, Box::new(item)))
    }

    /// The items that `find` or `nth` asks for, and the number of the requested one.
    fn until(&mut self, mut chain: Chain, call: &ExprMethodCall) -> Result<(Chain, Expr)> {
        let argument = &call.args[0];
        let (n, last) = if call.method == "nth" {
            let k = self.integer(argument)?;
            let k = self.now(k, "k", span_of(argument), None);
            let ident = self.hidden("k", Value::Plain(k.clone()), argument);
            let tokens = Self::operand(&k);
            (Self::compose(&[&k], quote!((#tokens + 1)), false), syn::parse_quote!(#ident))
        } else {
            let scope = self.scope_of(argument);
            chain.stages.push(Stage::Filter(argument.clone(), scope));
            (Plain::simple(quote!(1_usize)), syn::parse_quote!(0))
        };
        let n = self.now(n, "n", span_of(&call.method), None);
        let counter = self.counter(call);
        Ok((chain.taken(&n, counter), last))
    }

    /// The permutation that sorts a list: `list.sort_by(compare)` is `list = order.map(|i| list[i])`.
    pub(super) fn sort(&mut self, call: &ExprMethodCall, function: &str) -> Result<Value> {
        let private = self.numbers.private_at(span_of(&call.method));
        let (list, compare) = (&call.receiver, &call.args[0]);
        let function = syn::Ident::new(function, span_of(&call.method));
        let order = syn::parse_quote!(#private::adjoint::#function(&#list, #compare));
        let Some(order) = self.as_it_stands(&order)? else {
            return refuse(
                &call.method,
                format!(
                    "the closure of `{}` changes a variable or leaves the function; move that out",
                    call.method
                ),
            );
        };
        let ident = self.hidden("order", Value::Plain(order), &call.method);
        self.expr(&syn::parse_quote!({
            let __old = #list.to_vec();
            for __i in 0..__old.len() {
                #list[__i] = __old[#ident[__i]];
            }
        }))
    }

    fn is_named_chain(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = strip(expr) else { return false };
        let name = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
        matches!(name, Some(Binding::Chain(_) | Binding::Cursor(_)))
    }

    /// The item of an iterator at an index.
    pub(super) fn yielded(
        &mut self,
        iterator: &Iteration,
        index: &Plain,
        at: &ExprMethodCall,
    ) -> Result<Value> {
        let i = Self::operand(index);
        let of = |parts: &[&Plain], tokens| Self::compose(parts, tokens, false);
        Ok(match iterator {
            Iteration::Range { start, .. } => {
                let from = Self::operand(start);
                let private = self.numbers.private_at(Span::mixed_site());
                Value::Plain(of(&[start, index], quote!(#private::adjoint::counted(#from, #i))))
            }
            Iteration::View { place, method, shadow, argument: None, .. } => {
                let ty = match place.ty.owned() {
                    Ty::List(element) => (**element).clone(),
                    _ => Ty::Unknown,
                };
                let mut element = Place { ty, exclusive: method != shadow, ..place.clone() };
                element.projections.push(Projection::Index(index.clone()));
                Value::Borrow(element)
            }
            Iteration::View { place, method, shadow, argument: Some(size), part } => {
                let length = self.of_place(place, &quote!(.len()));
                let length = self.now(length, "len", span_of(at), None);
                let holes = [("I", i), ("N", Self::operand(size)), ("LEN", Self::operand(&length))];
                let range = of(&[index, size, &length], reverse::fill(part, &holes));
                let ty = place.ty.owned().clone();
                let mut part = Place { ty, exclusive: method != shadow, ..place.clone() };
                part.projections.push(Projection::Index(range));
                Value::Borrow(part)
            }
            Iteration::Zip(left, right) => {
                Value::Tuple(vec![self.yielded(left, index, at)?, self.yielded(right, index, at)?])
            }
            Iteration::Adapt { inner, adaptor: OfIterator::Enumerate, .. } => {
                let inner = self.yielded(inner, index, at)?;
                Value::Tuple(vec![Value::Plain(index.clone()), inner])
            }
            Iteration::Adapt { inner, adaptor, argument: Some(n), .. } => {
                let k = Self::operand(n);
                let index = match adaptor {
                    OfIterator::Take => index.clone(),
                    OfIterator::Skip => of(&[index, n], quote!(#i + #k)),
                    OfIterator::StepBy => of(&[index, n], quote!(#i * #k)),
                    _ => return super::unclear(&at.method),
                };
                self.yielded(inner, &index, at)?
            }
            Iteration::Copied(inner) => match self.yielded(inner, index, at)? {
                Value::Borrow(place) => Value::Place(place),
                value => value,
            },
            Iteration::Plain(_) | Iteration::Adapt { .. } => {
                return super::unclear(&at.method);
            }
        })
    }
}

/// The reverse sweep needs a list whose items are taken.
///
/// ```text
/// // Input:  list.into_iter().rev()
/// // Output: list.iter().cloned().rev()
/// ```
fn keep_list(items: &mut Expr) {
    let Expr::MethodCall(call) = items else { return };
    if call.method == "into_iter" {
        let list = &call.receiver;
        *items = syn::parse_quote!(#list.iter().cloned());
    } else {
        keep_list(&mut call.receiver);
    }
}

/// The items are only read where one of them is chosen.
///
/// ```text
/// // Input:  list.iter_mut().enumerate()
/// // Output: list.iter().enumerate()
/// ```
struct Shared;

impl VisitMut for Shared {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit::visit_expr_method_call_mut(self, call);
        if let Some(OfList::View(_)) = methods::of(call).and_then(|row| row.list) {
            let shared = call.method.to_string();
            call.method = syn::Ident::new(shared.trim_end_matches("_mut"), call.method.span());
        }
    }
}

/// Whether explicit generic arguments say that a value contains no number: `sum::<usize>()`.
fn says_plain(call: &ExprMethodCall) -> bool {
    let ends = methods::of(call).and_then(|row| row.iterator).is_some_and(OfIterator::is_end);
    let arguments = call.turbofish.iter().flat_map(|list| &list.args);
    let mut types = arguments.map(|argument| match argument {
        syn::GenericArgument::Type(ty) => types::is_certainly_plain(ty),
        _ => false,
    });
    ends && types.next() == Some(true)
}

/// Replaces the names of closures by the closures.
pub(super) struct Inlined<'a, 'n> {
    lowering: &'a Lowering<'n>,
    /// The names in scope of the code around.
    scope: Scope,
    pub(super) failed: bool,
    depth: usize,
    /// The names that the code around binds.
    own: Vec<String>,
}

impl<'a, 'n> Inlined<'a, 'n> {
    pub(super) fn of(lowering: &'a Lowering<'n>, scope: Scope, expr: &Expr) -> Self {
        let own = Bound::of(expr).names.into_iter().collect();
        Inlined { lowering, scope, failed: false, depth: 0, own }
    }
}

impl VisitMut for Inlined<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        const DEEPEST: usize = 20;
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && let Some(Binding::Closure(closure, scope)) = super::binding_of(&self.scope, &name).cloned()
        {
            // A name of its body that has another meaning here, a `move` closure, or one with effects.
            let given = closure.inputs.iter().flat_map(super::mention::names_in).collect::<Vec<_>>();
            let other =
                |name: &str| match (super::binding_of(&scope, name), super::binding_of(&self.scope, name)) {
                    (Some(there), Some(here)) => !super::functions::same(there, here),
                    (None, None) => false,
                    _ => true,
                };
            let mut names = self
                .own
                .iter()
                .map(|name| (name, true))
                .chain(self.scope.iter().chain(scope.iter()).map(|(name, _)| (name, other(name))));
            let hidden = names.any(|(name, other)| {
                other
                    && !given.iter().any(|own| own == name)
                    && crate::parameter::mentions(&closure.body, name)
            });
            let inner = Expr::Closure((*closure).clone());
            self.failed |= self.depth == DEEPEST
                || hidden
                || closure.capture.is_some()
                || self.lowering.acts(&inner, &scope);
            if !self.failed {
                let mut inner = inner;
                self.depth += 1;
                self.visit_expr_mut(&mut inner);
                self.depth -= 1;
                *expr = syn::parse_quote!((#inner));
            }
            return;
        }
        visit::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let own = self.own.len();
        let names = closure.inputs.iter().flat_map(super::mention::names_in);
        self.own.extend(names.map(|name| name.to_string()));
        self.visit_expr_mut(&mut closure.body);
        self.own.truncate(own);
    }
}

/// Passes receivers of types that are not known as shared references: rustc refuses a method that changes numbers.
struct SharesReceivers<'a, 'n> {
    lowering: &'a Lowering<'n>,
}

impl VisitMut for SharesReceivers<'_, '_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit::visit_expr_method_call_mut(self, call);
        let receiver = &call.receiver;
        let known = self.lowering.known_type(receiver);
        let opaque = matches!(known.as_ref().map(Ty::owned), None | Some(Ty::Unknown | Ty::Struct(_)));
        if opaque
            && call.method != "into_iter"
            && super::place::is_place(receiver)
            && !self.lowering.is_plain(receiver)
        {
            *call.receiver = syn::parse_quote_spanned!(span_of(receiver)=> (&#receiver));
        }
    }
}

/// Whether an expression neither leaves the surrounding code nor uses a name that is no value.
struct Stays<'a, 'n> {
    lowering: &'a Lowering<'n>,
    right: bool,
    /// The closures around.
    inside: usize,
}

impl<'ast> Visit<'ast> for Stays<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Return(_) | Expr::Try(_) | Expr::Break(_) | Expr::Continue(_) if self.inside == 0 => {
                self.right = false;
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(
                        Binding::Chain(_)
                        | Binding::Cursor(_)
                        | Binding::Endless(_)
                        | Binding::Closure(..)
                        | Binding::Value(Value::Maybe(..) | Value::Source(_)),
                    ) = self.lowering.lookup(&name.to_string())
                {
                    self.right = false;
                }
            }
            expr => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.inside += 1;
        self.visit_expr(&closure.body);
        self.inside -= 1;
    }

    // The names in its arguments are not replaced.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let whole = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: mac.clone() });
        self.right &= self.lowering.is_plain(&whole);
    }
}
