//! The constructors of containers of other crates in adjoint programs: `Vector3::new(x, y, z)` calls `Vector3::__adjoint_new`.
//!
//! An item of the type itself has precedence over one of a trait, so a user's `Vector3` calls its own companion.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

macro_rules! constructors {
    ($($Trait:ident::$name:ident of $of:literal;)*) => {$(
        #[doc = concat!("A type whose `", $of, "` has an adjoint program.")]
        pub trait $Trait: Constructed {
            /// The type of the program, which is a function. Its parameters are the arguments, and whether the value may be late.
            /// Its result is a value of this type with its reverse sweep.
            type Program;
            /// The program.
            #[allow(non_upper_case_globals, reason = "it has the name that the macro writes")]
            const $name: Self::Program;
        }
    )*};
}

constructors! {
    New::__adjoint_new of "new";
    NewUnchecked::__adjoint_new_unchecked of "new_unchecked";
    FromMatrixUnchecked::__adjoint_from_matrix_unchecked of "from_matrix_unchecked";
}

/// A type with such a constructor.
pub trait Constructed: Sized {
    /// A function, the reverse sweep.
    type Sweep;
    /// The reverse sweep.
    fn sweep<'a>() -> &'a Self::Sweep
    where
        Self: 'a;
}

/// The reverse sweep of a constructor. A call dereferences it. A function pointer in its place would be saved by each iteration.
pub struct Sweep<T>(pub PhantomData<T>);

impl<T> Clone for Sweep<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Sweep<T> {}

impl<T> fmt::Debug for Sweep<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sweep")
    }
}

impl<T: Constructed> Deref for Sweep<T> {
    type Target = T::Sweep;
    #[inline]
    fn deref(&self) -> &T::Sweep {
        T::sweep()
    }
}
