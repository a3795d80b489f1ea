//! Activity: the values that depend on a variable, and the values on which the result depends.

use super::Index;
use super::sites::{BlockKind, each};
use crate::adjoint::functions;
use crate::adjoint::ir::*;

/// The active numbers, which depend on a variable. Containers always count as active.
pub(super) fn active(program: &Program) -> Vec<bool> {
    let mut active: Vec<bool> = program
        .vars
        .iter()
        .map(|var| match var.role {
            Role::Borrowed | Role::Parameter | Role::Header | Role::Container => !var.ty.is_plain(),
            Role::Value | Role::Scalar => !var.ty.is_plain() && var.ty != Ty::Number,
        })
        .collect();
    loop {
        let before = active.clone();
        each(&program.body, 0, &mut |_, statement| match statement {
            Stmt::Let { var, rhs } => {
                let now = match rhs {
                    Rhs::Constant(_) | Rhs::Plain(_) => false,
                    Rhs::Binary(_, a, b) => active[*a] || active[*b],
                    Rhs::Negate(a) | Rhs::Version(a) => active[*a],
                    Rhs::Function { operands, .. } => operands.iter().any(|operand| active[*operand]),
                    Rhs::Read(place) => active[place.root],
                    Rhs::Source(_) | Rhs::Call(_) => !program.vars[*var].ty.is_plain(),
                };
                active[*var] |= now;
            }
            Stmt::Declare { var, init: Some(Source::Value(id)) } => active[*var] |= active[*id],
            Stmt::Write { place, value: Source::Value(id), .. } => active[place.root] |= active[*id],
            _ => {}
        });
        if active == before {
            return active;
        }
    }
}

/// The useful numbers, on which the result or a container depends.
pub(super) fn useful(program: &Program, active: &[bool]) -> Vec<bool> {
    let mut useful: Vec<bool> = program
        .vars
        .iter()
        .map(|var| match var.role {
            Role::Value | Role::Scalar => var.ty != Ty::Number && !var.ty.is_plain(),
            _ => !var.ty.is_plain(),
        })
        .collect();
    values_of(&program.result).into_iter().for_each(|id| useful[id] = true);
    loop {
        let before = useful.clone();
        each(&program.body, 0, &mut |_, statement| match statement {
            Stmt::Let { var, rhs } if useful[*var] => match rhs {
                Rhs::Binary(_, a, b) => {
                    useful[*a] = true;
                    useful[*b] = true;
                }
                Rhs::Negate(a) | Rhs::Version(a) => useful[*a] = true,
                Rhs::Function { operands, .. } => operands.iter().for_each(|operand| useful[*operand] = true),
                Rhs::Source(source) => values_of(source).into_iter().for_each(|id| useful[id] = true),
                Rhs::Call(call) => {
                    for argument in &call.arguments {
                        match argument {
                            Argument::Value(source) => {
                                values_of(source).into_iter().for_each(|id| useful[id] = true);
                            }
                            Argument::Borrow { place } | Argument::Exclusive { place, .. } => {
                                useful[place.root] = true;
                            }
                            Argument::PlainBorrow(_) => {}
                        }
                    }
                }
                _ => {}
            },
            Stmt::Declare { var, init: Some(source) } if useful[*var] => {
                values_of(source).into_iter().for_each(|id| useful[id] = true);
            }
            Stmt::Write { place, value, .. } if useful[place.root] => {
                values_of(value).into_iter().for_each(|id| useful[id] = true);
            }
            Stmt::Push { value, .. } => values_of(value).into_iter().for_each(|id| useful[id] = true),
            _ => {}
        });
        if useful == before {
            break;
        }
    }
    useful.iter().zip(active).map(|(useful, active)| *useful && *active).collect()
}

/// The values that are parts of a source.
pub(super) fn values_of(source: &Source) -> Vec<Id> {
    match source {
        Source::Value(id) => vec![*id],
        Source::Build(build) => build.parts.iter().flat_map(values_of).collect(),
        Source::Repeat { element, .. } => values_of(element),
        Source::Place(place) | Source::ToVec(place) => vec![place.root],
        Source::Plain(_) | Source::Empty(..) | Source::Without(_) | Source::Changed => Vec::new(),
    }
}

/// The inactive values that are the same in every iteration of the surrounding loop. rustc computes them before the loop.
pub(super) fn steady(index: &Index<'_>) -> Vec<bool> {
    let program = index.program;
    let mut steady = vec![false; program.vars.len()];
    each(&program.body, 0, &mut |site, statement| {
        let Stmt::Let { var, rhs } = statement else { return };
        let frame = index.frame(site.block);
        let same = |id: &Id| {
            let outside = index.sites.get(id).is_none_or(|site| index.ancestor(*site, frame).is_none());
            let fixed = matches!(program.vars[*id].role, Role::Value | Role::Parameter | Role::Borrowed);
            fixed && outside || steady[*id]
        };
        let plain =
            |plain: &Plain| !plain.expensive && plain.reads.is_empty() && plain.values.iter().all(same);
        let is_steady = match rhs {
            Rhs::Constant(constant) | Rhs::Plain(constant) => plain(constant),
            Rhs::Binary(_, a, b) => same(a) && same(b),
            Rhs::Negate(a) => same(a),
            Rhs::Function { operands, parameter, .. } => {
                operands.iter().all(same) && parameter.iter().all(plain)
            }
            Rhs::Version(_) | Rhs::Read(_) | Rhs::Source(_) | Rhs::Call(_) => false,
        };
        steady[*var] = is_steady && !index.active[*var] && index.blocks[frame].kind == BlockKind::Loop;
    });
    steady
}

/// Whether it contains nothing expensive.
pub(super) fn is_cheap(program: &Program) -> bool {
    let mut cheap = true;
    each(&program.body, 0, &mut |_, statement| match statement {
        Stmt::Loop(_) => cheap = false,
        Stmt::Let { rhs, .. } => match rhs {
            Rhs::Binary(Operator::Div, ..)
            | Rhs::Source(Source::Repeat { vector: true, .. } | Source::ToVec(_)) => cheap = false,
            Rhs::Function { name, .. } => cheap &= functions::row(name).is_some_and(|row| row.cheap),
            Rhs::Constant(plain) | Rhs::Plain(plain) => cheap &= !plain.expensive || plain.tokens.is_empty(),
            Rhs::Source(Source::Build(build)) => {
                cheap &= !matches!(build.kind, BuildKind::Vector | BuildKind::Boxed);
            }
            Rhs::Call(call) => cheap &= call.recursion == Recursion::No && call.callee == Callee::Function,
            _ => {}
        },
        _ => {}
    });
    cheap
}
