//! Which items are over `f32`.

use crate::args::Args;
use crate::fields;
use crate::known::Known;
use crate::visit::{self, Visit};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Attribute, Item};

/// Whether the numbers of an item are `f32`: it says so, or its signatures and fields have `f32` and no `f64`, or they only have types above
/// that are over `f32`.
pub(crate) fn is_over_singles(item: &Item, args: &Args) -> bool {
    if let Some(float) = &args.float {
        return float == "f32";
    }
    let mut named = Named::default();
    named.visit_item(item);
    let above = Known::above();
    let has = |name: &str| named.names.contains(name);
    let is_above = |name: &&String| above.types.contains_key(*name);
    let over_doubles = named.names.iter().filter(is_above).any(|name| !above.singles.contains(name));
    !has("f64")
        && !over_doubles
        && (has("f32") || named.names.iter().any(|name| above.singles.contains(name)))
}

/// Remembers that the types of an item are over `f32`.
pub(crate) fn remember(item: &Item) {
    let mut types = Types(HashSet::new());
    types.visit_item(item);
    Known { singles: types.0, ..Known::default() }.remember();
}

/// The names in the signatures and fields of an item, without those that are marked `#[fixed]`.
#[derive(Default)]
struct Named {
    names: HashSet<String>,
}

impl<'ast> Visit<'ast> for Named {
    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.names.insert(ident.to_string());
    }

    fn visit_item(&mut self, item: &'ast Item) {
        // A constant does not vary.
        if !matches!(item, Item::Const(_) | Item::Static(_) | Item::Use(_) | Item::Macro(_)) && !stays(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if !fields::is_fixed(&field.attrs) {
            self.visit_type(&field.ty);
        }
    }

    fn visit_pat_type(&mut self, parameter: &'ast syn::PatType) {
        if !fields::is_fixed(&parameter.attrs) {
            self.visit_type(&parameter.ty);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_block(&mut self, _: &'ast syn::Block) {}

    fn visit_expr(&mut self, _: &'ast syn::Expr) {}
}

/// The names of the types of an item.
struct Types(HashSet<String>);

impl<'ast> Visit<'ast> for Types {
    fn visit_item(&mut self, item: &'ast Item) {
        if !stays(item) {
            self.0.extend(fields::name(item).map(|name| name.to_string()));
            visit::visit_item(self, item);
        }
    }

    fn visit_block(&mut self, _: &'ast syn::Block) {}
}

/// Whether an item of a module stays plain.
fn stays(item: &Item) -> bool {
    let attrs = match item {
        Item::Fn(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        _ => return false,
    };
    fields::stays(attrs)
}
