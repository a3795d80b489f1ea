//! Calls of functions and methods that have programs.

use super::call::behind;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::names::method_companion;
use crate::signatures::Lends;
use quote::format_ident;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, GenericArgument, PathArguments, PathSegment, Token};

impl Lowering<'_> {
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
        let path = method_companion(&name, call.method.span()).to_token_stream();
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
    fn copy_parts(&mut self, arguments: &mut [Argument], receiver: Id, at: &dyn ToTokens) {
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

    /// Copies a local without numbers that changes later, since the reverse sweep of the call receives it again.
    ///
    /// ```text
    /// // Input:  let y = f(&counts, x); counts[1] = 50;
    /// // Output: let kept = counts.clone(); let y = f(&kept, x); counts[1] = 50;
    /// ```
    fn keep(&mut self, argument: &mut Argument, at: &dyn ToTokens) {
        let Argument::PlainBorrow(plain) = argument else { return };
        let exclusive = syn::parse2::<syn::ExprReference>(plain.tokens.clone())
            .is_ok_and(|reference| reference.mutability.is_some());
        if !plain.state || exclusive || !self.changes_later(plain) {
            return;
        }
        let private = self.numbers.private_at(span_of(at));
        let of = plain.floats.as_ref().unwrap_or(&plain.tokens);
        let tokens = quote!(#private::ToOwned::to_owned(#of));
        let copy = Plain { tokens, reference: false, simple: false, floats: None, ..plain.clone() };
        let kept = self.now(copy, "kept", span_of(at), None);
        let tokens = &kept.tokens;
        let fits = plain.floats.is_some();
        let kept = Argument::PlainBorrow(Plain { tokens: quote!(&#tokens), reference: true, ..kept });
        *argument = if fits { self.fitted(kept, at) } else { kept };
    }

    /// Whether a local without numbers may change behind this point.
    fn changes_later(&self, plain: &Plain) -> bool {
        self.hidden.iter().flatten().chain(&self.scope).any(|(name, binding)| {
            let same = |of: &Plain| of.state && of.reads.iter().any(|local| plain.reads.contains(local));
            matches!(binding, Binding::Value(Value::Plain(of)) if same(of))
                && self.later.iter().any(|later| later.changes(name))
        })
    }

    /// `kind.payoff(x)`, where `kind` has no numbers.
    pub(super) fn call_of_data(&mut self, values: Vec<Value>, call: &syn::ExprMethodCall) -> Result<Value> {
        let mut arguments = Vec::new();
        let places = std::iter::once(&*call.receiver).chain(&call.args);
        for (i, (value, at)) in values.into_iter().zip(places).enumerate() {
            arguments.push(match value {
                Value::Plain(plain) if i == 0 && !plain.reference => {
                    // A local that changes is copied if that matters.
                    let plain = if plain.state { plain } else { self.now(plain, "a", span_of(at), None) };
                    let tokens = &plain.tokens;
                    Argument::PlainBorrow(Plain { tokens: quote!(&#tokens), reference: true, ..plain })
                }
                value => self.argument(value, at)?,
            });
        }
        let name = call.method.to_string();
        let path = method_companion(&name, call.method.span()).to_token_stream();
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
            // A part of a group of shapes may be a group.
            Ty::Struct(name) if self.numbers.known.is_object_of(name, &owner.name) => Recursion::Perhaps,
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
        at: &dyn ToTokens,
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
        at: &dyn ToTokens,
    ) -> Result<Value> {
        let pullback =
            format_ident!("__pullback_{}", self.vars.len(), span = proc_macro2::Span::mixed_site());
        let doubted = callee == Callee::Function && recursion == Recursion::No && !self.is_sibling(&path);
        let call = Call { path, names: None, callee, generics, arguments, pullback, recursion, doubted };
        self.made_call(name, call, lent, at)
    }

    /// Whether a path names a function of the same annotated module.
    fn is_sibling(&self, path: &proc_macro2::TokenStream) -> bool {
        let path = path.to_string();
        let name = path.strip_prefix("self :: ").unwrap_or(&path);
        self.numbers.siblings.contains(name) && !self.local_items.iter().any(|item| item == name)
    }

    /// The value of a call.
    pub(super) fn made_call(
        &mut self,
        name: &str,
        mut call: Call,
        lent: Vec<(Id, Place)>,
        at: &dyn ToTokens,
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
                // The body of a helper is over numbers, and may be inlined with data as its argument.
                if let (Argument::Value(Source::Plain(plain)), true) = (&argument, given.active)
                    && plain.variable().is_some()
                    && !plain.inferred
                {
                    *argument = self.fitted(argument.clone(), at);
                }
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
        for argument in &mut call.arguments {
            self.keep(argument, at);
        }
        let var = self.bind_new(name, span_of(at), Ty::Unknown, Rhs::Call(call));
        for (memory, place) in lent {
            let value = Value::Place(place);
            self.set(memory, value, at)?;
        }
        for (place, copy) in std::mem::take(&mut self.handed_back) {
            self.write(place, Value::Place(copy), at)?;
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
        let known = &self.numbers.known;
        let of = of.as_deref();
        let ty = match (known.result(of, name), known.values_of(of, name), known.content(of, name)) {
            (Some(kind), ..) => Some(crate::adjoint::of_kind(&kind)),
            (None, Some(values), _) => Some(Ty::Map(Box::new(crate::adjoint::of_values(values)))),
            (None, None, Some(content)) => Some(Ty::Option(Box::new(crate::adjoint::of_kind(content)))),
            (None, None, None) => None,
        };
        let value = match ty {
            Some(ty) => self.typed(value, ty, at)?,
            None => value,
        };
        Ok(match value {
            Value::Place(place) if lends == Lends::Part => Value::Borrow(place),
            value => value,
        })
    }

    /// An empty list for a parameter without numbers contains none: `visit(x, &mut order)`, after `let mut order = Vec::new();`.
    fn learn_data(&mut self, path: &syn::ExprPath, call: &ExprCall) {
        let Some(name) = path.path.segments.last().map(|last| last.ident.to_string()) else { return };
        let of = self.type_of_path(&path.path);
        let given = self.numbers.known.parameters_of(of.as_deref(), &name).unwrap_or_default().to_vec();
        for (argument, _) in call.args.iter().zip(given).filter(|(_, given)| !given.active) {
            if let Expr::Path(variable) = behind(argument)
                && let Some(variable) = variable.path.get_ident()
                && let Some(Binding::Value(Value::Place(place))) = self.lookup(&variable.to_string())
            {
                let list = place.clone();
                self.learn_type(&list, Ty::Plain);
            }
        }
    }

    /// A call of a function with an adjoint program.
    pub(super) fn call_program(&mut self, path: &syn::ExprPath, call: &ExprCall) -> Result<Value> {
        if let Some(value) = self.call_with_functions(path, call)? {
            return Ok(value);
        }
        self.learn_data(path, call);
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
        if self.records(&path.path) {
            return self.call_recorded(path_of.to_token_stream(), generics, arguments, lent, call);
        }
        let name = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let recursion = self.recursive_call(&path.path);
        let qualified = path.path.segments.iter().rev().nth(1).map(|segment| segment.ident.to_string());
        if qualified.is_some_and(|of| of.starts_with(char::is_uppercase)) {
            if let Some(segment) = path_of.segments.last_mut() {
                segment.ident = method_companion(&name, segment.ident.span());
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
        if path.path.get_ident().is_some_and(|name| self.unannotated.contains(&name.to_string())) {
            return refuse(
                path,
                "this function is inside of another one, and has no adjoint program; put `#[exp(adjoint)]` on it",
            );
        }
        let path_of = path_of.to_token_stream();
        self.complete_call(&name, path_of, generics, Callee::Function, arguments, lent, recursion, path)
    }
}
