//! Functions of the same module that take functions: their bodies are inlined at the calls. They have no program, since their
//! function arguments have none.
//!
//! ```text
//! // Input:  fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 { f(x) * x }      … apply(|v| v * a, y + 1.0)
//! // Output: let x = y + 1.0; let t1 = x * a; let t2 = t1 * x;
//! ```

use super::expr::strip;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::Ty;
use crate::parameter::mentions;
use crate::walk::flow::behind_a_label;
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprCall, FnArg, GenericParam, ItemFn, Pat, PatType, Type};

/// The lowered functions that take functions, by name.
pub(crate) type Helpers = HashMap<String, ItemFn>;

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
pub(super) fn called<'h>(body: &Block, helpers: &'h Helpers) -> Vec<&'h ItemFn> {
    let mut found: Vec<&ItemFn> = Vec::new();
    let mut next = 0;
    let mut bodies = vec![body];
    while let Some(body) = bodies.get(next).copied() {
        next += 1;
        for (name, item) in helpers {
            if mentions(body, name) && !found.iter().any(|other| other.sig.ident == item.sig.ident) {
                found.push(item);
                bodies.push(&item.block);
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

impl Lowering<'_> {
    /// The body of such a function, with its parameters bound.
    pub(super) fn call_helper(&mut self, item: &ItemFn, call: &ExprCall) -> Result<Value> {
        let name = item.sig.ident.to_string();
        if called(&item.block, self.helpers).iter().any(|other| other.sig.ident == item.sig.ident) {
            return refuse(&call.func, "a function that takes functions calls itself; write a loop");
        }
        let types = || {
            item.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(typed) => Some(&*typed.ty),
                FnArg::Receiver(_) => None,
            })
        };
        let function = |parameter: &GenericParam| match parameter {
            GenericParam::Type(parameter) => types().any(|ty| {
                arity(ty, item).is_some()
                    && matches!(ty, Type::Path(path) if path.path.is_ident(&parameter.ident))
            }),
            GenericParam::Const(_) => false,
            GenericParam::Lifetime(_) => true,
        };
        if !item.sig.generics.params.iter().all(function) || item.sig.inputs.len() != call.args.len() {
            return refuse(
                &call.func,
                format!("`{name}` takes functions and has other generics; write it for one type"),
            );
        }
        let hidden = |name: &String| mentions(&item.block, name);
        if !names_of_items(&item.block).is_empty() || self.local_items.iter().any(hidden) {
            return refuse(
                &call.func,
                format!("`{name}` takes functions, and there are items inside functions; move them outside"),
            );
        }
        let scope = self.names();
        let mut bound = Vec::new();
        let mut values = Vec::new();
        for (input, argument) in item.sig.inputs.iter().zip(&call.args) {
            let FnArg::Typed(PatType { pat, ty, .. }) = input else { continue };
            if let Some(arity) = arity(ty, item) {
                let Pat::Ident(name) = &**pat else { return unclear(pat) };
                bound.push((
                    pat,
                    ty,
                    Err((name.ident.to_string(), self.handed_function(argument, arity, &scope)?)),
                ));
            } else {
                let value = self.after(&mut values, argument, |lowering| {
                    let value = lowering.expr(argument)?;
                    lowering.settle(value, argument)
                })?;
                bound.push((pat, ty, Ok(values.len())));
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
                        let annotation = (!matches!(**ty, Type::Reference(_))).then_some(&**ty);
                        self.bind(pattern, values[i].clone(), annotation)?;
                    }
                    Err(function) => self.scope.push(function),
                }
            }
            let value = self.body_of_helper(item, call)?;
            self.settle(value, call)
        })();
        (self.loops, self.returned) = (loops, returned);
        self.scope = self.hidden.pop().unwrap_or_default();
        value
    }

    fn body_of_helper(&mut self, item: &ItemFn, call: &ExprCall) -> Result<Value> {
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
                &call.func,
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
