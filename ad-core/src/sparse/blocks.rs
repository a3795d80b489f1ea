//! Small expressions of one type, each of a few of the parameters, with dense Jacobians: rows of a sparse one.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::branches::NewEntry;
use super::colouring::Pattern;
use super::least_squares::Residuals;
use super::slices::InOrder;
use crate::flat::Flattened;
use crate::number::erased::Collected;
use crate::operator::mode::Mode;
use crate::operator::prepared::Memory;
use crate::{Argument, Destination, Differentiable, F64, Mismatch, Num, Of, Shape, Signature};

/// The number of blocks whose parameters are picked in advance. A program that reads pairs of numbers waits if they were just written
/// one by one.
pub(super) const AHEAD: usize = 16;

pub(super) struct Blocks<E: Signature> {
    list: Vec<Block<E>>,
    /// The number of results of all blocks.
    pub(super) results: usize,
    /// The number of entries of their Jacobians.
    pub(super) entries: usize,
    memory: Memory<E::In, F64>,
    /// Containers for the parameters of some blocks, whose memory is retained.
    points: [Point<E>; AHEAD],
    /// The rows of a block, in the order of its parameters.
    rows: Vec<f64>,
}

impl<E: Signature> Default for Blocks<E> {
    fn default() -> Self {
        Blocks {
            list: Vec::new(),
            results: 0,
            entries: 0,
            memory: Memory::default(),
            points: [const { None }; AHEAD],
            rows: Vec::new(),
        }
    }
}

/// The parameters of an expression.
type Numbers<E> = Of<<E as Signature>::In, Num<F64>>;
/// The same in retained memory.
type Point<E> = Option<Numbers<E>>;

/// An expression, and the columns of its parameters.
struct Block<E: Signature> {
    e: E,
    columns: Of<E::In, u32>,
    /// The indices of the parameters in the order of their columns, unless the columns ascend.
    order: Option<Box<[usize]>>,
    results: usize,
}

impl<E: Signature> Block<E> {
    fn inputs(&self) -> usize {
        E::In::count(&self.columns)
    }
    fn results(&self) -> usize {
        E::Out::COUNT.unwrap_or(self.results)
    }
    fn entries(&self) -> usize {
        self.results() * self.inputs()
    }
    /// The parameters, in a container that is the retained one.
    fn pick<'a>(&self, x: &[f64], point: &'a mut Point<E>) -> &'a Numbers<E> {
        let mut parameter = |column: &u32| Num::new(F64, x[*column as usize]);
        let picked = match point.take() {
            // A container of a known number of numbers has no memory of its own.
            Some(old) if E::In::COUNT.is_none() => E::In::map_into(old, &self.columns, &mut parameter),
            _ => E::In::map(&self.columns, &mut parameter),
        };
        point.insert(picked)
    }
}

impl<E: Differentiable> Blocks<E> {
    /// Appends blocks. An expression has as many results at each point as at `x`.
    pub(super) fn extend<C, H>(&mut self, x: &[f64], blocks: impl Iterator<Item = (E, C)>)
    where
        C: Argument<E::In, H, usize>,
    {
        self.list.reserve(blocks.size_hint().0);
        let n = x.len();
        for (e, columns) in blocks {
            let (mut next, mut ascends, mut end) = (0, true, 0);
            let columns = columns.map_numbers(&mut |&column| {
                ascends &= next <= column;
                next = column.saturating_add(1);
                end = end.max(next);
                u32::try_from(column).unwrap_or(u32::MAX)
            });
            assert!(end <= n, "there is no column {}: there are {n} parameters", end - 1);
            let order = (!ascends).then(|| order::<E::In>(&columns));
            let mut block = Block { e, columns, order, results: E::Out::COUNT.unwrap_or(0) };
            if E::Out::COUNT.is_none() {
                let mut results = Counted(0);
                let x = Values(block.pick(x, &mut self.points[0]));
                self.memory.value_into(&block.e, F64, &x, &mut results);
                block.results = results.0;
            }
            self.results += block.results();
            self.entries += block.entries();
            self.list.push(block);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Removes the blocks.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        (self.results, self.entries) = (0, 0);
    }

    /// The entries of the Jacobian at `x` go into `entries`, and the results into `results`, if the caller wants them.
    pub(super) fn rows_into(&mut self, x: &[f64], mut results: Option<&mut [f64]>, mut entries: &mut [f64]) {
        let Blocks { list, memory, points, rows, .. } = self;
        each(list, x, points, |block, x| {
            let n = block.inputs();
            let here = entries.split_off_mut(..block.entries()).expect("there is room for all");
            let mut results = results.as_mut().map(|results| {
                InOrder(results.split_off_mut(..block.results()).expect("there is room for all"))
            });
            match Mode::of_jacobian::<F64, E>(&block.e, n, || block.results()) {
                Mode::Program => memory.program_into(&block.e, F64, x, results.as_mut(), here),
                mode => {
                    memory.jacobian_into(&block.e, (F64, Some(mode)), n, &Values(x), results.as_mut(), here);
                }
            }
            if let Some(order) = &block.order {
                rows.clear();
                rows.extend_from_slice(here);
                for (to, row) in here.chunks_exact_mut(n).zip(rows.chunks_exact(n)) {
                    to.iter_mut().zip(order).for_each(|(entry, k)| *entry = row[*k]);
                }
            }
        });
    }
}

/// The indices of the columns, in ascending order of the columns.
fn order<S: Shape>(columns: &Of<S, u32>) -> Box<[usize]> {
    let mut all = Vec::new();
    S::for_each(columns, &mut |column| all.push(*column));
    let mut order: Box<[usize]> = (0..all.len()).collect();
    order.sort_unstable_by_key(|&k| all[k]);
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "a row has two entries in one column: {all:?}");
    order
}

/// Visits the blocks with their parameters.
fn each<E: Signature>(
    blocks: &[Block<E>],
    x: &[f64],
    points: &mut [Point<E>; AHEAD],
    mut visit: impl FnMut(&Block<E>, &Numbers<E>),
) {
    for blocks in blocks.chunks(AHEAD) {
        for (block, point) in blocks.iter().zip(&mut *points) {
            block.pick(x, point);
        }
        for (block, point) in blocks.iter().zip(&*points) {
            visit(block, point.as_ref().expect("it is picked"));
        }
    }
}

impl<E: Differentiable> Residuals for Blocks<E> {
    fn count(&self) -> usize {
        self.results
    }
    fn stack(&self, pattern: &mut Pattern) {
        pattern.reserve(self.results, self.entries);
        let indices = pattern.push_blocks(self.list.iter().map(|block| (block.results(), block.inputs())));
        // The first rows, and then their copies, which would wait for columns that were just written.
        let mut rest = &mut *indices;
        for block in &self.list {
            let mut row = rest.split_off_mut(..block.entries()).expect("there is room for all").iter_mut();
            E::In::for_each(&block.columns, &mut |column| {
                row.next().into_iter().for_each(|index| *index = *column);
            });
        }
        let mut rest = indices;
        for block in &self.list {
            let n = block.inputs();
            let rows = rest.split_off_mut(..block.entries()).expect("there is room for all");
            if let Some((row, others)) = rows.split_at_mut_checked(n) {
                if block.order.is_some() {
                    row.sort_unstable();
                }
                others.chunks_exact_mut(n.max(1)).for_each(|other| other.copy_from_slice(row));
            }
        }
    }
    fn residuals_into(&mut self, x: &[f64], mut residuals: &mut [f64]) {
        let Blocks { list, memory, points, .. } = self;
        each(list, x, points, |block, x| {
            let here = residuals.split_off_mut(..block.results()).expect("there is room for all");
            memory.value_into(&block.e, F64, &Values(x), &mut InOrder(here));
        });
    }
    fn jacobian_into(&mut self, x: &[f64], entries: &mut [f64]) -> Result<(), NewEntry> {
        self.rows_into(x, None, entries);
        Ok(())
    }
    fn see(&mut self, _: &[f64]) {}
    fn groups(&self) -> Vec<usize> {
        self.list.iter().map(Block::results).collected()
    }
}

/// Numbers as an argument.
struct Values<'a, N>(&'a N);

impl<S: Shape<Of<Num<F64>> = N>, N> Argument<S, Flattened> for Values<'_, N> {
    #[inline]
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        S::map::<Num<F64>, T>(self.0, &mut |x| f(&x.value()))
    }
    #[inline]
    fn map_numbers_into<T: Clone, U: Clone>(&self, old: Of<S, U>, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        S::map_into::<Num<F64>, T, U>(old, self.0, &mut |x| f(&x.value()))
    }
    #[inline]
    fn zip_numbers<T: Clone>(&self, to: &mut Of<S, T>, f: &mut impl FnMut(&mut T, &f64)) {
        S::zip_mut::<T, Num<F64>>(to, self.0, &mut |to, x| f(to, &x.value()));
    }
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
