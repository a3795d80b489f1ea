//! The parts of a sum over points.
//!
//! The adjoint programs of all groups of a part add to the same lanes of sums, which are added to each other at the end. So the price
//! of the shared arguments is paid once for many groups. That presumes that all lanes take one path. If a part of the points does not,
//! its gradients are evaluated like those of [`Many::values`](super::Many::values), and added from the left.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::points::Points;
use super::schedule::{Faster, Scheduler, Sink, caught};
use super::{Panics, Pointwise, PointwiseDifferentiable};
use crate::dictionary::lanes::processor::{self, Job};
use crate::dictionary::lanes::{Functions, Lanes, Run, Voting};
use crate::given::Arguments;
use crate::number::slot::{Slot, Total, total};
use crate::reverse::{ValueAndGradGiven, value_and_grad_given};
use crate::{Dict, Exp, F64, Num, Of, Request, Seeding, Shape, Signature};

/// The number of groups in a part. A sum of lanes is as wide as a group, so a part must have many.
const GROUPS: usize = 32;
/// The number of values that are stored before they are added.
const VALUES: usize = 1 << 14;

/// The shape of the first argument of `E`.
type First<E> = <<E as Signature>::In as Arguments>::First;
/// The shape of the other arguments of `E`.
type Rest<E> = <<E as Signature>::In as Arguments>::Rest;

/// The number of points.
pub(super) fn count<S: Shape, H, P: Points<S, H> + ?Sized>(points: &P) -> usize {
    points.count().expect("the number of points is open: at least one list of points is needed")
}

/// A sum: an expression at points and a common argument.
pub(super) struct Parts<'a, E: Signature<In: Arguments>, P: ?Sized, H, F, const W: usize> {
    e: &'a E,
    alone: bool,
    faster: Faster,
    points: Joined<'a, E::In, P>,
    n: usize,
    how: PhantomData<fn() -> (H, F)>,
}

/// A part of a sum.
struct Part<R: Shape> {
    /// The value of each term.
    values: Vec<f64>,
    gradient: Of<R, f64>,
    /// The points at which the expression panics.
    panics: Vec<(usize, String)>,
}

/// The sum of some parts.
struct Sum<R: Shape> {
    y: f64,
    gradient: Of<R, f64>,
    panics: Vec<(usize, String)>,
}

impl<R: Shape> Sum<R> {
    fn add(&mut self, part: Part<R>) {
        part.values.iter().for_each(|y| self.y += y);
        R::zip_mut(&mut self.gradient, &part.gradient, &mut |sum, slope| *sum += slope);
        self.panics.extend(part.panics);
    }

    fn value_and_grad(self) -> (f64, Of<R, f64>) {
        Panics::check(self.panics);
        (self.y, self.gradient)
    }
}

impl<'a, E, P, H, F, const W: usize> Parts<'a, E, P, H, F, W>
where
    F: Functions,
    E: Signature<In: Arguments, Out = f64> + Pointwise<W, F> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
{
    pub(super) fn new(e: &'a E, alone: bool, points: &'a P, x: &'a Of<Rest<E>, f64>) -> Self {
        Parts {
            e,
            alone,
            faster: Faster::default(),
            points: Joined { points, x },
            n: count(points),
            how: PhantomData,
        }
    }

    /// The sum of the values.
    pub(super) fn value(&self) -> f64 {
        let (mut y, mut panics) = (F64.empty_sum(), Vec::new());
        let mut values = vec![0.0; self.n.min(VALUES)];
        for start in (0..self.n).step_by(VALUES) {
            let values = &mut values[..VALUES.min(self.n - start)];
            let range = start..start + values.len();
            let mut scheduler =
                Scheduler::<E, _, _, F, W>::new(self.e, &self.points, Values { start, values: &mut *values });
            scheduler.run::<H>(range, self.alone, &self.faster);
            panics.extend(scheduler.panics());
            values.iter().for_each(|value| y += value);
        }
        Panics::check(panics);
        y
    }

    /// The sum and its gradient.
    pub(super) fn value_and_grad(&self) -> (f64, Of<Rest<E>, f64>) {
        let mut sum = self.empty();
        self.ranges().for_each(|range| sum.add(self.part(range)));
        sum.value_and_grad()
    }

    #[cfg(feature = "rayon")]
    pub(super) fn value_and_grad_in_parallel(&self) -> (f64, Of<Rest<E>, f64>)
    where
        E: Sync,
        P: Sync,
        Of<Rest<E>, f64>: Send + Sync,
    {
        use crate::operator::parallel::{are_short, in_parallel};

        let mut sum = self.empty();
        // Some parts for each processor, so that few of their gradients exist at once.
        let ranges: Vec<_> = self.ranges().collect();
        let are_short = are_short(self.n, || _ = self.part(0..1));
        for ranges in ranges.chunks(8 * rayon::current_num_threads()) {
            let parts = in_parallel(ranges.to_vec(), are_short, |range| self.part(range));
            parts.into_iter().for_each(|part| sum.add(part));
        }
        sum.value_and_grad()
    }

    fn empty(&self) -> Sum<Rest<E>> {
        Sum { y: F64.empty_sum(), gradient: self.zero(), panics: Vec::new() }
    }

    fn zero(&self) -> Of<Rest<E>, f64> {
        Rest::<E>::map(self.points.x, &mut |_| 0.0)
    }

    fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<E, P, H, F, W> {
        let n = self.n;
        (0..n).step_by(GROUPS * W).map(move |start| start..n.min(start + GROUPS * W))
    }

    fn part(&self, range: Range<usize>) -> Part<Rest<E>> {
        let mut values = vec![0.0; range.len()];
        let start = range.start;
        let groups = start..range.end - range.len() % W;
        let together = if self.alone { None } else { self.together(groups.clone(), &mut values) };
        let (mut gradient, rest) = match together {
            Some(gradient) => (gradient, groups.end..range.end),
            None => (self.zero(), range),
        };
        let e = value_and_grad_given(self.e);
        let into = InOrder::<Rest<E>> {
            values: Values { start, values: &mut values },
            gradient: &mut gradient,
            next: rest.start,
            waiting: Vec::new(),
        };
        let mut scheduler = Scheduler::<ValueAndGradGiven<&E>, _, _, F, W>::new(&e, &self.points, into);
        scheduler.run::<H>(rest, self.alone, &self.faster);
        let panics = scheduler.panics();
        Part { values, gradient, panics }
    }

    /// The values and the gradient of groups by the adjoint program, or `None` if there is none or if lanes take different paths.
    fn together(&self, range: Range<usize>, values: &mut [f64]) -> Option<Of<Rest<E>, f64>> {
        if !Exp::<Lanes<W, Voting<F>>>::has_program(self.e) {
            return None;
        }
        let run = Run::begin(usize::MAX >> (usize::BITS as usize - W))?;
        let dict = run.lanes::<W, F>();
        let mut sums = Sums::<E::In, _> { dict, y: dict.empty_sum(), totals: None };
        let groups = Groups { parts: self, range, run: &run, sums: &mut sums, values };
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
        Some(match sums.totals {
            Some(totals) => E::In::map_rest(&totals, &mut |total: &Total<_>| across(total.get().value())),
            None => self.zero(),
        })
    }
}

/// The groups of a part, whose adjoints are added to `sums`.
struct Groups<'a, 'p, E: Signature<In: Arguments>, P: ?Sized, H, F: Functions, const W: usize> {
    parts: &'a Parts<'p, E, P, H, F, W>,
    range: Range<usize>,
    run: &'a Run,
    sums: &'a mut Sums<E::In, Lanes<W, Voting<F>>>,
    values: &'a mut [f64],
}

impl<E, P, H, F, const W: usize> Job for Groups<'_, '_, E, P, H, F, W>
where
    F: Functions,
    E: Signature<In: Arguments, Out = f64> + Pointwise<W, F> + PointwiseDifferentiable<W, F>,
    P: Points<First<E>, H> + ?Sized,
{
    /// `None` if lanes take different paths.
    type Result = Option<()>;
    const LANES: usize = W;
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn run(self) -> Option<()> {
        let Groups { parts: Parts { e, points, .. }, range, run, sums, values } = self;
        let dict = sums.dict;
        let number = &mut |x| Num::new(dict, x);
        let mut numbers = Vec::new();
        let (mut old, mut common) = (None, Rest::<E>::map(points.x, &mut |x| number([*x; W])));
        let all = run.live();
        for (start, values) in range.step_by(W).zip(values.chunks_exact_mut(W)) {
            let ids: [usize; W] = core::array::from_fn(|lane| start + lane);
            let point = points.points.lanes(&ids, &mut numbers, old, number)?;
            let x = E::In::join(point, common);
            let mut totals = sums.of(&x);
            let y = e.in_place(dict, &x, &mut totals, true);
            sums.totals = Some(totals);
            match y {
                Some(y) => sums.y = y.value(),
                None => e.program_given(dict, &x, sums),
            }
            if run.live() != all {
                return None;
            }
            values.copy_from_slice(&sums.y);
            let (point, rest) = E::In::split(x);
            (old, common) = (Some(point), rest);
        }
        Some(())
    }
}

/// Points with a common argument.
struct Joined<'a, S: Arguments, P: ?Sized> {
    points: &'a P,
    x: &'a Of<S::Rest, f64>,
}

impl<S: Arguments, P: Points<S::First, H> + ?Sized, H> Points<S, H> for Joined<'_, S, P> {
    fn count(&self) -> Option<usize> {
        self.points.count()
    }
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        let point = self.points.map_point(i, f);
        S::join(point, S::Rest::map(self.x, f))
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
        Some(S::join(point, rest.unwrap_or_else(|| S::Rest::map(self.x, &mut |x| make([*x; W])))))
    }
}

/// Room for the values of the points from `start` on.
struct Values<'a> {
    start: usize,
    values: &'a mut [f64],
}

impl Sink<f64> for Values<'_> {
    fn end(&self) -> usize {
        self.start + self.values.len()
    }
    fn receive<T: Clone>(&mut self, i: usize, y: &T, float: impl Fn(&T) -> f64) {
        self.values[i - self.start] = float(y);
    }
}

/// A sum of gradients in the order of the points, which may be received in another one: a clock decides about that.
struct InOrder<'a, R: Shape> {
    values: Values<'a>,
    gradient: &'a mut Of<R, f64>,
    /// The point whose gradient is added next.
    next: usize,
    /// Gradients that were received too early.
    waiting: Vec<Option<Of<R, f64>>>,
}

impl<R: Shape> Sink<(f64, R)> for InOrder<'_, R> {
    fn end(&self) -> usize {
        self.values.end()
    }
    fn receive<T: Clone>(&mut self, i: usize, (y, slopes): &(T, Of<R, T>), float: impl Fn(&T) -> f64) {
        self.values.receive(i, y, &float);
        if i != self.next {
            let place = i - self.values.start;
            self.waiting.resize(self.waiting.len().max(place + 1), None);
            self.waiting[place] = Some(R::map(slopes, &mut |slope| float(slope)));
            return;
        }
        R::zip_mut(self.gradient, slopes, &mut |sum, slope| *sum += float(slope));
        self.next += 1;
        while let Some(slopes) = self.waiting.get_mut(self.next - self.values.start).and_then(Option::take) {
            R::zip_mut(self.gradient, &slopes, &mut |sum, slope| *sum += slope);
            self.next += 1;
        }
    }
}

/// The value of a group, and the sums of lanes so far of the adjoints of the arguments.
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
        self.y = y.value();
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
