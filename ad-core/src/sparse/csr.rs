//! A sparse matrix in the CSR format, and its conversions to matrices of other crates.

use alloc::vec::Vec;

use super::colouring::Pattern;

/// A sparse matrix of floats, row by row ("compressed sparse row").
///
/// It has no arithmetic: pass it to a crate for linear algebra. With the feature of the crate's name, `.into()` makes a matrix of
/// `sprs` (`CsMat<f64>`), `nalgebra-sparse` (`CsrMatrix<f64>`) or `faer` (`SparseRowMat<usize, f64>`). For other crates,
/// [`pattern`](Csr::pattern) has the offsets and the columns.
///
/// ```
/// use ad::{exp, sparse};
///
/// /// Products of neighbours.
/// #[exp]
/// fn products(x: &[f64]) -> Vec<f64> {
///     x.windows(2).map(|w| w[0] * w[1]).collect()
/// }
///
/// let x = [2.0, 3.0, 5.0];
/// let matrix = sparse::jacobian(Products, &x).jacobian(&x).1;
/// let triplets: Vec<_> = matrix.triplets().collect();
/// assert_eq!(triplets, [(0, 0, 3.0), (0, 1, 2.0), (1, 1, 5.0), (1, 2, 3.0)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Csr {
    pub(super) pattern: Pattern,
    pub(super) entries: Vec<f64>,
}

impl Csr {
    /// The matrix with this pattern and these entries, row by row.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of entries and of the pattern's entries differ.
    pub fn new(pattern: Pattern, entries: Vec<f64>) -> Self {
        pattern.expect_entries(entries.len());
        Csr { pattern, entries }
    }

    /// The places of the entries.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The entries, row by row.
    pub fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// Row, column and value of each entry, row by row.
    pub fn triplets(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.pattern.entries().zip(&self.entries).map(|((i, j), &entry)| (i, j, entry))
    }
}

#[cfg(feature = "sprs")]
impl From<Csr> for sprs::CsMat<f64> {
    fn from(Csr { pattern, entries }: Csr) -> Self {
        let (size, [offsets, indices]) = pattern.into_parts();
        sprs::CsMat::new(size, offsets, indices, entries)
    }
}

#[cfg(feature = "nalgebra-sparse")]
impl From<Csr> for nalgebra_sparse::CsrMatrix<f64> {
    fn from(Csr { pattern, entries }: Csr) -> Self {
        let ((rows, columns), [offsets, indices]) = pattern.into_parts();
        nalgebra_sparse::CsrMatrix::try_from_csr_data(rows, columns, offsets, indices, entries)
            .expect("the columns of a row ascend")
    }
}

#[cfg(feature = "faer")]
impl From<Csr> for faer::sparse::SparseRowMat<usize, f64> {
    fn from(Csr { pattern, entries }: Csr) -> Self {
        let ((rows, columns), [offsets, indices]) = pattern.into_parts();
        let pattern = faer::sparse::SymbolicSparseRowMat::new_checked(rows, columns, offsets, None, indices);
        faer::sparse::SparseRowMat::new(pattern, entries)
    }
}
