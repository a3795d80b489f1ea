//! Patterns, and the names that they bind.

use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::visit::{self, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Index, Member, Pat};

impl Lowering<'_> {
    /// `let pattern: annotation = value;`
    pub(super) fn bind(&mut self, pattern: &Pat, value: Value, annotation: Option<&syn::Type>) -> Result<()> {
        let value = Self::of_copy(value);
        match pattern {
            // It is no name.
            Pat::Ident(name) if name.ident == "None" => unclear(pattern),
            Pat::Ident(name) if name.by_ref.is_none() && (name.subpat.is_none() || is_rest(pattern)) => {
                self.bind_name(&name.ident, name.mutability.is_some(), value, annotation)
            }
            Pat::Ident(name)
                if name.subpat.is_none() && matches!(value, Value::Place(_) | Value::Borrow(_)) =>
            {
                let place = self.stored(&value, "a", pattern)?;
                let exclusive = name.mutability.is_some();
                self.bind_name(&name.ident, false, Value::Borrow(Place { exclusive, ..place }), annotation)
            }
            Pat::Type(typed) => self.bind(&typed.pat, value, Some(&typed.ty)),
            Pat::Paren(inner) => self.bind(&inner.pat, value, annotation),
            Pat::Wild(_) => Ok(()),
            // `&&(a, b)` of an item that is seen as one reference.
            Pat::Reference(inner) if matches!(&value, Value::Place(place) if matches!(place.ty, Ty::Tuple(_) | Ty::List(_))) => {
                self.bind(&inner.pat, value, None)
            }
            Pat::Reference(inner) => {
                let value = Self::dereferenced(value);
                self.bind(&inner.pat, value, None)
            }
            Pat::Tuple(tuple) => {
                let mut elements: Vec<Pat> = tuple.elems.iter().cloned().collect();
                if let Some(rest) = elements.iter().position(|element| matches!(element, Pat::Rest(_))) {
                    let count = match (&value, self.type_of(&value).owned()) {
                        (Value::Tuple(parts), _) => parts.len(),
                        (_, Ty::Tuple(types)) => types.len(),
                        _ if rest + 1 == elements.len() => rest,
                        _ => {
                            return refuse(
                                tuple,
                                "`..` in this pattern is not supported; write the names or `_`",
                            );
                        }
                    };
                    let ignored = (elements.len()..=count).map(|_| syn::parse_quote!(_));
                    let ignored: Vec<Pat> = ignored.collect();
                    elements.splice(rest..=rest, ignored);
                }
                let tuple = &syn::PatTuple { elems: elements.into_iter().collect(), ..tuple.clone() };
                let members = (0..tuple.elems.len()).map(|i| Member::Unnamed(Index::from(i)));
                self.bind_parts(tuple.elems.iter().zip(members), value, pattern)
            }
            Pat::TupleStruct(tuple) => {
                let members = (0..tuple.elems.len()).map(|i| Member::Unnamed(Index::from(i)));
                self.bind_parts(tuple.elems.iter().zip(members), value, pattern)
            }
            Pat::Struct(of) => {
                let fields = of.fields.iter().map(|field| (&*field.pat, field.member.clone()));
                self.bind_parts(fields, value, pattern)
            }
            Pat::Slice(slice) => {
                let borrowed =
                    matches!(&value, Value::Borrow(_)) || matches!(self.type_of(&value), Ty::Reference(_));
                let place = self.stored(&value, "a", pattern)?;
                let rest = slice.elems.iter().position(is_rest);
                let count = slice.elems.len();
                if rest.is_none() && place.projections.is_empty() && self.arrays.remove(&place.root) {
                    let (number, length) = (self.numbers.name_at(span_of(slice)), Index::from(count));
                    self.types.insert(place.root, quote!([#number; #length]));
                }
                for (i, element) in slice.elems.iter().enumerate() {
                    let (index, ty) = match (rest, place.ty.owned()) {
                        (Some(rest), ty) if i == rest => {
                            let end = self.behind_end(&place, count - 1 - i);
                            let start = Index::from(i);
                            let tokens = &end.tokens;
                            (Self::compose(&[&end], quote!(#start..#tokens), false), ty.clone())
                        }
                        (rest, ty) => {
                            let index = match rest {
                                Some(rest) if i > rest => self.behind_end(&place, count - i),
                                _ => Plain { tokens: Index::from(i).to_token_stream(), ..Plain::default() },
                            };
                            let ty = match ty {
                                Ty::List(element) => (**element).clone(),
                                _ => Ty::Unknown,
                            };
                            (index, ty)
                        }
                    };
                    let mut part = Place { ty, ..place.clone() };
                    part.projections.push(Projection::Index(index));
                    match element {
                        Pat::Rest(_) => {}
                        _ if borrowed || is_rest(element) => self.bind(element, Value::Borrow(part), None)?,
                        _ => self.bind(element, Value::Place(part), None)?,
                    }
                }
                Ok(())
            }
            pattern => refuse(
                pattern,
                "this pattern is not supported; bind names, and take the value apart with `.` and `[…]`",
            ),
        }
    }

    /// The index that is so many elements before the end of a list.
    fn behind_end(&mut self, place: &Place, count: usize) -> Plain {
        let count = Index::from(count);
        let plain = self.of_place(place, &quote!(.len() - #count));
        if plain.reads.is_empty() { plain } else { self.now(plain, "end", Span::mixed_site(), None) }
    }

    /// Whether a list has as many elements as a pattern of a slice asks for.
    pub(super) fn fits(&mut self, slice: &syn::PatSlice, value: &Value) -> Result<(Plain, Value)> {
        let place = self.stored(value, "a", slice)?;
        if !matches!(place.ty.owned(), Ty::List(_)) {
            return unclear(slice);
        }
        let simple = |element: &Pat| {
            is_rest(element)
                || matches!(element, Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none())
                || matches!(element, Pat::Wild(_))
        };
        if let Some(element) = slice.elems.iter().find(|element| !simple(element)) {
            return unclear(element);
        }
        let rest = slice.elems.iter().filter(|element| is_rest(element)).count();
        let count = Index::from(slice.elems.len() - rest);
        let flag = if rest > 0 { quote!(.len() >= #count) } else { quote!(.len() == #count) };
        let flag = self.of_place(&place, &flag);
        let flag = self.now(flag, "fits", span_of(slice), None);
        let borrowed = matches!(value, Value::Borrow(_)) || matches!(self.type_of(value), Ty::Reference(_));
        Ok((flag, if borrowed { Value::Borrow(place) } else { Value::Place(place) }))
    }

    fn bind_parts<'p>(
        &mut self,
        parts: impl Iterator<Item = (&'p Pat, Member)>,
        value: Value,
        at: &Pat,
    ) -> Result<()> {
        match value {
            Value::Tuple(values) => {
                for ((pattern, _), value) in parts.zip(values) {
                    self.bind(pattern, value, None)?;
                }
                Ok(())
            }
            Value::Plain(plain) => {
                let plain = self.now(plain, "p", span_of(at), None);
                for (pattern, member) in parts {
                    let tokens = &plain.tokens;
                    let tokens = match (at, &member) {
                        // `(&K, &V)`, an item of a map, and `&(K, V)` have the same parts. An item of an iterator may be a reference.
                        (Pat::Tuple(_), Member::Unnamed(index)) => {
                            let others = (0..index.index).map(|_| quote!(_,));
                            quote!({ let (#(#others)* __part, ..) = #tokens; __part })
                        }
                        _ if plain.reference => quote!(&#tokens.#member),
                        _ => quote!(#tokens.#member),
                    };
                    // A part is moved out of the whole, which is not saved then.
                    let mut part = Self::compose(&[&plain], tokens, !plain.reference);
                    part.reference = plain.reference;
                    self.bind(pattern, Value::Plain(part), None)?;
                }
                Ok(())
            }
            value => {
                let borrowed = matches!(value, Value::Borrow(_));
                let reference = matches!(self.type_of(&value), Ty::Reference(_));
                let place = self.stored(&value, "a", at)?;
                for (pattern, member) in parts {
                    let part = self.project(place.clone(), &member);
                    let whole = !matches!(part.ty, Ty::Number | Ty::Reference(_));
                    let part =
                        if borrowed || reference && whole { Value::Borrow(part) } else { Value::Place(part) };
                    self.bind(pattern, part, None)?;
                }
                Ok(())
            }
        }
    }

    fn bind_name(
        &mut self,
        ident: &syn::Ident,
        mutable: bool,
        value: Value,
        annotation: Option<&syn::Type>,
    ) -> Result<()> {
        let before = self.vars.len();
        self.bind_value(ident, mutable, value, annotation)?;
        if annotation.is_some_and(|ty| crate::parameter::mentions(ty, "VecDeque")) {
            self.deques.extend(before..self.vars.len());
        }
        Ok(())
    }

    fn bind_value(
        &mut self,
        ident: &syn::Ident,
        mutable: bool,
        value: Value,
        annotation: Option<&syn::Type>,
    ) -> Result<()> {
        let (name, span) = (ident.to_string(), ident.span());
        if let Some(ty) = annotation {
            self.tie(ty, &value, ident);
        }
        // A container of references is one of copies, since their referents do not change as long as they exist.
        let copied = annotation.and_then(|ty| of_copies(ty, self.numbers));
        let declared = annotation.map(|ty| self.ty(ty));
        let declared = if copied.is_some() { declared.map(copies) } else { declared };
        let value = match declared {
            Some(Ty::Number) => Value::Number(self.number(&value, ident)?),
            _ => self.settle(value, ident)?,
        };
        let value = match (value, &declared) {
            (Value::Place(place), Some(ty)) if copied.is_some() => {
                Value::Place(Place { ty: ty.clone(), ..place })
            }
            (Value::Place(place), Some(ty @ Ty::Struct(_))) if place.ty == Ty::Unknown => {
                Value::Place(Place { ty: ty.clone(), ..place })
            }
            (value, _) => value,
        };
        // `let mut node = self;`
        let value = match value {
            Value::Place(place)
                if mutable
                    && matches!(place.ty, Ty::Reference(_))
                    && !self.vars[place.root].exclusive
                    && self.is_replaced(&name, &place) =>
            {
                Value::Borrow(place)
            }
            value => value,
        };
        let written = copied.as_ref().or(annotation).filter(|ty| !holds_slices(ty));
        let tokens = written.and_then(|ty| self.annotation(ty));
        let binding = match value {
            // A changing place must not be seen through another name.
            Value::Place(place)
                if !matches!(place.ty, Ty::Reference(_)) && (mutable || !self.is_constant(&place)) =>
            {
                let ty = match (&declared, place.ty.owned()) {
                    (Some(told), Ty::Unknown) if !told.is_plain() => told.owned().clone(),
                    (_, ty) => ty.clone(),
                };
                let var = self.copy(&name, span, Source::Place(place.clone()), ty, mutable, tokens);
                Binding::Value(self.container(var))
            }
            // A reference that was read in a changing container outlives its place there.
            Value::Place(place) | Value::Borrow(place) if self.is_behind_a_copy(&place) => {
                let ty = place.ty.owned().clone();
                let replaced = mutable && self.is_replaced(&name, &place);
                let slice = is_slice(&place.ty) || self.is_slice(&place);
                let source = if slice { Source::ToVec(place) } else { Source::Place(place) };
                let var = self.copy(&name, span, source, ty.clone(), replaced, None);
                if replaced {
                    self.replaced.insert(var);
                }
                Binding::Value(Value::Borrow(Place::of(var, ty)))
            }
            // A reference that is replaced by others is a copy of its referent, for the same reason.
            Value::Borrow(place)
                if mutable
                    && !place.exclusive
                    && *place.ty.owned() == Ty::Number
                    && self.is_replaced(&name, &place) =>
            {
                let id = self.number(&Value::Borrow(place), ident)?;
                self.scalar(&name, span, Ty::Number, Source::Value(id), Some(id), None)
            }
            Value::Borrow(place) if mutable && !place.exclusive && self.is_replaced(&name, &place) => {
                let ty = place.ty.owned().clone();
                let var = self.copy(&name, span, Source::Place(place), ty.clone(), true, None);
                self.replaced.insert(var);
                Binding::Value(Value::Borrow(Place::of(var, ty)))
            }
            Value::Plain(plain) if mutable && plain.is_none() && matches!(declared, Some(Ty::Option(_))) => {
                let ty = declared.unwrap_or(Ty::Unknown);
                let var = self.copy(&name, span, Source::nothing(plain.tokens), ty, true, tokens);
                Binding::Value(self.container(var))
            }
            Value::Plain(plain) if mutable && declared.as_ref().is_some_and(|ty| !ty.is_plain()) => {
                let ty = declared.unwrap_or(Ty::Unknown);
                let var = self.copy(&name, span, Source::Plain(plain), ty, true, tokens);
                Binding::Value(self.container(var))
            }
            Value::Maybe(flag, inside) if mutable => {
                let value = Value::Maybe(flag, inside);
                let ty = match declared {
                    Some(ty) if ty != Ty::Plain => ty,
                    _ => self.type_of(&value),
                };
                let source = self.source(&value, ident)?;
                let var = self.copy(&name, span, source, ty, true, tokens);
                Binding::Value(self.container(var))
            }
            Value::Number(id) if mutable => {
                self.scalar(&name, span, Ty::Number, Source::Value(id), Some(id), tokens)
            }
            Value::Plain(plain)
                if mutable && !self.changes_parts(&name) && !self.assigned.only_by_methods(&name) =>
            {
                let id = plain.simple.then(|| plain.values.first().copied()).flatten();
                self.scalar(&name, span, Ty::Plain, Source::Plain(plain), id, tokens)
            }
            // Methods change it, if nothing else does.
            Value::Plain(plain)
                if mutable && !self.assigned.is_lent(&name, |argument| self.is_plain(argument)) =>
            {
                let ident = self.new_state(&name, span, Source::Plain(plain), tokens);
                Binding::Value(Value::Plain(ident))
            }
            Value::Plain(plain) if mutable => {
                let var =
                    self.copy(&name, span, Source::Plain(plain), Ty::List(Box::new(Ty::Plain)), true, tokens);
                Binding::Value(self.container(var))
            }
            // `let fields: Vec<Option<f64>> = text.split(',').map(|f| f.parse().ok()).collect();`
            Value::Plain(plain) if declared.as_ref().is_some_and(has_contents) => {
                let ty = declared.unwrap_or(Ty::Unknown);
                let var = self.copy(&name, span, Source::Plain(plain), ty, false, tokens);
                Binding::Value(self.container(var))
            }
            Value::Plain(plain) => Binding::Value(Value::Plain(self.now(plain, &name, span, tokens))),
            Value::Source(source @ Source::Empty(..))
                if mutable
                    && declared.as_ref().is_some_and(Ty::is_plain)
                    && !self.assigned.is_lent(&name, |argument| self.is_plain(argument)) =>
            {
                Binding::Value(Value::Plain(self.new_state(&name, span, source, tokens)))
            }
            Value::Source(source) => {
                let none = mutable && declared.is_none() && matches!(source, Source::Empty(Ty::Option(_), _));
                let ty = match declared {
                    Some(ty) if !matches!(ty, Ty::Plain | Ty::Unknown) => ty,
                    _ => self.type_of_source(&source),
                };
                let var = self.copy(&name, span, source, ty, mutable, tokens);
                self.nones.extend(none.then_some(var));
                Binding::Value(self.container(var))
            }
            Value::Tuple(parts) if mutable => {
                let source = self.source(&Value::Tuple(parts), ident)?;
                let ty = self.type_of_source(&source);
                let var = self.copy(&name, span, source, ty, true, tokens);
                Binding::Value(self.container(var))
            }
            value => Binding::Value(self.held(value, ident)?),
        };
        self.scope.push((name, binding));
        Ok(())
    }

    /// Whether a name is assigned to as a whole, and means one value of numbers, not a slice.
    fn is_replaced(&self, name: &str, place: &Place) -> bool {
        let parameter = place.projections.is_empty() && matches!(self.vars[place.root].ty, Ty::Reference(_));
        let slice = self.is_slice(place) || parameter && matches!(place.ty.owned(), Ty::List(_));
        !slice && !place.ty.is_plain() && self.assigned.contains(name)
    }

    /// A local without numbers whose parts change.
    fn new_state(&mut self, name: &str, span: Span, init: Source, annotation: Option<TokenStream>) -> Plain {
        let var = self.copy(name, span, init, Ty::Plain, true, annotation);
        Self::state_of(var, self.vars[var].ident.to_token_stream())
    }

    /// The content of a variable without numbers, whose parts change.
    fn state_of(var: Id, tokens: TokenStream) -> Plain {
        Plain { tokens, reads: vec![var], expensive: true, simple: true, state: true, ..Plain::default() }
    }

    fn container(&self, var: Id) -> Value {
        Value::Place(Place::of(var, self.vars[var].ty.clone()))
    }

    /// A variable that is assigned to.
    fn scalar(
        &mut self,
        name: &str,
        span: Span,
        ty: Ty,
        init: Source,
        version: Option<Id>,
        annotation: Option<TokenStream>,
    ) -> Binding {
        let memory = self.var(name, span, ty, Role::Scalar);
        if matches!(&init, Source::Plain(plain) if self.is_integer(plain)) {
            self.integers.insert(memory);
        }
        if let Some(annotation) = annotation {
            self.types.insert(memory, annotation);
        }
        self.push(Stmt::Declare { var: memory, init: Some(init) });
        if let Some(version) = version {
            self.versions.insert(memory, version);
        }
        Binding::Scalar(memory)
    }

    /// A new container with a copy.
    pub(super) fn copy(
        &mut self,
        name: &str,
        span: Span,
        source: Source,
        ty: Ty,
        mutable: bool,
        annotation: Option<TokenStream>,
    ) -> Id {
        let var = if mutable {
            let var = self.var(name, span, ty, Role::Container);
            self.push(Stmt::Declare { var, init: Some(source) });
            var
        } else {
            self.bind_new(name, span, ty, Rhs::Source(source))
        };
        if let Some(annotation) = annotation {
            self.types.insert(var, annotation);
        }
        var
    }

    /// Whether the content of a place never changes.
    pub(super) fn is_constant(&self, place: &Place) -> bool {
        self.containers(place).is_empty()
    }

    /// Whether a place is reached through a reference in a container that may get other references.
    fn is_behind_a_copy(&self, place: &Place) -> bool {
        let var = &self.vars[place.root];
        if place.exclusive || var.role == Role::Header || self.is_constant(place) {
            return false;
        }
        let mut ty = var.ty.clone();
        place.projections.iter().any(|projection| {
            ty = match (projection, ty.owned()) {
                (Projection::Index(by), of @ Ty::List(_)) if by.tokens.to_string().contains("..") => {
                    of.clone()
                }
                (Projection::Index(_), Ty::List(of) | Ty::Map(of)) | (Projection::There, Ty::Option(of)) => {
                    (**of).clone()
                }
                (Projection::Field(member), of) => self.project(Place::of(place.root, of.clone()), member).ty,
                (Projection::Deref, of) => of.clone(),
                _ => Ty::Unknown,
            };
            is_slice(&ty) || matches!(ty, Ty::Copy(_))
        })
    }

    /// Whether the function assigns to parts of the variable of this name.
    fn changes_parts(&self, name: &str) -> bool {
        self.assigned.parts.contains(name)
    }
}

/// The type of a container over numbers without the references to numbers in it, if there are any: `Vec<Item<N>>` for
/// `Vec<&Item<N>>`.
pub(in crate::adjoint) fn of_copies(ty: &syn::Type, numbers: &crate::numbers::Numbers) -> Option<syn::Type> {
    struct Copies<'a>(&'a crate::numbers::Numbers, bool);
    impl VisitMut for Copies<'_> {
        fn visit_type_mut(&mut self, ty: &mut syn::Type) {
            while let syn::Type::Reference(reference) = ty
                && reference.mutability.is_none()
                && !matches!(&*reference.elem, syn::Type::Slice(_) | syn::Type::TraitObject(_))
                && self.0.in_lowered(&reference.elem)
            {
                *ty = (*reference.elem).clone();
                self.1 = true;
            }
            visit::visit_type_mut(self, ty);
        }
    }
    let (mut ty, mut copies) = (ty.clone(), Copies(numbers, false));
    if numbers.in_lowered(&ty) && !matches!(ty, syn::Type::Reference(_)) {
        copies.visit_type_mut(&mut ty);
    }
    copies.1.then_some(ty)
}

/// The same for the type of a container.
pub(in crate::adjoint) fn copies(ty: Ty) -> Ty {
    let inside = |ty: Ty| match ty {
        Ty::Reference(of) if *of.owned() == Ty::Number => Ty::Number,
        Ty::Reference(of) if !of.is_plain() => Ty::Copy(Box::new(copies(*of))),
        ty => copies(ty),
    };
    match ty {
        Ty::List(of) => Ty::List(Box::new(inside(*of))),
        Ty::Map(of) => Ty::Map(Box::new(inside(*of))),
        Ty::Option(of) => Ty::Option(Box::new(inside(*of))),
        Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(inside).collect()),
        ty => ty,
    }
}

/// A slice in a container is the only reference there that is no copy.
fn is_slice(ty: &Ty) -> bool {
    matches!(ty, Ty::Reference(of) if matches!(**of, Ty::List(_)))
}

/// Whether a type is a list of references to lists: `Vec<&[N]>`.
fn holds_slices(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last().filter(|last| last.ident == "Vec") else { return false };
    let syn::PathArguments::AngleBracketed(list) = &last.arguments else { return false };
    matches!(list.args.first(), Some(syn::GenericArgument::Type(syn::Type::Reference(reference)))
        if matches!(*reference.elem, syn::Type::Slice(_)))
}

/// Whether a pattern is `..` or `name @ ..`.
pub(super) fn is_rest(pattern: &Pat) -> bool {
    match pattern {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, of)| matches!(**of, Pat::Rest(_))),
        _ => false,
    }
}

/// Whether a type contains `Option`s of numbers.
fn has_contents(ty: &Ty) -> bool {
    match ty {
        Ty::Option(inside) => !inside.is_plain(),
        Ty::List(element) => has_contents(element),
        Ty::Tuple(types) => types.iter().any(has_contents),
        _ => false,
    }
}
