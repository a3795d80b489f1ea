//! Sums in place of slots, for lists whose shadows only receive adjoints. `check::gradient` compares both.

use crate::check;
use ad::adjoint::Adjoint;
use ad::prelude::*;

#[exp(adjoint)]
fn every_view(x: &[f64], w: &Vec<f64>) -> f64 {
    let mut s = x[0] * w[1];
    for (i, v) in x.iter().enumerate() {
        s += v * s * w[i % w.len()];
    }
    for pair in x.windows(2) {
        s = s * pair[0] - pair[1];
    }
    for (row, v) in x.chunks(2).zip(w.iter().rev()) {
        for u in row {
            s += u * v.sin();
        }
    }
    let mut last = 1.0;
    for v in &x[1..] {
        last = *v;
        s *= last;
    }
    let list: Vec<f64> = w.iter().map(|v| v * s).collect();
    list.iter().sum::<f64>() * last + list[0] * s
}

#[exp(adjoint)]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// `x` is passed on, and `w` is not.
#[exp(adjoint)]
fn passed(x: &[f64], w: &[f64]) -> f64 {
    let mut s = norm(x);
    for i in 0..w.len() {
        s = s * w[i] + norm(&x[i..]);
    }
    s
}

#[exp(adjoint)]
fn passed_in_parts(x: &[f64]) -> f64 {
    x.chunks(2).map(|row| norm(row) * row[0]).sum()
}

#[exp(adjoint)]
fn copied(x: &[f64], w: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        y[i] *= y[i - 1] * w[i % w.len()];
    }
    y[y.len() - 1] * y[0]
}

#[exp(adjoint)]
fn generic<const K: usize>(x: &[f64], y: &[f64; K]) -> f64 {
    let mut s = 1.0;
    for i in 0..K {
        s *= x[i % x.len()] + y[i];
    }
    s
}

#[test]
fn sums_are_the_gradients() {
    let (x, w) = (vec![0.5, -1.25, 2.0, 0.75], vec![1.5, 0.25, -0.5]);
    check::gradient(EveryView, (x.clone(), w.clone()));
    check::hessian(EveryView, (x.clone(), w.clone()));
    check::gradient(Passed, (x.clone(), w.clone()));
    check::gradient(PassedInParts, x.clone());
    check::gradient(Copied, (x.clone(), w));
    check::gradient(Generic::<3>, (x, [0.5, 1.5, -0.25]));
}

/// A number without influence, and one whose adjoint is -0.
#[exp(adjoint)]
fn signed(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        s -= x[i] * x[i + 1] * 0.0;
    }
    s
}

#[test]
fn an_empty_sum_is_zero_without_a_sign() {
    let x = vec![1.0, 2.0, 0.0];
    let seeded = adjoint::vjp(Signed).at((x.clone(), -3.0)).1;
    for gradient in [call::grad(&Signed, &x[..]), adjoint::grad(Signed).at(x), seeded] {
        assert!(gradient.iter().all(|d| d.to_bits() == 0), "{gradient:?}");
    }
    let x = (vec![1.0, 2.0], []);
    for gradient in [call::grad(&Generic::<0>, &x), adjoint::grad(Generic::<0>).at(x)] {
        assert!(gradient.0.iter().all(|d| d.to_bits() == 0), "{gradient:?}");
    }
}

#[test]
fn sums_are_used_where_the_shadow_only_receives() {
    fn totals<E: Adjoint<F64>>(_: &E) -> bool {
        E::TOTALS
    }
    assert_eq!([totals(&EveryView), totals(&Passed), totals(&Copied), totals(&Generic::<3>)], [true; 4]);
    assert_eq!([totals(&Norm), totals(&PassedInParts)], [true, false]);
}
