//! Adjoint programs: `#[exp(adjoint)]` writes the reverse sweep of a function at compile time. `adjoint-expanded.rs`
//! contains the expansion of this file.
//!
//! `cargo run --release --example adjoint`

use ad::prelude::*;

/// One step of Euler's method for a pendulum with friction.
#[exp(adjoint)]
fn step(state: &[f64; 2], friction: f64) -> [f64; 2] {
    let h = 0.01;
    [state[0] + h * state[1], state[1] - h * (state[0].sin() + friction * state[1])]
}

/// The remaining energy after `steps` steps.
#[exp(adjoint)]
fn energy(steps: usize, start: &[f64; 2], friction: f64) -> f64 {
    let mut state = *start;
    for _ in 0..steps {
        state = step(&state, friction);
    }
    0.5 * state[1] * state[1] + 1.0 - state[0].cos()
}

fn main() {
    let e = Energy { steps: 500 };
    let at = ([1.0, 0.0], 0.1);

    // A gradient with no tape of elementary operations …
    let (value, gradient) = adjoint::value_and_grad(e).eval(F64, at);
    println!("energy {value:.6}, gradient {gradient:.6?}");
    assert_eq!(stack::grad(e).eval(F64, at), gradient);

    // … which is an expression again: a Hessian-vector product, by forward mode over it.
    let direction = ([1.0, 0.0], 0.0);
    let (_, hv) = forward::jvp(adjoint::grad(e)).eval(F64, (at, direction));
    println!("a column of the Hessian {hv:.6?}");

    // In retained memory:
    let mut prepared = Prepared::new(e);
    let mut gradient = at;
    for friction in [0.1, 0.2, 0.4] {
        let value = prepared.value_and_grad_into(&([1.0, 0.0], friction), &mut gradient);
        println!("friction {friction}: energy {value:.6}, derivative by friction {:.6}", gradient.1);
    }

    // The pullback as a value: one forward sweep, as many reverse sweeps as one likes.
    let (next, pullback) = adjoint::pullback(&Step, F64, at);
    println!(
        "next {next:.6?}, rows {:.6?} and {:.6?}",
        pullback.apply(&[1.0, 0.0]),
        pullback.apply(&[0.0, 1.0])
    );
}
