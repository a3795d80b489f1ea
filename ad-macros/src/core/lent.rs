//! New containers that a call borrows exclusively: they become variables. Nothing else is evaluated earlier or later.
//!
//! ```text
//! // Input:  play(hand, x, &mut HashMap::new())
//! // Output: { let mut lent2 = HashMap::new(); play(hand, x, &mut lent2) }
//! ```

use crate::body::tree::{Body, ExprId, Form};
use crate::infer::Typed;
use crate::ty::Ty;
use std::cell::Cell;
use syn::{Block, Expr, Stmt, parse_quote};

/// Rewrites the calls of a body, if there are such.
pub(super) fn rewrite(body: &Body, typed: &Typed) -> Option<Block> {
    let changed = Cell::new(false);
    let printed = body.print(&|id, expr, _| match with_variables(body, typed, id, &expr) {
        Some(rewritten) => {
            changed.set(true);
            rewritten
        }
        None => expr,
    });
    changed.get().then_some(printed)
}

/// A call with variables for the new containers.
fn with_variables(body: &Body, typed: &Typed, id: ExprId, expr: &Expr) -> Option<Expr> {
    let (Form::Call(_, ids), Expr::Call(call)) = (body.form(id), expr) else { return None };
    // Another result may borrow the container.
    if !ids.iter().any(|id| is_new(body, typed, *id)) || !is_owned(typed.of(id)) {
        return None;
    }
    let mut call = call.clone();
    let mut before: Vec<Stmt> = Vec::new();
    for (i, (id, argument)) in ids.iter().zip(&mut call.args).enumerate() {
        let name = super::name(&format!("lent{i}"));
        if let (true, Expr::Reference(reference)) = (is_new(body, typed, *id), &*argument) {
            let value = &reference.expr;
            before.push(parse_quote!(let mut #name = #value;));
            *argument = parse_quote!(&mut #name);
        }
    }
    Some(parse_quote!({ #(#before)* #call }))
}

/// Whether an argument is an exclusive reference to a new container, which depends on nothing: `&mut HashMap::new()`, `&mut vec![None; 9]`.
fn is_new(body: &Body, typed: &Typed, id: ExprId) -> bool {
    let (Form::Reference(of), Expr::Reference(reference)) = (body.form(id), body.shell(id)) else {
        return false;
    };
    let made = match (body.form(*of), body.shell(*of)) {
        (Form::Call(callee, arguments), _) => {
            arguments.is_empty() && matches!(body.shell(*callee), Expr::Path(path) if is_of_container(path))
        }
        (Form::Macro(parts, _), Expr::Macro(inner)) => {
            let literal = |id: &ExprId| {
                matches!(body.form(*id), Form::Literal)
                    || matches!(body.shell(*id), Expr::Path(path) if path.path.is_ident("None"))
            };
            inner.mac.path.is_ident("vec") && parts.iter().all(literal)
        }
        _ => false,
    };
    reference.mutability.is_some() && made && typed.of(*of).holds_floats()
}

fn is_of_container(path: &syn::ExprPath) -> bool {
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (Some(function), Some(of)) = (names.next(), names.next()) else { return false };
    matches!(&*function, "new" | "default") && matches!(&*of, "Vec" | "VecDeque" | "HashMap" | "BTreeMap")
}

fn is_owned(ty: &Ty) -> bool {
    match ty {
        Ty::Float | Ty::Int | Ty::Bool | Ty::Char | Ty::Never => true,
        Ty::Tuple(parts) => parts.iter().all(is_owned),
        Ty::List(_, of) | Ty::Option(of) => is_owned(of),
        _ => false,
    }
}
