//! Loops over an array whose elements cannot be stored: the body is repeated for each element. Such elements are references to
//! numbers. Tuples with variants of an enum, or with numbers and references to data, cannot be stored either.
//!
//! ```text
//! // Input:  for village in [&mut north, &mut south] { village.eat(); }
//! // Output: { let item0 = &mut north; let item1 = &mut south;
//! //           { let village = item0; village.eat(); } { let village = item1; village.eat(); } }
//! ```

use super::expr::strip;
use super::mention::arguments;
use super::{Binding, Lowering, Value};
use crate::adjoint::ir::Ty;
use crate::visit::{self, Visit};
use proc_macro2::Span;
use quote::{format_ident, quote};
use syn::{Expr, ExprForLoop};

/// The greatest number of repetitions.
const MOST: usize = 8;

/// Whether a tuple has a part such as `Axis::X`.
fn has_variant(element: &Expr) -> bool {
    let variant = |part: &Expr| matches!(strip(part), Expr::Path(path) if path.path.segments.len() > 1);
    matches!(strip(element), Expr::Tuple(tuple) if tuple.elems.iter().any(variant))
}

impl Lowering<'_> {
    /// The repeated body, unless an exit leaves the loop or an iteration.
    pub(super) fn unrolled(&self, inner: &ExprForLoop) -> Option<Expr> {
        let Expr::Array(array) = strip(&inner.expr) else { return None };
        let is_special = |element: &Expr| {
            self.refers(element) || has_variant(element) || self.has_reference_to_data(element)
        };
        let special = array.elems.iter().any(is_special);
        if !special || array.elems.len() > MOST || exits(inner) {
            return None;
        }
        let name = |i: usize| format_ident!("__item{i}", span = Span::mixed_site());
        let names: Vec<_> = (0..array.elems.len()).map(name).collect();
        let (elements, pattern, statements) = (array.elems.iter(), &inner.pat, &inner.body.stmts);
        let bound = names.iter().zip(elements.clone()).filter(|(_, element)| !is_reference(element));
        let (bound, values): (Vec<_>, Vec<_>) = bound.unzip();
        let bodies = names.iter().zip(elements).map(|(name, element)| {
            let item = if is_reference(element) { quote!(#element) } else { quote!(#name) };
            quote!({ let #pattern = #item; #(#statements)* })
        });
        Some(syn::parse_quote_spanned!(inner.for_token.span=> {
            #(let #bound = #values;)*
            #(#bodies)*
        }))
    }

    /// Whether a tuple with numbers has a part that is a reference to data.
    fn has_reference_to_data(&self, element: &Expr) -> bool {
        let is_reference = |part: &Expr| {
            let Expr::Path(path) = strip(part) else { return false };
            let binding = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
            matches!(binding, Some(Binding::Value(Value::Plain(plain))) if plain.reference)
        };
        !self.is_plain(element)
            && matches!(strip(element), Expr::Tuple(tuple) if tuple.elems.iter().any(is_reference))
    }

    /// Whether a value is, or contains, a reference to numbers.
    fn refers(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Reference(reference) => !self.is_plain(&reference.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().any(|element| self.refers(element)),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match self.lookup(&name) {
                    Some(Binding::Value(Value::Borrow(place))) => !place.ty.is_plain(),
                    Some(Binding::Value(Value::Place(place))) => {
                        matches!(&place.ty, Ty::Reference(ty) if !ty.is_plain())
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Whether an element is a reference to a variable or a field, which is the same place at all times.
fn is_reference(element: &Expr) -> bool {
    fn is_fixed(place: &Expr) -> bool {
        match strip(place) {
            Expr::Path(_) => true,
            Expr::Field(field) => is_fixed(&field.base),
            _ => false,
        }
    }
    matches!(strip(element), Expr::Reference(reference) if is_fixed(&reference.expr))
}

/// Whether the body leaves the loop or an iteration.
fn exits(inner: &ExprForLoop) -> bool {
    struct Exits<'a> {
        label: Option<&'a syn::Lifetime>,
        inside: usize,
        found: bool,
    }
    impl Exits<'_> {
        fn exit(&mut self, label: Option<&syn::Lifetime>) {
            self.found |= match label {
                None => self.inside == 0,
                label => label == self.label,
            };
        }

        fn within(&mut self, visit: impl FnOnce(&mut Self)) {
            self.inside += 1;
            visit(self);
            self.inside -= 1;
        }
    }
    impl<'ast> Visit<'ast> for Exits<'_> {
        fn visit_expr_break(&mut self, exit: &'ast syn::ExprBreak) {
            self.exit(exit.label.as_ref());
            visit::visit_expr_break(self, exit);
        }

        fn visit_expr_continue(&mut self, exit: &'ast syn::ExprContinue) {
            self.exit(exit.label.as_ref());
        }

        fn visit_expr_for_loop(&mut self, inner: &'ast ExprForLoop) {
            self.within(|exits| visit::visit_expr_for_loop(exits, inner));
        }

        fn visit_expr_while(&mut self, inner: &'ast syn::ExprWhile) {
            self.within(|exits| visit::visit_expr_while(exits, inner));
        }

        fn visit_expr_loop(&mut self, inner: &'ast syn::ExprLoop) {
            self.within(|exits| visit::visit_expr_loop(exits, inner));
        }

        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            let arguments = arguments(mac).map_or_else(Vec::new, |(arguments, _)| arguments);
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
    let mut exits = Exits { label: inner.label.as_ref().map(|label| &label.name), inside: 0, found: false };
    exits.visit_block(&inner.body);
    exits.found
}
