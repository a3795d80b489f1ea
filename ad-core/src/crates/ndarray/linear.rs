//! Arrays in the functions of [`linear`](mod@crate::linear).

use alloc::vec::Vec;

use ndarray::{Array1, Array2, ArrayBase, Data, Ix1, Ix2};

use crate::linear::{Matrix, Shaded, Vector};
use crate::number::slot::Slot;

/// Also views, of any layout. Results have the standard layout.
impl<T, S: Data<Elem = T>> Matrix<T> for ArrayBase<S, Ix2> {
    type Vector<U> = Array1<U>;
    type Column<U> = Array1<U>;
    type Owned<U> = Array2<U>;
    const BY_COLUMNS: bool = false;

    fn dimensions(&self) -> (usize, usize) {
        self.dim()
    }

    fn for_each_part<'a>(&'a self, mut f: impl FnMut(&'a [T]))
    where
        T: 'a,
    {
        match self.as_slice() {
            Some(all) => f(all),
            None => self.iter().for_each(|x| f(core::slice::from_ref(x))),
        }
    }

    fn column<U: Clone>(entries: &[U]) -> Array1<U> {
        Array1::from(entries.to_vec())
    }

    #[inline]
    fn line(&self, i: usize) -> Option<&[T]> {
        let columns = self.ncols();
        self.as_slice().map(|all| &all[i * columns..][..columns])
    }

    fn owned<U: Clone>(rows: usize, columns: usize, mut push: impl FnMut(usize, &mut Vec<U>)) -> Array2<U> {
        let mut entries = Vec::with_capacity(rows * columns);
        (0..rows).for_each(|i| push(i, &mut entries));
        Array2::from_shape_vec((rows, columns), entries).expect("there is an entry for each place")
    }
}

impl<N: Copy> Shaded<N> for Array2<N> {
    type Slots = Array2<Slot<N>>;
}

impl<T, S: Data<Elem = T>> Vector<T> for ArrayBase<S, Ix1> {
    fn entries<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter()
    }
}
