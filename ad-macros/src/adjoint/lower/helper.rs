//! Functions and methods of the same module that take functions or iterators, or return iterators: their bodies are inlined at the
//! calls. They have no program, since functions and iterators have none.
//!
//! ```text
//! // Input:  fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(x) * x }      … apply(|v| v * a, y + 1.0)
//! // Output: let x = y + 1.0; let t1 = x * a; let t2 = t1 * x;
//!
//! // Input:  fn row(&self, i: usize) -> impl Iterator<Item = f64> { self.rows[i].iter().copied() }      … m.row(2).sum()
//! // Output: m.rows[2].iter().copied().sum()
//! ```

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::parameter::mentions;
use crate::walk::flow::behind_a_label;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use std::rc::Rc;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, FnArg, GenericParam, ItemFn, Pat, PatType, Token, Type, TypeParamBound};

/// A lowered function whose calls are inlined.
#[derive(Clone)]
pub(crate) struct Helper {
    pub(crate) item: ItemFn,
    /// The type of a method, and the generics of its block.
    pub(crate) of: Option<(Ident, Vec<String>)>,
    /// Whether it is an item inside the function that calls it.
    pub(crate) inside: bool,
}

/// By name: `f`, `Type::f`.
pub(crate) type Helpers = HashMap<String, Helper>;

impl Helper {
    /// Its name among the helpers.
    pub(crate) fn key(of: Option<&Ident>, name: &Ident) -> String {
        of.map_or_else(|| name.to_string(), |of| format!("{of}::{name}"))
    }

    /// The function of a type, whose body names the type. The body has another meaning elsewhere if it names generics of the block.
    pub(crate) fn method(mut item: ItemFn, of: &Ident, generics: Vec<String>) -> Self {
        item.block = syn::parse2(named(item.block.to_token_stream(), of)).unwrap_or(item.block);
        Helper { item, of: Some((of.clone(), generics)), inside: false }
    }

    /// The method that only its type has. A call of it lets rustc check the type of a receiver.
    pub(crate) fn marker(&self) -> Ident {
        let of = self.of.as_ref().map(|(of, _)| of.to_string()).unwrap_or_default();
        let code = format!("{of} {} {}", self.item.sig.to_token_stream(), self.item.block.to_token_stream());
        // FNV-1a
        let hash = code.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format_ident!("__inlined_{}_{hash:x}", self.item.sig.ident, span = Span::mixed_site())
    }

    /// Whether it returns an iterator.
    fn iterates(&self) -> bool {
        matches!(&self.item.sig.output, syn::ReturnType::Type(_, ty) if is_iterator(ty, &self.item.sig.generics))
    }
}

/// Whether a type is `impl Iterator`, `dyn Iterator`, or a type parameter with such a bound.
pub(crate) fn is_iterator(ty: &Type, generics: &syn::Generics) -> bool {
    let bound = |bound: &TypeParamBound| {
        matches!(bound, TypeParamBound::Trait(of)
            if of.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("Iterator")))
    };
    match ty {
        Type::Reference(ty) => is_iterator(&ty.elem, generics),
        Type::Paren(ty) => is_iterator(&ty.elem, generics),
        Type::ImplTrait(ty) => ty.bounds.iter().any(bound),
        Type::TraitObject(ty) => ty.bounds.iter().any(bound),
        Type::Path(path) => {
            if let Some(last) = path.path.segments.last()
                && last.ident == "Box"
                && let syn::PathArguments::AngleBracketed(list) = &last.arguments
            {
                return list.args.iter().any(|argument| {
                    matches!(argument, syn::GenericArgument::Type(ty) if is_iterator(ty, generics))
                });
            }
            let Some(name) = path.path.get_ident() else { return false };
            let own = |parameter: &&syn::TypeParam| parameter.ident == *name;
            let mut written = generics.type_params().filter(own).flat_map(|parameter| &parameter.bounds);
            let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            let mut later = clauses.filter_map(|predicate| match predicate {
                syn::WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
                    Some(&of.bounds)
                }
                _ => None,
            });
            written.any(bound) || later.any(|bounds| bounds.iter().any(bound))
        }
        _ => false,
    }
}

/// `Self` by its name.
fn named(tokens: TokenStream, of: &Ident) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == "Self" => {
            TokenTree::Ident(Ident::new(&of.to_string(), name.span()))
        }
        TokenTree::Group(group) => {
            let mut new = proc_macro2::Group::new(group.delimiter(), named(group.stream(), of));
            new.set_span(group.span());
            TokenTree::Group(new)
        }
        token => token,
    };
    tokens.into_iter().map(replace).collect()
}

/// The names of the items inside a function.
pub(super) fn names_of_items(body: &Block) -> Vec<String> {
    struct Items(Vec<String>);
    impl<'ast> Visit<'ast> for Items {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            match item {
                syn::Item::Const(item) => self.0.push(item.ident.to_string()),
                syn::Item::Static(item) => self.0.push(item.ident.to_string()),
                item => self.0.extend(item.to_token_stream().into_iter().map(|token| token.to_string())),
            }
        }
    }
    let mut items = Items(Vec::new());
    items.visit_block(body);
    items.0
}

/// The helpers that a body calls, and their callees.
pub(super) fn called<'h>(body: &Block, helpers: &'h Helpers) -> Vec<(&'h String, &'h Helper)> {
    let mut found: Vec<(&String, &Helper)> = Vec::new();
    let mut next = 0;
    let mut bodies = vec![body];
    while let Some(body) = bodies.get(next).copied() {
        next += 1;
        for (key, helper) in helpers {
            let name = helper.item.sig.ident.to_string();
            if mentions(body, &name) && !found.iter().any(|(other, _)| *other == key) {
                found.push((key, helper));
                bodies.push(&helper.item.block);
            }
        }
    }
    found
}

/// The number of arguments of a function parameter with this type.
fn arity(ty: &Type, item: &ItemFn) -> Option<usize> {
    struct Arguments(Option<usize>);
    impl<'ast> Visit<'ast> for Arguments {
        fn visit_parenthesized_generic_arguments(&mut self, list: &'ast syn::ParenthesizedGenericArguments) {
            self.0 = self.0.or(Some(list.inputs.len()));
        }
        fn visit_type_bare_fn(&mut self, ty: &'ast syn::TypeBareFn) {
            self.0 = self.0.or(Some(ty.inputs.len()));
        }
    }
    let mut arguments = Arguments(None);
    match ty {
        Type::Reference(ty) => return arity(&ty.elem, item),
        Type::Paren(ty) => return arity(&ty.elem, item),
        Type::ImplTrait(_) | Type::TraitObject(_) | Type::BareFn(_) => arguments.visit_type(ty),
        Type::Path(path) => {
            let name = path.path.get_ident()?;
            item.sig
                .generics
                .type_params()
                .filter(|parameter| parameter.ident == *name)
                .for_each(|parameter| visit::visit_type_param(&mut arguments, parameter));
            for predicate in item.sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
                if let syn::WherePredicate::Type(predicate) = predicate
                    && matches!(&predicate.bounded_ty, Type::Path(of) if of.path.is_ident(name))
                {
                    arguments.visit_predicate_type(predicate);
                }
            }
        }
        _ => {}
    }
    arguments.0
}

/// `return e` becomes `break 'label e`, and `e?` a `match` with it.
pub(super) struct Returns<'a> {
    pub(super) label: &'a syn::Lifetime,
    /// Whether the result is a `Result`, not an `Option`.
    pub(super) fails: bool,
}

impl VisitMut for Returns<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Closure(_) = expr {
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Return(exit) = expr {
            let (label, mut value) = (self.label, exit.expr.take());
            value.iter_mut().for_each(|value| behind_a_label(value));
            *expr = syn::parse_quote!(break #label #value);
        } else if let Expr::Try(question) = expr {
            let (label, value, span) = (self.label, &question.expr, question.question_token.span);
            *expr = if self.fails {
                syn::parse_quote_spanned!(span=> match #value {
                    Ok(__inside) => __inside,
                    Err(__error) => break #label Err(::core::convert::From::from(__error)),
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

/// A call of a helper.
pub(super) struct HelperCall<'c> {
    key: String,
    receiver: Option<&'c Expr>,
    arguments: &'c Punctuated<Expr, Token![,]>,
    name: TokenStream,
}

impl Lowering<'_> {
    /// The call of a helper that an expression is. A helper that calls itself is none.
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
                if hidden || names.next().is_some() || path.qself.is_some() || self.record.has(&path.path) {
                    return None;
                }
                let (receiver, arguments) = (None, &call.args);
                HelperCall { key, receiver, arguments, name: path.to_token_stream() }
            }
            Expr::MethodCall(call) => {
                let key = self.method_helper(call)?;
                let (receiver, arguments) = (Some(&*call.receiver), &call.args);
                HelperCall { key, receiver, arguments, name: call.method.to_token_stream() }
            }
            _ => return None,
        };
        let item = &self.helpers.get(&call.key)?.item;
        let again = called(&item.block, self.helpers).iter().any(|(other, _)| **other == call.key);
        (!again).then_some(call)
    }

    /// The helper that a method call names. rustc checks the type of the receiver by the marker.
    fn method_helper(&self, call: &ExprMethodCall) -> Option<String> {
        let mut named = self.helpers.iter().filter(|(_, helper)| {
            helper.of.is_some() && call.method == helper.item.sig.ident && helper.item.sig.receiver().is_some()
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
            lowering.settle(value, &call.name)
        })
    }

    /// The iterator that a helper returns.
    pub(super) fn iterator_of_helper(&mut self, call: &HelperCall<'_>) -> Result<super::chain::Chain> {
        self.inline_helper(call, |lowering, item| {
            if super::exits::returns(&item.block) {
                return refuse(
                    &call.name,
                    "it returns an iterator early; write the iterator at its end, as in `xs.iter().take(n)`",
                );
            }
            lowering.iterator_of_block(&item.block)
        })
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
        let scope = self.names();
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
                Some(self.after(&mut values, argument, |lowering| {
                    lowering.handed_iterator(argument, mutable)
                })?)
            } else if let Some(arity) = arity(ty, item) {
                Some(self.handed_function(argument, arity, &scope)?)
            } else {
                None
            };
            if let Some(binding) = binding {
                let Some(name) = name else { return unclear(pat) };
                bound.push(((**pat).clone(), ty, Err((name, binding))));
            } else {
                let value = self.after(&mut values, argument, |lowering| {
                    let value = lowering.expr(argument)?;
                    lowering.settle(value, argument)
                })?;
                bound.push(((**pat).clone(), ty, Ok(values.len())));
                values.push(value);
            }
        }
        let hidden = std::mem::take(&mut self.scope);
        self.hidden.push(hidden);
        let (loops, returned) = (std::mem::take(&mut self.loops), self.returned.take());
        let value = (|| {
            for (pattern, ty, value) in bound {
                match value {
                    Ok(i) => {
                        let reference = matches!(**ty, Type::Reference(_)) || mentions(&pattern, "self");
                        let annotation = (!reference).then_some(&**ty);
                        self.bind(&pattern, values[i].clone(), annotation)?;
                    }
                    Err(function) => self.scope.push(function),
                }
            }
            body(self, item)
        })();
        (self.loops, self.returned) = (loops, returned);
        self.scope = self.hidden.pop().unwrap_or_default();
        value
    }

    /// Refuses a helper whose body may have another meaning at the call.
    fn check_helper(&self, helper: &Helper, call: &HelperCall<'_>) -> Result<()> {
        let item = &helper.item;
        let name = &item.sig.ident;
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
                        && (arity(ty, item).is_some() || is_iterator(ty, &item.sig.generics))
                }) && !mentions(&item.block, &name)
            }
            GenericParam::Const(parameter) => {
                let name = parameter.ident.to_string();
                !mentions(&item.block, &name)
                    && types().all(|ty| matches!(ty, Type::Reference(_)) || !mentions(ty, &name))
            }
            GenericParam::Lifetime(_) => true,
        };
        let given = call.arguments.len() + usize::from(call.receiver.is_some());
        if !item.sig.generics.params.iter().all(function) || item.sig.inputs.len() != given {
            return refuse(
                &call.name,
                format!("`{name}` is inlined and has other generics; write it for one type"),
            );
        }
        let hidden = |name: &String| mentions(&item.block, name);
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
            && !(self.owner.as_ref().is_some_and(|owner| owner.receives) && place.root == 0
                && place.projections.iter().all(|projection| matches!(projection, Projection::Deref)))
        {
            return refuse(
                at,
                format!(
                    "`{}` is inlined, and uses the generics of its type; call it of `self`, or write `len()`",
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
            return Ok(Binding::Cursor(cursor));
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
        if !super::exits::returns(&item.block) {
            return self.block_value(&item.block);
        }
        let label = syn::Lifetime::new("'__returned", proc_macro2::Span::mixed_site());
        let mut block = (*item.block).clone();
        let fails = mentions(&item.sig.output, "Result");
        Returns { label: &label, fails }.visit_block_mut(&mut block);
        let ty = match &item.sig.output {
            syn::ReturnType::Type(_, ty) => Some(self.ty(ty)),
            syn::ReturnType::Default => None,
        };
        if !matches!(ty, None | Some(Ty::Number | Ty::Plain | Ty::Tuple(_) | Ty::Struct(_))) {
            return refuse(
                call,
                "it takes functions and returns early with a container; return the value at its end",
            );
        }
        self.loop_(&syn::parse_quote!(#label: loop { break #label #block }), ty, super::LoopKind::Block)
    }

    /// A function argument, as a closure.
    fn handed_function(&mut self, argument: &Expr, arity: usize, scope: &super::Scope) -> Result<Binding> {
        let function = match strip(argument) {
            Expr::Reference(reference) => strip(&reference.expr),
            function => function,
        };
        match function {
            Expr::Closure(closure) => {
                let scope = self.captured(closure);
                Ok(Binding::Closure(Rc::new(closure.clone()), scope))
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(binding) = self.lookup(&name.to_string()).cloned()
                {
                    return match binding {
                        Binding::Closure(..) => Ok(binding),
                        _ => unclear(argument),
                    };
                }
                Ok(Binding::Closure(Rc::new(super::closure::calling(path, arity)), scope.clone()))
            }
            _ => refuse(argument, "this argument is not a closure or the name of a function; write one here"),
        }
    }
}
