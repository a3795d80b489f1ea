//! Variants that `use Shape::*;` imports, with the names of their enums.
//!
//! ```text
//! // Input:  use Expr::*; match e { Const(c) => *c, Add(a, b) => eval(a) + eval(b) }
//! // Output: use Expr::*; match e { Expr::Const(c) => *c, Expr::Add(a, b) => eval(a) + eval(b) }
//! ```

use crate::body::functions;
use crate::visit::{self, VisitMut};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{Expr, Item, Pat, Path, parse_quote};

/// The imported variants of the enums among the items, and their enums.
pub(crate) fn imported(items: &[Item]) -> HashMap<String, Ident> {
    let globs: HashSet<String> = items.iter().filter_map(glob).collect();
    let enums = items.iter().filter_map(|item| match item {
        Item::Enum(item) if globs.contains(&item.ident.to_string()) => Some(item),
        _ => None,
    });
    let named = enums
        .flat_map(|item| item.variants.iter().map(|variant| (variant.ident.to_string(), item.ident.clone())));
    named.collect()
}

/// The name before `::*`.
fn glob(item: &Item) -> Option<String> {
    let Item::Use(item) = item else { return None };
    let tokens = item.tree.to_token_stream().to_string().replace(' ', "");
    tokens.strip_suffix("::*").and_then(|path| path.rsplit("::").next().map(str::to_owned))
}

/// Rewrites the functions of a module.
pub(super) fn write_out(items: &mut [Item]) {
    let mut variants = Variants(imported(items));
    if !variants.0.is_empty() {
        let enums: HashSet<String> = variants.0.values().map(ToString::to_string).collect();
        for item in &mut *items {
            // Nothing needs it any more.
            if glob(item).is_some_and(|of| enums.contains(&of))
                && let Item::Use(item) = item
            {
                item.attrs.push(parse_quote!(#[allow(unused_imports)]));
            }
        }
        functions::each(items, &mut |_, _, block, _| variants.visit_block_mut(block));
    }
}

struct Variants(HashMap<String, Ident>);

impl Variants {
    fn qualify(&self, path: &mut Path) {
        if let Some(of) = path.get_ident().and_then(|name| self.0.get(&name.to_string())) {
            let mut of = of.clone();
            of.set_span(path.segments[0].ident.span());
            *path = parse_quote!(#of::#path);
        }
    }
}

impl VisitMut for Variants {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit::visit_expr_mut(self, expr);
        match expr {
            Expr::Path(of) => self.qualify(&mut of.path),
            Expr::Struct(of) => self.qualify(&mut of.path),
            _ => {}
        }
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        visit::visit_pat_mut(self, pattern);
        match pattern {
            Pat::TupleStruct(of) => self.qualify(&mut of.path),
            Pat::Struct(of) => self.qualify(&mut of.path),
            Pat::Path(of) => self.qualify(&mut of.path),
            Pat::Ident(of) if of.subpat.is_none() && of.by_ref.is_none() => {
                let name = &of.ident;
                let mut path = parse_quote!(#name);
                self.qualify(&mut path);
                if path.segments.len() > 1 {
                    *pattern = parse_quote!(#path);
                }
            }
            _ => {}
        }
    }
}
