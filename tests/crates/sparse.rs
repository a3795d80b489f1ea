//! Sparse derivatives as matrices of other crates. faer takes a minute to compile, and needs `--features faer`.

use ad::prelude::*;
use ad::sparse::{self, Csr};

/// Products of neighbours; the last result depends on nothing.
#[exp]
fn products(x: &[f64]) -> Vec<f64> {
    x.windows(2).map(|w| w[0] * w[1]).chain([1.0]).collect()
}

const X: [f64; 3] = [2.0, 3.0, 5.0];

fn matrix() -> Csr {
    sparse::jacobian(Products, &X).jacobian(&X).1
}

fn triplets() -> Vec<(usize, usize, f64)> {
    let triplets: Vec<_> = matrix().triplets().collect();
    assert_eq!(triplets, [(0, 0, 3.0), (0, 1, 2.0), (1, 1, 5.0), (1, 2, 3.0)]);
    triplets
}

#[test]
fn of_sprs() {
    let m: sprs::CsMat<f64> = matrix().into();
    assert_eq!(m.shape(), (3, 3));
    assert!(m.iter().map(|(&entry, (i, j))| (i, j, entry)).eq(triplets()));
    // Euler: products of two are homogeneous of degree 2.
    let product = &m * &ndarray::arr1(&X);
    assert_eq!(product, ndarray::arr1(&[12.0, 30.0, 0.0]));
}

#[test]
fn of_nalgebra_sparse() {
    let m: nalgebra_sparse::CsrMatrix<f64> = matrix().into();
    assert_eq!((m.nrows(), m.ncols()), (3, 3));
    assert!(m.triplet_iter().map(|(i, j, &entry)| (i, j, entry)).eq(triplets()));
    let product = &m * nalgebra::DVector::from_row_slice(&X);
    assert_eq!(product.as_slice(), [12.0, 30.0, 0.0]);
}

#[cfg(feature = "faer")]
#[test]
fn of_faer() {
    let m: faer::sparse::SparseRowMat<usize, f64> = matrix().into();
    assert_eq!((m.nrows(), m.ncols(), m.compute_nnz()), (3, 3, 4));
    for (i, j, entry) in triplets() {
        assert_eq!(m.as_ref().get(i, j), Some(&entry));
    }
    assert_eq!(m.as_ref().get(2, 0), None);
}
