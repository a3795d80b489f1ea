//! The arguments of a function with an adjoint program.

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::lowered::{self, Lowered};
use quote::{ToTokens, quote};
use syn::Expr;

/// Whether the last argument and another one are parts of one list, as `split_at_mut` makes them, and one of them is changed. The
/// reverse sweep of a call receives its arguments one by one, and rustc cannot see that they are disjoint.
fn overlap(arguments: &[Argument]) -> bool {
    let part = |argument: &Argument| match argument {
        Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
            let by_index = |projection: &Projection| matches!(projection, Projection::Index(_));
            place.projections.iter().any(by_index).then_some(place.root)
        }
        _ => None,
    };
    let changed = |argument: &Argument| matches!(argument, Argument::Exclusive { .. });
    arguments.split_last().is_some_and(|(last, others)| {
        let with = |other: &Argument| part(other) == part(last) && (changed(other) || changed(last));
        part(last).is_some() && others.iter().any(with)
    })
}

impl Lowering<'_> {
    /// Arguments, and mutably borrowed local numbers and integers.
    #[allow(clippy::type_complexity, reason = "two lists")]
    pub(super) fn handed_over<'e>(
        &mut self,
        given: impl Iterator<Item = &'e Expr>,
    ) -> Result<(Vec<Argument>, Vec<(Id, Place)>)> {
        let (mut values, mut places, mut lent) = (Vec::new(), Vec::new(), Vec::new());
        for argument in given {
            let (argument, fits) = match lowered::read(strip(argument)) {
                Some(Lowered::Fit(inner)) => (inner, true),
                _ => (argument, false),
            };
            if let Some((memory, place)) = self.lent(argument) {
                lent.push((memory, place.clone()));
                values.push(Value::Borrow(Place { exclusive: true, ..place }));
            } else {
                let value = self.after(&mut values, argument, |lowering| {
                    if let Some(plain) = lowering.inferred(argument)? {
                        return Ok(Value::Plain(plain));
                    }
                    let value = match lowering.handed_on(argument) {
                        Some(place) => Value::Borrow(place),
                        None => lowering.expr(argument)?,
                    };
                    lowering.settle(value, argument)
                })?;
                values.push(value);
            }
            places.push((argument, fits));
        }
        let mut arguments = Vec::new();
        for (value, (argument, fits)) in values.into_iter().zip(places) {
            let given = self.argument(value, argument)?;
            arguments.push(if fits { self.fitted(given, argument) } else { given });
            if overlap(&arguments) {
                self.separate(&mut arguments, argument)?;
            }
        }
        Ok((arguments, lent))
    }

    /// Passes elements of one list as copies, which are written back after the call.
    ///
    /// ```text
    /// // Input:  let (left, right) = v.split_at_mut(k); collide(&mut left[i], &mut right[0]);
    /// // Output: let (mut a, mut b) = (v[..k][i], v[k..][0]); collide(&mut a, &mut b); v[..k][i] = a; v[k..][0] = b;
    /// ```
    fn separate(&mut self, arguments: &mut [Argument], at: &Expr) -> Result<()> {
        let root = match arguments.last() {
            Some(Argument::Borrow { place } | Argument::Exclusive { place, .. }) => place.root,
            _ => return Ok(()),
        };
        for argument in arguments {
            let (Argument::Borrow { place } | Argument::Exclusive { place, .. }) = &*argument else {
                continue;
            };
            let by_index = |projection: &Projection| matches!(projection, Projection::Index(_));
            if place.root != root || !place.projections.iter().any(by_index) {
                continue;
            }
            if self.is_slice(place) {
                return refuse(
                    at,
                    "two slices of one list are passed to a call that mutates one of them; pass the list and the \
                    split index",
                );
            }
            let place = place.clone();
            let source = self.source(&Value::Place(place.clone()), at)?;
            let copy = self.copy("part", span_of(at), source, place.ty.owned().clone(), true, None);
            let copy = Place::of(copy, place.ty.owned().clone());
            *argument = if let Argument::Exclusive { .. } = argument {
                self.handed_back.push((place, copy.clone()));
                self.exclusive(copy, at)
            } else {
                Argument::Borrow { place: copy }
            };
        }
        Ok(())
    }

    /// An argument without numbers may be a list of plain floats, and the parameter may be over numbers.
    pub(super) fn fitted(&self, argument: Argument, at: &dyn ToTokens) -> Argument {
        let span = span_of(at);
        let fit = |plain: Plain| {
            let tokens = lowered::fit(&plain.tokens, span, &self.numbers.private_at(span)).to_token_stream();
            Plain { floats: Some(plain.tokens), tokens, simple: false, inferred: true, ..plain }
        };
        match argument {
            Argument::PlainBorrow(plain) => Argument::PlainBorrow(fit(plain)),
            Argument::Value(Source::Plain(plain)) => Argument::Value(Source::Plain(fit(plain))),
            argument => argument,
        }
    }

    /// A value as an argument.
    pub(super) fn argument(&mut self, value: Value, argument: &Expr) -> Result<Argument> {
        Ok(match value {
            Value::Borrow(place) if place.exclusive => {
                if self.is_constant(&place) {
                    return refuse(argument, super::NO_VARIABLE);
                }
                self.exclusive(place, argument)
            }
            Value::Plain(plain) if plain.reference => Argument::PlainBorrow(plain),
            Value::Plain(plain) => Argument::Value(Source::Plain(plain)),
            Value::Number(id) => Argument::Value(Source::Value(id)),
            Value::Borrow(place) => {
                if place.ty.is_plain() {
                    let plain = self.of_place(&place, &quote!());
                    let tokens = &plain.tokens;
                    Argument::PlainBorrow(Plain { tokens: quote!(&#tokens), reference: true, ..plain })
                } else {
                    Argument::Borrow { place }
                }
            }
            Value::Place(place) if matches!(place.ty, Ty::Reference(_)) => Argument::Borrow { place },
            Value::Place(place) if place.ty.is_plain() => {
                let plain = self.as_plain(Value::Place(place), argument)?;
                Argument::Value(Source::Plain(plain))
            }
            value => {
                let place = self.stored(&value, "a", argument)?;
                Argument::Value(Source::Place(place))
            }
        })
    }

    /// `f(x)`, where `x` is a `&mut`: it is `f(&mut *x)`.
    fn handed_on(&self, argument: &Expr) -> Option<Place> {
        let Expr::Path(path) = strip(argument) else { return None };
        match self.lookup(&path.path.get_ident()?.to_string())? {
            Binding::Value(Value::Place(place))
                if place.projections.is_empty() && self.vars[place.root].exclusive =>
            {
                let mut place = place.clone();
                place.projections.push(Projection::Deref);
                place.ty = place.ty.owned().clone();
                place.exclusive = true;
                Some(place)
            }
            _ => None,
        }
    }

    pub(super) fn exclusive(&mut self, place: Place, at: &dyn ToTokens) -> Argument {
        let old = self.var("old", span_of(at), place.ty.clone(), Role::Value);
        Argument::Exclusive { place, old }
    }

    /// A local number or plain value that is mutably borrowed by a call. It is put into memory, and read after the call.
    ///
    /// ```text
    /// // Input:  f(&mut x);
    /// // Output: let mut c = x; f(&mut c); x = c;
    /// ```
    pub(super) fn lent(&mut self, argument: &Expr) -> Option<(Id, Place)> {
        let Expr::Reference(reference) = strip(argument) else { return None };
        reference.mutability?;
        let Expr::Path(path) = strip(&reference.expr) else { return None };
        let Some(Binding::Scalar(memory)) = self.lookup(&path.path.get_ident()?.to_string()) else {
            return None;
        };
        let memory = *memory;
        let version = self.version(memory);
        let (name, ty) = (self.name_of(memory), self.vars[memory].ty.clone());
        let var = self.var(&name, span_of(argument), ty.clone(), Role::Container);
        if let Some(annotation) = self.types.get(&memory).cloned() {
            self.types.insert(var, annotation);
        }
        self.push(Stmt::Declare { var, init: Some(Source::Value(version)) });
        Some((memory, Place::of(var, ty)))
    }
}
