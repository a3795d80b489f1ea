//! The value of each form of expression.

use super::place::is_place;
use super::{Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::kind::Definition;
use crate::lowered;
use quote::{ToTokens, quote};
use syn::Expr;

impl Lowering<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Value> {
        const DEEPEST: usize = 120;
        if self.depth == DEEPEST {
            return unclear(expr);
        }
        match expr {
            Expr::Tuple(tuple) if tuple.elems.is_empty() => return Ok(Value::Unit),
            Expr::Block(block) if block.block.stmts.is_empty() => return Ok(Value::Unit),
            Expr::Macro(mac) if super::macros::panics(&mac.mac) => return self.macro_statement(&mac.mac),
            _ => {}
        }
        self.depth += 1;
        let plain = self.is_plain(expr) || self.changes_referents(expr);
        let value = if plain && !self.hides(expr) {
            self.plain(expr).map(Value::Plain)
        } else {
            match self.inspected(expr) {
                Ok(Some(plain)) => Ok(Value::Plain(plain)),
                Ok(None) => self.form(expr),
                Err(error) => Err(error),
            }
        };
        self.depth -= 1;
        value.map(Self::of_copy)
    }

    fn form(&mut self, expr: &Expr) -> Result<Value> {
        if let Some(form) = lowered::read(expr) {
            return self.lowered(&form, expr);
        }
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Path(path) => self.path(path),
            Expr::Reference(inner) => self.reference(inner),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if crate::class::is_assigning(&binary.op) => self.assign_operation(binary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field),
            Expr::Tuple(tuple) => {
                let parts = self.operands(&tuple.elems)?;
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
                let values = self.operands(range.start.as_deref().into_iter().chain(range.end.as_deref()))?;
                let parts = values.into_iter().map(|value| self.as_plain(value, range));
                let parts = parts.collect::<Result<Vec<Plain>>>()?;
                let mut tokens = parts.iter().map(Self::operand);
                let from = range.start.as_ref().and_then(|_| tokens.next());
                let (limits, to) = (&range.limits, tokens.next());
                let all: Vec<&Plain> = parts.iter().collect();
                Ok(Value::Plain(Self::compose(&all, quote!(#from #limits #to), false)))
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.macro_call(&mac.mac),
            Expr::Closure(closure) => refuse(
                closure.or1_token,
                "a closure is used as a value; bind it with `let`, and call it in this function, or put `#[exp(adjoint)]` on \
                a module with the function that takes it",
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
                    return refuse(path, "a closure is passed on; call it in this function, or pass numbers");
                }
                Some(super::Binding::Chain(_) | super::Binding::Cursor(_) | super::Binding::Endless(_)) => {
                    return refuse(
                        path,
                        "an iterator is used as a value; loop over it with `for`, or end it with `sum`, `product`, \
                        `fold` or `collect`",
                    );
                }
                None => {}
            }
        }
        if self.names_variant(path) {
            let kind = self.built(&path.path, Vec::new());
            return Ok(Value::Source(Source::Build(Build { kind, parts: Vec::new() })));
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
            return refuse(reference, "a mutable reference refers to a single number; return the new number");
        }
        if reference.mutability.is_some() && is_place(&reference.expr) {
            let place = self.target(&reference.expr)?;
            return Ok(Value::Borrow(Place { exclusive: true, ..place }));
        }
        let value = self.receiver(&reference.expr)?;
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
            // `&mut x.to_vec()`: nothing else changes the new value.
            value @ (Value::Tuple(_) | Value::Source(_)) if reference.mutability.is_some() => {
                let source = self.source(&value, reference)?;
                let ty = self.type_of_source(&source);
                let var = self.copy("a", span_of(reference), source, ty.clone(), true, None);
                Value::Borrow(Place { exclusive: true, ..Place::of(var, ty) })
            }
            value @ (Value::Tuple(_) | Value::Source(_)) => {
                let place = self.stored(&value, "a", reference)?;
                Value::Borrow(place)
            }
            value => value,
        })
    }

    /// The borrowed value. A block's value is a new one.
    pub(super) fn receiver(&mut self, expr: &Expr) -> Result<Value> {
        let value = self.expr(expr)?;
        if let Expr::Block(_) = strip(expr) { self.held(value, expr) } else { Ok(value) }
    }

    pub(super) fn sources<'e>(
        &mut self,
        elements: impl Iterator<Item = &'e Expr> + Clone,
    ) -> Result<Vec<Source>> {
        let values = self.operands(elements.clone())?;
        let numbers = values.iter().any(|value| matches!(value, Value::Number(_)));
        values
            .into_iter()
            .zip(elements)
            .map(|(value, at)| match value {
                value
                    if numbers && !matches!(value, Value::Source(_) | Value::Tuple(_) | Value::Maybe(..)) =>
                {
                    self.number(&value, at).map(Source::Value)
                }
                value => self.source(&value, at),
            })
            .collect()
    }

    /// The fields of a struct or variant. Beside a number, another field may be a struct.
    pub(super) fn fields<'e>(
        &mut self,
        fields: impl Iterator<Item = &'e Expr> + Clone,
    ) -> Result<Vec<Source>> {
        let values = self.operands(fields.clone())?;
        values.iter().zip(fields).map(|(value, at)| self.source(value, at)).collect()
    }

    /// A repeated element.
    pub(super) fn repeat(&mut self, vector: bool, element: &Expr, count: &Expr) -> Result<Value> {
        let value = self.expr(element)?;
        let mut value = [self.settle(value, element)?];
        if !vector
            && let Expr::Path(path) = strip(count)
            && let Some(like) = path.path.get_ident().and_then(|name| self.length_named(name))
        {
            return self.repeat_like(&like, &value[0], element);
        }
        let count = self.after(&mut value, element, |lowering| lowering.integer(count))?;
        let element = Box::new(self.source(&value[0], element)?);
        let count = if vector { self.now(count, "n", span_of(&quote!()), None) } else { count };
        Ok(Value::Source(Source::Repeat { vector, element, count }))
    }

    fn literal(&mut self, literal: &syn::ExprStruct) -> Result<Value> {
        if let Some(rest) = &literal.rest {
            return self.updated(literal, rest);
        }
        let mut literal = literal.clone();
        let private = self.numbers.private_at(span_of(&literal.path));
        for field in &mut literal.fields {
            let made = matches!(strip(&field.expr), Expr::MethodCall(call)
                if call.args.is_empty() && (call.method == "into" || call.method == "collect"));
            if made && self.is_deque(&literal.path, &field.member) {
                let value = &field.expr;
                field.expr = syn::parse_quote!({
                    let __deque: #private::adjoint::VecDeque<_> = #value;
                    __deque
                });
            }
        }
        let literal = &literal;
        let parts = self.fields(literal.fields.iter().map(|field| &field.expr))?;
        let members = literal.fields.iter().map(|field| field.member.clone()).collect();
        let kind = self.built(&literal.path, members);
        Ok(Value::Source(Source::Build(Build { kind, parts })))
    }

    /// Whether a field of a struct of the module is a deque with numbers.
    fn is_deque(&self, of: &syn::Path, member: &syn::Member) -> bool {
        let Ty::Struct(name) = self.struct_of(&of.to_token_stream()) else { return false };
        let member = member.to_token_stream().to_string();
        matches!(self.numbers.definitions.get(&name), Some(Definition::Fields(fields)) if fields.deques.contains(&member))
    }

    /// `Point { x: e, ..p }`: a copy of `p` with another value of `x`.
    fn updated(&mut self, literal: &syn::ExprStruct, rest: &Expr) -> Result<Value> {
        let mut values = self.operands(literal.fields.iter().map(|field| &field.expr))?;
        let value = self.after(&mut values, rest, |lowering| lowering.expr(rest))?;
        let (source, ty) = match value {
            // rustc infers the type of `..Default::default()`.
            Value::Plain(plain) => {
                let (path, given) = (&literal.path, &plain.tokens);
                let fields = literal.fields.iter().map(|field| &field.member);
                let tokens = quote!({
                    let __rest = #given;
                    if false { #path { #(#fields: ::core::panic!(),)* ..__rest } } else { __rest }
                });
                let ty = self.struct_of(&path.to_token_stream());
                (Source::Plain(Plain { tokens, simple: false, expensive: true, ..plain }), ty)
            }
            value => {
                let source = self.source(&value, rest)?;
                let ty = self.type_of_source(&source);
                (source, ty)
            }
        };
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
        expr => expr,
    }
}
