use ad::prelude::*;

#[exp]
mod model {
    pub struct State {
        pub x: f64,
    }

    pub fn step(s: &State) -> State {
        State { x: rounded(s.x) - s.x }
    }

    pub fn rounded(x: f64) -> f64 {
        let whole = x as f32;
        whole as f64
    }

    pub unsafe fn raw(x: f64) -> f64 {
        x
    }
}

#[exp]
fn caller(x: f64) -> f64 {
    model::rounded(x) + model::step(&model::State { x }).x
}

fn main() {
    caller(1.0);
    model::Rounded.eval(F64, 1.0);
}
