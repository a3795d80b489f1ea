//! Methods of `Result`s whose error is used later: they become a `match`, since a content without its error is an `Option`.
//!
//! ```text
//! // Input:  root(x).map(f).map_err(g)?
//! // Output: (match (match root(x) { Ok(v) => Ok(f(v)), Err(e) => Err(e) }) { Ok(v) => Ok(v), Err(e) => Err(g(e)) })?
//! ```

use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span};
use syn::{Block, Expr, ExprMethodCall, Pat};

/// Rewrites the methods in a body. `fails`: whether the function returns a `Result`.
pub(crate) fn keep(body: &mut Block, fails: bool) {
    let mut errors = Errors { fails };
    errors.visit_block_mut(body);
    if fails {
        keep_at_end(body);
    }
}

struct Errors {
    fails: bool,
}

impl VisitMut for Errors {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit::visit_expr_mut(self, expr);
        match expr {
            Expr::Try(question) if self.fails => _ = pass_on(&mut question.expr),
            Expr::Return(syn::ExprReturn { expr: Some(value), .. }) if self.fails => keep_in_value(value),
            Expr::Match(inner) if inner.arms.iter().any(|arm| names_error(&arm.pat)) => {
                pass_on(&mut inner.expr);
            }
            Expr::Let(condition) if names_error(&condition.pat) => _ = pass_on(&mut condition.expr),
            Expr::MethodCall(call) if call.method == "map_err" => _ = pass_on(expr),
            Expr::MethodCall(call) => {
                if let Some(either) = either(call) {
                    *expr = either;
                }
            }
            _ => {}
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let fails = std::mem::replace(&mut self.fails, false);
        self.visit_expr_mut(&mut closure.body);
        self.fails = fails;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Rewrites the methods that make the value of a block.
fn keep_at_end(block: &mut Block) {
    if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
        keep_in_value(last);
    }
}

/// The same for an expression.
fn keep_in_value(expr: &mut Expr) {
    match expr {
        Expr::Block(inner) => keep_at_end(&mut inner.block),
        Expr::If(branch) => {
            keep_at_end(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                keep_in_value(otherwise);
            }
        }
        Expr::Match(inner) => inner.arms.iter_mut().for_each(|arm| keep_in_value(&mut arm.body)),
        expr => _ = pass_on(expr),
    }
}

/// Whether a pattern names an error: `Err(e)`.
fn names_error(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(of) => of.path.is_ident("Err") && !matches!(of.elems.first(), Some(Pat::Wild(_))),
        _ => false,
    }
}

/// Rewrites the methods that make a `Result` of another one. Returns whether there are such.
pub(crate) fn pass_on(expr: &mut Expr) -> bool {
    let Expr::MethodCall(call) = expr else { return false };
    if is_parsed(&call.receiver) {
        return false;
    }
    let (Some(function), 1) = (call.args.first(), call.args.len()) else { return false };
    let (inside, error) = (name("__inside"), name("__error"));
    let (there, failed) = match &*call.method.to_string() {
        "map" => {
            let value = applied(function, &inside);
            (syn::parse_quote!(Ok(#value)), syn::parse_quote!(Err(#error)))
        }
        "and_then" => (applied(function, &inside), syn::parse_quote!(Err(#error))),
        "or_else" => (syn::parse_quote!(Ok(#inside)), applied(function, &error)),
        "map_err" => {
            let value = applied(function, &error);
            (syn::parse_quote!(Ok(#inside)), syn::parse_quote!(Err(#value)))
        }
        _ => return false,
    };
    pass_on(&mut call.receiver);
    *expr = matched(call, &there, &failed);
    true
}

/// The value of a method that ends with a content or an error.
///
/// ```text
/// // Input:  result.unwrap_or_else(|e| a)
/// // Output: match result { Ok(v) => v, Err(e) => a }
/// ```
fn either(call: &mut ExprMethodCall) -> Option<Expr> {
    let (inside, error) = (name("__inside"), name("__error"));
    let Some(function @ Expr::Closure(closure)) = call.args.first() else { return None };
    let there = match (&*call.method.to_string(), call.args.get(1)) {
        _ if closure.inputs.len() != 1 || is_parsed(&call.receiver) => return None,
        ("unwrap_or_else", None) => syn::parse_quote!(#inside),
        ("or_else", None) => syn::parse_quote!(Ok(#inside)),
        ("map_or_else", Some(function)) => applied(function, &inside),
        _ => return None,
    };
    let failed = applied(function, &error);
    pass_on(&mut call.receiver);
    Some(matched(call, &there, &failed))
}

fn matched(call: &ExprMethodCall, there: &Expr, failed: &Expr) -> Expr {
    let (result, inside, error) = (&call.receiver, name("__inside"), name("__error"));
    syn::parse_quote_spanned!(call.method.span()=> match #result { Ok(#inside) => #there, Err(#error) => #failed })
}

fn name(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// ```text
/// // Input:  |v| 2.0 * v                     f
/// // Output: { let v = inside; 2.0 * v }     (f)(inside)
/// ```
fn applied(function: &Expr, argument: &Ident) -> Expr {
    match without_parentheses(function) {
        Expr::Closure(closure) if closure.inputs.len() == 1 && !visit::returns_early(&closure.body) => {
            let (pattern, body) = (&closure.inputs[0], &closure.body);
            syn::parse_quote!({ let #pattern = #argument; #body })
        }
        function => syn::parse_quote!((#function)(#argument)),
    }
}

/// Whether a value is parsed text, perhaps with other methods after it. It contains no variable.
fn is_parsed(expr: &Expr) -> bool {
    matches!(without_parentheses(expr), Expr::MethodCall(call) if call.method == "parse" || is_parsed(&call.receiver))
}

fn without_parentheses(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => without_parentheses(&inner.expr),
        expr => expr,
    }
}
