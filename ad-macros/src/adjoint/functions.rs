//! The needs of the elementary functions: which operands and values their partial derivatives use. All others are replaced by
//! NaN, so that a mistake here is noticed.

use crate::library::numbers::POWER;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A function of the table in `ad::function`.
pub(super) struct Row {
    pub(super) arity: usize,
    /// Whether the partial derivatives use the operands.
    pub(super) operands: bool,
    /// Whether they use the value.
    pub(super) value: bool,
    /// Whether it is recomputed rather than saved.
    pub(super) cheap: bool,
}

/// The row of a method of `f64`.
pub(super) fn row(name: &str) -> Option<Row> {
    let row = |arity, operands, value, cheap| Some(Row { arity, operands, value, cheap });
    match name {
        "sqrt" | "cbrt" | "exp" | "exp2" | "tan" | "recip" => row(1, false, true, false),
        "exp_m1" | "ln" | "ln_1p" | "log2" | "log10" | "sin" | "cos" | "asin" | "acos" | "atan" | "sinh"
        | "cosh" | "asinh" | "acosh" | "atanh" => row(1, true, false, false),
        "tanh" => row(1, true, true, false),
        "abs" | "powi" | POWER => row(1, true, false, true),
        "to_radians" | "to_degrees" | "fract" | "signum" | "floor" | "ceil" | "round" | "round_ties_even"
        | "trunc" => row(1, false, false, true),
        "atan2" => row(2, true, false, false),
        "powf" | "hypot" | "%" | "rem_euclid" => row(2, true, true, false),
        "div_euclid" => row(2, false, false, false),
        "max" | "min" | "copysign" => row(2, true, false, true),
        "clamp" | "mul_add" => row(3, true, false, true),
        _ => None,
    }
}

/// Whether a method is an elementary function, or composed of such functions.
pub(super) fn is_elementary(name: &str) -> bool {
    row(name).is_some() || matches!(name, "sin_cos" | "log" | "add" | "sub" | "mul" | "div")
}

pub(super) fn arity(name: &str) -> Option<usize> {
    row(name).map(|row| row.arity)
}

/// The value of the type of the function: `function::Ln1p`, `function::Powi(n)`.
pub(super) fn value(
    name: &str,
    parameter: Option<&TokenStream>,
    private: &TokenStream,
    span: Span,
) -> TokenStream {
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
