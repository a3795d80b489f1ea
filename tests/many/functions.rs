//! Vectorized functions: their errors, and that a lane does not depend on the others.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use ad::{Exp, Lanes, exp, special};

use crate::machine::Random;

#[exp]
fn vector_functions(x: f64) -> [f64; 8] {
    [
        x.exp(),
        x.ln(),
        x.sin(),
        x.cos(),
        x.tanh(),
        special::sigmoid(x),
        special::erfc(x),
        special::normal_cdf(x),
    ]
}

/// The error bounds of the documentation, and of `std` or `libm`.
const BOUNDS: [f64; 8] = [1.1, 1.0, 1.0, 1.0, 3.0, 3.0, 7.0, 7.0];
const OF_STD: f64 = 2.0;

/// Φ(x) without the effect of rounding the argument of erfc, by its derivative.
fn normal_cdf(x: f64) -> f64 {
    const REST: f64 = -4.833_646_656_726_457e-17; // 1/√2 less its double
    let z = -x * FRAC_1_SQRT_2;
    let rounded = (-x).mul_add(FRAC_1_SQRT_2, -z) - x * REST;
    let slope = (-z * z).exp() * (FRAC_2_SQRT_PI * 0.5);
    let y = 0.5 * special::erfc(z);
    if x.is_finite() { y - slope * rounded } else { y }
}

/// The floats between `a` and `b`.
fn distance(a: f64, b: f64) -> f64 {
    if a == b || a.is_nan() && b.is_nan() {
        return 0.0;
    }
    if !(a.is_finite() && b.is_finite()) {
        return f64::INFINITY;
    }
    let unit = b.abs().max(f64::MIN_POSITIVE) * f64::EPSILON / 2.0;
    (a - b).abs() / unit.max(5e-324)
}

fn arguments() -> Vec<f64> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut uniform = |low: f64, high: f64| {
        low + (high - low) * f64::from(u32::try_from(random.below(1 << 31)).unwrap()) / f64::from(1u32 << 31)
    };
    let mut x = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
        -5e-324,
        1e-310,
        f64::MIN_POSITIVE,
        f64::MAX,
        -f64::MAX,
        709.78,
        709.79,
        710.0,
        -708.4,
        -745.1,
        -745.2,
        -746.0,
        1e6,
        1e6 + 0.5,
        1e15,
        1e22,
        26.5,
        27.2,
        27.3,
        22.0,
        0.5,
        -0.5,
        708.0,
        708.1,
        -708.1,
        25.99,
        26.0,
        -36.99,
        -37.0,
        38.4,
        -37.5,
        -38.5,
    ];
    for _ in 0..4000 {
        x.extend([
            uniform(-750.0, 712.0),
            uniform(-40.0, 40.0),
            uniform(-2.0, 2.0),
            uniform(0.0, 1e-4),
            uniform(-1e6, 1e6),
        ]);
        x.push(uniform(0.0, 600_000.0).floor() * std::f64::consts::FRAC_PI_2);
        x.push(uniform(-700.0, 700.0).exp());
        x.push(1.0 + uniform(-1e-3, 1e-3));
    }
    x
}

#[test]
fn errors_are_within_the_documented_bounds() {
    let x = arguments();
    let mut worst = [(0.0, 0.0); 8];
    for x in x {
        let fast = VectorFunctions.eval(Lanes::<1, _>::vectorized(), [x]);
        let mut exact = vector_functions(x);
        exact[7] = normal_cdf(x);
        for i in 0..8 {
            let error = distance(fast[i][0], exact[i]);
            if error > worst[i].0 {
                worst[i] = (error, x);
            }
        }
    }
    for i in 0..8 {
        // In units of half an ulp at least, so twice.
        assert!(
            worst[i].0 <= 2.0 * (BOUNDS[i] + OF_STD),
            "function {i}: {} at {:?}",
            worst[i].0 / 2.0,
            worst[i].1
        );
    }
}

#[test]
fn a_lane_has_the_bits_of_a_point_alone() {
    for x in arguments().chunks_exact(8).take(500) {
        let together = VectorFunctions.eval(Lanes::<8, _>::vectorized(), std::array::from_fn(|i| x[i]));
        for (lane, x) in x.iter().enumerate() {
            let alone = VectorFunctions.eval(Lanes::<1, _>::vectorized(), [*x]);
            for (together, alone) in together.iter().zip(alone) {
                assert!(
                    together[lane].to_bits() == alone[0].to_bits()
                        || alone[0].is_nan() && together[lane].is_nan(),
                    "{} and {} at {x}",
                    together[lane],
                    alone[0]
                );
            }
        }
    }
}
