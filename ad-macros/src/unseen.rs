//! Types with hidden numbers: `Params`, if `struct Params` has `#[exp]` elsewhere. A parameter or field of such a type would
//! silently be plain data, without a derivative. Only rustc knows the type of a name, so the expansion contains an assertion that
//! rustc evaluates.

use crate::kind::Kind;
use crate::library::types;
use crate::numbers::{Numbers, is_float};
use crate::refusal;
use proc_macro2::{Ident, Span};
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, GenericArgument, ItemConst, Pat, Path, PathArguments, Type, TypePath, parse_quote,
    parse_quote_spanned,
};

/// Refuses numbers in the parts of a type that do not show them. `what` can be marked with `#[fixed]`.
///
/// ```text
/// // Input:  p: &Params
/// // Output: const _: () = {
/// //             use ::ad::__private::{NoShape as _, NotEmpty as _, Unseen};
/// //             ::core::assert!(!Unseen::<Params>::SHAPE || Unseen::<Params>::EMPTY, "`Params` holds numbers …");
/// //         };
/// ```
pub(crate) fn refuse(ty: &Type, what: &str, numbers: &Numbers) -> Vec<ItemConst> {
    let mut named = Vec::new();
    collect(ty, numbers, &mut named);
    named.into_iter().map(|path| assertion(path, what, numbers)).collect()
}

/// The parameter and its type behind a name.
pub(crate) type Origin = (String, String);

/// The names whose values are parts of parameters of opaque types. If such a part is used as a number, it is a plain float, and the
/// user has not said that it is data.
///
/// ```text
/// // Input:  fn f(p: &Params, x: f64) -> f64 { let k = &p.inner; … }
/// // Output: p, k
/// ```
pub(crate) fn parts<'p>(
    parameters: impl Iterator<Item = (&'p Ident, &'p Type)>,
    body: &Block,
    numbers: &Numbers,
) -> HashMap<String, Origin> {
    let mut names = HashMap::new();
    for (name, ty) in parameters {
        let mut named = Vec::new();
        collect(ty, numbers, &mut named);
        if let Some(ty) = named.first() {
            names.insert(name.to_string(), (name.to_string(), written(ty)));
        }
    }
    let mut parts = Parts { names, others: HashSet::new() };
    if !parts.names.is_empty() {
        parts.visit_block(body);
    }
    parts.names.retain(|name, _| !parts.others.contains(name));
    parts.names
}

/// The parameter that an expression is a part of.
pub(crate) fn origin<'a>(expr: &Expr, names: &'a HashMap<String, Origin>) -> Option<&'a Origin> {
    match expr {
        Expr::Path(path) => names.get(&path.path.get_ident()?.to_string()),
        Expr::Field(inner) => origin(&inner.base, names),
        Expr::Index(inner) => origin(&inner.expr, names),
        Expr::MethodCall(inner) => origin(&inner.receiver, names),
        Expr::Reference(inner) => origin(&inner.expr, names),
        Expr::Paren(inner) => origin(&inner.expr, names),
        Expr::Unary(inner) => origin(&inner.expr, names),
        Expr::Binary(inner) => origin(&inner.left, names).or_else(|| origin(&inner.right, names)),
        _ => None,
    }
}

/// Collects the names that are bound to parts.
struct Parts {
    names: HashMap<String, Origin>,
    /// The names that are bound to anything else.
    others: HashSet<String>,
}

impl Parts {
    fn bind(&mut self, pattern: &Pat, of: Option<&Expr>) {
        let origin = of.and_then(|of| origin(of, &self.names)).cloned();
        let mut bound = Bound(Vec::new());
        bound.visit_pat(pattern);
        for name in bound.0 {
            match &origin {
                Some(origin) => _ = self.names.insert(name, origin.clone()),
                None => _ = self.others.insert(name),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.bind(&local.pat, local.init.as_ref().map(|init| &*init.expr));
        visit::visit_local(self, local);
    }

    fn visit_expr_for_loop(&mut self, inner: &'ast syn::ExprForLoop) {
        self.bind(&inner.pat, Some(&inner.expr));
        visit::visit_expr_for_loop(self, inner);
    }

    fn visit_expr_let(&mut self, inner: &'ast syn::ExprLet) {
        self.bind(&inner.pat, Some(&inner.expr));
        visit::visit_expr_let(self, inner);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        for argument in &call.args {
            if let Expr::Closure(closure) = argument {
                closure.inputs.iter().for_each(|input| self.bind(input, Some(&call.receiver)));
                self.visit_expr(&closure.body);
            } else {
                self.visit_expr(argument);
            }
        }
        self.visit_expr(&call.receiver);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        closure.inputs.iter().for_each(|input| self.bind(input, None));
        self.visit_expr(&closure.body);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.bind(&arm.pat, None);
        visit::visit_arm(self, arm);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

struct Bound(Vec<String>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(name.ident.to_string());
        visit::visit_pat_ident(self, name);
    }
}

/// The named types whose tokens do not determine them, and that can be named outside of their item.
fn collect<'a>(ty: &'a Type, numbers: &Numbers, named: &mut Vec<&'a TypePath>) {
    match ty {
        Type::Reference(ty) => collect(&ty.elem, numbers, named),
        Type::Slice(ty) => collect(&ty.elem, numbers, named),
        Type::Array(ty) => collect(&ty.elem, numbers, named),
        Type::Paren(ty) => collect(&ty.elem, numbers, named),
        Type::Group(ty) => collect(&ty.elem, numbers, named),
        Type::Tuple(ty) => ty.elems.iter().for_each(|ty| collect(ty, numbers, named)),
        Type::Path(path) if path.qself.is_none() && !is_float(&path.path) => {
            let Some(last) = path.path.segments.last() else { return };
            if let PathArguments::AngleBracketed(list) = &last.arguments {
                for argument in &list.args {
                    if let GenericArgument::Type(ty) = argument {
                        collect(ty, numbers, named);
                    }
                }
            }
            let name = last.ident.to_string();
            let known = types::is_plain(&name) || types::is_holder(&name) || is_length(&path.path, numbers);
            if !known && !numbers.occurs_in(path) && can_be_named(&path.path, numbers) {
                named.push(path);
            }
        }
        _ => {}
    }
}

/// Whether a path contains no generic type, and no `Self`.
fn can_be_named(path: &Path, numbers: &Numbers) -> bool {
    let generic = numbers.generics.iter().filter(|(_, kind)| !kind.is_integer());
    generic
        .map(|(name, _)| name.as_str())
        .chain(["Self", "impl", "dyn"])
        .all(|name| !crate::parameter::mentions(path, name))
}

fn assertion(ty: &TypePath, what: &str, numbers: &Numbers) -> ItemConst {
    let span = ty.span();
    let private = numbers.private_at(span);
    let unseen = Ident::new("__Unseen", Span::mixed_site());
    let message = message(ty, what);
    let mut ty = ty.clone();
    Closed(numbers).visit_type_path_mut(&mut ty);
    parse_quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use #private::{NoShape as _, NotEmpty as _, Unseen as #unseen};
            ::core::assert!(!#unseen::<#ty>::SHAPE || #unseen::<#ty>::EMPTY, #message);
        };
    }
}

/// rustc's message at the type.
fn message(ty: &TypePath, what: &str) -> String {
    let written = written(ty);
    let message = refusal::Signature::Unseen { ty: &written, what }.to_string();
    message.replace('{', "{{").replace('}', "}}")
}

fn written(ty: &TypePath) -> String {
    quote!(#ty).to_string().replace(' ', "").replace(',', ", ")
}

/// Closes a type: its lifetimes and lengths do not affect its content.
///
/// ```text
/// // Input:  Body<'a, D>
/// // Output: Body<'_, 1>
/// ```
struct Closed<'a>(&'a Numbers);

impl VisitMut for Closed<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        lifetime.ident = Ident::new("_", lifetime.ident.span());
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        // The name of a constant has the form of a type.
        if let GenericArgument::Type(Type::Path(path)) = argument
            && is_length(&path.path, self.0)
        {
            *argument = parse_quote!(1);
        } else {
            visit_mut::visit_generic_argument_mut(self, argument);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && is_length(&path.path, self.0)
        {
            *expr = parse_quote!(1);
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

/// Whether a path is the name of a constant among the generic parameters.
fn is_length(path: &Path, numbers: &Numbers) -> bool {
    path.get_ident()
        .and_then(|name| numbers.generic(&name.to_string()))
        .is_some_and(|kind: Kind| kind.is_integer())
}
