//! The first programs.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

#[test]
fn rosenbrock_by_iterators() {
    for n in 0..5 {
        let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.2 * i as f64).collect();
        check::gradient(Rosenbrock, x.clone());
        check::hessian(Rosenbrock, x);
    }
}

#[exp(adjoint)]
fn scaled(a: f64, x: &[f64]) -> f64 {
    a * x.iter().map(|x| x * x).sum::<f64>()
}

#[test]
fn a_prepared_program_takes_slices_and_tuples_of_references() {
    let mut program = Prepared::new(Rosenbrock).mode(Mode::Program);
    let mut gradient = vec![0.0; 2];
    assert_eq!(program.value_and_grad_into(&[2.0, 3.0][..], &mut gradient), 101.0);
    assert_eq!(gradient, [802.0, -200.0]);
    // Another length, and back.
    let mut longer = vec![0.0; 3];
    assert_eq!(program.value_and_grad_into(&[1.0; 3], &mut longer), 0.0);
    assert_eq!(longer, [0.0; 3]);
    assert_eq!(program.value_and_grad_into(&vec![2.0, 3.0], &mut gradient), 101.0);
    assert_eq!(gradient, [802.0, -200.0]);

    let mut program = Prepared::new(Scaled).mode(Mode::Program);
    let mut gradient = (0.0, vec![0.0; 2]);
    assert_eq!(program.value_and_grad_into(&(&3.0, &[1.0, 2.0][..]), &mut gradient), 15.0);
    assert_eq!(gradient, (5.0, vec![6.0, 12.0]));
}

#[test]
#[should_panic = "the gradient has another structure than the argument: lengths differ: 3 numbers, the gradient has 2"]
fn a_prepared_program_compares_a_slice_with_the_gradient() {
    Prepared::new(Rosenbrock).mode(Mode::Program).value_and_grad_into(&[1.0; 3][..], &mut vec![0.0; 2]);
}

#[exp(adjoint)]
fn rosenbrock_loop(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len().saturating_sub(1) {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        s += 100.0 * a * a + b * b;
    }
    s
}

#[test]
fn rosenbrock_by_a_loop() {
    for n in 0..5 {
        let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.2 * i as f64).collect();
        check::gradient(RosenbrockLoop, x.clone());
        check::hessian(RosenbrockLoop, x);
    }
}

#[exp(adjoint)]
fn monomial(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}

#[test]
fn monomials_under_every_semiring() {
    for k in 0..12 {
        let e = Monomial { k };
        for x in [-3, 0, 1, 2] {
            let first = stack::diff(e).eval(I64, x);
            assert_eq!(adjoint::diff(e).eval(I64, x), first, "{k} {x}");
            let second = stack::diff(stack::diff(e)).eval(I64, x);
            assert_eq!(stack::diff(adjoint::diff(e)).eval(I64, x), second);
            assert_eq!(forward::diff(adjoint::diff(e)).eval(I64, x), second);
            assert_eq!(adjoint::diff(adjoint::diff(e)).eval(I64, x), second);
            let third = stack::diff(stack::diff(stack::diff(e))).eval(I64, x);
            assert_eq!(forward::diff(stack::diff(adjoint::diff(e))).eval(I64, x), third);
        }
    }
}

#[exp(adjoint)]
fn lorenz(n: usize, s: &[f64; 3], q: &[f64; 3]) -> f64 {
    let mut s = *s;
    let h = 0.01;
    for _ in 0..n {
        let dx = q[0] * (s[1] - s[0]);
        let dy = s[0] * (q[1] - s[2]) - s[1];
        let dz = s[0] * s[1] - q[2] * s[2];
        s[0] += h * dx;
        s[1] += h * dy;
        s[2] += h * dz;
    }
    s[0] * s[1] + s[2]
}

#[test]
fn lorenz_by_euler() {
    for n in [0, 1, 2, 3, 50] {
        check::gradient(Lorenz { n }, ([1.0, 2.0, 3.0], [10.0, 28.0, 2.5]));
        check::hessian(Lorenz { n }, ([1.0, 2.0, 3.0], [10.0, 28.0, 2.5]));
    }
}

#[exp(adjoint)]
fn field(s: &[f64; 3], q: &[f64; 3]) -> [f64; 3] {
    [q[0] * (s[1] - s[0]), s[0] * (q[1] - s[2]) - s[1], s[0] * s[1] - q[2] * s[2]]
}

#[exp(adjoint)]
fn along(s: &[f64; 3], h: f64, k: [f64; 3]) -> [f64; 3] {
    [s[0] + h * k[0], s[1] + h * k[1], s[2] + h * k[2]]
}

#[exp(adjoint)]
fn runge_kutta(n: usize, s: &[f64; 3], q: &[f64; 3]) -> f64 {
    let mut s = *s;
    let h = 0.01;
    for _ in 0..n {
        let k1 = field(&s, q);
        let k2 = field(&along(&s, 0.5 * h, k1), q);
        let k3 = field(&along(&s, 0.5 * h, k2), q);
        let k4 = field(&along(&s, h, k3), q);
        for j in 0..3 {
            s[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
        }
    }
    s[0] * s[1] + s[2]
}

#[test]
fn lorenz_by_runge_and_kutta_with_calls() {
    for n in [0, 1, 2, 3, 50] {
        check::gradient(RungeKutta { n }, ([1.0, 2.0, 3.0], [10.0, 28.0, 2.5]));
        check::hessian(RungeKutta { n }, ([1.0, 2.0, 3.0], [10.0, 28.0, 2.5]));
    }
    check::jacobian(Field, ([1.0, 2.0, 3.0], [10.0, 28.0, 2.5]));
}

#[exp(adjoint)]
fn log_sum_exp(x: &[f64]) -> f64 {
    let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    x.iter().map(|v| (v - m).exp()).sum::<f64>().ln() + m
}

#[test]
fn log_of_a_sum_of_exponentials() {
    check::gradient(LogSumExp, vec![0.1, 0.2, 0.9]);
    check::gradient(LogSumExp, vec![-1.0, 0.0, 2.5, 2.25, 100.0]);
}

#[exp(adjoint)]
fn branches(x: f64) -> f64 {
    if x > 0.0 { 1.0 / x } else { x * x }
}

#[test]
fn a_branch_not_taken_contributes_nothing() {
    assert_eq!(adjoint::diff(Branches).eval(F64, 0.0), 0.0);
    check::gradient(Branches, 2.0);
    check::gradient(Branches, -2.0);
}

#[exp(adjoint)]
fn fitted(#[fixed] points: &[(f64, f64)], weights: &[u32], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &(t, s) in points {
        let residual = x[0] + x[1] * t - s;
        sum += residual * residual;
    }
    for (i, weight) in weights.iter().enumerate() {
        sum = sum * x[i % 2] + x[0] * *weight as f64;
    }
    sum
}

#[test]
fn data_that_are_not_differentiated_are_gone_through_again() {
    let points = [(0.0, 1.0), (1.0, 3.0), (2.5, -1.0)];
    for n in 0..=3 {
        let weights: Vec<u32> = (1..=n).collect();
        let e = Fitted { points: &points[..n as usize], weights: &weights };
        check::gradient(e, vec![0.5, -2.0]);
        check::hessian(e, vec![0.5, -2.0]);
    }
}
