//! Branches: `if`, `match`, and the join of their values.

use super::exits::leaves;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::visit::VisitMut;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

/// `a` or `_`. For a number it is not a constant, which would not compile.
fn is_name(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none(),
        Pat::Wild(_) => true,
        Pat::Paren(inner) => is_name(&inner.pat),
        _ => false,
    }
}

/// Renames the names of a pattern to those of these bindings.
struct Renamed<'a>(&'a [(String, Binding)]);

impl VisitMut for Renamed<'_> {
    fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
        let bound = self.0.iter().find(|(own, _)| name.ident == own);
        if let Some((_, Binding::Value(Value::Plain(plain)))) = bound
            && let Ok(ident) = syn::parse2(plain.tokens.clone())
        {
            name.ident = ident;
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        field.colon_token.get_or_insert_with(Default::default);
        self.visit_pat_mut(&mut field.pat);
    }
}

/// Whether a condition contains `let`, beside others.
pub(super) fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

/// An arm whose value is not joined yet: its pattern and guard, its value, its statements, and the user's tokens.
pub(super) type Open = (TokenStream, Option<Plain>, Value, Vec<Stmt>, TokenStream);

impl Lowering<'_> {
    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Result<Value> {
        if let Expr::Let(condition) = super::expr::strip(&branch.cond) {
            return self.if_let(condition, branch);
        }
        if has_let(&branch.cond) {
            return self.let_chain(branch);
        }
        let condition = self.integer(&branch.cond)?;
        let condition =
            if condition.simple { condition } else { self.now(condition, "c", span_of(&branch.cond), None) };
        let (then, then_block) = self.nested(|lowering| lowering.block_value(&branch.then_branch))?;
        let (otherwise, else_block) = match &branch.else_branch {
            Some((_, otherwise)) => self.nested(|lowering| lowering.expr(otherwise))?,
            None => (Value::Unit, Vec::new()),
        };
        let arms = vec![
            (quote!(true), None, then, then_block, branch.then_branch.to_token_stream()),
            (
                quote!(_),
                None,
                otherwise,
                else_block,
                branch.else_branch.as_ref().map_or(quote!(), |(_, e)| quote!(#e)),
            ),
        ];
        self.join(condition, arms, true, span_of(&branch.if_token))
    }

    /// ```text
    /// // Input:  if let Some(a) = x && a > 0.0 { e } else { f }
    /// // Output: 'm: { if let Some(a) = x { if a > 0.0 { break 'm e; } } break 'm f; }
    /// ```
    fn let_chain(&mut self, branch: &syn::ExprIf) -> Result<Value> {
        let span = branch.if_token.span;
        let label = syn::Lifetime::new("'__matched", Span::mixed_site().located_at(span));
        let mut taken: TokenStream = {
            let then = &branch.then_branch;
            quote!(break #label #then;)
        };
        let mut condition = &*branch.cond;
        while let Expr::Binary(syn::ExprBinary { left, right, op: syn::BinOp::And(_), .. }) = condition
            && has_let(condition)
        {
            taken = quote!(if #right { #taken });
            condition = left;
        }
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => otherwise.to_token_stream(),
            None => quote!({}),
        };
        let looped = syn::parse_quote_spanned!(span=> #label: loop {
            if #condition { #taken }
            break #label #otherwise;
        });
        self.loop_(&looped, None, super::LoopKind::Block)
    }

    /// A `match` on a plain value.
    pub(super) fn match_(&mut self, inner: &syn::ExprMatch) -> Result<Value> {
        let scrutinee = match self.expr(&inner.expr)? {
            Value::Plain(plain) => plain,
            value if self.is_mutable(&value) && super::case::of_options(inner) => {
                return self.match_maybe(value, inner);
            }
            value if self.type_of(&value).is_plain() => self.as_plain(value, &inner.expr)?,
            // rustc checks that literals are those of a plain type.
            value
                if *self.type_of(&value).owned() == Ty::Unknown
                    && inner.arms.iter().any(|arm| has_literal(&arm.pat)) =>
            {
                self.as_plain(value, &inner.expr)?
            }
            value
                if inner.arms.iter().any(|arm| matches!(arm.pat, Pat::Slice(_)))
                    && inner.arms.iter().all(|arm| {
                        let plain = matches!(arm.pat, Pat::Slice(_) | Pat::Wild(_) | Pat::Ident(_));
                        arm.guard.is_none() && plain && self.shallow(&arm.pat).1.is_empty()
                    }) =>
            {
                let arms: Vec<&syn::Arm> = inner.arms.iter().collect();
                return self.match_slices(&arms, &value);
            }
            value if super::case::of_options(inner) => return self.match_maybe(value, inner),
            value
                if *self.type_of(&value).owned() == Ty::Number
                    && inner.arms.iter().all(|arm| is_name(&arm.pat)) =>
            {
                let value = self.settle(value, &inner.expr)?;
                let arms: Vec<&syn::Arm> = inner.arms.iter().collect();
                return self.match_names(&arms, &value);
            }
            value => {
                if let Some(value) = self.match_variants(&value, inner)? {
                    return Ok(value);
                }
                let arms = inner.arms.iter().map(|arm| {
                    let guard = arm.guard.as_ref().map(|(_, guard)| &**guard);
                    (&arm.pat, guard, &*arm.body)
                });
                return self.in_turn(value, arms, inner.match_token.span);
            }
        };
        let guarded = |(_, guard): &(syn::token::If, Box<Expr>)| !self.is_simple_guard(guard);
        if inner.arms.iter().any(|arm| arm.guard.as_ref().is_some_and(guarded)) {
            let scrutinee = self.scrutinee(scrutinee, &inner.expr);
            return self.match_in_turn(scrutinee, inner);
        }
        let arms = inner.arms.iter().map(|arm| (&arm.pat, arm.guard.as_ref().map(|(_, guard)| &**guard)));
        let arms: Vec<_> = arms.collect();
        if let Some(parts) = self.divide(&scrutinee, &arms, span_of(&inner.expr))? {
            return self.match_divided(&parts, inner);
        }
        let scrutinee = self.scrutinee(scrutinee, &inner.expr);
        let mut arms = Vec::new();
        for arm in &inner.arms {
            let mut pattern = arm.pat.clone();
            let names = self.scope.len();
            self.rename(&mut pattern, scrutinee.reference)?;
            let guard = match &arm.guard {
                Some((_, guard)) => Some(self.plain_later(guard)?),
                None => None,
            };
            let (value, block) = self.nested(|lowering| lowering.expr(&arm.body))?;
            self.scope.truncate(names);
            arms.push((pattern.to_token_stream(), guard, value, block, arm.body.to_token_stream()));
        }
        self.join(scrutinee, arms, false, span_of(&inner.match_token))
    }

    fn match_divided(&mut self, parts: &super::divided::Divided, inner: &syn::ExprMatch) -> Result<Value> {
        let mut arms = Vec::new();
        for (i, arm) in inner.arms.iter().enumerate() {
            let number = proc_macro2::Literal::usize_unsuffixed(i);
            let pattern = if i + 1 == inner.arms.len() { quote!(_) } else { quote!(#number) };
            let (value, block) = self.nested(|lowering| {
                lowering.bind_divided(parts, i);
                lowering.expr(&arm.body)
            })?;
            arms.push((pattern, None, value, block, arm.body.to_token_stream()));
        }
        self.join(parts.chosen.clone(), arms, false, span_of(&inner.match_token))
    }

    /// Whether a guard may be evaluated again: it contains no numbers and no calls.
    fn is_simple_guard(&self, guard: &Expr) -> bool {
        let state =
            self.scope.iter().any(|(name, _)| self.is_state(name) && crate::parameter::mentions(guard, name));
        !state && self.is_plain(guard) && !super::mention::Bound::of(guard).expensive
    }

    /// A `match` whose guards inspect numbers, or call functions.
    ///
    /// ```text
    /// // Input:  match e { 1 | 2 if a < b => x, i => y }
    /// // Output: 'm: { if let 1 | 2 = e { if a < b { break 'm x; } } if let i = e { break 'm y; } unreachable!() }
    /// ```
    fn match_in_turn(&mut self, scrutinee: Plain, inner: &syn::ExprMatch) -> Result<Value> {
        let span = inner.match_token.span;
        let name = self.hidden("matched", Value::Plain(scrutinee), &inner.match_token);
        let label = syn::Lifetime::new("'__matched", Span::mixed_site().located_at(span));
        let arms = inner.arms.iter().map(|syn::Arm { pat, guard, body, .. }| {
            let mut body = (**body).clone();
            crate::walk::flow::behind_a_label(&mut body);
            let guard = guard.as_ref().map(|(token, guard)| (token, guard));
            let taken = quote!(break #label #body);
            match guard {
                Some((token, guard)) => quote!(if let #pat = #name { #token #guard { #taken } }),
                None => quote!(if let #pat = #name { #taken }),
            }
        });
        let looped: syn::ExprLoop =
            syn::parse_quote_spanned!(span=> #label: loop { #(#arms)* ::core::unreachable!() });
        let value = self.loop_(&looped, None, super::LoopKind::Block);
        self.scope.pop();
        value
    }

    /// The first arm whose guard holds, in a `match` on a number whose arms bind names.
    ///
    /// ```text
    /// // Input:  match e { a if a < b => x, a => y }
    /// // Output: let a = e; if a < b { x } else { let a = e; y }
    /// ```
    fn match_names(&mut self, arms: &[&syn::Arm], value: &Value) -> Result<Value> {
        let Some((arm, rest)) = arms.split_first() else {
            // rustc has checked that the last arm has no guard.
            return Ok(Value::Never);
        };
        let names = self.scope.len();
        self.bind(&arm.pat, value.clone(), None)?;
        let given = match &arm.guard {
            None => self.expr(&arm.body),
            Some((token, guard)) => {
                let guard = self.integer(guard)?;
                let guard = self.now(guard, "c", span_of(token), None);
                let hidden = self.scope.split_off(names);
                let outer = self.scope.len();
                self.choose(
                    guard,
                    token,
                    |lowering| {
                        lowering.scope.extend(hidden);
                        let given = lowering.expr(&arm.body);
                        lowering.scope.truncate(outer);
                        given
                    },
                    |lowering| lowering.match_names(rest, value),
                )
            }
        };
        self.scope.truncate(names);
        given
    }

    /// The names that a pattern binds to plain values become variables.
    pub(super) fn rename(&mut self, pattern: &mut Pat, reference: bool) -> Result<()> {
        match pattern {
            Pat::Ident(name) => {
                if let Some((_, inner)) = &mut name.subpat {
                    self.rename(inner, reference)?;
                }
                // `None`, `MAX`: a constant.
                let text = name.ident.to_string();
                if text.starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Ok(());
                }
                if name.mutability.is_some() {
                    return refuse(
                        name,
                        "`mut` in a pattern is not supported; bind the name again with `let mut`",
                    );
                }
                let ty = if reference { Ty::Reference(Box::new(Ty::Plain)) } else { Ty::Plain };
                let var = self.var(&text, name.ident.span(), ty, Role::Header);
                name.ident = self.vars[var].ident.clone();
                let value = self.of_var(var);
                self.scope.push((text, Binding::Value(value)));
                Ok(())
            }
            Pat::Tuple(tuple) => {
                tuple.elems.iter_mut().try_for_each(|element| self.rename(element, reference))
            }
            Pat::TupleStruct(tuple) => {
                tuple.elems.iter_mut().try_for_each(|element| self.rename(element, reference))
            }
            Pat::Struct(pattern) => pattern.fields.iter_mut().try_for_each(|field| {
                field.colon_token.get_or_insert_with(Default::default);
                self.rename(&mut field.pat, reference)
            }),
            // Each case binds the same names.
            Pat::Or(or) => {
                let names = self.scope.len();
                let mut cases = or.cases.iter_mut();
                if let Some(first) = cases.next() {
                    self.rename(first, reference)?;
                }
                let mut renamed = Renamed(&self.scope[names..]);
                cases.for_each(|case| renamed.visit_pat_mut(case));
                Ok(())
            }
            Pat::Slice(slice) => {
                slice.elems.iter_mut().try_for_each(|element| self.rename(element, reference))
            }
            Pat::Reference(inner) => self.rename(&mut inner.pat, false),
            Pat::Paren(inner) => self.rename(&mut inner.pat, reference),
            Pat::Wild(_) | Pat::Rest(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Const(_) => {
                Ok(())
            }
            pattern => unclear(&*pattern),
        }
    }

    /// The branches, with their values joined.
    pub(super) fn join(
        &mut self,
        scrutinee: Plain,
        arms: Vec<Open>,
        is_if: bool,
        span: Span,
    ) -> Result<Value> {
        if arms.iter().any(|(_, _, value, ..)| self.is_maybe(value)) {
            return self.join_maybe(scrutinee, arms, is_if, span);
        }
        let types: Vec<Ty> = arms
            .iter()
            .filter(|(_, _, value, ..)| !matches!(value, Value::Never))
            .map(|(_, _, value, ..)| self.type_of(value))
            .collect();
        let never = !arms.is_empty() && arms.iter().all(|(_, _, value, ..)| matches!(value, Value::Never));
        let unit = arms.iter().all(|(_, _, value, ..)| matches!(value, Value::Unit | Value::Never));
        let number = types.iter().any(|ty| *ty.owned() == Ty::Number);
        let plain = types.iter().all(Ty::is_plain);
        if is_if && types.len() == 1 && arms.len() == 2 && !unit && !number && !plain {
            return Ok(self.only(scrutinee, arms));
        }
        // The variable is a copy of the referents.
        let references = arms.iter().all(|(_, _, value, ..)| match value {
            Value::Borrow(place) => !place.exclusive,
            Value::Place(place) => matches!(place.ty, Ty::Reference(_)),
            value => matches!(value, Value::Never),
        });
        let target = if unit {
            None
        } else {
            let (ty, role) = match (number, plain) {
                (true, _) => (Ty::Number, Role::Scalar),
                (_, true) => (Ty::Plain, Role::Scalar),
                _ => {
                    let ty = types.iter().find(|ty| !ty.is_plain()).unwrap_or(&Ty::Unknown);
                    (if references { ty.owned() } else { ty }.clone(), Role::Container)
                }
            };
            Some(self.var("r", span, ty, role))
        };
        let mut finished = Vec::new();
        for (pattern, guard, value, block, at) in arms {
            let body = match target {
                Some(var) if !matches!(value, Value::Never) => {
                    let ((), tail) = self.nested(|lowering| {
                        lowering.block = block;
                        let ty = lowering.vars[var].ty.clone();
                        let value = match (number, plain) {
                            (true, _) => Source::Value(lowering.number(&value, &at)?),
                            (_, true) => Source::Plain(lowering.as_plain(value, &at)?),
                            _ => lowering.source(&value, &at)?,
                        };
                        let old = lowering.var("old", span, ty.clone(), Role::Value);
                        lowering.push(Stmt::Write { place: Place::of(var, ty), value, old });
                        Ok(())
                    })?;
                    tail
                }
                _ => block,
            };
            finished.push(Arm { id: 0, pattern, guard, body });
        }
        if let Some(var) = target {
            let left = finished.iter().flat_map(|arm| &arm.body).any(|statement| leaves(statement, 0));
            self.declare_value(var, left, finished.iter_mut().map(|arm| &mut arm.body));
        }
        self.push(Stmt::Branch { scrutinee, arms: finished, is_if });
        Ok(match target {
            None if never => Value::Never,
            None => Value::Unit,
            Some(var) => match self.declared_value(var) {
                Value::Place(place) if references => Value::Borrow(place),
                value => value,
            },
        })
    }

    /// The value of a branch beside one that exits.
    ///
    /// ```text
    /// // Input:  if there { item } else { return }
    /// // Output: if there {} else { return } item
    /// ```
    fn only(&mut self, scrutinee: Plain, arms: Vec<Open>) -> Value {
        let (mut value, mut rest) = (Value::Never, Vec::new());
        let arms = arms.into_iter().map(|(pattern, guard, given, block, _)| {
            let exits = matches!(given, Value::Never);
            let body = if exits {
                block
            } else {
                (value, rest) = (given, block);
                Vec::new()
            };
            Arm { id: 0, pattern, guard, body }
        });
        let arms = arms.collect();
        self.push(Stmt::Branch { scrutinee, arms, is_if: true });
        self.block.extend(rest);
        value
    }

    /// The branches, some of which return an `Option` or `Result` of numbers. The result is a flag and a number if that is all,
    /// and otherwise memory.
    fn join_maybe(&mut self, scrutinee: Plain, arms: Vec<Open>, is_if: bool, span: Span) -> Result<Value> {
        let none = |value: &Value| matches!(value, Value::Plain(plain) if plain.is_none());
        let exits = arms.iter().filter(|(_, _, value, ..)| matches!(value, Value::Never)).count();
        if is_if && exits == 1 && arms.len() == 2 {
            return Ok(self.only(scrutinee, arms));
        }
        let scalars = arms.iter().all(|(_, _, value, ..)| match value {
            Value::Never => true,
            Value::Maybe(flag, inside) => {
                let literal = flag.as_truth().is_some();
                let number =
                    matches!(self.type_of(inside).owned(), Ty::Number) || matches!(**inside, Value::Never);
                number && (literal || matches!(**inside, Value::Number(_)))
            }
            value => none(value),
        });
        let mut declare = |name: &str, ty: Ty, role| {
            let var = self.var(name, span, ty, role);
            self.push(Stmt::Declare { var, init: None });
            var
        };
        let targets = if scalars {
            (declare("there", Ty::Plain, Role::Scalar), Some(declare("r", Ty::Number, Role::Scalar)))
        } else {
            let known = |ty: Ty| matches!(&ty, Ty::Option(inside) if **inside != Ty::Unknown).then_some(ty);
            let mut types = arms.iter().map(|(_, _, value, ..)| self.type_of(value).owned().clone());
            let ty = types.find_map(known).unwrap_or(Ty::Option(Box::new(Ty::Unknown)));
            (self.var("r", span, ty, Role::Container), None)
        };
        let mut finished = Vec::new();
        for (pattern, guard, value, block, at) in arms {
            let value = if none(&value) { Self::none() } else { value };
            let ((), body) = self.nested(|lowering| {
                lowering.block = block;
                if matches!(value, Value::Never) {
                    return Ok(());
                }
                let write = |lowering: &mut Self, var: Id, value: Source| {
                    let ty = lowering.vars[var].ty.clone();
                    let old = lowering.var("old", span, ty.clone(), Role::Value);
                    lowering.push(Stmt::Write { place: Place::of(var, ty), value, old });
                };
                match (targets, value) {
                    ((flag, Some(number)), Value::Maybe(there, inside)) => {
                        let id = lowering.number(&inside, &at)?;
                        write(lowering, number, Source::Value(id));
                        write(lowering, flag, Source::Plain(there));
                    }
                    ((var, _), value) => {
                        let source = lowering.source(&value, &at)?;
                        write(lowering, var, source);
                    }
                }
                Ok(())
            })?;
            finished.push(Arm { id: 0, pattern, guard, body });
        }
        if let (var, None) = targets {
            let left = finished.iter().flat_map(|arm| &arm.body).any(|statement| leaves(statement, 0));
            self.declare_value(var, left, finished.iter_mut().map(|arm| &mut arm.body));
        }
        self.push(Stmt::Branch { scrutinee, arms: finished, is_if });
        Ok(match targets {
            (flag, Some(number)) => {
                let (flag, number) = (self.version(flag), self.version(number));
                let Value::Plain(flag) = self.of_var(flag) else {
                    return unclear(quote!());
                };
                Value::Maybe(flag, Box::new(self.of_var(number)))
            }
            (var, None) => self.declared_value(var),
        })
    }
}

/// Whether a pattern is a character or text, or an alternative of them.
fn has_literal(pattern: &Pat) -> bool {
    match pattern {
        Pat::Lit(literal) => matches!(literal.lit, syn::Lit::Char(_) | syn::Lit::Str(_) | syn::Lit::Byte(_)),
        Pat::Or(or) => or.cases.iter().all(has_literal),
        Pat::Paren(inner) => has_literal(&inner.pat),
        _ => false,
    }
}
