use ad::prelude::*;

#[exp(nme = Foo)]
fn square(x: f64) -> f64 {
    x * x
}

#[exp(class = Rnig)]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[exp("Foo")]
fn fourth(x: f64) -> f64 {
    x * x * x * x
}

fn main() {
    square(cube(fourth(1.0)));
}
