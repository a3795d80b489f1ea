//! From tokens to tokens: finds out what the attribute stands on, and hands over.

use crate::args::Args;
use crate::errors::Errors;
use crate::{block, function, module, record};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Item;

/// The expansion of `#[exp(args)] item`. It never panics; what is wrong becomes `compile_error!`s.
pub(crate) fn expand(args: TokenStream, tokens: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let args = Args::parse(args, &errors);
    let mut output = match syn::parse2::<Item>(tokens.clone()) {
        Ok(Item::Fn(item)) => function::expand(item, &args, &errors),
        Ok(item @ (Item::Struct(_) | Item::Enum(_) | Item::Type(_))) => record::expand(item, &args, &errors),
        Ok(Item::Impl(item)) => block::expand(item, &args, &errors),
        Ok(Item::Mod(item)) => module::expand(item, &args, &errors),
        Ok(item) => {
            errors
                .at(first_token(&item), "`#[exp]` goes on a function, a struct, an `impl` block or a module");
            tokens
        }
        Err(error) => {
            errors.push(error);
            tokens
        }
    };
    output.extend(errors.finish());
    output
}

/// The token that an error about the whole item is shown at.
fn first_token(item: &Item) -> TokenStream {
    let mut tokens = item.to_token_stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        // Attributes are not what the message is about.
        if matches!(&token, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == '#') {
            tokens.next();
            continue;
        }
        return token.into();
    }
    TokenStream::new()
}
