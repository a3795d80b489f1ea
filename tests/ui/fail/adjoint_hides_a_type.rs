use ad::prelude::*;

mod convert {
    #[ad::exp(adjoint, name = Twice)]
    pub fn f64(x: f64) -> f64 {
        x + x
    }
}

fn main() {
    let _ = adjoint::grad(convert::Twice).eval(F64, 1.0);
}
