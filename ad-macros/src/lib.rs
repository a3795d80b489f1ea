//! The `#[exp]` attribute of the `ad` crate.
//!
//! It turns a function over `f64` into one that is generic over its numbers, and makes an expression of it: a struct
//! that can be differentiated. The documentation for users is that of [`macro@exp`].

mod args;
mod block;
mod check;
mod class;
mod emit;
mod errors;
mod expand;
mod expression;
mod function;
mod kind;
mod library;
mod literal;
mod module;
mod names;
mod numbers;
mod parameter;
mod record;
mod walk;

/// Makes an expression of a function: inside it, `f64` means "a number".
#[proc_macro_attribute]
pub fn exp(args: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand::expand(args.into(), item.into()).into()
}
