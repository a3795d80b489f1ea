use ad::prelude::*;
use ad::I64;

#[exp]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn main() {
    Root.eval(I64, 4);
}
