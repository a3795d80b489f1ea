//! Deques, boxed slices, and the contents of `Rc` and `Arc`.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Mismatch, Path, Shape};
use crate::number::erased::{converted, push_in_room};

/// A sequence that is iterated and collected. (`Vec` has its own implementation, which reuses its memory.)
macro_rules! sequence {
    ($([$S:ident] $sequence:ty, $of:ty;)*) => {$(
        impl<$S: Shape> Shape for $sequence {
            type Of<T: Clone> = $of;
            fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                let mut mapped = Vec::with_capacity(x.len());
                for x in x.iter() {
                    push_in_room(&mut mapped, $S::map(x, f));
                }
                mapped.into()
            }
            fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
                converted(x.into(), |x| $S::into_map(x, f)).into()
            }
            fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
                for x in x.iter() {
                    $S::for_each(x, f);
                }
            }
            fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
                for x in x.iter_mut() {
                    $S::for_each_mut(x, f);
                }
            }
            fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
                super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y));
                for (x, y) in x.iter_mut().zip(y.iter()) {
                    $S::zip_mut(x, y, f);
                }
            }
            fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
                let unit = if matches!($S::COUNT, Some(1)) { "number" } else { "element" };
                Mismatch::of_lengths(x.len(), y.len(), unit).or_else(|| {
                    let mut pairs = x.iter().zip(y.iter()).enumerate();
                    pairs.find_map(|(i, (x, y))| $S::mismatch(x, y).map(|m| m.within(format_args!("[{i}]"))))
                })
            }
            fn count<T: Clone>(x: &Self::Of<T>) -> usize {
                $S::COUNT.map_or_else(|| x.iter().map($S::count).sum(), |count| count * x.len())
            }
            fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
                for (i, x) in x.iter().enumerate() {
                    path.within(format_args!("[{i}]"), |path| $S::for_each_path(x, path, f));
                }
            }
        }
    )*};
}

sequence! {
    [S] VecDeque<S>, VecDeque<S::Of<T>>;
    [S] Box<[S]>, Box<[S::Of<T>]>;
}

/// Only the container is shared. A clone that changes has its own numbers.
macro_rules! shared {
    ($($Pointer:ident)*) => {$(
        impl<S: Shape> Shape for $Pointer<S> {
            type Of<T: Clone> = $Pointer<S::Of<T>>;
            const COUNT: Option<usize> = S::COUNT;
            fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                $Pointer::new(S::map(x, f))
            }
            fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
                $Pointer::new(S::into_map($Pointer::unwrap_or_clone(x), f))
            }
            fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
                S::for_each(x, f);
            }
            fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
                S::for_each_mut($Pointer::make_mut(x), f);
            }
            fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
                S::zip_mut($Pointer::make_mut(x), y, f);
            }
            fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
                S::mismatch(x, y)
            }
            fn count<T: Clone>(x: &Self::Of<T>) -> usize {
                S::count(x)
            }
            fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
                S::for_each_path(x, path, f);
            }
        }
    )*};
}

shared!(Rc Arc);
