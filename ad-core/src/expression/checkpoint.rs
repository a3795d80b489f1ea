//! Checkpoints: less memory for more time, by recomputation.
//!
//! Reverse mode saves every step until the backward phase reverses it. For an expression inside a [`checkpoint`], the stack and the
//! effects strategy save only the arguments, and evaluate the expression again in the backward phase. [`iterate`] does this for a loop,
//! on the binomial schedule, which needs few states and few evaluations. Both are expressions that can occur anywhere in a program. The
//! results are the same. Other strategies evaluate them without recomputation.
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
//! let (_, slope) = call::grad(&Program, &(0.3, r));
//! // In the limit, x = 1 - 1/r.
//! assert!((slope - (2.0 * (1.0 - 1.0 / r) / (r * r) + 1.0)).abs() < 1e-12);
//! ```
//!
//! # Adjoint programs
//!
//! A loop over a step with `#[exp(adjoint)]` has an adjoint program itself: the programs of the step, on the same schedule. So does a
//! checkpoint. `reverse` and `call` choose it. A tape, which records the program around the loop, uses it too. `effects` does not.
//!
//! # Scope
//!
//! Checkpoints affect the tape of the stack strategy, over plain numbers (`stack::grad(e)`) or others
//! (`forward::jacobian(stack::grad(e))`). They also affect it beneath a forward strategy (`stack::grad(…forward::diff(e)…)`). In
//! a stack over a stack, only the upper one saves memory: the lower one records all of the upper one's steps. The same holds
//! beneath Taylor mode, and for the effects strategy. Backpropagators retain every step.
//!
//! # Exactness
//!
//! Values are the same, and derivatives to the last bit: the terms of an adjoint are added in the same order. An adjoint program of
//! the step adds them in its own order. The grouping of the sum differs in two more cases. A result of a checkpoint is a new number, so an expression may return one number twice, or one that
//! is also used elsewhere. If a reverse strategy differentiates the backward phase of another one, a state that is computed twice is
//! two states.
//!
//! # Source
//!
//! By a tape: A. Griewank and A. Walther, *Algorithm 799: revolve*, ACM TOMS 26(1), 2000. By effect handlers: J. Sigal, *Automatic
//! Differentiation via Effects and Handlers: An Implementation in Frank*, PEPM 2021. See [`effects`](crate::effects).

mod program;

use alloc::vec::Vec;

use crate::expression::given::Arguments;
use crate::number::exp::{Repeatable, callable};
use crate::{Dict, Exp, Num, Of, Seeding, Signature};

/// The expression `e`, recomputed in reverse mode from its recorded arguments.
///
/// A long computation can be cut into pieces, each a checkpoint. It then needs memory for the longest piece and for the states
/// between the pieces. Checkpoints can be nested.
///
/// ```
/// use ad::{Exp, I64, checkpoint, paper::{Var, pow}, stack};
/// assert_eq!(stack::diff(checkpoint(pow(4, Var))).eval(I64, 2), 32);
/// ```
///
/// # Data
///
/// `e` must own its data, since the tape retains it until the backward phase. In place of a slice, every checkpoint has a clone
/// of an `Arc`:
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
/// A reference is refused, even if it lives long enough:
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
/// An expression is written for every dictionary D, and `data` would have to live as long as the tape of D. No bound on D
/// expresses this. An operator requires an expression under `Stack<'t, _>` for *every* `'t` (`for<'t> Exp<Stack<'t, D>>`), and
/// only `'static` data outlives every `'t`. Otherwise every strategy and operator would need the lifetime of the data as a
/// parameter.
///
/// # Cost
///
/// Under [`stack`](crate::stack) and [`effects`](crate::effects) it costs a second evaluation in the backward phase, with memory for its
/// steps. Elsewhere it costs nothing.
pub fn checkpoint<E: Signature>(e: E) -> Checkpoint<E> {
    Checkpoint(e)
}

/// The result of [`checkpoint`].
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<E>(E);

callable!([E] Checkpoint<E>, [E] Iterate<E>, [E] IterateWith<E>);

impl<E: Signature> Signature for Checkpoint<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: Dict, E: Exp<D> + Clone + 'static> Exp<D> for Checkpoint<E> {
    #[inline]
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        dict.checkpoint(&&self.0, x)
    }
    fn has_program(&self) -> bool {
        self.0.has_program()
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::Out, D>) {
        self.0.program(dict, x, seeding);
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The expression `step`, applied `times` times: state ↦ stepⁿ(state).
///
/// The backward phase of a stack and of effects has one step at a time, or a stack runs the step's adjoint program. It saves up to [`snapshots`](Iterate::snapshots) states, by default
/// about √(2n), so that no step is evaluated more than three times.
///
/// A checkpoint costs about as much as some dozens of operations. Combine several shorter steps in one that is recorded at once:
/// `iterate(iterate(step, 20).snapshots(0), n / 20)`.
///
/// Parameters of the steps belong to the state, as r in the [example](mod@crate::checkpoint), or see [`iterate_with`]. `step`
/// must own its data. A table can be an `Arc`.
///
/// ```
/// use ad::{Exp, I64, iterate, paper::Monomial, stack};
/// // ((x²)²)²
/// assert_eq!(stack::diff(iterate(Monomial { k: 2 }, 3)).eval(I64, 2), 8 * 128);
/// ```
pub fn iterate<E: Signature<Out = <E as Signature>::In>>(step: E, times: usize) -> Iterate<E> {
    Iterate { step, times, snapshots: isqrt(2 * times as u128) }
}

/// The result of [`iterate`].
#[derive(Clone, Copy, Debug)]
pub struct Iterate<E> {
    step: E,
    times: usize,
    snapshots: usize,
}

impl<E> Iterate<E> {
    /// The same loop, with memory for `snapshots` states, the initial state included.
    ///
    /// The number of repeated evaluations is minimal. With c snapshots and at most r + 1 evaluations of each step, (c + r)! / (c!
    /// r!) steps can be reversed. So 20 snapshots and 7 more evaluations suffice for 888 030 steps, and n - 1 snapshots with one
    /// more evaluation suffice for n steps. With 0 snapshots, all steps are recorded at once.
    pub fn snapshots(self, snapshots: usize) -> Self {
        Iterate { snapshots, ..self }
    }
}

impl<E: Signature<Out = <E as Signature>::In>> Signature for Iterate<E> {
    type In = E::In;
    type Out = E::In;
}

/// Source: A. Griewank and A. Walther, *Algorithm 799: revolve*, ACM TOMS 26(1), 2000. Their schedule is a recursion, and a
/// snapshot is the argument of a checkpoint. To reverse n steps with c snapshots, perform m steps without recording. Reverse the
/// other n - m with c - 1 snapshots, and then the first m with c.
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
    fn has_program(&self) -> bool {
        self.step.has_program()
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::In, D>) {
        program::reverse(self, dict, x, seeding);
    }
}

/// The plain loop, which uses the snapshots when it is evaluated again.
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

/// The number of steps to the next snapshot, of `n` steps with `c` snapshots, such that the fewest steps are repeated.
///
/// Let β(c, r) = (c + r)! / (c! r!) and β(c, r - 1) < n ≤ β(c, r). A snapshot after m steps makes the number of repetitions least
/// if and only if
///
/// * β(c, r - 2) ≤ m ≤ β(c, r - 1), and
/// * β(c - 1, r - 1) ≤ n - m ≤ β(c - 1, r).
///
/// The result is the greatest such m.
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

/// The expression `step`, applied `times` times to its first argument, with constant other arguments: (state, p, …) ↦ the last
/// state.
///
/// It is [`iterate`] with the state (state, p, …), so each snapshot has a copy of p.
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

/// The result of [`iterate_with`].
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
    fn has_program(&self) -> bool {
        Exp::<D>::has_program(&self.0)
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::Out, D>) {
        self.0.program(dict, x, &mut program::First::<E::In, D>(seeding));
    }
}

/// The step, which passes the constant arguments on.
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
    fn has_program(&self) -> bool {
        self.0.has_program()
    }
    fn program(&self, dict: D, x: &Of<E::In, Num<D>>, seeding: &mut dyn Seeding<E::In, E::In, D>) {
        self.0.program(dict, x, &mut program::Carried::<E::In, D> { seeding, x, passed: Vec::new() });
    }
}
