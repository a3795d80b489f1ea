//! Graphs whose steps refer to vertices far back, in other orders than the tape's, or to steps without influence. There are a
//! million steps at the first order and a hundred thousand at the second, for all strategies and nestings.

use std::ops::{Add, Mul};

use super::*;

/// A number modulo 2⁶⁴ and its first two derivatives: the oracle, by the product rule of Leibniz.
#[derive(Clone, Copy)]
struct Jet([i64; 3]);

impl Add for Jet {
    type Output = Jet;
    fn add(self, Jet(b): Jet) -> Jet {
        let Jet(a) = self;
        Jet([a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1]), a[2].wrapping_add(b[2])])
    }
}

impl Mul for Jet {
    type Output = Jet;
    fn mul(self, Jet(b): Jet) -> Jet {
        let Jet(a) = self;
        let times = |i: usize, j: usize| a[i].wrapping_mul(b[j]);
        let mixed = times(1, 1);
        Jet([
            times(0, 0),
            times(1, 0).wrapping_add(times(0, 1)),
            times(2, 0).wrapping_add(mixed).wrapping_add(mixed).wrapping_add(times(0, 2)),
        ])
    }
}

// Input:  ladder (Ladder) = |steps, x| { let mut pair = (x * x, x); … }
// Output: #[exp] fn ladder(steps: usize, x: f64) -> f64 { … } and the same function on jets. A test compares the two.
macro_rules! programs {
    ($($(#[$doc:meta])* $name:ident ($Expression:ident) = |$steps:ident, $x:ident| $body:tt)*) => {
        $(
            $(#[$doc])*
            #[exp]
            fn $name($steps: usize, $x: f64) -> f64 $body
        )*

        mod on_jets {
            use super::Jet;

            $(pub(super) fn $name($steps: usize, $x: Jet) -> Jet $body)*
        }

        mod derivatives_of {
            use super::*;

            $(
                #[test]
                fn $name() {
                    let expected = |steps| on_jets::$name(steps, Jet([3, 1, 0])).0;
                    let steps = length(1_000_000);
                    nestings!([diff], $Expression { steps }, |name, d| {
                        assert_eq!(on_a_small_stack(name, &d, 3), expected(steps)[1], "{name}");
                    });
                    let steps = length(100_000);
                    nestings!([diff [diff]], $Expression { steps }, |name, d| {
                        assert_eq!(on_a_small_stack(name, &d, 3), expected(steps)[2], "{name}");
                    });
                }
            )*
        }
    };
}

programs! {
    /// Every step refers to the very first vertex.
    the_first (TheFirst) = |steps, x| {
        let mut y = x;
        for _ in 0..steps / 2 {
            y = (y + x) * x;
        }
        y
    }

    /// Every other step refers to a result of a thousand iterations before.
    a_thousand_back (AThousandBack) = |steps, x| {
        let mut ring: Vec<_> = std::iter::repeat_n(x, 1000).collect();
        for i in 1000..1000 + steps / 2 {
            ring[i % 1000] = ring[(i - 1) % 1000] * x + ring[i % 1000];
        }
        ring[(steps / 2 + 999) % 1000]
    }

    /// The newest steps refer to the oldest first, so the backward phase meets the old ones in their own order.
    the_oldest_first (TheOldestFirst) = |steps, x| {
        let (mut y, mut all) = (x, vec![]);
        for _ in 0..steps / 4 {
            y = y * x + x;
            all.push(y);
        }
        let mut z = x;
        for y in all {
            z = z * x + y;
        }
        z
    }

    /// Every step refers to the two before it: as many paths to the first vertex as Fibonacci's rabbits.
    ladder (Ladder) = |steps, x| {
        let mut pair = (x * x, x);
        for _ in 0..steps {
            pair = (pair.0 + pair.1, pair.0);
        }
        pair.0
    }

    /// The same with products: x to the power of a Fibonacci number.
    ladder_of_products (LadderOfProducts) = |steps, x| {
        let mut pair = (x, x);
        for _ in 0..steps {
            pair = (pair.0 * pair.1, pair.0);
        }
        pair.0
    }

    /// The result does not depend on all but the last steps.
    dead_steps (DeadSteps) = |steps, x| {
        let mut dead = [x];
        for _ in 0..steps / 2 {
            dead[0] = dead[0] * x + x;
        }
        x * x * x
    }

    /// The result is an early vertex, and every later step depends on it.
    an_early_result (AnEarlyResult) = |steps, x| {
        let early = x * x * x;
        let mut later = [early];
        for _ in 0..steps / 2 {
            later[0] = later[0] * x + early;
        }
        early
    }
}

#[test]
fn the_oracle_knows_fibonacci_numbers() {
    let (mut a, mut b) = (1_i64, 0_i64);
    for _ in 0..1_000_000 {
        (a, b) = (a.wrapping_add(b), a);
    }
    // a·x² + b·x and its derivatives, at 3
    let expected = [(9, 3), (6, 1), (2, 0)].map(|(p, q)| a.wrapping_mul(p).wrapping_add(b.wrapping_mul(q)));
    assert_eq!(on_jets::ladder(1_000_000, Jet([3, 1, 0])).0, expected);
    // x^F, where F = 13
    assert_eq!(on_jets::ladder_of_products(5, Jet([2, 1, 0])).0, [1 << 13, 13 << 12, (13 * 12) << 11]);
}
