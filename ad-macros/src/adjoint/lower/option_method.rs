//! Methods of `Option`s and `Result`s of numbers.

use super::expr::strip;
use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::definitions::{self, Of};
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
            (OfOption::UnwrapOrDefault, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                let zero = self.zero(self.type_of(&inside).owned(), at);
                self.choose(flag, at, |_| Ok(inside), |lowering| lowering.expr(&zero))?
            }
            (OfOption::Flatten, _) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |_| Ok(Self::none()))?
            }
            (OfOption::Defined, _) => self.defined(value, call)?,
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

    /// A method by its definition, with its functions inlined.
    fn defined(&mut self, value: Value, call: &ExprMethodCall) -> Result<Value> {
        let at = &call.method;
        let Some(definition) = definitions::find(Of::Option, &at.to_string(), call.args.len()) else {
            return unclear(at);
        };
        let (mut value, mut first) = ([value], None);
        if let (true, Some(argument)) = (definition.takes_value(), call.args.first()) {
            let given = self.after(&mut value, argument, |lowering| {
                let value = lowering.expr(argument)?;
                lowering.settle(value, argument)
            })?;
            first = Some(self.hidden("given", given, at));
        }
        let [mut value] = value;
        // The index of an item: `max_by(…).map(|(i, _)| i)`.
        if let (true, Some(closure)) = (at == "map", call.args.first()) {
            let (flag, inside) = self.maybe(value, at)?;
            let given = inside.clone();
            if let (Value::Plain(plain), block) =
                self.nested(|lowering| lowering.apply(closure, vec![given]))?
                && block.is_empty()
            {
                return Ok(Value::Maybe(flag, Box::new(Value::Plain(plain))));
            }
            value = Value::Maybe(flag, Box::new(inside));
        }
        match definition.with(&quote!(__option), call, first.as_ref()).map(|block| block.stmts) {
            Some(statements) => match statements.as_slice() {
                [syn::Stmt::Expr(Expr::Match(meant), None)] => self.match_maybe(value, meant),
                _ => unclear(at),
            },
            None => unclear(at),
        }
    }

    /// The value of `Default` for a type.
    fn zero(&self, ty: &Ty, at: &dyn ToTokens) -> Expr {
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
    pub(super) fn outcome(&mut self, value: &Value, at: &dyn ToTokens) -> Result<Value> {
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
