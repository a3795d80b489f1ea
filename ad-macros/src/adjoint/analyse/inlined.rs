//! Values without a slot: the adjoint of such a value has one term, from one statement of its block, and is passed on there.
//!
//! ```text
//! // Input:                                    // In reverse:
//! let t1 = a * b; let t2 = t1 + c; s = t2;     if let Some(d) = d_s.take() { d_a.add(d * b); d_b.add(d * a); d_c.add(d); }
//! ```
//!
//! So the reverse code of `t1` is emitted inside the reverse code of `s = t2`. Between the two statements there must be no
//! branch, loop, call or exit, and no change of a container. Nor may a scalar that the value reads change between them. The last
//! statement may write to a container that no previous statement reads.

use super::activity::values_of;
use super::sites::{Site, each};
use super::uses::{Uses, uses_of};
use crate::adjoint::ir::*;
use std::collections::HashMap;

/// A value of this kind.
pub(in crate::adjoint) struct Inlined {
    /// The statement of its block where its adjoint is passed on.
    pub(super) at: usize,
    /// Its operation.
    pub(in crate::adjoint) rhs: Rhs,
}

/// The values without a slot.
pub(super) fn inlined(program: &Program, useful: &[bool]) -> HashMap<Id, Inlined> {
    let mut inlined = HashMap::new();
    in_block(program, useful, &uses(program, useful), &program.body, &mut inlined);
    inlined
}

/// The number of uses of each value. It is two if it is unknown, or if the adjoint is in a slot.
pub(super) fn uses(program: &Program, useful: &[bool]) -> Vec<usize> {
    let mut uses = vec![0; program.vars.len()];
    each(&program.body, 0, &mut |_: Site, statement| match statement {
        Stmt::Let { var, rhs } if useful[*var] => match rhs {
            Rhs::Binary(_, a, b) => {
                uses[*a] += 1;
                uses[*b] += 1;
            }
            Rhs::Negate(a) => uses[*a] += 1,
            Rhs::Function { operands, .. } => operands.iter().for_each(|id| uses[*id] += 1),
            Rhs::Source(source) => count(source, true, &mut uses),
            Rhs::Call(call) => {
                for argument in &call.arguments {
                    match argument {
                        Argument::Value(source) => count(source, false, &mut uses),
                        Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                            uses[place.root] += 2;
                        }
                        Argument::PlainBorrow(_) => {}
                    }
                }
            }
            Rhs::Read(place) => uses[place.root] += 2,
            Rhs::Version(_) | Rhs::Constant(_) | Rhs::Plain(_) => {}
        },
        Stmt::Declare { init: Some(source), .. } => count(source, true, &mut uses),
        Stmt::Write { value, .. } => count(value, true, &mut uses),
        Stmt::Push { value, .. } => count(value, false, &mut uses),
        _ => {}
    });
    count(&program.result, false, &mut uses);
    uses
}

/// Counts the numbers of a source. The source itself, or its parts, count once if it is `direct`.
fn count(source: &Source, direct: bool, uses: &mut [usize]) {
    match source {
        Source::Value(id) if direct => uses[*id] += 1,
        Source::Build(Build { kind, parts }) => {
            let direct = direct && !matches!(kind, BuildKind::There(..) | BuildKind::Variant(..));
            parts.iter().for_each(|part| count(part, direct, uses));
        }
        source => values_of(source).into_iter().for_each(|id| uses[id] += 2),
    }
}

/// Whether it is a whole scalar, which no recomputation reads.
fn is_scalar(program: &Program, place: &Place) -> bool {
    program.vars[place.root].role == Role::Scalar && place.projections.is_empty()
}

/// Whether one of these statements reads this variable or its referent. The read is recomputed after the reverse code of a
/// change.
fn reads(program: &Program, body: &[Stmt], changed: Id) -> bool {
    let mut uses = Uses::default();
    body.iter().for_each(|statement| uses_of(program, statement, &mut uses));
    let views = &program.vars[changed].views;
    uses.containers.iter().any(|container| views.contains(container))
}

/// The adjoints of these values are passed on at this statement.
fn passed(at: &mut HashMap<Id, usize>, ids: &[Id], index: usize) {
    ids.iter().for_each(|id| _ = at.insert(*id, index));
}

fn in_block(
    program: &Program,
    useful: &[bool],
    uses: &[usize],
    body: &[Stmt],
    inlined: &mut HashMap<Id, Inlined>,
) {
    // The statement where the adjoint of each value is passed on, as far as the later statements determine it.
    let mut at: HashMap<Id, usize> = HashMap::new();
    // The start of the statements without an obstacle, and the first change of each scalar.
    let mut clear = body.len();
    let mut changed: HashMap<Id, usize> = HashMap::new();
    for (index, statement) in body.iter().enumerate().rev() {
        match statement {
            Stmt::Let { var, rhs } if !matches!(rhs, Rhs::Call(_)) => {
                let variable = &program.vars[*var];
                let here = at.get(var).copied().filter(|at| {
                    let memory = match rhs {
                        Rhs::Version(memory) => Some(*memory),
                        Rhs::Read(place) => Some(place.root),
                        Rhs::Source(source) if !matches!(source, Source::Value(_)) => return false,
                        Rhs::Constant(_) | Rhs::Plain(_) => return false,
                        _ => None,
                    };
                    let number = variable.role == Role::Value && variable.ty == Ty::Number;
                    let once = number && useful[*var] && uses[*var] == 1 && *at <= clear;
                    once && memory.and_then(|memory| changed.get(&memory)).is_none_or(|changed| at <= changed)
                });
                if let Some(here) = here {
                    inlined.insert(*var, Inlined { at: here, rhs: rhs.clone() });
                }
                let index = here.unwrap_or(index);
                if useful[*var] {
                    match rhs {
                        Rhs::Binary(_, a, b) => passed(&mut at, &[*a, *b], index),
                        Rhs::Negate(a) => passed(&mut at, &[*a], index),
                        Rhs::Function { operands, .. } => passed(&mut at, operands, index),
                        Rhs::Source(source) => passed(&mut at, &values_of(source), index),
                        _ => {}
                    }
                }
            }
            Stmt::Declare { init, .. } => {
                init.iter().for_each(|source| passed(&mut at, &values_of(source), index));
            }
            Stmt::Write { place, value, .. } if is_scalar(program, place) => {
                changed.insert(place.root, index);
                passed(&mut at, &values_of(value), index);
            }
            Stmt::Forward(_) => {}
            Stmt::Branch { arms, .. } => {
                arms.iter().for_each(|arm| in_block(program, useful, uses, &arm.body, inlined));
                clear = index;
            }
            Stmt::Loop(inner) => {
                in_block(program, useful, uses, &inner.body, inlined);
                clear = index;
            }
            Stmt::Write { place, value, .. } => {
                clear = index;
                if !reads(program, &body[..index], place.root) {
                    passed(&mut at, &values_of(value), index);
                }
            }
            _ => clear = index,
        }
    }
}
