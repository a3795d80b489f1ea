//! Evaluations at slices, whose paths are remembered.

use super::vectorized::{Watched, watched};
use super::witness::{Outcomes, Way};
use crate::flat::Flattened;
use crate::number::destination::assert_fits;
use crate::{Argument, Destination, Exp, Flat, Mismatch, Num, Of, Shape, Signature};

/// The last point, and the paths of expressions there. A solver evaluates an expression where it then asks for a derivative.
///
/// A path serves one derivative. Another derivative at the same point evaluates again, since a constant of the program may have changed.
pub(super) struct Paths<S: Shape, const K: usize> {
    pub(super) flat: Flat<S>,
    /// `None` before the first point, and after a panic.
    point: Option<Of<S, f64>>,
    pub(super) ways: [Option<Way>; K],
}

impl<S: Shape, const K: usize> Paths<S, K> {
    pub(super) fn new(flat: Flat<S>) -> Self {
        Paths { flat, point: None, ways: [None; K] }
    }

    /// The known paths at `x`, by its bits, and `x` in a container.
    pub(super) fn at(&mut self, x: &[f64]) -> (&mut [Option<Way>; K], &Of<S, f64>) {
        let Paths { flat, point, ways } = self;
        let x = flat.at(x);
        let mut differences = 0;
        if let Some(point) = point {
            Argument::<S, _>::zip_numbers(&x, point, &mut |a: &mut f64, b| {
                differences |= a.to_bits() ^ b.to_bits();
            });
        }
        if differences != 0 || point.is_none() {
            *ways = [None; K];
        }
        if let (true, Some(point)) = (differences != 0, &mut *point) {
            Argument::<S, _>::zip_numbers(&x, point, &mut |to: &mut f64, x| *to = *x);
        }
        (ways, point.get_or_insert_with(|| Argument::<S, _>::to_container(&x)))
    }

    /// `evaluate` at the last point.
    pub(super) fn watched<R>(
        &mut self,
        evaluate: impl for<'w> FnOnce(&'w Outcomes, Watched<'w>, &Of<S, Num<Watched<'w>>>) -> R,
    ) -> R {
        let point = self.point.take().expect("there is a point");
        watched::<S, _>(&mut self.point, point, evaluate)
    }

    /// The path of an expression at the last point.
    pub(super) fn path<E>(&mut self, e: &E) -> Way
    where
        E: Signature<In = S> + for<'w> Exp<Watched<'w>>,
    {
        self.watched(|outcomes, witness, x| {
            e.apply(witness, x);
            outcomes.end()
        })
    }

    /// The same; the value goes into `y`. `name` is that of the value.
    pub(super) fn value_into<E>(&mut self, e: &E, name: &str, y: &mut [f64]) -> Way
    where
        E: Signature<In = S> + for<'w> Exp<Watched<'w>>,
    {
        self.watched(|outcomes, witness, x| {
            let (result, mut y) = (e.apply(witness, x), InOrder(y));
            assert_fits::<E::Out, _, _, _, _>((name, &result), ("slice", &y));
            Destination::<E::Out, _>::zip_with(&mut y, &result, &mut |y, result: &Num<Watched<'_>>| {
                *y = result.value();
            });
            outcomes.end()
        })
    }
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Paths;
    use crate::{Dict, Exp, Flat, Num, Signature};

    struct First;

    impl Signature for First {
        type In = Vec<f64>;
        type Out = f64;
    }

    impl<D: Dict> Exp<D> for First {
        fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
            x[0]
        }
    }

    /// A path of one point must not serve another one, even if a number differs only in its sign, or if an evaluation has panicked.
    #[test]
    fn paths_are_known_at_the_same_bits_only() {
        let mut paths = Paths::<Vec<f64>, 1>::new(Flat::of(&First, &[0.0; 2]));
        let points = [[0.0, 1.0], [-0.0, 1.0], [-0.0, f64::NAN], [-0.0, 2.0]];
        for x in points {
            let (ways, point) = paths.at(&x);
            assert_eq!(*ways, [None]);
            assert!(point.iter().map(|x| x.to_bits()).eq(x.map(f64::to_bits)));
            paths.ways = [Some(7)];
            assert_eq!(paths.at(&x).0, &[Some(7)]);
        }
        #[cfg(feature = "std")]
        {
            use std::panic::{AssertUnwindSafe, catch_unwind};
            let evaluate = AssertUnwindSafe(|| paths.watched(|_, _, _| -> () { panic!("in an evaluation") }));
            catch_unwind(evaluate).unwrap_err();
            paths.ways = [Some(7)];
            assert_eq!(paths.at(&points[0]).0, &[None]);
        }
    }
}
