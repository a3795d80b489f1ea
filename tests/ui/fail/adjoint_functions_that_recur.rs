use ad::exp;

#[exp(adjoint)]
mod model {
    fn halves(f: &dyn Fn(f64) -> f64, x: f64, depth: u32) -> f64 {
        if depth == 0 { f(x) } else { halves(f, x / 2.0, depth - 1) + f(x) }
    }

    pub fn sum(x: f64) -> f64 {
        halves(&|v| v * v, x, 3)
    }
}

fn main() {
    model::sum(1.0);
}
