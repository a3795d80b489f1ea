//! Refusals of code that needs the whole value.

use super::body::{Body, name_of, strip};
use super::refusal;
use quote::ToTokens;
use syn::Expr;

impl Body<'_> {
    /// Remembers the first refusal.
    pub(super) fn refuse(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.error.get_or_insert_with(|| refusal(tokens, message));
    }

    /// Refuses a use of a whole value.
    pub(super) fn refuse_whole(&mut self, tokens: impl ToTokens, of: &str) {
        self.refuse(
            tokens,
            format_args!(
                "`{of}` borrows numbers, and its fields become variables here; use its fields and methods, or pass it to a function \
                of this module that takes `{of}`, `&{of}` or `&mut {of}`"
            ),
        );
    }

    /// Refuses a new value that is not bound to a variable.
    pub(super) fn refuse_unbound(&mut self, tokens: impl ToTokens, of: &str) {
        self.refuse(
            tokens,
            format_args!(
                "a `{of}` borrows numbers; bind it with a `let` of its own, and use its fields and methods"
            ),
        );
    }

    /// Refuses an assignment to a borrowed part, which a variable of a function around would not notice.
    pub(super) fn refuse_assigned(&mut self, place: &Expr) {
        let Expr::Field(field) = strip(place) else { return };
        let Some(base) = self.base(field) else { return };
        if base.is_reference(&name_of(&field.member)) {
            let message = format!(
                "`{}` borrows numbers, and its field is assigned another reference; keep the reference, and change an index",
                base.of
            );
            self.refuse(place, message);
        }
    }
}
