//! Floats, arrays, vectors, `Option`, `Box`, `Result`, matrices, and types without numbers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Failure, Mismatch, Path, Shape};
use crate::number::erased::{converted, converted_with, made, mapped, push_in_room};

/// One number. In a shape, `f32` is the same as `f64`.
macro_rules! number {
    ($($Float:ty)*) => {$(
        impl Shape for $Float {
            type Of<T: Clone> = T;
            const COUNT: Option<usize> = Some(1);
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn map<T: Clone, U: Clone>(x: &T, f: &mut impl FnMut(&T) -> U) -> U {
                f(x)
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn map_into<T: Clone, U: Clone, V: Clone>(_: V, x: &T, f: &mut impl FnMut(&T) -> U) -> U {
                f(x)
            }
            #[inline]
            fn into_map<T: Clone, U: Clone>(x: T, f: &mut impl FnMut(T) -> U) -> U {
                f(x)
            }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn for_each<T: Clone>(x: &T, f: &mut impl FnMut(&T)) {
                f(x);
            }
            #[inline]
            fn for_each_mut<T: Clone>(x: &mut T, f: &mut impl FnMut(&mut T)) {
                f(x);
            }
            #[inline]
            fn zip_mut<T: Clone, U: Clone>(x: &mut T, y: &U, f: &mut impl FnMut(&mut T, &U)) {
                f(x, y);
            }
            #[inline]
            fn mismatch<T: Clone, U: Clone>(_: &T, _: &U) -> Option<Mismatch> {
                None
            }
            fn for_each_path<T: Clone>(_: &T, path: &mut Path, f: &mut impl FnMut(&Path)) {
                f(path);
            }
        }
    )*};
}
number!(f64 f32);

/// The mismatch of the first elements that differ. `S::COUNT` shows if the elements need no comparison.
#[inline]
fn of_elements<S: Shape, T: Clone, U: Clone>(x: &[S::Of<T>], y: &[S::Of<U>]) -> Option<Mismatch> {
    if S::COUNT.is_some() {
        return None;
    }
    let mut pairs = x.iter().zip(y).enumerate();
    pairs.find_map(|(i, (x, y))| S::mismatch(x, y).map(|mismatch| mismatch.within(format_args!("[{i}]"))))
}

impl<S: Shape, const N: usize> Shape for [S; N] {
    type Of<T: Clone> = [S::Of<T>; N];
    const COUNT: Option<usize> = match S::COUNT {
        Some(count) => Some(count * N),
        None => None,
    };
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        made(|i| S::map(&x[i], f))
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        mapped(x, |x| S::into_map(x, f))
    }
    #[inline]
    fn map_into<T: Clone, U: Clone, V: Clone>(
        old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        let mut x = x.iter();
        mapped(old, |old| S::map_into(old, x.next().expect("arrays have one length"), f))
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        for x in x {
            S::for_each(x, f);
        }
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        for x in x {
            S::for_each_mut(x, f);
        }
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        for (x, y) in x.iter_mut().zip(y) {
            S::zip_mut(x, y, f);
        }
    }
    #[inline]
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        of_elements::<S, T, U>(x, y)
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        for (i, x) in x.iter().enumerate() {
            path.within(format_args!("[{i}]"), |path| S::for_each_path(x, path, f));
        }
    }
}

impl<S: Shape> Shape for Vec<S> {
    type Of<T: Clone> = Vec<S::Of<T>>;
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        let mut mapped = Vec::with_capacity(x.len());
        for x in x {
            push_in_room(&mut mapped, S::map(x, f));
        }
        mapped
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        converted(x, |x| S::into_map(x, f))
    }
    #[inline]
    fn map_into<T: Clone, U: Clone, V: Clone>(
        old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        if old.len() == x.len() {
            converted_with(old, x, |(old, x)| S::map_into(old, x, f))
        } else {
            <Self as Shape>::map(x, f)
        }
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        for x in x {
            S::for_each(x, f);
        }
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        for x in x {
            S::for_each_mut(x, f);
        }
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        if x.len() != y.len() {
            super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y));
        }
        for (x, y) in x.iter_mut().zip(y) {
            S::zip_mut(x, y, f);
        }
    }
    #[inline]
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        let unit = if matches!(S::COUNT, Some(1)) { "number" } else { "element" };
        Mismatch::of_lengths(x.len(), y.len(), unit).or_else(|| of_elements::<S, T, U>(x, y))
    }
    #[inline]
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        S::COUNT.map_or_else(|| x.iter().map(S::count).sum(), |count| count * x.len())
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        for (i, x) in x.iter().enumerate() {
            path.within(format_args!("[{i}]"), |path| S::for_each_path(x, path, f));
        }
    }
}

impl<S: Shape> Shape for Option<S> {
    type Of<T: Clone> = Option<S::Of<T>>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        x.as_ref().map(|x| S::map(x, f))
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        x.map(|x| S::into_map(x, f))
    }
    fn map_into<T: Clone, U: Clone, V: Clone>(
        old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        x.as_ref().map(|x| match old {
            Some(old) => S::map_into(old, x, f),
            None => S::map(x, f),
        })
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        if let Some(x) = x {
            S::for_each(x, f);
        }
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        if let Some(x) = x {
            S::for_each_mut(x, f);
        }
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        match (x, y) {
            (Some(x), Some(y)) => S::zip_mut(x, y, f),
            (x, y) => super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y)),
        }
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        match (x, y) {
            (Some(x), Some(y)) => S::mismatch(x, y),
            (None, None) => None,
            (Some(_), None) => Some(Mismatch::of_variants("Some", "None")),
            (None, Some(_)) => Some(Mismatch::of_variants("None", "Some")),
        }
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        if let Some(x) = x {
            S::for_each_path(x, path, f);
        }
    }
}

impl<S: Shape> Shape for Box<S> {
    type Of<T: Clone> = Box<S::Of<T>>;
    const COUNT: Option<usize> = S::COUNT;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        Box::new(S::map(x, f))
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        S::for_each(x, f);
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        S::for_each_mut(x, f);
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        S::zip_mut(x, y, f);
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        S::mismatch(x, y)
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        S::for_each_path(x, path, f);
    }
}

/// The numbers of a computation that may fail. The error has none.
impl<S: Shape, E: Failure> Shape for Result<S, E> {
    type Of<T: Clone> = Result<S::Of<T>, E>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        x.as_ref().map(|x| S::map(x, f)).map_err(E::clone)
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        x.map(|x| S::into_map(x, f))
    }
    fn map_into<T: Clone, U: Clone, V: Clone>(
        old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        match (old, x) {
            (Ok(old), Ok(x)) => Ok(S::map_into(old, x, f)),
            (_, x) => <Self as Shape>::map(x, f),
        }
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        if let Ok(x) = x {
            S::for_each(x, f);
        }
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        if let Ok(x) = x {
            S::for_each_mut(x, f);
        }
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        match (x, y) {
            (Ok(x), Ok(y)) => S::zip_mut(x, y, f),
            (x, y) => super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y)),
        }
    }
    /// Errors may differ.
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        match (x, y) {
            (Ok(x), Ok(y)) => S::mismatch(x, y),
            (Err(_), Err(_)) => None,
            (Ok(_), Err(_)) => Some(Mismatch::of_variants("Ok", "Err")),
            (Err(_), Ok(_)) => Some(Mismatch::of_variants("Err", "Ok")),
        }
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        if let Ok(x) = x {
            S::for_each_path(x, path, f);
        }
    }
}

/// A matrix: the shape `Rows`, in which a row of the shape `Row` replaces each number.
///
/// It is the shape of a Jacobian, `Matrix<Out, In>`, and of a Hessian, `Matrix<In, In>`. For `[f64; 2]` and `Vec<f64>` it is
/// `[Vec<T>; 2]`.
///
/// ```
/// use ad::{At, Matrix, Of, exp, forward};
///
/// #[exp]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// // A row for each result, each in the shape of the argument, which is a pair.
/// let jacobian: Of<Matrix<[f64; 2], (f64, f64)>, f64> = forward::jacobian(Polar).at((2.0, 0.0));
/// assert_eq!(jacobian, [(1.0, 0.0), (0.0, 2.0)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Matrix<Rows, Row>(PhantomData<(Rows, Row)>);

impl<Rows: Shape, Row: Shape> Shape for Matrix<Rows, Row> {
    type Of<T: Clone> = Rows::Of<Row::Of<T>>;
    const COUNT: Option<usize> = match (Rows::COUNT, Row::COUNT) {
        (Some(rows), Some(columns)) => Some(rows * columns),
        _ => None,
    };
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        Rows::map(x, &mut |row| Row::map(row, f))
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        Rows::into_map(x, &mut |row| Row::into_map(row, f))
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        Rows::for_each(x, &mut |row| Row::for_each(row, f));
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        Rows::for_each_mut(x, &mut |row| Row::for_each_mut(row, f));
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        Rows::zip_mut(x, y, &mut |x, y| Row::zip_mut(x, y, f));
    }
    /// The mismatch of two rows, by the index of the row's number.
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        if Self::COUNT.is_some() {
            return None;
        }
        Rows::mismatch(x, y).or_else(|| {
            let mut rows = Vec::new();
            Rows::for_each(y, &mut |row| rows.push(row.clone()));
            let (mut i, mut first) = (0, None);
            Rows::for_each(x, &mut |row| {
                first = first.take().or_else(|| {
                    Row::mismatch(row, &rows[i]).map(|mismatch| mismatch.within(format_args!("[row {i}]")))
                });
                i += 1;
            });
            first
        })
    }
}

/// Values without numbers, so that they can be elements of a tuple or a `Vec` beside numbers.
macro_rules! plain {
    ($($P:ty)*) => {$(
        impl Shape for $P {
            type Of<T: Clone> = $P;
            const COUNT: Option<usize> = Some(0);
            #[inline]
            fn map<T: Clone, U: Clone>(x: &$P, _: &mut impl FnMut(&T) -> U) -> $P {
                x.clone()
            }
            #[inline]
            fn for_each<T: Clone>(_: &$P, _: &mut impl FnMut(&T)) {}
            #[inline]
            fn for_each_mut<T: Clone>(_: &mut $P, _: &mut impl FnMut(&mut T)) {}
        }
    )*};
}

plain!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char String &'static str);
