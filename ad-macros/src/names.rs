//! Fresh names. Generic parameters are not hygienic, so their names avoid all of the user's identifiers (as the salsa macros do).

use crate::tokens;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use std::collections::HashSet;

/// The identifiers that occur in an item.
#[derive(Clone)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    pub(crate) fn of(of: &dyn ToTokens) -> Self {
        Names { taken: tokens::names(of).map(|name| name.to_string()).collect() }
    }

    /// Takes a name that the expansion will define.
    pub(crate) fn take(&mut self, name: &Ident) {
        self.taken.insert(name.to_string());
    }

    /// The first free name of `base`, `base_`, `base__`, …, which is taken afterwards.
    pub(crate) fn fresh(&mut self, base: &str) -> Ident {
        let mut name = base.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        Ident::new(&name, Span::mixed_site())
    }
}

/// The companion of the method `name`.
pub(crate) fn method_companion(name: &str, span: Span) -> Ident {
    format_ident!("__adjoint_{}", name.trim_start_matches("r#"), span = span)
}

/// Whether the prelude has a type, trait or variant of this name, which a struct would hide.
pub(crate) fn is_in_prelude(name: &str) -> bool {
    const PRELUDE: [&str; 39] = [
        "AsMut",
        "AsRef",
        "AsyncFn",
        "AsyncFnMut",
        "AsyncFnOnce",
        "Box",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "DoubleEndedIterator",
        "Drop",
        "Eq",
        "Err",
        "ExactSizeIterator",
        "Extend",
        "Fn",
        "FnMut",
        "FnOnce",
        "From",
        "FromIterator",
        "Hash",
        "Into",
        "IntoIterator",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "Result",
        "Send",
        "Sized",
        "Some",
        "String",
        "Sync",
        "ToString",
        "Vec",
    ];
    PRELUDE.contains(&name)
}

/// `quadratic_form` as the name of a type: `QuadraticForm`. Raw identifiers lose their prefix.
pub(crate) fn camel_case(ident: &Ident) -> Ident {
    let name = ident.to_string();
    let name = name.strip_prefix("r#").unwrap_or(&name);
    let mut camel = String::with_capacity(name.len());
    let mut up = true;
    for c in name.chars() {
        match c {
            '_' => up = true,
            c if up => {
                camel.extend(c.to_uppercase());
                up = false;
            }
            c => camel.push(c),
        }
    }
    // `_1` would give `1`, which is not an identifier, and `self_` gives `Self`, which is a keyword.
    if syn::parse_str::<Ident>(&camel).is_err() {
        camel.insert_str(0, "Exp");
    }
    let name = if syn::parse_str::<Ident>(&camel).is_ok() { &camel } else { "Exp" };
    Ident::new(name, ident.span())
}
