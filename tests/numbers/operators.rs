//! Checkpoints, implicit functions and rules inside `#[exp]` functions.

#![allow(clippy::cast_precision_loss, reason = "orders are small")]

use ad::implicit::solve;
use ad::prelude::*;
use ad::{call, checkpoint, fixed_point, hessian, iterate, iterate_with, root, rule};

#[track_caller]
fn close(a: f64, b: f64) {
    ad_testing::assert_close(a, b, 1e-11);
}

#[exp]
fn step(state: [f64; 2], rate: f64) -> [f64; 2] {
    let [x, y] = state;
    [x + y * rate, y - x.sin() * rate]
}

#[exp]
fn plain_energy(times: u32, x: f64, rate: f64) -> f64 {
    let mut state = [x, 1.0];
    for _ in 0..times {
        state = step(state, rate);
    }
    state[1] * state[1] / 2.0 - state[0].cos()
}

#[exp]
fn energy(times: usize, x: f64, rate: f64) -> f64 {
    let state = iterate_with(Step, times).snapshots(4).at(([x, 1.0], rate));
    state[1] * state[1] / 2.0 - state[0].cos()
}

#[test]
fn a_loop_with_checkpoints_is_a_loop() {
    let (plain, operator) = (PlainEnergy { times: 100 }, Energy { times: 100 });
    let x = (0.4, 0.01);
    assert_eq!(call::value_and_grad(&plain, &x), call::value_and_grad(&operator, &x));
    assert_eq!(hessian(plain).at(x), hessian(operator).at(x));
    assert_eq!(energy(100, 0.4, 0.01), plain_energy(100, 0.4, 0.01));
}

#[exp]
fn expensive(n: u32, x: f64) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y = (y + x).sin();
    }
    y
}

#[exp]
fn pieces(x: f64) -> f64 {
    let mut y = x;
    for n in 1..5 {
        y = checkpoint(Expensive { n }).at(y);
    }
    y
}

#[test]
fn a_computation_is_cut_into_pieces() {
    let plain = |x: f64| (1..5).fold(x, |y, n| expensive(n, y));
    assert_eq!(pieces(0.3), plain(0.3));
    let slope = stack::diff(Pieces).at(0.3);
    close(slope, forward::diff(Pieces).at(0.3));
    assert!((slope - (plain(0.3 + 1e-6) - plain(0.3 - 1e-6)) / 2e-6).abs() < 1e-8);
    close(stack::diff(stack::diff(Pieces)).at(0.3), forward::diff(forward::diff(Pieces)).at(0.3));
}

#[exp]
fn cubic(z: f64, a: f64) -> f64 {
    z * z * z - a
}

/// On plain floats.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the parameters could be a vector")]
fn guess(a: &f64) -> f64 {
    a.abs().max(0.1)
}

#[exp]
fn cube_root_of_sine(x: f64) -> f64 {
    root(Cubic, guess).at(x.sin())
}

#[test]
fn a_root_is_a_function_like_any_other() {
    let x: f64 = 0.8;
    close(cube_root_of_sine(x), x.sin().cbrt());
    let slope = x.cos() / (3.0 * x.sin().cbrt().powi(2));
    close(forward::diff(CubeRootOfSine).at(x), slope);
    close(stack::diff(CubeRootOfSine).at(x), slope);
    close(taylor::nth_derivative(CubeRootOfSine, 1).at(x), slope);
    let second = stack::diff(forward::diff(CubeRootOfSine)).at(x);
    close(taylor::nth_derivative(CubeRootOfSine, 2).at(x), second);
    close(backpropagator::diff(stack::diff(CubeRootOfSine)).at(x), second);
}

#[exp]
fn relax(z: f64, a: f64) -> f64 {
    (a * z).cos()
}

#[test]
fn a_series_of_high_order_of_a_fixed_point_agrees_with_its_equation() {
    let e = fixed_point(Relax, |_| 0.7);
    // The series of z satisfies z = cos (a z) to the same order.
    let z = taylor::expansion(&e, 12).at(0.9);
    let a = [0.9, 1.0];
    // sin and cos of u = a·z by their recurrences.
    let u = |k: usize| -> f64 { (0..=k.min(1)).map(|j| a[j] * z[k - j]).sum() };
    let (mut sin, mut cos) = (vec![u(0).sin()], vec![u(0).cos()]);
    for k in 1..=12 {
        let term = |other: &[f64]| (1..=k).map(|j| j as f64 * u(j) * other[k - j]).sum::<f64>() / k as f64;
        let (s, c) = (term(&cos), -term(&sin));
        sin.push(s);
        cos.push(c);
    }
    for k in 0..=12 {
        close(z[k], cos[k]);
    }
}

rule! {
    /// x² by a rule.
    fn square(x) = x * x;
    partial x = x * 2.0;
}

#[exp]
fn uses_a_rule(x: f64) -> f64 {
    square(x).sin() + square(2.0)
}

#[test]
fn a_rule_is_called_like_a_function() {
    assert_eq!(uses_a_rule(3.0), 9f64.sin() + 4.0);
    assert_eq!(stack::diff(UsesARule).at(3.0), 9f64.cos() * 6.0);
    close(
        taylor::nth_derivative(UsesARule, 3).at(0.5),
        forward::diff(forward::diff(forward::diff(UsesARule))).at(0.5),
    );
}

#[exp]
fn resistance(r: [f64; 3]) -> f64 {
    // Two nodes between a source of 1 V and the ground.
    let [a, b, c] = r.map(|r| 1.0 / r);
    let voltages = solve(&[vec![a + b, -b], vec![-b, b + c]], &[a, 0.0]).unwrap();
    (1.0 - voltages[0]) * a
}

#[test]
fn a_linear_system_is_a_function_like_any_other() {
    // The current through three resistors in series.
    let r = [1.0, 2.0, 3.0];
    close(resistance(r), 1.0 / 6.0);
    for d in stack::grad(Resistance).at(r) {
        close(d, -1.0 / 36.0);
    }
    for d in hessian(Resistance).at(r).as_flattened() {
        close(*d, 2.0 / 216.0);
    }
}

#[exp]
fn doubled(x: f64) -> f64 {
    x + x
}

#[test]
fn a_loop_is_exact_in_a_ring() {
    let e = iterate(Doubled, 70).snapshots(3);
    assert_eq!(stack::diff(e).eval(I64, 5), 0); // 2⁷⁰ modulo 2⁶⁴
    assert_eq!(forward::diff(e).eval(I64, 5), 0);
    assert_eq!(stack::diff(iterate(Doubled, 60).snapshots(3)).eval(I64, 5), 1 << 60);
}

/// In a pass for several inputs, the infinity of one input makes NaN of its neighbours. So the pass is repeated for each input,
/// the last one included.
#[test]
fn an_infinite_tangent_does_not_spoil_those_beside_it() {
    #[exp]
    fn poles(x: [f64; 4]) -> [f64; 3] {
        [x[0] + x[1].sqrt(), x[1].sqrt() * x[2], x[3] * x[2] + x[3].sqrt()]
    }
    let infinite = f64::INFINITY;
    let expected = [[1.0, infinite, 0.0, 0.0], [0.0, infinite, 0.0, 0.0], [0.0, 0.0, 0.0, infinite]];
    let x = [1.0, 0.0, 2.0, 0.0];
    let poles = forward::jacobian(Poles);
    // The last input of a pass is one beside an infinity, or the infinity itself.
    assert_eq!(poles.at(x), expected);
    assert_eq!(poles.width::<2>().at(x), expected);
    assert_eq!(poles.width::<3>().at(x), expected);
    assert_eq!(poles.width::<4>().at([1.0, 0.0, 2.0, 1.0])[0], [1.0, infinite, 0.0, 0.0]);
    assert_eq!(poles.width::<4>().at([1.0, 0.0, 2.0, 1.0])[2], [0.0, 0.0, 1.0, 2.5]);
}

/// As many terms as one likes, in every mode, with each at its place.
#[test]
fn no_term_of_a_long_sum_is_lost() {
    #[exp(adjoint)]
    fn term(#[fixed] weight: f64, x: [f64; 2]) -> f64 {
        weight * x[0] * x[1] + x[1]
    }
    for n in [0, 1, 2, 63, 64, 65, 129, 1000] {
        let data: Vec<f64> = (0..n).map(f64::from).collect();
        let sum = ad::terms(&data, |&weight| Term { weight });
        let (total, count) = (data.iter().sum::<f64>(), f64::from(n));
        let expected = [5.0 * total, 3.0 * total + count];
        assert_eq!(sum.at([3.0, 5.0]), 15.0 * total + 5.0 * count, "{n}");
        assert_eq!(stack::grad(&sum).at([3.0, 5.0]), expected, "{n}");
        assert_eq!(forward::grad(&sum).at([3.0, 5.0]), expected, "{n}");
        assert_eq!(call::grad(&sum, &[3.0, 5.0]), expected, "{n}");
        // The adjoint of the sum is not 1.
        let twice = expected.map(|d| 2.0 * d);
        assert_eq!(call::vjp(&sum, &[3.0, 5.0], &2.0).1, twice, "{n}");
        assert_eq!(reverse::vjp(&sum).at(([3.0, 5.0], 2.0)).1, twice, "{n}");
        assert_eq!(stack::vjp(&sum).at(([3.0, 5.0], 2.0)).1, twice, "{n}");
        // Several adjoints at once.
        let (adjoints, mut y, mut rows) = ([1.0, 2.0, -3.0], 0.0, [0.0; 6]);
        ad::Prepared::new(&sum).vjps_into(&[3.0, 5.0], &adjoints, &mut y, &mut rows);
        for (row, dy) in rows.chunks(2).zip(adjoints) {
            assert_eq!(row, expected.map(|d| d * dy), "{n}");
        }
    }
}

/// A replay needs every operand and every result of a step.
#[test]
fn no_operand_of_a_replayed_step_is_forgotten() {
    #[exp]
    fn fused(x: f64, y: f64) -> [f64; 3] {
        [x.mul_add(y, x.exp()), y.exp().mul_add(x, y), (x - y).clamp(x.sin() - 9.0, y.cos() + 9.0)]
    }
    // Some operands are constant.
    #[exp]
    fn halves(x: f64, y: f64) -> [f64; 6] {
        let [a, b, c] = [2.5, 3.0, 0.125];
        [x.powf(a), x.atan2(b), y.hypot(b), y.max(c), x.mul_add(b, c), y.clamp(c, b)]
    }
    let at = (0.5, 0.25);
    assert_eq!(call::value(&ad::replay(Fused), &at), fused(0.5, 0.25));
    assert_eq!(call::jacobian(&ad::replay(Fused), &at), call::jacobian(&Fused, &at));
    let beyond = (20.0, 0.25);
    assert_eq!(call::jacobian(&ad::replay(Fused), &beyond), call::jacobian(&Fused, &beyond));
    assert_eq!(call::value(&ad::replay(Halves), &at), halves(0.5, 0.25));
    assert_eq!(call::jacobian(&ad::replay(Halves), &at), call::jacobian(&Halves, &at));
}

/// A computation that `replay` refuses.
fn refused<T>(f: impl Fn() -> T) {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).err().expect("it is refused");
    let words = panic.downcast_ref::<String>();
    assert!(words.is_some_and(|words| words.starts_with("cannot differentiate a test")), "{words:?}");
}

/// A number of `replay` is compared with a constant at which it stands: a kink, and a norm that cannot be negative.
#[test]
fn a_sign_is_replayed_at_0_and_a_test_for_a_point_is_not() {
    fn relu<T: num_traits::Float>(x: T) -> T {
        if x > T::zero() { x + x } else { x * x + x }
    }
    fn length<T: num_traits::Float>(x: T, y: T) -> T {
        let square = x * x + y * y;
        if square <= T::epsilon() * T::epsilon() { square } else { square.sqrt() }
    }
    #[exp]
    fn sign(x: f64) -> f64
    where
        f64: num_traits::Float,
    {
        relu(x)
    }
    #[exp]
    fn norm(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        length(x, y)
    }
    #[exp]
    fn product(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        let z: f64 = x * y;
        if z == 0.0 { 1.0 } else { z }
    }
    #[exp]
    fn difference(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        let z: f64 = x - y;
        if z == 0.0 { 1.0 } else { z }
    }
    assert_eq!(call::grad(&ad::replay(Sign), &0.0), 1.0);
    assert_eq!(call::value(&ad::replay(Norm), &(0.0, 0.0)), 0.0);
    refused(|| call::grad(&ad::replay(Norm), &(0.0, 0.0)));
    refused(|| call::grad(&ad::replay(Norm), &(1e-20, 0.0)));
    let slopes = call::grad(&ad::replay(Norm), &(3e-10, 4e-10));
    close(slopes.0, 0.6);
    close(slopes.1, 0.8);
    refused(|| call::grad(&ad::replay(Product), &(0.0, 2.0)));
    // Of second order only.
    refused(|| call::grad(&ad::replay(Product), &(0.0, 0.0)));
    // It does not change if all inputs do alike.
    refused(|| call::grad(&ad::replay(Difference), &(2.0, 2.0)));
    assert_eq!(call::grad(&ad::replay(Product), &(3.0, 2.0)), (2.0, 3.0));
}

/// A cosine is compared with 1, which it cannot cross, and a number that can.
#[test]
fn an_extremum_is_not_replayed_at_its_point() {
    fn turned<T: num_traits::Float>(cosine: T) -> T {
        if cosine >= T::one() { T::zero() } else { cosine.acos() }
    }
    #[exp]
    fn angle(x: f64) -> f64
    where
        f64: num_traits::Float,
    {
        turned(x.cos())
    }
    #[exp]
    fn opposite(x: f64) -> f64
    where
        f64: num_traits::Float,
    {
        let cosine: f64 = x.cos();
        if cosine <= -1.0 { 0.0 } else { cosine }
    }
    #[exp]
    fn crossing(x: f64) -> f64
    where
        f64: num_traits::Float,
    {
        if x >= 1.0 { 2.0 * x } else { x * x }
    }
    assert_eq!(call::value(&ad::replay(Angle), &0.0), 0.0);
    refused(|| call::grad(&ad::replay(Angle), &0.0));
    refused(|| call::grad(&ad::replay(Opposite), &std::f64::consts::PI));
    close(call::grad(&ad::replay(Angle), &0.5), 1.0);
    assert_eq!(call::grad(&ad::replay(Crossing), &1.0), 2.0);
    assert_eq!(call::grad(&ad::replay(Crossing), &(1.0 - f64::EPSILON)), 2.0 - 2.0 * f64::EPSILON);
}

/// A number is dropped because it is a rounding error of another one. Where it changes, its derivatives would be dropped as well: the
/// first ones, or only the second ones.
#[test]
fn a_neglected_number_is_not_replayed_if_it_changes() {
    fn beside<T: num_traits::Float>(small: T, large: T) -> T {
        if small <= T::epsilon() * large { large } else { large + small }
    }
    #[exp]
    fn modulus(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        beside(x.abs(), y * y)
    }
    #[exp]
    fn square(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        beside(x * x, y * y)
    }
    #[exp]
    fn converged(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        let step: f64 = x * y - y * x;
        beside(step * step, y * y)
    }
    #[exp]
    fn steep(x: f64, y: f64) -> f64
    where
        f64: num_traits::Float,
    {
        let (small, large): (f64, f64) = (x * 1e-6, y * y * 1e-8);
        beside(small.abs(), large)
    }
    let at = (0.0, 2.0);
    assert_eq!(call::value(&ad::replay(Modulus), &at), 4.0);
    refused(|| call::grad(&ad::replay(Modulus), &at));
    refused(|| call::grad(&ad::replay(Modulus), &(1e-17, 2.0)));
    // A step as large as the largest input changes it.
    refused(|| call::grad(&ad::replay(Steep), &(0.0, 1e4)));
    refused(|| call::grad(&ad::replay(Steep), &(0.0, -1e4)));
    assert_eq!(call::grad(&ad::replay(Modulus), &(1e-9, 2.0)), (1.0, 4.0));
    assert_eq!(call::grad(&ad::replay(Square), &at), (0.0, 4.0));
    refused(|| hessian(ad::replay(Square)).eval(F64, at));
    assert_eq!(call::grad(&ad::replay(Converged), &at), (0.0, 4.0));
    assert_eq!(hessian(ad::replay(Converged)).eval(F64, at), ((0.0, 0.0), (0.0, 2.0)));
}

/// The root has an adjoint where it is less than x. Its derivative is infinite at y = 0.
#[exp(adjoint)]
fn capped(x: f64, y: f64) -> f64 {
    x.min(y.sqrt() + y)
}

/// A lane passes 0 where a point alone passes no adjoint, and 0 · ∞ is NaN.
#[test]
fn a_lane_that_meets_an_infinity_behind_a_kink_is_evaluated_alone() {
    let points: Vec<(f64, f64)> = (0..16).map(|i| (f64::from(i % 5) * 0.4 - 0.3, f64::from(i % 3))).collect();
    let alone: Vec<_> = points.iter().map(|x| call::grad(&Capped, x)).collect();
    assert!(points.contains(&(-0.3, 0.0)) && alone.iter().all(|d| !d.1.is_nan()));
    assert_eq!(Many::new(adjoint::grad(Capped)).values(&points), alone);
}
