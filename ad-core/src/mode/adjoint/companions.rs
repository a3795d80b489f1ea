//! The adjoint programs of the special functions, as `#[exp(adjoint)]` would write them.

use crate::adjoint::Slot;
use crate::function::real::Elementary;
use crate::function::table::{row, table};
use crate::private::single::__private::adjoint::chain;
use crate::{Real, function, function::guarded, function::special};

/// The type with the name of a function, to which its adjoint program belongs.
macro_rules! named {
    ($name:ident, $module:expr) => {
        #[doc(hidden)]
        #[allow(
            non_camel_case_types,
            missing_debug_implementations,
            reason = "it has the name of the function"
        )]
        pub enum $name {}

        impl $name {
            #[doc(hidden)]
            pub const __CHEAP: bool = false;
            #[doc(hidden)]
            pub const __SAME: bool = true;
            #[doc(hidden)]
            pub const __NAME: crate::private::adjoint::Name = || ($module, stringify!($name));
        }
    };
}
pub(crate) use named;

/// The adjoint program of a function, as `#[exp(adjoint)]` would write it.
macro_rules! companion {
    ($name:ident ($($n:ident: $T:ty,)?) $x:ident, $row:expr) => {
        named!($name, special::MODULE);

        impl $name {
            #[doc(hidden)]
            #[inline]
            pub fn __adjoint<N: Elementary>($($n: $T,)? $x: N, _: bool) -> (
                N,
                impl FnOnce(&Slot<N>, $(companion!(@unit $n),)? (), $(companion!(@none $n),)? &Slot<N>) -> Option<N> + Clone + use<N>,
            ) {
                let y = special::$name($($n,)? $x);
                (
                    y,
                    #[inline(always)]
                    move |dy: &Slot<N>, $(companion!(@pattern $n): (),)? (): (), $(companion!(@pattern $n): &(),)? dx: &Slot<N>| {
                        if let Some(d) = dy.take() {
                            chain($row, 0, [$x], y, d, dx);
                        }
                        None
                    },
                )
            }
        }
    };
    (@unit $n:ident) => { () };
    (@none $n:ident) => { &() };
    (@pattern $n:ident) => { _ };
}

macro_rules! companions {
    (methods $methods:tt special {
        $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($x:ident) $rule:tt $edges:tt)*
    } $($others:tt)*) => {$(
        companion!($name ($($n: $T,)?) $x, row!($Row $($n)?));
    )*};
}

table!(companions);
companion!(digamma () x, function::Polygamma(0));

/// The adjoint program of a function by its slopes at the arguments.
macro_rules! by_slopes {
    ($name:ident($($x:ident $dx:ident),+) -> $y:ident, $slopes:expr) => {
        named!($name, guarded::MODULE);

        impl $name {
            #[doc(hidden)]
            #[inline]
            pub fn __adjoint<N: Real>($($x: N,)+ _: bool) -> (
                N,
                impl FnOnce(&Slot<N>, $(by_slopes!(@unit $x),)+ $(by_slopes!(@slot $x)),+) -> Option<N> + Clone + use<N>,
            ) {
                let $y = special::$name($($x),+);
                (
                    $y,
                    #[inline(always)]
                    move |dy: &Slot<N>, $(by_slopes!(@pattern $x): (),)+ $($dx: &Slot<N>),+| {
                        if let Some(d) = dy.take() {
                            let [$($x),+] = $slopes;
                            $($dx.add(d * $x);)+
                        }
                        None
                    },
                )
            }
        }
    };
    (@unit $x:ident) => { () };
    (@slot $x:ident) => { &Slot<N> };
    (@pattern $x:ident) => { () };
}

by_slopes!(linoid(x dx) -> y, [guarded::linoid_slope(x, y)]);
by_slopes!(log1mexp(x dx) -> y, [guarded::log1mexp_slope(x)]);
by_slopes!(log_normal_cdf(x dx) -> y, [guarded::log_normal_cdf_slope(x)]);
by_slopes!(log_add_exp(a da, b db) -> y, guarded::log_add_exp_slopes(a, b));
by_slopes!(xlogy(a da, b db) -> y, guarded::xlogy_slopes(a, b));

// The adjoint program of [`special::log_sum_exp`]: the slopes are e^(xᵢ - y).
named!(log_sum_exp, special::MODULE);

impl log_sum_exp {
    #[doc(hidden)]
    #[inline]
    pub fn __adjoint<N: Elementary>(
        x: &[N],
        _: bool,
    ) -> (N, impl FnOnce(&Slot<N>, &[N], &[Slot<N>]) -> Option<N> + Clone + use<N>) {
        let y = special::log_sum_exp(x);
        (y, move |dy: &Slot<N>, x: &[N], dx: &[Slot<N>]| {
            dy.with(|d| x.iter().zip(dx).for_each(|(x, dx)| dx.add(d * (*x - y).exp())));
            None
        })
    }
}
