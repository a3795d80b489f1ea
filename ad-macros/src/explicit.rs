//! Writes out in bodies the decisions that rustc makes by types. Later passes then need no types for them.
//!
//! ```text
//! // Input:  grid.set(1, grid.at(0) * x)
//! // Output: { let __argument0 = 1; let __argument1 = grid.at(0) * x; Grid::set(&mut grid, __argument0, __argument1) }
//! // Input:  xs.iter().map(|x| check(*x)).collect()
//! // Output: xs.iter().map(|x| check(*x)).collect::<Option<Vec<f64>>>()
//! ```

use crate::body::functions::{self, Around};
use crate::body::read;
use crate::body::tree::{Body, ExprId, Form};
use crate::fields;
use crate::infer::{Items, Receiver, Typed, infer};
use crate::library::methods;
use crate::ty::Ty;
use proc_macro2::Span;
use quote::{format_ident, quote};
use std::cell::Cell;
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::{
    Expr, ExprMethodCall, ExprUnary, Ident, Item, ItemMod, Stmt, UnOp, UseTree, parse_quote,
    parse_quote_spanned,
};

/// Rewrites the bodies of a module.
pub(crate) fn write_out(items: &mut [Item]) {
    let declared = Items::of(&*items);
    in_module(items, &declared);
}

fn in_module(items: &mut [Item], declared: &Items) {
    let names = names(items);
    functions::each(items, &mut |_, signature, block, Around { of_impl, of_trait }| {
        let body = read::read(signature, block);
        let typed = infer(&body, signature, of_impl, of_trait, declared);
        let explicit = Explicit { body: &body, typed: &typed, declared, names: &names };
        let changed = Cell::new(false);
        let printed = body.print(&|id, expr, _| match explicit.explicit(id, &expr) {
            Some(explicit) => {
                changed.set(true);
                explicit
            }
            None => expr,
        });
        if changed.get() {
            *block = printed;
        }
    });
    for item in items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::is_fixed(attrs)
        {
            in_module(items, declared);
        }
    }
}

/// The names of types that a module declares or imports.
fn names(items: &[Item]) -> HashSet<String> {
    fn imported(tree: &UseTree, names: &mut HashSet<String>) {
        match tree {
            UseTree::Path(path) => imported(&path.tree, names),
            UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
            UseTree::Name(name) => _ = names.insert(name.ident.to_string()),
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
    let mut names = HashSet::new();
    for item in items {
        match item {
            Item::Use(item) => imported(&item.tree, &mut names),
            item => names.extend(fields::name(item).map(|name| name.to_string())),
        }
    }
    names
}

struct Explicit<'a> {
    body: &'a Body,
    typed: &'a Typed,
    declared: &'a Items,
    names: &'a HashSet<String>,
}

impl Explicit<'_> {
    /// What an expression becomes, if types decide something in it.
    fn explicit(&self, id: ExprId, expr: &Expr) -> Option<Expr> {
        let (Form::Method(of, arguments), Expr::MethodCall(call)) = (self.body.form(id), expr) else {
            return None;
        };
        let name = call.method.to_string();
        methods::named(&name).next()?;
        self.of_type(*of, arguments, call).or_else(|| {
            let ty = self.typed.of(id);
            let collects = name == "collect" && call.turbofish.is_none() && call.args.is_empty();
            let ty = ty.written().filter(|_| collects && matches!(ty, Ty::Option(_) | Ty::Result(..)))?;
            let mut call = call.clone();
            call.turbofish = Some(parse_quote!(::<#ty>));
            Some(Expr::MethodCall(call))
        })
    }

    /// A call of a method of the module that has the name of one of `std`.
    fn of_type(&self, of: ExprId, arguments: &[ExprId], call: &ExprMethodCall) -> Option<Expr> {
        // Later passes know the type of `self`.
        if matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self")) {
            return None;
        }
        let mut ty = self.typed.of(of);
        let mut behind = 0;
        while let Ty::Ref { of, .. } | Ty::Pointer(_, of) = ty {
            (ty, behind) = (of, behind + 1);
        }
        let name = ty.name().filter(|name| self.names.contains(&***name))?;
        let by = self.declared.receiver(name, &call.method.to_string(), arguments.len())?;
        let span = call.method.span();
        let (path, method, turbofish) = (Ident::new(name, span), &call.method, &call.turbofish);
        let place = (0..behind)
            .fold((*call.receiver).clone(), |place, _| parse_quote_spanned!(place.span()=> *#place));
        let receiver: Expr = match by {
            Receiver::Value => place,
            _ if behind == 1 && matches!(&*call.receiver, Expr::Path(_)) => (*call.receiver).clone(),
            Receiver::Shared => parse_quote_spanned!(place.span()=> &#place),
            Receiver::Exclusive => parse_quote_spanned!(place.span()=> &mut #place),
        };
        // Rust evaluates arguments that read the receiver before it is borrowed, and in their order.
        let shared = |id: &ExprId| by == Receiver::Exclusive && self.shares_a_local(of, *id);
        let bound = arguments.iter().rposition(shared).map_or(0, |last| last + 1);
        if bound > 0 && !is_variable(&call.receiver) {
            return None;
        }
        let mut before: Vec<Stmt> = Vec::new();
        let mut passed = Vec::new();
        for (i, (id, argument)) in arguments.iter().zip(&call.args).enumerate() {
            if i < bound {
                let local =
                    format_ident!("__argument{i}", span = Span::mixed_site().located_at(argument.span()));
                let ty = self.typed.of(*id).written().map(|ty| quote!(: #ty));
                before.push(parse_quote!(let #local #ty = #argument;));
                passed.push(parse_quote!(#local));
            } else {
                passed.push(argument.clone());
            }
        }
        let call: Expr = parse_quote_spanned!(span=> #path::#method #turbofish(#receiver #(, #passed)*));
        Some(if before.is_empty() { call } else { parse_quote_spanned!(span=> { #(#before)* #call }) })
    }

    /// Whether two expressions mention one local.
    fn shares_a_local(&self, a: ExprId, b: ExprId) -> bool {
        let locals = |around: ExprId| {
            self.body.ids().filter(move |id| self.body.contains(around, *id)).filter_map(|id| {
                match self.body.form(id) {
                    Form::Local(local) => Some(*local),
                    _ => None,
                }
            })
        };
        locals(a).any(|local| locals(b).any(|other| other == local))
    }
}

/// Whether a place is a variable or a field of one, so that arguments may be evaluated before it.
fn is_variable(place: &Expr) -> bool {
    match place {
        Expr::Path(_) => true,
        Expr::Field(field) => is_variable(&field.base),
        Expr::Paren(inner) => is_variable(&inner.expr),
        Expr::Unary(ExprUnary { op: UnOp::Deref(_), expr, .. }) => is_variable(expr),
        _ => false,
    }
}
