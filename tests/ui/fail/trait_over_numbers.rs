use ad::prelude::*;

#[exp(adjoint)]
mod model {
    pub trait Solid {
        fn volume(&self) -> f64;
    }

    pub struct Ball {
        pub radius: f64,
    }

    impl Solid for Ball {
        fn volume(&self) -> f64 {
            4.0 * self.radius * self.radius * self.radius
        }
    }

    pub fn mass(ball: Ball, density: f64) -> f64 {
        density * ball.radius
    }

    #[fixed]
    pub fn largest(solids: &[Box<dyn Solid>]) -> f64 {
        solids.iter().map(|solid| solid.volume()).fold(0.0, f64::max)
    }
}

fn main() {
    use model::Solid as _;
    model::Ball { radius: 1.0 }.volume();
}
