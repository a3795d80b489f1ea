use ad::prelude::*;

#[exp]
async fn fetch(x: f64) -> f64 {
    x * 2.0
}

fn main() {
    let _ = fetch(1.0);
}
