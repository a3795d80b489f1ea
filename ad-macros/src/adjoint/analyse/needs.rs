//! The variables that a statement, its reverse code, and its recomputation use.

use super::Facts;
use super::sites::{Site, each};
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use proc_macro2::TokenStream;
use std::collections::HashMap;

/// The needs of a piece of reverse code.
#[derive(Clone, Default)]
pub(in crate::adjoint) struct Needs {
    pub(in crate::adjoint) values: Vec<Id>,
    pub(in crate::adjoint) containers: Vec<Id>,
    /// Containers of which only the structure is needed.
    pub(in crate::adjoint) structures: Vec<Id>,
    /// Plain code with calls.
    pub(super) dear: Vec<TokenStream>,
    /// Whether plain code uses a local that changes.
    pub(super) state: bool,
}

impl Needs {
    pub(super) fn plain(&mut self, plain: &Plain) {
        self.values.extend(&plain.values);
        self.containers.extend(&plain.reads);
        self.state |= plain.state;
        self.dear.extend(plain.dear.then(|| plain.tokens.clone()));
    }
}

impl Facts {
    /// The needs of a value's recomputation, if it is possible.
    pub(super) fn replay(&self, program: &Program, site: Site, statement: &Stmt) -> Option<Needs> {
        let Stmt::Let { var, rhs } = statement else { return None };
        // Its iteration has just been run forward.
        if self.is_independent(site.block) && program.vars[*var].ty == Ty::Number {
            return None;
        }
        let mut needs = Needs::default();
        let steady = self.steady[*var];
        match rhs {
            // Calls are not repeated, since a second call may give another result.
            Rhs::Constant(plain) | Rhs::Plain(plain) if !plain.dear => needs.plain(plain),
            Rhs::Version(_) | Rhs::Constant(_) | Rhs::Plain(_) => return None,
            Rhs::Binary(Operator::Div, ..) if !steady => return None,
            Rhs::Binary(_, a, b) => needs.values.extend([a, b]),
            Rhs::Negate(a) => needs.values.push(*a),
            Rhs::Function { name, operands, parameter } => {
                if !functions::row(name)?.cheap && !steady {
                    return None;
                }
                needs.values.extend(operands);
                parameter.iter().for_each(|plain| needs.plain(plain));
            }
            Rhs::Read(place) => {
                place_values(place, &mut needs);
                root(program, place, &mut needs);
            }
            Rhs::Source(source) => {
                if !is_cheap_source(source) {
                    return None;
                }
                source_needs(program, source, &mut needs);
            }
            Rhs::Call(call) => {
                if !self.again(call, site.block) || call.recursion == Recursion::Perhaps {
                    return None;
                }
                call_needs(program, call, &mut needs);
            }
        }
        Some(needs)
    }

    /// The needs of a statement's reverse code.
    pub(super) fn needs(&self, program: &Program, site: Site, statement: &Stmt) -> Needs {
        let mut needs = Needs::default();
        match statement {
            Stmt::Let { var, rhs } if self.useful[*var] => match rhs {
                Rhs::Binary(Operator::Mul, a, b) => {
                    if self.active[*a] {
                        needs.values.push(*b);
                    }
                    if self.active[*b] {
                        needs.values.push(*a);
                    }
                }
                Rhs::Binary(Operator::Div, _, b) => {
                    needs.values.push(*b);
                    if self.active[*b] {
                        needs.values.push(*var);
                    }
                }
                Rhs::Function { name, operands, parameter } => {
                    if let Some(row) = functions::row(name) {
                        if row.operands {
                            needs.values.extend(operands);
                        }
                        if row.value {
                            needs.values.push(*var);
                        }
                    }
                    parameter.iter().for_each(|plain| needs.plain(plain));
                }
                Rhs::Read(place) => place_values(place, &mut needs),
                Rhs::Source(source) => source_places(source, &mut needs),
                Rhs::Call(call) => {
                    // The steps of a recorded call contain its arguments.
                    let again = call.callee != Callee::Recorded;
                    for argument in &call.arguments {
                        match argument {
                            Argument::Borrow { place } => {
                                place_values(place, &mut needs);
                                if again {
                                    root(program, place, &mut needs);
                                }
                            }
                            Argument::Exclusive { place, .. } => {
                                place_values(place, &mut needs);
                                needs.values.push(place.root);
                            }
                            Argument::PlainBorrow(plain) if again => needs.plain(plain),
                            Argument::PlainBorrow(_) => {}
                            Argument::Value(source) => source_places(source, &mut needs),
                        }
                    }
                    for (_, old) in call.changed().filter(|(_, old)| self.undone.contains(old)) {
                        needs.values.push(old);
                    }
                    if self.again(call, site.block) || call.recursion == Recursion::Perhaps {
                        call_needs(program, call, &mut needs);
                    }
                }
                _ => {}
            },
            Stmt::Declare { var, init: Some(source) } if self.useful[*var] => {
                source_places(source, &mut needs);
            }
            Stmt::Write { place, value, old } => {
                if program.vars[place.root].role != Role::Scalar {
                    if self.useful[place.root] || self.undone.contains(old) {
                        place_values(place, &mut needs);
                    }
                    if self.undone.contains(old) && !self.whole.contains_key(old) {
                        if !program.steps.contains_key(old) {
                            needs.values.push(*old);
                        }
                        needs.containers.extend(&program.vars[place.root].views);
                    }
                }
                source_places(value, &mut needs);
            }
            Stmt::Push { place, value } => {
                place_values(place, &mut needs);
                source_places(value, &mut needs);
            }
            Stmt::Branch { scrutinee, arms, .. } if arms.iter().any(|arm| self.matters(&arm.body)) => {
                needs.plain(scrutinee);
                arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| needs.plain(guard));
            }
            Stmt::Loop(inner) if self.matters(&inner.body) => {
                if inner.left || matches!(inner.head, Head::While) {
                    needs.values.push(inner.trips);
                }
                if let Head::For { iterator, .. } = &inner.head {
                    iterator_needs(program, iterator, &mut needs);
                }
                if self.is_independent(inner.id) {
                    self.independent_needs(program, inner, &mut needs);
                }
                if let Some(onward) = self.onward.get(&inner.id) {
                    needs.values.extend(onward.carried.values());
                    for (index, statement) in inner.body.iter().enumerate() {
                        if onward.again.contains(&index)
                            && let Some(more) =
                                self.replay(program, Site { block: inner.id, index }, statement)
                        {
                            needs.containers.extend(more.containers);
                            let inside =
                                |id: &Id| self.sites.get(id).is_some_and(|site| site.block == inner.id);
                            needs.values.extend(more.values.into_iter().filter(|id| !inside(id)));
                        }
                    }
                }
            }
            _ => {}
        }
        needs
    }

    /// Whether a block has reverse code.
    pub(in crate::adjoint) fn matters(&self, body: &[Stmt]) -> bool {
        body.iter().any(|statement| match statement {
            Stmt::Let { var, .. } => self.useful[*var],
            Stmt::Write { place, old, .. } => self.useful[place.root] || self.undone.contains(old),
            Stmt::Push { .. } => true,
            Stmt::Branch { arms, .. } => arms.iter().any(|arm| self.matters(&arm.body)),
            Stmt::Loop(inner) => self.matters(&inner.body),
            Stmt::Declare { .. } | Stmt::Forward(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
        })
    }
}

/// All variables that a statement uses, without the blocks inside it.
pub(in crate::adjoint) fn needs_of(program: &Program, statement: &Stmt, needs: &mut Needs) {
    match statement {
        Stmt::Let { rhs, .. } => match rhs {
            Rhs::Constant(plain) | Rhs::Plain(plain) => needs.plain(plain),
            Rhs::Function { parameter, .. } => parameter.iter().for_each(|plain| needs.plain(plain)),
            Rhs::Read(place) => {
                place_values(place, needs);
                root(program, place, needs);
            }
            Rhs::Source(source) => source_needs(program, source, needs),
            Rhs::Call(call) => call_needs(program, call, needs),
            Rhs::Binary(..) | Rhs::Negate(_) | Rhs::Version(_) => {}
        },
        Stmt::Declare { init, .. } => init.iter().for_each(|source| source_needs(program, source, needs)),
        Stmt::Write { place, value, .. } | Stmt::Push { place, value } => {
            place_values(place, needs);
            root(program, place, needs);
            source_needs(program, value, needs);
        }
        Stmt::Branch { scrutinee, arms, .. } => {
            needs.plain(scrutinee);
            arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| needs.plain(guard));
        }
        Stmt::Loop(inner) => {
            if let Head::For { iterator, .. } = &inner.head {
                iterator_needs(program, iterator, needs);
            }
        }
        Stmt::Forward(plain) | Stmt::Unless(plain) => needs.plain(plain),
        Stmt::Exit(_) => {}
    }
}

/// The statement that binds each value.
pub(in crate::adjoint) fn statements(program: &Program) -> HashMap<Id, &Stmt> {
    let mut statements = HashMap::new();
    each(&program.body, 0, &mut |_, statement| {
        if let Stmt::Let { var, .. } = statement {
            statements.insert(*var, statement);
        }
    });
    statements
}

/// An integer as text, where a name for an expression that does not change stands for that: `n` and `m`, after `let n = g.k; let m = g.k;`,
/// are the same.
pub(in crate::adjoint) fn spelled(
    program: &Program,
    statements: &HashMap<Id, &Stmt>,
    plain: &Plain,
) -> String {
    let text = plain.tokens.to_string();
    if let [value] = plain.values[..]
        && program.vars[value].ident == text
        && let Some(Stmt::Let { rhs: Rhs::Plain(meant), .. }) = statements.get(&value)
        && !meant.dear
        && meant.reads.is_empty()
    {
        return spelled(program, statements, meant);
    }
    text
}

/// The values of a place's indices.
pub(super) fn place_values(place: &Place, needs: &mut Needs) {
    for projection in &place.projections {
        if let Projection::Index(plain) = projection {
            needs.plain(plain);
        }
    }
}

/// The needs of the numbers of a place.
fn root(program: &Program, place: &Place, needs: &mut Needs) {
    needs.values.push(place.root);
    needs.containers.extend(&program.vars[place.root].views);
}

pub(super) fn is_cheap_source(source: &Source) -> bool {
    match source {
        Source::Value(_) | Source::Plain(_) => true,
        Source::Build(Build { kind, parts }) => {
            !matches!(kind, BuildKind::Vector) && parts.iter().all(is_cheap_source)
        }
        _ => false,
    }
}

/// The needs of a second construction of a source.
pub(in crate::adjoint) fn source_needs(program: &Program, source: &Source, needs: &mut Needs) {
    match source {
        Source::Value(id) => needs.values.push(*id),
        Source::Plain(plain) => needs.plain(plain),
        Source::Place(place) | Source::ToVec(place) => {
            place_values(place, needs);
            root(program, place, needs);
        }
        Source::Build(build) => {
            if let BuildKind::There(_, Some(flag)) = &build.kind {
                needs.plain(flag);
            }
            build.parts.iter().for_each(|part| source_needs(program, part, needs));
        }
        Source::Repeat { element, count, .. } => {
            source_needs(program, element, needs);
            needs.plain(count);
        }
        Source::Empty(_) => {}
    }
}

/// The needs of the shadows of a source's parts.
pub(super) fn source_places(source: &Source, needs: &mut Needs) {
    match source {
        Source::Place(place) | Source::ToVec(place) => place_values(place, needs),
        Source::Build(build) => build.parts.iter().for_each(|part| source_places(part, needs)),
        Source::Repeat { element, .. } => source_places(element, needs),
        Source::Value(_) | Source::Plain(_) | Source::Empty(_) => {}
    }
}

/// The needs of a repeated call.
fn call_needs(program: &Program, call: &Call, needs: &mut Needs) {
    for argument in &call.arguments {
        match argument {
            Argument::Value(source) => source_needs(program, source, needs),
            Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                place_values(place, needs);
                root(program, place, needs);
            }
            Argument::PlainBorrow(plain) => needs.plain(plain),
        }
    }
}

/// The needs of a repeated iteration.
fn iterator_needs(program: &Program, iterator: &Iteration, needs: &mut Needs) {
    match iterator {
        Iteration::Plain(plain) => needs.plain(plain),
        Iteration::Range { start, end, .. } => {
            needs.plain(start);
            needs.plain(end);
        }
        Iteration::View { place, arguments, .. } => {
            place_values(place, needs);
            needs.values.push(place.root);
            needs.structures.extend(&program.vars[place.root].views);
            arguments.iter().for_each(|plain| needs.plain(plain));
        }
        Iteration::Zip(a, b) => {
            iterator_needs(program, a, needs);
            iterator_needs(program, b, needs);
        }
        Iteration::Adapt { inner, argument, .. } => {
            iterator_needs(program, inner, needs);
            argument.iter().for_each(|plain| needs.plain(plain));
        }
        Iteration::Copied(inner) => iterator_needs(program, inner, needs),
    }
}
