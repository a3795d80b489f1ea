//! Exits: `break`, `continue`, `return`.

use super::{Around, LoopKind, Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::{Block, Lifetime};

/// Whether an exit leaves a statement, and so many loops around it.
pub(super) fn leaves(statement: &Stmt, levels: usize) -> bool {
    match statement {
        Stmt::Exit(exit) => match exit.target {
            Target::Break(level) | Target::Continue(level) => level >= levels,
            Target::Return => true,
        },
        Stmt::Branch { arms, .. } => arms.iter().flat_map(|arm| &arm.body).any(|inner| leaves(inner, levels)),
        Stmt::Loop(inner) => inner.body.iter().any(|inner| leaves(inner, levels + 1)),
        _ => false,
    }
}

impl Lowering<'_> {
    /// The body of a function with early `return`s. All of them store the result in one place.
    pub(super) fn function_with_exits(
        mut self,
        body: &Block,
        output: &Ty,
    ) -> Result<(Program, HashMap<Id, TokenStream>, Vec<TokenStream>)> {
        let (ty, role) = match output {
            Ty::Number => (Ty::Number, Role::Scalar),
            ty if ty.is_plain() => (Ty::Plain, Role::Scalar),
            ty @ Ty::Option(_) => (ty.clone(), Role::Container),
            _ => (Ty::Unknown, Role::Container),
        };
        let var = self.var("returned", Span::mixed_site(), ty.clone(), role);
        self.push(Stmt::Declare { var, init: None });
        self.returned = Some(var);
        let value = self.block_value(body)?;
        if !matches!(value, Value::Never) {
            self.give(var, value, body)?;
        }
        let result = Source::Place(Place::of(var, ty));
        Ok(self.program(result))
    }

    /// Stores a value in its place.
    fn give(&mut self, var: Id, value: Value, at: &dyn ToTokens) -> Result<()> {
        let ty = self.vars[var].ty.clone();
        let value = match &ty {
            Ty::Number => Source::Value(self.number(&value, at)?),
            Ty::Plain => Source::Plain(self.as_plain(value, at)?),
            _ => self.source(&value, at)?,
        };
        let old = self.var("old", span_of(at), ty.clone(), Role::Value);
        self.push(Stmt::Write { place: Place::of(var, ty), value, old });
        Ok(())
    }

    pub(super) fn return_(&mut self, exit: &syn::ExprReturn) -> Result<Value> {
        let Some(var) = self.returned else {
            return unclear(exit.return_token);
        };
        let value = match &exit.expr {
            Some(expr) => self.expr(expr)?,
            None => Value::Unit,
        };
        if !matches!(value, Value::Never) {
            self.give(var, value, exit)?;
        }
        self.leave_function();
        Ok(Value::Never)
    }

    pub(super) fn leave_function(&mut self) {
        self.loops.iter_mut().for_each(|around| around.left = true);
        self.push(Stmt::Exit(Exit { target: Target::Return, ways: Vec::new() }));
    }

    /// The number of levels to the loop of this label.
    fn level(&self, label: Option<&Lifetime>, at: &dyn ToTokens, leaves: bool) -> Result<usize> {
        let of = |around: &&Around| match label {
            None => around.form != LoopKind::Block,
            Some(label) => around.label.as_ref().is_some_and(|name| label.ident == name),
        };
        let outwards = || self.loops.iter().rev();
        let level = outwards().position(|around| of(&around));
        let level = level.map(|mut level| {
            // One loop of the user may be several.
            let joined =
                |level: usize| outwards().nth(level).is_some_and(|around| around.form == LoopKind::Joined);
            if leaves {
                while joined(level) {
                    level += 1;
                }
            } else {
                while level > 0 && joined(level - 1) {
                    level -= 1;
                }
            }
            level
        });
        level.map_or_else(|| unclear(at), Ok)
    }

    pub(super) fn break_(&mut self, exit: &syn::ExprBreak) -> Result<Value> {
        let level = self.level(exit.label.as_ref(), exit, true)?;
        let index = self.loops.len() - 1 - level;
        if let Some(expr) = &exit.expr {
            let value = self.expr(expr)?;
            let value = self.settle(value, expr)?;
            if matches!(value, Value::Never) {
                return Ok(Value::Never);
            }
            let var = match self.loops[index].value {
                Some(var) => var,
                None if matches!(value, Value::Unit) => {
                    self.leave_loops(level);
                    return Ok(Value::Never);
                }
                None => {
                    let (ty, role) = match self.type_of(&value) {
                        _ if matches!(&value, Value::Plain(plain) if plain.is_none()) => {
                            (Ty::Option(Box::new(Ty::Unknown)), Role::Container)
                        }
                        ty if ty.is_plain() => (Ty::Plain, Role::Scalar),
                        ty if matches!(ty.owned(), Ty::Number | Ty::Unknown) => (Ty::Number, Role::Scalar),
                        ty => (ty.owned().clone(), Role::Container),
                    };
                    let var = self.var("value", span_of(exit), ty, role);
                    self.loops[index].value = Some(var);
                    var
                }
            };
            if self.vars[var].ty == Ty::Plain && self.is_maybe(&value) {
                self.contains_numbers(var, &value);
            }
            self.give(var, value, expr)?;
        }
        self.leave_loops(level);
        Ok(Value::Never)
    }

    /// Ends the loop this number of levels further out.
    pub(super) fn leave_loops(&mut self, level: usize) {
        let index = self.loops.len() - 1 - level;
        self.loops[index].broken = true;
        self.loops[index..].iter_mut().for_each(|around| around.left = true);
        self.push(Stmt::Exit(Exit { target: Target::Break(level), ways: Vec::new() }));
    }

    pub(super) fn continue_(&mut self, exit: &syn::ExprContinue) -> Result<Value> {
        let level = self.level(exit.label.as_ref(), exit, false)?;
        let index = self.loops.len() - 1 - level;
        self.loops[index + 1..].iter_mut().for_each(|around| around.left = true);
        self.push(Stmt::Exit(Exit { target: Target::Continue(level), ways: Vec::new() }));
        Ok(Value::Never)
    }

    /// Enters a loop.
    pub(super) fn enter(&mut self, label: Option<&syn::Label>, value: Option<Id>) {
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push(Around { label, value, left: false, broken: false, form: LoopKind::Loop });
    }

    /// The number of loops around the current code, whose iterations may be several.
    pub(super) fn repetitions(&self) -> usize {
        self.loops.iter().filter(|around| around.form != LoopKind::Block).count()
    }

    /// Leaves a loop. Returns whether an exit leaves it.
    pub(super) fn leave(&mut self) -> bool {
        self.loops.pop().is_some_and(|around| around.left)
    }

    /// The same, with the place of the `break` value, and whether there is a `break`.
    fn leave_loop(&mut self) -> (bool, Option<Id>, bool) {
        self.loops.pop().map_or((false, None, false), |around| (around.left, around.value, around.broken))
    }

    /// `'a: { … }` is a loop with one iteration.
    pub(super) fn labelled(&mut self, block: &syn::ExprBlock) -> Result<Value> {
        let (label, body) = (&block.label, &block.block);
        let Some(syn::Label { name, .. }) = label else { return self.block_value(body) };
        self.loop_(&syn::parse_quote!(#label loop { break #name #body }), None, LoopKind::Block)
    }

    /// `loop { … }`
    pub(super) fn loop_(&mut self, inner: &syn::ExprLoop, ty: Option<Ty>, form: LoopKind) -> Result<Value> {
        let written = super::assigned::Assigned::of_block(&inner.body);
        let span = span_of(&inner.loop_token);
        let value = ty.map(|ty| {
            let (ty, role) = match ty {
                ty if ty.is_plain() => (Ty::Plain, Role::Scalar),
                Ty::Number => (Ty::Number, Role::Scalar),
                ty => (ty, Role::Container),
            };
            self.var("value", span, ty, role)
        });
        self.enter(inner.label.as_ref(), value);
        self.loops.iter_mut().rev().take(1).for_each(|around| around.form = form);
        let body = self.repeated(&written, &inner.loop_token, |lowering| lowering.block_value(&inner.body));
        let (left, value, broken) = self.leave_loop();
        let (_, mut body) = body?;
        if let Some(var) = value {
            let ty = self.vars[var].ty.clone();
            self.retype(var, &ty, &mut body);
            let left = body.iter().any(|statement| leaves(statement, 1));
            self.declare_value(var, left, [&mut body]);
        }
        self.finish_loop(Head::While, body, left, span);
        Ok(match value {
            _ if !broken => Value::Never,
            Some(var) => self.declared_value(var),
            None => Value::Unit,
        })
    }

    /// Declares the value of a branch or a loop, which is pushed next. If an exit leaves it without a value, a container is an `Option`:
    /// the exit saves the structure of all containers.
    ///
    /// ```text
    /// // Input:  let v = loop { … break (a, b); … return c; };
    /// // Output: let mut v = None; loop { … v = Some((a, b)); break; … return c; } … v.unwrap() …
    /// ```
    pub(super) fn declare_value<'s>(
        &mut self,
        var: Id,
        left: bool,
        bodies: impl IntoIterator<Item = &'s mut Vec<Stmt>>,
    ) {
        if !left || self.vars[var].role != Role::Container {
            self.push(Stmt::Declare { var, init: None });
            return;
        }
        let ty = Ty::Option(Box::new(self.vars[var].ty.clone()));
        for body in bodies {
            self.give_some(var, &ty, body);
        }
        self.vars[var].ty = ty;
        self.late_values.insert(var);
        let none = Source::nothing(quote!(::core::option::Option::None));
        self.push(Stmt::Declare { var, init: Some(none) });
    }

    /// The value of a loop is an `Option` or `Result` with numbers, although the first one was `Err(e)`.
    fn contains_numbers(&mut self, var: Id, value: &Value) {
        let ty = self.type_of(value).owned().clone();
        let var_of = &mut self.vars[var];
        (var_of.ty, var_of.role, var_of.views) = (ty, Role::Container, vec![var]);
    }

    /// Gives the writes to this variable its type.
    fn retype(&mut self, var: Id, ty: &Ty, body: &mut [Stmt]) {
        for statement in body {
            match statement {
                Stmt::Write { place, old, .. } if place.root == var => {
                    place.ty = ty.clone();
                    self.vars[*old].ty = ty.clone();
                }
                Stmt::Branch { arms, .. } => {
                    arms.iter_mut().for_each(|arm| self.retype(var, ty, &mut arm.body));
                }
                Stmt::Loop(inner) => self.retype(var, ty, &mut inner.body),
                _ => {}
            }
        }
    }

    /// Wraps the values that are written to this variable.
    fn give_some(&mut self, var: Id, ty: &Ty, body: &mut [Stmt]) {
        for statement in body {
            match statement {
                Stmt::Write { place, value, old } if place.root == var => {
                    let none = Source::nothing(TokenStream::new());
                    let kind = BuildKind::There(quote!(::core::option::Option::Some), None);
                    *value = Source::Build(Build { kind, parts: vec![std::mem::replace(value, none)] });
                    place.ty = ty.clone();
                    self.vars[*old].ty = ty.clone();
                }
                Stmt::Branch { arms, .. } => {
                    arms.iter_mut().for_each(|arm| self.give_some(var, ty, &mut arm.body));
                }
                Stmt::Loop(inner) => self.give_some(var, ty, &mut inner.body),
                _ => {}
            }
        }
    }

    /// The value of the branch or loop.
    pub(super) fn declared_value(&mut self, var: Id) -> Value {
        if self.vars[var].role != Role::Container {
            let version = self.version(var);
            return self.of_var(version);
        }
        let mut place = Place::of(var, self.vars[var].ty.clone());
        if self.late_values.contains(&var)
            && let Ty::Option(inside) = &place.ty
        {
            place.ty = (**inside).clone();
            place.projections.push(Projection::There);
        }
        Value::Place(place)
    }
}
