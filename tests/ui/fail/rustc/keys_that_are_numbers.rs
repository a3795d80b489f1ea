use ad::prelude::*;
use std::collections::BTreeMap;

#[exp]
fn first(x: f64) -> f64 {
    let mut seen = BTreeMap::new();
    seen.insert(x, 1.0);
    *seen.values().next().unwrap()
}

fn main() {
    first(2.0);
}
