//! The meaning of bodies: the decisions that rustc makes by types, written out. Later passes then need no types for them.

mod arms;
mod arrays;
mod associated;
pub(crate) mod boxed;
mod calls;
mod derefs;
pub(crate) mod errors;
pub(crate) mod extensions;
mod inherent;
pub(crate) mod instances;
mod lent;
pub(crate) mod local;
mod loops;
mod outcomes;
mod parts;
mod places;
mod receivers;
mod tables;
pub(crate) mod variants;

use crate::body::functions::{self, Around};
use crate::body::read;
use crate::body::tree::{Body, ExprId};
use crate::errors::Errors;
use crate::fields;
use crate::infer::{Items, Typed, infer};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::ty::Ty;
use proc_macro2::{Ident, Span};
use std::collections::HashSet;
use syn::{Block, Item, ItemMod, UseTree};

/// Makes enums of the results whose errors contain numbers. Returns whether there are such.
pub(crate) fn write_out_outcomes(
    items: &mut Vec<Item>,
    numbers: &Numbers,
    names: &mut Names,
    errors: &Errors,
) -> bool {
    let declared = Items::of(&*items);
    outcomes::write_out(items, &declared, numbers, names, errors)
}

/// Rewrites the bodies of a module.
pub(crate) fn write_out(items: &mut Vec<Item>, numbers: &Numbers) {
    inherent::write_out(items, numbers);
    let declared = Items::of(&*items);
    in_module(items, &declared, numbers);
}

fn in_module(items: &mut [Item], declared: &Items, numbers: &Numbers) {
    associated::write_out(items, declared);
    variants::write_out(items);
    tables::write_out(items, numbers);
    let (names, derefs) = (names(items), derefs::parts(items));
    functions::each(items, &mut |_, signature, block, Around { of_impl, of_trait }| {
        let mut body = read::read(signature, block);
        let mut typed = infer(&body, signature, of_impl, of_trait, declared);
        let mut again = |rewritten: Option<Block>, body: &mut Body, typed: &mut Typed| {
            if let Some(rewritten) = rewritten {
                *block = rewritten;
                *body = read::read(signature, block);
                *typed = infer(body, signature, of_impl, of_trait, declared);
            }
        };
        again(derefs::rewrite(&body, &typed, declared, &derefs), &mut body, &mut typed);
        again(parts::rewrite(&body, &typed, numbers), &mut body, &mut typed);
        again(lent::rewrite(&body, &typed), &mut body, &mut typed);
        again(places::rewrite(&body, &typed), &mut body, &mut typed);
        again(arms::rewrite(&body, &typed, declared, numbers), &mut body, &mut typed);
        if let Some(rewritten) = calls::rewrite(&body, &typed, signature, (declared, numbers), &names) {
            *block = rewritten;
        }
    });
    for item in items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::is_fixed(attrs)
        {
            in_module(items, declared, numbers);
        }
    }
}

/// The beginning of the names in the code that the passes write. Users' names do not have it.
pub(crate) const RESERVED: &str = "__ad_";

/// A name that no user has.
fn name(of: &str) -> Ident {
    Ident::new(&format!("{RESERVED}{of}"), Span::mixed_site())
}

/// Whether a type contains numbers.
fn has_numbers(ty: &Ty, numbers: &Numbers) -> bool {
    match ty {
        Ty::Float => true,
        Ty::Struct(name, _) if numbers.is_named(name) => true,
        ty => ty.parts().into_iter().any(|part| has_numbers(part, numbers)),
    }
}

/// Whether an expression contains numbers, or computes with them.
fn compute(body: &Body, typed: &Typed, numbers: &Numbers, around: ExprId) -> bool {
    body.inside(around).any(|id| has_numbers(typed.of(id), numbers))
}

/// The names of types that a module declares or imports.
fn names(items: &[Item]) -> HashSet<String> {
    fn imported(tree: &UseTree, names: &mut HashSet<String>) {
        match tree {
            UseTree::Path(path) => imported(&path.tree, names),
            UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
            UseTree::Name(name) => _ = names.insert(name.ident.to_string()),
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
    let mut names = HashSet::new();
    for item in items {
        match item {
            Item::Use(item) => imported(&item.tree, &mut names),
            item => names.extend(fields::name(item).map(|name| name.to_string())),
        }
    }
    names
}
