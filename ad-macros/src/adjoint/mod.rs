//! Adjoint programs, which `#[exp(adjoint)]` writes beside the function.
//!
//! # The interface
//!
//! Beside `fn f(x: &[f64], k: u32, p: f64) -> f64` there is a type of the same name, so that `use` imports it with `f`:
//!
//! ```text
//! enum f {}
//! impl f {
//!     const __CHEAP: bool = true; // whether callers repeat the forward sweep
//!     const __LINEAR: bool = false; // whether all second derivatives are 0
//!     const __SAME: bool = true; // whether a second call gives the same result
//!     fn __adjoint<N: Real>(x: &[N], k: u32, p: N, late: bool)
//!         -> (N, impl FnOnce(&Slot<N>, &[N], (), (), &[Slot<N>], &(), &Slot<N>) -> Option<N> + Clone + use<N>);
//! }
//! ```
//!
//! The closure is the reverse sweep. Its parameters are the shadow of the result, each argument again, and a shadow for each
//! parameter. An argument that is not a reference is `()`, and a shadow without numbers is `&()`. Its captures are the saved
//! values. The caller knows only whether an argument is a reference, and not the callee's types.
//!
//! The shadow of a `&mut` argument is passed as `&mut` if its length or variant may change, as that of a `Vec`. The reverse sweep gives
//! the shadow the structure back that the argument had before the call. The shadow of `&mut [f64]` is a shared reference.
//!
//! The last argument says whether the value may be `late`. If so, the reverse sweep may return it, and the numbers of the first result
//! are then undefined. A reverse sweep that returns `None` leaves the first result as it is.
//!
//! If the shadow of a list only receives adjoints, the caller of an expression may pass sums in place of slots. Then `adjoint` calls
//! `__sweeps`, which is generic over the receivers (`signature/totals.rs`).
//!
//! # Recursion
//!
//! The type of a saved pullback must not contain itself. So the two sweeps of one call of a recursive function are `__level`, which
//! receives the recursive calls as closures. `__forward` pushes the reverse sweep of each call onto one stack, and `__reverse` pops it:
//!
//! ```text
//! fn __level<N>(k: u32, x: N, forward: &mut dyn FnMut(u32, N) -> N) -> (N, impl FnOnce(…, reverse: &mut dyn FnMut(…)));
//! fn __forward<N, S>(k: u32, x: N, stack: &mut Vec<S>, level: …) -> N {
//!     let (y, sweep) = level(k, x, &mut |k, x| Self::__forward(k, x, stack, level));
//!     stack.push(sweep);
//!     y
//! }
//! fn __reverse<N, S>(…, stack: &mut Vec<S>) {
//!     stack.pop()(…, &mut |…| Self::__reverse(…, stack));
//! }
//! ```
//!
//! Functions that call each other become one function that calls itself (`circle.rs`). The functions must be in one module or
//! block, and have the same parameters and result. Otherwise one of the functions must be recorded, since the type of a saved
//! pullback would contain itself.
//!
//! # The phases
//!
//! `lower` translates the lowered body into the language of `ir`, one operation a statement. `analyse` finds the needed values,
//! decides whether they are recomputed or saved, and which changes of containers are reversed. `text`, `forward` and `reverse`
//! write the two sweeps.

#![allow(clippy::too_many_lines, reason = "a `match` with a case for each form")]

mod analyse;
mod buffers;
mod by_id;
mod callees;
mod fillings;
mod forward;
mod functions;
mod ir;
mod lower;
mod quadratic;
mod refilled;
mod reverse;
mod signature;
mod text;

use crate::kind::{Definition, Kind, Values};
use crate::numbers::Numbers;
use ir::*;
pub(crate) use lower::{Helper, Helpers, is_function, is_iterator};
use proc_macro2::Span;
pub(crate) use signature::{Owner, program, recorded, step, stub};
use std::collections::HashSet;
use syn::{Expr, GenericArgument, PathArguments, Type};
use text::place_tokens;

/// The span of the first token.
fn span_of(tokens: &dyn quote::ToTokens) -> Span {
    tokens.to_token_stream().into_iter().next().map_or_else(Span::mixed_site, |token| token.span())
}

/// The part of an expression with its first token, such as `a` in `a.b(c) + d`. Its span costs less than that of the whole.
fn first(expr: &Expr) -> &Expr {
    match expr {
        Expr::Binary(expr) => first(&expr.left),
        Expr::Call(expr) => first(&expr.func),
        Expr::Field(expr) => first(&expr.base),
        Expr::Index(expr) => first(&expr.expr),
        Expr::MethodCall(expr) => first(&expr.receiver),
        expr => expr,
    }
}

/// The type in the language of `ir`, where `f64` has become the number type.
fn of_type(ty: &Type, numbers: &Numbers) -> Ty {
    let number = numbers.name.to_string();
    match ty {
        Type::Reference(ty) => Ty::Reference(Box::new(of_type(&ty.elem, numbers))),
        Type::Paren(ty) => of_type(&ty.elem, numbers),
        Type::Array(ty) => Ty::List(Box::new(of_type(&ty.elem, numbers))),
        Type::Slice(ty) => Ty::List(Box::new(of_type(&ty.elem, numbers))),
        Type::Tuple(ty) => Ty::Tuple(ty.elems.iter().map(|ty| of_type(ty, numbers)).collect()),
        Type::Infer(_) => Ty::Unknown,
        Type::Path(path) if path.path.is_ident(&number) => Ty::Number,
        Type::Path(path) => {
            let Some(segment) = path.path.segments.last() else { return Ty::Unknown };
            let name = segment.ident.to_string();
            if path.qself.is_none() && path.path.get_ident().is_some() && numbers.is_bounded(&name) {
                return Ty::Struct(name);
            }
            if let (PathArguments::AngleBracketed(list), "Vec" | "VecDeque" | "Box") =
                (&segment.arguments, name.as_str())
                && let Some(GenericArgument::Type(element)) = list.args.first()
            {
                let element = of_type(element, numbers);
                return if name == "Box" { element } else { Ty::List(Box::new(element)) };
            }
            if let Some(value) = crate::annotation::value_of_map(ty) {
                return Ty::Map(Box::new(of_type(value, numbers)));
            }
            if let (None, Some(Definition::Map(values))) = (&path.qself, numbers.definition(&name)) {
                return Ty::Map(Box::new(of_values(values)));
            }
            if let (PathArguments::AngleBracketed(list), "Option" | "Result") =
                (&segment.arguments, name.as_str())
                && let Some(GenericArgument::Type(element)) = list.args.first()
                && numbers.in_lowered(element)
            {
                return Ty::Option(Box::new(of_type(element, numbers)));
            }
            // `V` in place of `V<N>` is the type over plain floats, of a `#[fixed]` parameter.
            if let Some(kind) = numbers.named(&name).filter(|_| numbers.in_lowered(ty)) {
                return of_kind(&kind);
            }
            // `<<Particle as Carried<…>>::Shape as Shape>::Of<N>`
            if let Some(shape) = &path.qself
                && let Type::Path(shape) = &*shape.ty
                && let Some(carried) = &shape.qself
                && let Some(name) = crate::parameter::type_name(&carried.ty)
            {
                return numbers.of_known(&name.to_string());
            }
            if numbers.in_lowered(ty) { numbers.of_known(&name) } else { Ty::Plain }
        }
        ty if numbers.in_lowered(ty) => Ty::Unknown,
        _ => Ty::Plain,
    }
}

impl Numbers {
    /// A type over numbers above.
    fn of_known(&self, name: &str) -> Ty {
        match self.known.types.get(name) {
            Some(Definition::Alias(kind)) => of_kind(kind),
            Some(Definition::Map(values)) => Ty::Map(Box::new(of_values(values))),
            Some(Definition::Fields(_) | Definition::Variants(_)) => Ty::Struct(name.to_owned()),
            Some(Definition::Elsewhere(_)) | None => Ty::Unknown,
        }
    }
}

fn of_kind(kind: &Kind) -> Ty {
    match kind {
        Kind::Number => Ty::Number,
        Kind::Tuple(kinds) => Ty::Tuple(kinds.iter().map(of_kind).collect()),
        Kind::List(kind) => Ty::List(Box::new(of_kind(kind))),
        Kind::Struct(name) => Ty::Struct(name.clone()),
        kind if kind.is_plain() => Ty::Plain,
        _ => Ty::Unknown,
    }
}

/// The type of the values of a map.
fn of_values(values: &Values) -> Ty {
    match values {
        Values::Kind(kind) => of_kind(kind),
        Values::Maps(values) => Ty::Map(Box::new(of_values(values))),
    }
}

/// The structs whose type does not determine their structure, such as one with a list. An array counts as having any length.
fn varying(numbers: &Numbers) -> HashSet<String> {
    let mut varying = HashSet::new();
    loop {
        let varies = |definition: &Definition| match definition {
            Definition::Fields(fields) => fields.kinds.values().any(|kind| varies(&of_kind(kind), &varying)),
            Definition::Variants(_) | Definition::Map(_) | Definition::Elsewhere(_) => true,
            Definition::Alias(kind) => varies(&of_kind(kind), &varying),
        };
        let types = numbers.definitions.iter().chain(&numbers.known.types);
        let found = types.filter(|(name, of)| !varying.contains(*name) && varies(of));
        let found: Vec<String> = found.map(|(name, _)| name.clone()).collect();
        if found.is_empty() {
            return varying;
        }
        varying.extend(found);
    }
}

/// Whether two values of a type may have different structures, given these structs.
fn varies(ty: &Ty, varying: &HashSet<String>) -> bool {
    match ty.owned() {
        Ty::Number | Ty::Plain => false,
        Ty::Tuple(types) => types.iter().any(|ty| varies(ty, varying)),
        Ty::Struct(name) => varying.contains(name),
        ty => !ty.is_plain(),
    }
}

/// Visits every loop.
fn loops<'p>(body: &'p [Stmt], visit: &mut dyn FnMut(&'p Loop)) {
    for statement in body {
        match statement {
            Stmt::Branch { arms, .. } => arms.iter().for_each(|arm| loops(&arm.body, visit)),
            Stmt::Loop(inner) => {
                visit(inner);
                loops(&inner.body, visit);
            }
            _ => {}
        }
    }
}

/// Visits every call.
fn calls(program: &Program, visit: &mut dyn FnMut(analyse::Site, Id, &Call)) {
    analyse::each(&program.body, 0, &mut |site, statement| {
        if let Stmt::Let { var, rhs: Rhs::Call(call) } = statement {
            visit(site, *var, call);
        }
    });
}

/// Whether the function calls itself.
fn is_recursive(program: &Program) -> bool {
    let mut recursive = false;
    calls(program, &mut |_, _, call| recursive |= call.recursion == Recursion::Itself);
    recursive
}
