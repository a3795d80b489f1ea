//! Expressions that mention no numbers: they are kept as they are, with their names replaced.

use super::assigned::Assigned;
use super::mention::*;
use super::{Binding, Normal, Result, Value, refuse};
use crate::adjoint::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::Expr;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

impl Normal<'_> {
    /// Whether an expression mentions no variable that holds numbers, no number literal and nothing that changes
    /// what is outside of it, so that it can be kept as it is.
    pub(super) fn is_plain(&self, expr: &Expr) -> bool {
        let mut found = Found { normal: self, plain: true, bound: HashSet::new() };
        found.visit_expr(expr);
        let assigned = Assigned::of_expr(expr);
        found.plain
            && !self.scope.iter().any(|(name, _)| assigned.contains(name) && !found.bound.contains(name))
    }

    /// Whether a loop, branch or block gives a new meaning to a name of the program. Then its statements are followed.
    pub(super) fn hides(&self, expr: &Expr) -> bool {
        let flow = matches!(
            expr,
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
        );
        let mut bound = Bound::default();
        if flow {
            bound.visit_expr(expr);
        }
        self.scope.iter().any(|(name, _)| bound.names.contains(name))
    }

    /// An expression that is plain, with the names of the program.
    pub(super) fn plain(&mut self, expr: &Expr) -> Result<Plain> {
        let plain = self.plain_later(expr)?;
        if !plain.reads.is_empty() && !matches!(expr, Expr::Reference(_)) {
            return Ok(self.now(plain, "k", crate::adjoint::span_of(expr), None));
        }
        Ok(plain)
    }

    /// The same, evaluated where it will stand, as that of an iterator in the head of a loop.
    pub(super) fn plain_later(&mut self, expr: &Expr) -> Result<Plain> {
        let mut bound = Bound::default();
        bound.visit_expr(expr);
        if let Some((name, _)) = self.scope.iter().find(|(name, _)| bound.names.contains(name)) {
            return refuse(
                expr,
                format!("`{name}` is bound once more inside this expression: give it another name"),
            );
        }
        let scalars: Vec<usize> = self
            .scope
            .iter()
            .filter_map(|(name, binding)| match binding {
                Binding::Scalar(id) if crate::parameter::mentions(expr, name) => Some(*id),
                _ => None,
            })
            .collect();
        for scalar in scalars {
            self.version(scalar);
        }
        let mut replace =
            Replace { normal: self, plain: Plain { dear: bound.dear, ..Plain::default() }, failed: None };
        let mut copy = expr.clone();
        replace.visit_expr_mut(&mut copy);
        let Replace { mut plain, failed, .. } = replace;
        if let Some(error) = failed {
            return Err(error);
        }
        plain.tokens = copy.to_token_stream();
        plain.simple = matches!(expr, Expr::Path(_) | Expr::Lit(_));
        plain.reference = matches!(expr, Expr::Reference(_));
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident()
            && let Some(Binding::Value(Value::Plain(known))) = self.lookup(&name.to_string())
        {
            plain.reference = known.reference;
            plain.simple = known.simple;
        }
        plain.values.sort_unstable();
        plain.values.dedup();
        Ok(plain)
    }

    /// The tokens of a plain expression as an operand.
    pub(super) fn operand(plain: &Plain) -> TokenStream {
        let tokens = &plain.tokens;
        if plain.simple { tokens.clone() } else { quote!((#tokens)) }
    }

    /// An expression that is made of others.
    pub(super) fn compose(parts: &[&Plain], tokens: TokenStream, dear: bool) -> Plain {
        let mut plain = Plain { tokens, dear, ..Plain::default() };
        for part in parts {
            plain.values.extend(&part.values);
            plain.reads.extend(&part.reads);
            plain.dear |= part.dear;
        }
        plain
    }
}
