//! Method calls: on numbers, on containers, and at the end of an iterator.

use super::assigned;
use super::assigned::Assigned;
use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::inspections;
use crate::library::numbers;
use crate::library::rewrites::{self, Of};
use quote::quote;
use syn::{Expr, ExprMethodCall};

/// Methods that show that a value of unknown type is an `Option` or `Result`.
const OF_OPTIONS: [&str; 10] = [
    "unwrap",
    "expect",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
];

impl Lowering<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let name = call.method.to_string();
        match name.as_str() {
            "sum" | "product" | "fold" | "for_each" | "collect" => {
                return self.terminal(call, &name);
            }
            "reduce" if self.is_chain(&call.receiver) && call.args.len() == 1 => return self.reduce(call),
            "min_by" | "max_by" | "find" | "nth" | "last"
                if self.is_chain(&call.receiver) && call.args.len() == usize::from(name != "last") =>
            {
                return self.selected(call, &name);
            }
            _ if rewrites::has(Of::Iterator, &name) && self.is_chain(&call.receiver) => {
                if let Some(rewritten) = rewrites::rewrite(Of::Iterator, call) {
                    return self.expr(&rewritten);
                }
            }
            "iter" | "iter_mut" | "windows" | "chunks" | "zip" | "map" | "enumerate" | "rev" | "copied"
                if super::chain::is_iterator(&Expr::MethodCall(call.clone())) =>
            {
                return refuse(
                    &call.method,
                    "an iterator is used as a value; loop over it with `for`, or end it with `sum`, `product`, `fold` \
                    or `collect`",
                );
            }
            _ => {}
        }
        if name == "at"
            && call.args.len() == 1
            && let Some(value) = self.call_at(call)?
        {
            return Ok(value);
        }
        if let ("contains", Expr::Range(range)) = (name.as_str(), super::expr::strip(&call.receiver)) {
            return self.between(range, call);
        }
        let receiver = match (self.changing(call), self.state(&call.receiver)?) {
            (Some(place), _) => Value::Place(place),
            (None, Some(state)) => Value::Plain(state),
            (None, None) => self.receiver(&call.receiver)?,
        };
        let receiver = self.settle(receiver, &call.receiver)?;
        if let (Value::Plain(flag), "then_some" | "then", Some(argument)) =
            (&receiver, name.as_str(), call.args.first())
        {
            let flag = self.now(flag.clone(), "c", span_of(&call.method), None);
            return self.then(flag, &name, argument, call);
        }
        if let Value::Plain(_) = &receiver {
            let mut values = vec![receiver.clone()];
            for argument in &call.args {
                let value = self.after(&mut values, argument, |lowering| lowering.expr(argument))?;
                values.push(value);
            }
            let mut parts = Vec::new();
            for (value, argument) in
                values.into_iter().zip(std::iter::once(&*call.receiver).chain(&call.args))
            {
                parts.push(self.as_plain(value, argument)?);
            }
            let (method, turbofish) = (&call.method, &call.turbofish);
            let tokens: Vec<_> = parts[1..].iter().map(|part| &part.tokens).collect();
            let of = Self::operand(&parts[0]);
            let all: Vec<&Plain> = parts.iter().collect();
            let dear = !matches!(name.as_str(), "min" | "max" | "len" | "abs" | "pow" | "saturating_sub");
            let plain = Self::compose(&all, quote!(#of.#method #turbofish(#(#tokens),*)), dear);
            return Ok(Value::Plain(if dear { self.now(plain, "k", span_of(call), None) } else { plain }));
        }
        if let Some(value) = self.part_of_list(&receiver, call, &name)? {
            return Ok(value);
        }
        let ty = self.type_of(&receiver).owned().clone();
        let maybe = self.is_maybe(&receiver) || matches!(receiver, Value::Maybe(..));
        if (maybe || ty == Ty::Unknown && OF_OPTIONS.contains(&name.as_str()))
            && let Some(value) = self.method_of_maybe(receiver.clone(), call, &name)?
        {
            return Ok(value);
        }
        if matches!(ty, Ty::Number | Ty::Unknown)
            && (functions::is_elementary(&name) || numbers::is_predicate(&name) || numbers::compares(&name))
        {
            let mut values = vec![receiver];
            let mut at: Vec<&Expr> = vec![&call.receiver];
            for argument in &call.args {
                let value = self.after(&mut values, argument, |lowering| {
                    let value = lowering.expr(argument)?;
                    lowering.settle(value, argument)
                })?;
                values.push(value);
                at.push(argument);
            }
            return self.elementary(&name, &values, &at, call);
        }
        match (name.as_str(), receiver) {
            ("clone", Value::Number(id)) => Ok(Value::Number(id)),
            ("len" | "is_empty", Value::Place(place) | Value::Borrow(place)) => {
                let (tokens, values) = super::super::place_tokens(&self.vars, &place, false);
                let method = &call.method;
                let mut plain = Plain {
                    tokens: quote!(#tokens.#method()),
                    values,
                    reads: self.containers(&place),
                    ..Plain::default()
                };
                plain.values.push(place.root);
                if plain.reads.is_empty() {
                    Ok(Value::Plain(plain))
                } else {
                    Ok(Value::Plain(self.now(plain, "len", span_of(call), None)))
                }
            }
            ("clone" | "to_owned", Value::Place(place) | Value::Borrow(place)) => {
                Ok(Value::Source(Source::Place(place)))
            }
            ("to_vec", Value::Place(place) | Value::Borrow(place)) => Ok(Value::Source(Source::ToVec(place))),
            (
                "as_slice" | "as_ref" | "borrow" | "as_mut_slice" | "as_mut",
                Value::Place(mut place) | Value::Borrow(mut place),
            ) => {
                place.exclusive = name.contains("mut");
                Ok(Value::Borrow(place))
            }
            ("split_at" | "split_at_mut", Value::Place(place) | Value::Borrow(place)) => {
                let at = self.integer(&call.args[0])?;
                let at = self.now(at, "k", span_of(call), None);
                let tokens = &at.tokens;
                let part = |range| {
                    let mut part = Place { exclusive: name == "split_at_mut", ..place.clone() };
                    part.projections.push(Projection::Index(Self::compose(&[&at], range, false)));
                    part.ty = match part.ty.owned() {
                        ty @ Ty::List(_) => ty.clone(),
                        _ => Ty::Unknown,
                    };
                    Value::Borrow(part)
                };
                Ok(Value::Tuple(vec![part(quote!(..#tokens)), part(quote!(#tokens..))]))
            }
            ("fill", Value::Place(place) | Value::Borrow(place)) if call.args.len() == 1 => {
                let value = self.expr(&call.args[0])?;
                let id = self.number(&value, &call.args[0])?;
                let chain = self.view(Value::Place(place), "iter_mut", None, call)?;
                self.each(chain, &Assigned::default(), None, |lowering, value| {
                    let Value::Place(target) = Self::dereferenced(value) else {
                        return unclear(&call.method);
                    };
                    lowering.write(target, Value::Number(id), &call.method)
                })?;
                Ok(Value::Unit)
            }
            ("copy_from_slice" | "clone_from_slice", Value::Place(place) | Value::Borrow(place))
                if call.args.len() == 1 =>
            {
                let source = self.expr(&call.args[0])?;
                let to = self.view(Value::Place(place), "iter_mut", None, call)?;
                let from = self.view(source, "iter", None, &call.args[0])?;
                self.each(super::chain::zip(to, from), &Assigned::default(), None, |lowering, value| {
                    let Value::Tuple(parts) = value else {
                        return unclear(&call.method);
                    };
                    let [to, from] = parts.try_into().unwrap_or([Value::Unit, Value::Unit]);
                    let Value::Place(target) = Self::dereferenced(to) else {
                        return unclear(&call.method);
                    };
                    let value = Self::dereferenced(from);
                    let value = lowering.settle(value, &call.method)?;
                    lowering.write(target, value, &call.method)
                })?;
                Ok(Value::Unit)
            }
            ("swap", Value::Place(place) | Value::Borrow(place)) if call.args.len() == 2 => {
                let a = self.element(place.clone(), &call.args[0])?;
                let b = self.element(place, &call.args[1])?;
                self.exchange(a, b, call)?;
                Ok(Value::Unit)
            }
            (_, Value::Place(_) | Value::Borrow(_))
                if matches!(ty, Ty::List(_))
                    && (rewrites::has(Of::List, &name) || inspections::sorts(&name, call.args.len())) =>
            {
                if !is_repeatable(&call.receiver) {
                    return refuse(
                        &call.receiver,
                        format!(
                            "the index of the list that `{name}` changes is computed; bind the index with `let` first"
                        ),
                    );
                }
                if inspections::sorts(&name, call.args.len()) {
                    return self.sort(call);
                }
                match rewrites::rewrite(Of::List, call) {
                    Some(rewritten) => self.expr(&rewritten),
                    None => unclear(&call.method),
                }
            }
            ("map", Value::Place(place))
                if call.args.len() == 1 && matches!(ty, Ty::List(ref of) if **of == Ty::Number) =>
            {
                self.array_map(&place, &call.args[0], &call.method)
            }
            ("map", value @ Value::Source(_))
                if call.args.len() == 1 && matches!(ty, Ty::List(ref of) if **of == Ty::Number) =>
            {
                let place = self.stored(&value, "a", &call.receiver)?;
                self.array_map(&place, &call.args[0], &call.method)
            }
            ("extend" | "extend_from_slice", Value::Place(place))
                if call.args.len() == 1 && self.vars[place.root].role == Role::Container =>
            {
                let chain = self.iterate(&call.args[0])?;
                let written = Assigned::of_expr(&call.args[0]);
                self.each(chain, &written, None, |lowering, value| {
                    lowering.append(&place, value, &call.method).map(|_| ())
                })?;
                Ok(Value::Unit)
            }
            ("clear", Value::Place(place))
                if place.projections.is_empty() && self.vars[place.root].role == Role::Container =>
            {
                let old = self.var("old", span_of(call), place.ty.clone(), Role::Value);
                let private = self.numbers.private_at(span_of(call));
                let value = Source::Empty(quote!(#private::Vec::new()));
                self.push(Stmt::Write { place, value, old });
                Ok(Value::Unit)
            }
            ("push", Value::Place(place)) if call.args.len() == 1 => {
                if matches!(self.vars[place.root].role, Role::Again | Role::Header) {
                    return refuse(
                        &call.method,
                        "a borrowed list grows; return the new elements, and push them in the caller",
                    );
                }
                if self.is_constant(&place) {
                    return unclear(call);
                }
                let value = self.expr(&call.args[0])?;
                let value = self.settle(value, &call.args[0])?;
                let value = self.source(&value, &call.args[0])?;
                self.push(Stmt::Push { place, value });
                Ok(Value::Unit)
            }
            (_, Value::Place(place) | Value::Borrow(place))
                if matches!(place.ty.owned(), Ty::Struct(_) | Ty::Unknown) =>
            {
                self.call_method(place, call)
            }
            (_, value @ Value::Source(_)) if matches!(ty, Ty::Struct(_) | Ty::Unknown) => {
                let place = self.stored(&value, "a", &call.receiver)?;
                self.call_method(place, call)
            }
            _ => refuse(
                &call.method,
                format!(
                    "the method `{name}` is not supported; use loops and operators, or call a free function with \
                    `#[exp(adjoint)]`"
                ),
            ),
        }
    }

    /// Whether an expression is an iterator, or the name of one.
    fn is_chain(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = strip(expr) else { return super::chain::is_iterator(expr) };
        let name = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
        matches!(name, Some(Binding::Chain(_)))
    }

    /// The list without numbers that a method changes, if it does.
    fn changing(&mut self, call: &ExprMethodCall) -> Option<Place> {
        let Expr::Path(path) = strip(&call.receiver) else { return None };
        let name = path.path.get_ident()?.to_string();
        let Some(Binding::Value(Value::Place(place))) = self.lookup(&name) else { return None };
        let container = self.vars[place.root].role == Role::Container && place.ty.is_plain();
        let place = (container && place.projections.is_empty()).then(|| place.clone())?;
        assigned::changes(&call.method).then_some(place)
    }
}

/// Whether a place is the same each time that it is written.
fn is_repeatable(place: &Expr) -> bool {
    match place {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_repeatable(&inner.expr),
        Expr::Group(inner) => is_repeatable(&inner.expr),
        Expr::Field(inner) => is_repeatable(&inner.base),
        Expr::Unary(inner) => is_repeatable(&inner.expr),
        Expr::Cast(inner) => is_repeatable(&inner.expr),
        Expr::Reference(inner) => is_repeatable(&inner.expr),
        Expr::Index(inner) => is_repeatable(&inner.expr) && is_repeatable(&inner.index),
        Expr::Range(inner) => inner.start.iter().chain(&inner.end).all(|end| is_repeatable(end)),
        Expr::Binary(inner) => {
            !assigned::is_assigning(&inner.op) && is_repeatable(&inner.left) && is_repeatable(&inner.right)
        }
        _ => false,
    }
}
