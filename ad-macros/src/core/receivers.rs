//! Calls of methods as calls of functions: the receiver becomes the first argument.
//!
//! ```text
//! // Input:  grid.set(1, grid.at(0) * x)
//! // Output: { let argument0 = 1; let argument1 = grid.at(0) * x; Grid::set(&mut grid, argument0, argument1) }
//! ```

use crate::body::tree::{Body, ExprId};
use crate::infer::{Receiver, Typed};
use crate::ty::Ty;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, ExprUnary, Stmt, UnOp, parse_quote, parse_quote_spanned};

/// The function in place of a method.
pub(super) struct Function<'f> {
    pub(super) path: &'f dyn ToTokens,
    pub(super) receiver: Receiver,
    /// The number of references and pointers around the receiver's type.
    pub(super) behind: usize,
    /// Whether the receiver is a list of which the function takes a slice.
    pub(super) of_slice: bool,
}

/// The call of a function. `None` if it would evaluate the receiver and the arguments in another order.
pub(super) fn called(
    (body, typed): (&Body, &Typed),
    function: &Function<'_>,
    (of, arguments): (ExprId, &[ExprId]),
    call: &ExprMethodCall,
) -> Option<Expr> {
    let (path, span) = (function.path, call.method.span());
    // Rust evaluates arguments that read the receiver before it is borrowed, and in their order.
    let shared = |id: &ExprId| function.receiver == Receiver::Exclusive && share_a_local(body, of, *id);
    let bound = arguments.iter().rposition(shared).map_or(0, |last| last + 1);
    if bound > 0 && !is_variable(&call.receiver) {
        return None;
    }
    let receiver = receiver(typed.of(of), function, &call.receiver);
    let mut before: Vec<Stmt> = Vec::new();
    let mut passed = call.args.clone();
    for (i, (id, argument)) in arguments.iter().zip(&mut passed).enumerate().take(bound) {
        let mut local = super::name(&format!("argument{i}"));
        local.set_span(Span::mixed_site().located_at(argument.span()));
        let ty = typed.of(*id).written().map(|ty| quote!(: #ty));
        before.push(parse_quote!(let #local #ty = #argument;));
        *argument = parse_quote!(#local);
    }
    let passed = passed.iter();
    let call: Expr = parse_quote_spanned!(span=> #path(#receiver #(, #passed)*));
    Some(if before.is_empty() { call } else { parse_quote_spanned!(span=> { #(#before)* #call }) })
}

/// The receiver as an argument.
fn receiver(ty: &Ty, function: &Function<'_>, written: &Expr) -> Expr {
    let Function { receiver, behind, of_slice, .. } = function;
    // The reference itself, if there is one.
    if *receiver != Receiver::Value
        && (*behind, *of_slice) == (1, false)
        && matches!((written, ty), (Expr::Path(_), Ty::Ref { .. }))
    {
        return written.clone();
    }
    let mut place =
        (0..*behind).fold(written.clone(), |place, _| parse_quote_spanned!(place.span()=> *#place));
    if *of_slice {
        place = if *behind > 0 { parse_quote!((#place)[..]) } else { parse_quote!(#place[..]) };
    }
    let span = written.span();
    match receiver {
        Receiver::Value => place,
        Receiver::Shared => parse_quote_spanned!(span=> &#place),
        Receiver::Exclusive => parse_quote_spanned!(span=> &mut #place),
    }
}

/// Whether two expressions mention one local.
pub(super) fn share_a_local(body: &Body, a: ExprId, b: ExprId) -> bool {
    let locals = |around: ExprId| body.locals_in(around).map(|(_, local)| local);
    locals(a).any(|local| locals(b).any(|other| other == local))
}

/// Whether a place is a variable or a field of one, so that arguments may be evaluated before it.
pub(super) fn is_variable(place: &Expr) -> bool {
    match place {
        Expr::Path(_) => true,
        Expr::Field(field) => is_variable(&field.base),
        Expr::Paren(inner) => is_variable(&inner.expr),
        Expr::Unary(ExprUnary { op: UnOp::Deref(_), expr, .. }) => is_variable(expr),
        _ => false,
    }
}
