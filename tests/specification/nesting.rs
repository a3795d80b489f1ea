//! Each strategy, at each place of a mixture of up to three, runs over every number system. All mixtures of the second and the third order
//! run in one ring. The derivatives are compared exactly with derivatives of polynomials. The name of a test is its
//! mixture: `third_order::stack::forward::effects` is `stack::diff(forward::diff(effects::diff(e)))`.

use ad::prelude::*;
use ad_testing::{
    Polynomial, assert_modulo_2_to_64, assert_over_dictionaries, assert_over_records, chain, nest,
    nesting_tests,
};

/// The differentiated expression: one type with a choice inside, so that each mixture is compiled once.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// xᵏ
    Monomial(u32),
    /// (x + 1)³
    Cube,
    /// Shared sub-expressions, constants on either side and constants among themselves.
    Shared,
}

/// In semirings, as a record is one.
#[exp(class = Semiring)]
fn subject(kind: Kind, x: f64) -> f64 {
    match kind {
        Kind::Monomial(k) => ad::paper::monomial(k, x),
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

/// In rings, where there is one more, with differences: x - (2 - x)³ - (-x)².
#[exp(class = Ring)]
fn subject_of_a_ring(kind: Option<Kind>, x: f64) -> f64 {
    match kind {
        Some(kind) => subject(kind, x),
        None => {
            let y = 2.0 - x;
            let z = -x;
            x - y * y * y - z * z
        }
    }
}

fn power(p: &Polynomial, k: u32) -> Polynomial {
    (0..k).fold(Polynomial::constant(1), |product, _| &product * p)
}

/// The polynomials that they are.
fn subjects() -> Vec<(Kind, Polynomial)> {
    let x = Polynomial::x();
    let a = Polynomial::new([3, 2]);
    let b = &(&a * &a) + &x;
    let c = &(&(&Polynomial::constant(7) * &b) * &a) + &b;
    let shared = &(&c + &b) + &(&a * &Polynomial::constant(5));
    let mut subjects: Vec<_> = (0..=6).map(|k| (Kind::Monomial(k), power(&x, k))).collect();
    subjects.push((Kind::Cube, power(&Polynomial::new([1, 1]), 3)));
    subjects.push((Kind::Shared, shared));
    subjects
}

fn subjects_of_a_ring() -> Vec<(Option<Kind>, Polynomial)> {
    let x = Polynomial::x();
    let differences = &(&x - &power(&Polynomial::new([2, -1]), 3)) - &power(&x, 2);
    let all = subjects().into_iter().map(|(kind, polynomial)| (Some(kind), polynomial));
    all.chain([(None, differences)]).collect()
}

macro_rules! check {
    ($($strategy:ident)*) => {
        let strategies: &[&str] = &[$(stringify!($strategy)),*];
        let order = strategies.len();
        for (kind, polynomial) in subjects() {
            println!("{kind:?}");
            assert_over_records(&nest!(Subject { kind }; $($strategy)*), &polynomial.derivative(order));
        }
        for (kind, polynomial) in subjects_of_a_ring() {
            println!("{kind:?}");
            let e = nest!(SubjectOfARing { kind }; $($strategy)*);
            assert_over_dictionaries(&e, &polynomial.derivative(order));
        }
    };
}

mod first_order {
    use super::*;

    nesting_tests!([*] check);
}

/// Each strategy at each place. [`second_order`] has all mixtures.
#[test]
fn mixtures_of_second_order_run_over_every_number_system() {
    for (kind, polynomial) in subjects() {
        chain!([diff[diff]], Subject { kind }, |name, e| {
            println!("{name} of {kind:?}");
            assert_over_records(&e, &polynomial.derivative(2));
        });
    }
    for (kind, polynomial) in subjects_of_a_ring() {
        chain!([diff[diff]], SubjectOfARing { kind }, |name, e| {
            println!("{name} of {kind:?}");
            assert_over_dictionaries(&e, &polynomial.derivative(2));
        });
    }
}

/// Each strategy at each place. [`third_order`] has all mixtures.
#[test]
fn mixtures_of_third_order_run_over_every_number_system() {
    for (kind, polynomial) in subjects() {
        chain!([diff[diff[diff]]], Subject { kind }, |name, e| {
            println!("{name} of {kind:?}");
            assert_over_records(&e, &polynomial.derivative(3));
        });
    }
    for (kind, polynomial) in subjects_of_a_ring() {
        chain!([diff[diff[diff]]], SubjectOfARing { kind }, |name, e| {
            println!("{name} of {kind:?}");
            assert_over_dictionaries(&e, &polynomial.derivative(3));
        });
    }
}

macro_rules! check_in_a_ring {
    ($($strategy:ident)*) => {
        let order = [$(stringify!($strategy)),*].len();
        for (kind, polynomial) in subjects_of_a_ring() {
            println!("{kind:?}");
            let e = nest!(SubjectOfARing { kind }; $($strategy)*);
            assert_modulo_2_to_64(&e, &polynomial.derivative(order));
        }
    };
}

mod second_order {
    use super::*;

    nesting_tests!([* *] check_in_a_ring);
}

mod third_order {
    use super::*;

    nesting_tests!([* * *] check_in_a_ring);
}

/// Otherwise the tests above compare with a wrong polynomial.
#[test]
fn the_expressions_are_the_polynomials_they_are_compared_with() {
    check!();
}
