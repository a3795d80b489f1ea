//! Which points are evaluated together.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use super::points::Points;
use crate::dictionary::lanes::{Functions, Lanes, Run, Way};
use crate::{Exp, Num, Of, Shape, Signature};

/// Room for results.
pub(super) trait Receive<S: Shape> {
    /// Receives the value at point `i`, of which `float` gives each number.
    fn receive<T: Clone>(&mut self, i: usize, y: &Of<S, T>, float: impl Fn(&T) -> f64);
}

/// The number of groups after which the share of finished lanes is judged, at first and at most.
const FIRST: usize = 4;
const MOST: usize = 128;
/// How many times as many points are evaluated one by one if lanes do not pay.
const PATIENCE: usize = 16;

/// Evaluates an expression at points, and remembers those that wait or panicked.
pub(super) struct Scheduler<'a, E, P: ?Sized, R, F, const W: usize> {
    e: &'a E,
    points: &'a P,
    into: R,
    panics: Vec<(usize, String)>,
    /// Points whose lanes left the majority, with the place where they did.
    waiting: Vec<(Way, usize)>,
    /// Memory for the numbers of the arguments of a group.
    numbers: Vec<[f64; W]>,
    /// Since the last judgement: runs, and lanes that they finished.
    runs: usize,
    finished: usize,
    functions: PhantomData<F>,
}

impl<'a, E, P: ?Sized, R, F: Functions, const W: usize> Scheduler<'a, E, P, R, F, W> {
    pub(super) fn new(e: &'a E, points: &'a P, into: R) -> Self {
        let (panics, waiting, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Scheduler { e, points, into, panics, waiting, numbers, runs: 0, finished: 0, functions: PhantomData }
    }

    /// The points at which the expression panicked, and the messages.
    pub(super) fn panics(self) -> Vec<(usize, String)> {
        self.panics
    }

    /// Evaluates a range of points, `alone` or several at once.
    pub(super) fn run<H>(&mut self, range: Range<usize>, alone: bool)
    where
        E: Signature + Exp<F::Alone> + Exp<Lanes<W, F>>,
        P: Points<E::In, H>,
        R: Receive<E::Out>,
    {
        if alone { self.one_by_one(range) } else { self.together(range) }
    }

    /// Evaluates points one by one.
    fn one_by_one<H>(&mut self, points: impl IntoIterator<Item = usize>)
    where
        E: Signature + Exp<F::Alone>,
        P: Points<E::In, H>,
        R: Receive<E::Out>,
    {
        for i in points {
            let x = self.points.map_point(i, &mut |x| F::number(*x));
            match caught(|| self.e.apply(F::Alone::default(), &x)) {
                Ok(y) => self.into.receive(i, &y, F::float),
                Err(message) => self.panics.push((i, message)),
            }
        }
    }

    /// Evaluates a range of points in groups.
    fn together<H>(&mut self, range: Range<usize>)
    where
        E: Signature + Exp<F::Alone> + Exp<Lanes<W, F>>,
        P: Points<E::In, H>,
        R: Receive<E::Out>,
    {
        let (mut start, mut window) = (range.start, FIRST);
        while start < range.end {
            let end = range.end.min(start + window * W);
            let mut ids = [0; W];
            for first in (start..end).step_by(W) {
                let n = W.min(end - first);
                (0..n).for_each(|i| ids[i] = first + i);
                self.group(&ids[..n]);
            }
            self.regroup(end == range.end);
            start = end;
            if self.pays() {
                window = MOST.min(window * 4);
            } else {
                let waiting = mem::take(&mut self.waiting);
                self.one_by_one(waiting.into_iter().map(|(_, i)| i));
                let end = range.end.min(start + window * W * PATIENCE);
                self.one_by_one(mem::replace(&mut start, end)..end);
                window = FIRST;
            }
            (self.runs, self.finished) = (0, 0);
        }
    }

    /// Whether points that wait may be worth more runs: groups of one path finish more lanes.
    fn may_pay(&self) -> bool {
        self.finished * 20 >= self.runs * (W * 9 + 14)
    }

    /// Whether the finished lanes were worth the runs, those of groups of one path included. A run of a program that mostly calls
    /// functions costs up to three quarters of its lanes alone, and one of plain arithmetic a quarter. So a share of three fifths loses
    /// at most a fifth.
    fn pays(&self) -> bool {
        self.finished * 20 >= self.runs * (W * 12 + 4)
    }

    /// Evaluates points that wait, by the path that they took: those that fill a group, or all.
    fn regroup<H>(&mut self, all: bool)
    where
        E: Signature + Exp<F::Alone> + Exp<Lanes<W, F>>,
        P: Points<E::In, H>,
        R: Receive<E::Out>,
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
                        self.group(&ids[..group.len()]);
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

    /// Evaluates a group of at most `W` points, or few points one by one.
    fn group<H>(&mut self, ids: &[usize])
    where
        E: Signature + Exp<F::Alone> + Exp<Lanes<W, F>>,
        P: Points<E::In, H>,
        R: Receive<E::Out>,
    {
        let n = ids.len();
        let run =
            if n == 1 || n * 3 < W { None } else { Run::begin(usize::MAX >> (usize::BITS as usize - n)) };
        let Some(run) = run else { return self.one_by_one(ids.iter().copied()) };
        let lanes = run.lanes::<W, F>();
        let Some(x) = self.points.lanes(ids, &mut self.numbers, &mut |x| Num::new(lanes, x)) else {
            drop(run);
            return self.one_by_one(ids.iter().copied());
        };
        let y = caught(|| self.e.apply(lanes, &x));
        let live = run.live();
        let lives = |lane: usize| live >> lane & 1 == 1;
        for (lane, i) in ids.iter().enumerate().filter(|(lane, _)| !lives(*lane)) {
            self.waiting.push((run.left(lane), *i));
        }
        drop(run);
        self.runs += 1;
        for (lane, i) in ids.iter().enumerate().filter(|(lane, _)| lives(*lane)) {
            match &y {
                Ok(y) => {
                    self.finished += 1;
                    self.into.receive(*i, y, |y| y.value()[lane]);
                }
                Err(_) => self.one_by_one([*i]),
            }
        }
    }
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
