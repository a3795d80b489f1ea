//! The needed values of the reverse sweep, and how it gets them.
//!
//! A value is *active* if it depends on a variable, and *useful* if the result depends on it. A value is *needed* if the reverse
//! code of the active and useful statements reads it. A needed value is *recomputed* in the reverse sweep if that is cheap and
//! its operands are available. Otherwise it is *saved*.
//!
//! **Positions.** In the reverse code of a block, statement `j` has the position 2j+1, and the code is emitted in descending
//! order. A recomputation that reads a container has the position 2w, after the reverse code of `w`, the next statement that
//! changes the container. If there is none, it comes first. A value that is needed at a higher position than its recomputation is
//! saved.
//!
//! The reverse code of a value without a slot is part of the code of another statement, which `inlined` finds.
//!
//! **Reversed changes.** A change of a container is reversed if the reverse code reads the previous content. It does if the read is
//! earlier in the program, or in a common loop within the container's scope.
//!
//! `index` has the facts of the program, found once: places, definitions, uses, changes, activity. [`Facts`] are the decisions, which
//! this file makes: `uses` finds the needed values, and `order` compares positions.

mod activity;
mod forward_order;
mod increments;
mod independent;
mod index;
mod inlined;
mod order;
mod sites;
mod snapshot;
mod uses;

use super::ir::*;
use independent::Late;
use inlined::Inlined;
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, HashMap, HashSet};
use uses::source_places;

pub(super) use forward_order::ForwardOrder;
pub(super) use independent::Independent;
pub(super) use index::Index;
pub(super) use sites::{BlockKind, Site, each, number};
pub(super) use uses::{Uses, source_uses, uses_of};

/// The position before all statements of a block.
pub(super) const TOP: usize = usize::MAX;

/// The result of the analysis: decisions about the reverse sweep.
pub(super) struct Facts<'p> {
    pub(super) index: &'p Index<'p>,
    /// The values whose adjoint needs no slot.
    pub(super) inlined: HashMap<Id, Inlined>,
    /// The needed values that are saved.
    pub(super) saved: HashSet<Id>,
    /// The needed values that are recomputed, with their positions.
    pub(super) recomputed: BTreeMap<Id, usize>,
    /// The names of the overwritten values that are restored. `popped` contains those of reversed pushes.
    pub(super) restored: HashSet<Id>,
    pub(super) popped: HashSet<(usize, usize)>,
    /// The containers that the reverse code reads.
    pub(super) containers: HashSet<Id>,
    /// The buffers that live in a loop's body although they are declared outside.
    pub(super) privatized: HashMap<Id, usize>,
    /// The loops that are reversed in forward order, by their bodies.
    pub(super) forward_order: HashMap<usize, ForwardOrder>,
    /// The overwritten values, by name, whose list is copied before the loop with this body.
    pub(super) snapshots: HashMap<Id, usize>,
    /// The reads whose adjoint stays where it is, by the names of the overwritten values.
    pub(super) increments: HashMap<Id, Id>,
    /// The part of the value that the reverse sweep computes.
    pub(super) late: Late,
    /// The containers that the reverse code reads, with the places.
    reads: Vec<(Id, Site)>,
    asked: HashSet<Id>,
}

pub(super) fn analyse<'p>(index: &'p Index<'p>) -> Facts<'p> {
    let mut facts = Facts {
        index,
        inlined: inlined::inlined(index.program, &index.useful),
        saved: HashSet::new(),
        recomputed: BTreeMap::new(),
        restored: HashSet::new(),
        popped: HashSet::new(),
        containers: HashSet::new(),
        privatized: HashMap::new(),
        forward_order: HashMap::new(),
        snapshots: HashMap::new(),
        increments: HashMap::new(),
        late: Late::default(),
        reads: Vec::new(),
        asked: HashSet::new(),
    };
    facts.privatized = super::buffers::privatized(&facts);
    facts.increments = increments::increments(&facts);
    facts.snapshots = snapshot::whole(&facts);
    facts.settle();
    facts.check_snapshots();
    // A recursive call returns its value with the forward sweep.
    if !super::is_recursive(index.program) {
        independent::choose(&mut facts);
    }
    facts.forward_order = forward_order::forward_order(&facts);
    while !facts.forward_order.is_empty() {
        facts.settle();
        // A loop that saves a value nevertheless is reversed backwards.
        let keeps = |facts: &Facts<'_>, body| {
            facts.saved.iter().any(|id| {
                facts.index.sites.get(id).is_some_and(|site| facts.index.ancestor(*site, body).is_some())
            })
        };
        let kept: Vec<usize> =
            facts.forward_order.keys().copied().filter(|body| keeps(&facts, *body)).collect();
        if kept.is_empty() {
            break;
        }
        kept.iter().for_each(|body| _ = facts.forward_order.remove(body));
        if facts.forward_order.is_empty() {
            facts.settle();
        }
    }
    facts.check_snapshots();
    facts
}

/// How the reverse sweep restores the previous content of an overwritten variable.
#[derive(Clone, Copy)]
pub(super) enum Restoration<'p> {
    /// From its saved value.
    Saved,
    /// By subtraction of this step.
    Step(&'p TokenStream),
    /// With the whole list, which is copied before the loop.
    Copied,
}

impl<'p> Facts<'p> {
    /// The restoration of the overwritten value of this name, if the reverse sweep reads it.
    pub(super) fn restoration(&self, old: Id) -> Option<Restoration<'p>> {
        self.restored.contains(&old).then(|| match self.index.program.steps.get(&old) {
            _ if self.snapshots.contains_key(&old) => Restoration::Copied,
            Some(step) => Restoration::Step(step),
            None => Restoration::Saved,
        })
    }

    /// The position at which a value is recomputed, unless it is saved.
    pub(super) fn recomputed_at(&self, id: Id) -> Option<usize> {
        self.recomputed.get(&id).copied().filter(|_| !self.saved.contains(&id))
    }

    /// A list that is read in the reverse code of the loop that overwrites it is restored number by number.
    fn check_snapshots(&mut self) {
        let index = self.index;
        loop {
            let read: Vec<Id> = self
                .snapshots
                .iter()
                .filter(|(old, body)| {
                    let list = index.overwritten.get(*old);
                    self.reads.iter().any(|(read, site)| {
                        Some(read) == list && self.index.ancestor(*site, **body).is_some()
                    })
                })
                .map(|(old, _)| *old)
                .collect();
            if read.is_empty() {
                return;
            }
            read.iter().for_each(|old| _ = self.snapshots.remove(old));
            self.settle();
        }
    }

    /// The place of the reverse code of a statement.
    fn passed_on(&self, site: Site, statement: &Stmt) -> Site {
        match statement {
            Stmt::Let { var, .. } => {
                Site { index: self.inlined.get(var).map_or(site.index, |inlined| inlined.at), ..site }
            }
            _ => site,
        }
    }

    /// Decides which values are saved and recomputed, and which changes are reversed.
    fn settle(&mut self) {
        self.saved.clear();
        self.restored.clear();
        self.popped.clear();
        self.containers.clear();
        // The sets of saved and reversed items only grow.
        while self.round() {}
        // A value whose reason for being saved is gone is no longer needed.
        let Facts { asked, restored, .. } = self;
        self.saved.retain(|id| asked.contains(id) || restored.contains(id));
    }

    /// One round: finds the needed values, the possible recomputations, and the changes to reverse. Returns whether there was
    /// progress.
    fn round(&mut self) -> bool {
        let index = self.index;
        let program = index.program;
        let mut asked: HashMap<Id, usize> = HashMap::new();
        // The containers, the places, and whether their numbers are read as well.
        let mut reads: Vec<(Id, Site, bool)> = Vec::new();
        let mut work: Vec<(Id, Site, usize)> = Vec::new();
        each(&program.body, 0, &mut |site, statement| {
            let uses = self.uses(site, statement);
            let site = self.passed_on(site, statement);
            work.extend(uses.values.iter().map(|id| (*id, site, 2 * site.index + 1)));
            reads.extend(uses.containers.iter().map(|id| (*id, site, true)));
            reads.extend(uses.structures.iter().map(|id| (*id, site, false)));
            // The callee receives its `&mut` arguments as it left them.
            if let Stmt::Let { rhs: Rhs::Call(call), .. } = statement
                && call.callee != Callee::Recorded
            {
                let after = Site { index: site.index + 1, ..site };
                let changed = call.changed().flat_map(|(place, _)| &program.vars[place.root].views);
                reads.extend(changed.map(|container| (*container, after, true)));
            }
        });
        // The place of the result.
        let mut uses = Uses::default();
        source_places(&program.result, &mut uses);
        let end = Site { block: 0, index: program.body.len() };
        work.extend(uses.values.iter().map(|id| (*id, end, TOP)));
        let (late, containers) = self.late_needs();
        work.extend(late.into_iter().map(|id| (id, Site { block: 0, index: 0 }, 0)));
        reads.extend(containers.into_iter().map(|(id, site)| (id, site, true)));

        let mut positions: BTreeMap<Id, usize> = BTreeMap::new();
        let mut conflicts: HashSet<Id> = HashSet::new();
        while let Some((id, site, position)) = work.pop() {
            // For a copied item, the container over which the header iterates again.
            if program.vars[id].role == Role::Header && !matches!(program.vars[id].ty, Ty::Reference(_)) {
                reads.extend(program.vars[id].views.iter().map(|container| (*container, site, true)));
            }
            if program.vars[id].role != Role::Value {
                continue;
            }
            let Some(home) = self.index.sites.get(&id).copied() else { continue };
            let position = if site.block == home.block {
                position
            } else {
                self.index.ancestor(site, home.block).map_or(TOP, |index| 2 * index + 1)
            };
            let known = asked.get(&id).copied();
            if known.is_some_and(|known| known >= position) {
                continue;
            }
            asked.insert(id, position);
            if self
                .forward_order
                .get(&home.block)
                .is_some_and(|forward_order| forward_order.bound.contains(&id))
            {
                continue;
            }
            if self.saved.contains(&id) {
                continue;
            }
            let Some(uses) = index.statements.get(&id).and_then(|statement| self.replay(home, statement))
            else {
                self.saved.insert(id);
                continue;
            };
            let at = self.position(id, &mut HashMap::new());
            if at < position {
                conflicts.insert(id);
                continue;
            }
            if positions.insert(id, at).is_none() {
                reads.extend(uses.containers.iter().map(|container| (*container, home, true)));
                work.extend(uses.values.iter().map(|value| (*value, home, at)));
            }
        }
        if !conflicts.is_empty() {
            self.saved.extend(conflicts);
            return true;
        }
        // The changes to reverse, so that these reads see the right content.
        let mut grown = false;
        let containers: HashSet<Id> = reads.iter().map(|(id, ..)| *id).chain(self.private()).collect();
        each(&program.body, 0, &mut |site, statement| {
            if let Stmt::Write { place, .. } | Stmt::Push { place, .. } = statement
                && program.vars[place.root].role != Role::Scalar
            {
                let undo = program.vars[place.root].views.iter().any(|container| {
                    let number = matches!(statement, Stmt::Write { .. }) && place.ty == Ty::Number;
                    reads.iter().any(|(read, at, numbers)| {
                        read == container && (*numbers || !number) && self.precedes(*container, *at, site)
                    })
                });
                // The shadow gets the structure of the previous content.
                let whole = matches!(statement, Stmt::Write { value, .. } if self.replaces(place, value));
                if undo || whole {
                    grown |= match statement {
                        Stmt::Write { old, .. } => self.restored.insert(*old),
                        _ => self.popped.insert((site.block, site.index)),
                    };
                }
            }
            if let Stmt::Let { rhs: Rhs::Call(call), .. } = statement {
                for (place, old) in call.changed() {
                    let undo = program.vars[place.root].views.iter().any(|container| {
                        reads
                            .iter()
                            .any(|(read, at, _)| read == container && self.precedes(*container, *at, site))
                    });
                    if undo {
                        grown |= self.restored.insert(old);
                    }
                }
            }
        });
        self.reads = reads.into_iter().map(|(read, site, _)| (read, site)).collect();
        grown |= containers.iter().any(|container| self.containers.insert(*container));
        let old: HashSet<Id> = self
            .restored
            .difference(&self.saved)
            .copied()
            .filter(|old| matches!(self.restoration(*old), Some(Restoration::Saved)))
            .collect();
        grown |= !old.is_empty();
        self.saved.extend(old);
        self.recomputed = positions;
        self.asked = asked.into_keys().collect();
        grown
    }
}
