//! Functions that make a value that is taken apart are inlined.
//!
//! ```text
//! // Input:  fn new(zeros: &'a [f64]) -> Self { let n = zeros.len(); Curve { zeros, n } }      … let curve = Curve::new(&z);
//! // Output: let __inlined_1_zeros: &[f64] = &z; let __inlined_1_n = __inlined_1_zeros.len();
//! //         let __curve_1_zeros: &[f64] = __inlined_1_zeros; let __curve_1_n: usize = __inlined_1_n;
//! ```

use super::body::{Body, strip};
use super::declare::Target;
use super::functions::Function;
use super::scope::{Meaning, binding};
use super::types::{Taken, inferred};
use crate::fields::is_fixed;
use crate::parameter::mentions;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::Ident;
use syn::{Block, Expr, FnArg, Pat, PatType, Stmt, Type};

/// The largest number of functions inside each other, since a function may call itself.
const DEEPEST: usize = 8;

impl<'a> Body<'a> {
    /// Inlines the call of a function that makes such a value.
    pub(super) fn inline(
        &mut self,
        target: &Target<'_>,
        function: &'a Function,
        call: &Expr,
        statements: &mut Vec<Stmt>,
    ) {
        let (name, arguments): (&Ident, Vec<&Expr>) = match call {
            Expr::MethodCall(call) => {
                (&call.method, std::iter::once(&*call.receiver).chain(&call.args).collect())
            }
            Expr::Call(call) => (&function.item.sig.ident, call.args.iter().collect()),
            _ => return,
        };
        let Some((Stmt::Expr(last, None), before)) = function.item.block.stmts.split_last() else {
            return self.refuse_maker(call, name);
        };
        if returns(&function.item.block) || self.depth >= DEEPEST || arguments.len() != function.inputs.len()
        {
            return self.refuse_maker(call, name);
        }
        let number = self.fresh();
        let mut names = Vec::new();
        let concrete = self.is_concrete(function);
        for ((input, taking), argument) in
            function.item.sig.inputs.iter().zip(&function.inputs).zip(arguments)
        {
            let bound = match (input, taking) {
                (FnArg::Receiver(_), Some(_)) => self.bind_part("self", argument, statements),
                (FnArg::Typed(input), Some(_)) => match &*input.pat {
                    Pat::Ident(name) => self.bind_part(&name.ident.to_string(), argument, statements),
                    _ => None,
                },
                (FnArg::Typed(input), None) => {
                    Some(self.bind_argument((number, concrete), input, argument, statements))
                }
                _ => None,
            };
            let Some(bound) = bound else { return self.refuse_maker(call, name) };
            names.extend(bound);
        }
        let itself = function.of.as_ref().map(|of| of.name.clone());
        self.inside(number, itself, names, |body| {
            for statement in before {
                body.statement(statement.clone(), statements);
            }
            match body.whole(last) {
                Some(whole) => body.declare(target, &whole, statements),
                None => body.refuse_maker(last, name),
            }
        });
    }

    /// Whether the types of a function name no generic parameters except lifetimes.
    fn is_concrete(&self, function: &Function) -> bool {
        let of = function.of.as_ref().and_then(|of| self.apart.types.get(&of.name));
        let own = &function.item.sig.generics;
        own.params.len() == own.lifetimes().count() && of.is_none_or(Taken::is_concrete)
    }

    fn refuse_maker(&mut self, at: &Expr, name: &Ident) {
        self.refuse(
            at,
            format_args!(
                "`{name}` makes a value that borrows numbers, and is inlined; end it with the struct, as in `Self {{ … }}`, without `return`, \
                `?` and `let … else`, and pass variables"
            ),
        );
    }

    /// A parameter that is taken apart means the variable of the argument.
    fn bind_part(
        &mut self,
        name: &str,
        argument: &Expr,
        statements: &mut Vec<Stmt>,
    ) -> Option<Vec<(String, Meaning)>> {
        let variable = match self.referent(argument) {
            Some(variable) => variable,
            None => {
                let whole = self.whole(argument)?;
                self.new_variable(name, true, &whole, statements)?
            }
        };
        Some(vec![(name.to_owned(), Meaning::Apart(variable))])
    }

    /// A variable for another argument.
    fn bind_argument(
        &mut self,
        (number, concrete): (usize, bool),
        input: &PatType,
        argument: &Expr,
        statements: &mut Vec<Stmt>,
    ) -> Vec<(String, Meaning)> {
        let mut argument = argument.clone();
        self.visit_expr_mut(&mut argument);
        let (mut pattern, ty) = ((*input.pat).clone(), inferred((*input.ty).clone()));
        let names = self.renaming(number, |body| {
            let before = body.scope.len();
            body.bind_irrefutable(&mut pattern);
            body.scope.split_off(before)
        });
        let ty = (!is_fixed(&input.attrs) && concrete && is_written(&ty)).then_some(ty);
        statements.push(binding(pattern, ty, argument));
        names
    }

    /// Runs `body` with other names for the variables that it binds.
    fn renaming<T>(&mut self, number: usize, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.inlined.replace(number);
        let value = body(self);
        self.inlined = outer;
        value
    }

    /// Runs `body` with the names of an inlined function only.
    fn inside(
        &mut self,
        number: usize,
        itself: Option<String>,
        names: Vec<(String, Meaning)>,
        body: impl FnOnce(&mut Self),
    ) {
        let outer = (self.start, std::mem::replace(&mut self.itself, itself), self.scope.len());
        self.start = self.scope.len();
        self.scope.extend(names);
        self.depth += 1;
        self.renaming(number, body);
        self.depth -= 1;
        self.scope.truncate(outer.2);
        (self.start, self.itself) = (outer.0, outer.1);
    }
}

/// Whether a type is written without names that the function declares.
fn is_written(ty: &Type) -> bool {
    !mentions(ty, "impl") && !mentions(ty, "Self")
}

/// Whether a body returns early, has items, or may have constants in a `let … else`. A closure returns from itself.
fn returns(body: &Block) -> bool {
    struct Returns(bool);
    impl<'ast> Visit<'ast> for Returns {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match strip(expr) {
                Expr::Return(_) | Expr::Try(_) => self.0 = true,
                Expr::Closure(_) => {}
                expr => visit::visit_expr(self, expr),
            }
        }
        fn visit_local(&mut self, local: &'ast syn::Local) {
            self.0 |= local.init.as_ref().is_some_and(|init| init.diverge.is_some());
            visit::visit_local(self, local);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {
            self.0 = true;
        }
    }
    let mut returns = Returns(false);
    returns.visit_block(body);
    returns.0
}
