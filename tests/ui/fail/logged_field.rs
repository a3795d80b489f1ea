use ad::prelude::*;

#[exp]
fn loss(x: f64) -> f64 {
    let y = x * x;
    tracing::info!(y, "now");
    tracing::debug!(loss = y + 1.0, step = 3, "now");
    log::info!(loss = y; "now {x}");
    y
}

fn main() {
    loss(1.0);
}
