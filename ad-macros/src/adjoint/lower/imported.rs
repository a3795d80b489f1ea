//! Variants that the body of a function imports: they are written with their enum, which tells them from structs.
//!
//! ```text
//! // Input:  use Shape::*; match shape { Circle(r) if r > 1.0 => r, … }
//! // Output: use Shape::*; match shape { Shape::Circle(r) if r > 1.0 => r, … }
//! ```

use crate::kind::Definition;
use crate::numbers::Numbers;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::{Block, Path, UseTree};

/// Writes the enums of imported variants.
pub(super) fn qualify(body: &mut Block, numbers: &Numbers) {
    let mut imported = Imported { numbers, enums: HashMap::new() };
    imported.visit_block(body);
    if !imported.enums.is_empty() {
        Qualify(imported.enums).visit_block_mut(body);
    }
}

/// The variants with fields that a body imports, and their enums.
struct Imported<'n> {
    numbers: &'n Numbers,
    enums: HashMap<String, Ident>,
}

impl<'ast> Visit<'ast> for Imported<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let UseTree::Path(of) = &item.tree else { return };
        let name = of.ident.to_string();
        let definitions = [&self.numbers.definitions, &self.numbers.known.types];
        let Some(Definition::Variants(fields)) = definitions.iter().find_map(|types| types.get(&name)) else {
            return;
        };
        let variants = fields.keys().filter_map(|field| Some(field.split_once('.')?.0.to_owned()));
        let variants: Vec<String> = variants.filter(|variant| imports(&of.tree, variant)).collect();
        self.enums.extend(variants.into_iter().map(|variant| (variant, of.ident.clone())));
    }

    fn visit_item_fn(&mut self, _: &'ast syn::ItemFn) {}
}

/// Whether `Shape::…` imports a variant by its own name.
fn imports(tree: &UseTree, variant: &str) -> bool {
    match tree {
        UseTree::Glob(_) => true,
        UseTree::Name(name) => name.ident == variant,
        UseTree::Group(group) => group.items.iter().any(|tree| imports(tree, variant)),
        UseTree::Path(_) | UseTree::Rename(_) => false,
    }
}

struct Qualify(HashMap<String, Ident>);

impl VisitMut for Qualify {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit::visit_path_mut(self, path);
        if let Some(variant) = path.get_ident()
            && let Some(of) = self.0.get(&variant.to_string())
        {
            let of = Ident::new(&of.to_string(), variant.span());
            *path = syn::parse_quote!(#of::#variant);
        }
    }

    // A type may have the name of a variant.
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
