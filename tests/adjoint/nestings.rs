//! Adjoint programs inside of every strategy and every strategy inside of them, to the third order, exactly.

use ad::prelude::*;

#[exp(adjoint)]
fn power(k: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for i in 0..k {
        if i % 3 == 2 {
            y = y * y * x;
            continue;
        }
        y = y * x + y;
    }
    y
}

/// `outer::diff` of the derivative by the adjoint program, and `diff` of the recorded derivative by `outer`.
macro_rules! second {
    ($($outer:ident)*) => {$(
        #[test]
        fn $outer() {
            for k in 0..6 {
                for x in [-2, 0, 1, 3] {
                    let e = Power { k };
                    let second = ad::stack::diff(ad::stack::diff(e)).eval(I64, x);
                    assert_eq!(ad::$outer::diff(adjoint::diff(e)).eval(I64, x), second);
                    let inner = adjoint::record(ad::$outer::diff(e));
                    assert_eq!(adjoint::diff(inner).eval(I64, x), second);
                    let third = ad::stack::diff(ad::stack::diff(ad::stack::diff(e))).eval(I64, x);
                    assert_eq!(ad::stack::diff(ad::$outer::diff(adjoint::diff(e))).eval(I64, x), third);
                    assert_eq!(ad::$outer::diff(ad::forward::diff(adjoint::diff(e))).eval(I64, x), third);
                    assert_eq!(ad::$outer::diff(adjoint::diff(adjoint::diff(e))).eval(I64, x), third);
                }
            }
        }
    )*};
}

second!(forward stack backpropagator);
#[cfg(feature = "effects")]
second!(effects);

#[test]
fn adjoint_in_itself() {
    for k in 0..6 {
        let e = Power { k };
        let fourth = forward::diff(forward::diff(forward::diff(forward::diff(e)))).eval(I64, 3);
        let ours = adjoint::diff(adjoint::diff(adjoint::diff(adjoint::diff(e)))).eval(I64, 3);
        assert_eq!(ours, fourth);
    }
}

#[test]
fn exact_fractions_and_remainders() {
    let e = Power { k: 5 };
    let seven = Modular::new(7);
    for x in (0..7).map(Rational::from_integer) {
        assert_eq!(adjoint::diff(e).eval(seven, x), stack::diff(e).eval(seven, x));
    }
    let half = Rational::new(1, 2);
    assert_eq!(adjoint::diff(e).eval(Rationals, half), stack::diff(e).eval(Rationals, half));
}

#[test]
fn a_pullback_is_applied_again_and_again() {
    let e = Power { k: 4 };
    let (y, pullback) = adjoint::pullback(&e, F64, 1.5);
    assert_eq!(y, power(4, 1.5));
    let slope = stack::diff(e).eval(F64, 1.5);
    for d in [1.0, -2.0, 0.0, 0.5] {
        assert!((pullback.clone().apply(&d) - d * slope).abs() < 1e-12);
    }
}

#[test]
#[should_panic(expected = "lengths differ")]
fn too_many_adjoints_are_refused() {
    let e = Squares;
    let (_, pullback) = adjoint::pullback(&e, F64, vec![1.0, 2.0]);
    pullback.apply(&vec![1.0, 1.0, 1.0]);
}

#[exp(adjoint)]
fn squares(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}
