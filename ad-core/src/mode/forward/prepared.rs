//! Forward mode in memory that is retained from one evaluation to the next.

use core::ops::Range;

use super::{Dual, Forward, tangents};
use crate::number::argument::LastStructure;
use crate::number::destination::assert_fits;
use crate::number::erased::made;
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
    /// The numbers of `x`, with the tangents that `seed` gives to each.
    fn seeded<'t, X, H>(
        &mut self,
        dict: D,
        x: &X,
        mut seed: impl FnMut(usize) -> Option<[D::V; W]>,
    ) -> Of<I, Num<Forward<'t, D, W>>>
    where
        X: Argument<I, H, D::V> + ?Sized,
    {
        let forward = Forward::new(dict);
        let mut i = 0;
        x.map_numbers_within(&mut self.variables, &mut |v: &D::V| {
            let d = seed(i);
            i += 1;
            Num::new(forward, Dual { v: *v, d })
        })
    }

    /// The numbers of `x`, of which those in `columns` vary, each in its own direction.
    fn along<'t, X, H>(&mut self, dict: D, x: &X, columns: &Range<usize>) -> Of<I, Num<Forward<'t, D, W>>>
    where
        X: Argument<I, H, D::V> + ?Sized,
    {
        let seed = |i: usize, j: usize| if i == columns.start + j { dict.one() } else { dict.zero() };
        self.seeded(dict, x, |i| columns.contains(&i).then(|| made(|j| seed(i, j))))
    }

    /// Retains the memory of `x`, unless its type determines the number of numbers: then it has none of its own.
    fn retain(&mut self, x: Of<I, Num<Forward<'_, D, W>>>) {
        if I::COUNT.is_none() {
            let idle = |x: Num<Forward<'_, D, W>>| Num::new(Forward::new(x.dict().0), x.value());
            self.variables = Some(I::into_map(x, &mut { idle }));
        }
    }

    /// The value at `x` goes into `y`, and its derivative in each of several directions into `rows`. A row of `directions` has an
    /// entry for each number of `x`. A row of `rows` has one for each number of the result.
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
            let x =
                self.seeded(dict, x, |i| Some(made(|j| entry(start + j, i).unwrap_or_else(|| dict.zero()))));
            let result = e.apply(Forward::new(dict), &x);
            value_into::<E::Out, D, _, _, W>(dict, &result, y);
            let mut i = 0;
            E::Out::for_each(&result, &mut |result| {
                let tangents = tangents(dict, *result);
                for row in pass.clone() {
                    rows[row * m + i] = tangents[row - start].value();
                }
                i += 1;
            });
            self.retain(x);
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
        self.columns(e, dict, x, n, |result, pass| {
            assert_length("rows", (E::Out::count(result), n), rows);
            if let Some(y) = &mut y {
                value_into::<E::Out, D, _, _, W>(dict, result, *y);
            }
            columns_into::<E::Out, D, W>(dict, result, pass, n, rows)
        });
    }

    /// Passes with all columns in turn. `read` receives the result and the columns. If it returns false, they are computed again,
    /// one at a time.
    #[inline]
    fn columns<E, X, H>(
        &mut self,
        e: &E,
        dict: D,
        x: &X,
        n: usize,
        mut read: impl for<'a, 't> FnMut(&'a Of<E::Out, Num<Forward<'t, D, W>>>, Range<usize>) -> bool,
    ) where
        E: Signature<In = I> + for<'t> Exp<Forward<'t, D, W>>,
        X: Argument<I, H, D::V> + ?Sized,
    {
        let mut pass = |columns: Range<usize>| {
            let x = self.along(dict, x, &columns);
            let sound = read(&e.apply(Forward::new(dict), &x), columns);
            self.retain(x);
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
        self.columns(e, dict, x, n, |result, pass| {
            value_into::<f64, D, _, _, W>(dict, result, &mut y);
            entries_into::<I, D, _, _, W>(dict, *result, &pass, gradient)
        });
        y
    }
}

/// Writes the columns `pass` of a Jacobian by rows of `n` entries, and returns whether a tangent of 0 stays 0 beside them.
fn columns_into<O: Shape, D: Dict, const W: usize>(
    dict: D,
    result: &Of<O, Num<Forward<'_, D, W>>>,
    pass: Range<usize>,
    n: usize,
    rows: &mut [D::V],
) -> bool {
    let (mut i, mut sound) = (0, true);
    O::for_each(result, &mut |result| {
        let tangents = tangents(dict, *result).map(Num::value);
        sound &= tangents.iter().all(|d| annihilates(dict, *d));
        rows[i * n..][pass.clone()].copy_from_slice(&tangents[..pass.len()]);
        i += 1;
    });
    sound
}

/// Writes the entries `pass` of a gradient, and returns whether a tangent of 0 stays 0 beside them.
fn entries_into<I: Shape, D: Dict, G: Destination<I, K, D::V> + ?Sized, K, const W: usize>(
    dict: D,
    result: Num<Forward<'_, D, W>>,
    pass: &Range<usize>,
    gradient: &mut G,
) -> bool {
    let tangents = tangents(dict, result).map(Num::value);
    let mut i = 0;
    gradient.each_number(&mut |entry| {
        if pass.contains(&i) {
            *entry = tangents[i - pass.start];
        }
        i += 1;
    });
    tangents.iter().all(|d| annihilates(dict, *d))
}

/// Writes the primals of a result to `y`.
#[inline]
fn value_into<O: Shape, D: Dict, Y: Destination<O, L, D::V> + ?Sized, L, const W: usize>(
    dict: D,
    result: &Of<O, Num<Forward<'_, D, W>>>,
    y: &mut Y,
) {
    assert_fits::<O, _, _, _, _>(("result", result), ("container for it", y));
    y.zip_with(result, &mut |y, result: &Num<Forward<'_, D, W>>| *y = super::primal(dict, *result).value());
}
