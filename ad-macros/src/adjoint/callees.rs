//! Names for what is called, so that a function without an adjoint program is an error in our words.

use super::ir::*;
use crate::numbers::Numbers;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// How many names there are in `unannotated`; what is called beyond them keeps its path, and is reported by rustc.
const NAMES: usize = 32;

/// What the names need.
#[derive(Default)]
pub(super) struct Imports {
    /// What stands for companions that are missing.
    pub(super) instead: TokenStream,
    /// The functions and their companions. What is imported of a function is never used; a deprecated one warns where it is called.
    pub(super) callees: TokenStream,
}

/// Gives the companions that are called names of their own, and the imports that these names need.
///
/// Of a function without `#[exp(adjoint)]`, the import finds no type, so that of the glob stands for it, which has no program and
/// says so.
///
/// ```text
/// // Input:  m::f::adjoint(x)
/// // Output: use ::ad::__private::adjoint::unannotated::*;
/// //         use m::f as __callee_0;
/// //         __callee_0::adjoint(x)
/// ```
pub(super) fn named(program: &mut Program, numbers: &Numbers) -> Imports {
    let mut paths = Vec::new();
    name(&mut program.body, &mut paths);
    if paths.is_empty() {
        return Imports::default();
    }
    let private = numbers.private_at(Span::mixed_site());
    let callees = paths.iter().enumerate().map(|(i, path)| (path, callee(i, Span::mixed_site())));
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

fn callee(i: usize, span: Span) -> Ident {
    format_ident!("__callee_{i}", span = span)
}

fn name(body: &mut [Stmt], paths: &mut Vec<TokenStream>) {
    for statement in body {
        match statement {
            Stmt::Let { rhs: Rhs::Call(call), .. } if call.callee == Callee::Function && !call.recursive => {
                let written = call.path.to_string();
                let known = paths.iter().position(|path| path.to_string() == written);
                let i = known.unwrap_or(paths.len());
                if i == NAMES {
                    continue;
                }
                if known.is_none() {
                    paths.push(call.path.clone());
                }
                let last = call.path.clone().into_iter().last();
                let span = last.as_ref().map_or_else(Span::mixed_site, TokenTree::span);
                let name = callee(i, span);
                call.path = quote!(#name);
            }
            Stmt::Branch { arms, .. } => arms.iter_mut().for_each(|arm| name(&mut arm.body, paths)),
            Stmt::Loop(inner) => name(&mut inner.body, paths),
            _ => {}
        }
    }
}
