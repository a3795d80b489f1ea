//! Methods of lists and ranges without changes: an optional element, or whether a number is in a range.

use super::expr::strip;
use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// `(a..=b).contains(&x)`, of numbers.
    pub(super) fn between(&mut self, range: &syn::ExprRange, call: &ExprMethodCall) -> Result<Value> {
        let (Some(start), Some(end), Some(Expr::Reference(x))) =
            (&range.start, &range.end, call.args.first())
        else {
            return refuse(
                &call.method,
                "`contains` of a range of numbers is not supported; write `a <= x && x <= b`",
            );
        };
        let x = &x.expr;
        let below: syn::BinOp = match range.limits {
            syn::RangeLimits::Closed(_) => syn::parse_quote!(<=),
            syn::RangeLimits::HalfOpen(_) => syn::parse_quote!(<),
        };
        self.expr(&syn::parse_quote!({
            let __x = #x;
            #start <= __x && __x #below #end
        }))
    }

    /// `x.first()`, `x.last()`, `x.get(i)`: an optional reference to an element.
    pub(super) fn part_of_list(
        &mut self,
        receiver: &Value,
        call: &ExprMethodCall,
        name: &str,
    ) -> Result<Option<Value>> {
        let (Value::Place(place) | Value::Borrow(place)) = receiver else { return Ok(None) };
        let Ty::List(element) = place.ty.owned().clone() else { return Ok(None) };
        let span = span_of(&call.method);
        let (tokens, mut values) = super::super::place_tokens(&self.vars, place, false);
        values.push(place.root);
        let length = Plain {
            tokens: quote!(#tokens.len()),
            values,
            reads: self.containers(place),
            ..Plain::default()
        };
        let length = if length.reads.is_empty() { length } else { self.now(length, "len", span, None) };
        let of = Self::operand(&length);
        let (flag, index) = match (name, call.args.first()) {
            ("first" | "front", None) => {
                (quote!(#of > 0), Plain { tokens: quote!(0), simple: true, ..Plain::default() })
            }
            ("split_first" | "split_last", None) => (TokenStream::new(), Plain::default()),
            ("last" | "back", None) => (quote!(#of > 0), Self::compose(&[&length], quote!(#of - 1), false)),
            ("get", Some(index)) if !matches!(strip(index), Expr::Range(_)) => {
                let index = self.integer(index)?;
                let index = self.now(index, "i", span, None);
                let by = &index.tokens;
                (quote!((#by) < #of), index)
            }
            _ => return Ok(None),
        };
        if let ("split_first" | "split_last", None) = (name, call.args.first()) {
            let flag = self.now(Self::compose(&[&length], quote!(#of > 0), false), "there", span, None);
            let (one, rest) = match name {
                "split_first" => (quote!(0), quote!(1..)),
                _ => (quote!(#of - 1), quote!(..#of - 1)),
            };
            let part = |index, ty| {
                let mut part = Place { exclusive: false, ..place.clone() };
                part.projections.push(Projection::Index(Self::compose(&[&length], index, false)));
                Value::Borrow(Place { ty, ..part })
            };
            let parts = vec![part(one, (*element).clone()), part(rest, Ty::List(element))];
            return Ok(Some(Value::Maybe(flag, Box::new(Value::Tuple(parts)))));
        }
        let flag = Self::compose(&[&length, &index], flag, false);
        let flag = self.now(flag, "there", span, None);
        let mut part = Place { exclusive: false, ..place.clone() };
        part.projections.push(Projection::Index(index));
        part.ty = *element;
        Ok(Some(Value::Maybe(flag, Box::new(Value::Borrow(part)))))
    }
}
