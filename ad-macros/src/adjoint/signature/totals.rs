//! The parameters whose shadows only receive adjoints, number by number. Sums may take the place of their slots.
//!
//! ```text
//! // Input:  fn f(x: &[f64]) -> f64 { let mut s = 0.0; for v in x { s += v * v; } s }
//! // Output: fn __sweeps<N, A: Receive<N>>(x: &[N], late: bool) -> (N, impl FnOnce(&Slot<N>, &[N], &[A]) -> Option<N>) { … }
//! //         fn __adjoint<N>(x: &[N], late: bool) -> … { Self::__sweeps::<N, Slot<N>>(x, late) }
//! ```

use crate::adjoint::analyse::each;
use crate::adjoint::ir::*;
use crate::adjoint::is_recursive;
use crate::adjoint::of_type;
use crate::numbers::Numbers;
use std::collections::HashSet;
use syn::Type;

/// Which of the parameters are such lists.
pub(super) fn totals(program: &Program, ids: &[Id], types: &[Type], numbers: &Numbers) -> Vec<bool> {
    let mut others = Others { program, ids: HashSet::new(), all: is_recursive(program) };
    each(&program.body, 0, &mut |_, statement| match statement {
        Stmt::Let { rhs: Rhs::Source(source), .. }
        | Stmt::Declare { init: Some(source), .. }
        | Stmt::Write { value: source, .. }
        | Stmt::Push { value: source, .. } => others.source(source, false),
        Stmt::Let { rhs: Rhs::Call(call), .. } => {
            for argument in &call.arguments {
                match argument {
                    Argument::Value(source) => others.source(source, true),
                    Argument::Borrow { place } | Argument::Exclusive { place, .. } => others.place(place),
                    Argument::PlainBorrow(_) => {}
                }
            }
        }
        _ => {}
    });
    others.source(&program.result, false);
    let list = |ty: &Type| match of_type(ty, numbers) {
        Ty::Reference(ty) => matches!(*ty, Ty::List(ty) if *ty == Ty::Number),
        _ => false,
    };
    let shared = |ty: &Type| match ty {
        Type::Reference(reference) => {
            // An alias may be that of an array.
            let varies = match &*reference.elem {
                Type::Slice(_) => true,
                elem => crate::parameter::type_name(elem).is_some_and(|name| name == "Vec"),
            };
            reference.mutability.is_none() && varies && list(ty)
        }
        _ => false,
    };
    ids.iter().zip(types).map(|(id, ty)| shared(ty) && !others.all && !others.ids.contains(id)).collect()
}

/// The parameters whose shadow is passed on as a whole, or in parts that contain several numbers.
struct Others<'a> {
    program: &'a Program,
    ids: HashSet<Id>,
    /// An item, which may be a part of any parameter.
    all: bool,
}

impl Others<'_> {
    fn place(&mut self, place: &Place) {
        if !place.ty.is_plain() {
            self.root(place.root);
        }
    }

    fn root(&mut self, root: Id) {
        match self.program.vars[root].role {
            Role::Borrowed => _ = self.ids.insert(root),
            Role::Header => self.all = true,
            _ => {}
        }
    }

    fn source(&mut self, source: &Source, passed: bool) {
        match source {
            Source::Value(id) => {
                let ty = &self.program.vars[*id].ty;
                if !ty.is_plain() && (passed || *ty.owned() != Ty::Number) {
                    self.root(*id);
                }
            }
            Source::Place(place) | Source::ToVec(place) => self.place(place),
            Source::Build(build) => build.parts.iter().for_each(|part| self.source(part, passed)),
            Source::Repeat { element, .. } => self.source(element, passed),
            Source::Plain(_) | Source::Empty(..) | Source::Without(_) | Source::Changed => {}
        }
    }
}
