//! Methods of `Result`s whose error is used later: they become a `match`, since a content without its error is an `Option`.
//!
//! ```text
//! // Input:  root(x).map(f).map_err(g)?
//! // Output: (match (match root(x) { Ok(v) => Ok(f(v)), Err(e) => Err(e) }) { Ok(v) => Ok(v), Err(e) => Err(g(e)) })?
//! ```

use super::name;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Block, Expr, ExprMethodCall, Pat, Path};

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
    let makes = matches!(&*call.method.to_string(), "map" | "and_then" | "or_else" | "map_err");
    if !makes || is_parsed(&call.receiver) {
        return false;
    }
    let Some(matched) = by_match(call, &Variants::of_std(), Some(&Variants::of_std())) else { return false };
    let Expr::Match(mut matched) = matched else { return false };
    pass_on(&mut matched.expr);
    *expr = Expr::Match(matched);
    true
}

/// The value of a method that ends with a content or an error.
///
/// ```text
/// // Input:  result.unwrap_or_else(|e| a)
/// // Output: match result { Ok(v) => v, Err(e) => a }
/// ```
fn either(call: &mut ExprMethodCall) -> Option<Expr> {
    let ends = matches!(&*call.method.to_string(), "unwrap_or_else" | "or_else" | "map_or_else");
    let of_error = matches!(call.args.first(), Some(Expr::Closure(closure)) if closure.inputs.len() == 1);
    if !ends || !of_error || is_parsed(&call.receiver) {
        return None;
    }
    pass_on(&mut call.receiver);
    by_match(call, &Variants::of_std(), Some(&Variants::of_std()))
}

/// The variants of a result.
pub(super) struct Variants {
    pub(super) value: Path,
    pub(super) error: Path,
}

impl Variants {
    pub(super) fn of_std() -> Self {
        Variants { value: syn::parse_quote!(Ok), error: syn::parse_quote!(Err) }
    }

    /// The same at a place, which messages name.
    pub(super) fn at(&self, span: Span) -> Self {
        let at = |path: &Path| {
            let mut path = path.clone();
            path.segments.iter_mut().for_each(|segment| segment.ident.set_span(span));
            path
        };
        Variants { value: at(&self.value), error: at(&self.error) }
    }
}

/// A method of a result with the variants `from`, as a `match`. If the method makes a result, this has the variants `to`.
pub(super) fn by_match(call: &ExprMethodCall, from: &Variants, to: Option<&Variants>) -> Option<Expr> {
    let span = call.method.span();
    let (from, to) = (from.at(span), to.map(|to| to.at(span)));
    let (inside, error, given) = (name("inside"), name("error"), name("other"));
    let (value, failure) = to.as_ref().map(|to| (&to.value, &to.error)).unzip();
    let mut arguments = call.args.iter();
    let kept = || -> Expr { syn::parse_quote!(#value(#inside)) };
    let lost = || -> Expr { syn::parse_quote!(#failure(#error)) };
    let stop = |text: TokenStream| -> Expr { syn::parse_quote!(::std::panic!("{}", #text)) };
    let truth = |of: bool| -> Expr { syn::parse_quote!(#of) };
    let mut other = None;
    let (there, failed): (Expr, Expr) =
        match (&*call.method.to_string(), arguments.next(), arguments.next(), arguments.next()) {
            ("map", Some(f), None, None) => {
                let given = applied(f, &inside);
                (syn::parse_quote!(#value(#given)), lost())
            }
            ("map_err", Some(f), None, None) => {
                let given = applied(f, &error);
                (kept(), syn::parse_quote!(#failure(#given)))
            }
            ("and_then", Some(f), None, None) => (applied(f, &inside), lost()),
            ("or_else", Some(f), None, None) => (kept(), applied(f, &error)),
            ("unwrap_or_else", Some(f), None, None) => (syn::parse_quote!(#inside), applied(f, &error)),
            ("map_or_else", Some(g), Some(f), None) => (applied(f, &inside), applied(g, &error)),
            ("unwrap_or", Some(value), None, None) => {
                other = Some(value);
                (syn::parse_quote!(#inside), syn::parse_quote!(#given))
            }
            ("map_or", Some(value), Some(f), None) => {
                other = Some(value);
                (applied(f, &inside), syn::parse_quote!(#given))
            }
            ("or", Some(value), None, None) => {
                other = Some(value);
                (kept(), syn::parse_quote!(#given))
            }
            ("and", Some(value), None, None) => {
                other = Some(value);
                (syn::parse_quote!(#given), lost())
            }
            ("is_ok_and", Some(f), None, None) => (applied(f, &inside), truth(false)),
            ("is_err_and", Some(f), None, None) => (truth(false), applied(f, &error)),
            ("unwrap_err", None, None, None) => {
                (stop(quote!("called `Result::unwrap_err()` on an `Ok` value")), syn::parse_quote!(#error))
            }
            ("ok", None, None, None) => (syn::parse_quote!(Some(#inside)), syn::parse_quote!(None)),
            ("err", None, None, None) => (syn::parse_quote!(None), syn::parse_quote!(Some(#error))),
            ("is_ok", None, None, None) => (truth(true), truth(false)),
            ("is_err", None, None, None) => (truth(false), truth(true)),
            ("unwrap", None, None, None) => {
                (syn::parse_quote!(#inside), stop(quote!("called `Result::unwrap()` on an `Err` value")))
            }
            ("expect", Some(text), None, None) => (syn::parse_quote!(#inside), stop(text.to_token_stream())),
            _ => return None,
        };
    let bound = |name: &Ident, of: &Expr| {
        let named = of.to_token_stream().to_string().contains(&name.to_string());
        if named { name.to_token_stream() } else { quote!(_) }
    };
    let (inside, error) = (bound(&inside, &there), bound(&error, &failed));
    let (value, failure) = (&from.value, &from.error);
    Some(chosen(call, other, &quote!(#value(#inside) => #there, #failure(#error) => #failed)))
}

/// The arm for the receiver. Another value is evaluated before, as an argument.
pub(super) fn chosen(call: &ExprMethodCall, other: Option<&Expr>, arms: &TokenStream) -> Expr {
    let (span, of) = (call.method.span(), &call.receiver);
    match other {
        Some(other) => {
            let (given, value) = (name("given"), name("other"));
            syn::parse_quote_spanned!(span=> {
                let #given = #of;
                let #value = #other;
                match #given { #arms }
            })
        }
        None => {
            let of = scrutinee(of);
            syn::parse_quote_spanned!(span=> match #of { #arms })
        }
    }
}

/// The value of a `match`. A struct literal needs parentheses there.
pub(super) fn scrutinee(value: &Expr) -> Expr {
    fn begins_with_struct(expr: &Expr) -> bool {
        match expr {
            Expr::Struct(_) => true,
            Expr::MethodCall(call) => begins_with_struct(&call.receiver),
            Expr::Field(field) => begins_with_struct(&field.base),
            Expr::Index(index) => begins_with_struct(&index.expr),
            Expr::Call(call) => begins_with_struct(&call.func),
            Expr::Try(question) => begins_with_struct(&question.expr),
            Expr::Binary(binary) => begins_with_struct(&binary.left),
            Expr::Reference(reference) => begins_with_struct(&reference.expr),
            Expr::Unary(unary) => begins_with_struct(&unary.expr),
            _ => false,
        }
    }
    if begins_with_struct(value) { syn::parse_quote!((#value)) } else { value.clone() }
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
        function @ Expr::Path(_) => syn::parse_quote!(#function(#argument)),
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
