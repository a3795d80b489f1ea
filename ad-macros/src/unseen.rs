//! Types with hidden numbers: `Params`, if `struct Params` has `#[exp]` elsewhere. The macro sees only the name. If the signature or
//! the body shows that the type contains numbers, it does: `<Params as Shape>::Of<N>` replaces it, and rustc checks that it is a
//! shape. Otherwise a parameter or field is data. Then the expansion contains an assertion that rustc evaluates, since numbers in
//! it would silently have no derivative.

mod choice;
mod parts;

use crate::exchange;
use crate::fields::is_fixed;
use crate::kind::{Check, Definition};
use crate::known::Known;
use crate::library::types;
use crate::numbers::{Closed, Numbers, is_float, is_length};
use crate::refusal;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::{
    FnArg, GenericArgument, ItemConst, ItemFn, Path, PathArguments, ReturnType, Type, TypePath,
    parse_quote_spanned,
};

pub(crate) use choice::is_of_choice;
pub(crate) use parts::{Origin, built, origin, parts};

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
        let chosen = vary().filter(|typed| !choice::is_choice(&typed.pat, &item.block));
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
    let found = numbers.elsewhere().into_iter().filter(|name| !Known::above().types.contains_key(name));
    let types: HashMap<_, _> = found.map(|name| (name, Definition::Elsewhere(Check::Perhaps))).collect();
    let single = exchange::is_over_singles(&numbers.root);
    let singles = types.keys().filter(|_| single).cloned().collect();
    Known { types, singles, data, ..Known::default() }.remember();
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

/// The named types whose tokens do not determine them, and that can be named outside of their item.
fn collect<'a>(ty: &'a Type, numbers: &Numbers, named: &mut Vec<&'a TypePath>) {
    match ty {
        Type::Reference(ty) => collect(&ty.elem, numbers, named),
        Type::Slice(ty) => collect(&ty.elem, numbers, named),
        Type::Array(ty) => collect(&ty.elem, numbers, named),
        Type::Paren(ty) => collect(&ty.elem, numbers, named),
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
    let message = exchange::said_by(message(ty, what), &numbers.root);
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
