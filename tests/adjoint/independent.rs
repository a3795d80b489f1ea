//! Loops with independent iterations, which are run forward and reversed at once. Other loops only seem independent: the reverse
//! sweep reads their sums, or they carry something else.

use crate::check;
use ad::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[exp(adjoint)]
fn sum_of_products(x: &[f64], s: f64) -> f64 {
    let mut sum = s;
    for i in 0..x.len() - 1 {
        sum += x[i] * x[i + 1];
    }
    sum
}

#[exp(adjoint)]
fn rows(x: &[f64], k: usize) -> Vec<f64> {
    let mut y = vec![x[0]; k];
    for i in 0..k {
        for j in 0..x.len() {
            y[i] += x[j] * x[(i + j) % 5];
        }
    }
    y
}

programs! {
    fn a_sum_at_the_end(n, x) as Tail {
        let mut s = x[0] * x[1];
        for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }
        s
    }

    fn a_sum_that_is_squared(n, x) as Squared {
        let mut s = x[0];
        for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }
        s * s
    }

    fn a_sum_that_an_index_depends_on(n, x) as Counted {
        let (mut s, mut k) = (x[0], 0);
        for i in 0..n { s += x[i % 5] * x[k % 5]; k += i + 1; }
        s + x[k % 5] * x[1]
    }

    fn a_sum_that_a_branch_asks_for(n, x) as Compared {
        let mut s = x[0];
        for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }
        if s > x[3] { s + x[1] * x[1] } else { s - x[2] * x[2] }
    }

    fn a_sum_that_a_later_loop_asks_for(n, x) as Later {
        let mut s = x[0];
        for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }
        let mut t = x[1];
        for i in 0..n { t += s * x[i % 5]; }
        t
    }

    fn sums_in_each_other(n, x) as Nested {
        let mut s = 0.0;
        for i in 0..n {
            let mut t = x[i % 5];
            for j in 0..n { if j > i { t += x[j] * x[i % 5]; } else { t -= x[j] * x[2]; } }
            s += t * 3.0;
        }
        s
    }

    fn an_inner_sum_that_is_used(n, x) as Inner {
        let mut s = 0.0;
        for i in 0..n {
            let mut t = x[i % 5];
            for j in 0..n { t += x[j] * x[i % 5]; }
            s += t * x[i % 5];
        }
        s
    }

    fn a_list_that_is_summed(n, x) as Lists {
        let mut y = vec![0.0; 3];
        for i in 0..n { y[i % 3] += x[i % 5] * x[1]; }
        y[0] + y[1] * 2.0 + y[2]
    }

    fn a_list_that_is_multiplied(n, x) as Multiplied {
        let mut y = vec![0.0; 3];
        for i in 0..n { y[i % 3] += x[i % 5] * x[1]; }
        y[0] + y[1] * y[2]
    }

    fn calls_in_a_sum(n, x) as Calls in Ring {
        let mut s = sum_of_products(&x[..3], x[1] * x[2]);
        for i in 0..n { s += sum_of_products(&x[i % 2..], x[i % 5]); }
        s
    }

    fn a_call_whose_value_is_used(n, x) as Used in Ring {
        let s = sum_of_products(&x[..3], x[1] * x[2]);
        let mut t = sum_of_products(&x[1..], s);
        for i in 0..n { t += sum_of_products(&x[i % 2..], x[i % 5]) * s; }
        t
    }

    fn a_call_whose_list_has_a_length(n, x) as Length in Ring {
        let y = rows(x, n);
        let mut t = x[0];
        for i in 0..y.len() { t += x[i % 5] * x[1] + y[i]; }
        t
    }
}

#[exp(adjoint)]
fn noted(log: &std::cell::Cell<u32>, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for a in x {
        log.set(log.get() + 1);
        sum += *a * *a;
    }
    sum
}

#[exp(adjoint)]
fn beyond(count: usize, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..count {
        sum += x[i] * x[0];
    }
    sum
}

#[exp(adjoint)]
fn asserted(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for a in x {
        assert!(*a < 2.0, "too great");
        sum += *a * *a;
    }
    sum
}

#[exp(adjoint)]
fn row_sums(x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        let mut s = x[0];
        for j in 0..x.len() {
            s += x[i] * x[j];
        }
        y[i] = s;
    }
    y
}

/// Numbers that are counted as they are added and multiplied.
mod counting {
    use ad::{Dict, Ground};
    use std::cell::Cell;

    thread_local!(pub(super) static OPERATIONS: Cell<u32> = const { Cell::new(0) });

    #[derive(Clone, Copy, Debug, Default)]
    pub(super) struct Counting;

    impl Dict for Counting {
        type V = i64;
        type Level = Ground;
        fn zero(self) -> i64 {
            0
        }
        fn one(self) -> i64 {
            1
        }
        fn add(self, a: i64, b: i64) -> i64 {
            OPERATIONS.set(OPERATIONS.get() + 1);
            a + b
        }
        fn mul(self, a: i64, b: i64) -> i64 {
            OPERATIONS.set(OPERATIONS.get() + 1);
            a * b
        }
    }
}

#[test]
fn the_value_of_a_sum_comes_with_the_reverse_sweep() {
    use counting::{Counting, OPERATIONS};
    let x: Vec<i64> = (1..=100).collect();
    let count = |run: &dyn Fn()| {
        OPERATIONS.set(0);
        run();
        OPERATIONS.get()
    };
    let value = count(&|| _ = Beyond { count: 100 }.eval(Counting, x.clone()));
    let both = count(&|| _ = adjoint::value_and_grad(Beyond { count: 100 }).eval(Counting, x.clone()));
    // A product and a sum for each term; in the reverse sweep, two products and a sum besides.
    assert_eq!((value, both), (200, 200 + 300));
}

#[test]
fn other_effects_of_a_function_happen() {
    let log = std::cell::Cell::new(0);
    assert_eq!(call::grad(&Noted { log: &log }, &[1.0, 2.0, 3.0][..]), [2.0, 4.0, 6.0]);
    assert_eq!(log.get(), 3);
    assert!(catch_unwind(|| call::grad(&Asserted, &[1.0, 3.0][..])).is_err());
}

#[test]
fn an_index_out_of_bounds_is_found_by_the_reverse_sweep() {
    let message = |run: &dyn Fn()| {
        let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("an index is out of bounds");
        payload.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    let expected = message(&|| _ = beyond(4, &[1.0, 2.0, 3.0]));
    assert_eq!(message(&|| _ = call::grad(&Beyond { count: 4 }, &[1.0, 2.0, 3.0][..])), expected);
    assert_eq!(call::grad(&Beyond { count: 3 }, &[1.0, 2.0, 3.0][..]), [7.0, 1.0, 1.0]);
}

#[test]
fn jacobians_of_sums() {
    check::jacobian(RowSums, vec![1.0, 2.0, -3.0]);
    check::gradient(SumOfProducts, (vec![1.0, 2.0, -3.0], 5.0));
}
