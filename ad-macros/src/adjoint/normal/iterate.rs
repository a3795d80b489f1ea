//! Iterators: chains of known adaptors over views and ranges, which can be run backwards, become loops.
//!
//! ```text
//! // Input:  x.iter().map(|v| v * v).sum::<f64>()
//! // Output: let mut s = 0; for v in x.iter() { let t = v * v; s = s + t; }
//! ```

use super::assigned::Assigned;
use super::expr::strip;
use super::{Normal, Result, Value, refuse};
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

#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr),
    Filter(Expr),
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
                if !left.stages.is_empty() || !right.stages.is_empty() {
                    return refuse(&call.method, "`zip` of what has been mapped: zip first and map then");
                }
                Ok(zip(left, right))
            }
            ("enumerate", None) => {
                let inner = self.iterate(&call.receiver)?;
                if !inner.stages.is_empty() {
                    return refuse(
                        &call.method,
                        "`enumerate` of what has been mapped or filtered: enumerate first",
                    );
                }
                let item =
                    Item::Pair(Box::new(Item::One(Ty::Plain, Vec::new(), false)), Box::new(inner.item));
                Ok(Chain { iterator: adapt(inner.iterator, call, None), item, stages: Vec::new() })
            }
            ("rev", None) | ("step_by" | "skip" | "take", Some(_)) => {
                let inner = self.iterate(&call.receiver)?;
                if inner.stages.iter().any(|stage| matches!(stage, Stage::Filter(_))) && name != "rev" {
                    return refuse(&call.method, format!("`{name}` of what has been filtered"));
                }
                let argument = match first {
                    Some(argument) => {
                        let argument = self.integer(argument)?;
                        Some(self.now(argument, "n", span_of(call), None))
                    }
                    None => None,
                };
                Ok(Chain { iterator: adapt(inner.iterator, call, argument), ..inner })
            }
            ("map" | "filter", Some(closure)) => {
                let mut inner = self.iterate(&call.receiver)?;
                inner.stages.push(match name.as_str() {
                    "map" => Stage::Map(closure.clone()),
                    _ => Stage::Filter(closure.clone()),
                });
                Ok(inner)
            }
            (
                "take_while" | "skip_while" | "map_while" | "flat_map" | "filter_map" | "scan" | "chain"
                | "cycle" | "peekable" | "inspect" | "flatten" | "rchunks" | "split",
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
        self.forget(written);
        self.enter(label, None);
        let span = proc_macro2::Span::mixed_site();
        let Chain { iterator, item, stages } = chain;
        let nested = self.nested(|normal| {
            let (pattern, shadow_pattern, value) = normal.header(&item, "i", span);
            normal.staged(&stages, value, written, &mut body)?;
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
        body: &mut dyn FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        match stages.split_first() {
            None => body(self, value),
            Some((Stage::Map(closure), rest)) => {
                let value = self.apply(closure, vec![value])?;
                let value = self.settle(value, closure)?;
                self.staged(rest, value, written, body)
            }
            Some((Stage::Filter(closure), rest)) => {
                let borrowed = Self::borrowed(value.clone());
                let condition = self.apply(closure, vec![borrowed])?;
                let condition = self.as_plain(condition, closure)?;
                let condition = self.now(condition, "c", span_of(closure), None);
                let ((), then) = self.nested(|normal| normal.staged(rest, value, written, body))?;
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
