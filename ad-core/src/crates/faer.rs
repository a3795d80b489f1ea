//! faer's matrices and columns as containers of numbers, by columns, as faer stores them.
//!
//! An expression can index and build them (`Mat::from_fn`). faer's own products and decompositions are for its own numbers: QR,
//! least squares, SVD and eigenvectors compare entries with 0 and take another branch there, whose derivatives would be silently
//! wrong. [`linear`](mod@crate::linear) has products, systems and determinants of numbers. A derivative in plain floats is a
//! matrix of faer like any other.

use faer::{Col, Mat};

use crate::{Mismatch, Shape};

impl<S: Shape> Shape for Mat<S> {
    type Of<T: Clone> = Mat<S::Of<T>>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        Mat::from_fn(x.nrows(), x.ncols(), |i, j| S::map(&x[(i, j)], f))
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        <Self as Shape>::map(&x, &mut |x: &T| f(x.clone()))
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        places(x.shape()).for_each(|place| S::for_each(&x[place], f));
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        places(x.shape()).for_each(|place| S::for_each_mut(&mut x[place], f));
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        if let Some(mismatch) = Self::mismatch(x, y) {
            mismatch.refuse("first container", "second");
        }
        places(x.shape()).for_each(|place| S::zip_mut(&mut x[place], &y[place], f));
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        Mismatch::of_dimensions(&[x.nrows(), x.ncols()], &[y.nrows(), y.ncols()]).or_else(|| {
            places(x.shape()).find_map(|place| {
                let mismatch = S::mismatch(&x[place], &y[place]);
                mismatch.map(|mismatch| mismatch.within(format_args!("[{place:?}]")))
            })
        })
    }
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        places(x.shape()).map(|place| S::count(&x[place])).sum()
    }
}

/// The entries' places, from faer's first column to its last.
fn places((rows, columns): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |j| (0..rows).map(move |i| (i, j)))
}

impl<S: Shape> Shape for Col<S> {
    type Of<T: Clone> = Col<S::Of<T>>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        Col::from_fn(x.nrows(), |i| S::map(&x[i], f))
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        <Self as Shape>::map(&x, &mut |x: &T| f(x.clone()))
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        (0..x.nrows()).for_each(|i| S::for_each(&x[i], f));
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        (0..x.nrows()).for_each(|i| S::for_each_mut(&mut x[i], f));
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        if let Some(mismatch) = Self::mismatch(x, y) {
            mismatch.refuse("first container", "second");
        }
        (0..x.nrows()).for_each(|i| S::zip_mut(&mut x[i], &y[i], f));
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        Mismatch::of_dimensions(&[x.nrows()], &[y.nrows()]).or_else(|| {
            (0..x.nrows()).find_map(|i| {
                S::mismatch(&x[i], &y[i]).map(|mismatch| mismatch.within(format_args!("[{i}]")))
            })
        })
    }
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        (0..x.nrows()).map(|i| S::count(&x[i])).sum()
    }
}

/// A Jacobian or Hessian of columns, which is a column of rows, as one matrix.
///
/// ```
/// use ad::faer::Rows;
/// use ad::{call, exp};
/// use faer::Col;
///
/// #[exp]
/// fn squares(x: &Col<f64>) -> Col<f64> {
///     Col::from_fn(x.nrows(), |i| x[i] * x[i])
/// }
///
/// let x = Col::from_fn(3, |i| i as f64);
/// let jacobian = call::jacobian(&Squares, &x).to_matrix();
/// assert_eq!((jacobian[(2, 2)], jacobian[(2, 1)]), (4.0, 0.0));
/// ```
pub trait Rows {
    /// The rows one below the other.
    ///
    /// # Panics
    ///
    /// Panics if the rows differ in length. The rows of a derivative do not.
    fn to_matrix(&self) -> Mat<f64>;
}

/// The column knows the length of its rows. Without rows, the length is 0.
impl Rows for Col<Col<f64>> {
    fn to_matrix(&self) -> Mat<f64> {
        let columns = if self.nrows() == 0 { 0 } else { self[0].nrows() };
        assert!((0..self.nrows()).all(|i| self[i].nrows() == columns), "rows have different lengths");
        Mat::from_fn(self.nrows(), columns, |i, j| self[i][j])
    }
}

/// faer's own products require numbers that consist of any bytes. The twin does not use them.
///
/// ```compile_fail,E0277
/// use ad::prelude::*;
/// use faer::Mat;
///
/// #[exp]
/// fn square(a: &Mat<f64>) -> f64 {
///     let b: Mat<f64> = a * a;
///     b[(0, 0)]
/// }
/// ```
///
/// ```
/// use ad::prelude::*;
/// use faer::Mat;
///
/// #[exp]
/// fn square(a: &Mat<f64>) -> f64 {
///     (0..a.ncols()).map(|k| a[(0, k)] * a[(k, 0)]).sum()
/// }
///
/// let a = Mat::from_fn(2, 2, |i, j| (1 + i + j) as f64);
/// assert_eq!(call::grad(&Square, &a), Mat::from_fn(2, 2, |i, j| [[2.0, 2.0], [2.0, 0.0]][i][j]));
/// ```
#[cfg(doctest)]
struct TheirProducts;
