//! The expansion, from tokens to tokens: snapshots and general properties.

mod derivatives;
mod effects;
mod examples;
mod expansions;
mod fuzz;
mod hygiene;
mod inference;
mod interpreter;
mod iterators;
mod judged;
mod kernels;
mod natural;
mod premises;
mod random_programs;
mod second_order;
mod small_scope;
mod snapshots;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

/// A file with its annotated items expanded.
fn expand_file(source: &str) -> syn::File {
    let mut file: syn::File = syn::parse_str(source).expect("the input is Rust");
    let items = std::mem::take(&mut file.items);
    let tokens: TokenStream = items.into_iter().map(expand_item).collect();
    file.items =
        syn::parse2::<syn::File>(tokens.clone()).unwrap_or_else(|error| panic!("{error} in {tokens}")).items;
    file
}

/// An item, expanded if it is annotated.
fn expand_item(mut item: Item) -> TokenStream {
    match take_exp(&mut item) {
        None => item.into_token_stream(),
        Some(args) => crate::expand::expand(args, item.into_token_stream()),
    }
}

/// Removes `#[exp(…)]` from an item, and returns its arguments.
fn take_exp(item: &mut Item) -> Option<TokenStream> {
    let attrs: &mut Vec<Attribute> = match item {
        Item::Fn(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        _ => return None,
    };
    let index = attrs.iter().position(|attr| attr.path().is_ident("exp"))?;
    match attrs.remove(index).meta {
        Meta::List(list) => Some(list.tokens),
        _ => Some(TokenStream::new()),
    }
}

/// The inputs in `snapshots/`, with their names.
fn inputs() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");
    let mut inputs = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of snapshots") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if !name.ends_with("-expanded") {
            inputs.push((name, std::fs::read_to_string(path).expect("text")));
        }
    }
    assert!(!inputs.is_empty());
    inputs.sort();
    inputs
}
