use ad::prelude::*;
use ad::{Dict, Ground, forward};

#[derive(Clone, Copy, Default)]
struct Reachable;

impl Dict for Reachable {
    type V = bool;
    type Level = Ground;
    fn zero(self) -> bool {
        false
    }
    fn one(self) -> bool {
        true
    }
    fn add(self, a: bool, b: bool) -> bool {
        a || b
    }
    fn mul(self, a: bool, b: bool) -> bool {
        a && b
    }
}

#[exp]
fn before(x: f64) -> f64 {
    x - 1.0
}

fn main() {
    forward::diff(Before).eval(Reachable, true);
}
