//! Second derivatives at floats, where tangents have no question whether they are there, against the tape with second partial
//! derivatives.

use crate::check::{close, list};
use ad::prelude::*;
use ad::{Of, Shape, TwiceDifferentiable};

/// Hessian, one product and six products, by the program and by the tape.
#[track_caller]
fn agree<E>(e: E, x: Of<E::In, f64>)
where
    E: Differentiable + TwiceDifferentiable + Clone,
{
    let n = E::In::count(&x);
    let mut found = Vec::new();
    for mode in [Mode::Program, Mode::Tape] {
        let mut prepared = Prepared::new(e.clone()).mode(mode);
        // Twice, in the same memory.
        for _ in 0..2 {
            let (mut gradient, mut product, mut rows) = (x.clone(), x.clone(), vec![f64::NAN; n * n]);
            let y = prepared.value_grad_hessian_into(&x, &mut gradient, &mut rows);
            let mut all = vec![y];
            all.extend(list::<E::In>(&gradient).into_iter().chain(rows));
            prepared.hvp_into(&x, &x, &mut gradient, &mut product);
            all.extend(list::<E::In>(&gradient).into_iter().chain(list::<E::In>(&product)));
            let directions: Vec<f64> = (0..6 * n).map(|i| (i % 7) as f64 - 2.0).collect();
            let mut products = vec![f64::NAN; 6 * n];
            prepared.hvps_into(&x, &directions, &mut gradient, &mut products);
            all.extend(products);
            found.push(all);
        }
    }
    close(&found[1], &found[0], 0.0);
    close(&found[2], &found[0], 1e-11);
}

#[exp(adjoint)]
fn functions(#[fixed] c: f64, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let y = x[i];
        s += y.powf(2.5) * (2.0f64).powf(y) + y.atan2(c) - c.hypot(y) * y.max(c) + (y * c).sin() / (c - y);
        s += (3.0 - y) * y.powi(3) * 0.5 + y.ln() * c.exp() + (-y).exp() * (c + 2.0) * y;
    }
    s * x[0]
}

#[exp(adjoint)]
fn buffers(x: &[f64], p: [f64; 2], q: f64) -> f64 {
    let mut y = x.to_vec();
    let mut t = vec![0.0; x.len()];
    for k in 0..3 {
        for i in 1..y.len() {
            t[i] = 2.0 * y[i - 1] - y[i] * p[k % 2];
        }
        for i in 0..y.len() {
            y[i] = if t[i] > 0.5 { t[i] * t[i] } else { t[i] + q };
        }
    }
    y.iter().zip(x).map(|(a, b)| a * b).sum()
}

#[exp(adjoint)]
fn one(x: f64) -> f64 {
    (x * x).sin() * 3.0
}

#[test]
fn the_program_on_dense_tangents_agrees_with_the_tape() {
    agree(Functions { c: 0.75 }, vec![0.5, 1.25, 2.0]);
    agree(Functions { c: 0.75 }, (1..=17).map(|i| 0.1 * f64::from(i)).collect());
    agree(Buffers, (vec![0.5, -1.25, 2.0, 0.75], [1.5, -0.5], 0.25));
    agree(Buffers, (vec![], [1.5, -0.5], 0.25));
    agree(One, 0.5);
}

/// The constant `big` becomes infinite. As numbers with tangents, its factors give 0 · ∞.
#[exp(adjoint)]
fn infinite(times: usize, x: &[f64]) -> f64 {
    let mut big = 1e200;
    for _ in 0..times {
        big = big * big;
    }
    x[0] * x[0] * x[1] * (1.0 + 1.0 / big)
}

#[test]
fn an_infinite_constant_has_no_tangent() {
    let x = [3.0, 5.0];
    let expected = [[10.0, 6.0], [6.0, 0.0]];
    assert_eq!(call::hessian(&Infinite { times: 2 }, &x[..]), expected);
    assert_eq!(
        call::hvp(&Infinite { times: 2 }, &x[..], &[1.0, 0.0][..]),
        (vec![30.0, 9.0], vec![10.0, 6.0])
    );
    let (mut gradient, mut rows) = (vec![0.0; 2], [0.0; 4]);
    let mut prepared = Prepared::new(Infinite { times: 2 }).mode(Mode::Program);
    assert_eq!(prepared.value_grad_hessian_into(&x[..], &mut gradient, &mut rows), 45.0);
    assert_eq!((&gradient[..], rows), (&[30.0, 9.0][..], [10.0, 6.0, 6.0, 0.0]));
}
