//! Products of matrices as calls in adjoint programs. In residues, the derivatives are compared with the tape and forward mode,
//! to the second order. Floats are multiplied in vectors of the processor, and their derivatives are compared with differences.

use ad::numbers::function::{Abs, Sin, Tanh};
use ad::prelude::*;
use ad::{linear, testing};

type Rows = Vec<Vec<f64>>;

#[exp(adjoint)]
fn layers(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let mut y: Vec<Vec<f64>> = x.to_vec();
    for _ in 0..2 {
        let z: Vec<Vec<f64>> = linear::affine(&y, w, bias);
        y = linear::map(Tanh, &z);
    }
    let back: Vec<Vec<f64>> = linear::transpose(&y);
    let gram: Vec<Vec<f64>> = linear::matmul(&back, x);
    let mut s = 0.0;
    for row in &gram {
        for entry in row {
            s += entry * entry;
        }
    }
    s * gram[0][0]
}

/// The same by loops.
#[exp(adjoint)]
fn layers_by_loops(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let mut y: Vec<Vec<f64>> = x.to_vec();
    for _ in 0..2 {
        let mut next: Vec<Vec<f64>> = Vec::new();
        for row in &y {
            let mut entries: Vec<f64> = Vec::new();
            for j in 0..bias.len() {
                let mut sum = 0.0;
                for k in 0..row.len() {
                    sum += row[k] * w[k][j];
                }
                entries.push((sum + bias[j]).tanh());
            }
            next.push(entries);
        }
        y = next;
    }
    let mut s = 0.0;
    let mut first = 0.0;
    for j in 0..y[0].len() {
        for k in 0..x[0].len() {
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += y[i][j] * x[i][k];
            }
            s += sum * sum;
            if j == 0 && k == 0 {
                first = sum;
            }
        }
    }
    s * first
}

fn rows(m: usize, n: usize, seed: usize) -> Rows {
    (0..m).map(|i| (0..n).map(|j| (0.7 * (31 * seed + 5 * i + 3 * j) as f64).sin()).collect()).collect()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} instead of {b}");
}

#[test]
fn layers_have_the_derivatives_of_loops_to_second_order() {
    // Few and many rows and columns, as the kernel distinguishes them.
    for (m, n) in [(1, 1), (2, 3), (5, 2), (4, 4), (17, 5), (9, 20)] {
        let x = (rows(m, n, 1), rows(n, n, 2), rows(1, n, 3).concat());
        if m * n < 16 {
            testing::check(&Layers, &x).unwrap();
        }
        let ((y, found), (z, expected)) =
            (call::value_and_grad(&Layers, &x), call::value_and_grad(&LayersByLoops, &x));
        assert_eq!(y, z);
        let all = |(x, w, b): &(Rows, Rows, Vec<f64>)| [x.concat(), w.concat(), b.clone()].concat();
        all(&found).into_iter().zip(all(&expected)).for_each(|(a, b)| close(a, b));
        let (found, seconds) = call::hvp(&Layers, &x, &x);
        let (_, expected) = call::hvp(&LayersByLoops, &x, &x);
        assert!(all(&found).iter().all(|d| d.is_finite()));
        all(&seconds).into_iter().zip(all(&expected)).for_each(|(a, b)| close(a, b));
    }
    testing::check_by_differences(&Layers, &(rows(5, 4, 1), rows(4, 4, 2), rows(1, 4, 3).concat())).unwrap();
}

#[exp(adjoint)]
fn layer(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let y: Vec<Vec<f64>> = linear::affine(x, w, bias);
    let z: Vec<Vec<f64>> = linear::matmul(x, w);
    let mut s = 0.0;
    for i in 0..y.len() {
        for j in 0..bias.len() {
            s += (i + 2 * j + 1) as f64 * y[i][j] * z[i][j];
        }
    }
    s
}

#[exp(adjoint)]
fn layer_by_loops(x: &[Vec<f64>], w: &[Vec<f64>], bias: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        for j in 0..bias.len() {
            let mut sum = 0.0;
            for k in 0..w.len() {
                sum += x[i][k] * w[k][j];
            }
            s += (i + 2 * j + 1) as f64 * (sum + bias[j]) * sum;
        }
    }
    s
}

/// All ways to compute a product: few and many rows, columns and terms. The numbers are integers, so each order is exact.
#[test]
fn products_of_any_shape_are_those_of_loops() {
    let rows = |m: usize, n: usize| {
        (0..m).map(|i| (0..n).map(|j| (3 * i + 5 * j) as f64 % 7.0 - 2.0).collect()).collect()
    };
    for (m, k, n) in [
        (0, 2, 3),
        (3, 2, 0),
        (1, 1, 1),
        (1, 3, 2),
        (3, 1, 2),
        (4, 2, 1),
        (2, 9, 3),
        (1, 8, 5),
        (5, 1, 4),
        (3, 4, 7),
        (9, 40, 2),
        (12, 20, 16),
    ] {
        let x: (Rows, Rows, Vec<f64>) = (rows(m, k), rows(k, n), (0..n).map(|j| j as f64 - 1.5).collect());
        let expected = call::value_and_grad(&LayerByLoops, &x);
        assert_eq!(call::value_and_grad(&Layer, &x), expected, "{m} {k} {n}");
        assert_eq!(stack::grad(Layer).eval(F64, x.clone()), expected.1, "{m} {k} {n}");
        assert_eq!(call::jvp(&Layer, &x, &x), call::jvp(&LayerByLoops, &x, &x), "{m} {k} {n}");
    }
}

#[test]
fn zeros_are_no_exception() {
    let zeros = |m: usize, n: usize| vec![vec![0.0; n]; m];
    testing::check(&Layers, &(zeros(3, 2), zeros(2, 2), vec![0.0; 2])).unwrap();
    let (by_x, by_w, by_bias) = call::grad(&Layers, &(rows(3, 2, 1), zeros(2, 2), vec![0.0; 2]));
    assert_eq!((by_x, by_w), (zeros(3, 2), zeros(2, 2)));
    assert_eq!(by_bias, [0.0; 2]);
}

#[exp(adjoint)]
fn chain(a: &[[f64; 3]; 2], b: &[[f64; 2]], x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut y: Vec<f64> = x.to_vec();
    for k in 0..2 {
        let up: Vec<f64> = linear::matvec(b, &y);
        let down: Vec<f64> = linear::matvec(a, &up);
        s += up[k] * down[1] * down[0] + down[k];
        y = down.iter().zip(x).map(|(d, x)| d * x + 0.5).collect();
    }
    s * y[0]
}

#[test]
fn vectors_are_multiplied_in_loops() {
    testing::check(
        &Chain,
        &([[1.0, -2.0, 0.5], [0.0, 3.0, 1.5]], vec![[1.0, 2.0], [-0.5, 0.25], [0.0, 1.5]], vec![0.3, -0.7]),
    )
    .unwrap();
}

/// Only one entry of the result matters, beside one that is infinite.
#[exp(adjoint)]
fn one_entry(a: &[Vec<f64>], x: &[f64], b: &[Vec<f64>]) -> f64 {
    let y: Vec<f64> = linear::matvec(a, x);
    let z: Vec<Vec<f64>> = linear::matmul(a, b);
    let w: Vec<Vec<f64>> = linear::map(Abs, &z);
    let t: Vec<Vec<f64>> = linear::transpose(&w);
    y[0] * t[0][0]
}

#[test]
fn entries_without_an_adjoint_contribute_nothing() {
    let (a, x) = (vec![vec![2.0, 3.0], vec![f64::INFINITY, 1.0]], vec![1.0, 4.0]);
    let b = vec![vec![1.0, f64::INFINITY], vec![2.0, 1.0]];
    // y₀ = 14, z₀₀ = 8.
    let (by_a, by_x, by_b) = call::grad(&OneEntry, &(a, x, b));
    assert_eq!(by_a, [[8.0 + 14.0, 4.0 * 8.0 + 2.0 * 14.0], [0.0, 0.0]]);
    assert_eq!(by_x, [16.0, 24.0]);
    assert_eq!(by_b, [[28.0, 0.0], [42.0, 0.0]]);
}

/// Data beside numbers, and a matrix of constants.
#[exp(adjoint)]
fn with_data(#[fixed] data: &[Vec<f64>], #[fixed] v: &[f64], w: &[Vec<f64>]) -> f64 {
    let inputs: Vec<Vec<f64>> = data.to_vec();
    let constants: Vec<Vec<f64>> = vec![vec![1.0, 2.0], vec![-1.0, 0.5]];
    let y: Vec<Vec<f64>> = linear::matmul(&inputs, w);
    let z: Vec<Vec<f64>> = linear::matmul(&y, &constants);
    let u: Vec<f64> = linear::matvec(&z, v);
    u.iter().map(|u| u * u).sum()
}

#[test]
fn data_meets_numbers() {
    let (data, v) = (rows(3, 2, 5), [0.5, -2.0]);
    let e = WithData { data: &data, v: &v };
    testing::check(&e, &rows(2, 2, 6)).unwrap();
    testing::check_by_differences(&e, &rows(2, 2, 6)).unwrap();
}

#[exp(adjoint)]
fn activated(a: &[Vec<f64>]) -> f64 {
    let b: Vec<Vec<f64>> = linear::map(Sin, a);
    let c: Vec<Vec<f64>> = linear::map(Sin, &b);
    c[0][0] * c[1][0] + b[1][1] * c[0][1] * a[0][0]
}

#[test]
fn a_function_of_each_entry_is_differentiated() {
    testing::check(&Activated, &rows(2, 2, 7)).unwrap();
    testing::check_by_differences(&Activated, &rows(2, 2, 7)).unwrap();
}

#[exp(adjoint)]
fn reduced(a: &[Vec<f64>], b: &[[f64; 2]]) -> f64 {
    let sines: Vec<Vec<f64>> = linear::map(Sin, a);
    let (total, product) = (linear::sum(&sines), linear::dot(&sines, b));
    total * product + linear::dot(a, a) * linear::sum(b)
}

#[exp(adjoint)]
fn reduced_by_loops(a: &[Vec<f64>], b: &[[f64; 2]]) -> f64 {
    let (mut total, mut product, mut squares, mut sum) = (0.0, 0.0, 0.0, 0.0);
    for i in 0..a.len() {
        for j in 0..2 {
            let sine = a[i][j].sin();
            total += sine;
            product += sine * b[i][j];
            squares += a[i][j] * a[i][j];
            sum += b[i][j];
        }
    }
    total * product + squares * sum
}

#[test]
fn reductions_have_the_derivatives_of_loops() {
    let x = (rows(3, 2, 8), vec![[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]]);
    crate::check::program(&Reduced, &x);
    assert_eq!(call::value_and_grad(&Reduced, &x), call::value_and_grad(&ReducedByLoops, &x));
    assert_eq!(call::hvp(&Reduced, &x, &x), call::hvp(&ReducedByLoops, &x, &x));
    assert_eq!(call::grad(&Reduced, &(vec![], vec![])), (vec![], vec![]));
}

#[test]
#[should_panic(expected = "a matrix of 3 rows and 2 columns meets one of 1 and 2")]
fn matrices_of_a_product_have_one_size() {
    call::grad(&Reduced, &(rows(3, 2, 8), vec![[0.5, -1.0]]));
}

#[test]
#[should_panic(expected = "a matrix of 2 columns meets one of 3 rows")]
fn factors_fit() {
    call::grad(&OneEntry, &(rows(2, 2, 1), vec![1.0; 2], rows(3, 2, 1)));
}

#[test]
#[should_panic(expected = "a matrix of 2 columns meets a vector of 3 numbers")]
fn a_vector_fits() {
    call::grad(&OneEntry, &(rows(2, 2, 1), vec![1.0; 3], rows(2, 2, 1)));
}

#[test]
#[should_panic(expected = "row 1 of a matrix has 1 columns, the first one has 2")]
fn rows_are_equally_long() {
    call::grad(&OneEntry, &(vec![vec![1.0, 2.0], vec![1.0]], vec![1.0; 2], rows(2, 2, 1)));
}
