//! Forward mode: every value carries its tangent.
//!
//! The derivative is computed alongside the value, in one pass and without memory. This is cheapest for few inputs. In vector
//! mode a value carries `W` tangents at once, one for each of `W` inputs. Source: R. E. Wengert, *A simple automatic derivative
//! evaluation program*, CACM 7(8), 1964.
//!
//! ```
//! use ad::prelude::*;
//!
//! #[exp]
//! fn area(width: f64, height: f64) -> f64 {
//!     width * height
//! }
//!
//! // A gradient has the shape of the argument.
//! assert_eq!(forward::grad(Area).at((2.0, 3.0)), (3.0, 2.0));
//! // The value, and its derivative in the direction (1, 0).
//! assert_eq!(forward::jvp(Area).at(((2.0, 3.0), (1.0, 0.0))), (6.0, 3.0));
//! ```

mod dense;
pub(crate) mod nested;
mod prepared;
mod vector;

use core::marker::PhantomData;

use crate::function::Partial;
use crate::number::erased::{made, mapped};
use crate::number::exp::{Repeatable, callable};
use crate::number::num::numbers;
use crate::number::shape::assert_same_structure;
use crate::number::shortcuts::annihilates;
use crate::{Dict, Exp, Matrix, Num, Of, OneNumber, Shape, Signature, Strategy};

pub use dense::{Dense, DenseDual};
pub use nested::Nested;
pub(crate) use prepared::Tangents;
pub use vector::{
    Grad, Jacobian, ValueAndGrad, ValueAndJacobian, WIDTH, grad, jacobian, value_and_grad, value_and_jacobian,
};

/// A primal and its tangents.
///
/// It is also a shape, of a number and its tangents.
///
/// ```
/// use ad::Shape;
/// use ad::forward::Dual;
///
/// let x = Dual { v: 3.0, d: Some([1.0, 0.0]) };
/// assert_eq!(<Dual<f64, 2>>::count(&x), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dual<V, const W: usize = 1> {
    /// The primal.
    pub v: V,
    /// The tangents, or `None` for a constant.
    pub d: Option<[V; W]>,
}

impl<V, const W: usize> Dual<V, W> {
    #[inline]
    fn map<U>(self, mut f: impl FnMut(V) -> U) -> Dual<U, W> {
        Dual { v: f(self.v), d: self.d.map(|d| mapped(d, f)) }
    }
}

/// The primal and its tangents, if there are any.
impl<const W: usize> Shape for Dual<f64, W> {
    type Of<T: Clone> = Dual<T, W>;
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Dual<T, W>, f: &mut impl FnMut(&T) -> U) -> Dual<U, W> {
        Dual { v: f(&x.v), d: x.d.as_ref().map(|d| made(|i| f(&d[i]))) }
    }
    #[inline]
    fn for_each<T: Clone>(x: &Dual<T, W>, f: &mut impl FnMut(&T)) {
        f(&x.v);
        x.d.iter().flatten().for_each(f);
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Dual<T, W>, f: &mut impl FnMut(&mut T)) {
        f(&mut x.v);
        x.d.iter_mut().flatten().for_each(f);
    }
}

/// The dictionary of dual numbers over `D`, with `W` tangents each.
///
/// The tangents of two evaluations may belong to different variables. `'t` stands for one evaluation, so that their numbers do
/// not mix.
///
/// Only an operator such as [`diff`] makes one. The bound of a function that passes an expression to an operator names it:
///
/// ```
/// use ad::forward::{self, Forward};
/// use ad::{At, Exp, F64, Signature, exp};
///
/// /// A step of Newton's method, for any expression.
/// fn newton<E>(e: &E, x: f64) -> f64
/// where
///     E: Signature<In = f64, Out = f64> + Exp<F64> + for<'t> Exp<Forward<'t, F64>>,
/// {
///     x - e.at(x) / forward::diff(e).at(x)
/// }
///
/// #[exp]
/// fn square_less_four(x: f64) -> f64 {
///     x * x - 4.0
/// }
///
/// assert_eq!(newton(&SquareLessFour, 4.0), 2.5);
/// ```
///
/// # Cost
///
/// A step on W tangents costs as much as on the primal, and W multiplications and additions. It needs no memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forward<'t, D, const W: usize = 1>(D, PhantomData<fn(&'t ()) -> &'t ()>);

impl<D, const W: usize> Forward<'_, D, W> {
    #[inline]
    pub(crate) fn new(base: D) -> Self {
        Forward(base, PhantomData)
    }
}

impl<D: Dict, const W: usize> Forward<'_, D, W> {
    /// Adds the tangents of operand `i` times its partial derivative to a sum, if they exist.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::needless_range_loop, reason = "LLVM might not inline the closure of an iterator")]
    fn accumulate(
        self,
        sum: &mut Option<[D::V; W]>,
        operand: &Dual<D::V, W>,
        partial: &impl Fn(usize) -> Partial<D::V>,
        i: usize,
    ) {
        let Some(tangents) = &operand.d else { return };
        // LLVM can take one closure apart. A loop for each case would be less to compile, but would make forward mode over
        // adjoint programs three to five times slower.
        let p = partial(i);
        let term = |j: usize| match p {
            Partial::Zero | Partial::One => tangents[j],
            Partial::Value(p) | Partial::MinusOne(p) => self.0.mul(tangents[j], p),
        };
        match (&mut *sum, p) {
            (_, Partial::Zero) => {}
            (Some(sums), _) => {
                for j in 0..W {
                    sums[j] = self.0.add(sums[j], term(j));
                }
            }
            (None, _) => {
                let mut sums = *tangents;
                for j in 0..W {
                    sums[j] = term(j);
                }
                *sum = Some(sums);
            }
        }
    }
}

impl<D: Dict, const W: usize> Strategy for Forward<'_, D, W> {
    type Base = D;
    type Lifted = Dual<D::V, W>;

    #[inline]
    fn base(self) -> D {
        self.0
    }
    #[inline]
    fn join(self, other: Self) -> Self {
        Forward::new(self.0.join(other.0))
    }
    #[inline]
    fn over(self, base: D) -> Self {
        Forward::new(base)
    }
    #[inline]
    fn constant(v: D::V) -> Dual<D::V, W> {
        Dual { v, d: None }
    }
    #[inline]
    fn primal(a: Dual<D::V, W>) -> D::V {
        a.v
    }
    #[inline]
    fn is_constant(a: Dual<D::V, W>) -> bool {
        a.d.is_none()
    }
    #[inline]
    fn annihilates(self, a: Dual<D::V, W>) -> bool {
        let tangents = a.d.iter().flatten();
        annihilates(self.0, a.v) && tangents.into_iter().all(|d| annihilates(self.0, *d))
    }

    /// The tangent of a step is Σ ẋᵢ·pᵢ.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<const K: usize>(
        self,
        v: D::V,
        operands: [Dual<D::V, W>; K],
        partial: impl Fn(usize) -> Partial<D::V>,
    ) -> Dual<D::V, W> {
        let mut d = None;
        match &operands[..] {
            [a] => self.accumulate(&mut d, a, &partial, 0),
            // With several tangents, results of different branches meet in memory. So there is one branch for each case.
            [a, b] if W > 1 => match (a.d.is_some(), b.d.is_some()) {
                (true, true) => {
                    self.accumulate(&mut d, a, &partial, 0);
                    self.accumulate(&mut d, b, &partial, 1);
                }
                (true, false) => self.accumulate(&mut d, a, &partial, 0),
                (false, true) => self.accumulate(&mut d, b, &partial, 1),
                (false, false) => {}
            },
            // LLVM does not always unroll a loop with branches. Then it copies the operands to memory.
            [a, b] => {
                self.accumulate(&mut d, a, &partial, 0);
                self.accumulate(&mut d, b, &partial, 1);
            }
            _ => {
                for (i, operand) in operands.iter().enumerate() {
                    self.accumulate(&mut d, operand, &partial, i);
                }
            }
        }
        Dual { v, d }
    }

    /// A checkpoint of the base, of the expression on primals and tangents.
    #[inline]
    fn checkpoint<E>(self, e: &E, x: &Of<E::In, Num<Self>>) -> Of<E::Out, Num<Self>>
    where
        E: Exp<Self> + Repeatable<Kept: Exp<Self>>,
    {
        let y = self.0.checkpoint(&OnDuals::<_, W>(e), &beneath::<E::In, D, W>(self, x));
        above::<E::Out, D, W>(self, &y)
    }
}

/// The expression under the base, whose numbers are duals of the base's numbers.
struct OnDuals<E, const W: usize>(E);

impl<E: Signature, const W: usize> Signature for OnDuals<E, W> {
    type In = Matrix<E::In, Dual<f64, W>>;
    type Out = Matrix<E::Out, Dual<f64, W>>;
}

impl<E: Repeatable, const W: usize> Repeatable for OnDuals<&E, W> {
    type Kept = OnDuals<E::Kept, W>;
    fn keep(&self) -> Self::Kept {
        OnDuals(self.0.keep())
    }
}

impl<'t, D: Dict, E: Exp<Forward<'t, D, W>>, const W: usize> Exp<D> for OnDuals<E, W> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let forward = Forward::new(dict);
        let y = self.0.apply(forward, &above::<E::In, D, W>(forward, x));
        beneath::<E::Out, D, W>(forward, &y)
    }
}

/// Duals of the base's numbers as numbers.
#[inline]
fn above<'t, S: Shape, D: Dict, const W: usize>(
    forward: Forward<'t, D, W>,
    x: &Of<Matrix<S, Dual<f64, W>>, Num<D>>,
) -> Of<S, Num<Forward<'t, D, W>>> {
    S::map(x, &mut |x: &Dual<Num<D>, W>| Num::new(forward, x.map(|v| v.value_under(forward.0))))
}

/// Numbers as duals of the base's numbers.
#[inline]
fn beneath<'t, S: Shape, D: Dict, const W: usize>(
    forward: Forward<'t, D, W>,
    x: &Of<S, Num<Forward<'t, D, W>>>,
) -> Of<Matrix<S, Dual<f64, W>>, Num<D>> {
    S::map(x, &mut |x| x.value_under(forward).map(|v| Num::new(forward.0, v)))
}

/// The tangents of a result.
#[inline]
pub(crate) fn tangents<D: Dict, const W: usize>(dict: D, y: Num<Forward<'_, D, W>>) -> [Num<D>; W] {
    let dict = dict.join(y.dict().0);
    numbers(dict, y.value().d.unwrap_or_else(|| [dict.zero(); W]))
}

/// The tangents of results, of which each has one.
#[inline]
fn all_tangents<S: Shape, D: Dict>(dict: D, y: &Of<S, Num<Forward<'_, D>>>) -> Of<S, Num<D>> {
    S::map(y, &mut |y| tangents(dict, *y)[0])
}

/// The primals of results.
#[inline]
fn all_primals<S: Shape, D: Dict>(dict: D, y: &Of<S, Num<Forward<'_, D>>>) -> Of<S, Num<D>> {
    S::map(y, &mut |y| primal(dict, *y))
}

/// The primal of a result.
#[inline]
pub(crate) fn primal<D: Dict, const W: usize>(dict: D, y: Num<Forward<'_, D, W>>) -> Num<D> {
    let dict = dict.join(y.dict().0);
    Num::new(dict, Num::new(dict, y.value().v).value_under(dict))
}

/// Numbers with the primals `x` and the tangents `dx`.
///
/// # Panics
///
/// Panics if they differ in structure.
#[inline]
fn duals<'t, S: Shape, D: Dict>(
    forward: Forward<'t, D>,
    x: &Of<S, Num<D>>,
    dx: &Of<S, Num<D>>,
) -> Of<S, Num<Forward<'t, D>>> {
    assert_same_structure::<S, _, _>(("argument", x), ("direction", dx));
    let mut x = S::map(x, &mut |x| Num::new(forward, Dual { v: x.value(), d: None }));
    S::zip_mut(&mut x, dx, &mut |x, dx| {
        *x = Num::new(forward, Dual { v: x.value().v, d: Some([dx.value()]) });
    });
    x
}

// -----------------------------------------------------------------------------------------------------------

/// The derivative of `e`, a function of one number, in forward mode: the derivative of each number of the result.
///
/// ```
/// use ad::{At, Exp, I64, exp, forward};
///
/// #[exp]
/// fn fourth_power(x: f64) -> f64 {
///     (x * x) * (x * x)
/// }
///
/// assert_eq!(forward::diff(FourthPower).at(2.0), 32.0);
/// assert_eq!(forward::diff(forward::diff(FourthPower)).eval(I64, 2), 48);
/// ```
///
/// # Cost
///
/// One evaluation on dual numbers, without memory: one to three times the value.
pub fn diff<E: Signature<In: OneNumber>>(e: E) -> Diff<E> {
    Diff(e)
}

/// The result of [`diff`]: an expression again.
#[derive(Clone, Copy, Debug)]
pub struct Diff<E>(E);

callable!([E] Diff<E>, [E] Jvp<E>);

impl<E: Signature<In = f64>> Signature for Diff<E> {
    type In = f64;
    type Out = E::Out;
}

impl<D: Dict, E: Signature<In = f64> + for<'t> Exp<Forward<'t, D>>> Exp<D> for Diff<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Num<D>) -> Of<E::Out, Num<D>> {
        let forward = Forward::new(dict);
        let x = Num::new(forward, Dual { v: x.value(), d: Some([dict.one()]) });
        let y = self.0.apply(forward, &x);
        all_tangents::<E::Out, D>(dict, &y)
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The Jacobian-vector product, or directional derivative: (x, ẋ) ↦ (y, ẏ), where ẏ = J(x)·ẋ has the shape of the result.
///
/// ```
/// use ad::{At, exp, forward};
///
/// #[exp]
/// fn product(x: [f64; 3]) -> f64 {
///     x.iter().product()
/// }
///
/// assert_eq!(forward::jvp(Product).at(([2.0, 3.0, 5.0], [1.0, 1.0, 0.0])), (30.0, 25.0));
/// ```
///
/// # Cost
///
/// One evaluation on dual numbers, without memory, for any number of inputs and results: one to three times the value.
///
/// # Panics
///
/// Evaluation panics if x and ẋ differ in [structure](Shape#structure).
pub fn jvp<E: Signature>(e: E) -> Jvp<E> {
    Jvp(e)
}

/// The result of [`jvp`].
#[derive(Clone, Copy, Debug)]
pub struct Jvp<E>(E);

impl<E: Signature> Signature for Jvp<E> {
    type In = (E::In, E::In);
    type Out = (E::Out, E::Out);
}

impl<D: Dict, E: for<'t> Exp<Forward<'t, D>>> Exp<D> for Jvp<E> {
    #[inline]
    fn apply(&self, dict: D, (x, dx): &Of<Self::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let forward = Forward::new(dict);
        let y = self.0.apply(forward, &duals::<E::In, D>(forward, x, dx));
        (all_primals::<E::Out, D>(dict, &y), all_tangents::<E::Out, D>(dict, &y))
    }
}
