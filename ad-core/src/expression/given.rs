//! Derivatives inside an expression, of functions that depend on the outer variable.
//!
//! The first argument of the inner expression is the captured number. [`given`](Given::given) makes it a constant:
//!
//! ```
//! use ad::{At, Given, exp, forward, stack};
//!
//! #[exp]
//! fn plus(x: f64, y: f64) -> f64 {
//!     x + y
//! }
//!
//! /// x · d/dy (x + y) at y = 1
//! #[exp]
//! fn outer(x: f64) -> f64 {
//!     x * forward::diff(Plus.given(x)).at(1.0)
//! }
//! assert_eq!(stack::diff(Outer).at(1.0), 1.0); // and not 2, as when perturbations are confused
//! ```
//!
//! The inner strategy works on numbers over the outer numbers, which have another type. So `x` is not an inner number, and using
//! it as one is a type error. Perturbations cannot be confused. A lifetime in the type distinguishes two evaluations at the same
//! level.
//!
//! ```compile_fail,E0277
//! # use ad::{Dict, Num, forward::Forward};
//! fn confused<'t, D: Dict>(outer: Num<D>, inner: Num<Forward<'t, D>>) -> Num<Forward<'t, D>> {
//!     inner + outer
//! }
//! ```

mod held;
mod partial;

use crate::{Argument, Number, Of, Shape, Signature};

pub use held::{Choice, Held};
pub use partial::{Constants, First, Holds, PartiallyApplied};

/// The arguments of an expression whose first argument can be given.
#[diagnostic::on_unimplemented(
    message = "cannot give the first argument of an expression of `{Self}`: it is the only one",
    label = "the function has one parameter",
    note = "`given`, `Many::terms` and operators such as `reverse::grad_given` need two parameters or more, of which the first is the datum"
)]
pub trait Arguments: Shape {
    /// The shape of the first argument.
    type First: Shape;
    /// The shape of the other arguments: a tuple if there are several.
    type Rest: Shape;
    /// All arguments.
    fn join<T: Clone>(first: Of<Self::First, T>, rest: Of<Self::Rest, T>) -> Of<Self, T>;
    /// The first argument and the others.
    fn split<T: Clone>(all: Of<Self, T>) -> (Of<Self::First, T>, Of<Self::Rest, T>);
    /// Applies `f` to each number of the other arguments, in order.
    fn map_rest<T: Clone, U: Clone>(all: &Of<Self, T>, f: &mut impl FnMut(&T) -> U) -> Of<Self::Rest, U>;
}

macro_rules! arguments {
    ($First:ident, $($S:ident $s:ident),+) => {
        impl<$First: Shape, $($S: Shape),+> Arguments for ($First, $($S),+) {
            type First = $First;
            #[allow(unused_parens, reason = "one argument is no tuple")]
            type Rest = ($($S),+);
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn join<T: Clone>(first: Of<$First, T>, ($($s),+): Of<Self::Rest, T>) -> Of<Self, T> {
                (first, $($s),+)
            }
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn split<T: Clone>((first, $($s),+): Of<Self, T>) -> (Of<$First, T>, Of<Self::Rest, T>) {
                (first, ($($s),+))
            }
            #[inline]
            #[allow(unused_parens, reason = "one argument is no tuple")]
            fn map_rest<T: Clone, U: Clone>(
                (_, $($s),+): &Of<Self, T>,
                f: &mut impl FnMut(&T) -> U,
            ) -> Of<Self::Rest, U> {
                ($($S::map($s, f)),+)
            }
        }
    };
}

arguments!(A, B b);
arguments!(A, B b, C c);
arguments!(A, B b, C c, D d);
arguments!(A, B b, C c, D d, E e);
arguments!(A, B b, C c, D d, E e, F f);

/// Expressions of which a part of the argument can be given. The implementation is provided.
///
/// ```
/// use ad::{At, Given, exp, forward};
///
/// #[exp]
/// fn power(a: f64, x: f64) -> f64 {
///     x.powf(a)
/// }
///
/// // x ↦ x³: the first argument is held constant.
/// let cube = Power.given(3.0);
/// assert_eq!(cube.at(2.0), 8.0);
/// assert_eq!(forward::diff(&cube).at(2.0), 12.0);
/// ```
pub trait Given: Signature + Sized {
    /// The expression of the other arguments, with `first` as a constant: see the [module](self).
    ///
    /// `first` is a plain float or a container of them, and the result is an expression under every number system. Or it is a number, or a
    /// container of numbers, of the surrounding evaluation, in which all derivatives by the other arguments can be taken. None of them
    /// affects `first`.
    #[inline]
    fn given<N: Number>(
        self,
        first: Of<<Self::In as Arguments>::First, N>,
    ) -> PartiallyApplied<Self, First<Self::In, N>>
    where
        Self::In: Arguments,
    {
        PartiallyApplied { e: self, constants: First(first) }
    }

    /// The expression of the entries of the argument that are not chosen, as one `Vec`. The chosen ones have the numbers of `x`.
    ///
    /// Entries are chosen by [name](crate::Flat::names), or by a list of `true` and `false` with one element for each entry. A name also
    /// chooses all entries inside: `camera` chooses `camera.focal` and `camera.center[0]`.
    ///
    /// ```
    /// use ad::prelude::*;
    ///
    /// #[exp]
    /// #[derive(Clone)]
    /// struct Camera { focal: f64, distortion: [f64; 2] }
    ///
    /// #[exp(adjoint)]
    /// fn error(camera: &Camera<f64>, radius: f64) -> f64 {
    ///     let [a, b] = camera.distortion;
    ///     (camera.focal * radius * (1.0 + a * radius.powi(2) + b * radius.powi(4)) - 1.0).powi(2)
    /// }
    ///
    /// let start = (Camera { focal: 2.0, distortion: [0.5, 0.0] }, 1.0);
    /// let e = Error.given_entries(["camera.distortion"], &start);
    /// let x = e.others(&start);
    /// assert_eq!(Flat::of(&e, &x).names(), ["camera.focal", "radius"]);
    /// assert_eq!(call::grad(&e, &x), [6.0, 20.0]);
    ///
    /// // And back.
    /// let (camera, radius) = e.all(&[3.0, 4.0]);
    /// assert_eq!((camera.focal, camera.distortion, radius), (3.0, [0.5, 0.0], 4.0));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if no entry has a name of the list, or if the list of `true` and `false` has another length.
    #[track_caller]
    fn given_entries<C, X, H>(self, chosen: C, x: &X) -> PartiallyApplied<Self, Held<Self::In>>
    where
        C: Choice,
        X: Argument<Self::In, H> + ?Sized,
    {
        let constants = Held::of(&self, &chosen, x);
        PartiallyApplied { e: self, constants }
    }
}

impl<E: Signature> Given for E {}
