//! Calls with values that are taken apart: the twin is called with the parts.
//!
//! ```text
//! // Input:  solver.visit(i)                                            rate.implied(&curve, t)
//! // Output: Solver::__apart_visit(__solver_items, &mut __solver_best, i)       rate.__apart_implied(__curve_pillars, __curve_zeros, t)
//! ```

use super::body::{Body, strip};
use super::functions::{Function, twin_of};
use super::scope::{Variable, binding, pattern};
use super::types::{Taking, Way};
use crate::parameter::mentions;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, Stmt, Token, parse_quote};

type Arguments = Punctuated<Expr, Token![,]>;

impl<'a> Body<'a> {
    /// The function of the module that a call names.
    pub(super) fn called(&self, callee: &Expr) -> Option<&'a Function> {
        let Expr::Path(path) = strip(callee) else { return None };
        let names: Vec<&Ident> = path.path.segments.iter().map(|segment| &segment.ident).collect();
        let (name, before) = names.split_last()?;
        if before.is_empty() && self.lookup(&name.to_string()).is_some() {
            return None;
        }
        let of = before.last().filter(|of| of.to_string().starts_with(char::is_uppercase));
        self.apart.function(of.map(|of| self.type_name(of)).as_deref(), &name.to_string())
    }

    /// The function that a call names without modules, so that it is not another one of this name.
    pub(super) fn called_here(&self, callee: &Expr) -> Option<&'a Function> {
        let Expr::Path(path) = strip(callee) else { return None };
        let mut before = path.path.segments.iter().rev().skip(1).map(|segment| segment.ident.to_string());
        let near =
            before.next().is_none_or(|of| of.starts_with(char::is_uppercase)) && before.next().is_none();
        self.called(callee).filter(|_| near)
    }

    pub(super) fn call(&mut self, call: &mut ExprCall) -> Option<Expr> {
        if let Expr::Path(path) = strip(&call.func)
            && let Some(of) = self.type_of(&path.path)
        {
            self.refuse_unbound(&path.path, &of);
        }
        let Some(function) = self.called(&call.func) else {
            visit::visit_expr_call_mut(self, call);
            return None;
        };
        let function = self.twin_called(function, &call.func)?;
        let mut statements = Vec::new();
        let inputs: Vec<_> = function.inputs.iter().collect();
        call.args = self.arguments(&call.args, &inputs, None, &mut statements);
        if let Expr::Path(path) = &mut *call.func
            && let Some(last) = path.path.segments.last_mut()
        {
            last.ident = twin_of(&last.ident);
        }
        Some(behind(&statements, Expr::Call(call.clone())))
    }

    pub(super) fn method_call(&mut self, call: &mut ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        let Some(whole) = self.whole(&call.receiver) else {
            return self.method_of_other(call, &name);
        };
        let of = whole.of().to_owned();
        let Some(function) = self.apart.function(Some(&of), &name) else {
            self.refuse(
                &call.method,
                format_args!(
                    "`{of}` borrows numbers, and `{name}` is no method in an `impl {of}` block of this module; write it there"
                ),
            );
            return None;
        };
        let function = self.twin_called(function, &call.method)?;
        let mut statements = Vec::new();
        let inputs: Vec<_> = function.inputs.iter().collect();
        if function.inputs[0].as_ref().is_some_and(|taking| taking.way == Way::Exclusive) {
            self.bind_arguments(call, &mut statements);
        }
        let all: Arguments = std::iter::once(&*call.receiver).chain(&call.args).cloned().collect();
        let arguments = self.arguments(&all, &inputs, None, &mut statements);
        let itself = self.inlined.is_none() && self.itself.as_ref() == Some(&of);
        let of = Ident::new(if itself { "Self" } else { of.trim_start_matches("r#") }, call.method.span());
        let (twin, turbofish) = (twin_of(&call.method), &call.turbofish);
        Some(behind(&statements, parse_quote!(#of::#twin #turbofish(#arguments))))
    }

    /// The method of another type, which takes such a value perhaps.
    fn method_of_other(&mut self, call: &mut ExprMethodCall, name: &str) -> Option<Expr> {
        let apart = self.apart;
        let of = apart.methods(name).into_iter().find(|function| {
            let given = function.inputs.iter().skip(1).zip(&call.args);
            function.inputs.len() == call.args.len() + 1
                && given
                    .into_iter()
                    .all(|(input, argument)| input.is_none() || self.whole(argument).is_some())
        });
        let Some(function) = of else {
            visit::visit_expr_method_call_mut(self, call);
            return None;
        };
        let function = self.twin_called(function, &call.method)?;
        self.visit_expr_mut(&mut call.receiver);
        let mut statements = Vec::new();
        let inputs: Vec<_> = function.inputs.iter().skip(1).collect();
        call.args = self.arguments(&call.args, &inputs, Some(&call.receiver), &mut statements);
        call.method = twin_of(&call.method);
        Some(behind(&statements, Expr::MethodCall(call.clone())))
    }

    /// Arguments that use the receiver are evaluated before it is borrowed.
    ///
    /// ```text
    /// // Input:  self.push(self.pop() * 2.0)
    /// // Output: let __argument_1 = Self::__apart_pop(&mut *__self_stack) * 2.0; Self::__apart_push(&mut *__self_stack, __argument_1)
    /// ```
    fn bind_arguments(&mut self, call: &mut ExprMethodCall, statements: &mut Vec<Stmt>) {
        let computed = |argument: &Expr| match strip(argument) {
            Expr::Closure(_) | Expr::Reference(_) | Expr::Lit(_) | Expr::Path(_) => false,
            argument => self.whole(argument).is_none(),
        };
        let root = root(&call.receiver);
        let uses = |argument: &Expr| root.as_ref().is_some_and(|root| mentions(argument, root));
        if !call.args.iter().any(|argument| computed(argument) && uses(argument)) {
            return;
        }
        let computed: Vec<bool> = call.args.iter().map(computed).collect();
        for (argument, _) in call.args.iter_mut().zip(computed).filter(|(_, computed)| *computed) {
            let name = format_ident!("__argument_{}", self.fresh(), span = Span::mixed_site());
            self.visit_expr_mut(argument);
            let value = std::mem::replace(argument, parse_quote!(#name));
            statements.push(binding(pattern(name, false), None, value));
        }
    }

    /// The function, if it has a twin.
    fn twin_called(&mut self, function: &'a Function, at: &dyn quote::ToTokens) -> Option<&'a Function> {
        if !function.has_twin() {
            let name = function.name();
            match &function.makes {
                Some(taking) if !function.is_made_in(&self.module) => self.refuse(
                    at,
                    format_args!(
                        "`{name}` makes a `{}`, which borrows numbers, and is inlined in its own module only; move this function there",
                        taking.of
                    ),
                ),
                Some(taking) => self.refuse_unbound(at, &taking.of),
                None => self.refuse(
                    at,
                    format_args!(
                        "`{name}` takes or gives values that borrow numbers inside of another type; pass each value by itself"
                    ),
                ),
            }
        }
        function.has_twin().then_some(function)
    }

    /// The arguments of a twin, and the statements before the call.
    fn arguments(
        &mut self,
        arguments: &Arguments,
        inputs: &[&Option<Taking>],
        receiver: Option<&Expr>,
        statements: &mut Vec<Stmt>,
    ) -> Arguments {
        let mut all = Arguments::new();
        let mut before: Vec<&Expr> = receiver.into_iter().collect();
        for (argument, input) in arguments.iter().zip(inputs) {
            let Some(taking) = input else {
                let mut rewritten = argument.clone();
                self.visit_expr_mut(&mut rewritten);
                all.push(rewritten);
                before.push(argument);
                continue;
            };
            let Some(variable) = self.passed(argument, &before, statements) else {
                self.refuse_whole(argument, &taking.of);
                return all;
            };
            all.extend(self.parts_of(&variable, taking, argument));
        }
        all
    }

    /// The variable that is passed. A new value is bound to one before the call, so the arguments before must stay the same.
    fn passed(&mut self, argument: &Expr, before: &[&Expr], statements: &mut Vec<Stmt>) -> Option<Variable> {
        if let Some(variable) = self.referent(argument) {
            return Some(variable);
        }
        let whole = self.whole(argument).filter(|_| before.iter().all(|other| stays(other, argument)))?;
        self.new_variable("value", true, &whole, statements)
    }

    /// The arguments for the parts.
    fn parts_of(&self, variable: &Variable, taking: &Taking, at: &Expr) -> Vec<Expr> {
        let parts = self.apart.types.get(&taking.of).map_or(&[][..], |of| &of.parts);
        parts.iter().filter_map(|part| variable.pass(part, taking.way, at.span())).collect()
    }
}

/// The name of the variable whose field a place is.
fn root(place: &Expr) -> Option<String> {
    match strip(place) {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => root(&field.base),
        Expr::Unary(unary) => root(&unary.expr),
        Expr::Reference(reference) => root(&reference.expr),
        _ => None,
    }
}

/// An expression behind the statements that bind its parts.
pub(super) fn behind(statements: &[Stmt], expr: Expr) -> Expr {
    if statements.is_empty() { expr } else { parse_quote!(({ #(#statements)* #expr })) }
}

/// Whether an expression has no effect, and the same value after another one.
fn stays(expr: &Expr, after: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| !mentions(after, &name.to_string())),
        Expr::Field(field) => stays(&field.base, after),
        Expr::Reference(reference) => reference.mutability.is_none() && stays(&reference.expr, after),
        Expr::Unary(unary) => stays(&unary.expr, after),
        _ => false,
    }
}
