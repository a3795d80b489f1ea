//! scratch
use ad::prelude::*;

#[exp]
fn monomial(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}
#[exp]
fn inner(y: f64, x: f64) -> f64 {
    x * y.sin()
}
#[exp]
fn g(x: f64) -> f64 {
    let a = stack::grad(Inner).at((x, 2.0));
    a.0 * a.1
}
#[test]
fn t() {
    assert_eq!(monomial(8, 2.0), 256.0); // still an ordinary function
    assert_eq!(forward::diff(Monomial { k: 4 }).eval(F64, 2.0), 32.0); // and an expression
    assert_eq!(stack::diff(stack::diff(Monomial { k: 4 })).eval(I64, 2), 48);
    println!("{}", forward::diff(G).at(0.3));
}
