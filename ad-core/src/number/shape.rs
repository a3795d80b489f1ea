//! Shapes: what goes into an expression and what comes out.
//!
//! A shape is written as the type that the user wrote, with `f64` for "a number": `f64`, `[f64; 3]`,
//! `Vec<f64>`, `(f64, [f64; 2])`, a user's struct. [`Of<S, T>`](Of) is the same container with `T` in place of
//! every `f64`, so one shape serves plain floats, numbers under a dictionary, tangents and adjoints.

mod collection;
mod map;
mod mismatch;
mod standard;
mod tuple;

use alloc::vec::Vec;

pub use mismatch::Mismatch;
pub(crate) use mismatch::{assert_length, assert_same_structure};
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

/// A container of numbers.
///
/// `#[exp]` on a struct or enum implements it; by hand it is three loops over the fields, always in the same order.
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
/// Two containers of one shape have the same *structure* if they differ in nothing but their numbers (and in what is no
/// number and is not counted: a fixed field, the error of a `Result`): vectors have the same lengths, maps the same keys,
/// `Option`s and enums the same variants. An operator that pairs two containers, as `jvp` does with a point and a
/// direction, panics unless they have, and says where they differ.
///
/// A shape by hand that can vary in structure (it has two `Vec`s, or variants) implements
/// [`mismatch`](Shape::mismatch) as well, since the provided one only counts numbers:
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
    note = "shapes are `f64`, arrays, `Vec`, `VecDeque`, `Option`, maps, tuples and boxes of shapes, and structs and enums of yours with `#[exp]` on them; those of other crates have a feature, as `nalgebra` has"
)]
pub trait Shape {
    /// The same container over `T`.
    type Of<T: Clone>: Clone;

    /// How many numbers there are, where the type says so: then there is only one structure. `None` is always right.
    const COUNT: Option<usize> = None;

    /// Applies `f` to each number, in order, and keeps the container.
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U>;

    /// Like [`map`](Shape::map) for a container that is not needed any more, whose memory is reused where `T` and
    /// `U` have the same size and alignment.
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        Self::map(&x, &mut |x| f(x.clone()))
    }

    /// Like [`map`](Shape::map), in the memory of a container that is not needed any more. That is used where its
    /// structure is that of `x`, and `U` and `V` have the same size and alignment.
    fn map_into<T: Clone, U: Clone, V: Clone>(
        _old: Self::Of<V>,
        x: &Self::Of<T>,
        f: &mut impl FnMut(&T) -> U,
    ) -> Self::Of<U> {
        Self::map(x, f)
    }

    /// Visits each number, in order.
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T));

    /// Visits each number, in order, to change it.
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T));

    /// Visits the numbers of two containers in pairs, in order, to change the first of each.
    ///
    /// # Panics
    ///
    /// Panics if they differ in [structure](Shape#structure). Some numbers may have been visited then: to know in advance,
    /// ask for their [`mismatch`](Shape::mismatch).
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

    /// Where two containers differ in [structure](Shape#structure), if they do.
    ///
    /// By default only their numbers of numbers are compared.
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        Mismatch::of_lengths(Self::count(x), Self::count(y), "number")
    }

    /// How many numbers there are.
    fn count<T: Clone>(x: &Self::Of<T>) -> usize {
        if let Some(count) = Self::COUNT {
            return count;
        }
        let mut count = 0;
        Self::for_each(x, &mut |_| count += 1);
        count
    }
}

/// How many numbers there are in all, where each part says so, at compile time.
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
