//! Patterns of `Option`s and `Result`s: `if let`, `match`, `let … else` and `?`.

use super::variant::fits_all;
use super::{Binding, Lowering, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

/// The case of a pattern.
enum Case<'p> {
    /// `Some(p)`, `Ok(p)`
    There(&'p Pat),
    /// `None`, `Err(_)`
    Nothing,
    /// `Err(p)`
    Failed(&'p Pat),
    /// `_`
    Any,
}

/// A `Result` with numbers, whose error is bound.
struct Failed {
    place: Place,
    /// Whether patterns bind references to its parts.
    borrowed: bool,
}

fn case(pattern: &Pat) -> Option<Case<'_>> {
    // A user's enum may have a variant of this name.
    let last = |path: &syn::Path| {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let last = names.next()?;
        names.next().is_none_or(|of| of == "Option" || of == "Result").then_some(last)
    };
    match pattern {
        Pat::TupleStruct(inner) if inner.elems.len() == 1 => match last(&inner.path)?.as_str() {
            "Some" | "Ok" => Some(Case::There(&inner.elems[0])),
            "Err" if matches!(inner.elems[0], Pat::Wild(_)) => Some(Case::Nothing),
            "Err" => Some(Case::Failed(&inner.elems[0])),
            _ => None,
        },
        Pat::Path(path) if last(&path.path)? == "None" => Some(Case::Nothing),
        Pat::Ident(name) if name.ident == "None" => Some(Case::Nothing),
        Pat::Wild(_) => Some(Case::Any),
        Pat::Paren(inner) => case(&inner.pat),
        Pat::Reference(inner) => case(&inner.pat),
        _ => None,
    }
}

/// Whether each arm asks only whether there is a content.
pub(super) fn of_options(inner: &syn::ExprMatch) -> bool {
    inner.arms.iter().all(|arm| match case(&arm.pat) {
        Some(Case::There(pattern) | Case::Failed(pattern)) => fits_all(pattern),
        Some(Case::Nothing | Case::Any) => true,
        None => false,
    })
}

impl Lowering<'_> {
    /// `if let pattern = scrutinee { then } else { otherwise }`
    pub(super) fn if_let(&mut self, condition: &syn::ExprLet, branch: &syn::ExprIf) -> Result<Value> {
        let otherwise = |lowering: &mut Self| match &branch.else_branch {
            Some((_, otherwise)) => lowering.expr(otherwise),
            None => Ok(Value::Unit),
        };
        if let (Some(Case::There(Pat::Ident(name))), Some((there, place))) =
            (case(&condition.pat), self.perhaps_part(&condition.expr)?)
        {
            let place = Binding::Value(Value::Plain(place));
            let then = |lowering: &mut Self| {
                lowering.scope.push((name.ident.to_string(), place));
                lowering.block_value(&branch.then_branch)
            };
            return self.choose(there, &branch.if_token, then, otherwise);
        }
        let value = self.expr(&condition.expr)?;
        let value = self.data(value, &condition.expr)?;
        if let Value::Plain(scrutinee) = value {
            return self.if_let_plain(scrutinee, condition, branch);
        }
        let (_, inside) = self.shallow(&condition.pat);
        if let (Pat::Slice(slice), true) = (&*condition.pat, inside.is_empty()) {
            let (flag, list) = self.fits(slice, &value)?;
            return self.choose(
                flag,
                &branch.if_token,
                |lowering| {
                    lowering.bind(&condition.pat, list, None)?;
                    lowering.block_value(&branch.then_branch)
                },
                otherwise,
            );
        }
        if !inside.is_empty() || matches!(&*condition.pat, Pat::Or(_)) {
            let then = syn::ExprBlock { attrs: Vec::new(), label: None, block: branch.then_branch.clone() };
            let then = Expr::Block(then);
            let otherwise: Expr = match &branch.else_branch {
                Some((_, otherwise)) => (**otherwise).clone(),
                None => syn::parse_quote!({}),
            };
            let any = syn::parse_quote!(_);
            let arms = [(&*condition.pat, None, &then), (&any, None, &otherwise)];
            return self.in_turn(value, arms.into_iter(), branch.if_token.span);
        }
        match case(&condition.pat) {
            _ if fits_all(&condition.pat) => {
                let names = self.scope.len();
                self.bind(&condition.pat, value, None)?;
                let value = self.block_value(&branch.then_branch);
                self.scope.truncate(names);
                value
            }
            Some(Case::There(pattern)) => {
                let (flag, inside) = self.maybe(value, &condition.expr)?;
                self.choose(
                    flag,
                    &branch.if_token,
                    |lowering| {
                        lowering.bind(pattern, inside, None)?;
                        lowering.block_value(&branch.then_branch)
                    },
                    otherwise,
                )
            }
            Some(Case::Nothing) => {
                let (flag, _) = self.maybe(value, &condition.expr)?;
                self.choose(flag, &branch.if_token, otherwise, |lowering| {
                    lowering.block_value(&branch.then_branch)
                })
            }
            Some(Case::Failed(pattern)) => {
                let failed = self.failed(&value, &condition.expr)?;
                let (flag, _) = self.maybe(Value::Place(failed.place.clone()), &condition.expr)?;
                self.choose(flag, &branch.if_token, otherwise, |lowering| {
                    let error = lowering.failure(&failed, pattern);
                    lowering.bind(pattern, error, None)?;
                    lowering.block_value(&branch.then_branch)
                })
            }
            _ => self.if_variant(
                &condition.pat,
                &value,
                |lowering| lowering.block_value(&branch.then_branch),
                otherwise,
            ),
        }
    }

    fn if_let_plain(
        &mut self,
        scrutinee: Plain,
        condition: &syn::ExprLet,
        branch: &syn::ExprIf,
    ) -> Result<Value> {
        let any = syn::parse_quote!(_);
        let arms = [(&*condition.pat, None), (&any, None)];
        if let Some(parts) = self.divide(&scrutinee, &arms, span_of(&condition.expr))? {
            let then = |lowering: &mut Self| {
                lowering.bind_divided(&parts, 0);
                lowering.block_value(&branch.then_branch)
            };
            return self.choose(parts.is(0), &branch.if_token, then, |lowering| match &branch.else_branch {
                Some((_, otherwise)) => lowering.expr(otherwise),
                None => Ok(Value::Unit),
            });
        }
        let scrutinee = self.scrutinee(scrutinee, &condition.expr);
        let mut pattern = (*condition.pat).clone();
        let names = self.scope.len();
        self.rename(&mut pattern, scrutinee.reference)?;
        let (then, then_block) = self.nested(|lowering| lowering.block_value(&branch.then_branch))?;
        self.scope.truncate(names);
        let (otherwise, else_block) = self.nested(|lowering| match &branch.else_branch {
            Some((_, otherwise)) => lowering.expr(otherwise),
            None => Ok(Value::Unit),
        })?;
        let arms = vec![
            (pattern.to_token_stream(), None, then, then_block, branch.then_branch.to_token_stream()),
            (quote!(_), None, otherwise, else_block, branch.if_token.to_token_stream()),
        ];
        self.join(scrutinee, arms, false, span_of(&branch.if_token))
    }

    /// A `match` on an optional value.
    pub(super) fn match_maybe(&mut self, value: Value, inner: &syn::ExprMatch) -> Result<Value> {
        let arms: Vec<&syn::Arm> = inner.arms.iter().collect();
        let (value, failed) = if arms.iter().any(|arm| matches!(case(&arm.pat), Some(Case::Failed(_)))) {
            let failed = self.failed(&value, &inner.expr)?;
            (if failed.borrowed { value } else { Value::Place(failed.place.clone()) }, Some(failed))
        } else {
            (value, None)
        };
        let (flag, inside) = self.maybe(value, &inner.expr)?;
        self.choose(
            flag,
            &inner.match_token,
            |lowering| lowering.arms(&arms, Ok(&inside)),
            |lowering| lowering.arms(&arms, Err(failed.as_ref())),
        )
    }

    fn failed(&mut self, value: &Value, at: &dyn ToTokens) -> Result<Failed> {
        let place = self.stored(value, "a", at)?;
        let whole = place.projections.is_empty();
        let reference = self.vars[place.root].role == Role::Borrowed || matches!(place.ty, Ty::Reference(_));
        Ok(Failed { borrowed: matches!(value, Value::Borrow(_)) || whole && reference, place })
    }

    /// The error of a `Result` with numbers.
    fn failure(&mut self, Failed { place, borrowed }: &Failed, at: &dyn ToTokens) -> Value {
        let (tokens, mut values) = super::super::place_tokens(&self.vars, place, false);
        values.push(place.root);
        let tokens = quote!(::core::clone::Clone::clone(#tokens.as_ref().err().unwrap()));
        let reads = self.containers(place);
        let error = Plain { tokens, values, reads, expensive: true, ..Plain::default() };
        let error = self.now(error, "error", span_of(at), None);
        if !borrowed {
            return Value::Plain(error);
        }
        let tokens = &error.tokens;
        Value::Plain(Plain { reference: true, ..Self::compose(&[&error], quote!(&#tokens), false) })
    }

    /// A `match` on a list, with patterns of slices.
    pub(super) fn match_slices(&mut self, arms: &[&syn::Arm], value: &Value) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else { return Ok(Value::Never) };
        // rustc has seen an arm for each length, so the last arm fits the remaining lengths.
        let (false, Pat::Slice(slice)) = (rest.is_empty(), &arm.pat) else {
            let names = self.scope.len();
            self.bind(&arm.pat, value.clone(), None)?;
            let given = self.expr(&arm.body);
            self.scope.truncate(names);
            return given;
        };
        let (flag, list) = self.fits(slice, value)?;
        self.choose(
            flag,
            &arm.fat_arrow_token,
            |lowering| {
                lowering.bind(&arm.pat, list, None)?;
                lowering.expr(&arm.body)
            },
            |lowering| lowering.match_slices(rest, value),
        )
    }

    /// The first of these arms that matches the content, or its absence.
    ///
    /// ```text
    /// // Input:  Some(v) if v > 0.0 => a, Some(v) => b
    /// // Output: if v > 0.0 { a } else { b }
    /// ```
    fn arms(
        &mut self,
        arms: &[&syn::Arm],
        inside: std::result::Result<&Value, Option<&Failed>>,
    ) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else {
            // rustc has checked that there is an arm for each case.
            return Ok(Value::Never);
        };
        match (case(&arm.pat), inside) {
            (Some(Case::There(pattern)), Ok(inside)) => self.bind(pattern, inside.clone(), None)?,
            (Some(Case::Failed(pattern)), Err(Some(failed))) => {
                let error = self.failure(failed, pattern);
                self.bind(pattern, error, None)?;
            }
            (Some(Case::Nothing), Err(_)) | (Some(Case::Any), _) => {}
            _ => return self.arms(rest, inside),
        }
        let Some((token, guard)) = &arm.guard else { return self.expr(&arm.body) };
        let guard = self.integer(guard)?;
        let guard = if guard.simple { guard } else { self.now(guard, "c", span_of(token), None) };
        self.choose(guard, token, |lowering| lowering.expr(&arm.body), |lowering| lowering.arms(rest, inside))
    }

    /// `let pattern = value else { … };`
    pub(super) fn let_else(&mut self, pattern: &Pat, value: Value, diverge: &Expr) -> Result<()> {
        let value = self.data(value, pattern)?;
        if let Value::Plain(plain) = value {
            return self.let_else_plain(pattern, plain, diverge);
        }
        if let Pat::Reference(inner) = pattern {
            return self.let_else(&inner.pat, Self::dereferenced(value), diverge);
        }
        if fits_all(pattern) {
            return self.bind(pattern, value, None);
        }
        let (outer, inside) = self.shallow(pattern);
        if !inside.is_empty() {
            if fits_all(&outer) {
                self.bind(&outer, value, None)?;
            } else {
                self.let_else(&outer, value, diverge)?;
            }
            return inside.iter().try_for_each(|(part, pattern)| {
                let value = self.expr(&syn::parse_quote!(#part))?;
                self.let_else(pattern, value, diverge)
            });
        }
        if let Pat::Slice(slice) = pattern {
            let (flag, list) = self.fits(slice, &value)?;
            self.choose(flag, diverge, |_| Ok(Value::Unit), |lowering| lowering.expr(diverge))?;
            return self.bind(pattern, list, None);
        }
        if let Some(failed @ (Case::Nothing | Case::Failed(_))) = case(pattern) {
            let of = self.failed(&value, diverge)?;
            let (flag, _) = self.maybe(Value::Place(of.place.clone()), diverge)?;
            self.choose(flag, diverge, |lowering| lowering.expr(diverge), |_| Ok(Value::Unit))?;
            let Case::Failed(pattern) = failed else { return Ok(()) };
            let error = self.failure(&of, pattern);
            return self.bind(pattern, error, None);
        }
        let Some(Case::There(pattern)) = case(pattern) else {
            let value = self.held(value, diverge)?;
            let otherwise = |lowering: &mut Self| lowering.expr(diverge);
            self.if_variant(pattern, &value, |_| Ok(Value::Unit), otherwise)?;
            return self.bind_variant(pattern, &value);
        };
        let (flag, inside) = self.maybe(value, diverge)?;
        self.choose(flag, diverge, |_| Ok(Value::Unit), |lowering| lowering.expr(diverge))?;
        self.bind(pattern, inside, None)
    }

    /// ```text
    /// // Input:  let Some((i, j)) = value else { … };
    /// // Output: let (i, j) = match value { Some((i, j)) => (i, j), _ => { … } };
    /// ```
    fn let_else_plain(&mut self, pattern: &Pat, value: Plain, diverge: &Expr) -> Result<()> {
        let any = syn::parse_quote!(_);
        if let Some(parts) = self.divide(&value, &[(pattern, None), (&any, None)], span_of(diverge))? {
            self.choose(parts.is(0), diverge, |_| Ok(Value::Unit), |lowering| lowering.expr(diverge))?;
            self.bind_divided(&parts, 0);
            return Ok(());
        }
        let names = super::mention::names_in(pattern);
        let borrows = value.reference && !matches!(pattern, Pat::Reference(_));
        let value = self.now(value, "m", span_of(diverge), None);
        let name = self.hidden("matched", Value::Plain(value), &pattern);
        // References to parts cannot be saved, so they are made of copies.
        let parts = names.iter().map(|name| if borrows { quote!(#name.to_owned()) } else { quote!(#name) });
        let parts =
            self.expr(&syn::parse_quote!(match #name { #pattern => (#(#parts,)*), _ => #diverge }))?;
        self.scope.pop();
        let parts = match parts {
            Value::Plain(parts) if borrows => {
                let parts = self.now(parts, "parts", span_of(diverge), None);
                let tokens = &parts.tokens;
                let tokens = quote!((&#tokens));
                Value::Plain(Plain { tokens, reference: true, simple: false, ..parts })
            }
            parts => parts,
        };
        self.bind(&syn::parse_quote!((#(#names,)*)), parts, None)
    }

    /// `value?`
    pub(super) fn question(&mut self, question: &syn::ExprTry) -> Result<Value> {
        let Some(returned) = self.returned else {
            return refuse(question.question_token, "`?` is in a closure; write a `match`");
        };
        let value = self.expr(&question.expr)?;
        let value = match value {
            Value::Plain(plain) => return self.question_plain(plain, question),
            value => value,
        };
        let failure = if self.fails { Some(self.stored(&value, "a", question)?) } else { None };
        let (flag, inside) = self.maybe(value, &question.expr)?;
        self.choose(
            flag,
            &question.question_token,
            |_| Ok(Value::Unit),
            |lowering| {
                let ty = lowering.vars[returned].ty.clone();
                let nothing = match failure {
                    Some(place) => {
                        let (tokens, _) = super::super::place_tokens(&lowering.vars, &place, false);
                        quote!(::core::result::Result::Err(::core::convert::From::from(
                            ::core::clone::Clone::clone(#tokens.as_ref().err().unwrap())
                        )))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let old = lowering.var("old", span_of(question), ty.clone(), Role::Value);
                let value = Source::nothing(nothing);
                lowering.push(Stmt::Write { place: Place::of(returned, ty), value, old });
                lowering.leave_function();
                Ok(Value::Never)
            },
        )?;
        Ok(inside)
    }

    /// ```text
    /// // Input:  value?
    /// // Output: match value { Some(inside) => inside, None => return None }
    /// ```
    fn question_plain(&mut self, value: Plain, question: &syn::ExprTry) -> Result<Value> {
        let span = question.question_token.span;
        let expr = &question.expr;
        let there: Pat =
            if self.fails { syn::parse_quote!(Ok(__inside)) } else { syn::parse_quote!(Some(__inside)) };
        let nothing: Pat = if self.fails { syn::parse_quote!(Err(__error)) } else { syn::parse_quote!(None) };
        if let Some(parts) = self.divide(&value, &[(&there, None), (&nothing, None)], span_of(expr))? {
            let nothing: Expr = if self.fails {
                syn::parse_quote_spanned!(span=> return Err(::core::convert::From::from(__error)))
            } else {
                syn::parse_quote_spanned!(span=> return None)
            };
            let exit = |lowering: &mut Self| {
                lowering.bind_divided(&parts, 1);
                lowering.expr(&nothing)
            };
            self.choose(parts.is(0), question, |_| Ok(Value::Unit), exit)?;
            let names = self.scope.len();
            self.bind_divided(&parts, 0);
            let inside = self.expr(&syn::parse_quote!(__inside));
            self.scope.truncate(names);
            return inside;
        }
        let value = self.now(value, "m", span, None);
        let name = self.hidden("matched", Value::Plain(value), &question);
        let matched: Expr = if self.fails {
            syn::parse_quote_spanned!(span=> match &#name {
                Ok(__inside) => ::core::clone::Clone::clone(__inside),
                Err(__error) => {
                    return Err(::core::convert::From::from(::core::clone::Clone::clone(__error)))
                }
            })
        } else {
            syn::parse_quote_spanned!(span=> match &#name {
                Some(__inside) => ::core::clone::Clone::clone(__inside),
                None => return None,
            })
        };
        let value = self.expr(&matched);
        self.scope.pop();
        value
    }
}
