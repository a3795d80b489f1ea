use ad::prelude::*;

#[exp]
struct Settings {
    steps: usize,
}

fn main() {
    let _ = Settings { steps: 3 }.steps;
}
