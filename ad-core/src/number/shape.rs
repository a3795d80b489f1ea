//! Shapes: what goes into an expression and what comes out.
//!
//! A shape is written as the type that the user wrote, with `f64` for "a number": `f64`, `[f64; 3]`,
//! `Vec<f64>`, `(f64, [f64; 2])`, a user's struct. [`Of<S, T>`](Of) is the same container with `T` in place of
//! every `f64`, so one shape serves plain floats, numbers under a dictionary, tangents and adjoints.

use std::marker::PhantomData;

/// The container of shape `S` that holds `T`s.
pub type Of<S, T> = <S as Shape>::Of<T>;

/// A container of numbers.
///
/// `#[exp]` on a struct implements it; by hand it is three loops over the fields, always in the same order.
///
/// ```
/// use ad_core::Shape;
///
/// #[derive(Clone)]
/// struct Point<T = f64> { x: T, y: T }
///
/// impl Shape for Point<f64> {
///     type Of<T: Clone> = Point<T>;
///     fn map<T: Clone, U: Clone>(p: &Point<T>, f: &mut impl FnMut(&T) -> U) -> Point<U> {
///         Point { x: f(&p.x), y: f(&p.y) }
///     }
///     fn for_each<T: Clone>(p: &Point<T>, f: &mut impl FnMut(&T)) { f(&p.x); f(&p.y); }
///     fn for_each_mut<T: Clone>(p: &mut Point<T>, f: &mut impl FnMut(&mut T)) { f(&mut p.x); f(&mut p.y); }
/// }
///
/// assert_eq!(<(f64, Point)>::count(&(1.0, Point { x: 2.0, y: 3.0 })), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of numbers",
    note = "shapes are `f64`, arrays, `Vec`, `Option`, tuples of shapes, and structs marked `#[exp]`"
)]
pub trait Shape {
    /// The same container over `T`.
    type Of<T: Clone>: Clone;

    /// Applies `f` to each number, in order, and keeps the container.
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U>;

    /// Like [`map`](Shape::map) for a container that is not needed any more, whose memory is reused where `T` and
    /// `U` have the same size and alignment.
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        Self::map(&x, &mut |x| f(x.clone()))
    }

    /// Visits each number, in order.
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T));

    /// Visits each number, in order, to change it.
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T));

    /// Visits the numbers of two containers in pairs, in order, to change the first of each.
    ///
    /// # Panics
    ///
    /// Panics if they do not hold the same number of numbers.
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        let (expected, found) = (Self::count(x), Self::count(y));
        assert!(expected == found, "lengths differ: {expected} numbers meet {found} numbers");
        let mut numbers = Vec::with_capacity(found);
        Self::for_each(y, &mut |y| numbers.push(y.clone()));
        let mut numbers = numbers.iter();
        Self::for_each_mut(x, &mut |x| {
            if let Some(y) = numbers.next() {
                f(x, y);
            }
        });
    }

    /// Whether two containers have the same structure, so that one can be refilled with the numbers of the other.
    ///
    /// `false` is always right; then a prepared evaluation makes its container anew each time.
    fn conforms<T: Clone, U: Clone>(_x: &Self::Of<T>, _y: &Self::Of<U>) -> bool {
        false
    }

    /// How many numbers there are.
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        let mut count = 0;
        Self::for_each(x, &mut |_| count += 1);
        count
    }
}

impl Shape for f64 {
    type Of<T: Clone> = T;
    #[inline]
    fn map<T: Clone, U: Clone>(x: &T, f: &mut impl FnMut(&T) -> U) -> U {
        f(x)
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: T, f: &mut impl FnMut(T) -> U) -> U {
        f(x)
    }
    #[inline]
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
    fn conforms<T: Clone, U: Clone>(_: &T, _: &U) -> bool {
        true
    }
}

impl<S: Shape, const N: usize> Shape for [S; N] {
    type Of<T: Clone> = [S::Of<T>; N];
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        std::array::from_fn(|i| S::map(&x[i], f))
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        x.map(|x| S::into_map(x, f))
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        x.iter().for_each(|x| S::for_each(x, f));
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        x.iter_mut().for_each(|x| S::for_each_mut(x, f));
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        x.iter_mut().zip(y).for_each(|(x, y)| S::zip_mut(x, y, f));
    }
    #[inline]
    fn conforms<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> bool {
        x.iter().zip(y).all(|(x, y)| S::conforms(x, y))
    }
}

impl<S: Shape> Shape for Vec<S> {
    type Of<T: Clone> = Vec<S::Of<T>>;
    #[inline]
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        x.iter().map(|x| S::map(x, f)).collect()
    }
    #[inline]
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        x.into_iter().map(|x| S::into_map(x, f)).collect()
    }
    #[inline]
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        x.iter().for_each(|x| S::for_each(x, f));
    }
    #[inline]
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        x.iter_mut().for_each(|x| S::for_each_mut(x, f));
    }
    #[inline]
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        let (expected, found) = (x.len(), y.len());
        assert!(expected == found, "lengths differ: a vector of {expected} meets one of {found}");
        x.iter_mut().zip(y).for_each(|(x, y)| S::zip_mut(x, y, f));
    }
    #[inline]
    fn conforms<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> bool {
        x.len() == y.len() && x.iter().zip(y).all(|(x, y)| S::conforms(x, y))
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
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        x.iter().for_each(|x| S::for_each(x, f));
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        x.iter_mut().for_each(|x| S::for_each_mut(x, f));
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        match (x, y) {
            (Some(x), Some(y)) => S::zip_mut(x, y, f),
            (x, y) => same_case::<S, _, _>(x.as_ref(), y.as_ref()),
        }
    }
    fn conforms<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> bool {
        match (x, y) {
            (Some(x), Some(y)) => S::conforms(x, y),
            (x, y) => x.is_none() && y.is_none(),
        }
    }
}

/// Where at least one of two containers is absent.
///
/// # Panics
///
/// Panics unless the other one holds no number either.
fn same_case<S: Shape, T: Clone, U: Clone>(x: Option<&S::Of<T>>, y: Option<&S::Of<U>>) {
    let (expected, found) = (x.map_or(0, S::count), y.map_or(0, S::count));
    assert!(expected == found, "lengths differ: {expected} numbers meet {found} numbers");
}

impl<S: Shape> Shape for Box<S> {
    type Of<T: Clone> = Box<S::Of<T>>;
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
}

/// The numbers of a computation that may fail; the error holds none.
impl<S: Shape, E: Clone> Shape for Result<S, E> {
    type Of<T: Clone> = Result<S::Of<T>, E>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        x.as_ref().map(|x| S::map(x, f)).map_err(E::clone)
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        x.map(|x| S::into_map(x, f))
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        x.iter().for_each(|x| S::for_each(x, f));
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        x.iter_mut().for_each(|x| S::for_each_mut(x, f));
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        match (x, y) {
            (Ok(x), Ok(y)) => S::zip_mut(x, y, f),
            (x, y) => same_case::<S, _, _>(x.as_ref().ok(), y.as_ref().ok()),
        }
    }
    /// Errors may differ, so they are made anew.
    fn conforms<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> bool {
        matches!((x, y), (Ok(x), Ok(y)) if S::conforms(x, y))
    }
}

/// A matrix: the shape `Rows` of which each number is replaced by a row of the shape `Row`.
///
/// It is the shape of a Jacobian, `Matrix<Out, In>`, and of a Hessian, `Matrix<In, In>`: for `[f64; 2]` and
/// `Vec<f64>` it holds `[Vec<T>; 2]`.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<Rows, Row>(PhantomData<(Rows, Row)>);

impl<Rows: Shape, Row: Shape> Shape for Matrix<Rows, Row> {
    type Of<T: Clone> = Rows::Of<Row::Of<T>>;
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
}

macro_rules! tuple {
    ($($s:ident $x:ident $y:ident),*) => {
        impl<$($s: Shape),*> Shape for ($($s,)*) {
            type Of<T: Clone> = ($($s::Of<T>,)*);
            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            fn map<T: Clone, U: Clone>(($($x,)*): &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
                ($($s::map($x, f),)*)
            }
            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            fn into_map<T: Clone, U: Clone>(($($x,)*): Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
                ($($s::into_map($x, f),)*)
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
            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn zip_mut<T: Clone, U: Clone>(
                ($($x,)*): &mut Self::Of<T>, ($($y,)*): &Self::Of<U>, f: &mut impl FnMut(&mut T, &U),
            ) {
                $($s::zip_mut($x, $y, f);)*
            }
            #[inline]
            fn conforms<T: Clone, U: Clone>(($($x,)*): &Self::Of<T>, ($($y,)*): &Self::Of<U>) -> bool {
                true $(&& $s::conforms($x, $y))*
            }
        }
    };
}

tuple!();
tuple!(A x0 y0);
tuple!(A x0 y0, B x1 y1);
tuple!(A x0 y0, B x1 y1, C x2 y2);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6, H x7 y7);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6, H x7 y7, I x8 y8);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6, H x7 y7, I x8 y8, J x9 y9);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6, H x7 y7, I x8 y8, J x9 y9, K x10 y10);
tuple!(A x0 y0, B x1 y1, C x2 y2, D x3 y3, E x4 y4, F x5 y5, G x6 y6, H x7 y7, I x8 y8, J x9 y9, K x10 y10, L x11 y11);

/// Values without a number inside, so that they can stand beside numbers in a tuple or a `Vec`.
macro_rules! plain {
    ($($P:ty)*) => {$(
        impl Shape for $P {
            type Of<T: Clone> = $P;
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
