//! Forward mode in memory that is retained from one evaluation to the next.

use core::array;
use core::ops::Range;

use super::{Dual, Forward, tangents};
use crate::number::argument::LastStructure;
use crate::number::destination::assert_fits;
use crate::number::shape::assert_length;
use crate::number::shortcuts::annihilates;
use crate::{Argument, Destination, Dict, Exp, Num, Of, Shape, Signature};

/// The container of the variables, while no evaluation is under way, and their structure.
pub(crate) struct Tangents<I: Shape, D: Dict + 'static, const W: usize> {
    variables: Option<Of<I, Num<Forward<'static, D, W>>>>,
    structure: LastStructure<I>,
}

impl<I: Shape, D: Dict + 'static, const W: usize> Default for Tangents<I, D, W> {
    fn default() -> Self {
        Tangents { variables: None, structure: LastStructure::default() }
    }
}

impl<I: Shape, D: Dict + 'static, const W: usize> Tangents<I, D, W> {
    /// Evaluates `e` at `x`. `seed` gives the tangents of each number, and `read` receives the result.
    #[inline]
    fn evaluate<E, X, H, R>(
        &mut self,
        e: &E,
        dict: D,
        x: &X,
        mut seed: impl FnMut(usize) -> Option<[D::V; W]>,
        read: impl for<'a, 't> FnOnce(&'a Of<E::Out, Num<Forward<'t, D, W>>>) -> R,
    ) -> R
    where
        E: Signature<In = I> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
    {
        let forward = Forward::new(dict);
        let mut i = 0;
        let mut variable = |v: &D::V| {
            let d = seed(i);
            i += 1;
            Num::new(forward, Dual { v: *v, d })
        };
        let x = x.map_numbers_within(&mut self.variables, &mut variable);
        let result = read(&e.apply(forward, &x));
        // If the type determines the number of numbers, the container has no memory of its own.
        if I::COUNT.is_none() {
            let idle = |x: Num<Forward<'_, D, W>>| Num::new(Forward::new(x.dict().0), x.value());
            self.variables = Some(I::into_map(x, &mut { idle }));
        }
        result
    }

    /// The value at `x` goes into `y`, and its derivative in each of several directions into `rows`: a row of `directions` has an
    /// entry for each number of `x`, one of `rows` for each number of the result.
    pub(crate) fn directions_into<E, X, H, Y, L>(
        &mut self,
        e: &E,
        dict: D,
        x: &X,
        directions: &[D::V],
        y: &mut Y,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let (m, n) = (Y::numbers(y), I::count(self.structure.of(x, |_| ())));
        let count = directions.len().checked_div(n).unwrap_or(0);
        assert_length("directions", (count, n), directions);
        assert_length("rows", (count, m), rows);
        for start in (0..count.max(1)).step_by(W) {
            let pass = start..count.min(start + W);
            let entry = |row: usize, i: usize| pass.contains(&row).then(|| directions[row * n + i]);
            self.evaluate(
                e,
                dict,
                x,
                |i| Some(array::from_fn(|j| entry(start + j, i).unwrap_or_else(|| dict.zero()))),
                |result| {
                    value_into::<E, D, _, _, W>(dict, result, y);
                    let mut i = 0;
                    E::Out::for_each(result, &mut |result| {
                        let tangents = tangents(dict, *result);
                        for row in pass.clone() {
                            rows[row * m + i] = tangents[row - start].value();
                        }
                        i += 1;
                    });
                },
            );
        }
    }

    /// The value at `x` goes into `y`, and the Jacobian into `rows`.
    pub(crate) fn jacobian_into<E, X, H, Y, L>(
        &mut self,
        e: &E,
        dict: D,
        x: &X,
        mut y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let n = I::count(self.structure.of(x, |_| ()));
        self.columns(e, dict, x, n, |result, pass, sound| {
            assert_length("rows", (E::Out::count(result), n), rows);
            if let Some(y) = &mut y {
                value_into::<E, D, _, _, W>(dict, result, *y);
            }
            let mut i = 0;
            E::Out::for_each(result, &mut |result| {
                let tangents = tangents(dict, *result).map(Num::value);
                *sound &= tangents.iter().all(|d| annihilates(dict, *d));
                rows[i * n..][pass.clone()].copy_from_slice(&tangents[..pass.len()]);
                i += 1;
            });
        });
    }

    /// Passes with all columns in turn. `read` receives the result and the columns. If it rejects them, they are computed again,
    /// one at a time.
    #[inline]
    fn columns<E, X, H>(
        &mut self,
        e: &E,
        dict: D,
        x: &X,
        n: usize,
        mut read: impl for<'a, 't> FnMut(&'a Of<E::Out, Num<Forward<'t, D, W>>>, Range<usize>, &mut bool),
    ) where
        E: Signature<In = I> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
    {
        let mut pass = |columns: Range<usize>| {
            let mut sound = true;
            let seed = |i: usize, j: usize| if i == columns.start + j { dict.one() } else { dict.zero() };
            self.evaluate(
                e,
                dict,
                x,
                |i| columns.contains(&i).then(|| array::from_fn(|j| seed(i, j))),
                |result| read(result, columns.clone(), &mut sound),
            );
            sound
        };
        // See `ValueAndJacobian`: a tangent of 0 need not stay 0.
        let width = if annihilates(dict, dict.one()) { W } else { 1 };
        for start in (0..n.max(1)).step_by(width) {
            let end = n.min(start + width);
            if !pass(start..end) && width > 1 {
                (start..end).for_each(|i| _ = pass(i..i + 1));
            }
        }
    }

    /// Returns the value at `x`; the gradient goes into `gradient`.
    #[inline]
    pub(crate) fn gradient_into<E, X, H, G, K>(&mut self, e: &E, dict: D, x: &X, gradient: &mut G) -> D::V
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
        G: Destination<I, K, D::V> + ?Sized,
    {
        let structure = self.structure.of(x, |_| ());
        assert_fits::<I, _, _, _, _>(("argument", structure), ("gradient", gradient));
        let n = I::count(structure);
        let mut y = dict.zero();
        self.columns(e, dict, x, n, |result, pass, sound| {
            value_into::<E, D, _, _, W>(dict, result, &mut y);
            let tangents = tangents(dict, *result).map(Num::value);
            *sound &= tangents.iter().all(|d| annihilates(dict, *d));
            let mut i = 0;
            gradient.each_number(&mut |entry| {
                if pass.contains(&i) {
                    *entry = tangents[i - pass.start];
                }
                i += 1;
            });
        });
        y
    }
}

/// Writes the primals of a result to `y`.
#[inline]
fn value_into<E: Signature, D: Dict, Y: Destination<E::Out, L, D::V> + ?Sized, L, const W: usize>(
    dict: D,
    result: &Of<E::Out, Num<Forward<'_, D, W>>>,
    y: &mut Y,
) {
    assert_fits::<E::Out, _, _, _, _>(("result", result), ("container for it", y));
    y.zip_with(result, &mut |y, result: &Num<Forward<'_, D, W>>| *y = super::primal(dict, *result).value());
}
