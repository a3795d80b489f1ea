//! Constructors, and the matrix of a rotation, in adjoint programs, as `#[exp(adjoint)]` would write them.
#![allow(non_upper_case_globals, reason = "the traits name their constants so")]

use core::marker::PhantomData;

use nalgebra::{Quaternion, Rotation, SMatrix, Translation, Unit};

use super::rotation;
use crate::Semiring;
use crate::adjoint::companions::named;
use crate::number::slot::{Active, Shadow, Shadowed, Slot, Structure};
use crate::private::adjoint::{Constructed, FromMatrixUnchecked, New, NewUnchecked, Sweep};

type Slots<X> = <<X as Shadowed>::Structure as Structure>::Slots;

macro_rules! new {
    ($($arguments:tt { $($Type:ident $sizes:tt |$y:ident| $numbers:expr;)+ })*) => {$($(
        new!(@one $arguments $Type $sizes |$y| $numbers);
    )+)*};
    (@one ($($x:ident)+) $Type:ident [$($D:literal),*] |$y:ident| $numbers:expr) => {
        impl<N: Active> New for $Type<N $(, $D)*> {
            type Program = fn($(new!(@number $x N),)+ bool) -> (Self, Sweep<Self>);
            const __adjoint_new: Self::Program = |$($x,)+ _| ($Type::<N $(, $D)*>::new($($x),+), Sweep(PhantomData));
        }

        impl<N: Active> Constructed for $Type<N $(, $D)*> {
            type Sweep = fn(&$Type<Slot<N> $(, $D)*>, $(new!(@unit $x),)+ $(new!(@slot $x N)),+) -> Option<Self>;
            #[inline]
            fn sweep<'a>() -> &'a Self::Sweep
            where
                Self: 'a,
            {
                const {
                    &((|$y, $(_: new!(@unit $x),)+ $($x),+| {
                        let from = $numbers;
                        // The receivers, arranged by the same constructor.
                        let $y = $Type::<&Slot<N> $(, $D)*>::new($($x),+);
                        from.zip($numbers).for_each(|(from, to)| from.transfer(to));
                        None
                    }) as Self::Sweep)
                }
            }
        }
    };
    (@number $x:ident $N:ident) => { $N };
    (@unit $x:ident) => { () };
    (@slot $x:ident $N:ident) => { &Slot<$N> };
}

new! {
    (a) {
        SMatrix[1, 1] |y| y.iter();
        Translation[1] |y| y.vector.iter();
    }
    (a b) {
        SMatrix[2, 1] |y| y.iter();
        SMatrix[1, 2] |y| y.iter();
        Translation[2] |y| y.vector.iter();
    }
    (a b c) {
        SMatrix[3, 1] |y| y.iter();
        SMatrix[1, 3] |y| y.iter();
        Translation[3] |y| y.vector.iter();
    }
    (a b c d) {
        SMatrix[4, 1] |y| y.iter();
        SMatrix[1, 4] |y| y.iter();
        SMatrix[2, 2] |y| y.iter();
        Quaternion[] |y| y.coords.iter();
    }
    (a b c d e) {
        SMatrix[5, 1] |y| y.iter();
        SMatrix[1, 5] |y| y.iter();
    }
    (a b c d e f) {
        SMatrix[6, 1] |y| y.iter();
        SMatrix[1, 6] |y| y.iter();
        SMatrix[2, 3] |y| y.iter();
        SMatrix[3, 2] |y| y.iter();
    }
    (a b c d e f g h) {
        SMatrix[2, 4] |y| y.iter();
        SMatrix[4, 2] |y| y.iter();
    }
    (a b c d e f g h i) {
        SMatrix[3, 3] |y| y.iter();
    }
    (a b c d e f g h i j k l) {
        SMatrix[3, 4] |y| y.iter();
        SMatrix[4, 3] |y| y.iter();
    }
    (a b c d e f g h i j k l m n o p) {
        SMatrix[4, 4] |y| y.iter();
    }
}

impl<X: Shadowed> NewUnchecked for Unit<X> {
    type Program = fn(X, bool) -> (Self, Sweep<Self>);
    const __adjoint_new_unchecked: Self::Program =
        |content, _| (Unit::new_unchecked(content), Sweep(PhantomData));
}

impl<X: Shadowed> Constructed for Unit<X> {
    type Sweep = fn(&Slots<Self>, (), &Slots<X>) -> Option<Self>;
    #[inline]
    fn sweep<'a>() -> &'a Self::Sweep
    where
        Self: 'a,
    {
        const {
            &((|from, (), to| {
                from.as_ref().transfer(to);
                None
            }) as Self::Sweep)
        }
    }
}

impl<X: Shadowed, const D: usize> FromMatrixUnchecked for Rotation<X, D> {
    type Program = fn(SMatrix<X, D, D>, bool) -> (Self, Sweep<Self>);
    const __adjoint_from_matrix_unchecked: Self::Program =
        |matrix, _| (Rotation::from_matrix_unchecked(matrix), Sweep(PhantomData));
}

impl<X: Shadowed, const D: usize> Constructed for Rotation<X, D> {
    type Sweep = fn(&Slots<Self>, (), &Slots<SMatrix<X, D, D>>) -> Option<Self>;
    #[inline]
    fn sweep<'a>() -> &'a Self::Sweep
    where
        Self: 'a,
    {
        const {
            &((|from, (), to| {
                rotation::matrix(from).transfer(to);
                None
            }) as Self::Sweep)
        }
    }
}

named!(matrix, super::MODULE);

impl matrix {
    #[doc(hidden)]
    #[inline]
    pub fn __adjoint<N: Semiring, const D: usize>(
        r: &Rotation<N, D>,
        _: bool,
    ) -> (
        SMatrix<N, D, D>,
        impl FnOnce(&SMatrix<Slot<N>, D, D>, &Rotation<N, D>, &Rotation<Slot<N>, D>) -> Option<SMatrix<N, D, D>>
        + Clone
        + use<N, D>,
    ) {
        (super::matrix(r), |from: &SMatrix<Slot<N>, D, D>, _: &Rotation<N, D>, to: &Rotation<Slot<N>, D>| {
            from.transfer(rotation::matrix(to));
            None
        })
    }
}
