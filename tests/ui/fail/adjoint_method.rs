use ad::exp;

struct Spring {
    stiffness: f64,
}

impl Spring {
    #[exp(adjoint)]
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x * x / 2.0
    }
}

fn main() {}
