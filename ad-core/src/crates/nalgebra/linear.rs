//! Dynamic matrices in the functions of [`linear`](mod@crate::linear).

use alloc::vec::Vec;

use nalgebra::{Const, DMatrix, DVector, Dyn, IsContiguous, Matrix as Of, RawStorage, VecStorage};

use crate::linear::{Matrix, Shaded, Vector};
use crate::number::slot::Slot;

/// Also contiguous views. By columns, as nalgebra stores them.
impl<T, S: RawStorage<T, Dyn, Dyn> + IsContiguous> Matrix<T> for Of<T, Dyn, Dyn, S> {
    type Vector<U> = DVector<U>;
    type Column<U> = DVector<U>;
    type Owned<U> = DMatrix<U>;
    const BY_COLUMNS: bool = true;

    fn dimensions(&self) -> (usize, usize) {
        self.shape()
    }

    fn for_each_part<'a>(&'a self, mut f: impl FnMut(&'a [T]))
    where
        T: 'a,
    {
        f(self.as_slice());
    }

    fn column<U: Clone>(entries: &[U]) -> DVector<U> {
        Of::from_data(VecStorage::new(Dyn(entries.len()), Const::<1>, entries.to_vec()))
    }

    #[inline]
    fn line(&self, i: usize) -> Option<&[T]> {
        let rows = self.nrows();
        Some(&self.as_slice()[i * rows..][..rows])
    }

    fn owned<U: Clone>(rows: usize, columns: usize, mut push: impl FnMut(usize, &mut Vec<U>)) -> DMatrix<U> {
        let mut entries = Vec::with_capacity(rows * columns);
        (0..columns).for_each(|i| push(i, &mut entries));
        Of::from_data(VecStorage::new(Dyn(rows), Dyn(columns), entries))
    }
}

impl<N: Copy> Shaded<N> for DMatrix<N> {
    type Slots = DMatrix<Slot<N>>;
}

impl<T, S: RawStorage<T, Dyn, Const<1>>> Vector<T> for Of<T, Dyn, Const<1>, S> {
    fn entries<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter()
    }
}
