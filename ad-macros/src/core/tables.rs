//! Constant tables of structs over numbers that a function passes on. The function gets a table of its own, over its numbers.
//!
//! ```text
//! // Input:  const BANDS: &[Band] = &[Band { from: 0.0, rate: 0.2 }]; … tax(income, BANDS)
//! // Output: let bands = [Band { from: 0.0, rate: 0.2 }]; tax(income, &bands)
//! ```

use crate::body::functions;
use crate::numbers::Numbers;
use crate::visit::{self, Visit, VisitMut};
use std::collections::{HashMap, HashSet};
use syn::{Block, Expr, Item, UnOp, parse_quote};

/// Rewrites the functions of a module.
pub(super) fn write_out(items: &mut [Item], numbers: &Numbers) {
    let tables: HashMap<String, Expr> = items.iter().filter_map(|item| table(item, numbers)).collect();
    if tables.is_empty() {
        return;
    }
    functions::each(items, &mut |_, _, block, _| in_function(block, &tables));
    for item in items {
        if let Item::Const(item) = item
            && tables.contains_key(&item.ident.to_string())
        {
            item.attrs.push(parse_quote!(#[allow(dead_code)]));
        }
    }
}

/// The name and the value of a constant over structs whose value has no calls.
fn table(item: &Item, numbers: &Numbers) -> Option<(String, Expr)> {
    let Item::Const(item) = item else { return None };
    let found = numbers.find(&item.ty).is_some_and(|found| numbers.is_struct(&found));
    (found && is_literal(&item.expr)).then(|| (item.ident.to_string(), (*item.expr).clone()))
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(of) => matches!(of.op, UnOp::Neg(_)) && is_literal(&of.expr),
        Expr::Reference(of) => of.mutability.is_none() && is_literal(&of.expr),
        Expr::Array(of) => of.elems.iter().all(is_literal),
        Expr::Tuple(of) => of.elems.iter().all(is_literal),
        Expr::Struct(of) => of.rest.is_none() && of.fields.iter().all(|field| is_literal(&field.expr)),
        Expr::Call(of) => {
            let made = matches!(&*of.func, Expr::Path(path)
                if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase)));
            made && of.args.iter().all(is_literal)
        }
        _ => false,
    }
}

fn in_function(block: &mut Block, tables: &HashMap<String, Expr>) {
    let mut passed = Passed { tables, names: HashSet::new(), items: false };
    passed.visit_block(block);
    let mut names: Vec<String> = passed.names.into_iter().collect();
    names.sort();
    // An item of the function may have the name of a table, or of a constant in one.
    if names.is_empty() || passed.items {
        return;
    }
    Local { tables, names: &names }.visit_block_mut(block);
    for name in names.iter().rev() {
        let (local, value) = (super::name(name), content(&tables[name]));
        block.stmts.insert(0, parse_quote!(let #local = #value;));
    }
}

/// The value behind a reference.
fn content(value: &Expr) -> &Expr {
    match value {
        Expr::Reference(of) => &of.expr,
        value => value,
    }
}

/// The tables that are arguments.
struct Passed<'t> {
    tables: &'t HashMap<String, Expr>,
    names: HashSet<String>,
    items: bool,
}

impl<'ast> Visit<'ast> for Passed<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let arguments = match expr {
            Expr::Call(call) => &call.args,
            Expr::MethodCall(call) => &call.args,
            _ => return visit::visit_expr(self, expr),
        };
        for argument in arguments {
            let names = named(content(argument)).filter(|name| self.tables.contains_key(name));
            self.names.extend(names);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast Item) {
        self.items = true;
    }
}

fn named(expr: &Expr) -> Option<String> {
    let Expr::Path(path) = expr else { return None };
    path.path.get_ident().map(ToString::to_string)
}

/// Replaces tables by those of the function.
struct Local<'t> {
    tables: &'t HashMap<String, Expr>,
    names: &'t [String],
}

impl VisitMut for Local<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit::visit_expr_mut(self, expr);
        if let Some(name) = named(expr).filter(|name| self.names.contains(name)) {
            let local = super::name(&name);
            *expr = match &self.tables[&name] {
                Expr::Reference(_) => parse_quote!((&#local)),
                _ => parse_quote!(#local),
            };
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
