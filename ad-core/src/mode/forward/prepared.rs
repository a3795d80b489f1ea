//! Derivatives in forward mode again and again, in the same memory.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::{Dual, Forward, tangents};
use crate::number::shape::{assert_length, assert_same_structure};
use crate::number::shortcuts::annihilates;
use crate::{Argument, Dict, Exp, Num, Of, Shape, Signature, Under};

/// The derivatives of an expression in forward mode, prepared, with `W` tangents at a time: it keeps its containers from
/// one evaluation to the next, and allocates nothing once it has seen an evaluation of the same size (unless the
/// expression itself does).
///
/// ```
/// use ad::{F64, exp, forward};
///
/// #[exp]
/// fn both(x: [f64; 2]) -> [f64; 2] {
///     [x[0] * x[1], x[0] + x[1]]
/// }
///
/// let mut both = forward::Prepared::new(Both, F64).width::<2>();
/// let (mut y, mut rows) = ([0.0; 2], [0.0; 4]);
/// both.jacobian_into(&[2.0, 3.0], &mut y, &mut rows);
/// assert_eq!((y, rows), ([6.0, 5.0], [3.0, 2.0, 1.0, 1.0]));
/// ```
///
/// What there is one number of is returned, what has a shape goes into a container of that shape, and what has several
/// rows into a slice, row by row:
///
/// | | value | derivative |
/// |---|---|---|
/// | [`gradient_into`](Prepared::gradient_into) | returned | ∇e |
/// | [`jvp_into`](Prepared::jvp_into) | y | J·ẋ |
/// | [`jvps_into`](Prepared::jvps_into) | y | J·ẋ for each of several ẋ |
/// | [`jacobian_into`](Prepared::jacobian_into) | y | J |
///
/// By reverse mode: [`stack::Prepared`](crate::stack::Prepared); second derivatives:
/// [`second_order::Prepared`](crate::second_order::Prepared).
pub struct Prepared<E: Signature, D: Dict + 'static, const W: usize = 8> {
    e: E,
    dict: D,
    /// The container of the variables, while no evaluation is under way.
    variables: Option<Of<E::In, Num<Forward<'static, D, W>>>>,
    /// The numbers of a direction.
    direction: Vec<D::V>,
}

impl<E: Signature, D: Dict + 'static> Prepared<E, D> {
    /// Prepares the derivatives of `e` under `dict`. Memory is allocated by the first evaluation.
    pub fn new(e: E, dict: D) -> Self {
        Prepared { e, dict, variables: None, direction: Vec::new() }
    }

    /// The same, with `W` tangents at a time.
    pub fn width<const W: usize>(self) -> Prepared<E, D, W> {
        const { assert!(W > 0, "a width of 0 tangents would never finish") };
        Prepared { e: self.e, dict: self.dict, variables: None, direction: self.direction }
    }
}

impl<E, D: Dict + 'static, const W: usize> Prepared<E, D, W>
where
    E: for<'t> Exp<Forward<'t, D, W>>,
{
    /// Evaluates `e` at `x`, where `seed` gives the tangents of each number; what comes out is read.
    #[inline]
    fn evaluate<X, H, R>(
        &mut self,
        x: &X,
        mut seed: impl FnMut(usize) -> Option<[D::V; W]>,
        read: impl for<'a, 't> FnOnce(
            &'a Of<E::In, Num<Forward<'t, D, W>>>,
            &'a Of<E::Out, Num<Forward<'t, D, W>>>,
        ) -> R,
    ) -> R
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let forward = Forward::new(self.dict);
        let mut i = 0;
        let mut variable = |v: &D::V| {
            let d = seed(i);
            i += 1;
            Num::new(forward, Dual { v: *v, d })
        };
        let x = match self.variables.take() {
            Some(old) => x.map_numbers_into(old, &mut variable),
            None => x.map_numbers(&mut variable),
        };
        let result = read(&x, &self.e.apply(forward, &x));
        // Where the type says how many there are, the container has no memory of its own.
        if E::In::COUNT.is_none() {
            let idle = |x: Num<Forward<'_, D, W>>| Num::new(Forward::new(x.dict().0), x.value());
            self.variables = Some(E::In::into_map(x, &mut { idle }));
        }
        result
    }

    /// The value at `x` goes into `y`, and its derivative in the direction `dx` into `dy`: J·ẋ.
    ///
    /// ```
    /// use ad::{F64, exp, forward};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut both = forward::Prepared::new(Both, F64).width::<1>();
    /// let (mut y, mut dy) = ([0.0; 2], [0.0; 2]);
    /// both.jvp_into(&[2.0, 3.0], &[1.0, 10.0], &mut y, &mut dy);
    /// assert_eq!((y, dy), ([6.0, 5.0], [23.0, 11.0]));
    /// ```
    ///
    /// # Cost
    ///
    /// One evaluation, which carries as many tangents as the width says: one needs a [`width`](Prepared::width) of 1. No allocation in the steady
    /// state.
    ///
    /// # Panics
    ///
    /// Panics if `dx` differs from `x` in [structure](Shape#structure), or `y` or `dy` from the result. After a panic, also
    /// one of the expression, this can be used again.
    pub fn jvp_into<X, V, H, K>(
        &mut self,
        x: &X,
        dx: &V,
        y: &mut <E as Under<D>>::Value,
        dy: &mut <E as Under<D>>::Value,
    ) where
        X: Argument<E::In, H, D::V> + ?Sized,
        V: Argument<E::In, K, D::V> + ?Sized,
    {
        let mut direction = core::mem::take(&mut self.direction);
        direction.clear();
        let structure = dx.map_numbers(&mut |d| direction.push(*d));
        assert_same_structure::<E::In, _, _>(
            ("argument", &x.map_numbers(&mut |_| ())),
            ("direction", &structure),
        );
        let dict = self.dict;
        self.evaluate(
            x,
            |i| Some(array::from_fn(|j| if j == 0 { direction[i] } else { dict.zero() })),
            |_, result| {
                value_into::<E, D, W>(dict, result, y);
                assert_same_structure::<E::Out, _, _>(("result", result), ("container for its tangent", dy));
                E::Out::zip_mut(dy, result, &mut |dy, result| *dy = tangents(dict, *result)[0].value());
            },
        );
        self.direction = direction;
    }

    /// The value at `x` goes into `y`, and its derivative in each of several directions into `rows`, row by row. A row of
    /// `directions` has an entry for each number of `x`, one of `rows` for each number of the result.
    ///
    /// ```
    /// use ad::{F64, exp, forward};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut both = forward::Prepared::new(Both, F64).width::<2>();
    /// let (mut y, mut rows) = ([0.0; 2], [0.0; 6]);
    /// both.jvps_into(&[2.0, 3.0], &[1.0, 10.0, 1.0, 0.0, 0.0, 1.0], &mut y, &mut rows);
    /// assert_eq!(rows, [23.0, 11.0, 3.0, 1.0, 2.0, 1.0]);
    /// ```
    ///
    /// # Cost
    ///
    /// An evaluation for every `W` directions, and no allocation in the steady state.
    ///
    /// # Panics
    ///
    /// Panics if `y` differs from the result in [structure](Shape#structure), or if the lengths of the slices are not those of
    /// equally many rows. After a panic, also one of the expression, this can be used again.
    pub fn jvps_into<X, H>(
        &mut self,
        x: &X,
        directions: &[D::V],
        y: &mut <E as Under<D>>::Value,
        rows: &mut [D::V],
    ) where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let (m, n) = (E::Out::count(y), E::In::count(&x.map_numbers(&mut |_| ())));
        let count = directions.len().checked_div(n).unwrap_or(0);
        assert_length("directions", (count, n), directions);
        assert_length("rows", (count, m), rows);
        let dict = self.dict;
        for start in (0..count.max(1)).step_by(W) {
            let pass = start..count.min(start + W);
            let entry = |row: usize, i: usize| pass.contains(&row).then(|| directions[row * n + i]);
            self.evaluate(
                x,
                |i| Some(array::from_fn(|j| entry(start + j, i).unwrap_or_else(|| dict.zero()))),
                |_, result| {
                    value_into::<E, D, W>(dict, result, y);
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

    /// The value at `x` goes into `y`, and the Jacobian into `rows`, row by row: one for each number of the result, with an
    /// entry for each number of `x`. See the example of [`Prepared`].
    ///
    /// # Cost
    ///
    /// An evaluation for every `W` columns, and no allocation in the steady state.
    ///
    /// # Panics
    ///
    /// Panics if `y` differs from the result in [structure](Shape#structure), or if `rows` has another length than m·n. After
    /// a panic, also one of the expression, this can be used again.
    pub fn jacobian_into<X, H>(&mut self, x: &X, y: &mut <E as Under<D>>::Value, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let (m, n) = (E::Out::count(y), E::In::count(&x.map_numbers(&mut |_| ())));
        assert_length("rows", (m, n), rows);
        let dict = self.dict;
        self.columns(x, n, |result, pass, sound| {
            value_into::<E, D, W>(dict, result, y);
            let mut i = 0;
            E::Out::for_each(result, &mut |result| {
                let tangents = tangents(dict, *result).map(Num::value);
                *sound &= tangents.iter().all(|d| annihilates(dict, *d));
                rows[i * n..][pass.clone()].copy_from_slice(&tangents[..pass.len()]);
                i += 1;
            });
        });
    }

    /// Passes that have all columns in turn, which `read` is given, and told which they are. Where it finds that they are not
    /// sound, they come again, one at a time.
    fn columns<X, H>(
        &mut self,
        x: &X,
        n: usize,
        mut read: impl for<'a, 't> FnMut(&'a Of<E::Out, Num<Forward<'t, D, W>>>, Range<usize>, &mut bool),
    ) where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let dict = self.dict;
        let mut pass = |columns: Range<usize>| {
            let mut sound = true;
            let seed = |i: usize, j: usize| if i == columns.start + j { dict.one() } else { dict.zero() };
            self.evaluate(
                x,
                |i| columns.contains(&i).then(|| array::from_fn(|j| seed(i, j))),
                |_, result| read(result, columns.clone(), &mut sound),
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
}

impl<E, D: Dict + 'static, const W: usize> Prepared<E, D, W>
where
    E: Signature<Out = f64> + for<'t> Exp<Forward<'t, D, W>>,
{
    /// Returns the value of the expression at `x`; its gradient goes into `gradient`, which has the shape of `x`.
    ///
    /// ```
    /// use ad::{F64, Var, forward, pow};
    /// let mut cube = forward::Prepared::new(pow(3, Var), F64).width::<1>();
    /// let mut slope = 0.0;
    /// assert_eq!(cube.gradient_into(&2.0, &mut slope), 8.0);
    /// assert_eq!(slope, 12.0);
    /// ```
    ///
    /// # Cost
    ///
    /// An evaluation for every `W` numbers of `x`, and no allocation in the steady state.
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` differ in [structure](Shape#structure). After a panic, also one of the expression, this
    /// can be used again.
    pub fn gradient_into<X, H>(&mut self, x: &X, gradient: &mut <E as Under<D>>::Argument) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let structure = x.map_numbers(&mut |_| ());
        assert_same_structure::<E::In, _, _>(("argument", &structure), ("gradient", gradient));
        let (dict, n) = (self.dict, E::In::count(&structure));
        let mut y = dict.zero();
        self.columns(x, n, |result, pass, sound| {
            value_into::<E, D, W>(dict, result, &mut y);
            let tangents = tangents(dict, *result).map(Num::value);
            *sound &= tangents.iter().all(|d| annihilates(dict, *d));
            let mut i = 0;
            E::In::for_each_mut(gradient, &mut |entry| {
                if pass.contains(&i) {
                    *entry = tangents[i - pass.start];
                }
                i += 1;
            });
        });
        y
    }
}

/// Puts the primals of a result into `y`.
#[inline]
fn value_into<E: Signature, D: Dict, const W: usize>(
    dict: D,
    result: &Of<E::Out, Num<Forward<'_, D, W>>>,
    y: &mut Of<E::Out, D::V>,
) {
    assert_same_structure::<E::Out, _, _>(("result", result), ("container for it", y));
    E::Out::zip_mut(y, result, &mut |y, result| *y = super::primal(dict, *result).value());
}
