//! A product of two number systems, in every class and under every strategy. Each part has the result that it has alone, on the
//! path of the first part.

use ad::Signature;
use ad::function::Sqrt;
use ad::numbers::{Dict, DoubleDoubles, Modular, Product, RealDict, Residue, Residues};
use ad::paper::{self, Closures, ClosuresDict, Deferred};
use ad::prelude::*;
use std::cell::Cell;

#[exp(adjoint, class = Semiring)]
fn natural(x: f64) -> f64 {
    let mut y = x;
    for k in 0..5_u32 {
        y = y * x + y * k as f64 + 3.0;
    }
    y * y
}

#[exp(adjoint, class = Ring)]
fn integral(x: f64) -> f64 {
    let y = x * x - 2.0 * x;
    let z = y * x - y;
    -z * y - x
}

#[exp(adjoint, class = Field)]
fn quotient(x: f64) -> f64 {
    let y = (x - 0.1) / (x * x + 1.5);
    y * y / x - 0.3 * y
}

/// Its branches are decided by the first part.
#[exp(adjoint, class = Field + PartialOrd)]
fn branching(x: f64) -> f64 {
    let mut y = x;
    let mut sum = 0.0;
    while y < 10.0 {
        y = if y > 4.0 { y * y / 2.0 } else { y * 2.0 - 0.5 };
        sum += y * x;
    }
    sum
}

#[exp(adjoint)]
fn elementary(x: f64) -> f64 {
    let y = (x.sin() + 2.0).sqrt() * x.exp();
    if y > 1.0 { y.ln() * x.abs().max(0.5) } else { y }
}

/// An expression of one number.
trait Of<D: Dict>: Exp<D> + Signature<In = f64, Out = f64> {}
impl<D: Dict, E: Exp<D> + Signature<In = f64, Out = f64>> Of<D> for E {}

/// Two records of closures and a static dictionary.
type Records<'r> = Product<ClosuresDict<'r, i64>, Product<ClosuresDict<'r, i64>, I64>>;

fn semirings(e: impl for<'r> Of<Records<'r>> + Of<I64>) {
    let counted = Cell::new(0);
    let int = paper::int();
    let counting = Closures {
        mul: Box::new(|a: i64, b| {
            counted.set(counted.get() + 1);
            a.wrapping_mul(b)
        }),
        ..paper::int()
    };
    let dict = Product(counting.dict(), Product(int.dict(), I64));
    let two = Deferred::Value(2);
    let (a, (b, c)) = e.eval(dict, (two, (two, 3)));
    let alone = e.eval(I64, 2);
    assert_eq!((dict.0.concrete(a), int.dict().concrete(b), c), (alone, alone, e.eval(I64, 3)));
    assert!(counted.get() > 0);
}

fn rings(e: impl Of<Product<I64, Modular>> + Of<I64> + Of<Modular>) {
    let modular = Modular::new(2_147_483_647);
    let both = e.eval(Product(I64, modular), (7, 12.into()));
    assert_eq!(both, (e.eval(I64, 7), e.eval(modular, 12.into())));
}

fn fields(e: impl Of<Product<Rationals, Residues>> + Of<Rationals> + Of<Residues>) {
    let (x, r) = (Rational::new(3, 2), Residue::new(99));
    let both = e.eval(Product(Rationals, Residues), (x, r));
    assert_eq!(both, (e.eval(Rationals, x), e.eval(Residues, r)));
}

fn ordered_fields(
    e: impl Of<Product<F64, Rationals>> + Of<Product<F64, Residues>> + Of<F64> + Of<Rationals>,
) {
    let x = Rational::new(3, 2);
    let both = e.eval(Product(F64, Rationals), (1.5, x));
    assert_eq!(both, (e.eval(F64, 1.5), e.eval(Rationals, x)));
    // The second part does not compare.
    assert_eq!(e.eval(Product(F64, Residues), (1.5, Residue::new(7))).0, both.0);
}

fn real_numbers(e: impl Of<Product<F64, DoubleDoubles>> + Of<F64> + Of<DoubleDoubles>) {
    for x in [0.7, -0.3] {
        let (float, b) = e.eval(Product(F64, DoubleDoubles), (x, x.into()));
        let alone = e.eval(DoubleDoubles, x.into());
        assert_eq!(float, e.eval(F64, x));
        assert!((b - alone).high().abs() <= 1e-26 * alone.high().abs(), "{b:?} and {alone:?}");
    }
}

/// The operator, and the operator twice and inside and outside of forward mode.
macro_rules! suite {
    ([$($strategy:ident)*]) => {$(
        #[test]
        fn $strategy() {
            use ad_testing::strategy::$strategy::diff;
            macro_rules! each {
                ($check:ident, $e:ident) => {
                    $check(diff($e));
                    $check(diff(diff($e)));
                    $check(diff(ad::forward::diff($e)));
                    $check(ad::forward::diff(diff($e)));
                };
            }
            each!(semirings, Natural);
            each!(rings, Integral);
            each!(fields, Quotient);
            each!(ordered_fields, Branching);
            each!(real_numbers, Elementary);
        }
    )*};
}
ad_testing::strategies!(diff, [suite]);

/// Adjoint programs.
#[test]
fn of_programs() {
    let (x, r) = (Rational::new(3, 2), Residue::new(99));
    let both = adjoint::diff(Branching).eval(Product(F64, Rationals), (1.5, x));
    assert_eq!(both, (adjoint::diff(Branching).at(1.5), adjoint::diff(Branching).eval(Rationals, x)));
    let both = adjoint::diff(adjoint::diff(Integral)).eval(Product(I64, Residues), (7, r));
    assert_eq!(
        both,
        (
            forward::diff(forward::diff(Integral)).eval(I64, 7),
            forward::diff(forward::diff(Integral)).eval(Residues, r)
        )
    );
}

/// A part that is no double decides by its own functions.
#[test]
fn the_first_part_need_not_have_doubles() {
    let dict = Product(Residues, F64);
    let (residue, float) = dict.function(Sqrt, [(Residue::new(4), 4.0)]);
    assert_eq!((residue, float), (Residues.function(Sqrt, [Residue::new(4)]), 2.0));
}
