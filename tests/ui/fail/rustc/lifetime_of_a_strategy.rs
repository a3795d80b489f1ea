use ad::prelude::*;
use ad::Signature;
use ad::stack::Stack;

// Every evaluation has its own lifetime: `for<'t> Exp<Stack<'t, F64>>`.
fn slope<E: Signature<In = f64, Out = f64> + Exp<Stack<'static, F64>>>(e: E) -> f64 {
    stack::diff(e).at(2.0)
}

#[exp]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    slope(Square);
}
