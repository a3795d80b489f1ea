//! Adjoint programs of many steps and of deep recursion.

use super::steps::{Geometric, derivative};
use super::*;

#[test]
fn ten_million_steps() {
    let steps = length(10_000_000);
    let d = adjoint::diff(Geometric { steps });
    assert_eq!(on_a_small_stack("adjoint", &d, 3), derivative(1, steps, 3));
}

#[test]
fn a_million_steps_of_second_order() {
    let steps = length(1_000_000);
    let expected = derivative(2, steps, 3);
    let d = forward::diff(adjoint::diff(Geometric { steps }));
    assert_eq!(on_a_small_stack("forward∘adjoint", &d, 3), expected);
    let d = stack::diff(adjoint::diff(Geometric { steps }));
    assert_eq!(on_a_small_stack("stack∘adjoint", &d, 3), expected);
    let d = adjoint::diff(adjoint::record(forward::diff(Geometric { steps })));
    assert_eq!(on_a_small_stack("adjoint∘recorded∘forward", &d, 3), expected);
}

/// Each iteration overwrites values that the next one reads, and each has its own exit.
#[exp(adjoint)]
fn overwritten(steps: usize, x: f64) -> f64 {
    let mut y = [x, x * x, 1.0];
    let mut k = 0;
    loop {
        k += 1;
        if k % 3 == 0 {
            continue;
        }
        y[k % 3] = y[(k + 1) % 3] * x;
        if k >= steps {
            break;
        }
    }
    y[0] + y[1] * y[2]
}

#[test]
fn a_million_values_are_overwritten() {
    let steps = length(1_000_000);
    let expected = on_a_small_stack("stack", &stack::diff(Overwritten { steps }), 3);
    assert_eq!(on_a_small_stack("adjoint", &adjoint::diff(Overwritten { steps }), 3), expected);
}

#[exp(adjoint)]
fn recursive(k: usize, x: f64) -> f64 {
    if k == 0 { x } else { x * recursive(k - 1, x) + 1.0 }
}

/// The control stack must hold the calls of either sweep. It holds those of the tape.
#[test]
fn ten_thousand_calls_of_itself() {
    let k = length(10_000);
    let [first, second] = [1, 2].map(|order| derivative(order, 2 * k, 3));
    assert_eq!(on_a_small_stack("stack", &stack::diff(Recursive { k }), 3), first);
    assert_eq!(on_a_small_stack("adjoint", &adjoint::diff(Recursive { k }), 3), first);
    assert_eq!(
        on_a_small_stack("forward∘adjoint", &forward::diff(adjoint::diff(Recursive { k })), 3),
        second
    );
    assert_eq!(on_a_small_stack("stack∘adjoint", &stack::diff(adjoint::diff(Recursive { k })), 3), second);
}
