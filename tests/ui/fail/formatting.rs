use ad::prelude::*;
use std::fmt::Write;

#[exp]
fn digits(x: f64) -> f64 {
    let y = x * x;
    let text = format!("{y} {}", x);
    let mut more = String::new();
    let _ = write!(more, "{:?}", [x]);
    y * (text.len() + more.len() + y.to_string().len()) as f64
}

fn main() {
    digits(1.0);
}
