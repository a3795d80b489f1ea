use ad::prelude::*;

#[exp]
fn square(x: f64) -> f64 {
    std::thread::scope(|scope| scope.spawn(|| x * x).join().unwrap())
}

fn main() {
    square(2.0);
}
