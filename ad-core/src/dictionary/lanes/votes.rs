//! The votes of an evaluation: which lanes have agreed with the majority so far, and where the others left it.
//!
//! With `std` the votes belong to the thread, so a number has no pointer to them. Otherwise they are one of a few static records, to
//! which a handle points.

#[cfg(feature = "std")]
use core::cell::Cell;
#[cfg(not(feature = "std"))]
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
#[cfg(not(feature = "std"))]
use core::sync::atomic::{AtomicBool, AtomicUsize};

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::{Exact, Functions, Lanes, Vectorized};
use crate::Num;
use crate::function::Function;

/// Whether lanes vote. It seals [`Functions`].
pub trait Ballot {
    /// Whether a majority decides, in a [`Run`]. Otherwise lanes that differ are an error.
    const VOTES: bool;
}

impl Ballot for Exact {
    const VOTES: bool = false;
}

impl Ballot for Vectorized {
    const VOTES: bool = false;
}

/// The functions `F` in a [`Run`]. Nobody outside of this crate can name this type, so all numbers under it belong to a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Voting<F>(PhantomData<F>);

impl<F> Ballot for Voting<F> {
    const VOTES: bool = true;
}

impl<F: Functions> Functions for Voting<F> {
    type Alone = F::Alone;
    #[inline]
    fn number(x: f64) -> Num<Self::Alone> {
        F::number(x)
    }
    #[inline]
    fn float(y: &Num<Self::Alone>) -> f64 {
        F::float(y)
    }
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn together<G: Function<K>, const K: usize, const W: usize>(f: G, x: &[[f64; W]; K]) -> Option<[f64; W]> {
        F::together(f, x)
    }
}

/// Where a lane left the majority: a hash of the path up to its own answer. Lanes with the same hash probably take the same path.
pub(crate) type Way = usize;

/// Not 0, so that leading answers of 0 count.
const START: Way = 1;

/// The path of a lane whose point is to be evaluated alone.
pub(crate) const ALONE: Way = 0;

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is one multiplication")]
#[allow(clippy::cast_possible_truncation, reason = "a hash on 32-bit targets")]
fn further(way: Way, answer: u64) -> Way {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    (way ^ (answer as usize).wrapping_mul((FACTOR >> 7) as usize | 1))
        .wrapping_mul(FACTOR as usize)
        .rotate_left(23)
}

/// A word that is shared by the handles of an evaluation.
#[cfg(feature = "std")]
struct Word(Cell<usize>);
#[cfg(not(feature = "std"))]
struct Word(AtomicUsize);

#[cfg(feature = "std")]
impl Word {
    const fn new() -> Self {
        Word(Cell::new(0))
    }
    #[inline]
    fn get(&self) -> usize {
        self.0.get()
    }
    #[inline]
    fn set(&self, value: usize) {
        self.0.set(value);
    }
}

/// Only the owner of the record reads and writes.
#[cfg(not(feature = "std"))]
impl Word {
    const fn new() -> Self {
        Word(AtomicUsize::new(0))
    }
    #[inline]
    fn get(&self) -> usize {
        self.0.load(Relaxed)
    }
    #[inline]
    fn set(&self, value: usize) {
        self.0.store(value, Relaxed);
    }
}

struct Votes {
    #[cfg(not(feature = "std"))]
    taken: AtomicBool,
    /// The lanes that agreed with the majority in each answer, as bits; none if no evaluation is under way.
    live: Word,
    /// Lanes that passed 0 at a kink where a point alone passes nothing, as bits.
    marked: Word,
    /// The path of the majority.
    way: Word,
    /// Where each of the other lanes left it.
    left: [Word; 16],
}

impl Votes {
    const fn new() -> Self {
        Votes {
            #[cfg(not(feature = "std"))]
            taken: AtomicBool::new(false),
            live: Word::new(),
            marked: Word::new(),
            way: Word::new(),
            left: [const { Word::new() }; 16],
        }
    }

    /// The answer of most live lanes. The others leave.
    fn settle(&self, answers: &[u64]) -> u64 {
        let live = self.live.get();
        if live == 0 {
            disagree();
        }
        let in_favour = |answer: u64| {
            let agrees = |i: &usize| live >> i & 1 == 1 && answers[*i] == answer;
            (0..answers.len()).filter(agrees).fold(0usize, |set, i| set | 1 << i)
        };
        // The first of the largest groups.
        let (mut best, mut decided) = (0usize, 0);
        for (i, answer) in answers.iter().enumerate() {
            if live >> i & 1 == 1 && best >> i & 1 == 0 {
                let group = in_favour(*answer);
                if group.count_ones() > best.count_ones() {
                    (best, decided) = (group, *answer);
                }
            }
        }
        let way = self.way.get();
        for (i, answer) in answers.iter().enumerate() {
            if (live & !best) >> i & 1 == 1 {
                self.left[i].set(further(way, *answer));
            }
        }
        self.live.set(best);
        self.way.set(further(way, decided));
        decided
    }
}

#[cfg(feature = "std")]
thread_local! {
    static VOTES: Votes = const { Votes::new() };
}

/// Votes for evaluations in several threads. Further ones evaluate point by point.
#[cfg(not(feature = "std"))]
static VOTES: [Votes; 16] = [const { Votes::new() }; 16];

/// The part of a number that leads to the votes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Handle {
    /// `None` while unbound.
    #[cfg(not(feature = "std"))]
    votes: Option<&'static Votes>,
}

impl core::fmt::Debug for Handle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Votes")
    }
}

impl Handle {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `further`")]
    #[cfg_attr(feature = "std", allow(clippy::unused_self, reason = "the place belongs to the thread"))]
    fn votes<R>(self, f: impl FnOnce(&Votes) -> R) -> R {
        #[cfg(feature = "std")]
        return VOTES.with(f);
        #[cfg(not(feature = "std"))]
        f(self.votes.unwrap_or(&UNBOUND))
    }

    #[inline]
    #[cfg_attr(feature = "std", allow(unused_variables, reason = "the place belongs to the thread"))]
    pub(super) fn join(self, other: Self) -> Self {
        #[cfg(feature = "std")]
        return self;
        #[cfg(not(feature = "std"))]
        Handle { votes: self.votes.or(other.votes) }
    }

    /// Records an answer that all lanes give.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `further`")]
    pub(super) fn note(self, answer: u64) {
        #[cfg(not(feature = "std"))]
        if self.votes.is_none() {
            return;
        }
        self.votes(|votes| votes.way.set(further(votes.way.get(), answer)));
    }

    /// The lanes that agree with the majority, as bits, if some of the first `n` lanes left it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `further`")]
    pub(super) fn some_left(self, n: usize) -> Option<usize> {
        let live = self.votes(|votes| votes.live.get());
        (live != 0 && live != usize::MAX >> (usize::BITS as usize - n)).then_some(live)
    }

    /// Marks lanes that passed 0 at a kink.
    #[inline]
    pub(super) fn mark(self, lanes: usize) {
        self.votes(|votes| votes.marked.set(votes.marked.get() | lanes));
    }

    /// The marked lanes, as bits.
    #[inline]
    pub(super) fn marked(self) -> usize {
        self.votes(|votes| votes.marked.get())
    }

    /// Lets lanes leave, as bits. Their points are to be evaluated alone.
    #[cold]
    #[inline(never)]
    pub(super) fn leave(self, lanes: usize) {
        let none = self.votes(|votes| {
            let live = votes.live.get();
            (0..16).filter(|i| (lanes & live) >> i & 1 == 1).for_each(|i| votes.left[i].set(ALONE));
            votes.live.set(live & !lanes);
            live & !lanes == 0
        });
        // The numbers of no lane are those of its path, so a loop might not end.
        if none {
            abandon();
        }
    }

    /// Records answers that differ, and decides.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(self, answers: &[u64]) -> u64 {
        self.votes(|votes| votes.settle(answers))
    }
}

/// Ends an evaluation of which no lane is left.
#[cfg(feature = "std")]
fn abandon() -> ! {
    std::panic::resume_unwind(Box::new("no lane is left"))
}

#[cfg(not(feature = "std"))]
fn abandon() -> ! {
    unreachable!("without `std`, no lane is marked")
}

/// Reports lanes that differ outside of a run.
#[cold]
#[inline(never)]
pub(super) fn disagree() -> ! {
    panic!("two lanes take different paths: evaluate the points by `Many`, or under `F64`")
}

/// Under the unbound handle, numbers are constants and have the same float in each lane.
#[cfg(not(feature = "std"))]
static UNBOUND: Votes = Votes::new();

/// An evaluation of several points, while it is under way.
pub(crate) struct Run {
    handle: Handle,
    /// The surrounding evaluation in this thread, if there is one. That is rare, and a run is moved.
    outer: Option<Box<Outer>>,
}

/// The votes of an evaluation that waits for an inner one.
struct Outer {
    live: usize,
    marked: usize,
    way: Way,
    left: [Way; 16],
}

impl Run {
    /// Begins an evaluation of `lanes`, as bits. `None` if there are no votes left, which does not happen with `std`.
    #[allow(clippy::unnecessary_wraps, reason = "without `std` there may be none")]
    pub(crate) fn begin(lanes: usize) -> Option<Self> {
        #[cfg(feature = "std")]
        let handle = Handle {};
        #[cfg(not(feature = "std"))]
        let handle = Handle { votes: Some(VOTES.iter().find(|votes| !votes.taken.swap(true, Acquire))?) };
        let outer = handle.votes(|votes| {
            let live = votes.live.get();
            let outer = (live != 0).then(|| {
                let left = core::array::from_fn(|i| votes.left[i].get());
                Box::new(Outer { live, marked: votes.marked.get(), way: votes.way.get(), left })
            });
            votes.live.set(lanes);
            votes.marked.set(0);
            votes.way.set(START);
            outer
        });
        Some(Run { handle, outer })
    }

    /// The dictionary of the evaluation.
    #[inline]
    pub(crate) fn lanes<const W: usize, F: Functions>(&self) -> Lanes<W, Voting<F>> {
        Lanes::of(self.handle)
    }

    /// Begins another evaluation of the same lanes, none of which has left.
    #[inline]
    pub(crate) fn again(&self) {
        self.handle.votes(|votes| {
            votes.marked.set(0);
            votes.way.set(START);
        });
    }

    /// The lanes whose results are right so far, as bits.
    #[inline]
    pub(crate) fn live(&self) -> usize {
        self.handle.votes(|votes| votes.live.get())
    }

    /// The lanes that passed 0 at a kink, as bits.
    #[inline]
    pub(crate) fn marked(&self) -> usize {
        self.handle.marked()
    }

    /// Where lane `i` left the majority.
    #[inline]
    pub(crate) fn left(&self, i: usize) -> Way {
        self.handle.votes(|votes| votes.left[i].get())
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.handle.votes(|votes| {
            votes.live.set(0);
            if let Some(Outer { live, marked, way, left }) = self.outer.take().map(|outer| *outer) {
                votes.live.set(live);
                votes.marked.set(marked);
                votes.way.set(way);
                votes.left.iter().zip(left).for_each(|(word, way)| word.set(way));
            }
            #[cfg(not(feature = "std"))]
            votes.taken.store(false, Release);
        });
    }
}
