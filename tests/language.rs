//! The inventory of `#[exp]` as a language: one small function per construct.
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
fn cube(x: f64) -> f64 {
    let y = x + 1.0;
    y * y * y
}

#[exp]
fn fact(n: u32, x: f64) -> f64 {
    if n == 0 { 1.0 } else { x * fact(n - 1, x) }
}

#[exp]
fn dot(a: &[f64], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[exp]
fn poly(c: &[u32], k: usize, x: f64) -> f64 {
    let mut s = 0.0;
    for (i, c) in c.iter().enumerate() {
        s += *c as f64 * x.powi(i as i32) / 2.0;
        if i - k == 3 && x < 0.5 {
            return -s;
        }
    }
    s
}

#[exp]
fn norm(mut v: Vec<f64>) -> Vec<f64> {
    let n: f64 = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    for x in &mut v {
        *x /= n;
    }
    v
}

#[test]
fn first() {
    assert_eq!(monomial(8, 2.0), 256.0);
    assert_eq!(forward::diff(Monomial { k: 4 }).eval(F64, 2.0), 32.0);
    assert_eq!(stack::diff(Monomial { k: 4 }).eval(I64, 2), 32);
    assert_eq!(stack::diff(Cube).eval(I64, 2), 27);
    assert_eq!(stack::diff(Fact { n: 3 }).eval(I64, 2), 12);
    assert_eq!(Dot.eval(F64, (vec![1.0, 2.0, 3.0], [1.0, 2.0, 3.0])), 14.0);
    let p = Poly { c: &[1, 2, 3], k: 0 };
    assert_eq!(stack::diff(p).eval(F64, 2.0), 7.0);
    assert_eq!(norm(vec![3.0, 4.0]), [0.6, 0.8]);
}
