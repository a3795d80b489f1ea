//! Tuples of shapes.

use super::sum;
use super::{Mismatch, Path, Shape};

macro_rules! tuple {
    ($($i:tt $s:ident $x:ident $y:ident),*) => {
        impl<$($s: Shape),*> Shape for ($($s,)*) {
            type Of<T: Clone> = ($($s::Of<T>,)*);
            const COUNT: Option<usize> = sum(&[$($s::COUNT),*]);
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            fn map<T: Clone, U: Clone>(($($x,)*): &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                ($($s::map($x, f),)*)
            }
            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            fn into_map<T: Clone, U: Clone>(($($x,)*): Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
                ($($s::into_map($x, f),)*)
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            fn map_into<T: Clone, U: Clone, V: Clone>(
                ($($y,)*): Self::Of<V>, ($($x,)*): &Self::Of<T>, f: &mut impl FnMut(&T) -> U,
            ) -> Self::Of<U> {
                ($($s::map_into($y, $x, f),)*)
            }
            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn for_each<T: Clone>(($($x,)*): &Self::Of<T>, f: &mut impl FnMut(&T)) {
                $($s::for_each($x, f);)*
            }
            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn for_each_mut<T: Clone>(($($x,)*): &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
                $($s::for_each_mut($x, f);)*
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn zip_mut<T: Clone, U: Clone>(
                ($($x,)*): &mut Self::Of<T>, ($($y,)*): &Self::Of<U>, f: &mut impl FnMut(&mut T, &U),
            ) {
                $($s::zip_mut($x, $y, f);)*
            }
            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn mismatch<T: Clone, U: Clone>(
                ($($x,)*): &Self::Of<T>, ($($y,)*): &Self::Of<U>,
            ) -> Option<Mismatch> {
                $(if let Some(mismatch) = $s::mismatch($x, $y) {
                    return Some(mismatch.within(concat!(".", stringify!($i))));
                })*
                None
            }
            #[allow(unused_variables, reason = "the empty tuple")]
            fn for_each_path<T: Clone>(($($x,)*): &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
                $(path.within(concat!(".", stringify!($i)), |path| $s::for_each_path($x, path, f));)*
            }
        }
    };
}

tuple!();
tuple!(0 A x0 y0);
tuple!(0 A x0 y0, 1 B x1 y1);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6, 7 H x7 y7);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6, 7 H x7 y7, 8 I x8 y8);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6, 7 H x7 y7, 8 I x8 y8, 9 J x9 y9);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6, 7 H x7 y7, 8 I x8 y8, 9 J x9 y9, 10 K x10 y10);
tuple!(0 A x0 y0, 1 B x1 y1, 2 C x2 y2, 3 D x3 y3, 4 E x4 y4, 5 F x5 y5, 6 G x6 y6, 7 H x7 y7, 8 I x8 y8, 9 J x9 y9, 10 K x10 y10, 11 L x11 y11);
