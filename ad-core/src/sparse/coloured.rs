//! An expression with the colouring of its sparse Jacobian: the sweeps at a point, and the entries.

use alloc::vec::Vec;

use super::Csr;
use super::branches::{Branches, NewEntry};
use super::colouring::{AcyclicColouring, Pattern};
use super::sweep::{ColumnSweeps, ForwardSweeps, RowSweeps};
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
}

type ByRows<E> = fn(&mut RowSweeps, &E, &Of<<E as Signature>::In, f64>);

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

impl<E: ForwardSweeps> Coloured<E> {
    pub(super) fn new(
        e: E,
        branches: Branches<E>,
        pattern: Pattern,
        colour: fn(&Pattern) -> Plan,
        by_rows: ByRows<E>,
    ) -> Self {
        let plan = colour(&pattern);
        Coloured { e, branches, pattern, colour, by_rows, plan }
    }

    /// The same with columns only, coloured by another method.
    pub(super) fn recoloured(self, colour: fn(&Pattern) -> Plan) -> Self {
        Coloured { plan: colour(&self.pattern), colour, ..self }
    }

    /// All sweeps at `x`, and the value of the expression. If the program takes a new path, the pattern is extended.
    pub(super) fn sweep(&mut self, x: &Of<E::In, f64>) -> Of<E::Out, f64> {
        self.pattern.expect_columns(E::In::count(x));
        let (y, way) = self.plan.columns.evaluate(&self.e, x);
        self.pattern.expect_rows(E::Out::count(&y));
        if let Some(wider) = self.branches.wider(&self.e, x, way, &self.pattern) {
            self.plan = (self.colour)(&wider);
            self.pattern = wider;
            self.plan.columns.evaluate(&self.e, x);
        }
        (self.by_rows)(&mut self.plan.rows, &self.e, x);
        y
    }

    /// All sweeps at `x`. The entries go into a slice for those of the pattern before.
    pub(super) fn entries_into(&mut self, x: &Of<E::In, f64>, entries: &mut [f64]) -> Of<E::Out, f64> {
        self.pattern.expect_entries(entries.len());
        let y = self.sweep(x);
        self.pattern.expect_room(entries.len());
        self.write(entries);
        y
    }

    /// The value at `x`, and the Jacobian.
    pub(super) fn matrix(&mut self, x: &Of<E::In, f64>) -> (Of<E::Out, f64>, Csr) {
        let y = self.sweep(x);
        (y, Csr::new(self.pattern.clone(), self.all_entries()))
    }

    /// The entries at the point of the last sweeps.
    fn all_entries(&self) -> Vec<f64> {
        let mut entries = vec![0.0; self.pattern.nonzeros()];
        self.write(&mut entries);
        entries
    }

    /// The entries at `x` in the order of a `known` pattern. Entries elsewhere must be 0.
    pub(super) fn known_entries_into(
        &mut self,
        x: &Of<E::In, f64>,
        known: &Pattern,
        entries: &mut [f64],
    ) -> Result<(), NewEntry> {
        known.expect_entries(entries.len());
        self.sweep(x);
        if self.pattern == *known {
            self.write(entries);
            return Ok(());
        }
        entries.fill(0.0);
        for ((row, column), entry) in self.pattern.entries().zip(self.all_entries()) {
            match known.position(row, column) {
                Some(place) => entries[place] = entry,
                None if entry == 0.0 => {}
                None => return Err(NewEntry { row, column }),
            }
        }
        Ok(())
    }

    /// Writes the entries at the point of the last sweeps.
    pub(super) fn write(&self, entries: &mut [f64]) {
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
}

impl<E: Signature> Coloured<E> {
    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The numbers of sweeps along columns and along rows.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.plan.columns.count(), self.plan.rows.count())
    }
}
