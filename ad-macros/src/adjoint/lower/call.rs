//! Calls: of functions that the macro replaces, of closures, which are inlined, and of others (`callee.rs`).

use super::expr::strip;
use super::{Binding, Lowering, Result, Scope, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::exchange;
use crate::library::reverse::OfList;
use crate::library::{functions, methods, types};
use quote::format_ident;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprCall, ExprMethodCall, Index, Member, PathArguments};

impl Lowering<'_> {
    pub(super) fn call(&mut self, call: &ExprCall) -> Result<Value> {
        let Expr::Path(path) = strip(&call.func) else {
            if let Expr::Closure(closure) = strip(&call.func) {
                let arguments = self.operands(&call.args)?;
                let scope = self.captured(closure);
                return self.inline(closure, &scope, arguments);
            }
            if self.is_function_value(&call.func)
                && let Binding::Closure(closure, scope) =
                    self.function_value(&call.func, Some(call.args.len()))?
            {
                let arguments = self.operands(&call.args)?;
                return self.inline(&closure, &scope, arguments);
            }
            return refuse(
                &call.func,
                "this callee is not a name; call functions and local closures by name",
            );
        };
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = names.last().cloned().unwrap_or_default();
        if let [name] = names.as_slice()
            && let Some(binding) = self.lookup(name).cloned()
        {
            let Binding::Closure(closure, scope) = binding else {
                return unclear(&call.func);
            };
            return self.call_closure(&closure, &scope, call);
        }
        if let Some(bound) = self.with_lengths(call)? {
            return self.expr(&bound);
        }
        let whole = Expr::Call(call.clone());
        if let Some(helper) = self.helper_call(&whole) {
            return self.call_helper(&helper);
        }
        match (names.iter().rev().nth(1).map(String::as_str), last.as_str()) {
            (Some("Vec"), "new" | "with_capacity") => {
                let capacity = call.args.first().map(|e| self.integer(e)).transpose()?;
                let (func, capacity) = (&call.func, capacity.map(|plain| plain.tokens));
                return Ok(Value::Source(Source::empty(quote!(#func(#capacity)))));
            }
            (Some("HashMap" | "BTreeMap"), "new" | "with_capacity" | "default" | "from" | "from_iter") => {
                return self.map_of(call);
            }
            (Some("VecDeque"), "new" | "with_capacity" | "from") => return self.deque(call),
            (Some("adjoint"), "counted") if call.args.len() == 2 => {
                let (start, i) = (self.integer(&call.args[0])?, self.integer(&call.args[1])?);
                let (function, a, b) = (&call.func, &start.tokens, &i.tokens);
                return Ok(Value::Plain(Self::compose(&[&start, &i], quote!(#function(#a, #b)), false)));
            }
            // The heap of copies in `heap.rs`.
            (Some("Order"), "new") if names.iter().rev().nth(2).is_some_and(|of| of == "adjoint") => {
                let tokens = call.to_token_stream();
                return Ok(Value::Plain(Plain { tokens, expensive: true, ..Plain::default() }));
            }
            (Some("array"), "from_fn") if call.args.len() == 1 => {
                let count = match path.path.segments.last().map(|segment| &segment.arguments) {
                    Some(PathArguments::AngleBracketed(list)) => list.args.iter().nth(1),
                    _ => None,
                };
                let count = count.map(ToTokens::to_token_stream).filter(|count| count.to_string() != "_");
                return self.array_from(&call.args[0], count);
            }
            (Some("Neg"), "neg") if call.args.len() == 1 => {
                let operand = &call.args[0];
                return self.expr(&syn::parse_quote!(-(#operand)));
            }
            (Some("Box"), "new") if call.args.len() == 1 => {
                let parts = self.sources(call.args.iter())?;
                return Ok(Value::Source(Source::Build(Build { kind: BuildKind::Boxed, parts })));
            }
            _ if functions::is_detached(&names, call.args.len()) => {
                return self.detached(path, &call.args[0]);
            }
            (_, "Some" | "Ok") if call.args.len() == 1 => {
                let value = self.expr(&call.args[0])?;
                let value = self.settle(value, &call.args[0])?;
                return if last == "Ok" { self.outcome(&value, call) } else { Ok(Self::some(value)) };
            }
            (_, "Err") if call.args.len() == 1 => {
                let error = self.integer(&call.args[0])?.tokens;
                return Ok(Value::Source(Source::nothing(quote!(::core::result::Result::Err(#error)))));
            }
            (None, "drop" | "black_box") | (Some("hint"), "black_box") if call.args.len() == 1 => {
                self.is_of_core(path);
                return self.expr(&call.args[0]);
            }
            (Some("mem") | None, "swap") if call.args.len() == 2 => {
                self.is_of_core(path);
                return self.swap(&call.args[0], &call.args[1], call);
            }
            (Some("mem") | None, "replace") if call.args.len() == 2 => {
                self.is_of_core(path);
                return self.replace(&call.args[0], &call.args[1], call);
            }
            (Some("mem"), "take") if call.args.len() == 1 => {
                self.is_of_core(path);
                return self.take(&call.args[0], call);
            }
            (Some(of), _) if path.qself.is_none() && types::is_primitive(of) => {
                return self.of_primitive(call);
            }
            (Some("mem"), _) | (None, "swap" | "replace") => {
                return refuse(
                    call,
                    format!("`{last}` of numbers is not supported; use a temporary variable"),
                );
            }
            (
                Some(
                    of @ ("Vec" | "Box" | "String" | "Rc" | "Arc" | "Option" | "Result" | "VecDeque"
                    | "HashMap" | "BTreeMap"),
                ),
                _,
            ) => {
                return refuse(
                    &call.func,
                    format!("`{of}::{last}` is not supported; use loops and operators"),
                );
            }
            _ => {}
        }
        if last.starts_with(char::is_uppercase) {
            let parts = self.fields(call.args.iter())?;
            let members = (0..parts.len()).map(|i| Member::Unnamed(Index::from(i))).collect();
            let kind = self.built(&path.path, members);
            return Ok(Value::Source(Source::Build(Build { kind, parts })));
        }
        if path.qself.is_some() {
            return refuse(
                &call.func,
                "a qualified path is called; call a free function with `#[exp(adjoint)]`",
            );
        }
        if !self.records(&path.path)
            && let Some((of, method)) = self.as_method(call, &names)
        {
            let whole = Expr::MethodCall(method.clone());
            return if let Some(plain) = self.inspected(&whole)? {
                Ok(Value::Plain(plain))
            } else if let Some(helper) = self.helper_call(&whole) {
                self.call_helper(&helper)
            } else {
                self.method_of_type(&Ty::Struct(of), &method)
            };
        }
        if self.makes(call) && call.args.iter().all(|argument| self.is_plain(argument)) {
            return self.made(call, &last);
        }
        self.call_program(path, call)
    }

    /// A call of a closure. Its parameters may be functions: `|at: &dyn Fn(usize) -> f64| at(0) + at(1)`.
    fn call_closure(&mut self, closure: &syn::ExprClosure, scope: &Scope, call: &ExprCall) -> Result<Value> {
        if closure.inputs.len() != call.args.len() {
            return unclear(call);
        }
        let (mut inner, mut names, mut values) = (closure.clone(), scope.to_vec(), Vec::new());
        inner.inputs.clear();
        for (input, argument) in closure.inputs.iter().zip(&call.args) {
            match super::each::name_of(input) {
                Some(name) if self.is_function_value(argument) => {
                    let function = self
                        .after(&mut values, argument, |lowering| lowering.function_value(argument, None))?;
                    names.push((name, function));
                }
                _ => {
                    inner.inputs.push(input.clone());
                    self.next_operand(&mut values, argument)?;
                }
            }
        }
        self.inline(&inner, &names.into(), values)
    }

    /// `Sets::new(x.len())` with a name for each length, if the other arguments are plain.
    fn with_lengths(&mut self, call: &ExprCall) -> Result<Option<Expr>> {
        let is_length = |argument: &Expr| match strip(argument) {
            Expr::MethodCall(inner) => {
                inner.args.is_empty()
                    && methods::of(inner).is_some_and(|row| row.list == Some(OfList::Length))
                    && super::place::is_place(&inner.receiver)
            }
            _ => false,
        };
        let plain: Vec<bool> = call.args.iter().map(|argument| self.is_plain(argument)).collect();
        let simple = call.args.iter().zip(&plain).all(|(argument, plain)| *plain || is_length(argument));
        if !simple || plain.iter().all(|plain| *plain) {
            return Ok(None);
        }
        let mut call = call.clone();
        for (argument, plain) in call.args.iter_mut().zip(plain) {
            if !plain {
                let length = self.integer(argument)?;
                let length = self.now(length, "len", span_of(argument), None);
                let ident = self.hidden("len", Value::Plain(length), argument);
                *argument = syn::parse_quote!(#ident);
            }
        }
        Ok(Some(Expr::Call(call)))
    }

    /// `z.norm()` for `Complex::norm(z)`
    fn as_method(&self, call: &ExprCall, names: &[String]) -> Option<(String, ExprMethodCall)> {
        let [.., of, name] = names else { return None };
        let of = match &self.numbers.itself {
            Some(itself) if of == "Self" => itself.to_string(),
            _ => of.clone(),
        };
        let mut arguments = call.args.iter();
        let receiver = arguments.next().filter(|_| self.numbers.known.has_inherent(&of, name))?;
        let name = format_ident!("{name}", span = span_of(&call.func));
        let place = behind(receiver);
        Some((of, syn::parse_quote!((#place).#name(#(#arguments),*))))
    }

    /// Whether this is an associated function of a type over numbers, whose value contains numbers: `Matrix::identity()`.
    pub(super) fn makes(&self, call: &ExprCall) -> bool {
        let Expr::Path(path) = strip(&call.func) else { return false };
        let mut segments = path.path.segments.iter().rev();
        let Some(last) = segments.next().map(|last| last.ident.to_string()) else { return false };
        segments.next().is_some_and(|of| self.numbers.named(&of.ident.to_string()).is_some())
            && last.starts_with(char::is_lowercase)
            && !self.numbers.known.gives_no_numbers(&last)
    }

    /// The type of an associated function: `Machine` of `Machine::new`.
    fn type_of_callee(&self, function: &Expr) -> Option<String> {
        let Expr::Path(path) = strip(function) else { return None };
        self.type_of_path(&path.path)
    }

    pub(super) fn type_of_path(&self, path: &syn::Path) -> Option<String> {
        let of = path.segments.iter().rev().nth(1)?.ident.to_string();
        match &self.numbers.itself {
            Some(itself) if of == "Self" => Some(itself.to_string()),
            _ => Some(of),
        }
    }

    /// The value of such a call without numbers among its arguments: constants.
    fn made(&mut self, call: &ExprCall, name: &str) -> Result<Value> {
        let made = self.plain_later(&Expr::Call(call.clone()))?;
        let of = self.type_of_callee(&call.func);
        let ty =
            match (self.numbers.known.result(of.as_deref(), name), self.numbers.known.functions.result(name))
            {
                (Some(kind), _) => crate::adjoint::of_kind(&kind),
                (None, Some(kind)) => crate::adjoint::of_kind(kind),
                _ => Ty::Unknown,
            };
        let source = Source::Plain(Plain { simple: false, expensive: true, ..made });
        let var = self.copy("made", span_of(call), source, ty.clone(), false, None);
        Ok(Value::Place(Place::of(var, ty)))
    }

    /// `special::detached(x)`: a plain float. Its annotation excludes another function of this name, whose result is a number.
    fn detached(&mut self, function: &syn::ExprPath, argument: &Expr) -> Result<Value> {
        let value = self.expr(argument)?;
        let of = match self.settle(value, argument)? {
            Value::Plain(plain) => plain,
            value => {
                let id = self.number(&value, argument)?;
                let ident = &self.vars[id].ident;
                Plain { tokens: quote!(#ident), values: vec![id], ..Plain::default() }
            }
        };
        let tokens = &of.tokens;
        let call = Plain { varies: true, ..Self::compose(&[&of], quote!(#function(#tokens)), true) };
        Ok(Value::Plain(self.now(
            call,
            "detached",
            span_of(function),
            Some(exchange::double(&self.numbers.root).into_token_stream()),
        )))
    }

    /// `usize::from(a > b)`: a function of a primitive type, whose operands have no numbers.
    fn of_primitive(&mut self, call: &ExprCall) -> Result<Value> {
        let values = self.operands(&call.args)?;
        let parts = values.into_iter().zip(&call.args).map(|(value, at)| self.as_plain(value, at));
        let parts = parts.collect::<Result<Vec<Plain>>>()?;
        let (func, tokens) = (&call.func, parts.iter().map(|part| &part.tokens));
        let all: Vec<&Plain> = parts.iter().collect();
        Ok(Value::Plain(Self::compose(&all, quote!(#func(#(#tokens),*)), false)))
    }

    /// Lets rustc compare a function with that of the standard library, since a function of the user's may have the same name.
    fn is_of_core(&mut self, path: &syn::ExprPath) {
        let mut path = path.path.clone();
        let Some(last) = path.segments.last_mut() else { return };
        last.arguments = PathArguments::None;
        let (name, span) = (last.ident.clone(), last.ident.span());
        let private = self.numbers.private_at(span);
        let module = if name == "black_box" { quote!(hint) } else { quote!(mem) };
        self.items.push(quote_spanned! {span=>
            const _: fn() = || #private::adjoint::is_of_core(::core::#module::#name::<u8>, #path::<u8>);
        });
    }

    /// `std::mem::swap(&mut a, &mut b)`
    fn swap(&mut self, a: &Expr, b: &Expr, at: &ExprCall) -> Result<Value> {
        self.changes_content(a)?;
        self.changes_content(b)?;
        match (self.scalar_behind(a), self.scalar_behind(b)) {
            (Some(x), Some(y)) => {
                let (first, second) = (self.version(x), self.version(y));
                let (first, second) = (self.of_var(first), self.of_var(second));
                self.set(x, second, at)?;
                self.set(y, first, at)?;
            }
            (Some(memory), None) => self.swap_with(memory, b, at)?,
            (None, Some(memory)) => self.swap_with(memory, a, at)?,
            (None, None) => {
                let (a, b) = (self.content_of(a)?, self.content_of(b)?);
                self.exchange(a, b, at)?;
            }
        }
        Ok(Value::Unit)
    }

    /// The place to which an argument refers.
    fn content_of(&mut self, argument: &Expr) -> Result<Place> {
        let mut place = self.target(behind(argument))?;
        self.behind_reference(&mut place);
        Ok(place)
    }

    /// Exchanges a variable with a part of another one, or with the result of a call.
    fn swap_with(&mut self, memory: Id, place: &Expr, at: &ExprCall) -> Result<()> {
        let place = self.content_of(place)?;
        let content = self.content(place.clone(), at)?;
        let version = self.version(memory);
        let value = self.of_var(version);
        self.set(memory, content, at)?;
        self.write(place, value, at)
    }

    /// `std::mem::replace(&mut a, value)`: the previous content of `a`.
    fn replace(&mut self, place: &Expr, value: &Expr, at: &ExprCall) -> Result<Value> {
        self.changes_content(place)?;
        let replacement = self.expr(value)?;
        let replacement = self.settle(replacement, value)?;
        let replacement = self.held(replacement, value)?;
        if let Some(memory) = self.scalar_behind(place) {
            let version = self.version(memory);
            let old = self.of_var(version);
            self.set(memory, replacement, at)?;
            return Ok(old);
        }
        let place = self.content_of(place)?;
        let old = self.content(place.clone(), at)?;
        self.write(place, replacement, at)?;
        Ok(old)
    }

    /// `std::mem::take(&mut v)`
    fn take(&mut self, place: &Expr, at: &ExprCall) -> Result<Value> {
        self.changes_content(place)?;
        let private = self.numbers.private_at(span_of(at));
        let ty = match self.scalar_behind(place) {
            Some(memory) => self.vars[memory].ty.clone(),
            None => self.target(behind(place))?.ty.owned().clone(),
        };
        match ty {
            Ty::List(_) => self.replace(place, &syn::parse_quote!(#private::Vec::new()), at),
            ty if ty.is_plain() => {
                self.replace(place, &syn::parse_quote!(::core::default::Default::default()), at)
            }
            _ => refuse(
                at,
                "`take` of this value is not supported; write the new value, as in `std::mem::replace(&mut v, …)`",
            ),
        }
    }

    /// Refuses `&mut r` for a reference `r`, since another reference would take its place, and not another content.
    fn changes_content(&self, argument: &Expr) -> Result<()> {
        let Expr::Reference(reference) = strip(argument) else { return Ok(()) };
        let Expr::Path(path) = strip(&reference.expr) else { return Ok(()) };
        let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
        let refers = match self.lookup(&name) {
            Some(Binding::Value(Value::Borrow(place))) => !self.is_replaceable(place),
            Some(Binding::Value(Value::Place(place))) => matches!(place.ty, Ty::Reference(_)),
            _ => false,
        };
        if !refers {
            return Ok(());
        }
        refuse(
            argument,
            format!("`&mut {name}` replaces the reference `{name}`; replace the value to which it refers"),
        )
    }

    /// The variable of a number or an integer to which this refers.
    pub(super) fn scalar_behind(&self, reference: &Expr) -> Option<Id> {
        let Expr::Path(path) = behind(reference) else { return None };
        match self.lookup(&path.path.get_ident()?.to_string()) {
            Some(Binding::Scalar(memory)) => Some(*memory),
            _ => None,
        }
    }
}

/// The place to which this is a reference: `a` of `&mut a`.
pub(super) fn behind(reference: &Expr) -> &Expr {
    match strip(reference) {
        Expr::Reference(inner) => strip(&inner.expr),
        place => place,
    }
}
