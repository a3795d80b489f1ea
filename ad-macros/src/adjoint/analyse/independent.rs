//! Loops with independent iterations, and the value at the end of the reverse sweep.
//!
//! An iteration that reads its data and private buffers, and only accumulates into loop-carried sums, can run forward and be
//! reversed at once. So the reverse sweep needs the memory of one iteration. This is the *II-LOOP* of L. Hascoët, S. Fidanova and
//! C. Held, *Adjoining independent computations*, AD 2001. The forward sweep skips such a loop if the caller takes the value from
//! the reverse sweep, which computes the sums:
//!
//! ```text
//! // Input:   let mut s = 0.0; for a in x { s += a.exp() * a; } 2.0 * s
//! // Forward: let mut s = 0; let begin = s; if !late { for a in x { … s = t; } } 2 * s
//! // Reverse: let mut s = begin; for (a, d_a) in x.zip(d_x) { … s = t; … d_a.add(…); } 2 * s
//! ```
//!
//! A callee may draw random numbers. Its constant `__SAME` says that it does not. If `__SAME` is false, the forward sweep runs the loop
//! in any case. It saves the results and pullbacks of the calls in a queue, and the reverse sweep takes them.
//!
//! This holds only for a loop of the function's body whose sums the reverse sweep does not read. All values that depend on these
//! sums are *late*: they are computed at the end of the reverse sweep. Calls whose values the reverse sweep does not read are
//! also late: their own reverse sweeps may return the values. The value is that of the function to the last bit, since the
//! iterations and the later statements run in the function's order.

use super::Index;
use super::forward_order::Search;
use super::plan::Facts;
use super::sites::{Site, each};
use super::solve::Solver;
use super::uses::{Uses, is_cheap_source, source_uses, uses_of};
use crate::adjoint::ir::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The part of the value that is computed by the reverse sweep.
#[derive(Clone, Default)]
pub(in crate::adjoint) struct Late {
    /// The loops with independent iterations, by their bodies.
    pub(in crate::adjoint) loops: BTreeMap<usize, Independent>,
    /// The calls whose reverse sweeps may give their values.
    pub(in crate::adjoint) calls: BTreeSet<Id>,
    /// The statements of the function's body that are executed after the others: in the forward sweep, or at the end of the
    /// reverse sweep.
    pub(in crate::adjoint) statements: BTreeSet<usize>,
    /// The scalars of these statements, and the statement before which their first values are taken.
    pub(in crate::adjoint) begun: BTreeMap<Id, usize>,
    /// All values that depend on a late value.
    dependent: HashSet<Id>,
}

/// A loop with independent iterations.
#[derive(Clone)]
pub(in crate::adjoint) struct Independent {
    /// The scalars that it changes.
    pub(in crate::adjoint) carried: BTreeSet<Id>,
    /// The other scalars that it reads.
    pub(in crate::adjoint) read: BTreeSet<Id>,
}

impl Late {
    /// Whether the value may come with the reverse sweep.
    pub(in crate::adjoint) fn is_some(&self) -> bool {
        !self.loops.is_empty() || !self.calls.is_empty()
    }

    /// Whether a loop with independent iterations changes the scalar.
    pub(in crate::adjoint) fn carries(&self, memory: Id) -> bool {
        self.loops.values().any(|independent| independent.carried.contains(&memory))
    }
}

/// A statement whose value may be late.
#[derive(Clone)]
enum Candidate {
    Loop(usize, Independent),
    Call(Id),
}

/// Chooses the late statements, the greatest loops first, and completes the analysis with them.
pub(super) fn choose(solver: &mut Solver<'_>) {
    let index = solver.facts.index;
    let program = index.program;
    if index.cheap || index.exits[0] > 0 || !is_of_numbers(program, &program.result) {
        return;
    }
    let mut candidates = candidates(&solver.facts);
    candidates.sort_by_key(|(_, weight, _)| Reverse(*weight));
    // A number that the reverse sweep reads is not late.
    let read: HashSet<Id> =
        solver.asked.iter().filter(|id| program.vars[**id].role == Role::Value).copied().collect();
    let mut chosen: BTreeMap<usize, Candidate> = BTreeMap::new();
    for (place, _, candidate) in candidates {
        let mut more = chosen.clone();
        more.insert(place, candidate);
        let Some(late) = late(index, &more).filter(|late| late.dependent.is_disjoint(&read)) else {
            continue;
        };
        let before = std::mem::replace(&mut solver.facts.late, late);
        solver.settle();
        if is_right(solver) {
            chosen = more;
        } else {
            solver.facts.late = before;
            solver.settle();
        }
    }
}

/// Whether a result consists of numbers.
fn is_of_numbers(program: &Program, result: &Source) -> bool {
    match result {
        Source::Value(id) => program.vars[*id].ty == Ty::Number,
        Source::Build(Build { kind: BuildKind::Array | BuildKind::Tuple | BuildKind::Struct(..), parts }) => {
            parts.iter().all(|part| is_of_numbers(program, part))
        }
        _ => false,
    }
}

/// The statements of the function's body whose values may be late, with their sizes.
fn candidates(facts: &Facts<'_>) -> Vec<(usize, usize, Candidate)> {
    let index = facts.index;
    let program = index.program;
    let mut candidates = Vec::new();
    for (place, statement) in program.body.iter().enumerate() {
        match statement {
            Stmt::Loop(inner) => {
                let search = Search { index, facts, inner };
                if let Some(carried) = carried(&search) {
                    let mut weight = 0;
                    each(&inner.body, inner.id, &mut |_, _| weight += 1);
                    let scalar = |id: &Id| program.vars[*id].role == Role::Scalar && !search.inside(*id);
                    let mut read: BTreeSet<Id> =
                        mentioned(program, statement).into_iter().filter(scalar).collect();
                    read.retain(|id| !carried.contains(id));
                    candidates.push((
                        place,
                        weight,
                        Candidate::Loop(inner.id, Independent { carried, read }),
                    ));
                }
            }
            Stmt::Let { var, rhs: Rhs::Call(call) } => {
                let program_of_its_own = call.recursion == Recursion::No && call.callee != Callee::Recorded;
                let number = program.vars[*var].ty == Ty::Number && facts.index.useful[*var];
                if program_of_its_own && number && !call.changes() {
                    candidates.push((place, 0, Candidate::Call(*var)));
                }
            }
            _ => {}
        }
    }
    candidates
}

/// The loop-carried scalars of a loop, if its iterations are independent. If a loop writes through the references over which it
/// iterates, the list is outside of it, and so is not private.
fn carried(search: &Search<'_>) -> Option<BTreeSet<Id>> {
    let Search { index: Index { program, .. }, facts, inner } = *search;
    if matches!(inner.head, Head::While)
        || inner.left
        || facts.index.exits[inner.id] > 0
        || !facts.matters(&inner.body)
    {
        return None;
    }
    let private = |container: &Id| {
        search.inside(*container)
            || facts
                .privatized
                .get(container)
                .is_some_and(|body| facts.index.ancestor(Site { block: *body, index: 0 }, inner.id).is_some())
    };
    let mut carried = BTreeSet::new();
    let mut independent = true;
    each(&inner.body, inner.id, &mut |_, statement| {
        independent &= repeats(program, statement);
        let mut changes = |place: &Place| {
            let root = &program.vars[place.root];
            if root.role == Role::Scalar {
                if !search.inside(place.root) {
                    carried.insert(place.root);
                }
                return place.projections.is_empty() && (root.ty == Ty::Number || root.ty == Ty::Plain);
            }
            !root.views.is_empty() && root.views.iter().all(&private)
        };
        match statement {
            Stmt::Write { place, .. } | Stmt::Push { place, .. } => independent &= changes(place),
            // The forward sweep saves the result of a call that varies.
            Stmt::Let { rhs: Rhs::Call(call), .. } => independent &= call.says_same() && !call.changes(),
            _ => {}
        }
    });
    let added = |memory: &Id| !facts.index.useful[*memory] || search.only_added_to(*memory);
    (independent && !carried.is_empty() && carried.iter().all(added)).then_some(carried)
}

/// Whether plain code that a statement executes again gives the same result. It may panic.
fn repeats(program: &Program, statement: &Stmt) -> bool {
    let mut uses = Uses::default();
    uses_of(program, statement, &mut uses);
    !uses.state && !uses.varies
}

/// Whether a second call of the function gives the same result, if this holds for its callees.
pub(super) fn is_same(program: &Program) -> bool {
    let mut uses = Uses::default();
    each(&program.body, 0, &mut |_, statement| uses_of(program, statement, &mut uses));
    source_uses(program, &program.result, &mut uses);
    !uses.varies
}

/// All variables in a statement and in the statements inside it, and the variables that these bind.
pub(super) fn mentioned(program: &Program, statement: &Stmt) -> HashSet<Id> {
    let mut uses = Uses::default();
    each(std::slice::from_ref(statement), 0, &mut |_, statement| {
        uses_of(program, statement, &mut uses);
        match statement {
            Stmt::Let { rhs, .. } => match rhs {
                Rhs::Binary(_, a, b) => uses.values.extend([a, b]),
                Rhs::Negate(a) | Rhs::Version(a) => uses.values.push(*a),
                Rhs::Function { operands, .. } => uses.values.extend(operands),
                _ => {}
            },
            Stmt::Declare { var, .. } => uses.values.push(*var),
            _ => {}
        }
    });
    uses.values.into_iter().chain(uses.containers).chain(uses.structures).collect()
}

/// The late values for these statements, if the rest can be computed at the end.
fn late(places: &Index<'_>, chosen: &BTreeMap<usize, Candidate>) -> Option<Late> {
    let program = places.program;
    let first = *chosen.keys().next()?;
    let mut late = Late::default();
    // The late values, with the statement after which each is late.
    let mut since: HashMap<Id, usize> = HashMap::new();
    for (index, candidate) in chosen {
        match candidate {
            Candidate::Loop(body, independent) => {
                for memory in &independent.carried {
                    // The second loop that carries a sum would begin before the first has ended.
                    if since.insert(*memory, *index).is_some() {
                        return None;
                    }
                }
                late.loops.insert(*body, independent.clone());
            }
            Candidate::Call(var) => {
                since.insert(*var, *index);
                late.calls.insert(*var);
            }
        }
    }
    let roots = since.clone();
    let depends = |since: &HashMap<Id, usize>, index: usize, statement: &Stmt| {
        mentioned(program, statement).iter().any(|id| since.get(id).is_some_and(|since| index > *since))
    };
    loop {
        let count = (late.statements.len(), since.len());
        for (index, statement) in program.body.iter().enumerate().skip(first + 1) {
            if !depends(&since, index, statement) {
                continue;
            }
            if chosen.contains_key(&index) || !is_simple(places, statement) {
                return None;
            }
            late.statements.insert(index);
            each(std::slice::from_ref(statement), 0, &mut |_, inner| match inner {
                Stmt::Let { var, .. } | Stmt::Declare { var, .. } if depends(&since, index, inner) => {
                    since.entry(*var).or_insert(first);
                }
                // Whether it is changed may depend on a late value.
                Stmt::Write { place, .. } => _ = since.entry(place.root).or_insert(first),
                _ => {}
            });
        }
        if count == (late.statements.len(), since.len()) {
            break;
        }
    }
    for (id, since) in &since {
        // The initial values of a loop are not late.
        let early = |index: &usize| index < since && mentioned(program, &program.body[*index]).contains(id);
        if late.statements.iter().any(early) {
            return None;
        }
        let declared = places.sites.get(id)?;
        if program.vars[*id].role != Role::Scalar || declared.block != 0 || declared.index > *since {
            continue;
        }
        if program.vars[*id].ty != Ty::Number && program.vars[*id].ty != Ty::Plain {
            return None;
        }
        if roots.contains_key(id) || program.body[..first].iter().any(|statement| gives(statement, *id)) {
            late.begun.insert(*id, *since);
        } else {
            late.statements.insert(declared.index);
        }
    }
    late.dependent = since.into_keys().collect();
    Some(late)
}

/// Whether a statement assigns to a scalar.
fn gives(statement: &Stmt, memory: Id) -> bool {
    let mut gives = false;
    each(std::slice::from_ref(statement), 0, &mut |_, statement| {
        gives |= match statement {
            Stmt::Declare { var, init } => *var == memory && init.is_some(),
            Stmt::Write { place, .. } => place.root == memory,
            _ => false,
        };
    });
    gives
}

/// Whether a statement of the function's body only computes numbers, and so can be executed at the end instead.
fn is_simple(index: &Index<'_>, statement: &Stmt) -> bool {
    let program = index.program;
    let mut simple = true;
    each(std::slice::from_ref(statement), 0, &mut |_, statement| {
        simple &= repeats(program, statement)
            && match statement {
                // A list has a shadow, which the forward sweep makes.
                Stmt::Let { var, .. }
                    if program.vars[*var].ty != Ty::Number && !program.vars[*var].ty.is_plain() =>
                {
                    false
                }
                Stmt::Let { rhs, .. } => match rhs {
                    Rhs::Source(source) => is_cheap_source(source),
                    rhs => !matches!(rhs, Rhs::Call(_)),
                },
                Stmt::Declare { var, init } => {
                    program.vars[*var].role == Role::Scalar && init.as_ref().is_none_or(is_cheap_source)
                }
                Stmt::Write { place, value, .. } => {
                    program.vars[place.root].role == Role::Scalar
                        && place.projections.is_empty()
                        && is_cheap_source(value)
                }
                Stmt::Branch { .. } => true,
                Stmt::Loop(inner) => {
                    matches!(inner.head, Head::For { .. }) && !inner.left && index.exits[inner.id] == 0
                }
                Stmt::Push { .. } | Stmt::Forward(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
            };
    });
    simple
}

/// Whether the reverse sweep reads no late value, and late values can be computed after the rest and at the end.
fn is_right(solver: &Solver<'_>) -> bool {
    let Solver { facts, asked, .. } = solver;
    let program = facts.index.program;
    let late = &facts.late;
    let outermost = |id: &Id| facts.index.sites.get(id).and_then(|site| facts.index.ancestor(*site, 0));
    let read = |id: &Id| program.vars[*id].role == Role::Value && asked.contains(id);
    if late.dependent.iter().any(read)
        || facts.saved().filter_map(|id| outermost(&id)).any(|index| late.statements.contains(&index))
    {
        return false;
    }
    // The variables that late statements read are unchanged.
    late.statements.iter().all(|index| {
        let mut read = mentioned(program, &program.body[*index]);
        read.retain(|id| !late.dependent.contains(id));
        let mut right = true;
        each(&program.body, 0, &mut |site, statement| {
            let other = facts.index.ancestor(site, 0);
            let mut changed = |place: &Place, restored: bool| {
                let var = &program.vars[place.root];
                let reads = read.contains(&place.root) || var.views.iter().any(|view| read.contains(view));
                right &= !reads || other == Some(*index) || other < Some(*index) && !restored;
            };
            match statement {
                Stmt::Write { place, old, .. } | Stmt::Push { place, old, .. } => {
                    changed(place, facts.restoration(*old).is_some());
                }
                // The reverse sweep of a callee may restore the arguments that the call changed.
                Stmt::Let { rhs: Rhs::Call(call), .. } => {
                    call.changed().for_each(|(place, _)| changed(place, true));
                }
                _ => {}
            }
        });
        right
    })
}

impl Facts<'_> {
    /// Whether a block is the body of a loop with independent iterations.
    pub(in crate::adjoint) fn is_independent(&self, block: usize) -> bool {
        self.late.loops.contains_key(&block)
    }

    /// Whether a block is in such a loop, or is its body.
    pub(in crate::adjoint) fn in_independent(&self, block: usize) -> bool {
        let site = Site { block, index: 0 };
        self.late.loops.keys().any(|body| self.index.ancestor(site, *body).is_some())
    }

    /// The outer variables that the iterations of such a loop read.
    pub(super) fn independent_needs(&self, inner: &Loop, uses: &mut Uses) {
        let inside = |id: &Id| {
            self.index.sites.get(id).is_some_and(|site| self.index.ancestor(*site, inner.id).is_some())
        };
        for id in inner.body.iter().flat_map(|statement| mentioned(self.index.program, statement)) {
            // The content of a buffer before an iteration is not read.
            if inside(&id) || self.privatized.contains_key(&id) {
                continue;
            }
            uses.values.push(id);
            let views = &self.index.program.vars[id].views;
            let outside = |view: &&Id| !inside(view) && !self.privatized.contains_key(view);
            uses.containers.extend(views.iter().filter(outside));
        }
    }

    /// The buffers of such a loop.
    pub(super) fn private(&self) -> impl Iterator<Item = Id> {
        self.privatized.iter().filter(|(_, body)| self.in_independent(**body)).map(|(buffer, _)| *buffer)
    }

    /// The reads at the end of the reverse sweep: values, and containers that late statements read.
    pub(super) fn late_needs(&self) -> (HashSet<Id>, Vec<(Id, Site)>) {
        let program = self.index.program;
        let (mut values, mut containers) = (HashSet::new(), Vec::new());
        if !self.late.is_some() {
            return (values, containers);
        }
        for index in &self.late.statements {
            for id in mentioned(program, &program.body[*index]) {
                let site = Site { block: 0, index: *index };
                values.insert(id);
                containers.extend(program.vars[id].views.iter().map(|container| (*container, site)));
            }
        }
        let mut uses = Uses::default();
        source_uses(program, &program.result, &mut uses);
        values.extend(uses.values);
        values.retain(|id| {
            let site = self.index.sites.get(id);
            !self.late.dependent.contains(id)
                && site.is_some_and(|site| site.block == 0 && !self.late.statements.contains(&site.index))
        });
        (values, containers)
    }
}
