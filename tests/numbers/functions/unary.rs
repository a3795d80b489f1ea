//! Functions of one variable: `diff` of `diff` of `diff`.

use ad::prelude::*;
use ad_testing::{chain, nestings};

use super::named::Unary;
use super::{compare, report};
use crate::oracle;

/// Whether a derivative of this or a lower order overflows. Then its intermediate results may overflow as well.
fn overflows(row: &oracle::Unary, order: usize) -> bool {
    order > 0 && row.exact[..=order].iter().any(|d| d.is_infinite())
}

/// All mixtures of order 1 and 2. Of order 3, each strategy is at each place; `specification` has all mixtures of polynomials. Power
/// series have other orders as well.
#[test]
fn derivatives_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    let (mut compared, mut overflowing) = (0, 0);
    for row in oracle::unary() {
        let (e, x) = (Unary(row.function), row.at[0]);
        let mut check = |mixture: &str, order: usize, derivative: &dyn Fn() -> f64| {
            if overflows(&row, order) {
                overflowing += 1;
                return;
            }
            compared += 1;
            if let Err(error) = compare(&row, order, order, derivative()) {
                errors.push(format!("[{mixture}] {error}"));
            }
        };
        check("value", 0, &|| e.eval(F64, x));
        nestings!([diff], e, |name, d| check(name, 1, &|| d.eval(F64, x)));
        nestings!([diff[diff]], e, |name, d| check(name, 2, &|| d.eval(F64, x)));
        chain!([diff[diff[diff]]], e, |name, d| check(name, 3, &|| d.eval(F64, x)));

        for order in 1..=3 {
            check("a series", order, &|| taylor::derivatives::<5, _>(e).eval(F64, x)[order]);
        }
        check("third of a series", 3, &|| taylor::nth_derivative(e, 3).eval(F64, x));
        let first = taylor::nth_derivative(e, 1);
        check("second of a first", 3, &|| taylor::nth_derivative(first, 2).eval(F64, x));
        let second = taylor::nth_derivative(e, 2);
        nestings!([diff], second, |name, d| check(&format!("{name} of a second"), 3, &|| d.eval(F64, x)));
        nestings!([diff], e, |name, d| {
            check(&format!("second of {name}"), 3, &|| taylor::nth_derivative(d, 2).eval(F64, x));
        });
    }
    report(&errors);
    assert!(compared > 30 * overflowing, "{overflowing} of {compared} derivatives overflow");
}
