//! The matrix of a rotation over numbers of an evaluation. The methods of nalgebra require `'static` numbers.
#![expect(unsafe_code, reason = "the field is private, and its accessors require `'static` numbers")]

use core::ptr;

use nalgebra::{Rotation, SMatrix};

/// Both types have the same memory.
struct Layout<T, const D: usize>(core::marker::PhantomData<T>);

impl<T, const D: usize> Layout<T, D> {
    /// Fails to compile if a version of nalgebra stores more than the matrix.
    const SAME: () = assert!(
        size_of::<Rotation<T, D>>() == size_of::<SMatrix<T, D, D>>()
            && align_of::<Rotation<T, D>>() == align_of::<SMatrix<T, D, D>>()
    );
}

/// The matrix.
#[inline]
pub(super) fn matrix<T, const D: usize>(r: &Rotation<T, D>) -> &SMatrix<T, D, D> {
    let () = Layout::<T, D>::SAME;
    // SAFETY: `Rotation<T, D>` is `repr(C)`, and a field of type `SMatrix<T, D, D>` fills it. So the field is at the start, and a
    // reference to the struct is one to the field. Any matrix is a valid field.
    unsafe { &*ptr::from_ref(r).cast() }
}

/// The matrix, which may change.
#[inline]
pub(super) fn matrix_mut<T, const D: usize>(r: &mut Rotation<T, D>) -> &mut SMatrix<T, D, D> {
    let () = Layout::<T, D>::SAME;
    // SAFETY: as above. The borrow of the struct is exclusive, and nobody else sees its field.
    unsafe { &mut *ptr::from_mut(r).cast() }
}
