//! Residuals of a few parameters each: many small expressions of one type, with dense Jacobians.

use alloc::vec::Vec;

use super::Residuals;
use crate::flat::Flattened;
use crate::operator::prepared::Memory;
use crate::sparse::branches::NewEntry;
use crate::sparse::colouring::Pattern;
use crate::sparse::slices::InOrder;
use crate::{Argument, Destination, Differentiable, F64, Mismatch, Of, Shape, Signature};

pub(super) struct Blocks<E: Signature> {
    list: Vec<Block<E>>,
    /// The number of results of all blocks.
    results: usize,
    /// The number of entries of their Jacobians.
    entries: usize,
    memory: Memory<E::In, F64>,
    /// A container for the parameters of a block, whose memory is retained.
    point: Option<Of<E::In, f64>>,
    /// The rows of a block, in the order of its parameters.
    rows: Vec<f64>,
}

/// An expression, and the columns of its parameters.
struct Block<E: Signature> {
    e: E,
    columns: Of<E::In, u32>,
    /// The indices of the parameters in the order of their columns; empty if the columns ascend.
    order: Vec<usize>,
    inputs: usize,
    results: usize,
}

impl<E: Signature> Block<E> {
    /// The parameters, in a container that is the retained one.
    fn point(&self, idle: &mut Option<Of<E::In, f64>>, x: &[f64]) -> Of<E::In, f64> {
        let mut parameter = |column: &u32| x[*column as usize];
        match idle.take() {
            Some(old) => E::In::map_into(old, &self.columns, &mut parameter),
            None => E::In::map(&self.columns, &mut parameter),
        }
    }
}

impl<E: Differentiable> Blocks<E> {
    pub(super) fn new<C, H>(start: &[f64], blocks: impl IntoIterator<Item = (E, C)>) -> Self
    where
        C: Argument<E::In, H, usize>,
    {
        let blocks = blocks.into_iter();
        let list = Vec::with_capacity(blocks.size_hint().0);
        let mut all =
            Blocks { list, results: 0, entries: 0, memory: Memory::default(), point: None, rows: Vec::new() };
        let mut sorted = Vec::new();
        let n = start.len();
        for (e, columns) in blocks {
            sorted.clear();
            let columns = columns.map_numbers(&mut |column| {
                assert!(*column < n, "there is no column {column}: there are {n} parameters");
                sorted.push(*column);
                u32::try_from(*column).expect("there are fewer than 2³² parameters")
            });
            all.push(start, e, columns, &mut sorted);
        }
        all
    }

    /// Appends a block, whose columns are also in a list, which is then sorted.
    fn push(&mut self, start: &[f64], e: E, columns: Of<E::In, u32>, sorted: &mut [usize]) {
        let mut order = Vec::new();
        let is_ascending = |columns: &[usize]| columns.is_sorted_by(|a, b| a < b);
        if !is_ascending(sorted) {
            order.extend(0..sorted.len());
            order.sort_unstable_by_key(|&k| sorted[k]);
            sorted.sort_unstable();
            assert!(is_ascending(sorted), "a row has two entries in one column: {sorted:?}");
        }
        let mut block = Block { e, columns, order, inputs: sorted.len(), results: 0 };
        block.results = E::Out::COUNT.unwrap_or_else(|| {
            let (x, mut results) = (block.point(&mut self.point, start), Counted(0));
            self.memory.value_into(&block.e, F64, &x, &mut results);
            self.point = Some(x);
            results.0
        });
        self.results += block.results;
        self.entries += block.results * block.inputs;
        self.list.push(block);
    }
}

impl<E: Differentiable> Residuals for Blocks<E> {
    fn count(&self) -> usize {
        self.results
    }
    fn stack(&self, pattern: &mut Pattern) {
        let mut columns: Vec<usize> = Vec::new();
        pattern.reserve(self.results, self.entries);
        for block in &self.list {
            columns.clear();
            E::In::for_each(&block.columns, &mut |column| columns.push(*column as usize));
            if !block.order.is_empty() {
                columns.sort_unstable();
            }
            (0..block.results).for_each(|_| pattern.push_ascending(columns.iter().copied()));
        }
    }
    fn residuals_into(&mut self, x: &[f64], mut residuals: &mut [f64]) {
        for block in &self.list {
            let x = block.point(&mut self.point, x);
            let (here, rest) = residuals.split_at_mut(block.results);
            self.memory.value_into(&block.e, F64, &x, &mut InOrder(here));
            self.point = Some(x);
            residuals = rest;
        }
    }
    fn jacobian_into(&mut self, x: &[f64], mut entries: &mut [f64]) -> Result<(), NewEntry> {
        for block in &self.list {
            let Block { e, order, inputs, results, .. } = block;
            let x = block.point(&mut self.point, x);
            let (here, rest) = entries.split_at_mut(results * inputs);
            if order.is_empty() {
                self.memory.jacobian_into(e, (F64, None), *inputs, &x, None::<&mut Of<E::Out, f64>>, here);
            } else {
                self.rows.resize(here.len(), 0.0);
                let rows = &mut self.rows;
                self.memory.jacobian_into(e, (F64, None), *inputs, &x, None::<&mut Of<E::Out, f64>>, rows);
                for (to, row) in here.chunks_exact_mut(*inputs).zip(rows.chunks_exact(*inputs)) {
                    to.iter_mut().zip(order).for_each(|(entry, k)| *entry = row[*k]);
                }
            }
            self.point = Some(x);
            entries = rest;
        }
        Ok(())
    }
    fn see(&mut self, _: &[f64]) {}
}

/// Counts the numbers of a result.
struct Counted(usize);

impl<S: Shape> Destination<S, Flattened> for Counted {
    fn numbers(&self) -> usize {
        self.0
    }
    fn mismatch_with<T: Clone>(&self, _: &Of<S, T>) -> Option<Mismatch> {
        None
    }
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, _: &mut impl FnMut(&mut f64, &T)) {
        self.0 = S::count(x);
    }
    fn each_number(&mut self, _: &mut impl FnMut(&mut f64)) {}
}
