//! A user's dictionary with required items only: the items that the traits provide.

use std::cell::Cell;
use std::cmp::Ordering;

use ad_core::forward::{self, Forward};
use ad_core::paper::{Closures, Deferred, Var, pow};
use ad_core::{
    Decimal, Dict, Exp, F64, Field, FieldDict, Ground, I64, Modular, Num, OrderedDict, Product, Rational,
    Rationals, RingDict, Semiring, Signature, Strategy, backpropagator, checkpoint, stack,
};
use num_traits::{One, Zero};

/// Floats, counting the additions.
#[derive(Clone, Copy, Default)]
struct Counting<'c>(Option<&'c Cell<usize>>);

impl Dict for Counting<'_> {
    type V = f64;
    type Level = Ground;
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
fn the_first_of_two_handles_wins() {
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

impl<'t> Exp<Forward<'t, Modular>> for Nine<'_> {
    fn apply(&self, dict: Forward<'t, Modular>, x: &Num<Forward<'t, Modular>>) -> Num<Forward<'t, Modular>> {
        let nine = Num::<Forward<'_, Modular>>::natural(9);
        self.0.set(Forward::<'_, Modular>::primal(nine.value_under(dict)));
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

// -----------------------------------------------------------------------------------------------------------

#[test]
fn rationals_are_ordered() {
    let [third, half] = [Rational::new(1, 3), Rational::new(1, 2)];
    assert!(Rationals.eq(half, Rational::new(2, 4)) && !Rationals.eq(third, half));
    assert_eq!(Rationals.partial_cmp(third, half), Some(Ordering::Less));
    assert_eq!(Rationals.partial_cmp(half, third), Some(Ordering::Greater));
    assert_eq!(Rationals.partial_cmp(half, half), Some(Ordering::Equal));
}

#[test]
fn a_modulus_is_known_unless_the_handle_is_unbound() {
    assert_eq!(Modular::new(7).modulus(), Some(7));
    assert_eq!(Modular::new(1).modulus(), Some(1));
    assert_eq!(Modular::default().modulus(), None);
}

#[test]
fn a_natural_number_takes_few_additions_of_a_record() {
    for (n, additions) in [(0, 0), (1, 0), (2, 1), (3, 2), (7, 4)] {
        let count = Cell::new(0);
        let add = |a: u64, b: u64| {
            count.set(count.get() + 1);
            a + b
        };
        let record = Closures { zero: 0, one: 1, add: Box::new(add), mul: Box::new(|a, b| a * b) };
        assert_eq!(record.dict().concrete(Deferred::Natural(n)), n);
        assert_eq!(count.get(), additions, "{n}");
    }
}

#[test]
fn a_record_and_a_number_can_be_printed() {
    let record = ad_core::paper::int();
    assert_eq!(format!("{record:?}"), "Closures { zero: 0, one: 1, .. }");
    // Not that a `Copy` type needs it.
    #[allow(clippy::clone_on_copy, reason = "this is about `clone`")]
    let dict = record.dict().clone();
    assert_eq!(dict.concrete(dict.natural(5)), 5);
    assert_eq!(format!("{:?}", Num::new(I64, -3)), "-3");
}

#[test]
fn numbers_have_the_operations_of_num_traits() {
    let [two, zero] = [2, 0].map(|v| Num::new(I64, v));
    assert_eq!((-&two).value(), -2);
    assert_eq!((Num::<I64>::zero().value(), Num::<I64>::one().value()), (0, 1));
    assert!(zero.is_zero() && !two.is_zero());
    let half = Num::new(F64, 0.5);
    assert!(half == 0.5 && half != 0.25);
}

#[test]
fn the_same_names_are_recognized_at_compile_time() {
    use ad_core::rule::same;
    assert!(same(&[], &[]) && same(&["x"], &["x"]) && same(&["x", "speed"], &["x", "speed"]));
    for (a, b) in [
        (&["x"][..], &[][..]),
        (&[], &["x"]),
        (&["x"], &["y"]),
        (&["x"], &["xy"]),
        (&["xy"], &["x"]),
        (&["xy"], &["xz"]),
        (&["zy"], &["xy"]),
        (&["x", "y"], &["x"]),
        (&["x"], &["x", "y"]),
        (&["x", "y"], &["x", "z"]),
        (&["y", "x"], &["z", "x"]),
    ] {
        assert!(!same(a, b), "{a:?} {b:?}");
    }
}

/// A product may consist of records, which are built at run time, and its constants of both have met none.
#[test]
fn a_product_may_contain_a_record() {
    let (record, other) = (ad_core::paper::int(), ad_core::paper::float());
    let x = (Deferred::Value(2), (3.0, Deferred::Value(3.0)));
    let dict = Product(record.dict(), Product(F64, other.dict()));
    let concrete = |(a, (b, c)): (Deferred<i64>, (f64, Deferred<f64>))| {
        (record.dict().concrete(a), (b, other.dict().concrete(c)))
    };
    let e = pow(4, Var);
    assert_eq!(concrete(e.eval(dict, x)), (16, (81.0, 81.0)));
    let slopes = [
        forward::diff(e).eval(dict, x),
        stack::diff(e).eval(dict, x),
        stack::diff(checkpoint(e)).eval(dict, x),
        backpropagator::diff(e).eval(dict, x),
    ];
    slopes.into_iter().for_each(|slope| assert_eq!(concrete(slope), (32, (108.0, 108.0))));
    let curvatures = [
        forward::diff(stack::diff(e)).eval(dict, x),
        stack::diff(forward::diff(e)).eval(dict, x),
        stack::diff(stack::diff(e)).eval(dict, x),
    ];
    curvatures.into_iter().for_each(|curvature| assert_eq!(concrete(curvature), (48, (108.0, 108.0))));
    // Derivatives of a constant.
    let constant = forward::diff(forward::diff(forward::diff(Var))).eval(dict, x);
    assert_eq!(concrete(constant), (0, (0.0, 0.0)));
}
