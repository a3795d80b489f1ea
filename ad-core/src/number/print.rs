//! Numbers in the output of a program: `println!` inside an expression.
//!
//! An expression cannot inspect its numbers. So `Num<D>` is not `Display`, nor `Debug` for an unknown `D`: text could be parsed
//! into integers. But `println!` returns nothing, and helps to debug a function. So printing uses a separate trait, [`Show`].
//! Only the expansion of `#[exp]` uses it, in the macros of `std` that print or panic. `format!` is refused.
//!
//! ```text
//! // Input:  println!("{x:.3}")
//! // Output: println!("{x:.3}", x = ::ad::__private::look(&x).shown())
//! ```
//!
//! The output is the primal in the requested format. At plain `f64` it is the usual output.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// The format of a number: the trait of [`std::fmt`] that was requested.
///
/// `#[exp]` prints numbers with it, and [`Dict::show`](crate::Dict::show) receives it.
///
/// ```
/// use ad::{Dict, F64, Format};
/// use std::fmt;
///
/// /// A value of `F64`, in scientific notation.
/// struct Scientific(f64);
///
/// impl fmt::Display for Scientific {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         F64.show(self.0, Format::LowerExp, f)
///     }
/// }
///
/// assert_eq!(Scientific(1500.0).to_string(), "1.5e3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `{}`
    Display,
    /// `{:?}`
    Debug,
    /// `{:e}`
    LowerExp,
    /// `{:E}`
    UpperExp,
}

impl Format {
    /// Prints a value that has every format.
    ///
    /// # Errors
    ///
    /// The errors of the formatter.
    pub fn print(
        self,
        value: &(impl fmt::Display + fmt::Debug + fmt::LowerExp + fmt::UpperExp),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Format::Display => fmt::Display::fmt(value, f),
            Format::Debug => fmt::Debug::fmt(value, f),
            Format::LowerExp => fmt::LowerExp::fmt(value, f),
            Format::UpperExp => fmt::UpperExp::fmt(value, f),
        }
    }
}

/// Values that can be shown to a person: numbers, text, and containers of them. Containers support `{:?}` only.
#[diagnostic::on_unimplemented(
    message = "cannot show `{Self}`: it may contain numbers",
    note = "numbers can be shown with `{{}}`; containers of numbers, and types with `#[exp]` that derive `Debug`, \
        with `{{:?}}`"
)]
pub trait Show {
    /// Prints the value.
    ///
    /// # Errors
    ///
    /// The errors of the formatter.
    fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Values that can be shown in every format.
#[diagnostic::on_unimplemented(
    message = "cannot show `{Self}` with `{{}}`: it may contain numbers",
    note = "a number can be shown with `{{}}`; containers of numbers, and types with `#[exp]` that derive `Debug`, \
        with `{{:?}}`"
)]
pub trait Scalar: Show {}

/// A wrapper that implements the traits of [`std::fmt`] by [`Show`].
#[derive(Clone, Copy)]
pub struct Shown<T>(pub T);

impl<T: Show> fmt::Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(Format::Debug, f)
    }
}

macro_rules! formats {
    ($($Format:ident)*) => {$(
        impl<T: Scalar> fmt::$Format for Shown<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.show(Format::$Format, f)
            }
        }
    )*};
}
formats!(Display LowerExp UpperExp);

/// For `assert_eq!`.
impl<T: PartialEq<U>, U> PartialEq<Shown<U>> for Shown<T> {
    fn eq(&self, other: &Shown<U>) -> bool {
        self.0 == other.0
    }
}

/// `look(&x).shown()` is the value to print for `x`: a [`Shown`] if `x` implements [`Show`], and otherwise `x` itself. Method
/// lookup decides, and reaches `Otherwise` only if `T` cannot be shown.
pub fn look<T: ?Sized>(x: &T) -> Look<'_, T> {
    Look(Otherwise(x))
}

/// See [`look`].
pub struct Look<'a, T: ?Sized>(Otherwise<'a, T>);

/// See [`look`].
pub struct Otherwise<'a, T: ?Sized>(&'a T);

impl<'a, T: Show + ?Sized> Look<'a, T> {
    /// The wrapper.
    pub fn shown(&self) -> Shown<&'a T> {
        Shown(self.0.0)
    }
}

impl<'a, T: ?Sized> Deref for Look<'a, T> {
    type Target = Otherwise<'a, T>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'a, T: ?Sized> Otherwise<'a, T> {
    /// The value itself, which implements the traits of [`std::fmt`].
    pub fn shown(&self) -> &'a T {
        self.0
    }
}

/// `dbg!`, with the user's source and the value of its expansion.
#[doc(hidden)]
#[macro_export]
macro_rules! __dbg {
    (@one $written:literal => $value:expr) => {
        match $value {
            value => {
                ::std::eprintln!(
                    "[{}:{}:{}] {} = {:#?}",
                    ::std::file!(),
                    ::std::line!(),
                    ::std::column!(),
                    $written,
                    $crate::private::look(&value).shown()
                );
                value
            }
        }
    };
    ($($written:literal => $value:expr),+) => { ($($crate::__dbg!(@one $written => $value)),+) };
}
pub use crate::__dbg as dbg;

// Values that can be shown

macro_rules! scalars {
    ($($T:ty)*) => {$(
        impl Show for $T {
            fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                format.print(self, f)
            }
        }
        impl Scalar for $T {}
    )*};
}
scalars!(f64 f32 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Text has no exponent.
macro_rules! texts {
    ($($T:ty)*) => {$(
        impl Show for $T {
            fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if format == Format::Debug { fmt::Debug::fmt(self, f) } else { fmt::Display::fmt(self, f) }
            }
        }
        impl Scalar for $T {}
    )*};
}
texts!(str String char bool);

macro_rules! pointers {
    ($($T:ty)*) => {$(
        impl<T: Show + ?Sized> Show for $T {
            fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).show(format, f)
            }
        }
        impl<T: Scalar + ?Sized> Scalar for $T {}
    )*};
}
pointers!(&T &mut T Box<T> alloc::rc::Rc<T> alloc::sync::Arc<T>);

impl<T: Show> Show for [T] {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Shown)).finish()
    }
}

impl<T: Show, const N: usize> Show for [T; N] {
    fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().show(format, f)
    }
}

impl<T: Show> Show for Vec<T> {
    fn show(&self, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().show(format, f)
    }
}

impl<T: Show> Show for alloc::collections::VecDeque<T> {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Shown)).finish()
    }
}

#[cfg(feature = "std")]
impl<K: fmt::Debug, T: Show, S> Show for std::collections::HashMap<K, T, S> {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(k, v)| (k, Shown(v)))).finish()
    }
}

impl<K: fmt::Debug, T: Show> Show for alloc::collections::BTreeMap<K, T> {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(k, v)| (k, Shown(v)))).finish()
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_ref().map(Shown), f)
    }
}

impl<T: Show, E: fmt::Debug> Show for Result<T, E> {
    fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_ref().map(Shown), f)
    }
}

macro_rules! tuples {
    ($($T:ident),*; $($more:ident),*) => {
        impl<$($T: Show),*> Show for ($($T,)*) {
            #[allow(non_snake_case, unused_variables, reason = "fields are called like their types; there may be none")]
            fn show(&self, _: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let ($($T,)*) = self;
                fmt::Debug::fmt(&($(Shown($T),)*), f)
            }
        }
        tuples!(next $($T),*; $($more),*);
    };
    (next $($T:ident),*; $next:ident $(, $more:ident)*) => { tuples!($($T,)* $next; $($more),*); };
    (next $($T:ident),*;) => {};
}
tuples!(A; B, C, D, E, F, G, H, I, J, K, L);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dict, F64, Graph, Ground, I64, Modular, Num, Rational, Rationals};
    use alloc::collections::BTreeMap;

    fn text<D: Dict>(dict: D, v: D::V) -> String {
        format!("{}", Shown(Num::new(dict, v)))
    }

    #[test]
    fn every_dictionary_prints_its_values_as_they_print_themselves() {
        assert_eq!(text(F64, 1.0), "1");
        assert_eq!(text(I64, -3), "-3");
        assert_eq!(text(crate::Wrapping::<u64>::new(), u64::MAX), u64::MAX.to_string());
        assert_eq!(text(crate::CHECKED_I64, 4), "4");
        assert_eq!(text(Modular::new(7), Rational::from(5)), "5");
        assert_eq!(text(Rationals, Rational::new(1, 3)), "1/3");
        let graph = Graph::new();
        let x = graph.variable("x");
        assert_eq!(text(graph.dict(), graph.dict().mul(x, x)), "x × x");
        assert_eq!(text(graph.dict(), graph.dict().natural(2)), "2");
    }

    #[test]
    fn a_dictionary_that_says_nothing_prints_a_placeholder() {
        #[derive(Clone, Copy, Default)]
        struct Secret;
        impl Dict for Secret {
            type V = bool;
            type Level = Ground;
            fn zero(self) -> bool {
                false
            }
            fn one(self) -> bool {
                true
            }
            fn add(self, a: bool, b: bool) -> bool {
                a || b
            }
            fn mul(self, a: bool, b: bool) -> bool {
                a && b
            }
        }
        assert_eq!(text(Secret, true), "_");
    }

    #[test]
    fn every_format_of_a_double_is_its_own() {
        let x = 1234.5;
        let shown = Shown(Num::new(F64, x));
        assert_eq!(
            format!("{shown:+012.3}|{shown:e}|{shown:.1E}|{shown:?}"),
            format!("{x:+012.3}|{x:e}|{x:.1E}|{x:?}")
        );
    }

    #[test]
    fn containers_print_as_those_of_std_do() {
        let number = |x| Num::new(F64, x);
        macro_rules! same {
            ($numbers:expr, $floats:expr) => {
                let (numbers, floats) = ($numbers, $floats);
                assert_eq!(format!("{:?}", look(&numbers).shown()), format!("{floats:?}"));
                assert_eq!(format!("{:#6.2?}", look(&numbers).shown()), format!("{floats:#6.2?}"));
            };
        }
        same!(vec![number(1.0), number(2.5)], vec![1.0, 2.5]);
        same!([Some(number(1.0)), None], [Some(1.0), None]);
        same!((number(1.0), "text", 3), (1.0, "text", 3));
        same!((number(1.0),), (1.0,));
        same!(Ok::<_, String>(Box::new(number(1.0))), Ok::<_, String>(Box::new(1.0)));
        same!(BTreeMap::from([("a", number(1.0))]), BTreeMap::from([("a", 1.0)]));
    }

    #[test]
    fn other_values_print_themselves() {
        struct Own;
        impl fmt::Display for Own {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad("own")
            }
        }
        assert_eq!(format!("{:>5}", look(&Own).shown()), "  own");
        assert_eq!(
            format!("{:x}", core::num::Wrapping(255)),
            format!("{:x}", look(&core::num::Wrapping(255)).shown())
        );
    }
}
