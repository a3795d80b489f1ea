//! The order of evaluation: the changes of a statement, and the values of operands before the next one is evaluated.
//!
//! A value may be a place, which is read where the value is used. If an operand changes that place, the values before the operand
//! are read first.
//!
//! ```text
//! // Input:  product(v.0, { v.0 *= s; v.0 })
//! // Output: let a = v.0; v.0 = v.0 * s; let t = product(a, v.0);
//! ```

use super::{Binding, Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::ToTokens;
use std::collections::HashSet;
use syn::Expr;

/// The memory that statements change.
pub(super) fn changed(vars: &[Var], body: &[Stmt]) -> HashSet<Id> {
    let mut changed = HashSet::new();
    visit(body, &mut |statement| {
        let mut add = |place: &Place| {
            changed.insert(place.root);
            changed.extend(&vars[place.root].views);
        };
        match statement {
            Stmt::Write { place, .. } | Stmt::Push { place, .. } => add(place),
            Stmt::Let { rhs: Rhs::Call(call), .. } => call.changed().for_each(|(place, _)| add(place)),
            _ => {}
        }
    });
    changed
}

/// Whether statements can be repeated at the end without a trace: they change only their own memory, and do not exit.
pub(super) fn is_final(vars: &[Var], body: &[Stmt]) -> bool {
    let mut own = HashSet::new();
    let mut leaves = false;
    visit(body, &mut |statement| match statement {
        Stmt::Declare { var, .. } | Stmt::Let { var, .. } => _ = own.insert(*var),
        Stmt::Exit(_) => leaves = true,
        _ => {}
    });
    let outside = |id: &Id| !own.contains(id) && vars[*id].role != Role::Header;
    !leaves && !changed(vars, body).iter().any(outside)
}

fn visit<'s>(body: &'s [Stmt], see: &mut dyn FnMut(&'s Stmt)) {
    for statement in body {
        see(statement);
        match statement {
            Stmt::Branch { arms, .. } => arms.iter().for_each(|arm| visit(&arm.body, see)),
            Stmt::Loop(inner) => visit(&inner.body, see),
            _ => {}
        }
    }
}

impl Lowering<'_> {
    /// The values of operands, from left to right.
    pub(super) fn operands<'e>(
        &mut self,
        operands: impl IntoIterator<Item = &'e Expr>,
    ) -> Result<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for operand in operands {
            self.next_operand(&mut values, operand)?;
        }
        Ok(values)
    }

    /// Adds the value of the next operand.
    pub(super) fn next_operand(&mut self, values: &mut Vec<Value>, operand: &Expr) -> Result<()> {
        let value = self.after(values, operand, |lowering| {
            let value = lowering.expr(operand)?;
            lowering.settle(value, operand)
        })?;
        values.push(value);
        Ok(())
    }

    /// The result of `next`, and the previous values of the operands before it.
    pub(super) fn after<T>(
        &mut self,
        values: &mut [Value],
        at: &dyn ToTokens,
        next: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mark = self.block.len();
        let result = next(self)?;
        self.hold_changed(values, at, mark)?;
        Ok(result)
    }

    /// Holds the values in front of the statements after `mark`, if these change a memory that the values read.
    fn hold_changed(&mut self, values: &mut [Value], at: &dyn ToTokens, mark: usize) -> Result<()> {
        let changed = changed(&self.vars, &self.block[mark..]);
        let mut changes =
            values.iter().map(|value| self.reads(value).any(|memory| changed.contains(&memory)));
        if changes.any(|changes| changes) {
            let rest = self.block.split_off(mark);
            for value in values {
                *value = self.held(value.clone(), at)?;
            }
            self.block.extend(rest);
        }
        Ok(())
    }

    /// The memory that a use of a value reads.
    fn reads(&self, value: &Value) -> impl Iterator<Item = Id> + use<> {
        fn places<'v>(
            value: &'v Value,
            replaced: &HashSet<Id>,
            found: &mut Vec<&'v Place>,
            reads: &mut Vec<Id>,
        ) {
            match value {
                Value::Number(_) | Value::Unit | Value::Never => {}
                // The referent does not change, but a copy does if another reference replaces this one.
                Value::Borrow(place) if place.exclusive || !replaced.contains(&place.root) => {}
                Value::Plain(plain) => reads.extend(plain.reads.iter().filter(|_| !plain.reference)),
                Value::Place(place) if matches!(place.ty, Ty::Reference(_)) => {}
                Value::Borrow(place) | Value::Place(place) => found.push(place),
                Value::Tuple(parts) => parts.iter().for_each(|part| places(part, replaced, found, reads)),
                Value::Maybe(_, inside) => places(inside, replaced, found, reads),
                Value::Source(source) => places_of(source, found),
            }
        }
        let (mut found, mut reads) = (Vec::new(), Vec::new());
        places(value, &self.replaced, &mut found, &mut reads);
        reads.extend(found.into_iter().flat_map(|place| self.containers(place)));
        reads.into_iter()
    }

    /// The current value, independent of later writes.
    pub(super) fn held(&mut self, value: Value, at: &dyn ToTokens) -> Result<Value> {
        if self.reads(&value).next().is_none() {
            return Ok(value);
        }
        Ok(match value {
            Value::Plain(plain) => Value::Plain(self.now(plain, "k", span_of(at), None)),
            Value::Place(place) => self.content(place, at)?,
            Value::Borrow(place) => self.referent_now(place, at),
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|part| self.held(part, at)).collect::<Result<_>>()?)
            }
            Value::Maybe(flag, inside) => {
                let source = self.optional(&flag, &inside, at)?;
                self.materialized(source, at)
            }
            Value::Source(source) => self.materialized(source, at),
            value => value,
        })
    }

    /// A reference to the current referent of a reference that may be replaced.
    fn referent_now(&mut self, place: Place, at: &dyn ToTokens) -> Value {
        let ty = place.ty.owned().clone();
        let source = if self.is_slice(&place) { Source::ToVec(place) } else { Source::Place(place) };
        let var = self.bind_new("a", span_of(at), ty.clone(), Rhs::Source(source));
        Value::Borrow(Place::of(var, ty))
    }

    /// The names of such references in code that copies them, with their current referents.
    pub(super) fn references_now(&mut self, code: &Expr) -> Vec<(String, Binding)> {
        let scope = self.scope.iter().enumerate();
        let copied = scope.filter_map(|(at, (name, binding))| match binding {
            Binding::Value(Value::Borrow(place))
                if self.is_replaceable(place) && crate::parameter::mentions(code, name) =>
            {
                let shadowed = self.scope[at + 1..].iter().any(|(other, _)| other == name);
                (!shadowed).then(|| (name.clone(), place.clone()))
            }
            _ => None,
        });
        let copied: Vec<_> = copied.collect();
        let now = |(name, place)| (name, Binding::Value(self.referent_now(place, code)));
        copied.into_iter().map(now).collect()
    }

    fn materialized(&mut self, source: Source, at: &dyn ToTokens) -> Value {
        let ty = self.type_of_source(&source);
        let var = self.bind_new("a", span_of(at), ty.clone(), Rhs::Source(source));
        Value::Place(Place::of(var, ty))
    }
}

/// The places in a stored value.
fn places_of<'s>(source: &'s Source, places: &mut Vec<&'s Place>) {
    match source {
        Source::Place(place) | Source::ToVec(place) => places.push(place),
        Source::Build(build) => build.parts.iter().for_each(|part| places_of(part, places)),
        Source::Repeat { element, .. } => places_of(element, places),
        Source::Value(_) | Source::Plain(_) | Source::Empty(..) | Source::Without(_) | Source::Changed => {}
    }
}
