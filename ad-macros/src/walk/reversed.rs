//! Uses of operators with a number on the left: `2.0 * v`, for `impl Mul<V> for f64`.

use super::Walk;
use crate::kind::Kind;
use crate::known::{self, NUMBER, Operator};
use crate::lowered;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

impl Walk<'_> {
    /// The result of such an operator, if the left operand is a number and the right one may be of a type over numbers.
    pub(super) fn reversed(&mut self, op: &BinOp, left: &Kind, right: &Kind) -> Option<Kind> {
        let known = self.numbers.known.clone();
        let method = known::method_of(op)?;
        let fits = |operator: &&Operator| {
            operator.method == method
                && match (&operator.right, right) {
                    (Some(name), Kind::Struct(of)) => name.strip_prefix("ref_").unwrap_or(name) == of,
                    (Some(_), Kind::Unknown) => true,
                    _ => false,
                }
        };
        let (numbers, structs): (Vec<&Operator>, Vec<&Operator>) =
            known.operators.iter().filter(fits).partition(|operator| operator.left == NUMBER);
        let is_number = match (left, right) {
            (Kind::Number, _) => true,
            (Kind::Unknown, Kind::Struct(_)) => structs.is_empty(),
            (left, Kind::Struct(_)) => left.is_plain_float(),
            _ => false,
        };
        if !is_number || numbers.is_empty() {
            return None;
        }
        self.calls.extend(numbers.iter().map(|operator| operator.name()));
        if let (Some(needs), None) = (known.needs.get(method), self.context.asserted) {
            self.need(*needs, Span::call_site(), format!("`{method}` of a type above"));
        }
        let result = numbers.iter().map(|operator| operator.output.clone()).reduce(Kind::join)?;
        Some(if matches!(right, Kind::Struct(_)) { result } else { Kind::Unknown })
    }

    /// Wraps the left operand of such an operator. A plain float becomes a number.
    pub(super) fn wrap(&mut self, mut left: Expr, kind: &Kind) -> Expr {
        if kind.is_plain_float() {
            self.lift_to(&mut left, kind, None);
        }
        let span = left.span();
        lowered::left(&left, span, &self.numbers.private_at(span))
    }
}
