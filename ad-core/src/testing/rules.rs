//! Judges the rules of functions: their partial derivatives at the arguments that an evaluation meets, against differences of the
//! functions' own values. All strategies share a rule. So a comparison of strategies never shows that it is wrong.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::any::type_name;
use core::cell::RefCell;

use super::slope::{Slope, slope};
use crate::dictionary::product::decided;
use crate::dictionary::residues::Mixer;
use crate::function::{Entry, Function, Partial};
use crate::number::erased::Collected;
use crate::{DoubleDouble, DoubleDoubles};

/// The arguments at which a function is judged, in one evaluation at most.
const ARGUMENTS: usize = 8;

/// A rule that is not the derivative of its function.
pub(crate) struct Wrong {
    pub(crate) function: Cow<'static, str>,
    pub(crate) operand: usize,
    /// By the rule and by differences.
    pub(crate) slopes: [f64; 2],
    pub(crate) point: Vec<f64>,
}

#[derive(Default)]
struct Judge {
    judged: BTreeSet<u64>,
    counts: BTreeMap<u64, usize>,
    wrong: Option<Wrong>,
}

std::thread_local! {
    static JUDGE: RefCell<Option<Judge>> = const { RefCell::new(None) };
}

/// The result of an evaluation in residues, and the first wrong rule that it meets.
pub(crate) fn judged<R>(evaluate: impl FnOnce() -> R) -> (R, Option<Wrong>) {
    /// The judge of an outer evaluation, which continues afterwards, also after a panic.
    struct Outer(Option<Judge>);
    impl Drop for Outer {
        fn drop(&mut self) {
            JUDGE.set(self.0.take());
        }
    }
    let _outer = Outer(JUDGE.replace(Some(Judge::default())));
    let result = evaluate();
    let wrong = JUDGE.take().and_then(|judge| judge.wrong);
    (result, wrong)
}

/// An evaluation meets a function at these arguments, with the value `y`.
pub(crate) fn met<F: Function<K>, const K: usize>(f: F, x: [f64; K], y: f64) {
    // There is no judge while a rule is judged.
    let Some(mut judge) = JUDGE.take() else { return };
    if judge.wrong.is_none() && judge.is_new([type_name::<F>(), &f.name()], &x, y) {
        judge.wrong = (0..K).find_map(|i| wrong(f, x, y, i));
    }
    JUDGE.set(Some(judge));
}

impl Judge {
    /// Whether the function was not judged at this argument, and not at too many others.
    fn is_new(&mut self, [of_type, name]: [&str; 2], x: &[f64], y: f64) -> bool {
        if !x.iter().chain([&y]).all(|x| is_moderate(*x)) {
            return false;
        }
        let mut mixer = Mixer::of(of_type);
        name.bytes().for_each(|byte| mixer.mix(byte.into()));
        let function = mixer.residue().get();
        // The value stands for the data of a rule.
        x.iter().chain([&y]).for_each(|x| mixer.mix(x.to_bits()));
        let count = self.counts.entry(function).or_default();
        let is_new = *count < ARGUMENTS && self.judged.insert(mixer.residue().get());
        *count += usize::from(is_new);
        is_new
    }
}

fn is_moderate(x: f64) -> bool {
    x == 0.0 || (1e-100..1e100).contains(&x.abs())
}

/// The error of the partial derivative by operand `i`, if there is certainly one.
fn wrong<F: Function<K>, const K: usize>(f: F, x: [f64; K], y: f64, i: usize) -> Option<Wrong> {
    let given = match f.partial(i, x, y) {
        Partial::Zero => 0.0,
        Partial::One => 1.0,
        Partial::MinusOne(p) | Partial::Value(p) => p,
    };
    let (slope, coarse, precision, least) = match f.entry().and_then(|entry| near(entry, &x, y, i)) {
        Some(slope) => {
            let slope = slope?;
            let coarse = slope.value;
            (slope, coarse, 1e-8, 1e-9)
        }
        None => {
            let (slope, coarse) = by_floats(f, x, i)?;
            // A value by an iteration that ends early has another slope in its last digits.
            (slope, coarse, 1e-5, 1e-3)
        }
    };
    // Where a value has lost its digits, it is smooth between jumps, and has another slope across them.
    let is_sure = (given - slope.value).abs() > 2.0 * (coarse - slope.value).abs();
    let is_wrong = is_moderate(given) && is_sure && slope.excludes(given, precision, least);
    is_wrong.then(|| Wrong {
        function: f.name(),
        operand: i,
        slopes: [given, slope.value],
        point: x.to_vec(),
    })
}

/// The slope by values with 31 digits. `None` if the function has none, and `Some(None)` if there is no slope.
#[allow(
    clippy::option_option,
    reason = "without digits there are other differences, and without a slope there are none"
)]
fn near(entry: Entry, x: &[f64], y: f64, i: usize) -> Option<Option<Slope>> {
    let exact: Vec<_> = x.iter().copied().map(DoubleDouble::from).collected();
    let decides = decided(DoubleDoubles, entry, &exact, x, y).is_some();
    if is_at_a_kink(entry, x) || !decides && x.iter().any(|x| x.abs() > 1e6) {
        return Some(None);
    }
    let value = |distance: f64| {
        let mut operands = exact.clone();
        operands[i] = operands[i] + distance.into();
        exactly(entry, &operands, x, y)
    };
    let center = value(0.0)?;
    if (center.high() - y).abs() > 1e-9 * y.abs() {
        return Some(None);
    }
    let mut h = 1e-10 * if x[i] == 0.0 { 1.0 } else { x[i].abs() };
    let (mut slopes, mut spreads, mut largest) = ([0.0; 3], [0.0; 3], 0.0_f64);
    for (slope, spread) in slopes.iter_mut().zip(&mut spreads) {
        h /= 16.0;
        let (Some(below), Some(above)) = (value(-h), value(h)) else { return Some(None) };
        largest = largest.max(below.high().abs()).max(above.high().abs());
        *slope = (above - below).high() / (2.0 * h);
        *spread = ((above - center) - (center - below)).high().abs() / h;
    }
    Some(Slope::of(slopes, [spreads[1], spreads[2]], 1e-28 * largest / h))
}

/// The value with 31 digits, close to the point `leaders` with the value `y`. A function that inspects its operands decides there.
fn exactly(entry: Entry, x: &[DoubleDouble], leaders: &[f64], y: f64) -> Option<DoubleDouble> {
    match (entry, x) {
        // The slopes of tanh and sigmoid depend on the value of these, as if there were no other operand.
        (Entry::TanhSlope(_), [_, y]) => Some(DoubleDouble::from(1.0) - *y * *y),
        (Entry::SigmoidSlope(_), [_, y]) => Some(*y - *y * *y),
        _ => decided(DoubleDoubles, entry, x, leaders, y).or_else(|| match x {
            [x] => x.unary(entry),
            x => DoubleDouble::several(entry, x),
        }),
    }
}

/// Whether the function has several slopes here. Its rule gives their mean.
fn is_at_a_kink(entry: Entry, x: &[f64]) -> bool {
    match (entry, x) {
        (Entry::Abs(_), [x]) => *x == 0.0,
        (Entry::Copysign(_), [a, b]) => *a == 0.0 || *b == 0.0,
        (Entry::Max(_) | Entry::Min(_), [a, b]) => a == b,
        (Entry::Clamp(_), [x, low, high]) => x == low || x == high || low == high,
        _ => false,
    }
}

/// The slope by floats, and the slope across a distance of a thousandth. The second slope is NaN where the function is constant.
/// There a rule means another slope on purpose: it may differentiate a rounding like the identity. A value that panics counts as
/// NaN.
fn by_floats<F: Function<K>, const K: usize>(f: F, x: [f64; K], i: usize) -> Option<(Slope, f64)> {
    let value = |at: f64| {
        let mut operands = x;
        operands[i] = at;
        let value = std::panic::AssertUnwindSafe(|| f.value(operands));
        std::panic::catch_unwind(value).unwrap_or(f64::NAN)
    };
    let step = 1e-3 * if x[i] == 0.0 { 1.0 } else { x[i].abs() };
    slope(&value, x[i], step)
}

#[cfg(test)]
mod tests;
