//! The solver: which values are needed, and how the reverse sweep gets them.
//!
//! A round collects the reads of the reverse code, and the positions of possible recomputations. Then it saves the
//! values that cannot be recomputed in time, and restores the contents that are read before a change. These decisions require further values, so the rounds are
//! repeated until nothing is added.

use super::plan::{Adjoint, Facts, Plan, Restoration};
use super::sites::{Site, each};
use super::uses::{Uses, source_places};
use super::{Index, TOP, forward_order, increments, independent, inlined, snapshot};
use crate::adjoint::by_id::ById;
use crate::adjoint::ir::*;
use std::collections::{BTreeMap, HashMap, HashSet};

pub(super) struct Solver<'p> {
    pub(super) facts: Facts<'p>,
    /// The needed values.
    pub(super) asked: HashSet<Id>,
    /// The containers that the reverse code reads, with the places.
    reads: Vec<Read>,
    /// The overwritten values, by name, whose list may be copied before the loop with this body.
    snapshots: HashMap<Id, usize>,
}

/// A read of a container in the reverse code.
struct Read {
    container: Id,
    site: Site,
    /// Whether its numbers are read, beside its structure.
    numbers: bool,
}

impl<'p> Solver<'p> {
    pub(super) fn new(index: &'p Index<'p>) -> Self {
        let inlined = inlined::inlined(index.program, &index.useful);
        let mut adjoints: HashMap<Id, Adjoint> =
            inlined.into_iter().map(|(id, inlined)| (id, Adjoint::Inlined(inlined))).collect();
        adjoints.extend(increments::increments(index).into_iter().map(|id| (id, Adjoint::Stays)));
        Solver {
            facts: Facts {
                index,
                plans: ById::new(),
                adjoints,
                containers: HashSet::new(),
                privatized: crate::adjoint::buffers::privatized(index),
                forward_order: HashMap::new(),
                late: independent::Late::default(),
            },
            asked: HashSet::new(),
            reads: Vec::new(),
            snapshots: snapshot::whole(index),
        }
    }

    pub(super) fn solve(mut self) -> Facts<'p> {
        self.settle();
        // A recursive call returns its value with the forward sweep.
        if !crate::adjoint::is_recursive(self.facts.index.program) {
            independent::choose(&mut self);
        }
        self.choose_forward_order();
        self.facts
    }

    /// Reverses loops in forward order, where no value of the loop is saved then.
    fn choose_forward_order(&mut self) {
        self.facts.forward_order = forward_order::forward_order(&self.facts);
        while !self.facts.forward_order.is_empty() {
            self.settle();
            let Facts { index, .. } = self.facts;
            let saves = |facts: &Facts<'_>, body| {
                let mut sites = facts.saved().filter_map(|id| index.sites.get(&id));
                sites.any(|site| index.ancestor(*site, body).is_some())
            };
            let count = self.facts.forward_order.len();
            let bodies: Vec<usize> = self.facts.forward_order.keys().copied().collect();
            for body in bodies.into_iter().filter(|body| saves(&self.facts, *body)).collect::<Vec<_>>() {
                self.facts.forward_order.remove(&body);
            }
            if self.facts.forward_order.len() == count {
                return;
            }
            if self.facts.forward_order.is_empty() {
                self.settle();
            }
        }
    }

    /// Decides which values are saved and recomputed, and which changes are reversed. A list that is read in the reverse code of the
    /// loop that overwrites it is restored number by number.
    pub(super) fn settle(&mut self) {
        loop {
            self.facts.plans.clear();
            self.facts.containers.clear();
            // The sets of saved and reversed items only grow.
            while self.round() {}
            // A value whose reason for being saved is gone is no longer needed.
            let Solver { facts, asked, reads, snapshots } = self;
            facts.plans.retain(|id, plan| *plan != Plan::Saved || asked.contains(&id));
            let Facts { index, .. } = *facts;
            let count = snapshots.len();
            snapshots.retain(|old, body| {
                let list = index.overwritten.get(old);
                let inside = |read: &Read| index.ancestor(read.site, *body).is_some();
                !reads.iter().any(|read| Some(&read.container) == list && inside(read))
            });
            if snapshots.len() == count {
                return;
            }
        }
    }

    /// One round. Returns whether there was progress.
    fn round(&mut self) -> bool {
        let mut reads = Vec::new();
        let work = self.needs(&mut reads);
        let Some(positions) = self.positions(work, &mut reads) else { return true };
        let grown = self.restore(&reads);
        self.reads = reads;
        self.facts.plans.retain(|_, plan| !matches!(plan, Plan::Recomputed(_)));
        self.facts.plans.extend(positions.into_iter().map(|(id, at)| (id, Plan::Recomputed(at))));
        grown
    }

    /// The values that the reverse code reads, with the places and positions. It also collects the containers.
    fn needs(&self, reads: &mut Vec<Read>) -> Vec<(Id, Site, usize)> {
        let facts = &self.facts;
        let program = facts.index.program;
        let mut work: Vec<(Id, Site, usize)> = Vec::new();
        let mut read =
            |container: &Id, site, numbers| reads.push(Read { container: *container, site, numbers });
        each(&program.body, 0, &mut |site, statement| {
            let uses = facts.uses(site, statement);
            let site = facts.passed_on(site, statement);
            work.extend(uses.values.iter().map(|id| (*id, site, 2 * site.index + 1)));
            uses.containers.iter().for_each(|id| read(id, site, true));
            uses.structures.iter().for_each(|id| read(id, site, false));
            // The callee receives its `&mut` arguments as it left them.
            if let Stmt::Let { rhs: Rhs::Call(call), .. } = statement
                && call.callee != Callee::Recorded
            {
                let after = Site { index: site.index + 1, ..site };
                let changed = call.changed().flat_map(|(place, _)| &program.vars[place.root].views);
                changed.for_each(|id| read(id, after, true));
            }
        });
        // The place of the result.
        let mut uses = Uses::default();
        source_places(&program.result, &mut uses);
        let end = Site { block: 0, index: program.body.len() };
        work.extend(uses.values.iter().map(|id| (*id, end, TOP)));
        let (late, containers) = facts.late_needs();
        work.extend(late.into_iter().map(|id| (id, Site { block: 0, index: 0 }, 0)));
        containers.iter().for_each(|(id, site)| read(id, *site, true));
        work
    }

    /// The needed values with the positions of their recomputations. The others are saved. `None` if a recomputation turned out to
    /// be too late.
    fn positions(
        &mut self,
        mut work: Vec<(Id, Site, usize)>,
        reads: &mut Vec<Read>,
    ) -> Option<BTreeMap<Id, usize>> {
        let index = self.facts.index;
        let program = index.program;
        let read = |container: &Id, site| Read { container: *container, site, numbers: true };
        let mut asked: HashMap<Id, usize> = HashMap::new();
        let mut positions: BTreeMap<Id, usize> = BTreeMap::new();
        let mut conflicts: HashSet<Id> = HashSet::new();
        while let Some((id, site, position)) = work.pop() {
            let var = &program.vars[id];
            // For a copied item, the container over which the header iterates again.
            if var.role == Role::Header && !matches!(var.ty, Ty::Reference(_)) {
                reads.extend(var.views.iter().map(|container| read(container, site)));
            }
            if var.role != Role::Value {
                continue;
            }
            let Some(home) = index.sites.get(&id).copied() else { continue };
            let position = if site.block == home.block {
                position
            } else {
                index.ancestor(site, home.block).map_or(TOP, |index| 2 * index + 1)
            };
            if asked.get(&id).is_some_and(|known| *known >= position) {
                continue;
            }
            asked.insert(id, position);
            let order = self.facts.forward_order.get(&home.block);
            if order.is_some_and(|order| order.bound.contains(&id)) || self.facts.is_saved(id) {
                continue;
            }
            let Some(uses) =
                index.statements.get(&id).and_then(|statement| self.facts.replay(home, statement))
            else {
                self.facts.plans.insert(id, Plan::Saved);
                continue;
            };
            let at = self.facts.position(id, &mut HashMap::new());
            if at < position {
                conflicts.insert(id);
                continue;
            }
            if positions.insert(id, at).is_none() {
                reads.extend(uses.containers.iter().map(|container| read(container, home)));
                work.extend(uses.values.iter().map(|value| (*value, home, at)));
            }
        }
        if conflicts.is_empty() {
            self.asked = asked.into_keys().collect();
            return Some(positions);
        }
        self.facts.plans.extend(conflicts.into_iter().map(|id| (id, Plan::Saved)));
        None
    }

    /// Reverses the changes before which one of these reads may happen. Returns whether that is new.
    fn restore(&mut self, reads: &[Read]) -> bool {
        let program = self.facts.index.program;
        let mut restored: Vec<Id> = Vec::new();
        each(&program.body, 0, &mut |site, statement| {
            let is_read = |root: Id, of_number: bool| {
                program.vars[root].views.iter().any(|container| {
                    reads.iter().any(|read| {
                        read.container == *container
                            && (read.numbers || !of_number)
                            && self.facts.precedes(*container, read.site, site)
                    })
                })
            };
            if let Stmt::Write { place, old, .. } | Stmt::Push { place, old, .. } = statement
                && program.vars[place.root].role != Role::Scalar
            {
                let of_number = matches!(statement, Stmt::Write { .. }) && place.ty == Ty::Number;
                // The shadow gets the structure of the previous content.
                let whole =
                    matches!(statement, Stmt::Write { value, .. } if self.facts.replaces(place, value));
                if whole || is_read(place.root, of_number) {
                    restored.push(*old);
                }
            }
            if let Stmt::Let { rhs: Rhs::Call(call), .. } = statement {
                let changed = call.changed().filter(|(place, _)| is_read(place.root, false));
                restored.extend(changed.map(|(_, old)| old));
            }
        });
        let containers: HashSet<Id> =
            reads.iter().map(|read| read.container).chain(self.facts.private()).collect();
        let mut grown = false;
        for old in restored {
            let restoration = self.restoration(old);
            grown |= self.facts.plans.insert(old, Plan::Restored(restoration)).is_none();
        }
        containers.into_iter().for_each(|container| grown |= self.facts.containers.insert(container));
        grown
    }

    fn restoration(&self, old: Id) -> Restoration {
        let index = self.facts.index;
        match (index.pushes.contains(&old), self.snapshots.contains_key(&old), self.facts.step(old)) {
            (true, ..) => Restoration::Popped,
            (_, true, _) => Restoration::Copied,
            (.., Some(_)) => Restoration::Stepped,
            _ => Restoration::Saved,
        }
    }
}
