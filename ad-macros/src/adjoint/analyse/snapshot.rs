//! Lists that a loop overwrites completely: they are copied as a whole before the loop.
//!
//! ```text
//! let mut z = vec![0.0; n];
//! for … {
//!     for i in 0..n { z[i] = …; }     // `z` is copied before this loop, and copied back after its reverse code
//!     …
//! }
//! ```
//!
//! This is correct for every loop whose reverse code does not read the list. If the loop covers the whole list, the copy is no
//! larger than the overwritten numbers.

use super::Index;
use super::sites::{Site, each};
use crate::adjoint::ir::*;
use crate::adjoint::loops;
use std::collections::HashMap;

/// The overwritten values, by name, and the loops that overwrite them.
pub(super) fn whole(index: &Index<'_>) -> HashMap<Id, usize> {
    let program = index.program;
    let mut counts = HashMap::new();
    each(&program.body, 0, &mut |_, statement| {
        if let Stmt::Declare { var, init: Some(Source::Repeat { vector: true, count, .. }) } = statement
            && program.vars[*var].role == Role::Container
            && program.vars[*var].ty == Ty::List(Box::new(Ty::Number))
            && (count.simple && count.reads.is_empty())
        {
            counts.insert(*var, index.spelled(count));
        }
    });
    let mut whole = HashMap::new();
    loops(&program.body, &mut |inner| {
        let Head::For { item: Header::One(counter), iterator } = &inner.head else { return };
        let Iteration::Range { start, end, closed: false } = &**iterator else { return };
        if !start.is_zero() || inner.left || index.exits[inner.id] > 0 {
            return;
        }
        let end = index.spelled(end);
        for statement in &inner.body {
            let Stmt::Write { place, old, .. } = statement else { continue };
            let [Projection::Index(by)] = place.projections.as_slice() else { continue };
            let all = by.variable() == Some(*counter) && counts.get(&place.root) == Some(&end);
            if all && place.ty == Ty::Number && only(index, place.root, *old, inner) {
                whole.insert(*old, inner.id);
            }
        }
    });
    whole
}

/// Whether there is no other change: of the list in this loop, and of its length elsewhere.
fn only(index: &Index<'_>, list: Id, write: Id, inner: &Loop) -> bool {
    let program = index.program;
    let mut only = true;
    each(&program.body, 0, &mut |site: Site, statement| {
        let inside = index.ancestor(site, inner.id).is_some();
        let is_list = |place: &Place| program.vars[place.root].views.contains(&list);
        match statement {
            Stmt::Write { place, old, .. } if is_list(place) && *old != write => {
                only &= !inside && !place.projections.is_empty();
            }
            Stmt::Push { place, .. } => only &= !is_list(place),
            Stmt::Let { rhs: Rhs::Call(call), .. } => {
                only &= call.changed().all(|(place, _)| !is_list(place));
            }
            _ => {}
        }
    });
    only
}
