use ad::prelude::*;

#[exp]
mod model {
    use std::ops::Mul;

    #[derive(Clone, Copy)]
    pub struct V {
        pub x: f64,
    }

    impl Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            V { x: self * v.x }
        }
    }

    impl V {
        pub fn doubled(self) -> V {
            2.0 * self
        }
    }

    pub fn scaled(v: V, by: f64) -> V {
        by * v.doubled()
    }
}

fn main() {
    let _ = model::scaled(model::V { x: 1.0 }, 2.0).x;
}
