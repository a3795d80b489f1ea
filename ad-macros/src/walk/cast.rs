//! Casts. An integer becomes a number exactly. A number can be cast to an integer, which has no derivative.

use super::Walk;
use crate::class::{Bounds, Class};
use crate::kind::Kind;
use crate::lowered::{self, Constant};
use crate::numbers::is_float;
use crate::refusal;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprCast, Lit, Type, parse_quote_spanned};

impl Walk<'_> {
    /// ```text
    /// // Input:  2 as f64                            n as f64
    /// // Output: ::ad::__private::natural::<N>(2)    ::ad::__private::natural_from::<N, _>(n)
    /// ```
    pub(super) fn cast(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Cast(cast) = expr else { return Kind::Unknown };
        let to_number = matches!(&*cast.ty, Type::Path(ty) if ty.qself.is_none() && is_float(&ty.path));
        if !to_number {
            return self.cast_away(cast);
        }
        let kind = self.any(&mut cast.expr);
        match kind {
            Kind::Number => {
                *expr = std::mem::replace(&mut *cast.expr, Expr::PLACEHOLDER);
                Kind::Number
            }
            // A cast between plain floats stays plain.
            Kind::Fixed => Kind::Fixed,
            _ if *want == Kind::Fixed => Kind::Fixed,
            kind => {
                let span = cast.ty.span();
                let (embedded, class) =
                    self.embed(std::mem::replace(&mut *cast.expr, Expr::PLACEHOLDER), &kind, span);
                *expr = embedded;
                self.need_class(class, span, "a cast of an integer that may be negative");
                Kind::Number
            }
        }
    }

    /// Converts an integer to a number, and returns the required class.
    pub(super) fn embed(&self, integer: Expr, kind: &Kind, span: proc_macro2::Span) -> (Expr, Class) {
        let integer = match integer {
            Expr::Paren(paren) => *paren.expr,
            integer => integer,
        };
        let name = Some(self.numbers.name_at(span));
        if let Expr::Lit(lit) = &integer
            && let Lit::Int(int) = &lit.lit
            && let Ok(natural) = int.base10_parse::<u64>()
        {
            let natural = lowered::integer(natural, span);
            (Constant::Natural.of([natural], name, span, self.numbers), Class::Semiring)
        } else if *kind == Kind::Unsigned {
            (Constant::NaturalFrom.of([integer], name, span, self.numbers), Class::Semiring)
        } else {
            (Constant::IntegerFrom.of([integer], name, span, self.numbers), Class::Ring)
        }
    }

    /// `(special::detached(t) * 8.0) as usize`. Only a plain float can be cast, so the literals beside a detached number are plain.
    fn cast_away(&mut self, cast: &mut ExprCast) -> Kind {
        let target = Kind::of_type(&cast.ty, &Kind::Number, self.numbers);
        let is_detached = crate::parameter::mentions(&cast.expr, "detached");
        let kind =
            if is_detached { self.expr(&mut cast.expr, &Kind::Fixed) } else { self.any(&mut cast.expr) };
        if kind == Kind::Number {
            let ty = cast.ty.to_token_stream();
            if crate::parameter::mentions(&cast.ty, "Any") {
                self.refuse(&cast.ty, refusal::Body::Types);
            } else if target.is_integer() {
                // The derivative of an integer is 0.
                let span = cast.expr.span();
                self.need(Bounds { class: Class::Real, order: true }, span, "a cast to an integer");
                let private = self.numbers.private_at(span);
                // As the argument of a call, an expression needs no parentheses.
                let inner = match &*cast.expr {
                    Expr::Paren(inner) => &inner.expr,
                    _ => &cast.expr,
                };
                *cast.expr = parse_quote_spanned!(span=> #private::special::detached(#inner));
            } else {
                self.refuse(&*cast, refusal::Body::CastToFloat { ty: &ty.to_string() });
            }
        }
        self.numbers.lower_type(&mut cast.ty);
        target
    }
}
