//! `testing::laws` reports each defect that a dictionary can have, and accepts the crate's number systems.

use std::cell::Cell;

use ad_core::testing::laws;
use ad_core::{Dict, Exp, F64, Ground, I64, Modular, Num, Rationals, RingDict, Signature, forward, stack};

/// 2 × 2 matrices.
#[derive(Clone, Copy, Default)]
struct Matrices;

impl Dict for Matrices {
    type V = [[i64; 2]; 2];
    type Level = Ground;
    fn zero(self) -> Self::V {
        [[0; 2]; 2]
    }
    fn one(self) -> Self::V {
        [[1, 0], [0, 1]]
    }
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        [0, 1].map(|i| [0, 1].map(|j| a[i][j] + b[i][j]))
    }
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
    }
}

/// x·y·x
struct Sandwich;

impl Signature for Sandwich {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: Dict> Exp<D> for Sandwich {
    fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> Num<D> {
        x * y * x
    }
}

#[test]
fn matrices_have_two_gradients_and_are_reported() {
    let (x, y) = ([[1, 2], [3, 4]], [[0, 1], [1, 1]]);
    let gradients =
        (forward::grad(Sandwich).eval(Matrices, [x, y]), stack::grad(Sandwich).eval(Matrices, [x, y]));
    assert_ne!(gradients.0, gradients.1);
    let violation = laws(Matrices, &[x, y]).unwrap_err();
    assert_eq!((violation.law, violation.values.as_slice()), ("a × b = b × a", &[x, y][..]));
    assert_eq!((violation.left, violation.right), ([[2, 3], [4, 7]], [[3, 4], [4, 6]]));
    assert_eq!(
        violation.to_string(),
        "the law `a × b = b × a` does not hold, for a = [[1, 2], [3, 4]], for b = [[0, 1], [1, 1]]: the left side is \
         [[2, 3], [4, 7]], and the right side [[3, 4], [4, 6]]"
    );
    // Diagonal matrices commute.
    assert!(laws(Matrices, &[[[2, 0], [0, 3]], [[5, 0], [0, -1]]]).is_ok());
}

#[test]
fn number_systems_obey_the_laws() {
    assert!(laws(I64, &[2, -3, i64::MAX]).is_ok());
    assert!(laws(F64, &[2.0, -3.0, 0.5]).is_ok());
    let seven = Modular::new(7);
    assert!(laws(seven, &[seven.integer(3), seven.integer(5)]).is_ok());
    assert!(laws(Rationals, &[Rationals.natural(2), Rationals.integer(-3)]).is_ok());
    assert_eq!(laws(F64, &[0.1, 0.2, 0.3]).unwrap_err().law, "(a + b) + c = a + (b + c)");
}

/// Integers with a defect.
#[derive(Clone, Copy, Default)]
enum Planted {
    #[default]
    Nothing,
    Zero,
    One,
    OneAnnihilates,
    AddOrder,
    AddGroups,
    MulGroups,
    Distributes,
    Natural,
    Power,
    Sum,
    Dot,
}

impl Dict for Planted {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        i64::from(matches!(self, Planted::Zero))
    }
    fn one(self) -> i64 {
        if matches!(self, Planted::One) { 2 } else { 1 }
    }
    fn add(self, a: i64, b: i64) -> i64 {
        match self {
            Planted::AddOrder if a > 1 && b > 1 => a + 2 * b,
            Planted::AddGroups => (a + b).min(8),
            _ => a + b,
        }
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        match self {
            Planted::OneAnnihilates if a == 1 => b.min(4),
            Planted::MulGroups if a > 1 && b > 1 => (a + 1) * (b + 1),
            Planted::Distributes => (a * b).min(8),
            _ => a * b,
        }
    }
    fn natural(self, n: u64) -> i64 {
        n.cast_signed() + i64::from(matches!(self, Planted::Natural) && n == 5)
    }
    fn power(self, a: i64, n: u32) -> i64 {
        a.pow(n) + i64::from(matches!(self, Planted::Power) && n == 7)
    }
    fn sum(numbers: impl Iterator<Item = Num<Self>>) -> Num<Self> {
        let sum = numbers.reduce(|a, b| a + b).expect("some numbers");
        if matches!(sum.dict(), Planted::Sum) { sum + sum } else { sum }
    }
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        let dot = a.iter().zip(b).map(|(a, b)| a * b).reduce(|a, b| a + b).expect("some numbers");
        if matches!(dot.dict(), Planted::Dot) { dot + dot } else { dot }
    }
}

#[test]
fn each_planted_defect_is_reported_by_its_law() {
    let planted = [
        (Planted::Zero, "0 + a = a"),
        (Planted::One, "1 × a = a"),
        (Planted::OneAnnihilates, "1 × a = a"),
        (Planted::AddOrder, "a + b = b + a"),
        (Planted::MulGroups, "(a × b) × c = a × (b × c)"),
        (Planted::Distributes, "(a + b) × c = a × c + b × c"),
        (Planted::Natural, "natural(n) = 1 + … + 1"),
        (Planted::Power, "power(a, n) = a × … × a"),
        (Planted::Sum, "sum of a, b, c = (a + b) + c"),
        (Planted::Dot, "dot of a, b, c and b, c, a = (a × b + b × c) + c × a"),
    ];
    for (defect, law) in planted {
        assert_eq!(laws(defect, &[2, 3, 5]).unwrap_err().law, law);
    }
    assert_eq!(laws(Planted::AddGroups, &[5, 6, -5]).unwrap_err().law, "(a + b) + c = a + (b + c)");
    assert!(laws(Planted::Nothing, &[2, 3, 5]).is_ok());
}

/// A fraction whose equality ignores the part that addition uses.
#[derive(Clone, Copy, Debug)]
struct Blurred(i64, i64);

impl PartialEq for Blurred {
    fn eq(&self, other: &Self) -> bool {
        self.0 / 4 == other.0 / 4 && self.1 == other.1
    }
}

#[derive(Clone, Copy, Default)]
struct Coarse;

impl Dict for Coarse {
    type V = Blurred;
    type Level = Ground;
    fn zero(self) -> Blurred {
        Blurred(0, 0)
    }
    fn one(self) -> Blurred {
        Blurred(0, 1)
    }
    fn add(self, Blurred(a, x): Blurred, Blurred(b, y): Blurred) -> Blurred {
        Blurred(a + b, x + y)
    }
    fn mul(self, Blurred(a, x): Blurred, Blurred(b, y): Blurred) -> Blurred {
        Blurred(a * y + b * x, x * y)
    }
}

#[test]
fn an_equality_that_operations_do_not_respect_is_reported() {
    assert_eq!(laws(Coarse, &[Blurred(1, 1), Blurred(3, 1)]).unwrap_err().law, "a = b makes a + c = b + c");
}

/// Its products change after some operations.
#[derive(Clone, Copy, Default)]
struct Forgetful<'c>(Option<&'c Cell<u32>>);

impl Dict for Forgetful<'_> {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        0
    }
    fn one(self) -> i64 {
        1
    }
    fn add(self, a: i64, b: i64) -> i64 {
        a + b
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        let Some(left) = self.0 else { return a * b };
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 { a * b % 10 } else { a * b }
    }
    fn power(self, a: i64, n: u32) -> i64 {
        a.pow(n)
    }
    fn dot(a: &[Num<Self>], b: &[Num<Self>]) -> Num<Self> {
        let products = a.iter().zip(b).map(|(a, b)| Num::new(a.dict(), a.value() * b.value()));
        products.reduce(|a, b| a + b).expect("some numbers")
    }
}

#[test]
fn an_operation_that_changes_later_is_reported() {
    // The last product is made for the second time.
    let products = Cell::new(u32::MAX);
    assert!(laws(Forgetful(Some(&products)), &[7]).is_ok());
    let performed = u32::MAX - products.get();
    let products = Cell::new(performed);
    assert_eq!(laws(Forgetful(Some(&products)), &[7]).unwrap_err().law, "a × b is the same later");
}
