//! Patterns of `Option`s and `Result`s: `if let`, `match`, `let … else` and `?`.

use super::{Lowering, Result, Value, refuse};
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
    /// `_`
    Any,
}

fn case(pattern: &Pat) -> Option<Case<'_>> {
    let last = |path: &syn::Path| path.segments.last().map(|segment| segment.ident.to_string());
    match pattern {
        Pat::TupleStruct(inner) if inner.elems.len() == 1 => match last(&inner.path)?.as_str() {
            "Some" | "Ok" => Some(Case::There(&inner.elems[0])),
            "Err" if matches!(inner.elems[0], Pat::Wild(_)) => Some(Case::Nothing),
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

impl Lowering<'_> {
    /// `if let pattern = scrutinee { then } else { otherwise }`
    pub(super) fn if_let(&mut self, condition: &syn::ExprLet, branch: &syn::ExprIf) -> Result<Value> {
        let otherwise = |lowering: &mut Self| match &branch.else_branch {
            Some((_, otherwise)) => lowering.expr(otherwise),
            None => Ok(Value::Unit),
        };
        let value = self.expr(&condition.expr)?;
        if let Value::Plain(scrutinee) = value {
            return self.if_let_plain(scrutinee, condition, branch);
        }
        if let Pat::Slice(slice) = &*condition.pat {
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
        match case(&condition.pat) {
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
            _ => refuse(
                &condition.pat,
                "this pattern of a value with numbers is not supported; write `Some(…)`, `Ok(…)`, `None` or `Err(_)`",
            ),
        }
    }

    fn if_let_plain(
        &mut self,
        scrutinee: Plain,
        condition: &syn::ExprLet,
        branch: &syn::ExprIf,
    ) -> Result<Value> {
        let scrutinee = self.now(scrutinee, "m", span_of(&condition.expr), None);
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
        for arm in &inner.arms {
            if case(&arm.pat).is_none() {
                return refuse(
                    &arm.pat,
                    "this `match` on a value with numbers is not supported; write arms for `Some(…)` and `None`, or \
                    for `Ok(…)` and `Err(_)`, or use `if`",
                );
            }
        }
        let (flag, inside) = self.maybe(value, &inner.expr)?;
        let arms: Vec<&syn::Arm> = inner.arms.iter().collect();
        self.choose(
            flag,
            &inner.match_token,
            |lowering| lowering.arms(&arms, Some(&inside)),
            |lowering| lowering.arms(&arms, None),
        )
    }

    /// A `match` on a list, with patterns of slices.
    pub(super) fn match_slices(&mut self, arms: &[&syn::Arm], value: &Value) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else { return Ok(Value::Never) };
        if let Some((_, guard)) = &arm.guard {
            return refuse(guard, "a guard is beside a pattern of a slice; write `if` inside the arm");
        }
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
    pub(super) fn arms(&mut self, arms: &[&syn::Arm], inside: Option<&Value>) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else {
            // rustc has checked that there is an arm for each case.
            return Ok(Value::Never);
        };
        match (case(&arm.pat), inside) {
            (Some(Case::There(pattern)), Some(inside)) => self.bind(pattern, inside.clone(), None)?,
            (Some(Case::Nothing), None) | (Some(Case::Any), _) => {}
            _ => return self.arms(rest, inside),
        }
        let Some((token, guard)) = &arm.guard else { return self.expr(&arm.body) };
        let guard = self.integer(guard)?;
        let guard = if guard.simple { guard } else { self.now(guard, "c", span_of(token), None) };
        self.choose(guard, token, |lowering| lowering.expr(&arm.body), |lowering| lowering.arms(rest, inside))
    }

    /// `let pattern = value else { … };`
    pub(super) fn let_else(&mut self, pattern: &Pat, value: Value, diverge: &Expr) -> Result<()> {
        if let Pat::Reference(inner) = pattern {
            return self.let_else(&inner.pat, Self::dereferenced(value), diverge);
        }
        if let Value::Plain(_) = value {
            return refuse(
                diverge,
                "`let … else` of a value without numbers is not supported; write a `match`",
            );
        }
        if let Pat::Slice(slice) = pattern {
            let (flag, list) = self.fits(slice, &value)?;
            self.choose(flag, diverge, |_| Ok(Value::Unit), |lowering| lowering.expr(diverge))?;
            return self.bind(pattern, list, None);
        }
        let Some(Case::There(pattern)) = case(pattern) else {
            return refuse(
                pattern,
                "this pattern of a value with numbers is not supported; write `Some(…)` or `Ok(…)`",
            );
        };
        let (flag, inside) = self.maybe(value, diverge)?;
        self.choose(flag, diverge, |_| Ok(Value::Unit), |lowering| lowering.expr(diverge))?;
        self.bind(pattern, inside, None)
    }

    /// `value?`
    pub(super) fn question(&mut self, question: &syn::ExprTry) -> Result<Value> {
        let Some(returned) = self.returned else {
            return refuse(question.question_token, "`?` is in a closure; write a `match`");
        };
        let value = self.expr(&question.expr)?;
        let value = match value {
            Value::Plain(_) => {
                return refuse(
                    question.question_token,
                    "`?` is on a value without numbers; check it before, in a separate function",
                );
            }
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
}
