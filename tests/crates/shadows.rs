//! Matrices and arrays of other crates in adjoint programs: as parameters, as fields of structs, and changed.

#![allow(clippy::cast_precision_loss, reason = "indices are small")]
#![allow(clippy::explicit_iter_loop, reason = "programs are written as users write them")]

use crate::check;
use ad::linear;
use ad::numbers::function::Tanh;
use ad::prelude::*;
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};
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
        check::program(&Overwritten { n }, &x);
    }
    let by_program = reverse::grad(Overwritten { n: 3 }).at(x.clone());
    assert_eq!(by_program.0.shape(), (3, 2));
    assert!(by_program.0.iter().chain(&by_program.1).filter(|d| **d != 0.0).count() > 6);
}

/// The weights and biases of a layer, as ndarray and as nalgebra have them.
#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    weights: Array2<f64>,
    biases: Array1<f64>,
}

#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Matrices {
    weights: DMatrix<f64>,
    biases: DVector<f64>,
}

#[exp(adjoint)]
fn by_arrays(x: &Array2<f64>, v: &Array1<f64>, layers: &[Arrays<f64>]) -> f64 {
    let mut y: Array2<f64> = x.clone();
    for layer in layers {
        let z: Array2<f64> = linear::affine(&y, &layer.weights, &layer.biases);
        y = linear::map(Tanh, &z);
    }
    let back: Array2<f64> = linear::transpose(&y);
    let gram: Array2<f64> = linear::matmul(&back, x);
    let u: Array1<f64> = linear::matvec(&gram, v);
    let mut s = 0.0;
    for u in u.iter() {
        s += u * u;
    }
    s * gram[[0, 0]]
}

#[exp(adjoint)]
fn by_matrices(x: &DMatrix<f64>, v: &DVector<f64>, layers: &[Matrices<f64>]) -> f64 {
    let mut y: DMatrix<f64> = x.clone();
    for layer in layers {
        let z: DMatrix<f64> = linear::affine(&y, &layer.weights, &layer.biases);
        y = linear::map(Tanh, &z);
    }
    let back: DMatrix<f64> = linear::transpose(&y);
    let gram: DMatrix<f64> = linear::matmul(&back, x);
    let u: DVector<f64> = linear::matvec(&gram, v);
    let mut s = 0.0;
    for u in u.iter() {
        s += u * u;
    }
    s * gram[(0, 0)]
}

#[exp(adjoint)]
fn reduced_array(a: &Array2<f64>, b: &Array2<f64>) -> f64 {
    linear::dot(a, b) * linear::sum(a)
}

#[exp(adjoint)]
fn reduced_matrix(a: &DMatrix<f64>, b: &DMatrix<f64>) -> f64 {
    linear::dot(a, b) * linear::sum(a)
}

#[test]
fn whole_arrays_are_reduced_in_programs() {
    let entry = |i: usize, j: usize| (0.7 * (5 * i + 3 * j) as f64).sin();
    // Of two layouts.
    let a = Array2::from_shape_fn((2, 3), |(i, j)| entry(i, j)).reversed_axes();
    let b = Array2::from_shape_fn((3, 2), |(i, j)| entry(j, i));
    check::program(&ReducedArray, &(a.clone(), b.clone()));
    let matrix = |a: &Array2<f64>| DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| a[[i, j]]);
    let matrices = (matrix(&a), matrix(&b));
    check::program(&ReducedMatrix, &matrices);
    let (by_a, _) = call::grad(&ReducedMatrix, &matrices);
    let expected = &matrices.1 * matrices.0.sum() + DMatrix::from_element(3, 2, matrices.0.dot(&matrices.1));
    assert!((by_a - expected).norm() < 1e-14);
}

/// In residues to the second order, in floats by differences, and by both crates to the last bit.
#[test]
fn whole_arrays_are_multiplied_in_programs() {
    for (m, n) in [(1, 1), (2, 3), (5, 2), (17, 9)] {
        let entry =
            |seed: usize| move |(i, j): (usize, usize)| (0.7 * (31 * seed + 5 * i + 3 * j) as f64).sin();
        let layer = |seed| Arrays {
            weights: Array2::from_shape_fn((n, n), entry(seed)),
            biases: Array1::from_shape_fn(n, |i| entry(seed)((i, 7))),
        };
        // A Fortran layout is a matrix like any other.
        let x = Array2::from_shape_fn((n, m), entry(1)).reversed_axes();
        let arrays = (x, Array1::from_shape_fn(n, |i| 0.5 + i as f64), vec![layer(2), layer(3)]);
        if n < 9 {
            check::program(&ByArrays, &arrays);
        }
        let matrix = |a: &Array2<f64>| DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| a[[i, j]]);
        let vector = |a: &Array1<f64>| DVector::from_iterator(a.len(), a.iter().copied());
        let layers =
            arrays.2.iter().map(|l| Matrices { weights: matrix(&l.weights), biases: vector(&l.biases) });
        let matrices = (matrix(&arrays.0), vector(&arrays.1), layers.collect::<Vec<_>>());
        if n < 9 {
            testing::check(&ByMatrices, &matrices).unwrap();
        }
        let (y, (by_x, by_v, by_layers)) = call::value_and_grad(&ByArrays, &arrays);
        let (z, found) = call::value_and_grad(&ByMatrices, &matrices);
        assert_eq!(y, z);
        assert_eq!((matrix(&by_x), vector(&by_v)), (found.0, found.1));
        for (a, b) in by_layers.iter().zip(&found.2) {
            assert_eq!((matrix(&a.weights), vector(&a.biases)), (b.weights.clone(), b.biases.clone()));
        }
        if n < 9 {
            testing::check_by_differences(&ByArrays, &arrays).unwrap();
            testing::check_by_differences(&ByMatrices, &matrices).unwrap();
        }
    }
}

#[test]
#[should_panic(expected = "a matrix of 2 columns meets a vector of 3 numbers")]
fn biases_fit() {
    let layer = Arrays { weights: Array2::zeros((2, 2)), biases: Array1::zeros(3) };
    call::grad(&ByArrays, &(Array2::zeros((2, 2)), Array1::zeros(2), vec![layer]));
}
