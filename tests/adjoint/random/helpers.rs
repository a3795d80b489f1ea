//! The helpers of the random programs.
#![allow(warnings)]
use ad::prelude::*;

thread_local! {
    static CALLS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A plain function that never gives the same twice.
pub fn tick() -> usize {
    CALLS.set(CALLS.get() + 1);
    CALLS.get()
}

pub const FACTOR: usize = 2;

pub mod other {
    pub const FACTOR: usize = 5;
}

pub fn restart() {
    CALLS.set(0);
}

#[exp]
#[derive(Clone, Copy)]
pub struct Pair {
    pub a: f64,
    pub b: f64,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Pair {
    pub fn new(a: f64, b: f64) -> Pair {
        Pair { a: a * b, b }
    }

    pub fn dot(&self, s: f64) -> f64 {
        self.a * s + self.b * s * s
    }

    pub fn merged(&self, other: &Pair) -> f64 {
        self.a * other.b + self.b * other.a * other.a
    }

    pub fn mix(&mut self, s: f64) {
        let a = self.a;
        self.a = self.b * s;
        if a > s {
            return;
        }
        self.b *= a + s;
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn stir(v: &mut [f64], i: usize, s: f64) -> f64 {
    let k = i % v.len();
    let old = v[k];
    for j in 0..v.len() {
        v[j] = v[j] * s + old;
    }
    if i % 3 == 1 {
        return old * s;
    }
    v[k] *= v[0];
    old * v[k]
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn bump(t: &mut f64, k: usize, s: f64) {
    if k % 2 == 0 {
        return;
    }
    *t = *t * s + *t;
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn positive(a: f64, b: f64) -> Option<f64> {
    if a > b { Some(a * b) } else { None }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn both(a: f64, b: f64) -> Option<f64> {
    let p = positive(a, b)?;
    let q = positive(p, b)?;
    Some(p * q)
}

#[exp(adjoint)]
pub fn twice(a: f64, b: f64) -> f64 {
    let c = a * b;
    c * a - b * c
}

#[exp(adjoint)]
pub fn chosen(v: &[f64], i: usize, s: f64) -> f64 {
    let mut t = v[i % v.len()] * s;
    for u in v {
        t = t * u + s;
    }
    t
}

#[exp(adjoint)]
pub fn powers(k: usize, b: f64) -> f64 {
    if k == 0 { 1.0 } else { b * powers(k - 1, b) }
}

#[exp(adjoint)]
pub fn both_ways(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    (p + a, p * b)
}

#[exp(adjoint)]
pub fn length_of_three<const K: usize>(v: [f64; K]) -> f64 {
    let mut s = 1.0;
    for k in 0..K {
        s = s * v[k] + v[K - 1 - k];
    }
    s
}

#[exp]
#[derive(Clone, Copy)]
pub struct Node {
    pub value: f64,
    pub extra: Option<f64>,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Node {
    pub fn new(value: f64, i: usize) -> Node {
        Node { value, extra: if i % 2 == 0 { Some(value * value) } else { None } }
    }

    pub fn weighed(&self, s: f64) -> f64 {
        match self.extra {
            Some(e) => e * s * self.value,
            None => self.value * s,
        }
    }
}

#[exp]
#[derive(Clone)]
pub struct Bag {
    pub low: [f64; 2],
    pub all: Vec<f64>,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Bag {
    pub fn grow(&mut self, s: f64) {
        for v in self.all.iter_mut() {
            *v *= s;
        }
        self.low[1] *= self.all[0];
    }

    pub fn total(&self) -> f64 {
        self.all.iter().map(|v| v * self.low[0]).sum::<f64>() * self.low[1]
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn checked(a: f64, i: usize) -> Result<f64, usize> {
    if i % 2 == 0 {
        return Err(i);
    }
    Ok(a * a)
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn asked(a: f64, b: f64, i: usize) -> Option<f64> {
    let mut s = a;
    for k in 0..i % 4 {
        let v = positive(s, b)?;
        s = s * v + b;
        if k == 2 {
            return None;
        }
    }
    Some(s * both(a, s)?)
}

#[exp(adjoint)]
pub fn scaled(x: &[f64], s: f64) -> Vec<f64> {
    x.iter().map(|v| v * s * v).collect()
}

#[exp(adjoint)]
pub fn nested(x: &[f64], s: f64) -> f64 {
    if x.is_empty() {
        return s;
    }
    let t = s * x[0] + s;
    x[0] * nested(&x[1..], t)
}

#[exp(adjoint)]
pub fn blend(a: &mut [f64], b: &mut [f64], s: f64) {
    for (p, q) in a.iter_mut().zip(b) {
        let old = *p;
        *p = old * s + *q;
        *q *= old;
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn lengthened(v: &mut Vec<f64>, s: f64) -> f64 {
    let last = v[v.len() - 1];
    v.push(last * s);
    v[0] *= s;
    if v.len() % 2 == 0 {
        v.push(v[0] + last);
    }
    last * v[0]
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn shortened(v: &mut Vec<f64>) -> f64 {
    if v.len() < 3 {
        return v[0] * v[1];
    }
    let last = v.pop().unwrap();
    v[0] += last * v[1];
    last
}

/// A list and an option that methods change.
#[exp]
#[derive(Clone)]
pub struct Queue {
    pub all: Vec<f64>,
    pub last: Option<f64>,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Queue {
    pub fn add(&mut self, s: f64) {
        let before = self.last.unwrap_or(1.0);
        self.all.push(s * before);
        self.last = Some(s);
        if self.all.len() > 3 {
            self.all = vec![self.all[1] * self.all[3], self.all[2]];
            self.last = None;
        }
    }

    pub fn whole(&self) -> f64 {
        self.all.iter().sum::<f64>() + self.last.unwrap_or(0.0)
    }
}
