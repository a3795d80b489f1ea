//! Macros of `log` and `tracing`, which show a number's primal like `println!`, in the message and in text fields.

use super::Walk;
use super::arguments::FormatArgument;
use super::macros::last;
use super::operator::is_literal;
use super::print::{Text, is_uncertain};
use crate::kind::Kind;
use crate::library::macros::{self, Role};
use crate::refusal;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Macro, Path, Token};

/// Whether this may be such a macro: by its plain name, or by a path from one of the crates.
pub(super) fn is_event(path: &Path) -> bool {
    let name = last(path);
    let level = macros::named(&name) == Some(Role::Logs);
    match path.segments.len() {
        1 => level,
        2 => of_crate(path) && (level || matches!(name.as_str(), "log" | "event")),
        _ => false,
    }
}

fn of_crate(path: &Path) -> bool {
    path.segments.len() == 2
        && path.segments.first().is_some_and(|first| first.ident == "log" || first.ident == "tracing")
}

impl Walk<'_> {
    /// ```text
    /// // Input:  info!(target: "fit", step = ?x, "now at {x:.3}")
    /// // Output: info!(target: "fit", step = ?::ad::__private::look(&x).shown(), "now at {x:.3}", x = ::ad::__private::look(&x).shown())
    /// ```
    ///
    /// Other forms stay unchanged, since they may be macros of the user.
    pub(super) fn event(&mut self, mac: &mut Macro) -> Option<Kind> {
        let mut event: Event = mac.parse_body().ok()?;
        if event.message.is_empty() && !of_crate(&mac.path) {
            return None;
        }
        for part in &mut event.parts {
            if let Part::Field(field) = part {
                self.field(field);
            }
        }
        let comma = event.message.trailing_punct();
        let mut message: Vec<FormatArgument> = std::mem::take(&mut event.message).into_iter().collect();
        let added = self.message(&mut message, Text::Printed);
        let comma = (comma && added.is_empty()).then(|| quote!(,));
        let parts = &event.parts;
        mac.tokens = quote!(#(#parts)* #(#message),* #(, #added)* #comma);
        Some(Kind::Plain)
    }

    fn field(&mut self, field: &mut Field) {
        let want = if is_literal(&field.value) { Kind::Fixed } else { Kind::Never };
        let name = field.value.to_token_stream();
        let kind = self.expr(&mut field.value, &want);
        if field.is_text() {
            if !kind.holds_number() && !is_uncertain(&kind) {
                return;
            }
            self.show(&mut field.value);
            // `?x` is `x = ?x`.
            field.key.get_or_insert_with(|| quote!(#name));
        } else if kind.holds_number() {
            self.refuse(&field.value, refusal::Body::Field);
        }
    }
}

/// The arguments of such a macro.
struct Event {
    parts: Vec<Part>,
    /// The format string and its arguments.
    message: Punctuated<FormatArgument, Token![,]>,
}

enum Part {
    /// `target: "fit"`, and separators.
    Other(TokenStream),
    Field(Box<Field>),
}

/// `name = ?value`, or `name:? = value`.
struct Field {
    key: Option<TokenStream>,
    /// `:?`
    capture: Option<TokenStream>,
    /// `?` or `%`
    sigil: Option<TokenStream>,
    value: Expr,
}

impl Field {
    /// Whether the logged value is text.
    fn is_text(&self) -> bool {
        self.sigil.is_some() || self.capture.is_some()
    }
}

impl Parse for Event {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut parts = Vec::new();
        while !input.is_empty() {
            if input.peek(LitStr) && !input.peek2(Token![=]) {
                return Ok(Event { parts, message: Punctuated::parse_terminated(input)? });
            }
            parts.push(input.parse()?);
            if !input.is_empty() {
                let separator: TokenStream = if input.peek(Token![;]) {
                    input.parse::<Token![;]>()?.to_token_stream()
                } else {
                    input.parse::<Token![,]>()?.to_token_stream()
                };
                parts.push(Part::Other(separator));
            }
        }
        Ok(Event { parts, message: Punctuated::new() })
    }
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let setting = ahead
            .parse::<Ident>()
            .is_ok_and(|name| ["logger", "target", "name", "parent"].iter().any(|setting| name == setting))
            && ahead.peek(Token![:])
            && !ahead.peek(Token![::])
            && !ahead.peek2(Token![?])
            && !ahead.peek2(Token![%]);
        if setting {
            let (name, colon): (Ident, Token![:]) = (input.parse()?, input.parse()?);
            let value: Expr = input.parse()?;
            return Ok(Part::Other(quote!(#name #colon #value)));
        }
        Ok(Part::Field(Box::new(input.parse()?)))
    }
}

impl Parse for Field {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let named = key(&ahead).is_ok();
        let captured = named && ahead.peek(Token![:]) && !ahead.peek(Token![::]);
        let (mut name, mut capture) = (None, None);
        if captured {
            let key = key(input)?;
            let (colon, how): (Token![:], TokenStream) = (input.parse()?, sigil(input)?);
            capture = Some(quote!(#colon #how));
            if !input.peek(Token![=]) {
                let value = syn::parse2(key.clone())?;
                return Ok(Field { key: Some(key), capture, sigil: None, value });
            }
            name = Some(key);
        } else if named && ahead.peek(Token![=]) && !ahead.peek(Token![==]) {
            name = Some(key(input)?);
        }
        if name.is_some() {
            input.parse::<Token![=]>()?;
        }
        let sigil = if capture.is_none() { sigil(input).ok() } else { None };
        Ok(Field { key: name, capture, sigil, value: input.parse()? })
    }
}

/// `a.b`, or `"a b"`.
fn key(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if input.peek(LitStr) {
        return Ok(input.parse::<LitStr>()?.to_token_stream());
    }
    Ok(Punctuated::<Ident, Token![.]>::parse_separated_nonempty_with(input, syn::ext::IdentExt::parse_any)?
        .to_token_stream())
}

/// `?` or `%`.
fn sigil(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if input.peek(Token![?]) {
        return Ok(input.parse::<Token![?]>()?.to_token_stream());
    }
    Ok(input.parse::<Token![%]>()?.to_token_stream())
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Part::Other(other) => other.to_tokens(tokens),
            Part::Field(field) => {
                let Field { key, capture, sigil, value } = &**field;
                let equals = key.as_ref().map(|_| quote!(=));
                tokens.extend(quote!(#key #capture #equals #sigil #value));
            }
        }
    }
}
