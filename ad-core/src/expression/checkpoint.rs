//! Less memory for more time: what reverse mode does not remember, it computes again.
//!
//! The stack strategy remembers every step until the backward phase undoes it. Of an expression inside a
//! [`checkpoint`] it remembers only the arguments, and evaluates it a second time when the backward phase comes to
//! it. [`iterate`] does so for a loop, on the binomial schedule, with which a long loop needs few states and is
//! evaluated few times. Both are expressions and can stand anywhere in a program; the results are the same, and all
//! other strategies evaluate them as they stand.
//!
//! ```
//! use ad::prelude::*;
//! use ad::iterate;
//!
//! /// One step of the logistic map x ↦ r·x·(1 - x), which keeps r.
//! #[exp]
//! fn logistic([x, r]: [f64; 2]) -> [f64; 2] {
//!     [r * x * (1.0 - x), r]
//! }
//!
//! /// A program that contains the loop.
//! #[exp]
//! fn program(x: f64, r: f64) -> f64 {
//!     let [x, r] = iterate(Logistic, 100_000).snapshots(20).at([x, r]);
//!     x * x + r
//! }
//!
//! // 20 states and one step at a time are remembered, and not 300 000 multiplications.
//! let r = 2.9;
//! let (_, slope) = call::gradient(&Program, &(0.3, r));
//! // In the limit, x = 1 - 1/r.
//! assert!((slope - (2.0 * (1.0 - 1.0 / r) / (r * r) + 1.0)).abs() < 1e-12);
//! ```
//!
//! # Where memory is saved
//!
//! In the tape of the stack strategy, whether it stands on plain numbers (`stack::grad(e)`) or on others
//! (`forward::jacobian(stack::grad(e))`), and also where a forward strategy stands on it
//! (`stack::grad(…forward::diff(e)…)`). Of two stacks, one on the other, the upper one saves memory; the lower one
//! sees all that the upper one does, and so does one that Taylor mode stands on. The effects strategy and
//! backpropagators remember every step.
//!
//! # What is exactly the same
//!
//! Values, and derivatives to the last bit: the terms of an adjoint are added in the same order as without
//! checkpoints. The sum is grouped differently where what is computed is no longer the same: a result of a checkpoint
//! is a new number, so it matters if an expression returns one number twice, or one that is also used elsewhere;
//! and if a reverse strategy differentiates the backward phase of a stack, it sees a state that is computed twice as
//! two states.

use crate::expression::given::Arguments;
use crate::number::exp::Repeatable;
use crate::{Dict, Exp, Num, Of, Signature};

/// The expression `e`, of which reverse mode remembers only the arguments and which it evaluates a second time.
///
/// The memory for a long computation that is cut into pieces, each a checkpoint, is that for the longest piece and
/// for what goes from one to the next. Checkpoints can be nested.
///
/// ```
/// use ad::{Exp, I64, Var, checkpoint, pow, stack};
/// assert_eq!(stack::diff(checkpoint(pow(4, Var))).eval(I64, 2), 32);
/// ```
///
/// # Data
///
/// `e` must own its data, for the tape keeps it until the backward phase, when the function that made the checkpoint has
/// long returned. What would be a slice is an `Arc`, of which every checkpoint has a clone:
///
/// ```
/// use std::sync::Arc;
/// use ad::{At, checkpoint, exp, stack};
///
/// #[exp]
/// fn misfit(#[fixed] data: Arc<[f64]>, x: f64) -> f64 {
///     let mut sum = 0.0;
///     for a in data.iter() {
///         sum += (*a * x - 1.0) * (*a * x - 1.0);
///     }
///     sum
/// }
///
/// #[exp]
/// fn total(#[fixed] data: &Arc<[f64]>, x: f64) -> f64 {
///     checkpoint(Misfit { data: data.clone() }).at(x * x)
/// }
///
/// let data: Arc<[f64]> = [1.0, 2.0].into();
/// assert_eq!(stack::diff(Total { data: &data }).at(1.0), 8.0);
/// ```
///
/// A reference is refused, also one that would live long enough:
///
/// ```compile_fail,E0521
/// use ad::{At, checkpoint, exp};
///
/// #[exp]
/// fn misfit(#[fixed] data: &[f64], x: f64) -> f64 {
///     data[0] * x
/// }
///
/// #[exp]
/// fn total(#[fixed] data: &[f64], x: f64) -> f64 {
///     checkpoint(Misfit { data }).at(x * x)
/// }
/// ```
///
/// For an expression is written for every dictionary D, whereas `data` would have to live as long as the tape that D
/// refers to. There is no bound on D that says so: an operator asks for an expression under `Stack<'t, _>` for *every* `'t`
/// (`for<'t> Exp<Stack<'t, D>>`), and what outlives every `'t` is `'static`. To name the lifetime of the data besides `'t`
/// would take it as a parameter of every strategy and of every operator, and a `where` clause on each expression that
/// contains a checkpoint, which no function could leave to `#[exp]`.
///
/// # Cost
///
/// Under [`stack`](crate::stack) a second evaluation, in the backward phase, with memory for its steps until they are undone; elsewhere nothing.
pub fn checkpoint<E: Signature>(e: E) -> Checkpoint<E> {
    Checkpoint(e)
}

/// What [`checkpoint`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<E>(E);

impl<E: Signature> Signature for Checkpoint<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: Exp<D> + Clone + 'static> Exp<D> for Checkpoint<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        dict.checkpoint(&&self.0, x)
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The expression `step`, applied `times` times: state ↦ stepⁿ(state).
///
/// Reverse mode with a stack records one step at a time, and remembers as many states as it may have
/// [`snapshots`](Iterate::snapshots): by default about √(2n), with which no step is evaluated more than three times.
///
/// A checkpoint costs about as much as some dozens of operations. If a step is shorter, make one of several, which
/// are recorded together: `iterate(iterate(step, 20).snapshots(0), n / 20)`.
///
/// What the steps have in common belongs to the state, as r does in the [example](mod@crate::checkpoint); or see
/// [`iterate_with`]. `step` must own its data: a table that it reads can be an `Arc`.
///
/// ```
/// use ad::{Exp, I64, Monomial, iterate, stack};
/// // ((x²)²)²
/// assert_eq!(stack::diff(iterate(Monomial { k: 2 }, 3)).eval(I64, 2), 8 * 128);
/// ```
pub fn iterate<E: Signature<Out = <E as Signature>::In>>(step: E, times: usize) -> Iterate<E> {
    Iterate { step, times, snapshots: isqrt(2 * times as u128) }
}

/// What [`iterate`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Iterate<E> {
    step: E,
    times: usize,
    snapshots: usize,
}

impl<E> Iterate<E> {
    /// The same, with room for `snapshots` states, the initial one included.
    ///
    /// The least possible number of steps is evaluated again: with c snapshots, (c + r)! / (c! r!) steps can be
    /// undone if each may be evaluated r + 1 times. So 20 snapshots and 7 more evaluations are enough for 888 030
    /// steps, and n - 1 snapshots and one more for n steps. With 0 snapshots, all steps are recorded at once.
    pub fn snapshots(self, snapshots: usize) -> Self {
        Iterate { snapshots, ..self }
    }
}

impl<E: Signature<Out = <E as Signature>::In>> Signature for Iterate<E> {
    type In = E::In;
    type Out = E::In;
}

/// Source: A. Griewank and A. Walther, *Algorithm 799: revolve*, ACM TOMS 26(1), 2000. Their schedule is a
/// recursion, in which the snapshot of a state is the argument of a checkpoint: to undo n steps with c snapshots,
/// go m steps without recording them, undo the other n - m with c - 1 snapshots, and then the m with c.
impl<D: Dict, E> Exp<D> for Iterate<E>
where
    E: Exp<D> + Signature<Out = <E as Signature>::In> + Clone + 'static,
{
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        let (step, mut n, mut c) = (&self.step, self.times, self.snapshots);
        let mut state = None;
        while n > 1 && c > 0 {
            let m = split(n, c);
            let first = Repeat { step, times: m, snapshots: c };
            state = Some(dict.checkpoint(&first, state.as_ref().unwrap_or(x)));
            n -= m;
            c -= 1;
        }
        match state {
            None => Repeat { step, times: n, snapshots: 0 }.apply(dict, x),
            Some(state) => Repeat { step, times: n, snapshots: 0 }.apply(dict, &state),
        }
    }
}

/// The loop as it stands; when it is evaluated again, with these snapshots.
struct Repeat<'a, E> {
    step: &'a E,
    times: usize,
    snapshots: usize,
}

impl<E: Signature<Out = <E as Signature>::In> + Clone + 'static> Repeatable for Repeat<'_, E> {
    type Kept = Iterate<E>;
    fn keep(&self) -> Iterate<E> {
        Iterate { step: self.step.clone(), times: self.times, snapshots: self.snapshots }
    }
}

impl<E: Signature<Out = <E as Signature>::In>> Signature for Repeat<'_, E> {
    type In = E::In;
    type Out = E::In;
}

impl<D: Dict, E: Exp<D> + Signature<Out = <E as Signature>::In>> Exp<D> for Repeat<'_, E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        if self.times == 0 {
            return x.clone();
        }
        let first = self.step.apply(dict, x);
        (1..self.times).fold(first, |state, _| self.step.apply(dict, &state))
    }
}

/// How many of `n` steps to go before the next snapshot, of which there are `c`, so that the least number of steps is
/// evaluated again.
///
/// Let β(c, r) = (c + r)! / (c! r!) and β(c, r - 1) < n ≤ β(c, r). Then the number is least if and only if
/// β(c, r - 2) ≤ m ≤ β(c, r - 1) and β(c - 1, r - 1) ≤ n - m ≤ β(c - 1, r). This is the greatest such m.
fn split(n: usize, c: usize) -> usize {
    let (steps, snapshots) = (n as u128, c as u128);
    // β(c, r)
    let (mut r, mut reach) = (0, 1);
    while reach < steps {
        r += 1;
        reach = reach * (snapshots + r) / r;
    }
    // β(c, r - 1) and β(c - 1, r - 1)
    let left = reach * r / (snapshots + r);
    let right = left * snapshots / (snapshots + r - 1);
    usize::try_from(left.min(steps - right)).expect("it is at most n")
}

/// ⌈√n⌉
fn isqrt(n: u128) -> usize {
    let floor = n.isqrt();
    usize::try_from(floor + u128::from(floor * floor < n)).unwrap_or(usize::MAX)
}

// -----------------------------------------------------------------------------------------------------------

/// The expression `step`, applied `times` times to its first argument, with the same others each time:
/// (state, p, …) ↦ the last state.
///
/// It is [`iterate`] with (state, p, …) as the state, so each snapshot has a copy of p.
///
/// ```
/// use ad::{At, exp, iterate_with, stack};
///
/// /// A balance after a year of interest.
/// #[exp]
/// fn year(balance: f64, rate: f64) -> f64 {
///     balance * (1.0 + rate)
/// }
///
/// // 2 · (1 + r)³ at r = 0.5, and its derivatives.
/// let saving = iterate_with(Year, 3);
/// assert_eq!(saving.at((2.0, 0.5)), 6.75);
/// assert_eq!(stack::grad(saving).at((2.0, 0.5)), (3.375, 13.5));
/// ```
pub fn iterate_with<E>(step: E, times: usize) -> IterateWith<E>
where
    E: Signature<In: Arguments<First = <E as Signature>::Out>>,
{
    IterateWith(iterate(Carry(step), times))
}

/// What [`iterate_with`] makes.
#[derive(Clone, Copy, Debug)]
pub struct IterateWith<E>(Iterate<Carry<E>>);

impl<E> IterateWith<E> {
    /// See [`Iterate::snapshots`].
    pub fn snapshots(self, snapshots: usize) -> Self {
        IterateWith(self.0.snapshots(snapshots))
    }
}

impl<E: Signature> Signature for IterateWith<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E> Exp<D> for IterateWith<E>
where
    E: Exp<D> + Signature<In: Arguments<First = <E as Signature>::Out>> + Clone + 'static,
{
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        E::In::split(self.0.apply(dict, x)).0
    }
}

/// The step, which passes on the arguments that do not change.
#[derive(Clone, Copy, Debug)]
struct Carry<E>(E);

impl<E: Signature> Signature for Carry<E> {
    type In = E::In;
    type Out = E::In;
}

impl<D: Dict, E> Exp<D> for Carry<E>
where
    E: Exp<D> + Signature<In: Arguments<First = <E as Signature>::Out>>,
{
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::In, Num<D>> {
        let state = self.0.apply(dict, x);
        E::In::join(state, E::In::split(x.clone()).1)
    }
}
