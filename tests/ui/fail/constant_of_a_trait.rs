use ad::prelude::*;

#[exp]
mod model {
    pub trait Solid {
        const DENSITY: f64;
        fn volume(&self) -> f64;
    }

    pub struct Ball {
        pub radius: f64,
    }

    impl Solid for Ball {
        const DENSITY: f64 = 2.0;
        fn volume(&self) -> f64 {
            4.0 * self.radius * self.radius * self.radius
        }
    }

    pub fn mass(ball: Ball, density: f64) -> f64 {
        density * ball.radius
    }
}

fn main() {
    use model::Solid as _;
    model::Ball { radius: 1.0 }.volume();
}
