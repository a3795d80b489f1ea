//! An expression with the colouring of its sparse Jacobian: the sweeps at a point, and the entries.

use alloc::vec::Vec;

use super::Csr;
use super::branches::{Branches, NewEntry};
use super::colouring::{AcyclicColouring, Pattern};
use super::sweep::{ColumnSweeps, ForwardSweeps, Memory, RowSweeps};
use super::vectorized::{Recordable, Recorded};
use super::witness::Way;
use crate::{Of, Shape, Signature};

/// An expression with the pattern of its Jacobian, and the sweeps that find the entries.
#[derive(Clone, Debug)]
pub(super) struct Coloured<E: Signature> {
    pub(super) e: E,
    branches: Branches<E>,
    pattern: Pattern,
    /// The method that colours the pattern, and wider ones later.
    colour: fn(&Pattern) -> Plan,
    /// The sweeps along rows at a point.
    by_rows: ByRows<E>,
    plan: Plan,
    recorded: Recorded<E>,
    memory: Memory<E>,
}

type ByRows<E> = fn(&mut RowSweeps, &mut Memory<E>, &E, &Of<<E as Signature>::In, f64>);

/// The sweeps, and the method to find the entries in their results.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) columns: ColumnSweeps,
    pub(super) rows: RowSweeps,
    pub(super) recovery: Recovery,
}

#[derive(Clone, Debug)]
pub(super) enum Recovery {
    /// The index of each entry in the compressed columns, followed by the compressed rows.
    Direct(Vec<usize>),
    /// By substitution, from the leaves of trees on.
    Substitution(AcyclicColouring),
}

impl Plan {
    /// Only sweeps along columns.
    pub(super) fn forward(columns: ColumnSweeps, recovery: Recovery) -> Self {
        Plan { columns, rows: RowSweeps::none(), recovery }
    }
}

impl<E: Signature> Coloured<E> {
    pub(super) fn new(
        e: E,
        branches: Branches<E>,
        pattern: Pattern,
        colour: fn(&Pattern) -> Plan,
        by_rows: ByRows<E>,
        recordable: Recordable<E>,
    ) -> Self {
        let plan = colour(&pattern);
        let recorded = Recorded::new(recordable);
        Coloured { e, branches, pattern, colour, by_rows, plan, recorded, memory: Memory::default() }
    }

    /// The same with columns only, coloured by another method.
    pub(super) fn recoloured(self, colour: fn(&Pattern) -> Plan) -> Self {
        Coloured { plan: colour(&self.pattern), colour, ..self }
    }

    /// All sweeps at `x`, where `evaluate` sweeps along all columns and returns the path. If the program takes a new path, the pattern is
    /// extended.
    fn sweep(
        &mut self,
        x: &Of<E::In, f64>,
        mut evaluate: impl FnMut(&mut ColumnSweeps, &mut Memory<E>, &E) -> Way,
    ) {
        self.pattern.expect_columns(E::In::count(x));
        let way = evaluate(&mut self.plan.columns, &mut self.memory, &self.e);
        self.pattern.expect_rows(self.plan.columns.rows());
        if let Some(wider) = self.branches.wider(&self.e, x, way, &self.pattern) {
            self.plan = (self.colour)(&wider);
            self.pattern = wider;
            self.recorded.forget();
            evaluate(&mut self.plan.columns, &mut self.memory, &self.e);
        }
        (self.by_rows)(&mut self.plan.rows, &mut self.memory, &self.e, x);
        if let (Recovery::Direct(reads), 0) = (&self.plan.recovery, self.plan.rows.count()) {
            self.recorded.swept(&self.e, x, &self.pattern, self.plan.columns.colouring(), reads);
        }
    }

    /// The pattern at `x` and at all points before: see [`sweep`](Self::sweep).
    pub(super) fn pattern_at(
        &mut self,
        x: &Of<E::In, f64>,
        evaluate: impl FnMut(&mut ColumnSweeps, &mut Memory<E>, &E) -> Way,
    ) -> &Pattern {
        self.sweep(x, evaluate);
        &self.pattern
    }

    /// Whether a record holds for the numbers `x`, where the expression has the path `way`. Then it wrote its entries, for which `known`
    /// has places.
    pub(super) fn recorded_entries_into(
        &mut self,
        x: &[f64],
        way: impl FnOnce() -> Way,
        known: &Pattern,
        entries: &mut [f64],
    ) -> bool {
        // The pattern only grows.
        known.nonzeros() == self.pattern.nonzeros() && self.recorded.entries(&self.e, x, way, entries)
    }

    /// The entries at `x` by sweeps, in the order of a `known` pattern. Entries elsewhere must be 0. See [`sweep`](Self::sweep).
    pub(super) fn swept_entries_into(
        &mut self,
        x: &Of<E::In, f64>,
        evaluate: impl FnMut(&mut ColumnSweeps, &mut Memory<E>, &E) -> Way,
        known: &Pattern,
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        known.expect_entries(entries.len());
        self.sweep(x, evaluate);
        if known.nonzeros() == self.pattern.nonzeros() {
            self.write(entries);
            return Ok(());
        }
        let mut all = vec![0.0; self.pattern.nonzeros()];
        self.write(&mut all);
        entries.fill(0.0);
        for ((row, column), entry) in self.pattern.entries().zip(all) {
            match known.position(row, column) {
                Some(place) => entries[place] = entry,
                None if entry == 0.0 => {}
                None => return Err(NewEntry { row, column }),
            }
        }
        Ok(())
    }

    /// Writes the entries at the point of the last sweeps.
    fn write(&self, entries: &mut [f64]) {
        let (columns, rows) = (self.plan.columns.matrix(), self.plan.rows.matrix());
        match &self.plan.recovery {
            Recovery::Direct(reads) => {
                for (entry, &read) in entries.iter_mut().zip(reads) {
                    *entry = read.checked_sub(columns.len()).map_or_else(|| columns[read], |read| rows[read]);
                }
            }
            Recovery::Substitution(trees) => {
                let colours = trees.colouring().count();
                trees.recover(&self.pattern, |row, colour| columns[row * colours + colour], entries);
            }
        }
    }

    pub(super) fn is_recorded(&self) -> bool {
        self.recorded.is_there()
    }

    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The numbers of sweeps along columns and along rows.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.plan.columns.count(), self.plan.rows.count())
    }
}

impl<E: ForwardSweeps> Coloured<E> {
    /// All sweeps at `x`, and the value of the expression.
    fn swept_value(&mut self, x: &Of<E::In, f64>) -> Of<E::Out, f64> {
        let mut y = None;
        self.sweep(x, |columns, memory, e| {
            let (value, way) = columns.evaluate(memory, e, x, true);
            y = value;
            way
        });
        y.expect("it is wanted")
    }

    /// The value and the entries at `x`. Before sweeps are written, `check` sees their pattern.
    pub(super) fn evaluate(
        &mut self,
        x: &Of<E::In, f64>,
        entries: &mut [f64],
        check: impl FnOnce(&Pattern),
    ) -> Of<E::Out, f64> {
        self.pattern.expect_columns(E::In::count(x));
        if let Some(y) = self.recorded.value_and_entries(&mut self.memory.numbers, &self.e, x, entries) {
            return y;
        }
        let y = self.swept_value(x);
        check(&self.pattern);
        self.write(entries);
        y
    }

    /// The value and the entries at `x`. The entries go into a slice for those of the pattern before.
    pub(super) fn entries_into(&mut self, x: &Of<E::In, f64>, entries: &mut [f64]) -> Of<E::Out, f64> {
        self.pattern.expect_entries(entries.len());
        let room = entries.len();
        self.evaluate(x, entries, |pattern| pattern.expect_room(room))
    }

    /// The value at `x`, and the Jacobian.
    pub(super) fn matrix(&mut self, x: &Of<E::In, f64>) -> (Of<E::Out, f64>, Csr) {
        self.pattern.expect_columns(E::In::count(x));
        let mut entries = vec![0.0; self.pattern.nonzeros()];
        let recorded = self.recorded.value_and_entries(&mut self.memory.numbers, &self.e, x, &mut entries);
        let y = recorded.unwrap_or_else(|| {
            let y = self.swept_value(x);
            entries.resize(self.pattern.nonzeros(), 0.0);
            self.write(&mut entries);
            y
        });
        (y, Csr::new(self.pattern.clone(), entries))
    }
}
