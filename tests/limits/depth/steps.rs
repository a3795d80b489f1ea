//! Many steps: ten million at the first order, a million at the second.

use super::*;

/// y ← y·x + 1, `steps / 2` times: a multiplication and an addition each.
#[exp(adjoint, class = Ring)]
pub(super) fn geometric(steps: usize, x: f64) -> f64 {
    let mut y = x;
    for _ in 0..steps / 2 {
        y = y * x + 1.0;
    }
    y
}

/// Its derivative of the given order, modulo 2⁶⁴, by its own recurrence: y⁽ᵏ⁾ ← y⁽ᵏ⁾·x + k·y⁽ᵏ⁻¹⁾.
pub(super) fn derivative(order: usize, steps: usize, x: i64) -> i64 {
    let [mut y, mut first, mut second] = [x, 1, 0_i64];
    for _ in 0..steps / 2 {
        second = second.wrapping_mul(x).wrapping_add(first.wrapping_mul(2));
        first = first.wrapping_mul(x).wrapping_add(y);
        y = y.wrapping_mul(x).wrapping_add(1);
    }
    [y, first, second][order]
}

#[test]
fn ten_million_steps() {
    let steps = length(10_000_000);
    let expected = derivative(1, steps, 3);
    nestings!([diff], Geometric { steps }, |name, d| {
        assert_eq!(on_a_small_stack(name, &d, 3), expected, "{name}");
    });
}

#[test]
fn a_million_steps_of_second_order() {
    let steps = length(1_000_000);
    let expected = derivative(2, steps, 3);
    nestings!([diff[diff]], Geometric { steps }, |name, d| {
        assert_eq!(on_a_small_stack(name, &d, 3), expected, "{name}");
    });
}
