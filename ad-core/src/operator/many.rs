//! An expression at many points, several at once.
//!
//! A group of points is evaluated under [`Lanes`]. The lanes that agreed in every answer are finished. The others wait, and are
//! grouped by the path that they took. Where that is slower than points one by one, those follow.

mod parts;
mod points;
mod results;
mod schedule;
mod sums;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

pub use points::{Columns, Points, Same};
pub use results::Results;
pub use sums::AtPoints;

use crate::dictionary::lanes::{Exact, Functions, Lanes, Vectorized, Voting};
use crate::{Differentiable, Exp, F64, Of, Shape, Signature, Under};
use schedule::{Faster, Scheduler, Sink};

/// An expression, prepared for evaluation at many points. The expression may be an operator: the gradient of a function, or a
/// product of its Jacobian or Hessian with a vector.
///
/// ```
/// use ad::prelude::*;
/// use ad::Many;
///
/// #[exp(adjoint)]
/// fn energy(x: f64, y: f64) -> f64 {
///     if x > y { x * x * y } else { x * y }
/// }
///
/// let points = [(1.0, 2.0), (3.0, 2.0), (5.0, 7.0)];
/// let mut gradients = [(0.0, 0.0); 3];
/// Many::new(reverse::grad(Energy)).values_into(&points, &mut gradients);
/// assert_eq!(gradients, [(2.0, 1.0), (12.0, 9.0), (7.0, 5.0)]);
/// ```
///
/// # Points and results
///
/// [`Points`] lists the containers of arguments. A list has an argument for each point. [`Columns`] have a list for each number.
/// [`Same`] is one argument that all points share. A tuple of these is a container as well.
///
/// Data that differ by point are a parameter of the function. If this parameter is the first,
/// [`reverse::grad_given`](crate::reverse::grad_given) takes the gradient by the others.
///
/// [`Results`] are a slice of values, or columns.
///
/// # Exactness
///
/// Each result has the bits of an evaluation at its point alone: `e.at(x)`. So the result does not depend on the other points, on
/// the number of lanes, or on the number of processors.
///
/// # Branches and side effects
///
/// Points take different paths. A point whose lane leaves the majority's path is evaluated again. So the *side effects* of the
/// expression (a counter, a log) occur once for each run, and not once for each point. Points that share a run share its side
/// effects. A point that is evaluated again has its side effects again. With [`one_by_one`](Many::one_by_one), each point is
/// evaluated once, in order, alone.
///
/// # Panics
///
/// If the expression panics at some points, the others are evaluated, and their results written. Then [`values_into`](Many::values_into)
/// panics with the number of the first such point, and [`try_values_into`](Many::try_values_into) returns all of them. Without `std`, a
/// panic ends the evaluation. The panic hook may be called several times for such a point.
///
/// # Cost
///
/// A run of [`Lanes`] for each group of `W` points that take the same path, and no memory beyond that of the expression. Simulations
/// and rational functions gain most: `benches/README.md` in the repository compares them with other programs. Of at least 128
/// points whose type determines the number of numbers, the first ones are evaluated in both ways. If they are faster one by one, as with few
/// operations, all others are evaluated so, also those of later calls.
#[derive(Clone, Debug)]
pub struct Many<E, const W: usize = 8, F = Exact> {
    e: E,
    alone: bool,
    faster: Faster,
    functions: PhantomData<F>,
}

/// An expression that [`Many`] can evaluate: alone, and in lanes that vote. A function with `#[exp]` and an operator around one is such an
/// expression.
///
/// ```
/// use ad::{Many, Pointwise, exp};
///
/// #[exp]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// fn total<E: Pointwise<In = f64, Out = f64>>(e: &E, points: &[f64]) -> f64 {
///     Many::new(e).values(points).iter().sum()
/// }
///
/// assert_eq!(total(&Square, &[1.0, 2.0, 3.0]), 14.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot evaluate `{Self}` at many points",
    label = "not an expression under plain floats and under lanes",
    note = "an expression is the struct that `#[exp]` makes of a function, or an operator such as `reverse::grad` around one"
)]
pub trait Pointwise<const W: usize = 8, F: Functions = Exact>:
    Signature + Exp<F::Alone> + Exp<Lanes<W, Voting<F>>>
{
}

#[diagnostic::do_not_recommend]
impl<E, const W: usize, F: Functions> Pointwise<W, F> for E where
    E: Signature + Exp<F::Alone> + Exp<Lanes<W, Voting<F>>> + ?Sized
{
}

/// An expression whose derivatives can be taken at many points: see [`Pointwise`].
///
/// ```
/// use ad::{PointwiseDifferentiable, call, exp};
///
/// #[exp(adjoint)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// fn total<E: PointwiseDifferentiable<In = f64, Out = f64>>(e: &E, points: &[f64]) -> f64 {
///     call::grads(e, points).iter().sum()
/// }
///
/// assert_eq!(total(&Square, &[1.0, 2.0, 3.0]), 12.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot take derivatives of `{Self}` at many points",
    label = "not an expression under every dictionary that is needed",
    note = "an expression is the struct that `#[exp]` makes of a function, or an operator such as `forward::diff` around one"
)]
pub trait PointwiseDifferentiable<const W: usize = 8, F: Functions = Exact>:
    Differentiable<F::Alone> + Differentiable<Lanes<W, Voting<F>>>
{
}

#[diagnostic::do_not_recommend]
impl<E, const W: usize, F: Functions> PointwiseDifferentiable<W, F> for E where
    E: Differentiable<F::Alone> + Differentiable<Lanes<W, Voting<F>>> + ?Sized
{
}

impl<E> Many<E> {
    /// Prepares `e`, with 8 lanes.
    pub fn new(e: E) -> Self {
        Many { e, alone: false, faster: Faster::default(), functions: PhantomData }
    }
}

impl<E, const W: usize, F: Functions> Many<E, W, F> {
    /// The same with `V` lanes: 2, 4, 8 or 16. Programs that save much memory, or branch often, are faster with fewer.
    ///
    /// ```
    /// use ad::{Many, paper::{Var, pow}};
    ///
    /// let mut cubes = [0.0; 3];
    /// Many::new(pow(3, Var)).width::<4>().values_into(&[1.0, 2.0, 3.0], &mut cubes);
    /// assert_eq!(cubes, [1.0, 8.0, 27.0]);
    /// ```
    pub fn width<const V: usize>(self) -> Many<E, V, F> {
        Many { e: self.e, alone: self.alone, faster: Faster::default(), functions: PhantomData }
    }

    /// The same with [`Vectorized`] elementary functions, whose errors are bounded by some ulp. Results still do not depend on the
    /// other points, the number of lanes or processors, or the target.
    ///
    /// ```
    /// use ad::{Many, exp};
    ///
    /// #[exp]
    /// fn decay(t: f64) -> f64 {
    ///     (-t).exp()
    /// }
    ///
    /// let y = Many::new(Decay).vectorized().values(&[1.0, 2.0]);
    /// assert!((y[1] - (-2f64).exp()).abs() < 1e-16);
    /// ```
    pub fn vectorized(self) -> Many<E, W, Vectorized> {
        Many { e: self.e, alone: self.alone, faster: Faster::default(), functions: PhantomData }
    }

    /// The same without lanes: each point is evaluated once, in order, alone.
    ///
    /// ```
    /// use ad::{Many, exp};
    /// use std::cell::Cell;
    ///
    /// thread_local!(static CALLS: Cell<u32> = const { Cell::new(0) });
    ///
    /// #[exp]
    /// fn counted(x: f64) -> f64 {
    ///     CALLS.set(CALLS.get() + 1);
    ///     x * x
    /// }
    ///
    /// let mut squares = [0.0; 3];
    /// Many::new(Counted).one_by_one().values_into(&[1.0, 2.0, 3.0], &mut squares);
    /// assert_eq!(CALLS.get(), 3);
    /// ```
    pub fn one_by_one(self) -> Self {
        Many { alone: true, ..self }
    }

    /// The value at each point goes into `results`.
    ///
    /// ```
    /// use ad::{Columns, Many, exp};
    ///
    /// #[exp]
    /// fn area(width: f64, height: f64) -> f64 {
    ///     width * height
    /// }
    ///
    /// // A list of points, and a list for each number.
    /// let mut areas = [0.0; 2];
    /// Many::new(Area).values_into(&[(2.0, 3.0), (4.0, 5.0)], &mut areas);
    /// assert_eq!(areas, [6.0, 20.0]);
    /// Many::new(Area).values_into(&Columns((vec![2.0, 4.0], vec![3.0, 5.0])), &mut areas);
    /// assert_eq!(areas, [6.0, 20.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are not as many results as points, if a result differs in [structure](Shape#structure) from its container, or
    /// if the expression panics.
    pub fn values_into<P, R, H, K>(&self, points: &P, results: &mut R)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H> + ?Sized,
        R: Results<E::Out, K> + ?Sized,
    {
        if let Err(panics) = self.try_values_into(points, results) {
            panic!("{panics}");
        }
    }

    /// Like [`values_into`](Many::values_into), but returns the points at which the expression panics. Their results are left
    /// as they are.
    ///
    /// ```
    /// use ad::{Many, exp};
    ///
    /// #[exp]
    /// fn root(x: f64) -> f64 {
    ///     assert!(x >= 0.0, "negative");
    ///     x.sqrt()
    /// }
    ///
    /// let mut roots = [0.0; 4];
    /// let panics = Many::new(Root).try_values_into(&[1.0, 4.0, -9.0, 16.0], &mut roots).unwrap_err();
    /// assert_eq!(panics.at, [(2, "negative".into())]);
    /// assert_eq!(roots, [1.0, 2.0, 0.0, 4.0]);
    /// ```
    ///
    /// # Errors
    ///
    /// The points at which the expression panics. Without `std` there is no error.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many results as points, or if a result differs in [structure](Shape#structure) from its container.
    pub fn try_values_into<P, R, H, K>(&self, points: &P, results: &mut R) -> Result<(), Panics>
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H> + ?Sized,
        R: Results<E::Out, K> + ?Sized,
    {
        let n = count(points, results.count());
        Panics::of(self.run(points, n, Written(results, PhantomData)))
    }

    /// The value at each point.
    ///
    /// ```
    /// use ad::prelude::*;
    /// use ad::Many;
    ///
    /// #[exp(adjoint)]
    /// fn square(x: f64) -> f64 {
    ///     x * x
    /// }
    ///
    /// assert_eq!(Many::new(reverse::grad(Square)).values(&[1.0, 2.0, 3.0]), [2.0, 4.0, 6.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the expression panics, or if [`Same`] leaves the number of points open.
    pub fn values<P, H>(&self, points: &P) -> Vec<<E as Under<F64>>::Value>
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H> + ?Sized,
    {
        let n = points.count().expect("the number of points is open: at least one list of points is needed");
        let mut values: Vec<Option<Of<E::Out, f64>>> = Vec::new();
        values.resize(n, None);
        if let Err(panics) = Panics::of(self.run(points, n, Collected::<E::Out>(&mut values, 0))) {
            panic!("{panics}");
        }
        values.into_iter().map(|value| value.expect("each point has a value")).collect()
    }

    /// The value at each point, on all processors (with the feature `rayon`, on its current pool). The bits are the same for any
    /// number of processors, and those of [`values`](Many::values).
    ///
    /// ```
    /// use ad::{Many, paper::{Var, pow}};
    ///
    /// assert_eq!(Many::new(pow(3, Var)).values_in_parallel(&[1.0, 2.0, 3.0]), [1.0, 8.0, 27.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`values`](Many::values).
    #[cfg(feature = "rayon")]
    pub fn values_in_parallel<P, H>(&self, points: &P) -> Vec<<E as Under<F64>>::Value>
    where
        E: Pointwise<W, F> + Sync,
        P: Points<E::In, H> + Sync + ?Sized,
        Of<E::Out, f64>: Send,
    {
        let n = points.count().expect("the number of points is open: at least one list of points is needed");
        let mut values = Vec::with_capacity(n);
        let panics = self.run_in_parallel(points, n, |_, value| values.push(value));
        if let Err(panics) = Panics::of(panics) {
            panic!("{panics}");
        }
        values.into_iter().map(|value| value.expect("each point has a value")).collect()
    }

    /// The same into `results`, such as [`Columns`].
    ///
    /// ```
    /// use ad::{Columns, Many, exp};
    ///
    /// #[exp]
    /// fn on_a_circle(angle: f64) -> [f64; 2] {
    ///     [angle.cos(), angle.sin()]
    /// }
    ///
    /// let angles = [0.0, 0.5, 1.0];
    /// let mut columns = Columns([vec![0.0; 3], vec![0.0; 3]]);
    /// Many::new(OnACircle).values_in_parallel_into(&angles, &mut columns);
    /// assert_eq!(columns.0[1], angles.map(f64::sin));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`values_into`](Many::values_into).
    #[cfg(feature = "rayon")]
    pub fn values_in_parallel_into<P, R, H, K>(&self, points: &P, results: &mut R)
    where
        E: Pointwise<W, F> + Sync,
        P: Points<E::In, H> + Sync + ?Sized,
        R: Results<E::Out, K> + ?Sized,
        Of<E::Out, f64>: Send,
    {
        let n = count(points, results.count());
        let panics = self.run_in_parallel(points, n, |i, value| {
            if let Some(value) = value {
                results.put(i, &value, |y: &f64| *y);
            }
        });
        if let Err(panics) = Panics::of(panics) {
            panic!("{panics}");
        }
    }

    /// Evaluates `n` points on all processors. `receive` gets the number of each point, in order, and its value unless the expression
    /// panics there. Returns the points at which it does.
    #[cfg(feature = "rayon")]
    fn run_in_parallel<P, H>(
        &self,
        points: &P,
        n: usize,
        mut receive: impl FnMut(usize, Option<Of<E::Out, f64>>),
    ) -> Vec<(usize, String)>
    where
        E: Pointwise<W, F> + Sync,
        P: Points<E::In, H> + Sync + ?Sized,
        Of<E::Out, f64>: Send,
    {
        use rayon::prelude::*;

        // A few blocks for each processor, of whole groups.
        let block = n.div_ceil(8 * rayon::current_num_threads()).next_multiple_of(W).max(16 * W);
        let (e, alone, faster) = (&self.e, self.alone, &self.faster);
        let blocks: Vec<_> = (0..n.div_ceil(block))
            .into_par_iter()
            .with_max_len(1)
            .map(|i| {
                let range = i * block..n.min((i + 1) * block);
                let mut values = vec![None; range.len()];
                let into = Collected::<E::Out>(&mut values, range.start);
                let mut scheduler = Scheduler::<E, P, _, F, W>::new(e, points, into);
                scheduler.run(range, alone, faster);
                (scheduler.panics(), values)
            })
            .collect();
        let (panics, values): (Vec<_>, Vec<_>) = blocks.into_iter().unzip();
        values.into_iter().flatten().enumerate().for_each(|(i, value)| receive(i, value));
        panics.concat()
    }

    /// Evaluates `n` points. Returns those at which the expression panics.
    fn run<P, H>(&self, points: &P, n: usize, into: impl Sink<E::Out>) -> Vec<(usize, String)>
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H> + ?Sized,
    {
        let mut scheduler = Scheduler::<_, _, _, F, W>::new(&self.e, points, into);
        scheduler.run(0..n, self.alone, &self.faster);
        scheduler.panics()
    }
}

/// Results that are written into the caller's memory.
struct Written<'a, R: ?Sized, K>(&'a mut R, PhantomData<K>);

impl<S: Shape, K, R: Results<S, K> + ?Sized> Sink<S> for Written<'_, R, K> {
    #[inline]
    fn end(&self) -> usize {
        self.0.count()
    }
    #[inline]
    fn receive<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        self.0.put(i, y, float);
    }
    #[inline]
    fn receive_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        self.0.put_each(range, y, float);
    }
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn receive_lanes<T: Clone, const W: usize>(
        &mut self,
        i: usize,
        y: &Of<S, T>,
        floats: impl Fn(&T) -> &[f64; W],
    ) {
        self.0.put_lanes(i, y, floats);
    }
}

/// Results in containers of their own, from a point on.
struct Collected<'a, S: Shape>(&'a mut [Option<Of<S, f64>>], usize);

impl<S: Shape> Sink<S> for Collected<'_, S> {
    #[inline]
    fn end(&self) -> usize {
        self.1 + self.0.len()
    }
    #[inline]
    fn receive<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64) {
        self.0[i - self.1] = Some(S::map(y, &mut |y| float(y)));
    }
}

/// The number of points, if there is a result for each.
fn count<S: Shape, H, P: Points<S, H> + ?Sized>(points: &P, results: usize) -> usize {
    let n = points.count().unwrap_or(results);
    assert!(n == results, "there are {n} points and {results} results");
    n
}

/// The points at which an expression panicked: the result of [`Many::try_values_into`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panics {
    /// The number of each point, in order, and the message.
    pub at: Vec<(usize, String)>,
}

impl Panics {
    fn of(mut at: Vec<(usize, String)>) -> Result<(), Self> {
        at.sort_by_key(|(point, _)| *point);
        if at.is_empty() { Ok(()) } else { Err(Panics { at }) }
    }
}

impl fmt::Display for Panics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((point, message)) = self.at.first() else { return f.write_str("no point panicked") };
        write!(f, "point {point} panicked: {message}")?;
        match self.at.len() - 1 {
            0 => Ok(()),
            1 => write!(f, "; so did another point"),
            others => write!(f, "; so did {others} other points"),
        }
    }
}

impl core::error::Error for Panics {}
