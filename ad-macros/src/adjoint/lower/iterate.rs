//! Iterators: chains of known adaptors over views and ranges, which can be reversed, become loops.
//!
//! ```text
//! // Input:  x.iter().map(|v| v * v).sum::<f64>()
//! // Output: let mut s = 0; for v in x.iter() { let t = v * v; s = s + t; }
//! ```

use super::chain::*;
use super::expr::strip;
use super::mention::acts;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, RangeLimits};

impl Lowering<'_> {
    /// The iterator for an expression.
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
                    return unclear(range);
                };
                let Some(end) = &range.end else {
                    return refuse(
                        range,
                        "a range without an end cannot be reversed; write `enumerate`, or the end",
                    );
                };
                let start = self.integer(start)?;
                let start = self.now(start, "start", span_of(range), None);
                let end = self.integer(end)?;
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
                let value = self.iterated(&inner.expr)?;
                self.view(value, if mutable { "iter_mut" } else { "iter" }, None, expr)
            }
            expr => {
                let value = self.iterated(expr)?;
                let owned = matches!(&value, Value::Place(place) if !matches!(place.ty, Ty::Reference(_)))
                    || matches!(value, Value::Source(_));
                if let Value::Plain(plain) = value {
                    return Ok(Self::plain_list(plain));
                }
                // A `&mut` variable is iterated mutably.
                let mutable = match &value {
                    Value::Borrow(place) => place.exclusive && !self.is_constant(place),
                    Value::Place(place) => place.projections.is_empty() && self.vars[place.root].exclusive,
                    _ => false,
                };
                let chain = self.view(value, if mutable { "iter_mut" } else { "iter" }, None, expr)?;
                Ok(if owned { copied(chain) } else { chain })
            }
        }
    }

    fn adaptor(&mut self, call: &ExprMethodCall) -> Result<Chain> {
        let name = call.method.to_string();
        let first = call.args.first();
        match (name.as_str(), first) {
            ("iter" | "iter_mut", None) => {
                let value = self.iterated(&call.receiver)?;
                self.view(value, &name, None, call)
            }
            ("windows" | "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut", Some(size)) => {
                let value = self.iterated(&call.receiver)?;
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
            ("enumerate", None) => {
                let mut inner = self.iterate(&call.receiver)?;
                if !inner.stages.is_empty() {
                    let counter = self.counter(call);
                    inner.stages.push(Stage::Counted(Counting::Enumerate, counter));
                    return Ok(inner);
                }
                let item =
                    Item::Pair(Box::new(Item::One(Ty::Plain, Vec::new(), false)), Box::new(inner.item));
                Ok(Chain { iterator: adapt(inner.iterator, call, None), item, stages: Vec::new() })
            }
            ("rev", None) | ("step_by" | "skip" | "take", Some(_)) => {
                let mut inner = self.iterate(&call.receiver)?;
                let argument = match first {
                    Some(argument) => {
                        let argument = self.integer(argument)?;
                        Some(self.now(argument, "n", span_of(call), None))
                    }
                    None => None,
                };
                // A closure with effects is called for skipped items as well.
                let one_each = |stage: &Stage| match stage {
                    Stage::Map(closure, scope) => {
                        matches!(name.as_str(), "rev" | "take") || !acts(closure, scope)
                    }
                    _ => false,
                };
                if !inner.stages.iter().all(one_each) {
                    let counting = match (name.as_str(), argument.clone()) {
                        ("skip", Some(n)) => Counting::Skip(n),
                        ("step_by", Some(n)) => Counting::StepBy(n),
                        _ => {
                            inner = self.unstaged(inner, call)?;
                            return Ok(Chain { iterator: adapt(inner.iterator, call, argument), ..inner });
                        }
                    };
                    let counter = self.counter(call);
                    inner.stages.push(Stage::Counted(counting, counter));
                    return Ok(inner);
                }
                Ok(Chain { iterator: adapt(inner.iterator, call, argument), ..inner })
            }
            ("map" | "filter" | "filter_map" | "take_while" | "skip_while" | "flat_map", Some(closure))
                if !self.is_plain(&Expr::MethodCall(call.clone())) =>
            {
                let mut inner = self.iterate(&call.receiver)?;
                let scope = match strip(closure) {
                    Expr::Closure(closure) => self.captured(closure),
                    _ => self.names(),
                };
                let closure = closure.clone();
                inner.stages.push(match name.as_str() {
                    "map" => Stage::Map(closure, scope),
                    "filter" => Stage::Filter(closure, scope),
                    "filter_map" => Stage::FilterMap(closure, scope),
                    "take_while" => Stage::TakeWhile(closure, scope),
                    "skip_while" => {
                        let kept = self.var("kept", span_of(call), Ty::Plain, Role::Scalar);
                        let no = Plain { tokens: quote!(false), simple: true, ..Plain::default() };
                        self.push(Stmt::Declare { var: kept, init: Some(Source::Plain(no)) });
                        Stage::SkipWhile(closure, scope, kept)
                    }
                    _ => Stage::Flatten(Some((closure, scope))),
                });
                Ok(inner)
            }
            ("scan", Some(start)) if call.args.len() == 2 => {
                let mut inner = self.iterate(&call.receiver)?;
                let start_value = self.expr(start)?;
                let start_value = self.settle(start_value, start)?;
                let (ty, init) = match start_value {
                    Value::Plain(plain) => (Ty::Plain, Source::Plain(plain)),
                    value => (Ty::Number, Source::Value(self.number(&value, start)?)),
                };
                let state = self.var("state", span_of(call), ty, Role::Scalar);
                self.push(Stmt::Declare { var: state, init: Some(init) });
                let scope = match strip(&call.args[1]) {
                    Expr::Closure(closure) => self.captured(closure),
                    _ => self.names(),
                };
                inner.stages.push(Stage::Scan(call.args[1].clone(), scope, state));
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
                if [&left, &right].iter().any(|chain| matches!(chain.item, Item::One(_, _, true))) {
                    return refuse(
                        &call.method,
                        "`chain` over changed elements is not supported; write a `for` loop for each of the two",
                    );
                }
                let by_value =
                    !left.stages.is_empty() || !matches!(left.item, Item::One(Ty::Reference(_), ..));
                Self::refuse_acting(&left, call)?;
                Self::refuse_acting(&right, call)?;
                let list = self.list(vec![left, right], call)?;
                let chain = self.view(Value::Place(list), "iter", None, call)?;
                Ok(if by_value { copied(chain) } else { chain })
            }
            ("map_while" | "cycle" | "peekable" | "inspect" | "rchunks" | "split", _)
                if !self.is_plain(&Expr::MethodCall(call.clone())) =>
            {
                refuse(
                    &call.method,
                    format!("the iterator `{name}` is not supported; write a `for` loop over a range"),
                )
            }
            _ => {
                let expr = Expr::MethodCall(call.clone());
                if self.is_plain(&expr) {
                    let plain = self.plain_items(&expr)?;
                    return Ok(plain_chain(plain, false));
                }
                let value = self.expr(&expr)?;
                match value {
                    Value::Place(_) | Value::Borrow(_) => self.view(value, "iter", None, call),
                    _ => refuse(
                        &call.method,
                        format!("the iterator `{name}` is not supported; write a `for` loop over a range"),
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
            _ => return refuse(at, "the iterated value is not an array, slice or `Vec`"),
        };
        let mutable = method.ends_with("_mut");
        if mutable && self.is_constant(&place) {
            return refuse(at, "this changes a place that is not visibly a variable of this function");
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

    /// Two views of one list in lockstep, by the indices of a loop.
    ///
    /// ```text
    /// // Input:  for (a, b) in low.iter_mut().zip(high) { *a += *b; }      where (low, high) = x.split_at_mut(k)
    /// // Output: for i in 0..x[..k].len().min(x[k..].len()) { x[..k][i] += x[k..][i]; }
    /// ```
    fn by_index(&mut self, left: &Chain, right: &Chain, at: &impl ToTokens) -> Option<Chain> {
        let mut elements = Vec::new();
        let mut count = Plain::default();
        for chain in [left, right] {
            let Iteration::View { place, shadow, arguments: None, .. } = &chain.iterator else { return None };
            let Item::One(Ty::Reference(element), _, exclusive) = &chain.item else { return None };
            if shadow.to_string() != "iter" {
                return None;
            }
            let (tokens, values) = super::super::place_tokens(&self.vars, place, false);
            let more = Plain {
                tokens: quote!(#tokens.len()),
                values,
                reads: self.containers(place),
                ..Plain::default()
            };
            let before = &count.tokens;
            let both = if count.values.is_empty() {
                quote!(#tokens.len())
            } else {
                quote!(#before.min(#tokens.len()))
            };
            count = Self::compose(&[&count, &more], both, false);
            count.values.push(place.root);
            elements.push(Place { ty: (**element).clone(), exclusive: *exclusive, ..place.clone() });
        }
        let end = self.now(count, "len", span_of(at), None);
        let start = Plain { tokens: quote!(0), simple: true, ..Plain::default() };
        let iterator = Iteration::Range { start, end, closed: false };
        Some(Chain { iterator, item: Item::Elements(elements), stages: Vec::new() })
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
        let chain = self.view(value, "iter", None, &at)?;
        Ok(if owned { copied(chain) } else { chain })
    }

    /// A variable that counts the items of a chain.
    fn counter(&mut self, at: &ExprMethodCall) -> Id {
        let counter = self.var("count", span_of(at), Ty::Plain, Role::Scalar);
        let zero = Plain { tokens: quote!(0_usize), simple: true, ..Plain::default() };
        self.push(Stmt::Declare { var: counter, init: Some(Source::Plain(zero)) });
        counter
    }

    /// Refuses closures with effects in a chain whose items are collected, since that would call more of them.
    fn refuse_acting(chain: &Chain, at: &ExprMethodCall) -> Result<()> {
        let stage_acts = |stage: &Stage| match stage {
            Stage::Map(closure, scope)
            | Stage::Filter(closure, scope)
            | Stage::FilterMap(closure, scope)
            | Stage::TakeWhile(closure, scope)
            | Stage::SkipWhile(closure, scope, _)
            | Stage::Flatten(Some((closure, scope))) => acts(closure, scope),
            // The state of a `scan` is its own.
            Stage::Flatten(None) | Stage::Counted(..) | Stage::Scan(..) => false,
        };
        if chain.stages.iter().any(stage_acts) {
            return unclear(&at.method);
        }
        Ok(())
    }

    /// An iterator without remaining adaptors: mapped or filtered items are collected.
    fn unstaged(&mut self, chain: Chain, at: &ExprMethodCall) -> Result<Chain> {
        if chain.stages.is_empty() {
            return Ok(chain);
        }
        Self::refuse_acting(&chain, at)?;
        let list = self.list(vec![chain], at)?;
        let chain = self.view(Value::Place(list), "iter", None, at)?;
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
