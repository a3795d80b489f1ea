use ad::prelude::*;
use std::error::Error;

#[exp]
fn parsed(text: &str, x: f64) -> Result<f64, Box<dyn Error>> {
    let factor: f64 = text.parse()?;
    Ok(factor * x)
}

#[exp]
fn line(slope: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| slope * x)
}

#[exp]
fn powers(x: f64) -> Vec<Box<dyn FnMut(f64) -> f64 + Send>> {
    vec![Box::new(move |y| x * y)]
}

fn main() {
    let _ = parsed("2", 1.0);
    let _ = call::jacobian(&Parsed { text: "2" }, &1.0);
    line(1.0)(2.0);
    powers(1.0);
}
