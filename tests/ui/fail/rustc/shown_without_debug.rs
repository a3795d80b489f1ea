use ad::prelude::*;
use std::fmt::{self, Display, Formatter};

#[exp]
struct Point {
    x: f64,
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.x)
    }
}

#[exp]
fn square(p: &Point<f64>) -> f64 {
    println!("{p}");
    dbg!(p);
    p.x * p.x
}

fn main() {
    square(&Point { x: 1.0 });
}
