//! The value of each form of expression.

use super::{Normal, Result, Value, refuse, unclear};
use super::{assigned, place::is_place};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::lowered;
use quote::{ToTokens, quote};
use syn::Expr;

impl Normal<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Value> {
        const DEEPEST: usize = 120;
        if self.depth == DEEPEST {
            return unclear(expr);
        }
        self.depth += 1;
        let value = if self.is_plain(expr) && !self.hides(expr) {
            self.plain(expr).map(Value::Plain)
        } else {
            self.form(expr)
        };
        self.depth -= 1;
        value
    }

    fn form(&mut self, expr: &Expr) -> Result<Value> {
        if let Some(form) = lowered::read(expr) {
            return self.lowered(&form, expr);
        }
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Path(path) => self.path(path),
            Expr::Reference(inner) => self.reference(inner),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if assigned::is_assigning(&binary.op) => self.assign_operation(binary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field),
            Expr::Tuple(tuple) => {
                let mut parts = Vec::new();
                for element in &tuple.elems {
                    let value = self.expr(element)?;
                    parts.push(self.settle(value, element)?);
                }
                Ok(if parts.is_empty() { Value::Unit } else { Value::Tuple(parts) })
            }
            Expr::Array(array) => {
                let parts = self.sources(array.elems.iter())?;
                Ok(Value::Source(Source::Build(Build { kind: BuildKind::Array, parts })))
            }
            Expr::Repeat(repeat) => self.repeat(false, &repeat.expr, &repeat.len),
            Expr::Struct(literal) => self.literal(literal),
            Expr::Cast(cast) => {
                let inner = self.integer(&cast.expr)?;
                let (tokens, ty) = (Self::operand(&inner), &cast.ty);
                Ok(Value::Plain(Self::compose(&[&inner], quote!(#tokens as #ty), false)))
            }
            Expr::Range(range) => {
                let start = range.start.as_ref().map(|e| self.integer(e)).transpose()?;
                let end = range.end.as_ref().map(|e| self.integer(e)).transpose()?;
                let (from, to) = (start.as_ref().map(Self::operand), end.as_ref().map(Self::operand));
                let limits = &range.limits;
                let parts: Vec<&Plain> = [&start, &end].into_iter().flatten().collect();
                Ok(Value::Plain(Self::compose(&parts, quote!(#from #limits #to), false)))
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.macro_call(&mac.mac),
            Expr::Closure(closure) => refuse(
                closure.or1_token,
                "a closure is a value here: bind it with `let` and call it in this function",
            ),
            _ => self.flow(expr),
        }
    }

    fn path(&mut self, path: &syn::ExprPath) -> Result<Value> {
        if let Some(name) = path.path.get_ident() {
            match self.lookup(&name.to_string()) {
                Some(super::Binding::Value(value)) => return Ok(value.clone()),
                Some(super::Binding::Scalar(memory)) => {
                    let memory = *memory;
                    let version = self.version(memory);
                    return Ok(self.of_var(version));
                }
                Some(super::Binding::Closure(..)) => {
                    return refuse(
                        path,
                        "a closure is handed on: call it in this function, or hand over numbers",
                    );
                }
                Some(super::Binding::Chain(_)) => {
                    return refuse(
                        path,
                        "an iterator is a value here: loop over it with `for`, or end it with `sum`, `product`, `fold` or `collect`",
                    );
                }
                None => {}
            }
        }
        // A constant of the number class.
        let plain = Plain { tokens: path.to_token_stream(), ..Plain::default() };
        Ok(Value::Number(self.temporary(span_of(path), Rhs::Constant(plain))))
    }

    fn reference(&mut self, reference: &syn::ExprReference) -> Result<Value> {
        if reference.mutability.is_some()
            && let Expr::Path(path) = &*reference.expr
            && let Some(name) = path.path.get_ident()
            && let Some(super::Binding::Scalar(_)) = self.lookup(&name.to_string())
        {
            return refuse(
                reference,
                "a mutable reference to a single number: return the new number instead",
            );
        }
        if reference.mutability.is_some() && is_place(&reference.expr) {
            let place = self.target(&reference.expr)?;
            return Ok(Value::Borrow(Place { exclusive: true, ..place }));
        }
        let value = self.expr(&reference.expr)?;
        Ok(match value {
            Value::Place(place) | Value::Borrow(place) => {
                Value::Borrow(Place { exclusive: reference.mutability.is_some(), ..place })
            }
            Value::Number(id) => Value::Borrow(Place::of(id, Ty::Number)),
            Value::Plain(plain) => {
                let tokens = Self::operand(&plain);
                let mut plain = Self::compose(&[&plain], quote!(&#tokens), false);
                plain.reference = true;
                Value::Plain(plain)
            }
            value @ (Value::Tuple(_) | Value::Source(_)) => {
                let place = self.stored(&value, "a", reference)?;
                Value::Borrow(place)
            }
            value => value,
        })
    }

    pub(super) fn sources<'e>(&mut self, elements: impl Iterator<Item = &'e Expr>) -> Result<Vec<Source>> {
        let mut values = Vec::new();
        for element in elements {
            let value = self.expr(element)?;
            values.push((self.settle(value, element)?, element));
        }
        let numbers = values.iter().any(|(value, _)| matches!(value, Value::Number(_)));
        values
            .into_iter()
            .map(|(value, at)| match value {
                value if numbers => self.number(&value, at).map(Source::Value),
                value => self.source(&value, at),
            })
            .collect()
    }

    /// An element that is repeated.
    pub(super) fn repeat(&mut self, vector: bool, element: &Expr, count: &Expr) -> Result<Value> {
        let value = self.expr(element)?;
        let value = self.settle(value, element)?;
        let element = Box::new(self.source(&value, element)?);
        let count = self.integer(count)?;
        let count = if vector { self.now(count, "n", span_of(&quote!()), None) } else { count };
        Ok(Value::Source(Source::Repeat { vector, element, count }))
    }

    fn literal(&mut self, literal: &syn::ExprStruct) -> Result<Value> {
        super::call::refuse_variant(&literal.path)?;
        if let Some(rest) = &literal.rest {
            return self.updated(literal, rest);
        }
        let mut parts = Vec::new();
        for field in &literal.fields {
            let value = self.expr(&field.expr)?;
            let value = self.settle(value, &field.expr)?;
            parts.push(self.source(&value, &field.expr)?);
        }
        let members = literal.fields.iter().map(|field| field.member.clone()).collect();
        let kind = BuildKind::Struct(literal.path.to_token_stream(), members);
        Ok(Value::Source(Source::Build(Build { kind, parts })))
    }

    /// `Point { x: e, ..p }`: a copy of `p`, of which `x` gets another value.
    fn updated(&mut self, literal: &syn::ExprStruct, rest: &Expr) -> Result<Value> {
        let mut values = Vec::new();
        for field in &literal.fields {
            let value = self.expr(&field.expr)?;
            values.push(self.settle(value, &field.expr)?);
        }
        let value = self.expr(rest)?;
        let source = self.source(&value, rest)?;
        let ty = self.type_of_source(&source);
        let copy = self.copy("updated", span_of(literal), source, ty.clone(), true, None);
        for (field, value) in literal.fields.iter().zip(values) {
            let place = self.project(Place::of(copy, ty.clone()), &field.member);
            self.write(place, value, &field.expr)?;
        }
        Ok(Value::Place(Place::of(copy, ty)))
    }
}

/// Without parentheses.
pub(super) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        expr => expr,
    }
}
