//! An item over `f32` is expanded as the same item over `f64`: the names of the two types are exchanged before and after. Its expansion
//! names the module `single` of `ad-core`, where a plain float is an `f32`.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
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
    map(tokens, &|token| match token {
        TokenTree::Ident(ident) => {
            let name = if ident == "f32" {
                "f64"
            } else if ident == "f64" {
                "f32"
            } else {
                return TokenTree::Ident(ident);
            };
            Ident::new(name, ident.span()).into()
        }
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let number = text.strip_suffix("f32").map(|number| (number, "f64"));
            let number = number.or_else(|| text.strip_suffix("f64").map(|number| (number, "f32")));
            match number.filter(|_| text.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with("0x"))
            {
                Some((number, suffix)) => with_text(&literal, &format!("{number}{suffix}")),
                None => literal.into(),
            }
        }
        token => token,
    })
}

/// A message of an expansion that is not an error of the macro.
pub(crate) fn said_by(text: String, root: &Path) -> String {
    if is_over_singles(root) { message(&text) } else { text }
}

/// The same in the text of errors.
pub(crate) fn said(errors: TokenStream) -> TokenStream {
    map(errors, &|token| match token {
        TokenTree::Literal(literal) => with_text(&literal, &message(&literal.to_string())),
        token => token,
    })
}

/// The same in a message.
fn message(text: &str) -> String {
    text.split("f64").map(|part| part.replace("f32", "f64")).collect::<Vec<_>>().join("f32")
}

fn with_text(literal: &Literal, text: &str) -> TokenTree {
    let mut new: Literal = text.parse().unwrap_or_else(|_| literal.clone());
    new.set_span(literal.span());
    new.into()
}

fn map(tokens: TokenStream, f: &dyn Fn(TokenTree) -> TokenTree) -> TokenStream {
    let all = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut mapped = Group::new(group.delimiter(), map(group.stream(), f));
            mapped.set_span(group.span());
            mapped.into()
        }
        token => f(token),
    });
    all.collect()
}
