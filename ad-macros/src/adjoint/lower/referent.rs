//! `&mut` parameters without numbers. Methods and functions without numbers may change a referent in place, so the reverse sweep
//! restores a copy of it.

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::visit::{self, Visit};
use proc_macro2::Span;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    /// The referent of a `&mut` parameter without numbers that an expression is, or is a part of.
    fn referent(&self, expr: &Expr) -> Option<Place> {
        match strip(expr) {
            Expr::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Value(Value::Place(place) | Value::Borrow(place))
                    if self.vars[place.root].exclusive && place.ty.is_plain() =>
                {
                    let mut place = place.clone();
                    self.behind_reference(&mut place);
                    Some(place)
                }
                _ => None,
            },
            Expr::Field(inner) => self.referent(&inner.base),
            Expr::Index(inner) => self.referent(&inner.expr),
            Expr::Unary(inner) => self.referent(&inner.expr),
            Expr::Reference(inner) => self.referent(&inner.expr),
            _ => None,
        }
    }

    /// Saves the content of a place that the next statement changes.
    pub(super) fn save(&mut self, place: Place, span: Span) {
        let old = self.var("old", span, place.ty.clone(), Role::Value);
        self.push(Stmt::Write { place, value: Source::Changed, old });
    }

    /// Saves the referents that an expression without numbers may change.
    pub(super) fn save_referents(&mut self, expr: &Expr) {
        if matches!(strip(expr), Expr::Path(_)) {
            return;
        }
        for place in self.changed_referents(expr) {
            self.save(place, span_of(expr));
        }
    }

    /// Whether a call or loop without numbers changes such a referent in place.
    pub(super) fn changes_referents(&self, expr: &Expr) -> bool {
        let changed = match expr {
            Expr::MethodCall(_) | Expr::Call(_) => self.changed_referents(expr),
            Expr::ForLoop(inner) => self.changed_referents(&inner.expr),
            _ => return false,
        };
        let referent = |name: &str| {
            let Some(Binding::Value(Value::Place(place) | Value::Borrow(place))) = self.lookup(name) else {
                return false;
            };
            changed.iter().any(|changed| changed.root == place.root)
        };
        !changed.is_empty() && self.is_plain_apart(expr, referent)
    }

    /// Refuses a loop with numbers over such a referent that may change it.
    pub(super) fn keeps_referents(&self, items: &Expr) -> Result<()> {
        if self.changed_referents(items).is_empty() {
            return Ok(());
        }
        refuse(
            items,
            "this loop with numbers may change the content of a `&mut` parameter without numbers; bind its items to a list with \
            `let`, or change the content in a loop of its own",
        )
    }

    fn changed_referents(&self, expr: &Expr) -> Vec<Place> {
        let mut changed = Changed { lowering: self, places: Vec::new() };
        let mut parameters =
            self.vars.iter().take_while(|var| matches!(var.role, Role::Borrowed | Role::Parameter));
        if parameters.any(|var| var.exclusive && var.ty.is_plain()) {
            changed.visit_expr(expr);
        }
        changed.places
    }

    /// Whether a method may change a value without numbers, whose type is not known.
    pub(super) fn may_change(&self, call: &ExprMethodCall) -> bool {
        let (name, known) = (call.method.to_string(), &self.numbers.known);
        let reads =
            if known.has_method(&name) { !known.changes(&name) } else { super::mention::is_pure(call) };
        !reads || super::assigned::changes(call)
    }
}

/// Searches for the uses of referents that may change them: all but those that are known to read.
struct Changed<'a, 'n> {
    lowering: &'a Lowering<'n>,
    places: Vec<Place>,
}

impl Changed<'_, '_> {
    fn add(&mut self, expr: &Expr) {
        if let Some(place) = self.lowering.referent(expr)
            && self.places.iter().all(|other| other.root != place.root)
        {
            self.places.push(place);
        }
    }

    fn read(&mut self, expr: &Expr) {
        if !matches!(strip(expr), Expr::Path(_)) {
            self.visit_expr(expr);
        }
    }
}

impl<'ast> Visit<'ast> for Changed<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(_) => self.add(expr),
            Expr::Field(inner) => self.read(&inner.base),
            Expr::Unary(inner) => self.read(&inner.expr),
            Expr::Index(inner) => {
                self.read(&inner.expr);
                self.visit_expr(&inner.index);
            }
            Expr::Reference(inner) => {
                if inner.mutability.is_some() {
                    self.add(&inner.expr);
                }
                self.read(&inner.expr);
            }
            Expr::MethodCall(call) => {
                if self.lowering.may_change(call) {
                    self.add(&call.receiver);
                }
                self.read(&call.receiver);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            expr => visit::visit_expr(self, expr),
        }
    }
}
