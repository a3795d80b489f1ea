//! Products and lengths.

use alloc::vec::Vec;

use super::by_lines::{self, Size};
use super::kernel;
use super::matrix::{Entries, Matrix, Vector};
use crate::function::{Function, Question};
use crate::number::erased::Collected;
use crate::number::memory;
use crate::{Dict, Field, Real, Semiring};

/// The path of this module, by which the adjoint programs of its functions name them.
pub(crate) const MODULE: &str = module_path!();

/// The product of a matrix and a vector.
///
/// ```
/// use ad::linear::matvec;
/// assert_eq!(matvec(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], &[1.0, -1.0]), [-1.0, -1.0, -1.0]);
/// ```
///
/// # Panics
///
/// Panics if the length of a row differs from that of the vector.
#[track_caller]
pub fn matvec<N: Semiring, A: Matrix<N> + ?Sized>(a: &A, x: &A::Vector<N>) -> A::Column<N> {
    let (a, x) = (numbers(a), Entries::column(x.entries().copied()));
    // A list without rows has no columns, and fits each vector.
    if a.rows > 0 {
        assert_length(a.columns, x.rows);
    }
    finish(product(a, x, true), |entries| A::column(&entries.list))
}

/// The product of two matrices.
///
/// ```
/// use ad::linear::matmul;
/// assert_eq!(matmul(&[[1.0, 2.0], [3.0, 4.0]], &[[0.0, 1.0], [1.0, 0.0]]), [[2.0, 1.0], [4.0, 3.0]]);
/// ```
///
/// # Panics
///
/// Panics if the number of left columns differs from that of right rows, or if the rows of a matrix differ in length.
#[inline]
#[track_caller]
pub fn matmul<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(a: &A, b: &B) -> A::Owned<N> {
    let size = size(a, b);
    if by_lines::serves(a, b, size) {
        return by_lines::product(a, b, None, size);
    }
    finish(product(numbers(a), numbers(b), A::BY_COLUMNS), owned::<N, A>)
}

/// The product of two matrices, plus a vector that is added to each row: a layer of a neural network, for a batch of inputs.
///
/// ```
/// use ad::linear::affine;
/// assert_eq!(affine(&[[1.0, 2.0], [3.0, 4.0]], &[[0.0, 1.0], [1.0, 0.0]], &[0.5, 0.0]), [[2.5, 1.0], [4.5, 3.0]]);
/// ```
///
/// # Panics
///
/// Panics if the number of left columns differs from that of right rows. Panics if the vector has another length than the right rows, or
/// if the rows of a matrix differ in length.
#[inline]
#[track_caller]
pub fn affine<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(
    a: &A,
    b: &B,
    c: &A::Vector<N>,
) -> A::Owned<N> {
    let size = size(a, b);
    assert_length(size.columns, c.entries().len());
    if by_lines::serves(a, b, size) {
        return by_lines::product(a, b, Some(c), size);
    }
    affine_of_copies(a, b, c)
}

/// The same, if it is not computed from the factors' own memory.
#[inline(never)]
fn affine_of_copies<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(
    a: &A,
    b: &B,
    c: &A::Vector<N>,
) -> A::Owned<N> {
    let mut entries = product(numbers(a), numbers(b), A::BY_COLUMNS);
    if A::BY_COLUMNS {
        let columns = entries.list.chunks_exact_mut(entries.rows.max(1));
        columns.zip(c.entries()).for_each(|(column, c)| column.iter_mut().for_each(|entry| *entry += *c));
    } else {
        let rows = entries.list.chunks_exact_mut(entries.columns.max(1));
        rows.for_each(|row| row.iter_mut().zip(c.entries()).for_each(|(entry, c)| *entry += *c));
    }
    finish(entries, owned::<N, A>)
}

/// The rows of a matrix as columns. A list without rows has no columns.
///
/// ```
/// use ad::linear::transpose;
/// assert_eq!(transpose(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
/// ```
///
/// # Panics
///
/// Panics if the rows differ in length.
#[track_caller]
pub fn transpose<N: Copy, A: Matrix<N> + ?Sized>(a: &A) -> A::Owned<N> {
    finish(numbers(a).transposed().ordered(A::BY_COLUMNS), owned::<N, A>)
}

/// An elementary function of each entry: a row of the [table of functions](mod@crate::function), or a type that implements [`Function`].
///
/// ```
/// use ad::function::Abs;
/// use ad::linear::map;
/// assert_eq!(map(Abs, &[[1.0, -2.0], [-3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]]);
/// ```
///
/// # Panics
///
/// Panics if the rows of a list differ in length.
#[track_caller]
pub fn map<N: Real, F: Function<1>, A: Matrix<N> + ?Sized>(f: F, a: &A) -> A::Owned<N> {
    finish(Entries::read(a, |a| N::function(f, [*a])), owned::<N, A>)
}

/// The sum of all entries.
///
/// ```
/// use ad::linear::sum;
/// assert_eq!(sum(&[[1.0, 2.0], [3.0, 4.0]]), 10.0);
/// ```
///
/// # Panics
///
/// Panics if the rows of a list differ in length.
#[track_caller]
pub fn sum<N: Semiring, A: Matrix<N> + ?Sized>(a: &A) -> N {
    finish(numbers(a), |entries| entries.list.iter().copied().sum())
}

/// The sum of the products of both matrices' entries, Frobenius' scalar product Σ aᵢⱼ·bᵢⱼ. Of a matrix with itself it is the square of
/// Frobenius' norm.
///
/// ```
/// use ad::linear::dot;
/// assert_eq!(dot(&[[1.0, 2.0], [3.0, 4.0]], &[[1.0, 0.0], [0.0, 10.0]]), 41.0);
/// ```
///
/// # Panics
///
/// Panics if the matrices differ in their numbers of rows or columns.
#[track_caller]
pub fn dot<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(a: &A, b: &B) -> N {
    let (a, b) = paired(a, b);
    let dot = crate::dot(&a.list, &b.list);
    a.end();
    b.end();
    dot
}

/// The entries of both matrices in the order of the first one.
#[track_caller]
pub(super) fn paired<N: Copy, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(
    a: &A,
    b: &B,
) -> (Entries<N>, Entries<N>) {
    let (a, b) = (numbers(a), numbers(b));
    let (m, n, rows, columns) = (a.rows, a.columns, b.rows, b.columns);
    assert!(
        (m, n) == (rows, columns),
        "a matrix of {m} rows and {n} columns meets one of {rows} and {columns}"
    );
    (a, b.ordered(A::BY_COLUMNS))
}

pub(super) fn owned<N: Copy, A: Matrix<N> + ?Sized>(entries: &Entries<N>) -> A::Owned<N> {
    let length = if A::BY_COLUMNS { entries.rows } else { entries.columns };
    A::owned(entries.rows, entries.columns, |i, line| {
        line.extend_from_slice(&entries.list[i * length..][..length]);
    })
}

fn finish<N, T>(entries: Entries<N>, made: impl FnOnce(&Entries<N>) -> T) -> T {
    let result = made(&entries);
    entries.end();
    result
}

#[track_caller]
pub(super) fn numbers<N: Copy, A: Matrix<N> + ?Sized>(a: &A) -> Entries<N> {
    Entries::read(a, |a| *a)
}

/// # Panics
///
/// Panics unless the factors fit.
#[inline]
#[track_caller]
fn size<N, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(a: &A, b: &B) -> Size {
    let ((rows, found), (expected, columns)) = (a.dimensions(), b.dimensions());
    // A list without rows has no columns, and fits each matrix.
    assert!(found == expected || rows == 0, "a matrix of {found} columns meets one of {expected} rows");
    Size { rows, depth: expected, columns }
}

#[inline]
#[track_caller]
fn assert_length(columns: usize, found: usize) {
    assert!(columns == found, "a matrix of {columns} columns meets a vector of {found} numbers");
}

/// The product, in this order. Plain floats are multiplied in vectors of the processor, with the same bits.
pub(super) fn product<N: Semiring>(a: Entries<N>, b: Entries<N>, by_columns: bool) -> Entries<N> {
    if by_columns {
        return product(b.transposed(), a.transposed(), false).transposed();
    }
    let (rows, columns) = (a.rows, b.columns);
    if rows == 0 || columns == 0 {
        return Entries { rows, columns, by_columns, list: memory::empty() };
    }
    let list = if <N::Dict as Dict>::FLOATS.is_some() {
        let (a, b) = (a.map(float), b.map(float));
        let product = kernel::product(a.strided(), b.strided());
        a.end();
        b.end();
        product.into_iter().map(number).collected()
    } else {
        let (left, right) = (a.ordered(false), b.ordered(true));
        let depth = left.columns;
        let mut list = memory::empty();
        for i in 0..rows {
            let row = &left.list[i * depth..][..depth];
            list.extend((0..columns).map(|j| crate::dot(row, &right.list[j * depth..][..depth])));
        }
        left.end();
        right.end();
        list
    };
    Entries { rows, columns, by_columns, list }
}

/// A number that is a plain float. The constant is read here, so that the conversion is inlined.
#[inline]
fn float<N: Semiring>(x: N) -> f64 {
    let floats = const { <N::Dict as Dict>::FLOATS };
    (floats.expect("it is a plain float").from)(x.value())
}

/// The inverse of [`float`].
#[inline]
fn number<N: Semiring>(x: f64) -> N {
    let floats = const { <N::Dict as Dict>::FLOATS };
    N::from_value(<N::Dict>::default(), (floats.expect("it is a plain float").to)(x))
}

/// The Euclidean length √(Σ xᵢ²) of a vector. Of concatenated rows it is Frobenius' norm.
///
/// The derivative at 0 is 0, the mean of opposite directions. Numbers are scaled if the sum of their squares overflows or underflows.
///
/// ```
/// use ad::linear::norm;
/// assert_eq!(norm(&[3.0, 4.0]), 5.0);
/// ```
pub fn norm<N: Real>(x: &[N]) -> N {
    if x.iter().all(|x| N::inspect([*x], Question::IsZero) == Some(1)) {
        return x.iter().fold(zero(), |length, x| length.hypot(*x));
    }
    let square = crate::dot(x, x);
    if N::inspect([square], Question::IsNormal) == Some(0)
        && let Some(scale) = x.iter().try_fold(zero(), |scale: N, x| N::still([scale, *x], larger_power))
    {
        let scaled: Vec<N> = x.iter().map(|x| *x / scale).collected();
        return crate::dot(&scaled, &scaled).sqrt() * scale;
    }
    square.sqrt()
}

/// The larger one of a power of two and the size of a number. The reciprocal is a number.
fn larger_power([power, x]: [f64; 2]) -> f64 {
    let size = f64::from_bits(x.to_bits() & f64::INFINITY.to_bits());
    let size = if x.is_finite() { size } else { 1.0 };
    size.max(power).max(f64::MIN_POSITIVE)
}

fn zero<N: Field>() -> N {
    N::natural(0)
}
