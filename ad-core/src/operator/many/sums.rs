//! Sums over points, as expressions of the arguments that all points share.

use core::marker::PhantomData;

use super::parts::Parts;
use super::{Many, Points, Pointwise, PointwiseDifferentiable};
use crate::dictionary::lanes::Functions;
use crate::given::{Arguments, Constants, Holds, PartiallyApplied};
use crate::number::slot::Slot;
use crate::terms::term_by_term;
use crate::{Exp, Num, Of, RealDict, Request, Seeding, Shape, Signature};

/// The shape of the first argument of `E`.
type First<E> = <<E as Signature>::In as Arguments>::First;
/// The shape of the other arguments of `E`.
type Rest<E> = <<E as Signature>::In as Arguments>::Rest;

impl<E, const W: usize, F: Functions> Many<E, W, F> {
    /// The sum of a function over points, as an expression of all arguments but the first: x ↦ Σ e(pᵢ, x). The first argument is the
    /// point.
    ///
    /// ```
    /// use ad::prelude::*;
    /// use ad::{Many, call};
    ///
    /// /// The square of the distance from a line to a point.
    /// #[exp(adjoint)]
    /// fn misfit(point: [f64; 2], slope: f64, offset: f64) -> f64 {
    ///     let distance = slope * point[0] + offset - point[1];
    ///     distance * distance
    /// }
    ///
    /// let points = [[0.0, 1.0], [1.0, 3.0], [2.0, 4.0]];
    /// let sum = Many::new(Misfit).terms(&points);
    /// assert_eq!(call::value_and_grad(&sum, &(1.0, 1.0)), (2.0, (-6.0, -4.0)));
    /// assert_eq!(hessian(&sum).at((1.0, 1.0)), ((10.0, 6.0), (6.0, 6.0)));
    /// ```
    ///
    /// At plain floats, the value and the gradient by an adjoint program evaluate `W` terms at once. Everything else evaluates one term
    /// after the other with exact functions, as [`terms`](mod@crate::terms) does: that function is for data that are no floats.
    ///
    /// # Order of summation
    ///
    /// Values are added from the left. For a gradient the points are divided into parts of `32 * W`. Lane `i` of a part adds the
    /// adjoints of points `i`, `i + W`, … in order. Then the lanes are added in order, then the points that fill no group, and then the
    /// parts. If the points of a part take different paths, its gradients are added from the left. So the bits depend on the points and
    /// on `W`, and not on the number of processors.
    ///
    /// # Panics
    ///
    /// The evaluation panics with the number of a point if the expression panics there, or if [`Same`](super::Same) leaves the number of
    /// points open.
    ///
    /// # Cost
    ///
    /// For a gradient, that of the reverse sweeps in lanes. The sums of a part are created and added once. Parts that branch cost as much
    /// as [`values`](Many::values) of the gradient, and may store their gradients.
    pub fn terms<P, H>(self, points: &P) -> AtPoints<'_, E, P, H, W, F>
    where
        E: Signature<In: Arguments, Out = f64>,
        P: Points<First<E>, H> + ?Sized,
    {
        AtPoints { many: self, points, how: PhantomData }
    }
}

/// The result of [`Many::terms`].
#[derive(Debug)]
pub struct AtPoints<'a, E, P: ?Sized, H, const W: usize, F> {
    many: Many<E, W, F>,
    points: &'a P,
    how: PhantomData<fn() -> H>,
}

impl<E, P, H, const W: usize, F> AtPoints<'_, E, P, H, W, F>
where
    E: Signature<In: Arguments, Out = f64> + Pointwise<W, F> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
    F: Functions,
{
    fn parts<'b>(&'b self, x: &'b Of<Rest<E>, f64>) -> Parts<'b, E, P, H, F, W> {
        Parts::new(&self.many.e, self.many.alone, self.points, x)
    }

    /// The value at `x` and the gradient, on all processors (with the feature `rayon`, on its current pool). The bits are the same for
    /// any number of processors, and those of `call::value_and_grad` by the adjoint program.
    ///
    /// ```
    /// use ad::{Many, exp};
    ///
    /// #[exp(adjoint)]
    /// fn misfit(point: f64, x: f64) -> f64 {
    ///     (x - point) * (x - point)
    /// }
    ///
    /// let sum = Many::new(Misfit).terms(&[1.0, 2.0, 6.0]);
    /// assert_eq!(sum.value_and_grad_in_parallel(&4.0), (17.0, 6.0));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`terms`](Many::terms).
    #[cfg(feature = "rayon")]
    pub fn value_and_grad_in_parallel(&self, x: &Of<Rest<E>, f64>) -> (f64, Of<Rest<E>, f64>)
    where
        E: Sync,
        P: Sync,
        Of<Rest<E>, f64>: Send + Sync,
    {
        self.parts(x).value_and_grad_in_parallel()
    }
}

impl<E: Signature<In: Arguments>, P: ?Sized, H, const W: usize, F> Signature for AtPoints<'_, E, P, H, W, F> {
    type In = Rest<E>;
    type Out = f64;
    fn parameter_names(&self) -> &'static [&'static str] {
        self.many.e.parameter_names().get(1..).unwrap_or_default()
    }
}

impl<D, E, P, H, const W: usize, F> Exp<D> for AtPoints<'_, E, P, H, W, F>
where
    D: RealDict,
    E: Exp<D> + Signature<In: Arguments, Out = f64> + Pointwise<W, F> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
    F: Functions,
{
    fn apply(&self, dict: D, x: &Of<Rest<E>, Num<D>>) -> Num<D> {
        let Some(floats) = D::FLOATS else { return dict.terms(self.each(), x) };
        let x = Rest::<E>::map(x, &mut |x| (floats.from)(x.value()));
        Num::new(dict, (floats.to)(self.parts(&x).value()))
    }

    fn has_program(&self) -> bool {
        Exp::<D>::has_program(&self.many.e)
    }

    fn program(&self, dict: D, x: &Of<Rest<E>, Num<D>>, seeding: &mut dyn Seeding<Rest<E>, f64, D>) {
        // With another seed, an adjoint that is empty for all terms must stay empty.
        let Some(floats) = D::FLOATS.filter(|_| seeding.request() == Request::Gradient) else {
            return term_by_term(self.each(), dict, x, seeding);
        };
        let mut slots = seeding.slots().unwrap_or_else(|| Rest::<E>::map(x, &mut |_| Slot::new()));
        let x = Rest::<E>::map(x, &mut |x| (floats.from)(x.value()));
        let (y, gradient) = self.parts(&x).value_and_grad();
        let number = |x: f64| Num::new(dict, (floats.to)(x));
        seeding.value(&number(y));
        Rest::<E>::zip_mut(&mut slots, &gradient, &mut |slot: &mut Slot<Num<D>>, d| slot.add(number(*d)));
        seeding.adjoints(0, &slots);
        seeding.retain(slots);
    }
}

impl<E, P, H, const W: usize, F> AtPoints<'_, E, P, H, W, F>
where
    E: Signature<In: Arguments>,
    P: Points<First<E>, H> + ?Sized,
{
    /// The terms.
    fn each(&self) -> impl Iterator<Item = PartiallyApplied<&E, Point<'_, P, H>>> {
        let (e, points, how) = (&self.many.e, self.points, self.how);
        (0..super::parts::count(points))
            .map(move |i| PartiallyApplied { e, constants: Point { points, i, how } })
    }
}

/// A point as the first argument.
struct Point<'a, P: ?Sized, H> {
    points: &'a P,
    i: usize,
    how: PhantomData<fn() -> H>,
}

impl<I: Arguments, P: ?Sized, H> Constants<I> for Point<'_, P, H> {
    type Others = I::Rest;
    const FIRST: bool = true;
    fn map_others<T: Clone, U: Clone>(&self, all: &Of<I, T>, f: &mut impl FnMut(&T) -> U) -> Of<I::Rest, U> {
        I::map_rest(all, f)
    }
}

impl<I: Arguments, P: Points<I::First, H> + ?Sized, H, D: RealDict> Holds<I, D> for Point<'_, P, H> {
    fn all(&self, dict: D, rest: &Of<I::Rest, Num<D>>) -> (D, Of<I, Num<D>>) {
        let point = self.points.map_point(self.i, &mut |c| Num::new(dict, dict.constant(*c)));
        (dict, I::join(point, rest.clone()))
    }
}
