use ad::prelude::*;

#[exp]
mod model {
    pub struct Trail {
        pub points: Vec<f64>,
    }

    impl Drop for Trail {
        fn drop(&mut self) {
            println!("{} points", self.points.len());
        }
    }

    pub fn last(x: f64) -> f64 {
        Trail { points: vec![x] }.points[0]
    }
}

fn main() {
    model::last(1.0);
}
