//! Results whose errors contain numbers: they become enums of the module, of which both variants carry numbers.
//!
//! ```text
//! // Input:  fn root(a: f64) -> Result<f64, Failed> { let b = half(a)?; if b < 0.0 { Err(Failed { at: a }) } else { Ok(b) } }
//! // Output: enum Outcome { Value(f64), Error(Failed) }
//! //         fn root(a: f64) -> Outcome {
//! //             let b = match half(a) { Outcome::Value(v) => v, Outcome::Error(e) => return Outcome::Error(e) };
//! //             if b < 0.0 { Outcome::Error(Failed { at: a }) } else { Outcome::Value(b) }
//! //         }
//! ```
//!
//! A public function keeps its type: it calls one with the enum.

mod enums;
mod public;
mod types;
mod uses;

use crate::body::functions::{self, Around};
use crate::body::read;
use crate::body::tree::{LocalId, Pattern};
use crate::errors::Errors;
use crate::fields;
use crate::infer::{Items, infer};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter;
use crate::ty::Ty;
use crate::visit::VisitMut;
use enums::Enums;
use public::Twins;
use quote::{format_ident, quote};
use std::cell::Cell;
use syn::{
    GenericArgument, Ident, ImplItem, ImplItemFn, Item, ItemFn, PathArguments, ReturnType, Signature, Type,
    Visibility, parse_quote,
};
use types::{Replaced, Types, without_self};
use uses::Results;

/// Rewrites the results of a module. Returns whether there are such.
pub(super) fn write_out(
    items: &mut Vec<Item>,
    declared: &Items,
    numbers: &Numbers,
    names: &mut Names,
    errors: &Errors,
) -> bool {
    let mut types = Types {
        numbers,
        declared,
        aliases: types::aliases(items),
        generics: types::generics(items),
        itself: None,
        found: Vec::new(),
        enums: None,
    };
    items.iter_mut().for_each(|item| types.visit_item_mut(item));
    if types.found.is_empty() {
        return false;
    }
    let found = std::mem::take(&mut types.found);
    let name = names.fresh("Outcome");
    let enums = Enums::new(numbers, name);
    for (result, ty) in found.iter().zip(meant(&found, declared)) {
        enums.add(ty, result.clone());
    }
    let conversions = conversions(items, &enums, declared, names);
    let twins = Twins::of_items(items, &types, &enums, names);
    functions::each(items, &mut |attrs, signature, block, Around { of_impl, of_trait }| {
        if fields::is_fixed(attrs) || of_impl.is_some_and(|of| types.leaves(of)) {
            return;
        }
        let body = read::read(signature, block);
        let typed = infer(&body, signature, of_impl, of_trait, declared);
        let output = match &signature.output {
            ReturnType::Type(_, ty) => {
                meant(&[without_self(ty, of_impl.map(|of| &*of.self_ty))], declared).pop()
            }
            ReturnType::Default => None,
        };
        let output = output.unwrap_or_else(Ty::unit);
        let itself = of_impl.and_then(|of| parameter::type_name(&of.self_ty)).map(|name| name.to_string());
        let around = (&enums, &twins, &conversions[..]);
        let results = Results { body: &body, typed: &typed, around, output, itself, errors };
        *block = body.print(&|id, expr, _| results.written(id, expr));
    });
    types.enums = Some(&enums);
    items.iter_mut().for_each(|item| types.visit_item_mut(item));
    for (number, method) in twins.public {
        match &mut items[number] {
            Item::Impl(of) => of.items.push(ImplItem::Fn(method)),
            _ => {
                let ImplItemFn { attrs, vis, sig, block, .. } = method;
                items.push(Item::Fn(ItemFn { attrs, vis, sig, block: Box::new(block) }));
            }
        }
    }
    for item in items.iter_mut() {
        if let Item::Type(alias) = item
            && types.aliases.contains_key(&alias.ident.to_string())
        {
            // Perhaps nothing names it any more.
            alias.attrs.push(parse_quote!(#[allow(dead_code)]));
        }
    }
    let derived = enums.items(items);
    items.extend(derived);
    items.extend(conversions.into_iter().filter(|of| of.is_used.get()).map(|of| of.function));
    true
}

/// The types that these tokens mean.
fn meant(types: &[Type], declared: &Items) -> Vec<Ty> {
    let parameters = types.iter().enumerate().map(|(i, ty)| {
        let name = format_ident!("p{i}");
        quote!(#name: #ty)
    });
    let signature: Signature = parse_quote!(fn f(#(#parameters),*));
    let body = read::read(&signature, &parse_quote!({}));
    let typed = infer(&body, &signature, None, None, declared);
    let locals: Vec<LocalId> = body.parameters.iter().flat_map(Pattern::locals).collect();
    locals.into_iter().map(|local| typed.local(local).clone()).collect()
}

/// A conversion of errors, which `?` needs: `impl From<A> for B`, as a function.
struct Conversion {
    from: Ty,
    to: Ty,
    function: Item,
    name: Ident,
    is_used: Cell<bool>,
}

/// The conversions into types with numbers.
fn conversions(items: &[Item], enums: &Enums<'_>, declared: &Items, names: &mut Names) -> Vec<Conversion> {
    let mut conversions = Vec::new();
    for item in items {
        let Item::Impl(of) = item else { continue };
        let Some((None, path, _)) = &of.trait_ else { continue };
        let Some(PathArguments::AngleBracketed(list)) = path.segments.last().map(|last| &last.arguments)
        else {
            continue;
        };
        let (true, Some(GenericArgument::Type(from)), [ImplItem::Fn(method)]) =
            (path.segments.last().is_some_and(|last| last.ident == "From"), list.args.first(), &of.items[..])
        else {
            continue;
        };
        let itself = &*of.self_ty;
        let [from, to] =
            [from, itself].map(|ty| meant(std::slice::from_ref(ty), declared).pop().unwrap_or(Ty::Unknown));
        if !of.generics.params.is_empty() || !enums.has_numbers(&to) {
            continue;
        }
        let name = names.fresh("converted");
        let mut function = ItemFn {
            attrs: Vec::new(),
            vis: Visibility::Inherited,
            sig: method.sig.clone(),
            block: Box::new(method.block.clone()),
        };
        function.sig.ident = name.clone();
        Replaced(vec![(format_ident!("Self"), itself.clone())]).visit_item_fn_mut(&mut function);
        conversions.push(Conversion {
            from,
            to,
            function: Item::Fn(function),
            name,
            is_used: Cell::new(false),
        });
    }
    conversions
}
