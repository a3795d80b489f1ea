//! Patterns: they bind names, and must not inspect numbers.

use super::Walk;
use super::path::is_constant;
use crate::kind::Kind;
use crate::refusal;
use quote::ToTokens;
use syn::{Expr, Member, Pat, PatOr};

impl Walk<'_> {
    /// Binds the names of a pattern that cannot fail: that of a parameter, of `let` and of `for`.
    pub(super) fn irrefutable(&mut self, pattern: &mut Pat, kind: &Kind) {
        self.irrefutable = true;
        self.pattern(pattern, kind);
        self.irrefutable = false;
    }

    /// Binds the names of a pattern, with the kind of its value.
    pub(super) fn pattern(&mut self, pattern: &mut Pat, kind: &Kind) {
        match pattern {
            Pat::Ident(name) => {
                // In a refutable pattern, a name in upper case is a constant or a variant, and not a new local.
                if self.irrefutable
                    || name.subpat.is_some()
                    || !name.ident.to_string().starts_with(char::is_uppercase)
                {
                    self.bind(&name.ident, kind.clone());
                } else if *kind == Kind::Number && is_constant(&name.ident.to_string()) {
                    self.refuse(
                        &name.ident,
                        refusal::Body::ConstantPattern { name: &name.ident.to_string() },
                    );
                }
                if let Some((_, pattern)) = &mut name.subpat {
                    self.pattern(pattern, kind);
                }
            }
            Pat::Path(path) if *kind == Kind::Number => {
                let name = path.to_token_stream().to_string().replace(' ', "");
                self.refuse(&*path, refusal::Body::ConstantPattern { name: &name });
            }
            Pat::Lit(lit) => self.pattern_literal(&lit.lit, kind),
            Pat::Range(range) => {
                for end in [&range.start, &range.end].into_iter().flatten() {
                    self.pattern_end(end, kind);
                }
            }
            Pat::Or(or) => self.alternatives(or, kind),
            Pat::Paren(inner) => self.pattern(&mut inner.pat, kind),
            Pat::Reference(inner) => self.pattern(&mut inner.pat, kind),
            Pat::Slice(slice) => {
                for element in &mut slice.elems {
                    let rest = matches!(element, Pat::Ident(name) if name.subpat.is_some());
                    let kind = if rest { kind.clone() } else { kind.element() };
                    self.pattern(element, &kind);
                }
            }
            Pat::Tuple(tuple) => {
                let count = tuple.elems.len();
                let rest = tuple.elems.iter().position(|pattern| matches!(pattern, Pat::Rest(_)));
                for (i, element) in tuple.elems.iter_mut().enumerate() {
                    let part = match kind {
                        Kind::Tuple(kinds) if rest.is_none_or(|rest| i < rest) => kinds.get(i).cloned(),
                        Kind::Tuple(kinds) => {
                            (kinds.len() + i).checked_sub(count).and_then(|i| kinds.get(i).cloned())
                        }
                        Kind::Never => Some(Kind::Never),
                        _ => None,
                    };
                    self.pattern(element, &part.unwrap_or_else(|| kind.part()));
                }
            }
            Pat::TupleStruct(tuple) => {
                self.numbers.lower_arguments(&mut tuple.path);
                let name = tuple.path.segments.last().map(|segment| segment.ident.to_string());
                let part = match name.as_deref() {
                    Some("Some" | "Ok") => kind.element(),
                    Some("Err") => Kind::Plain,
                    _ => kind.part(),
                };
                let outer = self.scope.len();
                tuple.elems.iter_mut().for_each(|element| self.pattern(element, &part));
                if !matches!(name.as_deref(), Some("Some" | "Ok" | "Err")) {
                    self.fields_of_data(outer);
                }
            }
            Pat::Struct(pattern) => {
                self.numbers.lower_arguments(&mut pattern.path);
                let outer = self.scope.len();
                for field in &mut pattern.fields {
                    let part = match (&field.member, kind) {
                        (member, Kind::Struct(name)) => Some(
                            self.numbers.field(name, &quote::ToTokens::to_token_stream(member).to_string()),
                        ),
                        (Member::Unnamed(i), Kind::Tuple(kinds)) => kinds.get(i.index as usize).cloned(),
                        _ => None,
                    };
                    self.pattern(&mut field.pat, &part.unwrap_or_else(|| kind.part()));
                }
                self.fields_of_data(outer);
            }
            Pat::Type(typed) => {
                let declared = Kind::of_type(&typed.ty, &Kind::Number, self.numbers);
                self.numbers.lower_type(&mut typed.ty);
                let kind =
                    if matches!(declared, Kind::Never | Kind::Plain) { kind.clone() } else { declared };
                self.pattern(&mut typed.pat, &kind);
            }
            Pat::Macro(mac) => {
                if let Some(float) = super::macros::float_in(&mac.mac.tokens) {
                    self.hidden_float(float, &mac.mac);
                }
            }
            _ => {}
        }
    }

    /// The fields of data, which the names from here on are bound to, may be floats.
    fn fields_of_data(&mut self, outer: usize) {
        let fields = self.scope[outer..].iter().map(|(_, slot)| *slot);
        let fields = fields.filter(|slot| self.slots[*slot] == Kind::Plain);
        self.of_literals.extend(fields);
    }

    /// Alternatives bind the same names, each of which is one local. Its kind is the join over the alternatives.
    ///
    /// ```text
    /// Ok(y) | Err(y)
    /// ```
    fn alternatives(&mut self, or: &mut PatOr, kind: &Kind) {
        let outer = self.scope.len();
        or.cases.iter_mut().for_each(|case| self.pattern(case, kind));
        for (name, slot) in self.scope.split_off(outer) {
            match self.scope[outer..].iter().find(|(first, _)| *first == name) {
                Some(&(_, first)) => self.learn(first, self.slots[slot].clone()),
                None => self.scope.push((name, slot)),
            }
        }
    }

    fn pattern_end(&mut self, end: &Expr, kind: &Kind) {
        match end {
            Expr::Lit(lit) => self.pattern_literal(&lit.lit, kind),
            Expr::Unary(unary) => self.pattern_end(&unary.expr, kind),
            _ => {}
        }
    }

    fn pattern_literal(&mut self, lit: &syn::Lit, kind: &Kind) {
        if crate::literal::float(lit).is_some() && !kind.is_plain() {
            self.errors.push(syn::Error::new(lit.span(), refusal::Body::FloatPattern));
        }
    }
}
