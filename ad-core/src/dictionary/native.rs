//! Plain floats and integers as numbers: the class of each, and its dictionary.

use core::marker::PhantomData;

use crate::function::Function;
use crate::function::real::Elementary;
use crate::number::class::Family;
use crate::number::slot::Shadowed;
use crate::{
    Capture, Checked, Decimal, Dict, F32, F64, Field, FieldDict, Ground, Mixed, Num, Number, Ordered, Real,
    RealDict, Ring, Semiring,
};

macro_rules! number {
    ($($T:ty: $D:ty = $dict:expr, $natural:expr;)*) => {$(
        impl Number for $T {
            type Dict = $D;
            #[inline]
            fn from_value(_: $D, v: $T) -> $T {
                v
            }
            #[inline]
            fn dict(self) -> $D {
                $dict
            }
            #[inline]
            fn value(self) -> $T {
                self
            }
        }
        impl Semiring for $T {
            #[inline]
            fn natural(n: u64) -> $T {
                $natural(n)
            }
        }
        impl Ordered for $T {}
    )*};
}

number! {
    f64: F64 = F64, |n| F64.natural(n);
    f32: F32 = F32, |n| F32.natural(n);
}

macro_rules! active {
    ($($T:ty)*) => {$(
        impl Shadowed for $T {
            type Structure = PhantomData<$T>;
            type Shape = f64;
            #[inline]
            fn structure(&self) -> PhantomData<$T> {
                PhantomData
            }
        }
    )*};
}
active!(f64 f32);

impl Ring for f64 {}
impl Ring for f32 {}

impl Field for f64 {
    #[inline]
    fn decimal(literal: Decimal) -> f64 {
        literal.nearest
    }
    #[inline]
    fn of_floats<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<f64>) -> Option<&'x F::Of<f64>> {
        Some(x)
    }
}

impl Field for f32 {
    #[inline]
    fn decimal(literal: Decimal) -> f32 {
        F32.decimal(literal)
    }
    #[inline]
    fn of_singles<'x, F: Family<'x> + ?Sized>(x: &'x F::Of<f32>) -> Option<&'x F::Of<f32>> {
        Some(x)
    }
}

impl Mixed for f64 {}

impl Real for f64 {
    #[inline]
    fn constant(c: f64) -> f64 {
        c
    }
    #[inline]
    fn borrowed(x: &[f64]) -> Option<&[f64]> {
        Some(x)
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(f: F, x: [f64; K]) -> f64 {
        f.value(x)
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        Some(self)
    }
}

impl Elementary for f32 {
    #[inline]
    fn constant(c: f64) -> f32 {
        F32.constant(c)
    }
    #[inline]
    fn function<F: Function<K>, const K: usize>(f: F, x: [f32; K]) -> f32 {
        f.single(x)
    }
    #[inline]
    fn primal(self) -> Option<f64> {
        Some(self.into())
    }
}

macro_rules! integers {
    ($($T:ty)*) => {$(
        number! { $T: Checked<$T> = Checked::new(), |n| <$T>::try_from(n).expect("a constant is too large for its integer type"); }

        impl Capture<$T, Ground> for Checked<$T> {
            #[inline]
            fn capture(self, x: $T) -> Num<Self> {
                Num::new(self, x)
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Ring for i8 {}
impl Ring for i16 {}
impl Ring for i32 {}
impl Ring for i64 {}
impl Ring for i128 {}
impl Ring for isize {}
