//! Elementary functions, classifications and comparisons of numbers.

use super::{Lowering, Result, Value, refuse, unclear};
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::numbers;
use quote::{ToTokens, quote};
use syn::Expr;

impl Lowering<'_> {
    /// An elementary function, a classification or a comparison of numbers.
    pub(super) fn elementary(
        &mut self,
        name: &str,
        values: &[Value],
        at: &[&Expr],
        call: &dyn ToTokens,
    ) -> Result<Value> {
        let span = span_of(call);
        if numbers::is_predicate(name) || numbers::compares(name) {
            let mut ids = Vec::new();
            for (value, at) in values.iter().zip(at) {
                ids.push(self.number(value, at)?);
            }
            let method = syn::Ident::new(name, span);
            let idents: Vec<_> = ids.iter().map(|id| &self.vars[*id].ident).collect();
            let (first, rest) = (idents[0], &idents[1..]);
            let plain = Plain {
                tokens: quote!(#first.#method(#(&#rest),*)),
                values: ids.clone(),
                expensive: true,
                ..Plain::default()
            };
            return Ok(Value::Plain(self.now(plain, "c", span, None)));
        }
        if name == "powi" || name == numbers::POWER {
            let [base, exponent] = values else { return unclear(call) };
            let operand = self.number(base, at[0])?;
            let exponent = self.as_plain(exponent.clone(), at[1])?;
            let exponent = if exponent.expensive { self.now(exponent, "n", span, None) } else { exponent };
            let rhs =
                Rhs::Function { name: name.to_owned(), operands: vec![operand], parameter: Some(exponent) };
            return Ok(Value::Number(self.temporary(span, rhs)));
        }
        let mut operands = Vec::new();
        for (value, at) in values.iter().zip(at) {
            operands.push(self.number(value, at)?);
        }
        let function = |lowering: &mut Self, name: &str, operands: Vec<Id>| {
            lowering.temporary(span, Rhs::Function { name: name.to_owned(), operands, parameter: None })
        };
        match (name, operands.as_slice()) {
            ("sin_cos", [x]) => {
                let (sin, cos) = (function(self, "sin", vec![*x]), function(self, "cos", vec![*x]));
                Ok(Value::Tuple(vec![Value::Number(sin), Value::Number(cos)]))
            }
            ("log", [x, base]) => {
                let (a, b) = (function(self, "ln", vec![*x]), function(self, "ln", vec![*base]));
                Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Div, a, b))))
            }
            ("add", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Add, *a, *b)))),
            ("sub", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Sub, *a, *b)))),
            ("mul", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Mul, *a, *b)))),
            ("div", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Div, *a, *b)))),
            (name, operands) if functions::arity(name) == Some(operands.len()) => {
                Ok(Value::Number(function(self, name, operands.to_vec())))
            }
            _ => refuse(call, format!("the function `{name}` is not supported")),
        }
    }
}
