//! Finds the types that borrow numbers. A field that is itself such a type gives its parts: `curve.zeros`.

use super::types::{Generic, Part, Taken, Way, taking};
use crate::fields::{self, is_fixed};
use crate::numbers::Numbers;
use crate::parameter::{is_copy, mentions};
use crate::visit::VisitMut;
use std::collections::HashMap;
use syn::{Attribute, GenericParam, Item, ItemStruct, Type, TypeReference};

/// The structs of these items and of the modules inside.
fn structs<'i>(items: &'i [Item], found: &mut Vec<&'i ItemStruct>) {
    for item in items {
        match item {
            Item::Struct(of) if !fields::stays(&of.attrs) => found.push(of),
            Item::Mod(of) if !fields::stays(&of.attrs) => {
                structs(of.content.as_ref().map_or(&[], |(_, items)| items), found);
            }
            _ => {}
        }
    }
}

/// The types that borrow numbers. Of two types of one name nothing is known.
pub(super) fn taken(items: &[Item], numbers: &Numbers) -> HashMap<String, Taken> {
    let mut all = Vec::new();
    structs(items, &mut all);
    let is_alone = |of: &&&ItemStruct| all.iter().filter(|other| other.ident == of.ident).count() == 1;
    let mut open: Vec<&ItemStruct> = all.iter().filter(is_alone).copied().collect();
    open.retain(|of| of.generics.lifetimes().next().is_some());
    let mut types: HashMap<String, Taken> = HashMap::new();
    while !open.is_empty() {
        // The types of fields first.
        let waits = |of: &ItemStruct| {
            let mut others = open.iter().filter(|other| other.ident != of.ident);
            others.any(|other| mentions(&of.fields, &other.ident.to_string()))
        };
        let next = open.iter().position(|of| !waits(of)).unwrap_or(0);
        let found = described(open.remove(next), &types, numbers);
        types.extend(found.map(|of| (of.name.clone(), of)));
    }
    types
}

/// A struct with a field that is a reference to numbers, or a type that borrows numbers.
fn described(of: &ItemStruct, types: &HashMap<String, Taken>, numbers: &Numbers) -> Option<Taken> {
    let (mut parts, mut inner, mut nested) = (Vec::new(), HashMap::new(), None);
    let mut borrows = false;
    for (i, field) in of.fields.iter().enumerate() {
        let name = field.ident.as_ref().map_or_else(|| i.to_string(), ToString::to_string);
        if let Some(taking) = taking(&field.ty, types, None) {
            let found = types.get(&taking.of)?.with(&taking.arguments);
            nested = nested.or_else(|| found.nested.as_ref().map(|_| name.clone()));
            parts.extend(
                found.parts.iter().map(|part| part.inside(&name, taking.way, taking.lifetime.as_ref())),
            );
            inner.insert(name, taking);
            borrows = true;
            continue;
        }
        let fixed = is_fixed(&field.attrs);
        let (ty, held, lifetime) = match &field.ty {
            Type::Reference(reference) => (
                (*reference.elem).clone(),
                Way::of(reference.mutability.is_some()),
                reference.lifetime.clone(),
            ),
            ty => (ty.clone(), Way::Value, None),
        };
        let numeric = !fixed && numbers.occurs_in(&ty);
        if numeric && refers(&ty) {
            nested.get_or_insert_with(|| name.clone());
        }
        borrows |= numeric && held != Way::Value || nested.is_some();
        let is_scalar = matches!(ty, Type::Path(_)) && is_copy(&ty);
        let is_reference = held != Way::Value;
        parts.push(Part { name, ty, held, lifetime, is_reference, is_scalar, fixed });
    }
    let generics = of.generics.params.iter().map(|generic| match generic {
        GenericParam::Lifetime(of) => Generic::Lifetime(of.lifetime.ident.clone()),
        GenericParam::Type(of) => Generic::Other(of.ident.clone()),
        GenericParam::Const(of) => Generic::Other(of.ident.clone()),
    });
    let derives = |attr: &Attribute| attr.path().is_ident("derive") && mentions(&attr.meta, "Clone");
    let clones = of.attrs.iter().any(derives);
    let (name, generics) = (of.ident.to_string(), generics.collect());
    borrows.then_some(Taken { name, generics, parts, inner, nested, clones })
}

/// Whether a reference is inside of a type.
fn refers(ty: &Type) -> bool {
    struct Refers(bool);
    impl VisitMut for Refers {
        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            self.0 |= reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
        }
    }
    let mut refers = Refers(false);
    refers.visit_type_mut(&mut ty.clone());
    refers.0
}
