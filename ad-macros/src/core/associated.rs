//! The associated types of the module's traits, written out where an `impl` says which they are.
//!
//! ```text
//! // Input:  impl System for Decay { type State = f64; fn rate(&self, s: Self::State) -> Self::State { … } }
//! // Output: impl System for Decay { type State = f64; fn rate(&self, s: f64) -> f64 { … } }
//! ```

use crate::infer::Items;
use crate::visit::{self, VisitMut};
use std::collections::HashMap;
use syn::{ImplItem, Item, Type};

/// Rewrites the `impl`s of a module.
pub(super) fn write_out(items: &mut [Item], declared: &Items) {
    for item in items {
        let Item::Impl(item) = item else { continue };
        let of_trait = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        if of_trait.is_none_or(|last| !declared.is_trait(&last.ident.to_string())) {
            continue;
        }
        let types = item.items.iter().filter_map(|member| match member {
            ImplItem::Type(member) => Some((member.ident.to_string(), member.ty.clone())),
            _ => None,
        });
        let mut types = Types(types.collect());
        if !types.0.is_empty() {
            for member in &mut item.items {
                if let ImplItem::Fn(method) = member {
                    types.visit_impl_item_fn_mut(method);
                }
            }
        }
    }
}

struct Types(HashMap<String, Type>);

impl VisitMut for Types {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let [itself, name] = &path.path.segments.iter().collect::<Vec<_>>()[..]
            && itself.ident == "Self"
            && let Some(meant) = self.0.get(&name.ident.to_string())
        {
            *ty = meant.clone();
            return;
        }
        visit::visit_type_mut(self, ty);
    }
}
