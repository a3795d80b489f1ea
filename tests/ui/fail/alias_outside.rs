use ad::prelude::*;

type Vec3 = [f64; 3];

#[exp]
fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn main() {
    dot([1.0; 3], [1.0; 3]);
}
