//! The values of an expression over plain floats: those beside residues, and those of its function.
//!
//! An expression is polymorphic in its numbers, unless it asks for their type. A helper can: `size_of::<T>()`, `type_name::<T>()`, or a
//! trait of one's own with an implementation for `f64`. Then each strategy may compute another function.

use alloc::vec::Vec;

use super::{Both, Disagreement, Quantity};
use crate::number::erased::Collected;
use crate::number::shape::Shape;
use crate::{Exp, F64, Num, Of, Residue};

/// The names of the strategies in a [`Disagreement`].
pub(super) const FLOATS: &str = "plain floats";
const BESIDE: &str = "floats beside residues";
pub(super) const FUNCTION: &str = "the plain function";
const EXPRESSION: &str = "its expression";

/// Values by formulas that are equal, but that the compiler may have evaluated at different times, differ by less.
const ROUNDING: f64 = 1e-9;
/// The same for values that cancel, as a multiple of the largest number.
const CANCELLATION: f64 = 1e-12;

/// Compares values `y` beside residues with those over plain floats, and these with the plain function's, if there is one.
pub(super) fn compare<E: Exp<Both> + Exp<F64>>(
    e: &E,
    plain: impl Fn(&Of<E::In, f64>) -> Option<Of<E::Out, f64>>,
    point: &Of<E::In, (f64, Residue)>,
    y: &[Num<Both>],
) -> Result<(), Disagreement> {
    let x = E::In::map(point, &mut |x| x.0);
    let mut numbers = Vec::new();
    E::In::for_each(&x, &mut |x| numbers.push(*x));
    let floats = listed::<E::Out>(&e.eval(F64, x.clone()));
    if y.iter().all(|y| y.value().1.is_known()) {
        let beside: Vec<_> = y.iter().map(|y| y.value().0).collected();
        compare_at(&numbers, (FLOATS, &floats), (BESIDE, &beside))?;
    }
    match plain(&x) {
        Some(y) => compare_at(&numbers, (FUNCTION, &listed::<E::Out>(&y)), (EXPRESSION, &floats)),
        None => Ok(()),
    }
}

fn listed<S: Shape>(x: &Of<S, f64>) -> Vec<f64> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

fn compare_at(
    point: &[f64],
    (one, a): (&'static str, &[f64]),
    (other, b): (&'static str, &[f64]),
) -> Result<(), Disagreement> {
    let finite = point.iter().chain(a).chain(b).map(|x| x.abs()).filter(|x| x.is_finite());
    let largest = finite.fold(0.0, f64::max);
    let differ = |(a, b): (&f64, &f64)| {
        let bound = (ROUNDING * a.abs().max(b.abs())).max(CANCELLATION * largest);
        // Equal infinities have no difference.
        let close =
            a == b || a.is_nan() && b.is_nan() || a.is_finite() && b.is_finite() && (a - b).abs() <= bound;
        !close
    };
    let shorter = a.len().min(b.len());
    let missing = (a.len() != b.len()).then_some(shorter);
    let Some(entry) = a.iter().zip(b).position(differ).or(missing) else { return Ok(()) };
    let number = |list: &[f64]| list.get(entry).copied().unwrap_or(f64::NAN);
    Err(Disagreement {
        quantity: Quantity::Value,
        entry,
        roads: [(one, number(a)), (other, number(b))],
        point: point.to_vec(),
        function: None,
        neighbours: None,
    })
}
