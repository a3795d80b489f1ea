//! A problem for interior-point solvers: places are 32-bit numbers, and each evaluation succeeds or fails.

use ad::sparse::{NewEntry, Problem};

/// A minimum, or the last point of a failure.
#[derive(Clone, Debug)]
pub struct Minimum<Status> {
    /// Whether it is a minimum, up to the tolerance.
    pub succeeded: bool,
    /// The status of the solver.
    pub status: Status,
    /// The number of iterations.
    pub iterations: usize,
    /// The variables.
    pub x: Vec<f64>,
    /// The multipliers of the constraints.
    pub multipliers: Vec<f64>,
    /// The objective.
    pub value: f64,
    /// A derivative without a place, which the solver could not use: give a point of its branch to `Problem::seen_at`.
    pub new_entry: Option<NewEntry>,
}

/// A problem, and the last derivative without a place.
pub(crate) struct Evaluations {
    pub(crate) problem: Problem<'static>,
    pub(crate) new_entry: Option<NewEntry>,
}

impl Evaluations {
    pub(crate) fn new(problem: Problem<'static>) -> Self {
        Evaluations { problem, new_entry: None }
    }

    pub(crate) fn variables(&self) -> usize {
        self.problem.start().len()
    }

    pub(crate) fn constraints(&self) -> usize {
        self.problem.jacobian_pattern().rows()
    }

    /// The bounds of the variables, where an infinite one is a great number.
    pub(crate) fn bounds_into(&self, lower: &mut [f64], upper: &mut [f64]) {
        write_bounds(self.problem.variable_bounds(), [lower, upper]);
    }

    /// The limits of the constraints.
    pub(crate) fn limits_into(&self, lower: &mut [f64], upper: &mut [f64]) {
        write_bounds(self.problem.constraint_limits(), [lower, upper]);
    }

    /// Row and column of each entry of the Jacobian.
    pub(crate) fn jacobian_places_into(&self, rows: &mut [i32], columns: &mut [i32]) {
        write_places(self.problem.jacobian_pattern().entries(), rows, columns);
    }

    /// Row and column of each entry of the Hessian's lower triangle.
    pub(crate) fn hessian_places_into(&self, rows: &mut [i32], columns: &mut [i32]) {
        write_places(self.problem.hessian_places().iter().copied(), rows, columns);
    }

    /// Returns whether all entries have places. The solver tries another point otherwise.
    pub(crate) fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> bool {
        let known = self.problem.jacobian_into(x, entries);
        self.remember(known)
    }

    /// Returns whether all entries have places.
    pub(crate) fn hessian_into(
        &mut self,
        x: &[f64],
        factor: f64,
        multipliers: &[f64],
        entries: &mut [f64],
    ) -> bool {
        let known = self.problem.hessian_into(x, factor, multipliers, entries);
        self.remember(known)
    }

    fn remember(&mut self, known: Result<(), NewEntry>) -> bool {
        self.new_entry = known.err().or(self.new_entry);
        known.is_ok()
    }
}

/// A number of variables or entries, or an index of one.
pub(crate) fn index(i: usize) -> i32 {
    i32::try_from(i).expect("the solver counts up to 2³¹ - 1")
}

fn write_places(places: impl Iterator<Item = (usize, usize)>, rows: &mut [i32], columns: &mut [i32]) {
    for ((row, column), (i, j)) in places.zip(rows.iter_mut().zip(columns)) {
        (*i, *j) = (index(row), index(column));
    }
}

fn write_bounds(from: &[Vec<f64>; 2], to: [&mut [f64]; 2]) {
    for (from, to) in from.iter().zip(to) {
        from.iter().zip(to).for_each(|(from, to)| *to = from.clamp(-2e19, 2e19));
    }
}
