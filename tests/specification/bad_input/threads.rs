//! Expressions that run in other threads: with little stack, several at once, shared, and inside another
//! expression.

use std::sync::Arc;
use std::thread;

use ad::paper::{Var, pow};
use ad::prelude::*;
use ad_testing::each_strategy;

/// y ← y·x + 1, n times, from 0: 1 + x + … + xⁿ⁻¹.
#[exp]
fn geometric(n: u32, x: f64) -> f64 {
    let mut y = 0.0;
    for _ in 0..n {
        y = y * x + 1.0;
    }
    y
}

/// Runs `f` in a thread with the stack that threads have by default.
fn spawn<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> thread::JoinHandle<T> {
    thread::Builder::new().stack_size(2 << 20).spawn(f).expect("a thread")
}

/// Its derivative at 1: 0 + 1 + … + (n - 1).
fn derivative_at_1(n: u32) -> i64 {
    let n = i64::from(n);
    n * (n - 1) / 2
}

macro_rules! tests {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            /// Differentiates in a new thread.
            #[exp(class = Semiring)]
            #[allow(clippy::cast_sign_loss, reason = "the slope is a sum of powers of 1")]
            fn elsewhere(n: u32, x: f64) -> f64 {
                let slope = spawn(move || diff(Geometric { n }).eval(I64, 1)).join().expect("no panic");
                x * (slope as u64 as f64)
            }

            #[test]
            fn a_thread_differentiates() {
                let e = diff(Geometric { n: 100_000 });
                assert_eq!(spawn(move || e.eval(I64, 1)).join().unwrap(), derivative_at_1(100_000));
            }

            #[test]
            fn threads_differentiate_at_once_and_do_not_meet() {
                let threads: Vec<_> = (0..8)
                    .map(|i| {
                        spawn(move || {
                            for n in 0..200 {
                                let n = n * (i + 1);
                                assert_eq!(diff(Geometric { n }).eval(I64, 1), derivative_at_1(n));
                            }
                        })
                    })
                    .collect();
                for thread in threads {
                    thread.join().unwrap();
                }
            }

            #[test]
            fn threads_share_an_expression() {
                let e = Arc::new(diff(diff(pow(4, Var))));
                let threads: Vec<_> = (0..4)
                    .map(|x| {
                        let e = Arc::clone(&e);
                        (x, spawn(move || e.eval(I64, x)))
                    })
                    .collect();
                for (x, thread) in threads {
                    assert_eq!(thread.join().unwrap(), 12 * x * x);
                }
            }

            #[test]
            fn an_expression_starts_a_thread_that_differentiates() {
                assert_eq!(diff(Elsewhere { n: 10 }).eval(I64, 7), 45);
                assert_eq!(diff(diff(Elsewhere { n: 10 })).eval(I64, 7), 0);
                assert_eq!(diff(pow(2, Elsewhere { n: 10 })).eval(I64, 7), 2 * 45 * 45 * 7);
            }

            #[test]
            fn a_panic_in_a_thread_is_that_threads() {
                let e = diff(pow(70, Var));
                assert!(spawn(move || e.eval(CHECKED_I64, 2)).join().is_err());
                assert_eq!(spawn(move || e.eval(CHECKED_I64, 1)).join().unwrap(), 70);
                assert_eq!(e.eval(CHECKED_I64, 1), 70);
            }
        }
    };
}

each_strategy!(tests);
