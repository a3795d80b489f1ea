//! Sweeps along the colours: the compressed matrices, from which a sparse one is read.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::colouring::Colouring;
use super::vectorized::{Steps, Watched};
use super::witness::{Outcomes, Way, Witness};
use crate::forward::{Dual, Forward};
use crate::number::erased::made;
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
    + for<'w> Exp<Watched<'w>>
    + for<'t> Exp<Forward<'t, Steps<'t>>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 4>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 8>>
    + for<'t, 'w> Exp<Forward<'t, Witness<'w>, 16>>
{
}

impl<E> ForwardSweeps for E where
    E: Signature
        + for<'w> Exp<Watched<'w>>
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

    /// The number of rows at the last point.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Evaluates all colours at `x`. Returns the path of the program, and the value of `e` if it `is_wanted`.
    pub(super) fn evaluate<E: ForwardSweeps>(
        &mut self,
        memory: &mut Memory<E>,
        e: &E,
        x: &Of<E::In, f64>,
        is_wanted: bool,
    ) -> (Option<Of<E::Out, f64>>, Way) {
        let mut y = None;
        let way = self.passes(16, |sweeps, lanes, outcomes| {
            let (value, sound) = match lanes.len() {
                0..=4 => sweeps.pass(&mut memory.four, e, x, lanes, outcomes, is_wanted),
                5..=8 => sweeps.pass(&mut memory.eight, e, x, lanes, outcomes, is_wanted),
                _ => sweeps.pass(&mut memory.sixteen, e, x, lanes, outcomes, is_wanted),
            };
            y = value;
            sound
        });
        (y, way)
    }

    /// Evaluates all colours in passes of at most `most` colours, and returns the path of the program. A pass returns whether all its
    /// tangents are valid: a tangent of 0 beside one that meets an infinity may become NaN. If not, each colour has a pass of its own.
    pub(super) fn passes(
        &mut self,
        most: usize,
        mut pass: impl FnMut(&mut Self, Range<usize>, &Outcomes) -> bool,
    ) -> Way {
        let colours = self.colouring.count();
        let mut start = 0;
        loop {
            let lanes = start..colours.min(start + most);
            let outcomes = Outcomes::new();
            if !pass(self, lanes.clone(), &outcomes) && lanes.len() > 1 {
                for colour in lanes.clone() {
                    pass(self, colour..colour + 1, &Outcomes::new());
                }
            }
            start = lanes.end;
            if start == colours {
                return outcomes.end();
            }
        }
    }

    /// The variables at `x`, with the tangents of some colours. The columns of other colours are constants. A container is reused.
    pub(super) fn variables<S: Shape, U: Clone, const W: usize>(
        &self,
        lanes: &Range<usize>,
        x: &Of<S, f64>,
        idle: &mut Option<Of<S, Dual<f64, W>>>,
        variable: impl Fn(Dual<f64, W>) -> U,
    ) -> Of<S, U> {
        let mut column = 0;
        let mut seeded = |&v: &f64| {
            let colour = self.colouring.of(column).filter(|colour| lanes.contains(colour));
            column += 1;
            let d = colour.map(|colour| made(|lane| f64::from(lanes.start + lane == colour)));
            variable(Dual { v, d })
        };
        match idle.take() {
            Some(old) => S::map_into(old, x, &mut seeded),
            None => S::map(x, &mut seeded),
        }
    }

    /// Writes the tangents of `rows` results for some colours. Returns whether all are finite.
    pub(super) fn receive<const W: usize>(
        &mut self,
        lanes: Range<usize>,
        rows: usize,
        each: impl FnOnce(&mut dyn FnMut(Dual<f64, W>)),
    ) -> bool {
        let colours = self.colouring.count();
        self.rows = rows;
        self.matrix.resize(rows * colours, 0.0);
        let (mut sound, mut row) = (true, 0);
        each(&mut |y| {
            let tangents = y.d.unwrap_or([0.0; W]);
            sound &= tangents.iter().all(|d| d.is_finite());
            self.matrix[row..][lanes.clone()].copy_from_slice(&tangents[..lanes.len()]);
            row += colours;
        });
        sound
    }

    /// One pass, for at most `W` colours. Returns the value of `e`, and whether all tangents are valid.
    fn pass<E: for<'t, 'w> Exp<Forward<'t, Witness<'w>, W>>, const W: usize>(
        &mut self,
        idle: &mut Option<Of<E::In, Dual<f64, W>>>,
        e: &E,
        x: &Of<E::In, f64>,
        lanes: Range<usize>,
        outcomes: &Outcomes,
        is_wanted: bool,
    ) -> (Option<Of<E::Out, f64>>, bool) {
        let forward = Forward::new(Witness::new(outcomes));
        let x = self.variables::<E::In, _, W>(&lanes, x, idle, |dual| Num::new(forward, dual));
        let y = e.apply(forward, &x);
        if E::In::COUNT.is_none() {
            *idle = Some(E::In::into_map(x, &mut |x| x.value()));
        }
        let sound = self.receive(lanes, E::Out::count(&y), |receive| {
            E::Out::for_each(&y, &mut |y| receive(y.value()));
        });
        (is_wanted.then(|| E::Out::map(&y, &mut |y| y.value().v)), sound)
    }
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
