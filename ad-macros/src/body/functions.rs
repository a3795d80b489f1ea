//! The functions with bodies among the items of a module.

use syn::{Attribute, Block, ImplItem, Item, ItemImpl, ItemTrait, Signature, TraitItem};

/// The `impl` or trait around a function, without its content.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    pub(crate) of_impl: Option<&'a ItemImpl>,
    pub(crate) of_trait: Option<&'a ItemTrait>,
}

/// Calls `f` for each. Those of inner modules are not among them.
pub(crate) fn each(
    items: &mut [Item],
    f: &mut dyn FnMut(&mut Vec<Attribute>, &Signature, &mut Block, Around<'_>),
) {
    for item in items {
        match item {
            Item::Fn(item) => f(&mut item.attrs, &item.sig, &mut item.block, Around::default()),
            Item::Impl(item) => {
                let around = ItemImpl { items: Vec::new(), ..item.clone() };
                let around = Around { of_impl: Some(&around), of_trait: None };
                for member in &mut item.items {
                    if let ImplItem::Fn(method) = member {
                        f(&mut method.attrs, &method.sig, &mut method.block, around);
                    }
                }
            }
            Item::Trait(item) => {
                let around = ItemTrait { items: Vec::new(), ..item.clone() };
                let around = Around { of_impl: None, of_trait: Some(&around) };
                for member in &mut item.items {
                    if let TraitItem::Fn(method) = member
                        && let Some(body) = &mut method.default
                    {
                        f(&mut method.attrs, &method.sig, body, around);
                    }
                }
            }
            _ => {}
        }
    }
}
