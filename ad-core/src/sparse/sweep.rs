//! Sweeps along the colours: the compressed matrices, from which a sparse one is read.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::colouring::Colouring;
use super::vectorized::Steps;
use super::witness::{Outcomes, Way, Witness};
use crate::forward::{Dual, Forward};
use crate::mode::primal::Primal;
use crate::operator::reverse;
use crate::{Differentiable, Exp, F64, Num, Of, Shape, Signature};

/// Expressions that can be swept in forward mode, with 4, 8 or 16 tangents at once, and in two other ways.
///
/// The implementation is provided for all such expressions.
///
/// With two more bounds it is the bound of [`sparse::jacobian`](crate::sparse::jacobian):
///
/// ```
/// use ad::sparse::{AtPoint, Dependence, ForwardSweeps};
/// use ad::{Differentiable, Exp, exp, sparse};
///
/// /// The number of sweeps for the Jacobian of any expression.
/// fn sweeps<E>(e: E, x: &[f64]) -> (usize, usize)
/// where
///     E: Differentiable<In = Vec<f64>> + ForwardSweeps + for<'t> Exp<Dependence<'t, AtPoint>>,
/// {
///     sparse::jacobian(e, x).sweeps()
/// }
///
/// #[exp]
/// fn squares(x: &[f64]) -> Vec<f64> {
///     x.iter().map(|x| x * x).collect()
/// }
///
/// assert_eq!(sweeps(Squares, &[1.0; 10]), (1, 0));
/// ```
pub trait ForwardSweeps:
    Signature
    + for<'w> Exp<Primal<Witness<'w, true>>>
    + for<'t> Exp<Forward<'t, Steps<'t>>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 4>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 8>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 16>>
{
}

impl<E> ForwardSweeps for E where
    E: Signature
        + for<'w> Exp<Primal<Witness<'w, true>>>
        + for<'t> Exp<Forward<'t, Steps<'t>>>
        + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 4>>
        + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 8>>
        + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 16>>
{
}

/// J·S, where column c of S is the sum of the unit vectors of the columns of colour c.
#[derive(Clone, Debug)]
pub(super) struct ColumnSweeps {
    colouring: Colouring,
    /// Row by row, a number for each colour.
    matrix: Vec<f64>,
}

impl ColumnSweeps {
    pub(super) fn new(colouring: Colouring) -> Self {
        ColumnSweeps { colouring, matrix: Vec::new() }
    }

    pub(super) fn colouring(&self) -> &Colouring {
        &self.colouring
    }

    /// The number of colours.
    pub(super) fn count(&self) -> usize {
        self.colouring.count()
    }

    /// The matrix, row by row: a number for each colour.
    pub(super) fn matrix(&self) -> &[f64] {
        &self.matrix
    }

    /// Evaluates all colours at `x`. Returns the value of `e`, and the path of the program.
    pub(super) fn evaluate<E: ForwardSweeps>(&mut self, e: &E, x: &Of<E::In, f64>) -> (Of<E::Out, f64>, Way) {
        let colours = self.colouring.count();
        let mut start = 0;
        loop {
            let lanes = start..colours.min(start + 16);
            let outcomes = Outcomes::new();
            let (value, sound) = match lanes.len() {
                0..=4 => self.sweep::<E, 4>(e, x, lanes.clone(), &outcomes),
                5..=8 => self.sweep::<E, 8>(e, x, lanes.clone(), &outcomes),
                _ => self.sweep::<E, 16>(e, x, lanes.clone(), &outcomes),
            };
            if !sound && lanes.len() > 1 {
                for colour in lanes.clone() {
                    self.sweep::<E, 4>(e, x, colour..colour + 1, &Outcomes::new());
                }
            }
            start = lanes.end;
            if start == colours {
                return (value, outcomes.way());
            }
        }
    }

    /// One pass, for at most `W` colours. The columns of other colours are constants. Returns the value of `e`, and whether all
    /// tangents are valid: a tangent of 0 beside one that meets an infinity may become NaN.
    fn sweep<E: for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>, const W: usize>(
        &mut self,
        e: &E,
        x: &Of<E::In, f64>,
        lanes: Range<usize>,
        outcomes: &Outcomes,
    ) -> (Of<E::Out, f64>, bool) {
        let forward = Forward::new(Witness::new(outcomes));
        let mut column = 0;
        let x = E::In::map(x, &mut |&v| {
            let colour = self.colouring.of(column).filter(|colour| lanes.contains(colour));
            column += 1;
            let d = colour.map(|colour| array::from_fn(|lane| f64::from(lanes.start + lane == colour)));
            Num::new(forward, Dual { v, d })
        });
        let y = e.apply(forward, &x);
        let colours = self.colouring.count();
        self.matrix.resize(E::Out::count(&y) * colours, 0.0);
        let mut sound = true;
        let mut row = 0;
        E::Out::for_each(&y, &mut |y| {
            let tangents = y.value().d.unwrap_or([0.0; W]);
            sound &= tangents.iter().all(|d| d.is_finite());
            self.matrix[row..][lanes.clone()].copy_from_slice(&tangents[..lanes.len()]);
            row += colours;
        });
        (E::Out::map(&y, &mut |y| y.value().v), sound)
    }
}

/// S·J, where row c of S is the sum of the unit vectors of the rows of colour c.
#[derive(Clone, Debug)]
pub(super) struct RowSweeps {
    colouring: Colouring,
    /// Colour by colour, a number for each column.
    matrix: Vec<f64>,
}

impl RowSweeps {
    pub(super) fn new(colouring: Colouring) -> Self {
        RowSweeps { colouring, matrix: Vec::new() }
    }

    /// No sweeps.
    pub(super) fn none() -> Self {
        RowSweeps::new(Colouring::none())
    }

    /// The number of colours.
    pub(super) fn count(&self) -> usize {
        self.colouring.count()
    }

    /// The matrix, colour by colour: a number for each column.
    pub(super) fn matrix(&self) -> &[f64] {
        &self.matrix
    }

    /// Evaluates all colours at `x`, by the adjoint program if there is one, else with one recording.
    pub(super) fn evaluate<E: Differentiable>(&mut self, e: &E, x: &Of<E::In, f64>) {
        self.matrix.clear();
        let colours = self.colouring.count();
        if colours == 0 {
            return;
        }
        let x = E::In::map(x, &mut |&x| Num::new(F64, x));
        let seed = |colour, row| (self.colouring.of(row) == Some(colour)).then_some(1.0);
        for row in reverse::pullbacks(e, F64, &x, colours, seed) {
            E::In::for_each(&row, &mut |x| self.matrix.push(x.value()));
        }
    }
}
