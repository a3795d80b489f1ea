//! The lifetimes of a companion. The types of the interface have those of types that borrow only: `'a` of `&'b Parser<'a>`.

use crate::adjoint::analyse::{Facts, each};
use crate::adjoint::ir::{Id, Plain, Program, Rhs, Source, Stmt};
use crate::library::methods::Row;
use crate::numbers::Numbers;
use crate::parameter::{self, mentions, mentions_any};
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::{Span, TokenStream};
use std::collections::{HashMap, HashSet};
use syn::{
    FnArg, GenericArgument, ItemFn, Lifetime, PathArguments, ReturnType, Type, TypeReference, parse_quote,
};

/// The function with names for the lifetimes that its reverse sweep may retain, and the lifetimes of its references to data.
///
/// ```text
/// // Input:  fn value(text: &str, parser: &mut Parser) -> N { … Lexer { text } … }
/// // Output: fn value<'l0, 'l1>(text: &'l0 str, parser: &mut Parser<'l1>) -> N { … }   and 'l0
/// ```
pub(super) fn named(item: &ItemFn, numbers: &Numbers, retains: bool) -> (ItemFn, Vec<Lifetime>) {
    let mut item = item.clone();
    let borrowing = &numbers.known.borrowing;
    let keys = lends_keys(&item);
    // A value with a lifetime may contain the references to data.
    let retains =
        retains || keys || borrowing.iter().any(|name| mentions(&item, name)) || lends_iterator(&item);
    let (mut new, mut lent) = (Vec::new(), Vec::new());
    for input in &mut item.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let lifetime = Lifetime::new(&format!("'__l{}", new.len()), Span::mixed_site());
        Hidden(numbers).visit_type_mut(&mut input.ty);
        let mut found = Elided { lifetime: &lifetime, found: false };
        found.visit_type_mut(&mut input.ty);
        let data = retains && !numbers.in_lowered(&input.ty);
        found.found |= data && parameter::name_lifetimes(&mut input.ty, &lifetime);
        // The keys of `rows: &[(&str, f64)]`.
        let beside = keys && !data;
        found.found |= beside && Beside { numbers, lifetime: &lifetime, found: false }.names(&mut input.ty);
        if found.found {
            new.push(lifetime.clone());
        }
        if beside && found.found {
            lent.push(lifetime);
        }
        if data {
            let mut all = All(Vec::new());
            all.visit_type(&input.ty);
            lent.extend(all.0);
        }
    }
    // The only lifetime of the parameters is that of the result.
    let receives = item.sig.receiver().is_some();
    if let ([lifetime], ReturnType::Type(_, output), false) = (&new[..], &mut item.sig.output, receives) {
        Hidden(numbers).visit_type_mut(output);
        Elided { lifetime, found: false }.visit_type_mut(output);
    }
    for (i, lifetime) in new.into_iter().enumerate() {
        item.sig.generics.params.insert(i, parse_quote!(#lifetime));
    }
    lent.sort();
    lent.dedup();
    (item, lent)
}

/// Names the lifetimes of references to data beside numbers.
///
/// ```text
/// // Input:  &[(&str, N)]
/// // Output: &[(&'l str, N)]
/// ```
struct Beside<'a> {
    numbers: &'a Numbers,
    lifetime: &'a Lifetime,
    found: bool,
}

impl Beside<'_> {
    fn names(mut self, ty: &mut Type) -> bool {
        self.visit_type_mut(ty);
        self.found
    }
}

impl VisitMut for Beside<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        if self.numbers.in_lowered(&reference.elem) {
            visit::visit_type_reference_mut(self, reference);
        } else {
            let mut whole = Type::Reference(reference.clone());
            self.found |= parameter::name_lifetimes(&mut whole, self.lifetime);
            if let Type::Reference(named) = whole {
                *reference = named;
            }
        }
    }

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}

    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
}

/// Whether saved values contain references to data: `words` of `let words: Vec<&str> = …;`, or a part of them, or an iterator over a
/// text.
pub(super) fn retained(program: &Program, facts: &Facts<'_>, types: &HashMap<Id, TokenStream>) -> bool {
    let mut lists: HashSet<Id> =
        types.iter().filter(|(_, ty)| contains_references(ty)).map(|(id, _)| *id).collect();
    let mut parts = false;
    each(&program.body, 0, &mut |_, statement| {
        let (Stmt::Let { var, rhs: Rhs::Plain(plain) }
        | Stmt::Declare { var, init: Some(Source::Plain(plain)) }) = statement
        else {
            return;
        };
        let of_list = plain.values.iter().chain(&plain.reads).any(|id| lists.contains(id));
        if iterates_text(&plain.tokens) || of_list && is_whole(plain) {
            lists.insert(*var);
        }
        let part = facts.is_saved(*var) && facts.index.borrowing.contains(var);
        parts |= part && of_list && !types.contains_key(var);
    });
    parts || lists.iter().any(|id| facts.is_saved(*id) || facts.containers.contains(id))
}

/// Whether it is a variable, or a copy of one.
fn is_whole(plain: &Plain) -> bool {
    plain.simple || plain.tokens.to_string().starts_with(":: core :: clone :: Clone :: clone")
}

/// Whether it is an iterator over a text: `text.lines().filter(f)`.
fn iterates_text(tokens: &TokenStream) -> bool {
    const METHODS: [&str; 8] = [
        "lines",
        "split",
        "chars",
        "char_indices",
        "bytes",
        "split_whitespace",
        "split_ascii_whitespace",
        "split_terminator",
    ];
    if !crate::parameter::mentions_any(tokens, &METHODS) {
        return false;
    }
    let mut expr = syn::parse2::<syn::Expr>(tokens.clone()).ok();
    while let Some(syn::Expr::MethodCall(call)) = expr {
        if METHODS.iter().any(|method| call.method == method) {
            return true;
        }
        let adapts = call.method == "peekable" || crate::library::methods::of(&call).is_some_and(Row::adapts);
        expr = adapts.then_some(*call.receiver);
    }
    false
}

/// Whether values of this type contain references, and are none: `Vec<&str>`.
fn contains_references(ty: &TokenStream) -> bool {
    struct References(bool);
    impl<'ast> Visit<'ast> for References {
        fn visit_type_reference(&mut self, _: &'ast TypeReference) {
            self.0 = true;
        }

        fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

        fn visit_type_bare_fn(&mut self, _: &'ast syn::TypeBareFn) {}
    }
    let mut references = References(false);
    match syn::parse2(ty.clone()) {
        Ok(Type::Reference(_)) | Err(_) => {}
        Ok(ty) => references.visit_type(&ty),
    }
    references.0
}

/// Whether the body passes an iterator over a text by `&mut`.
fn lends_iterator(item: &ItemFn) -> bool {
    const METHODS: [&str; 5] =
        ["chars", "char_indices", "bytes", "split_whitespace", "split_ascii_whitespace"];
    #[derive(Default)]
    struct Lent {
        iterators: Vec<syn::Ident>,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Lent {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                && mentions_any(&init.expr, &METHODS)
            {
                self.iterators.push(name.ident.clone());
            }
            visit::visit_local(self, local);
        }

        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            self.found |= reference.mutability.is_some()
                && matches!(&*reference.expr, syn::Expr::Path(path)
                    if path.path.get_ident().is_some_and(|name| self.iterators.contains(name)));
            visit::visit_expr_reference(self, reference);
        }
    }
    let mut lent = Lent::default();
    lent.visit_block(&item.block);
    lent.found
}

/// Whether the keys of a map are written as references: `HashMap<&str, f64>`.
fn lends_keys(item: &ItemFn) -> bool {
    struct Keys(bool);
    impl<'ast> Visit<'ast> for Keys {
        fn visit_type(&mut self, ty: &'ast Type) {
            let key = crate::annotation::key_and_value_of_map(ty).map(|(key, _)| key);
            self.0 |= matches!(key, Some(Type::Reference(_)));
            visit::visit_type(self, ty);
        }
    }
    let mut keys = Keys(false);
    keys.visit_block(&item.block);
    keys.0
}

/// Types of `std` with a lifetime, and without other parameters.
const BORROWING: [&str; 5] = ["Chars", "CharIndices", "Bytes", "SplitWhitespace", "SplitAsciiWhitespace"];

/// Writes the hidden lifetimes of paths: `Parser` is `Parser<'_>`.
struct Hidden<'a>(&'a Numbers);

impl VisitMut for Hidden<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit::visit_path_mut(self, path);
        let Some(last) = path.segments.last_mut() else { return };
        let name = last.ident.to_string();
        if !self.0.known.borrowing.contains(&name) && !BORROWING.contains(&name.as_str()) {
            return;
        }
        match &mut last.arguments {
            PathArguments::None => {
                last.arguments = PathArguments::AngleBracketed(parse_quote!(<'_>));
            }
            PathArguments::AngleBracketed(list)
                if !list.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_))) =>
            {
                list.args.insert(0, parse_quote!('_));
            }
            _ => {}
        }
    }
}

/// Names the anonymous lifetimes among the arguments of paths.
struct Elided<'a> {
    lifetime: &'a Lifetime,
    found: bool,
}

impl VisitMut for Elided<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        self.visit_type_mut(&mut reference.elem);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.lifetime.clone();
            self.found = true;
        }
    }

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}

    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}

    fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}
}

/// All named lifetimes.
struct All(Vec<Lifetime>);

impl<'ast> Visit<'ast> for All {
    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.0.push(lifetime.clone());
        }
    }

    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

    fn visit_type_bare_fn(&mut self, _: &'ast syn::TypeBareFn) {}
}

/// The lifetimes among the arguments of paths, which the types of the interface keep: `'a` of `&'b Machine<'a>`.
pub(super) fn in_arguments<'a>(types: impl Iterator<Item = &'a Type>) -> Vec<Lifetime> {
    struct Named(Vec<Lifetime>);
    impl VisitMut for Named {
        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            self.visit_type_mut(&mut reference.elem);
        }

        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "_" && lifetime.ident != "static" && !self.0.contains(lifetime) {
                self.0.push(lifetime.clone());
            }
        }
    }
    let mut named = Named(Vec::new());
    types.for_each(|ty| named.visit_type_mut(&mut ty.clone()));
    named.0
}
