//! Methods of lists of numbers.

use super::method::is_repeatable;
use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods;
use crate::library::reverse::OfList;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    pub(super) fn method_of_list(
        &mut self,
        method: OfList,
        receiver: Value,
        call: &ExprMethodCall,
    ) -> Result<Value> {
        let ty = self.type_of(&receiver).owned().clone();
        let is_list = matches!(ty, Ty::List(_));
        match (method, receiver, call.args.first()) {
            (OfList::Copy, Value::Number(id), _) => Ok(Value::Number(id)),
            (OfList::Length, Value::Place(place) | Value::Borrow(place), _) => Ok(self.length(&place, call)),
            (OfList::Owned, Value::Place(place), _) if matches!(&place.ty, Ty::Reference(of) if matches!(**of, Ty::List(_))) => {
                Ok(Value::Source(Source::ToVec(place)))
            }
            (OfList::ToVec, value @ Value::Source(_), _) => {
                let place = self.stored(&value, "a", &call.receiver)?;
                Ok(Value::Source(Source::ToVec(place)))
            }
            (OfList::Copy | OfList::Owned, Value::Place(place) | Value::Borrow(place), _) => {
                Ok(Value::Source(Source::Place(place)))
            }
            (OfList::ToVec, Value::Place(place) | Value::Borrow(place), _) => {
                Ok(Value::Source(Source::ToVec(place)))
            }
            (OfList::Slice | OfList::Borrow, Value::Place(mut place) | Value::Borrow(mut place), _) => {
                place.exclusive = methods::of(call).is_some_and(|row| row.mutable);
                // `shape.as_mut()` of `shapes.iter_mut()`
                if place.exclusive {
                    self.behind_reference(&mut place);
                }
                Ok(Value::Borrow(place))
            }
            (OfList::Swap, Value::Place(place) | Value::Borrow(place), Some(first)) => {
                let a = self.element(place.clone(), first)?;
                let b = self.element(place, &call.args[1])?;
                self.exchange(a, b, call)?;
                Ok(Value::Unit)
            }
            (OfList::Defined | OfList::Sort(_), receiver, _) if is_list => {
                let mut call = call.clone();
                // The place is evaluated once.
                if !is_repeatable(&call.receiver) {
                    let place = self.stored(&receiver, "list", &call.receiver)?;
                    let name =
                        self.hidden("list", Value::Borrow(Place { exclusive: true, ..place }), &call.method);
                    *call.receiver = syn::parse_quote!(#name);
                }
                match method {
                    OfList::Sort(function) => self.sort(&call, function),
                    _ => self.defined_call(&call),
                }
            }
            (
                OfList::Map,
                value @ (Value::Place(_) | Value::Borrow(_) | Value::Source(_)),
                Some(function),
            ) if is_list => {
                let place = self.stored(&value, "a", &call.receiver)?;
                self.array_map(&place, function, &call.method)
            }
            (OfList::Clear, Value::Place(place) | Value::Borrow(place), _) if self.is_owned_list(&place) => {
                self.clear(place, call);
                Ok(Value::Unit)
            }
            (OfList::Push, Value::Place(place) | Value::Borrow(place), Some(element)) => {
                self.push_element(place, element, call)
            }
            (_, receiver, _) => self.method_of_struct(receiver, &ty, call),
        }
    }

    /// Whether this list may change its length here.
    fn is_owned_list(&self, list: &Place) -> bool {
        self.vars[list.root].role == Role::Container || self.vars[list.root].growing
    }

    /// `list.len()`, `list.is_empty()`
    fn length(&mut self, place: &Place, call: &ExprMethodCall) -> Value {
        let method = &call.method;
        let mut length = self.of_place(place, &quote!(.#method()));
        if matches!(place.ty.owned(), Ty::Unknown | Ty::Struct(_)) {
            // A method elsewhere of this name may change numbers: rustc refuses the shared reference.
            let of = self.of_place(place, &quote!()).tokens;
            length.tokens = quote!((&#of).#method());
        }
        let read = !length.reads.is_empty();
        Value::Plain(if read { self.now(length, "len", span_of(call), None) } else { length })
    }

    /// `list.clear()`
    fn clear(&mut self, mut list: Place, call: &ExprMethodCall) {
        self.behind_reference(&mut list);
        let old = self.var("old", span_of(call), list.ty.clone(), Role::Value);
        let private = self.numbers.private_at(span_of(call));
        let value = Source::empty(quote!(#private::adjoint::no_elements()));
        self.push(Stmt::Write { place: list, value, old });
    }

    /// `list.push(e)`
    fn push_element(&mut self, list: Place, element: &Expr, call: &ExprMethodCall) -> Result<Value> {
        let var = &self.vars[list.root];
        let fixed = matches!(var.role, Role::Borrowed | Role::Header) && !var.growing;
        if fixed || self.is_constant(&list) {
            return unclear(call);
        }
        let value = self.expr(element)?;
        let value = self.settle(value, element)?;
        let value = self.source(&value, element)?;
        if matches!(&list.ty, Ty::List(of) if **of == Ty::Plain) && !self.type_of_source(&value).is_plain() {
            return unclear(call);
        }
        self.learn_element(&list, &value);
        let old = self.var("old", span_of(call), Ty::Plain, Role::Value);
        self.push(Stmt::Push { place: list, at: None, value, old });
        Ok(Value::Unit)
    }
}
