//! Optimization by [NLopt](https://docs.rs/nlopt), a C library that needs `cmake`.

use std::cell::RefCell;
use std::rc::Rc;

use ad::{Argument, Differentiable, Flat, Of, Prepared};
use nlopt::{Algorithm, MObjFn, Nlopt, ObjFn, Target};

use crate::results;

/// An objective, or constraints.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::nlopt::Function;
/// use nlopt::{Algorithm, Target};
///
/// #[exp(adjoint)]
/// fn root(x: f64, y: f64) -> f64 {
///     y.sqrt()
/// }
///
/// /// At most 0 above two cubics.
/// #[exp(adjoint)]
/// fn below(x: f64, y: f64) -> [f64; 2] {
///     [(2.0 * x).powi(3) - y, (1.0 - x).powi(3) - y]
/// }
///
/// let start = (1.2, 5.6);
/// let root = Function::new(Root, &start);
/// let below = Function::new(Below, &start);
/// let mut solver = root.solver(Algorithm::Mma, Target::Minimize);
/// solver.set_lower_bounds(&[f64::NEG_INFINITY, 1e-9]).unwrap();
/// solver.add_inequality_mconstraint(2, below.constraints(), (), &[1e-9; 2]).unwrap();
/// solver.set_xtol_rel(1e-8).unwrap();
/// let mut x = root.start();
/// solver.optimize(&mut x).unwrap();
/// let (x, y) = root.read(&x);
/// assert!((x - 1.0 / 3.0).abs() < 1e-6 && (y - 8.0 / 27.0).abs() < 1e-6);
/// ```
///
/// The closures own the function, because `Nlopt` retains those of constraints for an unlimited time.
///
/// # Aborts
///
/// A panic of the function aborts the process, because NLopt is written in C. So does another number of variables or constraints.
pub struct Function<E: Differentiable> {
    parts: Rc<Parts<E>>,
    start: Vec<f64>,
}

struct Parts<E: Differentiable> {
    prepared: RefCell<Prepared<E>>,
    arguments: Flat<E::In>,
    results: Flat<E::Out>,
}

impl<E: Differentiable> Function<E> {
    /// The function `e`, whose variables have the structure of `start`.
    pub fn new<X, H>(e: E, start: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let (arguments, results) = (Flat::of(&e, start), results::structure(&e, start));
        let start = arguments.to_vec(start);
        Function {
            parts: Rc::new(Parts { prepared: RefCell::new(Prepared::new(e)), arguments, results }),
            start,
        }
    }
}

impl<E: Differentiable> Function<E> {
    /// The start, as the solver's variables.
    pub fn start(&self) -> Vec<f64> {
        self.start.clone()
    }

    /// The names of the variables.
    pub fn names(&self) -> Vec<String> {
        self.parts.arguments.names()
    }

    /// Variables in their container.
    pub fn read(&self, x: &[f64]) -> Of<E::In, f64> {
        self.parts.arguments.read(x)
    }

    /// The results and their Jacobian, for `add_equality_mconstraint` and `add_inequality_mconstraint`.
    pub fn constraints(&self) -> impl MObjFn<()> + use<E> {
        let parts = self.parts.clone();
        move |values: &mut [f64], x: &[f64], rows: Option<&mut [f64]>, (): &mut ()| {
            let Parts { prepared, arguments, results } = &*parts;
            let (x, mut values) = (arguments.at(x), results.at_mut(values));
            match rows {
                Some(rows) => prepared.borrow_mut().value_and_jacobian_into(&x, &mut values, rows),
                None => prepared.borrow_mut().value_into(&x, &mut values),
            }
        }
    }
}

impl<E: Differentiable<Out = f64>> Function<E> {
    /// A solver for this objective.
    pub fn solver(&self, algorithm: Algorithm, target: Target) -> Nlopt<impl ObjFn<()> + use<E>, ()> {
        Nlopt::new(algorithm, self.start.len(), self.objective(), target, ())
    }

    /// The value and its gradient, for `Nlopt::new`, and for constraints one by one.
    pub fn objective(&self) -> impl ObjFn<()> + use<E> {
        let parts = self.parts.clone();
        move |x: &[f64], gradient: Option<&mut [f64]>, (): &mut ()| {
            let Parts { prepared, arguments, .. } = &*parts;
            let x = arguments.at(x);
            match gradient {
                Some(gradient) => {
                    prepared.borrow_mut().value_and_grad_into(&x, &mut arguments.at_mut(gradient))
                }
                None => prepared.borrow_mut().value(&x),
            }
        }
    }
}
