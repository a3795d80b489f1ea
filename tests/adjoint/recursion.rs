//! Functions that call themselves: one forward and one reverse sweep over all calls.

use crate::check;
use ad::prelude::*;
use std::cell::Cell;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// A plain function that counts its calls, and never gives the same twice.
fn draw() -> f64 {
    CALLS.set(CALLS.get() + 1);
    1.0 / CALLS.get() as f64
}

/// The calls of `draw` in a sweep of `e`.
fn calls<E: ad::Signature<Out = f64> + adjoint::Adjoint<F64>>(e: E, x: ad::Of<E::In, f64>) -> usize {
    CALLS.set(0);
    adjoint::grad(e).eval(F64, x);
    CALLS.get()
}

#[exp(adjoint)]
fn line(k: usize, x: f64) -> f64 {
    if k == 0 {
        return x;
    }
    let noise = draw();
    x * noise * line(k - 1, x * noise) + 1.0
}

#[exp(adjoint)]
fn tree(k: usize, x: f64) -> f64 {
    let noise = draw();
    if k < 2 { x.sin() * noise } else { tree(k - 1, x * 0.9) * tree(k - 2, x + noise) * x }
}

#[exp(adjoint)]
fn from_itself(k: usize, x: f64) -> f64 {
    let noise = draw();
    if k == 0 { x * noise } else { x * self::from_itself(k - 1, x * noise) }
}

#[test]
fn each_call_runs_once() {
    for k in [0, 1, 10, 100] {
        assert_eq!(calls(Line { k }, 1.1), k);
        assert_eq!(calls(FromItself { k }, 1.1), k + 1);
    }
    assert_eq!([0, 1, 2, 3, 4, 10].map(|k| calls(Tree { k }, 0.7)), [1, 1, 3, 5, 9, 177]);
}

#[exp(adjoint)]
fn fibonacci(k: usize, x: f64, y: f64) -> f64 {
    if k < 2 {
        return x * y.sin();
    }
    let first = fibonacci(k - 1, x * 0.9, y);
    let second = fibonacci(k - 2, y, first * x);
    first * second + x
}

#[exp(adjoint)]
fn halves(x: &[f64], scale: f64) -> f64 {
    match x.len() {
        0 => 1.0,
        1 => x[0] * scale,
        n => {
            let (left, right) = x.split_at(n / 2);
            let doubled: Vec<f64> = right.iter().map(|x| x * x * scale).collect();
            halves(left, scale * x[n - 1]) * halves(&doubled, scale) + scale
        }
    }
}

#[exp(adjoint)]
fn in_a_loop(k: usize, x: &[f64; 3], t: f64) -> f64 {
    let mut s = t * x[k % 3];
    if k == 0 {
        return s;
    }
    for i in 0..k {
        if i == 2 && s < 0.0 {
            continue;
        }
        s = s * in_a_loop(i, &[x[1], x[2] * t, s], t * x[i % 3]).sin() + t;
        if s > 3.0 {
            break;
        }
    }
    s
}

#[exp(adjoint)]
fn turned(k: usize, x: &mut [f64; 3], t: f64) {
    x[k % 3] *= x[(k + 1) % 3] + t;
    if k > 0 {
        turned(k - 1, x, t * x[0]);
        x[1] = x[1] * x[2] + t;
        turned(k / 2, x, x[1] * 0.5);
        x[0] *= x[1];
    }
}

#[exp(adjoint)]
fn changed(k: usize, t: f64) -> f64 {
    let mut x = [t, 0.5 * t, 1.0 - t];
    turned(k, &mut x, t);
    x[0] * x[1] + x[2]
}

/// Functions that call each other: one of them is recorded.
#[exp(adjoint)]
fn even(k: usize, x: f64) -> f64 {
    if k == 0 { x } else { odd(k - 1, x * x) * x + 1.0 }
}

#[exp(adjoint = record)]
fn odd(k: usize, x: f64) -> f64 {
    if k == 0 { x.sin() } else { even(k - 1, x) * x }
}

/// Returns the first number of a list below a bound, times those before it.
#[exp(adjoint)]
fn first_below(x: &[f64], bound: f64) -> Option<f64> {
    let (head, tail) = x.split_first()?;
    if *head < bound {
        return Some(head * head);
    }
    let rest = first_below(tail, bound)?;
    Some(rest * head)
}

#[exp(adjoint)]
fn found(x: &[f64], bound: f64) -> f64 {
    first_below(x, bound).unwrap_or(1.0) * x[0]
}

#[exp(adjoint)]
fn pairs(k: usize, x: f64) -> (f64, [f64; 2]) {
    if k == 0 {
        return (x, [1.0, x * x]);
    }
    let (a, [b, c]) = pairs(k - 1, x * x);
    (a * b, [c, a * x])
}

#[exp(adjoint)]
fn of_pairs(k: usize, x: f64) -> f64 {
    let (a, [b, c]) = pairs(k, x);
    a * b + c * x
}

/// The first call does not influence the result.
#[exp(adjoint)]
fn unused(k: usize, x: f64) -> f64 {
    if k == 0 {
        return x.sin();
    }
    let first = unused(k - 1, x * 2.0);
    let sign = if first > 0.0 { 1 } else { -1 };
    unused(k / 2, x * x) * x * sign as f64
}

trait Rule {
    fn shift(k: usize) -> usize;
}
struct Shifted;
impl Rule for Shifted {
    fn shift(k: usize) -> usize {
        2 * k + 1
    }
}

#[exp(adjoint)]
fn generic<R: Rule, const K: usize>(k: usize, x: &[f64; K]) -> f64 {
    if k == 0 {
        return x[R::shift(k) % K];
    }
    let mut y = *x;
    y[k % K] *= x[R::shift(k) % K];
    generic::<R, K>(k - 1, &y) * x[0]
}

#[exp(adjoint)]
fn with_rule(k: usize, x: [f64; 2]) -> f64 {
    generic::<Shifted, 2, _>(k, &x) * x[1]
}

#[exp(adjoint)]
mod methods {
    #[derive(Clone, Copy)]
    pub(super) struct Inner {
        pub(super) scale: f64,
    }

    impl Inner {
        pub(super) fn energy(&self, k: usize) -> f64 {
            self.scale * self.scale + k as f64
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Point {
        pub(super) x: f64,
        pub(super) y: f64,
        pub(super) inner: Inner,
    }

    impl Point {
        /// The method of `inner` has the same name, and is another one.
        pub(super) fn energy(&self, k: usize) -> f64 {
            let noise = super::draw();
            if k == 0 { self.x * noise } else { self.y * self.energy(k - 1) + self.inner.energy(k) * self.x }
        }

        pub(super) fn levels(&self, k: usize) -> f64 {
            if k == 0 {
                return self.x;
            }
            let next = Point { x: self.x * self.y, y: self.y * self.inner.energy(k), inner: self.inner };
            self.y * next.levels(k - 1) + self.levels(k / 2)
        }

        pub(super) fn turned(self, k: usize) -> Point {
            if k == 0 {
                return self;
            }
            let p = Point { x: self.y * self.x, y: self.x, inner: self.inner };
            p.turned(k - 1)
        }

        pub(super) fn advance(&mut self, k: usize, t: f64) {
            self.x *= self.y + t;
            if k > 0 {
                self.advance(k - 1, t * self.x);
                self.y *= self.x;
            }
        }

        pub(super) fn of(k: usize, x: f64) -> f64 {
            if k == 0 { x.sin() } else { Self::of(k - 1, x * x) * Point::of(k / 2, x) }
        }
    }

    pub(super) fn energy_of(k: usize, p: Point) -> f64 {
        p.energy(k)
    }

    pub(super) fn methods_of(k: usize, p: Point) -> f64 {
        let mut q = p.turned(k);
        q.advance(k, p.x);
        p.levels(k) * q.levels(k) + Point::of(k, q.x) * q.y
    }
}

#[test]
fn methods_call_themselves() {
    use methods::{EnergyOf, Inner, MethodsOf, Point};
    let p = Point { x: 0.3, y: 0.7, inner: Inner { scale: 1.2 } };
    assert_eq!(calls(EnergyOf { k: 100 }, p), 101);
    for k in 0..4 {
        check::program(&MethodsOf { k }, &p);
    }
}

/// Not the function itself, in spite of its name.
mod other {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub(super) fn named(k: usize, x: f64) -> f64 {
        x * x * x + k as f64
    }
}

#[exp(adjoint)]
fn named(k: usize, x: f64) -> f64 {
    if k == 0 { x } else { other::named(k - 1, x * x) * x }
}

mod inside {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub(super) fn named(k: usize, x: f64) -> f64 {
        use super::other::named;
        if k == 0 { x } else { named(k - 1, x * x) * x }
    }
}

#[test]
fn functions_of_the_same_name_are_not_recursion() {
    for k in 0..3 {
        check::program(&Named { k }, &0.8);
        check::program(&inside::Named { k }, &0.8);
    }
}

#[test]
fn derivatives_are_those_of_the_tape() {
    for k in 0..6 {
        check::program(&Fibonacci { k }, &(0.7, 1.3));
        check::program(&InALoop { k }, &([0.5, -1.25, 2.0], 0.8));
        check::program(&Changed { k }, &0.6);
        check::program(&OfPairs { k }, &0.6);
        check::program(&Even { k }, &0.6);
        check::program(&Unused { k }, &0.6);
        check::program(&WithRule { k }, &[0.6, 1.2]);
    }
    for n in 1..9 {
        let x: Vec<f64> = (0..n).map(|i| f64::from(i).sin() + 0.8).collect();
        check::program(&Halves, &(x.clone(), 0.9));
        for bound in [0.0, 0.5, 0.8, 2.0] {
            check::program(&Found, &(x.clone(), bound));
        }
    }
}
