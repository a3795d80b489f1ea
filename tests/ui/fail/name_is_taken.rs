use ad::prelude::*;

#[exp]
fn taken(path: f64) -> f64 {
    path
}

#[exp]
mod model {
    #[derive(Clone)]
    pub struct Path {
        pub length: f64,
    }

    pub fn path(length: f64) -> f64 {
        Path { length }.length
    }
}

fn main() {
    taken(model::path(1.0));
}
