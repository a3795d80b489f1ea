//! Numbers that are parsed from text: a type that is written says that `parse` gives one.

use super::Walk;
use crate::class::Class;
use crate::kind::Kind;
use crate::numbers::is_float;
use syn::{Expr, ExprMethodCall, GenericArgument, Type, parse_quote};

impl Walk<'_> {
    /// A parsed number is a real one.
    pub(super) fn needs_of_parsing(&mut self, call: &ExprMethodCall, want: &Kind) {
        let float = call.turbofish.as_ref().is_none_or(|list| list.args.first().is_some_and(is_float_type));
        if call.method == "parse" && float && !want.is_integer() && self.parses_text() {
            self.need_class(Class::Real, call.method.span(), "a parsed number");
        }
    }

    /// A float is parsed where a number is wanted. The kind, if the number is in an `Option` or `Result`.
    pub(super) fn parsed_number(&mut self, expr: &mut Expr, want: &Kind) -> Option<Kind> {
        let Expr::MethodCall(call) = expr else { return None };
        if *want == Kind::Number && self.parses_text() {
            parsed_as_float(&mut call.receiver, &call.method);
        }
        if want.element() == Kind::Number && self.parses_text() && completed(call) {
            *expr = as_optional_number(call);
            return Some(self.expr(expr, want));
        }
        None
    }

    /// Whether `parse` is that of text: no known type has a method of this name.
    pub(super) fn parses_text(&self) -> bool {
        !self.numbers.known.has_method("parse")
    }
}

/// A parsed number is a plain float.
///
/// ```text
/// // Input:  text.parse().unwrap()
/// // Output: text.parse::<f64>().unwrap()
/// ```
fn parsed_as_float(receiver: &mut Expr, method: &syn::Ident) {
    let Expr::MethodCall(inner) = receiver else { return };
    if !is_of_parsed(&method.to_string()) {
        return;
    }
    if inner.method != "parse" {
        parsed_as_float(&mut inner.receiver, &inner.method);
    } else if inner.turbofish.is_none() {
        inner.turbofish = Some(parse_quote!(::<::core::primitive::f64>));
    }
}

/// The same for `text.parse().map_err(f)?`.
pub(super) fn tried_as_float(inner: &mut Expr) {
    let Expr::MethodCall(call) = inner else { return };
    if call.method == "parse" && call.turbofish.is_none() {
        call.turbofish = Some(parse_quote!(::<::core::primitive::f64>));
    } else {
        parsed_as_float(&mut call.receiver, &call.method);
    }
}

/// Completes `parse` in a parsed float that is still in an `Option` or `Result`. Returns whether it is one.
///
/// ```text
/// // Input:  text.parse().ok()
/// // Output: text.parse::<f64>().ok()
/// ```
fn completed(call: &mut ExprMethodCall) -> bool {
    if call.method == "parse" {
        let list = call.turbofish.get_or_insert_with(|| parse_quote!(::<::core::primitive::f64>));
        return list.args.first().is_some_and(is_float_type);
    }
    match &mut *call.receiver {
        Expr::MethodCall(inner) if is_of_parsed(&call.method.to_string()) => completed(inner),
        _ => false,
    }
}

/// The number in such an `Option` or `Result`.
///
/// ```text
/// // Input:  text.parse::<f64>().ok()
/// // Output: text.parse::<f64>().ok().map(|__c| { let __n: f64 = __c; __n })
/// ```
fn as_optional_number(call: &ExprMethodCall) -> Expr {
    if call.method == "parse" || call.method == "map_err" {
        parse_quote! {
            match #call {
                ::core::result::Result::Ok(__c) => ::core::result::Result::Ok({ let __n: f64 = __c; __n }),
                ::core::result::Result::Err(__e) => ::core::result::Result::Err(__e),
            }
        }
    } else {
        parse_quote!(#call.map(|__c| { let __n: f64 = __c; __n }))
    }
}

/// Whether the result of a method has the parsed number of its receiver.
pub(super) fn is_of_parsed(method: &str) -> bool {
    matches!(
        method,
        "unwrap"
            | "expect"
            | "unwrap_or"
            | "unwrap_or_default"
            | "unwrap_or_else"
            | "ok"
            | "ok_or"
            | "ok_or_else"
            | "map_err"
    )
}

/// `f64`
fn is_float_type(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Type(Type::Path(of)) if is_float(&of.path))
}
