//! Forms that the walk has written.

use super::expr::strip;
use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::{of_kind, span_of};
use crate::kind::Kind;
use crate::lowered::{self, Constant, Lowered, To};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprMatch, Type};

impl Lowering<'_> {
    /// The value of a form that the walk has written.
    pub(super) fn lowered(&mut self, form: &Lowered<'_>, at: &Expr) -> Result<Value> {
        match form {
            Lowered::Constant { function, call, .. } => self.constant(*function, call),
            Lowered::Negated(inner) => {
                let value = self.expr(inner)?;
                if let Some(value) = self.operator("neg", &value, None, at)? {
                    return Ok(value);
                }
                let operand = self.number(&value, inner)?;
                Ok(Value::Number(self.temporary(span_of(at), Rhs::Negate(operand))))
            }
            Lowered::Lift(inner, To::Float) | Lowered::Fit(inner) => self.expr(inner),
            Lowered::OverNumbers(inner) => Ok(match self.expr(inner)? {
                Value::Plain(none) if none.is_none() => Value::Source(Source::nothing(none.tokens)),
                value => value,
            }),
            Lowered::Lift(inner, _) | Lowered::Left(inner) => {
                let value = self.expr(inner)?;
                Ok(Value::Number(self.number(&value, inner)?))
            }
            Lowered::Foreign(whole, to) => self.foreign(whole, to),
            Lowered::Raised(call, shape) => {
                let value = self.expr(&call.args[0])?;
                let Value::Plain(plain) = value else { return Ok(value) };
                let func = &call.func;
                let ty = match self.struct_of(&shape.to_token_stream()) {
                    Ty::Unknown => of_kind(&Kind::of_type(shape, &Kind::Number, self.numbers)),
                    ty => ty,
                };
                Ok(self.raised(plain, ty, at, |floats| quote!(#func(#floats))))
            }
            Lowered::Function(name, arguments) => {
                let values = self.operands(arguments.iter().copied())?;
                self.elementary(&name.to_string(), &values, arguments, at)
            }
            Lowered::RightFirst { place, op, right } => {
                let value = self.expr(right)?;
                let value = self.settle(value, right)?;
                self.operation(place, op, value, right)?;
                Ok(Value::Unit)
            }
        }
    }

    fn constant(&mut self, function: Constant, call: &ExprCall) -> Result<Value> {
        let span = span_of(&call.func);
        let number = self.numbers.name_at(span);
        let plain = self.constant_of(function, call, Some(number))?;
        Ok(Value::Number(self.temporary(span, Rhs::Constant(plain))))
    }

    fn constant_of(&mut self, function: Constant, call: &ExprCall, number: Option<Ident>) -> Result<Plain> {
        let mut arguments = Vec::new();
        for argument in &call.args {
            arguments.push(match argument {
                // The constant of `std` beside a user's one.
                Expr::Path(path) if crate::parameter::mentions(path, "__private") => {
                    Plain { tokens: path.to_token_stream(), simple: true, ..Plain::default() }
                }
                argument => self.integer(argument)?,
            });
        }
        let span = span_of(&call.func);
        let function = function.function(number, span, self.numbers);
        let tokens = arguments.iter().map(|plain| &plain.tokens);
        let all: Vec<&Plain> = arguments.iter().collect();
        Ok(Self::compose(&all, quote!(#function(#(#tokens),*)), false))
    }

    /// The result of a function that gives plain floats, or numbers if it is generic.
    fn foreign(&mut self, whole: &ExprMatch, to: &Type) -> Result<Value> {
        let value = self.expr(&whole.expr)?;
        let Value::Plain(plain) = value else { return Ok(value) };
        let ty = self.ty(to);
        let lift = |inner: TokenStream| {
            ExprMatch { expr: Box::new(Expr::Verbatim(inner)), ..whole.clone() }.into_token_stream()
        };
        if ty != Ty::Number {
            return Ok(self.raised(plain, ty, &whole.expr, lift));
        }
        let plain = Plain { tokens: lift(plain.tokens), simple: false, ..plain };
        Ok(Value::Number(self.temporary(span_of(&whole.expr), Rhs::Constant(plain))))
    }

    /// A container of plain floats as one of numbers.
    fn raised(
        &mut self,
        floats: Plain,
        ty: Ty,
        at: &Expr,
        raise: impl FnOnce(TokenStream) -> TokenStream,
    ) -> Value {
        let span = span_of(at);
        let floats = self.now(floats, "floats", span, None);
        let tokens = &floats.tokens;
        let tokens = raise(quote!(::core::clone::Clone::clone(&#tokens)));
        let source = Source::Plain(Plain { tokens, simple: false, ..floats });
        let var = self.copy("raised", span, source, ty.clone(), false, None);
        Value::Place(Place::of(var, ty))
    }

    /// A constant argument of a function that takes a number or, for a fixed parameter, a plain float. rustc infers its type.
    ///
    /// ```text
    /// // Input:  euler(h, x)
    /// // Output: euler::__adjoint(::ad::__private::constant::<_>(h), x)
    /// ```
    pub(super) fn inferred(&mut self, argument: &Expr) -> Result<Option<Plain>> {
        let span = span_of(argument);
        let private = self.numbers.private_at(span);
        let plain = match lowered::read(strip(argument)) {
            Some(Lowered::Constant { function, inferred: true, call }) => {
                self.constant_of(function, call, None)?
            }
            Some(Lowered::Negated(inner)) => {
                let Some(plain) = self.inferred(inner)? else { return Ok(None) };
                let inner = Expr::Verbatim(plain.tokens.clone());
                Plain { tokens: lowered::negated(&inner, span, &private).to_token_stream(), ..plain }
            }
            Some(Lowered::Lift(inner, To::Inferred)) => {
                let Value::Plain(plain) = self.expr(inner)? else {
                    return unclear(inner);
                };
                let inner = Expr::Verbatim(plain.tokens.clone());
                let tokens = lowered::lift(&inner, &To::Inferred, span, &private).to_token_stream();
                Plain { tokens, ..plain }
            }
            _ if is_inferred(argument) => match strip(argument) {
                Expr::Tuple(tuple) => {
                    let parts = self.all_inferred(&tuple.elems)?;
                    let tokens = parts.iter().map(|part| &part.tokens);
                    Self::compose(&parts.iter().collect::<Vec<_>>(), quote!((#(#tokens,)*)), false)
                }
                Expr::Array(array) => {
                    let parts = self.all_inferred(&array.elems)?;
                    let tokens = parts.iter().map(|part| &part.tokens);
                    Self::compose(&parts.iter().collect::<Vec<_>>(), quote!([#(#tokens),*]), false)
                }
                Expr::Reference(reference) => {
                    let Some(plain) = self.inferred(&reference.expr)? else { return Ok(None) };
                    let tokens = &plain.tokens;
                    Plain { tokens: quote!(&#tokens), reference: true, ..plain }
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(Plain { inferred: true, simple: false, ..plain }))
    }

    fn all_inferred(&mut self, parts: &Punctuated<Expr, syn::Token![,]>) -> Result<Vec<Plain>> {
        let parts = parts.iter().map(|part| self.inferred(part));
        parts.filter_map(Result::transpose).collect()
    }
}

/// Whether an argument consists of plain floats that rustc infers to be numbers or floats.
fn is_inferred(argument: &Expr) -> bool {
    match lowered::read(strip(argument)) {
        Some(Lowered::Constant { inferred, .. }) => inferred,
        Some(Lowered::Negated(inner)) => is_inferred(inner),
        Some(Lowered::Lift(_, To::Inferred)) => true,
        Some(_) => false,
        None => match strip(argument) {
            Expr::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_inferred),
            Expr::Array(array) => !array.elems.is_empty() && array.elems.iter().all(is_inferred),
            Expr::Reference(reference) => {
                reference.mutability.is_none()
                    && matches!(*reference.expr, Expr::Tuple(_) | Expr::Array(_))
                    && is_inferred(&reference.expr)
            }
            _ => false,
        },
    }
}
