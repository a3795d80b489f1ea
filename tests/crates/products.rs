//! nalgebra's and ndarray's own operators in annotated functions, at numbers that are recorded and replayed.

use std::cell::Cell;
use std::panic::catch_unwind;

use ad::prelude::*;
use ad::replay::Recorder;
use ad::{Num, Real, linear, replay};
use nalgebra::{DMatrix, DVector, Matrix3, RealField, Rotation2, Vector2, Vector3};
use ndarray::{Array1, Array2, array};

fn matrix(rows: [[f64; 3]; 3]) -> DMatrix<f64> {
    DMatrix::from_fn(3, 3, |i, j| rows[i][j])
}

fn vector() -> DVector<f64> {
    DVector::from_vec(vec![1.0, -1.0, 2.0])
}

/// Full, diagonal, triangular and permuted.
fn regular() -> [DMatrix<f64>; 4] {
    [
        matrix([[2.0, -1.0, 0.5], [1.0, 3.0, -2.0], [0.25, 1.0, 4.0]]),
        matrix([[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.5]]),
        matrix([[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-1.0, 0.5, 4.0]]),
        matrix([[0.0, 0.0, 2.0], [1.0, 0.0, 0.0], [0.0, -0.5, 0.0]]),
    ]
}

/// Full and diagonal.
fn positive() -> [DMatrix<f64>; 2] {
    [
        matrix([[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]]),
        matrix([[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.5]]),
    ]
}

/// The numbers of a gradient of a matrix and a vector, or of a row of their Hessian.
fn flat((a, x): &(DMatrix<f64>, DVector<f64>)) -> Vec<f64> {
    a.iter().chain(x.iter()).copied().collect()
}

/// Gradients and Hessians of the two are the same.
macro_rules! same {
    ($theirs:expr, $ours:expr, $matrices:expr) => {
        for a in $matrices {
            let at = (&a, &vector());
            let close = |found: &[f64], expected: &[f64], what: &str| {
                for (found, expected) in found.iter().zip(expected) {
                    let error = (found - expected).abs();
                    assert!(
                        error <= 1e-10 * expected.abs().max(1.0),
                        "{what}: {found} and {expected}, at {a}"
                    );
                }
            };
            close(&[call::value(&replay($theirs), &at)], &[call::value(&$ours, &at)], "value");
            let expected = flat(&call::grad(&$ours, &at));
            close(&flat(&call::grad(&replay($theirs), &at)), &expected, "stack");
            let x = (a.clone(), vector());
            close(&flat(&forward::grad(replay($theirs)).eval(F64, x)), &expected, "forward");
            let (of_a, of_x) = call::hessian(&replay($theirs), &at);
            let (expected_a, expected_x) = call::hessian(&$ours, &at);
            for (row, expected) in
                of_a.iter().chain(of_x.iter()).zip(expected_a.iter().chain(expected_x.iter()))
            {
                close(&flat(row), &flat(expected), "Hessian");
            }
        }
    };
}

/// Products, sums, transposes, scalar products and norms.
#[exp]
fn products(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let y = a * x + a.transpose() * x * 2.0;
    let z = a * a.transpose() - a;
    y.dot(x) + z.norm_squared() + (z * &y).norm()
}

/// The same in loops.
#[exp]
fn products_by_loops(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n];
    let mut z = vec![vec![0.0; n]; n];
    let mut sum = 0.0;
    for i in 0..n {
        for j in 0..n {
            y[i] += a[(i, j)] * x[j] + a[(j, i)] * x[j] * 2.0;
            for k in 0..n {
                z[i][j] += a[(i, k)] * a[(j, k)];
            }
            z[i][j] -= a[(i, j)];
            sum += z[i][j] * z[i][j];
        }
    }
    let mut squares = 0.0;
    for i in 0..n {
        sum += y[i] * x[i];
        let mut product = 0.0;
        for j in 0..n {
            product += z[i][j] * y[j];
        }
        squares += product * product;
    }
    sum + squares.sqrt()
}

#[test]
fn products_have_the_derivatives_of_loops() {
    let singular = matrix([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 0.0]]);
    same!(Products, ProductsByLoops, regular().into_iter().chain([singular]));
    let (a, x) = (DMatrix::zeros(0, 0), DVector::zeros(0));
    let (of_a, of_x) = call::grad(&replay(Products), &(&a, &x));
    assert_eq!((of_a.shape(), of_x.len()), ((0, 0), 0));
}

#[exp]
fn rows(a: &DMatrix<f64>) -> Vec<Vec<f64>> {
    a.row_iter().map(|row| row.iter().copied().collect()).collect()
}

#[exp]
fn solved(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let lu = a.clone().lu();
    let z = lu.solve(x).expect("it is regular");
    let inverse = a.clone().try_inverse().expect("it is regular");
    z.dot(&z) + lu.determinant() + (inverse * x).dot(x)
}

/// By rules that hold whatever the zeros of a matrix.
#[exp]
fn solved_by_rules(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let (a, x) = (rows(a), x.iter().copied().collect::<Vec<f64>>());
    let z: Vec<f64> = linear::solve(&a, &x).expect("it is regular");
    ad::dot(&z, &z) + linear::det(&a) + ad::dot(&z, &x)
}

#[test]
fn solutions_and_determinants_have_the_derivatives_of_the_rules() {
    same!(Solved, SolvedByRules, regular());
}

#[exp]
fn decomposed(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let symmetric = (a + a.transpose()) * 0.5;
    let cholesky = symmetric.cholesky().expect("it is positive");
    let z = cholesky.solve(x);
    z.dot(x) + cholesky.determinant()
}

#[exp]
fn decomposed_by_rules(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let symmetric = rows(&(0..9).fold(a.clone(), |mut s, k| {
        s[(k % 3, k / 3)] = (a[(k % 3, k / 3)] + a[(k / 3, k % 3)]) * 0.5;
        s
    }));
    let x = x.iter().copied().collect::<Vec<f64>>();
    let z: Vec<f64> = linear::solve(&symmetric, &x).expect("it is positive");
    ad::dot(&z, &x) + linear::det(&symmetric)
}

#[test]
fn choleskys_decomposition_has_the_derivatives_of_the_rules() {
    same!(Decomposed, DecomposedByRules, positive());
}

/// Of static dimensions, with functions of numbers beside them.
#[exp]
fn turned(m: &Matrix3<f64>, v: &Vector3<f64>, angle: f64) -> f64
where
    f64: RealField,
{
    let w = m * v * angle.sin();
    let flat = Rotation2::new(angle) * Vector2::new(w.x, w.y);
    // The macro does not know the types of nalgebra's results, and both crates have an `exp`.
    let depth: f64 = w.z;
    w.cross(v).norm_squared() + flat.x * (-depth).exp()
}

#[test]
fn static_matrices_are_differentiated_in_all_modes() {
    let m = Matrix3::new(1.0, 2.0, 0.0, -1.0, 0.5, 0.0, 0.25, 1.0, -2.0);
    let x = (m, Vector3::new(0.5, -1.0, 2.0), 0.7);
    let plain = |t: f64| {
        let v = x.1 + Vector3::new(1.0, 0.0, -2.0) * t;
        turned(&(x.0 + Matrix3::repeat(t)), &v, x.2 + 3.0 * t)
    };
    let direction = (Matrix3::repeat(1.0), Vector3::new(1.0, 0.0, -2.0), 3.0);
    let slope = (plain(1e-5) - plain(-1e-5)) / 2e-5;
    let (value, tangent) = call::jvp(&replay(Turned), &x, &direction);
    assert_eq!(value, plain(0.0));
    assert!((tangent - slope).abs() < 1e-6 * slope.abs());
    let along = |(m, v, angle): (Matrix3<f64>, Vector3<f64>, f64)| {
        m.dot(&direction.0) + v.dot(&direction.1) + angle * direction.2
    };
    let check = |found: (Matrix3<f64>, Vector3<f64>, f64)| assert!((along(found) - tangent).abs() < 1e-12);
    check(stack::grad(replay(Turned)).eval(F64, x));
    check(forward::grad(replay(Turned)).eval(F64, x));
    check(backpropagator::grad(replay(Turned)).eval(F64, x));
    check(effects::grad(replay(Turned)).eval(F64, x));
    let curvature = (plain(1e-4) - 2.0 * plain(0.0) + plain(-1e-4)) / 1e-8;
    let second = along(call::hvp(&replay(Turned), &x, &direction).1);
    assert!((second - curvature).abs() < 1e-5 * curvature.abs());
    let twice = forward::jvp(stack::grad(replay(Turned))).eval(F64, (x, direction)).1;
    assert!((along(twice) - second).abs() < 1e-12);
}

/// ndarray's products, and a number beside an array.
#[exp]
fn layer(weights: &Array2<f64>, x: &Array1<f64>, bias: f64) -> f64
where
    f64: ndarray::LinalgScalar + ndarray::ScalarOperand,
{
    let z = weights.dot(x) * bias + x;
    z.dot(&weights.t().dot(&z))
}

#[test]
fn arrays_are_multiplied() {
    let (w, x, bias) = (array![[1.0, 2.0], [0.0, -1.0]], array![0.5, 3.0], 2.0);
    let z = w.dot(&x) * bias + &x;
    // ∂/∂z, and from there back.
    let by_z = w.dot(&z) + w.t().dot(&z);
    let by_w = Array2::from_shape_fn((2, 2), |(i, j)| by_z[i] * x[j] * bias + z[j] * z[i]);
    let by_x = w.t().dot(&by_z) * bias + &by_z;
    let (found_w, found_x, found_bias) = call::grad(&replay(Layer), &(&w, &x, &bias));
    assert_eq!((found_w, found_x, found_bias), (by_w, by_x, by_z.dot(&w.dot(&x))));
}

/// Inside of another expression, with a number of it captured, and within itself.
#[exp]
fn around(t: f64, x: f64) -> f64 {
    let scaled = replay(Scaled).given(t);
    forward::diff(&scaled).at(x) * t
}

#[exp]
fn scaled(t: f64, x: f64) -> f64
where
    f64: RealField,
{
    (Vector2::new(x * x, t) * x).dot(&Vector2::new(t, x))
}

#[exp]
fn twice(t: f64, x: f64) -> f64
where
    f64: RealField,
{
    replay(Scaled).at((t, x)) * x
}

#[test]
fn a_replay_stands_anywhere() {
    // t·x³ + t·x²
    assert_eq!(call::value(&Around, &(2.0, 3.0)), 2.0 * 2.0 * (27.0 + 6.0));
    assert_eq!(call::grad(&Around, &(2.0, 3.0)), (4.0 * 33.0, 4.0 * 20.0));
    assert_eq!(call::grad(&replay(Twice), &(2.0, 3.0)), (81.0 + 27.0, 2.0 * (108.0 + 27.0)));
    assert_eq!(taylor::nth_derivative(replay(Twice).given(2.0), 4).eval(F64, 3.0), 48.0);
}

thread_local! {
    static SMUGGLED: Cell<Option<Num<Recorder>>> = const { Cell::new(None) };
}

/// Keeps its number, as no `#[exp]` function can.
struct Smuggler;

impl ad::Signature for Smuggler {
    type In = f64;
    type Out = f64;
}

impl Exp<Recorder> for Smuggler {
    fn apply(&self, _: Recorder, x: &Num<Recorder>) -> Num<Recorder> {
        let other = SMUGGLED.replace(Some(*x)).unwrap_or(*x);
        *x * other
    }
}

#[test]
fn a_number_that_got_out_is_refused() {
    assert_eq!(call::grad(&replay(Smuggler), &3.0), 6.0);
    // Now there is one of another evaluation.
    assert!(catch_unwind(|| call::grad(&replay(Smuggler), &3.0)).is_err());
    let smuggled = SMUGGLED.get().expect("it has got out");
    assert!(catch_unwind(|| smuggled + smuggled).is_err());
    // The primal alone is harmless, and an abandoned evaluation leaves nothing behind.
    assert!(smuggled > 2.0);
    SMUGGLED.set(None);
    assert_eq!(call::grad(&replay(Smuggler), &3.0), 6.0);
}

/// Moves to another thread, which records nothing.
struct Traveller;

impl ad::Signature for Traveller {
    type In = f64;
    type Out = f64;
}

impl Exp<Recorder> for Traveller {
    fn apply(&self, _: Recorder, x: &Num<Recorder>) -> Num<Recorder> {
        let x = *x;
        std::thread::spawn(move || x * x).join().expect("nothing was recorded there")
    }
}

#[test]
fn a_number_in_another_thread_is_refused() {
    assert!(catch_unwind(|| call::grad(&replay(Traveller), &3.0)).is_err());
}

#[derive(Clone, Copy)]
struct Mine;

impl ad::function::Function<1> for Mine {
    fn name(&self) -> std::borrow::Cow<'static, str> {
        "mine".into()
    }
    fn value(self, [x]: [f64; 1]) -> f64 {
        x
    }
    fn partial<N: Real>(self, _: usize, _: [N; 1], _: N) -> ad::function::Partial<N> {
        ad::function::Partial::One
    }
}

#[exp]
fn mine_at(x: f64) -> f64 {
    Real::function(Mine, [x])
}

#[test]
#[should_panic(expected = "cannot replay `mine`: it is not in the table")]
fn a_function_of_ones_own_is_refused() {
    let _ = call::diff(&replay(MineAt), &1.0);
}

#[exp]
fn by_qr(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let z = a.clone().qr().solve(x).expect("it is regular");
    z.dot(x)
}

#[exp]
fn by_svd(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let epsilon: f64 = 1e-12;
    let z = a.clone().svd(true, true).solve(x, epsilon).expect("it is regular");
    z.dot(x)
}

#[exp]
fn by_eigenvalues(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let values = ((a + a.transpose()) * 0.5).symmetric_eigenvalues();
    let mut sum = 0.0;
    for value in values.iter() {
        let value: f64 = *value;
        sum += value.powi(3);
    }
    sum * x.dot(x)
}

/// The same without eigenvalues: the trace of the cube.
#[exp]
fn by_products(a: &DMatrix<f64>, x: &DVector<f64>) -> f64
where
    f64: RealField,
{
    let s = (a + a.transpose()) * 0.5;
    (&s * &s * s).trace() * x.dot(x)
}

#[exp]
fn energy_by_rules(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let (a, x) = (rows(a), x.iter().copied().collect::<Vec<f64>>());
    let z: Vec<f64> = linear::solve(&a, &x).expect("it is regular");
    ad::dot(&z, &x)
}

#[test]
fn qr_has_the_derivatives_of_the_rules() {
    same!(ByQr, EnergyByRules, regular());
}

#[test]
fn singular_values_and_eigenvalues_are_right_at_a_full_matrix() {
    let [full, _] = positive();
    let x = vector();
    let found = flat(&call::grad(&replay(BySvd), &(&full, &x)));
    let expected = flat(&call::grad(&EnergyByRules, &(&full, &x)));
    assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12));
    same!(ByEigenvalues, replay(ByProducts), [full]);
}

/// Both ask for exact zeros.
#[test]
#[should_panic = "cannot differentiate a test for a point"]
fn singular_values_are_refused_at_a_diagonal_matrix() {
    call::grad(&replay(BySvd), &(&positive()[1], &vector()));
}

#[test]
#[should_panic = "cannot differentiate a test for a point"]
fn eigenvalues_are_refused_at_a_diagonal_matrix() {
    call::grad(&replay(ByEigenvalues), &(&positive()[1], &vector()));
}
