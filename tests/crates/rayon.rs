//! A sum over data on all processors.

use ad::prelude::*;
use ad::{call, terms};

/// x ↦ aₖ·(x₀·x₁ + xₖ)² for datum number k, and for number 3 a constant.
#[exp]
fn term(datum: &(usize, u64), x: [f64; 3]) -> f64 {
    let (k, a) = *datum;
    if k == 3 {
        return a as f64;
    }
    let y = x[0] * x[1] + x[k];
    a as f64 * y * y
}

#[test]
fn it_is_the_same_to_the_last_bit_however_many_processors_there_are() {
    let data: Vec<(usize, u64)> = (0..1000).map(|i| (i % 4, i as u64 % 17)).collect();
    let whole = terms(&data, |datum| Term { datum });
    // Of floats the sums round, and differ if they are grouped in another way.
    let x = [0.1, 0.7, -0.3];
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
    let (y, gradient) = pool(1).install(|| whole.value_and_grad_in_parallel(&x));
    for threads in [2, 3, 7] {
        let again = pool(threads).install(|| whole.value_and_grad_in_parallel(&x));
        assert_eq!((again.0.to_bits(), again.1.map(f64::to_bits)), (y.to_bits(), gradient.map(f64::to_bits)));
    }
    let (value, expected) = call::value_and_grad(&whole, &x);
    assert!((y - value).abs() < 1e-12 * value.abs());
    assert!(gradient.iter().zip(expected).all(|(d, expected)| (d - expected).abs() < 1e-12 * expected.abs()));
    // Of whole numbers they do not round.
    let x = [1.0, 2.0, -3.0];
    assert_eq!(whole.value_and_grad_in_parallel(&x), call::value_and_grad(&whole, &x));
    let none: [(usize, u64); 0] = [];
    assert_eq!(terms(&none, |datum| Term { datum }).value_and_grad_in_parallel(&x), (0.0, [0.0; 3]));
}
