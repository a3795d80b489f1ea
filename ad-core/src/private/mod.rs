//! The names that expansions of `#[exp]` use: the whole contract between the macro and this crate.

pub mod adjoint;
mod any_error;
mod blocks;
mod constructors;
mod curvature;
mod filled;
mod fit;
mod floats;
mod identity;
mod iterations;
mod order;
mod parts;
mod record;
mod retain;
pub mod single;
mod step;
pub mod unannotated;

use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::{Add, Deref, Div, Mul, Sub};

use crate::Decimal;
use crate::Number;
pub use crate::{
    At, Callable, Dict, Exp, Field, FieldDict, Given, Mismatch, Num, Ordered, OrderedDict, Path, Real,
    RealDict, Ring, RingDict, Semiring, Shape, Signature,
};

pub use crate::number::print::{Format, Show, Shown, dbg, look};

pub use crate::number::shape::sum;
pub use any_error::AnyError;
pub use fit::fit;
use floats::floats;

/// Under names that user code cannot shadow.
pub use core::option::Option::{None, Some};

/// The type of a rule's name.
pub use alloc::borrow::Cow;
/// The trait by which a call saves a borrowed value before it changes.
pub use alloc::borrow::ToOwned;
/// The shape of `&[f64]`, under a name that user code cannot shadow.
pub use alloc::vec::Vec;

/// The primals of numbers.
pub mod special {
    pub use crate::special::detached;
}

/// A literal that is a natural number: `3.0`.
#[inline]
pub fn natural<N: Semiring>(n: u64) -> N {
    N::natural(n)
}

/// A negative literal that is an integer: `-3.0`.
#[inline]
pub fn integer<N: Ring>(n: i64) -> N {
    N::integer(n)
}

/// A literal with a fractional part: `0.1` is `decimal(1, -1, 0.1)`.
#[inline]
pub fn decimal<N: Field>(digits: u128, exponent: i32, nearest: f64) -> N {
    N::decimal(Decimal { digits, exponent, nearest })
}

/// A plain float: `f64::EPSILON`.
#[inline]
pub fn constant<N: Real>(c: f64) -> N {
    N::constant(c)
}

/// A constant of `f64::consts`, if `c` is it. A user's constant of the same name is a plain float.
#[inline]
pub fn named<N: Real>(c: f64, of_std: f64) -> N {
    if c.to_bits() == of_std.to_bits() { N::rounded(c) } else { N::constant(c) }
}

pub use core::f64::consts;

/// `-x`, where the type of `x` is not inferred yet.
#[inline]
pub fn negated<N: Ring>(x: N) -> N {
    -x
}

/// An empty container that gets numbers later: `None`, `HashMap::new()`.
#[inline]
pub fn over_numbers<T>(empty: T) -> T {
    empty
}

/// The left operand of an operator of a type over numbers: `2.0 * v`, for `impl Mul<V> for f64`.
#[derive(Clone, Copy, Debug)]
pub struct Left<N>(pub N);

macro_rules! left {
    ($($Op:ident $op:ident)*) => {$(
        impl<N: Number + $Op<Output = N>> $Op<N> for Left<N> {
            type Output = N;
            #[inline]
            fn $op(self, right: N) -> N {
                self.0.$op(right)
            }
        }
        impl<'a, N: Number + $Op<&'a N, Output = N>> $Op<&'a N> for Left<N> {
            type Output = N;
            #[inline]
            fn $op(self, right: &'a N) -> N {
                self.0.$op(right)
            }
        }
    )*};
}
left! { Add add Sub sub Mul mul Div div }

/// A number by value, for which `+=` evaluates the right side before the place.
#[diagnostic::on_unimplemented(
    message = "cannot find the order in which this assignment is evaluated: `{Self}` is not a number by value",
    label = "the order depends on this type",
    note = "bind the right side with `let` before the assignment; or write the type of the variable on the left, as \
        in `let mut names: Vec<String>`; or write `*` before a reference to a number"
)]
pub trait ByValue {}
#[diagnostic::do_not_recommend]
impl<N: Number> ByValue for N {}

/// The right side of an assignment that evaluates it first, as an assignment of numbers does.
#[inline]
pub fn by_value<N: ByValue>(x: N) -> N {
    x
}

/// The place of an assignment that evaluates its right side first.
#[inline]
pub fn place_of_number<N: ByValue>(x: &mut N) -> &mut N {
    x
}

/// The field of an expression for a parameter `&mut T` without numbers. No type implements it: each evaluation would get a copy,
/// and its changes would be lost.
#[diagnostic::on_unimplemented(
    message = "cannot make this expression: it would lose the changes of this `&mut` parameter",
    label = "an expression may be evaluated many times, and returns only its result",
    note = "the function can be called, also by other functions with `#[exp]`; for an expression take \
        `&RefCell<Vec<String>>` instead of `&mut Vec<String>`, or `&Cell<usize>` instead of `&mut usize`; or return \
        the collected values; or take a start value, and make the variable in the body"
)]
pub trait KeepsChanges {}

/// The result of a method of the module's own trait, in a check that the type has no method of that name by itself.
pub struct Own;

/// [`Own`] alone.
#[diagnostic::on_unimplemented(
    message = "the type has a method of this name by itself",
    label = "Rust calls the method of the type, and not that of the trait; give this one another name"
)]
pub trait IsOwn {}
impl IsOwn for Own {}

/// Checks that a method is that of the trait.
pub fn own<T: IsOwn>(_: T) {}

/// A type as an associated type. The shape of a public expression may be a private type if no signature names it.
pub trait Itself {
    /// The type.
    type Itself;
}
impl<T> Itself for T {
    type Itself = T;
}

/// Compiles only if both are the same function, since each function has its own type.
pub fn same_function<F>(_: F, _: F) {}

/// A number that may stand behind a reference.
#[inline]
pub fn number<N: Copy>(x: &impl Borrow<N>) -> N {
    *x.borrow()
}

floats!(f64, Real);

/// A value that is not a plain float stays unchanged: a method of the type itself has precedence over one of a trait.
pub trait AlreadyNumber {
    /// The type of the value.
    type Number;
    /// The value itself.
    fn number<N>(self) -> Self::Number;
    /// The value itself.
    fn inferred(self) -> Self::Number;
    /// The value itself.
    fn float(self) -> Self::Number;
}

/// A type that no container of numbers contains.
#[derive(Clone)]
pub struct Nothing;

/// See [`Unseen`].
pub trait NoShape {
    /// It is not a shape.
    const SHAPE: bool = false;
}
/// See [`Unseen`].
pub trait NotEmpty {
    /// It is not a shape, or its containers over other numbers are other types.
    const EMPTY: bool = false;
}
/// See [`tag`].
pub struct Same;

impl Same {
    /// The value itself.
    #[inline]
    pub fn lift<T>(self, x: T) -> T {
        x
    }
}

/// The shape of a type that an expansion knows by name only. The argument says whether the type is a shape itself. If it panics,
/// rustc reports the panic, and no other error about the type.
///
/// ```text
/// <<Particle as Carried<{ Unseen::<Particle>::SHAPE }>>::Shape as Shape>::Of<N>   // Particle<N>
/// ```
pub trait Carried<const IS_SHAPE: bool> {
    /// Itself, or data without numbers.
    type Shape: Shape;
}
impl<T: Shape> Carried<true> for T {
    type Shape = T;
}
impl<T: Clone> Carried<false> for T {
    type Shape = Data<T>;
}

/// The shape of data without numbers.
pub struct Data<T>(PhantomData<T>);

impl<T: Clone> Shape for Data<T> {
    type Of<N: Clone> = T;
    const COUNT: Option<usize> = Some(0);
    #[inline]
    fn map<N: Clone, U: Clone>(x: &T, _: &mut impl FnMut(&N) -> U) -> T {
        x.clone()
    }
    #[inline]
    fn into_map<N: Clone, U: Clone>(x: T, _: &mut impl FnMut(N) -> U) -> T {
        x
    }
    #[inline]
    fn for_each<N: Clone>(_: &T, _: &mut impl FnMut(&N)) {}
    #[inline]
    fn for_each_mut<N: Clone>(_: &mut T, _: &mut impl FnMut(&mut N)) {}
    #[inline]
    fn zip_mut<N: Clone, U: Clone>(_: &mut T, _: &T, _: &mut impl FnMut(&mut N, &U)) {}
    #[inline]
    fn mismatch<N: Clone, U: Clone>(_: &T, _: &T) -> Option<Mismatch> {
        None
    }
}

/// A struct or enum with `#[exp]`.
#[diagnostic::on_unimplemented(
    message = "cannot make this `impl` generic over numbers: `{Self}` has no `#[exp]`",
    label = "put `#[exp]` on `{Self}` as well",
    note = "if it has no field of type `f64`, it is data: put `#[exp]` on a function that takes it as a parameter, or on the method alone, to call it from such a function"
)]
pub trait OverNumbers {}

/// The marker of an `impl` with `#[exp]`.
pub trait ImplOf {
    /// Its type.
    type Type: OverNumbers + ?Sized;
}

/// [`Copy`], as a bound that may fail for a type without parameters: rustc judges a bound with a lifetime only where it is used.
pub trait CopyAt<'a>: Copy {}
impl<T: Copy> CopyAt<'_> for T {}

/// `i as f64` for an unsigned integer.
#[inline]
pub fn natural_from<N: Semiring, I: Unsigned>(i: I) -> N {
    i.embed()
}

/// `i as f64` for any integer.
#[inline]
pub fn integer_from<N: Ring, I: Integer>(i: I) -> N {
    i.embed()
}

macro_rules! embeddings {
    ($($(#[$doc:meta])* $Integer:ident: $Class:ident;)*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "cannot cast `{Self}` to a number",
            note = "cast a larger integer to `u64` or `i64` first, and a `bool` to `u8`; a number needs no `as f64`; \
                a plain float mixes with numbers if its parameter is marked `#[fixed]`"
        )]
        pub trait $Integer {
            /// The number with this value.
            fn embed<N: $Class>(self) -> N;
        }
    )*};
}

embeddings! {
    /// An unsigned integer, which embeds into every semiring.
    Unsigned: Semiring;
    /// An integer, which embeds into every ring.
    Integer: Ring;
}

macro_rules! integers {
    ($($U:ty, $I:ty;)*) => {$(
        impl Unsigned for $U {
            #[inline]
            fn embed<N: Semiring>(self) -> N {
                #[allow(clippy::cast_lossless, reason = "u64 itself is among the types")]
                N::natural(self as u64)
            }
        }
        impl Integer for $U {
            #[inline]
            fn embed<N: Ring>(self) -> N {
                Unsigned::embed(self)
            }
        }
        impl Integer for $I {
            #[inline]
            fn embed<N: Ring>(self) -> N {
                #[allow(clippy::cast_lossless, reason = "i64 itself is among the types")]
                N::integer(self as i64)
            }
        }
    )*};
}

integers! {
    u8, i8;
    u16, i16;
    u32, i32;
    u64, i64;
    usize, isize;
}
