//! Functions as values: closures, names of functions, and a choice among them.
//!
//! ```text
//! // Input:  let f: fn(f64, f64) -> f64 = match word { "+" => |a, b| a + b, _ => f64::max };      … f(x, y)
//! // Output: let k = match word { "+" => 0, _ => 1 };      … match k { 0 => x + y, _ => x.max(y) }
//! ```

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::span_of;
use crate::parameter::mentions;
use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};
use std::rc::Rc;
use syn::{Expr, ExprCall};

impl Lowering<'_> {
    /// Whether an expression is known to be a function. Known functions are closures, names of closures, calls that return
    /// functions, and choices with such an alternative.
    pub(super) fn is_function_value(&self, expr: &Expr) -> bool {
        match function(expr) {
            Expr::Closure(_) => true,
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| matches!(self.lookup(&name.to_string()), Some(Binding::Closure(..)))),
            Expr::Call(_) | Expr::MethodCall(_) => self.calls_for_function(function(expr)),
            expr => alternatives(expr).is_some_and(|all| all.iter().any(|one| self.is_function_value(one))),
        }
    }

    /// The closure of an expression that is a function of so many arguments, if the number is known.
    pub(super) fn function_value(&mut self, expr: &Expr, arity: Option<usize>) -> Result<Binding> {
        let of = function(expr);
        match of {
            Expr::Closure(closure) => {
                let scope = self.captured(closure);
                return Ok(Binding::Closure(Rc::new(closure.clone()), scope));
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(binding) = self.lookup(&name.to_string()).cloned()
                {
                    return match binding {
                        Binding::Closure(closure, scope) if is_moved(expr) => {
                            let scope = self.copied_state(&closure, &scope);
                            Ok(Binding::Closure(closure, scope))
                        }
                        Binding::Closure(..) => Ok(binding),
                        _ => unclear(expr),
                    };
                }
                let Some(arity) = arity else { return unclear(expr) };
                let names = self.names();
                return Ok(Binding::Closure(Rc::new(super::closure::calling(path, arity)), names));
            }
            Expr::Call(_) | Expr::MethodCall(_) if self.calls_for_function(of) => {
                let Some(call) = self.helper_call(of) else { return unclear(expr) };
                return self.function_of_helper(&call, arity);
            }
            _ => {}
        }
        let Some(all) = alternatives(of).filter(|all| !all.is_empty()) else {
            return refuse(expr, "this function is neither a closure nor a name; write one of them here");
        };
        let all: Vec<Expr> = all.into_iter().cloned().collect();
        let arity = arity.or_else(|| all.iter().find_map(|one| self.arity_of(one)));
        let Some(arity) = arity else { return unclear(expr) };
        let (number, span) = (self.vars.len(), Span::mixed_site());
        let name = |name: &str, i: usize| format_ident!("__{name}_{number}_{i}", span = span);
        let mut functions = Vec::new();
        for (i, one) in all.iter().enumerate() {
            functions.push((name("function", i).to_string(), self.function_value(one, Some(arity))?));
        }
        let mut choice = of.clone();
        let mut numbered = Numbered { bound: Vec::new(), functions: &all, next: 0, refused: None };
        numbered.choice(&mut choice);
        if let Some(error) = numbered.refused {
            return Err(error);
        }
        let chosen = self.integer(&choice)?;
        let chosen = self.now(chosen, "choice", span_of(of), None);
        let which = name("choice", 0);
        self.scope.push((which.to_string(), Binding::Value(Value::Plain(chosen))));
        self.scope.extend(functions);
        let arguments: Vec<_> = (0..arity).map(|i| name("argument", i)).collect();
        let last = all.len() - 1;
        let arms = (0..all.len()).map(|i| {
            let function = name("function", i);
            let pattern = if i == last { quote!(_) } else { quote!(#i) };
            quote!(#pattern => #function(#(#arguments),*))
        });
        let closure = syn::parse_quote!(move |#(#arguments),*| match #which { #(#arms,)* });
        Ok(Binding::Closure(Rc::new(closure), self.names()))
    }

    /// The number of arguments of a closure among the alternatives.
    fn arity_of(&self, expr: &Expr) -> Option<usize> {
        match function(expr) {
            Expr::Closure(closure) => Some(closure.inputs.len()),
            Expr::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Closure(closure, _) => Some(closure.inputs.len()),
                _ => None,
            },
            expr => alternatives(expr)?.into_iter().find_map(|one| self.arity_of(one)),
        }
    }
}

/// The function behind `&` and `Box::new`.
fn function(expr: &Expr) -> &Expr {
    match strip(expr) {
        Expr::Reference(reference) => function(&reference.expr),
        Expr::Call(call) if is_box(call) => function(&call.args[0]),
        Expr::Block(block) if block.label.is_none() => match &*block.block.stmts {
            [syn::Stmt::Expr(value, None)] => function(value),
            _ => expr,
        },
        expr => expr,
    }
}

/// Whether the function is passed by value.
fn is_moved(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Reference(_) => false,
        Expr::Call(call) if is_box(call) => is_moved(&call.args[0]),
        _ => true,
    }
}

fn is_box(call: &ExprCall) -> bool {
    call.args.len() == 1
        && matches!(&*call.func, Expr::Path(path) if path.path.segments.iter().rev().map(|of| of.ident.to_string())
            .take(2).eq(["new".to_string(), "Box".to_string()]))
}

/// The functions of a choice, also of a choice in a choice.
fn alternatives(expr: &Expr) -> Option<Vec<&Expr>> {
    let values = match expr {
        Expr::If(branch) => {
            let [syn::Stmt::Expr(then, None)] = &*branch.then_branch.stmts else { return None };
            let (_, otherwise) = branch.else_branch.as_ref()?;
            vec![then, &**otherwise]
        }
        Expr::Match(inner) => inner.arms.iter().map(|arm| &*arm.body).collect(),
        _ => return None,
    };
    let all = values.into_iter().map(function).filter(|value| !diverges(value));
    Some(all.flat_map(|value| alternatives(value).unwrap_or_else(|| vec![value])).collect())
}

/// Whether an arm has no value.
fn diverges(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => {
            ["panic", "unreachable", "todo", "unimplemented"].iter().any(|name| mac.mac.path.is_ident(name))
        }
        _ => false,
    }
}

/// The numbers of the functions in their places.
struct Numbered<'c> {
    /// The names that patterns of the choice bind. A function must not use them, since it is called elsewhere.
    bound: Vec<Ident>,
    functions: &'c [Expr],
    next: usize,
    refused: Option<syn::Error>,
}

impl Numbered<'_> {
    fn value(&mut self, value: &mut Expr) {
        let of = function(value).clone();
        if diverges(&of) {
            return;
        }
        if alternatives(&of).is_some() {
            *value = of;
            self.choice(value);
            return;
        }
        let used = |name: &&Ident| mentions(&self.functions[self.next], &name.to_string());
        if let Some(name) = self.bound.iter().find(used) {
            let message = format!(
                "a chosen function uses `{name}` of the pattern; bind `{name}` with `let` before the choice"
            );
            self.refused = refuse::<()>(name, message).err();
        }
        let index = self.next;
        *value = syn::parse_quote!(#index);
        self.next += 1;
    }

    fn choice(&mut self, choice: &mut Expr) {
        let outer = self.bound.len();
        match choice {
            Expr::If(branch) => {
                self.bound.extend(names_of_condition(&branch.cond));
                if let [syn::Stmt::Expr(then, None)] = &mut branch.then_branch.stmts[..] {
                    self.value(then);
                }
                self.bound.truncate(outer);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.value(otherwise);
                    let value = &**otherwise;
                    **otherwise = syn::parse_quote!({ #value });
                }
            }
            Expr::Match(inner) => {
                for arm in &mut inner.arms {
                    self.bound.extend(super::mention::names_in(&arm.pat));
                    self.value(&mut arm.body);
                    self.bound.truncate(outer);
                }
            }
            _ => {}
        }
    }
}

/// The names that `if let … && …` binds.
fn names_of_condition(condition: &Expr) -> Vec<Ident> {
    match condition {
        Expr::Let(condition) => super::mention::names_in(&condition.pat),
        Expr::Binary(both) => {
            let mut names = names_of_condition(&both.left);
            names.extend(names_of_condition(&both.right));
            names
        }
        _ => Vec::new(),
    }
}
