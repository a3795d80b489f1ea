//! `Option`s and `Result`s of numbers: a flag, and a content if it holds. A named value, or the value of branches, is stored as
//! an `Option`, or as a flag and a number.
//!
//! ```text
//! // Input:  if let Some(v) = x.get(i) { s = s * v; }
//! // Output: let there = i < x.len(); if there { let t1 = s; let t2 = x[i]; … }
//! ```

use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfOption;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, GenericArgument, Lifetime, PathArguments, Type};

impl Lowering<'_> {
    pub(super) fn some(value: Value) -> Value {
        Value::Maybe(Plain::truth(true), Box::new(value))
    }

    pub(super) fn none() -> Value {
        Value::Maybe(Plain::truth(false), Box::new(Value::Never))
    }

    /// Whether a value is an `Option` or `Result` with numbers.
    pub(super) fn is_maybe(&self, value: &Value) -> bool {
        match value {
            Value::Maybe(flag, inside) => flag.as_truth() == Some(false) || !self.type_of(inside).is_plain(),
            Value::Place(place) | Value::Borrow(place) => {
                matches!(place.ty.owned(), Ty::Option(inside) if !inside.is_plain())
            }
            Value::Source(source) => matches!(self.type_of_source(source), Ty::Option(_)),
            _ => false,
        }
    }

    /// A value without numbers, if it is not borrowed mutably.
    pub(super) fn data(&mut self, value: Value, at: &dyn ToTokens) -> Result<Value> {
        let is_place = matches!(value, Value::Place(_) | Value::Borrow(Place { exclusive: false, .. }));
        if is_place && self.type_of(&value).is_plain() && !self.is_mutable(&value) {
            return self.as_plain(value, at).map(Value::Plain);
        }
        Ok(value)
    }

    /// The flag and the content.
    pub(super) fn maybe(&mut self, value: Value, at: &dyn ToTokens) -> Result<(Plain, Value)> {
        // `option` of `for option in list.iter_mut()`
        let mutable = self.is_mutable(&value);
        let (place, borrowed) = match value {
            Value::Maybe(flag, inside) => return Ok((flag, *inside)),
            Value::Borrow(place) => (place, true),
            Value::Place(place) if mutable => (Place { exclusive: true, ..place }, true),
            Value::Place(place) => (place, false),
            value @ Value::Source(_) => (self.stored(&value, "a", at)?, false),
            _ => return unclear(at),
        };
        let inside = match place.ty.owned() {
            Ty::Option(inside) => (**inside).clone(),
            Ty::Unknown => Ty::Unknown,
            // `&mut stats.last`, whose content has no numbers.
            ty if ty.is_plain() && place.exclusive => Ty::Plain,
            _ => return unclear(at),
        };
        let flag = Plain { expensive: true, ..self.of_place(&place, &quote!(.__there().is_some())) };
        let flag = self.now(flag, "there", span_of(at), None);
        let mut place = place;
        place.projections.push(Projection::There);
        place.ty = inside;
        Ok((flag, if borrowed { Value::Borrow(place) } else { Value::Place(place) }))
    }

    /// The same as a value to store.
    pub(super) fn optional(&mut self, flag: &Plain, inside: &Value, at: &dyn ToTokens) -> Result<Source> {
        let kind = |flag| BuildKind::There(quote!(::core::option::Option::Some), flag);
        match (flag.as_truth(), inside) {
            (Some(false), _) => Ok(Source::nothing(quote!(::core::option::Option::None))),
            (Some(true), _) => {
                let part = self.source(inside, at)?;
                Ok(Source::Build(Build { kind: kind(None), parts: vec![part] }))
            }
            (_, Value::Number(id)) => {
                Ok(Source::Build(Build { kind: kind(Some(flag.clone())), parts: vec![Source::Value(*id)] }))
            }
            _ => {
                let value =
                    self.choose(flag.clone(), at, |_| Ok(Self::some(inside.clone())), |_| Ok(Self::none()))?;
                self.source(&value, at)
            }
        }
    }

    /// The list of the contents, up to the first item without one.
    ///
    /// ```text
    /// // Input:  items.collect::<Result<Vec<f64>, E>>()
    /// // Output: 'c: loop {
    /// //             let mut list = Vec::new();
    /// //             for item in items { match item { Ok(v) => list.push(v), Err(error) => break 'c Err(error) } }
    /// //             break 'c Ok(list);
    /// //         }
    /// ```
    pub(super) fn collected_contents(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let Some(GenericArgument::Type(Type::Path(of))) =
            call.turbofish.as_ref().and_then(|list| list.args.first())
        else {
            return Ok(None);
        };
        let Some(last) = of.path.segments.last() else { return Ok(None) };
        let PathArguments::AngleBracketed(list) = &last.arguments else { return Ok(None) };
        let is_vec = match list.args.first() {
            Some(GenericArgument::Type(Type::Path(of))) => {
                of.path.segments.last().is_some_and(|last| last.ident == "Vec")
            }
            Some(GenericArgument::Type(Type::Infer(_))) => true,
            _ => false,
        };
        let (items, span) = (&call.receiver, span_of(&call.method));
        let private = self.numbers.private_at(span);
        let label = Lifetime::new("'__collected", Span::mixed_site().located_at(span));
        let (there, nothing) = match last.ident.to_string().as_str() {
            _ if !is_vec => return Ok(None),
            "Option" => (quote!(Some), quote!(None => break #label None)),
            "Result" => (quote!(Ok), quote!(Err(__error) => break #label Err(__error))),
            _ => return Ok(None),
        };
        let looped = syn::parse_quote_spanned!(span=> #label: loop {
            let mut __list = #private::Vec::new();
            for __item in #items {
                match __item {
                    #there(__inside) => __list.push(__inside),
                    #nothing,
                }
            }
            break #label #there(__list);
        });
        let ty = Ty::Option(Box::new(Ty::List(Box::new(Ty::Unknown))));
        self.loop_(&looped, Some(ty), super::LoopKind::Block).map(Some)
    }

    /// `flag.then_some(value)`, which is always evaluated, and `flag.then(|| value)`
    pub(super) fn then(
        &mut self,
        flag: Plain,
        method: OfOption,
        argument: &Expr,
        at: &ExprMethodCall,
    ) -> Result<Value> {
        if method == OfOption::ThenSome {
            let value = self.expr(argument)?;
            let value = self.settle(value, argument)?;
            return self.choose(flag, at, |_| Ok(Self::some(value)), |_| Ok(Self::none()));
        }
        self.choose(
            flag,
            at,
            |lowering| Ok(Self::some(lowering.apply(argument, Vec::new())?)),
            |_| Ok(Self::none()),
        )
    }

    /// `if flag { then } else { otherwise }`
    pub(super) fn choose(
        &mut self,
        flag: Plain,
        at: &dyn ToTokens,
        then: impl FnOnce(&mut Self) -> Result<Value>,
        otherwise: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let (then, then_block) = self.nested(then)?;
        let (otherwise, else_block) = self.nested(otherwise)?;
        let arms = vec![
            (quote!(true), None, then, then_block, at.to_token_stream()),
            (quote!(_), None, otherwise, else_block, at.to_token_stream()),
        ];
        self.join(flag, arms, true, span_of(at))
    }
}
