//! Vector mode: operators that carry several tangents at once, one for each input of a group.

use core::ops::Range;

use super::{Dual, Forward, primal};
use crate::number::erased::made;
use crate::number::exp::callable;
use crate::number::shape::assert_same_structure;
use crate::number::shortcuts::annihilates;
use crate::{Dict, Exp, Matrix, Num, Of, Shape, Signature};

/// The default number of tangents at once.
///
/// Signatures say 8, since rustdoc does not show the name of a constant there.
pub const WIDTH: usize = 8;

/// The Jacobian of `e`, by columns: for few inputs. For few outputs, see [`stack::jacobian`](crate::stack::jacobian).
///
/// Its shape is that of the result, with the shape of the argument in place of each number.
///
/// ```
/// use ad::{At, exp, forward};
///
/// #[exp]
/// fn sums([x, y]: [f64; 2]) -> [f64; 3] {
///     [x + y, x * y, x]
/// }
///
/// assert_eq!(forward::jacobian(Sums).at([2.0, 3.0]), [[1.0, 1.0], [3.0, 2.0], [1.0, 0.0]]);
/// assert_eq!(forward::jacobian(Sums).width::<2>().at([2.0, 3.0]), [[1.0, 1.0], [3.0, 2.0], [1.0, 0.0]]);
/// ```
///
/// # Cost
///
/// One evaluation for every [`WIDTH`] inputs, with as many tangents. `.width::<W>()` changes this number to W.
pub fn jacobian<E: Signature>(e: E) -> Jacobian<E> {
    Jacobian(value_and_jacobian(e))
}

/// The value of `e` and its Jacobian, x ↦ (y, J(x)): see [`jacobian`](fn@jacobian).
///
/// ```
/// use ad::{At, exp, forward};
///
/// #[exp]
/// fn squares(x: f64, y: f64) -> [f64; 2] {
///     [x * x, y * y]
/// }
///
/// assert_eq!(forward::value_and_jacobian(Squares).at((2.0, 3.0)), ([4.0, 9.0], [(4.0, 0.0), (0.0, 6.0)]));
/// ```
///
/// # Cost
///
/// The cost of [`jacobian`](fn@jacobian), which computes the value as well.
pub fn value_and_jacobian<E: Signature>(e: E) -> ValueAndJacobian<E> {
    ValueAndJacobian(e)
}

/// The gradient of `e`, in the shape of its argument: for few inputs. For many, see [`stack::grad`](crate::stack::grad).
///
/// ```
/// use ad::{At, exp, forward};
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(forward::grad(Product).at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// assert_eq!(forward::grad(Product).width::<3>().at([2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
///
/// # Cost
///
/// One evaluation for every [`WIDTH`] inputs, with as many tangents. `.width::<W>()` changes this number to W.
pub fn grad<E: Signature<Out = f64>>(e: E) -> Grad<E> {
    Grad(value_and_jacobian(e))
}

/// The value of `e` and its gradient, x ↦ (y, ∇e(x)): see [`grad`](fn@grad).
///
/// ```
/// use ad::{At, exp, forward};
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(forward::value_and_grad(Product).at([2.0, 3.0, 5.0]), (30.0, [15.0, 10.0, 6.0]));
/// ```
///
/// # Cost
///
/// The cost of [`grad`](fn@grad), which computes the value as well.
pub fn value_and_grad<E: Signature<Out = f64>>(e: E) -> ValueAndGrad<E> {
    ValueAndGrad(value_and_jacobian(e))
}

/// The result of [`value_and_jacobian`], with `W` tangents at a time.
#[derive(Clone, Copy, Debug)]
pub struct ValueAndJacobian<E, const W: usize = 8>(E);

impl<E, const W: usize> ValueAndJacobian<E, W> {
    /// The same, with `V` tangents at a time.
    pub fn width<const V: usize>(self) -> ValueAndJacobian<E, V> {
        const { assert!(V > 0, "a width of 0 tangents would never finish") };
        ValueAndJacobian(self.0)
    }
}

impl<E: Signature, const W: usize> Signature for ValueAndJacobian<E, W> {
    type In = E::In;
    type Out = (E::Out, Matrix<E::Out, E::In>);
}

impl<D: Dict, E: for<'t> Exp<Forward<'t, D, W>>, const W: usize> Exp<D> for ValueAndJacobian<E, W> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let inputs = E::In::count(x);
        let mut result = None;
        // In vector mode a tangent that should be 0 may meet an infinity and become NaN, and so may later tangents. Then the pass
        // is repeated, one input at a time.
        let width = if annihilates(dict, dict.one()) { W } else { 1 };
        for start in (0..inputs.max(1)).step_by(width) {
            let sound = self.columns(dict, x, start..start + width, &mut result);
            if !sound && width > 1 {
                self.one_by_one(dict, x, start..inputs.min(start + width), &mut result);
            }
        }
        result.expect("there is at least one pass")
    }
}

impl<E: Signature, const W: usize> ValueAndJacobian<E, W> {
    /// One pass for each of these inputs.
    #[cold]
    #[inline(never)]
    fn one_by_one<D: Dict>(
        &self,
        dict: D,
        x: &Of<E::In, Num<D>>,
        variables: Range<usize>,
        result: &mut Option<(Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>)>,
    ) where
        E: for<'t> Exp<Forward<'t, D, W>>,
    {
        for i in variables {
            self.columns(dict, x, i..i + 1, result);
        }
    }

    /// One pass for the columns of the inputs in `variables`, at most `W`. The other inputs are constants. Returns whether no
    /// tangent can have met an infinity.
    #[inline]
    fn columns<D: Dict>(
        &self,
        dict: D,
        x: &Of<E::In, Num<D>>,
        variables: Range<usize>,
        result: &mut Option<(Of<E::Out, Num<D>>, Of<Matrix<E::Out, E::In>, Num<D>>)>,
    ) -> bool
    where
        E: for<'t> Exp<Forward<'t, D, W>>,
    {
        let forward = Forward::new(dict);
        let y = self.0.apply(forward, &seeded::<E::In, D, W>(forward, x, &variables));
        collected::<E::In, E::Out, D, W>(dict, x, &y, &variables, result)
    }
}

/// The numbers of `x`, of which those in `variables` vary, each in its own direction.
fn seeded<'t, I: Shape, D: Dict, const W: usize>(
    forward: Forward<'t, D, W>,
    x: &Of<I, Num<D>>,
    variables: &Range<usize>,
) -> Of<I, Num<Forward<'t, D, W>>> {
    let dict = forward.0;
    let mut index = 0;
    I::map(x, &mut |x| {
        let seed = |j| if index == variables.start + j { dict.one() } else { dict.zero() };
        let d = variables.contains(&index).then(|| made(seed));
        index += 1;
        Num::new(forward, Dual { v: x.value(), d })
    })
}

/// Writes the value and the columns of `variables`. Returns whether no tangent can have met an infinity.
fn collected<I: Shape, O: Shape, D: Dict, const W: usize>(
    dict: D,
    x: &Of<I, Num<D>>,
    y: &Of<O, Num<Forward<'_, D, W>>>,
    variables: &Range<usize>,
    result: &mut Option<(Of<O, Num<D>>, Of<Matrix<O, I>, Num<D>>)>,
) -> bool {
    let (_, jacobian) = result.get_or_insert_with(|| {
        let row = I::map(x, &mut |_| Num::new(dict, dict.zero()));
        (O::map(y, &mut |y| primal(dict, *y)), O::map(y, &mut |_| row.clone()))
    });
    assert_same_structure::<O, _, _>(("result of one evaluation", jacobian), ("result of another", y));
    let (mut sound, zeros) = (true, [dict.zero(); W]);
    O::zip_mut(jacobian, y, &mut |row, y| {
        let dict = dict.join(y.dict().0);
        // In their place, since they may be many.
        let tangents = match &y.value_ref().d {
            Some(tangents) => &tangents[..variables.len()],
            None => &zeros[..variables.len()],
        };
        sound &= tangents.iter().all(|d| annihilates(dict, *d));
        let mut index = 0;
        I::for_each_mut(row, &mut |entry| {
            if let Some(tangent) = tangents.get(usize::wrapping_sub(index, variables.start)) {
                *entry = Num::new(dict, *tangent);
            }
            index += 1;
        });
    });
    sound
}

/// A part of [`ValueAndJacobian`] as an expression.
macro_rules! part {
    ($of:literal $Part:ident [$($bound:tt)*] $Out:ty, $result:ident => $part:expr) => {
        #[doc = concat!("The result of [`", $of, "`](fn@", $of, "), with `W` tangents at a time.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Part<E, const W: usize = 8>(ValueAndJacobian<E, W>);

        impl<E, const W: usize> $Part<E, W> {
            /// The same, with `V` tangents at a time.
            pub fn width<const V: usize>(self) -> $Part<E, V> {
                $Part(self.0.width())
            }
        }

        callable!([E, const W: usize] $Part<E, W>);

        impl<E: Signature<$($bound)*>, const W: usize> Signature for $Part<E, W> {
            type In = E::In;
            type Out = $Out;
        }

        impl<D: Dict, E, const W: usize> Exp<D> for $Part<E, W>
        where
            E: Signature<$($bound)*> + for<'t> Exp<Forward<'t, D, W>>,
        {
            #[inline]
            fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
                let $result = self.0.apply(dict, x);
                $part
            }
        }
    };
}

part!("jacobian" Jacobian [] Matrix<E::Out, E::In>, result => result.1);
part!("value_and_grad" ValueAndGrad [Out = f64] (f64, E::In), result => result);
part!("grad" Grad [Out = f64] E::In, result => result.1);
