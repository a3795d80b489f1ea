//! Which types may go to another thread (`Send`) or be shared with one (`Sync`), decided while this compiles.
//!
//! Types that users write (expressions, operators, prepared evaluations, results) must be as mobile as their content. A number of
//! an evaluation refers to the tape of that evaluation, without a lock, and must stay. The last test compares the list with the
//! source, so that a new public type is noticed.

use std::marker::PhantomData;

use ad::function;
use ad::implicit::{Difference, Failure, Fallible, Implicit, Newton, Repetition, Search, UserSolver};
use ad::paper::{Closures, ClosuresDict, Deferred, Erased, Monomial, Subst, Var};
use ad::reverse::{GradGiven, ValueAndGradGiven};
use ad::rule::WithJvp;
use ad::{
    Above, Checked, CheckedI64, Decimal, Divergence, F32, F64, Graph, Ground, I64, Matrix, Mismatch, Modular,
    Node, Num, Operation, Path, Prepared, Rational, Rationals, Shortcuts, Symbol, Symbolic, Untouched,
    ValueGradHessian, Wrapping, adjoint, backpropagator, checkpoint, flat, forward, given, reverse, stack,
    taylor, trace,
};
use ad::{Exp as Expression, exp};

/// Colouring is a separate module in `sparse`.
mod sparse {
    pub(crate) use ad::sparse::{colouring::*, *};
}

/// A type whose auto traits can be read. An associated constant of the type itself has precedence over a constant of a trait, if
/// its bound holds.
struct Is<T>(PhantomData<T>);

trait Otherwise {
    const SEND: bool = false;
    const SYNC: bool = false;
}

impl<T> Otherwise for Is<T> {}

impl<T: Send> Is<T> {
    const SEND: bool = true;
}

impl<T: Sync> Is<T> {
    const SYNC: bool = true;
}

/// `both { … }`, `send { … }`, `sync { … }`, `neither { … }`: the types that have exactly these.
macro_rules! auto_traits {
    (both { $($T:ty),* $(,)? }) => { auto_traits!(true, true: $($T),*); };
    (send { $($T:ty),* $(,)? }) => { auto_traits!(true, false: $($T),*); };
    (sync { $($T:ty),* $(,)? }) => { auto_traits!(false, true: $($T),*); };
    (neither { $($T:ty),* $(,)? }) => { auto_traits!(false, false: $($T),*); };
    ($send:literal, $sync:literal: $($T:ty),*) => {$(
        const _: () = assert!(Is::<$T>::SEND == $send, concat!("Send: ", stringify!($T)));
        const _: () = assert!(Is::<$T>::SYNC == $sync, concat!("Sync: ", stringify!($T)));
    )*};
}

/// A type with neither, to test that the answer for its containers can be "no".
type Stuck = std::rc::Rc<Var>;

auto_traits!(neither { Stuck });
auto_traits!(send { std::cell::Cell<f64> });
auto_traits!(sync { std::sync::MutexGuard<'static, f64> });
auto_traits!(both { f64 });

// -----------------------------------------------------------------------------------------------------------

#[exp]
#[allow(dead_code, reason = "only the expression is wanted")]
fn scaled(table: &[u64], #[fixed] factor: f64, x: f64) -> f64 {
    factor * x * table.len() as f64
}

// Expressions: also those that `#[exp]` makes, and boxed ones if they are boxed so.
auto_traits!(both {
    Scaled<'static>, Var, Monomial, Subst<Var, Monomial>,
    Box<dyn Expression<F64, In = f64, Out = f64> + Send + Sync>,
});
auto_traits!(neither { Box<dyn Expression<F64, In = f64, Out = f64>>, Subst<Var, Stuck> });

// Operators have the auto traits of their expressions.
macro_rules! operators {
    ($kind:ident, $E:ty) => {
        auto_traits!($kind {
            ad::Many<$E>, GradGiven<$E>, ValueAndGradGiven<$E>, reverse::Grad<$E>, reverse::ValueAndGrad<$E>, reverse::Vjp<$E>, reverse::Jacobian<$E>, Divergence<$E>, ValueGradHessian<$E>,
            forward::Diff<$E>, forward::Jvp<$E>, forward::Grad<$E>, forward::ValueAndGrad<$E>,
            forward::Jacobian<$E>, forward::ValueAndJacobian<$E>,
            stack::Grad<$E>, stack::ValueAndGrad<$E>, stack::Vjp<$E>, stack::Jacobian<$E>,
            backpropagator::Grad<$E>, backpropagator::ValueAndGrad<$E>, backpropagator::Vjp<$E>,
            backpropagator::Jacobian<$E>,
            adjoint::Grad<$E>, adjoint::ValueAndGrad<$E>, adjoint::Vjp<$E>, adjoint::Jacobian<$E>,
            adjoint::Record<$E>,
            taylor::Expansion<$E, 3>, taylor::Derivatives<$E, 3>, taylor::Jet<$E, 3>,
            taylor::DynExpansion<$E>, taylor::NthDerivative<$E>,
            checkpoint::Checkpoint<$E>, checkpoint::Iterate<$E>, checkpoint::IterateWith<$E>,
            Implicit<$E, UserSolver<fn(f64) -> f64>>, Fallible<$E, UserSolver<fn(f64) -> f64>>, Difference<$E>,
            WithJvp<fn(f64) -> f64, $E>, ad::replay::Replay<$E>,
        });
    };
}

operators!(both, Monomial);
operators!(neither, Stuck);

// The saved values of an adjoint program. Its slots are `Cell`s.
auto_traits!(both { adjoint::Pullback<Var, F64, fn()> });
auto_traits!(send { adjoint::Slot<f64>, adjoint::Total<f64> });

/// And that for every expression.
#[allow(dead_code, reason = "it need not run")]
fn operators_are_what_their_expressions_are<E: Send + Sync>() {
    fn both<T: Send + Sync>() {}
    both::<(forward::Diff<E>, forward::Jvp<E>, forward::Grad<E>, forward::Jacobian<E>)>();
    both::<(stack::Grad<E>, stack::ValueAndGrad<E>, stack::Vjp<E>, stack::Jacobian<E>)>();
    both::<(reverse::Grad<E>, Divergence<E>, ValueGradHessian<E>, taylor::NthDerivative<E>)>();
    both::<(checkpoint::Checkpoint<E>, checkpoint::Iterate<E>, checkpoint::IterateWith<E>, Difference<E>)>();
}

// A captured value is a number, and as mobile as one.
auto_traits!(both {
    given::PartiallyApplied<forward::Jvp<Var>, given::First<(f64, f64), Num<F64>>>, given::Held<(f64, f64)>,
    Above<Ground>,
});
auto_traits!(neither {
    given::PartiallyApplied<forward::Jvp<Var>, given::First<(f64, f64), Num<stack::Stack<'static, F64>>>>,
});

// A recorded number may go to another thread, as nalgebra requires. Its use there panics.
auto_traits!(both { ad::replay::Recorder, ad::replay::Placed, function::Entry, Num<ad::replay::Recorder> });

// A sum over data borrows them.
auto_traits!(both { ad::terms::Terms<'static, f64, fn(&f64) -> Var> });
auto_traits!(neither { ad::terms::Terms<'static, std::rc::Rc<f64>, fn(&std::rc::Rc<f64>) -> Var> });

// So does a sum over points.
auto_traits!(both { ad::AtPoints<'static, Var, [f64], Stuck, 8, ad::lanes::Exact> });
auto_traits!(neither {
    ad::AtPoints<'static, Stuck, [f64], (), 8, ad::lanes::Exact>, ad::AtPoints<'static, Var, [Stuck], (), 8, ad::lanes::Exact>,
});

// A prepared evaluation can be sent to the thread that is to use it; it is used by `&mut`.
auto_traits!(send { Prepared<Scaled<'static>>, Prepared<Var, forward::Forward<'static, I64>> });
auto_traits!(neither { Prepared<Stuck> });
auto_traits!(both { ad::Mode });

// -----------------------------------------------------------------------------------------------------------

// Dictionaries without state, or with a copy of it; their values and numbers.
auto_traits!(both {
    F32, F64, I64, CheckedI64, Wrapping<u8>, Checked<u8>, Modular, Rationals, Rational, Decimal,
    Num<F64>, Num<Modular>, Num<Rationals>, Num<forward::Forward<'static, I64>>,
    forward::Forward<'static, F64>, forward::Dense<'static>, forward::DenseDual<1>, forward::Dual<f64>, taylor::Taylor<'static, F64, 3>, taylor::Truncated<F64>,
    taylor::InPlace<'static, F64, 3>, taylor::Coefficients<f64, 3>,
    Matrix<f64, f64>,
});
auto_traits!(neither { forward::Forward<'static, Symbolic<'static>>, forward::Dual<Stuck> });

// A graph of symbols can be sent. While it is in use, it grows behind shared references.
auto_traits!(send { Graph, trace::Trace });
auto_traits!(neither { Symbolic<'static>, Num<Symbolic<'static>> });
auto_traits!(both { Symbol, Operation, trace::Table<String>, trace::Row<f64> });

// A record may hold any closures, such as those that count.
auto_traits!(neither { Closures<'static, f64>, ClosuresDict<'static, f64>, ad::paper::Expression });
auto_traits!(both { Deferred<f64>, Erased });

// Numbers of several parts.
auto_traits!(both {
    ad::Residues, ad::Residue, ad::DoubleDoubles, ad::DoubleDouble, ad::Product<F64, ad::Residues>,
    ad::lanes::Exact, ad::lanes::Vectorized,
});
auto_traits!(neither { ad::Product<F64, Symbolic<'static>>, ad::lanes::Lanes<4> });

// Enclosures, and the numbers of an evaluation over a box.
auto_traits!(both { ad::enclosure::Interval, ad::enclosure::Error, ad::enclosure::Roots<Vec<ad::enclosure::Interval>> });
auto_traits!(neither { ad::enclosure::Intervals<'static>, Num<ad::enclosure::Intervals<'static>> });

// Many points, and reports about an evaluation.
auto_traits!(both {
    ad::Panics, ad::Columns<Vec<f64>>, ad::Same<f64>,
    ad::testing::Disagreement, ad::testing::Quantity, ad::testing::Violation<f64>,
});
auto_traits!(neither { ad::Columns<Stuck>, ad::Same<Stuck> });

// Parts of an evaluation stay with it.
auto_traits!(neither {
    stack::Stack<'static, F64>, Num<stack::Stack<'static, F64>>,
    backpropagator::Backpropagators<'static, F64>, Num<backpropagator::Backpropagators<'static, F64>>,
    backpropagator::Value<'static, F64>, backpropagator::Backpropagator<'static, F64>,
    trace::Watched<'static, F64>, Num<trace::Watched<'static, F64>>,
    taylor::InArena<'static, F64>, taylor::DynTaylor<'static, F64>, Num<taylor::DynTaylor<'static, F64>>,
    Num<forward::Forward<'static, stack::Stack<'static, F64>>>,
});
// These name a place in it, and do not refer to it.
auto_traits!(both {
    sparse::Pattern, sparse::Csr, sparse::Assembly, sparse::Order, sparse::Colouring, sparse::StarColouring,
    sparse::AcyclicColouring, sparse::Bidirectional, sparse::Place,
    sparse::AtPoint, sparse::Everywhere, sparse::Dependent<'static, f64>, sparse::Jacobian<Var>,
    sparse::Hessian<stack::Grad<Var>>, sparse::Diagonal<stack::Grad<Var>>,
});
auto_traits!(neither { sparse::Dependence<'static, F64>, sparse::Witness<'static> });
auto_traits!(both { Node<'static, f64>, trace::Seen<'static, f64>, taylor::ArenaSeries<'static, f64> });

// How arguments are converted, and printed.
auto_traits!(both {
    ad::argument::Itself, ad::argument::Elements<ad::argument::Itself>,
    ad::argument::References<ad::argument::Itself>, ad::Format,
});

// One recording over floats for second derivatives.
auto_traits!(both { ad::second_order::Active<'static> });
// Two evaluations cannot share its tape.
auto_traits!(neither { ad::second_order::SecondOrder<'static> });

#[cfg(feature = "effects")]
mod effects {
    use ad::effects;
    use ad::paper::handler::{Continuation, Handler, Performer};

    use super::*;

    auto_traits!(both {
        effects::Grad<Var>, effects::ValueAndGrad<Var>, effects::Vjp<Var>, effects::Jacobian<Var>,
    });
    auto_traits!(neither {
        effects::Grad<Stuck>, effects::ValueAndGrad<Stuck>, effects::Vjp<Stuck>, effects::Jacobian<Stuck>,
    });
    // To perform an effect, or to resume, is to switch to a stack that belongs to the thread.
    auto_traits!(neither {
        effects::Effects<'static, F64>, Num<effects::Effects<'static, F64>>,
        Performer<'static, u8, u8>, Continuation<'static, Mobile>,
    });
    auto_traits!(both { Mobile });

    /// A handler that could be sent itself.
    struct Mobile;

    impl Handler for Mobile {
        type Effect = u8;
        type Answer = u8;
        type Return = u8;
        type Result = u8;
        fn effect(&mut self, effect: u8, k: Continuation<'_, Self>) -> u8 {
            k.resume(self, effect)
        }
        fn returns(&mut self, value: u8) -> u8 {
            value
        }
    }
}

// -----------------------------------------------------------------------------------------------------------

// Solvers, and the table of functions.
auto_traits!(both {
    Failure, Newton, Repetition, Search<fn(f64) -> f64, Newton>, UserSolver<fn(f64) -> f64>,
    function::Partial<f64>,
});
auto_traits!(neither { Search<Stuck, Newton>, UserSolver<Stuck>, function::Partial<Stuck> });

// The rows of the table of functions say it themselves, each for itself.
auto_traits!(both { function::Edge, Mismatch, Path });

auto_traits!(neither { sparse::Problem<'static>, sparse::LeastSquares<'static, f64>, sparse::Linearization<'static> });
auto_traits!(both { sparse::Unconstrained<f64>, sparse::Lagrangian<Var, Var>, sparse::Along<Var> });

// A slice with the structure of an argument.
auto_traits!(both { flat::Flat<Vec<f64>>, flat::Flattened, flat::Entries<'static, f64, f64>, flat::EntriesMut<'static, f64, f64> });
auto_traits!(neither { flat::Entries<'static, f64, Stuck>, flat::EntriesMut<'static, f64, Stuck> });

// Shortcuts of differentiation.
auto_traits!(both { Shortcuts<F64>, Untouched<F64> });
