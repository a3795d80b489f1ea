//! The arguments of the standard library's macros.

use super::body::Body;
use super::scope::Meaning;
use crate::library::macros::{self, Role};
use crate::parameter::mentions;
use crate::visit::VisitMut;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};

impl Body<'_> {
    /// Rewrites the arguments of a macro.
    pub(super) fn arguments_of_macro(&mut self, mac: &mut Macro) {
        if let Some(name) = self.shown(&mac.tokens) {
            let path = mac.path.clone();
            self.refuse(&path, format_args!("a text shows `{{{name}}}`; write `{{}}`, and an argument"));
            return;
        }
        let concerned = self.scope.iter().any(|(name, _)| mentions(&mac.tokens, name))
            || self.apart.types.keys().any(|name| mentions(&mac.tokens, name))
            || mentions(&mac.tokens, "Self");
        if !concerned {
            return;
        }
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        let repeated = |input: ParseStream<'_>| {
            let element: Expr = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok((element, input.parse::<Expr>()?))
        };
        let matched = |input: ParseStream<'_>| {
            let value: Expr = input.parse()?;
            Ok((value, input.parse::<TokenStream>()?))
        };
        if macros::of(&mac.path) == Some(Role::Matches)
            && let Ok((mut value, rest)) = mac.parse_body_with(matched)
        {
            self.visit_expr_mut(&mut value);
            mac.tokens = quote!(#value #rest);
        } else if let Ok(mut arguments) = mac.parse_body_with(list) {
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            mac.tokens = arguments.into_token_stream();
        } else if let Ok((mut element, mut count)) = mac.parse_body_with(repeated) {
            self.visit_expr_mut(&mut element);
            self.visit_expr_mut(&mut count);
            mac.tokens = quote!(#element; #count);
        } else {
            let path = mac.path.clone();
            self.refuse(&path, "the arguments of the macro are not known; write its expansion");
        }
    }

    /// The variable in the braces of a text, if it has another name here.
    fn shown(&self, tokens: &TokenStream) -> Option<String> {
        let texts: Vec<String> = tokens
            .clone()
            .into_iter()
            .filter_map(|token| match token {
                TokenTree::Literal(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        let changed = self.scope.iter().filter(|(_, meaning)| !matches!(meaning, Meaning::Other));
        let shows = |name: &str| {
            let holes = [format!("{{{name}}}"), format!("{{{name}:")];
            texts.iter().any(|text| holes.iter().any(|hole| text.contains(hole)))
        };
        changed.map(|(name, _)| name).find(|name| shows(name)).cloned()
    }
}
