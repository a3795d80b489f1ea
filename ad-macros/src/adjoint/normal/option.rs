//! `Option`s and `Result`s of numbers: a flag, and what is there if it holds. What is bound to a name or given by branches
//! is kept as an `Option`, or as a flag and a number.
//!
//! ```text
//! // Input:  if let Some(v) = x.get(i) { s = s * v; }
//! // Output: let there = i < x.len(); if there { let t1 = s; let t2 = x[i]; … }
//! ```

use super::assigned::Assigned;
use super::expr::strip;
use super::{Normal, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, Pat};

/// What a pattern asks for.
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

fn literal(flag: bool) -> Plain {
    Plain { tokens: quote!(#flag), simple: true, ..Plain::default() }
}

impl Normal<'_> {
    pub(super) fn some(value: Value) -> Value {
        Value::Maybe(literal(true), Box::new(value))
    }

    pub(super) fn none() -> Value {
        Value::Maybe(literal(false), Box::new(Value::Never))
    }

    /// Whether a value is an `Option` or `Result` with numbers.
    pub(super) fn is_maybe(&self, value: &Value) -> bool {
        match value {
            Value::Maybe(flag, inside) => {
                flag.tokens.to_string() == "false" || !self.type_of(inside).is_plain()
            }
            Value::Place(place) | Value::Borrow(place) => {
                matches!(place.ty.owned(), Ty::Option(inside) if !inside.is_plain())
            }
            Value::Source(source) => matches!(self.type_of_source(source), Ty::Option(_)),
            _ => false,
        }
    }

    /// Whether something is there, and what.
    pub(super) fn maybe(&mut self, value: Value, at: &impl ToTokens) -> Result<(Plain, Value)> {
        let (place, borrowed) = match value {
            Value::Maybe(flag, inside) => return Ok((flag, *inside)),
            Value::Borrow(place) => (place, true),
            Value::Place(place) => (place, false),
            value @ Value::Source(_) => (self.stored(&value, "a", at)?, false),
            _ => return refuse(at, "this is no `Option` or `Result` of numbers that could be followed"),
        };
        let inside = match place.ty.owned() {
            Ty::Option(inside) => (**inside).clone(),
            Ty::Unknown => Ty::Unknown,
            _ => return refuse(at, "this is no `Option` or `Result` of numbers that could be followed"),
        };
        let (tokens, values) = super::super::place_tokens(&self.vars, &place, false);
        let mut flag = Plain {
            tokens: quote!(#tokens.__there().is_some()),
            values,
            reads: self.containers(&place),
            dear: true,
            ..Plain::default()
        };
        flag.values.push(place.root);
        let flag = self.now(flag, "there", span_of(at), None);
        let mut place = place;
        place.projections.push(Projection::There);
        place.ty = inside;
        Ok((flag, if borrowed { Value::Borrow(place) } else { Value::Place(place) }))
    }

    /// The same as something to be stored.
    pub(super) fn optional(&mut self, flag: &Plain, inside: &Value, at: &impl ToTokens) -> Result<Source> {
        let kind = |flag| BuildKind::There(quote!(::core::option::Option::Some), flag);
        match (flag.tokens.to_string().as_str(), inside) {
            ("false", _) => Ok(Source::Empty(quote!(::core::option::Option::None))),
            ("true", _) => {
                let part = self.source(inside, at)?;
                Ok(Source::Build(Build { kind: kind(None), parts: vec![part] }))
            }
            (_, Value::Number(id)) => {
                Ok(Source::Build(Build { kind: kind(Some(flag.clone())), parts: vec![Source::Value(*id)] }))
            }
            _ => {
                let value =
                    self.choose(flag.clone(), at, |_| Ok(Self::some(inside.clone())), |_| Ok(Self::none()))?;
                self.source(&value, at)
            }
        }
    }

    /// `flag.then_some(value)`, which is evaluated in any case, and `flag.then(|| value)`
    pub(super) fn then(
        &mut self,
        flag: Plain,
        method: &str,
        argument: &Expr,
        at: &ExprMethodCall,
    ) -> Result<Value> {
        if method == "then_some" {
            let value = self.expr(argument)?;
            let value = self.settle(value, argument)?;
            return self.choose(flag, at, |_| Ok(Self::some(value)), |_| Ok(Self::none()));
        }
        self.choose(
            flag,
            at,
            |normal| Ok(Self::some(normal.apply(argument, Vec::new())?)),
            |_| Ok(Self::none()),
        )
    }

    /// `if flag { then } else { otherwise }`
    pub(super) fn choose(
        &mut self,
        flag: Plain,
        at: &impl ToTokens,
        then: impl FnOnce(&mut Self) -> Result<Value>,
        otherwise: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let written = Assigned::all();
        let (then, then_block) = self.nested(then)?;
        let (otherwise, else_block) = self.nested(otherwise)?;
        let arms = vec![
            (quote!(true), None, then, then_block, at.to_token_stream()),
            (quote!(_), None, otherwise, else_block, at.to_token_stream()),
        ];
        self.join(flag, arms, &written, true, span_of(at))
    }

    /// `if let pattern = scrutinee { then } else { otherwise }`
    pub(super) fn if_let(&mut self, condition: &syn::ExprLet, branch: &syn::ExprIf) -> Result<Value> {
        let otherwise = |normal: &mut Self| match &branch.else_branch {
            Some((_, otherwise)) => normal.expr(otherwise),
            None => Ok(Value::Unit),
        };
        let value = self.expr(&condition.expr)?;
        if let Value::Plain(scrutinee) = value {
            return self.if_let_plain(scrutinee, condition, branch);
        }
        match case(&condition.pat) {
            Some(Case::There(pattern)) => {
                let (flag, inside) = self.maybe(value, &condition.expr)?;
                self.choose(
                    flag,
                    &branch.if_token,
                    |normal| {
                        normal.bind(pattern, inside, None)?;
                        normal.block_value(&branch.then_branch)
                    },
                    otherwise,
                )
            }
            Some(Case::Nothing) => {
                let (flag, _) = self.maybe(value, &condition.expr)?;
                self.choose(flag, &branch.if_token, otherwise, |normal| {
                    normal.block_value(&branch.then_branch)
                })
            }
            _ => refuse(
                &condition.pat,
                "this pattern of what holds numbers is not understood: `Some(…)`, `Ok(…)`, `None` and `Err(_)` are",
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
        let (then, then_block) = self.nested(|normal| normal.block_value(&branch.then_branch))?;
        self.scope.truncate(names);
        let (otherwise, else_block) = self.nested(|normal| match &branch.else_branch {
            Some((_, otherwise)) => normal.expr(otherwise),
            None => Ok(Value::Unit),
        })?;
        let arms = vec![
            (pattern.to_token_stream(), None, then, then_block, branch.then_branch.to_token_stream()),
            (quote!(_), None, otherwise, else_block, branch.if_token.to_token_stream()),
        ];
        self.join(scrutinee, arms, &Assigned::all(), false, span_of(&branch.if_token))
    }

    /// A `match` on what may be there.
    pub(super) fn match_maybe(&mut self, value: Value, inner: &syn::ExprMatch) -> Result<Value> {
        for arm in &inner.arms {
            if case(&arm.pat).is_none() {
                return refuse(
                    &arm.pat,
                    "a `match` on what holds numbers is understood with arms for `Some(…)` and `None` or `Ok(…)` and `Err(_)`: use `if`",
                );
            }
        }
        let (flag, inside) = self.maybe(value, &inner.expr)?;
        let arms: Vec<&syn::Arm> = inner.arms.iter().collect();
        self.choose(
            flag,
            &inner.match_token,
            |normal| normal.arms(&arms, Some(&inside)),
            |normal| normal.arms(&arms, None),
        )
    }

    /// The first of these arms that fits what is there, or nothing.
    ///
    /// ```text
    /// // Input:  Some(v) if v > 0.0 => a, Some(v) => b
    /// // Output: if v > 0.0 { a } else { b }
    /// ```
    fn arms(&mut self, arms: &[&syn::Arm], inside: Option<&Value>) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else {
            // rustc has seen that there is an arm for each case.
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
        self.choose(guard, token, |normal| normal.expr(&arm.body), |normal| normal.arms(rest, inside))
    }

    /// `let pattern = value else { … };`
    pub(super) fn let_else(&mut self, pattern: &Pat, value: Value, diverge: &Expr) -> Result<()> {
        if let Value::Plain(scrutinee) = value {
            return refuse(
                diverge,
                format!("`let … else` of `{}`, which holds no numbers: write a `match`", scrutinee.tokens),
            );
        }
        let Some(Case::There(pattern)) = case(pattern) else {
            return refuse(
                pattern,
                "this pattern of what holds numbers is not understood: `Some(…)` and `Ok(…)` are",
            );
        };
        let (flag, inside) = self.maybe(value, diverge)?;
        self.choose(flag, diverge, |_| Ok(Value::Unit), |normal| normal.expr(diverge))?;
        self.bind(pattern, inside, None)
    }

    /// `value?`
    pub(super) fn question(&mut self, question: &syn::ExprTry) -> Result<Value> {
        let Some(returned) = self.returned else {
            return refuse(question.question_token, "`?` in a closure: write a `match`");
        };
        let value = self.expr(&question.expr)?;
        let value = match value {
            Value::Plain(_) => {
                return refuse(
                    question.question_token,
                    "`?` of what holds no numbers: check before, in a function of its own",
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
            |normal| {
                let ty = normal.vars[returned].ty.clone();
                let nothing = match failure {
                    Some(place) => {
                        let (tokens, _) = super::super::place_tokens(&normal.vars, &place, false);
                        quote!(::core::result::Result::Err(::core::convert::From::from(
                            ::core::clone::Clone::clone(#tokens.as_ref().err().unwrap())
                        )))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let old = normal.var("old", span_of(question), ty.clone(), Role::Value);
                let value = Source::Empty(nothing);
                normal.push(Stmt::Write { place: Place::of(returned, ty), value, old });
                normal.leave_function();
                Ok(Value::Never)
            },
        )?;
        Ok(inside)
    }

    /// A method of an `Option` or `Result`, if it is one that is understood.
    pub(super) fn method_of_maybe(
        &mut self,
        value: Value,
        call: &ExprMethodCall,
        name: &str,
    ) -> Result<Option<Value>> {
        let at = &call.method;
        let argument = call.args.first();
        Ok(Some(match (name, argument) {
            ("is_some" | "is_ok", None) => Value::Plain(self.maybe(value, at)?.0),
            ("is_none" | "is_err", None) => {
                let (flag, _) = self.maybe(value, at)?;
                let tokens = Self::operand(&flag);
                Value::Plain(Self::compose(&[&flag], quote!(!#tokens), false))
            }
            ("unwrap", None) | ("expect", Some(_)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let text = match argument.map(strip) {
                    Some(Expr::Lit(text)) => text.to_token_stream(),
                    _ => quote!("called `unwrap` on nothing"),
                };
                let tokens = Self::operand(&flag);
                self.push(Stmt::Forward(Self::compose(
                    &[&flag],
                    quote!(::core::assert!(#tokens, #text)),
                    true,
                )));
                inside
            }
            ("unwrap_or", Some(default)) => {
                let default_value = self.expr(default)?;
                let default_value = self.settle(default_value, default)?;
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |_| Ok(default_value))?
            }
            ("unwrap_or_default", None) => {
                let (flag, inside) = self.maybe(value, at)?;
                let zero = Value::Plain(Plain { tokens: quote!(0.0), ..Plain::default() });
                self.choose(flag, at, |_| Ok(inside), |_| Ok(zero))?
            }
            ("unwrap_or_else", Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |_| Ok(inside), |normal| normal.apply(closure, Vec::new()))?
            }
            ("map_or", Some(default)) if call.args.len() == 2 => {
                let default_value = self.expr(default)?;
                let default_value = self.settle(default_value, default)?;
                let (flag, inside) = self.maybe(value, at)?;
                let closure = &call.args[1];
                self.choose(flag, at, |normal| normal.apply(closure, vec![inside]), |_| Ok(default_value))?
            }
            ("map", Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let some = |normal: &mut Self| normal.apply(closure, vec![inside]).map(Self::some);
                self.choose(flag, at, some, |_| Ok(Self::none()))?
            }
            ("and_then", Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(flag, at, |normal| normal.apply(closure, vec![inside]), |_| Ok(Self::none()))?
            }
            ("filter", Some(closure)) => {
                let (flag, inside) = self.maybe(value, at)?;
                self.choose(
                    flag,
                    at,
                    |normal| {
                        let borrowed = Self::borrowed(inside.clone());
                        let keeps = normal.apply(closure, vec![borrowed])?;
                        let keeps = normal.as_plain(keeps, closure)?;
                        let keeps = normal.now(keeps, "c", span_of(closure), None);
                        normal.choose(keeps, at, |_| Ok(Self::some(inside)), |_| Ok(Self::none()))
                    },
                    |_| Ok(Self::none()),
                )?
            }
            ("ok_or", Some(error)) => {
                let (flag, inside) = self.maybe(value, at)?;
                let error = self.integer(error)?;
                let error = error.tokens;
                let ok = |normal: &mut Self| normal.outcome(&inside, at);
                let failed = Value::Source(Source::Empty(quote!(::core::result::Result::Err(#error))));
                self.choose(flag, at, ok, |_| Ok(failed))?
            }
            ("copied" | "cloned" | "clone", None) => {
                let (flag, inside) = self.maybe(value, at)?;
                Value::Maybe(flag, Box::new(Self::by_value(inside)))
            }
            ("as_ref" | "as_deref" | "ok", None) => {
                let (flag, inside) = self.maybe(value, at)?;
                Value::Maybe(flag, Box::new(inside))
            }
            _ => return Ok(None),
        }))
    }

    /// `Ok(value)`
    pub(super) fn outcome(&mut self, value: &Value, at: &impl ToTokens) -> Result<Value> {
        let part = self.source(value, at)?;
        let kind = BuildKind::There(quote!(::core::result::Result::Ok), None);
        Ok(Value::Source(Source::Build(Build { kind, parts: vec![part] })))
    }

    /// What a reference refers to; of anything else itself.
    pub(super) fn by_value(value: Value) -> Value {
        match value {
            Value::Borrow(place) => Value::Place(place),
            Value::Place(place) if matches!(place.ty, Ty::Reference(_)) => {
                Self::dereferenced(Value::Place(place))
            }
            Value::Plain(plain) if plain.reference => Self::dereferenced(Value::Plain(plain)),
            value => value,
        }
    }
}
