//! All 3 + 9 + 27 mixtures of the strategies up to the third order, over every number system, compared exactly
//! with derivatives of polynomials. A test is named by its mixture: `third_order::stack::forward::effects` is
//! `stack::diff(forward::diff(effects::diff(e)))`.

use std::num::Wrapping;

use ad::prelude::*;
use ad::{CheckedI64, Closures, Signature, Symbolic, float, int};
use polynomial::Polynomial;

#[macro_use]
#[path = "support/nestings.rs"]
mod nestings;
#[path = "support/polynomial.rs"]
mod polynomial;

// The expressions --------------------------------------------------------------------------------------------

/// What is differentiated: one expression with a choice inside, so that each mixture is compiled once.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// xᵏ
    Monomial(u32),
    /// (x + 1)³
    Cube,
    /// Shared sub-expressions, constants on either side and constants among themselves.
    Shared,
}

#[exp(class = Semiring)]
fn subject(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::Monomial(k) => ad::monomial(k, x),
        Kind::Cube => {
            let y = x + 1.0;
            y * y * y
        }
        Kind::Shared => {
            let a = 2.0 * x + 3.0;
            let b = a * a + x;
            let c = (2.0 * 3.0 + 1.0) * b * a + b;
            c + 0.0 * x + 1.0 * b + a * 5.0
        }
    }
}

/// With differences, for rings: x - (2 - x)³ - (-x)².
#[exp]
fn differences(x: f64) -> f64 {
    let y = 2.0 - x;
    let z = -x;
    x - y * y * y - z * z
}

/// The polynomials that they are.
fn subjects() -> Vec<(Subject, Polynomial)> {
    let x = Polynomial::x();
    let a = Polynomial::new([3, 2]);
    let b = &(&a * &a) + &x;
    let c = &(&(&Polynomial::constant(7) * &b) * &a) + &b;
    let shared = &(&c + &b) + &(&a * &Polynomial::constant(5));
    let mut subjects: Vec<_> =
        (0..=6).map(|k| (Subject { kind: Kind::Monomial(k) }, x.power(k as usize))).collect();
    subjects.push((Subject { kind: Kind::Cube }, Polynomial::new([1, 1]).power(3)));
    subjects.push((Subject { kind: Kind::Shared }, shared));
    subjects
}

fn difference() -> Polynomial {
    let x = Polynomial::x();
    &(&x - &Polynomial::new([2, -1]).power(3)) - &x.power(2)
}

// The number systems -----------------------------------------------------------------------------------------

/// Asserts that `e` is the polynomial `expected` over each dictionary.
fn assert_over_dictionaries<E>(e: &E, expected: &Polynomial)
where
    E: Signature<In = f64, Out = f64>,
    E: Exp<F64> + Exp<I64> + Exp<CheckedI64> + Exp<Modular> + Exp<Rationals> + for<'g> Exp<Symbolic<'g>>,
{
    for n in -3..=3 {
        let value = expected.at(i128::from(n), |c| c);
        assert_eq!(i128::from(e.eval(CHECKED_I64, n)), value, "over CheckedI64 at {n}");
        for m in [1, 2, 7, 1_000_000_007, u64::MAX] {
            let residue = Rational::from(value.rem_euclid(m.into()));
            assert_eq!(e.eval(Modular::new(m), i128::from(n).into()), residue, "modulo {m} at {n}");
        }
    }
    for n in [0, 3, -5, i64::MAX, i64::MIN, 0x0123_4567_89AB_CDEF] {
        assert_eq!(e.eval(I64, n), modulo_2_to_64(expected, n), "over I64 at {n}");
    }
    for x in [-3.0, -0.5, 0.0, 1.0, 2.5] {
        assert_eq!(e.eval(F64, x), expected.at(x, to_f64), "over F64 at {x}");
    }
    for x in [Rational::new(-7, 3), Rational::new(0, 1), Rational::new(3, 2)] {
        assert_eq!(e.eval(Rationals, x), expected.at(x, Rational::from), "over Rationals at {x}");
    }
    let graph = Graph::new();
    let y = e.eval(graph.dict(), graph.variable("x"));
    assert_eq!(&Polynomial::normal_form(&graph, y), expected, "over Symbolic");
}

/// Asserts that `e` is the polynomial `expected` over records of closures made at run time.
fn assert_over_records<E>(e: &E, expected: &Polynomial)
where
    E: Signature<In = f64, Out = f64>,
    E: for<'r> Exp<Closures<'r, f64>> + for<'r> Exp<Closures<'r, i64>>,
{
    for n in [0, 3, -5, i64::MAX] {
        assert_eq!(int().eval(e, n), modulo_2_to_64(expected, n), "over the record of integers at {n}");
    }
    for x in [-3.0, -0.5, 0.0, 1.0, 2.5] {
        assert_eq!(float().eval(e, x), expected.at(x, to_f64), "over the record of floats at {x}");
    }
}

fn modulo_2_to_64(p: &Polynomial, n: i64) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "truncation is reduction modulo 2⁶⁴")]
    {
        p.at(Wrapping(i128::from(n)), Wrapping).0 as i64
    }
}

fn to_f64(c: i128) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "the coefficients are small")]
    {
        c as f64
    }
}

// The mixtures -----------------------------------------------------------------------------------------------

macro_rules! check {
    ($($strategy:ident)*) => {
        let strategies: &[&str] = &[$(stringify!($strategy)),*];
        let order = strategies.len();
        for (subject, polynomial) in subjects() {
            println!("{:?}", subject.kind);
            let e = nest!(subject; $($strategy)*);
            assert_over_dictionaries(&e, &polynomial.derivative(order));
            assert_over_records(&e, &polynomial.derivative(order));
        }
        println!("differences");
        assert_over_dictionaries(&nest!(Differences; $($strategy)*), &difference().derivative(order));
    };
}

mod first_order {
    use super::*;

    nestings!([*] check);
}

mod second_order {
    use super::*;

    nestings!([* *] check);
}

mod third_order {
    use super::*;

    nestings!([* * *] check);
}

/// Otherwise the tests above compare with a wrong polynomial.
#[test]
fn the_expressions_are_the_polynomials_they_are_compared_with() {
    check!();
}
