//! Names of callees, so that a function without an adjoint program gives an error with the crate's message.

use super::ir::*;
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The number of names in `unannotated`. Further callees keep their paths, and rustc reports their errors.
const NAMES: usize = 32;

/// The requirements of the names.
#[derive(Default)]
pub(super) struct Imports {
    /// Replacements of missing companions.
    instead: TokenStream,
    /// The functions and their companions. The import of a function is not used. A deprecated function warns where it is called.
    callees: TokenStream,
}

impl Imports {
    /// Code that uses the names, after other imports. The replacements are in an outer block. So they do not replace a misspelled
    /// function, whose only errors are those of rustc.
    pub(super) fn around(&self, others: &TokenStream, code: &TokenStream) -> TokenStream {
        let Imports { instead, callees } = self;
        if callees.is_empty() { quote!(#others #code) } else { quote!(#instead #others { #callees #code }) }
    }
}

/// Gives the companions new names, with the required imports.
///
/// The import of a function without `#[exp(adjoint)]` finds no type. The type of the glob import takes its place, whose use is an
/// error.
///
/// ```text
/// // Input:  m::f::__adjoint(x)
/// // Output: use ::ad::__private::adjoint::unannotated::*;
/// //         {
/// //             use m::f as __callee_0;
/// //             __callee_0::__adjoint(x)
/// //         }
/// ```
pub(super) fn named(program: &mut Program, numbers: &Numbers) -> Imports {
    let mut paths = Vec::new();
    name(&mut program.body, &program.local_items, &mut paths);
    if paths.is_empty() {
        return Imports::default();
    }
    let private = numbers.private_at(Span::mixed_site());
    let callees = paths.iter().enumerate().map(|(i, path)| (path, callee(i, path)));
    Imports {
        instead: quote! {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use #private::adjoint::unannotated::*;
        },
        callees: callees
            .map(|(path, name)| quote!(#[allow(unused_imports, deprecated)] use #path as #name;))
            .collect(),
    }
}

/// The name has the span of the function's name. rustc reports a missing function at the import, from the path to the name.
fn callee(i: usize, path: &TokenStream) -> Ident {
    let last = path.clone().into_iter().last();
    format_ident!("__callee_{i}", span = last.as_ref().map_or_else(Span::mixed_site, TokenTree::span))
}

fn name(body: &mut [Stmt], local: &[String], paths: &mut Vec<TokenStream>) {
    for statement in body {
        match statement {
            Stmt::Let { rhs: Rhs::Call(call), .. }
                if call.callee == Callee::Function && call.recursion == Recursion::No =>
            {
                let written = call.path.to_string();
                // An import cannot name an item inside the function.
                if local.contains(&written) {
                    continue;
                }
                let known = paths.iter().position(|path| path.to_string() == written);
                let i = known.unwrap_or(paths.len());
                if i == NAMES {
                    continue;
                }
                if known.is_none() {
                    paths.push(call.path.clone());
                }
                let name = callee(i, &call.path);
                call.path = quote!(#name);
            }
            Stmt::Branch { arms, .. } => arms.iter_mut().for_each(|arm| name(&mut arm.body, local, paths)),
            Stmt::Loop(inner) => name(&mut inner.body, local, paths),
            _ => {}
        }
    }
}
