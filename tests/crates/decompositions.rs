//! nalgebra's decompositions at numbers that are recorded and replayed: where their derivatives are right, and where they are not.
//!
//! An algorithm that asks whether a number is 0 takes a branch for that point, whose derivatives are no function's, so `replay` refuses
//! it. Each decomposition is tried on matrices with and without zeros, against the same function by products or by rules, which do not
//! compare. The table in the guide (`src/guide/crates.md`) says the same. If a row here improves, change the table.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::{linear, replay};
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
    ($($Theirs:ident $theirs:ident($a:ident, $x:ident) $body:block $Ours:ident $ours:ident $other:block)*) => {$(
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
    DetByLu det_by_lu(a, x) {
        a.clone().lu().determinant() * (x.dot(x) + 1.0)
    }
    DetByRule det_by_rule {
        let det: f64 = linear::det(&rows(a));
        (x.dot(x) + 1.0) * det
    }
    SolvedByLu solved_by_lu(a, x) {
        a.clone().lu().solve(x).expect("it is regular").dot(x)
    }
    SolvedByRule solved_by_rule {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    Inverted inverted(a, x) {
        (a.clone().try_inverse().expect("it is regular") * x).dot(x)
    }
    AlsoSolved also_solved {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    SolvedByQr solved_by_qr(a, x) {
        a.clone().qr().solve(x).expect("it is regular").dot(x)
    }
    SolvedByRuleToo solved_by_rule_too {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    LengthByR length_by_r(a, x) {
        (a.clone().qr().r() * x).norm_squared()
    }
    LengthByProducts length_by_products {
        (a * x).norm_squared()
    }
    ProductByQr product_by_qr(a, x) {
        let qr = a.clone().qr();
        (qr.q() * (qr.r() * x)).dot(x)
    }
    Product product {
        (a * x).dot(x)
    }
    SolvedByCholesky solved_by_cholesky(a, x) {
        let s = a * a.transpose();
        s.cholesky().expect("it is positive").solve(x).dot(x)
    }
    SquareSolvedByRule square_solved_by_rule {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(&(a * a.transpose())), &b).expect("it is positive");
        ad::dot(&z, &b)
    }
    FourthPowersOfSingularValues fourth_powers_of_singular_values(a, x) {
        let values = a.clone().svd(false, false).singular_values;
        let mut sum = 0.0;
        for value in values.iter() {
            let value: f64 = *value;
            sum += value.powi(4);
        }
        sum * (x.dot(x) + 1.0)
    }
    TraceOfTheSquare trace_of_the_square {
        let s = a * a.transpose();
        (&s * &s).trace() * (x.dot(x) + 1.0)
    }
    SolvedBySvd solved_by_svd(a, x) {
        let epsilon: f64 = 1e-12;
        a.clone().svd(true, true).solve(x, epsilon).expect("it is regular").dot(x)
    }
    SolvedByRuleAgain solved_by_rule_again {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    CubesOfEigenvalues cubes_of_eigenvalues(a, x) {
        let values = (a + a.transpose()).symmetric_eigenvalues();
        let mut sum = 0.0;
        for value in values.iter() {
            let value: f64 = *value;
            sum += value.powi(3);
        }
        sum * (x.dot(x) + 1.0)
    }
    TraceOfTheCube trace_of_the_cube {
        let s = a + a.transpose();
        (&s * &s * &s).trace() * (x.dot(x) + 1.0)
    }
    SquareByEigenvectors square_by_eigenvectors(a, x) {
        let eigen = (a + a.transpose()).symmetric_eigen();
        let y = eigen.eigenvectors.transpose() * x;
        let z = y.component_mul(&eigen.eigenvalues);
        z.norm_squared()
    }
    SquareByProducts square_by_products {
        ((a + a.transpose()) * x).norm_squared()
    }
}

pairs! {
    DetByFullLu det_by_full_lu(a, x) {
        a.clone().full_piv_lu().determinant() * (x.dot(x) + 1.0)
    }
    DetByRuleToo det_by_rule_too {
        let det: f64 = linear::det(&rows(a));
        (x.dot(x) + 1.0) * det
    }
    SolvedByPivotedQr solved_by_pivoted_qr(a, x) {
        a.clone().col_piv_qr().solve(x).expect("it is regular").dot(x)
    }
    SolvedByRuleOnceMore solved_by_rule_once_more {
        let b: Vec<f64> = x.iter().copied().collect();
        let z: Vec<f64> = linear::solve(&rows(a), &b).expect("it is regular");
        ad::dot(&z, &b)
    }
    ProductBySvd product_by_svd(a, x) {
        let svd = a.clone().svd(true, true);
        let (u, v_t) = (svd.u.expect("it is asked for"), svd.v_t.expect("it is asked for"));
        (u * (v_t * x).component_mul(&svd.singular_values)).dot(x)
    }
    ProductAgain product_again {
        (a * x).dot(x)
    }
    ProductByHessenberg product_by_hessenberg(a, x) {
        let (q, h) = a.clone().hessenberg().unpack();
        (&q * (h * (q.transpose() * x))).dot(x)
    }
    ProductOnceMore product_once_more {
        (a * x).dot(x)
    }
    ProductBySchur product_by_schur(a, x) {
        let (q, t) = a.clone().schur().unpack();
        (&q * (t * (q.transpose() * x))).dot(x)
    }
    ProductToo product_too {
        (a * x).dot(x)
    }
    ProductByUdu product_by_udu(a, x) {
        let udu = (a * a.transpose()).udu().expect("it is regular");
        let y = udu.u.transpose() * x;
        y.component_mul(&y).dot(&udu.d)
    }
    SquareByProduct square_by_product {
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

/// The accuracy of derivatives:
///
/// * `2` to second order, `1` to first order only, `0` not to first order,
/// * `s` to first order, with the second refused, `r` if they are refused,
/// * `-` if one of the two has no value.
macro_rules! verdicts {
    ($($Theirs:ident $Ours:ident)*) => {[$((
        stringify!($Theirs),
        matrices().map(|(_, a)| {
            let x = DVector::from_iterator(a.nrows(), [1.0, -0.5, 2.0].into_iter().take(a.nrows()));
            let at = (&a, &x);
            let both = catch_unwind(AssertUnwindSafe(|| {
                (call::value(&replay($Theirs), &at), call::value(&replay($Ours), &at))
            }));
            let Ok((value, expected)) = both else { return '-' };
            assert!(close(&[value], &[expected]), "the value of {}: {value}, {expected}", stringify!($Theirs));
            let Ok(gradient) = catch_unwind(AssertUnwindSafe(|| flat(&call::grad(&replay($Theirs), &at)))) else {
                return 'r';
            };
            let expected = flat(&call::grad(&replay($Ours), &at));
            let forwards = flat(&forward::grad(replay($Theirs)).eval(F64, (a.clone(), x.clone())));
            assert_eq!(close(&gradient, &expected), close(&forwards, &expected), "both modes go one way");
            if !close(&gradient, &expected) {
                return '0';
            }
            let hessian = |(a, x): (DMatrix<_>, DVector<_>)| -> Vec<f64> {
                a.iter().chain(x.iter()).flat_map(flat).collect()
            };
            let Ok(found) = catch_unwind(AssertUnwindSafe(|| hessian(call::hessian(&replay($Theirs), &at)))) else {
                return 's';
            };
            let expected = hessian(call::hessian(&replay($Ours), &at));
            if close(&found, &expected) { '2' } else { '1' }
        }),
    )),*]};
}

#[test]
fn decompositions_are_right_where_the_guide_says_so() {
    let found = verdicts! {
        DetByLu DetByRule
        SolvedByLu SolvedByRule
        Inverted AlsoSolved
        SolvedByQr SolvedByRuleToo
        LengthByR LengthByProducts
        ProductByQr Product
        SolvedByCholesky SquareSolvedByRule
        FourthPowersOfSingularValues TraceOfTheSquare
        SolvedBySvd SolvedByRuleAgain
        CubesOfEigenvalues TraceOfTheCube
        SquareByEigenvectors SquareByProducts
        DetByFullLu DetByRuleToo
        SolvedByPivotedQr SolvedByRuleOnceMore
        ProductBySvd ProductAgain
        ProductByHessenberg ProductOnceMore
        ProductBySchur ProductToo
        ProductByUdu SquareByProduct
    };
    let table: Vec<String> =
        found.iter().map(|(name, row)| format!("{} {name}", row.iter().collect::<String>())).collect();
    // Full, lower, upper, diagonal, permuted, identity, block, arrow; singular: of rank 2, with a zero row, with a zero column; 0 × 0.
    let expected = [
        "22222222rrr2 DetByLu",
        "22222222---- SolvedByLu",
        "22222222---2 Inverted",
        "22222222---2 SolvedByQr",
        "22222222rrr2 LengthByR",
        "22222222rrr2 ProductByQr",
        "22222222---2 SolvedByCholesky",
        "222rrrrrrrr- FourthPowersOfSingularValues",
        "222rrrrr---- SolvedBySvd",
        "222r2rrr222- CubesOfEigenvalues",
        "222r2rrr222- SquareByEigenvectors",
        "22222222rrr- DetByFullLu",
        "22222222---2 SolvedByPivotedQr",
        "222rrrrrrrr- ProductBySvd",
        "22rr2rrr2rr- ProductByHessenberg",
        "2rrrrrrr2rr2 ProductBySchur",
        "22222222---- ProductByUdu",
    ];
    assert_eq!(table, expected, "{:?}", matrices().map(|(name, _)| name));
}

/// A plain function of the matrix and the vector, with their numbers in one list.
fn moved(
    f: fn(&DMatrix<f64>, &DVector<f64>) -> f64,
    a: &DMatrix<f64>,
    x: &DVector<f64>,
) -> impl Fn(&[(usize, f64)]) -> f64 {
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
macro_rules! against_differences {
    ($($theirs:ident $Ours:ident)*) => {$(
        let mut seen = 0;
        for (name, a) in matrices() {
            let x = DVector::from_iterator(a.nrows(), [1.0, -0.5, 2.0].into_iter().take(a.nrows()));
            let at = (&a, &x);
            let values = AssertUnwindSafe(|| ($theirs(&a, &x), call::value(&replay($Ours), &at)));
            if a.is_empty() || catch_unwind(values).is_err() {
                continue;
            }
            seen += 1;
            let gradient = flat(&call::grad(&replay($Ours), &at));
            let hessian: Vec<f64> = {
                let (a, x) = call::hessian(&replay($Ours), &at);
                a.iter().chain(x.iter()).flat_map(flat).collect()
            };
            let (first, second) = differences(moved($theirs, &a, &x), gradient.len());
            let near = |found: &[f64], expected: &[f64], tolerance: f64| {
                for (found, expected) in found.iter().zip(expected) {
                    let error = (found - expected).abs();
                    assert!(error <= tolerance * expected.abs().max(1.0), "{} of {name}: {found}, {expected}", stringify!($Ours));
                }
            };
            near(&gradient, &first, 1e-7);
            near(&hessian, &second, 1e-5);
        }
        assert!(seen >= 6, "{} has a value at {seen} matrices", stringify!($theirs));
    )*};
}

#[test]
fn the_rules_that_decide_agree_with_differences() {
    against_differences! {
        det_by_lu DetByRule
        solved_by_lu SolvedByRule
        inverted AlsoSolved
        solved_by_qr SolvedByRuleToo
        length_by_r LengthByProducts
        product_by_qr Product
        solved_by_cholesky SquareSolvedByRule
        fourth_powers_of_singular_values TraceOfTheSquare
        solved_by_svd SolvedByRuleAgain
        cubes_of_eigenvalues TraceOfTheCube
        square_by_eigenvectors SquareByProducts
        product_by_udu SquareByProduct
    }
}
