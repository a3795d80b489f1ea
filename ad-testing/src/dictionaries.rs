//! Compares an expression with a polynomial over every number system, exactly.

use std::num::Wrapping;

use ad_core::paper::{ClosuresDict, float, int};
use ad_core::{
    CHECKED_I64, CheckedI64, Exp, F64, Graph, I64, Modular, Rational, Rationals, Signature, Symbolic,
};

use crate::Polynomial;

/// Asserts that `e` is the polynomial `expected` over each dictionary.
pub fn assert_over_dictionaries<E>(e: &E, expected: &Polynomial)
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
    assert_modulo_2_to_64(e, expected);
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

/// Asserts that `e` is the polynomial `expected` over the integers modulo 2⁶⁴. It replaces [`assert_over_dictionaries`] where
/// more dictionaries would take too long to compile.
pub fn assert_modulo_2_to_64<E>(e: &E, expected: &Polynomial)
where
    E: Exp<I64> + Signature<In = f64, Out = f64>,
{
    for n in [0, 3, -5, i64::MAX, i64::MIN, 0x0123_4567_89AB_CDEF] {
        assert_eq!(e.eval(I64, n), modulo_2_to_64(expected, n), "over I64 at {n}");
    }
}

/// Asserts that `e` is the polynomial `expected` over records of closures made at run time.
pub fn assert_over_records<E>(e: &E, expected: &Polynomial)
where
    E: Signature<In = f64, Out = f64>,
    E: for<'r> Exp<ClosuresDict<'r, f64>> + for<'r> Exp<ClosuresDict<'r, i64>>,
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
