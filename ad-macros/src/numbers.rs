//! Where `f64` stands for a number, and what it is replaced by. Besides `f64` itself, a struct that was made generic
//! holds numbers wherever its plain name is written.

use crate::kind::Kind;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Path, PathArguments, Type, parse_quote_spanned};

/// The number type of one item, and the names that stand for it.
pub(crate) struct Numbers {
    /// The type parameter that replaces `f64`.
    pub(crate) name: Ident,
    /// The `ad` crate.
    pub(crate) root: Path,
    /// Structs over numbers: `Point` stands for `Point<N>`.
    pub(crate) records: HashSet<String>,
    /// The user's generic parameters, as far as their bounds tell.
    pub(crate) generics: HashMap<String, Kind>,
}

impl Numbers {
    /// Whether this path is the type `f64`.
    pub(crate) fn is_float(&self, path: &Path) -> bool {
        let mut segments = path.segments.iter().rev();
        let Some(last) = segments.next() else { return false };
        let qualifier: Vec<_> = segments.map(|segment| segment.ident.to_string()).collect();
        last.ident == "f64"
            && last.arguments.is_none()
            && match qualifier.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                [] => true,
                ["primitive", crate_name] => matches!(*crate_name, "std" | "core"),
                _ => false,
            }
    }

    /// Whether numbers occur in these tokens of a type or bound.
    pub(crate) fn occurs_in(&self, tokens: &impl ToTokens) -> bool {
        self.find(tokens.to_token_stream()).is_some()
    }

    /// The first token that stands for numbers.
    pub(crate) fn find(&self, tokens: TokenStream) -> Option<Ident> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Ident(ident) if ident == "f64" || self.is_record(&ident) => Some(ident),
            TokenTree::Group(group) => self.find(group.stream()),
            _ => None,
        })
    }

    pub(crate) fn is_record(&self, ident: &Ident) -> bool {
        !self.records.is_empty() && self.records.contains(&ident.to_string())
    }

    /// What is known of a user's generic parameter.
    pub(crate) fn generic(&self, name: &str) -> Option<Kind> {
        self.generics.get(name).cloned()
    }

    /// Replaces `f64` in a type, a bound, or the generic arguments of a path.
    ///
    /// ```text
    /// // Input:  Vec<[f64; 3]>
    /// // Output: Vec<[N; 3]>
    /// ```
    pub(crate) fn lower_type(&self, ty: &mut Type) {
        Lower { numbers: self }.visit_type_mut(ty);
    }

    /// A visitor that does the same for whatever it is shown. It does not enter expressions: the length of an array is
    /// an integer.
    pub(crate) fn lowering(&self) -> impl VisitMut {
        Lower { numbers: self }
    }

    /// The number type, at the place of the user's `f64`.
    pub(crate) fn name_at(&self, span: proc_macro2::Span) -> Ident {
        let mut name = self.name.clone();
        name.set_span(span);
        name
    }
}

struct Lower<'a> {
    numbers: &'a Numbers,
}

impl VisitMut for Lower<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if self.numbers.is_float(path) {
            let span = path.segments.last().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span());
            *path = self.numbers.name_at(span).into();
            return;
        }
        visit_mut::visit_path_mut(self, path);
        if let Some(segment) = path.segments.last_mut()
            && segment.arguments.is_none()
            && self.numbers.is_record(&segment.ident)
        {
            let span = segment.ident.span();
            let name = self.numbers.name_at(span);
            segment.arguments = PathArguments::AngleBracketed(parse_quote_spanned!(span=> <#name>));
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
