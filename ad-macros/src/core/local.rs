//! Types inside of functions: they move to the module, where they may contain numbers.
//!
//! ```text
//! // Input:  fn f(x: f64) -> f64 { struct P { a: f64 } impl P { … } let p = P { a: x }; p.norm() }
//! // Output: struct P { a: f64 } impl P { … } fn f(x: f64) -> f64 { let p = P { a: x }; p.norm() }
//! ```

use crate::body::functions;
use crate::fields;
use crate::numbers::Numbers;
use std::collections::HashSet;
use syn::{Item, Stmt};

/// Moves the items of functions that declare a type over floats. Items whose names another item has stay, and so do those beside a `use`
/// or a macro, which they may need.
pub(crate) fn write_out(items: &mut Vec<Item>, numbers: &Numbers) {
    let name = |item: &Item| match item {
        Item::Fn(of) => Some(of.sig.ident.to_string()),
        Item::Const(of) => Some(of.ident.to_string()),
        Item::Static(of) => Some(of.ident.to_string()),
        item => fields::name(item).map(|name| name.to_string()),
    };
    let mut taken: HashSet<String> = items.iter().filter_map(name).collect();
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
        let stays = |item: &Item| {
            matches!(item, Item::Use(_) | Item::Macro(_))
                || name(item).is_some_and(|name| taken.contains(&name))
        };
        if !inside().any(is_type) || inside().any(stays) {
            return;
        }
        let names: Vec<String> = inside().filter_map(name).collect();
        taken.extend(names);
        for statement in std::mem::take(&mut block.stmts) {
            match statement {
                Stmt::Item(item) => moved.push(item),
                statement => block.stmts.push(statement),
            }
        }
    });
    items.extend(moved);
}
