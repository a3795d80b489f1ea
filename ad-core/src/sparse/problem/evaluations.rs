//! The parts of a problem at slices, in retained memory.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::gradients::{GradientSweeps, Gradients};
use super::lagrangian::{self, Lagrangian};
use crate::sparse::branches::NewEntry;
use crate::sparse::coloured::Coloured;
use crate::sparse::colouring::Pattern;
use crate::sparse::jacobian::Jacobian;
use crate::sparse::slices::Paths;
use crate::sparse::sweep::ColumnSweeps;
use crate::{Differentiable, Prepared, Signature};

/// The places of a Hessian's entries.
pub(super) struct Symmetric {
    pub(super) pattern: Pattern,
    /// The lower triangle, and the index of each of its entries among all.
    pub(super) places: Vec<(usize, usize)>,
    reads: Vec<usize>,
    all: Vec<f64>,
}

impl Symmetric {
    pub(super) fn new(pattern: Pattern) -> Self {
        let below = |&(_, (i, j)): &(usize, (usize, usize))| j <= i;
        let (reads, places) = pattern.entries().enumerate().filter(below).unzip();
        Symmetric { places, reads, all: vec![0.0; pattern.nonzeros()], pattern }
    }
}

/// Evaluations of a problem, without the types of its expressions.
pub(super) trait Evaluations {
    fn objective(&mut self, x: &[f64]) -> f64;
    fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64;
    fn constraints_into(&mut self, x: &[f64], y: &mut [f64]);
    fn jacobian_into(&mut self, x: &[f64], known: &Pattern, entries: &mut [f64]) -> Result<(), NewEntry>;
    /// σ and λ, for the Hessians that follow.
    fn weigh(&mut self, factor: f64, multipliers: &[f64]);
    /// The entries of the lower triangle.
    fn hessian_into(&mut self, x: &[f64], known: &mut Symmetric, entries: &mut [f64])
    -> Result<(), NewEntry>;
    /// Of the Jacobian and of the Hessian.
    fn is_recorded(&self) -> [bool; 2];
    fn limit_records(&mut self, bytes: usize);
    /// The patterns of the Jacobian and of the Hessian at `x` and at all points before.
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern);
}

/// The prepared derivatives of f and g.
pub(super) struct Expressions<F: Signature, G: Signature<In = F::In>> {
    pub(super) objective: Prepared<Arc<F>>,
    pub(super) jacobian: Jacobian<Arc<G>>,
    pub(super) hessian: Coloured<Lagrangian<F, G>>,
    /// Of f, of g for a Jacobian, and of g for a Hessian.
    pub(super) paths: Paths<F::In, 3>,
    pub(super) gradients: Gradients<F::In>,
}

impl<F, G> Evaluations for Expressions<F, G>
where
    F: Differentiable<Out = f64> + GradientSweeps,
    G: Differentiable<In = F::In> + GradientSweeps,
{
    fn objective(&mut self, x: &[f64]) -> f64 {
        let Expressions { hessian, paths, .. } = self;
        paths.at(x);
        let (y, way) =
            paths.watched(|outcomes, witness, x| (hessian.e.f.apply(witness, x).value(), outcomes.end()));
        paths.ways[0] = Some(way);
        y
    }
    fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let flat = &self.paths.flat;
        self.objective.value_and_grad_into(&flat.at(x), &mut flat.at_mut(gradient))
    }
    fn constraints_into(&mut self, x: &[f64], y: &mut [f64]) {
        let Expressions { hessian, paths, .. } = self;
        paths.at(x);
        let way = paths.value_into(&*hessian.e.g, "list of constraints", y);
        let [_, of_g @ ..] = &mut paths.ways;
        *of_g = [Some(way); 2];
    }
    fn jacobian_into(&mut self, x: &[f64], known: &Pattern, entries: &mut [f64]) -> Result<(), NewEntry> {
        let Expressions { jacobian, hessian, paths, .. } = self;
        let way = |paths: &mut Paths<F::In, 3>| {
            if let Some(known) = paths.at(x).0[1].take() {
                return known;
            }
            let way = paths.path(&*hessian.e.g);
            *paths.ways[2].insert(way)
        };
        jacobian.entries_at(paths, x, way, known, entries)
    }
    fn weigh(&mut self, factor: f64, multipliers: &[f64]) {
        let lagrangian = &mut self.hessian.e;
        lagrangian.factor = factor;
        lagrangian.multipliers.copy_from_slice(multipliers);
    }
    fn hessian_into(
        &mut self,
        x: &[f64],
        known: &mut Symmetric,
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        let Expressions { hessian, paths, gradients, .. } = self;
        let (f, g) = (Arc::clone(&hessian.e.f), Arc::clone(&hessian.e.g));
        let way = || {
            let ([of_f, _, of_g], _) = paths.at(x);
            let (of_f, of_g) = (of_f.take(), of_g.take());
            let of_f = of_f.unwrap_or_else(|| paths.path(&*f));
            lagrangian::path(of_f, of_g.unwrap_or_else(|| paths.path(&*g)))
        };
        if hessian.recorded_entries_into(x, way, &known.pattern, entries) {
            return Ok(());
        }
        let (_, x) = paths.at(x);
        let sweeps = |columns: &mut ColumnSweeps, _: &mut _, e: &_| gradients.evaluate(columns, e, x);
        let swept = hessian.swept_entries_into(x, sweeps, &known.pattern, &mut known.all);
        swept?;
        entries.iter_mut().zip(&known.reads).for_each(|(entry, read)| *entry = known.all[*read]);
        Ok(())
    }
    fn is_recorded(&self) -> [bool; 2] {
        [self.jacobian.is_recorded(), self.hessian.is_recorded()]
    }
    fn limit_records(&mut self, bytes: usize) {
        self.jacobian.limit_records(bytes);
        self.hessian.limit_records(bytes);
    }
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern) {
        let Expressions { jacobian, hessian, paths, gradients, .. } = self;
        let (_, x) = paths.at(x);
        let of_g = jacobian.pattern_at(x);
        let of_gradient = hessian.pattern_at(x, |columns, _, e| gradients.evaluate(columns, e, x));
        (of_g.clone(), of_gradient.clone())
    }
}
