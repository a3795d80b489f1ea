//! An item over `f32` is expanded as the same item over `f64`: the names of the two types are exchanged before and after. Its expansion
//! names the module `single` of `ad-core`, where a plain float is an `f32`.

use crate::tokens;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Path, Type, parse_quote};

/// The path of the names for such an expansion, in place of that of the `ad` crate.
pub(crate) fn root(root: &Path) -> Path {
    parse_quote!(#root::__private::single)
}

/// Whether the types of an expansion with this root are exchanged.
pub(crate) fn is_over_singles(root: &Path) -> bool {
    let mut names = root.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "single") && names.next().is_some_and(|name| name == "__private")
}

/// The name of `f64` after the exchange.
pub(crate) fn double(root: &Path) -> Ident {
    Ident::new(if is_over_singles(root) { "f32" } else { "f64" }, Span::call_site())
}

/// A type as a shape after the exchange. In a shape, a number is `f64`.
pub(crate) fn shape(ty: Type, root: &Path) -> Type {
    if !is_over_singles(root) {
        return ty;
    }
    syn::parse2(exchanged(ty.to_token_stream())).unwrap_or(ty)
}

/// `f32` in place of `f64`, and `f64` in place of `f32`.
pub(crate) fn exchanged(tokens: TokenStream) -> TokenStream {
    tokens::replaced(tokens, &|token| match token {
        TokenTree::Ident(ident) if ident == "f32" => {
            Some(Ident::new("f64", ident.span()).into_token_stream())
        }
        TokenTree::Ident(ident) if ident == "f64" => {
            Some(Ident::new("f32", ident.span()).into_token_stream())
        }
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let number = text.strip_suffix("f32").map(|number| (number, "f64"));
            let number = number.or_else(|| text.strip_suffix("f64").map(|number| (number, "f32")));
            let decimal = text.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with("0x");
            let (number, suffix) = number.filter(|_| decimal)?;
            Some(with_text(literal, &format!("{number}{suffix}")))
        }
        _ => None,
    })
}

/// A message of an expansion that is not an error of the macro.
pub(crate) fn said_by(text: String, root: &Path) -> String {
    if is_over_singles(root) { message(&text) } else { text }
}

/// The same in the text of errors.
pub(crate) fn said(errors: TokenStream) -> TokenStream {
    tokens::replaced(errors, &|token| match token {
        TokenTree::Literal(literal) => Some(with_text(literal, &message(&literal.to_string()))),
        _ => None,
    })
}

/// The same in a message.
fn message(text: &str) -> String {
    text.split("f64").map(|part| part.replace("f32", "f64")).collect::<Vec<_>>().join("f32")
}

fn with_text(literal: &Literal, text: &str) -> TokenStream {
    let mut new: Literal = text.parse().unwrap_or_else(|_| literal.clone());
    new.set_span(literal.span());
    new.into_token_stream()
}
