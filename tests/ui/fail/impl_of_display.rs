use ad::prelude::*;

#[exp]
struct Point {
    x: f64,
}

#[exp]
impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.x)
    }
}

fn main() {
    println!("{}", Point { x: 1.0 });
}
