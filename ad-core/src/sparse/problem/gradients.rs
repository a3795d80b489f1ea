//! Sweeps along the columns of a problem's Hessian: the gradients of f and of λ·g on dual numbers, in retained memory.

use alloc::vec::Vec;
use core::ops::Range;

use super::lagrangian::Lagrangian;
use crate::forward::{Dual, Forward};
use crate::operator::prepared::Reverse;
use crate::sparse::sweep::{ColumnSweeps, ForwardSweeps};
use crate::sparse::witness::{Outcomes, Way, Witness};
use crate::stack::{Seeds, Stack};
use crate::{Dict, Exp, Of, RealDict, Shape, Signature};

/// Expressions whose gradients can be swept in forward mode.
///
/// The implementation is provided for all such expressions. It is a bound of [`Problem::new`](crate::sparse::Problem::new).
pub trait GradientSweeps:
    ForwardSweeps
    + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, 4>>>
    + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, 8>>>
{
}

impl<E> GradientSweeps for E where
    E: ForwardSweeps
        + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, 4>>>
        + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, 8>>>
{
}

/// The memory of these sweeps.
pub(super) struct Gradients<I: Shape> {
    four: Pass<I, 4>,
    eight: Pass<I, 8>,
}

impl<I: Shape> Default for Gradients<I> {
    fn default() -> Self {
        Gradients { four: Pass::default(), eight: Pass::default() }
    }
}

impl<I: Shape> Gradients<I> {
    /// Evaluates all colours at `x`, and returns the path of f and g.
    pub(super) fn evaluate<F, G>(
        &mut self,
        sweeps: &mut ColumnSweeps,
        e: &Lagrangian<F, G>,
        x: &Of<I, f64>,
    ) -> Way
    where
        F: GradientSweeps<In = I, Out = f64>,
        G: GradientSweeps<In = I>,
    {
        sweeps.passes(8, |sweeps, lanes, outcomes| match lanes.len() {
            0..=4 => self.four.evaluate(sweeps, lanes, outcomes, e, x),
            _ => self.eight.evaluate(sweeps, lanes, outcomes, e, x),
        })
    }
}

/// The memory of passes with `W` tangents.
struct Pass<I: Shape, const W: usize> {
    x: Option<Of<I, Dual<f64, W>>>,
    /// Without `std` it is not retained.
    #[cfg(feature = "std")]
    reverse: Reverse<I, Forward<'static, Witness<'static>, W>>,
    multipliers: Vec<Dual<f64, W>>,
    by_f: Vec<Dual<f64, W>>,
    by_g: Vec<Dual<f64, W>>,
}

impl<I: Shape, const W: usize> Default for Pass<I, W> {
    fn default() -> Self {
        Pass {
            x: None,
            #[cfg(feature = "std")]
            reverse: Reverse::default(),
            multipliers: Vec::new(),
            by_f: Vec::new(),
            by_g: Vec::new(),
        }
    }
}

impl<I: Shape, const W: usize> Pass<I, W> {
    /// One pass, for at most `W` colours. Returns whether all tangents are valid.
    fn evaluate<F, G>(
        &mut self,
        sweeps: &mut ColumnSweeps,
        lanes: Range<usize>,
        outcomes: &Outcomes,
        e: &Lagrangian<F, G>,
        x: &Of<I, f64>,
    ) -> bool
    where
        F: Signature<In = I, Out = f64>
            + for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>
            + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, W>>>,
        G: Signature<In = I>
            + for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>
            + for<'s, 't, 'w> Exp<Stack<'s, Forward<'t, Witness<'w>, W>>>,
    {
        let n = I::count(x);
        // With `std` the outcomes belong to the thread, and the dictionary has no lifetime.
        #[cfg(feature = "std")]
        let (dict, reverse, _) = (Forward::new(Witness::default()), &mut self.reverse, outcomes);
        #[cfg(not(feature = "std"))]
        let (dict, reverse) = (Forward::new(Witness::new(outcomes)), &mut Reverse::default());
        let x = sweeps.variables::<I, _, W>(&lanes, x, &mut self.x, |dual| dual);

        let factor = [dict.parameter(0, e.factor)];
        gradient_into(reverse, &*e.f, dict, &factor, &x, refilled(&mut self.by_f, n, dict));
        let multipliers = (1..).zip(&e.multipliers).map(|(i, multiplier)| dict.parameter(i, *multiplier));
        self.multipliers.clear();
        self.multipliers.extend(multipliers);
        let by_g = refilled(&mut self.by_g, n, dict);
        if !self.multipliers.is_empty() {
            gradient_into(reverse, &*e.g, dict, &self.multipliers, &x, by_g);
        }
        self.x = Some(x);
        sweeps.receive(lanes, n, |receive| {
            self.by_f.iter().zip(by_g).for_each(|(by_f, by_g)| receive(dict.add(*by_f, *by_g)));
        })
    }
}

/// A row of zeros.
fn refilled<D: Dict>(row: &mut Vec<D::V>, n: usize, dict: D) -> &mut [D::V] {
    row.clear();
    row.resize(n, dict.zero());
    row
}

/// The gradient of the `weights` times the results of `e`, in reverse mode.
fn gradient_into<E, D>(
    memory: &mut Reverse<E::In, D>,
    e: &E,
    dict: D,
    weights: &[D::V],
    x: &Of<E::In, D::V>,
    gradient: &mut [D::V],
) where
    D: Dict,
    E: Signature + Exp<D> + for<'t> Exp<Stack<'t, D>>,
{
    memory.rows_into(e, (dict, None), Seeds::Rows(weights), x, None::<&mut Of<E::Out, D::V>>, gradient);
}
