use ad::prelude::*;

#[exp]
fn median(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort();
    v.sort_unstable();
    v.sort_by(|a, b| a.cmp(b));
    v.sort_by_key(|x| x * x);
    let largest = x.iter().copied().max().unwrap();
    let least = x.iter().min_by_key(|x| x.abs());
    let i = v.binary_search(&largest).unwrap_or(0);
    // Of integers, all of these are there.
    let mut order: Vec<usize> = (0..v.len()).collect();
    order.sort();
    order.sort_by_key(|i| i % 2);
    order.sort_by(|a, b| b.cmp(a));
    v[i + order.iter().max().unwrap()] + least.unwrap()
}

#[exp]
fn larger(x: f64, y: f64) -> f64 {
    std::cmp::max(x, y) + std::cmp::max(1, 2) as f64
}

fn main() {
    larger(1.0, 2.0);
    median(&[1.0]);
}
