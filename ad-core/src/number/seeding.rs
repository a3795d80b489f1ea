//! The reverse sweeps that a caller wants of an adjoint program.

use crate::number::slot::{Slot, Total};
use crate::{Dict, Num, Of, Shape};

/// The reverse sweeps that a caller wants of an adjoint program, from `I` to `O` under `D`: their seeds, and a reader of their
/// results.
///
/// [`Exp::program`](crate::Exp::program) calls [`value`](Seeding::value) once, then [`seed`](Seeding::seed) and
/// [`adjoints`](Seeding::adjoints) for each sweep.
pub trait Seeding<I: Shape, O: Shape, D: Dict> {
    /// Whether one sweep is wanted, whatever the value is. Then the value may be received after the seeds.
    fn once(&self) -> bool {
        false
    }

    /// Whether the seed of the only sweep is 1, and the result one number.
    fn unit(&self) -> bool {
        false
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

    /// Receives the slots after the last sweep.
    fn retain(&mut self, _dx: Of<I, Slot<Num<D>>>) {}
}
