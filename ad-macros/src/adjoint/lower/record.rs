//! Recorded calls, of callees without an adjoint program: `#[exp(adjoint, record(m::f))]`.

use super::{Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::Cell;
use syn::{ExprCall, Path, PathArguments};

/// The functions in `record(…)`, and whether each is called.
pub(in crate::adjoint) struct Record<'a>(Vec<(&'a Path, Cell<bool>)>);

/// `m::f`, also for `m::f::<3>`.
fn name(path: &Path) -> String {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path.to_token_stream().to_string()
}

impl<'a> Record<'a> {
    pub(in crate::adjoint) fn of(paths: &'a [Path]) -> Self {
        Record(paths.iter().map(|path| (path, Cell::new(false))).collect())
    }

    /// Whether a call of this function is recorded.
    pub(super) fn has(&self, callee: &Path) -> bool {
        let called = name(callee);
        let found = self.0.iter().find(|(path, _)| name(path) == called);
        found.iter().for_each(|(_, seen)| seen.set(true));
        found.is_some()
    }

    /// Refuses a path without a call.
    pub(in crate::adjoint) fn all_called(&self) -> Result<()> {
        match self.0.iter().find(|(_, seen)| !seen.get()) {
            Some((path, _)) => Err(syn::Error::new_spanned(
                path,
                format!(
                    "`{}` is not called with numbers in this function; write the path of the call, or remove it; a \
                    method is recorded by a call such as `Point::norm(p)`",
                    name(path).replace(' ', "")
                ),
            )),
            None => Ok(()),
        }
    }
}

impl Lowering<'_> {
    /// A recorded call.
    pub(super) fn call_recorded(
        &mut self,
        path: TokenStream,
        generics: TokenStream,
        arguments: Vec<Argument>,
        lent: Vec<(Id, Place)>,
        call: &ExprCall,
    ) -> Result<Value> {
        if crate::parameter::mentions(&generics, &self.numbers.name.to_string()) {
            return refuse(
                &call.func,
                "the generic arguments of a recorded call mention `f64`, which is another number type there; remove \
                them",
            );
        }
        let name = path.clone().into_iter().last().map_or_else(String::new, |name| name.to_string());
        self.complete_call(
            &name,
            path,
            generics,
            Callee::Recorded,
            arguments,
            lent,
            Recursion::No,
            &call.func,
        )
    }
}
