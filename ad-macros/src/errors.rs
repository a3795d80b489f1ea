//! Collects the errors of one annotated item, to report them together. Dropping it unread is a bug of the macro, and panics.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::cell::RefCell;

/// The errors found so far. Phases share it by reference.
pub(crate) struct Errors {
    found: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Errors { found: RefCell::new(Some(Vec::new())) }
    }

    /// Reports `message` at `tokens`.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Reports `message` at `span`.
    pub(crate) fn span(&self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds an error.
    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            found.push(error);
        }
    }

    /// Adds the errors of an attempt.
    pub(crate) fn absorb(&self, attempt: &Errors) {
        attempt.found.take().unwrap_or_default().into_iter().for_each(|error| self.push(error));
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.found.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The `compile_error!` calls of all errors.
    pub(crate) fn finish(self) -> TokenStream {
        self.found.take().unwrap_or_default().iter().map(syn::Error::to_compile_error).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            self.found.borrow().is_none() || std::thread::panicking(),
            "errors of an item were never looked at"
        );
    }
}
