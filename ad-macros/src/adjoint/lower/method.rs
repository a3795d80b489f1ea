//! Method calls: on numbers, on containers, and at the end of an iterator.

use super::assigned;
use super::expr::strip;
use super::heap;
use super::list;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::library::methods;
use crate::library::numbers;
use crate::library::reverse::{OfIterator, OfList, OfOption};
use crate::library::text;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowering<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Result<Value> {
        if let Some(value) = self.method_of_item(call)? {
            return Ok(value);
        }
        if let Some(value) = self.method_of_iterator(call)? {
            return Ok(value);
        }
        if let Some(value) = self.method_of_literal(call)? {
            return Ok(value);
        }
        let receiver = match (self.changing(call), self.state(&call.receiver)?) {
            (Some(place), _) => Value::Place(place),
            (None, Some(state)) => Value::Plain(state),
            (None, None) => self.receiver(&call.receiver)?,
        };
        let receiver = self.settle(receiver, &call.receiver)?;
        if let Some(value) = self.method_with_function(&receiver, call)? {
            return Ok(value);
        }
        match self.as_receiver(receiver, call) {
            receiver @ Value::Plain(_) => self.method_of_plain(receiver, call),
            receiver => self.method_of_numbers(receiver, call),
        }
    }

    /// A method that the module defines, or that the lowering has written.
    fn method_of_item(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let name = call.method.to_string();
        if name == list::WITHOUT || name == list::WITH {
            return self.resized(call).map(Some);
        }
        if name == heap::ADD {
            return self.add_to_heap(call).map(Some);
        }
        let whole = Expr::MethodCall(call.clone());
        if self.calls_iterator(&whole) {
            return used(call);
        }
        if let Some(helper) = self.helper_call(&whole) {
            return self.call_helper(&helper).map(Some);
        }
        if let Some(value) = self.entry(call)? {
            return Ok(Some(value));
        }
        match self.of_struct(call) {
            Some(ty) => self.method_of_type(&ty, call).map(Some),
            None => Ok(None),
        }
    }

    /// A method of this type of the module.
    pub(super) fn method_of_type(&mut self, ty: &Ty, call: &ExprMethodCall) -> Result<Value> {
        let receiver = self.receiver(&call.receiver)?;
        let mut receiver = self.settle(receiver, &call.receiver)?;
        // `Parser::new(text).parse()`. The receiver of `lists.last_mut().unwrap().push(x)` is no new value.
        let lent = matches!(&receiver, Value::Borrow(place) | Value::Place(place) if place.exclusive);
        if !lent
            && !super::place::is_place(&call.receiver)
            && self.numbers.known.changes(&call.method.to_string())
        {
            let source = self.source(&receiver, &call.receiver)?;
            let var = self.copy("a", span_of(&call.receiver), source, ty.clone(), true, None);
            receiver = Value::Place(Place::of(var, ty.clone()));
        }
        self.method_of_struct(receiver, ty, call)
    }

    /// The end of an iterator, or a step of one.
    fn method_of_iterator(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let name = call.method.to_string();
        let row = methods::of(call);
        if let Some(cursor) = self.cursor(&call.receiver) {
            if let Some(value) = self.step(&cursor, call, &name)? {
                return Ok(Some(value));
            }
            if let Some(value) = self.search(call)? {
                return Ok(Some(value));
            }
        }
        if let ("nth", Some((first, next)), [n]) = (
            name.as_str(),
            super::endless::successors(&call.receiver),
            &*call.args.iter().collect::<Vec<_>>(),
        ) {
            let item = self.expr(&syn::parse_quote!({
                let mut __item = #first;
                for _ in 0..#n { __item = (#next)(&__item); }
                Some(__item)
            }));
            return item.map(Some);
        }
        if name == "next" && call.args.is_empty() && self.is_chain(&call.receiver) {
            let iterator = &call.receiver;
            return self.expr(&syn::parse_quote_spanned!(span_of(&call.method)=> #iterator.nth(0))).map(Some);
        }
        match row.and_then(|row| row.iterator) {
            Some(OfIterator::Defined) if self.is_chain(&call.receiver) => {
                return self.defined_call(call).map(Some);
            }
            Some(OfIterator::Defined) => {}
            Some(end) if end.is_end() || !end.adapts() && self.is_chain(&call.receiver) => {
                return self.end(end, call).map(Some);
            }
            _ => {}
        }
        if self.is_chain(&Expr::MethodCall(call.clone())) {
            return used(call);
        }
        Ok(None)
    }

    /// A method that is lowered before its receiver: of an array that is written out, of an `Option`, or of an expression.
    fn method_of_literal(&mut self, call: &ExprMethodCall) -> Result<Option<Value>> {
        let row = methods::of(call);
        if call.method == "at"
            && call.args.len() == 1
            && let Some(value) = self.call_at(call)?
        {
            return Ok(Some(value));
        }
        // `[&x[..k], &x[k + 1..]].concat()`
        if let ("concat", Expr::Array(lists)) = (&*call.method.to_string(), strip(&call.receiver)) {
            let (private, lists) = (self.numbers.private_at(span_of(&call.method)), lists.elems.iter());
            let list = self.expr(&syn::parse_quote!({
                let mut __list = #private::Vec::new();
                #(__list.extend((#lists).iter());)*
                __list
            }));
            return list.map(Some);
        }
        if let (Some(OfList::Map), Expr::Array(array)) = (row.and_then(|row| row.list), strip(&call.receiver))
            && let Some(mapped) = mapped(array, call)
            && !self.is_plain(&call.receiver)
        {
            return self.expr(&mapped).map(Some);
        }
        if let Some(OfOption::Assigned) = row.and_then(|row| row.option)
            && is_repeatable(&call.receiver)
            && self.is_optional_place(&call.receiver)
        {
            return self.defined_call(call).map(Some);
        }
        Ok(None)
    }

    /// A function of numbers, called by a method of data: `flag.then(|| x[i])`, `[0, 1].map(|i| x[i])`.
    fn method_with_function(&mut self, receiver: &Value, call: &ExprMethodCall) -> Result<Option<Value>> {
        let (of_list, of_option) = rows(call);
        if let (Value::Plain(flag), Some(method @ (OfOption::ThenSome | OfOption::Then)), Some(argument)) =
            (receiver, of_option, call.args.first())
        {
            let flag = self.now(flag.clone(), "c", span_of(&call.method), None);
            return self.then(flag, method, argument, call).map(Some);
        }
        // `[0, 1].map(|i| x[i])`
        if let (Value::Plain(plain), Some(OfList::Map), Expr::Array(array), Some(function)) =
            (receiver, of_list, strip(&call.receiver), call.args.first())
            && !self.is_plain(function)
        {
            let count = array.elems.len();
            let list = self.now(plain.clone(), "list", span_of(&call.method), None);
            let ident = self.hidden("list", Value::Plain(list), &call.method);
            let function = syn::parse_quote!(|__i| (#function)(#ident[__i]));
            return self.array_from(&function, Some(quote!(#count))).map(Some);
        }
        Ok(None)
    }

    /// Data whose method has arguments with numbers.
    fn as_receiver(&mut self, receiver: Value, call: &ExprMethodCall) -> Value {
        let row = methods::of(call);
        let is_plain =
            |argument: &Expr| self.is_plain(argument) || row.is_some() && self.constructs(argument);
        if call.args.iter().all(is_plain) {
            return receiver;
        }
        match receiver {
            // `layer.activation.apply(x)`
            Value::Place(place) | Value::Borrow(place) if row.is_none() && *place.ty.owned() == Ty::Plain => {
                let data = self.of_place(&place, &quote!());
                let tokens = &data.tokens;
                Value::Plain(Plain { tokens: quote!((&#tokens)), reference: true, ..data })
            }
            // `parent.map_or(0.0, |p| depth[p])`
            Value::Plain(plain) if row.is_some_and(|row| row.option.is_some()) => {
                let plain = self.now(plain, "m", span_of(&call.method), None);
                let tokens = &plain.tokens;
                let flag = Self::compose(&[&plain], quote!(#tokens.__there().is_some()), false);
                let inside = quote!(::core::clone::Clone::clone(#tokens.__there().unwrap()));
                let inside = Self::compose(&[&plain], inside, false);
                let flag = self.now(flag, "there", span_of(&call.method), None);
                Value::Maybe(flag, Box::new(Value::Plain(inside)))
            }
            receiver => receiver,
        }
    }

    /// A method of data.
    fn method_of_plain(&mut self, receiver: Value, call: &ExprMethodCall) -> Result<Value> {
        let (name, row) = (call.method.to_string(), methods::of(call));
        let mut values = vec![receiver];
        for argument in &call.args {
            let value = if matches!(strip(argument), Expr::Closure(_)) && self.is_plain(argument) {
                Value::Plain(self.plain_argument(argument)?)
            } else {
                self.after(&mut values, argument, |lowering| lowering.expr(argument))?
            };
            values.push(value);
        }
        let numbers = values[1..].iter().any(|value| !self.type_of(value).is_plain());
        if numbers && row.is_none() && !self.may_be_itself(&name) {
            return self.call_of_data(values, call);
        }
        let mut parts = Vec::new();
        for (value, argument) in values.into_iter().zip(std::iter::once(&*call.receiver).chain(&call.args)) {
            parts.push(self.as_plain(value, argument)?);
        }
        let (method, turbofish) = (&call.method, &call.turbofish);
        let tokens: Vec<_> = parts[1..].iter().map(|part| &part.tokens).collect();
        let of = Self::operand(&parts[0]);
        let all: Vec<&Plain> = parts.iter().collect();
        let expensive = !super::mention::is_cheap(call);
        let mut plain = Self::compose(&all, quote!(#of.#method #turbofish(#(#tokens),*)), expensive);
        plain.varies |= !super::mention::is_pure(call);
        Ok(Value::Plain(if expensive { self.now(plain, "k", span_of(call), None) } else { plain }))
    }

    /// A method of a value with numbers.
    fn method_of_numbers(&mut self, receiver: Value, call: &ExprMethodCall) -> Result<Value> {
        let (name, row) = (call.method.to_string(), methods::of(call));
        let (of_list, of_option) = rows(call);
        let ty = self.type_of(&receiver).owned().clone();
        // Numbers have no order, so a list that is sorted by the order of its elements has none.
        if let (Value::Place(list), "sort" | "sort_unstable") = (&receiver, &*name)
            && ty == Ty::List(Box::new(Ty::Unknown))
            && list.projections.is_empty()
        {
            let list = list.clone();
            self.learn_type(&list, Ty::Plain);
            if self.vars[list.root].ty.is_plain() {
                return self.method(call);
            }
        }
        // A field of one variant may be a number in another one.
        if let (Ty::Unknown | Ty::Plain | Ty::Number, Value::Place(place) | Value::Borrow(place)) =
            (&ty, &receiver)
            && text::is_view(call)
        {
            return Ok(self.of_text(place, call));
        }
        if let (Ty::Map(_), Value::Place(place) | Value::Borrow(place)) = (&ty, &receiver)
            && let Some(value) = self.method_of_map(place, call)?
        {
            return Ok(value);
        }
        if let (Some(row), Some(OfList::Parts(condition, parts)), Value::Place(place) | Value::Borrow(place)) =
            (row, of_list, &receiver)
            && (matches!(ty, Ty::List(_)) || condition.is_none())
            && !call.args.first().is_some_and(|argument| self.is_range(argument))
        {
            return self.parts_of_list(place, row, (condition, parts), call);
        }
        let maybe = self.is_maybe(&receiver) || matches!(receiver, Value::Maybe(..));
        if let Some(method) = of_option
            && (maybe || ty == Ty::Unknown && matches!(of_list, None | Some(OfList::Map)))
            && let Some(value) = self.method_of_maybe(receiver.clone(), method, call)?
        {
            return Ok(value);
        }
        // A struct's own method may have the name of an operator's. On a number it is hardly called.
        let of_operator = ["add", "sub", "mul", "div", "rem", "neg"].contains(&name.as_str());
        if (ty == Ty::Number || ty == Ty::Unknown && !of_operator)
            && (functions::is_elementary(&name) || numbers::is_predicate(&name) || numbers::compares(&name))
        {
            let mut values = vec![receiver];
            let mut at: Vec<&Expr> = vec![&call.receiver];
            for argument in &call.args {
                let value = self.after(&mut values, argument, |lowering| {
                    let value = lowering.expr(argument)?;
                    lowering.settle(value, argument)
                })?;
                values.push(value);
                at.push(argument);
            }
            return self.elementary(&name, &values, &at, call);
        }
        if name == "into"
            && call.args.is_empty()
            && let Some(target) = self.target_of(&ty)
        {
            let ident = self.hidden("into", receiver, &call.method);
            let target = syn::Ident::new(&target, span_of(&call.method));
            return self.expr(&syn::parse_quote!(#target::from(#ident)));
        }
        match of_list {
            Some(method) => self.method_of_list(method, receiver, call),
            None => self.method_of_struct(receiver, &ty, call),
        }
    }

    /// The place behind a variable that is an exclusive reference.
    pub(super) fn behind_reference(&self, place: &mut Place) {
        if place.projections.is_empty() && self.vars[place.root].exclusive {
            place.projections.push(Projection::Deref);
            place.ty = place.ty.owned().clone();
        }
    }

    /// The struct of a receiver, if the method is one of its own. The standard library may have one of that name: few structs are
    /// iterators.
    pub(super) fn of_struct(&self, call: &ExprMethodCall) -> Option<Ty> {
        let ty = self.known_type(&call.receiver)?.owned().clone();
        let Ty::Struct(of) = &ty else { return None };
        let known = self.numbers.known.has_inherent(of, &call.method.to_string());
        let adapted = self.numbers.known.iterators.contains(of);
        (known || !adapted && methods::of(call).is_some_and(|row| row.iterator.is_some())).then_some(ty)
    }

    /// Whether a method of data may be the function itself. A method of a type over numbers is another one.
    fn may_be_itself(&self, name: &str) -> bool {
        let over_numbers = |owner: &super::Owned| self.numbers.named(&owner.name).is_some();
        name == self.itself && !self.owner.as_ref().is_some_and(over_numbers)
    }

    /// A method in terms of others.
    pub(super) fn defined_call(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let mut call = call.clone();
        if let Expr::Path(path) = strip(&call.receiver)
            && let Some(Binding::Value(Value::Place(place) | Value::Borrow(place))) =
                path.path.get_ident().and_then(|name| self.lookup(&name.to_string()))
            && (place.exclusive || place.projections.is_empty() && self.vars[place.root].exclusive)
        {
            *call.receiver = syn::parse_quote!((*#path));
        }
        let call = &call;
        match methods::of(call).and_then(|row| row.defined(call)) {
            Some(defined) => self.expr(&defined),
            None => unclear(&call.method),
        }
    }

    /// Whether an expression is an iterator, or the name of one.
    pub(super) fn is_chain(&self, expr: &Expr) -> bool {
        if self.calls_iterator(expr) {
            return true;
        }
        match strip(expr) {
            Expr::Path(path) => {
                let name = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
                matches!(name, Some(Binding::Chain(_) | Binding::Cursor(_)))
                    || self.named_range(expr).is_some()
            }
            Expr::MethodCall(call) if call.method == "clone" => {
                !self.is_range(expr) && self.is_chain(&call.receiver)
            }
            Expr::MethodCall(call) if self.of_struct(call).is_some() => false,
            Expr::MethodCall(call) => methods::of(call)
                .is_some_and(|row| row.adapts() && (row.option.is_none() || self.is_chain(&call.receiver))),
            expr => super::chain::is_iterator(expr),
        }
    }

    /// Whether an argument is the constructor of a variant, which makes a value without numbers of such a value.
    fn constructs(&self, argument: &Expr) -> bool {
        matches!(strip(argument), Expr::Path(path) if self.names_variant(path))
    }

    /// Whether this is a variable or field that is an `Option` with numbers, as far as that is known.
    fn is_optional_place(&self, place: &Expr) -> bool {
        let ty = self.known_type(place);
        !self.is_plain(place) && ty.is_some_and(|ty| matches!(ty.owned(), Ty::Option(_) | Ty::Unknown))
    }

    /// The list without numbers that a method changes, if it does.
    pub(super) fn changing(&self, call: &ExprMethodCall) -> Option<Place> {
        let Expr::Path(path) = strip(&call.receiver) else { return None };
        let name = path.path.get_ident()?.to_string();
        let place = match self.lookup(&name) {
            Some(Binding::Value(Value::Place(place))) if place.projections.is_empty() => place,
            // `let order = &mut list.order;`
            Some(Binding::Value(Value::Borrow(place))) if place.exclusive => place,
            _ => return None,
        };
        let container = self.vars[place.root].role == Role::Container && place.ty.is_plain();
        (container && assigned::changes(call)).then(|| place.clone())
    }
}

/// How a list and an `Option` run a method.
fn rows(call: &ExprMethodCall) -> (Option<OfList>, Option<OfOption>) {
    methods::of(call).map_or((None, None), |row| (row.list, row.option))
}

fn used<T>(call: &ExprMethodCall) -> Result<T> {
    refuse(
        &call.method,
        "an iterator is used as a value; loop over it with `for`, or end it with `sum`, `product`, `fold` \
        or `collect`",
    )
}

/// ```text
/// // Input:  [a, b].map(|v| f(v))
/// // Output: { let (__0, __1) = (a, b); [(|v| f(v))(__0), (|v| f(v))(__1)] }
/// ```
fn mapped(array: &syn::ExprArray, call: &ExprMethodCall) -> Option<Expr> {
    const MOST: usize = 4;
    // A `move` closure has state of its own.
    let is_repeated =
        |function: &&Expr| matches!(strip(function), Expr::Closure(closure) if closure.capture.is_none());
    let function = call.args.first().filter(is_repeated)?;
    let elements = &array.elems;
    let name = |i: usize| quote::format_ident!("__element_{i}", span = span_of(&call.method));
    let names: Vec<_> = (0..elements.len()).map(name).collect();
    (elements.len() <= MOST).then(|| {
        syn::parse_quote_spanned!(span_of(&call.method)=> {
            let (#(#names,)*) = (#elements,);
            [#((#function)(#names)),*]
        })
    })
}

/// Whether a place is the same each time that it is written.
pub(super) fn is_repeatable(place: &Expr) -> bool {
    match place {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_repeatable(&inner.expr),
        Expr::Field(inner) => is_repeatable(&inner.base),
        Expr::Unary(inner) => is_repeatable(&inner.expr),
        Expr::Cast(inner) => is_repeatable(&inner.expr),
        Expr::Reference(inner) => is_repeatable(&inner.expr),
        Expr::Index(inner) => is_repeatable(&inner.expr) && is_repeatable(&inner.index),
        Expr::Range(inner) => inner.start.iter().chain(&inner.end).all(|end| is_repeatable(end)),
        Expr::Binary(inner) => {
            !crate::class::is_assigning(&inner.op)
                && is_repeatable(&inner.left)
                && is_repeatable(&inner.right)
        }
        _ => false,
    }
}
