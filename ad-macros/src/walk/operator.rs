//! Operators. They stay unchanged; the walk only finds those on numbers, and their needs.

use super::Walk;
use super::path::named_of_std;
use crate::class::{Bounds, Class};
use crate::exchange;
use crate::kind::Kind;
use crate::known;
use crate::lowered;
use crate::numbers::is_float;
use crate::refusal;
use crate::unseen;
use quote::ToTokens;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, UnOp};

/// The kind of an operator.
pub(super) enum Operator {
    Arithmetic(Class),
    Assigning(Class),
    Comparison,
    /// On booleans and bits.
    Logic,
}

pub(super) fn classify(op: &BinOp) -> Operator {
    match op {
        BinOp::Add(_) | BinOp::Mul(_) => Operator::Arithmetic(Class::Semiring),
        BinOp::Sub(_) => Operator::Arithmetic(Class::Ring),
        BinOp::Div(_) => Operator::Arithmetic(Class::Field),
        BinOp::Rem(_) => Operator::Arithmetic(Class::Real),
        BinOp::AddAssign(_) | BinOp::MulAssign(_) => Operator::Assigning(Class::Semiring),
        BinOp::SubAssign(_) => Operator::Assigning(Class::Ring),
        BinOp::DivAssign(_) => Operator::Assigning(Class::Field),
        BinOp::RemAssign(_) => Operator::Assigning(Class::Real),
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            Operator::Comparison
        }
        _ => Operator::Logic,
    }
}

impl Walk<'_> {
    pub(super) fn binary(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Binary(binary) = expr else { return Kind::Unknown };
        let what = format!("`{}`", binary.op.to_token_stream());
        match classify(&binary.op) {
            Operator::Arithmetic(_) => self.chain(expr, want),
            Operator::Assigning(class) => {
                let order = self.order(&binary.left, &binary.right);
                let place = self.any(&mut binary.left);
                let want = self.beside(&place, &Kind::Never);
                let value = self.expr(&mut binary.right, &want);
                self.integer_beside(&binary.right, &value, &place);
                if self.operator_call(&binary.op, &place, &value).is_some() {
                    self.number_beside(&binary.op, &place, &mut binary.right, &value);
                    return Kind::Plain;
                }
                let value = self.beside_number(&mut binary.right, value, &place);
                let result = self.arithmetic(&place, &value, class, binary.op.span(), what);
                if result == Kind::Number {
                    self.refine(&binary.left, result);
                }
                self.right_first(expr, &order, &place, &value);
                Kind::Plain
            }
            Operator::Comparison => {
                let (left, right) = self.operands(&mut binary.left, &mut binary.right, &Kind::Never);
                self.integer_beside(&binary.left, &left, &right);
                self.integer_beside(&binary.right, &right, &left);
                if left == Kind::Number {
                    self.number(&mut binary.right, &right);
                } else if right == Kind::Number {
                    self.number(&mut binary.left, &left);
                } else if may_be_number(&left) && right == Kind::Fixed {
                    self.lift_to(&mut binary.right, &Kind::Plain, None);
                } else if may_be_number(&right) && left == Kind::Fixed {
                    self.lift_to(&mut binary.left, &Kind::Plain, None);
                }
                if left.is_integer() && right.is_integer() {
                    self.refine(&binary.left, right);
                    self.refine(&binary.right, left);
                } else if !left.is_plain() || !right.is_plain() {
                    self.compare(&left, &right, binary.op.span(), what);
                }
                Kind::Plain
            }
            Operator::Logic => {
                let left = self.any(&mut binary.left);
                let right = self.any(&mut binary.right);
                if left == Kind::Number && matches!(binary.op, BinOp::BitXor(_)) {
                    self.invalid = true;
                    self.refuse(binary.op, refusal::Body::Power { written: "^" });
                }
                match binary.op {
                    // The distance of a shift may have another type.
                    BinOp::Shl(_) | BinOp::Shr(_) if left.is_integer() => left,
                    _ if left.is_integer() => left.join(right),
                    _ => Kind::Plain,
                }
            }
        }
    }

    /// `a + b - c * d + …`, from left to right. Generated sums can have thousands of terms, so the chain is processed in a loop
    /// and not by recursion.
    fn chain(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let want = if *want == Kind::Fixed { Kind::Fixed } else { Kind::Never };
        let mut links = Vec::new();
        let mut first = std::mem::replace(expr, Expr::PLACEHOLDER);
        first = loop {
            match first {
                Expr::Binary(mut link) if matches!(classify(&link.op), Operator::Arithmetic(_)) => {
                    first = std::mem::replace(&mut *link.left, Expr::PLACEHOLDER);
                    links.push(link);
                }
                first => break first,
            }
        };
        links.reverse();

        // Leading literals follow the first other operand.
        let leading =
            links.iter().position(|link| !self.follows(&link.right)).filter(|_| self.follows(&first));
        let ahead = leading.map(|i| self.expr(&mut links[i].right, &want));
        let front = ahead.as_ref().map_or(want.clone(), |kind| self.beside(kind, &want));
        let mut kind = self.expr(&mut first, &front);
        let mut parts: Vec<_> = unseen::origin(&first, &self.context.hidden).into_iter().collect();
        let (mut wrapped, mut raised) = (HashMap::new(), HashMap::new());
        for (i, link) in links.iter_mut().enumerate() {
            let right = match (&ahead, leading) {
                (Some(kind), Some(leading)) if i == leading => kind.clone(),
                (Some(_), Some(leading)) if i < leading => self.expr(&mut link.right, &front),
                _ if self.follows(&link.right) => {
                    let want = self.beside(&kind, &want);
                    self.expr(&mut link.right, &want)
                }
                _ => self.expr(&mut link.right, &want),
            };
            let before = if i == 0 {
                self.integer_beside(&first, &kind, &right)
            } else {
                if kind.is_plain_float() && may_be_number(&right) {
                    self.carriers.extend(parts.iter().copied().cloned());
                }
                kind.is_integer() && right == Kind::Number
            };
            if i > 0 && before {
                self.invalid = true;
                self.refuse(link.op, refusal::Body::IntegerBefore);
            }
            let refused = self.integer_beside(&link.right, &right, &kind) || before;
            if let Some(result) = self.reversed(&link.op, &kind, &right) {
                wrapped.insert(i, std::mem::replace(&mut kind, result));
            } else if let Some(result) = self.operator_call(&link.op, &kind, &right) {
                self.number_beside(&link.op, &kind, &mut link.right, &right);
                kind = result;
            } else if let Operator::Arithmetic(class) = classify(&link.op) {
                let what = format!("`{}`", link.op.to_token_stream());
                let right = self.beside_number(&mut link.right, right, &kind);
                if self.becomes_number(&kind, &right) {
                    raised.insert(i, std::mem::replace(&mut kind, Kind::Number));
                }
                kind = self.arithmetic(&kind, &right, class, link.op.span(), what);
            }
            if refused {
                kind = Kind::Number;
            }
            parts.extend(unseen::origin(&link.right, &self.context.hidden));
        }
        *expr = links.into_iter().enumerate().fold(first, |mut left, (i, mut link)| {
            if let Some(kind) = wrapped.get(&i) {
                left = self.wrap(left, kind);
            }
            if let Some(kind) = raised.get(&i) {
                self.number(&mut left, kind);
            }
            *link.left = left;
            Expr::Binary(link)
        });
        kind
    }

    /// Reports `2 * x` and `n * x`, which are mistakes in plain Rust as well, with a shorter message than rustc's. Returns
    /// whether it did.
    pub(super) fn integer_beside(&mut self, operand: &Expr, kind: &Kind, other: &Kind) -> bool {
        if may_be_number(other) && (kind.is_plain_float() || *kind == Kind::Foreign) {
            self.reveal(operand);
        }
        if *other != Kind::Number {
            return false;
        }
        let name = match operand {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let mistake = match operand {
            Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(int) if int.suffix().is_empty() => {
                    refusal::Body::Integer { literal: int.base10_digits() }
                }
                _ => return false,
            },
            _ if !kind.is_integer() => return false,
            _ => match &name {
                Some(name) => refusal::Body::IntegerName { name },
                None => refusal::Body::IntegerExpression,
            },
        };
        self.invalid = true;
        self.refuse(operand, mistake);
        true
    }

    /// The result of an operator of a type of this module, which is a call of a method. The result is `None` unless the left
    /// operand is certainly of such a type.
    fn operator_call(&mut self, op: &BinOp, left: &Kind, right: &Kind) -> Option<Kind> {
        self.method_call(known::method_of(op)?, left, right)
    }

    fn method_call(&mut self, name: &str, left: &Kind, right: &Kind) -> Option<Kind> {
        let may_be = |kind: &Kind| matches!(kind, Kind::Struct(_) | Kind::Unknown);
        if !may_be(left) && !may_be(right) {
            return None;
        }
        if let (Some(needs), None) = (self.numbers.known.needs.get(name), self.context.asserted) {
            self.need(*needs, proc_macro2::Span::call_site(), format!("`{name}` of a type above"));
        }
        let callees = self.context.callees.methods.get(name)?;
        self.calls.insert(name.to_owned());
        let result = callees.iter().map(|callee| callee.result.clone()).reduce(Kind::join);
        matches!(left, Kind::Struct(_)).then_some(result.unwrap_or(Kind::Unknown))
    }

    /// A plain float beside a type whose operator has a number on the right becomes one: `v * dt`, for `impl Mul<f64> for V3`.
    fn number_beside(&mut self, op: &BinOp, left: &Kind, right: &mut Expr, kind: &Kind) {
        let (Some(method), Kind::Struct(of)) = (known::method_of(op), left) else { return };
        let known = self.numbers.known.clone();
        let of_type = |operator: &&known::Operator| operator.method == method && operator.left == *of;
        let operators: Vec<_> = known.operators.iter().filter(of_type).collect();
        let by_number = |operator: &&known::Operator| operator.right.as_deref() == Some(known::NUMBER);
        if kind.is_plain_float() && !operators.is_empty() && operators.iter().all(by_number) {
            if let Expr::Paren(inner) = right {
                *right = std::mem::replace(&mut inner.expr, Expr::PLACEHOLDER);
            }
            self.lift_to(right, kind, None);
        }
    }

    /// Whether a plain operand becomes a number beside this one: a number has no operators with `f32`.
    fn becomes_number(&self, plain: &Kind, other: &Kind) -> bool {
        exchange::is_over_singles(&self.numbers.root)
            && may_be_number(other)
            && (plain.is_plain_float() || *plain == Kind::Foreign)
    }

    /// ```text
    /// // Input:  x * weight                             in a function over `f32`
    /// // Output: x * ::ad::__private::single::__private::constant::<N>(weight)
    /// ```
    fn beside_number(&mut self, operand: &mut Expr, kind: Kind, other: &Kind) -> Kind {
        if !self.becomes_number(&kind, other) {
            return kind;
        }
        self.number(operand, &kind);
        Kind::Number
    }

    /// Both operands. A side made of literals follows the other: in `0.5 * r` with a plain float `r`, `0.5` is plain.
    fn operands(&mut self, left: &mut Expr, right: &mut Expr, want: &Kind) -> (Kind, Kind) {
        if self.follows(left) && !self.follows(right) {
            let kind = self.expr(right, want);
            let want = self.follow(&kind, want);
            (self.expr(left, &want), kind)
        } else {
            let kind = self.expr(left, want);
            let want = if self.follows(right) { self.follow(&kind, want) } else { want.clone() };
            let other = self.expr(right, &want);
            (kind, other)
        }
    }

    /// Whether an operand follows its neighbour: a literal does, and a cast to a float. So does a call of literals where a plain float cannot
    /// become a number.
    fn follows(&self, operand: &Expr) -> bool {
        is_literal(operand) || is_float_cast(operand) || !self.lifts() && is_call_of_literals(operand)
    }

    /// The wanted kind of such an operand beside this one.
    fn follow(&self, kind: &Kind, want: &Kind) -> Kind {
        match kind {
            kind if kind.is_plain_float() => Kind::Fixed,
            Kind::Number if !self.lifts() => Kind::Number,
            _ => want.clone(),
        }
    }

    /// The same in arithmetic: an operand that is not known to be plain would have to become a number.
    fn beside(&self, kind: &Kind, want: &Kind) -> Kind {
        let kind = if matches!(kind, Kind::Unknown | Kind::Struct(_)) { &Kind::Number } else { kind };
        self.follow(kind, want)
    }

    /// The kind of `left op right`, after noting its needs.
    fn arithmetic(
        &mut self,
        left: &Kind,
        right: &Kind,
        class: Class,
        span: proc_macro2::Span,
        what: String,
    ) -> Kind {
        if left.is_plain_float() && right.is_plain_float() && (*left == Kind::Fixed || *right == Kind::Fixed)
        {
            return Kind::Fixed;
        }
        if left.is_plain() && right.is_plain() {
            return left.clone().join(right.clone());
        }
        // Integers meet only integers.
        if left.is_integer() || right.is_integer() {
            let integer = if left.is_integer() { left } else { right };
            return if *left == Kind::Never || *right == Kind::Never {
                integer.clone()
            } else {
                Kind::Integer
            };
        }
        if left.is_foreign_or_plain() && right.is_foreign_or_plain() {
            return Kind::Foreign;
        }
        let mixed = left.is_plain()
            || right.is_plain()
            || self.context.asserted.is_none() && (*left == Kind::Foreign || *right == Kind::Foreign);
        if mixed {
            self.need_class(Class::Real, span, format!("{what} with a plain float"));
        } else {
            self.need_class(class, span, what);
        }
        match (left, right) {
            (Kind::Number, _) | (_, Kind::Number) => Kind::Number,
            // A later pass knows more.
            (Kind::Never, Kind::Never) => Kind::Never,
            _ => Kind::Unknown,
        }
    }

    /// Notes that numbers are compared. Integers are compared only with integers.
    pub(super) fn compare(&mut self, left: &Kind, right: &Kind, span: proc_macro2::Span, what: String) {
        if !left.is_integer() && !right.is_integer() {
            self.need(Bounds { class: Class::Semiring, order: true }, span, what);
        }
    }

    /// An operator on a value with an inferred type would be an error.
    ///
    /// ```text
    /// // Input:  clip(x, -1.0)
    /// // Output: clip(x, ::ad::__private::negated(::ad::__private::natural::<_>(1)))
    /// ```
    fn negated(&mut self, expr: &mut Expr) -> Kind {
        let span = expr.span();
        self.need_class(Class::Ring, span, "`-`");
        let Expr::Unary(unary) = expr else { return Kind::Unknown };
        self.expr(&mut unary.expr, &Kind::Inferred);
        let (private, inner) = (self.numbers.private_at(span), &unary.expr);
        *expr = lowered::negated(inner, span, &private);
        Kind::Number
    }

    /// Lowers the negative of a whole literal as one constant. Returns whether it did.
    fn negative_literal(&mut self, expr: &mut Expr, want: &Kind) -> bool {
        let Expr::Unary(unary) = &*expr else { return false };
        let Expr::Lit(lit) = &*unary.expr else { return false };
        let Some(text) = crate::literal::float(&lit.lit).filter(|_| *want != Kind::Fixed) else {
            return false;
        };
        let span = lit.span();
        let name = (*want != Kind::Inferred).then(|| self.numbers.name_at(span));
        let Some(lowered) = crate::literal::negative(&text, span, name, self.numbers) else { return false };
        self.need_class(Class::Ring, expr.span(), "`-`");
        *expr = lowered;
        true
    }

    pub(super) fn unary(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Unary(unary) = expr else { return Kind::Unknown };
        match unary.op {
            UnOp::Neg(minus) => {
                if self.negative_literal(expr, want) {
                    return Kind::Number;
                }
                let Expr::Unary(unary) = expr else { return Kind::Unknown };
                if *want == Kind::Inferred && is_literal(&unary.expr) {
                    return self.negated(expr);
                }
                let want = if *want == Kind::Fixed { Kind::Fixed } else { Kind::Never };
                let kind = self.expr(&mut unary.expr, &want);
                if let Some(result) = self.method_call("neg", &kind, &kind) {
                    return result;
                }
                match kind {
                    Kind::Whole | Kind::Unsigned => Kind::Integer,
                    kind if kind.is_plain() => kind,
                    kind => {
                        self.need_class(Class::Ring, minus.span, "`-`");
                        kind
                    }
                }
            }
            UnOp::Not(_) => {
                let kind = self.any(&mut unary.expr);
                if kind.is_integer() { kind } else { Kind::Plain }
            }
            // A plain float is converted behind its reference: `*y` as a whole.
            _ => self.expr(&mut unary.expr, if *want == Kind::Number { &Kind::Never } else { want }),
        }
    }
}

/// Whether an expression is a call with a literal argument: `power(3, 2.0)`.
pub(super) fn is_call_of_literals(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => {
            let function = match &*call.func {
                Expr::Path(path) => path.path.segments.last(),
                _ => None,
            };
            function.is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase))
                && call.args.iter().any(|argument| is_literal(argument) || is_call_of_literals(argument))
        }
        Expr::Paren(inner) => is_call_of_literals(&inner.expr),
        _ => false,
    }
}

/// Whether values of this kind are numbers, as far as the macro sees.
fn may_be_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Struct(_) | Kind::Unknown)
}

/// `n as f64`
fn is_float_cast(expr: &Expr) -> bool {
    match expr {
        Expr::Cast(cast) => {
            matches!(&*cast.ty, syn::Type::Path(ty) if ty.qself.is_none() && is_float(&ty.path))
        }
        Expr::Paren(inner) => is_float_cast(&inner.expr),
        _ => false,
    }
}

/// Whether an expression is made of literals and constants of `std` only.
pub(super) fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => crate::literal::float(&lit.lit).is_some(),
        Expr::Path(path) => named_of_std(path).is_some(),
        Expr::Paren(inner) => is_literal(&inner.expr),
        Expr::Reference(inner) => is_literal(&inner.expr),
        Expr::Unary(inner) => matches!(inner.op, UnOp::Neg(_)) && is_literal(&inner.expr),
        Expr::Binary(binary) => is_literal(&binary.left) && is_literal(&binary.right),
        Expr::Array(array) => !array.elems.is_empty() && array.elems.iter().all(is_literal),
        Expr::Range(range) => {
            let ends = [&range.start, &range.end];
            ends.iter().any(|end| end.is_some())
                && ends.iter().all(|end| end.as_ref().is_none_or(|end| is_literal(end)))
        }
        _ => false,
    }
}
