//! Generic code of other crates inside an expression, at `'static` numbers.
//!
//! The lifetime of a number is that of its evaluation, and nalgebra, ndarray and faer require `'static` numbers. [`replay`]`(e)`
//! is the expression `e`, evaluated in two phases. The first phase uses numbers of the dictionary [`Recorder`], which are
//! `'static`, `Send` and `Sync`, and record their operations. The second phase repeats these operations with the numbers of the
//! evaluation. So it holds in all modes, nestings and orders.
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
//! assert_eq!(call::grad(&replay(Energy), &(3.0, 2.0)), (0.0, 16.0));
//! assert_eq!(forward::jacobian(stack::grad(replay(Energy))).at((3.0, 2.0)), ((0.0, 0.0), (0.0, 8.0)));
//! ```
//!
//! # Path
//!
//! Comparisons use the primals, and constants are folded in double precision, as under [`F64`](crate::F64). So the path is that
//! of the plain function. Steps without influence on the result are not repeated.
//!
//! A comparison that asks for a point, such as whether a norm is 0 or two numbers are equal, has a branch for that point. If derivatives are
//! taken, and the answer is yes, evaluation panics: the derivatives of that branch are those of no function. A comparison with a rounding
//! error of another number asks for a point too, unless the number has converged. A test of a sign asks for a side, and so do other
//! comparisons of two numbers that both depend on the inputs.
//!
//! # Cost
//!
//! A recorded step needs 20 bytes, and 8 for each constant. During the replay each step also has a number. In all, a step costs
//! 50 to 60 bytes and about 18 ns, six times as much as on the stack: see `benches/README.md`. The thread retains the memory, up
//! to the bound of [`call::keep_memory`](crate::call::keep_memory). Prefer the functions of [`linear`](mod@crate::linear).
//!
//! # Limits
//!
//! The compiler cannot check the use of a `'static` number. A number that leaves its evaluation, by `dyn Any` or a thread-local,
//! **panics** when it is used. So does a number in another thread. A user's function that is not in the
//! [table](mod@crate::function) cannot be replayed, and panics. The numbers of the evaluation must have doubles beneath, which
//! symbols have not.

mod list;
mod recorder;

use self::list::{Guard, Operand, Operation, record};
use crate::number::memory;
use crate::{Exp, Num, Of, OrderedDict, Real, RealDict, Shape, Signature};

pub use self::list::Placed;
#[cfg(feature = "nalgebra")]
pub(crate) use self::list::expect_no_test_for_a_point;
pub use self::recorder::Recorder;

/// The expression `e`, recorded at `'static` numbers and then repeated: see the [module](mod@crate::replay).
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
/// assert_eq!(call::grad(&replay(Length), &[0.0, 2.0]), [0.0, 1.0]);
/// ```
///
/// # Panics
///
/// Evaluation panics if a number has no double beneath, such as a symbol. It also panics if `e` uses a number of another
/// evaluation, or a function that is not in the [table](mod@crate::function).
pub fn replay<E: Signature>(e: E) -> Replay<E> {
    Replay(e)
}

/// The result of [`replay`].
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
                Real::primal(*x).expect("cannot record a number without a double beneath, such as a symbol");
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
        list.mark(&mut is_needed);
        list.repeat(&is_needed, &mut numbers);
        let y = E::Out::map(&y, &mut |y| match y.value().operand(list.id) {
            Operand::Step(step) => numbers[step],
            Operand::Constant(c) => Real::constant(c),
        });
        memory::keep(numbers);
        memory::keep(is_needed);
        y
    }
}
