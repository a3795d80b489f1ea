//! Increments: the adjoint of `s` in `s = s + e` stays where it is.
//!
//! ```text
//! // Input:                                        // In reverse, without this analysis and with it:
//! let v = s; let t = v + a * b; s = t;             if let Some(d) = d_s.take() { d_a.add(d * b); d_b.add(d * a); d_s.add(d); }
//!                                                  if let Some(d) = d_s.get() { d_a.add(d * b); d_b.add(d * a); }
//! ```
//!
//! Between the read and the write nothing else may take the adjoint: there are only values.

use super::Index;
use super::inlined::uses;
use super::sites::{Site, block, each};
use crate::adjoint::ir::*;

/// The reads whose adjoint stays, and the names of the values that the sums overwrite.
pub(super) fn increments(index: &Index<'_>) -> Vec<Id> {
    let program = index.program;
    let uses = uses(program, &index.useful);
    let mut increments = Vec::new();
    each(&program.body, 0, &mut |site, statement| {
        let Stmt::Write { place, value: Source::Value(value), old } = statement else { return };
        let root = &program.vars[place.root];
        let number = if place.projections.is_empty() { &root.ty } else { &place.ty };
        if !index.useful[place.root] || *number != Ty::Number {
            return;
        }
        let search = Search { index, uses: &uses, place, site };
        let Some((read, at)) = search.read(*value) else { return };
        let values = block(&program.body, site.block).into_iter().flatten();
        let mut between = values.take(site.index).skip(at);
        let is_value = |statement: &Stmt| matches!(statement, Stmt::Let { rhs, .. } if !matches!(rhs, Rhs::Call(_) | Rhs::Source(_)));
        if between.all(is_value) {
            increments.extend([*old, read]);
        }
    });
    increments
}

struct Search<'a> {
    index: &'a Index<'a>,
    uses: &'a [usize],
    /// The written place, and where it is written.
    place: &'a Place,
    site: Site,
}

impl Search<'_> {
    /// The read of the place to which terms are added to make `value`, and where it stands in this block. All values on the way are
    /// used once.
    fn read(&self, value: Id) -> Option<(Id, usize)> {
        let Search { index, place, site, .. } = self;
        let here = index.sites.get(&value).filter(|at| at.block == site.block && at.index < site.index)?;
        let Stmt::Let { rhs, .. } = index.statements.get(&value)? else { return None };
        if !index.useful[value] || index.program.vars[value].ty != Ty::Number || self.uses[value] != 1 {
            return None;
        }
        let found = match rhs {
            Rhs::Version(memory) => *memory == place.root && place.projections.is_empty(),
            Rhs::Read(from) => index.is_same_place(from, place),
            Rhs::Binary(Operator::Add, a, b) => return self.read(*a).or_else(|| self.read(*b)),
            Rhs::Binary(Operator::Sub, a, _) => return self.read(*a),
            _ => false,
        };
        found.then_some((value, here.index))
    }
}
