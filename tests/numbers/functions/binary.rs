//! Functions of two variables: `jacobian` of `jacobian` of `grad`, hence all partial derivatives.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature};
use ad_testing::{chain, nestings};

use super::named::{Binary, binary};
use super::{compare, report};
use crate::oracle::{self, PARTIALS};

/// A point where an intermediate result of a rule leaves the range of doubles, from the third order on. There y = aᵇ underflows
/// to 0, and meets 1/a² = ∞.
const OUT_OF_RANGE: (&str, [f64; 2], usize) = ("powf", [1e-300, 2.0], 3);

/// Whether a derivative of at most this order overflows. Then intermediate results of others may overflow as well.
fn overflows(row: &oracle::Binary, order: usize) -> bool {
    PARTIALS.iter().zip(row.exact).any(|((i, j), d)| i + j <= order && d.is_infinite())
}

/// All strategies. Of orders 2 and 3, each strategy is at each place: the functions of one variable have all pairs.
#[test]
fn partial_derivatives_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    let (mut compared, mut overflowing, mut out_of_range) = (0, 0, 0);
    for row in oracle::binary() {
        let (e, x) = (Binary(row.function), row.at);
        errors.extend(compare(&row, 0, 0, e.eval(F64, x)).err());
        // The entry at index 0b011 is ∂³/∂a∂b∂b.
        let mut check = |mixture: &str, order: usize, derivatives: &dyn Fn() -> Vec<f64>| {
            if overflows(&row, order) {
                overflowing += 1;
                return;
            }
            compared += 1;
            for (index, computed) in derivatives().into_iter().enumerate() {
                let by_b = index.count_ones() as usize;
                let k = PARTIALS.iter().position(|p| *p == (order - by_b, by_b)).expect("it is in the table");
                let Err(error) = compare(&row, k, order, computed) else { continue };
                if (row.function, row.at, order) == OUT_OF_RANGE {
                    out_of_range += 1;
                } else {
                    errors.push(format!("[{mixture}] number {index:03b}: {error}"));
                }
            }
        };
        nestings!([grad], e, |name, d| check(name, 1, &|| d.eval(F64, x).to_vec()));
        chain!([grad[jacobian]], e, |name, d| check(name, 2, &|| d.eval(F64, x).concat()));
        chain!([grad[jacobian[jacobian]]], e, |name, d| {
            check(name, 3, &|| d.eval(F64, x).concat().concat());
        });
    }
    report(&errors);
    assert!(out_of_range > 0, "the exception is not needed any more");
    assert!(compared > 30 * overflowing, "{overflowing} of {compared} derivatives overflow");
}

/// t ↦ f(a + t, b) or f(a, b + t), whose power series has the pure partial derivatives.
#[derive(Clone, Copy)]
struct Along {
    function: &'static str,
    at: [f64; 2],
    axis: usize,
}

impl Signature for Along {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Along {
    fn apply(&self, _: D, t: &Num<D>) -> Num<D> {
        let mut x = self.at.map(Num::constant);
        x[self.axis] = *t + x[self.axis];
        binary(self.function, x[0], x[1])
    }
}

#[test]
fn power_series_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    for row in oracle::binary() {
        for axis in [0, 1] {
            let derivatives = taylor::derivatives::<5, _>(Along { function: row.function, at: row.at, axis })
                .eval(F64, 0.0);
            for (order, computed) in derivatives.into_iter().enumerate().take(4).skip(1) {
                if overflows(&row, order) {
                    continue;
                }
                let pure = if axis == 0 { (order, 0) } else { (0, order) };
                let k = PARTIALS.iter().position(|p| *p == pure).expect("it is in the table");
                errors.extend(
                    compare(&row, k, order, computed).err().map(|e| format!("by {axis}, order {order}: {e}")),
                );
            }
        }
    }
    report(&errors);
}
