//! Operators: on numbers an operation, on integers the original expression.

use super::{Lowering, Result, Value, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::{first, span_of};
use quote::quote;
use syn::{BinOp, UnOp};

impl Lowering<'_> {
    pub(super) fn unary(&mut self, unary: &syn::ExprUnary) -> Result<Value> {
        let value = self.expr(&unary.expr)?;
        match unary.op {
            UnOp::Deref(_) => Ok(Self::dereferenced(value)),
            UnOp::Neg(_) => {
                if let Value::Plain(plain) = &value {
                    let tokens = Self::operand(plain);
                    return Ok(Value::Plain(Self::compose(&[plain], quote!(-#tokens), false)));
                }
                if let Some(value) = self.operator("neg", &value, None, &unary.op)? {
                    return Ok(value);
                }
                let operand = self.number(&value, &unary.expr)?;
                Ok(Value::Number(self.temporary(span_of(unary), Rhs::Negate(operand))))
            }
            _ => {
                let plain = self.as_plain(value, &unary.expr)?;
                let tokens = Self::operand(&plain);
                Ok(Value::Plain(Self::compose(&[&plain], quote!(!#tokens), false)))
            }
        }
    }

    pub(super) fn binary(&mut self, binary: &syn::ExprBinary) -> Result<Value> {
        let op = &binary.op;
        if matches!(op, BinOp::And(_) | BinOp::Or(_)) {
            return self.logic(binary);
        }
        let sides: [Value; 2] =
            self.operands([&*binary.left, &*binary.right])?.try_into().unwrap_or([Value::Unit, Value::Unit]);
        let [left, right] = sides.map(Self::without_fields);
        let plain = |lowering: &Self, value: &Value| lowering.type_of(value).is_plain();
        if plain(self, &left) && plain(self, &right) {
            let (left, right) = (self.as_plain(left, &binary.left)?, self.as_plain(right, &binary.right)?);
            let (a, b) = (Self::operand(&left), Self::operand(&right));
            return Ok(Value::Plain(Self::compose(&[&left, &right], quote!(#a #op #b), false)));
        }
        // Integers meet only integers.
        let integer = |lowering: &Self, value: &Value| matches!(value, Value::Plain(plain) if lowering.is_integer(plain));
        let unknown = |value: &Value| matches!(value, Value::Place(place) if place.ty == Ty::Unknown);
        if integer(self, &left) && unknown(&right) || unknown(&left) && integer(self, &right) {
            let (left, right) = (self.as_plain(left, &binary.left)?, self.as_plain(right, &binary.right)?);
            let (a, b) = (Self::operand(&left), Self::operand(&right));
            return Ok(Value::Plain(Self::compose(&[&left, &right], quote!(#a #op #b), false)));
        }
        if let Some(method) = crate::known::method_of(op)
            && let Some(value) = self.operator(method, &left, Some((&right, &binary.right)), op)?
        {
            return Ok(value);
        }
        let compares = matches!(
            op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        // The user's own order, or one by the parts.
        let whole = |lowering: &Self, value: &Value| {
            !matches!(lowering.type_of(value).owned(), Ty::Number | Ty::Plain | Ty::Unknown)
        };
        if compares && [&left, &right].into_iter().any(|side| plain(self, side) || whole(self, side)) {
            return self.compare_unknown(binary, left, right);
        }
        let (a, b) = (self.number(&left, &binary.left)?, self.number(&right, &binary.right)?);
        let operator = match op {
            BinOp::Add(_) => Operator::Add,
            BinOp::Sub(_) => Operator::Sub,
            BinOp::Mul(_) => Operator::Mul,
            BinOp::Div(_) => Operator::Div,
            BinOp::Rem(_) => {
                let rhs = Rhs::Function { name: "%".to_owned(), operands: vec![a, b], parameter: None };
                return Ok(Value::Number(self.temporary(span_of(first(&binary.left)), rhs)));
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let (x, y) = (&self.vars[a].ident, &self.vars[b].ident);
                let plain = Plain {
                    tokens: quote!(#x #op #y),
                    values: vec![a, b],
                    expensive: true,
                    ..Plain::default()
                };
                return Ok(Value::Plain(self.now(plain, "c", span_of(first(&binary.left)), None)));
            }
            op => return unclear(op),
        };
        Ok(Value::Number(self.temporary(span_of(first(&binary.left)), Rhs::Binary(operator, a, b))))
    }

    /// Whether a plain value is an integer for certain: a literal, or a variable that begins with one.
    pub(super) fn is_integer(&self, plain: &Plain) -> bool {
        syn::parse2::<syn::LitInt>(plain.tokens.clone()).is_ok()
            || plain.simple && matches!(plain.values[..], [value] if self.integers.contains(&value))
    }

    /// A comparison of values that are not both numbers: of wholes, or of a plain value with a possible field without numbers. The
    /// result is not a number.
    fn compare_unknown(&mut self, binary: &syn::ExprBinary, left: Value, right: Value) -> Result<Value> {
        let mut sides = Vec::new();
        for (value, at) in [(left, &binary.left), (right, &binary.right)] {
            sides.push(match value {
                Value::Plain(plain) => plain,
                Value::Number(id) => {
                    let ident = &self.vars[id].ident;
                    Plain { tokens: quote!(#ident), values: vec![id], simple: true, ..Plain::default() }
                }
                Value::Place(place) => self.of_place(&place, &quote!()),
                Value::Borrow(_) | Value::Source(_) | Value::Tuple(_) => {
                    let place = self.stored(&value, "a", at)?;
                    let plain = self.of_place(&place, &quote!());
                    let tokens = &plain.tokens;
                    let borrowed = matches!(value, Value::Borrow(_)).then(|| quote!(&#tokens));
                    Plain { tokens: borrowed.unwrap_or_else(|| tokens.clone()), ..plain }
                }
                value => self.as_plain(value, at)?,
            });
        }
        let op = &binary.op;
        let (a, b) = (Self::operand(&sides[0]), Self::operand(&sides[1]));
        let plain = Self::compose(&[&sides[0], &sides[1]], quote!(#a #op #b), true);
        Ok(Value::Plain(self.now(plain, "c", span_of(first(&binary.left)), None)))
    }

    /// `a && b`, where `b` is computed only if `a` holds.
    fn logic(&mut self, binary: &syn::ExprBinary) -> Result<Value> {
        let left = self.integer(&binary.left)?;
        let (right, block) = self.nested(|lowering| lowering.integer(&binary.right))?;
        let op = &binary.op;
        let (a, b) = (Self::operand(&left), Self::operand(&right));
        if block.is_empty() {
            return Ok(Value::Plain(Self::compose(&[&left, &right], quote!(#a #op #b), false)));
        }
        let memory = self.var("c", span_of(first(&binary.left)), Ty::Plain, Role::Scalar);
        let init = matches!(op, BinOp::Or(_));
        self.push(Stmt::Declare {
            var: memory,
            init: Some(Source::Plain(Plain { tokens: quote!(#init), ..Plain::default() })),
        });
        let mut body = block;
        let old = self.var("old", span_of(first(&binary.left)), Ty::Plain, Role::Value);
        body.push(Stmt::Write { place: Place::of(memory, Ty::Plain), value: Source::Plain(right), old });
        let (then, otherwise) = if init { (Vec::new(), body) } else { (body, Vec::new()) };
        let arms = vec![
            Arm { id: 0, pattern: quote!(true), guard: None, body: then },
            Arm { id: 0, pattern: quote!(_), guard: None, body: otherwise },
        ];
        self.push(Stmt::Branch { scrutinee: left, arms, is_if: true });
        let version = self.version(memory);
        Ok(self.of_var(version))
    }
}
