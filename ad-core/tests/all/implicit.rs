//! Implicit functions against closed forms, in all modes and orders, and equations without a solution.

#![cfg(feature = "effects")]
#![allow(clippy::cast_precision_loss, reason = "indices are small")]

use std::cell::Cell;
use std::panic::catch_unwind;

use ad_core::implicit::{Failure, solve};
use ad_core::{
    At, Exp, F32, F64, Given, Graph, Num, Real, RealDict, Signature, call, effects, fixed_point, forward,
    hessian, implicit, iterate, root, stack,
};
use ad_testing::{assert_all_close, assert_close, expression};

/// Asserts that numbers agree up to a relative tolerance.
#[track_caller]
fn close(a: f64, b: f64) {
    assert_close(a, b, 1e-11);
}

#[track_caller]
fn all_close<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>) {
    assert_all_close(a, b, 1e-11);
}

// -----------------------------------------------------------------------------------------------------------
// One unknown, one parameter: every mixture of strategies up to the third order

expression!(
    /// z² - a, with the root √a.
    Square: (f64, f64) => f64, RealDict, |(z, a)| z * z - a
);
expression!(
    /// z·eᶻ - x, whose root is Lambert's W.
    Lambert: (f64, f64) => f64, RealDict, |(z, x)| z * z.exp() - x
);

#[test]
fn the_square_root_is_a_root_in_all_modes_and_orders() {
    let a: f64 = 3.7;
    let expected = [0.5 / a.sqrt(), -0.25 * a.powf(-1.5), 0.375 * a.powf(-2.5)];
    for (order, derivative) in mixtures!(root(Square, |&a| a), a) {
        close(derivative, expected[order - 1]);
    }
    for (order, derivative) in mixtures!(implicit(Square, |a: &f64| -a.sqrt()), a) {
        close(derivative, -expected[order - 1]);
    }
}

#[test]
fn lambert_w_is_a_root_in_all_modes_and_orders() {
    let x: f64 = 1.3;
    let e = root(Lambert, |x: &f64| x.ln_1p());
    let w: f64 = e.at(x);
    close(w * w.exp(), x);
    let expected = [
        w / (x * (1.0 + w)),
        -w * w * (w + 2.0) / (x * x * (1.0 + w).powi(3)),
        w.powi(3) * (2.0 * w * w + 8.0 * w + 9.0) / (x.powi(3) * (1.0 + w).powi(5)),
    ];
    for (order, derivative) in mixtures!(e, x) {
        close(derivative, expected[order - 1]);
    }
}

#[test]
fn a_fixed_point_has_its_derivatives_in_all_modes_and_orders() {
    // Heron's iteration, which ends at √a.
    expression!(Heron: (f64, f64) => f64, RealDict, |(z, a)| (z + a / z) * 0.5);
    // And one that converges slowly: its fixed point is √a as well.
    expression!(Slow: (f64, f64) => f64, RealDict, |(z, a)| z - (z * z - a) * 0.05);
    let a: f64 = 2.9;
    let expected = [0.5 / a.sqrt(), -0.25 * a.powf(-1.5), 0.375 * a.powf(-2.5)];
    for (order, derivative) in mixtures!(fixed_point(Heron, |_| 1.0), a) {
        close(derivative, expected[order - 1]);
    }
    for (order, derivative) in mixtures!(fixed_point(Slow, |_| 1.0), a) {
        close(derivative, expected[order - 1]);
    }
}

#[test]
fn the_fifth_derivative_of_a_root_is_right() {
    let e = root(Square, |&a| a);
    let a: f64 = 1.7;
    let fifth = forward::diff(stack::diff(forward::diff(stack::diff(forward::diff(e)))));
    // ½·(-½)·(-3/2)·(-5/2)·(-7/2) · a^(-9/2)
    close(fifth.at(a), 105.0 / 32.0 * a.powf(-4.5));
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn keplers_equation_has_the_derivatives_of_the_orbit() {
    expression!(Kepler: (f64, f64, f64) => f64, RealDict, |(anomaly, e, mean)| anomaly - e * anomaly.sin() - mean);
    let position = root(Kepler, |&(_, mean)| mean);
    for (e, mean) in [(0.0, 0.4), (0.2, 1.0), (0.7, 2.5), (0.95, 0.3), (0.3, -4.0)] {
        let z: f64 = position.at((e, mean));
        close(z - e * z.sin(), mean);
        let (sin, cos) = z.sin_cos();
        let w = 1.0 - e * cos;
        let (de, dmean) = stack::grad(&position).at((e, mean));
        close(de, sin / w);
        close(dmean, 1.0 / w);
        let ((dee, dem), (dme, dmm)) = hessian(&position).at((e, mean));
        close(dmm, -e * sin / w.powi(3));
        close(dem, (cos - e) / w.powi(3));
        close(dme, dem);
        close(dee, (2.0 * sin * cos - e * sin.powi(3) / w) / (w * w));
    }
}

#[test]
fn a_system_of_two_has_the_derivatives_of_its_closed_form() {
    expression!(Polar: ([f64; 2], [f64; 2]) => [f64; 2], RealDict, |([r, angle], [x, y])| [
        r * angle.cos() - x,
        r * angle.sin() - y,
    ]);
    expression!(Closed: [f64; 2] => [f64; 2], RealDict, |[x, y]| [x.hypot(*y), y.atan2(*x)]);
    let e = root(Polar, |&[x, y]: &[f64; 2]| [x.abs() + y.abs(), if x > y { 0.3 } else { 1.0 }]);
    let x = [1.2, 0.7];
    all_close(&e.at(x), &Closed.at(x));
    let flat = |a: [[[f64; 2]; 2]; 2]| a.as_flattened().as_flattened().to_vec();
    all_close(forward::jacobian(&e).at(x).as_flattened(), forward::jacobian(Closed).at(x).as_flattened());
    all_close(stack::jacobian(&e).at(x).as_flattened(), forward::jacobian(Closed).at(x).as_flattened());
    let second = flat(forward::jacobian(forward::jacobian(Closed)).at(x));
    all_close(&flat(forward::jacobian(stack::jacobian(&e)).at(x)), &second);
    all_close(&flat(stack::jacobian(effects::jacobian(&e)).at(x)), &second);
}

/// The equations M sinh(z) = x for Pascal's matrix M, and their solution z = arsinh(M⁻¹ x).
mod pascal {
    use super::*;

    fn binomial(n: usize, k: usize) -> f64 {
        (0..k).fold(1.0, |b, i| b * n.saturating_sub(i) as f64 / (i + 1) as f64)
    }

    #[derive(Clone, Copy)]
    pub(super) struct Equations;

    impl Signature for Equations {
        type In = (Vec<f64>, Vec<f64>);
        type Out = Vec<f64>;
    }

    impl<D: RealDict> Exp<D> for Equations {
        fn apply(&self, _: D, (z, x): &(Vec<Num<D>>, Vec<Num<D>>)) -> Vec<Num<D>> {
            let entry = |i: usize, j: usize| binomial(i + j, i);
            let row =
                |i: usize| z.iter().enumerate().map(|(j, z)| z.sinh() * entry(i, j)).sum::<Num<D>>() - x[i];
            (0..x.len()).map(row).collect()
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Closed;

    impl Signature for Closed {
        type In = Vec<f64>;
        type Out = Vec<f64>;
    }

    impl<D: RealDict> Exp<D> for Closed {
        fn apply(&self, _: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
            // The inverse of Pascal's matrix is L⁻ᵀ L⁻¹, where L⁻¹ has the binomials with alternating signs.
            let sign = |i: usize, j: usize| if (i + j).is_multiple_of(2) { 1.0 } else { -1.0 };
            let inverse = |i: usize, j: usize| -> f64 {
                (0..x.len()).map(|k| sign(k, i) * binomial(k, i) * sign(k, j) * binomial(k, j)).sum()
            };
            let row = |i: usize| x.iter().enumerate().map(|(j, x)| x * inverse(i, j)).sum::<Num<D>>().asinh();
            (0..x.len()).map(row).collect()
        }
    }
}

#[test]
fn a_system_of_five_has_the_derivatives_of_its_closed_form() {
    let e = root(pascal::Equations, |x: &Vec<f64>| vec![0.0; x.len()]);
    let x = vec![0.9, 2.1, 4.4, 7.9, 13.2];
    let flat = |a: Vec<Vec<f64>>| a.concat();
    let cube = |a: Vec<Vec<Vec<f64>>>| a.concat().concat();
    let tolerant = |a: &[f64], b: &[f64]| {
        assert_eq!(a.len(), b.len());
        // The condition number of the matrix is 8 517.
        a.iter()
            .zip(b)
            .for_each(|(a, b)| assert!((a - b).abs() <= 1e-8 * b.abs().max(1.0), "{a} and {b} differ"));
    };
    tolerant(&e.at(x.clone()), &pascal::Closed.at(x.clone()));
    let first = flat(forward::jacobian(pascal::Closed).at(x.clone()));
    tolerant(&flat(forward::jacobian(&e).at(x.clone())), &first);
    tolerant(&flat(stack::jacobian(&e).at(x.clone())), &first);
    tolerant(&flat(effects::jacobian(&e).at(x.clone())), &first);
    let second = cube(forward::jacobian(forward::jacobian(pascal::Closed)).at(x.clone()));
    tolerant(&cube(forward::jacobian(stack::jacobian(&e)).at(x.clone())), &second);
    tolerant(&cube(stack::jacobian(stack::jacobian(&e)).at(x.clone())), &second);
    let third =
        forward::jacobian(forward::jacobian(forward::jacobian(pascal::Closed))).at(x.clone()).concat();
    tolerant(&cube(stack::jacobian(forward::jacobian(stack::jacobian(&e))).at(x).concat()), &cube(third));
}

#[test]
fn no_unknowns_is_a_system_as_well() {
    let e = root(pascal::Equations, |x: &Vec<f64>| vec![0.0; x.len()]);
    assert_eq!(stack::jacobian(e).eval(F64, vec![]), Vec::<Vec<f64>>::new());
}

// -----------------------------------------------------------------------------------------------------------
// Roots inside expressions

#[test]
fn a_root_stands_inside_an_equation() {
    /// z - √(√a · z), where the roots are roots: z = √a.
    #[derive(Clone, Copy)]
    struct Nested;
    impl Signature for Nested {
        type In = (f64, f64);
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Nested {
        fn apply(&self, dict: D, (z, a): &(Num<D>, Num<D>)) -> Num<D> {
            let sqrt = root(Square, |&a| a);
            z - sqrt.apply(dict, &(sqrt.apply(dict, a) * z))
        }
    }
    let a: f64 = 2.2;
    let e = root(Nested, |_| 1.0);
    close(forward::diff(e).at(a), 0.5 / a.sqrt());
    close(stack::diff(forward::diff(e)).at(a), -0.25 * a.powf(-1.5));
    close(stack::diff(stack::diff(e)).at(a), -0.25 * a.powf(-1.5));
}

#[test]
fn the_minimum_of_a_function_is_a_root_of_its_gradient() {
    expression!(
        /// The minimum z of (z - p)² + (z² - q)²
        Cost: ((f64, f64), f64) => f64, RealDict, |((p, q), z)| (z - p) * (z - p) + (z * z - q) * (z * z - q)
    );
    #[derive(Clone, Copy)]
    struct Gradient;
    impl Signature for Gradient {
        type In = (f64, (f64, f64));
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Gradient {
        fn apply(&self, _: D, (z, parameters): &(Num<D>, (Num<D>, Num<D>))) -> Num<D> {
            stack::diff(Cost.given(*parameters)).at(*z)
        }
    }
    let e = root(Gradient, |_| 1.0);
    let (p, q) = (1.1, 1.4);
    let z: f64 = e.at((p, q));
    // 2 (z - p) + 4 z (z² - q) = 0
    let slope = 2.0 + 12.0 * z * z - 4.0 * q;
    let (dp, dq) = stack::grad(e).at((p, q));
    close(dp, 2.0 / slope);
    close(dq, 4.0 * z / slope);
    let ((dpp, _), _) = hessian(e).at((p, q));
    close(dpp, -2.0 / (slope * slope) * 24.0 * z * dp);
}

#[test]
fn an_implicit_step_can_be_iterated_with_checkpoints() {
    expression!(
        /// A step of Euler's implicit method for y' = -k·y³: z = y - h k z³.
        Euler: (f64, [f64; 2]) => f64, RealDict, |(z, [y, k])| z - y + k * z * z * z * 0.1
    );
    #[derive(Clone, Copy)]
    struct Step;
    impl Signature for Step {
        type In = [f64; 2];
        type Out = [f64; 2];
    }
    impl<D: RealDict> Exp<D> for Step {
        fn apply(&self, dict: D, x: &[Num<D>; 2]) -> [Num<D>; 2] {
            [root(Euler, |&[y, _]: &[f64; 2]| y).apply(dict, x), x[1]]
        }
    }
    let e = iterate(Step, 100).snapshots(4);
    let forward = forward::jacobian(e).at([1.0, 0.7]);
    all_close(stack::jacobian(e).at([1.0, 0.7]).as_flattened(), forward.as_flattened());
    let h = 1e-6;
    let change: [f64; 2] = e.at([1.0, 0.7 + h]);
    let slope = (change[0] - e.at([1.0, 0.7 - h])[0]) / (2.0 * h);
    assert!((forward[0][1] - slope).abs() < 1e-8);
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn the_value_is_the_same_to_the_last_bit_in_all_modes() {
    let e = root(Lambert, |x: &f64| x.ln_1p());
    for i in 1..50 {
        let x = f64::from(i) * 0.37;
        let value = e.at(x);
        assert_eq!(call::jvp(&e, &x, &1.0).0, value);
        assert_eq!(call::vjp(&e, &x, &1.0).0, value);
        assert_eq!(call::value_grad_hessian(&e, &x).0, value);
        assert_eq!(effects::value_and_grad(&e).at(x).0, value);
    }
}

thread_local! {
    static EVALUATIONS: Cell<usize> = const { Cell::new(0) };
}

#[test]
fn the_iterations_are_not_differentiated() {
    /// z² - a, which counts its evaluations where derivatives of the order 2 are taken.
    #[derive(Clone, Copy)]
    struct Watched;
    impl Signature for Watched {
        type In = (f64, f64);
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Watched {
        fn apply(&self, dict: D, (z, a): &(Num<D>, Num<D>)) -> Num<D> {
            if dict.order() == 2 {
                EVALUATIONS.set(EVALUATIONS.get() + 1);
            }
            z * z - a
        }
    }
    // From 10⁶, Newton's method needs about 25 steps.
    let e = root(Watched, |_| 1e6);
    close(forward::diff(stack::diff(e)).at(4.0), -1.0 / 32.0);
    assert_eq!(EVALUATIONS.get(), 2);
}

#[test]
fn a_parameter_that_is_constant_has_no_derivative() {
    expression!(Constant: f64 => f64, RealDict, |x| root(Square, |&a| a).apply(x.dict(), &Num::from(4.0)) * x);
    assert_eq!(stack::diff(Constant).at(3.0), 2.0);
    assert_eq!(forward::diff(forward::diff(Constant)).at(3.0), 0.0);
}

#[test]
fn single_precision_has_roots_too() {
    let e = root(Square, |&a| a);
    assert_eq!(e.eval(F32, 9.0), 3.0);
    assert_eq!(forward::diff(e).eval(F32, 4.0), 0.25);
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn failures_name_the_cause() {
    let no_root = root(Square, |_| 0.7).checked();
    assert!(matches!(no_root.at(-1.0), Err(Failure::NoConvergence { .. })));
    assert_eq!(root(Square, |_| 0.0).checked().at(2.0), Err(Failure::Singular));
    assert_eq!(root(Square, |_| f64::NAN).checked().at(2.0), Err(Failure::NotFinite));
    assert_eq!(root(Square, |_| 1.0).checked().at(f64::NAN), Err(Failure::NotFinite));
    assert_eq!(root(Square, |_| 1.0).checked().at(f64::INFINITY), Err(Failure::NotFinite));
    assert!(matches!(
        root(Square, |_| 1e6).steps(3).checked().at(2.0),
        Err(Failure::NoConvergence { steps: 3, .. })
    ));
    // √0 has a value and no derivative.
    let sqrt = implicit(Square, |a: &f64| a.sqrt()).checked();
    assert_eq!(sqrt.at(0.0), Ok(0.0));
    assert_eq!(forward::diff(sqrt).at(0.0), Err(Failure::Singular));
    assert_eq!(sqrt.at(-1.0), Err(Failure::NotFinite));
    // A fixed point that repels.
    expression!(Doubled: (f64, f64) => f64, RealDict, |(z, a)| z * 2.0 - a);
    assert_eq!(fixed_point(Doubled, |_| 1.5).checked().at(1.0), Err(Failure::NotFinite));
    expression!(Alternating: (f64, f64) => f64, RealDict, |(z, a)| a - z);
    assert_eq!(
        fixed_point(Alternating, |_| 3.0).steps(50).checked().at(1.0),
        Err(Failure::NoConvergence { steps: 50, last: 5.0 })
    );
    // `checked` does not affect the derivatives of a solution.
    assert_eq!(forward::diff(root(Square, |&a| a).checked()).at(4.0), Ok(0.25));
}

#[test]
fn a_tolerance_ends_the_search() {
    // Half of it remains after each step, until the change is below a millionth of 10⁶.
    expression!(Halved: (f64, f64) => f64, RealDict, |(z, a)| (z + a) * 0.5);
    let search = fixed_point(Halved, |_| 0.0);
    assert!((search.at(1e6) - 1e6).abs() < 1e-6);
    let error = (search.tolerance(1e-6).at(1e6) - 1e6).abs();
    assert!(1e-3 < error && error <= 1.0, "{error}");
    // Newton's method for a root of 2 stops two steps earlier.
    let (exact, rough) = (root(Square, |_| 1.0).at(2.0), root(Square, |_| 1.0).tolerance(0.3).at(2.0));
    assert!(exact != rough && (exact - rough).abs() < 0.01, "{rough}");
    assert_eq!(exact, 2f64.sqrt());
}

#[test]
fn an_equation_that_is_too_rough_for_better_has_a_solution_only_near_one() {
    // Rounded to multiples of the last bit of 10⁸ or 10¹⁰, the residual is never 0.
    expression!(Rough: (f64, (f64, f64)) => f64, RealDict, |(z, (a, noise))| ((z + noise) - noise) - a);
    let search = root(Rough, |_| 1.0).checked();
    let found = search.at((2f64.sqrt(), 1e8));
    assert!(found.is_ok_and(|z| (z - 2f64.sqrt()).abs() < 2e-8), "{found:?}");
    for (a, noise) in [(2f64.sqrt(), 1e10), (2f64.sqrt() * 1e-3, 1e8)] {
        let found = search.at((a, noise));
        assert!(matches!(found, Err(Failure::NoConvergence { steps: 1.., .. })), "{found:?}");
    }
}

#[test]
fn dependent_equations_are_singular() {
    expression!(Dependent: ([f64; 3], f64) => [f64; 3], RealDict, |([x, y, z], a)| [
        x + y + z - a,
        x * 0.1 + y * 0.2 + z * 0.3 - a,
        x * 1.1 + y * 1.2 + z * 1.3 - a * 2.0,
    ]);
    // The third row is the sum of the other two, which rounding hides.
    assert_eq!(root(Dependent, |_| [0.5, 0.2, 0.1]).checked().at(1.0), Err(Failure::Singular));
}

#[test]
fn units_do_not_make_a_system_singular() {
    expression!(Scaled: ([f64; 2], f64) => [f64; 2], RealDict, |([x, y], a)| [
        (x + y * 1e-20 - a) * 1e-150,
        (x - y * 1e-20) * 1e150,
    ]);
    let e = root(Scaled, |_| [0.0, 0.0]);
    let [x, y] = forward::diff(e).at(3.0);
    close(x, 0.5);
    close(y * 1e-20, 0.5);
}

/// The message of the panic of `f`.
fn message(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = catch_unwind(f).expect_err("it does not panic");
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(|s| (*s).into()))
        .unwrap()
}

#[test]
fn a_failure_that_is_not_checked_panics_and_says_why() {
    let text = message(|| _ = root(Square, |_| 0.7).at(-1.0));
    assert!(text.starts_with("no solution was found"), "{text}");
    let text = message(|| _ = forward::diff(implicit(Square, |_| 0.0)).at(0.0));
    assert!(text.starts_with("the Jacobian with respect to the unknowns is singular"), "{text}");
    let text = message(|| _ = stack::diff(root(Square, |_| 1.0)).at(f64::NAN));
    assert!(text.contains("is NaN or infinite"), "{text}");
    let graph = Graph::new();
    let text = message(std::panic::AssertUnwindSafe(|| {
        let symbols = graph.dict();
        let x = graph.variable("x");
        _ = root(Square, |_| 1.0).eval(symbols, x);
    }));
    assert!(text.contains("a double beneath"), "{text}");
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn the_solution_of_a_linear_system_has_the_derivatives_of_cramers_rule() {
    expression!(
        /// (p, q, r) ↦ z₀·z₁ for [[p, q], [r, p·q]] z = [q, p].
        System: [f64; 3] => f64, RealDict, |&[p, q, r]| {
            let z = solve(&[vec![p, q], vec![r, p * q]], &[q, p]).expect("it is not singular");
            z[0] * z[1]
        }
    );
    expression!(Cramer: [f64; 3] => f64, RealDict, |&[p, q, r]| {
        let determinant = p * p * q - q * r;
        let (x, y) = (q * p * q - p * q, p * p - r * q);
        x * y / (determinant * determinant)
    });
    let x = [1.3, 0.6, -0.4];
    close(System.at(x), Cramer.at(x));
    let gradient = stack::grad(Cramer).at(x);
    all_close(&stack::grad(System).at(x), &gradient);
    all_close(&forward::grad(System).at(x), &gradient);
    let second = hessian(Cramer).at(x);
    all_close(hessian(System).at(x).as_flattened(), second.as_flattened());
    all_close(stack::jacobian(effects::grad(System)).at(x).as_flattened(), second.as_flattened());
    all_close(
        forward::jacobian(hessian(System)).at(x).as_flattened().as_flattened(),
        forward::jacobian(hessian(Cramer)).at(x).as_flattened().as_flattened(),
    );
}

#[test]
fn a_linear_system_fails_clearly() {
    assert_eq!(solve(&[vec![0.0]], &[1.0]), Err(Failure::Singular));
    assert_eq!(solve(&[vec![f64::NAN]], &[1.0]), Err(Failure::NotFinite));
    assert_eq!(solve(&[vec![1.0]], &[f64::INFINITY]), Err(Failure::NotFinite));
    assert_eq!(solve::<f64, Vec<f64>>(&[], &[]), Ok(vec![]));
    // A zero on the diagonal is no obstacle.
    assert_eq!(solve(&[vec![0.0, 2.0], vec![3.0, 0.0]], &[4.0, 9.0]), Ok(vec![3.0, 2.0]));
    let text = message(|| _ = solve(&[vec![1.0, 2.0], vec![3.0]], &[1.0, 2.0]));
    assert!(text.contains("2 rows and 1 columns"), "{text}");
}

#[test]
fn a_large_linear_system_is_solved_to_full_precision() {
    // A diagonally dominant matrix of pseudo-random numbers.
    let n = 40;
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let a: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| random() + if i == j { 6.0 } else { 0.0 }).collect()).collect();
    let z: Vec<f64> = (0..n).map(|_| random()).collect();
    let b: Vec<f64> = a.iter().map(|row| row.iter().zip(&z).map(|(a, z)| a * z).sum()).collect();
    all_close(&solve(&a, &b).unwrap(), &z);
}

#[test]
fn the_order_is_that_of_the_strategies() {
    thread_local! {
        static ORDER: Cell<usize> = const { Cell::new(0) };
    }
    #[derive(Clone, Copy)]
    struct Orders;
    impl Signature for Orders {
        type In = f64;
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Orders {
        fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
            ORDER.set(dict.order());
            x * x
        }
    }
    let order = |_: f64| ORDER.get();
    assert_eq!(order(Orders.at(1.0)), 0);
    assert_eq!(order(forward::diff(Orders).at(1.0)), 1);
    assert_eq!(order(stack::diff(effects::diff(Orders)).at(1.0)), 2);
    assert_eq!(order(hessian(forward::diff(Orders)).at(1.0)), 3);
}
