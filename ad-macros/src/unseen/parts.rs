//! Parts of values of types elsewhere: their names, and the types that they show to contain numbers.

use super::{collect, name_of, names_in};
use crate::numbers::Numbers;
use crate::visit::{self, Visit};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::{BinOp, Block, Expr, Pat, ReturnType, Type};

/// The names of the types elsewhere in the result and in the annotations of a body. If numbers are put into one, it contains
/// numbers.
pub(crate) fn built(output: &ReturnType, body: &Block, numbers: &Numbers) -> HashSet<String> {
    struct Types<'a> {
        numbers: &'a Numbers,
        found: HashSet<String>,
    }
    impl<'ast> Visit<'ast> for Types<'_> {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.found.extend(names_in([ty].into_iter(), self.numbers));
        }

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut types = Types { numbers, found: HashSet::new() };
    types.visit_return_type(output);
    types.visit_block(body);
    types.found.retain(|name| !numbers.known.data.contains(name));
    types.found
}

/// The type elsewhere behind a name.
pub(crate) type Origin = String;

/// The names whose values are parts of parameters of types elsewhere. If such a part is used as a number, its type contains numbers.
///
/// ```text
/// // Input:  fn f(p: &Params, x: f64) -> f64 { let k = &p.inner; … }
/// // Output: p, k
/// ```
pub(crate) fn parts<'p>(
    parameters: impl Iterator<Item = (&'p Ident, &'p Type)>,
    built: &HashSet<String>,
    body: &Block,
    numbers: &Numbers,
) -> HashMap<String, Origin> {
    let made = |name: &String| (name.clone(), name.clone());
    let mut names: HashMap<String, Origin> = built.iter().map(made).collect();
    for (name, parameter) in parameters {
        let mut named = Vec::new();
        collect(parameter, numbers, &mut named);
        if let Some(ty) = named.last() {
            names.insert(name.to_string(), name_of(ty));
        }
    }
    let mut parts = Parts { names, others: HashSet::new() };
    if !parts.names.is_empty() {
        parts.visit_block(body);
    }
    parts.names.retain(|name, of| !parts.others.contains(name) && !numbers.known.data.contains(of));
    parts.names
}

/// The type elsewhere whose value an expression is a part of, or computed from.
pub(crate) fn origin<'a>(expr: &Expr, names: &'a HashMap<String, Origin>) -> Option<&'a Origin> {
    match expr {
        Expr::Path(path) => names.get(&path.path.get_ident()?.to_string()),
        Expr::Field(inner) => origin(&inner.base, names),
        Expr::Index(inner) => origin(&inner.expr, names),
        Expr::MethodCall(inner) => origin(&inner.receiver, names),
        Expr::Reference(inner) => origin(&inner.expr, names),
        Expr::Paren(inner) => origin(&inner.expr, names),
        Expr::Unary(inner) => origin(&inner.expr, names),
        Expr::Try(inner) => origin(&inner.expr, names),
        Expr::Tuple(inner) => inner.elems.iter().find_map(|element| origin(element, names)),
        Expr::Call(inner) => inner
            .args
            .iter()
            .find_map(|argument| origin(argument, names))
            .or_else(|| made(&inner.func, names)),
        Expr::Binary(inner)
            if matches!(inner.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)) =>
        {
            origin(&inner.left, names).or_else(|| origin(&inner.right, names))
        }
        _ => None,
    }
}

/// The type elsewhere of an associated function: `Statistics::default()`.
fn made<'a>(function: &Expr, names: &'a HashMap<String, Origin>) -> Option<&'a Origin> {
    let Expr::Path(path) = function else { return None };
    let of = path.path.segments.iter().rev().nth(1)?;
    names.get(&of.ident.to_string())
}

/// Collects the names that are bound to parts.
struct Parts {
    names: HashMap<String, Origin>,
    /// The names that are bound to anything else.
    others: HashSet<String>,
}

impl Parts {
    fn bind(&mut self, pattern: &Pat, of: Option<&Expr>) {
        let origin = of.and_then(|of| origin(of, &self.names)).cloned();
        let mut bound = Bound(Vec::new());
        bound.visit_pat(pattern);
        for name in bound.0 {
            match &origin {
                Some(origin) => _ = self.names.insert(name, origin.clone()),
                None => _ = self.others.insert(name),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.bind(&local.pat, local.init.as_ref().map(|init| &*init.expr));
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, inner: &'ast syn::ExprForLoop) {
        self.bind(&inner.pat, Some(&inner.expr));
        visit::visit_expr_for_loop(self, inner);
    }

    fn visit_expr_let(&mut self, inner: &'ast syn::ExprLet) {
        self.bind(&inner.pat, Some(&inner.expr));
        visit::visit_expr_let(self, inner);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        for argument in &call.args {
            if let Expr::Closure(closure) = argument {
                closure.inputs.iter().for_each(|input| self.bind(input, Some(&call.receiver)));
                self.visit_expr(&closure.body);
            } else {
                self.visit_expr(argument);
            }
        }
        self.visit_expr(&call.receiver);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        closure.inputs.iter().for_each(|input| self.bind(input, None));
        self.visit_expr(&closure.body);
    }

    fn visit_expr_match(&mut self, inner: &'ast syn::ExprMatch) {
        inner.arms.iter().for_each(|arm| self.bind(&arm.pat, Some(&inner.expr)));
        visit::visit_expr_match(self, inner);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

struct Bound(Vec<String>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(name.ident.to_string());
        visit::visit_pat_ident(self, name);
    }
}
