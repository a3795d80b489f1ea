//! Values: as numbers, as stored values, and their types.

use super::{Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

impl Lowering<'_> {
    /// The value as a number with an adjoint.
    pub(super) fn number(&mut self, value: &Value, at: &dyn ToTokens) -> Result<Id> {
        // The span of an expression costs all of its tokens.
        let span = || span_of(at);
        match value {
            Value::Number(id) | Value::Source(Source::Value(id)) => Ok(*id),
            Value::Place(place) | Value::Borrow(place) => {
                if place.projections.is_empty()
                    && place.ty == Ty::Number
                    && matches!(self.vars[place.root].role, Role::Value | Role::Parameter | Role::Header)
                {
                    return Ok(place.root);
                }
                if !matches!(place.ty.owned(), Ty::Number | Ty::Unknown | Ty::Struct(_)) {
                    return unclear(at);
                }
                Ok(self.temporary(span(), Rhs::Read(place.clone())))
            }
            Value::Plain(plain) => {
                let span = span();
                let private = self.numbers.private_at(span);
                let (name, tokens) = (self.numbers.name_at(span), &plain.tokens);
                let tokens = if plain.variable().is_some_and(|id| self.taken.contains(&id)) {
                    quote!({ use #private::adjoint::PartIsNumber as _; #private::adjoint::Part(#tokens).number::<#name>() })
                } else {
                    quote!(#private::adjoint::constant::<#name>(#tokens))
                };
                Ok(self.temporary(span, Rhs::Constant(Plain { tokens, ..plain.clone() })))
            }
            Value::Never => {
                let span = span();
                let private = self.numbers.private_at(span);
                let name = self.numbers.name_at(span);
                let plain =
                    Plain { tokens: quote!(#private::adjoint::filler::<#name>()), ..Plain::default() };
                Ok(self.temporary(span, Rhs::Constant(plain)))
            }
            Value::Tuple(_) | Value::Source(_) | Value::Unit | Value::Maybe(..) => unclear(at),
        }
    }

    /// The value as one that is stored, passed or returned.
    pub(super) fn source(&mut self, value: &Value, at: &dyn ToTokens) -> Result<Source> {
        Ok(match value {
            Value::Number(id) => Source::Value(*id),
            Value::Plain(plain) => Source::Plain(plain.clone()),
            Value::Place(place) if *place.ty.owned() == Ty::Number => Source::Value(self.number(value, at)?),
            Value::Place(place) => Source::Place(place.clone()),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.source(part, at)).collect::<Result<_>>()?;
                Source::Build(Build { kind: BuildKind::Tuple, parts })
            }
            Value::Source(source) => source.clone(),
            Value::Maybe(flag, inside) => self.optional(flag, inside, at)?,
            Value::Borrow(place) if *place.ty.owned() == Ty::Number => Source::Value(self.number(value, at)?),
            // Its referent does not change as long as the reference exists.
            Value::Borrow(place) if !place.exclusive && !self.is_slice(place) => Source::Place(place.clone()),
            Value::Borrow(_) => {
                return refuse(
                    at,
                    "a reference to numbers is stored or returned; store the numbers, or use the reference where it \
                    is made",
                );
            }
            Value::Unit => Source::Plain(Plain { tokens: quote!(()), ..Plain::default() }),
            Value::Never => return unclear(at),
        })
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: &Value) -> Ty {
        match value {
            Value::Number(_) => Ty::Number,
            Value::Plain(_) | Value::Unit | Value::Never => Ty::Plain,
            Value::Place(place) => place.ty.clone(),
            Value::Borrow(place) => Ty::Reference(Box::new(place.ty.clone())),
            Value::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.type_of(part)).collect()),
            Value::Source(source) => self.type_of_source(source),
            Value::Maybe(flag, _) if flag.as_truth() == Some(false) => Ty::Option(Box::new(Ty::Unknown)),
            Value::Maybe(_, inside) => Ty::Option(Box::new(self.type_of(inside).owned().clone())),
        }
    }

    pub(super) fn type_of_source(&self, source: &Source) -> Ty {
        match source {
            Source::Value(id) => self.vars[*id].ty.clone(),
            Source::Plain(_) | Source::Changed => Ty::Plain,
            Source::Without(_) => Ty::Unknown,
            Source::Place(place) | Source::ToVec(place) => place.ty.owned().clone(),
            Source::Build(Build { kind: BuildKind::Tuple, parts }) => {
                Ty::Tuple(parts.iter().map(|part| self.type_of_source(part)).collect())
            }
            Source::Build(Build {
                kind: BuildKind::Struct(path, _) | BuildKind::Variant(path, _), ..
            }) => self.struct_of(path),
            Source::Build(Build { kind: BuildKind::Boxed, parts }) => {
                parts.first().map_or(Ty::Unknown, |part| self.type_of_source(part))
            }
            Source::Build(Build { kind: BuildKind::There(..), parts }) => {
                Ty::Option(Box::new(parts.first().map_or(Ty::Unknown, |part| self.type_of_source(part))))
            }
            Source::Build(Build { parts, .. }) => {
                let mut types = parts.iter().map(|part| self.type_of_source(part));
                let first = types.next().unwrap_or(Ty::Unknown);
                // A variant without numbers may be beside one with numbers.
                let ty =
                    if first.is_plain() { types.find(|ty| !ty.is_plain()).unwrap_or(first) } else { first };
                Ty::List(Box::new(ty))
            }
            Source::Repeat { element, .. } => Ty::List(Box::new(self.type_of_source(element))),
            Source::Empty(ty, _) => ty.clone(),
        }
    }

    /// The type over numbers that a path names.
    pub(super) fn struct_of(&self, path: &TokenStream) -> Ty {
        if let Some(name) = self.numbers.find(path).filter(|name| self.numbers.is_struct(name)) {
            return Ty::Struct(name.to_string());
        }
        if let (Some(itself), true) = (&self.numbers.itself, path.to_string() == "Self") {
            return Ty::Struct(itself.to_string());
        }
        let mut names = path.clone().into_iter().map(|token| token.to_string());
        let known = names.find(|name| self.numbers.known.types.contains_key(name));
        known.map_or(Ty::Unknown, |name| self.numbers.of_known(&name))
    }

    /// The containers that a place may be part of.
    pub(super) fn containers(&self, place: &Place) -> Vec<Id> {
        self.vars[place.root].views.clone()
    }

    /// A value for later, evaluated now: `let t = tokens;`
    pub(super) fn now(
        &mut self,
        plain: Plain,
        name: &str,
        span: Span,
        annotation: Option<TokenStream>,
    ) -> Plain {
        if plain.simple && plain.reads.is_empty() && annotation.is_none() {
            return plain;
        }
        // A second name would move the value of the first one.
        if let (true, [var], Some(annotation)) = (plain.simple, &plain.values[..], &annotation)
            && self.vars[*var].role == Role::Value
            && !self.types.contains_key(var)
        {
            self.types.insert(*var, annotation.clone());
            return plain;
        }
        let reference = plain.reference;
        let ty = if reference { Ty::Reference(Box::new(Ty::Plain)) } else { Ty::Plain };
        let expensive = plain.expensive;
        let var = self.bind_new(name, span, ty, Rhs::Plain(plain));
        if expensive {
            self.computed.insert(var);
        }
        if let Some(annotation) = annotation {
            self.types.insert(var, annotation);
        }
        let ident = &self.vars[var].ident;
        Plain { tokens: quote!(#ident), values: vec![var], reference, simple: true, ..Plain::default() }
    }
}
