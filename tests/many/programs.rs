//! Random programs: values and derivatives at many points have the bits of an evaluation at each point alone.

use ad::lanes::Vectorized;
use ad::prelude::*;
use ad::{Exp, F64, Many, Of, Pointwise, Shape};

use crate::machine::{Code, Machine, Random, machine};

/// The bits, except those of a NaN, which Rust leaves open.
pub(crate) fn bits<S: Shape>(y: &Of<S, f64>) -> Vec<u64> {
    let mut bits = Vec::new();
    S::for_each(y, &mut |y: &f64| bits.push(if y.is_nan() { f64::NAN.to_bits() } else { y.to_bits() }));
    bits
}

/// Compares `e` at many points with `e` at each of them.
pub(crate) fn compare<E, const W: usize>(name: &str, e: &E, points: &[Of<E::In, f64>])
where
    E: Exp<F64> + Pointwise<W>,
    Of<E::In, f64>: std::fmt::Debug,
{
    let together = Many::new(e).width::<W>().values(points);
    for (point, together) in points.iter().zip(&together) {
        let alone = e.eval(F64, point.clone());
        assert_eq!(bits::<E::Out>(together), bits::<E::Out>(&alone), "{name} at {point:?} of {points:?}");
    }
}

/// How many programs: `MANY_PROGRAMS=100000 cargo test --release --test many programs` for a long run.
pub(crate) fn count() -> u64 {
    std::env::var("MANY_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

#[allow(clippy::cast_possible_truncation, reason = "seeds are small")]
fn each_program(check: impl Fn(&Machine<'_>, &str, &[[f64; 3]])) {
    let first = std::env::var("MANY_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for seed in first..first + count() {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let code = random.program();
        let points: Vec<[f64; 3]> = (0..8).map(|_| std::array::from_fn(|_| random.coordinate())).collect();
        let name = format!("program {seed}, {code:?}");
        check(&Machine { code: &code }, &name, &points);
        // Fewer points than lanes, or none.
        check(&Machine { code: &code }, &name, &points[..seed as usize % 8]);
    }
}

#[test]
fn values_and_adjoint_programs() {
    each_program(|e, name, points| {
        compare::<_, 8>(name, e, points);
        compare::<_, 8>(name, &adjoint::value_and_grad(e), points);
        compare::<_, 4>(name, &adjoint::value_and_grad(e), points);
    });
}

/// Vectorized functions have no bits of `F64`, but the same in all groups.
#[test]
fn vectorized_functions() {
    fn compare<E: Pointwise<8, Vectorized, In = [f64; 3]>>(name: &str, e: &E, points: &[[f64; 3]]) {
        let many = Many::new(e).vectorized();
        let (together, alone) = (many.values(points), many.one_by_one().values(points));
        for ((point, together), alone) in points.iter().zip(&together).zip(&alone) {
            assert_eq!(bits::<E::Out>(together), bits::<E::Out>(alone), "{name} at {point:?} of {points:?}");
        }
    }
    each_program(|e, name, points| {
        compare(name, e, points);
        compare(name, &adjoint::value_and_grad(e), points);
        compare(name, &stack::value_and_grad(e), points);
    });
}

#[test]
fn the_tape_and_forward_mode() {
    each_program(|e, name, points| {
        compare::<_, 8>(name, &stack::value_and_grad(e), points);
        compare::<_, 8>(name, &forward::value_and_grad(e), points);
        compare::<_, 2>(name, &backpropagator::value_and_grad(e), points);
        #[cfg(feature = "effects")]
        compare::<_, 8>(name, &effects::value_and_grad(e), points);
    });
}

/// The program along a line.
#[exp]
fn along(code: &Code, x: f64) -> f64 {
    machine(code, [x, 0.5 * x, 1.0 - x])
}

#[test]
fn series() {
    each_program(|e, name, points| {
        let points: Vec<f64> = points.iter().map(|x| x[0]).collect();
        compare::<_, 8>(name, &taylor::nth_derivative(Along { code: e.code }, 3), &points);
        compare::<_, 4>(name, &taylor::nth_derivative(forward::diff(Along { code: e.code }), 1), &points);
    });
}

#[test]
fn second_derivatives() {
    each_program(|e, name, points| {
        let pairs: Vec<_> = points.iter().map(|x| (*x, [x[1], 1.0, -0.5])).collect();
        compare::<_, 8>(name, &forward::jvp(adjoint::grad(e)), &pairs);
        compare::<_, 4>(name, &forward::jvp(stack::grad(e)), &pairs);
    });
}

/// Groups are formed again by path, and some points wait until the end.
#[test]
fn many_points_on_few_paths() {
    for seed in 1..=count() / 20 {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
        let code = random.program();
        let points: Vec<[f64; 3]> = (0..500).map(|_| std::array::from_fn(|_| random.coordinate())).collect();
        let e = Machine { code: &code };
        compare::<_, 4>("500 points", &adjoint::value_and_grad(&e), &points);
        compare::<_, 8>("500 points", &stack::value_and_grad(&e), &points);
    }
}
