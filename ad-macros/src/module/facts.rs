//! Facts about the types and traits of a module.

use crate::fields;
use crate::kind::{Definition, Kind};
use crate::numbers::Numbers;
use crate::structs;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{ImplItem, Item};

/// The types over numbers in a module and the modules inside it. A type that contains such a type is one as well.
pub(super) fn definitions(items: &[Item], numbers: &Numbers) -> HashMap<String, Definition> {
    let mut types = Vec::new();
    collect(items, &mut types);
    let mut numbers = numbers.clone();
    loop {
        let known = numbers.definitions.len();
        let mut definitions = (*numbers.definitions).clone();
        for item in &types {
            if structs::holds_numbers(item, &numbers)
                && let Some(name) = fields::name(item)
            {
                definitions.entry(name.to_string()).or_insert_with(Definition::unknown);
            }
        }
        numbers.definitions = Rc::new(definitions);
        if numbers.definitions.len() == known {
            break;
        }
    }
    // Aliases first, since the types of fields may use them.
    types.sort_by_key(|item| !matches!(item, Item::Type(_)));
    for item in types {
        if let Some(name) = fields::name(item).map(|name| name.to_string())
            && numbers.definitions.contains_key(&name)
        {
            let description = structs::describe(item, &numbers);
            let mut definitions = (*numbers.definitions).clone();
            definitions.insert(name, description);
            numbers.definitions = Rc::new(definitions);
        }
    }
    (*numbers.definitions).clone()
}

/// The associated types of traits over numbers that are numbers somewhere, as parameters. A type of the module hides one of its name.
pub(super) fn associated(
    items: &[Item],
    traits: &HashSet<String>,
    numbers: &Numbers,
) -> HashMap<String, Kind> {
    let mut types = Vec::new();
    collect(items, &mut types);
    let taken = types.iter().filter_map(|item| fields::name(item)).map(|name| name.to_string());
    let taken: HashSet<String> = taken.collect();
    let of_traits = items.iter().filter_map(|item| match item {
        Item::Impl(item) => {
            let last = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
            last.is_some_and(|last| traits.contains(&last.ident.to_string())).then_some(&item.items)
        }
        _ => None,
    });
    let names = of_traits.flatten().filter_map(|member| match member {
        ImplItem::Type(member) if numbers.occurs_in(&member.ty) => Some(member.ident.to_string()),
        _ => None,
    });
    names.filter(|name| !taken.contains(name)).map(|name| (name.clone(), Kind::Struct(name))).collect()
}

/// The types of the module that contain no numbers. A type parameter may be one.
pub(super) fn data(items: &[Item], numbers: &Numbers) -> HashSet<String> {
    let mut types = Vec::new();
    collect(items, &mut types);
    let plain = types.into_iter().filter(|item| match item {
        Item::Struct(item) => item.generics.type_params().next().is_none(),
        Item::Enum(item) => item.generics.type_params().next().is_none(),
        _ => false,
    });
    let names = plain.filter_map(fields::name).map(|name| name.to_string());
    names.filter(|name| !numbers.definitions.contains_key(name)).collect()
}

pub(super) fn collect<'a>(items: &'a [Item], types: &mut Vec<&'a Item>) {
    for item in items {
        match item {
            Item::Struct(inner) if !fields::stays(&inner.attrs) => types.push(item),
            Item::Enum(inner) if !fields::stays(&inner.attrs) => types.push(item),
            Item::Type(inner) if !fields::stays(&inner.attrs) => types.push(item),
            Item::Mod(inner) if !fields::stays(&inner.attrs) => {
                if let Some((_, items)) = &inner.content {
                    collect(items, types);
                }
            }
            _ => {}
        }
    }
}

/// The traits over numbers in a module and the modules inside it, except for those that stay over plain floats.
pub(super) fn traits(items: &[Item], numbers: &Numbers, found: &mut HashSet<String>) {
    for item in items {
        match item {
            Item::Trait(inner)
                if !fields::stays(&inner.attrs)
                    && numbers.are_in_trait(inner)
                    && !numbers.are_constants_of(inner) =>
            {
                found.insert(inner.ident.to_string());
            }
            Item::Mod(inner) if !fields::stays(&inner.attrs) => {
                inner.content.iter().for_each(|(_, items)| traits(items, numbers, found));
            }
            _ => {}
        }
    }
}
