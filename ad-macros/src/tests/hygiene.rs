//! Every path that an expansion adds is absolute, so that no item of the user can capture it (as in zerocopy-derive).

use super::{expand_file, inputs};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Item, Path, Token};

#[test]
fn no_item_of_the_user_can_capture_a_path() {
    for (name, source) in inputs() {
        let mut users = HashSet::new();
        collect(source.parse().expect("tokens"), &mut users);
        let expanded = expand_file(&source);
        names_of_structs(&expanded.items, &mut users);
        let mut walk = Walk { file: &name, users: &users };
        walk.visit_file(&expanded);
    }
}

/// The structs that the expansion defines itself.
fn names_of_structs(items: &[Item], words: &mut HashSet<String>) {
    for item in items {
        match item {
            Item::Struct(item) => _ = words.insert(item.ident.to_string()),
            Item::Mod(module) => names_of_structs(&module.content.as_ref().expect("a body").1, words),
            _ => {}
        }
    }
}

fn collect(tokens: TokenStream, words: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => _ = words.insert(ident.to_string()),
            TokenTree::Group(group) => collect(group.stream(), words),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

struct Walk<'a> {
    file: &'a str,
    users: &'a HashSet<String>,
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let first = first.ident.to_string();
            let own = first.starts_with("__")
                || ["Self", "self", "f64"].contains(&first.as_str())
                || ["N", "D", "T", "U", "V", "F"].contains(&first.trim_end_matches('_'));
            assert!(own || self.users.contains(&first), "`{first}` in {} could be captured", self.file);
        }
        visit::visit_path(self, path);
    }

    // Attributes cannot be captured, but the macros in `derive` could be.
    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        if attr.path().is_ident("derive") {
            let macros = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
            macros.expect("a list of paths").iter().for_each(|path| self.visit_path(path));
        }
    }
}
