use ad::exp;

#[exp]
fn local(x: f64) -> f64 {
    let y = 2.0;
    y.sqrt() * x
}

#[exp]
fn assigned(x: f64) -> f64 {
    let mut b = 0.0;
    b = b.max(x);
    b
}

#[exp]
fn literal(x: f64) -> f64 {
    2.0.sqrt() * x
}

#[exp]
fn element(x: &[f64]) -> f64 {
    let mut v = vec![0.0; 3];
    v[1] = v[0].max(x[0]);
    v[1]
}

#[exp]
fn accumulator(x: &[f64]) -> f64 {
    let largest = x.iter().fold(0.0, |a, b| a.max(*b));
    largest * x[0]
}

#[exp]
fn told(x: &[f64]) -> f64 {
    let (mut least, half) = (x[0], 0.5);
    let scaled = half * x[1];
    for v in x {
        least = least.min(*v);
    }
    half.sqrt() * least * scaled + x.iter().fold(0.0, |a, b| a + b * b).sqrt()
}

fn main() {}
