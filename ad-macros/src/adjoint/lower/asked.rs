//! Iterators that users write. They are asked for their items one by one.
//!
//! ```text
//! // Input:  for x in walk.take(3) { … }                                    for x in walk.by_ref() { … }
//! // Output: let mut it = walk; for x in (0..).map_while(|_| it.next()) …   for x in (0..).map_while(|_| walk.next()) …
//! ```

use super::chain::Chain;
use super::expr::strip;
use super::{Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use syn::Expr;

impl Lowering<'_> {
    /// The items of `&mut walk` or `walk.by_ref()`.
    pub(super) fn asked_in_place(&mut self, expr: &Expr) -> Result<Option<Chain>> {
        let of = match strip(expr) {
            Expr::Reference(inner) if inner.mutability.is_some() => &inner.expr,
            Expr::MethodCall(call) if call.method == "by_ref" && call.args.is_empty() => &call.receiver,
            _ => return Ok(None),
        };
        if !self.known_type(of).is_some_and(|ty| self.is_asked(&ty)) {
            return Ok(None);
        }
        let place = self.target(of)?;
        self.asked(Value::Borrow(Place { exclusive: true, ..place }), expr).map(Some)
    }

    /// The items of a user's iterator, which is moved.
    pub(super) fn asked_by_value(&mut self, value: &Value, expr: &Expr) -> Result<Chain> {
        let source = self.source(value, expr)?;
        let ty = self.type_of_source(&source);
        let iterator = self.copy("iterator", span_of(expr), source, ty.clone(), true, None);
        self.asked(Value::Place(Place::of(iterator, ty)), expr)
    }

    fn asked(&mut self, iterator: Value, expr: &Expr) -> Result<Chain> {
        let ident = self.hidden("iterator", iterator, expr);
        self.iterate(&syn::parse_quote!((0_usize..).map_while(|_| #ident.next())))
    }

    /// Whether a type is a user's iterator.
    pub(super) fn is_asked(&self, ty: &Ty) -> bool {
        matches!(ty.owned(), Ty::Struct(of) if self.numbers.known.iterators.contains(of))
    }
}
