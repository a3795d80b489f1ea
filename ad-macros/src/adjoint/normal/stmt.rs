//! Statements and control flow.

use super::assigned::Assigned;
use super::{Binding, Normal, Result, Value, refuse};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use proc_macro2::Span;
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use syn::{Block, Expr, Pat};

impl Normal<'_> {
    /// The statements of a block, into the block at hand, and its value.
    pub(super) fn block_value(&mut self, block: &Block) -> Result<Value> {
        let names = self.scope.len();
        let mut value = Value::Unit;
        let mut never = false;
        for (i, statement) in block.stmts.iter().enumerate() {
            value = self.statement(statement, i + 1 == block.stmts.len())?;
            never |= matches!(value, Value::Never);
        }
        self.scope.truncate(names);
        Ok(if never { Value::Never } else { value })
    }

    fn statement(&mut self, statement: &syn::Stmt, last: bool) -> Result<Value> {
        match statement {
            syn::Stmt::Local(local) => {
                let Some(init) = &local.init else { return self.declare(local) };
                if let Some((_, diverge)) = &init.diverge {
                    return refuse(diverge, "`let … else`: write a `match`");
                }
                let (pattern, ty) = match &local.pat {
                    Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
                    pattern => (pattern, None),
                };
                if let (Pat::Ident(name), Expr::Closure(closure)) = (pattern, super::expr::strip(&init.expr))
                {
                    let binding = Binding::Closure(Rc::new(closure.clone()), self.scope.len());
                    self.scope.push((name.ident.to_string(), binding));
                    return Ok(Value::Unit);
                }
                let value = match super::expr::strip(&init.expr) {
                    Expr::Loop(inner) => {
                        let declared = ty.map(|ty| self.ty(ty));
                        self.loop_(inner, declared)?
                    }
                    expr => self.expr(expr)?,
                };
                if matches!(value, Value::Never) {
                    return Ok(Value::Never);
                }
                self.bind(pattern, value, ty)?;
                Ok(Value::Unit)
            }
            syn::Stmt::Item(item @ (syn::Item::Const(_) | syn::Item::Use(_) | syn::Item::Static(_))) => {
                self.items.push(item.to_token_stream());
                Ok(Value::Unit)
            }
            syn::Stmt::Item(item) => refuse(item, "an item inside of the function: move it outside"),
            syn::Stmt::Expr(expr, semicolon) => {
                let value = self.expr(expr)?;
                if let Value::Plain(plain) = &value
                    && (semicolon.is_some() || !last)
                {
                    self.push(Stmt::Forward(plain.clone()));
                    return Ok(Value::Unit);
                }
                Ok(if semicolon.is_some() && !matches!(value, Value::Never) { Value::Unit } else { value })
            }
            syn::Stmt::Macro(mac) => self.macro_statement(&mac.mac),
        }
    }

    /// `let x;`, which branches assign to.
    fn declare(&mut self, local: &syn::Local) -> Result<Value> {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pattern => (pattern, None),
        };
        let (Pat::Ident(name), Some(ty)) = (pattern, ty) else {
            return refuse(
                local,
                "a variable is declared without a value: write `let x: f64;` with its type, or give it a value",
            );
        };
        let declared = self.ty(ty);
        let (text, span) = (name.ident.to_string(), name.ident.span());
        let role =
            if declared == Ty::Number || declared == Ty::Plain { Role::Scalar } else { Role::Container };
        let var = self.var(&text, span, declared, role);
        self.types.insert(var, ty.to_token_stream());
        self.push(Stmt::Declare { var, init: None });
        let binding = match role {
            Role::Scalar => Binding::Scalar(var),
            _ => Binding::Value(Value::Place(Place::of(var, self.vars[var].ty.clone()))),
        };
        self.scope.push((text, binding));
        Ok(Value::Unit)
    }

    /// `place = value`
    pub(super) fn assign(&mut self, assign: &syn::ExprAssign) -> Result<Value> {
        if let Expr::Tuple(places) = &*assign.left {
            let value = self.expr(&assign.right)?;
            let Value::Tuple(values) = value else {
                return refuse(
                    assign,
                    "several variables are assigned at once: take the value apart with `let` first",
                );
            };
            for (place, value) in places.elems.iter().zip(values) {
                self.store(place, value)?;
            }
            return Ok(Value::Unit);
        }
        let value = self.expr(&assign.right)?;
        let value = self.settle(value, &assign.right)?;
        self.store(&assign.left, value)?;
        Ok(Value::Unit)
    }

    fn store(&mut self, place: &Expr, value: Value) -> Result<()> {
        if let Expr::Infer(_) = place {
            return Ok(());
        }
        if let Expr::Path(path) = super::expr::strip(place)
            && let Some(name) = path.path.get_ident()
        {
            match self.lookup(&name.to_string()).cloned() {
                Some(Binding::Scalar(memory)) => return self.set(memory, value, place),
                Some(Binding::Value(Value::Place(target)))
                    if target.projections.is_empty() && self.vars[target.root].role == Role::Container => {}
                _ => {
                    return refuse(
                        place,
                        "this is assigned to, and is no variable of numbers or integers of its own",
                    );
                }
            }
        }
        let target = self.target(place)?;
        self.write(target, value, place)
    }

    /// A place in a container gets a value.
    pub(super) fn write(&mut self, target: Place, value: Value, at: &impl ToTokens) -> Result<()> {
        if self.containers(&target).is_empty() {
            return refuse(
                at,
                "what this refers to cannot be seen to be a variable of this function: assign to an element of a local array or `Vec`",
            );
        }
        let plain = target.ty.is_plain();
        let value = if plain {
            Source::Plain(self.as_plain(value, at)?)
        } else if target.ty == Ty::Number {
            Source::Value(self.number(&value, at)?)
        } else {
            let source = self.source(&value, at)?;
            self.apart(source)
        };
        let old = self.var("old", span_of(at), target.ty.clone(), Role::Value);
        self.push(Stmt::Write { place: target, value, old });
        Ok(())
    }

    /// Two places exchange what is in them.
    pub(super) fn exchange(&mut self, a: Place, b: Place, at: &impl ToTokens) -> Result<()> {
        let mut values = Vec::new();
        for place in [&a, &b] {
            let value = self.settle(Value::Place(place.clone()), at)?;
            values.push(match value {
                Value::Place(place) if place.ty.is_plain() => {
                    Value::Plain(self.as_plain(Value::Place(place), at)?)
                }
                Value::Place(place) => {
                    let ty = place.ty.owned().clone();
                    let var = self.bind_new("a", span_of(at), ty.clone(), Rhs::Source(Source::Place(place)));
                    Value::Place(Place::of(var, ty))
                }
                value => value,
            });
        }
        let second = values.pop().unwrap_or(Value::Unit);
        let first = values.pop().unwrap_or(Value::Unit);
        self.write(a, second, at)?;
        self.write(b, first, at)
    }

    /// A place that is assigned to.
    pub(super) fn target(&mut self, place: &Expr) -> Result<Place> {
        let refused = "this is assigned to, and is no place of a variable";
        match place {
            Expr::Paren(inner) => self.target(&inner.expr),
            Expr::Group(inner) => self.target(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match self.lookup(&name) {
                    Some(Binding::Value(Value::Place(place) | Value::Borrow(place))) => Ok(place.clone()),
                    _ => refuse(path, refused),
                }
            }
            Expr::Index(index) => {
                let base = self.target(&index.expr)?;
                self.element(base, &index.index)
            }
            Expr::Field(field) => {
                let base = self.target(&field.base)?;
                Ok(self.project(base, &field.member))
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let value = match super::expr::strip(&unary.expr) {
                    // `*v`, where `v` stands for `&mut a[i]`
                    Expr::Path(path) => {
                        let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                        match self.lookup(&name) {
                            Some(Binding::Value(value)) => value.clone(),
                            _ => return refuse(path, refused),
                        }
                    }
                    inner => Value::Place(self.target(inner)?),
                };
                match Self::dereferenced(value) {
                    Value::Place(place) => Ok(place),
                    _ => refuse(place, refused),
                }
            }
            place => refuse(place, refused),
        }
    }

    /// Containers that become parts of another are copied first, for the other may be what they are parts of.
    fn apart(&mut self, source: Source) -> Source {
        match source {
            Source::Build(build) => {
                let parts = build.parts.into_iter().map(|part| self.part(part)).collect();
                Source::Build(Build { parts, ..build })
            }
            Source::Repeat { vector, element, count } => {
                Source::Repeat { vector, element: Box::new(self.part(*element)), count }
            }
            source => source,
        }
    }

    fn part(&mut self, part: Source) -> Source {
        match part {
            Source::Place(_) | Source::ToVec(_) => {
                let ty = self.type_of_source(&part);
                let var = self.bind_new("a", Span::mixed_site(), ty.clone(), Rhs::Source(part));
                Source::Place(Place::of(var, ty))
            }
            part => self.apart(part),
        }
    }

    /// A scalar gets a value.
    pub(super) fn set(&mut self, memory: Id, value: Value, at: &impl ToTokens) -> Result<()> {
        let ty = self.vars[memory].ty.clone();
        let (value, version) = if ty == Ty::Number {
            let id = self.number(&value, at)?;
            (Source::Value(id), id)
        } else {
            let plain = self.as_plain(value, at)?;
            let name = self.name_of(memory);
            let ty = if plain.reference { Ty::Reference(Box::new(Ty::Plain)) } else { Ty::Plain };
            let id = self.bind_new(&name, span_of(at), ty, Rhs::Plain(plain));
            (Source::Value(id), id)
        };
        let old = self.var("old", span_of(at), ty.clone(), Role::Value);
        self.push(Stmt::Write { place: Place::of(memory, ty), value, old });
        self.versions.insert(memory, version);
        Ok(())
    }

    /// `place += value`: of numbers, the right side is evaluated first.
    pub(super) fn assign_operation(&mut self, binary: &syn::ExprBinary) -> Result<Value> {
        let right = self.expr(&binary.right)?;
        let right = self.settle(right, &binary.right)?;
        self.operation(&binary.left, &binary.op, right, &binary.right)?;
        Ok(Value::Unit)
    }

    pub(super) fn operation(
        &mut self,
        place: &Expr,
        op: &syn::BinOp,
        right: Value,
        at: &impl ToTokens,
    ) -> Result<()> {
        use syn::BinOp;
        let left = self.expr(place)?;
        let left_plain = self.type_of(&left).is_plain();
        let span = span_of(op);
        let value = if left_plain {
            let (a, b) = (self.as_plain(left, place)?, self.as_plain(right, at)?);
            let (x, y) = (Self::operand(&a), Self::operand(&b));
            let text = op.to_token_stream().to_string();
            let plain: proc_macro2::TokenStream = text.trim_end_matches('=').parse().unwrap_or_default();
            Value::Plain(Self::compose(&[&a, &b], quote!(#x #plain #y), false))
        } else {
            let (a, b) = (self.number(&left, place)?, self.number(&right, at)?);
            let operator = match op {
                BinOp::AddAssign(_) => Operator::Add,
                BinOp::SubAssign(_) => Operator::Sub,
                BinOp::MulAssign(_) => Operator::Mul,
                BinOp::DivAssign(_) => Operator::Div,
                op => return refuse(op, "this operator is not understood for numbers: write `x = x % y`"),
            };
            Value::Number(self.temporary(span, Rhs::Binary(operator, a, b)))
        };
        self.store(place, value)?;
        let literal = at.to_token_stream();
        if let (BinOp::AddAssign(_), Some(Stmt::Write { old, place, .. })) = (op, self.block.last())
            && self.vars[place.root].role == Role::Scalar
            && syn::parse2::<syn::LitInt>(literal.clone()).is_ok()
        {
            self.steps.insert(*old, literal);
        }
        Ok(())
    }

    /// `if`, `match`, loops, blocks.
    pub(super) fn flow(&mut self, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Block(block) if block.label.is_none() => self.block_value(&block.block),
            Expr::If(branch) => self.branch(branch),
            Expr::Match(inner) => self.match_(inner),
            Expr::ForLoop(inner) => self.for_loop(inner),
            Expr::While(inner) => self.while_loop(inner),
            Expr::Loop(inner) => self.loop_(inner, None),
            Expr::Return(inner) => self.return_(inner),
            Expr::Break(inner) => self.break_(inner),
            Expr::Continue(inner) => self.continue_(inner),
            Expr::Try(inner) => {
                refuse(inner.question_token, "`?` is not understood: check before, in a function of its own")
            }
            expr => refuse(expr, "this construct is not understood"),
        }
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> Result<Value> {
        if let Expr::Let(condition) = &*branch.cond {
            return refuse(
                condition.let_token,
                "`if let` over numbers is not understood: handle the cases in a function of its own",
            );
        }
        let condition = self.integer(&branch.cond)?;
        let condition =
            if condition.simple { condition } else { self.now(condition, "c", span_of(&branch.cond), None) };
        let mut written = Assigned::of_block(&branch.then_branch);
        let (then, then_block) = self.nested(|normal| normal.block_value(&branch.then_branch))?;
        let (otherwise, else_block) = match &branch.else_branch {
            Some((_, otherwise)) => {
                written = written.and(Assigned::of_expr(otherwise));
                self.nested(|normal| normal.expr(otherwise))?
            }
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
        self.join(condition, arms, &written, true, span_of(&branch.if_token))
    }

    /// A `match` on something plain.
    fn match_(&mut self, inner: &syn::ExprMatch) -> Result<Value> {
        // What the macro itself writes: `match right { __right => place += __right }`.
        if let [arm] = inner.arms.as_slice()
            && let Pat::Ident(name) = &arm.pat
            && name.ident == "__right"
            && let Expr::Binary(binary) = &*arm.body
        {
            let value = match &*inner.expr {
                Expr::Call(call) if crate::parameter::mentions(&call.func, "by_value") => &call.args[0],
                value => value,
            };
            let right = self.expr(value)?;
            let right = self.settle(right, value)?;
            self.operation(&binary.left, &binary.op, right, value)?;
            return Ok(Value::Unit);
        }
        let scrutinee = match self.expr(&inner.expr)? {
            Value::Plain(plain) => plain,
            value if self.type_of(&value).is_plain() => self.as_plain(value, &inner.expr)?,
            _ => {
                return refuse(
                    &inner.expr,
                    "a `match` on what holds numbers is not understood: compare with `if`, or match on an integer",
                );
            }
        };
        let scrutinee = self.now(scrutinee, "m", span_of(&inner.expr), None);
        let mut written = Assigned::default();
        let mut arms = Vec::new();
        for arm in &inner.arms {
            written = written.and(Assigned::of_expr(&arm.body));
            let mut pattern = arm.pat.clone();
            let names = self.scope.len();
            self.rename(&mut pattern, scrutinee.reference)?;
            let guard = match &arm.guard {
                Some((_, guard)) => {
                    let (guard, block) = self.nested(|normal| normal.integer(guard))?;
                    if !block.is_empty() {
                        return refuse(
                            arm.guard.as_ref().map(|(_, guard)| guard),
                            "a guard that looks at numbers: use `if`",
                        );
                    }
                    Some(guard)
                }
                None => None,
            };
            let (value, block) = self.nested(|normal| normal.expr(&arm.body))?;
            self.scope.truncate(names);
            arms.push((pattern.to_token_stream(), guard, value, block, arm.body.to_token_stream()));
        }
        self.join(scrutinee, arms, &written, false, span_of(&inner.match_token))
    }

    /// The names that a pattern binds to plain values become variables.
    fn rename(&mut self, pattern: &mut Pat, reference: bool) -> Result<()> {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() => {
                // `None`, `MAX`: a constant.
                let text = name.ident.to_string();
                if text.starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Ok(());
                }
                if name.mutability.is_some() {
                    return refuse(name, "`mut` in a pattern: bind the name once more with `let mut`");
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
            Pat::Struct(record) => record.fields.iter_mut().try_for_each(|field| {
                field.colon_token.get_or_insert_with(Default::default);
                self.rename(&mut field.pat, reference)
            }),
            Pat::Or(or) if or.cases.iter().all(|case| !matches!(case, Pat::Ident(_))) => Ok(()),
            Pat::Reference(inner) => self.rename(&mut inner.pat, false),
            Pat::Paren(inner) => self.rename(&mut inner.pat, reference),
            Pat::Wild(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Const(_) => Ok(()),
            pattern => refuse(&*pattern, "this pattern is not understood"),
        }
    }

    /// The branches and what they give.
    #[allow(clippy::type_complexity, reason = "an arm on its way")]
    fn join(
        &mut self,
        scrutinee: Plain,
        arms: Vec<(proc_macro2::TokenStream, Option<Plain>, Value, Vec<Stmt>, proc_macro2::TokenStream)>,
        written: &Assigned,
        is_if: bool,
        span: Span,
    ) -> Result<Value> {
        let types: Vec<Ty> = arms
            .iter()
            .filter(|(_, _, value, ..)| !matches!(value, Value::Never))
            .map(|(_, _, value, ..)| self.type_of(value))
            .collect();
        let never = !arms.is_empty() && arms.iter().all(|(_, _, value, ..)| matches!(value, Value::Never));
        let unit = arms.iter().all(|(_, _, value, ..)| matches!(value, Value::Unit | Value::Never));
        let number = types.iter().any(|ty| *ty.owned() == Ty::Number);
        let plain = types.iter().all(Ty::is_plain);
        let target = if unit {
            None
        } else {
            let (ty, role) = match (number, plain) {
                (true, _) => (Ty::Number, Role::Scalar),
                (_, true) => (Ty::Plain, Role::Scalar),
                _ => (types.into_iter().find(|ty| !ty.is_plain()).unwrap_or(Ty::Unknown), Role::Container),
            };
            let var = self.var("r", span, ty, role);
            self.push(Stmt::Declare { var, init: None });
            Some(var)
        };
        let mut finished = Vec::new();
        for (pattern, guard, value, block, at) in arms {
            let body = match target {
                Some(var) if !matches!(value, Value::Never) => {
                    let ((), tail) = self.nested(|normal| {
                        normal.block = block;
                        let ty = normal.vars[var].ty.clone();
                        let value = match (number, plain) {
                            (true, _) => Source::Value(normal.number(&value, &at)?),
                            (_, true) => Source::Plain(normal.as_plain(value, &at)?),
                            _ => normal.source(&value, &at)?,
                        };
                        let old = normal.var("old", span, ty.clone(), Role::Value);
                        normal.push(Stmt::Write { place: Place::of(var, ty), value, old });
                        Ok(())
                    })?;
                    tail
                }
                _ => block,
            };
            finished.push(Arm { id: 0, pattern, guard, body });
        }
        self.push(Stmt::Branch { scrutinee, arms: finished, is_if });
        self.forget(written);
        Ok(match target {
            None if never => Value::Never,
            None => Value::Unit,
            Some(var) if self.vars[var].role == Role::Scalar => {
                let version = self.version(var);
                self.of_var(version)
            }
            Some(var) => Value::Place(Place::of(var, self.vars[var].ty.clone())),
        })
    }

    /// `for pattern in iterator { … }`
    fn for_loop(&mut self, inner: &syn::ExprForLoop) -> Result<Value> {
        let source = self.iterate(&inner.expr)?;
        let written = Assigned::of_block(&inner.body);
        self.each(source, &written, inner.label.as_ref(), |normal, value| {
            normal.bind(&inner.pat, value, None)?;
            normal.block_value(&inner.body)?;
            Ok(())
        })?;
        Ok(Value::Unit)
    }

    /// `while condition { … }`
    fn while_loop(&mut self, inner: &syn::ExprWhile) -> Result<Value> {
        if let Expr::Let(condition) = &*inner.cond {
            return refuse(
                condition.let_token,
                "`while let` is not understood: use a `for` loop, or `while` with a condition",
            );
        }
        let written = Assigned::of_block(&inner.body).and(Assigned::of_expr(&inner.cond));
        self.forget(&written);
        self.enter(inner.label.as_ref(), None);
        let body = self.nested(|normal| {
            let condition = normal.integer(&inner.cond)?;
            normal.push(Stmt::Unless(condition));
            normal.block_value(&inner.body)?;
            Ok(())
        });
        let left = self.leave();
        let ((), body) = body?;
        self.forget(&written);
        self.finish_loop(Head::While, body, left, span_of(&inner.while_token));
        Ok(Value::Unit)
    }

    pub(super) fn finish_loop(&mut self, head: Head, body: Vec<Stmt>, left: bool, span: Span) {
        let trips = self.var("trips", span, Ty::Plain, Role::Value);
        let stack = format_ident!("__kept_{trips}", span = Span::mixed_site());
        self.push(Stmt::Loop(Box::new(Loop { id: 0, head, body, left, stack, trips })));
    }

    fn macro_statement(&mut self, mac: &syn::Macro) -> Result<Value> {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "assert" | "debug_assert" | "assert_eq" | "debug_assert_eq" | "assert_ne" | "debug_assert_ne" => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let Ok(arguments) = mac.parse_body_with(parser) else {
                    return refuse(mac, "this macro is not understood");
                };
                // What is compared; the text is left out if it mentions anything.
                let compared = if name.contains("_eq") || name.contains("_ne") { 2 } else { 1 };
                let mut parts = Vec::new();
                for argument in arguments.iter().take(compared) {
                    let value = self.expr(argument)?;
                    parts.push(match value {
                        Value::Plain(plain) => plain,
                        value if self.type_of(&value).is_plain() => self.as_plain(value, argument)?,
                        value => {
                            let id = self.number(&value, argument)?;
                            let ident = &self.vars[id].ident;
                            Plain { tokens: quote!(#ident), values: vec![id], ..Plain::default() }
                        }
                    });
                }
                let rest: Vec<_> = match arguments.iter().nth(compared) {
                    Some(Expr::Lit(text))
                        if arguments.len() == compared + 1
                            && !text.to_token_stream().to_string().contains('{') =>
                    {
                        vec![text.to_token_stream()]
                    }
                    _ => Vec::new(),
                };
                let path = &mac.path;
                let tokens: Vec<_> = parts.iter().map(|part| part.tokens.clone()).chain(rest).collect();
                let all: Vec<&Plain> = parts.iter().collect();
                let plain = Self::compose(&all, quote!(#path!(#(#tokens),*)), true);
                self.push(Stmt::Forward(plain));
                Ok(Value::Unit)
            }
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                self.push(Stmt::Forward(Plain { tokens: mac.to_token_stream(), ..Plain::default() }));
                Ok(Value::Never)
            }
            _ => self.macro_call(mac),
        }
    }

    /// `vec![…]`
    pub(super) fn macro_call(&mut self, mac: &syn::Macro) -> Result<Value> {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if name != "vec" {
            if matches!(
                name.as_str(),
                "panic" | "unreachable" | "assert" | "assert_eq" | "debug_assert" | "todo" | "unimplemented"
            ) {
                return self.macro_statement(mac);
            }
            return refuse(mac, format!("`{name}!` is not understood: write out what it does"));
        }
        let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(elements) = mac.parse_body_with(list) {
            let parts = self.sources(elements.iter())?;
            return Ok(Value::Source(Source::Build(Build { kind: BuildKind::Vector, parts })));
        }
        let parser = |input: syn::parse::ParseStream<'_>| {
            let element: Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok((element, input.parse::<Expr>()?))
        };
        match mac.parse_body_with(parser) {
            Ok((element, count)) => self.repeat(true, &element, &count),
            Err(error) => Err(error),
        }
    }
}
