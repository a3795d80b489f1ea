//! Closures: their bodies are inlined at the calls.

use super::expr::strip;
use super::{Binding, Lowering, Result, Scope, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::visit::VisitMut;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{Expr, ExprClosure, ExprPath};

impl Lowering<'_> {
    /// The result of a closure, or of a function by its path, for values.
    pub(super) fn apply(&mut self, function: &Expr, arguments: Vec<Value>) -> Result<Value> {
        let scope = self.scope_of(function);
        self.apply_in(function, &scope, arguments)
    }

    /// The names in scope of a function that is passed by value, and called later or several times.
    pub(super) fn scope_of(&mut self, function: &Expr) -> Scope {
        let mut of = strip(function);
        let moved = !matches!(of, Expr::Reference(_));
        while let Expr::Reference(reference) = of {
            of = strip(&reference.expr);
        }
        match of {
            Expr::Closure(closure) => self.captured(closure),
            Expr::Path(path) if moved => {
                let Some(name) = path.path.get_ident().map(ToString::to_string) else { return self.names() };
                let Some(Binding::Closure(closure, scope)) = self.lookup(&name).cloned() else {
                    return self.names();
                };
                let scope = self.copied_state(&closure, &scope);
                let mut names = self.scope.clone();
                names.push((name, Binding::Closure(closure, scope)));
                names.into()
            }
            _ => self.names(),
        }
    }

    /// The names in scope of a closure. A `move` closure has copies of the names that somebody assigns to.
    ///
    /// ```text
    /// // Input:  let mut f = move |u| { s = s * u; s };
    /// // Output: let mut c = s;      where `s` is `c` in the body of `f`
    /// ```
    pub(super) fn captured(&mut self, closure: &ExprClosure) -> Scope {
        if closure.capture.is_none() {
            return self.names();
        }
        let mut scope = self.scope.clone();
        scope.extend(self.references_now(&closure.body));
        self.with_copies(closure, scope)
    }

    /// The names in scope of a copy of a closure, which has its own state.
    ///
    /// ```text
    /// // Input:  let mut g = f;      where `f` is a `move` closure that assigns to `s`
    /// // Output: let mut c = s;      where `s` is `c` in the body of `g`
    /// ```
    pub(super) fn copied_state(&mut self, closure: &ExprClosure, scope: &Scope) -> Scope {
        if closure.capture.is_none() || !self.acts(&Expr::Closure(closure.clone()), scope) {
            return scope.clone();
        }
        self.with_copies(closure, scope.to_vec())
    }

    fn with_copies(&mut self, closure: &ExprClosure, mut scope: Vec<(String, Binding)>) -> Scope {
        for (name, binding) in &mut scope {
            if !crate::parameter::mentions(&closure.body, name) {
                continue;
            }
            match binding {
                Binding::Scalar(memory) => {
                    let version = self.version(*memory);
                    let ty = self.vars[*memory].ty.clone();
                    let copy = self.var(name, span_of(closure), ty, Role::Scalar);
                    self.push(Stmt::Declare { var: copy, init: Some(Source::Value(version)) });
                    *binding = Binding::Scalar(copy);
                }
                Binding::Value(Value::Place(place))
                    if !matches!(place.ty, Ty::Reference(_)) && !self.is_constant(place) =>
                {
                    let ty = place.ty.owned().clone();
                    let copy =
                        self.copy(name, span_of(closure), Source::Place(place.clone()), ty, true, None);
                    *binding = Binding::Value(Value::Place(Place::of(copy, self.vars[copy].ty.clone())));
                }
                Binding::Closure(inner, of) => *of = self.copied_state(inner, of),
                _ => {}
            }
        }
        scope.into()
    }

    /// The same for a closure with other names in scope.
    pub(super) fn apply_in(
        &mut self,
        function: &Expr,
        scope: &Scope,
        arguments: Vec<Value>,
    ) -> Result<Value> {
        match strip(function) {
            Expr::Closure(closure) => self.inline(closure, scope, arguments),
            Expr::Path(path) if path.qself.is_some() && method_of(path, arguments.len()).is_none() => {
                let name = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                let at: Vec<&Expr> = arguments.iter().map(|_| function).collect();
                self.elementary(&name, &arguments, &at, function)
            }
            Expr::Reference(reference) => self.apply_in(&reference.expr, scope, arguments),
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(Binding::Closure(closure, scope)) =
                        super::binding_of(scope, &name.to_string())
                {
                    return self.inline(closure, scope, arguments);
                }
                let closure = calling(path, arguments.len());
                self.inline(&closure, scope, arguments)
            }
            _ => refuse(function, "this argument is not a closure; write one here"),
        }
    }

    /// The body of a closure, with its parameters bound.
    pub(super) fn inline(
        &mut self,
        closure: &ExprClosure,
        scope: &Scope,
        arguments: Vec<Value>,
    ) -> Result<Value> {
        let body = &*closure.body;
        self.inlined(closure, scope, arguments, |lowering| {
            let value = if crate::visit::returns_early(body) {
                let label = syn::Lifetime::new("'__returned", span_of(closure));
                let mut body = body.clone();
                let fails = crate::parameter::mentions(&body, "Ok");
                super::helper_call::Returns { label: &label, fails, error: None }.visit_expr_mut(&mut body);
                crate::walk::flow::behind_a_label(&mut body);
                let looped = syn::parse_quote!(#label: loop { break #label #body });
                lowering.loop_(&looped, None, super::LoopKind::Block)?
            } else {
                lowering.expr(body)?
            };
            let value = lowering.settle(value, body)?;
            if let syn::ReturnType::Type(_, ty) = &closure.output {
                lowering.tie(ty, &value, body);
            }
            if let (syn::ReturnType::Type(_, ty), Value::Place(place)) = (&closure.output, &value)
                && matches!(**ty, syn::Type::Array(_))
                && place.projections.is_empty()
                && let Some(tokens) = lowering.annotation(ty)
            {
                lowering.types.entry(place.root).or_insert(tokens);
            }
            Ok(value)
        })
    }

    /// Runs `body` on the body of a closure.
    pub(super) fn inlined<T>(
        &mut self,
        closure: &ExprClosure,
        scope: &Scope,
        arguments: Vec<Value>,
        body: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if closure.inputs.len() != arguments.len() {
            return unclear(closure);
        }
        let hidden = std::mem::replace(&mut self.scope, scope.to_vec());
        // A `return` leaves only the closure.
        let (loops, returned) = (std::mem::take(&mut self.loops), self.returned.take());
        let result = (|| {
            for (pattern, value) in closure.inputs.iter().zip(arguments) {
                self.bind(pattern, value, None)?;
            }
            body(self)
        })();
        (self.loops, self.returned) = (loops, returned);
        self.scope = hidden;
        result
    }
}

/// The closure that calls a function.
///
/// ```text
/// // Input:  tax          Vec::len
/// // Output: |v| tax(v)   |v| v.len()
/// ```
pub(super) fn calling(path: &ExprPath, arguments: usize) -> ExprClosure {
    let names: Vec<_> =
        (0..arguments).map(|i| format_ident!("__argument{i}", span = Span::mixed_site())).collect();
    match (method_of(path, arguments), names.split_first()) {
        (Some(method), Some((first, rest))) => syn::parse_quote!(|#(#names),*| #first.#method(#(#rest),*)),
        _ => syn::parse_quote!(|#(#names),*| #path(#(#names),*)),
    }
}

/// The method of a container or text that a path names: `Vec::len`, `<[f64]>::len`, `str::is_empty`.
fn method_of(path: &ExprPath, arguments: usize) -> Option<Ident> {
    let last = path.path.segments.last()?;
    let of = match &path.qself {
        Some(qself) => matches!(*qself.ty, syn::Type::Slice(_) | syn::Type::Array(_)),
        None => path.path.segments.iter().rev().nth(1).is_some_and(|of| {
            let of = of.ident.to_string();
            crate::library::types::is_holder(&of) || of == "str" || of == "String"
        }),
    };
    let known = crate::library::methods::find(&last.ident.to_string(), arguments.checked_sub(1)?).is_some();
    (of && known).then(|| last.ident.clone())
}
