use ad::exp;

// A number has one type under each dictionary.
#[exp]
fn wide(x: f32) -> f32 {
    (x as f64).sqrt() as f32
}

#[exp(float = f16)]
fn half(x: f32) -> f32 {
    x
}

#[exp(adjoint, step)]
fn step(x: f32) -> f32 {
    x * x
}

#[exp]
fn to_bits(x: f32) -> u32 {
    x.to_bits()
}

fn main() {}
