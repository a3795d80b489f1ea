//! The product of two matrices of plain floats, in vectors of the processor.
//!
//! A tile of the result stays in registers, while the columns of its left rows and the rows of its right columns are read once. Both
//! factors are copied into the order in which tiles read them. See K. Goto and R. van de Geijn, *Anatomy of High-Performance Matrix
//! Multiplication*, ACM TOMS 34(3), 2008.
//!
//! Each entry is the sum of its products from the left, with the bits of [`dot`](crate::dot). The lanes of a vector belong to
//! different entries, and no product is fused with a sum.

#![allow(clippy::inline_always, reason = "a job is compiled for a processor as a whole")]

use alloc::vec::Vec;
use core::array;

use crate::dictionary::lanes::processor::{self, Job};
use crate::number::memory;

/// A matrix of floats, in a list.
#[derive(Clone, Copy)]
pub(super) struct Strided<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) entries: &'a [f64],
    /// The distance in the list of two neighbours of a column, and of two neighbours of a row.
    pub(super) steps: (usize, usize),
}

impl Strided<'_> {
    pub(super) fn transposed(self) -> Self {
        let (down, right) = self.steps;
        Strided { rows: self.columns, columns: self.rows, steps: (right, down), ..self }
    }
}

/// The product, by rows.
pub(super) fn product(a: Strided<'_>, b: Strided<'_>) -> Vec<f64> {
    debug_assert_eq!(a.columns, b.rows);
    let (rows, columns) = (a.rows, b.columns);
    let mut c = memory::empty();
    c.resize(rows * columns, -0.0);
    if a.columns == 0 {
        return c;
    }
    match processor::floats_in_vector() {
        // Few columns or rows would leave vectors and registers empty.
        _ if columns < FEW => processor::run(Columns { a, b, c: &mut c, steps: (columns, 1) }),
        _ if rows < FEW => {
            let (a, b) = (b.transposed(), a.transposed());
            processor::run(Columns { a, b, c: &mut c, steps: (1, columns) });
        }
        8.. => processor::run(Tiles::<8, 16> { a, b, c: &mut c }),
        4.. => processor::run(Tiles::<4, 8> { a, b, c: &mut c }),
        _ => processor::run(Tiles::<4, 4> { a, b, c: &mut c }),
    }
    c
}

const FEW: usize = 4;

/// The product column by column, eight sums at once. In `c`, neighbours of a column and of a row have the distances `steps`.
struct Columns<'a> {
    a: Strided<'a>,
    b: Strided<'a>,
    c: &'a mut [f64],
    steps: (usize, usize),
}

impl Job for Columns<'_> {
    type Result = ();
    const LANES: usize = 8;

    #[inline(always)]
    fn run(self) {
        let Columns { a, b, c, steps: (down, right) } = self;
        let mut column: Vec<[f64; 1]> = memory::empty();
        for j in 0..b.columns {
            column.clear();
            pack(b.transposed(), j, &mut column);
            let mut store = |i: usize, sum: f64| c[i * down + j * right] = sum;
            let whole = a.rows - a.rows % 8;
            for i in (0..whole).step_by(8) {
                let sums = if a.steps.0 == 1 { beside(a, i, &column) } else { below(a, i, &column) };
                (i..).zip(sums).for_each(|(i, sum)| store(i, sum));
            }
            for i in whole..a.rows {
                let row = a.entries[i * a.steps.0..].iter().step_by(a.steps.1);
                store(i, row.zip(&column).fold(-0.0, |sum, (a, [b])| sum + a * b));
            }
        }
        memory::keep(column);
    }
}

/// Eight rows times a column, if the entries of the rows' columns are neighbours in the list.
#[inline(always)]
fn beside(a: Strided<'_>, first: usize, column: &[[f64; 1]]) -> [f64; 8] {
    let mut sums = [-0.0; 8];
    for (k, [b]) in column.iter().enumerate() {
        let a = &a.entries[first + k * a.steps.1..][..8];
        sums.iter_mut().zip(a).for_each(|(sum, a)| *sum += a * b);
    }
    sums
}

/// The same, if the entries of a row are neighbours, or nothing is.
#[inline(always)]
fn below(a: Strided<'_>, first: usize, column: &[[f64; 1]]) -> [f64; 8] {
    let (down, right) = a.steps;
    let mut sums = [-0.0; 8];
    let rows: [&[f64]; 8] = array::from_fn(|i| &a.entries[(first + i) * down..]);
    if right == 1 {
        let rows = rows.map(|row| &row[..column.len()]);
        for (k, [b]) in column.iter().enumerate() {
            sums.iter_mut().zip(&rows).for_each(|(sum, row)| *sum += row[k] * b);
        }
        return sums;
    }
    for (k, [b]) in column.iter().enumerate() {
        sums.iter_mut().zip(&rows).for_each(|(sum, row)| *sum += row[k * right] * b);
    }
    sums
}

/// The product in tiles of M × N entries.
struct Tiles<'a, const M: usize, const N: usize> {
    a: Strided<'a>,
    b: Strided<'a>,
    c: &'a mut [f64],
}

impl<const M: usize, const N: usize> Job for Tiles<'_, M, N>
where
    [f64; M]: Column<M>,
{
    type Result = ();
    const LANES: usize = N;

    #[inline(always)]
    fn run(self) {
        let Tiles { a, b, c } = self;
        let depth = a.columns;
        let mut left: Vec<[f64; M]> = memory::empty();
        left.reserve(a.rows.div_ceil(M) * depth);
        (0..a.rows).step_by(M).for_each(|first| pack(a, first, &mut left));
        let mut panel: Vec<[f64; N]> = memory::empty();
        for first in (0..b.columns).step_by(N) {
            panel.clear();
            pack(b.transposed(), first, &mut panel);
            for (i, left) in left.chunks_exact(depth).enumerate() {
                let tile = <[f64; M]>::tile(left, &panel);
                for (i, row) in (i * M..a.rows).zip(&tile) {
                    let width = N.min(b.columns - first);
                    c[i * b.columns + first..][..width].copy_from_slice(&row[..width]);
                }
            }
        }
        memory::keep(left);
        memory::keep(panel);
    }
}

/// Appends rows `first…` of a matrix, column by column. Rows that are missing are 0.
#[inline(always)]
fn pack<const M: usize>(a: Strided<'_>, first: usize, panel: &mut Vec<[f64; M]>) {
    let (down, right) = a.steps;
    let (depth, count) = (a.columns, M.min(a.rows - first));
    if down == 1 && count == M {
        let column = |k: usize| &a.entries[k * right + first..][..M];
        panel.extend((0..depth).map(|k| <[f64; M]>::try_from(column(k)).expect("it has M entries")));
    } else if right == 1 && count == M {
        let rows: [&[f64]; M] = array::from_fn(|i| &a.entries[(first + i) * down..][..depth]);
        panel.extend((0..depth).map(|k| -> [f64; M] { array::from_fn(|i| rows[i][k]) }));
    } else {
        let entry =
            |i: usize, k: usize| if i < count { a.entries[(first + i) * down + k * right] } else { 0.0 };
        panel.extend((0..depth).map(|k| -> [f64; M] { array::from_fn(|i| entry(i, k)) }));
    }
}

/// The product of M rows and N columns. Each row of the tile has a variable, so that LLVM makes vectors of the columns.
trait Column<const M: usize> {
    fn tile<const N: usize>(left: &[[f64; M]], right: &[[f64; N]]) -> [[f64; N]; M];
}

macro_rules! columns {
    ($($M:literal: $($i:literal $row:ident)+;)*) => {$(
        impl Column<$M> for [f64; $M] {
            /// Sums start with -0, since -0 + x has the bits of x.
            #[inline(always)]
            fn tile<const N: usize>(left: &[[f64; $M]], right: &[[f64; N]]) -> [[f64; N]; $M] {
                $(let mut $row = [-0.0; N];)+
                for (a, b) in left.iter().zip(right) {
                    $(for (sum, b) in $row.iter_mut().zip(b) {
                        *sum += a[$i] * b;
                    })+
                }
                [$($row),+]
            }
        }
    )*};
}
columns! {
    4: 0 p 1 q 2 r 3 s;
    8: 0 p 1 q 2 r 3 s 4 t 5 u 6 v 7 w;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(length: usize, seed: f64) -> Vec<f64> {
        (0..length).map(|i| (seed * f64::from(u32::try_from(i).expect("it is small")) + 0.3).sin()).collect()
    }

    /// Tiles for each processor, all layouts, and sizes around those of tiles: the bits of sums from the left.
    #[test]
    fn products_are_sums_from_the_left() {
        for (m, k, n) in
            [(1, 3, 1), (1, 5, 20), (7, 2, 3), (8, 1, 8), (9, 17, 17), (33, 4, 5), (5, 6, 33), (17, 3, 2)]
        {
            let (left, right) = (list(m * k, 0.7), list(k * n, 1.3));
            for (by_columns, right_by_columns) in [(false, false), (false, true), (true, false), (true, true)]
            {
                let steps = |by_columns, rows, columns| if by_columns { (1, rows) } else { (columns, 1) };
                let a = Strided { rows: m, columns: k, entries: &left, steps: steps(by_columns, m, k) };
                let b =
                    Strided { rows: k, columns: n, entries: &right, steps: steps(right_by_columns, k, n) };
                let at = |x: Strided<'_>, i: usize, j: usize| x.entries[i * x.steps.0 + j * x.steps.1];
                let sum = |i, j| (0..k).fold(-0.0, |sum, l| sum + at(a, i, l) * at(b, l, j));
                let expected: Vec<u64> =
                    (0..m * n).map(|place| f64::to_bits(sum(place / n, place % n))).collect();
                let check = |compute: &dyn Fn(&mut [f64])| {
                    let mut c = alloc::vec![f64::NAN; m * n];
                    compute(&mut c);
                    assert_eq!(c.iter().map(|c| c.to_bits()).collect::<Vec<_>>(), expected, "{m} {k} {n}");
                };
                check(&|c| c.copy_from_slice(&product(a, b)));
                check(&|c| Tiles::<8, 16> { a, b, c }.run());
                check(&|c| Tiles::<4, 8> { a, b, c }.run());
                check(&|c| Tiles::<4, 4> { a, b, c }.run());
                check(&|c| Columns { a, b, c, steps: (n, 1) }.run());
                let (a, b) = (b.transposed(), a.transposed());
                check(&|c| Columns { a, b, c, steps: (1, n) }.run());
            }
        }
    }

    #[test]
    fn a_sum_of_nothing_is_that_of_std() {
        let none = Strided { rows: 2, columns: 0, entries: &[], steps: (0, 1) };
        let product = product(none, none.transposed());
        assert_eq!(product.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [(-0.0f64).to_bits(); 4]);
    }
}
