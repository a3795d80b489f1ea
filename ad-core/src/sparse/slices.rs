//! Evaluations at slices, whose paths are remembered.

use alloc::vec::Vec;

use super::vectorized::{Watched, watched};
use super::witness::Way;
use crate::flat::Flattened;
use crate::number::destination::assert_fits;
use crate::{Argument, Destination, Exp, Flat, Mismatch, Num, Of, Shape, Signature};

/// The paths of expressions at the last point. A solver evaluates an expression where it then asks for a derivative.
///
/// A path serves one derivative. Another derivative at the same point evaluates again, since a constant of the program may have changed.
pub(super) struct Paths<const K: usize> {
    x: Vec<f64>,
    ways: [Option<Way>; K],
}

impl<const K: usize> Default for Paths<K> {
    fn default() -> Self {
        Paths { x: Vec::new(), ways: [None; K] }
    }
}

impl<const K: usize> Paths<K> {
    /// The known paths at `x`, by its bits.
    pub(super) fn at(&mut self, x: &[f64]) -> &mut [Option<Way>; K] {
        let differ = |(a, b): (&f64, &f64)| a.to_bits() ^ b.to_bits();
        let is_same =
            |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(differ).fold(0, |all, bits| all | bits) == 0;
        if self.x.len() != x.len() || !self.x.chunks(256).zip(x.chunks(256)).all(is_same) {
            self.x.clear();
            self.x.extend_from_slice(x);
            self.ways = [None; K];
        }
        &mut self.ways
    }
}

/// The numbers of a slice in a container, which is the retained one. It has the structure of `flat`.
pub(super) fn container<S: Shape>(flat: &Flat<S>, idle: &mut Option<Of<S, f64>>, x: &[f64]) -> Of<S, f64> {
    let Some(mut container) = idle.take() else { return Argument::<S, _>::to_container(&flat.at(x)) };
    // Iterating over the container is faster than making it again, even in the same memory.
    Argument::<S, _>::zip_numbers(&flat.at(x), &mut container, &mut |to: &mut f64, x| *to = *x);
    container
}

/// The path of an expression at `x`. A container is retained in `idle`.
pub(super) fn path<E>(e: &E, flat: &Flat<E::In>, idle: &mut Option<Of<E::In, f64>>, x: &[f64]) -> Way
where
    E: Signature + for<'w> Exp<Watched<'w>>,
{
    let x = container(flat, idle, x);
    watched::<E::In, _>(idle, x, |outcomes, witness, x| {
        e.apply(witness, x);
        outcomes.end()
    })
}

/// The same; the value goes into `y`. `name` is that of the value.
pub(super) fn value_into<E>(
    e: &E,
    name: &str,
    flat: &Flat<E::In>,
    idle: &mut Option<Of<E::In, f64>>,
    x: &[f64],
    y: &mut [f64],
) -> Way
where
    E: Signature + for<'w> Exp<Watched<'w>>,
{
    let x = container(flat, idle, x);
    watched::<E::In, _>(idle, x, |outcomes, witness, x| {
        let (result, mut y) = (e.apply(witness, x), InOrder(y));
        assert_fits::<E::Out, _, _, _, _>((name, &result), ("slice", &y));
        Destination::<E::Out, _>::zip_with(&mut y, &result, &mut |y, result: &Num<Watched<'_>>| {
            *y = result.value();
        });
        outcomes.end()
    })
}

/// A slice for the numbers of a result of any shape, in order.
pub(super) struct InOrder<'a>(pub(super) &'a mut [f64]);

impl<S: Shape> Destination<S, Flattened> for InOrder<'_> {
    fn numbers(&self) -> usize {
        self.0.len()
    }
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<Mismatch> {
        Mismatch::of_lengths(S::count(x), self.0.len(), "number")
    }
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut f64, &T)) {
        let mut entries = self.0.iter_mut();
        S::for_each(x, &mut |x| f(entries.next().expect("there is an entry for each number"), x));
    }
    fn each_number(&mut self, f: &mut impl FnMut(&mut f64)) {
        self.0.iter_mut().for_each(f);
    }
}
