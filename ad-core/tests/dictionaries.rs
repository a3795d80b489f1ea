//! A user's dictionary that implements only what it must: what the traits provide.

use std::cell::Cell;

use ad_core::forward::{self, Forward};
use ad_core::{
    Decimal, Dict, Exp, Field, FieldDict, Modular, Num, Rational, RingDict, Semiring, Signature, Strategy,
};

/// Floats, counting the additions.
#[derive(Clone, Copy, Default)]
struct Counting<'c>(Option<&'c Cell<usize>>);

impl Dict for Counting<'_> {
    type V = f64;
    fn zero(self) -> f64 {
        0.0
    }
    fn one(self) -> f64 {
        1.0
    }
    fn add(self, a: f64, b: f64) -> f64 {
        if let Some(count) = self.0 {
            count.set(count.get() + 1);
        }
        a + b
    }
    fn mul(self, a: f64, b: f64) -> f64 {
        a * b
    }
}

impl RingDict for Counting<'_> {
    fn neg(self, a: f64) -> f64 {
        -a
    }
    fn sub(self, a: f64, b: f64) -> f64 {
        a - b
    }
}

impl FieldDict for Counting<'_> {
    fn div(self, a: f64, b: f64) -> f64 {
        a / b
    }
}

#[test]
fn a_natural_number_takes_few_additions() {
    for (n, additions) in [(0_u32, 0), (1, 0), (2, 1), (3, 2), (4, 2), (7, 4), (1_000_000, 25)] {
        let count = Cell::new(0);
        assert_eq!(Counting(Some(&count)).natural(n.into()), f64::from(n));
        assert_eq!(count.get(), additions, "{n}");
    }
}

#[test]
fn a_decimal_is_a_quotient_or_a_product_of_naturals() {
    let decimal =
        |digits, exponent| Counting::default().decimal(Decimal { digits, exponent, nearest: f64::NAN });
    for (digits, exponent, expected) in
        [(25, -2, 0.25), (3, 0, 3.0), (3, 2, 300.0), (0, -1, 0.0), (1, -1, 0.1)]
    {
        assert_eq!(decimal(digits, exponent), expected);
    }
}

#[test]
#[should_panic = "the literal 0.5 is too long to be exact in this dictionary"]
fn a_literal_that_is_too_long_is_named() {
    Counting::default().decimal(Decimal { digits: 5 * 10_u128.pow(30), exponent: -31, nearest: 0.5 });
}

#[test]
fn of_two_handles_that_meet_the_first_is_kept() {
    let (first, second) = (Cell::new(0), Cell::new(0));
    let a = Num::new(Counting(Some(&first)), 1.0);
    let b = Num::new(Counting(Some(&second)), 2.0);
    assert_eq!((a + b + b).value(), 5.0);
    assert_eq!((first.get(), second.get()), (2, 0));
}

// -----------------------------------------------------------------------------------------------------------

/// Brings the constant nine under the dictionary of the first order.
struct Nine<'c>(&'c Cell<Rational>);

impl Signature for Nine<'_> {
    type In = f64;
    type Out = f64;
}

impl Exp<Forward<Modular>> for Nine<'_> {
    fn apply(&self, dict: Forward<Modular>, x: &Num<Forward<Modular>>) -> Num<Forward<Modular>> {
        let nine = Num::<Forward<Modular>>::natural(9);
        self.0.set(Forward::<Modular>::primal(nine.value_under(dict)));
        *x
    }
}

#[test]
fn a_constant_is_brought_under_the_dictionary_beneath_a_derivative() {
    let nine = Cell::new(Rational::ZERO);
    assert_eq!(forward::diff(Nine(&nine)).eval(Modular::new(7), 1.into()), 1.into());
    assert_eq!(nine.get(), 2.into());
}

// -----------------------------------------------------------------------------------------------------------

#[test]
fn a_decimal_in_single_precision_is_the_nearest_there() {
    let tenth = Decimal { digits: 1, exponent: -1, nearest: 0.1 };
    assert_eq!((f32::decimal(tenth), f64::decimal(tenth)), (0.1_f32, 0.1_f64));
}
