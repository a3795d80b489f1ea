//! The parts of a problem at slices, in retained memory.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::gradients::{GradientSweeps, Gradients};
use super::lagrangian::{self, Lagrangian};
use crate::flat::Flattened;
use crate::number::destination::assert_fits;
use crate::sparse::branches::NewEntry;
use crate::sparse::coloured::Coloured;
use crate::sparse::colouring::Pattern;
use crate::sparse::jacobian::Jacobian;
use crate::sparse::sweep::{ColumnSweeps, ForwardSweeps, Memory};
use crate::sparse::vectorized::{Watched, watched};
use crate::sparse::witness::Way;
use crate::{
    Argument, Destination, Differentiable, Exp, Flat, Mismatch, Num, Of, Prepared, Shape, Signature,
};

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
    /// The patterns of the Jacobian and of the Hessian at `x` and at all points before.
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern);
}

/// The prepared derivatives of f and g.
pub(super) struct Expressions<F: Signature, G: Signature<In = F::In>> {
    pub(super) flat: Flat<F::In>,
    pub(super) objective: Prepared<Arc<F>>,
    pub(super) jacobian: Jacobian<Arc<G>>,
    pub(super) hessian: Coloured<Lagrangian<F, G>>,
    /// A container for a point, whose memory is retained.
    pub(super) point: Option<Of<F::In, f64>>,
    pub(super) paths: Paths,
    pub(super) gradients: Gradients<F::In>,
}

/// The paths of f and g at the last point. A solver evaluates f and g where it then asks for derivatives.
///
/// A path serves one Jacobian and one Hessian. Another derivative at the same point evaluates again, since a constant of the program may
/// have changed.
#[derive(Default)]
pub(super) struct Paths {
    x: Vec<f64>,
    of_f: Option<Way>,
    /// For the Jacobian, and for the Hessian.
    of_g: [Option<Way>; 2],
}

impl Paths {
    /// The paths at `x`, by its bits.
    fn at(&mut self, x: &[f64]) -> &mut Self {
        let differ = |(a, b): (&f64, &f64)| a.to_bits() ^ b.to_bits();
        let is_same =
            |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(differ).fold(0, |all, bits| all | bits) == 0;
        if self.x.len() != x.len() || !self.x.chunks(256).zip(x.chunks(256)).all(is_same) {
            self.x.clear();
            self.x.extend_from_slice(x);
            (self.of_f, self.of_g) = (None, [None; 2]);
        }
        self
    }
}

/// The path of an expression at `x`.
fn path<E>(e: &E, flat: &Flat<E::In>, idle: &mut Option<Of<E::In, f64>>, x: &[f64]) -> Way
where
    E: Signature + for<'w> Exp<Watched<'w>>,
{
    watched::<E::In, _, _, _>(idle, &flat.at(x), |outcomes, witness, x| {
        e.apply(witness, x);
        outcomes.end()
    })
}

impl<F: Signature, G: Signature<In = F::In>> Expressions<F, G> {
    /// The numbers of a slice in their shape, in the retained memory.
    fn take_point(&mut self, x: &[f64]) -> Of<F::In, f64> {
        Argument::<F::In, _>::map_numbers_within(&self.flat.at(x), &mut self.point, &mut |x: &f64| *x)
    }
}

impl<F, G> Evaluations for Expressions<F, G>
where
    F: Differentiable<Out = f64> + GradientSweeps,
    G: Differentiable<In = F::In> + ForwardSweeps + GradientSweeps,
{
    fn objective(&mut self, x: &[f64]) -> f64 {
        let Expressions { flat, hessian, point, paths, .. } = self;
        let (y, way) = watched::<F::In, _, _, _>(point, &flat.at(x), |outcomes, witness, x| {
            (hessian.e.f.apply(witness, x).value(), outcomes.end())
        });
        paths.at(x).of_f = Some(way);
        y
    }
    fn grad_into(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.objective.value_and_grad_into(&self.flat.at(x), &mut self.flat.at_mut(gradient))
    }
    fn constraints_into(&mut self, x: &[f64], y: &mut [f64]) {
        let Expressions { flat, hessian, point, paths, .. } = self;
        let way = watched::<F::In, _, _, _>(point, &flat.at(x), |outcomes, witness, x| {
            let (result, mut y) = (hessian.e.g.apply(witness, x), InOrder(y));
            assert_fits::<G::Out, _, _, _, _>(("list of constraints", &result), ("slice", &y));
            Destination::<G::Out, _>::zip_with(&mut y, &result, &mut |y, result: &Num<Watched<'_>>| {
                *y = result.value();
            });
            outcomes.end()
        });
        paths.at(x).of_g = [Some(way); 2];
    }
    fn jacobian_into(&mut self, x: &[f64], known: &Pattern, entries: &mut [f64]) -> Result<(), NewEntry> {
        let Expressions { flat, jacobian, hessian, point, paths, .. } = self;
        let way = || {
            let [for_jacobian, for_hessian] = &mut paths.at(x).of_g;
            for_jacobian.take().unwrap_or_else(|| *for_hessian.insert(path(&*hessian.e.g, flat, point, x)))
        };
        if jacobian.0.recorded_entries_into(x, way, known, entries) {
            return Ok(());
        }
        let x = self.take_point(x);
        let sweeps = |columns: &mut ColumnSweeps, memory: &mut Memory<_>, e: &_| {
            columns.evaluate(memory, e, &x, false).1
        };
        let swept = self.jacobian.0.swept_entries_into(&x, sweeps, known, entries);
        self.point = Some(x);
        swept
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
        let Expressions { flat, hessian, point, paths, .. } = self;
        let (f, g) = (Arc::clone(&hessian.e.f), Arc::clone(&hessian.e.g));
        let way = || {
            let Paths { of_f, of_g: [_, of_g], .. } = paths.at(x);
            let of_f = of_f.take().unwrap_or_else(|| path(&*f, flat, point, x));
            lagrangian::path(of_f, of_g.take().unwrap_or_else(|| path(&*g, flat, point, x)))
        };
        if hessian.recorded_entries_into(x, way, &known.pattern, entries) {
            return Ok(());
        }
        let x = self.take_point(x);
        let Expressions { hessian, gradients, .. } = self;
        let sweeps = |columns: &mut ColumnSweeps, _: &mut _, e: &_| gradients.evaluate(columns, e, &x);
        let swept = hessian.swept_entries_into(&x, sweeps, &known.pattern, &mut known.all);
        self.point = Some(x);
        swept?;
        entries.iter_mut().zip(&known.reads).for_each(|(entry, read)| *entry = known.all[*read]);
        Ok(())
    }
    fn is_recorded(&self) -> [bool; 2] {
        [self.jacobian.is_recorded(), self.hessian.is_recorded()]
    }
    fn patterns_at(&mut self, x: &[f64]) -> (Pattern, Pattern) {
        let x = self.take_point(x);
        let Expressions { jacobian, hessian, gradients, .. } = self;
        let of_g = jacobian.0.pattern_at(&x, |columns, memory, e| columns.evaluate(memory, e, &x, false).1);
        let of_gradient = hessian.pattern_at(&x, |columns, _, e| gradients.evaluate(columns, e, &x));
        (of_g.clone(), of_gradient.clone())
    }
}

/// A slice for the numbers of a result of any shape, in order.
struct InOrder<'a>(&'a mut [f64]);

impl<S: Shape> Destination<S, Flattened> for InOrder<'_> {
    fn numbers(&self) -> usize {
        self.0.len()
    }
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<Mismatch> {
        Mismatch::of_lengths(S::count(x), self.0.len(), "number")
    }
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut f64, &T)) {
        let mut entries = self.0.iter_mut();
        S::for_each(x, &mut |x| f(entries.next().expect("there is an entry for each number"), x));
    }
    fn each_number(&mut self, f: &mut impl FnMut(&mut f64)) {
        self.0.iter_mut().for_each(f);
    }
}
