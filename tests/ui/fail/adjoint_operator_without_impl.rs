// The macro has to see the `impl` of an operator, to know that it has an adjoint program.

#[ad::exp(adjoint)]
mod plane {
    #[derive(Clone, Copy)]
    pub struct Vector {
        pub x: f64,
        pub y: f64,
    }

    impl std::ops::Add for Vector {
        type Output = Vector;
        fn add(self, other: Vector) -> Vector {
            Vector { x: self.x + other.x, y: self.y + other.y }
        }
    }

    pub fn sum(a: Vector, b: Vector) -> f64 {
        (a + b - b).x
    }
}

fn main() {}
