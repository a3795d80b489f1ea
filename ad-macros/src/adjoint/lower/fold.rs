//! The ends of iterators: a loop that sums, multiplies, folds or collects.

use super::assigned::Assigned;
use super::chain::*;
use super::expr::strip;
use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::reverse::OfIterator;
use crate::lowered::{self, Lowered};
use quote::quote;
use syn::{Expr, ExprMethodCall};

/// The value of an accumulator during a loop.
enum Memory {
    Scalar(Id),
    Container(Id),
    Tuple(Vec<Memory>),
}

/// Whether an accumulator is a number: a value of unknown type is one, unless it was raised as a container.
fn is_number(ty: &Ty, init: &Expr) -> bool {
    let raised = matches!(lowered::read(strip(init)), Some(Lowered::Raised(..)));
    *ty == Ty::Number || *ty == Ty::Unknown && !raised
}

impl Lowering<'_> {
    /// A new accumulator.
    fn remember(&mut self, value: Value, at: &Expr) -> Result<Memory> {
        let span = span_of(at);
        let (ty, role, init) = match value {
            Value::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.remember(part, at)).collect::<Result<_>>()?;
                return Ok(Memory::Tuple(parts));
            }
            Value::Plain(plain) => (Ty::Plain, Role::Scalar, Source::Plain(plain)),
            value if is_number(self.type_of(&value).owned(), at) => {
                (Ty::Number, Role::Scalar, Source::Value(self.number(&value, at)?))
            }
            value => {
                let source = self.source(&value, at)?;
                (self.type_of_source(&source), Role::Container, source)
            }
        };
        let var = self.var("fold", span, ty, role);
        self.push(Stmt::Declare { var, init: Some(init) });
        Ok(if role == Role::Scalar { Memory::Scalar(var) } else { Memory::Container(var) })
    }

    /// Its current value.
    fn recall(&mut self, memory: &Memory) -> Value {
        match memory {
            Memory::Scalar(id) => {
                self.versions.remove(id);
                let version = self.version(*id);
                self.of_var(version)
            }
            Memory::Container(id) => Value::Place(Place::of(*id, self.vars[*id].ty.clone())),
            Memory::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.recall(part)).collect()),
        }
    }

    /// Assigns another value to it.
    fn update(&mut self, memory: &Memory, value: Value, at: &Expr) -> Result<()> {
        match (memory, value) {
            (Memory::Scalar(id), value) => self.set(*id, value, at),
            (Memory::Container(id), value) => {
                let target = Place::of(*id, self.vars[*id].ty.clone());
                self.write(target, value, at)
            }
            (Memory::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                parts.iter().zip(values).try_for_each(|(part, value)| self.update(part, value, at))
            }
            (Memory::Tuple(parts), Value::Place(place)) => {
                for (i, part) in parts.iter().enumerate() {
                    let value = Value::Place(self.project(place.clone(), &syn::Member::from(i)));
                    let value = self.settle(value, at)?;
                    self.update(part, value, at)?;
                }
                Ok(())
            }
            _ => unclear(at),
        }
    }

    /// `iterator.fold(init, closure)`
    fn fold(&mut self, chain: Chain, written: &Assigned, init: &Expr, closure: &Expr) -> Result<Value> {
        let value = self.expr(init)?;
        let value = self.settle(value, init)?;
        let memory = self.remember(value, init)?;
        let scope = self.scope_of(closure);
        self.each(chain, written, None, |lowering, value| {
            let before = lowering.recall(&memory);
            let after = lowering.apply_in(closure, &scope, vec![before, value])?;
            lowering.update(&memory, after, closure)
        })?;
        Ok(self.recall(&memory))
    }

    /// The type of the items of an iterator.
    pub(super) fn type_of_items(&mut self, chain: &Chain, written: &Assigned) -> Result<Ty> {
        let mut ty = Ty::Unknown;
        self.nested(|lowering| {
            lowering.each(chain.clone(), written, None, |lowering, value| {
                ty = lowering.type_of(&Self::by_value(value)).owned().clone();
                Ok(())
            })
        })?;
        Ok(ty)
    }

    /// `iterator.reduce(f)`
    fn reduce(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let chain = self.iterate(&call.receiver)?;
        let written = Assigned::of_expr(&Expr::MethodCall(call.clone()));
        match self.type_of_items(&chain, &written)? {
            Ty::Number | Ty::Unknown => self.reduce_numbers(chain, &written, call),
            _ => self.reduce_containers(chain, &written, call),
        }
    }

    /// A container, if there is an item.
    fn reduce_containers(
        &mut self,
        chain: Chain,
        written: &Assigned,
        call: &ExprMethodCall,
    ) -> Result<Value> {
        let function = &call.args[0];
        let scope = self.scope_of(function);
        let nothing = Source::nothing(quote!(::core::option::Option::None));
        let ty = self.type_of_source(&nothing);
        let memory = self.var("reduce", span_of(&call.method), ty, Role::Container);
        self.push(Stmt::Declare { var: memory, init: Some(nothing) });
        self.each(chain, written, None, |lowering, value| {
            let item = lowering.stored(&Self::by_value(value), "item", function)?;
            let ty = Ty::Option(Box::new(item.ty.owned().clone()));
            lowering.vars[memory].ty = ty.clone();
            let whole = Place::of(memory, ty);
            let private = lowering.numbers.private_at(span_of(function));
            let [a, b] = [&whole, &item].map(|place| lowering.of_place(place, &quote!()));
            let (x, y) = (&a.tokens, &b.tokens);
            let same = Self::compose(&[&a, &b], quote!(#private::adjoint::same_content(&#x, &#y)), true);
            lowering.push(Stmt::Forward(same));
            let value = Value::Place(item);
            let (there, before) = lowering.maybe(Value::Place(whole.clone()), function)?;
            let both = vec![before, value.clone()];
            let after = lowering.choose(
                there,
                function,
                |lowering| lowering.apply_in(function, &scope, both),
                |_| Ok(value),
            )?;
            lowering.write(whole, Self::some(after), function)
        })?;
        Ok(Value::Place(Place::of(memory, self.vars[memory].ty.clone())))
    }

    /// A number, if there is an item.
    fn reduce_numbers(&mut self, chain: Chain, written: &Assigned, call: &ExprMethodCall) -> Result<Value> {
        let (span, function) = (span_of(&call.method), &call.args[0]);
        let scope = self.scope_of(function);
        let filler = self.number(&Value::Never, &call.method)?;
        let number = self.var("reduce", span, Ty::Number, Role::Scalar);
        self.push(Stmt::Declare { var: number, init: Some(Source::Value(filler)) });
        let flag = self.var("there", span, Ty::Plain, Role::Scalar);
        self.push(Stmt::Declare { var: flag, init: Some(Source::Plain(Plain::truth(false))) });
        self.each(chain, written, None, |lowering, value| {
            let value = Self::by_value(value);
            let value = Value::Number(lowering.number(&value, function)?);
            let (there, before) = (lowering.version(flag), lowering.version(number));
            let (there, before) = (lowering.of_var(there), lowering.of_var(before));
            let there = lowering.as_plain(there, function)?;
            let both = vec![before, value.clone()];
            let after = lowering.choose(
                there,
                function,
                |lowering| lowering.apply_in(function, &scope, both),
                |_| Ok(value),
            )?;
            lowering.set(number, after, function)?;
            lowering.set(flag, Value::Plain(Plain::truth(true)), function)
        })?;
        let (there, number) = (self.version(flag), self.version(number));
        let (there, number) = (self.of_var(there), self.of_var(number));
        let there = self.as_plain(there, function)?;
        Ok(Value::Maybe(there, Box::new(number)))
    }

    /// The end of an iterator.
    pub(super) fn end(&mut self, end: OfIterator, call: &ExprMethodCall) -> Result<Value> {
        match end {
            OfIterator::Reduce => return self.reduce(call),
            OfIterator::Select => return self.selected(call),
            _ => {}
        }
        if let (OfIterator::Collect, Some(value)) = (end, self.collected_contents(call)?) {
            return Ok(value);
        }
        let span = span_of(&call.method);
        let chain = self.iterate(&call.receiver)?;
        let written = Assigned::of_expr(&Expr::MethodCall(call.clone()));
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (end, &arguments[..]) {
            (OfIterator::Sum | OfIterator::Product, _) => {
                let private = self.numbers.private_at(span);
                let number = self.numbers.name_at(span);
                let (start, operator) = match end {
                    OfIterator::Sum => (quote!(#private::adjoint::empty_sum::<#number>()), Operator::Add),
                    _ => (quote!(#private::natural::<#number>(1)), Operator::Mul),
                };
                let init = Plain { tokens: start, ..Plain::default() };
                let init = self.temporary(span, Rhs::Constant(init));
                let memory = self.var(&call.method.to_string(), span, Ty::Number, Role::Scalar);
                self.push(Stmt::Declare { var: memory, init: Some(Source::Value(init)) });
                self.each(chain, &written, None, |lowering, value| {
                    let value = lowering.number(&value, &call.method)?;
                    lowering.versions.remove(&memory);
                    let before = lowering.version(memory);
                    let after = lowering.temporary(span, Rhs::Binary(operator, before, value));
                    lowering.set(memory, Value::Number(after), &call.method)
                })?;
                self.versions.remove(&memory);
                Ok(Value::Number(self.version(memory)))
            }
            (OfIterator::Fold, [init, closure]) => self.fold(chain, &written, init, closure),
            (OfIterator::ForEach, [closure]) => {
                let scope = self.scope_of(closure);
                self.each(chain, &written, None, |lowering, value| {
                    lowering.apply_in(closure, &scope, vec![value]).map(|_| ())
                })?;
                Ok(Value::Unit)
            }
            (OfIterator::Collect, _) => self.list(vec![chain], call).map(Value::Place),
            _ => unclear(call),
        }
    }
}
