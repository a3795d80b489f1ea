//! Matrices and arrays of other crates in adjoint programs: as parameters, as fields of structs, and changed.

#![allow(clippy::cast_precision_loss, reason = "indices are small")]

use ad::prelude::*;
use nalgebra::{DMatrix, Matrix3, Vector3};
use ndarray::{Array1, Array2};
use num_complex::Complex;

#[exp]
#[derive(Clone)]
struct Body {
    inertia: Matrix3<f64>,
    momentum: Vector3<f64>,
    samples: Array2<f64>,
    phase: Complex<f64>,
}

#[exp(adjoint)]
fn energy(b: &Body<f64>) -> f64 {
    let mut s = b.phase.re * b.phase.im;
    for i in 0..3 {
        for j in 0..3 {
            s += b.momentum[i] * b.inertia[(i, j)] * b.momentum[j] * b.samples[[j, i % 2]];
        }
    }
    s * b.phase.re
}

#[exp(adjoint)]
fn overwritten(n: usize, m: &DMatrix<f64>, v: Array1<f64>, u: Vector3<f64>) -> f64 {
    let mut w = m.clone();
    let mut v = v;
    for i in 1..n {
        w[(i, 0)] = w[(i - 1, 0)] * w[(i, 1)] + v[i] * u[i];
        v[i - 1] *= w[(i, 0)] * u[0];
    }
    let mut s = v[0];
    for x in w.iter() {
        s += x * x;
    }
    s * v[1]
}

#[test]
fn containers_of_other_crates_have_adjoint_programs() {
    let body = Body {
        inertia: Matrix3::from_fn(|i, j| 1.0 + i as f64 - 0.3 * j as f64),
        momentum: Vector3::new(1.0, -2.0, 0.5),
        samples: Array2::from_shape_fn((3, 2), |(i, j)| 0.5 * i as f64 - j as f64 + 0.1),
        phase: Complex { re: 0.3, im: -2.0 },
    };
    testing::check(&Energy, &body).unwrap();
    let x = (
        DMatrix::from_fn(3, 2, |i, j| i as f64 - 2.0 * j as f64 + 0.7),
        Array1::from(vec![0.2, 0.4, -0.8]),
        Vector3::new(1.5, -0.5, 2.0),
    );
    for n in 0..4 {
        testing::check(&Overwritten { n }, &x).unwrap();
    }
    let by_program = reverse::grad(Overwritten { n: 3 }).at(x.clone());
    assert_eq!(by_program.0.shape(), (3, 2));
    assert!(by_program.0.iter().chain(&by_program.1).filter(|d| **d != 0.0).count() > 6);
}
