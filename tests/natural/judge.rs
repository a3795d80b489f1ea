//! Kinds of types. `is::<Float, _>(x)` compiles if `x` is a float.

#![allow(warnings)]

pub mod judge {
    use std::collections::{BTreeMap, HashMap};
    use std::marker::PhantomData;

    pub trait Is<K: ?Sized> {}

    pub fn is<K, T: Is<K>>(value: T) -> T {
        value
    }

    macro_rules! kinds {
        ($($name:ident<$($of:ident),*>)*) => { $(pub struct $name<$($of = ()),*>($(PhantomData<$of>),*);)* };
    }
    macro_rules! are {
        ($kind:ty: $($of:ty)*) => { $(impl Is<$kind> for $of {})* };
    }

    kinds! {
        Any<> Float<> Int<> Bool<> Char<> Text<> Tuple0<>
        Exclusive<K> Shared<K> Pointer<K> Array<K> Slice<K> List<K> Optional<K> Items<K> Fallible<K, E> Map<K, V>
        Tuple1<A> Tuple2<A, B> Tuple3<A, B, C> Tuple4<A, B, C, D>
    }
    are! { Float: f64 f32 }
    are! { Int: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    are! { Bool: bool }
    are! { Char: char }
    are! { Text: str String }
    are! { Tuple0: () }
    impl<T: ?Sized> Is<Any> for T {}
    impl<T: ?Sized + Is<K>, K> Is<Exclusive<K>> for &mut T {}
    impl<T: ?Sized + Is<K>, K> Is<Exclusive<K>> for std::cell::RefMut<'_, T> {}
    impl<T: ?Sized + Is<K>, K> Is<Shared<K>> for &T {}
    impl<T: ?Sized + Is<K>, K> Is<Shared<K>> for std::cell::Ref<'_, T> {}
    impl<T: ?Sized + Is<K>, K> Is<Pointer<K>> for Box<T> {}
    impl<T: ?Sized + Is<K>, K> Is<Pointer<K>> for std::rc::Rc<T> {}
    impl<T: ?Sized + Is<K>, K> Is<Pointer<K>> for std::sync::Arc<T> {}
    impl<T: Is<K>, K, const N: usize> Is<Array<K>> for [T; N] {}
    impl<T: Is<K>, K> Is<Slice<K>> for [T] {}
    impl<T: Is<K>, K> Is<List<K>> for Vec<T> {}
    impl<T: Is<K>, K> Is<Optional<K>> for Option<T> {}
    impl<T: Is<K>, K, F: Is<E>, E> Is<Fallible<K, E>> for Result<T, F> {}
    impl<I: Iterator<Item: Is<K>>, K> Is<Items<K>> for I {}
    impl<A: Is<K>, B: Is<V>, K, V, S> Is<Map<K, V>> for HashMap<A, B, S> {}
    impl<A: Is<K>, B: Is<V>, K, V> Is<Map<K, V>> for BTreeMap<A, B> {}
    impl<A: Is<K>, K> Is<Tuple1<K>> for (A,) {}
    impl<A: Is<K>, B: Is<L>, K, L> Is<Tuple2<K, L>> for (A, B) {}
    impl<A: Is<K>, B: Is<L>, C: Is<M>, K, L, M> Is<Tuple3<K, L, M>> for (A, B, C) {}
    impl<A: Is<K>, B: Is<L>, C: Is<M>, D: Is<O>, K, L, M, O> Is<Tuple4<K, L, M, O>> for (A, B, C, D) {}
}
