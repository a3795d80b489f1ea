//! Suites over the list of strategies: once for each, and once for each way to nest them.

/// `each_strategy!(tests)` is `tests! { forward }`, `tests! { stack }`, …: items or statements, one for each strategy with
/// `diff`. `each_strategy!(vjp: tests)` uses those of another kind, see [`strategies!`](crate::strategies). Tokens after the
/// macro's name are passed on, before the strategy.
#[macro_export]
macro_rules! each_strategy {
    ($kind:ident: $tests:ident $($rest:tt)*) => {
        $crate::strategies! { $kind, [$crate::for_each] $tests [$($rest)*] }
    };
    ($tests:ident $($rest:tt)*) => {
        $crate::each_strategy! { diff: $tests $($rest)* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! for_each {
    ([$($strategy:ident)*] $tests:ident $rest:tt) => {
        $($crate::for_each! { @one $tests $rest $strategy })*
    };
    (@one $tests:ident [$($rest:tt)*] $strategy:ident) => {
        $tests! { $($rest)* $strategy }
    };
}

/// `nesting_tests!([* *] check)` makes a tree of modules, with a level for each star, whose leaves are tests: the test
/// `stack::forward` runs `check! { stack forward }`. It needs a separate module. The strategies are those with `diff`, or of the
/// kind in front: `nesting_tests!(paper: [* *] check)`.
#[macro_export]
macro_rules! nesting_tests {
    ($kind:ident: $stars:tt $check:ident) => {
        $crate::strategies! { $kind, [$crate::nesting_tests] @tree $kind $stars $check [] }
    };
    ($stars:tt $check:ident) => {
        $crate::nesting_tests! { diff: $stars $check }
    };
    ([$($strategy:ident)*] @tree $kind:ident $stars:tt $check:ident $outer:tt) => {
        $($crate::nesting_tests! { @branch $kind $stars $check $outer $strategy })*
    };
    (@branch $kind:ident [*] $check:ident [$($outer:ident)*] $strategy:ident) => {
        #[test]
        fn $strategy() {
            $check! { $($outer)* $strategy }
        }
    };
    (@branch $kind:ident [* $($more:tt)*] $check:ident [$($outer:ident)*] $strategy:ident) => {
        mod $strategy {
            use super::*;

            $crate::strategies! {
                $kind, [$crate::nesting_tests] @tree $kind [$($more)*] $check [$($outer)* $strategy]
            }
        }
    };
}

/// `nest!(e; stack forward)` is `stack::diff(forward::diff(e))`.
#[macro_export]
macro_rules! nest {
    ($e:expr;) => { $e };
    ($e:expr; $outer:ident $($inner:ident)*) => {
        $crate::strategy::$outer::diff($crate::nest!($e; $($inner)*))
    };
}

/// `nestings!([grad [jacobian]], e, |name, derivative| body)` runs `body` for each way to apply these operators to
/// `e`, the first one first: `derivative` is `forward::jacobian(stack::grad(e))` where `name` is `forward∘stack`.
///
/// The first operator determines the kind of the strategies, or a word in front does: `nestings!(step: [diff], …)`.
#[macro_export]
macro_rules! nestings {
    ($kind:ident: $operators:tt, $e:expr, |$name:pat_param, $derivative:ident| $body:expr) => {
        $crate::strategies! { $kind, [$crate::nested] $kind $operators ("") ($e) ($name, $derivative, $body) }
    };
    ([diff $($more:tt)?], $($rest:tt)*) => {
        $crate::nestings!(diff: [diff $($more)?], $($rest)*)
    };
    ($operators:tt, $($rest:tt)*) => {
        $crate::nestings!(grad: $operators, $($rest)*)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! nested {
    // Input:  [diff] … e
    // Output: { let (name, d) = ("forward", forward::diff(e)); body }  { let (name, d) = ("stack", …); body } …
    ([$($s:ident)*] $kind:ident [$operator:ident] ($after:expr) ($e:expr) $then:tt) => {{
        $($crate::nested! { @one $s $operator ($after) ($e) $then })*
    }};
    (@one $s:ident $operator:ident ($after:expr) ($e:expr) ($name:pat_param, $derivative:ident, $body:expr)) => {{
        let ($name, $derivative) =
            (concat!(stringify!($s), $after), $crate::strategy::$s::$operator($e));
        $body;
    }};
    // Input:  [grad [diff]] … e
    // Output: [diff] … forward::grad(e);  [diff] … stack::grad(e); …
    ([$($s:ident)*] $kind:ident [$operator:ident $more:tt] ($after:expr) ($e:expr) $then:tt) => {{
        $($crate::nested! { @more $s $kind $operator $more ($after) ($e) $then })*
    }};
    (@more $s:ident $kind:ident $operator:ident $more:tt ($after:expr) ($e:expr) $then:tt) => {
        $crate::strategies! {
            $kind, [$crate::nested] $kind $more
            (concat!("∘", stringify!($s), $after)) ($crate::strategy::$s::$operator($e)) $then
        }
    };
}

/// `chain!([grad [jacobian]], e, |name, derivative| body)` is like [`nestings!`](crate::nestings), for enough nestings of two or three
/// to have each strategy at each place: over the next ones of the list. It is for suites that are too expensive for all nestings.
#[macro_export]
macro_rules! chain {
    ([diff [diff $($more:tt)?]], $e:expr, |$name:pat_param, $derivative:ident| $body:expr) => {
        $crate::strategies! { diff, [$crate::chain] @rotate [diff [diff $($more)?]] ($e) ($name, $derivative, $body) }
    };
    ($operators:tt, $e:expr, |$name:pat_param, $derivative:ident| $body:expr) => {
        $crate::strategies! { grad, [$crate::chain] @rotate $operators ($e) ($name, $derivative, $body) }
    };
    ([$first:ident $second:ident $($rest:ident)*] @rotate $operators:tt $e:tt $then:tt) => {
        $crate::chain! {
            @zip [$first $second $($rest)*] [$second $($rest)* $first] [$($rest)* $first $second] $operators $e $then
        }
    };
    (@zip [$($outer:ident)*] [$($middle:ident)*] [$($inner:ident)*] $operators:tt $e:tt $then:tt) => {
        $($crate::chain! { @one $outer $middle $inner $operators $e $then })*
    };
    (
        @one $outer:ident $inner:ident $_:ident [$a:ident [$b:ident]] ($e:expr)
        ($name:pat_param, $derivative:ident, $body:expr)
    ) => {{
        let ($name, $derivative) = (
            concat!(stringify!($outer), "∘", stringify!($inner)),
            $crate::strategy::$outer::$b($crate::strategy::$inner::$a($e)),
        );
        $body;
    }};
    (
        @one $outer:ident $middle:ident $inner:ident [$a:ident [$b:ident [$c:ident]]] ($e:expr)
        ($name:pat_param, $derivative:ident, $body:expr)
    ) => {{
        let ($name, $derivative) = (
            concat!(stringify!($outer), "∘", stringify!($middle), "∘", stringify!($inner)),
            $crate::strategy::$outer::$c($crate::strategy::$middle::$b($crate::strategy::$inner::$a($e))),
        );
        $body;
    }};
}
