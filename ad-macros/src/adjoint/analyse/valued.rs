//! Loops that compute nothing but the value of the result: nobody needs them who asks for the reverse sweep alone. This is the
//! analysis of *adjoint-dead code* of L. Hascoët and M. Araya-Polo, *The adjoint data-flow analyses: formalization, properties, and
//! applications*, AD 2004.
//!
//! ```text
//! // Input:  let mut s = 0.0; for w in x.windows(2) { s += w[0] * w[1]; } s * s
//! // Output: let mut s = 0;   for w in x.windows(2) { … s = t; }                        // `s * s` is undone by means of `s`
//! // Input:  let mut s = 0.0; for w in x.windows(2) { s += w[0] * w[1]; } 2.0 * s
//! // Output: let mut s = 0;   if value { for w in x.windows(2) { … s = t; } }           // nothing that is undone looks at `s`
//! ```
//!
//! Such a loop is counted, has no way out, keeps nothing, and does nothing but arithmetic and reads, whose results go into numbers that
//! only the result is made of. Straight lines stay as they are, for rustc sees by itself that nobody needs them. A loop may panic,
//! as at an index out of bounds, so only one is left out whose head and whose reads stand in the reverse sweep as well.

use super::Facts;
use super::needs::{Needs, is_cheap_source, needs_of, place_values, source_needs};
use crate::adjoint::ir::*;
use std::collections::HashSet;

/// What only the value of the result is made by.
#[derive(Default)]
pub(in crate::adjoint) struct Valued {
    /// The loops, by their bodies, the outermost of each nest.
    pub(in crate::adjoint) loops: HashSet<usize>,
    /// The values, apart from those that are bound in such a loop.
    pub(in crate::adjoint) values: HashSet<Id>,
}

pub(super) fn valued(program: &Program, facts: &Facts) -> Valued {
    let mut candidates = Vec::new();
    crate::adjoint::loops(&program.body, &mut |inner| {
        if harmless(program, facts, inner) {
            candidates.push(inner);
        }
    });
    loop {
        let loops = candidates.iter().map(|inner| inner.id).collect();
        let needed = needed(program, facts, &loops);
        let count = candidates.len();
        candidates.retain(|inner| {
            written(&inner.body).iter().all(|root| {
                let var = &program.vars[*root];
                !needed[*root] && !var.views.iter().any(|container| needed[*container])
            })
        });
        if candidates.len() == count {
            let inside = |body: usize| {
                facts.blocks[body]
                    .parent
                    .is_some_and(|site| loops.iter().any(|outer| facts.ancestor(site, *outer).is_some()))
            };
            return Valued {
                loops: loops.iter().copied().filter(|body| !inside(*body)).collect(),
                values: (0..program.vars.len()).filter(|id| !needed[*id]).collect(),
            };
        }
    }
}

/// Whether nothing is kept of a loop, and all that it does besides changing numbers the reverse sweep does once more.
fn harmless(program: &Program, facts: &Facts, inner: &Loop) -> bool {
    let Head::For { iterator, .. } = &inner.head else { return false };
    let kept = || {
        facts
            .saved
            .iter()
            .any(|id| facts.sites.get(id).is_some_and(|site| facts.ancestor(*site, inner.id).is_some()))
    };
    !inner.left
        && facts.exits[inner.id] == 0
        && facts.matters(&inner.body)
        && !is_dear(iterator)
        && !kept()
        && inner.body.iter().all(|statement| is_harmless(program, facts, inner, statement))
}

fn is_harmless(program: &Program, facts: &Facts, inner: &Loop, statement: &Stmt) -> bool {
    let again = |id: &Id| facts.replayed.contains_key(id);
    let value = |source: &Source| match source {
        Source::Value(_) => true,
        Source::Plain(plain) => !plain.dear,
        _ => false,
    };
    match statement {
        Stmt::Let { var, rhs } => match rhs {
            Rhs::Binary(..) | Rhs::Negate(_) | Rhs::Version(_) => true,
            Rhs::Constant(plain) => !plain.dear,
            Rhs::Function { parameter, .. } => parameter.as_ref().is_none_or(|plain| !plain.dear),
            Rhs::Read(place) => {
                let plain = place
                    .projections
                    .iter()
                    .all(|part| matches!(part, Projection::Field(_) | Projection::Deref));
                plain || facts.useful[*var] || again(var)
            }
            Rhs::Plain(plain) => !plain.dear && (plain.simple || again(var)),
            Rhs::Source(source) => program.vars[*var].ty == Ty::Number && is_cheap_source(source),
            Rhs::Call(_) => false,
        },
        Stmt::Declare { var, init } => {
            program.vars[*var].role == Role::Scalar && init.as_ref().is_none_or(value)
        }
        Stmt::Write { place, value: source, old } => {
            let root = &program.vars[place.root];
            let local = root.views.iter().all(|container| program.vars[*container].role == Role::Container);
            let declared =
                facts.sites.get(&place.root).is_some_and(|site| facts.ancestor(*site, inner.id).is_some());
            let number = place.ty == Ty::Number || root.role == Role::Scalar && declared;
            let scalar = root.role == Role::Scalar && place.projections.is_empty();
            // The reverse sweep takes what has arrived there.
            let list = root.role == Role::Container && facts.useful[place.root];
            number && local && (scalar || list) && value(source) && !facts.undone.contains(old)
        }
        Stmt::Branch { scrutinee, arms, .. } => {
            !scrutinee.dear
                && arms.iter().any(|arm| facts.matters(&arm.body))
                && arms.iter().all(|arm| {
                    arm.guard.as_ref().is_none_or(|guard| !guard.dear)
                        && arm.body.iter().all(|statement| is_harmless(program, facts, inner, statement))
                })
        }
        Stmt::Loop(inner) => harmless(program, facts, inner),
        Stmt::Push { .. } | Stmt::Forward(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
    }
}

fn is_dear(iterator: &Iteration) -> bool {
    match iterator {
        Iteration::Plain(plain) => plain.dear,
        Iteration::Range { start, end, .. } => start.dear || end.dear,
        Iteration::View { arguments, .. } => arguments.as_ref().is_some_and(|plain| plain.dear),
        Iteration::Zip(a, b) => is_dear(a) || is_dear(b),
        Iteration::Adapt { inner, argument, .. } => {
            is_dear(inner) || argument.as_ref().is_some_and(|plain| plain.dear)
        }
        Iteration::Copied(inner) => is_dear(inner),
    }
}

/// What is changed in here.
fn written(body: &[Stmt]) -> HashSet<Id> {
    let mut written = HashSet::new();
    super::each(body, 0, &mut |_, statement| {
        if let Stmt::Write { place, .. } = statement {
            written.insert(place.root);
        }
    });
    written
}

/// Which variables the reverse sweep needs, and what else the forward sweep does if these loops are left out.
fn needed(program: &Program, facts: &Facts, left_out: &HashSet<usize>) -> Vec<bool> {
    let mut needed = vec![false; program.vars.len()];
    let kept = facts.saved.iter().chain(facts.replayed.keys()).chain(&facts.containers);
    kept.for_each(|id| needed[*id] = true);
    mark(program, &mut needed, of_result(program, &program.result));
    loop {
        let before = needed.clone();
        performed(&program.body, left_out, &mut |statement| {
            if is_asked_for(program, &needed, statement) {
                mark(program, &mut needed, mentioned(program, statement));
            }
        });
        if needed == before {
            return needed;
        }
    }
}

fn mark(program: &Program, needed: &mut [bool], ids: Vec<Id>) {
    for id in ids {
        needed[id] = true;
        program.vars[id].views.iter().for_each(|container| needed[*container] = true);
    }
}

/// Visits every statement outside of these loops.
fn performed<'p>(body: &'p [Stmt], left_out: &HashSet<usize>, visit: &mut dyn FnMut(&'p Stmt)) {
    for statement in body {
        match statement {
            Stmt::Loop(inner) if left_out.contains(&inner.id) => continue,
            Stmt::Loop(inner) => performed(&inner.body, left_out, visit),
            Stmt::Branch { arms, .. } => arms.iter().for_each(|arm| performed(&arm.body, left_out, visit)),
            _ => {}
        }
        visit(statement);
    }
}

/// Whether a statement does more than to compute a number that nobody needs.
fn is_asked_for(program: &Program, needed: &[bool], statement: &Stmt) -> bool {
    let is_number = |id: &Id| program.vars[*id].ty == Ty::Number;
    match statement {
        Stmt::Let { var, rhs } if is_number(var) => needed[*var] || matches!(rhs, Rhs::Call(_)),
        Stmt::Declare { var, .. } if is_number(var) => needed[*var],
        Stmt::Write { place, .. } if is_number(&place.root) && place.projections.is_empty() => {
            needed[place.root]
        }
        _ => true,
    }
}

/// What a statement mentions, without the blocks inside of it.
fn mentioned(program: &Program, statement: &Stmt) -> Vec<Id> {
    let mut needs = Needs::default();
    needs_of(program, statement, &mut needs);
    if let Stmt::Let { rhs, .. } = statement {
        match rhs {
            Rhs::Binary(_, a, b) => needs.values.extend([a, b]),
            Rhs::Negate(a) | Rhs::Version(a) => needs.values.push(*a),
            Rhs::Function { operands, .. } => needs.values.extend(operands),
            _ => {}
        }
    }
    needs.values.into_iter().chain(needs.containers).collect()
}

/// What of the result is no number.
fn of_result(program: &Program, source: &Source) -> Vec<Id> {
    let mut needs = Needs::default();
    match source {
        Source::Value(id) if program.vars[*id].ty == Ty::Number => {}
        Source::Place(place) | Source::ToVec(place) => place_values(place, &mut needs),
        Source::Build(Build { kind, parts }) => {
            if let BuildKind::There(_, Some(flag)) = kind {
                needs.plain(flag);
            }
            return needs
                .values
                .into_iter()
                .chain(parts.iter().flat_map(|part| of_result(program, part)))
                .collect();
        }
        source => source_needs(program, source, &mut needs),
    }
    needs.values.into_iter().chain(needs.containers).collect()
}
