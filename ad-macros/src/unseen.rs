//! Types with hidden numbers: `Params`, if `struct Params` has `#[exp]` elsewhere. The macro sees only the name. If the signature or
//! the body shows that the type contains numbers, it does: `<Params as Shape>::Of<N>` replaces it, and rustc checks that it is a
//! shape. Otherwise a parameter or field is data. Then the expansion contains an assertion that rustc evaluates, since numbers in
//! it would silently have no derivative.

use crate::fields::is_fixed;
use crate::kind::{Check, Definition};
use crate::known::Known;
use crate::library::types;
use crate::numbers::{Closed, Numbers, is_float, is_length};
use crate::refusal;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{
    BinOp, Block, Expr, FnArg, GenericArgument, ItemConst, ItemFn, Pat, Path, PathArguments, ReturnType,
    Type, TypePath, parse_quote_spanned,
};

/// Refuses numbers in the parts of a type that do not show them. The message calls them `what`, and suggests `#[fixed]`.
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

/// The types elsewhere that contain numbers by the signature, which still has its marks. A type beside `f64` in a tuple is one. So
/// is the type of the result, if a parameter has it as well. So are the types of the parameters, if `alone` and no parameter shows
/// numbers, and those with `#[exp]` further up in the crate.
///
/// ```text
/// // Input:  fn step(p: &Particle, dt: f64) -> Particle
/// // Output: Particle
/// // Input:  fn energy(p: &Particle) -> f64
/// // Output: Particle
/// ```
pub(crate) fn carriers(item: &ItemFn, alone: bool, numbers: &Numbers) -> HashSet<String> {
    let vary = || {
        item.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) if !is_fixed(&typed.attrs) => Some(typed),
            _ => None,
        })
    };
    let mut beside = Beside { numbers, found: HashSet::new() };
    vary().for_each(|typed| beside.visit_type(&typed.ty));
    let of_parameters = names_in(vary().map(|typed| &*typed.ty), numbers);
    if let ReturnType::Type(_, output) = &item.sig.output {
        beside.visit_type(output);
        let of_result = names_in([&**output].into_iter(), numbers);
        beside.found.extend(of_parameters.intersection(&of_result).cloned());
    }
    let mut written = built(&item.sig.output, &item.block, numbers);
    written.extend(of_parameters);
    beside.found.extend(written.into_iter().filter(|name| numbers.known.types.contains_key(name)));
    let numbers = numbers.with(beside.found.iter().map(|name| (name.clone(), Check::Asserted)));
    if alone && !vary().any(|typed| numbers.occurs_in(&typed.ty)) && numbers.occurs_in(&item.sig.output) {
        let chosen = vary().filter(|typed| !is_choice(&typed.pat, &item.block));
        beside.found.extend(names_in(chosen.map(|typed| &*typed.ty), &numbers));
    }
    beside.found.retain(|name| !numbers.known.data.contains(name));
    beside.found
}

/// Remembers, for the items below, which types elsewhere in a signature contain numbers and which are data. The expansion asserts both.
pub(crate) fn remember(item: &ItemFn, numbers: &Numbers) {
    let vary = item.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if !is_fixed(&typed.attrs) => Some(&*typed.ty),
        _ => None,
    });
    let mut data = names_in(vary, numbers);
    data.retain(|name| item.sig.generics.type_params().all(|parameter| parameter.ident != *name));
    let above = Known::above();
    let found = numbers.elsewhere().into_iter().filter(|name| !above.types.contains_key(name));
    let types = found.map(|name| (name, Definition::Elsewhere(Check::Perhaps))).collect();
    Known { types, data, ..Known::default() }.remember();
}

/// Constants that check whether the types elsewhere in a function are shapes, so that rustc reports each once. They stand beside the
/// function, whose full name is `place`.
///
/// ```text
/// // Output: const __energy_Particle: bool = { assert!(Unseen::<Particle>::SHAPE, "…"); true };
/// ```
pub(crate) fn checks(item: &ItemFn, place: &str, numbers: &mut Numbers) -> TokenStream {
    struct First<'a>(&'a str, Option<&'a TypePath>);
    impl<'ast> Visit<'ast> for First<'ast> {
        fn visit_type_path(&mut self, path: &'ast TypePath) {
            if self.1.is_none() && name_of(path) == self.0 {
                self.1 = Some(path);
            }
            visit::visit_type_path(self, path);
        }
    }
    let cfg = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect::<Vec<_>>();
    let mut checks = TokenStream::new();
    for name in numbers.elsewhere() {
        let mut first = First(&name, None);
        first.visit_item_fn(item);
        let Some(path) = first.1 else { continue };
        let constant = format_ident!("__{place}_{name}", span = path.span());
        let check = numbers.asserted(path);
        checks.extend(quote! {
            #(#cfg)*
            #[doc(hidden)]
            #[allow(non_upper_case_globals)]
            const #constant: ::core::primitive::bool = #check;
        });
        *numbers = numbers.with([(name, Check::Constant(constant))]);
    }
    checks
}

/// The names of the types elsewhere in these types.
pub(crate) fn names_in<'t>(types: impl Iterator<Item = &'t Type>, numbers: &Numbers) -> HashSet<String> {
    let mut named = Vec::new();
    types.for_each(|ty| collect(ty, numbers, &mut named));
    named.into_iter().map(name_of).collect()
}

fn name_of(path: &TypePath) -> String {
    path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string())
}

/// Finds types elsewhere beside numbers in a tuple.
struct Beside<'a> {
    numbers: &'a Numbers,
    found: HashSet<String>,
}

impl<'ast> Visit<'ast> for Beside<'_> {
    fn visit_type_tuple(&mut self, tuple: &'ast syn::TypeTuple) {
        if self.numbers.occurs_in(tuple) {
            self.found.extend(names_in(tuple.elems.iter(), self.numbers));
        }
        visit::visit_type_tuple(self, tuple);
    }

    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

    fn visit_type_bare_fn(&mut self, _: &'ast syn::TypeBareFn) {}
}

/// Whether a parameter is only a choice without content: the body matches it with patterns that bind nothing.
fn is_choice(pattern: &Pat, body: &Block) -> bool {
    let Pat::Ident(pattern) = pattern else { return false };
    let choice = Choice::of(&pattern.ident, body);
    choice.matched && !choice.content
}

/// Whether the type of an `impl` block is a choice without content. Then the methods match `self` with patterns that bind nothing,
/// compare it, and call its methods, and do nothing else with it. Then the type has no numbers, and the methods are generic
/// themselves.
pub(crate) fn is_of_choice(block: &syn::ItemImpl) -> bool {
    let mut matched = false;
    let name = crate::parameter::type_name(&block.self_ty);
    let choices = block.items.iter().all(|member| {
        let syn::ImplItem::Fn(method) = member else { return false };
        let (sig, body) = (&method.sig, &method.block);
        let itself = Ident::new("self", proc_macro2::Span::call_site());
        let choice = Choice::of(&itself, body);
        matched |= choice.matched;
        let typed = sig.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let (inputs, output) = (quote!(#(#typed),*), &sig.output);
        let names_itself = |name: &str| {
            crate::parameter::mentions(&inputs, name) || crate::parameter::mentions(output, name)
        };
        sig.receiver().is_some()
            && !choice.content
            && choice.known == count(quote!(#body), "self")
            && !names_itself("Self")
            && !name.as_ref().is_some_and(|name| names_itself(&name.to_string()))
    });
    matched && choices
}

/// How often a name occurs.
fn count(tokens: TokenStream, name: &str) -> usize {
    tokens
        .into_iter()
        .map(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => usize::from(ident == name),
            proc_macro2::TokenTree::Group(group) => count(group.stream(), name),
            _ => 0,
        })
        .sum()
}

/// Whether a pattern binds a name, or shows that a variant has fields.
fn has_content(pattern: &Pat) -> bool {
    match pattern {
        Pat::Or(or) => or.cases.iter().any(has_content),
        Pat::Paren(inner) => has_content(&inner.pat),
        Pat::Reference(inner) => has_content(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_content),
        Pat::Ident(name) => name.ident.to_string().starts_with(char::is_lowercase),
        Pat::Path(_) | Pat::Wild(_) | Pat::Lit(_) => false,
        _ => true,
    }
}

/// The uses of a name as a choice.
struct Choice<'a> {
    name: &'a Ident,
    /// Whether it is matched.
    matched: bool,
    /// Whether a pattern binds a part of it.
    content: bool,
    /// The number of uses that need no content.
    known: usize,
}

impl<'a> Choice<'a> {
    fn of(name: &'a Ident, body: &Block) -> Self {
        let mut choice = Choice { name, matched: false, content: false, known: 0 };
        choice.visit_block(body);
        choice
    }

    fn is_itself(&self, mut expr: &Expr) -> bool {
        while let Expr::Unary(syn::ExprUnary { expr: inner, .. })
        | Expr::Reference(syn::ExprReference { expr: inner, .. })
        | Expr::Paren(syn::ExprParen { expr: inner, .. }) = expr
        {
            expr = inner;
        }
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> Visit<'ast> for Choice<'_> {
    fn visit_expr_match(&mut self, inner: &'ast syn::ExprMatch) {
        if self.is_itself(&inner.expr) {
            self.matched = true;
            self.known += 1;
            for arm in &inner.arms {
                self.content |= has_content(&arm.pat);
            }
        }
        visit::visit_expr_match(self, inner);
    }

    fn visit_expr_binary(&mut self, inner: &'ast syn::ExprBinary) {
        if matches!(inner.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_)) {
            self.known +=
                usize::from(self.is_itself(&inner.left)) + usize::from(self.is_itself(&inner.right));
        }
        visit::visit_expr_binary(self, inner);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.known += usize::from(self.is_itself(&call.receiver));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let first =
            mac.tokens.clone().into_iter().find(|token| !matches!(token, proc_macro2::TokenTree::Punct(_)));
        let itself = matches!(first, Some(proc_macro2::TokenTree::Ident(name)) if name == *self.name);
        if itself && mac.path.is_ident("matches") {
            self.matched = true;
            self.known += 1;
        }
    }
}

/// The names of the types elsewhere in the result and in the annotations of a body. If numbers are put into one, it contains
/// numbers.
pub(crate) fn built(output: &ReturnType, body: &Block, numbers: &Numbers) -> HashSet<String> {
    struct Types<'a> {
        numbers: &'a Numbers,
        found: HashSet<String>,
    }
    impl<'ast> Visit<'ast> for Types<'_> {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.found.extend(names_in([ty].into_iter(), self.numbers));
        }

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut types = Types { numbers, found: HashSet::new() };
    types.visit_return_type(output);
    types.visit_block(body);
    types.found.retain(|name| !numbers.known.data.contains(name));
    types.found
}

/// The type elsewhere behind a name.
pub(crate) type Origin = String;

/// The names whose values are parts of parameters of types elsewhere. If such a part is used as a number, its type contains numbers.
///
/// ```text
/// // Input:  fn f(p: &Params, x: f64) -> f64 { let k = &p.inner; … }
/// // Output: p, k
/// ```
pub(crate) fn parts<'p>(
    parameters: impl Iterator<Item = (&'p Ident, &'p Type)>,
    built: &HashSet<String>,
    body: &Block,
    numbers: &Numbers,
) -> HashMap<String, Origin> {
    let made = |name: &String| (name.clone(), name.clone());
    let mut names: HashMap<String, Origin> = built.iter().map(made).collect();
    for (name, parameter) in parameters {
        let mut named = Vec::new();
        collect(parameter, numbers, &mut named);
        if let Some(ty) = named.last() {
            names.insert(name.to_string(), name_of(ty));
        }
    }
    let mut parts = Parts { names, others: HashSet::new() };
    if !parts.names.is_empty() {
        parts.visit_block(body);
    }
    parts.names.retain(|name, of| !parts.others.contains(name) && !numbers.known.data.contains(of));
    parts.names
}

/// The type elsewhere whose value an expression is a part of, or computed from.
pub(crate) fn origin<'a>(expr: &Expr, names: &'a HashMap<String, Origin>) -> Option<&'a Origin> {
    match expr {
        Expr::Path(path) => names.get(&path.path.get_ident()?.to_string()),
        Expr::Field(inner) => origin(&inner.base, names),
        Expr::Index(inner) => origin(&inner.expr, names),
        Expr::MethodCall(inner) => origin(&inner.receiver, names),
        Expr::Reference(inner) => origin(&inner.expr, names),
        Expr::Paren(inner) => origin(&inner.expr, names),
        Expr::Unary(inner) => origin(&inner.expr, names),
        Expr::Try(inner) => origin(&inner.expr, names),
        Expr::Tuple(inner) => inner.elems.iter().find_map(|element| origin(element, names)),
        Expr::Call(inner) => inner
            .args
            .iter()
            .find_map(|argument| origin(argument, names))
            .or_else(|| made(&inner.func, names)),
        Expr::Binary(inner)
            if matches!(inner.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_)) =>
        {
            origin(&inner.left, names).or_else(|| origin(&inner.right, names))
        }
        _ => None,
    }
}

/// The type elsewhere of an associated function: `Statistics::default()`.
fn made<'a>(function: &Expr, names: &'a HashMap<String, Origin>) -> Option<&'a Origin> {
    let Expr::Path(path) = function else { return None };
    let of = path.path.segments.iter().rev().nth(1)?;
    names.get(&of.ident.to_string())
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

    fn visit_expr_match(&mut self, inner: &'ast syn::ExprMatch) {
        inner.arms.iter().for_each(|arm| self.bind(&arm.pat, Some(&inner.expr)));
        visit::visit_expr_match(self, inner);
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
    let message = message(ty, what);
    let is_shape = numbers.is_shape(ty);
    let mut ty = ty.clone();
    Closed(numbers).visit_type_path_mut(&mut ty);
    parse_quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use #private::NotEmpty as _;
            ::core::assert!(!#is_shape || #private::Unseen::<#ty>::EMPTY, #message);
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
