//! Method calls: of numbers, of containers, and those that end an iterator.

use super::assigned::{self, Assigned};
use super::expr::strip;
use super::{Binding, Normal, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::{functions, span_of};
use crate::library::numbers;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

/// Methods that tell that a value of unknown type is an `Option` or `Result`.
const OF_OPTIONS: [&str; 10] = [
    "unwrap",
    "expect",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
];

impl Normal<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Result<Value> {
        let name = call.method.to_string();
        if (name == "number" || name == "inferred")
            && let Expr::Call(lift) = strip(&call.receiver)
            && crate::parameter::mentions(&lift.func, "__private")
        {
            let value = self.expr(&lift.args[0])?;
            let id = self.number(&value, &lift.args[0])?;
            return Ok(Value::Number(id));
        }
        match name.as_str() {
            "sum" | "product" | "fold" | "for_each" | "collect" => {
                return self.terminal(call, &name);
            }
            "iter" | "iter_mut" | "windows" | "chunks" | "zip" | "map" | "enumerate" | "rev" | "copied"
                if super::iterate::is_iterator(&Expr::MethodCall(call.clone())) =>
            {
                return refuse(
                    &call.method,
                    "an iterator is a value here: loop over it with `for`, or end it with `sum`, `product`, `fold` or `collect`",
                );
            }
            _ => {}
        }
        if let ("contains", Expr::Range(range)) = (name.as_str(), super::expr::strip(&call.receiver)) {
            return self.between(range, call);
        }
        let receiver = match self.changing(call) {
            Some(place) => Value::Place(place),
            None => self.expr(&call.receiver)?,
        };
        let receiver = self.settle(receiver, &call.receiver)?;
        if let (Value::Plain(flag), "then_some" | "then", Some(argument)) =
            (&receiver, name.as_str(), call.args.first())
        {
            let flag = self.now(flag.clone(), "c", span_of(&call.method), None);
            return self.then(flag, &name, argument, call);
        }
        if let Value::Plain(plain) = &receiver {
            let mut parts = vec![plain.clone()];
            for argument in &call.args {
                let value = self.expr(argument)?;
                parts.push(match self.as_plain(value, argument) {
                    Err(_) if name == "at" => {
                        return refuse(
                            &call.method,
                            "a derivative that is taken inside has no program here: write out what it computes",
                        );
                    }
                    part => part?,
                });
            }
            let (method, turbofish) = (&call.method, &call.turbofish);
            let tokens: Vec<_> = parts[1..].iter().map(|part| &part.tokens).collect();
            let of = Self::operand(plain);
            let all: Vec<&Plain> = parts.iter().collect();
            let dear = !matches!(name.as_str(), "min" | "max" | "len" | "abs" | "pow" | "saturating_sub");
            return Ok(Value::Plain(Self::compose(&all, quote!(#of.#method #turbofish(#(#tokens),*)), dear)));
        }
        if let Some(value) = self.part_of_list(&receiver, call, &name)? {
            return Ok(value);
        }
        let ty = self.type_of(&receiver).owned().clone();
        let maybe = self.is_maybe(&receiver) || matches!(receiver, Value::Maybe(..));
        if (maybe || ty == Ty::Unknown && OF_OPTIONS.contains(&name.as_str()))
            && let Some(value) = self.method_of_maybe(receiver.clone(), call, &name)?
        {
            return Ok(value);
        }
        if matches!(ty, Ty::Number | Ty::Unknown)
            && (functions::is_elementary(&name) || numbers::is_predicate(&name) || numbers::compares(&name))
        {
            let mut values = vec![receiver];
            let mut at: Vec<&Expr> = vec![&call.receiver];
            for argument in &call.args {
                let value = self.expr(argument)?;
                values.push(self.settle(value, argument)?);
                at.push(argument);
            }
            return self.elementary(&name, &values, &at, call);
        }
        match (name.as_str(), receiver) {
            ("clone", Value::Number(id)) => Ok(Value::Number(id)),
            ("len" | "is_empty", Value::Place(place) | Value::Borrow(place)) => {
                let (tokens, values) = super::super::place_tokens(&self.vars, &place, false);
                let method = &call.method;
                let mut plain = Plain {
                    tokens: quote!(#tokens.#method()),
                    values,
                    reads: self.containers(&place),
                    ..Plain::default()
                };
                plain.values.push(place.root);
                if plain.reads.is_empty() {
                    Ok(Value::Plain(plain))
                } else {
                    Ok(Value::Plain(self.now(plain, "len", span_of(call), None)))
                }
            }
            ("clone" | "to_owned", Value::Place(place) | Value::Borrow(place)) => {
                Ok(Value::Source(Source::Place(place)))
            }
            ("to_vec", Value::Place(place) | Value::Borrow(place)) => Ok(Value::Source(Source::ToVec(place))),
            (
                "as_slice" | "as_ref" | "borrow" | "as_mut_slice" | "as_mut",
                Value::Place(mut place) | Value::Borrow(mut place),
            ) => {
                place.exclusive = name.contains("mut");
                Ok(Value::Borrow(place))
            }
            ("split_at", Value::Place(place) | Value::Borrow(place)) => {
                let at = self.integer(&call.args[0])?;
                let at = self.now(at, "k", span_of(call), None);
                let tokens = &at.tokens;
                let part = |range| {
                    let mut part = place.clone();
                    part.projections.push(Projection::Index(Self::compose(&[&at], range, false)));
                    part.ty = match part.ty.owned() {
                        ty @ Ty::List(_) => ty.clone(),
                        _ => Ty::Unknown,
                    };
                    Value::Borrow(part)
                };
                Ok(Value::Tuple(vec![part(quote!(..#tokens)), part(quote!(#tokens..))]))
            }
            ("fill", Value::Place(place) | Value::Borrow(place)) if call.args.len() == 1 => {
                let value = self.expr(&call.args[0])?;
                let id = self.number(&value, &call.args[0])?;
                let chain = self.view(Value::Place(place), "iter_mut", None, call)?;
                self.each(chain, &Assigned::default(), None, |normal, value| {
                    let Value::Place(target) = Self::dereferenced(value) else {
                        return refuse(&call.method, "this is filled and holds no numbers");
                    };
                    normal.write(target, Value::Number(id), &call.method)
                })?;
                Ok(Value::Unit)
            }
            ("copy_from_slice" | "clone_from_slice", Value::Place(place) | Value::Borrow(place))
                if call.args.len() == 1 =>
            {
                let source = self.expr(&call.args[0])?;
                let to = self.view(Value::Place(place), "iter_mut", None, call)?;
                let from = self.view(source, "iter", None, &call.args[0])?;
                self.each(super::iterate::zip(to, from), &Assigned::default(), None, |normal, value| {
                    let Value::Tuple(parts) = value else {
                        return refuse(&call.method, "this is no pair of lists");
                    };
                    let [to, from] = parts.try_into().unwrap_or([Value::Unit, Value::Unit]);
                    let Value::Place(target) = Self::dereferenced(to) else {
                        return refuse(&call.method, "this is copied to and holds no numbers");
                    };
                    let value = Self::dereferenced(from);
                    let value = normal.settle(value, &call.method)?;
                    normal.write(target, value, &call.method)
                })?;
                Ok(Value::Unit)
            }
            ("swap", Value::Place(place) | Value::Borrow(place)) if call.args.len() == 2 => {
                let a = self.element(place.clone(), &call.args[0])?;
                let b = self.element(place, &call.args[1])?;
                self.exchange(a, b, call)?;
                Ok(Value::Unit)
            }
            ("reverse", Value::Place(_) | Value::Borrow(_)) if call.args.is_empty() => {
                let list = &call.receiver;
                self.expr(&syn::parse_quote!({
                    let __count = #list.len();
                    for __low in 0..__count / 2 {
                        #list.swap(__low, __count - 1 - __low);
                    }
                }))
            }
            ("map", Value::Place(place))
                if call.args.len() == 1 && matches!(ty, Ty::List(ref of) if **of == Ty::Number) =>
            {
                self.array_map(place, &call.args[0], &call.method)
            }
            ("extend" | "extend_from_slice", Value::Place(place))
                if call.args.len() == 1 && self.vars[place.root].role == Role::Container =>
            {
                let chain = self.iterate(&call.args[0])?;
                let written = Assigned::of_expr(&call.args[0]);
                self.each(chain, &written, None, |normal, value| {
                    normal.append(&place, value, &call.method).map(|_| ())
                })?;
                Ok(Value::Unit)
            }
            ("clear", Value::Place(place))
                if place.projections.is_empty() && self.vars[place.root].role == Role::Container =>
            {
                let old = self.var("old", span_of(call), place.ty.clone(), Role::Value);
                let private = self.numbers.private_at(span_of(call));
                let value = Source::Empty(quote!(#private::Vec::new()));
                self.push(Stmt::Write { place, value, old });
                Ok(Value::Unit)
            }
            ("pop", Value::Place(place))
                if place.projections.is_empty() && self.vars[place.root].role == Role::Container =>
            {
                // The list is restored as a whole.
                let list = &call.receiver;
                self.expr(&syn::parse_quote!({
                    if #list.is_empty() {
                        None
                    } else {
                        let __last = #list.len() - 1;
                        let __value = #list[__last];
                        #list = #list[..__last].to_vec();
                        Some(__value)
                    }
                }))
            }
            ("push", Value::Place(place)) if call.args.len() == 1 => {
                if matches!(self.vars[place.root].role, Role::Again | Role::Header) {
                    return refuse(
                        &call.method,
                        "a list that belongs to the caller grows: give the elements as the result, and let the caller push them",
                    );
                }
                if self.is_constant(&place) {
                    return refuse(
                        call,
                        "what is pushed to cannot be seen to be a variable of this function",
                    );
                }
                let value = self.expr(&call.args[0])?;
                let value = self.settle(value, &call.args[0])?;
                let value = self.source(&value, &call.args[0])?;
                self.push(Stmt::Push { place, value });
                Ok(Value::Unit)
            }
            (_, Value::Place(place) | Value::Borrow(place))
                if matches!(place.ty.owned(), Ty::Record(_) | Ty::Unknown) =>
            {
                self.call_method(place, call)
            }
            (_, value @ Value::Source(_)) if matches!(ty, Ty::Record(_) | Ty::Unknown) => {
                let place = self.stored(&value, "a", &call.receiver)?;
                self.call_method(place, call)
            }
            _ => refuse(
                &call.method,
                format!(
                    "the method `{name}` is not understood: write what it does with loops and operators, or call a free function with `#[exp(adjoint)]`"
                ),
            ),
        }
    }

    /// The list without numbers that a method changes.
    fn changing(&mut self, call: &ExprMethodCall) -> Option<Place> {
        let Expr::Path(path) = strip(&call.receiver) else { return None };
        let name = path.path.get_ident()?.to_string();
        let Some(Binding::Value(Value::Place(place))) = self.lookup(&name) else { return None };
        let container = self.vars[place.root].role == Role::Container && place.ty.is_plain();
        let place = (container && place.projections.is_empty()).then(|| place.clone())?;
        assigned::changes(&call.method).then_some(place)
    }

    /// `(a..=b).contains(&x)`, of numbers.
    fn between(&mut self, range: &syn::ExprRange, call: &ExprMethodCall) -> Result<Value> {
        let (Some(start), Some(end), Some(Expr::Reference(x))) =
            (&range.start, &range.end, call.args.first())
        else {
            return refuse(&call.method, "`contains` of a range of numbers: write `a <= x && x <= b`");
        };
        let x = &x.expr;
        let below: syn::BinOp = match range.limits {
            syn::RangeLimits::Closed(_) => syn::parse_quote!(<=),
            syn::RangeLimits::HalfOpen(_) => syn::parse_quote!(<),
        };
        self.expr(&syn::parse_quote!({
            let __x = #x;
            #start <= __x && __x #below #end
        }))
    }

    /// `x.first()`, `x.last()`, `x.get(i)`: perhaps a reference to an element.
    fn part_of_list(&mut self, receiver: &Value, call: &ExprMethodCall, name: &str) -> Result<Option<Value>> {
        let (Value::Place(place) | Value::Borrow(place)) = receiver else { return Ok(None) };
        let Ty::List(element) = place.ty.owned().clone() else { return Ok(None) };
        let span = span_of(&call.method);
        let (tokens, mut values) = super::super::place_tokens(&self.vars, place, false);
        values.push(place.root);
        let length = Plain {
            tokens: quote!(#tokens.len()),
            values,
            reads: self.containers(place),
            ..Plain::default()
        };
        let length = if length.reads.is_empty() { length } else { self.now(length, "len", span, None) };
        let of = Self::operand(&length);
        let (flag, index) = match (name, call.args.first()) {
            ("first", None) => {
                (quote!(#of > 0), Plain { tokens: quote!(0), simple: true, ..Plain::default() })
            }
            ("last", None) => (quote!(#of > 0), Self::compose(&[&length], quote!(#of - 1), false)),
            ("get", Some(index)) if !matches!(strip(index), Expr::Range(_)) => {
                let index = self.integer(index)?;
                let index = self.now(index, "i", span, None);
                let by = &index.tokens;
                (quote!((#by) < #of), index)
            }
            _ => return Ok(None),
        };
        let flag = Self::compose(&[&length, &index], flag, false);
        let flag = self.now(flag, "there", span, None);
        let mut part = Place { exclusive: false, ..place.clone() };
        part.projections.push(Projection::Index(index));
        part.ty = *element;
        Ok(Some(Value::Maybe(flag, Box::new(Value::Borrow(part)))))
    }

    /// An elementary function of numbers, a classification or a comparison of them.
    pub(super) fn elementary(
        &mut self,
        name: &str,
        values: &[Value],
        at: &[&Expr],
        call: &impl ToTokens,
    ) -> Result<Value> {
        let span = span_of(call);
        if numbers::is_predicate(name) || numbers::compares(name) {
            let mut ids = Vec::new();
            for (value, at) in values.iter().zip(at) {
                ids.push(self.number(value, at)?);
            }
            let method = syn::Ident::new(name, span);
            let idents: Vec<_> = ids.iter().map(|id| &self.vars[*id].ident).collect();
            let (first, rest) = (idents[0], &idents[1..]);
            let plain = Plain {
                tokens: quote!(#first.#method(#(&#rest),*)),
                values: ids.clone(),
                dear: true,
                ..Plain::default()
            };
            return Ok(Value::Plain(self.now(plain, "c", span, None)));
        }
        if name == "powi" {
            let [base, exponent] = values else { return refuse(call, "`powi` takes one argument") };
            let operand = self.number(base, at[0])?;
            let exponent = self.as_plain(exponent.clone(), at[1])?;
            let exponent = if exponent.dear { self.now(exponent, "n", span, None) } else { exponent };
            let rhs =
                Rhs::Function { name: name.to_owned(), operands: vec![operand], parameter: Some(exponent) };
            return Ok(Value::Number(self.temporary(span, rhs)));
        }
        let mut operands = Vec::new();
        for (value, at) in values.iter().zip(at) {
            operands.push(self.number(value, at)?);
        }
        let function = |normal: &mut Self, name: &str, operands: Vec<Id>| {
            normal.temporary(span, Rhs::Function { name: name.to_owned(), operands, parameter: None })
        };
        match (name, operands.as_slice()) {
            ("sin_cos", [x]) => {
                let (sin, cos) = (function(self, "sin", vec![*x]), function(self, "cos", vec![*x]));
                Ok(Value::Tuple(vec![Value::Number(sin), Value::Number(cos)]))
            }
            ("log", [x, base]) => {
                let (a, b) = (function(self, "ln", vec![*x]), function(self, "ln", vec![*base]));
                Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Div, a, b))))
            }
            ("add", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Add, *a, *b)))),
            ("sub", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Sub, *a, *b)))),
            ("mul", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Mul, *a, *b)))),
            ("div", [a, b]) => Ok(Value::Number(self.temporary(span, Rhs::Binary(Operator::Div, *a, *b)))),
            (name, operands) if functions::arity(name) == Some(operands.len()) => {
                Ok(Value::Number(function(self, name, operands.to_vec())))
            }
            _ => refuse(call, format!("the function `{name}` is not understood")),
        }
    }

    /// The end of an iterator.
    fn terminal(&mut self, call: &ExprMethodCall, name: &str) -> Result<Value> {
        let span = span_of(&call.method);
        let chain = self.iterate(&call.receiver)?;
        let whole = Expr::MethodCall(call.clone());
        let written = Assigned::of_expr(&whole);
        match name {
            "sum" | "product" => {
                let private = self.numbers.private_at(span);
                let number = self.numbers.name_at(span);
                let (start, operator) = match name {
                    "sum" => (0_u8, Operator::Add),
                    _ => (1, Operator::Mul),
                };
                let start = proc_macro2::Literal::u8_unsuffixed(start);
                let init = Plain { tokens: quote!(#private::natural::<#number>(#start)), ..Plain::default() };
                let init = self.temporary(span, Rhs::Constant(init));
                let memory = self.var(name, span, Ty::Number, Role::Scalar);
                self.push(Stmt::Declare { var: memory, init: Some(Source::Value(init)) });
                self.each(chain, &written, None, |normal, value| {
                    let value = normal.number(&value, &call.method)?;
                    normal.versions.remove(&memory);
                    let before = normal.version(memory);
                    let after = normal.temporary(span, Rhs::Binary(operator, before, value));
                    normal.set(memory, Value::Number(after), &call.method)
                })?;
                self.versions.remove(&memory);
                Ok(Value::Number(self.version(memory)))
            }
            "fold" => {
                let [init, closure] = call.args.iter().collect::<Vec<_>>()[..] else {
                    return refuse(call, "`fold` takes two arguments");
                };
                self.fold(chain, &written, init, closure)
            }
            "for_each" => {
                let Some(closure) = call.args.first() else {
                    return refuse(call, "`for_each` takes a closure");
                };
                self.each(chain, &written, None, |normal, value| {
                    normal.apply(closure, vec![value]).map(|_| ())
                })?;
                Ok(Value::Unit)
            }
            _ => self.list(vec![chain], call).map(Value::Place),
        }
    }
}
