//! Second derivatives in memory that is retained from one evaluation to the next.

use core::cell::RefCell;

use super::dictionary::SecondOrder;
use super::steps::Steps;
use super::sweep::{Sweep, Target};
use crate::number::destination::assert_fits;
use crate::number::shape::assert_length;
use crate::{Argument, Destination, Exp, Num, Of, Shape, Signature};

/// The memory of a recording and its sweeps.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    steps: RefCell<Steps>,
    sweep: Sweep,
}

impl Workspace {
    /// The bytes of this memory.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        self.steps.borrow().bytes() + self.sweep.bytes()
    }
}

/// A former variable, without its recording. It has the same size, so that the container's memory can be reused, and can be sent
/// to another thread.
#[derive(Clone, Copy)]
pub(crate) struct Idle {
    _memory: [u64; size_of::<Num<SecondOrder<'static>>>() / 8],
}

const IDLE: Idle = Idle { _memory: [0; size_of::<Num<SecondOrder<'static>>>() / 8] };

/// The container of the variables, while no evaluation is under way.
pub(crate) type Variables<I> = Option<Of<I, Idle>>;

/// Whether all numbers are finite: any other number times 0 is NaN. Several sums need not wait for each other.
fn are_finite(numbers: &[f64]) -> bool {
    let mut sums = [0.0; 8];
    let chunks = numbers.chunks_exact(8);
    let rest = chunks.remainder();
    chunks.for_each(|chunk| sums.iter_mut().zip(chunk).for_each(|(sum, x)| *sum += x * 0.0));
    rest.iter().zip(&mut sums).for_each(|(x, sum)| *sum += x * 0.0);
    sums.iter().sum::<f64>() == 0.0
}

impl Workspace {
    /// Records `e` at `x`, unless `check` panics. Returns the value, and the result to differentiate.
    fn record<I: Shape, E, X, H>(
        &mut self,
        variables: &mut Variables<I>,
        e: &E,
        x: &X,
        check: impl for<'t> FnOnce(&Of<I, Num<SecondOrder<'t>>>),
    ) -> (f64, Target)
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<SecondOrder<'t>>,
        X: Argument<I, H> + ?Sized,
    {
        self.steps.get_mut().clear();
        let dict = SecondOrder::new(&self.steps);
        let mut variable = |v: &f64| Num::new(dict, dict.variable(*v));
        let x = x.map_numbers_within(variables, &mut variable);
        check(&x);
        let y = e.apply(dict, &x).value();
        *variables = Some(I::into_map(x, &mut |_| IDLE));
        (y.v, y.target())
    }

    /// The value at `x`. The gradient goes into `gradient` and the Hessian into `rows`. Returns `None` if a derivative is not
    /// finite, and then all are invalid.
    pub(crate) fn hessian_into<I: Shape, E, X, H, G, K>(
        &mut self,
        variables: &mut Variables<I>,
        e: &E,
        x: &X,
        gradient: &mut G,
        rows: &mut [f64],
    ) -> Option<f64>
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<SecondOrder<'t>>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        assert_length("rows", (n, n), rows);
        let (y, target) = self.record(variables, e, x, |x| {
            assert_fits::<I, _, _, _, _>(("argument", x), ("gradient", gradient));
        });
        let Workspace { steps, sweep } = self;
        sweep.all_directions(steps.get_mut(), target, n, rows);
        let finite = gradient_into::<I, _, _>(sweep, gradient);
        (finite && are_finite(rows)).then_some(y)
    }

    /// The value at `x`. The gradient goes into `gradient`, and `receive` gets row, column and value of each entry of the Hessian's lower
    /// triangle. Returns also whether the gradient is finite.
    #[cfg(feature = "sparse")]
    pub(crate) fn sparse_hessian_into<I: Shape, E>(
        &mut self,
        e: &E,
        x: &Of<I, f64>,
        gradient: &mut Of<I, f64>,
        receive: impl FnMut(usize, usize, f64),
    ) -> (f64, bool)
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<SecondOrder<'t>>,
    {
        let n = I::count(x);
        let (y, target) = self.record(&mut None, e, x, |_| {});
        let Workspace { steps, sweep } = self;
        sweep.edges(steps.get_mut(), target, n, receive);
        (y, gradient_into::<I, _, _>(sweep, gradient))
    }

    /// The gradient at `x` goes into `gradient`, and the product of the Hessian with each row of `directions` into a row of
    /// `products`. Returns `false` if a derivative is not finite, and then all are invalid.
    pub(crate) fn products_into<I: Shape, E, X, H, G, K>(
        &mut self,
        variables: &mut Variables<I>,
        e: &E,
        x: &X,
        directions: &[f64],
        gradient: &mut G,
        products: &mut [f64],
    ) -> bool
    where
        E: Signature<In = I, Out = f64> + for<'t> Exp<SecondOrder<'t>>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        let (_, target) = self.record(variables, e, x, |x| {
            assert_fits::<I, _, _, _, _>(("argument", x), ("gradient", gradient));
            let rows = directions.len().checked_div(n).unwrap_or(0);
            assert_length("directions", (rows, n), directions);
            assert_length("products", (rows, n), products);
        });
        let Workspace { steps, sweep } = self;
        if directions.is_empty() {
            sweep.adjoints(steps.get_mut(), target, n);
        }
        let rows = directions.chunks_exact(n.max(1)).zip(products.chunks_exact_mut(n.max(1)));
        for (direction, product) in rows {
            sweep.direction(steps.get_mut(), target, |push| direction.iter().for_each(|v| push(*v)));
            product.iter_mut().enumerate().for_each(|(i, entry)| *entry = sweep.product(i));
        }
        gradient_into::<I, _, _>(sweep, gradient) && are_finite(products)
    }
}

/// Reads the gradient after a sweep. Returns whether all of it is finite.
fn gradient_into<I: Shape, G: Destination<I, K> + ?Sized, K>(sweep: &Sweep, gradient: &mut G) -> bool {
    let (mut i, mut finite) = (0, true);
    gradient.each_number(&mut |entry| {
        *entry = sweep.gradient(i);
        finite &= entry.is_finite();
        i += 1;
    });
    finite
}
