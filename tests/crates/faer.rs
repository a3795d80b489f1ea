//! faer's matrices and columns.

use ad::faer::Rows;
use ad::prelude::*;
use faer::{Col, Mat};

/// ‖A·x - b‖², of a matrix and a column that both vary.
#[exp]
fn misfit(#[fixed] b: &Col<f64>, a: &Mat<f64>, x: &Col<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.nrows() {
        let mut residual = 0.0;
        for j in 0..a.ncols() {
            residual += a[(i, j)] * x[j];
        }
        residual -= b[i];
        sum += residual * residual;
    }
    sum
}

fn a() -> Mat<f64> {
    Mat::from_fn(2, 3, |i, j| [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]][i][j])
}

fn col(entries: &[f64]) -> Col<f64> {
    Col::from_fn(entries.len(), |i| entries[i])
}

#[test]
fn a_matrix_and_a_column_vary_in_all_nestings() {
    let (x, b) = (col(&[1.0, -1.0, 2.0]), col(&[3.0, -5.0]));
    let r = a() * &x - &b;
    let (of_a, of_x) = (&r * x.transpose() * 2.0, a().transpose() * &r * 2.0);
    ad_testing::nestings!([grad], Misfit { b: &b }, |name, grad| {
        let (found_a, found_x) = grad.eval(F64, (a(), x.clone()));
        assert_eq!((found_a, found_x), (of_a.clone(), of_x.clone()), "{name}");
    });
}

#[exp]
fn squares(x: &Col<f64>) -> Col<f64> {
    Col::from_fn(x.nrows(), |i| x[i] * x[(i + 1) % x.nrows()])
}

#[test]
fn a_jacobian_is_a_matrix_that_faer_decomposes() {
    let x = col(&[1.0, 2.0, 3.0]);
    let jacobian: Mat<f64> = call::jacobian(&Squares, &x).to_matrix();
    let rows = [[2.0, 1.0, 0.0], [0.0, 3.0, 2.0], [3.0, 0.0, 1.0]];
    assert_eq!(jacobian, Mat::from_fn(3, 3, |i, j| rows[i][j]));
    assert!((jacobian.determinant() - 12.0).abs() < 1e-12);
    assert_eq!(Col::<Col<f64>>::from_fn(0, |_| col(&[])).to_matrix().shape(), (0, 0));
}

#[test]
fn their_containers_are_shapes() {
    crate::is_a_shape::<Mat<f64>>(&a(), 6, Some((&Mat::zeros(3, 2), "dimensions differ: 2 × 3 and 3 × 2")));
    crate::is_a_shape::<Mat<f64>>(&Mat::zeros(0, 0), 0, None);
    crate::is_a_shape::<Col<f64>>(&col(&[1.0, 2.0]), 2, Some((&col(&[1.0]), "dimensions differ: 2 and 1")));
    let ragged = |n: usize| Col::from_fn(2, |i| vec![0.5; if i == 0 { 1 } else { n }]);
    crate::is_a_shape::<Col<Vec<f64>>>(
        &ragged(2),
        3,
        Some((&ragged(3), "lengths differ at `[1]`: 2 numbers and 3 numbers")),
    );
}
