//! A product of two number systems, in every class and under every strategy. Each part has the result that it has alone, on the
//! path of the first part.

use ad::function::Sqrt;
use ad::numbers::{Dict, DoubleDoubles, Modular, Product, RealDict, Residue, Residues};
use ad::paper::{self, Closures, ClosuresDict, Deferred};
use ad::prelude::*;
use ad::{Signature, linear, testing};
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

/// The operator over each pair of number systems. The operator twice, and inside and outside of forward mode, where numbers have no
/// division, and where they have all but functions: a strategy over a product is like one over any number system.
macro_rules! suite {
    ([$($strategy:ident)*]) => {$(
        #[test]
        fn $strategy() {
            use ad_testing::strategy::$strategy::diff;
            macro_rules! nested {
                ($check:ident, $e:ident) => {
                    $check(diff($e));
                    $check(diff(diff($e)));
                    $check(diff(ad::forward::diff($e)));
                    $check(ad::forward::diff(diff($e)));
                };
            }
            semirings(diff(Natural));
            nested!(rings, Integral);
            fields(diff(Quotient));
            nested!(ordered_fields, Branching);
            real_numbers(diff(Elementary));
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

/// Residues do not know the numbers that a factorization in floats gives.
#[test]
#[allow(clippy::items_after_statements, reason = "each program stands before its use")]
fn a_system_that_is_solved_in_floats_is_not_accused() {
    /// Each function that factors a matrix in floats.
    #[exp(adjoint = record)]
    fn systems(which: usize, a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
        let rows = |rows: Vec<Vec<f64>>| rows.concat();
        match which {
            0 => linear::solve(a, b).expect("it is regular"),
            1 => vec![linear::log_det(a).expect("it is regular")],
            2 => vec![linear::det(a)],
            3 => rows(linear::inverse(a).expect("it is regular")),
            _ => linear::lstsq(a, b).expect("it has full rank"),
        }
    }
    /// Other steps in front and behind, in an adjoint program.
    #[exp(adjoint)]
    fn around(which: usize, a: &[Vec<f64>], b: &[f64]) -> f64 {
        let scaled: Vec<f64> = b.iter().map(|b| b.sin() * 2.0).collect();
        let x = systems(which, a, &scaled);
        x.iter().map(|x| x * x * b[0]).sum()
    }
    let a = vec![vec![2.0, 0.5, -1.0], vec![0.25, 3.0, 0.0], vec![1.0, 1.0, 4.0]];
    let b = vec![1.0, -2.0, 0.5];
    for which in 0..5 {
        testing::check(&Systems { which }, &(&a, &b)).unwrap_or_else(|e| panic!("{which}: {e}"));
        testing::check(&Around { which }, &(&a, &b)).unwrap_or_else(|e| panic!("{which}: {e}"));
    }

    /// With a program, so that the root has one.
    #[exp(adjoint)]
    fn kepler(anomaly: f64, e: f64, mean: f64) -> f64 {
        anomaly - e * anomaly.sin() - mean
    }
    testing::check(&ad::root(Kepler, |&(_, mean): &(f64, f64)| mean), &(0.2, 1.0)).unwrap();

    // A wrong program of the same kind is still found.
    struct Wrong;
    impl ad::Signature for Wrong {
        type In = [f64; 2];
        type Out = f64;
    }
    impl<D: ad::numbers::RealDict> Exp<D> for Wrong {
        fn apply(&self, _: D, [x, y]: &[ad::Num<D>; 2]) -> ad::Num<D> {
            linear::solve(&[[*x]], &[*y]).expect("it is regular")[0]
        }
        fn has_program(&self) -> bool {
            true
        }
        fn program(
            &self,
            dict: D,
            x: &[ad::Num<D>; 2],
            seeding: &mut dyn ad::numbers::Seeding<[f64; 2], f64, D>,
        ) {
            adjoint::offer(self, dict, x, seeding);
        }
    }
    impl<D: ad::numbers::RealDict> adjoint::Adjoint<D> for Wrong {
        fn pullback<'a>(
            &'a self,
            dict: D,
            x: &[ad::Num<D>; 2],
        ) -> (
            ad::Num<D>,
            impl FnOnce(&adjoint::Slot<ad::Num<D>>, &[ad::Num<D>; 2], &[adjoint::Slot<ad::Num<D>>; 2])
            + Clone
            + use<'a, D>,
        ) {
            let one =
                |dy: &adjoint::Slot<ad::Num<D>>, _: &[ad::Num<D>; 2], dx: &[adjoint::Slot<ad::Num<D>>; 2]| {
                    dy.with(|d| dx[1].add(d));
                };
            (self.apply(dict, x), one)
        }
    }
    assert!(testing::check(&Wrong, &[2.0, 3.0]).is_err());
}
