//! Residuals of all parameters: one expression, with a coloured Jacobian.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Residuals;
use crate::sparse::branches::NewEntry;
use crate::sparse::colouring::Pattern;
use crate::sparse::jacobian::Jacobian;
use crate::sparse::slices::{Paths, container, path, value_into};
use crate::sparse::sweep::ForwardSweeps;
use crate::sparse::{AtPoint, Dependence};
use crate::{Differentiable, Exp, Flat, Of, Signature};

pub(super) struct Whole<E: Signature> {
    e: Arc<E>,
    flat: Flat<E::In>,
    jacobian: Jacobian<Arc<E>>,
    /// The places that the caller knows.
    pattern: Pattern,
    /// A container for a point, whose memory is retained.
    point: Option<Of<E::In, f64>>,
    paths: Paths<1>,
}

impl<E: Differentiable + ForwardSweeps> Whole<E> {
    pub(super) fn new(e: Arc<E>, flat: Flat<E::In>, start: &[f64]) -> Self
    where
        E: for<'t> Exp<Dependence<'t, AtPoint>>,
    {
        let jacobian = crate::sparse::jacobian(Arc::clone(&e), &flat.at(start));
        let pattern = jacobian.pattern().clone();
        Whole { e, flat, jacobian, pattern, point: None, paths: Paths::default() }
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
        let way = value_into(&*self.e, "list of residuals", &self.flat, &mut self.point, x, residuals);
        *self.paths.at(x) = [Some(way)];
    }
    fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry> {
        let Whole { e, flat, jacobian, pattern, point, paths } = self;
        let way = |idle: &mut _| paths.at(x)[0].take().unwrap_or_else(|| path(&**e, flat, idle, x));
        jacobian.entries_at((flat, point), x, way, pattern, entries)
    }
    fn groups(&self) -> Vec<usize> {
        vec![1; self.pattern.rows()]
    }
    fn see(&mut self, x: &[f64]) {
        let x = container(&self.flat, &mut self.point, x);
        self.pattern = self.jacobian.pattern_at(&x).clone();
        self.point = Some(x);
    }
}
