//! From tokens to tokens: dispatches on the kind of the annotated item.

use crate::args::Args;
use crate::body::conditions::{self, Variant};
use crate::errors::Errors;
use crate::tokens;
use crate::{block, core, exchange, fragments, function, module, refusal, single, structs};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

/// The expansion of `#[exp(args)] item`. It never panics. Errors become `compile_error!`s.
pub(crate) fn expand(args: TokenStream, tokens: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let mut args = Args::parse(args, &errors);
    if let Some(group) = too_deep(tokens.clone(), 0) {
        errors.span(group, refusal::Item::TooDeep);
        return tokens.into_iter().chain(errors.finish()).collect();
    }
    if let Some(name) = reserved(&tokens) {
        errors.at(&name, refusal::Item::Reserved { name: &name });
        return tokens.into_iter().chain(errors.finish()).collect();
    }
    let parsed = syn::parse2::<Item>(tokens.clone()).and_then(|mut item| {
        fragments::write_out(&mut item);
        if single::is_over_singles(&item, &args) {
            single::remember(&item);
            args.root = exchange::root(&args.root);
            item = syn::parse2(exchange::exchanged(item.into_token_stream()))?;
        }
        conditions::variants(item)
    });
    let variants = match parsed {
        Ok(variants) => variants,
        Err(error) => {
            errors.push(error);
            return tokens.into_iter().chain(errors.finish()).collect();
        }
    };
    let mut output = errors.finish();
    for Variant { item, predicate } in variants {
        let errors = Errors::new();
        let mut expansion = expand_item(item, &args, &errors);
        let errors = errors.finish();
        if exchange::is_over_singles(&args.root) {
            expansion = exchange::exchanged(expansion);
            expansion.extend(exchange::said(errors));
        } else {
            expansion.extend(errors);
        }
        output.extend(match &predicate {
            Some(predicate) => conditions::under(predicate, expansion),
            None => expansion,
        });
    }
    output
}

/// A name that the macro's own may have.
fn reserved(tokens: &TokenStream) -> Option<Ident> {
    tokens::names(tokens).find(|name| name.to_string().starts_with(core::RESERVED))
}

/// The expansion of an item without conditions inside.
fn expand_item(item: Item, args: &Args, errors: &Errors) -> TokenStream {
    match item {
        Item::Fn(item) => function::expand(item, args, errors),
        item if args.step.is_some() => {
            errors.at(&args.step, refusal::Item::StepElsewhere);
            item.into_token_stream()
        }
        item if !args.record.is_empty() => {
            errors.at(&args.record[0], refusal::Item::RecordElsewhere);
            item.into_token_stream()
        }
        item @ (Item::Struct(_) | Item::Enum(_) | Item::Type(_)) => structs::expand(item, args, errors),
        Item::Impl(item) => block::expand(item, args, errors),
        Item::Mod(item) => module::expand(item, args, errors),
        Item::Verbatim(verbatim) if crate::parameter::mentions(&verbatim, "fn") => {
            errors.at(first_token(&Item::Verbatim(verbatim.clone())), refusal::Item::NoBody);
            verbatim
        }
        item => {
            errors.at(first_token(&item), refusal::Item::Other);
            item.into_token_stream()
        }
    }
}

/// A group that is nested so deeply that parsing might exhaust the stack.
fn too_deep(tokens: TokenStream, depth: usize) -> Option<Span> {
    const DEEPEST: usize = 250;
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) if depth == DEEPEST => Some(group.span()),
        TokenTree::Group(group) => too_deep(group.stream(), depth + 1),
        _ => None,
    })
}

/// The token for errors about the whole item.
fn first_token(item: &Item) -> TokenStream {
    let mut tokens = item.to_token_stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        // The message is not about attributes.
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#') {
            tokens.next();
            continue;
        }
        return token.into();
    }
    TokenStream::new()
}
