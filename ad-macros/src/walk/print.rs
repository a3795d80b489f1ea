//! Formatting macros of `std`: they may print numbers for a person, and must not return them as text.

use super::Walk;
use super::arguments::FormatArgument;
use super::macros::last;
use super::operator::is_literal;
use super::source;
use crate::kind::Kind;
use crate::refusal;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, LitStr, Macro, Path, Token, parse_quote_spanned};

/// The destination of a macro's text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// A person: `println!`, the message of `assert!`.
    Printed,
    /// The function, which could parse it: `format!`.
    Given,
}

impl Walk<'_> {
    /// Macros whose first arguments are ordinary expressions. The others are a message.
    ///
    /// ```text
    /// // Input:  assert!(x > 0.0, "{k}: {x}")
    /// // Output: assert!(x > ::ad::__private::natural::<N>(0), "{k}: {x}", x = ::ad::__private::look(&x).shown())
    ///
    /// // Input:  assert!(x > 0.0)
    /// // Output: assert!(x > ::ad::__private::natural::<N>(0), "assertion failed: x > 0.0")
    /// ```
    pub(super) fn formatting(&mut self, mac: &mut Macro, ordinary: usize, text: Text) -> Kind {
        let Some(arguments) = self.parsed(mac, Punctuated::<FormatArgument, Token![,]>::parse_terminated)
        else {
            return Kind::Unknown;
        };
        let comma = arguments.trailing_punct();
        let mut arguments: Vec<FormatArgument> = arguments.into_iter().collect();
        let front = ordinary.min(arguments.len());
        let (front, message) = arguments.split_at_mut(front);
        let mut added = Vec::new();
        match front {
            [one] => {
                // A failure prints the condition.
                if message.is_empty() && text == Text::Printed {
                    let written = source::text(one.value.to_token_stream());
                    let written =
                        format!("assertion failed: {written}").replace('{', "{{").replace('}', "}}");
                    added.push(quote!(#written));
                }
                self.any(&mut one.value);
            }
            [left, right] => self.equality(&mut left.value, &mut right.value, &mac.path),
            _ => {}
        }
        added.extend(self.message(message, text));
        let comma = (comma && added.is_empty()).then(|| quote!(,));
        mac.tokens = quote!(#(#arguments),* #(, #added)* #comma);
        Kind::Plain
    }

    /// The two sides of `assert_eq!`, which a failure prints.
    ///
    /// ```text
    /// // Input:  assert_eq!(a, b, "not symmetric");
    /// // Output: assert_eq!(::ad::__private::look(&a).shown(), ::ad::__private::look(&b).shown(), "not symmetric");
    /// ```
    fn equality(&mut self, left: &mut Expr, right: &mut Expr, path: &Path) {
        let mut kind = self.any(left);
        let want = if kind.is_plain_float() { Kind::Fixed } else { kind.clone() };
        let other = self.expr(right, &want);
        if other == Kind::Number && kind.is_plain_float() {
            self.lift(left, &kind);
            kind = Kind::Number;
        }
        if kind.is_plain() && other.is_plain() {
            return;
        }
        self.compare(&kind, &other, path.span(), format!("`{}!`", last(path)));
        if kind.holds_number() || other.holds_number() || !kind.is_plain() && !other.is_plain() {
            self.show(left);
            self.show(right);
        }
    }

    /// A format string and its arguments. Returns additional arguments for the captured locals.
    pub(super) fn message(&mut self, arguments: &mut [FormatArgument], text: Text) -> Vec<TokenStream> {
        let Some((first, arguments)) = arguments.split_first_mut() else { return Vec::new() };
        let literal = match &first.value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(literal) => Some(literal.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(literal) = literal else {
            self.any(&mut first.value);
            return Vec::new();
        };
        let holes = Holes::of(&literal.value());
        for argument in arguments.iter_mut() {
            let want = if is_literal(&argument.value) { Kind::Fixed } else { Kind::Never };
            let kind = self.expr(&mut argument.value, &want);
            match text {
                Text::Given if kind.holds_number() => {
                    self.refuse(&argument.value, refusal::Body::Text { name: None });
                }
                // A value that may be an integer may be a width.
                Text::Printed if kind.holds_number() || !holes.measures && is_uncertain(&kind) => {
                    self.show(&mut argument.value);
                }
                _ => {}
            }
        }
        let given: HashSet<String> = arguments.iter().filter_map(FormatArgument::name).collect();
        self.captures(&literal, &holes, &given, text)
    }

    /// `"{x}"`, with `x` a local.
    fn captures(
        &mut self,
        literal: &LitStr,
        holes: &Holes,
        given: &HashSet<String>,
        text: Text,
    ) -> Vec<TokenStream> {
        let mut added = Vec::new();
        for name in holes.names.iter().filter(|name| !given.contains(*name)) {
            let Ok(name) = syn::parse_str::<Ident>(name) else { continue };
            let Some(kind) = self.local(&name).map(|slot| self.slots[slot].clone()) else { continue };
            match text {
                Text::Given if kind.holds_number() => {
                    self.refuse(literal, refusal::Body::Text { name: Some(&name.to_string()) });
                }
                Text::Printed if kind.holds_number() || !holes.measures && is_uncertain(&kind) => {
                    let span = literal.span();
                    let local = Ident::new(&name.to_string(), span);
                    let mut value = parse_quote_spanned!(span=> #local);
                    self.show(&mut value);
                    added.push(quote_spanned!(span=> #local = #value));
                }
                _ => {}
            }
        }
        added
    }

    /// ```text
    /// // Input:  x
    /// // Output: ::ad::__private::look(&x).shown()
    /// ```
    pub(super) fn show(&mut self, expr: &mut Expr) {
        let span = expr.span();
        let private = self.numbers.private_at(span);
        let value = std::mem::replace(expr, Expr::PLACEHOLDER);
        *expr = parse_quote_spanned!(span=> #private::look(&(#value)).shown());
    }

    /// ```text
    /// // Input:  dbg!(x * 2.0)
    /// // Output: ::ad::__private::dbg!("x * 2.0" => x * ::ad::__private::natural::<N>(2))
    /// ```
    pub(super) fn debug(&mut self, mac: &mut Macro) -> Kind {
        let Some(arguments) = self.parsed(mac, Punctuated::<Expr, Token![,]>::parse_terminated) else {
            return Kind::Unknown;
        };
        let mut arguments: Vec<Expr> = arguments.into_iter().collect();
        let written: Vec<String> =
            arguments.iter().map(|argument| source::text(argument.to_token_stream())).collect();
        let mut kinds: Vec<Kind> = arguments.iter_mut().map(|argument| self.any(argument)).collect();
        if !arguments.is_empty() {
            let span = mac.path.span();
            let private = self.numbers.private_at(span);
            mac.path = parse_quote_spanned!(span=> #private::dbg);
            mac.tokens = quote!(#(#written => #arguments),*);
        }
        match kinds.len() {
            0 => Kind::Plain,
            1 => kinds.remove(0),
            _ => Kind::tuple(kinds),
        }
    }
}

/// Whether a value may be a number, or may print itself.
pub(super) fn is_uncertain(kind: &Kind) -> bool {
    !kind.is_plain() && *kind != Kind::Never
}

impl FormatArgument {
    /// The name in `name = value`.
    fn name(&self) -> Option<String> {
        self.name.as_ref().map(|(name, _)| name.to_string())
    }
}

/// The requests of a format string.
struct Holes {
    /// The names in `{x}` and `{x:?}`.
    names: Vec<String>,
    /// Whether arguments are widths or precisions: `{:w$}`, `{:.*}`.
    measures: bool,
}

impl Holes {
    fn of(text: &str) -> Holes {
        let mut holes = Holes { names: Vec::new(), measures: false };
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            rest = &rest[start + 1..];
            if let Some(after) = rest.strip_prefix('{') {
                rest = after;
                continue;
            }
            let hole = rest.split('}').next().unwrap_or_default();
            let (name, format) = hole.split_once(':').unwrap_or((hole, ""));
            let name = name.trim();
            if !name.is_empty() && !holes.names.iter().any(|known| known == name) {
                holes.names.push(name.to_owned());
            }
            holes.measures |= format.contains(['$', '*']);
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_holes_only() {
        let names = |text| Holes::of(text).names;
        assert_eq!(names("{x} {y:?} { z :>8.3}, {x}"), ["x", "y", "z"]);
        assert_eq!(names("{{x}} {{{y}}} {} {:?} {0}"), ["y", "0"]);
        assert_eq!(names("{"), Vec::<String>::new());
    }

    #[test]
    fn widths_that_are_arguments_are_seen() {
        assert!(Holes::of("{x:w$}").measures && Holes::of("{:.*}").measures && Holes::of("{:.p$}").measures);
        assert!(!Holes::of("${x:>8.3}").measures);
    }
}
