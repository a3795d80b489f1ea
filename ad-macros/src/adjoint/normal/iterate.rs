//! Iterators: chains of known adaptors over views and ranges, which can be run backwards, become loops.
//!
//! ```text
//! // Input:  x.iter().map(|v| v * v).sum::<f64>()
//! // Output: let mut s = 0; for v in x.iter() { let t = v * v; s = s + t; }
//! ```

use super::assigned::Assigned;
use super::expr::strip;
use super::{Binding, Form, Normal, Result, Scope, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, RangeLimits};

/// What an iterator gives.
#[derive(Clone)]
pub(super) enum Item {
    /// Its type, what it may refer to, and whether that is changed through it.
    One(Ty, Vec<Id>, bool),
    Pair(Box<Item>, Box<Item>),
}

/// What is done with an item; a closure comes with the names in scope where it was written.
#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr, Scope),
    Filter(Expr, Scope),
    FilterMap(Expr, Scope),
    TakeWhile(Expr, Scope),
    /// `.flatten()`, or `.flat_map(…)`
    Flatten(Option<(Expr, Scope)>),
}

/// The value of an accumulator, while a loop is run.
enum Memory {
    Scalar(Id),
    Container(Id),
    Tuple(Vec<Memory>),
}

/// An iterator, and what is done with each of its items.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) iterator: Iteration,
    pub(super) item: Item,
    pub(super) stages: Vec<Stage>,
}

fn reference(ty: Ty) -> Ty {
    Ty::Reference(Box::new(ty))
}

impl Normal<'_> {
    /// The iterator that an expression is.
    pub(super) fn iterate(&mut self, expr: &Expr) -> Result<Chain> {
        let expr = strip(expr);
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident()
            && let Some(Binding::Chain(chain)) = self.lookup(&name.to_string())
        {
            return Ok((**chain).clone());
        }
        match expr {
            Expr::Range(range) => {
                let Some(start) = &range.start else {
                    return refuse(range, "a range without a start");
                };
                let Some(end) = &range.end else {
                    return refuse(
                        range,
                        "a range without an end cannot be run backwards: write `enumerate`, or the end",
                    );
                };
                let (start, end) = (self.integer(start)?, self.integer(end)?);
                let start = self.now(start, "start", span_of(range), None);
                let end = self.now(end, "end", span_of(range), None);
                let closed = matches!(range.limits, RangeLimits::Closed(_));
                Ok(Chain {
                    iterator: Iteration::Range { start, end, closed },
                    item: Item::One(Ty::Plain, Vec::new(), false),
                    stages: Vec::new(),
                })
            }
            Expr::MethodCall(call) => self.adaptor(call),
            Expr::Reference(inner) => {
                let mutable = inner.mutability.is_some();
                let value = self.expr(&inner.expr)?;
                self.view(value, if mutable { "iter_mut" } else { "iter" }, None, expr)
            }
            expr => {
                let value = self.expr(expr)?;
                let owned = matches!(&value, Value::Place(place) if !matches!(place.ty, Ty::Reference(_)))
                    || matches!(value, Value::Source(_));
                if let Value::Plain(plain) = value {
                    let reference_ = plain.reference;
                    return Ok(plain_chain(plain, reference_));
                }
                let chain = self.view(value, "iter", None, expr)?;
                Ok(if owned { copied(chain) } else { chain })
            }
        }
    }

    fn adaptor(&mut self, call: &ExprMethodCall) -> Result<Chain> {
        let name = call.method.to_string();
        let first = call.args.first();
        match (name.as_str(), first) {
            ("iter" | "iter_mut", None) => {
                let value = self.expr(&call.receiver)?;
                self.view(value, &name, None, call)
            }
            ("windows" | "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut", Some(size)) => {
                let value = self.expr(&call.receiver)?;
                let size = self.integer(size)?;
                let size = self.now(size, "size", span_of(call), None);
                self.view(value, &name, Some(size), call)
            }
            ("into_iter", None) => self.iterate(&call.receiver),
            ("copied" | "cloned", None) => Ok(copied(self.iterate(&call.receiver)?)),
            ("zip", Some(other)) => {
                let left = self.iterate(&call.receiver)?;
                let right = self.iterate(other)?;
                let (left, right) = (self.unstaged(left, call)?, self.unstaged(right, call)?);
                Ok(zip(left, right))
            }
            ("enumerate", None) => {
                let inner = self.iterate(&call.receiver)?;
                let inner = self.unstaged(inner, call)?;
                let item =
                    Item::Pair(Box::new(Item::One(Ty::Plain, Vec::new(), false)), Box::new(inner.item));
                Ok(Chain { iterator: adapt(inner.iterator, call, None), item, stages: Vec::new() })
            }
            ("rev", None) | ("step_by" | "skip" | "take", Some(_)) => {
                let inner = self.iterate(&call.receiver)?;
                let one_each = |stage: &Stage| matches!(stage, Stage::Map(..));
                let inner =
                    if inner.stages.iter().all(one_each) { inner } else { self.unstaged(inner, call)? };
                let argument = match first {
                    Some(argument) => {
                        let argument = self.integer(argument)?;
                        Some(self.now(argument, "n", span_of(call), None))
                    }
                    None => None,
                };
                Ok(Chain { iterator: adapt(inner.iterator, call, argument), ..inner })
            }
            ("map" | "filter" | "filter_map" | "take_while" | "flat_map", Some(closure))
                if !self.is_plain(&Expr::MethodCall(call.clone())) =>
            {
                let mut inner = self.iterate(&call.receiver)?;
                let (closure, scope) = (closure.clone(), self.names());
                inner.stages.push(match name.as_str() {
                    "map" => Stage::Map(closure, scope),
                    "filter" => Stage::Filter(closure, scope),
                    "filter_map" => Stage::FilterMap(closure, scope),
                    "take_while" => Stage::TakeWhile(closure, scope),
                    _ => Stage::Flatten(Some((closure, scope))),
                });
                Ok(inner)
            }
            ("flatten", None) if !self.is_plain(&Expr::MethodCall(call.clone())) => {
                let mut inner = self.iterate(&call.receiver)?;
                inner.stages.push(Stage::Flatten(None));
                Ok(inner)
            }
            ("chain", Some(other)) if !self.is_plain(&Expr::MethodCall(call.clone())) => {
                let left = self.iterate(&call.receiver)?;
                let right = self.iterate(other)?;
                let by_value =
                    !left.stages.is_empty() || !matches!(left.item, Item::One(Ty::Reference(_), ..));
                let list = self.list(vec![left, right], call)?;
                let chain = self.view(Value::Place(list), "iter", None, call)?;
                Ok(if by_value { copied(chain) } else { chain })
            }
            (
                "skip_while" | "map_while" | "scan" | "cycle" | "peekable" | "inspect" | "rchunks" | "split",
                _,
            ) if !self.is_plain(&Expr::MethodCall(call.clone())) => refuse(
                &call.method,
                format!("the iterator `{name}` is not understood: write a `for` loop over a range"),
            ),
            _ => {
                let expr = Expr::MethodCall(call.clone());
                if self.is_plain(&expr) {
                    let plain = self.plain_later(&expr)?;
                    return Ok(plain_chain(plain, false));
                }
                let value = self.expr(&expr)?;
                match value {
                    Value::Place(_) | Value::Borrow(_) => self.view(value, "iter", None, call),
                    _ => refuse(
                        &call.method,
                        format!("the iterator `{name}` is not understood: write a `for` loop over a range"),
                    ),
                }
            }
        }
    }

    /// The iterator of a container.
    pub(super) fn view(
        &mut self,
        value: Value,
        method: &str,
        argument: Option<Plain>,
        at: &impl ToTokens,
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
        let element = match place.ty.owned() {
            Ty::List(element) => (**element).clone(),
            Ty::Unknown => Ty::Unknown,
            _ => return refuse(at, "this is iterated over and is no array, slice or `Vec`"),
        };
        let mutable = method.ends_with("_mut");
        if mutable && self.is_constant(&place) {
            return refuse(at, "what is changed here cannot be seen to be a variable of this function");
        }
        let item = match method {
            "iter" | "iter_mut" => element,
            _ => Ty::List(Box::new(element)),
        };
        let views = self.containers(&place);
        let shadow = syn::Ident::new(method.trim_end_matches("_mut"), span_of(at));
        Ok(Chain {
            iterator: Iteration::View {
                place,
                method: quote!(#name),
                shadow: quote!(#shadow),
                arguments: argument,
            },
            item: Item::One(reference(item), views, mutable),
            stages: Vec::new(),
        })
    }

    /// The items of a container that is itself an item.
    fn items_of(&mut self, value: Value) -> Result<Chain> {
        let at = quote!();
        if let Value::Plain(plain) = value {
            let reference_ = plain.reference;
            return Ok(plain_chain(plain, reference_));
        }
        let owned = matches!(&value, Value::Place(place) if !matches!(place.ty, Ty::Reference(_)))
            || matches!(value, Value::Source(_));
        let chain = self.view(value, "iter", None, &at)?;
        Ok(if owned { copied(chain) } else { chain })
    }

    /// An iterator of which nothing is left to be done: what has been mapped or filtered is collected.
    fn unstaged(&mut self, chain: Chain, at: &ExprMethodCall) -> Result<Chain> {
        if chain.stages.is_empty() {
            return Ok(chain);
        }
        let list = self.list(vec![chain], at)?;
        let chain = self.view(Value::Place(list), "iter", None, at)?;
        Ok(copied(chain))
    }

    /// A list of the items.
    pub(super) fn list(&mut self, chains: Vec<Chain>, at: &ExprMethodCall) -> Result<Place> {
        let span = span_of(&at.method);
        let private = self.numbers.private_at(span);
        let memory = self.var("list", span, Ty::List(Box::new(Ty::Unknown)), Role::Container);
        let empty = Source::Empty(quote!(#private::Vec::new()));
        self.push(Stmt::Declare { var: memory, init: Some(empty) });
        let written = Assigned::of_expr(&Expr::MethodCall(at.clone()));
        let list = Place::of(memory, Ty::Unknown);
        let mut element = Ty::Unknown;
        for chain in chains {
            self.each(chain, &written, None, |normal, value| {
                element = normal.append(&list, value, &at.method)?;
                Ok(())
            })?;
        }
        let ty = Ty::List(Box::new(element));
        self.vars[memory].ty = ty.clone();
        Ok(Place::of(memory, ty))
    }

    /// `list.push(item)`, of an item that may be a reference; its type.
    pub(super) fn append(&mut self, list: &Place, value: Value, at: &impl ToTokens) -> Result<Ty> {
        let value = Self::by_value(value);
        let value = self.settle(value, at)?;
        let source = self.source(&value, at)?;
        let element = self.type_of_source(&source);
        self.push(Stmt::Push { place: list.clone(), value: source });
        Ok(element)
    }

    /// `[e; n].map(function)` and the like: an array whose elements are computed from others.
    pub(super) fn array_map(&mut self, place: Place, function: &Expr, at: &impl ToTokens) -> Result<Value> {
        let ty = place.ty.owned().clone();
        let var = self.var("array", span_of(at), ty.clone(), Role::Container);
        self.push(Stmt::Declare { var, init: Some(Source::Place(place)) });
        let array = Place::of(var, ty);
        let chain = self.view(Value::Place(array.clone()), "iter_mut", None, at)?;
        self.each(chain, &Assigned::all(), None, |normal, value| {
            let Value::Place(target) = Self::dereferenced(value) else {
                return refuse(function, "this is mapped and holds no numbers");
            };
            let before = normal.settle(Value::Place(target.clone()), function)?;
            let after = normal.apply(function, vec![before])?;
            normal.write(target, after, function)
        })?;
        Ok(Value::Place(array))
    }

    /// `std::array::from_fn(function)`, of so many numbers.
    pub(super) fn array_from(&mut self, function: &Expr, count: &Expr) -> Result<Value> {
        let span = span_of(function);
        let zero = self.number(&Value::Never, function)?;
        let count = Plain { tokens: count.to_token_stream(), ..Plain::default() };
        let element = Box::new(Source::Value(zero));
        let ty = Ty::List(Box::new(Ty::Number));
        let var = self.var("array", span, ty.clone(), Role::Container);
        let init = Source::Repeat { vector: false, element, count: count.clone() };
        self.push(Stmt::Declare { var, init: Some(init) });
        let start = Plain { tokens: quote!(0), simple: true, ..Plain::default() };
        let range = Chain {
            iterator: Iteration::Range { start, end: count, closed: false },
            item: Item::One(Ty::Plain, Vec::new(), false),
            stages: Vec::new(),
        };
        let array = Place::of(var, ty);
        self.each(range, &Assigned::all(), None, |normal, i| {
            let mut target = array.clone();
            target.ty = Ty::Number;
            let index = normal.as_plain(i.clone(), function)?;
            target.projections.push(Projection::Index(index));
            let value = normal.apply(function, vec![i])?;
            normal.write(target, value, function)
        })?;
        Ok(Value::Place(array))
    }

    /// A new accumulator.
    fn remember(&mut self, value: Value, at: &Expr) -> Result<Memory> {
        let span = span_of(at);
        let (ty, role, init) = match value {
            Value::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.remember(part, at)).collect::<Result<_>>()?;
                return Ok(Memory::Tuple(parts));
            }
            Value::Plain(plain) => (Ty::Plain, Role::Scalar, Source::Plain(plain)),
            value if matches!(self.type_of(&value).owned(), Ty::Number | Ty::Unknown) => {
                (Ty::Number, Role::Scalar, Source::Value(self.number(&value, at)?))
            }
            value => {
                let source = self.source(&value, at)?;
                (self.type_of_source(&source), Role::Container, source)
            }
        };
        let var = self.var("fold", span, ty, role);
        self.push(Stmt::Declare { var, init: Some(init) });
        Ok(if role == Role::Scalar { Memory::Scalar(var) } else { Memory::Container(var) })
    }

    /// What it holds.
    fn recall(&mut self, memory: &Memory) -> Value {
        match memory {
            Memory::Scalar(id) => {
                self.versions.remove(id);
                let version = self.version(*id);
                self.of_var(version)
            }
            Memory::Container(id) => Value::Place(Place::of(*id, self.vars[*id].ty.clone())),
            Memory::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.recall(part)).collect()),
        }
    }

    /// It gets another value.
    fn update(&mut self, memory: &Memory, value: Value, at: &Expr) -> Result<()> {
        match (memory, value) {
            (Memory::Scalar(id), value) => self.set(*id, value, at),
            (Memory::Container(id), value) => {
                let target = Place::of(*id, self.vars[*id].ty.clone());
                self.write(target, value, at)
            }
            (Memory::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                parts.iter().zip(values).try_for_each(|(part, value)| self.update(part, value, at))
            }
            (Memory::Tuple(parts), Value::Place(place)) => {
                for (i, part) in parts.iter().enumerate() {
                    let value = Value::Place(self.project(place.clone(), &syn::Member::from(i)));
                    let value = self.settle(value, at)?;
                    self.update(part, value, at)?;
                }
                Ok(())
            }
            _ => refuse(
                at,
                "the accumulator is a tuple, and what the closure gives is none that can be followed",
            ),
        }
    }

    /// `iterator.fold(init, closure)`
    pub(super) fn fold(
        &mut self,
        chain: Chain,
        written: &Assigned,
        init: &Expr,
        closure: &Expr,
    ) -> Result<Value> {
        let value = self.expr(init)?;
        let value = self.settle(value, init)?;
        let memory = self.remember(value, init)?;
        self.each(chain, written, None, |normal, value| {
            let before = normal.recall(&memory);
            let after = normal.apply(closure, vec![before, value])?;
            normal.update(&memory, after, closure)
        })?;
        Ok(self.recall(&memory))
    }

    /// The patterns of a loop over items of this form, forwards and of the shadows, and the item.
    fn header(
        &mut self,
        item: &Item,
        name: &str,
        span: proc_macro2::Span,
    ) -> (TokenStream, TokenStream, Value) {
        match item {
            Item::One(ty, views, exclusive) => {
                let var = self.var(name, span, ty.clone(), Role::Header);
                self.vars[var].views.clone_from(views);
                self.vars[var].exclusive = *exclusive;
                let (ident, shadow) = (&self.vars[var].ident, &self.vars[var].shadow);
                let shadow = if ty.is_plain() { quote!(_) } else { quote!(#shadow) };
                (quote!(#ident), shadow, self.of_var(var))
            }
            Item::Pair(left, right) => {
                let (p, d, v) = self.header(left, name, span);
                let (q, e, w) = self.header(right, name, span);
                (quote!((#p, #q)), quote!((#d, #e)), Value::Tuple(vec![v, w]))
            }
        }
    }

    /// Runs `body` for each item: a loop.
    pub(super) fn each(
        &mut self,
        chain: Chain,
        written: &Assigned,
        label: Option<&syn::Label>,
        mut body: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        self.each_of(chain, written, label, Form::Loop, &mut body)
    }

    fn each_of(
        &mut self,
        chain: Chain,
        written: &Assigned,
        label: Option<&syn::Label>,
        form: Form,
        body: &mut dyn FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        self.forget(written);
        self.enter(label, None);
        self.loops.iter_mut().rev().take(1).for_each(|around| around.form = form);
        let span = proc_macro2::Span::mixed_site();
        let Chain { iterator, item, stages } = chain;
        let depth = self.loops.len();
        let nested = self.nested(|normal| {
            let (pattern, shadow_pattern, value) = normal.header(&item, "i", span);
            normal.staged(&stages, value, written, depth, body)?;
            Ok((pattern, shadow_pattern))
        });
        let left = self.leave();
        let ((pattern, shadow_pattern), statements) = nested?;
        self.forget(written);
        let head = Head::For { pattern, shadow_pattern, iterator: Box::new(iterator) };
        self.finish_loop(head, statements, left, span);
        Ok(())
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
            // A pattern takes it apart into references.
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(Self::borrowed).collect()),
            value => value,
        }
    }

    fn staged(
        &mut self,
        stages: &[Stage],
        value: Value,
        written: &Assigned,
        depth: usize,
        body: &mut dyn FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        match stages.split_first() {
            None => body(self, value),
            Some((Stage::Map(closure, scope), rest)) => {
                let value = self.apply_in(closure, scope, vec![value])?;
                let value = self.settle(value, closure)?;
                self.staged(rest, value, written, depth, body)
            }
            Some((Stage::FilterMap(closure, scope), rest)) => {
                let value = self.apply_in(closure, scope, vec![value])?;
                let (flag, inside) = self.maybe(value, closure)?;
                self.choose(
                    flag,
                    closure,
                    |normal| normal.staged(rest, inside, written, depth, body).map(|()| Value::Unit),
                    |_| Ok(Value::Unit),
                )?;
                Ok(())
            }
            Some((Stage::TakeWhile(closure, scope), rest)) => {
                let borrowed = Self::borrowed(value.clone());
                let condition = self.apply_in(closure, scope, vec![borrowed])?;
                let condition = self.as_plain(condition, closure)?;
                let condition = self.now(condition, "c", span_of(closure), None);
                self.choose(
                    condition,
                    closure,
                    |normal| normal.staged(rest, value, written, depth, body).map(|()| Value::Unit),
                    |normal| {
                        normal.leave_loops(normal.loops.len() - depth);
                        Ok(Value::Never)
                    },
                )?;
                Ok(())
            }
            Some((Stage::Flatten(function), rest)) => {
                let inner = match function {
                    None => self.items_of(value)?,
                    Some((closure, scope)) => {
                        let Expr::Closure(closure) = strip(closure) else {
                            return refuse(closure, "`flat_map` takes a closure here");
                        };
                        self.inlined(closure, scope, vec![value], |normal| normal.iterate(&closure.body))?
                    }
                };
                self.each_of(inner, written, None, Form::Joined, &mut |normal, value| {
                    normal.staged(rest, value, written, depth, body)
                })
            }
            Some((Stage::Filter(closure, scope), rest)) => {
                let borrowed = Self::borrowed(value.clone());
                let condition = self.apply_in(closure, scope, vec![borrowed])?;
                let condition = self.as_plain(condition, closure)?;
                let condition = self.now(condition, "c", span_of(closure), None);
                let ((), then) = self.nested(|normal| normal.staged(rest, value, written, depth, body))?;
                let arms = vec![
                    Arm { id: 0, pattern: quote!(true), guard: None, body: then },
                    Arm { id: 0, pattern: quote!(_), guard: None, body: Vec::new() },
                ];
                self.push(Stmt::Branch { scrutinee: condition, arms, is_if: true });
                self.forget(written);
                Ok(())
            }
        }
    }
}

/// Whether an expression is an iterator, as far as its methods tell.
pub(super) fn is_iterator(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "iter_mut" | "into_iter" | "windows" | "chunks" | "chunks_exact" | "chunks_mut"
            | "chunks_exact_mut" | "enumerate" | "rev" | "step_by" | "skip" | "take_while" | "chain"
            | "flat_map" | "flatten" => true,
            "zip" | "map" | "filter" | "copied" | "cloned" | "take" => is_iterator(&call.receiver),
            _ => false,
        },
        _ => false,
    }
}

/// Both at once.
pub(super) fn zip(left: Chain, right: Chain) -> Chain {
    Chain {
        iterator: Iteration::Zip(Box::new(left.iterator), Box::new(right.iterator)),
        item: Item::Pair(Box::new(left.item), Box::new(right.item)),
        stages: Vec::new(),
    }
}

fn plain_chain(plain: Plain, by_reference: bool) -> Chain {
    let ty = if by_reference { reference(Ty::Plain) } else { Ty::Plain };
    Chain { iterator: Iteration::Plain(plain), item: Item::One(ty, Vec::new(), false), stages: Vec::new() }
}

fn adapt(inner: Iteration, call: &ExprMethodCall, argument: Option<Plain>) -> Iteration {
    Iteration::Adapt { inner: Box::new(inner), method: call.method.clone(), argument }
}

/// The items by value.
fn copied(chain: Chain) -> Chain {
    fn by_value(item: Item) -> Item {
        match item {
            Item::One(Ty::Reference(ty), ..) => Item::One(*ty, Vec::new(), false),
            item => item,
        }
    }
    if chain.stages.is_empty() {
        Chain {
            iterator: Iteration::Copied(Box::new(chain.iterator)),
            item: by_value(chain.item),
            stages: Vec::new(),
        }
    } else {
        chain
    }
}
