//! Whether a closure has effects. Such a closure must be called as often, and in the same order, as the user's code calls it.

use super::assigned::Assigned;
use super::expr::strip;
use super::mention::{Calls, arguments, varies};
use super::{Binding, Lowering, Scope, Value, binding_of};
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use crate::library::{methods, numbers};
use crate::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, ExprPath};

impl Lowering<'_> {
    /// Whether a closure may change outer variables, or calls functions whose results may vary.
    pub(super) fn acts(&self, closure: &Expr, scope: &Scope) -> bool {
        match strip(closure) {
            Expr::Reference(reference) => self.acts(&reference.expr, scope),
            Expr::Path(path) => self.is_acting_name(path, scope),
            Expr::Closure(closure) => {
                let assigned = Assigned::of_expr(&closure.body);
                let mut effects = Effects { lowering: self, scope, found: Calls::of(&closure.body).plain };
                effects.visit_expr(&closure.body);
                effects.found || scope.iter().any(|(name, _)| assigned.contains(name))
            }
            _ => true,
        }
    }

    /// Whether a closure acts, or calls a function of the user, whose results may vary as well.
    pub(super) fn may_act(&self, closure: &Expr, scope: &Scope) -> bool {
        let varies = match strip(closure) {
            Expr::Reference(reference) => return self.may_act(&reference.expr, scope),
            Expr::Closure(closure) => varies(&closure.body),
            Expr::Path(path) => {
                match path.path.get_ident().and_then(|name| binding_of(scope, &name.to_string())) {
                    Some(Binding::Closure(closure, _)) => varies(&closure.body),
                    _ => !crate::parameter::mentions(path, "__private"),
                }
            }
            _ => true,
        };
        varies || self.acts(closure, scope)
    }

    /// Whether this is the name of a closure with effects.
    fn is_acting_name(&self, path: &ExprPath, scope: &Scope) -> bool {
        let Some(name) = path.path.get_ident() else { return false };
        match binding_of(scope, &name.to_string()) {
            Some(Binding::Closure(closure, scope)) => self.acts(&Expr::Closure((**closure).clone()), scope),
            _ => false,
        }
    }
}

/// Looks for calls that may change a captured variable. Assignments and `&mut` are found by `Assigned`.
struct Effects<'a, 'n> {
    lowering: &'a Lowering<'n>,
    scope: &'a Scope,
    found: bool,
}

impl Effects<'_, '_> {
    /// An operand that is only read, if it is a variable.
    fn read(&mut self, expr: &Expr) {
        match strip(expr) {
            Expr::Path(path) => self.found |= self.lowering.is_acting_name(path, self.scope),
            expr => self.visit_expr(expr),
        }
    }

    /// Whether a name on its own may be a mutable reference that is passed or matched, or an iterator that is asked for items.
    fn may_pass(&self, path: &ExprPath) -> bool {
        let Some(name) = path.path.get_ident() else { return false };
        match binding_of(self.scope, &name.to_string()) {
            Some(Binding::Value(value)) => self.lowering.is_mutable(value),
            Some(Binding::Chain(_) | Binding::Cursor(_)) => true,
            _ => false,
        }
    }

    /// Whether a method may change the captured variable that it is called on.
    fn may_change(&self, call: &ExprMethodCall) -> bool {
        let Some(binding) = root(&call.receiver).and_then(|name| binding_of(self.scope, &name)) else {
            return false;
        };
        let known = &self.lowering.numbers.known;
        let name = call.method.to_string();
        let of_std = methods::of(call).is_some()
            || functions::is_elementary(&name)
            || numbers::is_predicate(&name)
            || numbers::compares(&name);
        let ty = self.lowering.type_in(self.scope, &call.receiver);
        match (binding, ty.as_ref().map(Ty::owned)) {
            (Binding::Cursor(_) | Binding::Chain(_), _) if matches!(strip(&call.receiver), Expr::Path(_)) => {
                name != "clone"
            }
            (Binding::Value(Value::Number(_)), _) => false,
            (Binding::Value(Value::Plain(plain)), _) => plain.state && !of_std,
            (_, Some(Ty::Struct(of))) => {
                match known.functions.get(&format!("{of}::{name}")).and_then(|of| of.changes) {
                    Some(changes) => changes,
                    None => name != "clone",
                }
            }
            (_, Some(Ty::Unknown) | None) if of_std => known.changes(&name),
            _ => !of_std,
        }
    }
}

impl<'ast> Visit<'ast> for Effects<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(path) => {
                self.found |= self.may_pass(path) || self.lowering.is_acting_name(path, self.scope);
            }
            Expr::Field(inner) => self.read(&inner.base),
            Expr::Unary(inner) => self.read(&inner.expr),
            Expr::Reference(inner) => self.read(&inner.expr),
            Expr::Index(inner) => {
                self.read(&inner.expr);
                self.visit_expr(&inner.index);
            }
            Expr::Binary(inner) => {
                self.read(&inner.left);
                self.read(&inner.right);
            }
            Expr::MethodCall(call) => {
                self.found |= self.may_change(call);
                self.read(&call.receiver);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            expr => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let arguments = arguments(mac).map_or_else(Vec::new, |(arguments, _)| arguments);
        arguments.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The variable at the beginning of a place, or of a chain of methods.
fn root(expr: &Expr) -> Option<String> {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(inner) => root(&inner.base),
        Expr::Index(inner) => root(&inner.expr),
        Expr::Unary(inner) => root(&inner.expr),
        Expr::Reference(inner) => root(&inner.expr),
        Expr::MethodCall(inner) => root(&inner.receiver),
        _ => None,
    }
}
