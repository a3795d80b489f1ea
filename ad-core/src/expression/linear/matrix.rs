//! Matrices and vectors, as containers of numbers or of their slots.

use alloc::vec::Vec;

use super::kernel::Strided;
use crate::number::erased::Collected;
use crate::number::memory;
use crate::number::slot::Slot;

/// A matrix with entries `T`: a list of rows, each a `Vec`, an array or a slice. With the features of their names, also the
/// two-dimensional arrays of `ndarray` and the dynamic matrices of `nalgebra`.
///
/// ```
/// use ad::linear::{Matrix, matvec};
///
/// fn power<M: Matrix<f64, Vector<f64> = [f64], Column<f64> = Vec<f64>>>(a: &M, x: &[f64]) -> Vec<f64> {
///     matvec(a, &matvec(a, x))
/// }
///
/// assert_eq!(power(&[[0.0, 1.0], [1.0, 1.0]], &[1.0, 2.0]), [3.0, 5.0]);
/// ```
pub trait Matrix<T> {
    /// A vector as an argument: `[T]`, `Array1<T>`, `DVector<T>`.
    type Vector<U>: Vector<U> + ?Sized;
    /// A vector as a result: `Vec<T>`, `Array1<T>`, `DVector<T>`.
    type Column<U>: Vector<U>;
    /// A matrix as a result: `Vec<Vec<T>>`, `Array2<T>`, `DMatrix<T>`.
    type Owned<U>: Matrix<U>;
    /// Whether the order of the entries is by columns, and not by rows.
    const BY_COLUMNS: bool;
    /// The numbers of rows and columns.
    ///
    /// # Panics
    ///
    /// Panics if rows differ in length.
    fn dimensions(&self) -> (usize, usize);
    /// Calls `f` with all entries in their order, in parts that are slices.
    fn for_each_part<'a>(&'a self, f: impl FnMut(&'a [T]))
    where
        T: 'a;
    /// A vector of these numbers.
    fn column<U: Clone>(entries: &[U]) -> Self::Column<U>;
    /// The row `i`, or the column `i` if the order is by columns, if it is a slice.
    fn line(&self, i: usize) -> Option<&[T]>;
    /// A matrix of lines, rows or columns, each of which `push` appends.
    fn owned<U: Clone>(rows: usize, columns: usize, push: impl FnMut(usize, &mut Vec<U>)) -> Self::Owned<U>;
}

/// A matrix of numbers with a matrix of slots, as adjoint programs need it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix that an adjoint program can pass here",
    label = "no matrix of slots",
    note = "matrices are lists of rows that are `Vec`s or arrays, `Array2` of ndarray and `DMatrix` of nalgebra",
    note = "the numbers of a vector are reduced by an iterator: write `x.iter().sum()`"
)]
pub trait Shaded<N: Copy>: Matrix<N> {
    /// The slots.
    type Slots: Matrix<Slot<N>> + ?Sized;
}

/// A vector with entries `T`: a slice, a `Vec`, or a vector of another crate.
pub trait Vector<T> {
    /// The entries.
    fn entries<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a T>
    where
        T: 'a;
}

/// The entries of a matrix in one list, in reused memory.
#[derive(Clone)]
pub(super) struct Entries<T> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) by_columns: bool,
    pub(super) list: Vec<T>,
}

impl<T> Entries<T> {
    pub(super) fn read<'a, S: 'a, M: Matrix<S> + ?Sized>(a: &'a M, mut f: impl FnMut(&'a S) -> T) -> Self {
        let (rows, columns) = a.dimensions();
        let mut list = memory::empty();
        list.reserve(rows * columns);
        a.for_each_part(|part| list.extend(part.iter().map(&mut f)));
        Entries { rows, columns, by_columns: M::BY_COLUMNS, list }
    }

    /// A matrix with one column.
    pub(super) fn column(entries: impl ExactSizeIterator<Item = T>) -> Self {
        let rows = entries.len();
        let mut list = memory::empty();
        list.extend(entries);
        Entries { rows, columns: 1, by_columns: true, list }
    }

    /// The distance in the list of two neighbours of a column, and of two neighbours of a row.
    pub(super) fn steps(&self) -> (usize, usize) {
        if self.by_columns { (1, self.rows) } else { (self.columns, 1) }
    }

    pub(super) fn at(&self, i: usize, j: usize) -> &T {
        let (down, right) = self.steps();
        &self.list[i * down + j * right]
    }

    /// The transposed matrix, with the same list.
    pub(super) fn transposed(self) -> Self {
        Entries { rows: self.columns, columns: self.rows, by_columns: !self.by_columns, list: self.list }
    }

    pub(super) fn map<U>(self, f: impl FnMut(T) -> U) -> Entries<U> {
        let Entries { rows, columns, by_columns, list } = self;
        Entries { rows, columns, by_columns, list: list.into_iter().map(f).collected() }
    }

    /// Returns the memory.
    pub(super) fn end(self) {
        memory::keep(self.list);
    }
}

impl<T: Clone> Entries<T> {
    /// In the other order, unless this is the order already.
    pub(super) fn ordered(self, by_columns: bool) -> Self {
        if self.by_columns == by_columns {
            return self;
        }
        let (lines, length) =
            if self.by_columns { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let mut list = memory::empty();
        list.reserve(lines * length);
        for i in 0..length {
            list.extend((0..lines).map(|line| self.list[line * length + i].clone()));
        }
        memory::keep(self.list);
        Entries { rows: self.rows, columns: self.columns, by_columns, list }
    }
}

impl Entries<f64> {
    pub(super) fn strided(&self) -> Strided<'_> {
        Strided { rows: self.rows, columns: self.columns, entries: &self.list, steps: self.steps() }
    }
}

macro_rules! lists {
    ($([$($parameter:tt)*] $List:ty;)*) => {$(
        impl<T, R: AsRef<[T]>, $($parameter)*> Matrix<T> for $List {
            type Vector<U> = [U];
            type Column<U> = Vec<U>;
            type Owned<U> = Vec<Vec<U>>;
            const BY_COLUMNS: bool = false;

            #[inline]
            #[track_caller]
            fn dimensions(&self) -> (usize, usize) {
                let columns = self.first().map_or(0, |row| row.as_ref().len());
                for (i, row) in self.iter().enumerate() {
                    let found = row.as_ref().len();
                    assert!(
                        found == columns,
                        "row {i} of a matrix has {found} columns, the first one has {columns}"
                    );
                }
                (self.len(), columns)
            }

            fn for_each_part<'a>(&'a self, mut f: impl FnMut(&'a [T]))
            where
                T: 'a,
            {
                self.iter().for_each(|row| f(row.as_ref()));
            }

            fn column<U: Clone>(entries: &[U]) -> Vec<U> {
                entries.to_vec()
            }

            #[inline]
            fn line(&self, i: usize) -> Option<&[T]> {
                Some(self[i].as_ref())
            }

            #[inline]
            fn owned<U: Clone>(
                rows: usize,
                columns: usize,
                mut push: impl FnMut(usize, &mut Vec<U>),
            ) -> Vec<Vec<U>> {
                let mut lines = Vec::with_capacity(rows);
                for i in 0..rows {
                    let mut line = Vec::with_capacity(columns);
                    push(i, &mut line);
                    lines.push(line);
                }
                lines
            }
        }
    )*};
}
lists! {
    [] [R];
    [] Vec<R>;
    [const ROWS: usize] [R; ROWS];
}

macro_rules! shaded {
    ($([$($parameter:tt)*] $List:ty: $Slots:ty;)*) => {$(
        impl<N: Copy, $($parameter)*> Shaded<N> for $List {
            type Slots = $Slots;
        }
    )*};
}
shaded! {
    [] [Vec<N>]: [Vec<Slot<N>>];
    [] Vec<Vec<N>>: Vec<Vec<Slot<N>>>;
    [const ROWS: usize] [Vec<N>; ROWS]: [Vec<Slot<N>>; ROWS];
    [const COLUMNS: usize] [[N; COLUMNS]]: [[Slot<N>; COLUMNS]];
    [const COLUMNS: usize] Vec<[N; COLUMNS]>: Vec<[Slot<N>; COLUMNS]>;
    [const ROWS: usize, const COLUMNS: usize] [[N; COLUMNS]; ROWS]: [[Slot<N>; COLUMNS]; ROWS];
}

impl<T> Vector<T> for [T] {
    fn entries<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter()
    }
}

impl<T> Vector<T> for Vec<T> {
    fn entries<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter()
    }
}
