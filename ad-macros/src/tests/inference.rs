//! The types of all bodies in `tests/natural`, and their trees.

use super::natural::{module, programs};
use crate::body::read;
use crate::infer::{Items, infer};
use crate::ty::Ty;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{ImplItem, Item, ItemImpl, ItemTrait, Signature, TraitItem};

/// Calls a function with all bodies among these items.
pub(super) fn bodies(
    items: &[Item],
    visit: &mut dyn FnMut(&Signature, &syn::Block, Option<&ItemImpl>, Option<&ItemTrait>),
) {
    for item in items {
        match item {
            Item::Fn(item) => visit(&item.sig, &item.block, None, None),
            Item::Impl(item) => {
                for member in &item.items {
                    if let ImplItem::Fn(method) = member {
                        visit(&method.sig, &method.block, Some(item), None);
                    }
                }
            }
            Item::Trait(item) => {
                for member in &item.items {
                    if let TraitItem::Fn(method) = member
                        && let Some(body) = &method.default
                    {
                        visit(&method.sig, body, None, Some(item));
                    }
                }
            }
            Item::Mod(item) => bodies(item.content.as_ref().map_or(&[], |(_, items)| items), visit),
            _ => {}
        }
    }
}

fn is_known(ty: &Ty) -> bool {
    !matches!(ty, Ty::Infer(_) | Ty::Unknown) && ty.parts().into_iter().all(is_known)
}

#[test]
fn the_types_of_natural_programs_are_known() {
    let (mut all, mut known, mut wholly, mut functions) = (0, 0, 0, 0);
    let mut conflicts = Vec::new();
    let mut open: HashMap<String, usize> = HashMap::new();
    for (program, source) in programs() {
        let items = module(&source).content.map(|(_, items)| items).unwrap_or_default();
        let declared = Items::of(&items);
        bodies(&items, &mut |signature, block, of_impl, of_trait| {
            let body = read::read(signature, block);
            let printed = body.print(&|_, expr, _| expr);
            let text = |block: &syn::Block| block.to_token_stream().to_string();
            assert_eq!(text(&printed), text(block), "{program}, `{}`", signature.ident);
            let typed = infer(&body, signature, of_impl, of_trait, &declared);
            functions += 1;
            for id in body.ids() {
                all += 1;
                let ty = typed.of(id);
                known += usize::from(!matches!(ty, Ty::Infer(_) | Ty::Unknown));
                wholly += usize::from(is_known(ty));
                if matches!(ty, Ty::Infer(_) | Ty::Unknown) {
                    let text = body.shell(id).to_token_stream().to_string();
                    *open.entry(format!("{program} {}: {text} {ty:?}", signature.ident)).or_default() += 1;
                }
            }
            conflicts.extend(
                typed.conflicts.iter().map(|(a, b)| format!("{program}, `{}`: {a} | {b}", signature.ident)),
            );
        });
    }
    println!(
        "{functions} functions, {all} expressions, {known} known, {wholly} wholly; {} conflicts",
        conflicts.len()
    );
    if std::env::var("OPEN").is_ok() {
        open.keys().for_each(|open| println!("open {open}"));
        conflicts.iter().for_each(|conflict| println!("conflict {conflict}"));
    }
}
