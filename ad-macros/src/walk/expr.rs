//! The kind of each form of expression. Forms with special rules have their own files.

use super::Walk;
use super::operator::is_literal;
use super::parsed::tried_as_float;
use super::path::is_constant;
use crate::class::Class;
use crate::kind::Kind;
use crate::literal;
use crate::lowered;
use crate::refusal;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, ExprStruct, Lit, Member, RangeLimits, UnOp};

impl Walk<'_> {
    /// Lowers an expression and finds its kind. `want` is the kind that its place requires, if it is known. A plain float becomes
    /// a number where one is wanted, and literals stay plain where a plain float is wanted.
    pub(super) fn expr(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        // Each level needs a few kilobytes of stack, and rustc gives a macro eight megabytes.
        const DEEPEST: usize = 200;
        if self.depth == DEEPEST {
            self.refuse(expr, refusal::Body::TooDeep);
            return Kind::Unknown;
        }
        self.depth += 1;
        let kind = self.form(expr, want);
        self.depth -= 1;
        if let Kind::Struct(of) = &kind
            && self.numbers.known.iterators.contains(of)
        {
            self.calls.insert("next".to_owned());
        }
        if *want == Kind::Number && kind.is_plain_float() && !has_branches(expr) {
            self.lift(expr, &kind);
            return Kind::Number;
        }
        if *want == Kind::Number && kind == Kind::Foreign && self.lifts() && !has_branches(expr) {
            let number = self.numbers.name_at(expr.span());
            self.lift_foreign(expr, &number);
            return Kind::Number;
        }
        kind
    }

    /// Converts a value beside a number to a number, if it is or may be a plain float.
    pub(super) fn number(&mut self, expr: &mut Expr, kind: &Kind) {
        if kind.is_plain_float() {
            self.lift(expr, kind);
        } else if *kind == Kind::Foreign && self.lifts() {
            let number = self.numbers.name_at(expr.span());
            self.lift_foreign(expr, &number);
        }
    }

    /// Lowers an expression without knowledge of its place.
    pub(super) fn any(&mut self, expr: &mut Expr) -> Kind {
        self.expr(expr, &Kind::Never)
    }

    fn form(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        match expr {
            Expr::Lit(_) => self.literal(expr, want),
            Expr::Path(_) => self.path(expr, want),
            Expr::Cast(_) => self.cast(expr, want),
            Expr::Paren(inner) => self.expr(&mut inner.expr, want),
            Expr::Reference(inner) => {
                let want = if inner.mutability.is_some() { &Kind::Never } else { want };
                self.expr(&mut inner.expr, want)
            }
            Expr::Array(array) => {
                let mut elements: Vec<_> = array.elems.iter_mut().collect();
                self.elements(&mut elements, want)
            }
            Expr::Repeat(repeat) => Kind::list(self.expr(&mut repeat.expr, &want.element())),
            Expr::Tuple(tuple) => {
                let wants = if let Kind::Tuple(wants) = want { wants.as_slice() } else { &[] };
                let kinds = tuple.elems.iter_mut().enumerate();
                let other = if matches!(want, Kind::Inferred | Kind::Fixed) { want } else { &Kind::Never };
                Kind::tuple(kinds.map(|(i, e)| self.expr(e, wants.get(i).unwrap_or(other))).collect())
            }
            Expr::Struct(literal) => self.struct_literal(literal, want),
            Expr::Field(field) => {
                let base = self.any(&mut field.base);
                match (&field.member, base) {
                    (Member::Unnamed(index), Kind::Tuple(kinds)) => {
                        kinds.get(index.index as usize).cloned().unwrap_or(Kind::Unknown)
                    }
                    (member, Kind::Struct(name)) => {
                        self.numbers.field(&name, &member.to_token_stream().to_string())
                    }
                    (_, base) => base.part(),
                }
            }
            Expr::Index(index) => {
                let base = self.any(&mut index.expr);
                let by = self.any(&mut index.index);
                if by == Kind::Number {
                    self.invalid = true;
                    self.refuse(&index.index, refusal::Body::Index);
                }
                if by == Kind::Whole {
                    self.refine(&index.index, Kind::Unsigned);
                }
                if matches!(by, Kind::List(_)) { base } else { base.element() }
            }
            Expr::Range(range) => {
                let want = if *want == Kind::Fixed { want } else { &Kind::Never };
                let start = range.start.as_mut().map_or(Kind::Never, |start| self.expr(start, want));
                let end = range.end.as_mut().map_or(Kind::Never, |end| self.expr(end, want));
                let (RangeLimits::HalfOpen(_) | RangeLimits::Closed(_)) = range.limits;
                Kind::list(start.join(end))
            }
            Expr::Try(inner) => {
                if *want == Kind::Number && self.parses_text() {
                    tried_as_float(&mut inner.expr);
                }
                let want = if want.is_integer() { want } else { &Kind::Never };
                self.expr(&mut inner.expr, want).element()
            }
            Expr::Binary(_) => self.binary(expr, want),
            Expr::Unary(_) => self.unary(expr, want),
            Expr::Assign(assign) => {
                let place = self.any(&mut assign.left);
                let value = self.expr(&mut assign.right, &place);
                if value.holds_number() || value == Kind::Unknown && is_of_call(&assign.right) {
                    self.reveal(&assign.left);
                }
                self.refine(&assign.left, value);
                Kind::Plain
            }
            Expr::Call(_) => self.call(expr, want),
            Expr::MethodCall(_) => self.method(expr, want),
            Expr::Closure(closure) => self.closure(closure, &[]),
            Expr::Macro(mac) => self.macro_call(&mut mac.mac, want),
            Expr::Async(inner) => {
                self.refuse(inner.async_token, refusal::Body::AsyncBlock);
                Kind::Unknown
            }
            Expr::Await(inner) => {
                self.refuse(inner.await_token, refusal::Body::Await);
                Kind::Unknown
            }
            Expr::Unsafe(inner) => {
                self.refuse(inner.unsafe_token, refusal::Body::UnsafeBlock);
                Kind::Unknown
            }
            // Other forms hold no numbers (`const { … }`, `_`), are unstable, or are flow.
            _ => self.flow(expr, want),
        }
    }

    /// A struct literal. The kinds that an unknown struct requires of literals are inferred.
    fn struct_literal(&mut self, literal: &mut ExprStruct, want: &Kind) -> Kind {
        self.numbers.lower_arguments(&mut literal.path);
        let known = literal.path.segments.iter().rev().find_map(|s| self.numbers.named(&s.ident.to_string()));
        // The types of literals are inferred.
        let inferred: Vec<bool> = literal.fields.iter().map(|field| is_literal(&field.expr)).collect();
        let mut kinds = Vec::new();
        for field in &mut literal.fields {
            let want = match &known {
                Some(Kind::Struct(name)) => {
                    self.numbers.field(name, &field.member.to_token_stream().to_string())
                }
                _ if *want == Kind::Fixed => Kind::Fixed,
                _ => Kind::Inferred,
            };
            kinds.push(self.expr(&mut field.expr, &want));
        }
        if let Some(rest) = &mut literal.rest {
            kinds.push(self.any(rest));
        }
        if let Some(name) = literal.path.get_ident() {
            self.local_struct(
                name,
                kinds.iter().zip(&inferred).any(|(kind, inferred)| !inferred && kind.holds_number()),
            );
        }
        let numbers = kinds.iter().any(Kind::holds_number);
        if kinds.iter().zip(&inferred).any(|(kind, inferred)| !inferred && kind.holds_number()) {
            self.reveal_built(&literal.path);
        }
        for (field, kind) in literal.fields.iter_mut().zip(&kinds) {
            if known.is_none() && numbers && field.colon_token.is_some() {
                self.convert(&mut field.expr, kind);
            }
        }
        known.unwrap_or(if kinds.iter().all(Kind::is_plain) { Kind::Plain } else { Kind::Unknown })
    }

    /// Converts a plain float among numbers where the macro does not know the required kind. rustc infers it.
    ///
    /// ```text
    /// // Input:  energy(x, r)
    /// // Output: energy(x, ::ad::__private::constant::<_>(r))
    /// ```
    pub(super) fn convert(&mut self, expr: &mut Expr, kind: &Kind) {
        let constant =
            |path: &ExprPath| path.path.segments.last().is_some_and(|s| is_constant(&s.ident.to_string()));
        let place = match expr {
            Expr::Path(path) => constant(path) || self.is_of_literals(path) && self.lifts(),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => {
                matches!(&*inner.expr, Expr::Path(path) if self.is_of_literals(path)) && self.lifts()
            }
            Expr::Field(_) => true,
            _ => false,
        };
        if *kind == Kind::Fixed || *kind == Kind::Plain && place {
            self.lift_to(expr, kind, None);
        }
    }

    /// The same for an argument, which may also be a list or tuple of plain floats.
    ///
    /// ```text
    /// // Input:  convolve(signal, kernel)
    /// // Output: convolve(::ad::__private::fit(signal).fitted(&mut None), kernel)
    /// ```
    pub(super) fn convert_argument(&mut self, expr: &mut Expr, kind: &Kind) {
        match (&mut *expr, kind) {
            (Expr::Tuple(tuple), Kind::Tuple(kinds)) => {
                let parts = tuple.elems.iter_mut().zip(kinds);
                return parts.for_each(|(part, kind)| self.convert_argument(part, kind));
            }
            (Expr::Reference(reference), _)
                if reference.mutability.is_none()
                    && matches!(&*reference.expr, Expr::Tuple(_) | Expr::Array(_)) =>
            {
                return self.convert_argument(&mut reference.expr, kind);
            }
            (Expr::Array(array), Kind::List(kind)) => {
                return array.elems.iter_mut().for_each(|element| self.convert_argument(element, kind));
            }
            _ => {}
        }
        let place = match &*expr {
            Expr::Reference(inner) if inner.mutability.is_none() => &*inner.expr,
            expr => expr,
        };
        let foreign = matches!(kind, Kind::Foreign | Kind::Plain) && matches!(place, Expr::Call(_));
        // An element of data: `*value`.
        let foreign = foreign
            || *kind == Kind::Plain
                && matches!(place, Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)));
        let place = matches!(place, Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
        let floats = matches!(kind, Kind::List(_) | Kind::Tuple(_)) && kind.consists_of_floats();
        if ((floats || *kind == Kind::Foreign) && place || foreign) && self.lifts() {
            let span = expr.span();
            self.need_class(Class::Real, span, "a plain float used as a number");
            *expr = lowered::fit(expr, span, &self.numbers.private_at(span));
        } else {
            self.convert(expr, kind);
        }
    }

    /// Whether it is a local that may be a float although no type says so: `let r = rate(2.0);`.
    fn is_of_literals(&self, path: &ExprPath) -> bool {
        let slot = path.path.get_ident().and_then(|name| self.local(name));
        slot.is_some_and(|slot| self.of_literals.contains(&slot))
    }

    /// The elements of an array or `vec!`, which have one kind.
    pub(super) fn elements(&mut self, elements: &mut [&mut Expr], want: &Kind) -> Kind {
        let slot = self.slot();
        self.learn(slot, Kind::Never);
        for element in elements {
            let want = self.wanted(slot, &want.element());
            let kind = self.expr(element, &want);
            self.learn(slot, kind);
        }
        Kind::list(self.slots[slot].clone())
    }

    /// The wanted kind of a branch: that of its place, or a number if another branch is a number.
    pub(super) fn wanted(&self, slot: usize, want: &Kind) -> Kind {
        match want {
            Kind::Never | Kind::Unknown => self.slots[slot].clone(),
            Kind::Inferred if self.slots[slot].holds_number() => self.slots[slot].clone(),
            want => want.clone(),
        }
    }

    fn literal(&mut self, expr: &mut Expr, want: &Kind) -> Kind {
        let Expr::Lit(lit) = expr else { return Kind::Unknown };
        if let Some(text) = literal::float(&lit.lit) {
            if *want == Kind::Fixed {
                return Kind::Fixed;
            }
            let span = lit.span();
            let name = (*want != Kind::Inferred).then(|| self.numbers.name_at(span));
            let (lowered, class) = literal::lower(&lit.lit, &text, name, self.numbers);
            *expr = lowered;
            self.need_class(class, span, format!("`{text}`"));
            return Kind::Number;
        }
        match &lit.lit {
            Lit::Int(int) => match int.suffix() {
                "" => Kind::Whole,
                suffix if suffix.starts_with('u') => Kind::Unsigned,
                suffix if suffix.starts_with('f') => Kind::Fixed,
                _ => Kind::Integer,
            },
            Lit::Float(_) => Kind::Fixed,
            _ => Kind::Plain,
        }
    }

    /// Learns the kind of a place from a stored value.
    pub(super) fn refine(&mut self, place: &Expr, kind: Kind) {
        if kind.holds_number() {
            self.fill(place);
        }
        match place {
            Expr::Path(path) => {
                if let Some(slot) = path.path.get_ident().and_then(|name| self.local(name)) {
                    self.learn(slot, kind);
                }
            }
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                self.refine(&index.expr, Kind::list(kind));
            }
            Expr::Paren(inner) => self.refine(&inner.expr, kind),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => self.refine(&inner.expr, kind),
            Expr::Reference(inner) => self.refine(&inner.expr, kind),
            _ => {}
        }
    }
}

/// Whether the value comes from inner blocks, which already know the wanted kind.
pub(super) fn has_branches(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => has_branches(&inner.expr),
        expr => matches!(
            expr,
            Expr::If(_)
                | Expr::Match(_)
                | Expr::Block(_)
                | Expr::Loop(_)
                | Expr::While(_)
                | Expr::ForLoop(_)
                | Expr::Assign(_)
                | Expr::Reference(_)
                | Expr::Return(_)
                | Expr::Break(_)
                | Expr::Macro(_)
        ),
    }
}

/// Whether this is the result of a free function or a method.
fn is_of_call(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(_) => true,
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.iter().all(|segment| segment.ident.to_string().starts_with(char::is_lowercase))),
        _ => false,
    }
}
