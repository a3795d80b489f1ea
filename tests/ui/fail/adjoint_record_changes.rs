use ad::exp;

#[exp]
fn step(x: &mut [f64]) {
    x[0] *= x[1];
}

#[exp(adjoint, record(step))]
fn last(start: [f64; 2]) -> f64 {
    let mut x = start;
    step(&mut x);
    x[0]
}

fn main() {}
