use ad::prelude::*;

// Its depth is chosen at run time: `ad::paper::Expression`.
#[exp]
fn tower(depth: u32, x: f64) -> f64 {
    if depth == 0 { x * x } else { x * forward::diff(Tower { depth: depth - 1 }).at(x) }
}

pub fn main() {
    tower(3, 2.0);
}
