//! Rows of Jacobians. Most slots of their lists are empty, and the reverse loops leave those at both ends out.

use crate::check;
use ad::prelude::*;

/// Loops that pass adjoints to other lists, and to the element that they write.
#[exp(adjoint)]
fn stencils(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; n];
    let mut z = x.to_vec();
    for _ in 0..2 {
        for i in 1..n {
            y[i] = x[i] * z[i - 1];
        }
        for i in 0..n {
            z[i] = 0.5 * z[i] * x[i] + y[i] * x[n - 1 - i];
        }
    }
    z
}

/// An iteration fills the slot of another one. No number of these lists is restored.
#[exp(adjoint)]
fn running(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut z = x.to_vec();
    for i in 1..n {
        z[i] = 0.5 * z[i - 1] + x[i] * x[i];
    }
    let mut y = x.to_vec();
    for i in 0..n - 1 {
        y[i] = 0.5 * y[i + 1] + x[i] * x[i];
    }
    for i in 0..n {
        y[i] = y[n - 1 - i] * 2.0;
    }
    y.extend_from_slice(&z);
    y
}

/// Two lists are written, and an element that stays passes adjoints on in each iteration.
#[exp(adjoint)]
fn of_two_lists(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![1.0; n];
    let mut z = vec![1.0; n];
    for i in 0..n {
        y[i] = x[i] * x[3];
        z[i] = x[n - 1 - i] * y[i];
    }
    let mut l = 0;
    for i in 0..n {
        y[i] += x[l] * z[i];
        l += 1;
    }
    for i in 0..n {
        if x[i] > 0.0 {
            z[i] = z[i] * y[i];
        }
    }
    z.extend_from_slice(&y);
    z
}

/// The sum is passed on in each iteration.
#[exp(adjoint)]
fn with_a_sum(x: &[f64]) -> Vec<f64> {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for i in 0..x.len() {
        y[i] = y[i] * x[i];
        sum += y[i] * x[i];
    }
    y.push(sum);
    y
}

/// The products of empty slots with infinite numbers are no adjoints.
#[exp(adjoint)]
fn reciprocals(x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = 1.0 / x[i];
    }
    y
}

#[test]
fn a_row_has_the_adjoints_of_every_iteration() {
    for n in [4, 7, 8, 9, 17, 40] {
        let x: Vec<f64> = (1..=n).map(|i| f64::from(i * i % 7) * 0.3 - 0.8).collect();
        check::jacobian(Stencils, x.clone());
        check::jacobian(Running, x.clone());
        check::jacobian(OfTwoLists, x.clone());
        check::jacobian(WithASum, x);
    }
}

#[test]
fn an_empty_slot_is_left_out() {
    let mut x = vec![2.0; 40];
    x[3] = 0.0;
    let rows = adjoint::jacobian(Reciprocals).at(x);
    for (i, row) in rows.iter().enumerate() {
        let expected = |j| if i == j { if i == 3 { f64::NEG_INFINITY } else { -0.25 } } else { 0.0 };
        assert!(row.iter().enumerate().all(|(j, d)| *d == expected(j)), "row {i}: {row:?}");
    }
}

#[exp(adjoint)]
fn of_few(x: [f64; 2], y: f64) -> (f64, [f64; 2]) {
    (x[0].sqrt(), [x[1] * y, y * y])
}

#[test]
fn rows_of_few_inputs_share_no_slots() {
    let rows = adjoint::jacobian(OfFew).at(([0.0, 3.0], 5.0));
    assert_eq!(rows, (([f64::INFINITY, 0.0], 0.0), [([0.0, 5.0], 3.0), ([0.0, 0.0], 10.0)]));
}
