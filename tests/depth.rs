//! Long computations: ten million steps at the first order, a million at the second. They run on the stack of
//! a spawned thread, 2 MiB; what fits there fits on the 8 MiB that a main thread usually has.

use std::thread;

use ad::prelude::*;

#[macro_use]
#[path = "support/strategies.rs"]
mod strategies;

/// y ← y·x + 1, `steps / 2` times: a multiplication and an addition each.
#[exp]
fn geometric(steps: u32, x: f64) -> f64 {
    let mut y = x;
    for _ in 0..steps / 2 {
        y = y * x + 1.0;
    }
    y
}

/// Its derivative of the given order, modulo 2⁶⁴, by its own recurrence: y⁽ᵏ⁾ ← y⁽ᵏ⁾·x + k·y⁽ᵏ⁻¹⁾.
fn derivative(order: usize, steps: u32, x: i64) -> i64 {
    let [mut y, mut first, mut second] = [x, 1, 0_i64];
    for _ in 0..steps / 2 {
        second = second.wrapping_mul(x).wrapping_add(first.wrapping_mul(2));
        first = first.wrapping_mul(x).wrapping_add(y);
        y = y.wrapping_mul(x).wrapping_add(1);
    }
    [y, first, second][order]
}

macro_rules! check {
    ($($strategy:ident)*) => {
        let order = [$(stringify!($strategy)),*].len();
        let steps = [10_000_000, 1_000_000][order - 1];
        let expected = derivative(order, steps, 3);
        let run = move || nest!(Geometric { steps }; $($strategy)*).eval(I64, 3);
        let thread = thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
        assert_eq!(thread.join().expect("no panic"), expected);
    };
}

mod ten_million_steps {
    use super::*;

    nestings!([*] check);
}

mod a_million_steps_of_second_order {
    use super::*;

    nestings!([* *] check);
}
