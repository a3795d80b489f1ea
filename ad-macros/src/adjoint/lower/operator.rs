//! Operators of structs over numbers: `p + v * dt`, if the module has `impl Add for V3` and `impl Mul<f64> for V3`. They are
//! calls of the adjoint programs of these methods, whose names contain the types: `__adjoint_mul_number`.

use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::{of_kind, span_of};
use crate::kind::Kind;
use crate::known::{LIST, NUMBER, Operator};
use crate::names::method_companion;
use crate::numbers::Numbers;
use quote::ToTokens;

impl Lowering<'_> {
    /// The result of an operator, if one of its operands is a struct over numbers.
    pub(super) fn operator(
        &mut self,
        method: &str,
        left: &Value,
        right: Option<(&Value, &syn::Expr)>,
        at: &dyn ToTokens,
    ) -> Result<Option<Value>> {
        let (of_left, of_right) = (self.type_of(left), right.map(|(value, _)| self.type_of(value)));
        let is_struct = |ty: &Ty| matches!(ty.owned(), Ty::Struct(_));
        if !is_struct(&of_left) && !of_right.as_ref().is_some_and(is_struct) {
            return Ok(None);
        }
        let known = self.numbers.known.clone();
        let fits = |operator: &&Operator| {
            operator.method == method
                && match of_left.owned() {
                    Ty::Struct(name) => *name == operator.left,
                    Ty::Number => operator.left == NUMBER,
                    Ty::Unknown => true,
                    _ => false,
                }
                && match (&operator.right, &of_right) {
                    (Some(name), Some(ty)) => is_of(name, ty, self.numbers),
                    (None, None) => true,
                    _ => false,
                }
        };
        let mut found: Vec<&Operator> = known.operators.iter().filter(fits).collect();
        // `&a * &b` is an operator of references, if there is one.
        let by_reference = matches!(of_left, Ty::Reference(_));
        if found.iter().any(|operator| operator.by_reference == by_reference) {
            found.retain(|operator| operator.by_reference == by_reference);
        }
        let Some(first) = found.first() else {
            return refuse(
                at,
                "no `impl` of this operator for structs over numbers is visible; write it in the module with \
                `#[exp(adjoint)]`, or write a method",
            );
        };
        if found.iter().any(|other| other.name() != first.name()) {
            return refuse(
                at,
                "the type of an operand is unknown; bind it with its type first, as in `let v: Vector = …`",
            );
        }
        let output = found.iter().all(|other| other.output == first.output).then(|| of_kind(&first.output));
        let assigns = method.ends_with("_assign");
        let (left, right) = match right {
            // Its method is one of the right operand.
            Some((value, of)) if first.left == NUMBER => {
                let number = self.number(left, at)?;
                (value, Some((Value::Number(number), of)))
            }
            right => (left, right.map(|(value, of)| (value.clone(), of))),
        };
        let receiver = self.stored(left, "a", at)?;
        let receiver =
            if assigns { self.changed(receiver, at)? } else { Argument::Borrow { place: receiver } };
        let mut arguments = vec![receiver];
        if let Some((value, at)) = right {
            arguments.push(self.argument(value, at)?);
        }
        let name = first.name();
        let path = method_companion(&name, span_of(at)).to_token_stream();
        let value = self.finish_call(&name, path, Callee::Method, arguments, at)?;
        self.typed(value, output.unwrap_or(Ty::Unknown), at).map(Some)
    }

    /// The result of a call with a known type.
    pub(super) fn typed(&mut self, value: Value, ty: Ty, at: &dyn ToTokens) -> Result<Value> {
        Ok(match value {
            Value::Place(place) if matches!(ty, Ty::Struct(_) | Ty::List(_) | Ty::Map(_) | Ty::Option(_)) => {
                self.vars[place.root].ty = ty.clone();
                Value::Place(Place { ty, ..place })
            }
            value if ty == Ty::Number => Value::Number(self.number(&value, at)?),
            value => value,
        })
    }

    /// The receiver of an operator that changes it.
    fn changed(&mut self, mut place: Place, at: &dyn ToTokens) -> Result<Argument> {
        if self.is_constant(&place) {
            return refuse(at, super::NO_VARIABLE);
        }
        if self.vars[place.root].exclusive && place.projections.is_empty() {
            place.projections.push(Projection::Deref);
            place.ty = place.ty.owned().clone();
        }
        Ok(self.exclusive(place, at))
    }
}

/// Whether an operand of this type may be an operand of an operator for `name`.
fn is_of(name: &str, ty: &Ty, numbers: &Numbers) -> bool {
    match ty {
        Ty::Number => name == NUMBER,
        Ty::Struct(of) => name == of,
        Ty::Reference(inner) => name.strip_prefix("ref_").is_some_and(|name| is_of(name, inner, numbers)),
        Ty::List(_) => name == LIST || name == "Vec" || matches!(numbers.named(name), Some(Kind::List(_))),
        Ty::Unknown => true,
        ty => name != NUMBER && ty.is_plain(),
    }
}
