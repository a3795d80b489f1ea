//! Calls of functions that take functions, from outside their module. The forward sweep makes such a call on a tape. The captured
//! variables of the closures become arguments of the call.
//!
//! ```text
//! // Input:  let f = |v: f64| a * v.sin(); integral(f, 0.0, b, n)
//! // Output: the recorded call  integral(|v: M| a * v.sin(), t0, t1, t2)  of (a, t0, t1, t2)
//! ```

use super::expr::strip;
use super::helper::{Helper, function_type};
use super::inspect::Inlined;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::parameter::mentions;
use crate::tokens;
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::rc::Rc;
use syn::{Expr, ExprCall, ExprPath};

/// A captured variable of a closure.
struct Captured {
    ident: Ident,
    binding: Binding,
    /// Whether the closure changes it.
    assigned: bool,
}

impl Lowering<'_> {
    /// The value of a call with closures or functions by name among its arguments, if it is one.
    pub(super) fn call_with_functions(&mut self, path: &ExprPath, call: &ExprCall) -> Result<Option<Value>> {
        const STD: [&str; 4] = ["std", "core", "alloc", "iter"];
        let std = path.path.segments.first().is_some_and(|first| STD.iter().any(|name| first.ident == name));
        let functions: Vec<bool> = call.args.iter().map(|argument| self.is_function(argument)).collect();
        if std || !functions.contains(&true) {
            return Ok(None);
        }
        let (mut captured, mut given, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        for (argument, function) in call.args.iter().zip(&functions) {
            if *function {
                let types = self.declared_types(path, given.len());
                given.push(self.given_function(argument, &types, &mut captured)?.to_token_stream());
                continue;
            }
            let name = format_ident!("__{}", arguments.len(), span = Span::mixed_site());
            given.push(name.to_token_stream());
            arguments.push((name, argument.clone()));
        }
        let (mut names, mut exprs, mut plain, mut changed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let outer = self.scope.len();
        for (i, Captured { ident, binding, assigned }) in captured.into_iter().enumerate() {
            let is_plain = match &binding {
                Binding::Value(value) => self.type_of(value).is_plain(),
                Binding::Scalar(id) => self.vars[*id].ty.is_plain(),
                _ => false,
            };
            let here = format_ident!("__captured_{}_{i}", self.vars.len(), span = Span::mixed_site());
            self.scope.push((here.to_string(), binding));
            names.push(ident.clone());
            if assigned {
                exprs.push(syn::parse_quote!(&mut #here));
                changed.push((ident, here));
                continue;
            }
            exprs.push(if is_plain { syn::parse_quote!(&#here) } else { syn::parse_quote!(#here) });
            plain.extend(is_plain.then_some(ident));
        }
        for (name, argument) in arguments {
            names.push(name);
            exprs.push(argument);
        }
        let handed = self.handed_over(exprs.iter());
        self.scope.truncate(outer);
        let (arguments, lent) = handed?;
        let private = self.numbers.private_at(Span::mixed_site());
        let itself = Ident::new("__self", Span::mixed_site());
        let renamed = names.iter_mut().filter(|name| **name == "self");
        if renamed.map(|name| name.clone_from(&itself)).count() > 0 {
            given.iter_mut().for_each(|given| *given = tokens::renamed(given.clone(), "self", &itself));
        }
        let begin = changed.iter().map(|(name, of)| quote!(let #of = #name; let mut #name = *#of;));
        let end = changed.iter().map(|(name, of)| quote!(*#of = #name;));
        let body = quote! {
            {
                #[allow(unused_imports)]
                use #private::{Ordered as _, Real as _, Semiring as _};
                #(let #plain = ::core::clone::Clone::clone(#plain);)*
                #(#begin)*
                let __value = #path(#(#given),*);
                #(#end)*
                __value
            }
        };
        let call_of = Call {
            path: self.on_tape(body),
            names: Some(names),
            callee: Callee::Recorded,
            generics: quote!(),
            arguments,
            pullback: format_ident!("__pullback_{}", self.vars.len(), span = Span::mixed_site()),
            recursion: Recursion::No,
            doubted: false,
        };
        let name = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        self.made_call(&name, call_of, lent, path).map(Some)
    }

    /// Whether an argument is a closure, or a function by its name.
    fn is_function(&self, argument: &Expr) -> bool {
        match strip(argument) {
            Expr::Closure(_) => true,
            Expr::Reference(reference) => self.is_function(&reference.expr),
            Expr::Path(path) => {
                let Some(last) = path.path.segments.last() else { return false };
                if path.qself.is_some() {
                    return last.ident.to_string().starts_with(char::is_lowercase);
                }
                match path.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                    Some(binding) => matches!(binding, Binding::Closure(..)),
                    None => {
                        last.ident.to_string().starts_with(char::is_lowercase) && !mentions(path, "__private")
                    }
                }
            }
            _ => false,
        }
    }

    /// The types that a function of the module declares for the arguments of its function parameter. For a closure behind a
    /// reference, rustc does not infer the types.
    ///
    /// ```text
    /// // Input:  refine(&|v| v * a, 0.0, 1.0)
    /// // Output: refine(&|v: N| v * a, 0.0, 1.0)
    /// ```
    fn declared_types(&self, path: &ExprPath, index: usize) -> Vec<syn::Type> {
        let helper = path.path.get_ident().and_then(|name| self.helpers.get(&name.to_string()));
        let types = helper.and_then(|Helper { item, .. }| match item.sig.inputs.get(index)? {
            syn::FnArg::Typed(typed) => function_type(&typed.ty, Some(&item.sig.generics)),
            syn::FnArg::Receiver(_) => None,
        });
        types.map_or_else(Vec::new, |(types, _)| types)
    }

    /// A function argument with the closures that it calls in their places, and its captured variables.
    fn given_function(
        &mut self,
        argument: &Expr,
        types: &[syn::Type],
        captured: &mut Vec<Captured>,
    ) -> Result<Expr> {
        if let Expr::Reference(reference) = strip(argument) {
            let inner = self.given_function(&reference.expr, types, captured)?;
            return Ok(Expr::Reference(syn::ExprReference { expr: Box::new(inner), ..reference.clone() }));
        }
        let (mut closure, scope) = match strip(argument) {
            Expr::Closure(closure) => (closure.clone(), self.captured(closure)),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match self.lookup(&name) {
                    Some(Binding::Closure(closure, scope)) => ((**closure).clone(), scope.clone()),
                    _ => return Ok(argument.clone()),
                }
            }
            _ => return Ok(argument.clone()),
        };
        for (input, ty) in closure.inputs.iter_mut().zip(types) {
            if let (syn::Pat::Ident(name), Ty::Number) = (&*input, self.ty(ty)) {
                let number = self.numbers.name_at(name.ident.span());
                *input = syn::Pat::Type(syn::PatType {
                    attrs: Vec::new(),
                    pat: Box::new(input.clone()),
                    colon_token: syn::token::Colon::default(),
                    ty: syn::parse_quote!(#number),
                });
            }
        }
        let mut whole = Expr::Closure(closure.clone());
        let mut inlined = Inlined::of(self, scope.clone(), &whole);
        inlined.visit_expr_mut(&mut whole);
        let failed = inlined.failed;
        let assigned = super::assigned::Assigned::of_expr(&whole);
        let parameters: Vec<String> =
            closure.inputs.iter().flat_map(super::mention::names_in).map(|name| name.to_string()).collect();
        if failed {
            return refuse(
                argument,
                "this closure calls another one, with a name that means something else here; rename the variable, or write \
                the code of the other closure inside of this one",
            );
        }
        for (i, (name, binding)) in scope.iter().enumerate() {
            let hidden = scope[i + 1..].iter().any(|(other, _)| other == name);
            if hidden || parameters.contains(name) {
                continue;
            }
            let Some(ident) = tokens::names(&whole).find(|other| other == name) else { continue };
            let assigned = assigned.contains(name);
            if assigned && !matches!(binding, Binding::Scalar(_)) {
                return refuse(
                    argument,
                    format!(
                        "the closure that is passed on changes `{name}`; write the callee's loop here, or put \
                        `#[exp(adjoint)]` on a module with both functions"
                    ),
                );
            }
            match binding {
                Binding::Value(_) | Binding::Scalar(_) => {}
                Binding::Closure(..) => continue,
                Binding::Chain(_) | Binding::Cursor(_) | Binding::Endless(_) => {
                    return refuse(
                        argument,
                        "a closure is passed on that captures an iterator; collect it first",
                    );
                }
            }
            match captured.iter_mut().find(|other| other.ident == *name) {
                None => captured.push(Captured { ident, binding: binding.clone(), assigned }),
                Some(other) if same(binding, &other.binding) => other.assigned |= assigned,
                Some(_) => {
                    return refuse(
                        argument,
                        format!(
                            "two closures of this call capture different variables `{name}`; rename one of the variables"
                        ),
                    );
                }
            }
        }
        Unannotated { number: self.numbers.name.to_string(), outermost: true }.visit_expr_mut(&mut whole);
        Ok(whole)
    }

    /// Code over the numbers of a tape.
    fn on_tape(&self, tokens: TokenStream) -> TokenStream {
        let number = self.numbers.name.to_string();
        tokens::replaced(tokens, &|token| match token {
            TokenTree::Ident(name) if *name == number => {
                let private = self.numbers.private_at(name.span());
                Some(quote_spanned!(name.span()=> #private::adjoint::OnTape<'_, #name>))
            }
            _ => None,
        })
    }
}

/// Removes the number type from the annotations of closures, which would give it a lifetime of its own.
///
/// ```text
/// // Input:  |x: N| -> N { x.sin() }
/// // Output: |x: _| { let x: N = x; { x.sin() } }
/// ```
struct Unannotated {
    number: String,
    outermost: bool,
}

impl VisitMut for Unannotated {
    /// A closure that was put in the place of its name is called at once. Its parameter would get no type.
    ///
    /// ```text
    /// // Input:  (|v: N| v.sin())(t + a)
    /// // Output: match (t + a,) { (v,) => v.sin() }
    /// ```
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && let Expr::Closure(closure) = strip(&call.func)
            && closure.inputs.len() == call.args.len()
            && !leaves(&closure.body)
        {
            let patterns = closure.inputs.iter().map(|input| match input {
                syn::Pat::Type(typed) if mentions(&typed.ty, &self.number) => &*typed.pat,
                input => input,
            });
            let (arguments, body) = (call.args.iter(), &closure.body);
            *expr = syn::parse_quote!(match (#(#arguments,)*) { (#(#patterns,)*) => (#body) });
        }
        visit::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if mentions(&closure.output, &self.number) {
            closure.output = syn::ReturnType::Default;
        }
        self.visit_expr_mut(&mut closure.body);
        if !std::mem::take(&mut self.outermost) {
            return;
        }
        let mut bound: Vec<syn::Stmt> = Vec::new();
        for input in &mut closure.inputs {
            if let syn::Pat::Type(typed) = input
                && let syn::Pat::Ident(name) = &*typed.pat
                && mentions(&typed.ty, &self.number)
            {
                let (pattern, ty, ident) = (&typed.pat, &typed.ty, &name.ident);
                bound.push(syn::parse_quote!(let #pattern: #ty = #ident;));
            }
            self.visit_pat_mut(input);
        }
        if !bound.is_empty() {
            let body = &closure.body;
            *closure.body = syn::parse_quote!({ #(#bound)* (#body) });
        }
    }

    fn visit_pat_type_mut(&mut self, typed: &mut syn::PatType) {
        struct Infer<'a>(&'a str);
        impl VisitMut for Infer<'_> {
            fn visit_type_mut(&mut self, ty: &mut syn::Type) {
                if matches!(ty, syn::Type::Path(path) if path.path.is_ident(self.0)) {
                    *ty = syn::parse_quote!(_);
                } else {
                    visit::visit_type_mut(self, ty);
                }
            }
        }
        Infer(&self.number).visit_type_mut(&mut typed.ty);
    }

    // Annotations inside the body stay.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
        }
    }
}

/// Whether code contains `return` or `?`.
fn leaves(code: &Expr) -> bool {
    tokens::flat(code).any(|token| match token {
        TokenTree::Ident(ident) => ident == "return",
        TokenTree::Punct(punct) => punct.as_char() == '?',
        _ => false,
    })
}

/// Whether both are the same variable.
pub(super) fn same(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Scalar(a), Binding::Scalar(b)) => a == b,
        (Binding::Value(a), Binding::Value(b)) => same_value(a, b),
        (Binding::Closure(a, _), Binding::Closure(b, _)) => Rc::ptr_eq(a, b),
        (Binding::Chain(a), Binding::Chain(b)) => Rc::ptr_eq(a, b),
        (Binding::Cursor(a), Binding::Cursor(b)) => Rc::ptr_eq(a, b),
        (Binding::Endless(a), Binding::Endless(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

fn same_place(a: &Place, b: &Place) -> bool {
    let same = |(a, b): (&Projection, &Projection)| match (a, b) {
        (Projection::Index(a), Projection::Index(b)) => a.tokens.to_string() == b.tokens.to_string(),
        (Projection::Field(a), Projection::Field(b)) => a == b,
        (Projection::Deref, Projection::Deref) | (Projection::There, Projection::There) => true,
        (Projection::Variant(p, a), Projection::Variant(q, b)) => a == b && p.to_string() == q.to_string(),
        _ => false,
    };
    a.root == b.root
        && a.projections.len() == b.projections.len()
        && a.projections.iter().zip(&b.projections).all(same)
}

fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Place(a) | Value::Borrow(a), Value::Place(b) | Value::Borrow(b)) => same_place(a, b),
        (Value::Plain(a), Value::Plain(b)) => a.tokens.to_string() == b.tokens.to_string(),
        (Value::Maybe(p, a), Value::Maybe(q, b)) => {
            p.tokens.to_string() == q.tokens.to_string() && same_value(a, b)
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        _ => false,
    }
}
