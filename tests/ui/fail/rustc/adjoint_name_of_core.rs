use ad::exp;

fn replace<T: Copy + std::ops::Mul<Output = T>>(a: &mut T, b: T) -> T {
    *a * b
}

#[exp(adjoint)]
fn scaled(x: f64, y: f64) -> f64 {
    let mut z = x;
    replace(&mut z, y) * x
}

fn main() {}
