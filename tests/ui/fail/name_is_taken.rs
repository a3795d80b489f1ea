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

#[exp(adjoint)]
fn reserved(x: f64) -> f64 {
    let __ad_value = x * x;
    __ad_value * x
}

fn main() {
    reserved(1.0);
    taken(model::path(1.0));
}
