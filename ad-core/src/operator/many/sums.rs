//! Sums over points, with the gradient by the arguments that all points share.
//!
//! The adjoint programs of all groups add to the same lanes of sums, which are added to each other at the end. So the price of the
//! shared arguments is paid once for many groups. That presumes that all lanes take one path. If a part of the points does not, its
//! terms are evaluated like those of [`Many::values`] and added one by one.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::points::Points;
use super::schedule::{Scheduler, Sink, caught};
use super::{Many, Panics, PointwiseDifferentiable};
use crate::dictionary::lanes::processor::{self, Job};
use crate::dictionary::lanes::{Functions, Lanes, Run, Voting};
use crate::given::Arguments;
use crate::mode::primal::Primal;
use crate::number::slot::{Slot, Total, total};
use crate::reverse::{ValueAndGradGiven, value_and_grad_given};
use crate::{Argument, Dict, Exp, F64, Num, Of, Request, Seeding, Shape, Signature};

/// The number of groups in a part. A sum of lanes is as wide as a group, so a part must have many.
const GROUPS: usize = 32;

/// The shape of the first argument of `E`.
type First<E> = <<E as Signature>::In as Arguments>::First;
/// The shape of the other arguments of `E`.
type Rest<E> = <<E as Signature>::In as Arguments>::Rest;
/// A value and a gradient.
type ValueAndGradient<E> = (f64, Of<Rest<E>, f64>);

impl<E, const W: usize, F: Functions> Many<E, W, F> {
    /// The sum of a function over points, and its gradient by all arguments but the first. The first argument is the point, and the
    /// others are common: Σ e(pᵢ, x) and its gradient by x.
    ///
    /// ```
    /// use ad::{Many, exp};
    ///
    /// /// The square of the distance from a line to a point.
    /// #[exp(adjoint)]
    /// fn misfit(point: [f64; 2], slope: f64, offset: f64) -> f64 {
    ///     let distance = slope * point[0] + offset - point[1];
    ///     distance * distance
    /// }
    ///
    /// let points = [[0.0, 1.0], [1.0, 3.0], [2.0, 4.0]];
    /// let (sum, gradient) = Many::new(Misfit).value_and_grad_of_sum(&points, &(1.0, 1.0));
    /// assert_eq!((sum, gradient), (2.0, (-6.0, -4.0)));
    /// ```
    ///
    /// # Order of summation
    ///
    /// The points are divided into parts of `32 * W`. Lane `i` of a part adds points `i`, `i + W`, … in order. Then the lanes are added
    /// in order, then the points that fill no group, and then the parts. If the points of a part take different paths, its terms are
    /// added as they are evaluated. So the bits depend on the points and on `W` only.
    ///
    /// # Cost
    ///
    /// For functions with an adjoint program, that of their reverse sweeps in lanes. The sums of a part are created and added once. Other
    /// functions, and parts that branch, cost as much as [`values`](Many::values) of the gradient. [`terms`](mod@crate::terms) is for data
    /// that are no numbers.
    ///
    /// # Panics
    ///
    /// Panics if the expression panics, or if [`Same`](super::Same) leaves the number of points open.
    pub fn value_and_grad_of_sum<P, H, X, K>(&self, points: &P, x: &X) -> ValueAndGradient<E>
    where
        E: Signature<In: Arguments, Out = f64> + PointwiseDifferentiable<W, F>,
        P: Points<First<E>, H> + ?Sized,
        X: Argument<Rest<E>, K> + ?Sized,
    {
        let sums = Parts::<_, _, _, H, K, F, W>::new(self, points, x);
        let mut sum = sums.zero();
        let mut panics = Vec::new();
        sums.parts().for_each(|range| {
            let (part, of_part) = sums.part(range);
            add::<Rest<E>>(&mut sum, &part);
            panics.extend(of_part);
        });
        Panics::check(panics);
        sum
    }

    /// The same on all processors (with the feature `rayon`, on its current pool). The bits are the same for any number of processors,
    /// and those of [`value_and_grad_of_sum`](Many::value_and_grad_of_sum).
    ///
    /// ```
    /// use ad::{Many, exp};
    ///
    /// #[exp(adjoint)]
    /// fn misfit(point: f64, x: f64) -> f64 {
    ///     (x - point) * (x - point)
    /// }
    ///
    /// assert_eq!(Many::new(Misfit).value_and_grad_of_sum_in_parallel(&[1.0, 2.0, 6.0], &4.0), (17.0, 6.0));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`value_and_grad_of_sum`](Many::value_and_grad_of_sum).
    #[cfg(feature = "rayon")]
    pub fn value_and_grad_of_sum_in_parallel<P, H, X, K>(&self, points: &P, x: &X) -> ValueAndGradient<E>
    where
        E: Signature<In: Arguments, Out = f64> + PointwiseDifferentiable<W, F> + Sync,
        P: Points<First<E>, H> + Sync + ?Sized,
        X: Argument<Rest<E>, K> + Sync + ?Sized,
        Of<Rest<E>, f64>: Send,
    {
        use rayon::prelude::*;

        let sums = Parts::<_, _, _, H, K, F, W>::new(self, points, x);
        let (mut sum, mut panics) = (sums.zero(), Vec::new());
        // Some parts for each processor, so that few of their sums exist at once.
        let parts: Vec<_> = sums.parts().collect();
        for parts in parts.chunks(8 * rayon::current_num_threads()) {
            let parts: Vec<_> = parts.par_iter().map(|range| sums.part(range.clone())).collect();
            for (part, of_part) in parts {
                add::<Rest<E>>(&mut sum, &part);
                panics.extend(of_part);
            }
        }
        Panics::check(panics);
        sum
    }
}

/// Adds a sum to another one.
fn add<R: Shape>((y, gradient): &mut (f64, Of<R, f64>), (term, slopes): &(f64, Of<R, f64>)) {
    *y += term;
    R::zip_mut(gradient, slopes, &mut |sum, slope| *sum += slope);
}

/// The parts of a sum: an expression at points and a common argument.
struct Parts<'a, E, P: ?Sized, X: ?Sized, H, K, F, const W: usize> {
    e: &'a E,
    alone: bool,
    points: Joined<'a, P, X>,
    n: usize,
    how: PhantomData<fn() -> (H, K, F)>,
}

impl<'a, E, P, X, H, K, F, const W: usize> Parts<'a, E, P, X, H, K, F, W>
where
    F: Functions,
    E: Signature<In: Arguments, Out = f64> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
    X: Argument<Rest<E>, K> + ?Sized,
{
    fn new(many: &'a Many<E, W, F>, points: &'a P, x: &'a X) -> Self {
        let n = points.count().expect("the number of points is open: at least one list of points is needed");
        Parts { e: &many.e, alone: many.alone, points: Joined { points, x }, n, how: PhantomData }
    }

    fn zero(&self) -> ValueAndGradient<E> {
        (F64.empty_sum(), self.points.x.map_numbers(&mut |_| 0.0))
    }

    fn parts(&self) -> impl Iterator<Item = Range<usize>> + use<E, P, X, H, K, F, W> {
        let n = self.n;
        (0..n).step_by(GROUPS * W).map(move |start| start..n.min(start + GROUPS * W))
    }

    /// The sum of a part, and the points at which the expression panics.
    fn part(&self, range: Range<usize>) -> (ValueAndGradient<E>, Vec<(usize, String)>) {
        let groups = range.start..range.end - range.len() % W;
        let together = if self.alone { None } else { self.together(groups.clone()) };
        let (mut sum, rest) = match together {
            Some(sum) => (sum, groups.end..range.end),
            None => (self.zero(), range),
        };
        let e = value_and_grad_given(self.e);
        let into = Added::<Rest<E>>(&mut sum);
        let mut scheduler =
            Scheduler::<ValueAndGradGiven<&E>, Joined<'_, P, X>, _, F, W>::new(&e, &self.points, into);
        scheduler.run::<(H, K)>(rest, self.alone);
        let panics = scheduler.panics();
        (sum, panics)
    }

    /// The sum of groups by the adjoint program, or `None` if there is none or if lanes take different paths.
    fn together(&self, range: Range<usize>) -> Option<ValueAndGradient<E>> {
        if !Exp::<Primal<Lanes<W, Voting<F>>>>::has_program(self.e) {
            return None;
        }
        let run = Run::begin(usize::MAX >> (usize::BITS as usize - W))?;
        let dict = Primal(run.lanes::<W, F>());
        let mut sums = Sums::<E::In, _> { dict, y: dict.empty_sum(), totals: None };
        let groups = Groups { parts: self, range, run: &run, sums: &mut sums };
        caught(|| processor::run(groups)).ok().flatten()?;
        // A NaN of a marked lane may be none at the point alone.
        let mut doubtful = false;
        if run.marked() != 0
            && let Some(totals) = &sums.totals
        {
            E::In::for_each(totals, &mut |total: &Total<_>| {
                doubtful |= total.get().value().iter().any(|d| d.is_nan());
            });
        }
        if doubtful {
            return None;
        }
        let across = |lanes: [f64; W]| lanes.iter().fold(0.0, |sum, lane| sum + lane);
        let gradient = match sums.totals {
            Some(totals) => E::In::map_rest(&totals, &mut |total: &Total<_>| across(total.get().value())),
            None => self.zero().1,
        };
        Some((across(sums.y), gradient))
    }
}

/// The groups of a part, whose terms are added to `sums`.
struct Groups<'a, 'p, E: Signature, P: ?Sized, X: ?Sized, H, K, F: Functions, const W: usize> {
    parts: &'a Parts<'p, E, P, X, H, K, F, W>,
    range: Range<usize>,
    run: &'a Run,
    sums: &'a mut Sums<E::In, Primal<Lanes<W, Voting<F>>>>,
}

impl<E, P, X, H, K, F, const W: usize> Job for Groups<'_, '_, E, P, X, H, K, F, W>
where
    F: Functions,
    E: Signature<In: Arguments, Out = f64> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
    X: Argument<Rest<E>, K> + ?Sized,
{
    /// `None` if lanes take different paths.
    type Result = Option<()>;
    const LANES: usize = W;
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn run(self) -> Option<()> {
        let Groups { parts: Parts { e, points, .. }, range, run, sums } = self;
        let dict = sums.dict;
        let number = &mut |x| Num::new(dict, x);
        let mut numbers = Vec::new();
        let (mut old, mut common) = (None, points.x.map_numbers(&mut |x| number([*x; W])));
        let all = run.live();
        for start in range.step_by(W) {
            let ids: [usize; W] = core::array::from_fn(|lane| start + lane);
            let point = points.points.lanes(&ids, &mut numbers, old, number)?;
            let x = E::In::join(point, common);
            let mut totals = sums.of(&x);
            let y = e.in_place(dict, &x, &mut totals, true);
            sums.totals = Some(totals);
            match y {
                Some(y) => sums.y = dict.add(sums.y, y.value()),
                None => e.program_given(dict, &x, sums),
            }
            if run.live() != all {
                return None;
            }
            let (point, rest) = E::In::split(x);
            (old, common) = (Some(point), rest);
        }
        Some(())
    }
}

/// Points with a common argument.
struct Joined<'a, P: ?Sized, X: ?Sized> {
    points: &'a P,
    x: &'a X,
}

impl<S: Arguments, P: Points<S::First, H> + ?Sized, X: Argument<S::Rest, K> + ?Sized, H, K> Points<S, (H, K)>
    for Joined<'_, P, X>
{
    fn count(&self) -> Option<usize> {
        self.points.count()
    }
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        let point = self.points.map_point(i, f);
        S::join(point, self.x.map_numbers(f))
    }
    fn lanes<const W: usize, T: Clone>(
        &self,
        ids: &[usize],
        numbers: &mut Vec<[f64; W]>,
        old: Option<Of<S, T>>,
        make: &mut impl FnMut([f64; W]) -> T,
    ) -> Option<Of<S, T>> {
        let (point, rest) = old.map(S::split).unzip();
        let point = self.points.lanes(ids, numbers, point, make)?;
        Some(S::join(point, rest.unwrap_or_else(|| self.x.map_numbers(&mut |x| make([*x; W])))))
    }
}

/// A sum that receives the terms one by one.
struct Added<'a, R: Shape>(&'a mut (f64, Of<R, f64>));

impl<R: Shape> Sink<(f64, R)> for Added<'_, R> {
    fn receive<T: Clone>(&mut self, _: usize, (y, slopes): &(T, Of<R, T>), float: impl Fn(&T) -> f64) {
        let (sum, gradient) = &mut *self.0;
        *sum += float(y);
        R::zip_mut(gradient, slopes, &mut |sum, slope| *sum += float(slope));
    }
}

/// The sums of lanes so far, of values and of the adjoints of the arguments.
struct Sums<I: Shape, D: Dict> {
    dict: D,
    y: D::V,
    totals: Option<Of<I, Total<Num<D>>>>,
}

impl<I: Arguments, D: Dict> Sums<I, D> {
    /// The sums for arguments of the structure of `x`. The points may differ in structure, and their adjoints are not used.
    fn of<T: Clone>(&mut self, x: &Of<I, T>) -> Of<I, Total<Num<D>>> {
        let empty = Num::new(self.dict, self.dict.zero());
        let new = || I::map(x, &mut |_| Total::new(empty));
        match self.totals.take() {
            None => new(),
            Some(totals) if I::COUNT.is_none() && I::mismatch(&totals, x).is_some() => {
                I::join(I::split(new()).0, I::split(totals).1)
            }
            Some(totals) => totals,
        }
    }
}

impl<I: Arguments, D: Dict> Seeding<I, f64, D> for Sums<I, D> {
    fn request(&self) -> Request {
        Request::Gradient
    }
    fn value(&mut self, y: &Num<D>) -> usize {
        self.y = self.dict.add(self.y, y.value());
        1
    }
    fn totals(&mut self, x: &Of<I, Num<D>>) -> Option<Of<I, Total<Num<D>>>> {
        Some(self.of(x))
    }
    fn total(&mut self, dx: Of<I, Total<Num<D>>>) {
        self.totals = Some(dx);
    }
    fn seed(&mut self, _: usize, dy: &Slot<Num<D>>) {
        dy.add(Num::new(self.dict, self.dict.one()));
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Num<D>>>) {
        let mut totals = self.of(dx);
        total::<I, _>(dx, &mut totals);
        self.totals = Some(totals);
    }
}

impl Panics {
    /// Panics with these points, if there are any.
    fn check(at: Vec<(usize, String)>) {
        if let Err(panics) = Panics::of(at) {
            panic!("{panics}");
        }
    }
}
