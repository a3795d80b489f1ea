//! Loops that are reversed in forward order.
//!
//! If an iteration only accumulates into active variables, its reverse code adds to shadows, and the order of the iterations does
//! not matter. Inactive loop-carried values are then recomputed instead of saved:
//!
//! ```text
//! // Input:                                         // In reverse, d is the adjoint of `s`:
//! let mut power = 1.0;                              let mut power = 1.0;
//! for j in 0..n { s += x[j] * power; power *= t; }  for j in 0..n { d_x[j] += d * power; power *= t; }
//! ```

use super::sites::each;
use super::{Facts, Index, Site};
use crate::adjoint::ir::*;
use crate::adjoint::loops;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The recomputed parts of such a loop.
pub(in crate::adjoint) struct ForwardOrder {
    /// The loop-carried scalars, with their initial values.
    pub(in crate::adjoint) carried: BTreeMap<Id, Id>,
    /// The repeated statements, by their index in the body.
    pub(in crate::adjoint) again: HashSet<usize>,
    /// The values that they bind.
    pub(super) bound: HashSet<Id>,
}

/// All loops that save values only because they run backwards.
pub(super) fn forward_order(facts: &Facts<'_>) -> HashMap<usize, ForwardOrder> {
    let mut forward_order = HashMap::new();
    loops(&facts.index.program.body, &mut |inner| {
        let search = Search { index: facts.index, facts, inner };
        // In an independent iteration the saved values are few, and are read faster than they are computed.
        if !facts.in_independent(inner.id)
            && let Some(found) = search.found()
        {
            forward_order.insert(inner.id, found);
        }
    });
    forward_order
}

pub(super) struct Search<'a> {
    pub(super) index: &'a Index<'a>,
    pub(super) facts: &'a Facts<'a>,
    pub(super) inner: &'a Loop,
}

impl Search<'_> {
    fn found(&self) -> Option<ForwardOrder> {
        let (inner, facts) = (self.inner, self.facts);
        let counted =
            matches!(inner.head, Head::For { .. }) && !inner.left && facts.index.exits[inner.id] == 0;
        if !counted || !facts.matters(&inner.body) || !self.simple(&inner.body) {
            return None;
        }
        // The saved values are versions of inactive scalars.
        let mut versions = Vec::new();
        for id in facts.saved().filter(|id| self.inside(*id)) {
            versions.push(self.version(id)?);
        }
        let active: HashSet<Id> = self.written().filter(|memory| facts.index.useful[*memory]).collect();
        if versions.is_empty() || !active.into_iter().all(|memory| self.only_added_to(memory)) {
            return None;
        }
        self.slice(versions)
    }

    /// The place where a value is bound, if it is in this loop.
    fn site(&self, id: Id) -> Option<Site> {
        let site = *self.facts.index.sites.get(&id)?;
        self.facts.index.ancestor(site, self.inner.id).map(|_| site)
    }

    pub(super) fn inside(&self, id: Id) -> bool {
        self.site(id).is_some()
    }

    /// Whether only scalars change, and no bound value is saved for itself.
    fn simple(&self, body: &[Stmt]) -> bool {
        body.iter().all(|statement| match statement {
            Stmt::Let { rhs, .. } => !matches!(rhs, Rhs::Source(_) | Rhs::Call(_)),
            Stmt::Declare { var, .. } => self.index.program.vars[*var].role == Role::Scalar,
            Stmt::Write { place, .. } => {
                self.index.program.vars[place.root].role == Role::Scalar && place.projections.is_empty()
            }
            Stmt::Branch { arms, .. } => arms.iter().all(|arm| self.simple(&arm.body)),
            Stmt::Loop(inner) => {
                matches!(inner.head, Head::For { .. }) && !inner.left && self.simple(&inner.body)
            }
            Stmt::Forward(_) => true,
            Stmt::Push { .. } | Stmt::Unless(_) | Stmt::Exit(_) => false,
        })
    }

    /// The scalars that this loop carries and changes.
    fn written(&self) -> impl Iterator<Item = Id> {
        let mut written = Vec::new();
        each(&self.inner.body, self.inner.id, &mut |_, statement| {
            if let Stmt::Write { place, .. } = statement
                && !self.inside(place.root)
            {
                written.push(place.root);
            }
        });
        written.into_iter()
    }

    /// The places in this loop where a scalar changes, with the new values.
    fn writes(&self, memory: Id) -> Vec<(Site, &Source)> {
        let mut writes = Vec::new();
        each(&self.inner.body, self.inner.id, &mut |site, statement| {
            if let Stmt::Write { place, value, .. } = statement
                && place.root == memory
            {
                writes.push((site, value));
            }
        });
        writes
    }

    /// The inactive loop-carried scalar with this version, if there is one.
    fn version(&self, id: Id) -> Option<Id> {
        let Some(Stmt::Let { rhs: Rhs::Version(memory), .. }) = self.index.statements.get(&id) else {
            return None;
        };
        let carried = self.site(id)?.block == self.inner.id
            && !self.inside(*memory)
            && !self.facts.index.active[*memory]
            && self.index.program.vars[*memory].ty == Ty::Number;
        carried.then_some(*memory)
    }

    /// Whether each change of a scalar adds a term to it, so that its adjoint passes through.
    ///
    /// ```text
    /// let v = s; … let t = v + a; let u = t - b; … s = u;      v, t and u are used nowhere else
    /// ```
    pub(super) fn only_added_to(&self, memory: Id) -> bool {
        let mut versions = HashSet::new();
        each(&self.inner.body, self.inner.id, &mut |_, statement| {
            if let Stmt::Let { var, rhs: Rhs::Version(of) } = statement
                && *of == memory
            {
                versions.insert(*var);
            }
        });
        let mut begun = HashSet::new();
        let chains = self.writes(memory).iter().all(|(site, value)| match value {
            Source::Value(value) => {
                self.added(*value, memory, *site).is_some_and(|start| begun.insert(start))
            }
            _ => false,
        });
        chains && begun == versions
    }

    /// The value of `memory` from which additions make `value`, all before this place and in its block.
    fn added(&self, value: Id, memory: Id, before: Site) -> Option<Id> {
        let site = self.site(value)?;
        if site.block != before.block || site.index >= before.index || self.index.uses.get(&value) != Some(&1)
        {
            return None;
        }
        let Some(Stmt::Let { rhs, .. }) = self.index.statements.get(&value) else { return None };
        match rhs {
            Rhs::Version(of) => (*of == memory).then_some(value),
            Rhs::Binary(Operator::Add, a, b) => {
                self.added(*a, memory, before).or_else(|| self.added(*b, memory, before))
            }
            Rhs::Binary(Operator::Sub, a, _) => self.added(*a, memory, before),
            _ => None,
        }
    }

    /// The statements that recompute these scalars.
    fn slice(&self, memories: Vec<Id>) -> Option<ForwardOrder> {
        let mut found =
            ForwardOrder { carried: BTreeMap::new(), again: HashSet::new(), bound: HashSet::new() };
        let mut memories = memories;
        let mut values = Vec::new();
        let body = self.inner.id;
        while let Some(memory) = memories.pop() {
            if found.carried.contains_key(&memory) {
                continue;
            }
            found.carried.insert(memory, self.beginning(memory)?);
            for (site, value) in self.writes(memory) {
                let (true, Source::Value(value)) = (site.block == body, value) else { return None };
                found.again.insert(site.index);
                values.push(*value);
            }
            for (index, statement) in self.inner.body.iter().enumerate() {
                if let Stmt::Let { var, rhs: Rhs::Version(of) } = statement
                    && *of == memory
                {
                    found.again.insert(index);
                    found.bound.insert(*var);
                }
            }
            while let Some(value) = values.pop() {
                let Some(site) = self.site(value) else { continue };
                let Some(Stmt::Let { rhs, .. }) = self.index.statements.get(&value) else { continue };
                if site.block != body {
                    return None;
                }
                if let Rhs::Version(_) = rhs {
                    let memory = self.version(value)?;
                    // Otherwise it is constant in the loop, and is saved.
                    self.writes(memory).first()?;
                    memories.push(memory);
                } else {
                    let uses = self.facts.replay(site, self.index.statements[&value])?;
                    values.extend(uses.values);
                }
                found.again.insert(site.index);
                found.bound.insert(value);
            }
        }
        Some(found)
    }

    /// The value of a scalar at the beginning of the loop, if it has a name.
    fn beginning(&self, memory: Id) -> Option<Id> {
        let parent = self.facts.index.blocks[self.inner.id].parent?;
        let block = super::sites::block(&self.index.program.body, parent.block)?;
        for statement in block[..parent.index].iter().rev() {
            match statement {
                Stmt::Declare { var, init } if *var == memory => {
                    return if let Some(Source::Value(id)) = init { Some(*id) } else { None };
                }
                Stmt::Write { place, value, .. } if place.root == memory => {
                    return if let Source::Value(id) = value { Some(*id) } else { None };
                }
                Stmt::Branch { .. } | Stmt::Loop(_) => {
                    let mut changed = false;
                    each(std::slice::from_ref(statement), 0, &mut |_, statement| {
                        changed |= matches!(statement, Stmt::Write { place, .. } if place.root == memory);
                    });
                    if changed {
                        return None;
                    }
                }
                _ => {}
            }
        }
        None
    }
}
