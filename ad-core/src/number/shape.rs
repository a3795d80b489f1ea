//! Shapes: the containers of arguments and results.
//!
//! A shape is the user's type, with `f64` for "a number": `f64`, `[f64; 3]`, `Vec<f64>`, `(f64, [f64; 2])`, a struct.
//! [`Of<S, T>`](Of) is the same container with `T` in place of every `f64`. So one shape serves plain floats, numbers under a
//! dictionary, tangents and adjoints.

mod collection;
mod map;
mod mismatch;
mod path;
mod standard;
mod tuple;

use alloc::vec::Vec;

pub use mismatch::Mismatch;
pub(crate) use mismatch::{assert_length, assert_same_structure};
pub use path::Path;
pub use standard::Matrix;

/// The container of shape `S` that holds `T`s.
///
/// ```
/// use ad::Of;
///
/// let point: Of<[f64; 2], i32> = [1, 2];
/// let with_weights: Of<(f64, Vec<f64>), &str> = ("a", vec!["b", "c"]);
/// # let _ = (point, with_weights);
/// ```
pub type Of<S, T> = <S as Shape>::Of<T>;

/// The error beside numbers in a `Result`. A derivative repeats it.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate a `Result` whose error is `{Self}`: this type is not `Clone`; write `#[derive(Clone)]` above it",
    label = "a derivative repeats the error"
)]
pub trait Failure: Clone {}
#[diagnostic::do_not_recommend]
impl<E: Clone> Failure for E {}

/// A container of numbers.
///
/// `#[exp]` on a struct or enum implements it. By hand it is three loops over the fields, always in the same order.
///
/// ```
/// use ad::Shape;
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
///
/// # Structure
///
/// Two containers of one shape have the same *structure* if they differ only in their numbers. Then vectors have the same lengths,
/// maps the same keys, `Option`s and enums the same variants. Parts that are not numbers, such as a fixed field or the error of a
/// `Result`, may differ. An operator that pairs two containers, such as `jvp`, panics if their structures differ, and names the
/// difference.
///
/// The provided [`mismatch`](Shape::mismatch) only compares the numbers of numbers. A shape by hand whose structure varies in
/// another way (two `Vec`s, or variants) implements the method:
///
/// ```
/// use ad::{Mismatch, Shape};
/// # #[derive(Clone)]
/// struct Two<T = f64> { a: Vec<T>, b: Vec<T> }
///
/// impl Shape for Two<f64> {
///     type Of<T: Clone> = Two<T>;
/// #   fn map<T: Clone, U: Clone>(x: &Two<T>, f: &mut impl FnMut(&T) -> U) -> Two<U> {
/// #       Two { a: Vec::<f64>::map(&x.a, f), b: Vec::<f64>::map(&x.b, f) }
/// #   }
/// #   fn for_each<T: Clone>(x: &Two<T>, f: &mut impl FnMut(&T)) { x.a.iter().chain(&x.b).for_each(f); }
/// #   fn for_each_mut<T: Clone>(x: &mut Two<T>, f: &mut impl FnMut(&mut T)) {
/// #       x.a.iter_mut().chain(&mut x.b).for_each(f);
/// #   }
///     // `map`, `for_each` and `for_each_mut` as above, and:
///     fn mismatch<T: Clone, U: Clone>(x: &Two<T>, y: &Two<U>) -> Option<Mismatch> {
///         let a = Vec::<f64>::mismatch(&x.a, &y.a).map(|m| m.within(".a"));
///         a.or_else(|| Vec::<f64>::mismatch(&x.b, &y.b).map(|m| m.within(".b")))
///     }
/// }
///
/// let (x, y) = (Two { a: vec![1.0], b: vec![2.0] }, Two { a: vec![], b: vec![1.0, 2.0] });
/// assert_eq!(Two::mismatch(&x, &y).unwrap().to_string(), "lengths differ at `.a`: 1 number and 0 numbers");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of numbers",
    note = "shapes are `f64`, arrays, `Vec`, `VecDeque`, `Option`, maps, tuples and boxes of shapes, and your structs \
        and enums with `#[exp]`; containers of other crates need a feature, such as `nalgebra`"
)]
pub trait Shape {
    /// The same container over `T`.
    type Of<T: Clone>: Clone;

    /// The number of numbers, if the type determines it. Then there is only one structure. `None` is always right.
    const COUNT: Option<usize> = None;

    /// Applies `f` to each number, in order, and leaves the container unchanged.
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U>;

    /// Like [`map`](Shape::map), consuming the container. Its memory is reused if `T` and `U` have the same size and alignment.
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        Self::map(&x, &mut |x| f(x.clone()))
    }

    /// Like [`map`](Shape::map), in the memory of the container `old`. The memory is reused if `old` has the structure of `x`,
    /// and `U` and `V` have the same size and alignment.
    fn map_into<T: Clone, U: Clone, V: Clone>(
        _old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        Self::map(x, f)
    }

    /// Visits each number, in order.
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T));

    /// Visits each number mutably, in order.
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T));

    /// Visits the numbers of two containers in pairs, in order, the first mutably.
    ///
    /// # Panics
    ///
    /// Panics if they differ in [structure](Shape#structure), possibly after some visits. [`mismatch`](Shape::mismatch) decides
    /// in advance.
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        if let Some(mismatch) = Self::mismatch(x, y) {
            mismatch.refuse("first container", "second");
        }
        let mut numbers = Vec::new();
        Self::for_each(y, &mut |y| numbers.push(y.clone()));
        let mut numbers = numbers.iter();
        Self::for_each_mut(x, &mut |x| {
            if let Some(y) = numbers.next() {
                f(x, y);
            }
        });
    }

    /// The first difference in [structure](Shape#structure), if there is one.
    ///
    /// The default only compares the numbers of numbers.
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        Mismatch::of_lengths(Self::count(x), Self::count(y), "number")
    }

    /// Visits the [path](Path) of each number, in order.
    ///
    /// The default numbers them: `[0]`, `[1]`.
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        let mut i = 0;
        Self::for_each(x, &mut |_| {
            path.within(format_args!("[{i}]"), |path| f(path));
            i += 1;
        });
    }

    /// The number of numbers.
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        if let Some(count) = Self::COUNT {
            return count;
        }
        let mut count = 0;
        Self::for_each(x, &mut |_| count += 1);
        count
    }
}

/// The shape of one number, `f64`. Operators such as [`forward::diff`](crate::forward::diff) need it.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate by one number: the argument is `{Self}`; write `grad`, or fix the other numbers by `given`",
    label = "a function of several numbers",
    note = "`grad` gives the derivatives by all numbers of the argument, and `jacobian` those of several results",
    note = "`given` fixes the first parameter: `forward::diff(Area.given(width))` is the derivative by the other one"
)]
pub trait OneNumber: Shape {}

impl OneNumber for f64 {}

/// The sum of the counts, if every part has one, at compile time.
pub const fn sum(counts: &[Option<usize>]) -> Option<usize> {
    let (mut sum, mut i) = (0, 0);
    while i < counts.len() {
        match counts[i] {
            Some(count) => sum += count,
            None => return None,
        }
        i += 1;
    }
    Some(sum)
}
