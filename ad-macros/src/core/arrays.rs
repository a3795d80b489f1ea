//! Arrays of a known length that `map` makes of integers, or whose elements are structs: one element after the other.
//!
//! ```text
//! // Input:  let [a, b, c] = face.map(|i| vertices[i]);
//! // Output: let [a, b, c] = { let [x, y, z] = face; [{ let i = x; vertices[i] }, { let i = y; vertices[i] }, { let i = z; vertices[i] }] };
//! ```

use crate::body::tree::{Body, ExprId, Form, LocalId, Pattern, Statement};
use crate::infer::Typed;
use crate::ty::{List, Ty};
use crate::visit;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprMethodCall, FnArg, Lit, Signature, Type, TypeArray, parse_quote_spanned};

/// An array is written out up to this length.
const MOST: usize = 8;

/// The lengths of the arrays that patterns take apart, and of those that `map` makes of parameters.
pub(super) fn lengths(body: &Body, signature: &Signature) -> HashMap<ExprId, usize> {
    let typed = signature.inputs.iter().zip(&body.parameters);
    let parameters: HashMap<LocalId, usize> = typed
        .filter_map(|(input, pattern)| match (input, pattern) {
            (FnArg::Typed(typed), Pattern::Bind { local, .. }) => Some((*local, written(&typed.ty)?)),
            _ => None,
        })
        .collect();
    let of_parameters = body.ids().filter_map(|id| match body.form(id) {
        Form::Method(of, _) => match body.form(*of) {
            Form::Local(local) => Some((id, *parameters.get(local)?)),
            _ => None,
        },
        _ => None,
    });
    let statements = body.blocks().flat_map(|block| &block.statements);
    let taken_apart = statements.filter_map(|statement| match statement {
        Statement::Let { pattern: Pattern::Slice(parts), value: Some(value), .. } if parts.rest.is_none() => {
            Some((body.inner(*value), parts.before.len() + parts.after.len()))
        }
        _ => None,
    });
    taken_apart.chain(of_parameters).collect()
}

/// The length in `[T; 4]`.
fn written(ty: &Type) -> Option<usize> {
    match ty {
        Type::Array(TypeArray { len: Expr::Lit(ExprLit { lit: Lit::Int(length), .. }), .. }) => {
            length.base10_parse().ok()
        }
        _ => None,
    }
}

/// The elements of `array.map(f)`, if the numbers in it need this form.
pub(super) fn mapped(
    (body, typed): (&Body, &Typed),
    lengths: &HashMap<ExprId, usize>,
    (id, of): (ExprId, ExprId),
    call: &ExprMethodCall,
) -> Option<Expr> {
    let (Ty::List(List::Array, given), Ty::List(List::Array, made)) = (typed.of(of), typed.of(id)) else {
        return None;
    };
    let (true, Some(function)) = (call.method == "map", call.args.first()) else { return None };
    let plain = !given.holds_floats() && **given != Ty::Unknown;
    if !made.holds_floats() || !plain && !matches!(**made, Ty::Struct(..) | Ty::Option(_)) {
        return None;
    }
    let length = match body.form(body.inner(of)) {
        Form::Array(elements) => elements.len(),
        _ => *lengths.get(&id)?,
    };
    let names: Vec<_> = (0..length).map(|i| super::name(&format!("element{i}"))).collect();
    let values = names.iter().map(|name| -> Option<Expr> {
        Some(match function {
            Expr::Closure(closure) if closure.inputs.len() == 1 && !visit::returns_early(&closure.body) => {
                let (pattern, value) = (&closure.inputs[0], &closure.body);
                parse_quote_spanned!(function.span()=> { let #pattern = #name; #value })
            }
            Expr::Path(_) => parse_quote_spanned!(function.span()=> #function(#name)),
            _ => return None,
        })
    });
    let values = values.collect::<Option<Vec<Expr>>>().filter(|_| length <= MOST)?;
    let array = &call.receiver;
    Some(parse_quote_spanned!(call.method.span()=> { let [#(#names),*] = #array; [#(#values),*] }))
}
