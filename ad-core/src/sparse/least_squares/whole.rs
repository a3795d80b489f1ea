//! Residuals of all parameters: one expression, with a coloured Jacobian.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Residuals;
use crate::sparse::branches::NewEntry;
use crate::sparse::colouring::Pattern;
use crate::sparse::jacobian::Jacobian;
use crate::sparse::slices::Paths;
use crate::sparse::sweep::ForwardSweeps;
use crate::sparse::{AtPoint, Dependence};
use crate::{Differentiable, Exp, Flat, Signature};

pub(super) struct Whole<E: Signature> {
    e: Arc<E>,
    jacobian: Jacobian<Arc<E>>,
    /// The places that the caller knows.
    pattern: Pattern,
    paths: Paths<E::In, 1>,
}

impl<E: Differentiable + ForwardSweeps> Whole<E> {
    pub(super) fn new(e: Arc<E>, flat: Flat<E::In>, start: &[f64]) -> Self
    where
        E: for<'t> Exp<Dependence<'t, AtPoint>>,
    {
        let jacobian = crate::sparse::jacobian(Arc::clone(&e), &flat.at(start));
        let pattern = jacobian.pattern().clone();
        Whole { e, jacobian, pattern, paths: Paths::new(flat) }
    }
}

impl<E: Differentiable + ForwardSweeps> Residuals for Whole<E> {
    fn count(&self) -> usize {
        self.pattern.rows()
    }
    fn stack(&self, pattern: &mut Pattern) {
        let rows = 0..self.pattern.rows();
        rows.for_each(|i| pattern.push_ascending(self.pattern.row(i).iter().copied()));
    }
    fn residuals_into(&mut self, x: &[f64], residuals: &mut [f64]) {
        self.paths.at(x);
        let way = self.paths.value_into(&*self.e, "list of residuals", residuals);
        self.paths.ways = [Some(way)];
    }
    fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry> {
        let Whole { e, jacobian, pattern, paths } = self;
        let way = |paths: &mut Paths<E::In, 1>| {
            let known = paths.at(x).0[0].take();
            known.unwrap_or_else(|| paths.path(&**e))
        };
        jacobian.entries_at(paths, x, way, pattern, entries)
    }
    fn groups(&self) -> Vec<usize> {
        vec![1; self.pattern.rows()]
    }
    fn see(&mut self, x: &[f64]) {
        self.pattern = self.jacobian.pattern_at(self.paths.at(x).1).clone();
    }
}
