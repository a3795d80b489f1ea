//! Plain floats in tuples, also beside text and integers: `&[(&str, f64)]` as an argument.

use core::marker::PhantomData;

use alloc::string::String;

use super::{Constants, Dropped, Fits, Floats, FloatsByValue, Slots, one};
use crate::number::class::Family;

/// `F<(…, N, …)>`: a tuple with other parts `X`, and `N` at the position `I`.
struct Part<const I: usize, F: ?Sized, X>(PhantomData<X>, PhantomData<F>);

macro_rules! tuples {
    ($($($A:ident $T:ident $a:tt [$($before:ident)*] [$($after:ident)*]),+;)*) => {$(
        impl<$($T: Constants<$A>, $A),+> Constants<($($A,)+)> for ($($T,)+) {
            #[inline]
            fn constants(x: &($($A,)+)) -> Self {
                ($($T::constants(&x.$a),)+)
            }
            #[inline]
            fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<($($A,)+)>) -> Option<&'x F::Of<Self>>
where
($($A,)+): 'x,
Self: 'x {
                $(let x = $T::same::<Part<$a, F, ($($before,)* $($after,)*)>>(x)?;)+
                Some(x)
            }
        }

        $(impl<'x, F: Family<'x> + ?Sized, $($before: 'x,)* $($after: 'x),*> Family<'x> for Part<$a, F, ($($before,)* $($after,)*)> {
            type Of<N: 'x> = F::Of<($($before,)* N, $($after,)*)>;
        })+

        impl<$($T: Constants<$A>, $A),+> Fits<($($A,)+)> for ($($T,)+) {
            type Memory = Self;
            #[inline]
            fn fitting<'m>(x: &'m ($($A,)+), memory: &'m mut Option<Self>) -> &'m Self {
                one(x, memory)
            }
        }

        impl<$($T: Slots<$A>, $A),+> Slots<($($A,)+)> for ($($T,)+) {
            #[inline]
            fn slots(x: &($($A,)+)) -> Self {
                ($($T::slots(&x.$a),)+)
            }
        }

        impl<$($T: Slots<$A>, $A),+> Dropped<($($A,)+)> for ($($T,)+) {
            type Memory = Self;
            #[inline]
            fn dropping<'m>(x: &($($A,)+), memory: &'m mut Option<Self>) -> &'m Self {
                memory.insert(Self::slots(x))
            }
        }

        impl<const SINGLE: bool, $($A: Floats<SINGLE>),+> Floats<SINGLE> for ($($A,)+) {}
        impl<const SINGLE: bool, $($A: FloatsByValue<SINGLE>),+> FloatsByValue<SINGLE> for ($($A,)+) {}
    )*};
}
tuples! {
    A T 0 [] [B], B U 1 [T] [];
    A T 0 [] [B C], B U 1 [T] [C], C V 2 [T U] [];
    A T 0 [] [B C D], B U 1 [T] [C D], C V 2 [T U] [D], D W 3 [T U V] [];
}

macro_rules! data {
    ($($T:ty $(where $s:lifetime)?),*) => {$(
        impl$(<$s>)? Constants<$T> for $T {
            #[inline]
            fn constants(x: &$T) -> Self {
                x.clone()
            }
            #[inline]
            fn same<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<$T>) -> Option<&'x F::Of<$T>>
where
$T: 'x,
Self: 'x {
                Some(x)
            }
        }
        impl$(<$s>)? Slots<$T> for $T {
            #[inline]
            fn slots(_: &$T) -> Self {
                Self::default()
            }
        }
        impl<$($s,)? const SINGLE: bool, A: Floats<SINGLE>> Floats<SINGLE> for ($T, A) {}
        impl<$($s,)? const SINGLE: bool, A: Floats<SINGLE>> Floats<SINGLE> for (A, $T) {}
        impl<$($s,)? const SINGLE: bool, A: Floats<SINGLE>, B: Floats<SINGLE>> Floats<SINGLE> for ($T, A, B) {}
        impl<$($s,)? const SINGLE: bool, A: Floats<SINGLE>, B: Floats<SINGLE>> Floats<SINGLE> for (A, B, $T) {}
    )*};
}
data!(bool, char, String, &'s str where 's, u32, u64, usize, i32, i64);
