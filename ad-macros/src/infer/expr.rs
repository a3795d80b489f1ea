//! The forms of expressions.

use super::solve::Pending;
use super::{Inference, names_of};
use crate::body::tree::{Block, ExprId, Form, LabelId, Statement};
use crate::ty::{List, Ty};
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, UnOp};

impl Inference<'_> {
    /// The type of an expression. If one is wanted, it is a hint.
    pub(super) fn expr(&mut self, id: ExprId, want: Option<&Ty>) -> Ty {
        let ty = self.form(id, want);
        self.types[id.index()] = ty.clone();
        ty
    }

    /// An expression in the place of a value of this type, to which Rust coerces it.
    pub(super) fn coerced(&mut self, id: ExprId, to: &Ty) {
        let ty = self.expr(id, Some(to));
        self.coerce(id, &ty, to);
    }

    fn form(&mut self, id: ExprId, want: Option<&Ty>) -> Ty {
        let body = self.body;
        match body.form(id) {
            Form::Literal => match body.shell(id) {
                Expr::Lit(literal) => self.literal(&literal.lit),
                _ => Ty::Unknown,
            },
            Form::Local(local) => self.locals[local.index()].clone(),
            Form::Path => self.path(id, want),
            Form::Paren(inner) => self.expr(*inner, want),
            Form::Unary(inner) => self.unary(id, *inner, want),
            Form::Binary(..) => self.binary(id),
            Form::Field(base) => {
                let Expr::Field(field) = body.shell(id) else { return Ty::Unknown };
                let name = field.member.to_token_stream().to_string();
                let base = self.expr(*base, None);
                let result = self.variable();
                self.later(Pending::Field(base, name.into(), result.clone()));
                result
            }
            Form::Index(list, index) => {
                let list = self.expr(*list, None);
                let index = self.expr(*index, None);
                let result = self.variable();
                self.later(Pending::Index(list, index, result.clone()));
                result
            }
            Form::Call(function, arguments) => self.call(*function, arguments, want),
            Form::Method(receiver, arguments) => self.method_call(id, *receiver, arguments, want),
            Form::Macro(arguments, _) => self.of_macro(id, arguments, want),
            Form::Opaque(locals) => {
                for local in locals {
                    let ty = self.locals[local.index()].clone();
                    self.tell(&ty);
                }
                Ty::Unknown
            }
            _ => self.made(id, want),
        }
    }

    /// Values that are made of others.
    fn made(&mut self, id: ExprId, want: Option<&Ty>) -> Ty {
        let body = self.body;
        match body.form(id) {
            Form::Cast(inner) => {
                let Expr::Cast(cast) = body.shell(id) else { return Ty::Unknown };
                let ty = self.written(&cast.ty);
                // `x as f64` does not tell the type of `x`.
                if matches!(self.head(&ty), Ty::Pointer(..) | Ty::Ref { .. } | Ty::Function(..)) {
                    self.coerced(*inner, &ty);
                } else {
                    self.expr(*inner, None);
                }
                ty
            }
            Form::Reference(inner) => {
                let Expr::Reference(reference) = body.shell(id) else { return Ty::Unknown };
                let want = match want.map(|want| self.head(want)) {
                    Some(Ty::Ref { of, .. }) => Some((*of).clone()),
                    _ => None,
                };
                let of = self.expr(*inner, want.as_ref());
                Ty::reference(reference.mutability.is_some(), of)
            }
            Form::Tuple(parts) => {
                let wanted = match want.map(|want| self.head(want)) {
                    Some(Ty::Tuple(types)) if types.len() == parts.len() => types.to_vec(),
                    _ => Vec::new(),
                };
                let types = parts.iter().enumerate().map(|(i, part)| match wanted.get(i) {
                    Some(want) => self.wanted(*part, want),
                    None => self.expr(*part, None),
                });
                Ty::Tuple(types.collect())
            }
            Form::Array(parts) => {
                let element = self.element_wanted(want);
                self.elements(parts, &element);
                Ty::list(List::Array, element)
            }
            Form::Repeat(part, count) => {
                let element = self.element_wanted(want);
                self.elements(&[*part], &element);
                self.expr(*count, None);
                Ty::list(List::Array, element)
            }
            Form::Range(start, end) => {
                let item = self.variable();
                for end in start.iter().chain(end) {
                    let ty = self.expr(*end, None);
                    self.unify(&item, &ty);
                }
                if start.is_none() && end.is_none() { Ty::foreign("RangeFull") } else { Ty::iterator(item) }
            }
            Form::Struct { fields, rest } => self.literal_of_struct(id, fields, *rest),
            Form::Closure { parameters, body } => {
                let Expr::Closure(closure) = self.body.shell(id) else { return Ty::Unknown };
                let wanted = match want.map(|want| self.head(want)) {
                    Some(Ty::Function(types, result)) => Some((types, (*result).clone())),
                    _ => None,
                };
                let types = parameters.iter().enumerate().map(|(i, parameter)| {
                    let known = wanted.as_ref().and_then(|(types, _)| types.get(i).cloned());
                    let ty = known.unwrap_or_else(|| self.variable());
                    self.bind(parameter, &ty);
                    ty
                });
                let types: Vec<Ty> = types.collect();
                let result = match &closure.output {
                    syn::ReturnType::Type(_, ty) => self.written(ty),
                    syn::ReturnType::Default => wanted.map_or_else(|| self.variable(), |(_, result)| result),
                };
                let outer = std::mem::replace(&mut self.output, result.clone());
                self.coerced(*body, &result);
                self.output = outer;
                Ty::function(types, result)
            }
            _ => self.flow(id, want),
        }
    }

    /// Assignments, branches, loops and exits.
    fn flow(&mut self, id: ExprId, want: Option<&Ty>) -> Ty {
        match self.body.form(id) {
            Form::Assign(left, right) => {
                let ty = self.expr(*left, None);
                self.coerced(*right, &ty);
                Ty::unit()
            }
            Form::Let(pattern, value) => {
                let ty = self.expr(*value, None);
                self.solve();
                self.bind(pattern, &ty);
                Ty::Bool
            }
            Form::If { condition, then, otherwise } => {
                self.expr(*condition, None);
                let Some(otherwise) = otherwise else {
                    self.block(then, None);
                    return Ty::unit();
                };
                let result = self.branch_wanted(want);
                let first = self.block(then, Some(&result));
                let second = self.wanted(*otherwise, &result);
                self.joined(&result, [first, second])
            }
            Form::Match(of, arms) => {
                let of = self.expr(*of, None);
                self.solve();
                let result = self.branch_wanted(want);
                let mut types = Vec::new();
                for arm in arms {
                    self.bind(&arm.pattern, &of);
                    if let Some(guard) = arm.guard {
                        self.expr(guard, None);
                    }
                    types.push(self.wanted(arm.value, &result));
                }
                self.joined(&result, types)
            }
            Form::Block(None, block) => self.block(block, want),
            Form::Block(Some(label), block) => {
                let result = self.branch_wanted(want);
                self.breaks[label.index()] = result.clone();
                let ty = self.block(block, Some(&result));
                self.unify(&result, &ty);
                result
            }
            Form::Loop(label, block) => {
                let result = self.branch_wanted(want);
                let ends = self.looped(*label, &result, block);
                if ends { result } else { Ty::Never }
            }
            Form::While(label, condition, block) => {
                self.expr(*condition, None);
                self.looped(*label, &Ty::unit(), block);
                Ty::unit()
            }
            Form::For { label, item, of, body } => {
                let of = self.expr(*of, None);
                let ty = self.variable();
                self.later(Pending::Item(of, ty.clone()));
                self.bind(item, &ty);
                self.looped(*label, &Ty::unit(), body);
                Ty::unit()
            }
            Form::Break(label, value) => {
                let target = label.map(|label| self.breaks[label.index()].clone());
                match (value, target) {
                    (Some(value), Some(target)) => self.coerced(*value, &target),
                    (Some(value), None) => _ = self.expr(*value, None),
                    (None, Some(target)) => self.unify(&target, &Ty::unit()),
                    (None, None) => {}
                }
                Ty::Never
            }
            Form::Continue => Ty::Never,
            Form::Return(value) => {
                if let Some(value) = value {
                    let output = self.output.clone();
                    self.coerced(*value, &output);
                }
                Ty::Never
            }
            Form::Try(inner) => {
                let of = self.expr(*inner, None);
                let result = self.variable();
                self.later(Pending::Content(of, result.clone()));
                result
            }
            _ => Ty::Unknown,
        }
    }

    /// An expression whose context may decide its type.
    fn told(&mut self, id: ExprId) {
        let ty = self.expr(id, None);
        self.tell(&ty);
    }

    /// A branch or part of a wanted type. Returns the wanted type, or that of the expression if it has no value.
    fn wanted(&mut self, id: ExprId, want: &Ty) -> Ty {
        let ty = self.expr(id, Some(want));
        if self.head(&ty) == Ty::Never {
            return Ty::Never;
        }
        self.coerce(id, &ty, want);
        want.clone()
    }

    fn branch_wanted(&mut self, want: Option<&Ty>) -> Ty {
        match want.map(|want| self.head(want)) {
            Some(want) if !matches!(want, Ty::Infer(_) | Ty::Unknown | Ty::Never) => want,
            _ => self.variable(),
        }
    }

    fn joined(&self, result: &Ty, branches: impl IntoIterator<Item = Ty>) -> Ty {
        if branches.into_iter().all(|ty| self.head(&ty) == Ty::Never) { Ty::Never } else { result.clone() }
    }

    fn element_wanted(&mut self, want: Option<&Ty>) -> Ty {
        match want.map(|want| self.head(want)) {
            Some(Ty::List(_, element)) => (*element).clone(),
            Some(Ty::Pointer(_, of)) => self.element_wanted(Some(&of)),
            _ => self.variable(),
        }
    }

    fn elements(&mut self, parts: &[ExprId], element: &Ty) {
        for part in parts {
            self.coerced(*part, element);
        }
    }

    pub(super) fn literal(&mut self, literal: &Lit) -> Ty {
        match literal {
            Lit::Float(float) if float.suffix().is_empty() => self.literal_variable(),
            Lit::Float(_) => Ty::Float,
            Lit::Int(int) if int.suffix().starts_with('f') => Ty::Float,
            Lit::Int(_) | Lit::Byte(_) => Ty::Int,
            Lit::Bool(_) => Ty::Bool,
            Lit::Char(_) => Ty::Char,
            Lit::Str(_) => Ty::shared(Ty::Text),
            Lit::ByteStr(_) => Ty::shared(Ty::list(List::Array, Ty::Int)),
            _ => Ty::Unknown,
        }
    }

    fn unary(&mut self, id: ExprId, inner: ExprId, want: Option<&Ty>) -> Ty {
        let Expr::Unary(unary) = self.body.shell(id) else { return Ty::Unknown };
        match unary.op {
            UnOp::Deref(_) => {
                let of = self.expr(inner, None);
                let result = self.variable();
                self.later(Pending::Deref(of, result.clone()));
                result
            }
            UnOp::Neg(_) => {
                let of = self.expr(inner, want);
                let result = self.variable();
                self.later(Pending::Unary("Neg", of, result.clone()));
                result
            }
            _ => {
                let of = self.expr(inner, want);
                let result = self.variable();
                self.later(Pending::Unary("Not", of, result.clone()));
                result
            }
        }
    }

    /// An operation. The left side of a long sum needs no recursion.
    fn binary(&mut self, id: ExprId) -> Ty {
        let (mut outer, mut id) = (Vec::new(), id);
        while let Form::Binary(left, right) = self.body.form(id) {
            outer.push((id, *right));
            id = *left;
        }
        let mut ty = self.expr(id, None);
        while let Some((id, right)) = outer.pop() {
            ty = self.operation(id, ty, right);
            self.types[id.index()] = ty.clone();
        }
        ty
    }

    fn operation(&mut self, id: ExprId, left: Ty, right: ExprId) -> Ty {
        let Expr::Binary(binary) = self.body.shell(id) else { return Ty::Unknown };
        let right = self.expr(right, None);
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) => Ty::Bool,
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => {
                self.later(Pending::Compare(left, right));
                Ty::Bool
            }
            op => {
                let (name, assigns) = operator(&op);
                let result = self.variable();
                self.later(Pending::Binary(name, left, right, result.clone()));
                if assigns { Ty::unit() } else { result }
            }
        }
    }

    fn literal_of_struct(&mut self, id: ExprId, fields: &[ExprId], rest: Option<ExprId>) -> Ty {
        let Expr::Struct(literal) = self.body.shell(id) else { return Ty::Unknown };
        let ty = self.variable();
        let known = self.fields_of(&names_of(&literal.path), &ty);
        if known.is_empty() && rest.is_none() && matches!(self.head(&ty), Ty::Infer(_)) {
            let of =
                self.written(&syn::Type::Path(syn::TypePath { qself: None, path: literal.path.clone() }));
            self.unify(&ty, &of);
        }
        for (field, value) in literal.fields.iter().zip(fields) {
            let name = field.member.to_token_stream().to_string();
            match known.iter().find(|(other, _)| **other == *name) {
                Some((_, ty)) => self.coerced(*value, &ty.clone()),
                None => self.told(*value),
            }
        }
        if let Some(rest) = rest {
            self.coerced(rest, &ty);
        }
        ty
    }

    /// The value of a block.
    fn block(&mut self, block: &Block, want: Option<&Ty>) -> Ty {
        let mut diverges = false;
        for statement in &block.statements {
            match statement {
                Statement::Expr(id) => {
                    let ty = self.expr(*id, None);
                    diverges |= self.head(&ty) == Ty::Never;
                }
                Statement::Let { pattern, value, otherwise } => {
                    let ty = match pattern {
                        crate::body::tree::Pattern::Typed(_, written) => self.written(written),
                        _ => self.variable(),
                    };
                    if let Some(value) = value {
                        let of = self.expr(*value, Some(&ty));
                        diverges |= self.head(&of) == Ty::Never;
                        self.coerce(*value, &of, &ty);
                    }
                    if let Some(otherwise) = otherwise {
                        self.expr(*otherwise, None);
                    }
                    self.solve();
                    match pattern {
                        crate::body::tree::Pattern::Typed(inner, _) => self.bind(inner, &ty),
                        pattern => self.bind(pattern, &ty),
                    }
                }
            }
        }
        match (block.value, want) {
            (Some(value), Some(want)) => {
                let ty = self.expr(value, Some(want));
                if self.head(&ty) == Ty::Never {
                    return Ty::Never;
                }
                self.coerce(value, &ty, want);
                want.clone()
            }
            (Some(value), None) => self.expr(value, None),
            (None, _) if diverges => Ty::Never,
            (None, want) => {
                if let Some(want) = want {
                    self.unify(want, &Ty::unit());
                }
                Ty::unit()
            }
        }
    }

    /// A loop. Returns whether a `break` leaves it.
    fn looped(&mut self, label: LabelId, result: &Ty, block: &Block) -> bool {
        self.breaks[label.index()] = result.clone();
        self.block(block, None);
        !matches!(self.head(result), Ty::Infer(_))
    }

    fn of_macro(&mut self, id: ExprId, arguments: &[ExprId], want: Option<&Ty>) -> Ty {
        let Expr::Macro(inner) = self.body.shell(id) else { return Ty::Unknown };
        let name = inner.mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "vec" {
            let element = self.element_wanted(want);
            let repeats =
                matches!(self.body.form(id), Form::Macro(_, crate::body::tree::Separator::Semicolon));
            self.elements(if repeats { &arguments[..1] } else { arguments }, &element);
            for count in arguments.iter().skip(1).filter(|_| repeats) {
                self.expr(*count, None);
            }
            return Ty::list(List::Vec, element);
        }
        for argument in arguments {
            self.told(*argument);
        }
        match &*name {
            "format" => Ty::Text,
            "panic" | "unreachable" | "todo" | "unimplemented" => Ty::Never,
            "matches" => Ty::Bool,
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne"
            | "print" | "println" | "eprint" | "eprintln" | "dbg" => Ty::unit(),
            _ => Ty::Unknown,
        }
    }
}

/// The trait of an operator, and whether it assigns.
fn operator(op: &BinOp) -> (&'static str, bool) {
    match op {
        BinOp::Add(_) => ("Add", false),
        BinOp::Sub(_) => ("Sub", false),
        BinOp::Mul(_) => ("Mul", false),
        BinOp::Div(_) => ("Div", false),
        BinOp::Rem(_) => ("Rem", false),
        BinOp::AddAssign(_) => ("Add", true),
        BinOp::SubAssign(_) => ("Sub", true),
        BinOp::MulAssign(_) => ("Mul", true),
        BinOp::DivAssign(_) => ("Div", true),
        BinOp::RemAssign(_) => ("Rem", true),
        BinOp::Shl(_) | BinOp::Shr(_) => ("Shift", false),
        BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => ("Shift", true),
        BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => ("Bits", true),
        _ => ("Bits", false),
    }
}
