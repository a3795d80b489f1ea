//! Methods that give references to parts of a list.

use super::{Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods::Row;
use crate::library::reverse;
use quote::quote;
use syn::ExprMethodCall;

impl Lowering<'_> {
    /// `x.first()`, `x.get(i)`, `x.split_at(k)`: references to parts of a list.
    pub(super) fn parts_of_list(
        &mut self,
        place: &Place,
        method: &Row,
        (condition, parts): (Option<&str>, &[&str]),
        call: &ExprMethodCall,
    ) -> Result<Value> {
        let span = span_of(&call.method);
        let (mut holes, mut all) = (Vec::new(), Vec::new());
        if condition.is_some() {
            let length = self.of_place(place, &quote!(.len()));
            let length = if length.reads.is_empty() { length } else { self.now(length, "len", span, None) };
            holes.push(("LEN", Self::operand(&length)));
            all.push(length);
        }
        if let Some(argument) = call.args.first() {
            let argument = self.integer(argument)?;
            let argument = self.now(argument, "i", span, None);
            holes.push(("A", argument.tokens.clone()));
            all.push(argument);
        }
        let all: Vec<&Plain> = all.iter().collect();
        let parts = parts.iter().map(|text| {
            let index = Self::compose(&all, reverse::fill(text, &holes), false);
            let ty = match place.ty.owned() {
                Ty::List(element) if !text.contains("..") => (**element).clone(),
                ty @ Ty::List(_) => ty.clone(),
                _ => Ty::Unknown,
            };
            let mut part = Place { ty, exclusive: method.mutable, ..place.clone() };
            part.projections.push(Projection::Index(index));
            Value::Borrow(part)
        });
        let mut parts: Vec<Value> = parts.collect();
        let value = if parts.len() == 1 { parts.remove(0) } else { Value::Tuple(parts) };
        let Some(condition) = condition else { return Ok(value) };
        let flag = Self::compose(&all, reverse::fill(condition, &holes), false);
        Ok(Value::Maybe(self.now(flag, "there", span, None), Box::new(value)))
    }
}
