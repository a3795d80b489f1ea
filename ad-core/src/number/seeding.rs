//! The reverse sweeps that a caller wants of an adjoint program.

use crate::number::slot::{Slot, Total};
use crate::{Dict, Num, Of, Shape};

/// The number of reverse sweeps that a caller wants: see [`Seeding::request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// One sweep with the seed 1. The result is one number.
    Gradient,
    /// One sweep. The value may be received after the seeds.
    Vjp,
    /// As many sweeps as [`Seeding::value`] returns.
    Rows,
}

impl Request {
    /// The request for an expression with other seeds or results.
    pub(crate) fn of_other_seeds(self) -> Self {
        if self == Request::Gradient { Request::Vjp } else { self }
    }
}

/// The reverse sweeps that a caller wants of an adjoint program, from `I` to `O` under `D`: their seeds, and a reader of their
/// results.
///
/// [`Exp::program`](crate::Exp::program) calls [`value`](Seeding::value) once, then [`seed`](Seeding::seed) and
/// [`adjoints`](Seeding::adjoints) for each sweep. If the caller has memory for the row of a Jacobian, [`row`](Seeding::row) may take the
/// place of both.
pub trait Seeding<I: Shape, O: Shape, D: Dict> {
    /// The number of sweeps, as far as it does not depend on the value.
    fn request(&self) -> Request {
        Request::Rows
    }

    /// Receives the value; returns the number of sweeps.
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize;

    /// Empty slots for the adjoints of the argument, if the caller retains some of its structure.
    fn slots(&mut self) -> Option<Of<I, Slot<Num<D>>>> {
        None
    }

    /// Sums for the adjoints of the argument `x` in the one sweep with the seed 1, if the caller takes them in place of slots.
    fn totals(&mut self, _x: &Of<I, Num<D>>) -> Option<Of<I, Total<Num<D>>>> {
        None
    }

    /// Receives these sums after the sweep.
    fn total(&mut self, _dx: Of<I, Total<Num<D>>>) {}

    /// Adds the seeds of sweep `i` to the adjoints of the result.
    fn seed(&mut self, i: usize, dy: &Of<O, Slot<Num<D>>>);

    /// Takes the results of sweep `i` out of the adjoints of the argument, which are then empty.
    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>);

    /// Memory for the adjoints of the argument in sweep `i`, if its seed is 1 at number `i` of the result: an entry for each number of the
    /// argument.
    fn row(&mut self, _i: usize) -> Option<&mut [D::V]> {
        None
    }

    /// Receives the slots after the last sweep.
    fn retain(&mut self, _dx: Of<I, Slot<Num<D>>>) {}
}
