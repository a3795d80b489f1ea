// Structs, blocks, modules.

#[exp]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    #[fixed]
    pub weight: f64,
}

#[exp]
enum Figure<const D: usize> {
    Ball([f64; D], f64),
    Empty,
}

#[exp]
type Matrix = [[f64; 3]; 3];

#[exp]
impl Point {
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[exp]
impl std::ops::Mul<f64> for Point {
    type Output = Point;
    fn mul(self, by: f64) -> Point {
        Point { x: self.x * by, y: self.y * by, weight: self.weight }
    }
}

#[exp]
mod model {
    pub struct State {
        pub angle: f64,
        pub step: usize,
    }

    impl State {
        pub fn half(&self) -> usize {
            self.step / 2 - 1
        }
    }

    pub fn next(s: &State) -> State {
        State { angle: s.angle + previous(s.angle), step: s.step + 1 }
    }

    fn previous(x: f64) -> f64 {
        x - 1.0
    }

    #[fixed]
    fn show(x: f64) -> String {
        format!("{x}")
    }
}
