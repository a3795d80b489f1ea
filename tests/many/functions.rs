//! Vectorized functions: their errors, and that a lane does not depend on the others.

use ad::function::{Copysign, Function, Heaviside, Signum};
use ad::numbers::{DoubleDouble, DoubleDoubles};
use ad::{Exp, Lanes, Num, RealDict, Signature, exp, forward, special};

use crate::machine::Random;
use crate::programs::count;

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

/// A row of the table, which has one value for each lane.
struct Row<F>(F);

impl<F> Signature for Row<F> {
    type In = (f64, f64);
    type Out = [f64; 2];
}

impl<D: RealDict, F: Function<1>> Exp<D> for Row<F> {
    fn apply(&self, _: D, (x, s): &(Num<D>, Num<D>)) -> [Num<D>; 2] {
        [ad::Real::function(self.0, [*x]), ad::Real::function(Copysign, [*x, *s])]
    }
}

#[exp]
fn kink(x: f64) -> f64 {
    x.abs() + 3.0 * x.signum()
}

/// Outside of `Many`, lanes that were asked a question and answered differently would panic.
#[test]
fn steps_and_signs_are_those_of_each_lane() {
    let x = [-1.0, 0.0, -0.0, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e-310];
    let s = [1.0, -1.0, -0.0, -2.0, 1.0, -0.0, f64::NAN, 0.0];
    let bits = |y: [f64; 8]| y.map(|y| if y.is_nan() { f64::NAN.to_bits() } else { y.to_bits() });
    let [steps, copies] = Row(Heaviside).eval(Lanes::<8>::new(), (x, s));
    assert_eq!(bits(steps), bits(x.map(|x| Heaviside.value([x]))));
    assert_eq!(bits(copies), bits(std::array::from_fn(|i| x[i].copysign(s[i]))));
    let [signs, _] = Row(Signum).eval(Lanes::<8, _>::vectorized(), (x, s));
    assert_eq!(bits(signs), bits(x.map(f64::signum)));
    assert_eq!(
        forward::diff(Kink).eval(Lanes::<4>::new(), [-2.0, 3.0, -0.5, 1e-310]),
        [-1.0, 1.0, -1.0, 1.0]
    );
}

/// The error bounds of the documentation.
const BOUNDS: [f64; 8] = [1.1, 1.0, 1.0, 1.0, 3.0, 3.0, 7.0, 7.0];

/// The probability 1 - Φ(x) for x ≥ 0, by the series around 0 and by the continued fraction (P. S. Laplace, 1805). The argument `one` is 1.
#[exp]
fn tail(x: f64, one: f64) -> f64 {
    let density = (x * x * -0.5).exp() / (one.atan() * 8.0).sqrt();
    if x < 6.0 {
        let (mut term, mut sum, mut k) = (x, x, 1);
        while term > sum * 1e-33 {
            k += 2;
            term = term * x * x / k as f64;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    let mut rest = x;
    for k in (1..150).rev() {
        rest = x + k as f64 / rest;
    }
    density / rest
}

#[exp]
fn exact_normal_cdf(x: f64, one: f64) -> f64 {
    if x > 0.0 { 1.0 - tail(x, one) } else { tail(-x, one) }
}

#[exp]
fn exact_erfc(x: f64, one: f64) -> f64 {
    let root = (one + one).sqrt();
    if x < 0.0 { 2.0 - 2.0 * tail(-x * root, one) } else { 2.0 * tail(x * root, one) }
}

/// The functions of `VectorFunctions` with 30 digits.
#[exp]
fn exact_functions(x: f64, one: f64) -> [f64; 8] {
    let (cdf, erfc) = if x.abs() < 40.0 {
        (exact_normal_cdf(x, one), exact_erfc(x, one))
    } else {
        (special::normal_cdf(x), special::erfc(x))
    };
    [x.exp(), x.ln(), x.sin(), x.cos(), x.tanh(), special::sigmoid(x), erfc, cdf]
}

/// The sine and the cosine for |x| ≤ 10⁶, whose period has to have more than 30 digits.
fn exact_sin_cos(x: f64) -> [DoubleDouble; 2] {
    // π/2 in parts of at most 33 bits, and the rest, so that products with the quadrant are exact.
    const PI_2: [f64; 4] = [
        1.570_796_326_734_125_6,
        6.077_100_506_303_966e-11,
        2.022_266_248_711_166_5e-21,
        8.478_427_660_368_9e-32,
    ];
    let quadrant = (x * std::f64::consts::FRAC_2_PI).round();
    let r =
        PI_2.iter().fold(DoubleDouble::from(x), |r, part| r - DoubleDouble::from(quadrant) * (*part).into());
    let [.., sin, cos, _, _, _, _] = ExactFunctions.eval(DoubleDoubles, (r, 1.0.into()));
    match quadrant.rem_euclid(4.0) {
        0.0 => [sin, cos],
        1.0 => [cos, -sin],
        2.0 => [-sin, -cos],
        _ => [-cos, sin],
    }
}

/// The error of `a` in units of the last place of the exact number.
fn error(a: f64, exact: DoubleDouble) -> f64 {
    let (high, low) = (exact.high(), exact.low());
    if a == high && (low == 0.0 || !a.is_finite()) || a.is_nan() && high.is_nan() {
        return 0.0;
    }
    if !(a.is_finite() && high.is_finite()) {
        // The exact number is beyond the largest float, or rounds to it.
        return if (a - high).abs() > 1e308 && a.abs().min(high.abs()) > 1.797e308 {
            0.5
        } else {
            f64::INFINITY
        };
    }
    let exponent = f64::from_bits(high.to_bits() & 0x7ff0_0000_0000_0000).max(f64::MIN_POSITIVE);
    let error = ((a - high) - low).abs() / (exponent * f64::EPSILON);
    // Subnormal numbers are rounded twice. Up to here the exact number is rounded, too, since its low part is subnormal.
    if high.abs() < f64::MIN_POSITIVE / f64::EPSILON { error - 1.0 } else { error }
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
    for _ in 0..count() / 3 {
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
    let mut worst = [(0.0, 0.0); 8];
    for x in arguments() {
        let fast = VectorFunctions.eval(Lanes::<1, _>::vectorized(), [x]);
        let mut exact = ExactFunctions.eval(DoubleDoubles, (x.into(), 1.0.into()));
        if x.abs() <= 1e6 {
            [exact[2], exact[3]] = exact_sin_cos(x);
        } else {
            // These are the functions of `std`.
            [exact[2], exact[3]] = [x.sin().into(), x.cos().into()];
        }
        if x.abs() < f64::MIN_POSITIVE {
            (exact[2], exact[4]) = (x.into(), x.into());
        }
        for i in 0..8 {
            let error = error(fast[i][0], exact[i]);
            if error > worst[i].0 {
                worst[i] = (error, x);
            }
        }
    }
    for i in 0..8 {
        assert!(worst[i].0 <= BOUNDS[i], "function {i}: {} at {:?} of {worst:?}", worst[i].0, worst[i].1);
    }
    println!("{worst:?}");
}

#[test]
fn a_lane_has_the_bits_of_a_point_alone() {
    for x in arguments().chunks_exact(8).take(500) {
        let together = VectorFunctions.eval(Lanes::<8, _>::vectorized(), std::array::from_fn(|i| x[i]));
        for (lane, x) in x.iter().enumerate() {
            let alone = VectorFunctions.eval(Lanes::<1, _>::vectorized(), [*x]);
            // Plain floats run the same code for the normal distribution.
            let same = |y: f64| y.to_bits() == alone[7][0].to_bits() || y.is_nan() && alone[7][0].is_nan();
            assert!(same(special::normal_cdf(*x)), "{x}");
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
