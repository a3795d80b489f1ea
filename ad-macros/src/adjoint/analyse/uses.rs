//! The variables that a statement, its reverse code, and its recomputation use.

use super::forward_order::ForwardOrder;
use super::plan::{Facts, Order, Restoration};
use super::sites::Site;
use crate::adjoint::functions;
use crate::adjoint::ir::*;

/// The needs of a piece of reverse code.
#[derive(Clone, Default)]
pub(in crate::adjoint) struct Uses {
    pub(in crate::adjoint) values: Vec<Id>,
    pub(in crate::adjoint) containers: Vec<Id>,
    /// Containers of which only the structure is needed.
    pub(in crate::adjoint) structures: Vec<Id>,
    /// Whether plain code calls unknown code.
    pub(super) varies: bool,
    /// Whether plain code uses a local that changes.
    pub(super) state: bool,
}

impl Uses {
    pub(super) fn plain(&mut self, plain: &Plain) {
        self.values.extend(&plain.values);
        self.containers.extend(&plain.reads);
        self.state |= plain.state;
        self.varies |= plain.expensive && plain.varies;
    }
}

impl Facts<'_> {
    /// The needs of a value's recomputation, if it is possible.
    pub(super) fn replay(&self, site: Site, statement: &Stmt) -> Option<Uses> {
        let Stmt::Let { var, rhs } = statement else { return None };
        let program = self.index.program;
        // Its iteration has just been run forward.
        if self.is_independent(site.block) && program.vars[*var].ty == Ty::Number {
            return None;
        }
        let mut uses = Uses::default();
        let steady = self.index.steady[*var];
        match rhs {
            // Calls are not repeated, since a second call may give another result.
            Rhs::Constant(plain) | Rhs::Plain(plain) if !plain.expensive => uses.plain(plain),
            Rhs::Version(_) | Rhs::Constant(_) | Rhs::Plain(_) => return None,
            Rhs::Binary(Operator::Div, ..) if !steady => return None,
            Rhs::Binary(_, a, b) => uses.values.extend([a, b]),
            Rhs::Negate(a) => uses.values.push(*a),
            Rhs::Function { name, operands, parameter } => {
                if !functions::row(name)?.cheap && !steady {
                    return None;
                }
                uses.values.extend(operands);
                parameter.iter().for_each(|plain| uses.plain(plain));
            }
            Rhs::Read(place) => {
                place_values(place, &mut uses);
                root(program, place, &mut uses);
            }
            Rhs::Source(source) => {
                if !is_cheap_source(source) {
                    return None;
                }
                source_uses(program, source, &mut uses);
            }
            Rhs::Call(call) => {
                if !self.again(call, site.block) || call.recursion == Recursion::Perhaps {
                    return None;
                }
                call_uses(program, call, &mut uses);
            }
        }
        Some(uses)
    }

    /// The needs of a statement's reverse code.
    pub(super) fn uses(&self, site: Site, statement: &Stmt) -> Uses {
        let program = self.index.program;
        let mut uses = Uses::default();
        match statement {
            Stmt::Let { var, rhs } if self.index.useful[*var] => match rhs {
                Rhs::Binary(Operator::Mul, a, b) => {
                    if self.index.active[*a] {
                        uses.values.push(*b);
                    }
                    if self.index.active[*b] {
                        uses.values.push(*a);
                    }
                }
                Rhs::Binary(Operator::Div, a, b) => {
                    if !self.index.is_one(*a) {
                        uses.values.push(*b);
                    }
                    if self.index.active[*b] {
                        uses.values.push(*var);
                    }
                }
                Rhs::Function { name, operands, parameter } => {
                    if let Some(row) = functions::row(name) {
                        if row.operands {
                            uses.values.extend(operands);
                        }
                        if row.value {
                            uses.values.push(*var);
                        }
                    }
                    parameter.iter().for_each(|plain| uses.plain(plain));
                }
                Rhs::Read(place) => place_values(place, &mut uses),
                Rhs::Source(source) => source_places(source, &mut uses),
                Rhs::Call(call) => {
                    // The steps of a recorded call contain its arguments.
                    let again = call.callee != Callee::Recorded;
                    for argument in &call.arguments {
                        match argument {
                            Argument::Borrow { place } => {
                                place_values(place, &mut uses);
                                if again {
                                    root(program, place, &mut uses);
                                }
                            }
                            Argument::Exclusive { place, .. } => {
                                place_values(place, &mut uses);
                                uses.values.push(place.root);
                            }
                            Argument::PlainBorrow(plain) if again => uses.plain(plain),
                            Argument::PlainBorrow(_) => {}
                            Argument::Value(source) => source_places(source, &mut uses),
                        }
                    }
                    for (_, old) in call.changed().filter(|(_, old)| self.restoration(*old).is_some()) {
                        uses.values.push(old);
                    }
                    if self.again(call, site.block) || call.recursion == Recursion::Perhaps {
                        call_uses(program, call, &mut uses);
                    }
                }
                _ => {}
            },
            Stmt::Declare { var, init: Some(source) } if self.index.useful[*var] => {
                source_places(source, &mut uses);
            }
            Stmt::Write { place, value, old } => {
                if program.vars[place.root].role != Role::Scalar {
                    let restoration = self.restoration(*old);
                    if self.index.useful[place.root] || restoration.is_some() {
                        place_values(place, &mut uses);
                    }
                    if let Some(Restoration::Saved) = restoration {
                        uses.values.push(*old);
                    }
                    if let Some(Restoration::Saved | Restoration::Stepped) = restoration {
                        uses.containers.extend(&program.vars[place.root].views);
                    }
                }
                source_places(value, &mut uses);
            }
            Stmt::Push { place, at, value, .. } => {
                place_values(place, &mut uses);
                at.iter().for_each(|at| uses.plain(at));
                source_places(value, &mut uses);
            }
            Stmt::Branch { scrutinee, arms, .. } if arms.iter().any(|arm| self.matters(&arm.body)) => {
                uses.plain(scrutinee);
                arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| uses.plain(guard));
            }
            Stmt::Loop(inner) if self.matters(&inner.body) => {
                if inner.left || matches!(inner.head, Head::While) {
                    uses.values.push(inner.trips);
                }
                if let Head::For { iterator, .. } = &inner.head {
                    iterator_needs(program, iterator, &mut uses);
                }
                match self.order(inner.id) {
                    Order::Backward => {}
                    Order::Independent(_) => self.independent_needs(inner, &mut uses),
                    Order::Forward(forward_order) => self.forward_needs(inner, forward_order, &mut uses),
                }
            }
            _ => {}
        }
        uses
    }

    /// The needs of the statements that a loop in forward order repeats.
    fn forward_needs(&self, inner: &Loop, forward_order: &ForwardOrder, uses: &mut Uses) {
        uses.values.extend(forward_order.carried.values());
        for (index, statement) in inner.body.iter().enumerate() {
            if forward_order.again.contains(&index)
                && let Some(more) = self.replay(Site { block: inner.id, index }, statement)
            {
                uses.containers.extend(more.containers);
                let inside = |id: &Id| self.index.sites.get(id).is_some_and(|site| site.block == inner.id);
                uses.values.extend(more.values.into_iter().filter(|id| !inside(id)));
            }
        }
    }

    /// Whether a block has reverse code.
    pub(in crate::adjoint) fn matters(&self, body: &[Stmt]) -> bool {
        body.iter().any(|statement| match statement {
            Stmt::Let { var, .. } => self.index.useful[*var],
            Stmt::Write { place, old, .. } => {
                self.index.useful[place.root] || self.restoration(*old).is_some()
            }
            Stmt::Push { .. } => true,
            Stmt::Branch { arms, .. } => arms.iter().any(|arm| self.matters(&arm.body)),
            Stmt::Loop(inner) => self.matters(&inner.body),
            Stmt::Declare { .. } | Stmt::Forward(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
        })
    }
}

/// All variables that a statement uses, without the blocks inside it.
pub(in crate::adjoint) fn uses_of(program: &Program, statement: &Stmt, uses: &mut Uses) {
    match statement {
        Stmt::Let { rhs, .. } => match rhs {
            Rhs::Constant(plain) | Rhs::Plain(plain) => uses.plain(plain),
            Rhs::Function { parameter, .. } => parameter.iter().for_each(|plain| uses.plain(plain)),
            Rhs::Read(place) => {
                place_values(place, uses);
                root(program, place, uses);
            }
            Rhs::Source(source) => source_uses(program, source, uses),
            Rhs::Call(call) => call_uses(program, call, uses),
            Rhs::Binary(..) | Rhs::Negate(_) | Rhs::Version(_) => {}
        },
        Stmt::Declare { init, .. } => init.iter().for_each(|source| source_uses(program, source, uses)),
        Stmt::Write { place, value, .. } | Stmt::Push { place, value, .. } => {
            place_values(place, uses);
            if let Stmt::Push { at: Some(at), .. } = statement {
                uses.plain(at);
            }
            root(program, place, uses);
            source_uses(program, value, uses);
        }
        Stmt::Branch { scrutinee, arms, .. } => {
            uses.plain(scrutinee);
            arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| uses.plain(guard));
        }
        Stmt::Loop(inner) => {
            if let Head::For { iterator, .. } = &inner.head {
                iterator_needs(program, iterator, uses);
            }
        }
        Stmt::Forward(plain) | Stmt::Unless(plain) => uses.plain(plain),
        Stmt::Exit(_) => {}
    }
}

/// The values of a place's indices.
pub(super) fn place_values(place: &Place, uses: &mut Uses) {
    for projection in &place.projections {
        if let Projection::Index(plain) = projection {
            uses.plain(plain);
        }
    }
}

/// The needs of the numbers of a place.
fn root(program: &Program, place: &Place, uses: &mut Uses) {
    uses.values.push(place.root);
    uses.containers.extend(&program.vars[place.root].views);
}

pub(super) fn is_cheap_source(source: &Source) -> bool {
    match source {
        Source::Value(_) | Source::Plain(_) => true,
        Source::Build(Build { kind, parts }) => {
            !matches!(kind, BuildKind::Vector | BuildKind::Boxed) && parts.iter().all(is_cheap_source)
        }
        _ => false,
    }
}

/// The needs of a second construction of a source.
pub(in crate::adjoint) fn source_uses(program: &Program, source: &Source, uses: &mut Uses) {
    match source {
        Source::Value(id) => uses.values.push(*id),
        Source::Plain(plain) | Source::Without(plain) => uses.plain(plain),
        Source::Place(place) | Source::ToVec(place) => {
            place_values(place, uses);
            root(program, place, uses);
        }
        Source::Build(build) => {
            if let BuildKind::There(_, Some(flag)) = &build.kind {
                uses.plain(flag);
            }
            build.parts.iter().for_each(|part| source_uses(program, part, uses));
        }
        Source::Repeat { element, count, .. } => {
            source_uses(program, element, uses);
            uses.plain(count);
        }
        Source::Empty(..) | Source::Changed => {}
    }
}

/// The needs of the shadows of a source's parts.
pub(super) fn source_places(source: &Source, uses: &mut Uses) {
    match source {
        Source::Place(place) | Source::ToVec(place) => place_values(place, uses),
        Source::Build(build) => build.parts.iter().for_each(|part| source_places(part, uses)),
        Source::Repeat { element, .. } => source_places(element, uses),
        Source::Without(at) => uses.plain(at),
        Source::Value(_) | Source::Plain(_) | Source::Empty(..) | Source::Changed => {}
    }
}

/// The needs of a repeated call.
fn call_uses(program: &Program, call: &Call, uses: &mut Uses) {
    for argument in &call.arguments {
        match argument {
            Argument::Value(source) => source_uses(program, source, uses),
            Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                place_values(place, uses);
                root(program, place, uses);
            }
            Argument::PlainBorrow(plain) => uses.plain(plain),
        }
    }
}

/// The needs of a repeated iteration.
fn iterator_needs(program: &Program, iterator: &Iteration, uses: &mut Uses) {
    match iterator {
        Iteration::Plain(plain) => uses.plain(plain),
        Iteration::Range { start, end, .. } => {
            uses.plain(start);
            uses.plain(end);
        }
        Iteration::View { place, argument, .. } => {
            place_values(place, uses);
            uses.values.push(place.root);
            uses.structures.extend(&program.vars[place.root].views);
            argument.iter().for_each(|plain| uses.plain(plain));
        }
        Iteration::Zip(a, b) => {
            iterator_needs(program, a, uses);
            iterator_needs(program, b, uses);
        }
        Iteration::Adapt { inner, argument, .. } => {
            iterator_needs(program, inner, uses);
            argument.iter().for_each(|plain| uses.plain(plain));
        }
        Iteration::Copied(inner) => iterator_needs(program, inner, uses),
    }
}
