//! The elementary functions in adjoint programs.

use crate::library::numbers::{self, POWER, Partials};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The row of a method of `f64` with a function in `ad::function`, or of an operator.
pub(super) fn row(name: &str) -> Option<Partials> {
    let method = match name {
        "%" => "rem_euclid",
        POWER => "powi",
        name => name,
    };
    numbers::find(method)?.partials
}

/// Whether a method is an elementary function, or composed of such functions.
pub(super) fn is_elementary(name: &str) -> bool {
    row(name).is_some() || matches!(name, "sin_cos" | "log" | "add" | "sub" | "mul" | "div")
}

pub(super) fn arity(name: &str) -> Option<usize> {
    row(name).map(|partials| partials.arity)
}

/// The value of the type of the function: `function::Ln1p`, `function::Powi(n)`.
pub(super) fn value(name: &str, parameter: Option<&TokenStream>, private: &Ident, span: Span) -> TokenStream {
    let mut camel = String::new();
    for part in name.split('_') {
        let mut letters = part.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    let camel = match name {
        "%" => "Rem".to_owned(),
        "exp" => "Exponential".to_owned(),
        _ => camel,
    };
    let ident = Ident::new(&camel, span);
    let parameter = parameter.map(|n| quote!((#n)));
    quote!(#private::adjoint::function::#ident #parameter)
}
