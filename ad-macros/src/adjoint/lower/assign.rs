//! Assignments: to a whole variable, to a place in a container, and with an operation.

use super::assigned::Assigned;
use super::{Binding, Lowering, Result, Value, refuse, unclear};
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::parameter::mentions;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Lowering<'_> {
    /// `place = value`
    pub(super) fn assign(&mut self, assign: &syn::ExprAssign) -> Result<Value> {
        match (&*assign.left, &*assign.right) {
            // All values are read before the first write.
            (Expr::Tuple(places), Expr::Tuple(values))
                if places.elems.len() == values.elems.len() && !places.elems.iter().any(is_several) =>
            {
                let values = Value::Tuple(self.operands(&values.elems)?);
                if let Value::Tuple(values) = self.held(values, &assign.right)? {
                    for (place, value) in places.elems.iter().zip(values) {
                        self.store(place, value)?;
                    }
                }
                return Ok(Value::Unit);
            }
            (left, right) if is_several(left) => {
                let (mut places, mut names) = (Vec::new(), Vec::new());
                let pattern = parts(left, &mut places, &mut names);
                let apart = syn::parse_quote!({ let #pattern = #right; #(#places = #names;)* });
                return self.block_value(&apart);
            }
            _ => {}
        }
        let value = self.expr(&assign.right)?;
        let value = self.settle(value, &assign.right)?;
        self.store(&assign.left, value)?;
        Ok(Value::Unit)
    }

    pub(super) fn store(&mut self, place: &Expr, value: Value) -> Result<()> {
        if let Expr::Infer(_) = place {
            return Ok(());
        }
        let mut value = [value];
        if let Some(state) = self.after(&mut value, place, |lowering| lowering.state(place))? {
            let [value] = value;
            let value = self.as_plain(value, place)?;
            let (to, of) = (&state.tokens, &value.tokens);
            let change = Self::compose(&[&state, &value], quote!(#to = #of), true);
            self.push(Stmt::Forward(change));
            return Ok(());
        }
        let target = self.after(&mut value, place, |lowering| lowering.assigned_to(place))?;
        let [value] = value;
        let value = if self.is_reference(place) { Self::dereferenced(value) } else { value };
        self.put(target, value, place)
    }

    /// Whether it is the name of a reference, whose referent is copied.
    fn is_reference(&self, place: &Expr) -> bool {
        let Expr::Path(path) = super::expr::strip(place) else { return false };
        let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
        matches!(self.lookup(&name), Some(Binding::Value(Value::Borrow(_))))
    }

    /// Whether it is the copy of a referent, which only one reference names.
    pub(super) fn is_replaceable(&self, place: &Place) -> bool {
        place.projections.is_empty() && !place.exclusive && self.replaced.contains(&place.root)
    }

    /// The target of an assignment: the memory of a scalar, or a place.
    fn assigned_to(&mut self, place: &Expr) -> Result<std::result::Result<Id, Place>> {
        // `*r` is `s` after `let r = &mut s`.
        if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = super::expr::strip(place)
            && let Some(memory) = self.scalar_behind(expr)
        {
            return Ok(Ok(memory));
        }
        if let Expr::Path(path) = super::expr::strip(place)
            && let Some(name) = path.path.get_ident()
        {
            match self.lookup(&name.to_string()).cloned() {
                Some(Binding::Scalar(memory)) => return Ok(Ok(memory)),
                Some(Binding::Value(Value::Place(target)))
                    if target.projections.is_empty() && self.vars[target.root].role == Role::Container => {}
                Some(Binding::Value(Value::Borrow(target))) if self.is_replaceable(&target) => {}
                _ => {
                    return refuse(
                        place,
                        "the name of a slice or of a mutable reference is assigned to; assign the index where the slice \
                        begins, or the value to which the reference refers",
                    );
                }
            }
        }
        self.target(place).map(Err)
    }

    fn put(&mut self, target: std::result::Result<Id, Place>, value: Value, at: &dyn ToTokens) -> Result<()> {
        match target {
            Ok(memory) => self.set(memory, value, at),
            Err(place) => self.write(place, value, at),
        }
    }

    /// Writes a value to a place in a container.
    pub(super) fn write(&mut self, target: Place, value: Value, at: &dyn ToTokens) -> Result<()> {
        if self.containers(&target).is_empty() {
            return unclear(at);
        }
        // The first iteration would save the content that is not there.
        if self.late.remove(&target.root).is_some_and(|around| self.repetitions() > around) {
            return refuse(
                at,
                "a loop assigns the first value of a variable that is declared outside; declare the variable inside, or with a \
                value",
            );
        }
        let plain = target.ty.is_plain();
        let value = if plain {
            Source::Plain(self.as_plain(value, at)?)
        } else if target.ty == Ty::Number {
            Source::Value(self.number(&value, at)?)
        } else {
            let source = self.source(&value, at)?;
            self.apart(source, &target)
        };
        if target.projections.is_empty() && self.nones.contains(&target.root) {
            self.tell(target.root, &value);
        }
        let old = self.var("old", span_of(at), target.ty.clone(), Role::Value);
        self.push(Stmt::Write { place: target, value, old });
        Ok(())
    }

    /// The first value of a variable that was `None` tells its type, which rustc may need before it.
    fn tell(&mut self, var: Id, value: &Source) {
        let Ty::Option(inside) = self.type_of_source(value) else { return };
        let number = self.numbers.name_at(self.vars[var].span);
        if let Some(inside) = spelled(&inside, &number) {
            self.types.entry(var).or_insert(quote!(::core::option::Option<#inside>));
        }
    }

    /// Exchanges the contents of two places.
    pub(super) fn exchange(&mut self, a: Place, b: Place, at: &dyn ToTokens) -> Result<()> {
        let first = self.content(a.clone(), at)?;
        let second = self.content(b.clone(), at)?;
        self.write(a, second, at)?;
        self.write(b, first, at)
    }

    /// The current content of a place, independent of later writes.
    pub(super) fn content(&mut self, place: Place, at: &dyn ToTokens) -> Result<Value> {
        Ok(match self.settle(Value::Place(place), at)? {
            Value::Place(place) if place.ty.is_plain() => {
                Value::Plain(self.as_plain(Value::Place(place), at)?)
            }
            Value::Place(place) => {
                let ty = place.ty.owned().clone();
                let var = self.bind_new("a", span_of(at), ty.clone(), Rhs::Source(Source::Place(place)));
                Value::Place(Place::of(var, ty))
            }
            value => value,
        })
    }

    /// The place of an assignment's target.
    pub(super) fn target(&mut self, place: &Expr) -> Result<Place> {
        let refused = "the assigned place is not part of a variable";
        match place {
            Expr::Paren(inner) => self.target(&inner.expr),
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
                    // `*v`, where `v` is `&mut a[i]`
                    Expr::Path(path) => {
                        let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                        match self.lookup(&name) {
                            Some(Binding::Value(value)) => value.clone(),
                            _ => return refuse(path, refused),
                        }
                    }
                    // `*v.last_mut().unwrap()`
                    inner @ Expr::MethodCall(_) => self.expr(inner)?,
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

    /// Copies containers that become parts of another one, since the other one may contain them. Also copies the new value if it
    /// is a part of the old one, as in `v = v[1..].to_vec()`. The copy has its own shadow.
    fn apart(&mut self, source: Source, target: &Place) -> Source {
        match source {
            Source::Place(ref place) | Source::ToVec(ref place) => {
                let containers = self.containers(target);
                if self.containers(place).iter().any(|id| containers.contains(id)) {
                    self.part(source, target)
                } else {
                    source
                }
            }
            Source::Build(build) => {
                let parts = build.parts.into_iter().map(|part| self.part(part, target)).collect();
                Source::Build(Build { parts, ..build })
            }
            Source::Repeat { vector, element, count } => {
                Source::Repeat { vector, element: Box::new(self.part(*element, target)), count }
            }
            source => source,
        }
    }

    fn part(&mut self, part: Source, target: &Place) -> Source {
        match part {
            Source::Place(_) | Source::ToVec(_) => {
                let ty = self.type_of_source(&part);
                let var = self.bind_new("a", Span::mixed_site(), ty.clone(), Rhs::Source(part));
                Source::Place(Place::of(var, ty))
            }
            part => self.apart(part, target),
        }
    }

    /// Assigns a value to a scalar.
    pub(super) fn set(&mut self, memory: Id, value: Value, at: &dyn ToTokens) -> Result<()> {
        if self.vars[memory].ty == Ty::Unknown {
            self.declared(memory, &value);
        }
        if self.vars[memory].role == Role::Container {
            let place = Place::of(memory, self.vars[memory].ty.clone());
            return self.write(place, value, at);
        }
        let ty = self.vars[memory].ty.clone();
        let (value, version) = if ty == Ty::Number {
            let id = self.number(&value, at)?;
            (Source::Value(id), id)
        } else {
            let plain = self.as_plain(value, at)?;
            let name = self.name_of(memory);
            let ty = if plain.reference { Ty::Reference(Box::new(Ty::Plain)) } else { Ty::Plain };
            let id = self.bind_new(&name, span_of(at), ty, Rhs::Plain(plain));
            if self.integers.contains(&memory) {
                self.integers.insert(id);
            }
            (Source::Value(id), id)
        };
        let old = self.var("old", span_of(at), ty.clone(), Role::Value);
        self.push(Stmt::Write { place: Place::of(memory, ty), value, old });
        self.versions.insert(memory, version);
        Ok(())
    }

    /// The first value of a variable that was declared without a type.
    fn declared(&mut self, memory: Id, value: &Value) {
        let ty = self.type_of(value).owned().clone();
        let var = &mut self.vars[memory];
        match ty {
            ty if ty.is_plain() => var.ty = Ty::Plain,
            Ty::Number | Ty::Unknown => var.ty = Ty::Number,
            ty => {
                (var.ty, var.role, var.views) = (ty, Role::Container, vec![memory]);
                let container = Value::Place(Place::of(memory, var.ty.clone()));
                for (_, binding) in &mut self.scope {
                    if matches!(binding, Binding::Scalar(id) if *id == memory) {
                        *binding = Binding::Value(container.clone());
                    }
                }
            }
        }
    }

    /// `place += value`. For numbers, the right side is evaluated first.
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
        at: &dyn ToTokens,
    ) -> Result<()> {
        use syn::BinOp;
        let mut right = [right];
        if let Some(state) = self.after(&mut right, place, |lowering| lowering.state(place))? {
            let [right] = right;
            let right = self.as_plain(right, at)?;
            let (to, by) = (&state.tokens, Self::operand(&right));
            let change = Self::compose(&[&state, &right], quote!(#to #op #by), true);
            self.push(Stmt::Forward(change));
            return Ok(());
        }
        let mut target = self.after(&mut right, place, |lowering| lowering.assigned_to(place))?;
        let [right] = right;
        // No float is changed by an integer literal.
        let by_integer = syn::parse2::<syn::LitInt>(at.to_token_stream());
        if let (Err(place), Ok(literal)) = (&mut target, &by_integer)
            && *place.ty.owned() == Ty::Unknown
            && !literal.suffix().starts_with('f')
        {
            place.ty = Ty::Plain;
        }
        let left = match &target {
            Ok(memory) => {
                let version = self.version(*memory);
                self.of_var(version)
            }
            Err(place) => Value::Place(place.clone()),
        };
        if let (Some(method), Ty::Struct(_)) = (crate::known::method_of(op), self.type_of(&left).owned()) {
            // The place of an operator of a struct is evaluated first, and that of floats last.
            let value = syn::parse2::<Expr>(at.to_token_stream());
            let value = value.map_or_else(|_| Assigned::all(), |value| Assigned::of_expr(&value));
            let acts = Assigned::of_expr(place);
            let moves = |name: &str| acts.contains(name) || value.contains(name) && mentions(place, name);
            if self.scope.iter().any(|(name, _)| moves(name)) {
                return refuse(
                    place,
                    "the place of this operator changes while it is evaluated; bind its index with `let` first",
                );
            }
            return self.operator(method, &left, Some((&right, place)), op).map(|_| ());
        }
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
                op => return refuse(op, "this operator is not supported for numbers; write `x = x % y`"),
            };
            Value::Number(self.temporary(span, Rhs::Binary(operator, a, b)))
        };
        self.put(target, value, place)?;
        if let (BinOp::AddAssign(_), Some(Stmt::Write { old, place, .. })) = (op, self.block.last())
            && self.vars[place.root].role == Role::Scalar
            && by_integer.is_ok()
        {
            self.steps.insert(*old, at.to_token_stream());
        }
        Ok(())
    }
}

/// A type in the code, as far as it is known.
fn spelled(ty: &Ty, number: &Ident) -> Option<TokenStream> {
    Some(match ty {
        Ty::Number => quote!(#number),
        Ty::Tuple(types) => {
            let types: Vec<_> = types.iter().map(|ty| spelled(ty, number).unwrap_or(quote!(_))).collect();
            quote!((#(#types,)*))
        }
        _ => return None,
    })
}

/// Whether several places are assigned at once.
fn is_several(places: &Expr) -> bool {
    matches!(places, Expr::Tuple(_) | Expr::Array(_))
}

/// The pattern that binds the parts of a value, for places that are assigned at once.
///
/// ```text
/// // Input:  (a, b) = f(a, b);
/// // Output: { let (part_0, part_1) = f(a, b); a = part_0; b = part_1; }
/// ```
fn parts<'e>(place: &'e Expr, places: &mut Vec<&'e Expr>, names: &mut Vec<syn::Ident>) -> syn::Pat {
    match place {
        Expr::Tuple(tuple) => {
            let elements = tuple.elems.iter().map(|place| parts(place, places, names));
            let elements = elements.collect::<Vec<_>>();
            syn::parse_quote!((#(#elements,)*))
        }
        Expr::Array(array) => {
            let elements = array.elems.iter().map(|place| parts(place, places, names));
            let elements = elements.collect::<Vec<_>>();
            syn::parse_quote!([#(#elements),*])
        }
        Expr::Infer(_) => syn::parse_quote!(_),
        Expr::Range(_) => syn::parse_quote!(..),
        place => {
            let name = quote::format_ident!("__part_{}", names.len(), span = proc_macro2::Span::mixed_site());
            places.push(place);
            names.push(name.clone());
            syn::parse_quote!(#name)
        }
    }
}
