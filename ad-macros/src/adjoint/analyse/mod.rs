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
//! `index` has the facts of the program, found once: places, definitions, uses, changes, activity. `solve` decides, and [`Facts`] are
//! its decisions. `uses` finds the needed values, and `order` compares positions.

mod activity;
mod forward_order;
mod increments;
mod independent;
mod index;
mod inlined;
mod order;
mod plan;
mod sites;
mod snapshot;
mod solve;
mod uses;

pub(super) use forward_order::ForwardOrder;
pub(super) use independent::Independent;
pub(super) use index::Index;
pub(super) use plan::{Facts, Order, Restoration};
pub(super) use sites::{BlockKind, Site, each, number};
pub(super) use uses::{Uses, source_uses, uses_of};

/// The position before all statements of a block.
pub(super) const TOP: usize = usize::MAX;

pub(super) fn analyse<'p>(index: &'p Index<'p>) -> Facts<'p> {
    solve::Solver::new(index).solve()
}
