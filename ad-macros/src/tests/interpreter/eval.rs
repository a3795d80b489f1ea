//! Expressions and statements.

use super::number::Number;
use super::value::{Place, Projection};
use super::{Frame, Leave, Run, Value};
use quote::ToTokens;
use std::cell::RefCell;
use std::rc::Rc;
use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp};

/// No program has more iterations of a loop.
const MOST: usize = 10_000;

impl<'a> Frame<'a, '_> {
    pub(super) fn block(&mut self, block: &'a Block) -> Run<'a> {
        let names = self.names.len();
        let result = self.statements(&block.stmts);
        self.names.truncate(names);
        result
    }

    fn statements(&mut self, statements: &'a [Stmt]) -> Run<'a> {
        let mut last = Value::Unit;
        for statement in statements {
            last = Value::Unit;
            match statement {
                Stmt::Local(local) => {
                    if let syn::Pat::Type(typed) = &local.pat
                        && let syn::Type::Array(array) = &*typed.ty
                    {
                        self.length = Some(self.int(&array.len)?);
                    }
                    let value = match &local.init {
                        None => Value::Unit,
                        Some(init) => self.value(&init.expr)?,
                    };
                    if !self.matches(&local.pat, value) {
                        let otherwise = local.init.as_ref().and_then(|init| init.diverge.as_ref());
                        self.value(&otherwise.expect("`else`").1)?;
                    }
                }
                // Functions are compared where rustc infers them.
                Stmt::Expr(Expr::Call(call), _)
                    if call.func.to_token_stream().to_string().ends_with("same_function") => {}
                Stmt::Expr(expr, semicolon) => {
                    let value = self.value(expr)?;
                    if semicolon.is_none() {
                        last = value;
                    }
                }
                Stmt::Item(syn::Item::Const(constant)) => {
                    let value = self.value(&constant.expr)?;
                    self.bind(&constant.ident.to_string(), value);
                }
                Stmt::Macro(_) | Stmt::Item(_) => {}
            }
        }
        Ok(last)
    }

    pub(super) fn literal(literal: &Lit) -> Value<'a> {
        match literal {
            Lit::Int(i) => Value::Int(i.base10_parse().expect("an integer")),
            Lit::Bool(b) => Value::Bool(b.value),
            #[allow(clippy::cast_possible_truncation, reason = "programs have small whole numbers")]
            Lit::Float(f) => {
                let value: f64 = f.base10_parse().expect("a float");
                assert!(value.fract() == 0.0, "a fraction");
                Value::Number(Number::constant(value as i128))
            }
            _ => Value::Unit,
        }
    }

    pub(super) fn int(&mut self, expr: &'a Expr) -> Run<'a, i128> {
        match self.value(expr)?.read() {
            Value::Int(i) => Ok(i),
            _ => panic!("no integer: {}", expr.to_token_stream()),
        }
    }

    fn bool(&mut self, expr: &'a Expr) -> Run<'a, bool> {
        match self.value(expr)?.read() {
            Value::Bool(b) => Ok(b),
            _ => panic!("no condition: {}", expr.to_token_stream()),
        }
    }

    /// The place of an expression, or a new place with its value.
    pub(super) fn place(&mut self, expr: &'a Expr) -> Run<'a, Place<'a>> {
        Ok(match expr {
            Expr::Paren(inner) => self.place(&inner.expr)?,
            Expr::Path(path) => {
                let name =
                    path.path.get_ident().unwrap_or_else(|| panic!("no name: {}", path.to_token_stream()));
                self.named(name).unwrap_or_else(|| panic!("`{name}` is not in scope"))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.place(&unary.expr)?.followed(),
            Expr::Field(field) => {
                let name = field.member.to_token_stream().to_string();
                self.place(&field.base)?.step(Projection::Field(name))
            }
            Expr::Index(index) => {
                let base = self.place(&index.expr)?.followed();
                let size = |i: i128| usize::try_from(i).expect("an index that is not negative");
                match self.value(&index.index)?.read() {
                    Value::Int(i) => base.step(Projection::Index(size(i))),
                    Value::Range(from, to) => {
                        let (from, to) = (from.map_or(0, size), to.map_or_else(|| base.len(), size));
                        base.step(Projection::Part(from, to))
                    }
                    _ => panic!("no index: {}", index.to_token_stream()),
                }
            }
            Expr::MethodCall(call) if call.method == "unwrap" => {
                self.place(&call.receiver)?.step(Projection::There)
            }
            expr => Place::new(self.value(expr)?),
        })
    }

    #[allow(clippy::too_many_lines, reason = "a `match` with a case for each form")]
    pub(super) fn value(&mut self, expr: &'a Expr) -> Run<'a> {
        Ok(match expr {
            Expr::Paren(inner) => self.value(&inner.expr)?,
            Expr::Lit(literal) => Self::literal(&literal.lit),
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.named(name)) {
                // A copy of a closure has its own state.
                Some(place) => with_its_own_state(place.read()),
                None if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                    Value::Option(None)
                }
                None if path.path.segments.last().is_some_and(|last| last.ident == "MAX") => {
                    Value::Int(super::library::ENDLESS)
                }
                None if path.path.segments.last().is_some_and(|last| last.ident == "__SAME") => {
                    Value::Bool(self.functions.constant(expr))
                }
                // The Hessian of the tests is dense.
                None if path.path.segments.last().is_some_and(|last| last.ident == "DENSE") => {
                    Value::Bool(true)
                }
                None => match self.owned(&path.path) {
                    name if self.functions.functions.contains_key(&name) => Value::Function(name),
                    _ => panic!("not in scope: {}", path.to_token_stream()),
                },
            },
            Expr::Field(_) | Expr::Index(_) => self.place(expr)?.read(),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                Value::Reference(self.place(&reference.expr)?.followed())
            }
            Expr::Reference(reference) => self.value(&reference.expr)?.read(),
            Expr::Unary(unary) => {
                let value = self.value(&unary.expr)?.read();
                match (&unary.op, value) {
                    (UnOp::Deref(_), value) => value,
                    (UnOp::Neg(_), Value::Number(n)) => Value::Number(n.neg()),
                    (UnOp::Neg(_), Value::Int(i)) => Value::Int(-i),
                    (UnOp::Not(_), Value::Bool(b)) => Value::Bool(!b),
                    _ => panic!("an operator that is not understood: {}", unary.to_token_stream()),
                }
            }
            Expr::Binary(binary) => self.binary(binary)?,
            Expr::Assign(assign) => {
                let value = self.value(&assign.right)?;
                self.assign(&assign.left, value)?;
                Value::Unit
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Value::Unit,
            Expr::Tuple(tuple) => Value::Tuple(self.values(tuple.elems.iter())?),
            Expr::Array(array) => Value::List(self.values(array.elems.iter())?),
            Expr::Repeat(repeat) => {
                let element = self.value(&repeat.expr)?.read();
                let count = self.int(&repeat.len)?;
                Value::List((0..count).map(|_| element.clone()).collect())
            }
            Expr::Struct(literal) => {
                let mut fields = Vec::new();
                for field in &literal.fields {
                    fields
                        .push((field.member.to_token_stream().to_string(), self.value(&field.expr)?.read()));
                }
                if let Some(rest) = &literal.rest
                    && let Value::Struct(_, others) = self.value(rest)?.read()
                {
                    let others =
                        others.into_iter().filter(|(name, _)| fields.iter().all(|(own, _)| own != name));
                    fields.extend(others.collect::<Vec<_>>());
                }
                let name = literal.path.segments.last().expect("a name").ident.to_string();
                Value::Struct(name.into(), fields)
            }
            Expr::Cast(cast) => {
                let value = self.value(&cast.expr)?.read();
                match (value, cast.ty.to_token_stream().to_string().as_str()) {
                    (Value::Int(i), "f64") => Value::Number(Number::constant(i)),
                    (value, _) => value,
                }
            }
            Expr::Range(range) => {
                let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let from = range.start.as_ref().map(|e| self.int(e)).transpose()?;
                let to = range.end.as_ref().map(|e| self.int(e)).transpose()?;
                Value::Range(from, to.map(|to| to + i128::from(closed)))
            }
            Expr::Block(inner) => match (&inner.label, self.block(&inner.block)) {
                (Some(label), Err(Leave::Break(Some(to), value))) if *to == label.name => value,
                (_, result) => result?,
            },
            Expr::If(branch) => {
                let names = self.names.len();
                let holds = self.condition(&branch.cond)?;
                let value = match &branch.else_branch {
                    _ if holds => self.block(&branch.then_branch),
                    Some((_, otherwise)) => {
                        self.names.truncate(names);
                        self.value(otherwise)
                    }
                    None => Ok(Value::Unit),
                };
                self.names.truncate(names);
                value?
            }
            Expr::Match(inner) => {
                let value = self.value(&inner.expr)?;
                for arm in &inner.arms {
                    let names = self.names.len();
                    let fits = self.matches(&arm.pat, value.clone());
                    if fits && arm.guard.as_ref().map_or(Ok(true), |(_, guard)| self.bool(guard))? {
                        let result = self.value(&arm.body);
                        self.names.truncate(names);
                        return result;
                    }
                    self.names.truncate(names);
                }
                panic!("no arm fits")
            }
            Expr::ForLoop(inner) => {
                let iterated = self.value(&inner.expr)?;
                let lent = match &iterated {
                    Value::Reference(place) if matches!(place.read(), Value::Items(_)) => Some(place.clone()),
                    _ => None,
                };
                let mut items = Self::items(iterated).into_iter();
                while let Some(item) = items.next() {
                    if let Some(iterator) = &lent {
                        iterator.write(Value::Items(items.clone().collect()));
                    }
                    let names = self.names.len();
                    assert!(self.matches(&inner.pat, item));
                    let result = self.block(&inner.body);
                    self.names.truncate(names);
                    if let Some(value) = around(inner.label.as_ref(), result)? {
                        return Ok(value);
                    }
                }
                Value::Unit
            }
            Expr::While(inner) => {
                for _ in 0..MOST {
                    let names = self.names.len();
                    let result = match self.condition(&inner.cond) {
                        Ok(true) => self.block(&inner.body),
                        Ok(false) => Err(Leave::Break(None, Value::Unit)),
                        Err(leave) => Err(leave),
                    };
                    self.names.truncate(names);
                    if let Some(value) = around(inner.label.as_ref(), result)? {
                        return Ok(value);
                    }
                }
                panic!("a loop that does not end: {}", inner.to_token_stream())
            }
            Expr::Loop(inner) => {
                for _ in 0..MOST {
                    let result = self.block(&inner.body);
                    if let Some(value) = around(inner.label.as_ref(), result)? {
                        return Ok(value);
                    }
                }
                panic!("a loop that does not end: {}", inner.to_token_stream())
            }
            Expr::Break(inner) => {
                let value = inner.expr.as_ref().map_or(Ok(Value::Unit), |e| self.value(e))?;
                return Err(Leave::Break(inner.label.as_ref(), value));
            }
            Expr::Continue(inner) => return Err(Leave::Continue(inner.label.as_ref())),
            Expr::Return(inner) => {
                let value = inner.expr.as_ref().map_or(Ok(Value::Unit), |e| self.value(e))?;
                return Err(Leave::Return(value));
            }
            Expr::Try(inner) => match self.value(&inner.expr)?.read() {
                Value::Option(Some(inside)) => *inside,
                nothing => return Err(Leave::Return(nothing)),
            },
            Expr::Closure(closure) => {
                with_its_own_state(Value::Closure(closure, Rc::new(self.names.clone())))
            }
            Expr::Call(call) => self.call(call)?,
            Expr::MethodCall(call) => self.method(call)?,
            expr => panic!("an expression that is not understood: {}", expr.to_token_stream()),
        })
    }

    fn assign(&mut self, left: &'a Expr, value: Value<'a>) -> Run<'a, ()> {
        match (left, value) {
            (Expr::Infer(_), _) => {}
            (
                Expr::Tuple(syn::ExprTuple { elems, .. }) | Expr::Array(syn::ExprArray { elems, .. }),
                Value::Tuple(values) | Value::List(values),
            ) => {
                for (place, value) in elems.iter().zip(values) {
                    self.assign(place, value)?;
                }
            }
            (left, value) => self.place(left)?.write(value),
        }
        Ok(())
    }

    pub(super) fn values(&mut self, elements: impl Iterator<Item = &'a Expr>) -> Run<'a, Vec<Value<'a>>> {
        elements.map(|element| self.value(element)).collect()
    }

    /// The last two names of a path, as in `Type::function`.
    pub(super) fn owned(&self, path: &syn::Path) -> String {
        let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let last = segments.next().unwrap_or_default();
        let owner = segments.next().unwrap_or_default();
        match self.named(&quote::format_ident!("Self")).map(|place| place.read()) {
            Some(Value::Function(itself)) if owner == "Self" => format!("{itself}::{last}"),
            _ => format!("{owner}::{last}"),
        }
    }

    /// A condition, or `let pattern = value`, whose names stay in scope.
    fn condition(&mut self, expr: &'a Expr) -> Run<'a, bool> {
        match expr {
            Expr::Let(inner) => {
                let value = self.value(&inner.expr)?;
                Ok(self.matches(&inner.pat, value))
            }
            expr => self.bool(expr),
        }
    }

    fn binary(&mut self, binary: &'a syn::ExprBinary) -> Run<'a> {
        if let BinOp::And(_) | BinOp::Or(_) = binary.op {
            let left = self.bool(&binary.left)?;
            let short = left == matches!(binary.op, BinOp::Or(_));
            return Ok(Value::Bool(if short { left } else { self.bool(&binary.right)? }));
        }
        if crate::class::is_assigning(&binary.op) {
            let right = self.value(&binary.right)?.read();
            let place = self.place(&binary.left)?.followed();
            let new = super::library::operation(&binary.op, place.read(), right);
            place.write(new);
            return Ok(Value::Unit);
        }
        let left = self.value(&binary.left)?.read();
        let right = self.value(&binary.right)?.read();
        Ok(super::library::operation(&binary.op, left, right))
    }
}

/// A `move` closure with copies of the variables.
fn with_its_own_state(value: Value<'_>) -> Value<'_> {
    let Value::Closure(closure, names) = value else { return value };
    // A reverse sweep captures constant values.
    let sweep =
        closure.inputs.first().is_some_and(|input| input.to_token_stream().to_string().starts_with("__d_"));
    if closure.capture.is_none() || sweep {
        return Value::Closure(closure, names);
    }
    let copies = names.iter().map(|(name, memory)| {
        let value = with_its_own_state(memory.borrow().clone());
        (name.clone(), Rc::new(RefCell::new(value)))
    });
    Value::Closure(closure, Rc::new(copies.collect()))
}

/// The effect of an iteration's end on a loop with this label: its value, if the loop ends.
fn around<'a>(label: Option<&syn::Label>, result: Run<'a>) -> Run<'a, Option<Value<'a>>> {
    let own = |to: Option<&syn::Lifetime>| to.is_none() || label.is_some_and(|label| Some(&label.name) == to);
    match result {
        Ok(_) => Ok(None),
        Err(Leave::Continue(to)) if own(to) => Ok(None),
        Err(Leave::Break(to, value)) if own(to) => Ok(Some(value)),
        Err(leave) => Err(leave),
    }
}
