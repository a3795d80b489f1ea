//! The arguments of macros, as far as a pass over a body looks for items and attributes in them.

use crate::tokens;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Macro, Token};

const UNKNOWN: &str = "cannot write the adjoint program: this macro contains an item or an attribute, and its arguments are no \
    expressions; bind them with `let` in front of it";

/// Whether the arguments may have a block with an item, or an attribute.
pub(super) fn concerns(mac: &Macro) -> bool {
    tokens::flat(&mac.tokens).any(|token| match token {
        TokenTree::Ident(word) => {
            ["const", "static", "use", "fn", "struct", "enum", "impl"].iter().any(|item| word == item)
        }
        TokenTree::Punct(punct) => punct.as_char() == '#',
        _ => false,
    })
}

/// Visits the arguments if they concern a pass: expressions with commas or semicolons between them.
pub(super) fn visit(mac: &mut Macro, visit: &mut dyn FnMut(&mut Expr)) -> syn::Result<()> {
    if !concerns(mac) {
        return Ok(());
    }
    let arguments = |input: ParseStream<'_>| {
        let mut arguments = Vec::new();
        while !input.is_empty() {
            let argument: Expr = input.parse()?;
            let separator = match input.parse::<Option<Token![;]>>()? {
                Some(semicolon) => semicolon.into_token_stream(),
                None => input.parse::<Option<Token![,]>>()?.into_token_stream(),
            };
            arguments.push((argument, separator));
        }
        Ok(arguments)
    };
    let mut arguments =
        arguments.parse2(mac.tokens.clone()).map_err(|_| syn::Error::new_spanned(&mac.path, UNKNOWN))?;
    arguments.iter_mut().for_each(|(argument, _)| visit(argument));
    let tokens =
        arguments.iter().flat_map(|(argument, separator)| [argument.to_token_stream(), separator.clone()]);
    mac.tokens = tokens.collect();
    Ok(())
}
