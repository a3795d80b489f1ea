//! Functions with a special point, against `mpmath` with at least 60 digits: values and derivatives to the third order.

#![allow(
    clippy::unreadable_literal,
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "the numbers are printed by `mpmath`"
)]

use ad::enclosure::{Interval, enclose};
use ad::numbers::{DoubleDouble, DoubleDoubles};
use ad::prelude::*;
use ad::special::{linoid, log_add_exp, log_normal_cdf, log1mexp, xlogy};
use ad::{F64, Many, testing};

#[exp(adjoint)]
fn guarded(which: usize, x: f64, y: f64) -> f64 {
    match which {
        0 => linoid(x),
        1 => log1mexp(x),
        2 => log_normal_cdf(x),
        3 => log_add_exp(x, y),
        _ => xlogy(x, y),
    }
}

/// The first number, with the second one fixed.
#[exp(adjoint)]
fn unary(which: usize, x: f64) -> f64 {
    guarded(which, x, 1.0)
}

/// Arguments, and the value with three derivatives there.
const TABLES: [&[(f64, [f64; 4])]; 3] = [LINOID, LOG1MEXP, LOG_NORMAL_CDF];

const LINOID: &[(f64, [f64; 4])] = &[
    (0.0, [1.0, 0.5, 0.16666666666666666, 0.0]),
    (1e-09, [1.0000000005, 0.5000000001666667, 0.16666666666666666, -3.3333333333333335e-11]),
    (-1e-05, [0.9999950000083333, 0.4999983333333333, 0.166666666665, 3.333333333293651e-07]),
    (0.3, [1.1574887740530249, 0.5498504807005266, 0.16517466875381695, -0.009893528869197036]),
    (-0.7, [0.6905037045441244, 0.3852060780370315, 0.1587328541096632, 0.02201769802410947]),
    (1.0, [1.5819767068693265, 0.6613031126615341, 0.15094757870940276, -0.02962849526179797]),
    (-1.0, [0.5819767068693265, 0.33869688733846587, 0.15094757870940276, 0.02962849526179797]),
    (1.5, [1.9308253751833024, 0.7326512056710104, 0.1337060703689087, -0.03848418585637435]),
    (-2.5, [0.22356372458463003, 0.15413053033083896, 0.09227143684336024, 0.04138340049486738]),
    (20.0, [20.00000004122307, 0.999999960838081, 3.7100765526768966e-08, -3.5039612210211915e-08]),
    (-30.0, [2.807286890652315e-12, 2.7137106609641673e-12, 2.6201344312762646e-12, 2.5265582015888438e-12]),
    (700.0, [700.0, 1.0, 6.88205422754432e-302, -6.87219455100056e-302]),
    (-700.0, [6.90177358063184e-302, 6.891913904088079e-302, 6.88205422754432e-302, 6.87219455100056e-302]),
];

const LOG1MEXP: &[(f64, [f64; 4])] = &[
    (-1e-09, [-20.723265837446412, -999999999.4999999, -9.999999999999999e+17, -1.9999999999999998e+27]),
    (-0.3, [-1.3502256128148467, -2.8582959135100827, -11.02815144269852, -74.07159184716953]),
    (-0.9, [-0.5218354429087223, -0.6851177504050079, -1.1545040823250265, -2.7364465617568667]),
    (-1.0, [-0.4586751453870819, -0.5819767068693265, -0.9206735942077923, -1.9922947671249873]),
    (-1.1, [-0.40477197392828995, -0.49896065897319475, -0.7479223981761595, -1.4942901034857368]),
    (-5.0, [-0.006760749449488557, -0.006783654906304231, -0.006829672880192057, -0.006922333168076392]),
    (
        -50.0,
        [-1.9287498479639178e-22, -1.9287498479639178e-22, -1.9287498479639178e-22, -1.9287498479639178e-22],
    ),
    (
        -700.0,
        [-9.85967654375977e-305, -9.85967654375977e-305, -9.85967654375977e-305, -9.85967654375977e-305],
    ),
];

const LOG_NORMAL_CDF: &[(f64, [f64; 4])] = &[
    (0.0, [-0.6931471805599453, 0.7978845608028654, -0.6366197723675814, 0.21801361414499015]),
    (0.5, [-0.3689464152886564, 0.5091604338370335, -0.5138245643036329, 0.27099012446870785]),
    (3.0, [-0.0013508099647481938, 0.004437839042125664, -0.013333211541740806, 0.03568013687657047]),
    (9.0, [-1.1285884059538405e-19, 1.0279773571668915e-18, -9.251796214502023e-18, 8.223818857335131e-17]),
    (
        30.0,
        [-4.906713927148187e-198, 1.4736461348785476e-196, -4.420938404635642e-195, 1.3248078752558141e-193],
    ),
    (-0.5, [-1.1759117615936185, 1.1410777703680646, -0.731519592844121, 0.16260392517612296]),
    (-2.0, [-3.783184333682032, 2.373215532822841, -0.8857208995859187, 0.059355861291565816]),
    (-4.9, [-14.551182689355313, 5.089828600129883, -0.9661950380636992, 0.011349989438385681]),
    (-5.0, [-15.064998393988725, 5.186503967125842, -0.9673035653828878, 0.0108257645063567]),
    (-5.1, [-15.588487091871466, 5.283287616909157, -0.9683611967489406, 0.01033171862926559]),
    (-8.0, [-35.01343715991455, 8.121368112236112, -0.9856751165566591, 0.0032918765663441357]),
    (-15.0, [-116.1313848457117, 15.066086827167823, -0.9956698762424401, 0.0005626425236613474]),
    (-37.0, [-689.0305855768906, 37.02698768612699, -0.9992727219011225, 3.914136240302154e-05]),
    (-40.0, [-804.6084420137538, 40.02496884720726, -0.9993773316214086, 3.101744039648625e-05]),
    (-200.0, [-20006.21728089819, 200.00499975003123, -0.999975003749219, 2.4992502342940935e-07]),
    (-10000.0, [-50000010.12927891, 10000.000099999997, -0.9999999900000006, 1.99999976000003e-12]),
];

/// The relative error.
fn error(y: f64, right: f64) -> f64 {
    if y == right { 0.0 } else { (y - right).abs() / right.abs() }
}

#[test]
fn values_and_three_derivatives_agree_with_the_table() {
    // The higher derivatives of the last function cancel where its tail begins.
    let bounds = [[1e-15, 1e-15, 1e-15, 5e-15], [1e-15; 4], [1e-15, 2e-15, 5e-14, 3e-11]];
    for (which, (table, bounds)) in TABLES.iter().zip(bounds).enumerate() {
        let e = Unary { which };
        for (x, right) in *table {
            let y = [
                e.eval(F64, *x),
                forward::diff(&e).eval(F64, *x),
                forward::diff(forward::diff(&e)).eval(F64, *x),
                forward::diff(forward::diff(forward::diff(&e))).eval(F64, *x),
            ];
            let by_program =
                [adjoint::diff(&e).eval(F64, *x), forward::diff(adjoint::diff(&e)).eval(F64, *x)];
            for (order, y) in y.into_iter().enumerate().chain((1..).zip(by_program)) {
                let found = error(y, right[order]);
                assert!(found <= bounds[order], "{which}, order {order} at {x}: {y} is off by {found:e}");
            }
            let digits = e.eval(DoubleDoubles, DoubleDouble::from(*x)).high();
            assert!(error(digits, right[0]) <= 1e-15, "{which} at {x}: {digits}");
            let enclosure = enclose(&e, &Interval::from(*x)).unwrap();
            assert!(enclosure.contains(right[0]), "{which} at {x}: {enclosure}");
        }
    }
}

#[test]
fn two_numbers_at_ties_edges_and_far_apart() {
    let derivatives = |which, x| {
        let e = Guarded { which };
        let (y, by_program) = adjoint::value_and_grad(&e).eval(F64, x);
        let (forward_y, gradient) = forward::value_and_grad(&e).eval(F64, x);
        assert_eq!((y, by_program), (forward_y, gradient), "{which} at {x:?}");
        (y, gradient)
    };
    let hessian = |which, x| ad::hessian(Guarded { which }).eval(F64, x);
    assert_eq!(derivatives(3, (0.3, 0.3)), (0.3 + 2f64.ln(), (0.5, 0.5)));
    assert_eq!(hessian(3, (0.3, 0.3)), ((0.25, -0.25), (-0.25, 0.25)));
    let tiny = (-40f64).exp();
    assert_eq!(derivatives(3, (0.0, -40.0)), (tiny, (1.0, tiny)));
    assert_eq!(derivatives(3, (-40.0, 0.0)), (tiny, (tiny, 1.0)));
    assert_eq!(hessian(3, (0.0, -40.0)), ((tiny, -tiny), (-tiny, tiny)));
    let infinite = f64::INFINITY;
    assert_eq!(derivatives(3, (-infinite, -infinite)), (-infinite, (0.5, 0.5)));
    assert_eq!(derivatives(3, (-infinite, 2.0)), (2.0, (0.0, 1.0)));
    assert_eq!(derivatives(3, (infinite, 2.0)), (infinite, (1.0, 0.0)));
    assert!(log_add_exp(f64::NAN, 2.0).is_nan() && log_add_exp(2.0, f64::NAN).is_nan());

    assert_eq!(derivatives(4, (0.0, 3.0)), (0.0, (3f64.ln(), 0.0)));
    assert_eq!(hessian(4, (0.0, 4.0)), ((0.0, 0.25), (0.25, 0.0)));
    assert_eq!(derivatives(4, (0.0, 0.0)), (0.0, (0.0, 0.0)));
    assert_eq!(derivatives(4, (2.0, 4.0)), (2.0 * 4f64.ln(), (4f64.ln(), 0.5)));
    assert_eq!(xlogy(2.0, 0.0), -infinite);
    assert!(xlogy(0.0, f64::NAN).is_nan() && xlogy(0.0, -1.0).is_nan());
}

#[test]
fn ends_of_the_domains() {
    let slope = |which, x| forward::diff(Unary { which }).eval(F64, x);
    assert_eq!(
        (linoid(f64::INFINITY), linoid(-800.0), slope(0, 800.0), slope(0, -800.0)),
        (f64::INFINITY, 0.0, 1.0, 0.0)
    );
    assert_eq!(
        (log1mexp(0.0), log1mexp(f64::NEG_INFINITY), slope(1, f64::NEG_INFINITY)),
        (f64::NEG_INFINITY, 0.0, 0.0)
    );
    assert!(log1mexp(1.0).is_nan());
    assert_eq!((log_normal_cdf(f64::INFINITY), log_normal_cdf(f64::NEG_INFINITY)), (0.0, f64::NEG_INFINITY));
    assert_eq!((slope(2, 50.0), slope(2, -1e100)), (0.0, 1e100));
}

#[test]
fn boxes_and_lanes() {
    for (which, table) in TABLES.iter().enumerate() {
        let (low, high) = if which == 1 { (-1.5, -0.5) } else { (-1.0, 1.0) };
        let x = Interval::new(low, high);
        let (y, d) =
            (enclose(&Unary { which }, &x).unwrap(), enclose(&forward::diff(Unary { which }), &x).unwrap());
        for x in [low, 0.5 * (low + high), high] {
            let slope = forward::diff(Unary { which }).eval(F64, x);
            assert!(
                y.contains(Unary { which }.eval(F64, x)) && d.contains(slope),
                "{which} at {x}: {y}, {d}"
            );
        }
        assert!(y.width() < 10.0 && d.width() < 100.0, "{which}: {y}, {d}");
        let points: Vec<f64> = table.iter().map(|row| row.0).collect();
        let e = adjoint::value_and_grad(Unary { which });
        let together = Many::new(&e).values(&points);
        let alone: Vec<_> = points.iter().map(|x| e.eval(F64, *x)).collect();
        assert_eq!(together, alone, "{which}");
    }
}

/// At the special points and where one formula takes over from another, no derivative is that of one point only.
#[test]
fn no_point_is_special() {
    for (which, points) in [
        (0, &[(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0)][..]),
        (1, &[(-1.0, 0.0), (-1e-9, 0.0)]),
        (2, &[(0.0, 0.0), (-5.0, 0.0)]),
        (3, &[(0.3, 0.3), (0.0, 0.0), (0.0, -40.0)]),
        (4, &[(0.0, 3.0), (0.0, 0.0), (1.0, 1.0)]),
    ] {
        for x in points {
            testing::check(&Guarded { which }, x).unwrap_or_else(|error| panic!("{which}: {error}"));
            testing::check_by_differences(&Guarded { which }, x)
                .unwrap_or_else(|error| panic!("{which}: {error}"));
        }
    }
}
