//! nalgebra's decompositions at numbers that are recorded and replayed: where their derivatives are right, and where they are not.
//!
//! An algorithm that asks whether a number is 0 takes a branch for that point, whose derivatives are no function's, so `replay` refuses
//! it. Each decomposition is tried on matrices with and without zeros, against the same function by products or by rules, which do not
//! compare. The table in the guide (`src/guide/crates.md`) says the same. If a row here improves, change the table.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::replay::Recorder;
use ad::{Num, Signature, linear, replay};
use nalgebra::{DMatrix, DVector, RealField};

/// The matrices, from the most harmless to the least.
fn matrices() -> [(&'static str, DMatrix<f64>); 12] {
    let matrix = |rows: [[f64; 3]; 3]| DMatrix::from_fn(3, 3, |i, j| rows[i][j]);
    [
        ("full", matrix([[4.0, 1.0, -0.5], [0.75, 3.0, 0.25], [-0.25, 0.5, 2.0]])),
        ("lower", matrix([[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-0.5, 0.5, 2.0]])),
        ("upper", matrix([[4.0, 1.0, -0.5], [0.0, 3.0, 0.5], [0.0, 0.0, 2.0]])),
        ("diagonal", matrix([[4.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 2.0]])),
        ("permuted", matrix([[0.0, 0.0, 2.0], [3.0, 0.0, 0.0], [0.0, -0.5, 0.0]])),
        ("identity", DMatrix::identity(3, 3)),
        ("block", matrix([[4.0, 1.0, 0.0], [0.5, 3.0, 0.0], [0.0, 0.0, 2.0]])),
        ("arrow", matrix([[4.0, 0.0, 1.0], [0.0, 3.0, 0.0], [0.5, 0.0, 2.0]])),
        ("rank 2", matrix([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]])),
        ("zero row", matrix([[2.0, 1.0, 0.5], [0.0, 0.0, 0.0], [1.0, -1.0, 3.0]])),
        ("zero column", matrix([[0.0, 1.0, 2.0], [0.0, 3.0, -1.0], [0.0, 0.5, 4.0]])),
        ("0 × 0", DMatrix::zeros(0, 0)),
    ]
}

/// A decomposition and the same function without it, of a matrix and a vector.
macro_rules! pairs {
    ($($theirs:ident($a:ident, $x:ident) $body:block $ours:ident $other:block)*) => {$(
        #[exp]
        fn $theirs($a: &DMatrix<f64>, $x: &DVector<f64>) -> f64
        where
            f64: RealField,
        $body

        #[exp]
        fn $ours($a: &DMatrix<f64>, $x: &DVector<f64>) -> f64
        where
            f64: RealField,
        $other
    )*};
}

#[exp]
fn rows(a: &DMatrix<f64>) -> Vec<Vec<f64>> {
    a.row_iter().map(|row| row.iter().copied().collect()).collect()
}

pairs! {
    det_by_lu(a, x) {
        a.clone().lu().determinant() * (x.dot(x) + 1.0)
    }
    det_by_rule {
        let det: f64 = linear::det(&rows(a));
        (x.dot(x) + 1.0) * det
    }
    solved_by_lu(a, x) {
        a.clone().lu().solve(x).expect("it is regular").dot(x)
    }
    solved_by_rule {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    inverted(a, x) {
        (a.clone().try_inverse().expect("it is regular") * x).dot(x)
    }
    also_solved {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    solved_by_qr(a, x) {
        a.clone().qr().solve(x).expect("it is regular").dot(x)
    }
    solved_by_rule_too {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    length_by_r(a, x) {
        (a.clone().qr().r() * x).norm_squared()
    }
    length_by_products {
        (a * x).norm_squared()
    }
    product_by_qr(a, x) {
        let qr = a.clone().qr();
        (qr.q() * (qr.r() * x)).dot(x)
    }
    product {
        (a * x).dot(x)
    }
    solved_by_cholesky(a, x) {
        let s = a * a.transpose();
        s.cholesky().expect("it is positive").solve(x).dot(x)
    }
    square_solved_by_rule {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(&(a * a.transpose())), &b).expect("it is positive");
        ad::dot(&z, &b)
    }
    fourth_powers_of_singular_values(a, x) {
        let values = a.clone().svd(false, false).singular_values;
        let mut sum = 0.0;
        for value in values.iter() {
            let value: f64 = *value;
            sum += value.powi(4);
        }
        sum * (x.dot(x) + 1.0)
    }
    trace_of_the_square {
        let s = a * a.transpose();
        (&s * &s).trace() * (x.dot(x) + 1.0)
    }
    solved_by_svd(a, x) {
        let epsilon: f64 = 1e-12;
        a.clone().svd(true, true).solve(x, epsilon).expect("it is regular").dot(x)
    }
    solved_by_rule_again {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    cubes_of_eigenvalues(a, x) {
        let values = (a + a.transpose()).symmetric_eigenvalues();
        let mut sum = 0.0;
        for value in values.iter() {
            let value: f64 = *value;
            sum += value.powi(3);
        }
        sum * (x.dot(x) + 1.0)
    }
    trace_of_the_cube {
        let s = a + a.transpose();
        (&s * &s * &s).trace() * (x.dot(x) + 1.0)
    }
    square_by_eigenvectors(a, x) {
        let eigen = (a + a.transpose()).symmetric_eigen();
        let y = eigen.eigenvectors.transpose() * x;
        let z = y.component_mul(&eigen.eigenvalues);
        z.norm_squared()
    }
    square_by_products {
        ((a + a.transpose()) * x).norm_squared()
    }
}

pairs! {
    det_by_full_lu(a, x) {
        a.clone().full_piv_lu().determinant() * (x.dot(x) + 1.0)
    }
    det_by_rule_too {
        let det: f64 = linear::det(&rows(a));
        (x.dot(x) + 1.0) * det
    }
    solved_by_pivoted_qr(a, x) {
        a.clone().col_piv_qr().solve(x).expect("it is regular").dot(x)
    }
    solved_by_rule_once_more {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    product_by_svd(a, x) {
        let svd = a.clone().svd(true, true);
        let (u, v_t) = (svd.u.expect("it is asked for"), svd.v_t.expect("it is asked for"));
        (u * (v_t * x).component_mul(&svd.singular_values)).dot(x)
    }
    product_again {
        (a * x).dot(x)
    }
    product_by_hessenberg(a, x) {
        let (q, h) = a.clone().hessenberg().unpack();
        (&q * (h * (q.transpose() * x))).dot(x)
    }
    product_once_more {
        (a * x).dot(x)
    }
    product_by_schur(a, x) {
        let (q, t) = a.clone().schur().unpack();
        (&q * (t * (q.transpose() * x))).dot(x)
    }
    product_too {
        (a * x).dot(x)
    }
    product_by_udu(a, x) {
        let udu = (a * a.transpose()).udu().expect("it is regular");
        let y = udu.u.transpose() * x;
        y.component_mul(&y).dot(&udu.d)
    }
    square_by_product {
        (a.transpose() * x).norm_squared()
    }
}

/// The numbers of a gradient, or of a row of a Hessian.
fn flat((a, x): &(DMatrix<f64>, DVector<f64>)) -> Vec<f64> {
    a.iter().chain(x.iter()).copied().collect()
}

fn close(found: &[f64], expected: &[f64]) -> bool {
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-7 * expected.abs().max(1.0);
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

type Function<N> = fn(&DMatrix<N>, &DVector<N>) -> N;

/// A function at recorded numbers. All functions have this type, so the operators are compiled once.
#[derive(Clone, Copy)]
struct Recorded(Function<Num<Recorder>>);

impl Signature for Recorded {
    type In = (DMatrix<f64>, DVector<f64>);
    type Out = f64;
}

impl Exp<Recorder> for Recorded {
    fn apply(&self, _: Recorder, (a, x): &(DMatrix<Num<Recorder>>, DVector<Num<Recorder>>)) -> Num<Recorder> {
        (self.0)(a, x)
    }
}

/// A vector for a matrix.
fn vector(a: &DMatrix<f64>) -> DVector<f64> {
    DVector::from_iterator(a.nrows(), [1.0, -0.5, 2.0].into_iter().take(a.nrows()))
}

fn value(f: Recorded, a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    call::value(&replay(f), &(a, x))
}

fn gradient(f: Recorded, a: &DMatrix<f64>, x: &DVector<f64>) -> Vec<f64> {
    flat(&call::grad(&replay(f), &(a, x)))
}

fn hessian(f: Recorded, a: &DMatrix<f64>, x: &DVector<f64>) -> Vec<f64> {
    let (a, x) = call::hessian(&replay(f), &(a, x));
    a.iter().chain(x.iter()).flat_map(flat).collect()
}

/// The result of a computation that may be refused.
fn tried<R>(f: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

/// The accuracy of derivatives:
///
/// * `2` to second order, `1` to first order only, `0` not to first order,
/// * `s` to first order, with the second refused, `r` if they are refused,
/// * `-` if one of the two has no value.
fn verdict(name: &str, theirs: Recorded, ours: Recorded, a: &DMatrix<f64>) -> char {
    let x = &vector(a);
    let Some((found, expected)) = tried(|| (value(theirs, a, x), value(ours, a, x))) else { return '-' };
    assert!(close(&[found], &[expected]), "the value of {name}: {found}, {expected}");
    let Some(found) = tried(|| gradient(theirs, a, x)) else { return 'r' };
    let expected = gradient(ours, a, x);
    let forwards = flat(&forward::grad(replay(theirs)).eval(F64, (a.clone(), x.clone())));
    assert_eq!(close(&found, &expected), close(&forwards, &expected), "both modes go one way");
    if !close(&found, &expected) {
        return '0';
    }
    let Some(found) = tried(|| hessian(theirs, a, x)) else { return 's' };
    if close(&found, &hessian(ours, a, x)) { '2' } else { '1' }
}

/// A row for each pair, with a verdict for each matrix.
macro_rules! verdicts {
    ($($theirs:ident $ours:ident)*) => {
        [$((stringify!($theirs), Recorded($theirs), Recorded($ours))),*].map(|(name, theirs, ours)| {
            let row = matrices().map(|(_, a)| verdict(name, theirs, ours, &a));
            format!("{} {name}", row.iter().collect::<String>())
        })
    };
}

#[test]
fn decompositions_are_right_where_the_guide_says_so() {
    let table = verdicts! {
        det_by_lu det_by_rule
        solved_by_lu solved_by_rule
        inverted also_solved
        solved_by_qr solved_by_rule_too
        length_by_r length_by_products
        product_by_qr product
        solved_by_cholesky square_solved_by_rule
        fourth_powers_of_singular_values trace_of_the_square
        solved_by_svd solved_by_rule_again
        cubes_of_eigenvalues trace_of_the_cube
        square_by_eigenvectors square_by_products
        det_by_full_lu det_by_rule_too
        solved_by_pivoted_qr solved_by_rule_once_more
        product_by_svd product_again
        product_by_hessenberg product_once_more
        product_by_schur product_too
        product_by_udu square_by_product
    };
    // Full, lower, upper, diagonal, permuted, identity, block, arrow; singular: of rank 2, with a zero row, with a zero column; 0 × 0.
    let expected = [
        "22222222rrr2 det_by_lu",
        "22222222---- solved_by_lu",
        "22222222---2 inverted",
        "22222222---2 solved_by_qr",
        "22222222rrr2 length_by_r",
        "22222222rrr2 product_by_qr",
        "22222222---2 solved_by_cholesky",
        "222rrrrrrrr- fourth_powers_of_singular_values",
        "222rrrrr---- solved_by_svd",
        "222r2rrr222- cubes_of_eigenvalues",
        "222r2rrr222- square_by_eigenvectors",
        "22222222rrr- det_by_full_lu",
        "22222222---2 solved_by_pivoted_qr",
        "222rrrrrrrr- product_by_svd",
        "22rr2rrr2rr- product_by_hessenberg",
        "2rrrrrrr2rr2 product_by_schur",
        "22222222---- product_by_udu",
    ];
    assert_eq!(table, expected, "{:?}", matrices().map(|(name, _)| name));
}

/// A plain function of the matrix and the vector, with their numbers in one list.
fn moved(f: Function<f64>, a: &DMatrix<f64>, x: &DVector<f64>) -> impl Fn(&[(usize, f64)]) -> f64 {
    move |steps| {
        let (mut a, mut x) = (a.clone(), x.clone());
        for &(i, by) in steps {
            match i.checked_sub(a.len()) {
                None => a[i] += by,
                Some(i) => x[i] += by,
            }
        }
        f(&a, &x)
    }
}

/// Central differences of the fourth order: the first derivatives, and the second ones row by row.
fn differences(f: impl Fn(&[(usize, f64)]) -> f64, n: usize) -> (Vec<f64>, Vec<f64>) {
    let richardson = |d: &dyn Fn(f64) -> f64, h: f64| (4.0 * d(h) - d(2.0 * h)) / 3.0;
    let first = |i, h: f64| (f(&[(i, h)]) - f(&[(i, -h)])) / (2.0 * h);
    let second = |i, j, h: f64| {
        let corner = |a: f64, b: f64| f(&[(i, a * h), (j, b * h)]);
        (corner(1.0, 1.0) - corner(1.0, -1.0) - corner(-1.0, 1.0) + corner(-1.0, -1.0)) / (4.0 * h * h)
    };
    (
        (0..n).map(|i| richardson(&|h| first(i, h), 1e-3)).collect(),
        (0..n * n).map(|k| richardson(&|h| second(k / n, k % n, h), 3e-3)).collect(),
    )
}

/// The rules and products, which decide above, against differences of nalgebra's plain floats. The differences are taken beside
/// the matrices, where no entry is 0.
fn agree_with_differences(name: &str, theirs: Function<f64>, ours: Recorded) {
    let mut seen = 0;
    for (place, a) in matrices() {
        let x = vector(&a);
        if a.is_empty() || tried(|| (theirs(&a, &x), value(ours, &a, &x))).is_none() {
            continue;
        }
        seen += 1;
        let (first, second) = differences(moved(theirs, &a, &x), a.len() + x.len());
        for (found, expected, tolerance) in
            [(gradient(ours, &a, &x), first, 1e-7), (hessian(ours, &a, &x), second, 1e-5)]
        {
            for (found, expected) in found.iter().zip(&expected) {
                let error = (found - expected).abs();
                assert!(
                    error <= tolerance * expected.abs().max(1.0),
                    "{name} at {place}: {found}, {expected}"
                );
            }
        }
    }
    assert!(seen >= 6, "{name} has a value at {seen} matrices");
}

macro_rules! against_differences {
    ($($theirs:ident $ours:ident)*) => {
        for (name, theirs, ours) in
            [$((stringify!($theirs), $theirs as Function<f64>, Recorded($ours))),*]
        {
            agree_with_differences(name, theirs, ours);
        }
    };
}

#[test]
fn the_rules_that_decide_agree_with_differences() {
    against_differences! {
        det_by_lu det_by_rule
        solved_by_lu solved_by_rule
        inverted also_solved
        solved_by_qr solved_by_rule_too
        length_by_r length_by_products
        product_by_qr product
        solved_by_cholesky square_solved_by_rule
        fourth_powers_of_singular_values trace_of_the_square
        solved_by_svd solved_by_rule_again
        cubes_of_eigenvalues trace_of_the_cube
        square_by_eigenvectors square_by_products
        product_by_udu square_by_product
    }
}
