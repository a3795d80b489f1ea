//! The slope of a function by differences of its values, with a bound of its error.

/// The slope of a function by its values.
pub(super) struct Slope {
    pub(super) value: f64,
    /// A bound of its error, by several steps.
    pub(super) error: f64,
}

impl Slope {
    /// From three estimates with smaller and smaller steps, and from the difference of the one-sided slopes for the last two
    /// steps. Where the function has a slope, the estimates converge, and so do the one-sided slopes. There is no convergence at
    /// a kink, at a pole, or where the function oscillates between the steps.
    pub(super) fn of([a, b, c]: [f64; 3], [before, spread]: [f64; 2], rounding: f64) -> Option<Slope> {
        let (first, second) = ((a - b).abs(), (b - c).abs());
        let converges = second <= 0.5 * first + rounding && spread <= 0.5 * before + rounding;
        let error = first + second + rounding;
        (converges && error.is_finite()).then_some(Slope { value: c, error })
    }

    /// Whether `given` is certainly another slope, by more than `least` of its size. The error is to be at most `precision` of the slope.
    pub(super) fn excludes(&self, given: f64, precision: f64, least: f64) -> bool {
        let Slope { value: slope, error } = *self;
        let size = if slope == 0.0 { given.abs() } else { slope.abs() };
        let is_close = (given - slope).abs() <= 30.0 * error + least * given.abs().max(slope.abs());
        !is_close && error <= precision * size.min(f64::MAX)
    }
}

/// The slope of a function at `x` by its values, and the slope by the first step, which is the largest one. The result is `None`
/// if no estimate converges, or if the values are not finite. The slope by the first step is NaN if the closest values are equal.
pub(super) fn slope(value: &dyn Fn(f64) -> f64, x: f64, step: f64) -> Option<(Slope, f64)> {
    const STEPS: usize = 12;
    let (center, mut h, mut largest) = (value(x), step, 0.0_f64);
    if !center.is_finite() {
        return None;
    }
    let (mut steps, mut slopes, mut spreads) = ([0.0; STEPS], [0.0; STEPS], [0.0; STEPS]);
    let mut is_flat = true;
    for k in 0..STEPS {
        let (left, right) = (x - h, x + h);
        let (below, above) = (value(left), value(right));
        // The largest value tells the rounding errors. A value without a number ends the use of this step only.
        largest = largest.max(below.abs()).max(above.abs());
        (steps[k], slopes[k]) = (h, (above - below) / (right - left));
        spreads[k] = ((above - center) / (right - x) - (center - below) / (x - left)).abs();
        is_flat &= k + 3 < STEPS || below == above && below == center;
        h *= 0.25;
    }
    // The errors of the differences are even in the step.
    let once = |k: usize| (16.0 * slopes[k + 1] - slopes[k]) / 15.0;
    let twice = |k: usize| (256.0 * once(k + 1) - once(k)) / 255.0;
    let rounding = |k: usize| 16.0 * f64::EPSILON * largest / steps[k + 4];
    let estimate = |k: usize| {
        let estimates = [twice(k), twice(k + 1), twice(k + 2)];
        Slope::of(estimates, [spreads[k + 3], spreads[k + 4]], rounding(k))
    };
    // Where smaller steps tell another slope, the steps are too large for the function.
    let resolved = |k: usize, estimate: &Slope| {
        let mut smaller = k + 1..STEPS - 4;
        smaller.all(|k| (twice(k + 2) - estimate.value).abs() <= estimate.error + 100.0 * rounding(k))
    };
    let estimates = (0..STEPS - 4).filter_map(|k| estimate(k).filter(|slope| resolved(k, slope)));
    let coarse = if is_flat { f64::NAN } else { slopes[0] };
    estimates.min_by(|a, b| a.error.total_cmp(&b.error)).map(|slope| (slope, coarse))
}
