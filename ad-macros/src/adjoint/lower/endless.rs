//! Iterators without an end, beside one with an end or behind `take`: they are asked by the index.
//!
//! ```text
//! // Input:  x.iter().zip(y.iter().cycle().skip(1))          iter::repeat(v).take(n)
//! // Output: x.iter().take(…).enumerate().map(|(i, a)| (a, &y[(i + 1) % y.len()]))          (0..n).map(|_| v)
//! ```

use super::chain::Chain;
use super::expr::strip;
use super::{Binding, Lowering, Result, Value};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprMethodCall, Ident};

/// An item of an iterator without an end, by its index `__i`, and the condition that there are none.
#[derive(Clone)]
pub(super) struct Endless {
    item: TokenStream,
    empty: Option<TokenStream>,
}

impl Lowering<'_> {
    /// `a.zip(b)`, where one of the two has no end.
    pub(super) fn zip_endless(&mut self, call: &ExprMethodCall) -> Result<Option<Expr>> {
        let Some(other) = call.args.first() else { return Ok(None) };
        let (finite, endless, pair) = if let Some(endless) = self.endless(other)? {
            let item = endless.item.clone();
            (&*call.receiver, endless, quote!((__a, #item)))
        } else if let Some(endless) = self.endless(&call.receiver)? {
            let item = endless.item.clone();
            (other, endless, quote!((#item, __a)))
        } else {
            return Ok(None);
        };
        let finite = match strip(finite) {
            Expr::MethodCall(_) | Expr::Range(_) => quote!((#finite)),
            finite => quote!((#finite).into_iter()),
        };
        let finite = match &endless.empty {
            Some(empty) => quote!(#finite.take(if #empty { 0 } else { ::core::primitive::usize::MAX })),
            None => finite,
        };
        Ok(Some(syn::parse_quote!(#finite.enumerate().map(|(__i, __a)| #pair))))
    }

    /// `iterator.take(n)`, where the iterator has no end.
    pub(super) fn take_endless(&mut self, call: &ExprMethodCall) -> Result<Option<Expr>> {
        let (Some(endless), Some(n)) = (self.endless(&call.receiver)?, call.args.first()) else {
            return Ok(None);
        };
        let item = &endless.item;
        let n = match &endless.empty {
            Some(empty) => quote!((if #empty { 0 } else { #n })),
            None => quote!((#n)),
        };
        Ok(Some(syn::parse_quote!((0..#n).map(|__i| #item))))
    }

    /// The items of `iter::repeat(v)` and `list.iter().cycle()`, which an exit ends.
    pub(super) fn repeated_items(&mut self, expr: &Expr) -> Result<Option<Chain>> {
        let Some(Endless { item, empty }) = self.endless(expr)? else { return Ok(None) };
        let chain = self.iterate(&syn::parse_quote!((0_usize..).map(|__i| #item)))?;
        let Some(empty) = empty else { return Ok(Some(chain)) };
        let limit =
            self.integer(&syn::parse_quote!(if #empty { 0 } else { ::core::primitive::usize::MAX }))?;
        let limit = self.now(limit, "n", Span::mixed_site(), None);
        let counter = self.counter(expr);
        Ok(Some(chain.taken(&limit, counter)))
    }

    pub(super) fn endless(&mut self, expr: &Expr) -> Result<Option<Endless>> {
        match strip(expr) {
            Expr::Path(path) => {
                let name = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
                let Some(Binding::Endless(endless)) = name else { return Ok(None) };
                Ok(Some((**endless).clone()))
            }
            Expr::Range(range) if range.end.is_none() => {
                let Some(start) = &range.start else { return Ok(None) };
                // `-n..` and `1u32..` are no `usize`.
                let other = match strip(start) {
                    Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }) => {
                        !["", "usize"].contains(&literal.suffix())
                    }
                    start => matches!(start, Expr::Unary(_)),
                };
                let start = self.named("start", start, Self::integer_value)?;
                let private = self.numbers.private_at(Span::mixed_site());
                let item = if other {
                    quote!(#private::adjoint::counted(#start, __i))
                } else {
                    quote!((#start + __i))
                };
                Ok(Some(Endless { item, empty: None }))
            }
            Expr::Call(call) if is_of_iter(&call.func, "repeat") && call.args.len() == 1 => {
                let item = self.named("item", &call.args[0], |lowering, of| {
                    let value = lowering.expr(of)?;
                    lowering.settle(value, of)
                })?;
                Ok(Some(Endless { item: quote!(#item), empty: None }))
            }
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.first()) {
                ("copied" | "cloned", None) => {
                    let Some(inner) = self.endless(&call.receiver)? else { return Ok(None) };
                    let item = &inner.item;
                    Ok(Some(Endless { item: quote!((*#item)), ..inner }))
                }
                ("skip", Some(n)) => {
                    let Some(inner) = self.endless(&call.receiver)? else { return Ok(None) };
                    let n = self.named("n", n, Self::integer_value)?;
                    let item = &inner.item;
                    Ok(Some(Endless { item: quote!({ let __i = __i + #n; #item }), ..inner }))
                }
                ("step_by", Some(n)) => {
                    let Some(inner) = self.endless(&call.receiver)? else { return Ok(None) };
                    let n = self.named("n", n, Self::integer_value)?;
                    let item = &inner.item;
                    Ok(Some(Endless { item: quote!({ let __i = __i * #n; #item }), ..inner }))
                }
                ("map", Some(function)) => {
                    let Some(inner) = self.endless(&call.receiver)? else { return Ok(None) };
                    if self.acts(function, &self.names()) {
                        return Ok(None);
                    }
                    let item = &inner.item;
                    Ok(Some(Endless { item: quote!((#function)(#item)), ..inner }))
                }
                ("cycle", None) => {
                    let (list, by_value) = match strip(&call.receiver) {
                        Expr::MethodCall(list) if list.method == "iter" => (&*list.receiver, false),
                        Expr::MethodCall(list) if list.method == "into_iter" => (&*list.receiver, true),
                        _ => return Ok(None),
                    };
                    let list = self.named("list", list, |lowering, list| {
                        let value = lowering.iterated(list)?;
                        Ok(match value {
                            Value::Plain(plain) => Value::Plain(plain),
                            value => Value::Borrow(lowering.stored(&value, "list", list)?),
                        })
                    })?;
                    let item = quote!(#list[__i % #list.len()]);
                    let item = if by_value { item } else { quote!(&#item) };
                    Ok(Some(Endless { item, empty: Some(quote!(#list.is_empty())) }))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn integer_value(&mut self, of: &Expr) -> Result<Value> {
        self.integer(of).map(Value::Plain)
    }

    /// A new name for a value, evaluated here.
    fn named(
        &mut self,
        name: &str,
        of: &Expr,
        value: impl FnOnce(&mut Self, &Expr) -> Result<Value>,
    ) -> Result<Ident> {
        let value = value(self, of)?;
        let value = self.held(value, of)?;
        Ok(self.hidden(name, value, of))
    }
}

/// `iter::successors(Some(first), |x| Some(next))`: the first item, and the closure that yields the next one.
pub(super) fn successors(expr: &Expr) -> Option<(Expr, Expr)> {
    let Expr::Call(call) = strip(expr) else { return None };
    let [first, next] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let Expr::Closure(next) = strip(next) else { return None };
    let mut next = next.clone();
    *next.body = content(&next.body)?;
    is_of_iter(&call.func, "successors").then(|| Some((content(first)?, Expr::Closure(next))))?
}

/// A function of `std::iter` in terms of methods.
pub(super) fn by_methods(expr: &Expr) -> Option<Expr> {
    let Expr::Call(call) = strip(expr) else { return None };
    let is = |name| is_of_iter(&call.func, name);
    Some(match &call.args.iter().collect::<Vec<_>>()[..] {
        [first, next] if is("successors") => match successors(expr) {
            Some((first, next)) => syn::parse_quote!((0..).scan(#first, |__state, _| {
                let __item = *__state;
                *__state = (#next)(&__item);
                Some(__item)
            })),
            None => syn::parse_quote!((0..).scan(#first, |__state, _| match *__state {
                Some(__item) => {
                    *__state = (#next)(&__item);
                    Some(__item)
                }
                None => None,
            })),
        },
        [left, right] if is("zip") => syn::parse_quote!((#left).into_iter().zip(#right)),
        [item] if is("once") => syn::parse_quote!([#item].into_iter()),
        [function] if is("repeat_with") => syn::parse_quote!((0..).map(|_| (#function)())),
        [function] if is("from_fn") => syn::parse_quote!((0..).map_while(|_| (#function)())),
        [item, n] if is("repeat_n") => {
            syn::parse_quote!([#item].into_iter().flat_map(|__item| (0..#n).map(move |_| __item)))
        }
        _ => return None,
    })
}

/// `e` of `Some(e)`
pub(super) fn content(expr: &Expr) -> Option<Expr> {
    match strip(expr) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(path) if path.path.segments.last()?.ident == "Some" => Some(call.args[0].clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an iterator may have no end.
pub(super) fn may_be(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Range(range) => range.end.is_none(),
        Expr::Call(call) => is_of_iter(&call.func, "repeat"),
        Expr::MethodCall(call) => {
            call.method == "cycle"
                || ["skip", "step_by", "map", "copied", "cloned"].iter().any(|name| call.method == name)
                    && may_be(&call.receiver)
        }
        _ => false,
    }
}

/// Whether an iterator without an end repeats items of its own.
pub(super) fn repeats(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Call(call) => is_of_iter(&call.func, "repeat") && call.args.len() == 1,
        Expr::MethodCall(call) => call.method == "cycle" || may_be(expr) && repeats(&call.receiver),
        _ => false,
    }
}

fn is_of_iter(function: &Expr, name: &str) -> bool {
    let Expr::Path(path) = function else { return false };
    let names: Vec<_> =
        path.path.segments.iter().rev().take(2).map(|segment| segment.ident.to_string()).collect();
    names.first().is_some_and(|last| last == name) && names.get(1).is_none_or(|of| of == "iter")
}
