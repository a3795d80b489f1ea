//! Methods of `Option`s and `Result`s of numbers.

use super::expr::strip;
use super::{Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfOption;
use crate::lowered::{self, Constant};
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// A method of an `Option` or `Result`, if it is supported.
    pub(super) fn method_of_maybe(
        &mut self,
        value: Value,
        method: OfOption,
        call: &ExprMethodCall,
    ) -> Result<Option<Value>> {
        let at = &call.method;
        let argument = call.args.first();
        Ok(Some(match (method, argument) {
            (OfOption::IsThere, _) => Value::Plain(self.maybe(value, at)?.0),
            (OfOption::IsMissing, _) => {
                let (flag, _) = self.maybe(value, at)?;
                let tokens = Self::operand(&flag);
                Value::Plain(Self::compose(&[&flag], quote!(!#tokens), false))
            }
            (OfOption::Holds(otherwise), Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let otherwise = Value::Plain(Plain::truth(otherwise));
                self.choose(flag, at, |lowering| lowering.apply(closure, vec![inside]), |_| Ok(otherwise))?
            }
            (OfOption::Unwrap, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                let text = match argument.map(strip) {
                    Some(Expr::Lit(text)) => text.to_token_stream(),
                    _ => quote!("called `unwrap` on nothing"),
                };
                let tokens = Self::operand(&flag);
                self.push(Stmt::Forward(Self::compose(
                    &[&flag],
                    quote!(::core::assert!(#tokens, #text)),
                    true,
                )));
                inside
            }
            (OfOption::UnwrapOr, Some(default)) => {
                let (value, default_value) = self.with_default(value, default)?;
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |_| Ok(default_value))?
            }
            (OfOption::UnwrapOrDefault, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                let zero = self.zero(self.type_of(&inside).owned(), at);
                self.choose(flag, at, |_| Ok(inside), |lowering| lowering.expr(&zero))?
            }
            (OfOption::UnwrapOrElse, Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |lowering| lowering.apply(closure, Vec::new()))?
            }
            (OfOption::MapOr, Some(default)) => {
                let (value, default_value) = self.with_default(value, default)?;
                let (flag, inside) = self.maybe(value, at)?;
                let closure = &call.args[1];
                self.choose(
                    flag,
                    at,
                    |lowering| lowering.apply(closure, vec![inside]),
                    |_| Ok(default_value),
                )?
            }
            (OfOption::MapOrElse, Some(without)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let with = &call.args[1];
                self.choose(
                    flag,
                    at,
                    |lowering| lowering.apply(with, vec![inside]),
                    |lowering| lowering.apply(without, Vec::new()),
                )?
            }
            (OfOption::Map, Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                // The index of an item: `max_by(…).map(|(i, _)| i)`.
                let given = inside.clone();
                if let (Value::Plain(plain), block) =
                    self.nested(|lowering| lowering.apply(closure, vec![given]))?
                    && block.is_empty()
                {
                    return Ok(Some(Value::Maybe(flag, Box::new(Value::Plain(plain)))));
                }
                let some = |lowering: &mut Self| lowering.apply(closure, vec![inside]).map(Self::some);
                self.choose(flag, at, some, |_| Ok(Self::none()))?
            }
            (OfOption::AndThen, Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |lowering| lowering.apply(closure, vec![inside]), |_| Ok(Self::none()))?
            }
            (OfOption::Or, Some(default)) => {
                let (value, default_value) = self.with_default(value, default)?;
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(Self::some(inside)), |_| Ok(default_value))?
            }
            (OfOption::And, Some(other)) => {
                let (value, other) = self.with_default(value, other)?;
                let (flag, _) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(other), |_| Ok(Self::none()))?
            }
            (OfOption::Xor, Some(other)) => {
                let (value, other) = self.with_default(value, other)?;
                let (flag, inside) = self.maybe(value, at)?;
                let given = other.clone();
                let alone = |lowering: &mut Self| {
                    let (flag, _) = lowering.maybe(given, at)?;
                    lowering.choose(flag, at, |_| Ok(Self::none()), |_| Ok(Self::some(inside)))
                };
                self.choose(flag, at, alone, |_| Ok(other))?
            }
            (OfOption::OrElse, Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let some = |_: &mut Self| Ok(Self::some(inside));
                self.choose(flag, at, some, |lowering| lowering.apply(closure, Vec::new()))?
            }
            (OfOption::Zip, Some(other)) => {
                let (value, other) = self.with_default(value, other)?;
                let (flag, left) = self.maybe(value, at)?;
                let both = |lowering: &mut Self| {
                    let (flag, right) = lowering.maybe(other, at)?;
                    let both = Value::Tuple(vec![left, right]);
                    lowering.choose(flag, at, |_| Ok(Self::some(both)), |_| Ok(Self::none()))
                };
                self.choose(flag, at, both, |_| Ok(Self::none()))?
            }
            (OfOption::Flatten, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |_| Ok(Self::none()))?
            }
            (OfOption::Filter, Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(
                    flag,
                    at,
                    |lowering| {
                        let borrowed = Self::borrowed(inside.clone());
                        let keeps = lowering.apply(closure, vec![borrowed])?;
                        let keeps = lowering.as_plain(keeps, closure)?;
                        let keeps = lowering.now(keeps, "c", span_of(closure), None);
                        lowering.choose(keeps, at, |_| Ok(Self::some(inside)), |_| Ok(Self::none()))
                    },
                    |_| Ok(Self::none()),
                )?
            }
            (OfOption::OkOr, Some(error)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let error = self.integer(error)?;
                let error = error.tokens;
                let ok = |lowering: &mut Self| lowering.outcome(&inside, at);
                let failed = Value::Source(Source::nothing(quote!(::core::result::Result::Err(#error))));
                self.choose(flag, at, ok, |_| Ok(failed))?
            }
            (OfOption::OkOrElse, Some(function)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let ok = |lowering: &mut Self| lowering.outcome(&inside, at);
                self.choose(flag, at, ok, |lowering| {
                    let error = lowering.apply(function, Vec::new())?;
                    let error = lowering.as_plain(error, function)?.tokens;
                    Ok(Value::Source(Source::nothing(quote!(::core::result::Result::Err(#error)))))
                })?
            }
            (OfOption::Copied, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                Value::Maybe(flag, Box::new(Self::by_value(inside)))
            }
            (OfOption::Same, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                Value::Maybe(flag, Box::new(inside))
            }
            _ => return Ok(None),
        }))
    }

    /// A value, and the value of an argument, which is evaluated after it.
    fn with_default(&mut self, value: Value, default: &Expr) -> Result<(Value, Value)> {
        let mut value = [value];
        let default = self.after(&mut value, default, |lowering| {
            let value = lowering.expr(default)?;
            lowering.settle(value, default)
        })?;
        let [value] = value;
        Ok((value, default))
    }

    /// The value of `Default` for a type.
    fn zero(&self, ty: &Ty, at: &impl ToTokens) -> Expr {
        let span = span_of(at);
        let private = self.numbers.private_at(span);
        match ty {
            Ty::List(_) => syn::parse_quote!(#private::Vec::new()),
            Ty::Tuple(types) => {
                let parts = types.iter().map(|ty| self.zero(ty, at));
                syn::parse_quote!((#(#parts,)*))
            }
            Ty::Plain => syn::parse_quote!(::core::default::Default::default()),
            _ => Constant::Natural.of(
                [lowered::integer(0, span)],
                Some(self.numbers.name_at(span)),
                span,
                self.numbers,
            ),
        }
    }

    /// `Ok(value)`
    pub(super) fn outcome(&mut self, value: &Value, at: &impl ToTokens) -> Result<Value> {
        let part = self.source(value, at)?;
        let kind = BuildKind::There(quote!(::core::result::Result::Ok), None);
        Ok(Value::Source(Source::Build(Build { kind, parts: vec![part] })))
    }

    /// The referent of a reference, and otherwise the value itself.
    pub(super) fn by_value(value: Value) -> Value {
        match value {
            Value::Borrow(place) => Value::Place(place),
            Value::Place(place) if matches!(place.ty, Ty::Reference(_)) => {
                Self::dereferenced(Value::Place(place))
            }
            Value::Plain(plain) if plain.reference => Self::dereferenced(Value::Plain(plain)),
            value => value,
        }
    }
}
