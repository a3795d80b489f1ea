//! Iterators: chains of known adaptors over views and ranges, which can be reversed, become loops.
//!
//! ```text
//! // Input:  x.iter().map(|v| v * v).sum::<f64>()
//! // Output: let mut s = 0; for v in x.iter() { let t = v * v; s = s + t; }
//! ```

use super::chain::*;
use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods::{self, Row};
use crate::library::reverse::{OfIterator, OfList};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::{Expr, ExprMethodCall, RangeLimits};

impl Lowering<'_> {
    /// The `by_ref` of an iterator without numbers, which the reverse sweep would ask again.
    fn goes_on<'e>(&self, expr: &'e Expr) -> Option<&'e syn::Ident> {
        let Expr::MethodCall(call) = strip(expr) else { return None };
        if call.method == "by_ref" && self.is_plain(&call.receiver) {
            return Some(&call.method);
        }
        self.goes_on(&call.receiver)
    }

    /// The iterator for an expression.
    pub(super) fn iterate(&mut self, expr: &Expr) -> Result<Chain> {
        let expr = strip(expr);
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident()
            && let Some(Binding::Chain(chain)) = self.lookup(&name.to_string())
        {
            let mut chain = (**chain).clone();
            self.restart(&mut chain.stages, &mut HashMap::new());
            return Ok(chain);
        }
        if let Some(name) = self.goes_on(expr) {
            return refuse(
                name,
                "an iterator without numbers goes on behind `by_ref`; write `while let Some(item) = it.next()`, or collect \
                its items first",
            );
        }
        if let Some(cursor) = self.cursor(expr) {
            if cursor.lent || !matches!(expr, Expr::Path(_)) {
                return refuse(
                    expr,
                    "an iterator behind `&mut` or `by_ref` has an adaptor; write `for` or `while let Some(item) = it.next()`",
                );
            }
            return Ok(self.remaining(&cursor));
        }
        // `let pairs = || x.iter().zip(&x[1..]);`
        if let Expr::Call(call) = expr
            && let Expr::Path(path) = strip(&call.func)
            && let Some(name) = path.path.get_ident()
            && let Some(Binding::Closure(closure, scope)) = self.lookup(&name.to_string()).cloned()
            && is_iterator(&closure.body)
        {
            let arguments = self.operands(&call.args)?;
            return self.inlined(&closure, &scope, arguments, |lowering| lowering.iterate(&closure.body));
        }
        if let Some((start, end, closed)) = self.named_range(expr) {
            return Ok(Chain {
                iterator: Iteration::Range { start, end, closed },
                item: Item::One(Ty::Plain, Vec::new(), false),
                stages: Vec::new(),
            });
        }
        if self.calls_iterator(expr)
            && let Some(call) = self.helper_call(expr)
        {
            return self.iterator_of_helper(&call);
        }
        if super::endless::repeats(expr)
            && let Some(chain) = self.repeated_items(expr)?
        {
            return Ok(chain);
        }
        if let Some(chain) = self.asked_in_place(expr)? {
            return Ok(chain);
        }
        match expr {
            Expr::Range(range) => {
                let Some(start) = &range.start else {
                    return unclear(range);
                };
                let start = self.integer(start)?;
                let start = self.now(start, "start", span_of(range), None);
                let end = match &range.end {
                    Some(end) => self.integer(end)?,
                    // An exit ends it.
                    None => {
                        let (private, of) = (self.numbers.private_at(span_of(range)), Self::operand(&start));
                        Self::compose(&[&start], quote!(#private::adjoint::largest(#of)), false)
                    }
                };
                let end = self.now(end, "end", span_of(range), None);
                if range.end.is_none() {
                    self.unbounded.extend(&end.values);
                }
                let closed = matches!(range.limits, RangeLimits::Closed(_));
                Ok(Chain {
                    iterator: Iteration::Range { start, end, closed },
                    item: Item::One(Ty::Plain, Vec::new(), false),
                    stages: Vec::new(),
                })
            }
            Expr::MethodCall(call) if call.method == "clone" && self.is_chain(&call.receiver) => {
                self.iterate(&call.receiver)
            }
            Expr::MethodCall(call)
                if super::map::iterates(&call.method, call.args.len()) && !self.is_plain(&call.receiver) =>
            {
                let value = self.iterated(&call.receiver)?;
                let place = self.stored(&value, "a", call)?;
                self.items_of_map(&place, &call.method.to_string(), call)
            }
            Expr::MethodCall(call) if !is_copy(call) => self.adaptor(call),
            Expr::Call(_) if is_iterator(expr) => match super::endless::by_methods(expr) {
                Some(methods) => self.iterate(&methods),
                None => unclear(expr),
            },
            Expr::Reference(inner) => {
                let mutable = inner.mutability.is_some();
                let value = self.iterated(&inner.expr)?;
                self.items(value, mutable, expr)
            }
            expr => {
                let value = self.iterated(expr)?;
                let owned = matches!(&value, Value::Place(place) if !matches!(place.ty, Ty::Reference(_)))
                    || matches!(value, Value::Source(_));
                if let Value::Plain(plain) = value {
                    return Ok(Self::plain_list(plain));
                }
                if self.is_asked(&self.type_of(&value)) {
                    return self.asked_by_value(&value, expr);
                }
                if owned && matches!(self.type_of(&value), Ty::Map(_)) {
                    let place = self.stored(&value, "a", expr)?;
                    return self.items_of_map(&place, "into_iter", expr);
                }
                let mutable = self.is_mutable(&value);
                let chain = self.items(value, mutable, expr)?;
                Ok(if owned { copied(chain) } else { chain })
            }
        }
    }

    fn adaptor(&mut self, call: &ExprMethodCall) -> Result<Chain> {
        let row = methods::of(call);
        if let Some(OfList::View(_)) = row.and_then(|row| row.list) {
            // `counts.iter_mut()`, whose items have no shadows.
            if call.method == "iter_mut"
                && let Some(list) = self.changing(call)
            {
                let count = self.of_place(&list, &quote!(.len()));
                let end = self.now(count, "len", span_of(call), None);
                let iterator = Iteration::Range { start: Plain::simple(quote!(0)), end, closed: false };
                let list = Place { ty: Ty::Plain, exclusive: true, ..list };
                return Ok(Chain { iterator, item: Item::Elements(vec![list]), stages: Vec::new() });
            }
            let value = self.iterated(&call.receiver)?;
            let size = self.count(call, "size")?;
            return self.view(value, &call.method.to_string(), size, call);
        }
        let Some(adaptor) = row.and_then(|row| row.iterator) else { return self.other_iterator(call) };
        let rewritten = match adaptor {
            OfIterator::Zip => self.zip_endless(call)?,
            OfIterator::Take => self.take_endless(call)?,
            _ => None,
        };
        if let Some(rewritten) = rewritten {
            return self.iterate(&rewritten);
        }
        match (adaptor, call.args.first()) {
            (OfIterator::Same, _) => self.iterate(&call.receiver),
            (OfIterator::Copied, _) => Ok(copied(self.iterate(&call.receiver)?)),
            (OfIterator::Zip, Some(other)) => self.zipped(call, other),
            (OfIterator::Enumerate, _) => {
                let mut inner = self.iterate(&call.receiver)?;
                if !inner.stages.is_empty() {
                    let counter = self.counter(call);
                    inner.stages.push(Stage::Counted(Counting::Enumerate, counter));
                    return Ok(inner);
                }
                let item =
                    Item::Pair(Box::new(Item::One(Ty::Plain, Vec::new(), false)), Box::new(inner.item));
                Ok(Chain { iterator: adapt(inner.iterator, adaptor, call, None), item, stages: Vec::new() })
            }
            (OfIterator::Rev | OfIterator::StepBy | OfIterator::Skip | OfIterator::Take, _) => {
                let mut inner = self.iterate(&call.receiver)?;
                let argument = self.count(call, "n")?;
                // A closure with effects is called for skipped items as well, and so is a function whose results vary.
                let changed = inner.item.is_changed();
                let one_each = |stage: &Stage| match stage {
                    Stage::Map(closure, scope) => {
                        matches!(adaptor, OfIterator::Rev | OfIterator::Take)
                            || !changed && !self.may_act(closure, scope)
                    }
                    _ => false,
                };
                if !inner.stages.iter().all(one_each) {
                    let counting = match (adaptor, argument.clone()) {
                        (OfIterator::Skip, Some(n)) => Counting::Skip(n),
                        (OfIterator::StepBy, Some(n)) => Counting::StepBy(n),
                        (OfIterator::Take, Some(n)) => {
                            let counter = self.counter(call);
                            return Ok(inner.taken(&n, counter));
                        }
                        _ => {
                            inner = self.unstaged(inner, call)?;
                            let iterator = adapt(inner.iterator, adaptor, call, argument);
                            return Ok(Chain { iterator, ..inner });
                        }
                    };
                    let counter = self.counter(call);
                    inner.stages.push(Stage::Counted(counting, counter));
                    return Ok(inner);
                }
                Ok(Chain { iterator: adapt(inner.iterator, adaptor, call, argument), ..inner })
            }
            (OfIterator::Scan, Some(start)) => {
                let mut inner = self.iterate(&call.receiver)?;
                let start_value = self.expr(start)?;
                let start_value = self.settle(start_value, start)?;
                let (ty, role, init) = match start_value {
                    Value::Plain(plain) => (Ty::Plain, Role::Scalar, Source::Plain(plain)),
                    value if matches!(self.type_of(&value).owned(), Ty::Number | Ty::Unknown) => {
                        (Ty::Number, Role::Scalar, Source::Value(self.number(&value, start)?))
                    }
                    value => {
                        let source = self.source(&value, start)?;
                        (self.type_of_source(&source), Role::Container, source)
                    }
                };
                let state = self.var("state", span_of(call), ty, role);
                self.push(Stmt::Declare { var: state, init: Some(init) });
                let scope = self.scope_of(&call.args[1]);
                inner.stages.push(Stage::Scan(call.args[1].clone(), scope, state));
                Ok(inner)
            }
            _ if !super::endless::may_be(&call.receiver)
                && self.is_plain(&Expr::MethodCall(call.clone())) =>
            {
                self.other_iterator(call)
            }
            (
                OfIterator::Map
                | OfIterator::Filter
                | OfIterator::FilterMap
                | OfIterator::MapWhile
                | OfIterator::TakeWhile
                | OfIterator::SkipWhile
                | OfIterator::FlatMap,
                Some(closure),
            ) => {
                let mut inner = self.iterate(&call.receiver)?;
                let scope = self.scope_of(closure);
                let closure = closure.clone();
                inner.stages.push(match adaptor {
                    OfIterator::Map => Stage::Map(closure, scope),
                    OfIterator::Filter => Stage::Filter(closure, scope),
                    OfIterator::FilterMap => Stage::FilterMap(closure, scope),
                    OfIterator::MapWhile => Stage::MapWhile(closure, scope),
                    OfIterator::TakeWhile => Stage::TakeWhile(closure, scope),
                    OfIterator::SkipWhile => {
                        let kept = self.var("kept", span_of(call), Ty::Plain, Role::Scalar);
                        self.push(Stmt::Declare {
                            var: kept,
                            init: Some(Source::Plain(Plain::truth(false))),
                        });
                        Stage::SkipWhile(closure, scope, kept)
                    }
                    _ => Stage::Flatten(Some((closure, scope))),
                });
                Ok(inner)
            }
            (OfIterator::Flatten, _) => {
                let mut inner = self.iterate(&call.receiver)?;
                inner.stages.push(Stage::Flatten(None));
                Ok(inner)
            }
            (OfIterator::Chained, Some(other)) => {
                let left = self.iterate(&call.receiver)?;
                let right = self.iterate(other)?;
                if [&left, &right].iter().any(|chain| matches!(chain.item, Item::One(_, _, true))) {
                    return refuse(
                        &call.method,
                        "`chain` over changed elements is not supported; write a `for` loop for each of the two",
                    );
                }
                let by_value = left.by_value();
                self.refuse_acting(&left, call)?;
                self.refuse_acting(&right, call)?;
                let list = self.list(vec![left, right], call)?;
                let chain = self.items(Value::Place(list), false, call)?;
                Ok(if by_value { copied(chain) } else { chain })
            }
            (OfIterator::Refused, _) => unsupported(call),
            _ => self.other_iterator(call),
        }
    }

    /// The items of the value of a method that is no adaptor.
    fn other_iterator(&mut self, call: &ExprMethodCall) -> Result<Chain> {
        let expr = Expr::MethodCall(call.clone());
        // `self.edges()`, whose result has no numbers.
        let inspects = if self.is_plain(&expr) { Some(expr.clone()) } else { self.known_to_inspect(&expr) };
        if let Some(plain) = inspects {
            let plain = self.plain_items(&plain)?;
            return Ok(plain_chain(plain, false));
        }
        match self.expr(&expr)? {
            value @ (Value::Place(_) | Value::Borrow(_)) => self.items(value, false, call),
            Value::Plain(plain) => Ok(Self::plain_list(plain)),
            _ => unsupported(call),
        }
    }

    /// The argument of `skip(n)` or `windows(n)`.
    fn count(&mut self, call: &ExprMethodCall, name: &str) -> Result<Option<Plain>> {
        let Some(argument) = call.args.first() else { return Ok(None) };
        let count = self.integer(argument)?;
        Ok(Some(self.now(count, name, span_of(call), None)))
    }

    /// The iterator over the elements of a container.
    pub(super) fn items(&mut self, value: Value, mutable: bool, at: &dyn ToTokens) -> Result<Chain> {
        self.view(value, if mutable { "iter_mut" } else { "iter" }, None, at)
    }

    /// The iterator of a container by this method.
    fn view(
        &mut self,
        value: Value,
        method: &str,
        argument: Option<Plain>,
        at: &dyn ToTokens,
    ) -> Result<Chain> {
        let name = syn::Ident::new(method, span_of(at));
        if let Value::Plain(plain) = value {
            let tokens = Self::operand(&plain);
            let size = argument.as_ref().map(|size| &size.tokens);
            let mut parts = vec![&plain];
            parts.extend(&argument);
            let plain = Self::compose(&parts, quote!(#tokens.#name(#size)), false);
            return Ok(plain_chain(plain, true));
        }
        let place = self.stored(&value, "a", at)?;
        if let Ty::Map(_) = place.ty.owned() {
            return self.items_of_map(&place, method, at);
        }
        let element = match place.ty.owned() {
            Ty::List(element) => (**element).clone(),
            Ty::Unknown => Ty::Unknown,
            _ => {
                return refuse(
                    at,
                    "the iterated value is not an array, slice or `Vec`; collect it into a `Vec` first",
                );
            }
        };
        let row = methods::find(method, usize::from(argument.is_some()));
        let Some(Row { mutable, list: Some(OfList::View(part)), .. }) = row else { return unclear(at) };
        let (mutable, part) = (*mutable, *part);
        if mutable && self.is_constant(&place) {
            return refuse(at, super::NO_VARIABLE);
        }
        let item = if argument.is_none() { element } else { Ty::List(Box::new(element)) };
        let views = self.containers(&place);
        let shadow = syn::Ident::new(method.trim_end_matches("_mut"), span_of(at));
        Ok(Chain {
            iterator: Iteration::View { place, method: name, shadow, argument, part },
            item: Item::One(reference(item), views, mutable),
            stages: Vec::new(),
        })
    }

    /// Gives the adaptors of a named iterator their own state, since the iterator may be used again.
    fn restart(&mut self, stages: &mut [Stage], fresh: &mut HashMap<Id, Id>) {
        for stage in stages {
            let state = match stage {
                Stage::Scan(.., state) | Stage::SkipWhile(.., state) | Stage::Counted(_, state) => state,
                Stage::Beside(stages, _, state) => {
                    self.restart(stages, fresh);
                    state
                }
                _ => continue,
            };
            if let Some(copy) = fresh.get(state) {
                *state = *copy;
                continue;
            }
            let Var { ty, role, span, .. } = &self.vars[*state];
            let (ty, role, span) = (ty.clone(), *role, *span);
            let init = match role {
                Role::Container => Source::Place(Place::of(*state, ty.clone())),
                _ => Source::Value(self.version(*state)),
            };
            let copy = self.var("state", span, ty, role);
            self.push(Stmt::Declare { var: copy, init: Some(init) });
            fresh.insert(*state, copy);
            *state = copy;
        }
    }

    /// The items of a plain value. An iterator that is not a reference is used again in the reverse sweep.
    fn plain_list(plain: Plain) -> Chain {
        let reference_ = plain.reference;
        let tokens = &plain.tokens;
        let again = quote!(::core::clone::Clone::clone(&#tokens));
        let plain = if reference_ { plain } else { Plain { tokens: again, simple: false, ..plain } };
        plain_chain(plain, reference_)
    }

    /// The items of a container that is itself an item.
    pub(super) fn items_of(&mut self, value: Value) -> Result<Chain> {
        let at = quote!();
        if let Value::Plain(plain) = value {
            return Ok(Self::plain_list(plain));
        }
        let owned = matches!(&value, Value::Place(place) if !matches!(place.ty, Ty::Reference(_)))
            || matches!(value, Value::Source(_));
        let mutable = self.is_mutable(&value);
        let chain = self.items(value, mutable, &at)?;
        Ok(if owned { copied(chain) } else { chain })
    }

    /// Whether a value is a `&mut`, which is iterated mutably.
    pub(super) fn is_mutable(&self, value: &Value) -> bool {
        match value {
            Value::Borrow(place) => place.exclusive && !self.is_constant(place),
            Value::Place(place) => place.projections.is_empty() && self.vars[place.root].exclusive,
            _ => false,
        }
    }

    /// A variable that counts the items of a chain.
    pub(super) fn counter(&mut self, at: &dyn ToTokens) -> Id {
        let counter = self.var("count", span_of(at), Ty::Plain, Role::Scalar);
        let zero = Plain::simple(quote!(0_usize));
        self.push(Stmt::Declare { var: counter, init: Some(Source::Plain(zero)) });
        counter
    }

    /// Refuses closures with effects, and changed elements, in a chain whose items are collected: that would call more closures.
    pub(super) fn refuse_acting(&self, chain: &Chain, at: &ExprMethodCall) -> Result<()> {
        let acts = |stage| chain.item.is_changed() || self.stage_acts(stage);
        if chain.stages.iter().any(acts) { acting(at) } else { Ok(()) }
    }

    pub(super) fn stage_acts(&self, stage: &Stage) -> bool {
        match stage {
            Stage::Map(closure, scope)
            | Stage::Filter(closure, scope)
            | Stage::FilterMap(closure, scope)
            | Stage::MapWhile(closure, scope)
            | Stage::TakeWhile(closure, scope)
            | Stage::SkipWhile(closure, scope, _)
            | Stage::Flatten(Some((closure, scope))) => self.acts(closure, scope),
            // The state of a `scan` is its own.
            Stage::Flatten(None) | Stage::Counted(..) | Stage::Scan(..) | Stage::Beside(..) => false,
        }
    }

    /// An iterator without remaining adaptors: mapped or filtered items are collected.
    pub(super) fn unstaged(&mut self, chain: Chain, at: &ExprMethodCall) -> Result<Chain> {
        if chain.stages.is_empty() {
            return Ok(chain);
        }
        self.refuse_acting(&chain, at)?;
        let list = self.list(vec![chain], at)?;
        let chain = self.items(Value::Place(list), false, at)?;
        Ok(copied(chain))
    }

    /// A reference to a value.
    pub(super) fn borrowed(value: Value) -> Value {
        match value {
            Value::Plain(plain) => {
                let tokens = Self::operand(&plain);
                let mut plain = Self::compose(&[&plain], quote!(&#tokens), false);
                plain.reference = true;
                Value::Plain(plain)
            }
            Value::Place(place) if !matches!(place.ty, Ty::Reference(_)) => Value::Borrow(place),
            // A pattern destructures it into references.
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(Self::borrowed).collect()),
            value => value,
        }
    }
}

/// Refuses closures with effects, and changed elements.
pub(super) fn acting<T>(at: &ExprMethodCall) -> Result<T> {
    let message = format!(
        "`{}` follows a closure that changes a variable, or changed elements; collect them first, or write a `for` loop",
        at.method
    );
    refuse(&at.method, message)
}

fn unsupported<T>(call: &ExprMethodCall) -> Result<T> {
    let name = &call.method;
    refuse(name, format!("the iterator `{name}` is not supported; write a `for` loop over a range"))
}

/// `list.clone()`, `list.to_vec()`
fn is_copy(call: &ExprMethodCall) -> bool {
    call.args.is_empty() && ["clone", "to_vec", "to_owned"].iter().any(|name| call.method == name)
}
