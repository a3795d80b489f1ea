//! New values that a call borrows exclusively: they become variables.
//!
//! ```text
//! // Input:  play(hand, x, &mut HashMap::new())
//! // Output: { let mut lent = HashMap::new(); play(hand, x, &mut lent) }
//! ```

use crate::body::tree::{Body, ExprId, Form};
use crate::infer::Typed;
use crate::ty::Ty;
use quote::format_ident;
use std::cell::Cell;
use syn::{Block, Expr, Stmt, UnOp, parse_quote};

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

/// A call with variables for the new values, in the order of evaluation.
fn with_variables(body: &Body, typed: &Typed, id: ExprId, expr: &Expr) -> Option<Expr> {
    let (Form::Call(_, ids), Expr::Call(call)) = (body.form(id), expr) else { return None };
    let last = ids.iter().rposition(|id| is_new(body, typed, *id))?;
    // The result may borrow the value.
    if holds_reference(typed.of(id)) {
        return None;
    }
    let mut call = call.clone();
    let mut before: Vec<Stmt> = Vec::new();
    for (i, (id, argument)) in ids.iter().zip(&mut call.args).enumerate().take(last + 1) {
        let name = format_ident!("{}", super::name(&format!("lent{i}")));
        match argument {
            Expr::Reference(reference) if is_new(body, typed, *id) => {
                let value = &reference.expr;
                before.push(parse_quote!(let mut #name = #value;));
                *argument = parse_quote!(&mut #name);
            }
            _ if is_fixed(body, *id) => {}
            argument => {
                before.push(parse_quote!(let #name = #argument;));
                *argument = parse_quote!(#name);
            }
        }
    }
    Some(parse_quote!({ #(#before)* #call }))
}

/// Whether an argument is an exclusive reference to a new value with numbers.
fn is_new(body: &Body, typed: &Typed, id: ExprId) -> bool {
    let (Form::Reference(of), Expr::Reference(reference)) = (body.form(id), body.shell(id)) else {
        return false;
    };
    let made = match (body.form(*of), body.shell(*of)) {
        (Form::Call(..) | Form::Method(..) | Form::Struct { .. } | Form::Array(_) | Form::Repeat(..), _) => {
            true
        }
        (Form::Macro(..), Expr::Macro(inner)) => inner.mac.path.is_ident("vec"),
        _ => false,
    };
    reference.mutability.is_some() && made && typed.of(*of).holds_floats()
}

/// Whether an argument may be evaluated later.
fn is_fixed(body: &Body, id: ExprId) -> bool {
    match (body.form(id), body.shell(id)) {
        (Form::Literal | Form::Path | Form::Closure { .. }, _) => true,
        (Form::Unary(of), Expr::Unary(unary)) => matches!(unary.op, UnOp::Neg(_)) && is_fixed(body, *of),
        (Form::Reference(of), Expr::Reference(reference)) => {
            reference.mutability.is_none() && matches!(body.form(*of), Form::Local(_))
        }
        _ => false,
    }
}

fn holds_reference(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref { .. } | Ty::Iterator(_) | Ty::Unknown | Ty::Foreign(..))
        || ty.parts().into_iter().any(holds_reference)
}
