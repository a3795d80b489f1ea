use ad::prelude::*;

#[exp]
struct Params {
    mass: f64,
}

#[exp]
struct Body<const D: usize> {
    at: [f64; D],
}

type Rate = f64;

#[exp]
fn energy(p: &Params, v: f64) -> f64 {
    p.mass * v * v / 2.0
}

#[exp]
fn containers(a: Vec<Params>, b: &[Params], c: Option<(u32, Params)>, x: f64) -> f64 {
    let _ = (a, b, c);
    x
}

#[exp]
fn beside_a_number(p: (f64, Params)) -> f64 {
    p.0
}

#[exp]
fn of_any_dimension<const D: usize>(body: &Body<D>, x: f64) -> f64 {
    x * body.at[0]
}

#[exp]
fn by_an_alias(rate: Rate, x: f64) -> f64 {
    rate * x
}

#[exp]
struct System {
    params: Params,
    at: f64,
}

struct Model;

impl Model {
    #[exp]
    fn method(&self, p: &Params, x: f64) -> f64 {
        p.mass * x
    }
}

fn main() {
    forward::grad(Energy);
}
