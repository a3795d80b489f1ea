//! Robust losses, and the correction of residuals and rows of a Jacobian by them.

use alloc::vec::Vec;

#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;

/// A loss ρ of the square s of a group of residuals, which grows less than s. So outliers have less weight.
///
/// Each has a threshold: the size of the residuals at which the loss departs from s.
///
/// ```
/// use ad::sparse::Loss;
///
/// // The value and the weight, inside and outside of the threshold.
/// assert_eq!(Loss::Huber(1.0).at(0.25), [0.25, 1.0]);
/// assert_eq!(Loss::Huber(1.0).at(4.0), [3.0, 0.5]);
/// assert_eq!(Loss::Tukey(1.0).at(4.0), [1.0 / 3.0, 0.0]);
/// ```
///
/// # Source
///
/// B. Triggs, P. McLauchlan, R. Hartley and A. Fitzgibbon, *Bundle Adjustment – A Modern Synthesis*, 2000, section 4.3. Their term for the
/// curvature of ρ is left out, as in Ceres if ρ″ ≤ 0, which holds here: with it, steps overshoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// s up to the square of the threshold δ, then 2·δ·√s - δ²: convex, and linear in an outlier.
    Huber(f64),
    /// c²·ln (1 + s / c²): an outlier has a weight that falls as 1 / s.
    Cauchy(f64),
    /// c²/3·(1 - (1 - s / c²)³) up to the square of the threshold, then constant: an outlier has no weight.
    Tukey(f64),
}

impl Loss {
    /// The loss ρ and the weight ρ′ at the square `s`.
    pub fn at(self, s: f64) -> [f64; 2] {
        match self {
            Loss::Huber(c) if s <= c * c => [s, 1.0],
            Loss::Huber(c) => {
                let size = s.sqrt();
                [2.0 * c * size - c * c, c / size]
            }
            Loss::Cauchy(c) => {
                let (square, weight) = (c * c, 1.0 / (1.0 + s / (c * c)));
                [square * (s / square).ln_1p(), weight]
            }
            Loss::Tukey(c) if s <= c * c => {
                let (square, rest) = (c * c, 1.0 - s / (c * c));
                [square / 3.0 * (1.0 - rest * rest * rest), rest * rest]
            }
            Loss::Tukey(c) => [c * c / 3.0, 0.0],
        }
    }
}

/// A loss of groups of residuals.
pub(super) struct Robust {
    loss: Loss,
    /// The number of residuals in each group.
    groups: Vec<usize>,
}

impl Robust {
    #[track_caller]
    pub(super) fn new(loss: Loss, groups: Vec<usize>) -> Self {
        let (Loss::Huber(threshold) | Loss::Cauchy(threshold) | Loss::Tukey(threshold)) = loss;
        assert!(threshold > 0.0 && threshold.is_finite(), "a threshold is positive and finite: {loss:?}");
        Robust { loss, groups }
    }

    /// Σ ρ(|r|²)
    pub(super) fn sum(&self, residuals: &[f64]) -> f64 {
        self.each(residuals).map(|r| self.loss.at(square(r))[0]).sum()
    }

    /// Multiplies residuals by the root of their weight.
    pub(super) fn correct(&self, residuals: &mut [f64]) {
        let mut rest = residuals;
        for size in &self.groups {
            let group = rest.split_off_mut(..*size).expect("there is room for all");
            let root = self.root_of_weight(group);
            group.iter_mut().for_each(|r| *r *= root);
        }
    }

    /// Multiplies the rows of the Jacobian by the root of their weight. `lengths` are those of all rows.
    pub(super) fn correct_rows(
        &self,
        residuals: &[f64],
        mut lengths: impl Iterator<Item = usize>,
        entries: &mut [f64],
    ) {
        let mut rest = entries;
        for r in self.each(residuals) {
            let root = self.root_of_weight(r);
            let n = lengths.by_ref().take(r.len()).sum();
            let rows: &mut [f64] = rest.split_off_mut(..n).expect("there is room for all");
            rows.iter_mut().for_each(|entry| *entry *= root);
        }
    }

    fn each<'a>(&'a self, residuals: &'a [f64]) -> impl Iterator<Item = &'a [f64]> {
        let mut rest = residuals;
        self.groups.iter().map(move |size| rest.split_off(..*size).expect("there is room for all"))
    }

    /// √ρ′
    fn root_of_weight(&self, r: &[f64]) -> f64 {
        let [_, weight] = self.loss.at(square(r));
        weight.sqrt()
    }
}

fn square(r: &[f64]) -> f64 {
    r.iter().map(|r| r * r).sum()
}
