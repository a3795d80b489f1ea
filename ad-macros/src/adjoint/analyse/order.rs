//! What comes first: a read or a change, a replay or what asks for it.

use super::sites::{BlockKind, Site};
use super::{Facts, TOP};
use crate::adjoint::ir::*;
use crate::adjoint::varies;
use std::collections::HashMap;

impl Facts {
    /// Whether a write to this place may change the structure of a container of numbers that has been given a value before, as
    /// `v = shorter` and `p.list = longer` do.
    pub(in crate::adjoint) fn replaces(&self, program: &Program, place: &Place, value: &Source) -> bool {
        let number = matches!(value, Source::Value(id) if program.vars[*id].ty == Ty::Number);
        !number && varies(&place.ty, &self.varying) && self.initialised.contains(&place.root)
    }

    /// Whether a read can happen before a change, within the life of the container.
    pub(super) fn precedes(&self, container: Id, read: Site, change: Site) -> bool {
        let declared = self.sites.get(&container).map_or(0, |site| site.block);
        let life = self.sunk.get(&container).copied().unwrap_or(declared);
        // The innermost block that has both.
        let mut block = read.block;
        loop {
            if let (Some(a), Some(b)) = (self.ancestor(read, block), self.ancestor(change, block)) {
                // The head of a loop is read before its body is run.
                if a < b || a == b && read.block == block {
                    return true;
                }
                break;
            }
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        // A loop around both, inside of the block where the container lives.
        while block != life {
            if self.blocks[block].kind == BlockKind::Loop {
                return true;
            }
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        false
    }

    /// The position of a replay: in front, or right after the first change of what it reads has been undone.
    pub(super) fn position(
        &self,
        program: &Program,
        statements: &HashMap<Id, &Stmt>,
        changes: &HashMap<Id, Vec<Site>>,
        id: Id,
        known: &mut HashMap<Id, usize>,
    ) -> usize {
        if let Some(position) = known.get(&id) {
            return *position;
        }
        let Some(home) = self.sites.get(&id).copied() else { return TOP };
        let Some(needs) = statements.get(&id).and_then(|statement| self.replay(program, home, statement))
        else {
            return TOP;
        };
        let mut position = TOP;
        for container in &needs.containers {
            for change in changes.get(container).into_iter().flatten() {
                if let Some(index) = self.ancestor(*change, home.block)
                    && index > home.index
                {
                    // What is undone in a later segment is undone before this one goes on.
                    let next = self.segment_after(home);
                    position = position.min(2 * next.map_or(index, |next| index.min(next)));
                }
            }
        }
        for value in &needs.values {
            let here = self.sites.get(value).is_some_and(|site| site.block == home.block);
            if here && !self.saved.contains(value) && program.vars[*value].role == Role::Value {
                position = position.min(self.position(program, statements, changes, *value, known));
            }
        }
        known.insert(id, position);
        position
    }
}
