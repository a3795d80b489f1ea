use ad::prelude::*;

#[exp]
fn area(width: f64, height: f64) -> f64 {
    width * height
}

fn main() {
    stack::diff(Area).at((2.0, 3.0));
    taylor::nth_derivative(Area, 2);
    call::diff(&Area, &2.0);
}
