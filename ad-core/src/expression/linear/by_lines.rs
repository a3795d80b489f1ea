//! Products of matrices line by line, from the factors' own memory.
//!
//! A line is a row, or a column of matrices that are stored by columns. Each line of the result is a sum of lines of one factor. Its
//! entries do not wait for each other, and each is the sum of its products from the left. So entries have the bits of
//! [`dot`](crate::dot).

use alloc::vec::Vec;
use core::iter;

use super::matrix::{Matrix, Vector};
use crate::number::erased::made;
use crate::{Dict, Semiring};

/// The size of a product: `rows` × `depth` times `depth` × `columns`.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) depth: usize,
    pub(super) columns: usize,
}

impl Size {
    /// Whether copies of the factors for the [kernel](super::kernel) cost little beside the products. The kernel adds a few columns
    /// eight rows at once.
    fn is_large(self) -> bool {
        let Size { rows, depth, columns } = self;
        rows * depth * columns >= 4 * (rows * depth + depth * columns + rows * columns)
            || columns < FEW && depth >= 32
    }
}

/// The entries of shorter lines stay in registers.
const FEW: usize = 4;

/// Scalar products of fewer terms are recorded as their products, which costs less.
const RECORDED: usize = 8;

/// Whether the product is computed here.
pub(super) fn serves<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(
    a: &A,
    b: &B,
    size: Size,
) -> bool {
    let Size { rows, depth, columns } = size;
    let [of_a, of_b] = if A::BY_COLUMNS { [depth, columns] } else { [rows, depth] };
    A::BY_COLUMNS == B::BY_COLUMNS
        && rows * depth * columns > 0
        && !(<N::Dict as Dict>::FLOATS.is_some() && size.is_large())
        && (0..of_a).all(|i| a.line(i).is_some())
        && (0..of_b).all(|i| b.line(i).is_some())
}

/// The product, plus a vector that is added to each row.
#[inline]
pub(super) fn product<N: Semiring, A: Matrix<N> + ?Sized, B: Matrix<N> + ?Sized>(
    a: &A,
    b: &B,
    c: Option<&A::Vector<N>>,
    Size { rows, depth, columns }: Size,
) -> A::Owned<N> {
    if A::BY_COLUMNS {
        let right = Lines::new(|k| slice(a.line(k)), depth, rows);
        let mut c = c.map(Vector::entries);
        return A::owned(rows, columns, |j, to| {
            let c = c.as_mut().and_then(Iterator::next);
            right.append(slice(b.line(j)), c.map(iter::repeat), to);
        });
    }
    let right = Lines::new(|k| slice(b.line(k)), depth, columns);
    A::owned(rows, columns, |i, to| right.append(slice(a.line(i)), c.map(Vector::entries), to))
}

#[inline]
fn slice<N>(line: Option<&[N]>) -> &[N] {
    line.expect("the lines of the factors are slices")
}

/// The lines of one factor.
struct Lines<N, F> {
    line: F,
    length: usize,
    /// The entries at each place of the lines, if the dictionary records scalar products.
    places: Vec<N>,
}

impl<'n, N: Semiring + 'n, F: Fn(usize) -> &'n [N]> Lines<N, F> {
    #[inline]
    fn new(line: F, depth: usize, length: usize) -> Self {
        let mut places = Vec::new();
        if <N::Dict as Dict>::RECORDS_DOT && depth >= RECORDED {
            places.reserve(depth * length);
            for j in 0..length {
                places.extend((0..depth).map(|k| line(k)[j]));
            }
        }
        Lines { line, length, places }
    }

    /// Appends the sum of all lines, each times its factor, and of `last`.
    #[inline]
    fn append<'c>(&self, factors: &[N], mut last: Option<impl Iterator<Item = &'c N>>, to: &mut Vec<N>)
    where
        N: 'c,
    {
        // The steps of a sum are recorded one after the other.
        if <N::Dict as Dict>::RECORDS_DOT {
            for j in 0..self.length {
                let sum = self.entry(j, factors);
                to.push(match last.as_mut().and_then(Iterator::next) {
                    None => sum,
                    Some(last) => sum + *last,
                });
            }
            return;
        }
        let mut start = 0;
        while self.length - start >= 4 {
            to.extend(self.entries::<4>(start, factors, &mut last));
            start += 4;
        }
        match self.length - start {
            0 => {}
            1 => to.extend(self.entries::<1>(start, factors, &mut last)),
            2 => to.extend(self.entries::<2>(start, factors, &mut last)),
            _ => to.extend(self.entries::<3>(start, factors, &mut last)),
        }
    }

    /// The entry `j` of the sum.
    #[inline]
    fn entry(&self, j: usize, factors: &[N]) -> N {
        if !self.places.is_empty() {
            return crate::dot(factors, &self.places[j * factors.len()..][..factors.len()]);
        }
        let mut sum = factors[0] * (self.line)(0)[j];
        for (k, factor) in factors.iter().enumerate().skip(1) {
            sum += *factor * (self.line)(k)[j];
        }
        sum
    }

    /// Entries `start…` of the sum, in registers.
    #[inline]
    fn entries<'c, const L: usize>(
        &self,
        start: usize,
        factors: &[N],
        last: &mut Option<impl Iterator<Item = &'c N>>,
    ) -> [N; L]
    where
        N: 'c,
    {
        let line = |k| (self.line)(k)[start..].first_chunk::<L>().expect("lines have equal lengths");
        let first = line(0);
        let mut sums = made(|j| factors[0] * first[j]);
        for (k, factor) in factors.iter().enumerate().skip(1) {
            sums.iter_mut().zip(line(k)).for_each(|(sum, entry)| *sum += *factor * *entry);
        }
        if let Some(last) = last {
            sums.iter_mut().zip(last).for_each(|(sum, last)| *sum += *last);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::{affine, matmul};

    /// A list of columns.
    struct ByColumns<T>(usize, usize, Vec<T>);

    impl<T> Matrix<T> for ByColumns<T> {
        type Vector<U> = [U];
        type Column<U> = Vec<U>;
        type Owned<U> = ByColumns<U>;
        const BY_COLUMNS: bool = true;

        fn dimensions(&self) -> (usize, usize) {
            (self.0, self.1)
        }
        fn for_each_part<'a>(&'a self, mut f: impl FnMut(&'a [T]))
        where
            T: 'a,
        {
            f(&self.2);
        }
        fn column<U: Clone>(entries: &[U]) -> Vec<U> {
            entries.to_vec()
        }
        fn line(&self, i: usize) -> Option<&[T]> {
            Some(&self.2[i * self.0..][..self.0])
        }
        fn owned<U: Clone>(
            rows: usize,
            columns: usize,
            mut push: impl FnMut(usize, &mut Vec<U>),
        ) -> ByColumns<U> {
            let mut list = Vec::new();
            (0..columns).for_each(|i| push(i, &mut list));
            ByColumns(rows, columns, list)
        }
    }

    /// Sizes on both sides of each limit. Integers are exact in any order.
    #[test]
    fn columns_are_those_of_loops() {
        for (rows, depth, columns) in
            [(1, 1, 1), (3, 2, 4), (4, 3, 1), (2, 5, 3), (5, 9, 2), (7, 40, 2), (16, 12, 18)]
        {
            let matrix = |rows: usize, columns: usize, seed: u32| -> ByColumns<f64> {
                let entries = (0u32..).map(|i| f64::from((seed * i + 3) % 11) - 4.0);
                ByColumns(rows, columns, entries.take(rows * columns).collect())
            };
            let (a, b) = (matrix(rows, depth, 5), matrix(depth, columns, 7));
            let c = matrix(1, columns, 2).2;
            let (product, sum) = (matmul(&a, &b), affine(&a, &b, &c[..]));
            assert_eq!((product.0, product.1, sum.0, sum.1), (rows, columns, rows, columns));
            for (j, c) in c.iter().enumerate() {
                for i in 0..rows {
                    let entry: f64 = (0..depth).map(|k| a.2[i + k * rows] * b.2[k + j * depth]).sum();
                    assert_eq!(product.2[i + j * rows], entry, "{rows} {depth} {columns}");
                    assert_eq!(sum.2[i + j * rows], entry + c, "{rows} {depth} {columns}");
                }
            }
        }
    }
}
