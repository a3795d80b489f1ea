//! Types inside of functions: they move to the module, where they may contain numbers.
//!
//! ```text
//! // Input:  fn f(x: f64) -> f64 { struct P { a: f64 } impl P { … } let p = P { a: x }; p.norm() }
//! // Output: struct P { a: f64 } impl P { … } fn f(x: f64) -> f64 { let p = P { a: x }; p.norm() }
//! ```

use crate::body::functions;
use crate::fields;
use crate::names::camel_case;
use crate::numbers::Numbers;
use crate::tokens;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Item, Stmt};

/// Moves the items of functions that declare a type over floats. They stay if other code of the module mentions one of their names: that
/// name may come from elsewhere. They also stay beside a `use` or a macro, since they may need it.
pub(crate) fn write_out(items: &mut Vec<Item>, numbers: &Numbers) {
    let mut mentioned = HashMap::new();
    items.iter().for_each(|item| count(item, &mut mentioned));
    let mut moved = Vec::new();
    functions::each(items, &mut |_, _, block, _| {
        let inside = || {
            block.stmts.iter().filter_map(|statement| match statement {
                Stmt::Item(item) => Some(item),
                _ => None,
            })
        };
        let is_type =
            |item: &Item| matches!(item, Item::Struct(_) | Item::Enum(_)) && numbers.occurs_in(item);
        if !inside().any(is_type) || inside().any(|item| matches!(item, Item::Use(_) | Item::Macro(_))) {
            return;
        }
        let mut here = HashMap::new();
        count(block, &mut here);
        let shared = |name: &Ident| mentioned.get(&name.to_string()) != here.get(&name.to_string());
        if inside().flat_map(names).any(|name| shared(&name)) {
            return;
        }
        for statement in std::mem::take(&mut block.stmts) {
            match statement {
                Stmt::Item(item) => moved.push(item),
                statement => block.stmts.push(statement),
            }
        }
    });
    items.extend(moved);
}

/// The names that an item declares: a function also that of its expression.
fn names(item: &Item) -> Vec<Ident> {
    match item {
        Item::Fn(of) => vec![of.sig.ident.clone(), camel_case(&of.sig.ident)],
        Item::Const(of) => vec![of.ident.clone()],
        Item::Static(of) => vec![of.ident.clone()],
        Item::Trait(of) => vec![of.ident.clone()],
        item => fields::name(item).into_iter().collect(),
    }
}

/// Counts the names in tokens.
fn count(tokens: &dyn ToTokens, names: &mut HashMap<String, usize>) {
    for name in tokens::names(tokens) {
        *names.entry(name.to_string()).or_default() += 1;
    }
}
