//! The `#[exp]` attribute of the `ad` crate.
//!
//! It makes a function over `f64` or `f32` generic over its numbers, and makes an expression of it: a struct that can be differentiated.
//! Its users' documentation is that of [`macro@exp`]. The crate `ad` tests the examples, so that this crate's tests need no `ad`.

#![forbid(unsafe_code)]

mod adjoint;
mod aliases;
mod ambiguous;
mod annotation;
mod apart;
mod args;
mod block;
mod body;
mod check;
mod circle;
mod class;
mod cloned;
mod collect;
mod core;
mod emit;
mod errors;
mod exchange;
mod expand;
mod expression;
mod fields;
mod file;
mod fragments;
mod function;
mod generics;
mod infer;
mod keys;
mod kind;
mod known;
mod library;
mod literal;
mod lowered;
mod model;
mod module;
mod names;
mod numbers;
mod objects;
mod parameter;
mod refusal;
mod returning;
mod reversed;
mod shadow;
mod shape;
mod show;
mod signatures;
mod single;
mod structs;
#[cfg(test)]
mod tests;
mod tokens;
mod traits;
mod ty;
mod unit;
mod unseen;
mod visit;
mod walk;
mod written;

// `cargo test --doc` finds the examples in `ad`, which has the library that they use.
#[cfg_attr(not(doctest), doc = include_str!("exp.md"))]
#[proc_macro_attribute]
pub fn exp(args: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = item.into();
    let mut expansion = expand::expand(args.into(), proc_macro2::TokenStream::clone(&item));
    file::write(&item, &mut expansion);
    expansion.into()
}
