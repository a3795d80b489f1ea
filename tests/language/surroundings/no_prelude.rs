//! Without the prelude.

#![no_implicit_prelude]

#[::ad::exp]
fn square(k: u32, v: &[f64], x: f64) -> f64 {
    let mut y = x * 1.5 - v[0];
    y *= k as f64;
    if y > 1.0 { y.sqrt() } else { y }
}

#[::ad::exp]
struct Point {
    x: f64,
    y: f64,
}

#[::ad::exp]
fn norm(p: &Point<f64>) -> f64 {
    p.x * p.x + p.y * p.y
}

#[::core::prelude::v1::test]
fn no_prelude_is_needed() {
    ::std::assert_eq!(square(2, &[1.0], 2.0), 2.0);
    let e = Square { k: 2 };
    ::std::assert_eq!(::ad::Exp::eval(&e, ::ad::F64, (::std::vec![1.0], 2.0)), 2.0);
    ::std::assert_eq!(::ad::Exp::eval(&Norm, ::ad::F64, Point { x: 3.0, y: 4.0 }), 25.0);
}
