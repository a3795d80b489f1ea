//! The order of events: reads and changes, recomputations and uses.

use super::sites::{BlockKind, Site, each};
use super::uses::{Uses, place_values, source_uses, uses_of};
use super::{Facts, Index, TOP};
use crate::adjoint::ir::*;
use crate::adjoint::{loops, varies};
use std::collections::{HashMap, HashSet};

/// The loops `for i in a..b` that touch of a list only the element `[i]`, by their bodies, with the list. No iteration reads an
/// element that another one writes.
pub(super) fn elementwise(index: &Index<'_>) -> HashSet<(usize, Id)> {
    let program = index.program;
    let mut found = HashSet::new();
    loops(&program.body, &mut |inner| {
        let Head::For { item: Header::One(counter), iterator } = &inner.head else { return };
        let Iteration::Range { .. } = &**iterator else { return };
        let (mut own, mut other) = (HashSet::new(), HashSet::new());
        each(&inner.body, inner.id, &mut |site, statement| {
            let mut uses = Uses::default();
            uses_of(program, statement, &mut uses);
            let mut element = None;
            if let Stmt::Write { place, value, .. } = statement {
                // The values beside the element that is written.
                uses = Uses::default();
                place_values(place, &mut uses);
                source_uses(program, value, &mut uses);
                element = Some(place);
            } else if let Stmt::Let { rhs: Rhs::Read(place), .. } = statement {
                uses = Uses::default();
                place_values(place, &mut uses);
                element = Some(place);
            }
            if let Some(place) = element {
                let by_index = matches!(&place.projections[..], [Projection::Index(by)] if by.variable() == Some(*counter));
                let var = &program.vars[place.root];
                let list = var.role == Role::Container && var.views == [place.root];
                if by_index && list && place.ty == Ty::Number && site.block == inner.id {
                    own.insert(place.root);
                } else {
                    other.insert(place.root);
                    other.extend(&var.views);
                }
            }
            let all = uses.values.iter().chain(&uses.containers).chain(&uses.structures);
            for id in all {
                other.insert(*id);
                other.extend(&program.vars[*id].views);
            }
        });
        own.retain(|list| !other.contains(list) && index.sites.contains_key(list));
        found.extend(own.into_iter().map(|list| (inner.id, list)));
    });
    found
}

impl Facts<'_> {
    /// Whether a write to this place may change the structure of an initialized container of numbers, as `v = shorter` and
    /// `p.list = longer` do.
    pub(in crate::adjoint) fn replaces(&self, place: &Place, value: &Source) -> bool {
        let is_number = |source: &Source| matches!(source, Source::Value(id) if self.index.program.vars[*id].ty == Ty::Number);
        if let Source::Without(_) = value {
            return true;
        }
        let fixed = match value {
            // The type of an array determines its structure.
            Source::Build(Build { kind: BuildKind::Array, parts }) => parts.iter().all(is_number),
            value => is_number(value),
        };
        !fixed && varies(&place.ty, &self.index.varying) && self.index.initialised.contains(&place.root)
    }

    /// Whether a read can happen before a change, within the life of the container.
    pub(super) fn precedes(&self, container: Id, read: Site, change: Site) -> bool {
        let declared = self.index.sites.get(&container).map_or(0, |site| site.block);
        let life = self.privatized.get(&container).copied().unwrap_or(declared);
        // The innermost block that has both.
        let mut block = read.block;
        loop {
            if let (Some(a), Some(b)) = (self.index.ancestor(read, block), self.index.ancestor(change, block))
            {
                // The head of a loop is read before its body runs.
                if a < b || a == b && read.block == block {
                    return true;
                }
                break;
            }
            match self.index.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        // A loop around both, inside the block of the container's declaration.
        while block != life {
            if self.index.blocks[block].kind == BlockKind::Loop
                && !self.index.elementwise.contains(&(block, container))
            {
                return true;
            }
            match self.index.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        false
    }

    /// The position of a recomputation: first, or after the first reversed change of a variable that it reads.
    pub(super) fn position(&self, id: Id, known: &mut HashMap<Id, usize>) -> usize {
        if let Some(position) = known.get(&id) {
            return *position;
        }
        let index = self.index;
        let Some(home) = index.sites.get(&id).copied() else { return TOP };
        let Some(uses) = index.statements.get(&id).and_then(|statement| self.replay(home, statement)) else {
            return TOP;
        };
        let mut position = TOP;
        for container in &uses.containers {
            for change in index.changes.get(container).into_iter().flatten() {
                if let Some(at) = self.index.ancestor(*change, home.block)
                    && at > home.index
                {
                    // The changes of a later segment are reversed before this one continues.
                    let next = self.index.segment_after(home);
                    position = position.min(2 * next.map_or(at, |next| at.min(next)));
                }
            }
        }
        for value in &uses.values {
            let here = self.index.sites.get(value).is_some_and(|site| site.block == home.block);
            if here && !self.is_saved(*value) && index.program.vars[*value].role == Role::Value {
                position = position.min(self.position(*value, known));
            }
        }
        known.insert(id, position);
        position
    }
}
