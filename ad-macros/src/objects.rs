//! Objects of traits, `dyn Layer`, in an annotated module with adjoint programs. The saved values of a method need one type, so an object
//! is a value of an enum: the macro sees all types of the module with the trait. rustc checks each replacement.
//!
//! ```text
//! // Input:  let net: Vec<Box<dyn Layer>> = vec![Box::new(first), Box::new(Gelu)];
//! // Output: let net: Vec<Box<LayerObject>> = vec![Box::new(LayerObject::OfLinear(first)), Box::new(LayerObject::OfGelu(Gelu))];
//! //         enum LayerObject { OfLinear(Linear), OfGelu(Gelu) }
//! //         impl Layer for LayerObject { … }
//! ```

mod coerce;
mod dispatch;
mod evident;
mod found;
mod public;
mod replaced;
mod signatures;

use crate::errors::Errors;
use crate::fields::is_fixed;
use crate::known::ObjectVariant;
use crate::names::Names;
use crate::numbers::Numbers;
use crate::traits::{has_constants, over_numbers};
use found::Object;
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::{Item, ItemTrait};

/// The traits with objects.
#[derive(Default)]
pub(crate) struct Objects {
    /// Those whose objects are refused, and so stay.
    refused: HashSet<String>,
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
        self.replace_in(
            items,
            &mut |item, items, names| {
                let named = found::mentions(&tree, &item.ident);
                let candidate = named > 0 && over_numbers(item, numbers) && !has_constants(item, numbers);
                candidate.then(|| found::read(item, items, named, names))
            },
            names,
            errors,
        )
    }

    /// Whether the objects of this trait are refused.
    pub(crate) fn refuse(&self, of: &ItemTrait) -> bool {
        self.refused.contains(&of.ident.to_string())
    }

    fn replace_in(
        &mut self,
        items: &mut Vec<Item>,
        read: &mut dyn FnMut(&ItemTrait, &[Item], &mut Names) -> Option<syn::Result<Object>>,
        names: &mut Names,
        errors: &Errors,
    ) -> bool {
        let mut found = false;
        for item in &mut *items {
            if let Item::Mod(inner) = item
                && !is_fixed(&inner.attrs)
                && let Some((_, items)) = &mut inner.content
            {
                found |= self.replace_in(items, read, names, errors);
            }
        }
        let mut objects = Vec::new();
        for item in &*items {
            let Item::Trait(of) = item else { continue };
            if is_fixed(&of.attrs) || self.refuse(of) {
                continue;
            }
            match read(of, items, names) {
                Some(Ok(object)) => objects.push(object),
                Some(Err(error)) => {
                    errors.push(error);
                    self.refused.insert(of.ident.to_string());
                }
                None => {}
            }
        }
        if objects.is_empty() {
            return found;
        }
        replaced::open(items, &objects);
        coerce::all(items, &objects, errors);
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
}
