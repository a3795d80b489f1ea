//! Functions that are recorded as a whole, `adjoint = record`, and their callers, which have programs.

use crate::check;
use ad::prelude::*;
use std::cell::Cell;

thread_local! {
    static CALLS: Cell<i64> = const { Cell::new(0) };
}

/// A plain function that counts its calls, and never gives the same twice.
fn tick() -> i64 {
    CALLS.set(CALLS.get() + 1);
    CALLS.get()
}

#[exp]
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
    #[fixed]
    weight: i64,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Point {
    #[exp(adjoint = record)]
    fn square(self, k: u32) -> f64 {
        let mut s = self.x * self.x;
        for _ in 0..k {
            s = s * self.y + self.x;
        }
        s
    }
    #[exp(adjoint = record)]
    fn larger(&self, other: &Point, by: f64) -> Point {
        *[*self, *other].iter().max_by(|a, b| (a.x * by).partial_cmp(&b.x).unwrap()).unwrap()
    }
    #[exp(adjoint = record)]
    fn turn(&mut self, by: f64) {
        *self = Point { x: self.y * by, y: self.x * self.x, ..*self };
    }
    fn twice(&self, by: f64) -> f64 {
        self.square(1) * self.larger(self, by).square(2) + by
    }
}

/// Sorting by a closure has no program.
#[exp(adjoint = record, class = Ring + PartialOrd)]
fn median(x: &[f64]) -> f64 {
    let mut sorted = x.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    sorted[x.len() / 2] * x[0]
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn both<const K: usize>(k: usize, (a, b): (f64, f64), mut c: [f64; K], flags: &[bool]) -> (f64, Vec<f64>) {
    for (v, flag) in c.iter_mut().zip(flags) {
        *v = if *flag { *v * a } else { b };
    }
    (a * b * c[k % K], c.iter().map(|v| v * b).collect())
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn sort(x: &mut [f64], by: f64) -> f64 {
    x.sort_by(|a, b| b.partial_cmp(a).unwrap());
    x[0] = x[0] * by * x[1];
    x[0] * by
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn push(list: &mut Vec<f64>, last: &mut f64, count: &mut usize) {
    *count += 1;
    for v in list.iter_mut() {
        std::mem::swap(v, last);
        *v = *v * *last;
    }
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn first_above(x: &[f64], limit: &f64) -> Option<f64> {
    x.iter().find(|v| **v > *limit).map(|v| *v * *v * limit)
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn power(n: usize, x: f64) -> f64 {
    if n == 0 { x } else { x * power(n - 1, x * x) }
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn drawn(x: f64, #[fixed] h: f64) -> f64 {
    let k = tick();
    let h = if h > 0.0 { 3 } else { 2 };
    x * x * k as f64 * h as f64
}

#[exp(adjoint = record, class = Ring + PartialOrd)]
fn around(x: &[f64], s: f64) -> f64 {
    let at = x.iter().position(|v| *v > s).unwrap_or(0);
    total(x, s) * median(x) * x[at] + Point { x: s, y: x[at], weight: 2 }.twice(x[1])
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn total(x: &[f64], s: f64) -> f64 {
    let mut t = s;
    for v in x {
        t += v * v;
    }
    t
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn calls(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    let mut p = Point { x: x[0], y: x[1] * x[2], weight: 2 };
    for i in 0..n {
        s = s * median(&x[i..]) + power(i, x[i]);
        let (a, list) = both(i, (s, x[i]), [x[1], s, x[2]], &[true, i == 2]);
        s += a * list[1] * x[4];
        p = p.larger(&Point { x: s, y: x[i], weight: 1 }, x[3]);
        s += p.square(i as u32) * x[0];
        if let Some(v) = first_above(x, &s) {
            s = s * v;
        }
    }
    s * p.x + p.twice(s)
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn changes(n: usize, x: &[f64]) -> f64 {
    let mut list = x.to_vec();
    let (mut s, mut count) = (x[1], 0);
    let mut p = Point { x: x[0], y: x[1], weight: 2 };
    for i in 0..n {
        s += sort(&mut list[i..], x[i]) * list[0];
        list[i] = list[i] * s;
        push(&mut list, &mut s, &mut count);
        p.turn(s);
        s = s * p.x + list[count % 5];
    }
    s * list[0] * list[1] + p.y
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn sums(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    for i in 0..n {
        s += around(x, x[i]) * x[i];
    }
    s * around(&x[1..], s)
}

#[test]
fn callers_agree_with_the_tape() {
    for n in 0..4 {
        for x in [vec![3, -2, 5, 7, -4], vec![0, 1, 0, -1, 2]] {
            check::exact(Calls { n }, x.clone());
            check::exact(Changes { n }, x.clone());
            check::exact(Sums { n }, x);
        }
    }
}

#[test]
fn the_function_itself_agrees_with_the_tape() {
    let x = vec![3, -2, 5];
    assert_eq!(adjoint::grad(Median).eval(I64, x.clone()), ad::stack::grad(Median).eval(I64, x.clone()));
    let second = |x: i64| ad::stack::diff(ad::stack::diff(Power { n: 2 })).eval(I64, x);
    for x in [-2, 1, 3] {
        assert_eq!(adjoint::diff(adjoint::diff(Power { n: 2 })).eval(I64, x), second(x));
        assert_eq!(ad::stack::diff(adjoint::diff(Power { n: 2 })).eval(I64, x), second(x));
        assert_eq!(ad::forward::diff(adjoint::diff(Power { n: 2 })).eval(I64, x), second(x));
    }
    let at = ((3, 2), [5, 7]);
    let both = Both { k: 1, flags: &[true, false] };
    assert_eq!(adjoint::jacobian(both.clone()).eval(I64, at), ad::stack::jacobian(both).eval(I64, at));
    assert_eq!(call::diff(&Power { n: 1 }, &2.0), 12.0);
}

#[exp(adjoint, class = Ring + PartialOrd, record(drawn))]
fn draws(n: usize, x: f64) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s += drawn(s, 1.0) * drawn(x, 0.0);
    }
    s
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn draws_in_companions(n: usize, x: f64) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s += drawn(s, 1.0) * drawn(x, 0.0);
    }
    s
}

/// A second call would give another result, so both sweeps together call the function once.
#[test]
fn a_recorded_function_is_called_once() {
    CALLS.set(0);
    let expected = ad::stack::value_and_grad(Draws { n: 3 }).eval(I64, 2);
    assert_eq!(CALLS.get(), 6);
    CALLS.set(0);
    assert_eq!(adjoint::value_and_grad(Draws { n: 3 }).eval(I64, 2), expected);
    assert_eq!(CALLS.get(), 6);
    CALLS.set(0);
    assert_eq!(adjoint::value_and_grad(DrawsInCompanions { n: 3 }).eval(I64, 2), expected);
    assert_eq!(CALLS.get(), 6);
}

#[exp]
fn sines(x: f64) -> f64 {
    x.sin() * x
}

#[exp(adjoint = record, class = Real)]
fn checkpointed(x: f64, y: f64) -> f64 {
    // The steps outlive the tape, so the checkpoint is recorded as well.
    ad::checkpoint(Sines).at(x * y) * y
}

#[exp(adjoint, class = Real)]
fn around_a_checkpoint(x: f64, y: f64) -> f64 {
    checkpointed(x, y) * checkpointed(y, x * x)
}

#[test]
fn a_recorded_function_may_contain_checkpoints() {
    check::gradient(AroundACheckpoint, (0.7, 1.3));
    check::hessian(AroundACheckpoint, (0.7, 1.3));
}

#[exp(adjoint)]
mod generic {
    fn largest<T: PartialOrd + Copy>(v: &[T]) -> T {
        let mut largest = v[0];
        for &a in v {
            if a > largest {
                largest = a;
            }
        }
        largest
    }

    #[exp(adjoint, record(largest))]
    pub(super) fn scaled_by_the_largest(x: &[f64]) -> f64 {
        largest(x) * x[0] + largest(&[1, 3, 2]) as f64
    }
}
use generic::ScaledByTheLargest;

#[test]
fn the_result_of_a_generic_function_may_be_a_number() {
    check::gradient(ScaledByTheLargest, vec![0.7, 1.3, -2.0]);
}
