//! The effect of `#[exp]`, first half: an ordinary function that is also an expression. The second half,
//! `monomial-expanded.rs`, is this file with the attribute expanded. A test compares the two.

use ad::prelude::*;

/// The power `x`ᵏ, by repeated squaring.
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

/// The mean of the squared distances between a straight line and the points of a data set.
#[exp]
fn misfit(#[fixed] points: &[(f64, f64)], slope: f64, offset: f64) -> f64 {
    let mut sum = 0.0;
    for (x, y) in points {
        let residual = slope * x + offset - y;
        sum += residual * residual;
    }
    sum / points.len() as f64
}

fn main() {
    // Still an ordinary function, and an expression over every dictionary.
    println!("2⁸ = {}", monomial(8, 2.0));
    println!("the slope of x⁴ at 2 is {}", forward::diff(Monomial { k: 4 }).eval(F64, 2.0));
    println!("and modulo 2⁶⁴ {}", stack::diff(Monomial { k: 4 }).eval(I64, 2));

    let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0)];
    println!("a misfit of {}", Misfit { points: &points }.eval(F64, (1.5, 1.0)));
}
