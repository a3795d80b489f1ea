//! Which points are evaluated together.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;
use core::sync::atomic::AtomicU8;
use core::sync::atomic::Ordering::Relaxed;

use super::Pointwise;
use super::points::Points;
use crate::dictionary::lanes::processor::{self, Job};
use crate::dictionary::lanes::{ALONE, Functions, Lanes, Run, Voting, Way};
use crate::operator::watch::Watch;
use crate::{Exp, Num, Of, Shape, Signature};

/// Room for results.
pub(super) trait Sink<S: Shape> {
    /// There is room for the values at the points before this one.
    fn end(&self) -> usize;

    /// Receives the value at point `i`, of which `float` gives each number.
    fn receive<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64);

    /// Receives the values at a range of points, as they come.
    #[inline]
    fn receive_each<T: Clone>(
        &mut self,
        range: Range<usize>,
        y: impl Iterator<Item = Of<S, T>>,
        float: impl Fn(&T) -> f64 + Copy,
    ) {
        range.zip(y).for_each(|(i, y)| self.receive(i, &y, float));
    }

    /// Receives the values at points `i` to `i + W`, of which `floats` gives each number.
    #[inline]
    fn receive_lanes<T: Clone, const W: usize>(
        &mut self,
        i: usize,
        y: &Of<S, T>,
        floats: impl Fn(&T) -> &[f64; W],
    ) {
        for lane in 0..W {
            self.receive(i + lane, y, |y| floats(y)[lane]);
        }
    }
}

/// The number of groups after which lanes are compared with points one by one, at first and at most.
const FIRST: usize = 4;
const MOST: usize = 128;
/// How many times as many points are evaluated one by one if lanes do not pay, at first and at most.
const PATIENCE: usize = 16;
const MOST_PATIENCE: usize = 256;

/// Evaluates an expression at points, and remembers those that wait or panicked.
pub(super) struct Scheduler<'a, E: Signature, P: ?Sized, R, F: Functions, const W: usize> {
    e: &'a E,
    points: &'a P,
    into: R,
    panics: Vec<(usize, String)>,
    /// Points whose lanes left the majority, with the place where they did.
    waiting: Vec<(Way, usize)>,
    /// Memory for the numbers of the arguments of a group, and for its arguments.
    numbers: Vec<[f64; W]>,
    x: Option<Of<E::In, Num<Lanes<W, Voting<F>>>>>,
    /// Since the last judgement: runs, lanes that they finished, and points that were finished in any way.
    runs: usize,
    finished: usize,
    done: usize,
}

impl<'a, E: Signature, P: ?Sized, R, F: Functions, const W: usize> Scheduler<'a, E, P, R, F, W> {
    pub(super) fn new(e: &'a E, points: &'a P, into: R) -> Self {
        let (panics, waiting, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Scheduler { e, points, into, panics, waiting, numbers, x: None, runs: 0, finished: 0, done: 0 }
    }

    /// The points at which the expression panicked, and the messages.
    pub(super) fn panics(self) -> Vec<(usize, String)> {
        self.panics
    }

    /// Evaluates a range of points in the way that is faster, as far as it is known.
    pub(super) fn run<H>(&mut self, mut range: Range<usize>, alone: bool, faster: &Faster)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        // Without lanes, an argument with memory of its own is allocated for each point.
        if !alone && E::In::COUNT.is_some() && faster.is_unknown() && range.len() >= 4 * FIRST * W {
            self.measure(&mut range, faster);
        }
        if alone || faster.is_alone() { self.in_turn(range) } else { self.together(range) }
    }

    /// Evaluates the first points in lanes and the next ones one by one, twice, and remembers the faster way. The clock only
    /// decides how points are evaluated: results do not depend on it. Where lanes part, both ways are compared later.
    fn measure<H>(&mut self, range: &mut Range<usize>, faster: &Faster)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        let (mut together, mut alone) = (None, None);
        // A reading of the clock costs as much as a hundred short evaluations.
        let window = (range.len() / 8 / W).clamp(FIRST, MOST) * W;
        let mut next = || {
            let end = range.start + window;
            mem::replace(&mut range.start, end)..end
        };
        for _ in 0..2 {
            let watch = Watch::start();
            self.groups(next());
            together = least(together, watch);
            let watch = Watch::start();
            self.in_turn(next());
            alone = least(alone, watch);
        }
        if self.finished == self.runs * W
            && let (Some(together), Some(alone)) = (together, alone)
        {
            faster.remember(alone < together);
        }
        (self.runs, self.finished, self.done) = (0, 0, 0);
    }

    /// Evaluates points one by one.
    fn one_by_one<H>(&mut self, points: impl IntoIterator<Item = usize>)
    where
        E: Signature + Exp<F::Alone>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        points.into_iter().for_each(|i| self.in_turn(i..i + 1));
    }

    /// Evaluates a range of points one by one. A panic of one does not end the others.
    fn in_turn<H>(&mut self, mut range: Range<usize>)
    where
        E: Signature + Exp<F::Alone>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        self.done += range.len();
        // One `catch_unwind` for many points, since it is a call.
        while !range.is_empty() {
            let mut current = range.start;
            let Scheduler { e, points, into, .. } = self;
            let turns = || turns::<E, P, R, H, F>(e, points, into, range.clone(), &mut current);
            let Err(message) = caught(turns) else { return };
            assert!(current < range.end, "{message}");
            self.panics.push((current, message));
            range.start = current + 1;
        }
    }

    /// Evaluates a range of points in groups.
    fn groups<H>(&mut self, range: Range<usize>)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        let mut start = range.start;
        while start < range.end {
            let mut ids: [usize; W] = core::array::from_fn(|lane| start + lane);
            let n = W.min(range.end - start);
            let groups = ((range.end - start) / W).max(1);
            start += W * self.group(&mut ids[..n], groups);
        }
    }

    /// Evaluates a range of points in groups, as long as that pays.
    fn together<H>(&mut self, range: Range<usize>)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        let (mut start, mut window) = (range.start, FIRST);
        let (mut in_doubt, mut patience) = (false, PATIENCE);
        while start < range.end {
            let end = range.end.min(start + window * W);
            let watch = Watch::start();
            self.groups(start..end);
            self.regroup(false);
            start = end;
            if start == range.end || self.pays(watch, &mut start, range.end) {
                window = MOST.min(window * 4);
                (in_doubt, patience) = (false, PATIENCE);
            } else if in_doubt {
                let waiting = mem::take(&mut self.waiting);
                self.one_by_one(waiting.into_iter().map(|(_, i)| i));
                let end = range.end.min(start + FIRST * W * patience);
                self.in_turn(mem::replace(&mut start, end)..end);
                patience = MOST_PATIENCE.min(patience * 2);
            } else {
                // Another process may have had the processor for a while.
                (in_doubt, window) = (true, FIRST);
            }
            (self.runs, self.finished, self.done) = (0, 0, 0);
        }
        self.regroup(true);
    }

    /// Whether groups of one path are worth more runs: a run costs a quarter of its lanes alone, or more.
    fn may_pay(&self) -> bool {
        self.finished * 4 >= self.runs * W
    }

    /// Whether a point in lanes costs no more than alone. This is so if almost all lanes finish. Otherwise both costs are
    /// measured: the next points are evaluated alone for the comparison. A run of plain arithmetic costs a quarter of the
    /// separate evaluations. A run that mostly calls functions costs almost as much as the separate evaluations. The clock only
    /// decides how points are evaluated: results do not depend on it.
    fn pays<H>(&mut self, lanes: Watch, start: &mut usize, end: usize) -> bool
    where
        E: Exp<F::Alone>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        if self.finished * 10 >= self.runs * W * 9 {
            return true;
        }
        let (together, done) = (lanes.nanoseconds(), self.done);
        let end = end.min(*start + W);
        let watch = Watch::start();
        let points = mem::replace(start, end)..end;
        let n = points.len();
        self.in_turn(points);
        match (together, watch.nanoseconds()) {
            (Some(together), Some(alone)) => together * n as u128 <= alone * done as u128,
            // Without a clock, such a share loses at most a fifth.
            _ => self.finished * 20 >= self.runs * (W * 12 + 4),
        }
    }

    /// Evaluates points that wait, by the path that they took: those that fill a group, or all.
    fn regroup<H>(&mut self, all: bool)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        while self.may_pay() && !self.waiting.is_empty() {
            let mut waiting = mem::take(&mut self.waiting);
            waiting.sort_unstable();
            let before = waiting.len();
            for path in waiting.chunk_by(|a, b| a.0 == b.0) {
                for group in path.chunks(W) {
                    if group.len() == W || all {
                        let mut ids = [0; W];
                        ids.iter_mut().zip(group).for_each(|(id, (_, i))| *id = *i);
                        self.group(&mut ids[..group.len()], 1);
                    } else {
                        self.waiting.extend_from_slice(group);
                    }
                }
            }
            if self.waiting.len() == before {
                return;
            }
        }
        if !self.may_pay() {
            let waiting = mem::take(&mut self.waiting);
            self.one_by_one(waiting.into_iter().map(|(_, i)| i));
        }
    }

    /// Evaluates a group of at most `W` points, or few points one by one, and then the groups behind it as long as no lane leaves. Returns
    /// how many of the `groups` are done.
    fn group<H>(&mut self, ids: &mut [usize], groups: usize) -> usize
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        let n = ids.len();
        let run =
            if n == 1 || n * 3 < W { None } else { Run::begin(usize::MAX >> (usize::BITS as usize - n)) };
        let Some(run) = run else {
            self.one_by_one(ids.iter().copied());
            return 1;
        };
        let start = ids[0];
        let lanes = run.lanes::<W, F>();
        let mut y = None;
        let group = Group::<_, _, _, H, F, W> {
            e: self.e,
            points: self.points,
            ids: &mut *ids,
            groups,
            lanes,
            run: &run,
            numbers: &mut self.numbers,
            x: &mut self.x,
            y: &mut y,
            into: &mut self.into,
            how: PhantomData,
        };
        // The message of a panic is that of the point alone.
        let outcome = caught(|| processor::run(group));
        // The group at which it ended.
        let last = (ids[0] - start) / W;
        let finished = last + usize::from(matches!(outcome, Ok(Outcome::Finished)));
        self.runs += finished;
        self.finished += finished * W;
        self.done += finished * W;
        match outcome {
            Ok(Outcome::Mixed) => {
                drop(run);
                self.one_by_one(ids.iter().copied());
            }
            Ok(Outcome::Finished) => {}
            Ok(Outcome::Parted) | Err(_) => {
                self.runs += 1;
                self.part(ids, run, y.as_ref());
            }
        }
        last + 1
    }

    /// Takes the results of the lanes that did not leave a run, and lets the points of the others wait.
    fn part<H>(&mut self, ids: &[usize], run: Run, y: Option<&Of<E::Out, Num<Lanes<W, Voting<F>>>>>)
    where
        E: Pointwise<W, F>,
        P: Points<E::In, H>,
        R: Sink<E::Out>,
    {
        let live = run.live();
        let lives = |lane: usize| live >> lane & 1 == 1;
        let mut alone = [false; W];
        for (lane, i) in ids.iter().enumerate().filter(|(lane, _)| !lives(*lane)) {
            alone[lane] = run.left(lane) == ALONE;
            if !alone[lane] {
                self.waiting.push((run.left(lane), *i));
            }
        }
        drop(run);
        self.one_by_one((0..ids.len()).filter(|lane| alone[*lane]).map(|lane| ids[lane]));
        for (lane, i) in ids.iter().enumerate().filter(|(lane, _)| lives(*lane)) {
            match y {
                Some(y) => {
                    (self.finished, self.done) = (self.finished + 1, self.done + 1);
                    self.into.receive(*i, y, |y| y.value_ref()[lane]);
                }
                None => self.one_by_one([*i]),
            }
        }
    }
}

/// The point that is evaluated. If the evaluation unwinds, its number goes to `into`. So nobody writes numbers of points that do not
/// panic, and LLVM vectorizes the loop over short expressions.
struct Current<'a> {
    i: usize,
    into: &'a mut usize,
}

impl Drop for Current<'_> {
    #[inline]
    fn drop(&mut self) {
        *self.into = self.i;
    }
}

/// Evaluates a range of points in turn. `current` is the point that panicked, or its complement if its result was received.
///
/// It is a function of its own, so that LLVM knows that its references do not overlap.
#[inline(never)]
fn turns<E, P, R, H, F>(e: &E, points: &P, into: &mut R, range: Range<usize>, current: &mut usize)
where
    E: Signature + Exp<F::Alone>,
    P: Points<E::In, H> + ?Sized,
    R: Sink<E::Out>,
    F: Functions,
{
    // So that LLVM leaves out the checks of each point.
    let end = points.count().unwrap_or(usize::MAX).min(into.end());
    assert!(range.end <= end, "{} points, and lists of {end}", range.end);
    let mut current = Current { i: range.start, into: current };
    let points = range.clone().zip(points.each_point(range.clone(), |x| F::number(*x)));
    let y = points.map(|(i, x)| {
        current.i = i;
        let y = e.apply(F::Alone::default(), &x);
        current.i = !i;
        y
    });
    into.receive_each(range, y, F::float);
}

/// The evaluation of groups, from their points to their results, so that all of it is compiled for the processor's vectors.
struct Group<'a, E: Exp<Lanes<W, Voting<F>>>, P: ?Sized, R, H, F: Functions, const W: usize> {
    e: &'a E,
    points: &'a P,
    /// Those of the current group.
    ids: &'a mut [usize],
    groups: usize,
    lanes: Lanes<W, Voting<F>>,
    run: &'a Run,
    /// Memory for the numbers of the arguments, and for the arguments.
    numbers: &'a mut Vec<[f64; W]>,
    x: &'a mut Option<Of<E::In, Num<Lanes<W, Voting<F>>>>>,
    /// Receives the result if the lanes part.
    y: &'a mut Option<Of<E::Out, Num<Lanes<W, Voting<F>>>>>,
    /// Receives it otherwise.
    into: &'a mut R,
    how: PhantomData<H>,
}

/// The outcome of the last group that was evaluated.
enum Outcome {
    /// All lanes are finished.
    Finished,
    /// Some lanes left, or the points do not follow each other.
    Parted,
    /// The points differ in structure.
    Mixed,
}

impl<E, P, R, H, F, const W: usize> Job for Group<'_, E, P, R, H, F, W>
where
    E: Exp<Lanes<W, Voting<F>>>,
    P: Points<E::In, H> + ?Sized,
    R: Sink<E::Out>,
    F: Functions,
{
    type Result = Outcome;
    const LANES: usize = W;
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn run(self) -> Outcome {
        // Arguments with memory of their own are retained for the next group. Others are large, and would be copied. Without `std`, a
        // number has the handle of its run.
        let retained = cfg!(feature = "std") && E::In::COUNT.is_none();
        let all = usize::MAX >> (usize::BITS as usize - W);
        let mut left = self.groups;
        loop {
            let old = if retained { self.x.take() } else { None };
            let x = self.points.lanes(self.ids, self.numbers, old, &mut |x| Num::new(self.lanes, x));
            let Some(x) = x else { return Outcome::Mixed };
            let y = self.e.apply(self.lanes, &x);
            if retained {
                *self.x = Some(x);
            }
            let first = self.ids[0];
            let neighbours = self.ids.iter().enumerate().all(|(lane, i)| *i == first + lane);
            if self.run.live() != all || !neighbours {
                *self.y = Some(y);
                return Outcome::Parted;
            }
            self.into.receive_lanes(first, &y, Num::value_ref);
            left -= 1;
            if left == 0 {
                return Outcome::Finished;
            }
            self.ids.iter_mut().for_each(|i| *i += W);
            self.run.again();
        }
    }
}

/// Which way is faster: lanes that finish, or points one by one.
#[derive(Debug, Default)]
pub(super) struct Faster(AtomicU8);

const UNKNOWN: u8 = 0;
const TOGETHER: u8 = 1;
const ONE_BY_ONE: u8 = 2;

impl Faster {
    fn is_unknown(&self) -> bool {
        self.0.load(Relaxed) == UNKNOWN
    }
    fn is_alone(&self) -> bool {
        self.0.load(Relaxed) == ONE_BY_ONE
    }
    fn remember(&self, alone: bool) {
        self.0.store(if alone { ONE_BY_ONE } else { TOGETHER }, Relaxed);
    }
}

impl Clone for Faster {
    fn clone(&self) -> Self {
        Faster(AtomicU8::new(self.0.load(Relaxed)))
    }
}

/// The lesser time.
fn least(before: Option<u128>, watch: Watch) -> Option<u128> {
    let now = watch.nanoseconds();
    before.into_iter().chain(now).min()
}

/// The result of `f`, or the message of its panic.
#[cfg(feature = "std")]
pub(super) fn caught<R>(f: impl FnOnce() -> R) -> Result<R, String> {
    // The expression is only shared. Its own state after a panic is its own matter.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).map_err(|payload| {
        match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
            (Some(message), _) => message.clone(),
            (_, Some(message)) => String::from(*message),
            _ => String::from("no message"),
        }
    })
}

/// The result of `f`. A panic ends the evaluation.
#[cfg(not(feature = "std"))]
#[allow(clippy::unnecessary_wraps, reason = "with `std` there are panics")]
pub(super) fn caught<R>(f: impl FnOnce() -> R) -> Result<R, String> {
    Ok(f())
}
