//! Macros of the standard library: assertions, panics, `vec!`.

use super::{Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::macros::{self, Role};
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::{Expr, Pat, PatIdent};

/// Whether a macro never returns.
pub(super) fn panics(mac: &syn::Macro) -> bool {
    macros::of(&mac.path) == Some(Role::Panics)
}

/// ```text
/// // Input:  matches!(shape, Shape::Circle { r } if *r > 1.0)
/// // Output: match shape { Shape::Circle { r } if *r > 1.0 => true, _ => false }
/// ```
fn as_match(mac: &syn::Macro) -> Option<Expr> {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let value: Expr = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let token: Option<syn::Token![if]> = input.parse()?;
        let guard = if token.is_some() { Some(input.parse::<Expr>()?) } else { None };
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(
            syn::parse_quote_spanned!(span_of(&mac.path)=> match #value { #pattern #token #guard => true, _ => false }),
        )
    };
    mac.path.is_ident("matches").then(|| mac.parse_body_with(parser).ok())?
}

/// A pattern with a name for the whole value, which is an `Option`, `Result` or enum: `found @ Some(_)`.
fn named_whole(pattern: &Pat) -> Option<(&Ident, &Pat)> {
    let Pat::Ident(PatIdent { by_ref: None, mutability: None, ident, subpat: Some((_, inner)), .. }) =
        pattern
    else {
        return None;
    };
    matches!(**inner, Pat::TupleStruct(_) | Pat::Struct(_)).then_some((ident, &**inner))
}

/// ```text
/// // Input:  if let found @ Some(_) = search() { return found; }
/// // Output: { let whole = search(); if let Some(_) = whole { let found = whole; return found; } }
/// ```
fn with_whole(expr: &Expr) -> Option<Expr> {
    let whole = Ident::new("__whole", Span::mixed_site());
    match expr {
        Expr::If(branch) => {
            let Expr::Let(condition) = &*branch.cond else { return None };
            let (name, pattern) = named_whole(&condition.pat)?;
            let (value, statements) = (&condition.expr, &branch.then_branch.stmts);
            let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| quote!(else #otherwise));
            Some(syn::parse_quote_spanned!(branch.if_token.span=> {
                let #whole = #value;
                if let #pattern = #whole { let #name = #whole; #(#statements)* } #otherwise
            }))
        }
        Expr::Match(inner) => {
            let mut inner = inner.clone();
            let mut found = false;
            for arm in &mut inner.arms {
                let guard = arm.guard.as_ref().map(|(_, guard)| guard);
                if let Some((name, pattern)) = named_whole(&arm.pat)
                    && !guard.is_some_and(|guard| crate::parameter::mentions(guard, &name.to_string()))
                {
                    let (name, pattern, body) = (name.clone(), pattern.clone(), &arm.body);
                    arm.body = syn::parse_quote!({ let #name = #whole; #body });
                    arm.pat = pattern;
                    found = true;
                }
            }
            if !found {
                return None;
            }
            let value = std::mem::replace(&mut *inner.expr, syn::parse_quote!(#whole));
            Some(syn::parse_quote_spanned!(inner.match_token.span=> { let #whole = #value; #inner }))
        }
        _ => None,
    }
}

/// Replaces `matches!` by a `match`, and names of whole values by variables.
pub(super) struct Matches;

impl VisitMut for Matches {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(mac) = expr
            && let Some(matches) = as_match(&mac.mac)
        {
            *expr = matches;
        }
        if let Some(replaced) = with_whole(expr) {
            *expr = replaced;
        }
        visit::visit_expr_mut(self, expr);
    }
}

impl Lowering<'_> {
    pub(super) fn macro_statement(&mut self, mac: &syn::Macro) -> Result<Value> {
        match macros::of(&mac.path) {
            // The compared values. The message is dropped if it mentions a variable.
            Some(Role::Asserts(compared)) => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let Ok(arguments) = mac.parse_body_with(parser) else {
                    return unclear(mac);
                };
                let mut parts = Vec::new();
                for argument in arguments.iter().take(compared) {
                    let value = self.expr(argument)?;
                    parts.push(match value {
                        Value::Plain(plain) => plain,
                        value if self.type_of(&value).is_plain() => self.as_plain(value, argument)?,
                        value => {
                            let id = self.number(&value, argument)?;
                            let ident = &self.vars[id].ident;
                            Plain { tokens: quote!(#ident), values: vec![id], ..Plain::default() }
                        }
                    });
                }
                let rest: Vec<_> = match arguments.iter().nth(compared) {
                    Some(Expr::Lit(text))
                        if arguments.len() == compared + 1
                            && !text.to_token_stream().to_string().contains('{') =>
                    {
                        vec![text.to_token_stream()]
                    }
                    _ => Vec::new(),
                };
                let path = &mac.path;
                let tokens: Vec<_> = parts.iter().map(|part| part.tokens.clone()).chain(rest).collect();
                let all: Vec<&Plain> = parts.iter().collect();
                let plain = Self::compose(&all, quote!(#path!(#(#tokens),*)), true);
                self.push(Stmt::Forward(plain));
                Ok(Value::Unit)
            }
            Some(Role::Panics) => {
                let whole = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: mac.clone() });
                // The message is dropped if it mentions numbers.
                let plain = if self.is_plain(&whole) {
                    self.plain_later(&whole)?
                } else {
                    let (path, text) = (&mac.path, mac.tokens.to_string());
                    Plain { tokens: quote!(#path!("{}", #text)), ..Plain::default() }
                };
                self.push(Stmt::Forward(plain));
                Ok(Value::Never)
            }
            _ => self.macro_call(mac),
        }
    }

    /// `vec![…]`
    pub(super) fn macro_call(&mut self, mac: &syn::Macro) -> Result<Value> {
        if let Some(matches) = as_match(mac) {
            return self.expr(&matches);
        }
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match macros::named(&name) {
            Some(Role::Vector) => {}
            Some(Role::Asserts(_)) => return self.macro_statement(mac),
            Some(Role::Prints | Role::Shows | Role::Logs) => {
                return refuse(
                    mac,
                    format!(
                        "`{name}!` would print again when the reverse sweep recomputes; print in the caller"
                    ),
                );
            }
            _ => return refuse(mac, format!("`{name}!` is not supported; write its expansion")),
        }
        let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if mac.tokens.is_empty() {
            let private = self.numbers.private_at(super::super::span_of(&mac.path));
            return Ok(Value::Source(Source::empty(quote!(#private::Vec::new()))));
        }
        if let Ok(elements) = mac.parse_body_with(list) {
            let parts = self.sources(elements.iter())?;
            return Ok(Value::Source(Source::Build(Build { kind: BuildKind::Vector, parts })));
        }
        let parser = |input: syn::parse::ParseStream<'_>| {
            let element: Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok((element, input.parse::<Expr>()?))
        };
        match mac.parse_body_with(parser) {
            Ok((element, count)) => self.repeat(true, &element, &count),
            Err(error) => Err(error),
        }
    }
}
