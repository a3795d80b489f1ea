//! A `match` on a plain value that is computed once: the forward sweep matches it where it is computed, and moves its parts out. The
//! reverse sweep knows the number of the arm and the parts that it needs, so the value itself is neither saved nor copied.
//!
//! ```text
//! // Input:  match parse(text) { Ok(rows) => e, Err(error) => f }
//! // Output: let m = match parse(text) { Ok(rows) => (0, held(rows), unheld()), Err(error) => (1, unheld(), held(error)) };
//! //         match m.0 { 0 => { let rows = taken(&m.1); e } _ => { let error = taken(&m.2); f } }
//! ```

use super::{Binding, Lowering, Result, Value};
use crate::adjoint::ir::*;
use crate::visit::Visit;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

/// The arms of such a `match`: the number of the chosen one, and the names that each of them binds, with the held parts.
pub(super) struct Divided {
    pub(super) chosen: Plain,
    parts: Vec<Vec<(String, Span, Plain)>>,
}

impl Divided {
    /// Whether this arm is the chosen one.
    pub(super) fn is(&self, arm: usize) -> Plain {
        let (tokens, arm) = (&self.chosen.tokens, Literal::usize_unsuffixed(arm));
        Plain { tokens: quote!(#tokens == #arm), simple: false, ..self.chosen.clone() }
    }
}

/// Whether a pattern borrows or changes the parts of its value.
fn borrows(pattern: &Pat) -> bool {
    struct Borrows(bool);
    impl<'ast> Visit<'ast> for Borrows {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.by_ref.is_some() || name.mutability.is_some() || name.subpat.is_some();
        }
    }
    let mut borrows = Borrows(false);
    borrows.visit_pat(pattern);
    borrows.0
}

impl Lowering<'_> {
    /// Matches a value that is computed once, if the patterns allow it.
    pub(super) fn divide(
        &mut self,
        scrutinee: &Plain,
        arms: &[(&Pat, Option<&Expr>)],
        at: Span,
    ) -> Result<Option<Divided>> {
        let once = match scrutinee.variable() {
            Some(id) => self.computed.contains(&id),
            None => scrutinee.expensive,
        };
        if !once || scrutinee.reference || arms.iter().any(|(pattern, _)| borrows(pattern)) {
            return Ok(None);
        }
        let private = self.numbers.private_at(at);
        let (mut bound, mut whole) = (Vec::new(), Self::compose(&[scrutinee], quote!(), true));
        for (pattern, guard) in arms {
            let (mut pattern, names) = ((*pattern).clone(), self.scope.len());
            self.rename(&mut pattern, false)?;
            let guard = guard.map(|guard| self.plain_later(guard)).transpose()?;
            let mut own = Vec::new();
            for (name, binding) in self.scope.split_off(names) {
                if let Binding::Value(Value::Plain(Plain { values, .. })) = binding {
                    own.push((name, values[0]));
                }
            }
            if let Some(guard) = &guard {
                whole = Self::compose(&[&whole, guard], quote!(), true);
                whole.values.retain(|id| own.iter().all(|(_, bound)| bound != id));
            }
            bound.push((pattern.to_token_stream(), guard.map(|guard| guard.tokens), own));
        }
        let (tokens, all) = (&scrutinee.tokens, bound.iter().map(|(.., own)| own.len()).sum::<usize>());
        let (mut code, mut first) = (TokenStream::new(), 0);
        for (number, (pattern, guard, own)) in bound.iter().enumerate() {
            let number = Literal::usize_unsuffixed(number);
            let guard = guard.as_ref().map(|guard| quote!(if #guard));
            let parts = (0..all).map(|i| match own.get(i.wrapping_sub(first)) {
                Some((_, id)) => {
                    let ident = &self.vars[*id].ident;
                    quote!(#private::adjoint::held(#ident))
                }
                None => quote!(#private::adjoint::unheld()),
            });
            code.extend(quote!(#pattern #guard => (#number, #(#parts,)*),));
            first += own.len();
        }
        whole.tokens = quote!(match #tokens { #code });
        let whole = self.now(whole, "m", at, None);
        let part = |i: usize, code: &dyn Fn(TokenStream) -> TokenStream| {
            let (tokens, i) = (&whole.tokens, Literal::usize_unsuffixed(i));
            let tokens = code(quote!(#tokens.#i));
            Plain { tokens, values: whole.values.clone(), expensive: true, held: true, ..Plain::default() }
        };
        let chosen = self.now(part(0, &|tokens| tokens), "arm", at, Some(quote!(::core::primitive::usize)));
        let (mut parts, mut i) = (Vec::new(), 0);
        for (.., own) in bound {
            let mut named = Vec::new();
            for (name, id) in own {
                i += 1;
                let taken = part(i, &|tokens| quote!(#private::adjoint::taken(&#tokens)));
                named.push((name, self.vars[id].span, taken));
            }
            parts.push(named);
        }
        Ok(Some(Divided { chosen, parts }))
    }

    /// The value of a `match`, which has a name unless it is a place.
    pub(super) fn scrutinee(&mut self, value: Plain, at: &Expr) -> Plain {
        let place = super::place::is_place(at) && value.reads.is_empty() && !value.state && !value.expensive;
        if place { value } else { self.now(value, "m", super::super::span_of(at), None) }
    }

    /// Binds the names of an arm to the held parts.
    pub(super) fn bind_divided(&mut self, of: &Divided, arm: usize) {
        for (name, span, part) in &of.parts[arm] {
            let part = self.now(part.clone(), name, *span, None);
            self.taken.extend(part.variable());
            self.scope.push((name.clone(), Binding::Value(Value::Plain(part))));
        }
    }
}
