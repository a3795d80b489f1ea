use ad::prelude::*;

#[exp]
fn count(n: usize) -> usize {
    n + 1
}

fn main() {
    count(1);
}
