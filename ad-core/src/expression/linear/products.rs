//! Products and lengths.

use alloc::vec::Vec;

use crate::{Field, Real, Semiring, dot};

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
pub fn matvec<N: Semiring, R: AsRef<[N]>>(a: &[R], x: &[N]) -> Vec<N> {
    a.iter().map(|row| dot(row.as_ref(), x)).collect()
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
/// Panics if the length of a left row differs from the number of right rows, or if the right rows differ in length.
pub fn matmul<N: Semiring, R: AsRef<[N]>, S: AsRef<[N]>>(a: &[R], b: &[S]) -> Vec<Vec<N>> {
    let columns = transpose(b);
    let product = |row: &R| {
        let row = row.as_ref();
        let (found, expected) = (row.len(), b.len());
        assert!(found == expected, "a matrix of {found} columns meets one of {expected} rows");
        columns.iter().map(|column| dot(row, column)).collect()
    };
    a.iter().map(product).collect()
}

/// The rows of a matrix as columns. A matrix without rows has none.
///
/// ```
/// use ad::linear::transpose;
/// assert_eq!(transpose(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
/// ```
///
/// # Panics
///
/// Panics if the rows differ in length.
pub fn transpose<N: Copy, R: AsRef<[N]>>(a: &[R]) -> Vec<Vec<N>> {
    let columns = a.first().map_or(0, |row| row.as_ref().len());
    for (i, row) in a.iter().enumerate() {
        let found = row.as_ref().len();
        assert!(found == columns, "row {i} of a matrix has {found} columns, the first one has {columns}");
    }
    (0..columns).map(|j| a.iter().map(|row| row.as_ref()[j]).collect()).collect()
}

/// The Euclidean length √(Σ xᵢ²) of a vector. Of concatenated rows it is Frobenius' norm.
///
/// The derivative at 0 is 0, the mean of opposite directions. Nothing is scaled, so the squares may overflow.
///
/// ```
/// use ad::linear::norm;
/// assert_eq!(norm(&[3.0, 4.0]), 5.0);
/// ```
pub fn norm<N: Real>(x: &[N]) -> N {
    if x.iter().all(|x| N::inspect([*x], |[x]| (x == 0.0).into()) == Some(1)) {
        return x.iter().fold(zero(), |length, x| length.hypot(*x));
    }
    dot(x, x).sqrt()
}

fn zero<N: Field>() -> N {
    N::natural(0)
}
