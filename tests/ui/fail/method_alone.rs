use ad::prelude::*;

struct Spring {
    stiffness: f64,
    x: f64,
}

impl Spring {
    #[exp]
    fn energy(&self) -> f64 {
        self.stiffness * self.x * self.x / 2.0
    }
}

fn main() {}
