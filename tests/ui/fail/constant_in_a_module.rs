use ad::prelude::*;

#[exp]
mod model {
    #[derive(Clone, Copy)]
    pub struct Vec3 {
        pub x: f64,
    }

    impl Vec3 {
        pub const ZEROS: [Vec3; 1] = [Vec3 { x: 0.0 }];

        pub fn or_zero(self, small: bool) -> Vec3 {
            if small { Self::ZEROS[0] } else { self }
        }
    }

    pub fn length(v: Vec3) -> f64 {
        v.or_zero(false).x + Vec3::ZEROS[0].x
    }
}

fn main() {
    model::length(model::Vec3::ZEROS[0]);
}
