//! Calls: of functions that the macro replaces, of closures, which are inlined, and of functions with an adjoint program.

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::known::Lends;
use crate::library::reverse::OfList;
use crate::library::{functions, methods, types};
use quote::format_ident;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, GenericArgument, Index, Member, PathArguments, PathSegment, Token};

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
            let arguments = self.operands(&call.args)?;
            return self.inline(&closure, &scope, arguments);
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
            let parts = self.sources(call.args.iter())?;
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
        if !self.record.has(&path.path)
            && let Some(method) = self.as_method(call, &names)
        {
            return self.expr(&method);
        }
        if self.makes(call) && call.args.iter().all(|argument| self.is_plain(argument)) {
            return self.made(call, &last);
        }
        self.call_program(path, call)
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
                let name = format!("__len_{}", self.vars.len());
                let ident = syn::Ident::new(&name, span_of(argument));
                self.scope.push((name, Binding::Value(Value::Plain(length))));
                *argument = syn::parse_quote!(#ident);
            }
        }
        Ok(Some(Expr::Call(call)))
    }

    /// `z.norm()` for `Complex::norm(z)`
    fn as_method(&self, call: &ExprCall, names: &[String]) -> Option<Expr> {
        let [.., of, name] = names else { return None };
        let of = match &self.numbers.itself {
            Some(itself) if of == "Self" => itself.to_string(),
            _ => of.clone(),
        };
        let mut arguments = call.args.iter();
        let receiver =
            arguments.next().filter(|_| self.numbers.known.methods.contains(&format!("{of}::{name}")))?;
        let name = format_ident!("{name}", span = span_of(&call.func));
        let place = behind(receiver);
        Some(syn::parse_quote!((#place).#name(#(#arguments),*)))
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

    fn type_of_path(&self, path: &syn::Path) -> Option<String> {
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
        let ty = match (self.numbers.known.result(of.as_deref(), name), self.numbers.known.results.get(name))
        {
            (Some(kind), _) => crate::adjoint::of_kind(&kind),
            (None, Some(Some(kind))) => crate::adjoint::of_kind(kind),
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
        Ok(Value::Plain(self.now(call, "detached", span_of(function), Some(quote!(f64)))))
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
                let (a, b) = (self.target(behind(a))?, self.target(behind(b))?);
                self.exchange(a, b, at)?;
            }
        }
        Ok(Value::Unit)
    }

    /// Exchanges a variable with a part of another one, or with the result of a call.
    fn swap_with(&mut self, memory: Id, place: &Expr, at: &ExprCall) -> Result<()> {
        let place = self.target(behind(place))?;
        let content = self.content(place.clone(), at)?;
        let version = self.version(memory);
        let value = self.of_var(version);
        self.set(memory, content, at)?;
        self.write(place, value, at)
    }

    /// `std::mem::replace(&mut a, value)`: the previous content of `a`.
    fn replace(&mut self, place: &Expr, value: &Expr, at: &ExprCall) -> Result<Value> {
        let replacement = self.expr(value)?;
        let replacement = self.settle(replacement, value)?;
        let replacement = self.held(replacement, value)?;
        if let Some(memory) = self.scalar_behind(place) {
            let version = self.version(memory);
            let old = self.of_var(version);
            self.set(memory, replacement, at)?;
            return Ok(old);
        }
        let place = self.target(behind(place))?;
        let old = self.content(place.clone(), at)?;
        self.write(place, replacement, at)?;
        Ok(old)
    }

    /// `std::mem::take(&mut v)`
    fn take(&mut self, place: &Expr, at: &ExprCall) -> Result<Value> {
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

    /// The variable of a number or an integer to which this refers.
    pub(super) fn scalar_behind(&self, reference: &Expr) -> Option<Id> {
        let Expr::Path(path) = behind(reference) else { return None };
        match self.lookup(&path.path.get_ident()?.to_string()) {
            Some(Binding::Scalar(memory)) => Some(*memory),
            _ => None,
        }
    }

    /// `receiver.f(…)`, of a method with an adjoint program.
    pub(super) fn call_method(&mut self, place: Place, call: &syn::ExprMethodCall) -> Result<Value> {
        // A receiver that the arguments change is taken by value. Otherwise the borrow checker refuses it.
        let mut receiver = [Value::Place(place)];
        let (mut arguments, lent) =
            self.after(&mut receiver, call, |lowering| lowering.handed_over(call.args.iter()))?;
        let [Value::Place(mut place)] = receiver else {
            return unclear(call);
        };
        let var = &self.vars[place.root];
        let shared = |argument: &Argument| matches!(argument, Argument::Borrow { place: other } if other.root == place.root);
        // The caller cannot see whether the method changes its receiver, so a mutable receiver counts as changed.
        let recursion = self.recursive_method(&place, call);
        let changes =
            recursion != Recursion::Itself || self.owner.as_ref().is_some_and(|owner| owner.changes);
        let exclusive =
            changes && (var.role == Role::Container || var.exclusive) && !arguments.iter().any(shared);
        if exclusive {
            self.copy_parts(&mut arguments, place.root, call);
            self.behind_reference(&mut place);
        }
        let receiver =
            if exclusive { self.exclusive(place, &call.receiver) } else { Argument::Borrow { place } };
        arguments.insert(0, receiver);
        let name = call.method.to_string();
        let path = format_ident!("__adjoint_{name}", span = call.method.span()).to_token_stream();
        let generics = call.turbofish.to_token_stream();
        self.complete_call(&name, path, generics, Callee::Method, arguments, lent, recursion, &call.method)
    }

    /// Gives arguments by value that are parts of the receiver variables of their own. Their adjoints must not be added to the slots of
    /// the receiver, which have the adjoints of its content after the call.
    ///
    /// ```text
    /// // Input:  m.step(m.memory);
    /// // Output: let a = m.memory; m.step(a);
    /// ```
    fn copy_parts(&mut self, arguments: &mut [Argument], receiver: Id, at: &impl ToTokens) {
        for argument in arguments {
            if let Argument::Value(Source::Place(place)) = argument
                && place.root == receiver
            {
                let (place, ty) = (place.clone(), place.ty.clone());
                let copy = self.copy("a", span_of(at), Source::Place(place), ty.clone(), false, None);
                *argument = Argument::Value(Source::Place(Place::of(copy, ty)));
            }
        }
    }

    /// `kind.payoff(x)`, where `kind` has no numbers.
    pub(super) fn call_of_data(&mut self, values: Vec<Value>, call: &syn::ExprMethodCall) -> Result<Value> {
        let mut arguments = Vec::new();
        let places = std::iter::once(&*call.receiver).chain(&call.args);
        for (i, (value, at)) in values.into_iter().zip(places).enumerate() {
            arguments.push(match value {
                Value::Plain(plain) if i == 0 && !plain.reference => {
                    let plain = self.now(plain, "a", span_of(at), None);
                    let tokens = &plain.tokens;
                    Argument::PlainBorrow(Plain { tokens: quote!(&#tokens), reference: true, ..plain })
                }
                value => self.argument(value, at)?,
            });
        }
        let name = call.method.to_string();
        let path = format_ident!("__adjoint_{name}", span = call.method.span()).to_token_stream();
        let generics = call.turbofish.to_token_stream();
        self.complete_call(
            &name,
            path,
            generics,
            Callee::Method,
            arguments,
            Vec::new(),
            Recursion::No,
            &call.method,
        )
    }

    /// Whether a method calls itself.
    fn recursive_method(&self, receiver: &Place, call: &syn::ExprMethodCall) -> Recursion {
        let Some(owner) = self.owner.as_ref().filter(|_| call.method == self.itself) else {
            return Recursion::No;
        };
        let other = call.turbofish.as_ref().is_some_and(|list| !self.is_own(&list.args));
        // `self` is the first parameter.
        let whole = receiver.projections.iter().all(|projection| matches!(projection, Projection::Deref));
        let itself = owner.receives && receiver.root == 0 && whole;
        match receiver.ty.owned() {
            _ if other => Recursion::Perhaps,
            _ if itself => Recursion::Itself,
            Ty::Struct(name) if *name == owner.name => Recursion::Itself,
            Ty::Unknown => Recursion::Perhaps,
            _ => Recursion::No,
        }
    }

    /// Whether these are the generics of the function itself.
    fn is_own(&self, generics: &Punctuated<GenericArgument, Token![,]>) -> bool {
        generics.iter().enumerate().all(|(i, argument)| {
            let written = argument.to_token_stream().to_string();
            written == "_" || self.generics.get(i).map_or(self.numbers.name == written, |own| *own == written)
        })
    }

    /// Whether a function or an associated function calls itself.
    fn recursive_call(&self, path: &syn::Path) -> Recursion {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let mut names = names.iter().map(String::as_str);
        let name = names.next_back();
        let arguments = |segment: &PathSegment| match &segment.arguments {
            PathArguments::AngleBracketed(list) => Some(list.args.clone()),
            _ => None,
        };
        let own = path.segments.last().and_then(arguments).is_none_or(|list| self.is_own(&list));
        let (first, single) = (names.next(), names.next().is_none());
        if name != Some(self.itself.as_str()) || !single {
            return Recursion::No;
        }
        let itself = match (&self.owner, first) {
            (None, None | Some("self")) | (Some(_), Some("Self")) => true,
            (Some(owner), Some(of)) => owner.name == of,
            _ => false,
        };
        // `Point::<2>::f` may be a function of another type, and an item inside the function may have its name.
        let other = path.segments.first().and_then(arguments).is_some() && path.segments.len() > 1;
        let hidden =
            path.segments.first().is_some_and(|of| self.local_items.iter().any(|item| of.ident == item));
        match itself {
            true if own && !other && !hidden => Recursion::Itself,
            true => Recursion::Perhaps,
            false => Recursion::No,
        }
    }

    /// A call of a companion that does not mutably borrow local numbers and does not call itself.
    pub(super) fn finish_call(
        &mut self,
        name: &str,
        path: proc_macro2::TokenStream,
        callee: Callee,
        arguments: Vec<Argument>,
        at: &impl ToTokens,
    ) -> Result<Value> {
        self.complete_call(name, path, quote!(), callee, arguments, Vec::new(), Recursion::No, at)
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a call")]
    pub(super) fn complete_call(
        &mut self,
        name: &str,
        path: proc_macro2::TokenStream,
        generics: proc_macro2::TokenStream,
        callee: Callee,
        arguments: Vec<Argument>,
        lent: Vec<(Id, Place)>,
        recursion: Recursion,
        at: &impl ToTokens,
    ) -> Result<Value> {
        let pullback =
            format_ident!("__pullback_{}", self.vars.len(), span = proc_macro2::Span::mixed_site());
        let call = Call { path, names: None, callee, generics, arguments, pullback, recursion };
        self.made_call(name, call, lent, at)
    }

    /// The value of a call.
    pub(super) fn made_call(
        &mut self,
        name: &str,
        mut call: Call,
        lent: Vec<(Id, Place)>,
        at: &impl ToTokens,
    ) -> Result<Value> {
        let recursion = call.recursion;
        let of = match (call.callee, call.arguments.first()) {
            (Callee::Method, Some(Argument::Borrow { place } | Argument::Exclusive { place, .. })) => {
                match place.ty.owned() {
                    Ty::Struct(of) => Some(of.clone()),
                    _ => None,
                }
            }
            (Callee::Associated, _) => {
                syn::parse2(call.path.clone()).ok().and_then(|path| self.type_of_path(&path))
            }
            _ => None,
        };
        if recursion == Recursion::Perhaps && call.changes() {
            return refuse(
                at,
                "this may be a call of the function itself, and it changes its argument; give the callee another name",
            );
        }
        let known = &self.numbers.known;
        let given = known.parameters_of(of.as_deref(), name).unwrap_or_default();
        if let (Some(receivers), true) =
            (call.arguments.len().checked_sub(given.len()), call.callee != Callee::Recorded)
        {
            for (argument, given) in call.arguments[receivers..].iter_mut().zip(given) {
                // A value is passed again if it is a reference: `word` of `for word in text.split(' ')`.
                if let (Argument::Value(Source::Plain(plain)), true) = (&argument, given.reference) {
                    *argument = Argument::PlainBorrow(Plain { reference: true, ..plain.clone() });
                }
            }
        }
        let program = call.callee != Callee::Recorded;
        let data = known.gives_data(of.as_deref(), name).filter(|_| program);
        let lends = if program { known.lends(of.as_deref(), name) } else { Lends::Nothing };
        let receiver = match call.arguments.first() {
            Some(Argument::Exclusive { place, .. }) if lends == Lends::Receiver => Some(place.clone()),
            _ => None,
        };
        let var = self.bind_new(name, span_of(at), Ty::Unknown, Rhs::Call(call));
        for (memory, place) in lent {
            let value = Value::Place(place);
            self.set(memory, value, at)?;
        }
        // `filter.predict(q).update(y)`
        if let Some(place) = receiver {
            return Ok(Value::Borrow(Place { exclusive: true, ..place }));
        }
        if let Some(data) = data {
            let ident = &self.vars[var].ident;
            let taken = Plain {
                tokens: if data {
                    quote!(#ident.take())
                } else {
                    quote!(::core::clone::Clone::clone(&#ident))
                },
                values: vec![var],
                state: true,
                expensive: true,
                ..Plain::default()
            };
            return Ok(Value::Plain(self.now(taken, "data", span_of(at), None)));
        }
        let value = Value::Place(Place::of(var, Ty::Unknown));
        let value = match self.numbers.known.result(of.as_deref(), name) {
            Some(kind) => self.typed(value, crate::adjoint::of_kind(&kind), at)?,
            None => value,
        };
        Ok(match value {
            Value::Place(place) if lends == Lends::Part => Value::Borrow(place),
            value => value,
        })
    }

    /// A map that is empty at first, and is passed to a parameter with numbers, contains numbers.
    fn note_containers(&mut self, path: &syn::ExprPath, call: &ExprCall) -> Result<()> {
        let Some(name) = path.path.segments.last().map(|last| last.ident.to_string()) else { return Ok(()) };
        let of = self.type_of_path(&path.path);
        let given = self.numbers.known.parameters_of(of.as_deref(), &name).unwrap_or_default();
        for (argument, given) in call.args.iter().zip(given) {
            let place = behind(argument);
            let Expr::Path(variable) = place else { continue };
            let Some(variable) = variable.path.get_ident().map(ToString::to_string) else { continue };
            let empty = match self.lookup(&variable) {
                Some(Binding::Value(Value::Place(place))) => {
                    place.ty.is_plain() && self.vars[place.root].role == Role::Container
                }
                _ => self.is_state(&variable),
            };
            let known = self.optional.borrow().names.contains(&variable);
            if given.active && given.reference && empty && !known {
                self.note_container(place);
                return unclear(argument);
            }
        }
        Ok(())
    }

    /// A call of a function with an adjoint program.
    fn call_program(&mut self, path: &syn::ExprPath, call: &ExprCall) -> Result<Value> {
        if let Some(value) = self.call_with_functions(path, call)? {
            return Ok(value);
        }
        self.note_containers(path, call)?;
        let (arguments, lent) = self.handed_over(call.args.iter())?;
        let mut path_of = path.path.clone();
        let mut generics = quote!();
        if let Some(segment) = path_of.segments.last_mut()
            && let PathArguments::AngleBracketed(list) =
                std::mem::replace(&mut segment.arguments, PathArguments::None)
        {
            generics = list.to_token_stream();
            if list.colon2_token.is_none() {
                generics = quote!(::#generics);
            }
        }
        if self.record.has(&path.path) {
            return self.call_recorded(path_of.to_token_stream(), generics, arguments, lent, call);
        }
        let name = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let recursion = self.recursive_call(&path.path);
        let qualified = path.path.segments.iter().rev().nth(1).map(|segment| segment.ident.to_string());
        if qualified.is_some_and(|of| of.starts_with(char::is_uppercase)) {
            if let Some(segment) = path_of.segments.last_mut() {
                segment.ident = format_ident!("__adjoint_{name}", span = segment.ident.span());
            }
            let path_of = path_of.to_token_stream();
            return self.complete_call(
                &name,
                path_of,
                generics,
                Callee::Associated,
                arguments,
                lent,
                recursion,
                path,
            );
        }
        let path_of = path_of.to_token_stream();
        self.complete_call(&name, path_of, generics, Callee::Function, arguments, lent, recursion, path)
    }
}

/// The place to which this is a reference: `a` of `&mut a`.
fn behind(reference: &Expr) -> &Expr {
    match strip(reference) {
        Expr::Reference(inner) => strip(&inner.expr),
        place => place,
    }
}
