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
use crate::adjoint::ir::Ty;
use crate::library::methods;
use crate::parameter::mentions;
use crate::tokens;
use crate::visit::{self, Visit};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::HashMap;
use syn::{Block, Expr, ExprMethodCall, FnArg, ItemFn, Type, TypeParamBound};

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
        item.block =
            syn::parse2(tokens::renamed(item.block.to_token_stream(), "Self", of)).unwrap_or(item.block);
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

    /// Whether it takes or returns an iterator, or has a receiver. A call of such a function is not recorded.
    pub(super) fn must_be_inlined(&self) -> bool {
        let generics = &self.item.sig.generics;
        let iterates =
            |input: &FnArg| matches!(input, FnArg::Typed(typed) if is_iterator(&typed.ty, generics));
        self.iterates()
            || self.returns_function()
            || self.item.sig.receiver().is_some()
            || self.item.sig.inputs.iter().any(iterates)
    }

    /// Whether it returns a function.
    pub(super) fn returns_function(&self) -> bool {
        matches!(&self.item.sig.output, syn::ReturnType::Type(_, ty) if is_function(ty))
    }

    /// Whether it returns an iterator.
    pub(super) fn iterates(&self) -> bool {
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

/// The functions inside a function without the macro's attribute.
pub(super) fn unannotated(body: &Block) -> Vec<String> {
    struct Functions(Vec<String>);
    impl<'ast> Visit<'ast> for Functions {
        fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
            if !item
                .attrs
                .iter()
                .any(|attr| attr.path().segments.last().is_some_and(|last| last.ident == "exp"))
            {
                self.0.push(item.sig.ident.to_string());
            }
        }
    }
    let mut functions = Functions(Vec::new());
    functions.visit_block(body);
    functions.0
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

/// The input of a function that is an array of this length, or a reference to one.
pub(super) fn array_of(item: &ItemFn, length: &str) -> Option<usize> {
    fn is_array(ty: &Type, length: &str) -> bool {
        match ty {
            Type::Reference(ty) => is_array(&ty.elem, length),
            Type::Array(array) => {
                matches!(strip(&array.len), Expr::Path(path) if path.path.is_ident(length))
            }
            _ => false,
        }
    }
    item.sig
        .inputs
        .iter()
        .position(|input| matches!(input, FnArg::Typed(typed) if is_array(&typed.ty, length)))
}

/// Whether a generic argument of a body mentions a name.
pub(super) fn in_arguments(body: &Block, name: &str) -> bool {
    struct Arguments<'n>(&'n str, bool);
    impl<'ast> Visit<'ast> for Arguments<'_> {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.1 |= mentions(path, self.0) && !path.path.is_ident(self.0);
        }
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.1 |= call.turbofish.as_ref().is_some_and(|list| mentions(list, self.0));
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_cast(&mut self, cast: &'ast syn::ExprCast) {
            self.1 |= mentions(&cast.ty, self.0);
            visit::visit_expr_cast(self, cast);
        }
    }
    let mut arguments = Arguments(name, false);
    arguments.visit_block(body);
    arguments.1
}

/// Whether a value of a type contains a reference.
pub(super) fn refers(ty: &Ty) -> bool {
    match ty {
        Ty::Reference(_) | Ty::Copy(_) => true,
        Ty::List(ty) | Ty::Map(ty) | Ty::Option(ty) => refers(ty),
        Ty::Tuple(types) => types.iter().any(refers),
        Ty::Number | Ty::Plain | Ty::Struct(_) | Ty::Unknown => false,
    }
}

/// Whether a helper calls itself, also by other helpers.
pub(super) fn recurs(key: &str, helpers: &Helpers) -> bool {
    let mut reached: Vec<&str> = vec![key];
    let mut next = 0;
    while let Some(of) = reached.get(next).copied() {
        next += 1;
        let Some(helper) = helpers.get(of) else { continue };
        for (other, callee) in helpers {
            if !calls(&helper.item, &callee.item.sig.ident) {
                continue;
            }
            if other == key {
                return true;
            }
            if !reached.contains(&other.as_str()) {
                reached.push(other);
            }
        }
    }
    false
}

/// Whether a function calls a function of this name, or passes it on. A variable may have the name as well. The methods of `std` may
/// have it: a call of another one has the name of its type in front (`core/calls.rs`), or is one of `self`.
fn calls(item: &ItemFn, name: &Ident) -> bool {
    struct Named<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Named<'_> {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.1 |= pattern.ident == *self.0;
            visit::visit_pat_ident(self, pattern);
        }
    }
    /// `any` occurrence of the name counts, if no variable has it.
    fn called(tokens: TokenStream, name: &Ident, any: bool, of_std: bool) -> bool {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let is =
            |i: usize, c: char| matches!(all.get(i), Some(TokenTree::Punct(punct)) if punct.as_char() == c);
        all.iter().enumerate().any(|(i, token)| match token {
            TokenTree::Group(group) => called(group.stream(), name, any, of_std),
            TokenTree::Ident(ident) if ident == name => {
                let arguments = matches!(all.get(i + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let of_another = i > 0 && is(i - 1, '.') && !(i > 1 && matches!(&all[i - 2], TokenTree::Ident(of) if of == "self"));
                (any || arguments || is(i + 1, ':') && is(i + 2, ':')) && !(of_std && of_another)
            }
            _ => false,
        })
    }
    let mut variable = Named(name, false);
    variable.visit_item_fn(item);
    let of_std = methods::named(&name.to_string()).next().is_some();
    called(item.block.to_token_stream(), name, !variable.1, of_std)
}

/// Whether a type is `impl Fn(…)`, `Box<dyn Fn(…)>` or `fn(…)`.
pub(crate) fn is_function(ty: &Type) -> bool {
    function_type(ty, None).is_some()
}

/// The types of the arguments and of the result of a function parameter with this type.
pub(super) fn function_type(
    ty: &Type,
    generics: Option<&syn::Generics>,
) -> Option<(Vec<Type>, syn::ReturnType)> {
    struct Arguments(Option<(Vec<Type>, syn::ReturnType)>);
    impl<'ast> Visit<'ast> for Arguments {
        fn visit_parenthesized_generic_arguments(&mut self, list: &'ast syn::ParenthesizedGenericArguments) {
            self.0.get_or_insert_with(|| (list.inputs.iter().cloned().collect(), list.output.clone()));
        }
        fn visit_type_bare_fn(&mut self, ty: &'ast syn::TypeBareFn) {
            let inputs = ty.inputs.iter().map(|input| input.ty.clone());
            self.0.get_or_insert_with(|| (inputs.collect(), ty.output.clone()));
        }
    }
    let mut arguments = Arguments(None);
    match ty {
        Type::Reference(ty) => return function_type(&ty.elem, generics),
        Type::Paren(ty) => return function_type(&ty.elem, generics),
        Type::ImplTrait(_) | Type::TraitObject(_) | Type::BareFn(_) => arguments.visit_type(ty),
        Type::Path(path) => {
            if let Some(last) = path.path.segments.last()
                && ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name)
                && let syn::PathArguments::AngleBracketed(list) = &last.arguments
                && let Some(syn::GenericArgument::Type(ty)) = list.args.first()
            {
                return function_type(ty, generics);
            }
            let (name, generics) = (path.path.get_ident()?, generics?);
            let own = generics.type_params().filter(|parameter| parameter.ident == *name);
            own.for_each(|parameter| arguments.visit_type_param(parameter));
            for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
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
