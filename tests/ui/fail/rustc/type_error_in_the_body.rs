use ad::prelude::*;

#[exp]
fn wrong(k: u32, x: f64) -> f64 {
    let flags: Vec<bool> = vec![k];
    if flags[0] { x } else { x + 1.0 }
}

fn main() {
    wrong(1, 2.0);
}
