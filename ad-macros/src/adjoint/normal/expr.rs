//! The value of each form of expression.

use super::{Normal, Result, Value, assigned, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, Member, UnOp};

const NUMBER: &str = "a number is handed to what is not understood: write out what it computes, or call a free function with \
                      `#[exp(adjoint)]`";

impl Normal<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Value> {
        const DEEPEST: usize = 120;
        if self.depth == DEEPEST {
            return refuse(expr, "this is nested too deeply to be followed: bind a part of it with `let`");
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

    /// A new container gets a name.
    pub(super) fn stored(&mut self, value: &Value, name: &str, at: &impl ToTokens) -> Result<Place> {
        match value {
            Value::Place(place) | Value::Borrow(place) => Ok(place.clone()),
            value => {
                let source = self.source(value, at)?;
                let ty = self.type_of_source(&source);
                let var = self.bind_new(name, span_of(at), ty.clone(), Rhs::Source(source));
                Ok(Place::of(var, ty))
            }
        }
    }

    /// A number in a container is read now.
    pub(super) fn settle(&mut self, value: Value, at: &impl ToTokens) -> Result<Value> {
        match &value {
            Value::Place(place) if place.ty == Ty::Number => Ok(Value::Number(self.number(&value, at)?)),
            _ => Ok(value),
        }
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
        if let Some(rest) = &literal.rest {
            return refuse(rest, "the other fields are taken from here: write them out");
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

    fn unary(&mut self, unary: &syn::ExprUnary) -> Result<Value> {
        let value = self.expr(&unary.expr)?;
        match unary.op {
            UnOp::Deref(_) => Ok(Self::dereferenced(value)),
            UnOp::Neg(_) => {
                if let Value::Plain(plain) = &value {
                    let tokens = Self::operand(plain);
                    return Ok(Value::Plain(Self::compose(&[plain], quote!(-#tokens), false)));
                }
                if let Some(value) = self.operator("neg", &value, None, &unary.op)? {
                    return Ok(value);
                }
                let operand = self.number(&value, &unary.expr)?;
                Ok(Value::Number(self.temporary(span_of(unary), Rhs::Negate(operand))))
            }
            _ => {
                let plain = self.as_plain(value, &unary.expr)?;
                let tokens = Self::operand(&plain);
                Ok(Value::Plain(Self::compose(&[&plain], quote!(!#tokens), false)))
            }
        }
    }

    pub(super) fn dereferenced(value: Value) -> Value {
        match value {
            Value::Borrow(place) => Value::Place(place),
            // `**v` of what is passed as `&&number`: the macro sees one reference.
            Value::Place(place) if place.ty == Ty::Number => Value::Place(place),
            Value::Place(mut place) => {
                let ty = match &place.ty {
                    Ty::Reference(ty) => (**ty).clone(),
                    ty => ty.clone(),
                };
                place.projections.push(Projection::Deref);
                place.ty = ty;
                Value::Place(place)
            }
            Value::Plain(plain) => {
                let tokens = Self::operand(&plain);
                Value::Plain(Self::compose(&[&plain], quote!(*#tokens), false))
            }
            value => value,
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Result<Value> {
        let op = &binary.op;
        if matches!(op, BinOp::And(_) | BinOp::Or(_)) {
            return self.logic(binary);
        }
        let left = self.expr(&binary.left)?;
        let left = self.settle(left, &binary.left)?;
        let right = self.expr(&binary.right)?;
        let right = self.settle(right, &binary.right)?;
        let plain = |normal: &Self, value: &Value| normal.type_of(value).is_plain();
        if plain(self, &left) && plain(self, &right) {
            let (left, right) = (self.as_plain(left, &binary.left)?, self.as_plain(right, &binary.right)?);
            let (a, b) = (Self::operand(&left), Self::operand(&right));
            return Ok(Value::Plain(Self::compose(&[&left, &right], quote!(#a #op #b), false)));
        }
        if let Some(method) = super::operator::method_of(op)
            && let Some(value) = self.operator(method, &left, Some((&right, &binary.right)), op)?
        {
            return Ok(value);
        }
        let compares = matches!(
            op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        if compares && (plain(self, &left) || plain(self, &right)) {
            return self.compare_unknown(binary, left, right);
        }
        let (a, b) = (self.number(&left, &binary.left)?, self.number(&right, &binary.right)?);
        let operator = match op {
            BinOp::Add(_) => Operator::Add,
            BinOp::Sub(_) => Operator::Sub,
            BinOp::Mul(_) => Operator::Mul,
            BinOp::Div(_) => Operator::Div,
            BinOp::Rem(_) => {
                let rhs = Rhs::Function { name: "%".to_owned(), operands: vec![a, b], parameter: None };
                return Ok(Value::Number(self.temporary(span_of(binary), rhs)));
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let (x, y) = (&self.vars[a].ident, &self.vars[b].ident);
                let plain =
                    Plain { tokens: quote!(#x #op #y), values: vec![a, b], dear: true, ..Plain::default() };
                return Ok(Value::Plain(self.now(plain, "c", span_of(binary), None)));
            }
            op => return refuse(op, "this operator has no meaning for numbers"),
        };
        Ok(Value::Number(self.temporary(span_of(binary), Rhs::Binary(operator, a, b))))
    }

    /// A comparison of something plain with what may be a field without numbers: either way it gives no number.
    fn compare_unknown(&mut self, binary: &syn::ExprBinary, left: Value, right: Value) -> Result<Value> {
        let mut sides = Vec::new();
        for (value, at) in [(left, &binary.left), (right, &binary.right)] {
            sides.push(match value {
                Value::Plain(plain) => plain,
                Value::Number(id) => {
                    let ident = &self.vars[id].ident;
                    Plain { tokens: quote!(#ident), values: vec![id], simple: true, ..Plain::default() }
                }
                Value::Place(place) => {
                    let (tokens, values) = super::super::place_tokens(&self.vars, &place, false);
                    let reads = self.containers(&place);
                    let mut plain = Plain { tokens, values, reads, ..Plain::default() };
                    plain.values.push(place.root);
                    plain
                }
                value => self.as_plain(value, at)?,
            });
        }
        let op = &binary.op;
        let (a, b) = (Self::operand(&sides[0]), Self::operand(&sides[1]));
        let plain = Self::compose(&[&sides[0], &sides[1]], quote!(#a #op #b), true);
        Ok(Value::Plain(self.now(plain, "c", span_of(binary), None)))
    }

    /// `a && b`, where `b` is computed only if `a` holds.
    fn logic(&mut self, binary: &syn::ExprBinary) -> Result<Value> {
        let left = self.integer(&binary.left)?;
        let (right, block) = self.nested(|normal| normal.integer(&binary.right))?;
        let op = &binary.op;
        let (a, b) = (Self::operand(&left), Self::operand(&right));
        if block.is_empty() {
            return Ok(Value::Plain(Self::compose(&[&left, &right], quote!(#a #op #b), false)));
        }
        let memory = self.var("c", span_of(binary), Ty::Plain, Role::Scalar);
        let init = matches!(op, BinOp::Or(_));
        self.push(Stmt::Declare {
            var: memory,
            init: Some(Source::Plain(Plain { tokens: quote!(#init), ..Plain::default() })),
        });
        let mut body = block;
        let old = self.var("old", span_of(binary), Ty::Plain, Role::Value);
        body.push(Stmt::Write { place: Place::of(memory, Ty::Plain), value: Source::Plain(right), old });
        let (then, otherwise) = if init { (Vec::new(), body) } else { (body, Vec::new()) };
        let arms = vec![
            Arm { id: 0, pattern: quote!(true), guard: None, body: then },
            Arm { id: 0, pattern: quote!(_), guard: None, body: otherwise },
        ];
        self.push(Stmt::Branch { scrutinee: left, arms, is_if: true });
        let version = self.version(memory);
        Ok(self.of_var(version))
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Result<Value> {
        let base = self.expr(&index.expr)?;
        let place = self.stored(&base, "a", &index.expr)?;
        self.element(place, &index.index).map(Value::Place)
    }

    /// `place[index]`
    pub(super) fn element(&mut self, mut place: Place, index: &Expr) -> Result<Place> {
        let by = self.integer(index)?;
        let by = if by.reads.is_empty() && !by.dear { by } else { self.now(by, "i", span_of(index), None) };
        let range = matches!(strip(index), Expr::Range(_));
        place.ty = match place.ty.owned() {
            Ty::List(element) if !range => (**element).clone(),
            Ty::List(element) => Ty::List(element.clone()),
            _ => Ty::Unknown,
        };
        place.projections.push(Projection::Index(by));
        Ok(place)
    }

    fn field(&mut self, field: &syn::ExprField) -> Result<Value> {
        let base = self.expr(&field.base)?;
        if let (Value::Tuple(parts), Member::Unnamed(index)) = (&base, &field.member)
            && let Some(part) = parts.get(index.index as usize)
        {
            return Ok(part.clone());
        }
        let place = self.stored(&base, "a", &field.base)?;
        Ok(Value::Place(self.project(place, &field.member)))
    }

    /// The field of a place.
    pub(super) fn project(&self, mut place: Place, member: &Member) -> Place {
        place.ty = match (place.ty.owned(), member) {
            (Ty::Tuple(types), Member::Unnamed(index)) => {
                types.get(index.index as usize).cloned().unwrap_or(Ty::Unknown)
            }
            (Ty::Record(name), member) => {
                super::super::of_kind(&self.numbers.field(name, &member.to_token_stream().to_string()))
            }
            _ => Ty::Unknown,
        };
        place.projections.push(Projection::Field(member.clone()));
        place
    }

    /// An expression that is no number: an index, a condition.
    pub(super) fn integer(&mut self, expr: &Expr) -> Result<Plain> {
        let value = self.expr(expr)?;
        self.as_plain(value, expr)
    }

    /// A value as a plain one.
    pub(super) fn as_plain(&mut self, value: Value, at: &impl ToTokens) -> Result<Plain> {
        match value {
            Value::Plain(plain) => Ok(plain),
            Value::Unit => Ok(Plain { tokens: quote!(()), ..Plain::default() }),
            Value::Place(place) | Value::Borrow(place) => {
                let (tokens, values) = super::super::place_tokens(&self.vars, &place, false);
                let mut plain = Plain { values, reads: self.containers(&place), ..Plain::default() };
                plain.values.push(place.root);
                plain.tokens = match place.ty.owned() {
                    ty if ty.is_plain() => tokens,
                    Ty::Unknown => {
                        let private = self.numbers.private_at(span_of(at));
                        quote!(#private::adjoint::plain(#tokens))
                    }
                    _ => return refuse(at, NUMBER),
                };
                Ok(self.now(plain, "k", span_of(at), None))
            }
            Value::Tuple(parts) => {
                let parts: Vec<Plain> =
                    parts.into_iter().map(|part| self.as_plain(part, at)).collect::<Result<_>>()?;
                let tokens: Vec<_> = parts.iter().map(|part| &part.tokens).collect();
                let all: Vec<&Plain> = parts.iter().collect();
                Ok(Self::compose(&all, quote!((#(#tokens),*)), false))
            }
            _ => refuse(at, NUMBER),
        }
    }

    /// The kind of a type that the user writes.
    pub(super) fn ty(&self, ty: &syn::Type) -> Ty {
        super::super::of_type(ty, self.numbers)
    }
}

/// Whether an expression is a variable or a part of one.
fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
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
