//! The three strategies and all ways to nest them: 3 of first order, 9 of second, 27 of third. Include it with
//! `#[macro_use] #[path = "support/strategies.rs"] mod strategies;`.

#![allow(unused_macros, reason = "no test uses all of them")]

/// `each_strategy!(tests)` is `tests!` of each.
macro_rules! each_strategy {
    ($tests:ident) => {
        $tests!(forward);
        $tests!(stack);
        #[cfg(feature = "effects")]
        $tests!(effects);
    };
}

/// `nestings!([* *] check)` makes a tree of modules, a level for each star, whose leaves are tests: the test
/// `stack::forward` runs `check!(stack forward)`.
macro_rules! nestings {
    ($stars:tt $check:ident $($outer:ident)*) => {
        nestings!(@forward $stars $check $($outer)*);
        nestings!(@stack $stars $check $($outer)*);
        #[cfg(feature = "effects")]
        nestings!(@effects $stars $check $($outer)*);
    };
    (@$strategy:ident [*] $check:ident $($outer:ident)*) => {
        #[test]
        fn $strategy() {
            $check!($($outer)* $strategy);
        }
    };
    (@$strategy:ident [* $($more:tt)*] $check:ident $($outer:ident)*) => {
        mod $strategy {
            use super::*;

            nestings!([$($more)*] $check $($outer)* $strategy);
        }
    };
}

/// `nest!(e; stack forward)` is `stack::diff(forward::diff(e))`.
macro_rules! nest {
    ($e:expr;) => { $e };
    ($e:expr; $outer:ident $($inner:ident)*) => { ::ad::$outer::diff(nest!($e; $($inner)*)) };
}
