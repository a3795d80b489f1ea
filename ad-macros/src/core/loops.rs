//! Loops over iterators without numbers that are the module's own, as generators of random numbers are, or that go on after the loop. They
//! ask for the next item.
//!
//! ```text
//! // Input:  for z in rng.by_ref().take(n) { … }
//! // Output: for _ in 0..n { let Some(z) = rng.next() else { break }; … }
//! // Input:  for k in Collatz(7) { … }
//! // Output: { let mut items = Collatz(7); while let Some(k) = items.next() { … } }
//! ```

use crate::body::tree::{Body, ExprId, Form};
use crate::infer::{Items, Typed};
use crate::numbers::Numbers;
use crate::ty::{Keys, Ty};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Ident, parse_quote, parse_quote_spanned};

/// The loop over the items of a hash map or set without numbers, as one over an iterator that has no end: the program collects them for the
/// reverse sweep.
///
/// ```text
/// // Input:  for (k, v) in groups(n) { … }
/// // Output: { let items = groups(n); for (k, v) in items.clone().into_iter().take_while(|_| true) { … } }
/// ```
pub(super) fn from_the_start(
    typed: &Typed,
    numbers: &Numbers,
    of: ExprId,
    written: &ExprForLoop,
) -> Option<Expr> {
    let ty = typed.of(of);
    let hashed = matches!(ty, Ty::Map(Keys::Hashed, ..) | Ty::Set(_)) && !super::has_numbers(ty, numbers);
    hashed.then(|| {
        let (mut written, items) = (written.clone(), &written.expr);
        let span = Span::mixed_site().located_at(items.span());
        let name = Ident::new("__ad_items", span);
        *written.expr = parse_quote_spanned!(span=> #name.clone().into_iter().take_while(|_| true));
        parse_quote_spanned!(span=> { let #name = #items; #written })
    })
}

/// The loop by its items, if it is over such an iterator.
pub(super) fn by_next(
    body: &Body,
    typed: &Typed,
    (declared, numbers): (&Items, &Numbers),
    of: ExprId,
    written: &ExprForLoop,
) -> Option<Expr> {
    let is_asked = |id: ExprId, lent: bool| {
        let ty = match typed.of(id) {
            Ty::Ref { exclusive: true, of } => of,
            ty => ty,
        };
        match ty {
            Ty::Iterator(item) => lent && !item.holds_floats(),
            ty => ty.name().is_some_and(|name| declared.is_iterator(name) && !numbers.is_named(name)),
        }
    };
    let ExprForLoop { label, pat, expr, body: block, .. } = written;
    let (source, items, count) = match (body.form(of), &**expr) {
        (Form::Method(source, _), Expr::MethodCall(call))
            if call.method == "take" && call.args.len() == 1 =>
        {
            let count = call
                .args
                .first()
                .map(|n| if let Expr::Block(_) = n { parse_quote!((#n)) } else { n.clone() });
            (*source, &*call.receiver, count)
        }
        _ => (of, &**expr, None),
    };
    let (source, items, lent) = match (body.form(source), items) {
        (Form::Method(source, _), Expr::MethodCall(call)) if call.method == "by_ref" => {
            (*source, &*call.receiver, true)
        }
        _ => (source, items, matches!(typed.of(source), Ty::Ref { .. })),
    };
    if !is_asked(source, lent) {
        return None;
    }
    let span = expr.span();
    let name = Ident::new("__ad_items", Span::mixed_site().located_at(span));
    let place: Expr = match items {
        Expr::Reference(reference) if lent => {
            let of = &reference.expr;
            if matches!(**of, Expr::Unary(_)) { parse_quote!((#of)) } else { (**of).clone() }
        }
        Expr::Path(_) | Expr::Field(_) if lent => items.clone(),
        _ if lent => return None,
        _ => parse_quote!(#name),
    };
    let statements = &block.stmts;
    let looped: Expr = match count {
        Some(n) => parse_quote_spanned!(span=> #label for _ in 0..#n {
            let Some(#pat) = #place.next() else { break };
            #(#statements)*
        }),
        None => parse_quote_spanned!(span=> #label while let Some(#pat) = #place.next() { #(#statements)* }),
    };
    Some(if lent { looped } else { parse_quote_spanned!(span=> { let mut #name = #items; #looped }) })
}
