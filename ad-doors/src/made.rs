//! Expressions that are made of a function: a weighted sum of its results, and the function along a line.

use std::panic;

use ad::generic::{Of, Shape, Signature};
use ad::numbers::RealDict;
use ad::{Exp, Num};

use crate::failure::Failure;

/// (x, w) ↦ Σ wᵢ·fᵢ(x), so that a function with several results has Hessians. The weights are a part of the argument, since records of
/// operations repeat constants.
#[derive(Clone)]
pub struct Weighted<E>(pub(crate) E);

impl<E: Signature> Signature for Weighted<E> {
    type In = (E::In, Vec<f64>);
    type Out = f64;
}

impl<D: RealDict, E: Exp<D>> Exp<D> for Weighted<E> {
    fn apply(&self, dict: D, (x, weights): &Of<Self::In, Num<D>>) -> Num<D> {
        let y = self.0.apply(dict, x);
        let (mut sum, mut weights) = (Num::new(dict, dict.zero()), weights.iter());
        E::Out::for_each(&y, &mut |y: &Num<D>| {
            sum += *weights.next().unwrap_or_else(|| other_number()) * *y;
        });
        if weights.next().is_some() {
            other_number();
        }
        sum
    }
}

/// Ends the evaluation of a sum whose weights are too few or too many.
#[cold]
fn other_number() -> ! {
    panic::panic_any(Failure::Argument("the number of weights is not that of the results".into()))
}

/// Number `i` of the results at `x + t·v`, a function of t.
pub(crate) struct Line<'a, E: Signature> {
    pub(crate) e: &'a E,
    pub(crate) structure: &'a Of<E::In, f64>,
    pub(crate) x: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) i: usize,
}

impl<E: Signature> Signature for Line<'_, E> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, E: Exp<D>> Exp<D> for Line<'_, E> {
    fn apply(&self, dict: D, t: &Num<D>) -> Num<D> {
        let mut numbers = self.x.iter().zip(self.v);
        let constant = |c: f64| Num::new(dict, dict.constant(c));
        let x = E::In::map(self.structure, &mut |_: &f64| {
            let (x, v) = numbers.next().expect("the line has all numbers");
            constant(*x) + constant(*v) * *t
        });
        let (mut i, mut found) = (0, None);
        E::Out::for_each(&self.e.apply(dict, &x), &mut |y: &Num<D>| {
            if i == self.i {
                found = Some(*y);
            }
            i += 1;
        });
        found.unwrap_or_else(|| constant(0.0))
    }
}
