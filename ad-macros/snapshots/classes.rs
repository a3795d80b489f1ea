// What each body needs, and no more.

#[exp]
fn semiring(x: f64) -> f64 {
    2.0 * x + x
}

#[exp]
fn semiring_with_integers(n: i64, x: f64) -> f64 {
    let half = (n - 1) / 2;
    let mut y = 0.0;
    for i in 0..half {
        if i % 2 != n - i {
            y += x;
        }
    }
    y
}

#[exp]
fn semiring_of_lengths(v: &[f64]) -> f64 {
    let half = v.len() / 2 - 1;
    v[half..].iter().zip(v).map(|(a, b)| a * b).sum::<f64>() * v.len() as f64
}

#[exp]
fn semiring_with_closures(k: usize, x: f64) -> f64 {
    let half = |i| i / 2;
    let square = |y: f64| y * y;
    (0..half(k)).fold(square(x), |acc, i| if i < 3 { acc * x } else { acc })
}

#[exp]
fn ring(x: f64) -> f64 {
    x - 1.0
}

#[exp]
fn ring_of_signed_integers(k: i32, x: f64) -> f64 {
    x * k as f64
}

#[exp]
fn field(x: f64) -> f64 {
    x / 3.0
}

#[exp]
fn field_of_decimals(x: f64) -> f64 {
    0.1 * x
}

#[exp]
fn real(x: f64) -> f64 {
    x.sin() + std::f64::consts::PI
}

#[exp]
fn real_by_mixing(#[fixed] r: f64, x: f64) -> f64 {
    r * x
}

#[exp]
fn real_by_calling(x: f64) -> f64 {
    elsewhere(x)
}

#[exp]
fn ordered(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[exp]
fn ordered_by_method(v: Vec<f64>) -> f64 {
    v.into_iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap()
}

#[exp(class = Ring)]
fn asserted(x: f64) -> f64 {
    elsewhere(x) - x
}

#[exp]
fn recursive(n: u32, x: f64) -> f64 {
    if n == 0 { 1.0 } else { x * recursive(n - 1, x) }
}
