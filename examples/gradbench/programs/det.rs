//! A determinant by minors, all of them.

use ad::prelude::*;

/// The determinant of the `n` × `n` matrix `a` without the first `row` rows and the columns whose bits are set in `without`.
#[exp]
pub fn minor(n: usize, row: usize, without: u32, a: &[f64]) -> f64 {
    if row == n {
        return 1.0;
    }
    let mut sum = 0.0;
    let mut odd = false;
    for column in 0..n {
        if without & (1 << column) == 0 {
            let term = a[row * n + column] * minor(n, row + 1, without | (1 << column), a);
            if odd {
                sum -= term;
            } else {
                sum += term;
            }
            odd = !odd;
        }
    }
    sum
}

pub fn primal(a: &[f64], n: usize) -> f64 {
    minor(n, 0, 0, a)
}

pub fn gradient(a: &Vec<f64>, n: usize) -> Vec<f64> {
    call::grad(&Minor { n, row: 0, without: 0 }, a)
}
