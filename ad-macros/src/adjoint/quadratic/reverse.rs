//! The reverse sweep at the end of a path: the adjoints of its steps, and their terms of the Hessian.

use super::step::Step;
use super::{Factor, Number, Path, Tangents, Writer, shaped};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;

/// The adjoints of the steps so far, and the upper triangle.
pub(super) struct Sweep {
    pub(super) adjoints: Vec<Option<Factor>>,
    pub(super) entries: BTreeMap<(usize, usize), Factor>,
    /// The adjoint of the sums of loops.
    scale: Option<TokenStream>,
}

impl Sweep {
    /// Entry (i, j) of the Hessian.
    pub(super) fn entry(&self, i: usize, j: usize) -> Option<&Factor> {
        self.entries.get(&(i.min(j), i.max(j)))
    }
}

impl Writer<'_> {
    /// The reverse sweep, and the result.
    pub(super) fn end(&mut self, mut path: Path) -> Option<TokenStream> {
        if path.totals.is_some() {
            return self.end_of_iteration(path);
        }
        let result = self.text.program.result.clone();
        let super::Part::Number(number) = path.scope.source(&result)? else { return None };
        let value = self.fresh("value");
        let source = self.text.source(&result);
        path.code.extend(quote!(let #value = #source;));
        let sweep = self.sweep(number.step.into_iter().collect(), &mut path)?;
        if self.lists.is_some() {
            let one = self.natural(1).to_string();
            if let Some(scale) = sweep.scale.as_ref().filter(|scale| scale.to_string() != one) {
                path.code.extend(quote!(__ad::adjoint::Assemble::scale(__sink, #scale);));
            }
            self.add(&sweep, &mut path)?;
            let code = path.code;
            return Some(quote!(#code __ad::Some(#value)));
        }
        self.curved |= !sweep.entries.is_empty();
        let mut i = 0;
        let gradient = shaped(&self.shapes, false, &mut || {
            i += 1;
            self.or_zero(sweep.adjoints[path.inputs[i - 1].step].as_ref())
        });
        i = 0;
        let hessian = shaped(&self.shapes, false, &mut || {
            i += 1;
            let mut j = 0;
            shaped(&self.shapes, false, &mut || {
                j += 1;
                self.or_zero(sweep.entry(i - 1, j - 1))
            })
        });
        let code = path.code;
        Some(quote!(#code (#value, #gradient, #hessian)))
    }

    pub(super) fn or_zero(&self, of: Option<&Factor>) -> TokenStream {
        of.map_or_else(|| self.natural(0), |factor| self.tokens(factor))
    }

    /// Passes the adjoint 1 of these steps on. `None` if the sums of loops have different adjoints, or not 1 in an iteration, or if an
    /// iteration uses a number that is computed outside of it.
    pub(super) fn sweep(&mut self, seeds: Vec<usize>, path: &mut Path) -> Option<Sweep> {
        let steps = std::mem::take(&mut path.steps);
        let mut sweep =
            Sweep { adjoints: steps.iter().map(|_| None).collect(), entries: BTreeMap::new(), scale: None };
        for seed in seeds {
            // Two sums that are one.
            if sweep.adjoints[seed].replace(Factor::one()).is_some() {
                return None;
            }
        }
        for i in (0..steps.len()).rev() {
            let inside = i >= path.start;
            match (&steps[i], sweep.adjoints[i].clone()) {
                (Step::Total, Some(d)) if path.totals.is_some() && inside && d.is_one() => {}
                (Step::Total, Some(d)) if path.totals.is_none() => {
                    let scale = self.tokens(&d);
                    let known = sweep.scale.get_or_insert(scale.clone());
                    (known.to_string() == scale.to_string()).then_some(())?;
                }
                (Step::Total, None) if !inside => {}
                (Step::Total, _) => return None,
                (Step::Input, _) | (_, None) => {}
                (_, Some(_)) if !inside => return None,
                (step, Some(adjoint)) => self.reverse(step, &adjoint, &mut sweep, path),
            }
        }
        path.steps = steps;
        Some(sweep)
    }

    fn reverse(&mut self, step: &Step, d: &Factor, sweep: &mut Sweep, path: &mut Path) {
        match step {
            Step::Input | Step::Total => {}
            Step::Sum(terms) => {
                for (number, negated) in terms {
                    let d = if *negated { d.negative() } else { d.clone() };
                    self.receive(number, d, sweep, path);
                }
            }
            Step::Scaled { number, constant, over: false } => {
                let d = self.product(path, d, &Factor::is(constant.clone()));
                self.receive(number, d, sweep, path);
            }
            Step::Scaled { number, constant, over: true } => {
                let d = self.quotient(path, d, constant);
                self.receive(number, d, sweep, path);
            }
            Step::Product { factors: [a, b], values: [x, y] } => {
                if is_same(x, y) {
                    let twice = self.sum(path, d, d);
                    self.square(&twice, &a.tangents, sweep, path);
                    let to_a = self.product(path, &twice, &Factor::is(x.clone()));
                    self.receive(a, to_a, sweep, path);
                } else {
                    self.outer(d, &a.tangents, &b.tangents, sweep, path);
                    let (to_a, to_b) = (
                        self.product(path, d, &Factor::is(y.clone())),
                        self.product(path, d, &Factor::is(x.clone())),
                    );
                    self.receive(b, to_b, sweep, path);
                    self.receive(a, to_a, sweep, path);
                }
            }
            // a = y·b, so 0 = ÿ·b + ẏ·ḃᵀ + ḃ·ẏᵀ.
            Step::Quotient { operands: [a, b], divisor, value, tangents } => {
                let q = self.quotient(path, d, divisor);
                let negative = q.negative();
                self.outer(&negative, tangents, &b.tangents, sweep, path);
                let to_b = self.product(path, &negative, &Factor::is(value.clone()));
                self.receive(b, to_b, sweep, path);
                self.receive(a, q, sweep, path);
            }
            Step::General { operands, first, second } => {
                for (i, a) in operands.iter().enumerate().filter(|(_, a)| a.step.is_some()) {
                    let square = self.product(path, d, &Factor::is(second[i][i].clone()));
                    self.square(&square, &a.tangents, sweep, path);
                    for (j, b) in operands.iter().enumerate().skip(i + 1).filter(|(_, b)| b.step.is_some()) {
                        let mixed = self.product(path, d, &Factor::is(second[i][j].clone()));
                        self.outer(&mixed, &a.tangents, &b.tangents, sweep, path);
                    }
                    let d = self.product(path, d, &Factor::is(first[i].clone()));
                    self.receive(a, d, sweep, path);
                }
            }
        }
    }

    /// Adds to the adjoint of a number.
    fn receive(&mut self, number: &Number, d: Factor, sweep: &mut Sweep, path: &mut Path) {
        let Some(step) = number.step else { return };
        let sum = match sweep.adjoints[step].take() {
            Some(sum) => self.sum(path, &sum, &d),
            None => d,
        };
        sweep.adjoints[step] = Some(sum);
    }

    /// Adds c·(a·bᵀ + b·aᵀ).
    fn outer(&mut self, c: &Factor, a: &Tangents, b: &Tangents, sweep: &mut Sweep, path: &mut Path) {
        for (i, a) in a {
            let row = self.product(path, c, a);
            for (j, b) in b {
                let product = self.product(path, &row, b);
                let product = if i == j { self.sum(path, &product, &product) } else { product };
                self.entry((*i, *j), product, sweep, path);
            }
        }
    }

    /// Adds c·a·aᵀ.
    fn square(&mut self, c: &Factor, a: &Tangents, sweep: &mut Sweep, path: &mut Path) {
        for (i, tangent) in a {
            let row = self.product(path, c, tangent);
            for (j, other) in a.range(i..) {
                let product = self.product(path, &row, other);
                self.entry((*i, *j), product, sweep, path);
            }
        }
    }

    fn entry(&mut self, (i, j): (usize, usize), product: Factor, sweep: &mut Sweep, path: &mut Path) {
        let place = (i.min(j), i.max(j));
        let sum = match sweep.entries.remove(&place) {
            Some(sum) => self.sum(path, &sum, &product),
            None => product,
        };
        sweep.entries.insert(place, sum);
    }
}

/// Whether two values are one.
fn is_same(x: &TokenStream, y: &TokenStream) -> bool {
    x.to_string() == y.to_string()
}
