//! Items of the user whose names occur in the expansion.

#![allow(dead_code, non_upper_case_globals, non_camel_case_types)]

mod ad {}
mod std {}
mod core {}

struct Num;
struct Dict;
struct Exp;
struct Shape;
struct Signature;
struct Vec;
struct Option;
struct D;
struct T;
trait Clone {}
trait Copy {}
trait FnMut {}
const x: u8 = 1;
const f: u8 = 1;
fn natural() {}

#[::ad::exp]
fn square(y: f64, n: N, #[fixed] d: &[f64]) -> f64 {
    (y + 1.5) * y * n.0 as f64 * d[0]
}

#[derive(::core::clone::Clone, ::core::marker::Copy)]
struct N(u32);

#[::ad::exp]
struct Point {
    abscissa: f64,
    pair: [f64; 2],
}

#[::ad::exp]
impl Point {
    fn sum(&self) -> f64 {
        self.abscissa + self.pair[0]
    }
}

#[::core::prelude::v1::test]
fn items_of_the_user_are_not_captured() {
    assert!(square(2.0, N(1), &[1.0]) == 7.0);
    let e = Square { n: N(1), d: &[1.0] };
    assert!(::ad::Exp::eval(&e, ::ad::F64, 2.0) == 7.0);
    assert!(::ad::Exp::eval(&PointSum, ::ad::F64, Point { abscissa: 1.0, pair: [2.0, 3.0] }) == 3.0);
}
