//! Shadows of data beside numbers, as in `Vec<(String, f64)>`. A shadow has the shape of the numbers, so it has a place for the data.
//! Nothing reads that place: a default value fills it, which needs no memory.

use alloc::string::String;
use core::marker::PhantomData;

use super::{Shadow, Shadowed, Structure};

/// The structure of data without numbers.
#[derive(Clone)]
pub struct Beside<T>(PhantomData<T>);

impl<T: Clone + Default + Shadow> Structure for Beside<T> {
    type Slots = T;
    #[inline]
    fn slots(&self) -> T {
        T::default()
    }
}

macro_rules! data {
    ($($T:ty: $Static:ty),*) => {$(
        impl Shadowed for $T {
            type Structure = Beside<$Static>;
            type Shape = $Static;
            #[inline]
            fn structure(&self) -> Self::Structure {
                Beside(PhantomData)
            }
        }

        impl Shadow for $T {
            #[inline]
            fn transfer(&self, _: &Self) {}
            #[inline]
            fn clear(&self) -> bool {
                false
            }
        }
    )*};
    ($($T:ident)*) => { data!($($T: $T),*); };
}
data!(bool char String u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
data!(&str: &'static str);
