//! Adjoint programs of implicit functions: the program of the equations, at the solution.
//!
//! Let λ solve Aᵀ λ = z̄, with A = ∂f/∂z at the solution. Then x̄ = -(∂f/∂x)ᵀ λ. The program of f multiplies by both transposed
//! matrices at once. With A₀, the primal of A, as a matrix of plain floats, and λ₀ = A₀⁻ᵀ z̄,
//!
//! > λₖ₊₁ = λₖ - A₀⁻ᵀ (Aᵀ λₖ - z̄)
//!
//! is computed n times, where n is the order of the derivatives beneath. Each step is one reverse sweep of f. λₖ is right up to the
//! order k, for the reason that the [module](mod@crate::implicit) gives for zₖ.

use alloc::vec::Vec;

use super::{Factors, Parameters, Unknowns, without_primal};
use crate::expression::given::Arguments;
use crate::number::slot::Slot;
use crate::{Dict, Num, Of, RealDict, Seeding, Shape, Signature};

/// The sweeps of f(z, x), for those of its root z. Each sweep of the root is a round of the order + 1 sweeps of f.
pub(super) struct Rounds<'a, F: Signature<In: Arguments>, O: Shape, D: Dict> {
    pub(super) seeding: &'a mut dyn Seeding<Parameters<F>, O, D>,
    pub(super) dict: D,
    pub(super) factors: Factors,
    /// The result of the root, with the unknowns as its numbers.
    pub(super) root: Of<O, Num<D>>,
    /// z̄ and λ of this round, if there is a z̄.
    pub(super) multipliers: Option<(Vec<Num<D>>, Vec<Num<D>>)>,
}

impl<F, O: Shape, D: RealDict> Rounds<'_, F, O, D>
where
    F: Signature<In: Arguments>,
{
    /// The sweeps of a round.
    fn length(&self) -> usize {
        self.dict.order() + 1
    }

    /// Starts a round with the adjoints of the root.
    fn start(&mut self, round: usize) {
        let adjoints = O::map(&self.root, &mut |_| Slot::new());
        self.seeding.seed(round, &adjoints);
        let (mut z, mut some) = (Vec::new(), false);
        O::for_each(&adjoints, &mut |slot: &Slot<Num<D>>| {
            let d = slot.take();
            some |= d.is_some();
            z.push(d.unwrap_or(Num::new(self.dict, self.dict.zero())));
        });
        self.multipliers = some.then(|| {
            let mut multipliers = z.clone();
            self.factors.solve_transposed(&mut multipliers);
            (z, multipliers)
        });
    }
}

impl<F, O: Shape, D: RealDict> Seeding<F::In, F::Out, D> for Rounds<'_, F, O, D>
where
    F: Signature<In: Arguments>,
{
    fn value(&mut self, _: &Of<F::Out, Num<D>>) -> usize {
        self.seeding.value(&self.root) * self.length()
    }

    fn seed(&mut self, i: usize, dy: &Of<F::Out, Slot<Num<D>>>) {
        if i.is_multiple_of(self.length()) {
            self.start(i / self.length());
        }
        let Some((_, multipliers)) = &self.multipliers else { return };
        let mut multipliers = multipliers.iter();
        F::Out::for_each(dy, &mut |slot: &Slot<Num<D>>| {
            slot.add(*multipliers.next().expect("there are as many equations as unknowns"));
        });
    }

    fn adjoints(&mut self, i: usize, dx: &Of<F::In, Slot<Num<D>>>) {
        let (z, x) = F::In::split(F::In::map(dx, &mut |slot: &Slot<Num<D>>| slot.take()));
        if (i + 1).is_multiple_of(self.length()) {
            self.seeding
                .adjoints(i / self.length(), &Parameters::<F>::map(&x, &mut |d| Slot::of(d.map(|d| -d))));
            return;
        }
        let Some((adjoints, multipliers)) = &mut self.multipliers else { return };
        let (mut correction, mut wanted) = (Vec::new(), adjoints.iter());
        Unknowns::<F>::for_each(&z, &mut |product: &Option<Num<D>>| {
            let wanted = *wanted.next().expect("there are as many equations as unknowns");
            correction.push(without_primal(product.map_or(-wanted, |product| product - wanted)));
        });
        self.factors.solve_transposed(&mut correction);
        multipliers.iter_mut().zip(correction).for_each(|(multiplier, c)| *multiplier -= c);
    }
}

/// The sweeps of g(z, x), for those of z - g(z, x).
pub(super) struct Negated<'a, I: Arguments, D: Dict> {
    pub(super) seeding: &'a mut dyn Seeding<I, I::First, D>,
    pub(super) z: Of<I::First, Num<D>>,
    /// The adjoints of the difference in the current sweep.
    pub(super) difference: Vec<Option<Num<D>>>,
}

impl<I: Arguments, D: crate::RingDict> Seeding<I, I::First, D> for Negated<'_, I, D> {
    fn value(&mut self, y: &Of<I::First, Num<D>>) -> usize {
        let mut difference = self.z.clone();
        I::First::zip_mut(&mut difference, y, &mut |z, y| *z -= *y);
        self.seeding.value(&difference)
    }

    fn seed(&mut self, i: usize, dy: &Of<I::First, Slot<Num<D>>>) {
        self.seeding.seed(i, dy);
        self.difference.clear();
        I::First::for_each(dy, &mut |slot: &Slot<Num<D>>| {
            let d = slot.take();
            self.difference.push(d);
            d.into_iter().for_each(|d| slot.add(-d));
        });
    }

    fn adjoints(&mut self, i: usize, dx: &Of<I, Slot<Num<D>>>) {
        let mut difference = self.difference.iter();
        // The unknowns come first.
        I::for_each(dx, &mut |slot: &Slot<Num<D>>| {
            difference.next().into_iter().flatten().for_each(|d| slot.add(*d));
        });
        self.seeding.adjoints(i, dx);
    }
}
