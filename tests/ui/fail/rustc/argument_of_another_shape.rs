use ad::prelude::*;

#[exp]
fn cubes(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x * x).sum()
}

fn main() {
    let mut gradient = vec![0.0];
    Prepared::new(Cubes).mode(Mode::Tape).value_and_grad_into(&3.0, &mut gradient);
}
