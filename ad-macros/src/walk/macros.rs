//! Macro calls. A list of `std`'s macros is parsed and lowered. Other macros stay unchanged, and are refused if they contain a
//! float.

use super::Walk;
use super::arguments::{List, Matches};
use super::log;
use super::print::Text;
use crate::kind::Kind;
use crate::library::macros::{self, Role};
use crate::refusal;
use crate::tokens;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Lit, Macro};

impl Walk<'_> {
    pub(super) fn macro_call(&mut self, mac: &mut Macro, want: &Kind) -> Kind {
        if log::is_event(&mac.path)
            && let Some(kind) = self.event(mac)
        {
            return kind;
        }
        match macros::of(&mac.path).filter(|_| is_std(&mac.path)) {
            Some(Role::Vector) => self.vec(mac, want),
            Some(Role::Asserts(compared)) => self.formatting(mac, compared, Text::Printed),
            Some(Role::Panics) => {
                self.formatting(mac, 0, Text::Printed);
                Kind::Never
            }
            Some(Role::Prints) => self.formatting(mac, 0, Text::Printed),
            Some(Role::Formats(start)) => self.formatting(mac, start, Text::Given),
            Some(Role::Matches) => self.matches(mac),
            Some(Role::Shows) => self.debug(mac),
            Some(Role::Constant) => Kind::Plain,
            Some(Role::Logs) | None => {
                if let Some(float) = float_in(&mac.tokens) {
                    self.hidden_float(float, mac);
                }
                // It may use numbers like a function.
                if self.names_number(&mac.tokens) {
                    self.need_call(mac.path.span());
                }
                Kind::Unknown
            }
        }
    }

    /// Whether these tokens name a local that may hold numbers.
    fn names_number(&self, tokens: &TokenStream) -> bool {
        tokens::names(tokens).any(|name| self.local(&name).is_some_and(|slot| !self.slots[slot].is_plain()))
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

    /// The arguments of a macro. Arguments that cannot be parsed are left to rustc, unless they contain a float.
    pub(super) fn parsed<F: Parser>(&mut self, mac: &Macro, parser: F) -> Option<F::Output> {
        let parsed = parser.parse2(mac.tokens.clone()).ok();
        if parsed.is_none()
            && let Some(float) = float_in(&mac.tokens)
        {
            self.hidden_float(float, mac);
        }
        parsed
    }

    pub(super) fn hidden_float(&mut self, float: Span, mac: &Macro) {
        let name = mac.path.to_token_stream().to_string().replace(' ', "");
        self.errors.push(syn::Error::new(float, refusal::Body::HiddenFloat { name: &name }));
    }
}

pub(super) fn last(path: &syn::Path) -> String {
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
pub(super) fn float_in(tokens: &TokenStream) -> Option<Span> {
    tokens::flat(tokens).find_map(|token| match token {
        TokenTree::Literal(literal) => {
            crate::literal::float(&Lit::new(literal.clone())).map(|_| literal.span())
        }
        TokenTree::Ident(ident) if ident == "f64" => Some(ident.span()),
        _ => None,
    })
}
