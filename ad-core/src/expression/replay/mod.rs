//! Generic code of others inside of an expression: numbers that live as long as one likes.
//!
//! A number of an evaluation lives as long as the evaluation, and says so by a lifetime. nalgebra, ndarray and faer ask for numbers
//! that are `'static`. [`replay`]`(e)` is the expression `e`, evaluated in two phases: first at numbers of the dictionary
//! [`Recorder`], which are `'static`, `Send` and `Sync`, and write down what is done with them; then what was written
//! down is done once more, with the numbers at hand. So it holds in all modes, nestings and orders.
//!
//! ```
//! use ad::{At, call, exp, forward, replay, stack};
//!
//! /// Somebody's generic code, which wants to keep its numbers.
//! fn larger_square<T: num_traits::Float + Send + 'static>(x: T, y: T) -> T {
//!     let larger = std::thread::scope(|_| if x > y { x } else { y });
//!     larger * larger
//! }
//!
//! #[exp]
//! fn energy(x: f64, y: f64) -> f64
//! where
//!     f64: num_traits::Float + Send + 'static,
//! {
//!     larger_square(x, 2.0 * y)
//! }
//!
//! assert_eq!(energy(3.0, 2.0), 16.0);
//! assert_eq!(call::gradient(&replay(Energy), &(3.0, 2.0)), (0.0, 16.0));
//! assert_eq!(forward::jacobian(stack::grad(replay(Energy))).at((3.0, 2.0)), ((0.0, 0.0), (0.0, 8.0)));
//! ```
//!
//! # Which way `e` goes
//!
//! Comparisons are answered by the primals, and constants are folded, in double precision, as `e` would do under
//! [`F64`](crate::F64). So the path is that of the plain function. What does not contribute to the result is not done again.
//!
//! # What it costs
//!
//! Each step is written down, in 20 bytes and 8 for each constant in it, and there is a number at hand for each while it is
//! replayed; the thread keeps this memory for the next evaluation, up to what [`call::keep_idle`](crate::call::keep_idle) says. That is 50 to
//! 60 bytes and some 18 ns a step, six times what a step costs the stack: `benches/README.md`. What [`linear`](mod@crate::linear) has is better done there.
//!
//! # What it gives up
//!
//! What a `'static` number can be told, the compiler cannot check: one that is smuggled out of its evaluation, by `dyn Any`
//! or a thread-local, **panics** where it is used, as does one that is used in another thread. A function of a
//! user's own that is not in the [table](mod@crate::function) cannot be replayed and panics too. The numbers at hand must have doubles
//! beneath: symbols have none.

mod list;
mod recorder;

use self::list::{Guard, Operand, Operation, record};
use crate::number::memory;
use crate::{Exp, Num, Of, OrderedDict, Real, RealDict, Shape, Signature};

pub use self::list::Placed;
pub use self::recorder::Recorder;

/// The expression `e`, evaluated at numbers that are `'static` and then done again. See the [module](mod@crate::replay).
///
/// It has the argument and the result of `e`, and can be differentiated in all modes and orders.
///
/// ```
/// use ad::{call, exp, replay};
///
/// /// Somebody's generic code, which asks for numbers that live as long as it likes.
/// fn norm<T: num_traits::Float + 'static>(v: &[T]) -> T {
///     v.iter().fold(T::zero(), |sum, x| sum + *x * *x).sqrt()
/// }
///
/// #[exp]
/// fn length(v: &[f64]) -> f64
/// where
///     f64: num_traits::Float + 'static,
/// {
///     norm(v)
/// }
///
/// assert_eq!(call::gradient(&replay(Length), &[0.0, 2.0]), [0.0, 1.0]);
/// ```
///
/// # Panics
///
/// Evaluation panics if a number at hand has no double beneath, as symbols, and if `e` uses a number of another evaluation or a function
/// that is not in the [table](mod@crate::function).
pub fn replay<E: Signature>(e: E) -> Replay<E> {
    Replay(e)
}

/// What [`replay`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Replay<E>(E);

impl<E: Signature> Signature for Replay<E> {
    type In = E::In;
    type Out = E::Out;
}

impl<D: RealDict + OrderedDict, E: Exp<Recorder>> Exp<D> for Replay<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<E::Out, Num<D>> {
        let guard = Guard::begin(dict.order());
        let mut numbers = memory::empty();
        let variables = E::In::map(x, &mut |x| {
            let primal =
                Real::primal(*x).expect("there is no double beneath this number, which has to be recorded");
            numbers.push(*x);
            Num::new(Recorder, record(Operation::Variable, primal, guard.id, []))
        });
        let y = self.0.apply(Recorder, &variables);
        let list = guard.end();

        let mut is_needed = memory::empty();
        is_needed.resize(list.steps.len(), false);
        E::Out::for_each(&y, &mut |y| {
            if let Operand::Step(step) = y.value().operand(list.id) {
                is_needed[step] = true;
            }
        });
        for (i, step) in list.steps.iter().enumerate().rev() {
            if is_needed[i] {
                step.needs().for_each(|i| is_needed[i] = true);
            }
        }
        for (step, is_needed) in list.steps.iter().zip(&is_needed).skip(numbers.len()) {
            let number = if *is_needed { step.perform(&list.constants, &numbers) } else { Num::default() };
            numbers.push(number);
        }
        let y = E::Out::map(&y, &mut |y| match y.value().operand(list.id) {
            Operand::Step(step) => numbers[step],
            Operand::Constant(c) => Real::constant(c),
        });
        memory::keep(numbers);
        memory::keep(is_needed);
        y
    }
}
