//! Types with hidden numbers: `Params`, if `struct Params` has `#[exp]` elsewhere. A parameter or field of such a type would
//! silently be plain data, without a derivative. Only rustc knows the type of a name, so the expansion contains an assertion that
//! rustc evaluates.

use crate::kind::Kind;
use crate::library::types;
use crate::numbers::{Numbers, is_float};
use crate::refusal;
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, GenericArgument, ItemConst, Path, PathArguments, Type, TypePath, parse_quote, parse_quote_spanned,
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
    let written = quote!(#ty).to_string().replace(' ', "").replace(',', ", ");
    let message = refusal::Signature::Unseen { ty: &written, what }.to_string();
    message.replace('{', "{{").replace('}', "}}")
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
