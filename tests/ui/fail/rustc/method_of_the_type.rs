use ad::prelude::*;

#[exp(adjoint)]
mod lengths {
    trait Length {
        fn abs_sub(&self, other: f64) -> f64;
        fn is_subnormal(&self) -> bool;
        fn gamma(self) -> f64;
    }

    impl Length for f64 {
        fn abs_sub(&self, other: f64) -> f64 {
            (self - other).abs()
        }
        fn is_subnormal(&self) -> bool {
            *self < 1e-9
        }
        fn gamma(self) -> f64 {
            self * self
        }
    }

    pub fn longer(x: f64) -> f64 {
        if x.is_subnormal() { x } else { x.abs_sub(2.0) * x.gamma() }
    }
}

fn main() {
    let _ = call::grad(&lengths::Longer, &1.0);
}
