//! Wide graphs: a result that depends on a million inputs, by sums and by a product.

use std::iter;

use ad_testing::{each_strategy, strategy};

use super::*;

/// Σ xᵢ² + Π xᵢ: three steps for each input.
#[exp]
fn wide(x: &[f64]) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0);
    for x in x {
        sum += x * x;
        product *= x;
    }
    sum + product
}

/// Odd numbers, so that they can be divided by, modulo 2⁶⁴.
fn odd(n: usize) -> Vec<i64> {
    (1..).step_by(2).take(n).map(|x: i64| if x % 3 == 0 { -x } else { x }).collect()
}

/// A direction.
fn direction(n: usize) -> Vec<i64> {
    (0..).map(|i: i64| i * i % 1000 - 300).take(n).collect()
}

/// 1/x modulo 2⁶⁴ for an odd x, by Newton's method: x·x = 1 modulo 8, and each iteration doubles the digits.
fn inverse(x: i64) -> i64 {
    iter::successors(Some(x), |y| Some(y.wrapping_mul(2_i64.wrapping_sub(x.wrapping_mul(*y)))))
        .nth(5)
        .unwrap()
}

fn product(x: &[i64]) -> i64 {
    x.iter().fold(1, |product, x| product.wrapping_mul(*x))
}

/// 2xᵢ + Π/xᵢ.
fn gradient(x: &[i64]) -> Vec<i64> {
    let product = product(x);
    x.iter().map(|x| x.wrapping_mul(2).wrapping_add(product.wrapping_mul(inverse(*x)))).collect()
}

/// Σ aᵢ·bᵢ.
fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).fold(0, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(*b)))
}

/// The Hessian times v: 2vᵢ + Π/xᵢ · Σ vⱼ/xⱼ, where the sum is over all j ≠ i.
fn hessian_times(x: &[i64], v: &[i64]) -> Vec<i64> {
    let product = product(x);
    let inverses: Vec<i64> = x.iter().map(|x| inverse(*x)).collect();
    let sum = dot(v, &inverses);
    let entry = |(v, inverse): (&i64, &i64)| {
        let others = sum.wrapping_sub(v.wrapping_mul(*inverse));
        v.wrapping_mul(2).wrapping_add(product.wrapping_mul(*inverse).wrapping_mul(others))
    };
    v.iter().zip(&inverses).map(entry).collect()
}

/// The Hessian-vector product, forward over reverse, reverse over forward, or reverse over reverse.
macro_rules! hessian_vector_product {
    (forward $inner:ident, $x:expr, $v:expr) => {
        on_a_small_stack("forward over reverse", &forward::jvp(strategy::$inner::grad(Wide)), ($x, $v)).1
    };
    ($outer:ident forward, $x:expr, $v:expr) => {
        on_a_small_stack(
            "reverse over forward",
            &strategy::$outer::vjp(forward::jvp(Wide)),
            (($x, $v), (0, 1)),
        )
        .1
        .0
    };
    ($outer:ident $inner:ident, $x:expr, $v:expr) => {
        on_a_small_stack(
            "reverse over reverse",
            &strategy::$outer::vjp(strategy::$inner::grad(Wide)),
            ($x, $v),
        )
        .1
    };
}

#[test]
fn the_gradient_for_a_million_inputs() {
    let x = odd(length(1_000_000));
    let expected = gradient(&x);
    macro_rules! check {
        ($strategy:ident) => {
            let found = on_a_small_stack(stringify!($strategy), &strategy::$strategy::grad(Wide), x.clone());
            assert!(found == expected, stringify!($strategy));
        };
    }
    each_strategy!(vjp: check);
}

#[test]
fn the_directional_derivative_for_a_million_inputs() {
    let (x, v) = (odd(length(1_000_000)), direction(length(1_000_000)));
    let expected = dot(&gradient(&x), &v);
    assert_eq!(on_a_small_stack("jvp", &forward::jvp(Wide), (x, v)).1, expected);
}

#[test]
fn the_hessian_vector_product_for_a_million_inputs() {
    let (x, v) = (odd(length(1_000_000)), direction(length(1_000_000)));
    let expected = hessian_times(&x, &v);
    assert!(on_a_small_stack("hvp", &hvp(Wide), (x.clone(), v.clone())).1 == expected);
    assert!(hessian_vector_product!(stack forward, x, v) == expected);
}

#[test]
fn hessian_vector_products_for_a_hundred_thousand_inputs_by_all_pairs() {
    let (x, v) = (odd(length(100_000)), direction(length(100_000)));
    let expected = hessian_times(&x, &v);
    macro_rules! check {
        ($outer:ident $inner:ident) => {
            let found = hessian_vector_product!($outer $inner, x.clone(), v.clone());
            assert!(found == expected, concat!(stringify!($outer), "∘", stringify!($inner)));
        };
    }
    macro_rules! with_each {
        ($outer:ident) => {
            check!($outer forward);
            each_strategy!(vjp: check $outer);
        };
    }
    each_strategy!(vjp: check forward);
    each_strategy!(vjp: with_each);
    // Forward over forward gives one number: vᵀ·H·v.
    let twice = forward::jvp(forward::jvp(Wide));
    let zero = vec![0; v.len()];
    let (_, (_, found)) = on_a_small_stack("forward∘forward", &twice, ((x, v.clone()), (v.clone(), zero)));
    assert_eq!(found, dot(&expected, &v));
}

#[test]
fn the_oracle_agrees_with_differences_of_an_exact_polynomial() {
    // In each xᵢ the function is a polynomial of degree 2, so its central differences are exact.
    let (x, at) = (odd(9), |x: &[i64]| x.iter().map(|x| x * x).sum::<i64>() + product(x));
    let shifted = |i: usize, by: i64| {
        let mut x = x.clone();
        x[i] += by;
        x
    };
    let difference = |i| (at(&shifted(i, 1)) - at(&shifted(i, -1))) / 2;
    assert_eq!(gradient(&x), (0..9).map(difference).collect::<Vec<_>>());
    // So is its gradient, in steps of 2, which stay odd.
    let unit = |i: usize| (0..9).map(|j| i64::from(i == j)).collect::<Vec<_>>();
    for i in 0..9 {
        let (above, below) = (gradient(&shifted(i, 2)), gradient(&shifted(i, -2)));
        let column: Vec<i64> = above.iter().zip(below).map(|(a, b)| (a - b) / 4).collect();
        assert_eq!(hessian_times(&x, &unit(i)), column);
    }
}
