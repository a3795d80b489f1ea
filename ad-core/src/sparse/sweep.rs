//! Sweeps along the colours: the compressed matrices, from which a sparse one is read.

use alloc::vec::Vec;
use core::array;
use core::fmt;
use core::ops::Range;

use super::colouring::Colouring;
use super::vectorized::Steps;
use super::witness::{Outcomes, Way, Witness};
use crate::forward::{Dual, Forward};
use crate::mode::primal::Primal;
use crate::operator::prepared::Reverse;
use crate::stack::Seeds;
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
    rows: usize,
}

impl ColumnSweeps {
    pub(super) fn new(colouring: Colouring) -> Self {
        ColumnSweeps { colouring, matrix: Vec::new(), rows: 0 }
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

    /// Evaluates all colours at `x`. The value of `e` is allocated only if it `is_wanted`.
    pub(super) fn evaluate<E: ForwardSweeps>(
        &mut self,
        memory: &mut Memory<E>,
        e: &E,
        x: &Of<E::In, f64>,
        is_wanted: bool,
    ) -> Swept<E::Out> {
        let colours = self.colouring.count();
        let mut start = 0;
        loop {
            let lanes = start..colours.min(start + 16);
            let outcomes = Outcomes::new();
            let (y, sound) = match lanes.len() {
                0..=4 => self.sweep(&mut memory.four, e, x, lanes.clone(), &outcomes, is_wanted),
                5..=8 => self.sweep(&mut memory.eight, e, x, lanes.clone(), &outcomes, is_wanted),
                _ => self.sweep(&mut memory.sixteen, e, x, lanes.clone(), &outcomes, is_wanted),
            };
            if !sound && lanes.len() > 1 {
                for colour in lanes.clone() {
                    self.sweep(&mut memory.four, e, x, colour..colour + 1, &Outcomes::new(), false);
                }
            }
            start = lanes.end;
            if start == colours {
                return Swept { y, rows: self.rows, way: outcomes.end() };
            }
        }
    }

    /// One pass, for at most `W` colours. The columns of other colours are constants. Returns the value of `e`, and whether all
    /// tangents are valid: a tangent of 0 beside one that meets an infinity may become NaN.
    fn sweep<E: for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>, const W: usize>(
        &mut self,
        idle: &mut Option<Of<E::In, Dual<f64, W>>>,
        e: &E,
        x: &Of<E::In, f64>,
        lanes: Range<usize>,
        outcomes: &Outcomes,
        is_wanted: bool,
    ) -> (Option<Of<E::Out, f64>>, bool) {
        let forward = Forward::new(Witness::new(outcomes));
        let mut column = 0;
        let mut seeded = |&v: &f64| {
            let colour = self.colouring.of(column).filter(|colour| lanes.contains(colour));
            column += 1;
            let d = colour.map(|colour| array::from_fn(|lane| f64::from(lanes.start + lane == colour)));
            Num::new(forward, Dual { v, d })
        };
        let x = match idle.take() {
            Some(old) => E::In::map_into(old, x, &mut seeded),
            None => E::In::map(x, &mut seeded),
        };
        let y = e.apply(forward, &x);
        if E::In::COUNT.is_none() {
            *idle = Some(E::In::into_map(x, &mut |x| x.value()));
        }
        let colours = self.colouring.count();
        self.rows = E::Out::count(&y);
        self.matrix.resize(self.rows * colours, 0.0);
        let mut sound = true;
        let mut row = 0;
        E::Out::for_each(&y, &mut |y| {
            let tangents = y.value().d.unwrap_or([0.0; W]);
            sound &= tangents.iter().all(|d| d.is_finite());
            self.matrix[row..][lanes.clone()].copy_from_slice(&tangents[..lanes.len()]);
            row += colours;
        });
        (is_wanted.then(|| E::Out::map(&y, &mut |y| y.value().v)), sound)
    }
}

/// The result of all sweeps at a point, beside the matrix.
pub(super) struct Swept<O: Shape> {
    /// The value of the expression, if it was wanted.
    pub(super) y: Option<Of<O, f64>>,
    /// The number of its numbers.
    pub(super) rows: usize,
    /// The path of the program.
    pub(super) way: Way,
}

/// Memory that is retained from one evaluation to the next. A clone has its own. Its containers have no handles of an evaluation, so that
/// they can be sent to another thread.
pub(super) struct Memory<E: Signature> {
    pub(super) numbers: Option<Of<E::In, f64>>,
    four: Option<Of<E::In, Dual<f64, 4>>>,
    eight: Option<Of<E::In, Dual<f64, 8>>>,
    sixteen: Option<Of<E::In, Dual<f64, 16>>>,
    /// It is never locked. `Mutex` makes the whole `Sync`. Without `std` this memory is not retained.
    #[cfg(feature = "std")]
    reverse: std::sync::Mutex<Reverse<E::In, F64>>,
}

impl<E: Signature> Default for Memory<E> {
    fn default() -> Self {
        Memory {
            numbers: None,
            four: None,
            eight: None,
            sixteen: None,
            #[cfg(feature = "std")]
            reverse: std::sync::Mutex::default(),
        }
    }
}

impl<E: Signature> Clone for Memory<E> {
    fn clone(&self) -> Self {
        Memory::default()
    }
}

impl<E: Signature> fmt::Debug for Memory<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
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
    pub(super) fn evaluate<E: Differentiable>(
        &mut self,
        #[cfg_attr(not(feature = "std"), allow(unused_variables, reason = "it is not retained"))]
        memory: &mut Memory<E>,
        e: &E,
        x: &Of<E::In, f64>,
    ) {
        let count = self.colouring.count();
        self.matrix.resize(count * E::In::count(x), 0.0);
        if count > 0 {
            let seeds = Seeds::Groups { count, of: &|row| self.colouring.of(row) };
            #[cfg(feature = "std")]
            let reverse = memory.reverse.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
            #[cfg(not(feature = "std"))]
            let reverse = &mut Reverse::default();
            reverse.rows_into(e, (F64, None), seeds, x, None::<&mut Of<E::Out, f64>>, &mut self.matrix);
        }
    }
}
