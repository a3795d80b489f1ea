//! The decisions about the reverse sweep, which the emitter reads: one plan for each value, each adjoint and each loop.

use super::forward_order::ForwardOrder;
use super::independent::{Independent, Late};
use super::inlined::Inlined;
use super::{Index, Site};
use crate::adjoint::by_id::ById;
use crate::adjoint::ir::*;
use proc_macro2::TokenStream;
use std::collections::{HashMap, HashSet};

/// How the reverse sweep gets a value: a needed one, or the content before a change.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::adjoint) enum Plan {
    /// The forward sweep saves it.
    Saved,
    /// Its statement is repeated at this position.
    Recomputed(usize),
    /// It is the content before a change, which is reversed.
    Restored(Restoration),
}

/// How the content before a change is restored.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::adjoint) enum Restoration {
    /// From its saved value.
    Saved,
    /// By subtraction of the step of the counter.
    Stepped,
    /// With the whole list, which is copied before the loop.
    Copied,
    /// By removal of the pushed element.
    Popped,
}

/// How the adjoint of a number is accumulated, if it needs no slot.
pub(in crate::adjoint) enum Adjoint {
    /// It has one term, and is passed on where the term is computed.
    Inlined(Inlined),
    /// It stays in the slot of the place that is read, until the write of the sum.
    Stays,
}

/// How a loop is reversed.
pub(in crate::adjoint) enum Order<'a> {
    Backward,
    /// In forward order, which makes saved values unnecessary.
    Forward(&'a ForwardOrder),
    /// Each iteration runs forward and is reversed at once.
    Independent(&'a Independent),
}

/// The result of the analysis.
pub(in crate::adjoint) struct Facts<'p> {
    pub(in crate::adjoint) index: &'p Index<'p>,
    pub(super) plans: ById<Plan>,
    /// The adjoints without a slot. For [`Adjoint::Stays`], the names of the read value and of the overwritten one.
    pub(super) adjoints: HashMap<Id, Adjoint>,
    /// The containers that the reverse code reads.
    pub(in crate::adjoint) containers: HashSet<Id>,
    /// The buffers that live in a loop's body although they are declared outside.
    pub(in crate::adjoint) privatized: HashMap<Id, usize>,
    /// The loops that are reversed in forward order, by their bodies.
    pub(super) forward_order: HashMap<usize, ForwardOrder>,
    /// The part of the value that the reverse sweep computes.
    pub(in crate::adjoint) late: Late,
}

impl Facts<'_> {
    /// The plan of a value, if the reverse sweep needs it.
    pub(in crate::adjoint) fn plan(&self, id: Id) -> Option<Plan> {
        self.plans.get(&id).copied()
    }

    /// Whether the forward sweep saves a value.
    pub(in crate::adjoint) fn is_saved(&self, id: Id) -> bool {
        matches!(self.plan(id), Some(Plan::Saved | Plan::Restored(Restoration::Saved)))
    }

    /// All saved values, by their numbers.
    pub(in crate::adjoint) fn saved(&self) -> impl Iterator<Item = Id> {
        self.plans.keys().filter(|id| self.is_saved(*id))
    }

    /// The position at which a value is recomputed.
    pub(in crate::adjoint) fn recomputed_at(&self, id: Id) -> Option<usize> {
        match self.plan(id) {
            Some(Plan::Recomputed(position)) => Some(position),
            _ => None,
        }
    }

    /// The restoration of the content before a change, if the reverse sweep reads it.
    pub(in crate::adjoint) fn restoration(&self, old: Id) -> Option<Restoration> {
        match self.plan(old) {
            Some(Plan::Restored(restoration)) => Some(restoration),
            _ => None,
        }
    }

    /// The operation of a number whose adjoint is passed on at once.
    pub(in crate::adjoint) fn inlined(&self, id: Id) -> Option<&Inlined> {
        match self.adjoints.get(&id) {
            Some(Adjoint::Inlined(inlined)) => Some(inlined),
            _ => None,
        }
    }

    /// Whether the adjoint stays in its slot between the read of a place and the write of a sum: see [`Adjoint::Stays`].
    pub(in crate::adjoint) fn stays(&self, id: Id) -> bool {
        matches!(self.adjoints.get(&id), Some(Adjoint::Stays))
    }

    /// Whether a number has a slot for its adjoint.
    pub(in crate::adjoint) fn has_slot(&self, id: Id) -> bool {
        self.index.useful[id] && !self.adjoints.contains_key(&id)
    }

    /// How the loop with this body is reversed.
    pub(in crate::adjoint) fn order(&self, body: usize) -> Order<'_> {
        match (self.late.loops.get(&body), self.forward_order.get(&body)) {
            (Some(independent), _) => Order::Independent(independent),
            (None, Some(forward_order)) => Order::Forward(forward_order),
            (None, None) => Order::Backward,
        }
    }

    /// The step of a counter that is restored by counting back.
    pub(in crate::adjoint) fn step(&self, old: Id) -> Option<&TokenStream> {
        self.index.program.steps.get(&old)
    }

    /// The place of the reverse code of a statement.
    pub(super) fn passed_on(&self, site: Site, statement: &Stmt) -> Site {
        match statement {
            Stmt::Let { var, .. } => {
                Site { index: self.inlined(*var).map_or(site.index, |inlined| inlined.at), ..site }
            }
            _ => site,
        }
    }
}
