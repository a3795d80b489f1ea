use ad::prelude::*;

unsafe extern "C" {
    #[exp]
    fn sum(n: i32, ...) -> f64;
}

fn main() {}
