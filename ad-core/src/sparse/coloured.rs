//! An expression with the colouring of its sparse Jacobian: the sweeps at a point, and the entries.

use alloc::vec::Vec;

use super::Csr;
use super::branches::{Branches, NewEntry};
use super::checks::{Checks, unexpected};
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
    checks: Checks,
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
        let checks = if branches.are_all() { Checks::never() } else { Checks::new() };
        Coloured { e, branches, pattern, colour, by_rows, plan, recorded, checks, memory: Memory::default() }
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
        let groups = self.checks.are_due().then(|| {
            let mut groups = self.checks.groups(&self.pattern);
            (evaluate(&mut groups, &mut self.memory, &self.e), groups)
        });
        let way = evaluate(&mut self.plan.columns, &mut self.memory, &self.e);
        self.pattern.expect_rows(self.plan.columns.rows());
        if let Some(wider) = self.branches.wider(&self.e, x, way, &self.pattern) {
            self.plan = (self.colour)(&wider);
            self.pattern = wider;
            self.recorded.forget();
            evaluate(&mut self.plan.columns, &mut self.memory, &self.e);
        }
        (self.by_rows)(&mut self.plan.rows, &mut self.memory, &self.e, x);
        // A check takes sweeps in place of the record.
        let in_place = groups.is_some() && self.recorded.is_there();
        if let Some((_, groups)) = groups.filter(|(on, _)| *on == way) {
            self.check(x, &groups);
        }
        if !in_place && let (Recovery::Direct(reads), 0) = (&self.plan.recovery, self.plan.rows.count()) {
            self.recorded.swept(&self.e, x, &self.pattern, self.plan.columns.colouring(), reads);
        }
    }

    /// Checks the pattern by sweeps along groups of columns, and the record by the last sweeps.
    fn check(&mut self, x: &Of<E::In, f64>, groups: &ColumnSweeps) {
        if let Some(row) = unexpected(&self.pattern, groups) {
            panic!(
                "cannot use this sparse derivative any more: row {row} depends on an input that it did not depend on before; a value \
                 outside of the argument chooses inputs: prepare the derivative again after the value has changed"
            );
        }
        let Recovery::Direct(reads) = &self.plan.recovery else { return self.checks.pass() };
        let agrees = self.recorded.agrees(&self.e, x, &self.pattern, reads, self.plan.columns.matrix());
        assert!(
            agrees,
            "cannot use this sparse derivative any more: the expression has other operations than before on the same path; a value \
             outside of the argument chooses them: prepare the derivative again after the value has changed"
        );
        self.checks.pass();
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
        self.checks.count();
        // The pattern only grows.
        known.nonzeros() == self.pattern.nonzeros()
            && !self.checks.are_due()
            && self.recorded.entries(&self.e, x, way, entries)
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

    /// The same with records whose steps have at most so many bytes.
    pub(super) fn record_within(mut self, bytes: usize) -> Self {
        self.limit_records(bytes);
        self
    }

    pub(super) fn limit_records(&mut self, bytes: usize) {
        self.recorded.limit = bytes;
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
    /// The value and the entries at `x`, if a record holds there.
    fn recorded_value(&mut self, x: &Of<E::In, f64>, entries: &mut [f64]) -> Option<Of<E::Out, f64>> {
        self.pattern.expect_columns(E::In::count(x));
        self.checks.count();
        let Coloured { recorded, memory, e, checks, .. } = self;
        (!checks.are_due()).then(|| recorded.value_and_entries(&mut memory.numbers, e, x, entries)).flatten()
    }

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
        if let Some(y) = self.recorded_value(x, entries) {
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
        let mut entries = vec![0.0; self.pattern.nonzeros()];
        let y = self.recorded_value(x, &mut entries).unwrap_or_else(|| {
            let y = self.swept_value(x);
            entries.resize(self.pattern.nonzeros(), 0.0);
            self.write(&mut entries);
            y
        });
        (y, Csr::new(self.pattern.clone(), entries))
    }
}
