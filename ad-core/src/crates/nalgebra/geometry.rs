//! Quaternions, rotations, translations and isometries as containers of their coordinates.
//!
//! They are not normalized: a derivative is by each coordinate, as if the coordinates were independent.

use nalgebra::{Isometry, Quaternion, Rotation, SMatrix, SVector, Translation, Unit};

use super::rotation::{matrix, matrix_mut};
use crate::number::slot::{Shadow, Shadowed, Structure};
use crate::{Mismatch, Path, Shape};

macro_rules! containers {
    ($(
        $(#[$doc:meta])*
        $Type:ident<$($S:ident),+ $(; $D:ident)?> |$x:ident| {
            $($path:literal $part:ident: $Part:ty = ($get:expr, $get_mut:expr),)+
        } => $make:expr;
    )*) => {$(
        $(#[$doc])*
        impl<$($S: Shape,)+ $(const $D: usize)?> Shape for $Type<$($S,)+ $($D)?> {
            type Of<T: Clone> = $Type<$($S::Of<T>,)+ $($D)?>;
            const COUNT: Option<usize> = crate::number::shape::sum(&[$(<$Part as Shape>::COUNT),+]);
            #[inline]
            fn map<T: Clone, U: Clone>($x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                $(let $part = <$Part as Shape>::map($get, f);)+
                $make
            }
            #[inline]
            fn for_each<T: Clone>($x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
                $(<$Part as Shape>::for_each($get, f);)+
            }
            #[inline]
            fn for_each_mut<T: Clone>($x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
                $(<$Part as Shape>::for_each_mut($get_mut, f);)+
            }
            #[inline]
            fn zip_mut<T: Clone, U: Clone>($x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
                $({
                    let part = $get_mut;
                    let $x = y;
                    <$Part as Shape>::zip_mut(part, $get, f);
                })+
            }
            fn mismatch<T: Clone, U: Clone>($x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
                $({
                    let part = $get;
                    let $x = y;
                    if let Some(mismatch) = <$Part as Shape>::mismatch(part, $get) {
                        return Some(mismatch.within($path));
                    }
                })+
                None
            }
            fn for_each_path<T: Clone>($x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
                $(path.within($path, |path| <$Part as Shape>::for_each_path($get, path, f));)+
            }
        }

        impl<$($S: Shadowed,)+ $(const $D: usize)?> Shadowed for $Type<$($S,)+ $($D)?> {
            type Structure = $Type<$($S::Structure,)+ $($D)?>;
            type Shape = $Type<$($S::Shape,)+ $($D)?>;
            #[inline]
            fn structure(&self) -> Self::Structure {
                let $x = self;
                $(let $part = $get.structure();)+
                $make
            }
        }

        impl<$($S: Structure,)+ $(const $D: usize)?> Structure for $Type<$($S,)+ $($D)?> {
            type Slots = $Type<$($S::Slots,)+ $($D)?>;
            #[inline]
            fn slots(&self) -> Self::Slots {
                let $x = self;
                $(let $part = $get.slots();)+
                $make
            }
        }

        impl<$($S: Shadow,)+ $(const $D: usize)?> Shadow for $Type<$($S,)+ $($D)?> {
            #[inline]
            fn transfer(&self, to: &Self) {
                $({
                    let $x = self;
                    let part = $get;
                    let $x = to;
                    part.transfer($get);
                })+
            }
            #[inline]
            fn clear(&self) -> bool {
                let $x = self;
                false $(| $get.clear())+
            }
        }
    )*};
}

containers! {
    /// By `[x, y, z, w]`, as nalgebra stores the coordinates.
    Quaternion<S> |q| {
        ".coords" coords: SVector<S, 4> = (&q.coords, &mut q.coords),
    } => Quaternion { coords };

    /// As its content. It is not normalized, so a derivative is by each coordinate.
    Unit<S> |u| {
        "" value: S = (u.as_ref(), u.as_mut_unchecked()),
    } => Unit::new_unchecked(value);

    /// By its vector.
    Translation<S; D> |t| {
        ".vector" vector: SVector<S, D> = (&t.vector, &mut t.vector),
    } => Translation { vector };

    /// By its rotation, and then by its translation, as nalgebra stores them.
    Isometry<S, R; D> |a| {
        ".rotation" rotation: R = (&a.rotation, &mut a.rotation),
        ".translation" translation: Translation<S, D> = (&a.translation, &mut a.translation),
    } => Isometry { rotation, translation };

    /// By the columns of its matrix.
    Rotation<S; D> |r| {
        ".matrix()" matrix: SMatrix<S, D, D> = (matrix(r), matrix_mut(r)),
    } => Rotation::from_matrix_unchecked(matrix);
}
