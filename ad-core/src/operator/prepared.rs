//! Repeated derivatives in retained memory, each in the best mode for the expression.

mod memory;

use alloc::vec::Vec;

use crate::number::argument::LastStructure;
use crate::number::destination::{assert_fits, write};
use crate::number::shape::assert_same_structure;
use crate::operator::mode::{Differentiable, Mode, TwiceDifferentiable};
use crate::operator::second::Second;
use crate::second_order::Workspace;
use crate::stack::Seeds;
use crate::{Argument, Destination, Dict, F64, Shape, Signature};

pub(crate) use memory::Memory;
#[cfg(feature = "sparse")]
pub(crate) use memory::Reverse;

/// The derivatives of an expression in retained memory.
///
/// After the first evaluation of a size, an evaluation allocates nothing, unless the expression itself does.
///
/// ```
/// use ad::{Prepared, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let mut product = Prepared::new(Product);
/// let mut gradient = vec![0.0; 3];
/// assert_eq!(product.value_and_grad_into(&[2.0, 3.0, 5.0], &mut gradient), 30.0);
/// assert_eq!(gradient, [15.0, 10.0, 6.0]);
/// ```
///
/// Each method is named like its counterpart in [`call`](crate::call). Of its results it returns the value of an expression whose result
/// is one number. It writes the others into [destinations](Destination), which come last and in the same order; a matrix goes into a
/// slice, row by row. For an argument of any shape as a slice, see [`Flat`](crate::Flat).
///
/// # Cost
///
/// The mode is chosen for each derivative:
///
/// | derivative | of a function with `#[exp(adjoint)]` | of other functions |
/// |---|---|---|
/// | gradient | adjoint program; by one input, forward mode | up to 16 inputs: forward mode; else the tape |
/// | J·ẋ | forward mode | forward mode |
/// | ȳ·J | adjoint program | tape |
/// | Jacobian | by rows, if there are at most two for every eight inputs; else by columns | by rows of the tape, if there are more than 16 inputs and less than one row for every 16; else by columns |
/// | Hessian | up to 32 inputs: forward mode over the adjoint program | a [tape with second derivatives](crate::second_order) |
/// | H·v | forward mode over the adjoint program | a tape with second derivatives |
///
/// [`mode`](Prepared::mode) overrides the choice.
///
/// # Panics
///
/// Each method panics if a container differs in [structure](Shape#structure) from its counterpart, or a slice in length. A tape
/// panics after 2³⁰ - 1 steps. After a panic, also of the expression, the object can be used again.
pub struct Prepared<E: Signature, D: Dict + 'static = F64> {
    e: E,
    dict: D,
    mode: Option<Mode>,
    memory: Memory<E::In, D>,
    second: Second<E::In>,
    curved: Workspace,
    /// A direction or an adjoint, and a derivative, as rows of a matrix.
    given: Vec<D::V>,
    row: Vec<D::V>,
    /// The structures of an argument, of a direction, and of an adjoint of the result.
    structures: (LastStructure<E::In>, LastStructure<E::In>, LastStructure<E::Out>),
}

/// A container of values.
type Of<S, D> = crate::Of<S, <D as Dict>::V>;

impl<E: Differentiable> Prepared<E> {
    /// Prepares the derivatives of `e` at floats. Memory is allocated by the first evaluation.
    pub fn new(e: E) -> Self {
        Prepared::over(e, F64)
    }
}

impl<E: Differentiable<D>, D: Dict + 'static> Prepared<E, D> {
    /// Prepares the derivatives of `e` under `dict`.
    ///
    /// ```
    /// use ad::{I64, Prepared, paper::{Var, pow}};
    ///
    /// let mut slope = 0;
    /// Prepared::over(pow(3, Var), I64).grad_into(&2, &mut slope);
    /// assert_eq!(slope, 12);
    /// ```
    pub fn over(e: E, dict: D) -> Self {
        Prepared {
            e,
            dict,
            mode: None,
            memory: Memory::default(),
            second: Second::default(),
            curved: Workspace::default(),
            given: Vec::new(),
            row: Vec::new(),
            structures: Default::default(),
        }
    }

    /// The same in `mode`, where a derivative has the choice: J·ẋ is computed in forward mode, and ȳ·J in reverse mode.
    ///
    /// ```
    /// use ad::{Mode, Prepared, paper::{Var, pow}};
    ///
    /// let mut slope = 0.0;
    /// Prepared::new(pow(3, Var)).mode(Mode::Tape).grad_into(&2.0, &mut slope);
    /// assert_eq!(slope, 12.0);
    /// ```
    ///
    /// # Panics
    ///
    /// A derivative by [`Mode::Program`] panics if the expression has no adjoint program.
    pub fn mode(self, mode: Mode) -> Self {
        Prepared { mode: Some(mode), ..self }
    }

    /// The value at `x` goes into `y`.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut y = [0.0; 2];
    /// Prepared::new(Both).value_into(&[2.0, 3.0], &mut y);
    /// assert_eq!(y, [6.0, 5.0]);
    /// ```
    #[inline]
    pub fn value_into<X, Y, H, L>(&mut self, x: &X, y: &mut Y)
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.memory.value_into(&self.e, self.dict, x, y);
    }

    /// The value at `x` goes into `y`, and its derivative in the direction `dx` into `dy`: (y, J·ẋ).
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let (mut y, mut dy) = ([0.0; 2], [0.0; 2]);
    /// Prepared::new(Both).jvp_into(&[2.0, 3.0], &[1.0, 10.0], &mut y, &mut dy);
    /// assert_eq!((y, dy), ([6.0, 5.0], [23.0, 11.0]));
    /// ```
    pub fn jvp_into<X, V, Y, T, H, K, L, M>(&mut self, x: &X, dx: &V, y: &mut Y, dy: &mut T)
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        V: Argument<E::In, K, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
        T: Destination<E::Out, M, D::V> + ?Sized,
    {
        let Prepared { e, dict, memory, given, row, structures: (argument, direction, _), .. } = self;
        given.clear();
        let direction = direction.of(dx, |d| given.push(*d));
        assert_same_structure::<E::In, _, _>(("argument", argument.of(x, |_| ())), ("direction", direction));
        row.clear();
        row.resize(T::numbers(dy), dict.zero());
        memory.one.directions_into(e, *dict, x, given, y, row);
        write(row, dy);
    }

    /// The value at `x` goes into `y`, and its derivative in each of several directions into `rows`, row by row. A row of
    /// `directions` has an entry for each number of `x`, one of `rows` for each number of the result.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let (mut y, mut rows) = ([0.0; 2], [0.0; 6]);
    /// Prepared::new(Both).jvps_into(&[2.0, 3.0], &[1.0, 10.0, 1.0, 0.0, 0.0, 1.0], &mut y, &mut rows);
    /// assert_eq!(rows, [23.0, 11.0, 3.0, 1.0, 2.0, 1.0]);
    /// ```
    pub fn jvps_into<X, Y, H, L>(&mut self, x: &X, directions: &[D::V], y: &mut Y, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.memory.eight.directions_into(&self.e, self.dict, x, directions, y, rows);
    }

    /// The value at `x` goes into `y`, and the adjoint of `x` into `dx` if that of the result is `dy`: (y, ȳ·J).
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let (mut y, mut dx) = ([0.0; 2], [0.0; 2]);
    /// Prepared::new(Both).vjp_into(&[2.0, 3.0], &[1.0, 10.0], &mut y, &mut dx);
    /// assert_eq!((y, dx), ([6.0, 5.0], [13.0, 12.0]));
    /// ```
    pub fn vjp_into<X, V, Y, T, H, K, L, M>(&mut self, x: &X, dy: &V, y: &mut Y, dx: &mut T)
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        V: Argument<E::Out, K, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
        T: Destination<E::In, M, D::V> + ?Sized,
    {
        let (mut given, mut row) = (core::mem::take(&mut self.given), core::mem::take(&mut self.row));
        given.clear();
        let (argument, _, adjoint) = &mut self.structures;
        let adjoint = adjoint.of(dy, |d| given.push(*d));
        if let Some(mismatch) = Destination::<E::Out, _, _>::mismatch_with(y, adjoint) {
            mismatch.swapped().refuse("result", "adjoint");
        }
        let argument = argument.of(x, |_| ());
        assert_fits::<E::In, _, _, _, _>(("argument", argument), ("container for its adjoint", dx));
        row.clear();
        row.resize(T::numbers(dx), self.dict.zero());
        let how = (self.dict, self.mode);
        self.memory.reverse.rows_into(&self.e, how, Seeds::Rows(&given), x, Some(y), &mut row);
        write(&row, dx);
        (self.given, self.row) = (given, row);
    }

    /// The value at `x` goes into `y`, and the adjoint of `x` for each of several adjoints of the result into `rows`, row by row. A
    /// row of `adjoints` has an entry for each number of the result, one of `rows` for each number of `x`.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let (mut y, mut rows) = ([0.0; 2], [0.0; 6]);
    /// Prepared::new(Both).vjps_into(&[2.0, 3.0], &[1.0, 10.0, 1.0, 0.0, 0.0, 1.0], &mut y, &mut rows);
    /// assert_eq!(rows, [13.0, 12.0, 3.0, 2.0, 1.0, 1.0]);
    /// ```
    pub fn vjps_into<X, Y, H, L>(&mut self, x: &X, adjoints: &[D::V], y: &mut Y, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let how = (self.dict, self.mode);
        self.memory.reverse.rows_into(&self.e, how, Seeds::Rows(adjoints), x, Some(y), rows);
    }

    /// The Jacobian at `x` goes into `rows`: a row for each number of the result, with an entry for each number of `x`.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn both(x: [f64; 2]) -> [f64; 2] {
    ///     [x[0] * x[1], x[0] + x[1]]
    /// }
    ///
    /// let mut rows = [0.0; 4];
    /// Prepared::new(Both).jacobian_into(&[2.0, 3.0], &mut rows);
    /// assert_eq!(rows, [3.0, 2.0, 1.0, 1.0]);
    /// ```
    pub fn jacobian_into<X, H>(&mut self, x: &X, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.either_jacobian_into(x, None::<&mut Of<E::Out, D>>, rows);
    }

    /// The value at `x` goes into `y`, and the Jacobian into `rows`: see [`jacobian_into`](Prepared::jacobian_into).
    pub fn value_and_jacobian_into<X, Y, H, L>(&mut self, x: &X, y: &mut Y, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.either_jacobian_into(x, Some(y), rows);
    }

    fn either_jacobian_into<X, Y, H, L>(&mut self, x: &X, y: Option<&mut Y>, rows: &mut [D::V])
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let Prepared { e, dict, mode, memory, structures, .. } = self;
        let n = E::In::count(structures.0.of(x, |_| ()));
        memory.jacobian_into(e, (*dict, *mode), n, x, y, rows);
    }
}

impl<E: Differentiable<D, Out = f64>, D: Dict + 'static> Prepared<E, D> {
    /// The value at `x`.
    ///
    /// ```
    /// use ad::{Prepared, paper::{Var, pow}};
    ///
    /// assert_eq!(Prepared::new(pow(3, Var)).value(&2.0), 8.0);
    /// ```
    #[inline]
    pub fn value<X, H>(&mut self, x: &X) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let mut y = self.dict.zero();
        self.value_into(x, &mut y);
        y
    }

    /// The gradient at `x` goes into `gradient`, which has the shape of `x`.
    ///
    /// ```
    /// use ad::{Prepared, paper::{Var, pow}};
    ///
    /// let mut slope = 0.0;
    /// Prepared::new(pow(3, Var)).grad_into(&2.0, &mut slope);
    /// assert_eq!(slope, 12.0);
    /// ```
    #[inline]
    pub fn grad_into<X, G, H, K>(&mut self, x: &X, gradient: &mut G)
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        G: Destination<E::In, K, D::V> + ?Sized,
    {
        self.value_and_grad_into(x, gradient);
    }

    /// Returns the value at `x`; the gradient goes into `gradient`, which has the shape of `x`.
    #[inline]
    pub fn value_and_grad_into<X, G, H, K>(&mut self, x: &X, gradient: &mut G) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
        G: Destination<E::In, K, D::V> + ?Sized,
    {
        let Prepared { e, dict, mode, memory, .. } = self;
        let mode = mode.unwrap_or_else(|| Mode::of_gradient::<D, E>(e, G::numbers(gradient)));
        memory.gradient_into(e, (*dict, mode), x, gradient)
    }
}

impl<E: Differentiable + TwiceDifferentiable> Prepared<E> {
    /// The Hessian at `x` goes into `rows`: a row for each number of `x`, with an entry for each number of `x`.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn product(x: &[f64]) -> f64 {
    ///     x.iter().product()
    /// }
    ///
    /// let mut rows = [0.0; 9];
    /// Prepared::new(Product).hessian_into(&[2.0, 3.0, 5.0], &mut rows);
    /// assert_eq!(rows, [0.0, 5.0, 3.0, 5.0, 0.0, 2.0, 3.0, 2.0, 0.0]);
    /// ```
    pub fn hessian_into<X, H>(&mut self, x: &X, rows: &mut [f64])
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let mut gradient = x.to_container();
        self.value_grad_hessian_into(x, &mut gradient, rows);
    }

    /// Returns the value at `x`; the gradient goes into `gradient`, and the Hessian into `rows`: see
    /// [`hessian_into`](Prepared::hessian_into).
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn product(x: [f64; 2]) -> f64 {
    ///     x[0] * x[1]
    /// }
    ///
    /// let (mut gradient, mut rows) = ([0.0; 2], [0.0; 4]);
    /// let y = Prepared::new(Product).value_grad_hessian_into(&[2.0, 3.0], &mut gradient, &mut rows);
    /// assert_eq!((y, gradient, rows), (6.0, [3.0, 2.0], [0.0, 1.0, 1.0, 0.0]));
    /// ```
    pub fn value_grad_hessian_into<X, G, H, K>(&mut self, x: &X, gradient: &mut G, rows: &mut [f64]) -> f64
    where
        X: Argument<E::In, H> + ?Sized,
        G: Destination<E::In, K> + ?Sized,
    {
        let argument = self.structures.0.of(x, |_| ());
        assert_fits::<E::In, _, _, _, _>(("argument", argument), ("gradient", gradient));
        self.second.hessian_into(&mut self.curved, (&self.e, self.mode), x, gradient, rows)
    }

    /// The gradient at `x` goes into `gradient`, and the product of the Hessian with `v` into `product`: (∇e, H·v).
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn product(x: [f64; 3]) -> f64 {
    ///     x.iter().product()
    /// }
    ///
    /// let (mut gradient, mut product) = ([0.0; 3], [0.0; 3]);
    /// Prepared::new(Product).hvp_into(&[2.0, 3.0, 5.0], &[1.0, 0.0, 0.0], &mut gradient, &mut product);
    /// assert_eq!((gradient, product), ([15.0, 10.0, 6.0], [0.0, 5.0, 3.0]));
    /// ```
    pub fn hvp_into<X, V, G, P, H, K, L, M>(&mut self, x: &X, v: &V, gradient: &mut G, product: &mut P)
    where
        X: Argument<E::In, H> + ?Sized,
        V: Argument<E::In, K> + ?Sized,
        G: Destination<E::In, L> + ?Sized,
        P: Destination<E::In, M> + ?Sized,
    {
        let (argument, direction, _) = &mut self.structures;
        let (argument, direction) = (argument.of(x, |_| ()), direction.of(v, |_| ()));
        assert_same_structure::<E::In, _, _>(("argument", argument), ("direction", direction));
        assert_fits::<E::In, _, _, _, _>(("argument", argument), ("product", product));
        assert_fits::<E::In, _, _, _, _>(("argument", argument), ("gradient", gradient));
        if !self.second.product_into((&self.e, self.mode), (x, v), gradient, product) {
            self.product_of_rows(x, v, gradient, product);
        }
    }

    /// [`hvp_into`](Prepared::hvp_into) with the direction and the product as rows of a matrix.
    fn product_of_rows<X, V, G, P, H, K, L, M>(&mut self, x: &X, v: &V, gradient: &mut G, product: &mut P)
    where
        X: Argument<E::In, H> + ?Sized,
        V: Argument<E::In, K> + ?Sized,
        G: Destination<E::In, L> + ?Sized,
        P: Destination<E::In, M> + ?Sized,
    {
        let (mut given, mut row) = (core::mem::take(&mut self.given), core::mem::take(&mut self.row));
        given.clear();
        self.structures.1.of(v, |d| given.push(*d));
        row.clear();
        row.resize(given.len(), 0.0);
        self.hvps_into(x, &given, gradient, &mut row);
        write(&row, product);
        (self.given, self.row) = (given, row);
    }

    /// The gradient at `x` goes into `gradient`, and the products of the Hessian with several vectors into `products`, row by row. A
    /// row of `directions` has an entry for each number of `x`, and so has one of `products`.
    ///
    /// ```
    /// use ad::{Prepared, exp};
    ///
    /// #[exp]
    /// fn product(x: [f64; 3]) -> f64 {
    ///     x.iter().product()
    /// }
    ///
    /// let (mut gradient, mut products) = ([0.0; 3], [0.0; 6]);
    /// let directions = [1.0, 0.0, 0.0, 0.0, 1.0, 1.0];
    /// Prepared::new(Product).hvps_into(&[2.0, 3.0, 5.0], &directions, &mut gradient, &mut products);
    /// assert_eq!(products, [0.0, 5.0, 3.0, 8.0, 2.0, 2.0]);
    /// ```
    pub fn hvps_into<X, G, H, K>(&mut self, x: &X, directions: &[f64], gradient: &mut G, products: &mut [f64])
    where
        X: Argument<E::In, H> + ?Sized,
        G: Destination<E::In, K> + ?Sized,
    {
        let argument = self.structures.0.of(x, |_| ());
        assert_fits::<E::In, _, _, _, _>(("argument", argument), ("gradient", gradient));
        self.second.products_into(&mut self.curved, (&self.e, self.mode), x, directions, gradient, products);
    }
}
