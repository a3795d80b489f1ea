//! Objects of traits, `dyn Layer`, in an annotated module with adjoint programs. The saved values of a method need one type, so
//! an object becomes a value of an enum. The macro sees all types of the module with the trait. Each replacement is checked by
//! rustc.
//!
//! ```text
//! // Input:  let net: Vec<Box<dyn Layer>> = vec![Box::new(first), Box::new(Gelu)];
//! // Output: let net: Vec<Box<LayerObject>> = vec![Box::new(LayerObject::OfLinear(first)), Box::new(LayerObject::OfGelu(Gelu))];
//! //         enum LayerObject { OfLinear(Linear), OfGelu(Gelu) }
//! //         impl Layer for LayerObject { … }
//! ```

mod coerce;
mod dispatch;
mod found;
mod public;
mod replaced;

use crate::errors::Errors;
use crate::fields::is_fixed;
use crate::known::ObjectVariant;
use crate::names::Names;
use crate::numbers::Numbers;
use found::Object;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;
use syn::{Item, ItemMod};

/// The traits with objects.
#[derive(Default)]
pub(crate) struct Objects {
    refused: bool,
    /// The variants of the others, by the names of the enums.
    pub(crate) variants: HashMap<String, Vec<ObjectVariant>>,
}

impl Objects {
    /// Replaces the objects of the traits over numbers. Returns whether it found some: a type that contains objects contains numbers
    /// afterwards, so that other traits may be over numbers.
    pub(crate) fn replace(
        &mut self,
        items: &mut Vec<Item>,
        numbers: &Numbers,
        names: &mut Names,
        errors: &Errors,
    ) -> bool {
        let tree = quote!(#(#items)*);
        self.replace_in(items, &tree, numbers, names, errors)
    }

    /// Whether those of some trait are refused.
    pub(crate) fn are_refused(&self) -> bool {
        self.refused
    }

    /// The same for one module of the tree.
    fn replace_in(
        &mut self,
        items: &mut Vec<Item>,
        tree: &TokenStream,
        numbers: &Numbers,
        names: &mut Names,
        errors: &Errors,
    ) -> bool {
        let mut inside = false;
        for item in &mut *items {
            if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
                && !is_fixed(attrs)
            {
                inside |= self.replace_in(items, tree, numbers, names, errors);
            }
        }
        let objects = self.read(items, tree, numbers, names, errors);
        if objects.is_empty() {
            return inside;
        }
        replaced::open(items, &objects);
        coerce::all(items, &objects, numbers, errors);
        for object in &objects {
            dispatch::prepare(items, object);
            items.extend(dispatch::items(object));
            let variants = object.variants.iter();
            let variants = variants.map(|of| ObjectVariant { name: of.name.clone(), ty: of.ty.to_string() });
            self.variants.insert(object.name.to_string(), variants.collect());
        }
        replaced::all(items, &objects);
        true
    }

    /// The traits among these items whose objects become enums.
    fn read(
        &mut self,
        items: &[Item],
        tree: &TokenStream,
        numbers: &Numbers,
        names: &mut Names,
        errors: &Errors,
    ) -> Vec<Object> {
        let mut objects = Vec::new();
        for item in items {
            let Item::Trait(of) = item else { continue };
            let mentioned = found::mentions(tree, &of.ident);
            let stays = is_fixed(&of.attrs) || numbers.are_constants_of(of);
            if mentioned == 0 || stays || !numbers.are_in_trait(of) {
                continue;
            }
            match found::read(of, items, mentioned, names) {
                Ok(object) => objects.push(object),
                Err(error) => {
                    errors.push(error);
                    self.refused = true;
                }
            }
        }
        objects
    }
}
