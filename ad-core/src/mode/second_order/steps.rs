//! The record of an evaluation.

use alloc::vec::Vec;
use core::num::NonZeroU32;

/// A step: its operands and its partial derivatives. A missing operand is number 0, with the derivative 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecondOrderStep {
    /// The highest bit of each encodes the kind of the second partial derivatives.
    operands: [u32; 2],
    pub(super) partials: [f64; 2],
    /// The second partial derivative by both operands, if it is the only one.
    mixed: f64,
}

/// The second partial derivatives of a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Curvature {
    /// None.
    Linear,
    /// One, by both operands, as for a product.
    Product(f64),
    /// By the first operand twice, by both, and by the second twice.
    General([f64; 3]),
}

const FLAG: u32 = 1 << 31;

impl SecondOrderStep {
    /// A vertex that is not the result of a step.
    #[inline]
    pub(super) fn variable() -> Self {
        SecondOrderStep { operands: [0; 2], partials: [0.0; 2], mixed: 0.0 }
    }

    #[inline]
    pub(super) fn new(operands: [Option<NonZeroU32>; 2], partials: [f64; 2]) -> Self {
        let number = |i: usize| operands[i].map_or(0, NonZeroU32::get);
        let partial = |i: usize| if operands[i].is_some() { partials[i] } else { 0.0 };
        SecondOrderStep { operands: [number(0), number(1)], partials: [partial(0), partial(1)], mixed: 0.0 }
    }

    #[inline]
    pub(super) fn is_constant(&self) -> bool {
        self.operands == [0; 2]
    }

    #[inline]
    pub(super) fn is_curved(&self) -> bool {
        (self.operands[0] | self.operands[1]) & FLAG != 0
    }

    #[inline]
    pub(super) fn is_product(&self) -> bool {
        self.operands[0] & FLAG == 0 && self.operands[1] & FLAG != 0
    }

    /// The second partial derivatives of a curved step. `next` are the next ones in the list.
    #[inline]
    pub(super) fn curvature(&self, next: impl FnOnce() -> Option<[f64; 3]>) -> [f64; 3] {
        if self.is_product() { [0.0, self.mixed, 0.0] } else { next().unwrap_or_default() }
    }

    /// The second partial derivative of a product.
    #[inline]
    pub(super) fn mixed(&self) -> f64 {
        self.mixed
    }

    #[inline]
    pub(super) fn operands(&self) -> [usize; 2] {
        self.operands.map(|operand| (operand & !FLAG) as usize)
    }
}

/// The steps of an evaluation, and the second partial derivatives of nonlinear steps, in the same order.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) steps: Vec<SecondOrderStep>,
    pub(super) curvatures: Vec<[f64; 3]>,
}

impl Steps {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.curvatures.clear();
    }

    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<SecondOrderStep>()
            + self.curvatures.capacity() * size_of::<[f64; 3]>()
    }

    /// Appends a step, and returns its vertex.
    ///
    /// # Panics
    ///
    /// Panics after 2³¹ - 1 steps.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is what the forward phase consists of")]
    pub(super) fn push(&mut self, mut step: SecondOrderStep, curvature: Curvature) -> NonZeroU32 {
        match curvature {
            Curvature::Linear => {}
            Curvature::Product(mixed) => {
                step.operands[1] |= FLAG;
                step.mixed = mixed;
            }
            Curvature::General(second) => {
                step.operands[0] |= FLAG;
                self.curvatures.push(second);
            }
        }
        self.steps.push(step);
        match u32::try_from(self.steps.len()) {
            Ok(number) if number < FLAG => NonZeroU32::MIN.saturating_add(number - 1),
            _ => too_many_steps(),
        }
    }
}

#[cold]
#[inline(never)]
fn too_many_steps() -> ! {
    panic!(
        "second order has recorded 2³¹ steps, more than it can number: differentiate a shorter computation"
    )
}
