//! Parts of containers: elements, fields, referents; and plain values.

use super::expr::strip;
use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::tokens;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Member, UnOp};

const NUMBER: &str = "a number is passed to unsupported code; write out the computation, or call a free function with \
    `#[exp(adjoint)]`";

impl Lowering<'_> {
    pub(super) fn dereferenced(value: Value) -> Value {
        match value {
            Value::Borrow(place) => Value::Place(place),
            // `**v` for a `&&number` argument: the macro sees one reference.
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
            // `&(i, v)`, as the argument of `filter`: each part is a reference.
            Value::Tuple(parts) => {
                let own = |part| match part {
                    Value::Borrow(_) => Self::dereferenced(part),
                    Value::Plain(ref plain) if plain.reference => Self::dereferenced(part),
                    part => part,
                };
                Value::Tuple(parts.into_iter().map(own).collect())
            }
            value => value,
        }
    }

    /// A copy in place of a reference is borrowed.
    pub(super) fn of_copy(value: Value) -> Value {
        match value {
            Value::Place(Place { ty: Ty::Copy(ty), root, projections, .. }) => {
                Value::Borrow(Place { ty: *ty, root, projections, exclusive: false })
            }
            value => value,
        }
    }

    /// Plain code about a place, such as its length.
    pub(super) fn of_place(&self, place: &Place, code: &TokenStream) -> Plain {
        let (tokens, mut values) = super::super::place_tokens(&self.vars, place, false);
        values.push(place.root);
        let reads = self.containers(place);
        Plain { tokens: quote!(#tokens #code), values, reads, ..Plain::default() }
    }

    pub(super) fn index(&mut self, index: &syn::ExprIndex) -> Result<Value> {
        if let Some(state) = self.state(&Expr::Index(index.clone()))? {
            return Ok(Value::Plain(self.now(Plain { simple: false, ..state }, "k", span_of(index), None)));
        }
        let base = self.expr(&index.expr)?;
        let place = self.stored(&base, "a", &index.expr)?;
        self.element(place, &index.index).map(Value::Place)
    }

    /// `place[index]`
    pub(super) fn element(&mut self, mut place: Place, index: &Expr) -> Result<Place> {
        let index = match strip(index) {
            Expr::MethodCall(call) if self.is_range(index) => &call.receiver,
            index => index,
        };
        let key = matches!(place.ty.owned(), Ty::Map(_));
        let by = if key { self.key(index)? } else { self.integer(index)? };
        let by =
            if by.reads.is_empty() && !by.expensive { by } else { self.now(by, "i", span_of(index), None) };
        let range = self.is_range(index);
        place.ty = match place.ty.owned() {
            Ty::Map(value) => (**value).clone(),
            Ty::List(element) if !range => (**element).clone(),
            Ty::List(element) => Ty::List(element.clone()),
            Ty::Plain => Ty::Plain,
            _ => Ty::Unknown,
        };
        place.projections.push(Projection::Index(Plain { key, ..by }));
        Ok(place)
    }

    /// Whether an index is a range, or the name of one.
    pub(super) fn is_range(&self, index: &Expr) -> bool {
        match strip(index) {
            Expr::Range(_) => true,
            Expr::MethodCall(call) if call.method == "clone" => self.is_range(&call.receiver),
            index => self.named_range(index).is_some(),
        }
    }

    /// The range of this name.
    pub(super) fn named_range(&self, expr: &Expr) -> Option<(Plain, Plain, bool)> {
        let Expr::Path(path) = strip(expr) else { return None };
        match self.lookup(&path.path.get_ident()?.to_string())? {
            super::Binding::Value(Value::Plain(plain)) => self.ranges.get(&plain.tokens.to_string()).cloned(),
            _ => None,
        }
    }

    /// `let range = a..b;`: its ends are evaluated here. Each use is a new range, since a range is not `Copy`.
    pub(super) fn name_range(&mut self, name: &syn::Ident, range: &syn::ExprRange) -> Result<bool> {
        let (Some(start), Some(end)) = (&range.start, &range.end) else { return Ok(false) };
        let mut ends = Vec::new();
        for (value, at) in self.operands([&**start, &**end])?.into_iter().zip([start, end]) {
            let end = self.as_plain(value, at)?;
            ends.push(self.now(end, "end", span_of(at), None));
        }
        let [from, to] = &ends[..] else { return Ok(false) };
        let (tokens, limits) = ([from, to].map(Self::operand), &range.limits);
        let [a, b] = &tokens;
        let whole = Plain { simple: true, ..Self::compose(&[from, to], quote!((#a #limits #b)), false) };
        let closed = matches!(limits, syn::RangeLimits::Closed(_));
        self.ranges.insert(whole.tokens.to_string(), (from.clone(), to.clone(), closed));
        self.scope.push((name.to_string(), super::Binding::Value(Value::Plain(whole))));
        Ok(true)
    }

    pub(super) fn field(&mut self, field: &syn::ExprField) -> Result<Value> {
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
            (Ty::Struct(name), member) => {
                let member = member.to_token_stream().to_string();
                match self.numbers.values_of_field(name, &member).map(super::super::of_values) {
                    Some(value) if !value.is_plain() => Ty::Map(Box::new(value)),
                    _ => super::super::of_kind(&self.numbers.field(name, &member)),
                }
            }
            (Ty::Plain, _) => Ty::Plain,
            _ => Ty::Unknown,
        };
        place.projections.push(Projection::Field(member.clone()));
        place
    }

    /// A plain expression: an index, a condition.
    pub(super) fn integer(&mut self, expr: &Expr) -> Result<Plain> {
        let value = self.expr(expr)?;
        self.as_plain(value, expr)
    }

    /// A value as a plain one.
    pub(super) fn as_plain(&mut self, value: Value, at: &dyn ToTokens) -> Result<Plain> {
        match Self::without_fields(value) {
            Value::Plain(plain) => Ok(plain),
            Value::Unit => Ok(Plain { tokens: quote!(()), ..Plain::default() }),
            Value::Place(place) | Value::Borrow(place) => {
                let mut plain = self.of_place(&place, &quote!());
                if *place.ty.owned() == Ty::Unknown {
                    let (private, tokens) = (self.numbers.private_at(span_of(at)), plain.tokens);
                    plain.tokens = quote!(#private::adjoint::plain(#tokens));
                } else if !place.ty.is_plain() {
                    return refuse(at, NUMBER);
                }
                Ok(self.now(plain, "k", span_of(at), None))
            }
            Value::Tuple(parts) => {
                let parts: Vec<Plain> =
                    parts.into_iter().map(|part| self.as_plain(part, at)).collect::<Result<_>>()?;
                let tokens: Vec<_> = parts.iter().map(|part| &part.tokens).collect();
                let all: Vec<&Plain> = parts.iter().collect();
                Ok(Self::compose(&all, quote!((#(#tokens),*)), false))
            }
            Value::Source(Source::Build(build)) => self.plain_build(build, at),
            _ => refuse(at, NUMBER),
        }
    }

    /// A struct or variant without numbers: `Err(Failed { left: a < b })`.
    fn plain_build(&mut self, build: Build, at: &dyn ToTokens) -> Result<Plain> {
        let (BuildKind::Struct(path, members) | BuildKind::Variant(path, members)) = build.kind else {
            return refuse(at, NUMBER);
        };
        if self.struct_of(&path) != Ty::Unknown {
            return refuse(at, NUMBER);
        }
        let mut parts = Vec::new();
        for part in build.parts {
            parts.push(match part {
                Source::Plain(plain) => plain,
                // rustc checks that the result of a call contains no numbers.
                Source::Place(place) if place.ty.is_plain() || place.ty == Ty::Unknown => {
                    self.as_plain(Value::Place(place), at)?
                }
                Source::Build(inner) => self.plain_build(inner, at)?,
                _ => return refuse(at, NUMBER),
            });
        }
        let tokens = parts.iter().map(|part| &part.tokens);
        let all: Vec<&Plain> = parts.iter().collect();
        Ok(Self::compose(&all, quote!(#path { #(#members: #tokens),* }), true))
    }

    /// The type in the language of `ir`.
    pub(super) fn ty(&self, ty: &syn::Type) -> Ty {
        super::super::of_type(ty, self.numbers)
    }

    /// The code of a type. rustc infers a type with a length that only an inlined body names.
    pub(super) fn annotation(&self, ty: &syn::Type) -> Option<TokenStream> {
        let tokens = ty.to_token_stream();
        let named =
            !self.lengths.is_empty() && tokens::names(ty).any(|name| self.length_named(&name).is_some());
        (!named).then_some(tokens)
    }

    /// An array with the length that an inlined body names so.
    pub(super) fn length_named(&self, name: &syn::Ident) -> Option<Place> {
        let Some(super::Binding::Value(Value::Plain(length))) = self.lookup(&name.to_string()) else {
            return None;
        };
        self.lengths.get(&length.tokens.to_string()).cloned()
    }

    /// Lets rustc know the length of an array of a type `[f64; N]`, where an inlined body names `N`.
    pub(super) fn tie(&mut self, ty: &syn::Type, value: &Value, at: &dyn ToTokens) {
        match (ty, value) {
            (syn::Type::Reference(ty), value) => self.tie(&ty.elem, value, at),
            (syn::Type::Array(array), Value::Place(place) | Value::Borrow(place)) => {
                if let Expr::Path(length) = strip(&array.len)
                    && let Some(other) = length.path.get_ident().and_then(|name| self.length_named(name))
                {
                    self.same_length(place, &other, at);
                }
            }
            _ => {}
        }
    }

    /// Gives a new container a name.
    pub(super) fn stored(&mut self, value: &Value, name: &str, at: &dyn ToTokens) -> Result<Place> {
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

    /// Reads a number in a container now.
    pub(super) fn settle(&mut self, value: Value, at: &dyn ToTokens) -> Result<Value> {
        match &value {
            Value::Place(place) if place.ty == Ty::Number => Ok(Value::Number(self.number(&value, at)?)),
            _ => Ok(value),
        }
    }
}

/// Whether an expression is a variable or a part of one.
pub(super) fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}
