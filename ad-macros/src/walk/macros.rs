//! Macro calls. A named list of `std`'s macros is parsed and lowered; any other is left alone, and refused if a float
//! hides in it.

use super::Walk;
use super::arguments::{Argument, List, Matches};
use crate::kind::Kind;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, LitStr, Macro, Token};

impl Walk<'_> {
    pub(super) fn macro_call(&mut self, mac: &mut Macro, want: &Kind) -> Kind {
        let name = if is_std(&mac.path) { last(&mac.path) } else { String::new() };
        match name.as_str() {
            "vec" => self.vec(mac, want),
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => self.checks(mac, 2),
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                self.checks(mac, 0);
                Kind::Never
            }
            "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" => self.checks(mac, 0),
            "assert" | "debug_assert" | "write" | "writeln" => self.checks(mac, 1),
            "matches" => self.matches(mac),
            "dbg" => self.debug(mac),
            "cfg" | "line" | "column" | "file" | "module_path" | "stringify" | "concat" | "include_str"
            | "include_bytes" | "env" | "option_env" | "compile_error" => Kind::Plain,
            _ => {
                if let Some(float) = float_in(mac.tokens.clone()) {
                    self.hidden_float(float, mac);
                }
                // It may do with numbers what a function may.
                if self.names_number(mac.tokens.clone()) {
                    self.need_call(mac.path.span());
                }
                Kind::Unknown
            }
        }
    }

    /// Whether these tokens name a local that may hold numbers.
    fn names_number(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => self.local(&ident).is_some_and(|slot| !self.slots[slot].is_plain()),
            TokenTree::Group(group) => self.names_number(group.stream()),
            _ => false,
        })
    }

    /// ```text
    /// // Input:  vec![0.0; n]
    /// // Output: vec![::ad::__private::natural::<N>(0); n]
    /// ```
    fn vec(&mut self, mac: &mut Macro, want: &Kind) -> Kind {
        let Some(mut list) = self.parsed(mac, List::parse) else { return Kind::Unknown };
        let kind = match &mut list {
            List::Repeat(element, _, count) => {
                let kind = self.expr(element, &want.element());
                self.any(count);
                Kind::list(kind)
            }
            List::Elements(elements) => self.elements(&mut elements.iter_mut().collect::<Vec<_>>(), want),
        };
        mac.tokens = list.into_token_stream();
        kind
    }

    /// Macros whose first arguments are ordinary expressions, and the others a message to format.
    ///
    /// ```text
    /// // Input:  assert!(x > 0.0, "the root of {k}")
    /// // Output: assert!(x > ::ad::__private::natural::<N>(0), "the root of {k}")
    /// ```
    fn checks(&mut self, mac: &mut Macro, ordinary: usize) -> Kind {
        let Some(mut arguments) = self.parsed(mac, Punctuated::<Argument, Token![,]>::parse_terminated)
        else {
            return Kind::Unknown;
        };
        let (mut ordinary_arguments, mut format): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for (i, argument) in arguments.iter_mut().enumerate() {
            if i < ordinary { ordinary_arguments.push(argument) } else { format.push(argument) }
        }
        if let [one] = ordinary_arguments.as_mut_slice() {
            self.any(&mut one.value);
        } else if let [left, right] = ordinary_arguments.as_mut_slice()
            && self.equality(&mut left.value, &mut right.value, &mac.path)
        {
            let (left, right) = (&left.value, &right.value);
            let called = last(&mac.path);
            let operator = if called.ends_with("ne") { quote!(!=) } else { quote!(==) };
            let name = if called.starts_with("debug_") { "debug_assert" } else { "assert" };
            let span = mac.path.span();
            if let Some(segment) = mac.path.segments.last_mut() {
                segment.ident = Ident::new(name, span);
            }
            let condition = quote_spanned!(span=> (#left) #operator (#right));
            self.format(&mut format);
            mac.tokens = quote!(#condition, #(#format),*);
            return Kind::Plain;
        }
        self.format(&mut format);
        mac.tokens = arguments.into_token_stream();
        Kind::Plain
    }

    /// The two sides of `assert_eq!`; says whether they are numbers. A failure would print them, so the macro becomes
    /// one that does not.
    ///
    /// ```text
    /// // Input:  assert_eq!(a, b, "not symmetric");
    /// // Output: assert!((a) == (b), "not symmetric");
    /// ```
    fn equality(&mut self, left: &mut Expr, right: &mut Expr, path: &syn::Path) -> bool {
        let kind = self.any(left);
        let want = if kind.is_plain_float() { Kind::Fixed } else { kind.clone() };
        let other = self.expr(right, &want);
        if other == Kind::Number && kind.is_plain_float() {
            self.lift(left, &kind);
        }
        if kind.is_plain() && other.is_plain() {
            return false;
        }
        self.compare(&kind, &other, path.span(), format!("`{}!`", last(path)));
        kind.holds_number() || other.holds_number()
    }

    /// A format string and its arguments, none of which may be a number.
    fn format(&mut self, arguments: &mut [&mut Argument]) {
        let mut arguments = arguments.iter_mut();
        let Some(first) = arguments.next() else { return };
        if let Expr::Lit(lit) = &first.value
            && let Lit::Str(text) = &lit.lit
        {
            self.captures(text);
        } else {
            self.any(&mut first.value);
        }
        for argument in arguments {
            let kind = self.expr(&mut argument.value, &Kind::Fixed);
            if kind.holds_number() {
                self.refuse(&argument.value, FORMATTING);
            }
        }
    }

    /// `"{x}"`, with `x` a number.
    fn captures(&mut self, text: &LitStr) {
        let value = text.value().replace("{{", "");
        for hole in value.split('{').skip(1) {
            let name = hole.split(['}', ':']).next().unwrap_or_default();
            if let Ok(name) = syn::parse_str::<Ident>(name)
                && let Some(slot) = self.local(&name)
                && self.slots[slot].holds_number()
            {
                self.refuse(text, format!("`{{{name}}}`: {FORMATTING}"));
            }
        }
    }

    /// `matches!(value, pattern if guard)`.
    fn matches(&mut self, mac: &mut Macro) -> Kind {
        let Some(mut matches) = self.parsed(mac, Matches::parse) else { return Kind::Plain };
        let kind = self.any(&mut matches.value);
        self.scoped(|walk| {
            walk.pattern(&mut matches.pattern, &kind);
            if let Some((_, guard)) = &mut matches.guard {
                walk.any(guard);
            }
        });
        mac.tokens = matches.into_token_stream();
        Kind::Plain
    }

    fn debug(&mut self, mac: &mut Macro) -> Kind {
        let Some(mut arguments) = self.parsed(mac, Punctuated::<Expr, Token![,]>::parse_terminated) else {
            return Kind::Unknown;
        };
        let mut last = Kind::Plain;
        for argument in &mut arguments {
            last = self.any(argument);
            if last.holds_number() {
                self.refuse(argument, FORMATTING);
            }
        }
        mac.tokens = arguments.into_token_stream();
        last
    }

    /// The arguments of a macro. What cannot be parsed is left to rustc, unless it hides a float.
    fn parsed<F: Parser>(&mut self, mac: &Macro, parser: F) -> Option<F::Output> {
        let parsed = parser.parse2(mac.tokens.clone()).ok();
        if parsed.is_none()
            && let Some(float) = float_in(mac.tokens.clone())
        {
            self.hidden_float(float, mac);
        }
        parsed
    }

    pub(super) fn hidden_float(&mut self, float: Span, mac: &Macro) {
        let name = mac.path.to_token_stream().to_string().replace(' ', "");
        self.errors.push(syn::Error::new(
            float,
            format!(
                "a float inside `{name}!` is out of sight of `#[exp]`: bind it with `let` before the call, and use \
                 its name here"
            ),
        ));
    }
}

const FORMATTING: &str = "formatting a number would inspect it: format it where the function is called";

fn last(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// A macro of `std`, by its plain name or a path from the crate.
fn is_std(path: &syn::Path) -> bool {
    match path.segments.len() {
        1 => true,
        2 => {
            path.segments.first().is_some_and(|s| s.ident == "std" || s.ident == "core" || s.ident == "alloc")
        }
        _ => false,
    }
}

/// The first token that is a float literal or stands for the number type.
pub(super) fn float_in(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Literal(literal) => {
            crate::literal::float(&Lit::new(literal.clone())).map(|_| literal.span())
        }
        TokenTree::Ident(ident) if ident == "f64" => Some(ident.span()),
        TokenTree::Group(group) => float_in(group.stream()),
        _ => None,
    })
}
