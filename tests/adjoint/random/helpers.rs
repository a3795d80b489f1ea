//! What the random programs call.
#![allow(warnings)]
use ad::prelude::*;

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
