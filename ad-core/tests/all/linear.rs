//! Linear algebra inside expressions, to the third order, on matrices whose zeros mislead other algorithms. The oracle is
//! Cramer's rule, with determinants of submatrices as sums over permutations.

use ad_core::function::Sin;
use ad_core::implicit::Failure;
use ad_core::linear::{
    affine, banded, cholesky, det, det_in_ring, inverse, log_det, lstsq, map, matmul, matvec, norm, solve,
    transpose, tridiagonal,
};
use ad_core::{
    At, Exp, F64, FieldDict, I64, Num, OrderedDict, Rational, Rationals, Real, RealDict, Ring, RingDict,
    Signature, forward, stack,
};
use ad_testing::{Random, assert_all_close, chain, nestings};

/// Σ over permutations, of the rows and columns that are named.
fn minor<N: Ring>(a: &[Vec<N>], rows: &[usize], columns: &[usize]) -> N {
    let Some((row, rows)) = rows.split_first() else { return N::natural(1) };
    let mut sum = N::natural(0);
    for (k, column) in columns.iter().enumerate() {
        let others: Vec<usize> = columns.iter().copied().filter(|other| other != column).collect();
        let term = a[*row][*column] * minor(a, rows, &others);
        if k % 2 == 0 { sum += term } else { sum -= term }
    }
    sum
}

fn cramer_det<N: Ring>(a: &[Vec<N>]) -> N {
    let all: Vec<usize> = (0..a.len()).collect();
    minor(a, &all, &all)
}

fn cramer_inverse<N: Real>(a: &[Vec<N>]) -> Vec<Vec<N>> {
    let n = a.len();
    let without = |i: usize| (0..n).filter(|j| *j != i).collect::<Vec<_>>();
    let sign = |i: usize, j: usize| if (i + j) % 2 == 0 { 1.0 } else { -1.0 };
    let entry = |i: usize, j: usize| minor(a, &without(j), &without(i)) * sign(i, j) / cramer_det(a);
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// Lᵢⱼ is a minor over the root of two principal ones.
fn cramer_cholesky<N: Real>(a: &[Vec<N>]) -> Vec<Vec<N>> {
    let n = a.len();
    let lower: Vec<Vec<N>> = (0..n).map(|i| (0..n).map(|j| a[i.max(j)][i.min(j)]).collect()).collect();
    let first = |k: usize| (0..k).collect::<Vec<_>>();
    let entry = |i: usize, j: usize| {
        if i < j {
            return N::natural(0);
        }
        let rows = [first(j), vec![i]].concat();
        let principal = |k: usize| minor(&lower, &first(k), &first(k));
        minor(&lower, &rows, &first(j + 1)) / (principal(j + 1) * principal(j)).sqrt()
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// A function of a matrix and a vector, ours and the oracle's.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Which {
    Det,
    DetInRing,
    LogDet,
    Inverse,
    Solve,
    /// The entries within one place of the diagonal.
    Tridiagonal,
    /// The entries within so many places left and right of the diagonal.
    Banded(usize, usize),
    Cholesky,
    LeastSquares,
    Products,
}
use Which::*;

/// With this number of columns. The numbers are those of the matrix, by rows, and then one for each row.
#[derive(Clone, Copy)]
struct Ours(Which, usize);
#[derive(Clone, Copy)]
struct Cramers(Which, usize);

fn parts<N: Copy>(columns: usize, x: &[N]) -> (Vec<Vec<N>>, Vec<N>) {
    let rows = x.len() / (columns + 1);
    let (a, b) = x.split_at(rows * columns);
    (a.chunks(columns.max(1)).map(<[N]>::to_vec).collect(), b.to_vec())
}

/// The rows of the band of a matrix, with NaN outside of the matrix.
fn rows_of_band<N: Real>(a: &[Vec<N>], below: usize, above: usize) -> Vec<Vec<N>> {
    let entry = |i: usize, j: usize| {
        let inside = (i + j).checked_sub(below).and_then(|j| a[i].get(j)).copied();
        inside.unwrap_or_else(|| N::constant(f64::NAN))
    };
    (0..a.len()).map(|i| (0..=below + above).map(|j| entry(i, j)).collect()).collect()
}

/// The matrix with 0 outside of the band.
fn within<N: Real>(a: &[Vec<N>], below: usize, above: usize) -> Vec<Vec<N>> {
    let entry = |i: usize, j: usize, a: N| if i <= j + below && j <= i + above { a } else { N::natural(0) };
    let row = |(i, row): (usize, &Vec<N>)| row.iter().enumerate().map(|(j, a)| entry(i, j, *a)).collect();
    a.iter().enumerate().map(row).collect()
}

impl Signature for Ours {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}

impl Signature for Cramers {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}

impl<D: RealDict + OrderedDict> Exp<D> for Ours {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        let (a, b) = parts(self.1, x);
        match self.0 {
            Det => vec![det(&a)],
            DetInRing => vec![det_in_ring(&a)],
            LogDet => vec![log_det(&a).expect("it is regular")],
            Inverse => inverse(&a).expect("it is regular").concat(),
            Solve => solve(&a, &b).expect("it is regular"),
            Tridiagonal => {
                let beside = |i: usize, j: usize| a[i][j];
                let n = a.len();
                let lower: Vec<_> = (1..n).map(|i| beside(i, i - 1)).collect();
                let diagonal: Vec<_> = (0..n).map(|i| beside(i, i)).collect();
                let upper: Vec<_> = (1..n).map(|i| beside(i - 1, i)).collect();
                tridiagonal(&lower, &diagonal, &upper, &b).expect("it is regular")
            }
            Banded(below, above) => {
                banded(below, &rows_of_band(&a, below, above), &b).expect("it is regular")
            }
            Cholesky => cholesky(&a).expect("it is positive definite").concat(),
            LeastSquares => lstsq(&a, &b).expect("it has full rank"),
            Products => {
                let mut all = [matmul(&a, &transpose(&a)).concat(), matvec(&a, &a[0])].concat();
                all.push(norm(&b));
                all.extend(map(Sin, &affine(&a, &transpose(&a), &b)).concat());
                all
            }
        }
    }
}

impl<D: RealDict + OrderedDict> Exp<D> for Cramers {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        let (a, b) = parts(self.1, x);
        let product = |a: &[Vec<Num<D>>], b: &[Num<D>]| -> Vec<Num<D>> {
            a.iter().map(|row| row.iter().zip(b).map(|(a, b)| a * b).sum()).collect()
        };
        match self.0 {
            Det | DetInRing => vec![cramer_det(&a)],
            LogDet => vec![Real::abs(cramer_det(&a)).ln()],
            Inverse => cramer_inverse(&a).concat(),
            Solve => product(&cramer_inverse(&a), &b),
            Tridiagonal => product(&cramer_inverse(&within(&a, 1, 1)), &b),
            Banded(below, above) => product(&cramer_inverse(&within(&a, below, above)), &b),
            Cholesky => cramer_cholesky(&a).concat(),
            LeastSquares => {
                let columns = transpose(&a);
                let normal: Vec<_> = columns.iter().map(|column| product(&columns, column)).collect();
                product(&cramer_inverse(&normal), &product(&columns, &b))
            }
            Products => {
                let mut all: Vec<_> = a.iter().flat_map(|row| product(&a, row)).collect();
                all.extend(product(&a, &a[0]));
                all.push(b.iter().map(|b| b * b).sum::<Num<D>>().sqrt());
                for row in &a {
                    all.extend(product(&a, row).into_iter().zip(&b).map(|(y, b)| (y + b).sin()));
                }
                all
            }
        }
    }
}

/// Value, first and second derivatives are those of Cramer's rule, in all strategies.
#[track_caller]
fn agrees(which: Which, a: &[&[f64]]) {
    let columns = a.first().map_or(0, |row| row.len());
    let b = (0..a.len()).map(|i| 0.5 * f64::from(u8::try_from(i).expect("few rows")) - 0.3);
    let x: Vec<f64> = a.concat().into_iter().chain(b).collect();
    let (ours, oracle) = (Ours(which, columns), Cramers(which, columns));
    assert_all_close(&ours.at(x.clone()), &oracle.at(x.clone()), 1e-12);
    let first = forward::jacobian(oracle).at(x.clone());
    nestings!([jacobian], ours, |_, d| assert_all_close(
        d.at(x.clone()).iter().flatten(),
        first.iter().flatten(),
        1e-11
    ));
    let second = forward::jacobian(forward::jacobian(oracle)).at(x.clone());
    chain!([jacobian[jacobian]], ours, |_, d| {
        assert_all_close(
            d.at(x.clone()).iter().flatten().flatten(),
            second.iter().flatten().flatten(),
            1e-10,
        );
    });
}

const FULL: &[&[f64]] = &[&[2.0, -1.0, 0.5], &[1.0, 3.0, -2.0], &[0.5, 1.0, 1.5]];
const DIAGONAL: &[&[f64]] = &[&[2.0, 0.0, 0.0], &[0.0, -1.5, 0.0], &[0.0, 0.0, 0.5]];
const LOWER: &[&[f64]] = &[&[2.0, 0.0, 0.0], &[1.0, 1.5, 0.0], &[-1.0, 0.5, 0.5]];
const UPPER: &[&[f64]] = &[&[2.0, 1.0, -1.0], &[0.0, 1.5, 0.5], &[0.0, 0.0, 0.5]];
const PERMUTATION: &[&[f64]] = &[&[0.0, 0.0, 1.0], &[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]];
const NO_ROWS: &[&[f64]] = &[];
const ONE: &[&[f64]] = &[&[-2.5]];
const REGULAR: [&[&[f64]]; 7] = [FULL, DIAGONAL, LOWER, UPPER, PERMUTATION, NO_ROWS, ONE];

const RANK_TWO: &[&[f64]] = &[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0], &[7.0, 8.0, 9.0]];
const RANK_ONE: &[&[f64]] = &[&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0], &[0.0, 0.0, 0.0]];
const ZERO: &[&[f64]] = &[&[0.0, 0.0, 0.0], &[0.0, 0.0, 0.0], &[0.0, 0.0, 0.0]];

#[test]
fn determinants_of_regular_matrices() {
    for a in REGULAR {
        agrees(Det, a);
        agrees(LogDet, a);
    }
    agrees(DetInRing, FULL);
}

#[test]
fn determinants_of_singular_matrices() {
    for a in [RANK_TWO, RANK_ONE, ZERO] {
        agrees(Det, a);
    }
}

#[test]
fn solutions_and_inverses() {
    for a in REGULAR {
        agrees(Inverse, a);
        agrees(Solve, a);
    }
}

#[test]
fn solutions_of_band_matrices() {
    // Without an exchange of rows, the pivots of these are 0.
    let exchanged: &[&[f64]] = &[&[0.0, 2.0, 1.5], &[1.0, 0.0, 0.5], &[0.0, 1.0, 1.0]];
    for a in [FULL, DIAGONAL, LOWER, UPPER, exchanged, NO_ROWS, ONE] {
        agrees(Tridiagonal, a);
        agrees(Banded(1, 2), a);
    }
    agrees(Banded(2, 0), LOWER);
    agrees(Banded(0, 2), UPPER);

    let mut random = Random::new(5);
    for (below, above) in [(0, 0), (1, 1), (3, 1), (0, 2), (2, 4), (11, 11)] {
        let mut entry = || f64::from(u16::try_from(random.below(2001)).expect("it is small")) / 1000.0 - 1.0;
        let a: Vec<Vec<f64>> = (0..12).map(|_| (0..12).map(|_| entry()).collect()).collect();
        let b: Vec<f64> = (0..12).map(|_| entry()).collect();
        let found = banded(below, &rows_of_band(&a, below, above), &b).expect("it is regular");
        assert_all_close(&found, &solve(&within(&a, below, above), &b).expect("it is regular"), 1e-9);
    }
}

#[test]
fn cholesky_factors() {
    let full: &[&[f64]] = &[&[4.0, 1.0, 0.5], &[1.0, 3.0, -0.5], &[0.5, -0.5, 2.0]];
    let diagonal: &[&[f64]] = &[&[4.0, 0.0, 0.0], &[0.0, 9.0, 0.0], &[0.0, 0.0, 0.25]];
    for a in [full, diagonal, &[&[2.0]]] {
        agrees(Cholesky, a);
    }
    assert_eq!(cholesky::<f64, Vec<f64>>(&[]), Ok(vec![]));
}

#[test]
fn least_squares() {
    let tall: &[&[f64]] = &[&[1.0, 0.0], &[1.0, 1.0], &[1.0, 2.0], &[1.0, 4.0]];
    // Householder's mirrors of these columns do nothing, which is where faer's and nalgebra's derivatives are wrong.
    let aligned: &[&[f64]] = &[&[2.0, 0.0], &[0.0, 3.0], &[0.0, 0.0]];
    for a in [tall, aligned, FULL, DIAGONAL, UPPER] {
        agrees(LeastSquares, a);
    }
    assert_eq!(lstsq::<f64, [f64; 0]>(&[[], []], &[1.0, 2.0]), Ok(vec![]));
}

struct Norm;
impl Signature for Norm {
    type In = Vec<f64>;
    type Out = f64;
}
impl<D: RealDict> Exp<D> for Norm {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        norm(x)
    }
}

#[test]
fn products_and_norms() {
    for a in [FULL, DIAGONAL, RANK_TWO] {
        agrees(Products, a);
    }
    // Half-way between the directions in which it grows, as at every kink.
    nestings!([grad], &Norm, |name, d| {
        assert_eq!(d.eval(F64, vec![0.0, 0.0]), [0.0, 0.0], "{name}");
        assert_eq!(d.eval(F64, vec![0.0, 2.0]), [0.0, 1.0], "{name}");
    });
    assert_eq!(norm::<f64>(&[]), 0.0);
}

/// The squares of these numbers overflow or underflow. The gradient does not depend on the size, and the Hessian falls with it.
#[test]
fn the_length_of_a_long_or_short_vector_is_scaled() {
    let exact = |a: f64, b: f64| (a - b).abs() <= 4.0 * f64::EPSILON * b.abs();
    for size in [1e200, 1e-200, 1.5e308, 3e-310, 1e155, 1e-162] {
        let x = vec![0.6 * size, 0.0, -0.8 * size];
        assert!(exact(norm(&x), x[0].hypot(x[2])), "{size}: {}", norm(&x));
        nestings!([grad], &Norm, |name, d| {
            let gradient = d.eval(F64, x.clone());
            // A subnormal length has few bits.
            let moderate = x.iter().map(|x| x * 2f64.powi(if size < 1.0 { 500 } else { -500 }));
            let moderate: Vec<f64> = moderate.collect();
            for (d, x) in gradient.iter().zip(&moderate) {
                assert!(exact(*d, x / moderate[0].hypot(moderate[2])), "{name} at {size}: {gradient:?}");
            }
        });
        if (1e-300..1e300).contains(&size) {
            let hessian = forward::jacobian(stack::grad(Norm)).at(x);
            let scaled = forward::jacobian(stack::grad(Norm)).at(vec![0.6, 0.0, -0.8]);
            for (d, expected) in hessian.iter().flatten().zip(scaled.iter().flatten()) {
                assert!((d * size - expected).abs() < 1e-14, "{size}: {hessian:?}");
            }
        }
    }
    assert_eq!(norm(&[f64::INFINITY, 1.0]), f64::INFINITY);
    assert!(norm(&[f64::NAN, 1e200]).is_nan());
}

#[test]
fn third_derivatives() {
    for (which, a) in [
        (Det, FULL),
        (Det, RANK_TWO),
        (LogDet, UPPER),
        (Inverse, LOWER),
        (Solve, FULL),
        (LeastSquares, UPPER),
    ] {
        let x: Vec<f64> = a.concat().into_iter().chain([0.3, -1.0, 0.5]).collect();
        let third = forward::jacobian(forward::jacobian(forward::jacobian(Cramers(which, 3)))).at(x.clone());
        let found = forward::jacobian(stack::jacobian(forward::jacobian(Ours(which, 3)))).at(x);
        let flat =
            |d: Vec<Vec<Vec<Vec<f64>>>>| d.into_iter().flatten().flatten().flatten().collect::<Vec<_>>();
        assert_all_close(&flat(found), &flat(third), 1e-9);
    }
}

/// The gradient of the determinant is right where it is written out only by an elimination: 20 × 20.
#[test]
fn a_larger_determinant_has_jacobis_gradient() {
    let n = 20;
    let mut random = Random::new(7);
    let x: Vec<f64> = (0..n * (n + 1)).map(|_| random.float()).collect();
    let (a, _) = parts(n, &x);
    let (value, gradient) = (det(&a), &stack::jacobian(Ours(Det, n)).at(x.clone())[0]);
    let inverse = inverse(&a).expect("it is regular");
    for i in 0..n {
        for j in 0..n {
            let expected = value * inverse[j][i];
            assert!((gradient[i * n + j] - expected).abs() <= 1e-9 * value.abs());
        }
    }
    assert!((log_det(&a).expect("it is regular") - value.abs().ln()).abs() < 1e-11);
}

struct SquareAndProduct(usize);
impl Signature for SquareAndProduct {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}
impl<D: RingDict> Exp<D> for SquareAndProduct {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        let (a, b) = parts(self.0, x);
        [vec![det_in_ring(&matmul(&a, &a))], matvec(&a, &b)].concat()
    }
}
struct ByPermutations(usize);
impl Signature for ByPermutations {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}
impl<D: RingDict> Exp<D> for ByPermutations {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        let (a, b) = parts(self.0, x);
        let d = cramer_det(&a);
        let dot = |row: &Vec<Num<D>>| row.iter().zip(&b).map(|(a, b)| a * b).sum();
        std::iter::once(d * d).chain(a.iter().map(dot)).collect()
    }
}
#[test]
fn expressions_without_division_are_exact() {
    let mut random = Random::new(3);
    for n in 0..=4 {
        let x: Vec<i64> = (0..n * (n + 1)).map(|_| [-3, -2, -1, 0, 1, 2, 3][random.below(7)]).collect();
        let (ours, oracle) = (|| SquareAndProduct(n), || ByPermutations(n));
        chain!([jacobian[jacobian]], ours(), |name, d| {
            let expected = forward::jacobian(forward::jacobian(oracle())).eval(I64, x.clone());
            assert_eq!(d.eval(I64, x.clone()), expected, "{name}");
        });
        let halves: Vec<Rational> = x.iter().map(|&x| Rational::new(x.into(), 2)).collect();
        assert_eq!(ours().eval(Rationals, halves.clone()), oracle().eval(Rationals, halves));
    }
}

#[test]
fn failures_are_named() {
    let singular = [[1.0, 2.0], [2.0, 4.0]];
    let nan = [[1.0, f64::NAN], [2.0, 4.0]];
    assert_eq!(log_det(&singular), Err(Failure::Singular));
    assert_eq!(inverse(&singular), Err(Failure::Singular));
    assert_eq!(cholesky(&singular), Err(Failure::Singular));
    assert_eq!(cholesky(&[[-1.0]]), Err(Failure::Singular));
    assert_eq!(lstsq(&singular, &[1.0, 1.0]), Err(Failure::Singular));
    assert_eq!(lstsq(&[[1.0, 2.0]], &[1.0]), Err(Failure::Singular));
    assert_eq!(lstsq(&[[0.0]], &[1.0]), Err(Failure::Singular));
    assert_eq!(log_det(&nan), Err(Failure::NotFinite));
    assert_eq!(inverse(&nan), Err(Failure::NotFinite));
    assert_eq!(cholesky(&nan), Err(Failure::NotFinite));
    assert_eq!(lstsq(&singular, &[1.0, f64::INFINITY]), Err(Failure::NotFinite));
    assert_eq!(tridiagonal(&[2.0], &[1.0, 4.0], &[2.0], &[1.0, 1.0]), Err(Failure::Singular));
    assert_eq!(tridiagonal(&[2.0], &[1.0, f64::NAN], &[2.0], &[1.0, 1.0]), Err(Failure::NotFinite));
    assert_eq!(banded(0, &[[0.0]], &[1.0]), Err(Failure::Singular));
    assert_eq!(det(&singular), 0.0);
    assert!(det(&nan).is_nan());
}

#[test]
#[should_panic(expected = "a matrix of 2 rows and 3 columns is not square")]
fn a_determinant_is_that_of_a_square() {
    det(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
}

#[test]
#[should_panic(expected = "a matrix of 3 columns meets one of 2 rows")]
fn factors_fit() {
    matmul(&[[1.0, 2.0, 3.0]], &[[1.0], [2.0]]);
}

#[test]
#[should_panic(expected = "a matrix of 2 columns meets a vector of 1 numbers")]
fn a_vector_is_added_to_rows_of_its_length() {
    affine(&[[1.0], [2.0]], &[[1.0, 2.0]], &[1.0]);
}

#[test]
#[should_panic(expected = "a matrix of 2 columns meets a vector of 3 numbers")]
fn a_vector_fits_a_matrix() {
    matvec(&[[1.0, 2.0]], &[1.0, 2.0, 3.0]);
}

#[test]
#[should_panic(expected = "row 1 of a matrix has 1 columns, the first one has 2")]
fn rows_are_equally_long() {
    transpose(&[vec![1.0, 2.0], vec![3.0]]);
}

/// The dictionary of an empty matrix is unbound, and everything of it is a constant.
#[test]
fn nothing_comes_of_nothing() {
    fn of_nothing<D: FieldDict + RealDict + OrderedDict>(_: D) {
        let none: &[Vec<Num<D>>] = &[];
        assert!(inverse(none).expect("it is regular").is_empty() && matmul(none, none).is_empty());
        assert!(matvec(none, &[]).is_empty() && affine(none, none, &[]).is_empty());
        assert_eq!(det(none).primal(), Some(1.0));
        assert_eq!(log_det(none).expect("it is regular").primal(), Some(0.0));
    }
    of_nothing(F64);
}
