//! Expressions that ignore their variable, return it, or return a constant that has never met a variable.

use ad::Graph;
use ad::paper::{Closures, float, int};
use ad::prelude::*;

use super::panic_message;
use ad_testing::{
    Polynomial, assert_modulo_2_to_64, assert_over_dictionaries, assert_over_records, chain, nest,
    nesting_tests,
};

/// One expression with a choice inside, so that each mixture of strategies is compiled once.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Constant,
    Ado,
    Unbound,
    Late,
    Variable,
    ZerothPower,
    PowerOfConstant,
}

/// The expressions, and the polynomials that they are.
const SUBJECTS: [(Kind, &[i128]); 7] = [
    (Kind::Constant, &[5]),
    (Kind::Ado, &[81]),
    (Kind::Unbound, &[2, 6]),
    (Kind::Late, &[0, 1]),
    (Kind::Variable, &[0, 1]),
    (Kind::ZerothPower, &[1]),
    (Kind::PowerOfConstant, &[125]),
];

#[exp(class = Semiring)]
fn subject(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::Constant => 5.0,
        Kind::Ado => ado(x),
        Kind::Unbound => unbound(x),
        Kind::Late => late(x),
        Kind::Variable => x,
        Kind::ZerothPower => ad::paper::monomial(0, x),
        Kind::PowerOfConstant => ad::paper::monomial(3, subject(Kind::Constant, x)),
    }
}

/// Ignores the variable after much ado.
#[exp]
fn ado(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..10 {
        y = y * x + 1.0;
    }
    y = 2.0;
    let constants = (1.0 + y) * (3.0 * 1.0);
    constants * constants
}

/// Constants meet each other in all ways that a semiring has, by value and by reference.
#[exp]
#[allow(clippy::op_ref, reason = "operators on references are what is tested")]
fn unbound(x: f64) -> f64 {
    let two = 1.0 + 1.0;
    let mut six = &two * 3.0;
    six += 0.0;
    six *= 1.0;
    let none: [f64; 0] = [];
    let one = none.iter().sum::<f64>() + none.iter().product::<f64>();
    (six * &one) * x + (0.0 * 0.0 + two)
}

/// Returns the variable, late.
#[exp]
fn late(x: f64) -> f64 {
    let y = x * x;
    let _ = y * y;
    let pair = (x, y);
    pair.0
}

/// A constant that takes a field.
#[exp]
fn quarter(_x: f64) -> f64 {
    0.5 * 0.5
}

macro_rules! check {
    ($($strategy:ident)*) => {
        let order = [$(stringify!($strategy)),*].len();
        for (kind, coefficients) in SUBJECTS {
            println!("{kind:?}");
            let e = nest!(Subject { kind }; $($strategy)*);
            let expected = Polynomial::new(coefficients).derivative(order);
            assert_over_dictionaries(&e, &expected);
            assert_over_records(&e, &expected);
            for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                // Of degree 1 at most: the derivative is the same everywhere.
                assert_eq!(e.at(x), e.at(0.0), "at {x}");
            }
        }
        let e = nest!(Quarter; $($strategy)*);
        assert_eq!(e.eval(Rationals, Rational::new(1, 3)), Rational::ZERO);
        assert_eq!(e.eval(Modular::new(7), 3.into()), Rational::ZERO);
        assert_eq!(e.at(3.0), 0.0);
    };
}

mod first_derivative {
    use super::*;

    nesting_tests!([*] check);
}

/// In one ring and over floats. [`mixtures_run_over_every_number_system`] has the others.
macro_rules! check_in_a_ring {
    ($($strategy:ident)*) => {
        for (kind, coefficients) in SUBJECTS {
            println!("{kind:?}");
            let e = nest!(Subject { kind }; $($strategy)*);
            assert_modulo_2_to_64(&e, &Polynomial::new(coefficients).derivative(2));
            for x in [0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert_eq!(e.at(x), 0.0, "at {x}");
            }
        }
    };
}

mod second_derivative {
    use super::*;

    nesting_tests!([* *] check_in_a_ring);
}

/// Each strategy at each place.
#[test]
fn mixtures_run_over_every_number_system() {
    for (kind, coefficients) in SUBJECTS {
        chain!([diff[diff]], Subject { kind }, |name, e| {
            println!("{name} of {kind:?}");
            let expected = Polynomial::new(coefficients).derivative(2);
            assert_over_dictionaries(&e, &expected);
            assert_over_records(&e, &expected);
        });
    }
    chain!([diff[diff]], Quarter, |name, e| {
        assert_eq!(e.eval(Rationals, Rational::new(1, 3)), Rational::ZERO, "{name}");
        assert_eq!(e.eval(Modular::new(7), 3.into()), Rational::ZERO, "{name}");
        assert_eq!(e.at(3.0), 0.0, "{name}");
    });
}

#[test]
fn a_constant_result_is_brought_under_the_dictionary() {
    assert_eq!(Quarter.eval(F64, 1.0), 0.25);
    assert_eq!(Quarter.eval(Rationals, Rational::ONE), Rational::new(1, 4));
    assert_eq!(Quarter.eval(Modular::new(7), Rational::ONE), 2.into()); // 4 · 2 = 8
    let graph = Graph::new();
    let y = Quarter.eval(graph.dict(), graph.variable("x"));
    assert_eq!(graph.tree(y).to_string(), "(1/4)");
    assert_eq!(int().eval(&Subject { kind: Kind::Ado }, 7), 81);
    assert_eq!(float().eval(&Subject { kind: Kind::Ado }, 7.0), 81.0);
    assert_eq!(Subject { kind: Kind::Constant }.eval(Modular::new(3), Rational::ONE), 2.into());
}

#[test]
fn a_constant_result_of_a_record_that_counts_is_made_by_the_record() {
    let tropical =
        Closures { zero: i64::MAX, one: 0, add: Box::new(i64::min), mul: Box::new(i64::saturating_add) };
    assert_eq!(tropical.eval(&Subject { kind: Kind::Constant }, 7), 0); // 5 is min(0, 0, 0, 0, 0)
    let message =
        panic_message(|| ad::paper::ClosuresDict::<i64>::default().concrete(ad::paper::Deferred::Natural(3)));
    assert_eq!(message, "the constant 3 has met no record of operations");
}
