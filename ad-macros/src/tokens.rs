//! Tokens with those inside of groups.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;

/// All tokens that are no groups, in their order.
pub(crate) fn flat(of: &dyn ToTokens) -> Flat {
    Flat { around: vec![of.to_token_stream().into_iter()] }
}

pub(crate) struct Flat {
    /// The rest of each group around.
    around: Vec<IntoIter>,
}

impl Iterator for Flat {
    type Item = TokenTree;

    fn next(&mut self) -> Option<TokenTree> {
        loop {
            match self.around.last_mut()?.next() {
                None => _ = self.around.pop(),
                Some(TokenTree::Group(group)) => self.around.push(group.stream().into_iter()),
                token => return token,
            }
        }
    }
}

/// The names, in their order.
pub(crate) fn names(of: &dyn ToTokens) -> impl Iterator<Item = Ident> {
    flat(of).filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name),
        _ => None,
    })
}

/// Whether a type has a reference or a lifetime.
pub(crate) fn refer(ty: &dyn ToTokens) -> bool {
    flat(ty).any(|token| matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), '&' | '\'')))
}

/// The tokens with others in the places of some.
pub(crate) fn replaced(
    tokens: TokenStream,
    replace: &dyn Fn(&TokenTree) -> Option<TokenStream>,
) -> TokenStream {
    let each = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut new = Group::new(group.delimiter(), replaced(group.stream(), replace));
            new.set_span(group.span());
            new.to_token_stream()
        }
        token => replace(&token).unwrap_or_else(|| token.into()),
    };
    tokens.into_iter().map(each).collect()
}

/// The tokens with another name in the place of one.
pub(crate) fn renamed(tokens: TokenStream, name: &str, new: &Ident) -> TokenStream {
    replaced(tokens, &|token| match token {
        TokenTree::Ident(old) if old == name => {
            let span = new.span().located_at(old.span());
            Some(Ident::new(&new.to_string(), span).into_token_stream())
        }
        _ => None,
    })
}
