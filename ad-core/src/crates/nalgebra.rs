//! nalgebra's matrices and vectors, of static or dynamic dimensions, and its rotations and isometries as containers of numbers.
//!
//! A number of an evaluation has the evaluation's lifetime, and nalgebra's arithmetic requires `'static`. So an expression can
//! index, iterate and split them. [`linear`](mod@crate::linear) has products of dynamic matrices, systems and determinants.
//!
//! With the bound `where f64: RealField` a function can use all of nalgebra, and [`replay`](mod@crate::replay) evaluates it.
//! Derivatives are right, also for entries that are 0, of products, norms, transposes, LU, QR, Cholesky, inverses and
//! determinants. SVD and eigenvalues compare with 0. At a diagonal matrix, the derivatives of SVD are wrong, and so are the
//! second derivatives of eigenvalues.
//!
//! ```
//! use ad::{call, exp, replay};
//! use nalgebra::{DMatrix, DVector, RealField};
//!
//! /// xᵀ·A·x
//! #[exp]
//! fn energy(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
//! where
//!     f64: RealField,
//! {
//!     (a * x).dot(x)
//! }
//!
//! let (a, x) = (DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 0.0, 3.0]), DVector::from_vec(vec![1.0, -1.0]));
//! let (_, by_x) = call::grad(&replay(Energy), &(&a, &x));
//! assert_eq!(by_x, (&a + a.transpose()) * x);
//! ```
//!
//! # Rotations and isometries
//!
//! The module `rotations::nalgebra` composes, applies and inverts them, with exponential maps and logarithms. The table has the
//! parts that an expression can read, and the ways to make a value. Adjoint programs know them too.
//!
//! | type | numbers, in this order | made by |
//! |---|---|---|
//! | `Quaternion` | `q.coords[0]` to `q.coords[3]`, which are x, y, z, w | `Quaternion::new(w, x, y, z)` |
//! | `UnitQuaternion`, `UnitVector3`, `UnitComplex` | those of the content: `q.coords[0]`, `v[0]`, `z.re` | `Unit::new_unchecked(q)` |
//! | `Rotation2`, `Rotation3` | [`matrix(&r)`](fn@matrix), by columns | `Rotation3::from_matrix_unchecked(m)` |
//! | `Translation2`, `Translation3` | `t.vector[0]` | `Translation3::new(x, y, z)` |
//! | `Isometry2`, `Isometry3`, `IsometryMatrix3` | `a.rotation`, then `a.translation` | `Isometry3 { rotation, translation }` |
//! | `Vector3`, `Matrix2` and other static matrices | `v[0]`, `m[(0, 1)]`, by columns | `Vector3::new(x, y, z)`, in adjoint programs up to `Vector6` and `Matrix4` |
//!
//! A derivative has the type of its argument, and is by each number as if the numbers were independent. So the derivative by a unit
//! quaternion is not normalized, and that by a rotation is not orthogonal. Nothing is normalized on the way: a step along such a
//! gradient leaves the group. For a step that does not, differentiate by a tangent vector: `ad::rotations`.
//!
//! Other functions of these types require `T: Scalar`, which includes `'static`: operators, `q.i`, `inverse()`, `Isometry3::from_parts`,
//! `PartialEq` and serde's traits. So does the type `OPoint` itself. A `Point3<f64>` is therefore no container of numbers: take its
//! `coords`, a `Vector3<f64>`. `Similarity` has a private part. The parts of a value are read by `&`: `UnitQuaternion` has no
//! `into_inner()` in an adjoint program.
//!
//! ```compile_fail,E0277
//! #[ad::exp]
//! fn height(p: &nalgebra::Point3<f64>) -> f64 {
//!     p.coords[2]
//! }
//! ```

mod companions;
mod geometry;
mod linear;
#[cfg(feature = "std")]
mod number;
mod rotation;

use alloc::vec::Vec;

use nalgebra::{
    ArrayStorage, Const, DMatrix, DVector, Dim, Dyn, Matrix, Rotation, SMatrix, SVector, VecStorage,
};

#[doc(hidden)]
pub use companions::matrix;

use crate::number::erased::Collected;
use crate::number::memory;
use crate::number::slot::{Shadow, Shadowed, Structure, structures_differ};
use crate::{Mismatch, Path, Shape};

/// The dimensions of `x` and `y` if they differ, and otherwise the first entries that differ in structure.
fn of_entries<'e, S: Shape, T: Clone, U: Clone>(
    (dimensions, x): ((usize, usize), impl Iterator<Item = &'e S::Of<T>>),
    (others, y): ((usize, usize), impl Iterator<Item = &'e S::Of<U>>),
) -> Option<Mismatch>
where
    S::Of<T>: 'e,
    S::Of<U>: 'e,
{
    let list = |(rows, columns)| [rows, columns];
    Mismatch::of_dimensions(&list(dimensions), &list(others)).or_else(|| {
        // Then entries have one structure only.
        if S::COUNT.is_some() {
            return None;
        }
        let mut pairs = x.zip(y).enumerate();
        pairs.find_map(|(i, (x, y))| {
            let place = (i % dimensions.0, i / dimensions.0);
            S::mismatch(x, y).map(|mismatch| mismatch.within(format_args!("[{place:?}]")))
        })
    })
}

/// The paths of all numbers: a vector has one index.
fn each_path<'e, S: Shape, T: Clone>(
    (rows, columns): (usize, usize),
    x: impl Iterator<Item = &'e S::Of<T>>,
    path: &mut Path,
    f: &mut impl FnMut(&Path),
) where
    S::Of<T>: 'e,
{
    for (i, x) in x.enumerate() {
        if columns == 1 {
            path.within(format_args!("[{i}]"), |path| S::for_each_path(x, path, f));
        } else {
            let place = (i % rows, i / rows);
            path.within(format_args!("[{place:?}]"), |path| S::for_each_path(x, path, f));
        }
    }
}

macro_rules! dynamic {
    ([$($parameter:tt)*] $R:ty, $C:ty) => {
        impl<S: Shadowed, $($parameter)*> Shadowed for Matrix<S, $R, $C, VecStorage<S, $R, $C>> {
            type Structure = Matrix<S::Structure, $R, $C, VecStorage<S::Structure, $R, $C>>;
            type Shape = Matrix<S::Shape, $R, $C, VecStorage<S::Shape, $R, $C>>;
            fn structure(&self) -> Self::Structure {
                let (rows, columns) = self.shape_generic();
                Matrix::from_data(VecStorage::new(rows, columns, self.as_slice().iter().map(S::structure).collected()))
            }
        }

        impl<F: Structure, $($parameter)*> Structure for Matrix<F, $R, $C, VecStorage<F, $R, $C>> {
            type Slots = Matrix<F::Slots, $R, $C, VecStorage<F::Slots, $R, $C>>;
            fn slots(&self) -> Self::Slots {
                let (rows, columns) = self.shape_generic();
                let mut slots = memory::empty();
                slots.extend(self.as_slice().iter().map(F::slots));
                Matrix::from_data(VecStorage::new(rows, columns, slots))
            }
        }

        impl<S: Shadow, $($parameter)*> Shadow for Matrix<S, $R, $C, VecStorage<S, $R, $C>> {
            fn transfer(&self, to: &Self) {
                if self.shape() != to.shape() {
                    structures_differ();
                }
                self.as_slice().transfer(to.as_slice());
            }
            fn clear(&self) -> bool {
                self.iter().fold(false, |found, cells| cells.clear() | found)
            }
            fn end(self) {
                Vec::from(self.data).end();
            }
        }

        /// By columns, as nalgebra stores them.
        impl<S: Shape, $($parameter)*> Shape for Matrix<S, $R, $C, VecStorage<S, $R, $C>> {
            type Of<T: Clone> = Matrix<S::Of<T>, $R, $C, VecStorage<S::Of<T>, $R, $C>>;
            fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                let (rows, columns) = x.shape_generic();
                let entries = x.as_slice().iter().map(|x| S::map(x, f)).collected();
                Matrix::from_data(VecStorage::new(rows, columns, entries))
            }
            fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
                let (rows, columns) = x.shape_generic();
                let entries = Vec::from(x.data).into_iter().map(|x| S::into_map(x, f)).collected();
                Matrix::from_data(VecStorage::new(rows, columns, entries))
            }
            fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
                x.as_slice().iter().for_each(|x| S::for_each(x, f));
            }
            fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
                x.as_mut_slice().iter_mut().for_each(|x| S::for_each_mut(x, f));
            }
            fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
                if let Some(mismatch) = Self::mismatch(x, y) {
                    mismatch.refuse("first container", "second");
                }
                x.as_mut_slice().iter_mut().zip(y.as_slice()).for_each(|(x, y)| S::zip_mut(x, y, f));
            }
            fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
                of_entries::<S, T, U>((x.shape(), x.iter()), (y.shape(), y.iter()))
            }
            fn count<T: Clone>(x: &Self::Of<T>) -> usize {
                S::COUNT.map_or_else(|| x.iter().map(S::count).sum(), |count| count * x.len())
            }
            fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
                each_path::<S, T>(x.shape(), x.iter(), path, f);
            }
        }
    };
}

dynamic!([C: Dim] Dyn, C);
dynamic!([const R: usize] Const<R>, Dyn);

/// By columns, as nalgebra stores them.
impl<S: Shape, const R: usize, const C: usize> Shape for SMatrix<S, R, C> {
    type Of<T: Clone> = SMatrix<S::Of<T>, R, C>;
    const COUNT: Option<usize> = <[[S; R]; C] as Shape>::COUNT;
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        SMatrix::from_array_storage(ArrayStorage(<[[S; R]; C] as Shape>::map(&x.data.0, f)))
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        SMatrix::from_array_storage(ArrayStorage(<[[S; R]; C] as Shape>::into_map(x.data.0, f)))
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        <[[S; R]; C] as Shape>::for_each(&x.data.0, f);
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        <[[S; R]; C] as Shape>::for_each_mut(&mut x.data.0, f);
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        <[[S; R]; C] as Shape>::zip_mut(&mut x.data.0, &y.data.0, f);
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        of_entries::<S, T, U>((x.shape(), x.iter()), (y.shape(), y.iter()))
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        each_path::<S, T>(x.shape(), x.iter(), path, f);
    }
}

impl<S: Shadowed, const R: usize, const C: usize> Shadowed for SMatrix<S, R, C> {
    type Structure = SMatrix<S::Structure, R, C>;
    type Shape = SMatrix<S::Shape, R, C>;
    #[inline]
    fn structure(&self) -> Self::Structure {
        SMatrix::from_array_storage(ArrayStorage(self.data.0.structure()))
    }
}

impl<F: Structure, const R: usize, const C: usize> Structure for SMatrix<F, R, C> {
    type Slots = SMatrix<F::Slots, R, C>;
    #[inline]
    fn slots(&self) -> Self::Slots {
        SMatrix::from_array_storage(ArrayStorage(self.data.0.slots()))
    }
}

impl<S: Shadow, const R: usize, const C: usize> Shadow for SMatrix<S, R, C> {
    #[inline]
    fn transfer(&self, to: &Self) {
        self.data.0.transfer(&to.data.0);
    }
    #[inline]
    fn clear(&self) -> bool {
        self.data.0.clear()
    }
}

/// The path of this module, by which the adjoint program of `matrix` names it.
const MODULE: &str = module_path!();

/// The matrix of a rotation. In an expression, nalgebra's own method `matrix` would need `'static` numbers.
///
/// ```
/// use ad::{call, exp, nalgebra::matrix};
/// use nalgebra::{Matrix2, Rotation2};
///
/// #[exp(adjoint)]
/// fn sine(r: &Rotation2<f64>) -> f64 {
///     matrix(r)[(1, 0)]
/// }
///
/// let gradient = call::grad(&Sine, &Rotation2::new(0.5));
/// assert_eq!(*gradient.matrix(), Matrix2::new(0.0, 0.0, 1.0, 0.0));
/// ```
#[inline]
pub fn matrix<N: Clone, const D: usize>(r: &Rotation<N, D>) -> SMatrix<N, D, D> {
    rotation::matrix(r).clone()
}

/// A Jacobian or Hessian of vectors, which is a vector of rows, as one matrix.
///
/// ```
/// use ad::nalgebra::Rows;
/// use ad::{call, exp};
/// use nalgebra::{Matrix2, Vector2};
///
/// #[exp]
/// fn polar(x: Vector2<f64>) -> Vector2<f64> {
///     Vector2::new(x[0] * x[1].cos(), x[0] * x[1].sin())
/// }
///
/// let jacobian: Matrix2<f64> = call::jacobian(&Polar, &Vector2::new(2.0, 0.0)).to_matrix();
/// assert_eq!(jacobian, Matrix2::new(1.0, 0.0, 0.0, 2.0));
/// ```
pub trait Rows {
    /// The matrix.
    type Matrix;
    /// The rows one below the other.
    ///
    /// # Panics
    ///
    /// Panics if the rows differ in length. The rows of a derivative do not.
    fn to_matrix(&self) -> Self::Matrix;
}

/// The vector knows the length of its rows. Without rows, the length is 0.
impl Rows for DVector<DVector<f64>> {
    type Matrix = DMatrix<f64>;
    fn to_matrix(&self) -> DMatrix<f64> {
        let columns = self.iter().next().map_or(0, DVector::len);
        assert!(self.iter().all(|row| row.len() == columns), "rows have different lengths");
        DMatrix::from_fn(self.len(), columns, |i, j| self[i][j])
    }
}

impl<const R: usize, const C: usize> Rows for SVector<SVector<f64, C>, R> {
    type Matrix = SMatrix<f64, R, C>;
    fn to_matrix(&self) -> SMatrix<f64, R, C> {
        SMatrix::from_fn(|i, j| self[i][j])
    }
}

/// A number in front of a matrix: nalgebra has this operator for native types only. The twin has the matrix in front.
///
/// ```compile_fail,E0277
/// use ad::prelude::*;
/// use nalgebra::{DMatrix, RealField};
///
/// #[exp]
/// fn twice(a: &DMatrix<f64>) -> f64
/// where
///     f64: RealField,
/// {
///     let b: DMatrix<f64> = 2.0 * a;
///     b.sum()
/// }
/// ```
///
/// ```
/// use ad::{prelude::*, replay};
/// use nalgebra::{DMatrix, RealField};
///
/// #[exp]
/// fn twice(a: &DMatrix<f64>) -> f64
/// where
///     f64: RealField,
/// {
///     let b: DMatrix<f64> = a * 2.0;
///     b.sum()
/// }
///
/// assert_eq!(call::grad(&replay(Twice), &DMatrix::identity(1, 2)), DMatrix::from_element(1, 2, 2.0));
/// ```
#[cfg(doctest)]
struct NumberInFront;
