//! The calls of helpers: their bodies are lowered with the arguments as the parameters.

use super::expr::strip;
use super::helper::*;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::parameter::{is_result, mentions};
use crate::visit::{self, VisitMut};
use crate::walk::flow::behind_a_label;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use syn::punctuated::Punctuated;
use syn::{Block, Expr, ExprMethodCall, FnArg, GenericParam, ItemFn, Pat, PatType, Token, Type};

/// A call of a helper.
pub(super) struct HelperCall<'c> {
    key: String,
    receiver: Option<&'c Expr>,
    arguments: &'c Punctuated<Expr, Token![,]>,
    name: TokenStream,
}

impl Lowering<'_> {
    /// The call of a helper that an expression is. The call of a function that calls itself is recorded instead.
    pub(super) fn helper_call<'c>(&self, expr: &'c Expr) -> Option<HelperCall<'c>> {
        let call = match strip(expr) {
            Expr::Call(call) => {
                let Expr::Path(path) = strip(&call.func) else { return None };
                let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
                let name = names.next()?;
                let of = names.next().map(|of| match &self.numbers.itself {
                    Some(itself) if of == "Self" => itself,
                    _ => of,
                });
                let key = Helper::key(of, name);
                let helper = self.helpers.get(&key)?;
                let first = path.path.segments.first()?.ident.to_string();
                let hidden = self.lookup(&first).is_some() && of.is_none()
                    || self.local_items.contains(&first) && !helper.inside;
                if hidden || names.next().is_some() || path.qself.is_some() || self.records(&path.path) {
                    return None;
                }
                let (receiver, arguments) = (None, &call.args);
                HelperCall { key, receiver, arguments, name: name.to_token_stream() }
            }
            Expr::MethodCall(call) => {
                let key = self.method_helper(call)?;
                let (receiver, arguments) = (Some(&*call.receiver), &call.args);
                HelperCall { key, receiver, arguments, name: call.method.to_token_stream() }
            }
            _ => return None,
        };
        let inlined = self.helpers.get(&call.key)?.must_be_inlined() || !recurs(&call.key, self.helpers);
        inlined.then_some(call)
    }

    /// The helper that a method call names. rustc checks the type of the receiver by the marker.
    fn method_helper(&self, call: &ExprMethodCall) -> Option<String> {
        let mut named = self.helpers.iter().filter(|(_, helper)| {
            helper.of.is_some()
                && call.method == helper.item.sig.ident
                && helper.item.sig.receiver().is_some()
        });
        let (key, helper) = named.next()?;
        let known = self.known_type(&call.receiver);
        let known = match known.as_ref().map(Ty::owned) {
            Some(Ty::Struct(name)) => Some(name),
            None | Some(Ty::Unknown) => None,
            Some(_) => return None,
        };
        let Some(known) = known else {
            let std = crate::library::methods::named(&call.method.to_string()).next().is_some();
            return (!std && named.next().is_none()).then(|| key.clone());
        };
        let mut all = std::iter::once((key, helper)).chain(named);
        let is_of = |helper: &Helper| helper.of.as_ref().is_some_and(|(of, _)| of == known);
        all.find(|(_, helper)| is_of(helper)).map(|(key, _)| key.clone())
    }

    /// Whether an expression is the call of a helper that returns an iterator.
    pub(super) fn calls_iterator(&self, expr: &Expr) -> bool {
        let call = self.helper_call(expr);
        call.and_then(|call| self.helpers.get(&call.key)).is_some_and(Helper::iterates)
    }

    /// The value of a call of a helper.
    pub(super) fn call_helper(&mut self, call: &HelperCall<'_>) -> Result<Value> {
        self.inline_helper(call, |lowering, item| {
            let value = lowering.body_of_helper(item, &call.name)?;
            if let syn::ReturnType::Type(_, ty) = &item.sig.output {
                lowering.tie(ty, &value, &call.name);
            }
            lowering.settle(value, &call.name)
        })
    }

    /// The iterator that a helper returns.
    pub(super) fn iterator_of_helper(&mut self, call: &HelperCall<'_>) -> Result<super::chain::Chain> {
        self.inline_helper(call, |lowering, item| {
            if crate::visit::returns(&item.block) {
                return refuse(
                    &call.name,
                    "it returns an iterator early; write the iterator at its end, as in `xs.iter().take(n)`",
                );
            }
            lowering.iterator_of_block(&item.block)
        })
    }

    /// The function that a helper returns.
    pub(super) fn function_of_helper(
        &mut self,
        call: &HelperCall<'_>,
        arity: Option<usize>,
    ) -> Result<Binding> {
        self.inline_helper(call, |lowering, item| {
            let Some((syn::Stmt::Expr(last, None), statements)) = item.block.stmts.split_last() else {
                return unclear(&call.name);
            };
            if crate::visit::returns(&item.block) {
                return refuse(&call.name, "it returns a function early; choose the function at its end");
            }
            for statement in statements {
                lowering.statement(statement, false)?;
            }
            lowering.function_value(last, arity)
        })
    }

    /// Whether an expression is the call of a helper that returns a function.
    pub(super) fn calls_for_function(&self, expr: &Expr) -> bool {
        let call = self.helper_call(expr);
        call.and_then(|call| self.helpers.get(&call.key)).is_some_and(Helper::returns_function)
    }

    /// Runs `body` with the parameters of a helper bound.
    fn inline_helper<T>(
        &mut self,
        call: &HelperCall<'_>,
        body: impl FnOnce(&mut Self, &ItemFn) -> Result<T>,
    ) -> Result<T> {
        let helpers = self.helpers;
        let Some(helper) = helpers.get(&call.key) else { return unclear(&call.name) };
        let item = &helper.item;
        self.check_helper(helper, call)?;
        let mut bound = Vec::new();
        let mut values = Vec::new();
        let mut arguments = call.receiver.into_iter().chain(call.arguments);
        for input in &item.sig.inputs {
            let Some(argument) = arguments.next() else { return unclear(&call.name) };
            let (pat, ty) = match input {
                FnArg::Receiver(receiver) => {
                    let value = self.receiver_of_helper(helper, receiver, argument)?;
                    let mutability = receiver.reference.is_none().then_some(receiver.mutability).flatten();
                    let pat: Pat = syn::parse_quote!(#mutability self);
                    bound.push((pat, &receiver.ty, Ok(values.len())));
                    values.push(value);
                    continue;
                }
                FnArg::Typed(PatType { pat, ty, .. }) => (pat, ty),
            };
            let name = match &**pat {
                Pat::Ident(name) => Some(name.ident.to_string()),
                _ => None,
            };
            let binding = if is_iterator(ty, &item.sig.generics) {
                let mutable = matches!(&**pat, Pat::Ident(name) if name.mutability.is_some())
                    || matches!(&**ty, Type::Reference(ty) if ty.mutability.is_some());
                Some(
                    self.after(&mut values, argument, |lowering| {
                        lowering.handed_iterator(argument, mutable)
                    })?,
                )
            } else if let Some((inputs, _)) = function_type(ty, Some(&item.sig.generics)) {
                let arity = Some(inputs.len());
                Some(self.after(&mut values, argument, |lowering| lowering.function_value(argument, arity))?)
            } else {
                None
            };
            if let Some(binding) = binding {
                let Some(name) = name else { return unclear(pat) };
                bound.push(((**pat).clone(), ty, Err((name, binding))));
            } else {
                bound.push(((**pat).clone(), ty, Ok(values.len())));
                self.next_operand(&mut values, argument)?;
            }
        }
        let hidden = std::mem::take(&mut self.scope);
        self.hidden.push(hidden);
        let (loops, returned) = (std::mem::take(&mut self.loops), self.returned.take());
        let value = (|| {
            for name in item.sig.generics.const_params().map(|parameter| parameter.ident.to_string()) {
                if let Some(input) = array_of(item, &name)
                    && let Ok(i) = bound[input].2
                {
                    values[i] = self.bind_length(name, &values[i], &call.name)?;
                }
            }
            for (pattern, ty, value) in bound {
                match value {
                    Ok(i) => {
                        let reference = matches!(**ty, Type::Reference(_)) || mentions(&pattern, "self");
                        let annotation = (!reference).then_some(&**ty);
                        self.bind(&pattern, values[i].clone(), annotation)?;
                    }
                    Err((name, binding)) => {
                        let binding = self.typed_function(&name, binding, ty, item);
                        self.scope.push((name, binding));
                    }
                }
            }
            body(self, item)
        })();
        (self.loops, self.returned) = (loops, returned);
        self.scope = self.hidden.pop().unwrap_or_default();
        value
    }

    /// Binds a const generic of a helper: the length of an argument that is an array.
    fn bind_length(&mut self, name: String, array: &Value, at: &TokenStream) -> Result<Value> {
        let place = self.stored(array, "a", at)?;
        let length = self.of_place(&place, &quote!(.len()));
        let length = self.now(length, "len", crate::adjoint::span_of(at), None);
        self.lengths.insert(length.tokens.to_string(), place.clone());
        self.scope.push((name, Binding::Value(Value::Plain(length))));
        Ok(match array {
            Value::Source(_) => Value::Place(place),
            array => array.clone(),
        })
    }

    /// A function argument, with the types of its parameter if they name lengths.
    ///
    /// ```text
    /// // Input:  f: impl Fn(&[f64; N]) -> [f64; N]
    /// // Output: |a: &[f64; N]| -> [f64; N] { f(a) }
    /// ```
    fn typed_function(&self, name: &str, function: Binding, ty: &Type, item: &ItemFn) -> Binding {
        let Some((inputs, output)) = function_type(ty, Some(&item.sig.generics)) else { return function };
        let own = item.sig.generics.const_params().map(|parameter| parameter.ident.to_string());
        if !own.into_iter().any(|length| mentions(&quote!((#(#inputs,)*) #output), &length)) {
            return function;
        }
        let inner = Ident::new(name, Span::mixed_site());
        let argument = |i: usize| format_ident!("__argument{i}", span = Span::mixed_site());
        let arguments: Vec<_> = (0..inputs.len()).map(argument).collect();
        let closure = syn::parse_quote!(move |#(#arguments: #inputs),*| #output { #inner(#(#arguments),*) });
        let mut scope = self.scope.clone();
        scope.push((name.to_string(), function));
        Binding::Closure(Rc::new(closure), scope.into())
    }

    /// Refuses a helper whose body may have another meaning at the call.
    fn check_helper(&self, helper: &Helper, call: &HelperCall<'_>) -> Result<()> {
        let item = &helper.item;
        let name = &item.sig.ident;
        if recurs(&call.key, self.helpers) {
            return refuse(
                &call.name,
                format!(
                    "`{name}` is inlined, and calls itself; write a loop, or pass a list instead of an iterator"
                ),
            );
        }
        let types = || {
            item.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(typed) => Some(&*typed.ty),
                FnArg::Receiver(_) => None,
            })
        };
        let function = |parameter: &GenericParam| match parameter {
            GenericParam::Type(parameter) => {
                let name = parameter.ident.to_string();
                types().any(|ty| {
                    mentions(ty, &name)
                        && (function_type(ty, Some(&item.sig.generics)).is_some()
                            || is_iterator(ty, &item.sig.generics))
                }) && !mentions(&item.block, &name)
            }
            GenericParam::Const(_) | GenericParam::Lifetime(_) => true,
        };
        let given = call.arguments.len() + usize::from(call.receiver.is_some());
        if !item.sig.generics.params.iter().all(function) || item.sig.inputs.len() != given {
            return refuse(
                &call.name,
                format!(
                    "`{name}` is inlined, and its generics or the number of its parameters do not fit the call; write it for one type"
                ),
            );
        }
        for name in item.sig.generics.const_params().map(|parameter| parameter.ident.to_string()) {
            if mentions(&item.block, &name)
                && (array_of(item, &name).is_none() || in_arguments(&item.block, &name))
            {
                return refuse(
                    &call.name,
                    format!(
                        "`{}` is inlined, and its constant `{name}` is unknown at the call; write `len()` of the array, or let rustc infer the type",
                        item.sig.ident
                    ),
                );
            }
        }
        let own = |name: &String| item.sig.generics.const_params().any(|parameter| parameter.ident == *name);
        let hidden = |name: &String| mentions(&item.block, name) && !own(name);
        if !names_of_items(&item.block).is_empty() || !helper.inside && self.local_items.iter().any(hidden) {
            return refuse(
                &call.name,
                format!("`{name}` is inlined, and there are items inside functions; move them outside"),
            );
        }
        if let Some((of, generics)) = &helper.of
            && generics.iter().any(hidden)
            && self.numbers.itself.as_ref() != Some(of)
        {
            return refuse(
                &call.name,
                format!(
                    "`{name}` is inlined, and uses the generics of `{of}`; write `len()` or pass their values as arguments"
                ),
            );
        }
        Ok(())
    }

    /// The receiver of a helper. Its type has the marker.
    fn receiver_of_helper(&mut self, helper: &Helper, written: &syn::Receiver, at: &Expr) -> Result<Value> {
        let value = self.expr(at)?;
        let mut place = self.stored(&value, "a", at)?;
        if let Some((_, generics)) = &helper.of
            && generics.iter().any(|name| mentions(&helper.item.block, name))
            && !(self.owner.as_ref().is_some_and(|owner| owner.receives)
                && place.root == 0
                && place.projections.iter().all(|projection| matches!(projection, Projection::Deref)))
        {
            return refuse(
                at,
                format!(
                    "`{}` is inlined, and uses the generics of its type; call it on `self`, or write `len()`",
                    helper.item.sig.ident
                ),
            );
        }
        let marker = helper.marker();
        let check = self.of_place(&place, &quote!(.#marker()));
        self.push(Stmt::Forward(check));
        if written.reference.is_none() {
            return Ok(Value::Place(place));
        }
        if written.mutability.is_some() {
            place.exclusive = true;
        }
        Ok(Value::Borrow(place))
    }

    /// An argument that is an iterator.
    fn handed_iterator(&mut self, argument: &Expr, mutable: bool) -> Result<Binding> {
        if let Some(cursor) = self.cursor(argument) {
            let mut cursor = (*cursor).clone();
            cursor.lent |= !matches!(strip(argument), Expr::Path(_));
            return Ok(Binding::Cursor(Rc::new(cursor)));
        }
        if super::endless::may_be(argument)
            && let Some(endless) = self.endless(argument)?
        {
            return Ok(Binding::Endless(Rc::new(endless)));
        }
        let chain = self.iterate(argument)?;
        Ok(if mutable {
            Binding::Cursor(Rc::new(self.new_cursor(chain, argument)?))
        } else {
            Binding::Chain(Rc::new(chain))
        })
    }

    /// The iterator at the end of a block.
    fn iterator_of_block(&mut self, block: &Block) -> Result<super::chain::Chain> {
        let Some((syn::Stmt::Expr(last, None), statements)) = block.stmts.split_last() else {
            return unclear(block);
        };
        for statement in statements {
            self.statement(statement, false)?;
        }
        let last = match strip(last) {
            Expr::Call(call)
                if call.args.len() == 1
                    && matches!(&*call.func, Expr::Path(path) if mentions(path, "Box") && mentions(path, "new")) =>
            {
                &call.args[0]
            }
            last => last,
        };
        match strip(last) {
            Expr::Block(inner) if inner.label.is_none() => self.iterator_of_block(&inner.block),
            Expr::If(_) | Expr::Match(_) => refuse(
                last,
                "an iterator is chosen by a condition; write a list in each arm, with `collect::<Vec<f64>>()`",
            ),
            last => self.iterate(last),
        }
    }

    fn body_of_helper(&mut self, item: &ItemFn, call: &TokenStream) -> Result<Value> {
        if !crate::visit::returns(&item.block) {
            return self.block_value(&item.block);
        }
        let label = syn::Lifetime::new("'__returned", proc_macro2::Span::mixed_site());
        let mut block = (*item.block).clone();
        let fails = matches!(&item.sig.output, syn::ReturnType::Type(_, ty) if is_result(ty));
        Returns { label: &label, fails, error: error_of(&item.sig.output) }.visit_block_mut(&mut block);
        let ty = match &item.sig.output {
            syn::ReturnType::Type(_, ty) => Some(self.ty(ty)),
            syn::ReturnType::Default => None,
        };
        if ty.as_ref().is_some_and(refers) {
            return refuse(
                call,
                "it is inlined, and returns early with a reference; return the value or an index instead",
            );
        }
        self.loop_(&syn::parse_quote!(#label: loop { break #label #block }), ty, super::LoopKind::Block)
    }
}

/// `return e` becomes `break 'label e`, and `e?` a `match` with it.
pub(super) struct Returns<'a> {
    pub(super) label: &'a syn::Lifetime,
    /// Whether the result is a `Result`, not an `Option`.
    pub(super) fails: bool,
    /// The type of its error, which `?` makes.
    pub(super) error: Option<&'a syn::Type>,
}

/// The type of the error in `Result<T, E>`, if it is the same elsewhere.
fn error_of(output: &syn::ReturnType) -> Option<&syn::Type> {
    let syn::ReturnType::Type(_, ty) = output else { return None };
    let syn::Type::Path(path) = &**ty else { return None };
    let syn::PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else { return None };
    match list.args.iter().nth(1)? {
        syn::GenericArgument::Type(error) => Some(error).filter(|error| !mentions(error, "Self")),
        _ => None,
    }
}

impl VisitMut for Returns<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Closure(_) = expr {
            return;
        }
        visit::visit_expr_mut(self, expr);
        if let Expr::Return(exit) = expr {
            let (label, mut value) = (self.label, exit.expr.take());
            value.iter_mut().for_each(|value| behind_a_label(value));
            *expr = syn::parse_quote!(break #label #value);
        } else if let Expr::Try(question) = expr {
            let (label, value, span) = (self.label, &question.expr, question.question_token.span);
            *expr = if self.fails {
                let made: Expr = match self.error {
                    Some(ty) => {
                        syn::parse_quote_spanned!(span=> <#ty as ::core::convert::From<_>>::from(__error))
                    }
                    None => syn::parse_quote_spanned!(span=> ::core::convert::From::from(__error)),
                };
                syn::parse_quote_spanned!(span=> match #value {
                    Ok(__inside) => __inside,
                    Err(__error) => break #label Err(#made),
                })
            } else {
                syn::parse_quote_spanned!(span=> match #value {
                    Some(__inside) => __inside,
                    None => break #label None,
                })
            };
        }
    }
}
