//! The names in scope, and the variables that are taken apart.

use super::types::{Part, Taken, Way};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use std::rc::Rc;
use syn::{Expr, Lifetime, Local, LocalInit, Pat, PatIdent, PatType, Stmt, Token, Type, parse_quote};

/// The meaning of a name.
#[derive(Clone)]
pub(super) enum Meaning {
    /// A variable of the user.
    Other,
    /// A variable of an inlined function, by its new name.
    Renamed(Ident),
    Apart(Variable),
}

/// A variable whose type is taken apart, or a field of one.
#[derive(Clone)]
pub(super) struct Variable {
    /// Its own type.
    pub(super) of: String,
    /// The type of the variable, which has the parts.
    whole: Rc<Taken>,
    /// The beginning of the names of the parts' variables.
    prefix: String,
    /// How these hold the parts.
    pub(super) way: Way,
    /// The path of the field with a dot at its end, if it is one.
    path: String,
}

impl Variable {
    pub(super) fn new(whole: Taken, prefix: &str, way: Way) -> Self {
        let prefix = prefix.trim_start_matches("r#").to_owned();
        Variable { of: whole.name.clone(), whole: Rc::new(whole), prefix, way, path: String::new() }
    }

    /// The part of a name.
    fn part(&self, name: &str) -> Option<&Part> {
        let name = format!("{}{name}", self.path);
        self.whole.parts.iter().find(|part| part.name == name)
    }

    /// The field whose type is taken apart.
    pub(super) fn field(&self, name: &str, of: &Taken) -> Option<Variable> {
        let inner = of.inner.get(name)?;
        let path = format!("{}{name}.", self.path);
        Some(Variable { of: inner.of.clone(), path, ..self.clone() })
    }

    /// Whether a field is a reference.
    pub(super) fn is_reference(&self, name: &str) -> bool {
        self.part(name).is_some_and(|part| part.is_reference)
    }

    /// The user's expression for a part.
    pub(super) fn access(&self, name: &str, span: Span) -> Option<Expr> {
        let part = self.part(name)?;
        let variable = self.name(name, span);
        let by_value = part.is_reference || part.passed(self.way) == Way::Value;
        Some(if by_value { parse_quote!(#variable) } else { parse_quote!((*#variable)) })
    }

    /// A part, passed as the parameter of another function, or as the field of another value.
    pub(super) fn pass(&self, part: &Part, way: Way, span: Span) -> Option<Expr> {
        let own = self.part(&part.name)?;
        let name = self.name(&part.name, span);
        Some(match (own.passed(self.way), part.passed(way)) {
            (Way::Value, Way::Value) | (Way::Shared, Way::Shared) => parse_quote!(#name),
            (Way::Value, Way::Shared) => parse_quote!(&#name),
            (Way::Value, Way::Exclusive) => parse_quote!(&mut #name),
            (_, Way::Value) => parse_quote!(*#name),
            (Way::Exclusive, Way::Shared) => parse_quote!(&*#name),
            (_, Way::Exclusive) => parse_quote!(&mut *#name),
        })
    }

    /// The variable of a part.
    fn name(&self, part: &str, span: Span) -> Ident {
        name_of(&self.prefix, &format!("{}{part}", self.path), span)
    }

    /// The variables of all parts, with their types.
    pub(super) fn variables(&self, span: Span, made: Option<&Lifetime>) -> Vec<(Ident, Type, bool)> {
        let parts = self.whole.parts.iter();
        parts
            .map(|part| {
                let name = name_of(&self.prefix, &part.name, span);
                (name, part.type_of(self.way, made), part.fixed)
            })
            .collect()
    }
}

/// The variable of a part: `__solver_best`.
pub(super) fn name_of(prefix: &str, part: &str, span: Span) -> Ident {
    let part = part.replace('.', "__");
    format_ident!("__{prefix}_{}", part.trim_start_matches("r#"), span = Span::mixed_site().located_at(span))
}

/// `let pattern: ty = value;`
pub(super) fn binding(pat: Pat, ty: Option<Type>, value: Expr) -> Stmt {
    let pat = match ty {
        Some(ty) => Pat::Type(PatType {
            attrs: Vec::new(),
            pat: Box::new(pat),
            colon_token: <Token![:]>::default(),
            ty: Box::new(ty),
        }),
        None => pat,
    };
    let init = LocalInit { eq_token: <Token![=]>::default(), expr: Box::new(value), diverge: None };
    let (let_token, semi_token) = (<Token![let]>::default(), <Token![;]>::default());
    Stmt::Local(Local { attrs: Vec::new(), let_token, pat, init: Some(init), semi_token })
}

/// `mut name`
pub(super) fn pattern(ident: Ident, mutable: bool) -> Pat {
    let mutability = mutable.then(<Token![mut]>::default);
    Pat::Ident(PatIdent { attrs: Vec::new(), by_ref: None, mutability, ident, subpat: None })
}
