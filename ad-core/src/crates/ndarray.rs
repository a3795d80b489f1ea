//! ndarray's arrays as containers of numbers, of any number of dimensions.
//!
//! A number of an evaluation has the evaluation's lifetime, and ndarray's products require `'static`. So an expression can index,
//! iterate and map arrays, and add and multiply them element by element. [`linear`](mod@crate::linear) has products of arrays, systems
//! and determinants.
//!
//! ```
//! use ad::linear;
//! use ad::numbers::function::Tanh;
//! use ad::prelude::*;
//! use ndarray::{Array1, Array2, array};
//!
//! #[exp(adjoint)]
//! fn loss(x: &Array2<f64>, weights: &Array2<f64>, biases: &Array1<f64>) -> f64 {
//!     let sums: Array2<f64> = linear::affine(x, weights, biases);
//!     let y: Array2<f64> = linear::map(Tanh, &sums);
//!     y[[0, 0]]
//! }
//!
//! let (x, weights) = (array![[0.5, 0.25]], array![[1.0], [-2.0]]);
//! let (_, by_weights, _) = call::grad(&Loss, &(&x, &weights, &array![0.0]));
//! assert_eq!(by_weights, array![[0.5], [0.25]]);
//! ```
//!
//! With the bound `where f64: LinalgScalar` a function can use ndarray's products, and [`replay`](mod@crate::replay) evaluates
//! it. The bound `ScalarOperand` permits an array times a number.

mod linear;

use alloc::vec::Vec;

use ndarray::{Array, Array1, Array2, Dimension};

use crate::number::erased::Collected;
use crate::number::memory;
use crate::number::slot::{Shadow, Shadowed, Structure, structures_differ};
use crate::{Mismatch, Path, Shape};

/// In logical order, the last index first, for any layout. The result has the standard layout.
impl<S: Shape, D: Dimension> Shape for Array<S, D> {
    type Of<T: Clone> = Array<S::Of<T>, D>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        with_dimensions(x.raw_dim(), collected(x, |x| S::map(x, f)))
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        with_dimensions(x.raw_dim(), x.into_iter().map(|x| S::into_map(x, f)).collected())
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        match x.as_slice() {
            Some(all) => all.iter().for_each(|x| S::for_each(x, f)),
            None => x.iter().for_each(|x| S::for_each(x, f)),
        }
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        match x.as_slice_mut() {
            Some(all) => all.iter_mut().for_each(|x| S::for_each_mut(x, f)),
            None => x.iter_mut().for_each(|x| S::for_each_mut(x, f)),
        }
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        if let Some(mismatch) = Self::mismatch(x, y) {
            mismatch.refuse("first container", "second");
        }
        if let (Some(x), Some(y)) = (x.as_slice_mut(), y.as_slice()) {
            x.iter_mut().zip(y).for_each(|(x, y)| S::zip_mut(x, y, f));
            return;
        }
        x.iter_mut().zip(y.iter()).for_each(|(x, y)| S::zip_mut(x, y, f));
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        Mismatch::of_dimensions(x.shape(), y.shape()).or_else(|| {
            // Then elements have one structure only.
            if S::COUNT.is_some() {
                return None;
            }
            let mut pairs = x.indexed_iter().zip(y.iter());
            pairs.find_map(|((place, x), y)| {
                S::mismatch(x, y).map(|mismatch| mismatch.within(format_args!("[{place:?}]")))
            })
        })
    }
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        S::COUNT.map_or_else(|| x.iter().map(S::count).sum(), |count| count * x.len())
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        for (place, x) in x.indexed_iter() {
            path.within(format_args!("[{place:?}]"), |path| S::for_each_path(x, path, f));
        }
    }
}

impl<S: Shadowed, D: Dimension> Shadowed for Array<S, D> {
    type Structure = Array<S::Structure, D>;
    type Shape = Array<S::Shape, D>;
    fn structure(&self) -> Self::Structure {
        with_dimensions(self.raw_dim(), collected(self, S::structure))
    }
}

impl<F: Structure, D: Dimension> Structure for Array<F, D> {
    type Slots = Array<F::Slots, D>;
    fn slots(&self) -> Self::Slots {
        let mut slots = memory::empty();
        match self.as_slice() {
            Some(all) => slots.extend(all.iter().map(F::slots)),
            None => slots.extend(self.iter().map(F::slots)),
        }
        with_dimensions(self.raw_dim(), slots)
    }
}

impl<S: Shadow, D: Dimension> Shadow for Array<S, D> {
    fn transfer(&self, to: &Self) {
        if self.shape() != to.shape() {
            structures_differ();
        }
        match (self.as_slice(), to.as_slice()) {
            (Some(from), Some(to)) => from.transfer(to),
            _ => self.iter().zip(to).for_each(|(from, to)| from.transfer(to)),
        }
    }
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, cells| cells.clear() | found)
    }
    fn end(self) {
        self.into_raw_vec_and_offset().0.end();
    }
}

/// In logical order. The iterator of a slice is faster.
fn collected<T, U, D: Dimension>(x: &Array<T, D>, f: impl FnMut(&T) -> U) -> Vec<U> {
    match x.as_slice() {
        Some(all) => all.iter().map(f).collect(),
        None => x.iter().map(f).collect(),
    }
}

fn with_dimensions<T, D: Dimension>(dimensions: D, elements: Vec<T>) -> Array<T, D> {
    Array::from_shape_vec(dimensions, elements).expect("there are as many elements as there were")
}

/// An array times a number: `&x * a`. With this impl, `'static` numbers have all that ndarray's products require.
#[cfg(feature = "std")]
impl ndarray::ScalarOperand for crate::Num<crate::replay::Recorder> {}

/// A Jacobian or Hessian of vectors, which is an array of rows, as one matrix.
///
/// ```
/// use ad::ndarray::Rows;
/// use ad::{call, exp};
/// use ndarray::{Array1, array};
///
/// #[exp]
/// fn squares(x: &Array1<f64>) -> Array1<f64> {
///     x.mapv(|x| x * x)
/// }
///
/// let jacobian = call::jacobian(&Squares, &array![1.0, 2.0]).to_matrix();
/// assert_eq!(jacobian, array![[2.0, 0.0], [0.0, 4.0]]);
/// ```
pub trait Rows {
    /// The rows one below the other.
    ///
    /// # Panics
    ///
    /// Panics if the rows differ in length. The rows of a derivative do not.
    fn to_matrix(&self) -> Array2<f64>;
}

/// The first row has the length of all. Without rows, the length is 0.
impl Rows for Array1<Array1<f64>> {
    fn to_matrix(&self) -> Array2<f64> {
        let columns = self.first().map_or(0, Array1::len);
        assert!(self.iter().all(|row| row.len() == columns), "rows have different lengths");
        Array2::from_shape_fn((self.len(), columns), |(i, j)| self[i][j])
    }
}

/// A number in front of an array: ndarray has this operator for native types only. The twin has the array in front.
///
/// ```compile_fail,E0277
/// use ad::prelude::*;
/// use ndarray::{Array1, LinalgScalar, ScalarOperand};
///
/// #[exp]
/// fn twice(x: &Array1<f64>, c: f64) -> f64
/// where
///     f64: LinalgScalar + ScalarOperand,
/// {
///     let y: Array1<f64> = c * x;
///     y.sum()
/// }
/// ```
///
/// ```
/// use ad::{prelude::*, replay};
/// use ndarray::{Array1, LinalgScalar, ScalarOperand, array};
///
/// #[exp]
/// fn twice(x: &Array1<f64>, c: f64) -> f64
/// where
///     f64: LinalgScalar + ScalarOperand,
/// {
///     let y: Array1<f64> = x * c;
///     y.sum()
/// }
///
/// assert_eq!(call::grad(&replay(Twice), &(&array![1.0, 2.0], &2.0)), (array![2.0, 2.0], 3.0));
/// ```
#[cfg(doctest)]
struct NumberInFront;
