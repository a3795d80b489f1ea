//! Sums over data, and many points, on all processors.

use ad::prelude::*;
use ad::{Columns, Many, Same, call, reverse, terms};

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

/// At a datum, the square of the distance from a line, times a function that rounds.
#[exp(adjoint)]
fn misfit(point: [f64; 2], slope: f64, offset: f64) -> f64 {
    let distance = slope * point[0] + offset - point[1];
    distance * distance.sin()
}

fn points(n: u32) -> Vec<[f64; 2]> {
    let entry = |i: u32| f64::from(i) / 101.0 - 5.0;
    (0..n).map(|i| [entry(i * 7919 % 1013), entry(i * 104_729 % 997)]).collect()
}

#[test]
fn sums_over_points_have_the_same_bits_for_any_number_of_processors() {
    let points = points(5000);
    let sum = Many::new(Misfit).terms(&points);
    let expected = reverse::value_and_grad(&sum).at((0.7, -0.3));
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
        assert_eq!(pool.install(|| sum.value_and_grad_in_parallel(&(0.7, -0.3))), expected);
    }
}

#[exp(adjoint)]
fn energy(data: [f64; 2], x: f64, y: &[f64]) -> f64 {
    let mut sum = x * data[0];
    for y in y {
        sum += if *y > data[1] { x * y } else { y * y };
    }
    sum
}

#[exp(adjoint)]
fn root(x: f64) -> f64 {
    assert!(x >= 0.0, "no root");
    x.sqrt()
}

#[test]
fn many_points_have_the_same_bits_for_any_number_of_processors() {
    let d = points(2000);
    let x: Vec<f64> = d.iter().map(|d| d[0] * d[1]).collect();
    // Lists of two lengths.
    let y: Vec<Vec<f64>> =
        (0..2000).map(|i| (0..2 + i % 5 / 4).map(|k| d[i][k % 2] - x[k]).collect()).collect();
    let gradients = Many::new(reverse::value_and_grad(Energy));
    let expected = gradients.values(&(&d, &x, &y));
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
        assert_eq!(pool.install(|| gradients.values_in_parallel(&(&d, &x, &y))), expected);
        // From columns into columns.
        let columns = Columns([0, 1].map(|i| d.iter().map(|d| d[i]).collect::<Vec<_>>()));
        let mut values = Columns(vec![f64::NAN; x.len()]);
        let common = Same([1.0, 2.0]);
        pool.install(|| Many::new(Energy).values_in_parallel_into(&(&columns, &x, &common), &mut values));
        assert_eq!(values.0, call::values(&Energy, &(&d, &x, &common)));
    }
    let panics =
        std::panic::catch_unwind(|| Many::new(Root).values_in_parallel(&vec![-1.0; 300])).unwrap_err();
    let message = panics.downcast_ref::<String>().expect("a message");
    assert_eq!(message, "point 0 panicked: no root; so did 299 other points");
}
