//! Second derivatives again and again, in the same memory.

use alloc::vec::Vec;
use core::cell::RefCell;

use super::TwiceDifferentiable;
use super::dictionary::SecondOrder;
use super::steps::Steps;
use super::sweep::{Sweep, Target};
use crate::forward::jvp;
use crate::number::shape::{assert_length, assert_same_structure};
use crate::stack::grad;
use crate::{Argument, Exp, F64, Num, Of, Shape, Signature, Under, hvp, value_grad_hessian};

/// What a recording and its sweeps are kept in.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    steps: RefCell<Steps>,
    sweep: Sweep,
    /// The Hessian, where the caller has no slice for it.
    matrix: Vec<f64>,
}

impl Workspace {
    /// How much memory this is.
    pub(crate) fn bytes(&self) -> usize {
        self.steps.borrow().bytes() + self.sweep.bytes() + 8 * self.matrix.capacity()
    }

    /// Records `e` at the variables that `variables` makes, which it is given back; the value, and what to differentiate.
    fn record<E>(
        &mut self,
        e: &E,
        variables: impl for<'t> FnOnce(SecondOrder<'t>) -> Of<E::In, Num<SecondOrder<'t>>>,
        keep: impl for<'t> FnOnce(Of<E::In, Num<SecondOrder<'t>>>),
    ) -> (f64, Target)
    where
        E: Signature<Out = f64> + for<'t> Exp<SecondOrder<'t>>,
    {
        self.steps.get_mut().clear();
        let dict = SecondOrder::new(&self.steps);
        let x = variables(dict);
        let y = e.apply(dict, &x).value();
        keep(x);
        (y.v, y.target())
    }
}

/// The gradient, the Hessian and its products with vectors of an expression over floats, prepared: it keeps its memory
/// from one evaluation to the next, and allocates nothing once it has seen an evaluation of the same size (unless the
/// expression itself does, or a derivative is not finite).
///
/// ```
/// use ad::{exp, second_order};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let mut product = second_order::Prepared::new(Product);
/// let x = vec![2.0, 3.0, 5.0];
/// let (mut gradient, mut hessian) = (vec![0.0; 3], [0.0; 9]);
/// assert_eq!(product.hessian_into(&x, &mut gradient, &mut hessian), 30.0);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// assert_eq!(hessian, [0.0, 5.0, 3.0, 5.0, 0.0, 2.0, 3.0, 2.0, 0.0]);
/// let mut product_with_v = vec![0.0; 3];
/// product.hvp_into(&x, &vec![1.0, 0.0, 0.0], &mut product_with_v);
/// assert_eq!(product_with_v, [0.0, 5.0, 3.0]);
/// ```
pub struct Prepared<E: Signature> {
    e: E,
    memory: Workspace,
    /// The container of the variables, while no evaluation is under way.
    variables: Option<Of<E::In, Idle>>,
    /// The direction of the last product.
    direction: Option<Of<E::In, f64>>,
}

/// What was a variable: of the same size, so that the container's memory can be reused, and without its recording, so
/// that it can be sent to another thread.
#[derive(Clone, Copy)]
struct Idle {
    _memory: [u64; size_of::<Num<SecondOrder<'static>>>() / 8],
}

const IDLE: Idle = Idle { _memory: [0; size_of::<Num<SecondOrder<'static>>>() / 8] };

/// Whether all are finite: what is not, times 0, is NaN. Several sums need not wait for each other.
fn are_finite(numbers: &[f64]) -> bool {
    let mut sums = [0.0; 8];
    let chunks = numbers.chunks_exact(8);
    let rest = chunks.remainder();
    chunks.for_each(|chunk| sums.iter_mut().zip(chunk).for_each(|(sum, x)| *sum += x * 0.0));
    rest.iter().zip(&mut sums).for_each(|(x, sum)| *sum += x * 0.0);
    sums.iter().sum::<f64>() == 0.0
}

/// The container of what stands in `entries` row by row.
#[inline]
fn matrix<S: Shape>(x: &Of<S, f64>, entries: &[f64]) -> Of<S, Of<S, f64>> {
    let mut entries = entries.iter();
    S::map(x, &mut |_| S::map(x, &mut |_| *entries.next().expect("there are n² entries")))
}

impl<E: TwiceDifferentiable> Prepared<E> {
    /// Prepares the second derivatives of `e`. Memory is allocated by the first evaluation.
    pub fn new(e: E) -> Self {
        Self::within(e, Workspace::default())
    }

    pub(crate) fn within(e: E, memory: Workspace) -> Self {
        Prepared { e, memory, variables: None, direction: None }
    }

    /// The memory, for another expression.
    pub(crate) fn into_memory(self) -> Workspace {
        self.memory
    }

    /// Records `e` at `x`, unless `check` panics since `x` does not match what it is paired with.
    fn record<X, H>(
        &mut self,
        x: &X,
        check: impl for<'t> FnOnce(&Of<E::In, Num<SecondOrder<'t>>>),
    ) -> (f64, Target)
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let Prepared { e, memory, variables, .. } = self;
        let old = variables.take();
        memory.record(
            e,
            |dict| {
                let mut variable = |v: &f64| Num::new(dict, dict.variable(*v));
                let x = match old {
                    Some(old) => x.map_numbers_into(old, &mut variable),
                    None => x.map_numbers(&mut variable),
                };
                check(&x);
                x
            },
            |x| *variables = Some(E::In::into_map(x, &mut |_| IDLE)),
        )
    }

    /// Returns the value of the expression at `x`; its gradient goes into `gradient`, and the Hessian into `hessian`, row by row.
    ///
    /// # Cost
    ///
    /// One recording in memory that is kept, and work that grows with what is not linear and not 0: see the [module](crate::second_order).
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` differ in [structure](Shape#structure), or if `hessian` has not n² entries where `x`
    /// has n. After a panic, also one of the expression, this can be used again.
    pub fn hessian_into<X, H>(
        &mut self,
        x: &X,
        gradient: &mut <E as Under<F64>>::Argument,
        hessian: &mut [f64],
    ) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let n = E::In::count(gradient);
        assert!(
            hessian.len() == n * n,
            "lengths differ: a Hessian by {n} inputs has {} entries, the slice for it {}",
            n * n,
            hessian.len()
        );
        let (y, target) = self.record(x, |x| {
            assert_same_structure::<E::In, _, _>(("argument", x), ("gradient", gradient));
        });
        let Workspace { steps, sweep, .. } = &mut self.memory;
        sweep.all_directions(steps.get_mut(), target, n, hessian);
        let (mut i, mut finite) = (0, true);
        E::In::for_each_mut(gradient, &mut |entry| {
            *entry = sweep.gradient(i);
            finite &= entry.is_finite();
            i += 1;
        });
        if !finite || !are_finite(hessian) {
            self.exactly(x.to_container(), gradient, hessian);
        }
        y
    }

    /// The value at `x`, the gradient and the Hessian, in new containers.
    pub(crate) fn value_gradient_hessian(
        &mut self,
        x: &Of<E::In, f64>,
    ) -> (f64, Of<E::In, f64>, Of<E::In, Of<E::In, f64>>) {
        let n = E::In::count(x);
        let (y, target) = self.record(x, |_| ());
        let Workspace { steps, sweep, matrix: hessian } = &mut self.memory;
        hessian.resize(n * n, 0.0);
        sweep.all_directions(steps.get_mut(), target, n, hessian);
        let mut finite = true;
        let mut i = 0;
        let gradient = E::In::map(x, &mut |_| {
            let entry = sweep.gradient(i);
            finite &= entry.is_finite();
            i += 1;
            entry
        });
        if !finite || !are_finite(hessian) {
            return value_grad_hessian(&self.e).eval(F64, x.clone());
        }
        (y, gradient, matrix::<E::In>(x, hessian))
    }

    /// By forward over reverse mode, which knows what depends on what.
    #[cold]
    #[inline(never)]
    fn exactly(&self, x: Of<E::In, f64>, gradient: &mut Of<E::In, f64>, hessian: &mut [f64]) {
        let (_, exact, rows) = value_grad_hessian(&self.e).eval(F64, x);
        *gradient = exact;
        let mut entries = hessian.iter_mut();
        E::In::for_each(&rows, &mut |row| {
            E::In::for_each(row, &mut |entry| *entries.next().expect("there are n²") = *entry);
        });
    }

    /// Returns the value of the expression at `x`; the product of the Hessian with `v` goes into `product`.
    ///
    /// # Cost
    ///
    /// One recording in memory that is kept, and one sweep, whatever the number of inputs.
    ///
    /// # Panics
    ///
    /// Panics if `x`, `v` and `product` differ in [structure](Shape#structure). After a panic, also one of the
    /// expression, this can be used again.
    pub fn hvp_into<X, V, H, K>(&mut self, x: &X, v: &V, product: &mut <E as Under<F64>>::Argument) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
        V: Argument<E::In, K> + ?Sized,
    {
        self.along(x, v, None, product)
    }

    /// Returns the value of the expression at `x`; its gradient goes into `gradient`, and its derivative in the direction `v`, which is the product
    /// of the Hessian with `v`, into `product`: the jvp of the gradient.
    ///
    /// ```
    /// use ad::{exp, second_order};
    ///
    /// #[exp]
    /// fn product(x: [f64; 3]) -> f64 {
    ///     x.iter().product()
    /// }
    ///
    /// let mut product = second_order::Prepared::new(Product);
    /// let (mut gradient, mut derivative) = ([0.0; 3], [0.0; 3]);
    /// let y = product.gradient_jvp_into(&[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0], &mut gradient, &mut derivative);
    /// assert_eq!((y, gradient, derivative), (30.0, [15.0, 10.0, 6.0], [0.0, 5.0, 3.0]));
    /// ```
    ///
    /// # Cost
    ///
    /// One recording in memory that is kept, and one sweep, whatever the number of inputs.
    ///
    /// # Panics
    ///
    /// Panics if `x`, `v`, `gradient` and `product` differ in [structure](Shape#structure). After a panic, also one of the
    /// expression, this can be used again.
    pub fn gradient_jvp_into<X, V, H, K>(
        &mut self,
        x: &X,
        v: &V,
        gradient: &mut <E as Under<F64>>::Argument,
        product: &mut <E as Under<F64>>::Argument,
    ) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
        V: Argument<E::In, K> + ?Sized,
    {
        self.along(x, v, Some(gradient), product)
    }

    fn along<X, V, H, K>(
        &mut self,
        x: &X,
        v: &V,
        gradient: Option<&mut Of<E::In, f64>>,
        product: &mut Of<E::In, f64>,
    ) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
        V: Argument<E::In, K> + ?Sized,
    {
        let v = match self.direction.take() {
            Some(old) => v.map_numbers_into(old, &mut |v| *v),
            None => v.to_container(),
        };
        let (y, target) = self.record(x, |x| {
            assert_same_structure::<E::In, _, _>(("argument", x), ("direction", &v));
            assert_same_structure::<E::In, _, _>(("argument", x), ("product", product));
            if let Some(gradient) = &gradient {
                assert_same_structure::<E::In, _, _>(("argument", x), ("gradient", gradient));
            }
        });
        let Workspace { steps, sweep, .. } = &mut self.memory;
        sweep.direction(steps.get_mut(), target, |push| E::In::for_each(&v, &mut |v| push(*v)));
        let (mut i, mut finite) = (0, true);
        E::In::for_each_mut(product, &mut |entry| {
            *entry = sweep.product(i);
            finite &= entry.is_finite() && sweep.gradient(i).is_finite();
            i += 1;
        });
        if !finite {
            let (exact, tangent) = jvp(grad(&self.e)).eval(F64, (x.to_container(), v));
            *product = tangent;
            gradient.into_iter().for_each(|gradient| *gradient = exact.clone());
            return y;
        }
        if let Some(gradient) = gradient {
            let mut i = 0;
            E::In::for_each_mut(gradient, &mut |entry| {
                *entry = sweep.gradient(i);
                i += 1;
            });
        }
        self.direction = Some(v);
        y
    }

    /// Returns the value of the expression at `x`; the products of the Hessian with several vectors go into `products`, row by row. A row of
    /// `directions` has an entry for each number of `x`, and so has one of `products`.
    ///
    /// ```
    /// use ad::{exp, second_order};
    ///
    /// #[exp]
    /// fn product(x: [f64; 3]) -> f64 {
    ///     x.iter().product()
    /// }
    ///
    /// let mut product = second_order::Prepared::new(Product);
    /// let mut products = [0.0; 6];
    /// product.hvps_into(&[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0, 0.0, 1.0, 1.0], &mut products);
    /// assert_eq!(products, [0.0, 5.0, 3.0, 8.0, 2.0, 2.0]);
    /// ```
    ///
    /// # Cost
    ///
    /// One recording in memory that is kept, and a sweep for each row.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length, or if that is no multiple of the number of inputs. After a panic, also one of
    /// the expression, this can be used again.
    pub fn hvps_into<X, H>(&mut self, x: &X, directions: &[f64], products: &mut [f64]) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let mut n = 0;
        let (y, target) = self.record(x, |x| {
            n = E::In::count(x);
            let rows = directions.len().checked_div(n).unwrap_or(0);
            assert_length("directions", (rows, n), directions);
            assert_length("products", (rows, n), products);
        });
        let Workspace { steps, sweep, .. } = &mut self.memory;
        let rows = directions.chunks_exact(n.max(1)).zip(products.chunks_exact_mut(n.max(1)));
        for (direction, product) in rows {
            sweep.direction(steps.get_mut(), target, |push| direction.iter().for_each(|v| push(*v)));
            product.iter_mut().enumerate().for_each(|(i, entry)| *entry = sweep.product(i));
            if !are_finite(product) || (0..n).any(|i| !sweep.gradient(i).is_finite()) {
                let mut numbers = direction.iter();
                let v = x.map_numbers(&mut |_| *numbers.next().expect("a row has an entry for each number"));
                let exact = hvp(&self.e).eval(F64, (x.to_container(), v));
                let mut entries = product.iter_mut();
                E::In::for_each(&exact, &mut |exact| {
                    *entries.next().expect("a row has an entry for each number") = *exact;
                });
            }
        }
        y
    }
}
