use ad::prelude::*;

#[exp]
mod model {
    #[derive(Clone, Copy)]
    pub struct Vec3 {
        pub x: f64,
    }

    impl Vec3 {
        pub const ZERO: Vec3 = Vec3 { x: 0.0 };

        pub fn or_zero(self, small: bool) -> Vec3 {
            if small { Self::ZERO } else { self }
        }
    }

    pub fn length(v: Vec3) -> f64 {
        v.or_zero(false).x + Vec3::ZERO.x
    }
}

fn main() {
    model::length(model::Vec3::ZERO);
}
