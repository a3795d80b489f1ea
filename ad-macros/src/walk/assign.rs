//! Compound assignments. Rust's order of evaluation depends on the types of the operands: for two floats the right side is first,
//! for overloaded operators the place. A number is overloaded in place of a float. So the order is changed to that of floats,
//! except where no float can have been.

use super::Walk;
use super::operator::{Operator, classify};
use crate::class::is_assigning;
use crate::kind::Kind;
use crate::library::methods::{self, Row};
use crate::library::numbers;
use crate::lowered::{self, Guards};
use crate::tokens;
use crate::visit::{self, Visit};
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, ExprReference, UnOp};

/// Facts about the two sides before they are lowered.
pub(super) struct Order {
    /// Whether both orders are equivalent.
    same: bool,
    /// Whether the evaluation of one side may have effects that are visible to the other side or elsewhere.
    acts: bool,
    /// Whether the right side is certainly not a reference.
    owned: bool,
}

impl Walk<'_> {
    pub(super) fn order(&self, place: &Expr, value: &Expr) -> Order {
        let place_acts = acts(place);
        let quiet = self.is_quiet(value) && !(place_acts && mentions_same(value, place));
        Order {
            same: quiet || self.is_simple(place) && !(borrows(value) && mentions_same(value, place)),
            acts: place_acts || acts(value),
            owned: is_owned(value),
        }
    }

    /// Whether reaching a place has no effects: `x`, `self.x`, but not `a[i]` or `*x`.
    fn is_simple(&self, place: &Expr) -> bool {
        match place {
            Expr::Path(_) => true,
            Expr::Field(inner) => {
                self.is_simple(&inner.base) && !matches!(self.place(&inner.base), Kind::Unknown | Kind::Never)
            }
            Expr::Paren(inner) => self.is_simple(&inner.expr),
            _ => false,
        }
    }

    /// The kind of a local, or of its field.
    fn place(&self, place: &Expr) -> Kind {
        match place {
            Expr::Path(path) if path.path.is_ident("self") => self.context.receiver.clone(),
            Expr::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.local(name))
                .map_or(Kind::Unknown, |slot| self.slots[slot].clone()),
            Expr::Field(field) => match (self.place(&field.base), &field.member) {
                (Kind::Tuple(kinds), syn::Member::Unnamed(index)) => {
                    kinds.get(index.index as usize).cloned().unwrap_or(Kind::Unknown)
                }
                (Kind::Struct(name), member) => {
                    self.numbers.field(&name, &member.to_token_stream().to_string())
                }
                _ => Kind::Unknown,
            },
            Expr::Paren(inner) => self.place(&inner.expr),
            _ => Kind::Unknown,
        }
    }

    /// Whether an expression only computes with literals and with locals that are floats or numbers. It cannot fail, and its time
    /// of evaluation is not observable.
    fn is_quiet(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Field(_) => !matches!(self.place(expr), Kind::Unknown | Kind::Never),
            Expr::Paren(inner) => self.is_quiet(&inner.expr),
            Expr::Reference(inner) => self.is_quiet(&inner.expr),
            Expr::Cast(inner) => matches!(*inner.expr, Expr::Lit(_) | Expr::Path(_)),
            Expr::Unary(inner) => matches!(inner.op, UnOp::Neg(_)) && self.is_float(&inner.expr),
            Expr::Binary(inner) => {
                matches!(classify(&inner.op), Operator::Arithmetic(_))
                    && self.is_float(&inner.left)
                    && self.is_float(&inner.right)
            }
            _ => false,
        }
    }

    /// Whether it is quiet, and a float or number, so that an operator on it is quiet as well.
    fn is_float(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) | Expr::Field(_) => matches!(self.place(expr), Kind::Number | Kind::Fixed),
            Expr::Lit(lit) => crate::literal::float(&lit.lit).is_some(),
            Expr::Paren(inner) => self.is_float(&inner.expr),
            Expr::Reference(inner) => self.is_float(&inner.expr),
            expr => self.is_quiet(expr),
        }
    }

    /// Puts the right side of a compound assignment of numbers first, if that makes a difference. If the kinds do not decide, the
    /// types do: other types then do not compile.
    pub(super) fn right_first(&self, expr: &mut Expr, order: &Order, place: &Kind, value: &Kind) {
        let Expr::Binary(binary) = expr else { return };
        let overloaded = place.is_plain()
            || value.is_integer()
            || matches!(place, Kind::Struct(_) | Kind::List(_) | Kind::Tuple(_) | Kind::Function { .. });
        // An explicit borrow is a reference, and `+=` with a reference is overloaded for floats as well.
        if order.same || overloaded || matches!(*binary.right, Expr::Reference(_)) {
            return;
        }
        let Expr::Binary(binary) = std::mem::replace(expr, Expr::PLACEHOLDER) else { return };
        let guards =
            Guards { value: order.acts && !order.owned, place: order.acts && *place != Kind::Number };
        *expr = lowered::right_first(binary, guards, self.numbers);
    }
}

/// Whether the evaluation of an expression may do more than read and fail. Only methods of containers are known; all other calls
/// may.
fn acts(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => false,
        Expr::Field(inner) => acts(&inner.base),
        Expr::Paren(inner) => acts(&inner.expr),
        Expr::Reference(inner) => acts(&inner.expr),
        Expr::Unary(inner) => acts(&inner.expr),
        Expr::Cast(inner) => acts(&inner.expr),
        Expr::Index(inner) => acts(&inner.expr) || acts(&inner.index),
        Expr::Binary(inner) => is_assigning(&inner.op) || acts(&inner.left) || acts(&inner.right),
        Expr::Tuple(inner) => inner.elems.iter().any(acts),
        Expr::Array(inner) => inner.elems.iter().any(acts),
        Expr::Range(inner) => [&inner.start, &inner.end].into_iter().flatten().any(|end| acts(end)),
        Expr::MethodCall(call) => {
            let reads = methods::of(call).is_some_and(Row::reads);
            !reads || acts(&call.receiver) || call.args.iter().any(acts)
        }
        _ => true,
    }
}

/// Whether an expression may borrow a local exclusively: `self.step(d)`, `h(&mut s)`. Then the place on the left must come after it.
fn borrows(expr: &Expr) -> bool {
    struct Borrows(bool);
    impl<'e> Visit<'e> for Borrows {
        fn visit_expr_reference(&mut self, reference: &'e ExprReference) {
            self.0 |= reference.mutability.is_some();
            visit::visit_expr_reference(self, reference);
        }

        fn visit_expr_method_call(&mut self, call: &'e ExprMethodCall) {
            let name = call.method.to_string();
            self.0 |= !methods::of(call).is_some_and(Row::reads) && numbers::find(&name).is_none();
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut borrows = Borrows(false);
    borrows.visit_expr(expr);
    borrows.0
}

/// Whether the value of an expression is certainly not a reference to a float. The value of `*` may be one.
fn is_owned(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Cast(_) | Expr::Binary(_) => true,
        Expr::Unary(inner) => !matches!(inner.op, UnOp::Deref(_)),
        Expr::Paren(inner) => is_owned(&inner.expr),
        _ => false,
    }
}

/// Whether a local of one occurs in the other.
fn mentions_same(value: &Expr, place: &Expr) -> bool {
    let place: Vec<_> = tokens::names(place).collect();
    tokens::names(value).any(|name| place.contains(&name))
}
