//! An expansion contains nothing that a careful crate denies.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    missing_debug_implementations,
    clippy::all,
    clippy::pedantic
)]
#![deny(unused, rust_2018_idioms, single_use_lifetimes, unused_qualifications)]

use ad::prelude::*;

/// Documented, and its struct with it.
#[exp]
#[must_use]
fn documented(k: u32, table: &[u32], x: f64) -> f64 {
    let mut y = 0.123_456_789;
    for c in table {
        y = y * x + f64::from(*c * k);
    }
    y
}

/// A point.
#[exp]
#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
}

#[exp]
impl Point {
    /// The product.
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[test]
fn nothing_is_warned_of() {
    assert!(documented(1, &[2], 3.0) > 0.0);
    let p = Point { x: 1.0, y: 2.0 };
    assert!(p.dot(p) > 0.0);
    assert!(Documented { k: 1, table: &[2] }.eval(F64, 3.0) > 0.0);
}
