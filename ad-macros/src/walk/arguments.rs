//! The arguments of the lowered macros of `std`, parsed so that they can be written back.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Pat, Token};

/// `0.0; n`, or elements.
pub(super) enum List {
    Repeat(Box<Expr>, Token![;], Box<Expr>),
    Elements(Punctuated<Expr, Token![,]>),
}

impl List {
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.is_empty() {
            return Ok(List::Elements(Punctuated::new()));
        }
        let first: Expr = input.parse()?;
        if input.peek(Token![;]) {
            return Ok(List::Repeat(Box::new(first), input.parse()?, input.parse()?));
        }
        let mut elements = Punctuated::new();
        elements.push_value(first);
        while !input.is_empty() {
            elements.push_punct(input.parse()?);
            if input.is_empty() {
                break;
            }
            elements.push_value(input.parse()?);
        }
        Ok(List::Elements(elements))
    }
}

impl ToTokens for List {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            List::Repeat(element, semi, count) => tokens.extend(quote!(#element #semi #count)),
            List::Elements(elements) => elements.to_tokens(tokens),
        }
    }
}

/// `value`, or `name = value`.
pub(super) struct FormatArgument {
    pub(super) name: Option<(Ident, Token![=])>,
    pub(super) value: Expr,
}

impl Parse for FormatArgument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let named = input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = if named { Some((input.parse()?, input.parse()?)) } else { None };
        Ok(FormatArgument { name, value: input.parse()? })
    }
}

impl ToTokens for FormatArgument {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some((name, equals)) = &self.name {
            name.to_tokens(tokens);
            equals.to_tokens(tokens);
        }
        self.value.to_tokens(tokens);
    }
}

/// The arguments of `matches!`.
pub(super) struct Matches {
    pub(super) value: Expr,
    comma: Token![,],
    pub(super) pattern: Pat,
    pub(super) guard: Option<(Token![if], Expr)>,
    end: Option<Token![,]>,
}

impl Matches {
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Matches {
            value: input.parse()?,
            comma: input.parse()?,
            pattern: Pat::parse_multi_with_leading_vert(input)?,
            guard: if input.peek(Token![if]) { Some((input.parse()?, input.parse()?)) } else { None },
            end: input.parse()?,
        })
    }
}

impl ToTokens for Matches {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Matches { value, comma, pattern, guard, end } = self;
        let guard = guard.as_ref().map(|(token, guard)| quote!(#token #guard));
        tokens.extend(quote!(#value #comma #pattern #guard #end));
    }
}
