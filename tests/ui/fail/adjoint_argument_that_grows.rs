use ad::prelude::*;

#[exp(adjoint)]
fn append(x: &mut Vec<f64>, factor: f64) {
    let last = x[x.len() - 1] * factor;
    x.push(last);
}

fn main() {
    let mut x = vec![1.0];
    append(&mut x, 2.0);
}
