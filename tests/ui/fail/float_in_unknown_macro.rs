use ad::prelude::*;

macro_rules! twice {
    ($x:expr) => {
        $x * 2
    };
}

macro_rules! scale {
    ($x:expr, $by:expr) => {
        $x * $by
    };
}

#[exp]
fn scaled(x: f64) -> f64 {
    let k = twice!(3);
    scale!(x, 2.5) * k as f64
}

fn main() {}
