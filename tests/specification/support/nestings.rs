//! Every strategy, and every way to nest them.
//!
//! The lists of strategies stand here, once. Every test that says "every strategy" or "every nesting" means them.

/// `nestings!([grad [jacobian]], e, |name, derivative| body)` runs `body` for each way to apply these operators to
/// `e`, the first one first: `derivative` is `forward::jacobian(stack::grad(e))` where `name` is `forward∘stack`.
///
/// Three operators are nested in each way of the paper's three strategies, for four would take twice the time.
#[cfg(feature = "effects")]
macro_rules! nestings {
    ([$a:ident [$b:ident [$c:ident]]], $($rest:tt)*) => {
        nestings!(@ [$a [$b [$c]]] [forward stack effects] $($rest)*)
    };
    (@ $operators:tt $all:tt $e:expr, |$name:pat, $derivative:ident| $body:expr) => {
        nested!($operators $all $all ("") ($e) ($name, $derivative, $body))
    };
    ($operators:tt, $($rest:tt)*) => {
        nestings!(@ $operators [forward stack effects backpropagator] $($rest)*)
    };
}

/// The same where there are no effect handlers.
#[cfg(not(feature = "effects"))]
macro_rules! nestings {
    ($operators:tt, $e:expr, |$name:pat, $derivative:ident| $body:expr) => {
        nested!($operators [forward stack backpropagator] [forward stack backpropagator] ("") ($e) ($name, $derivative, $body))
    };
}

macro_rules! nested {
    // Input:  [diff] … e
    // Output: { let (name, d) = ("forward", ad::forward::diff(e)); body }  { let (name, d) = ("stack", …); body } …
    (
        [$operator:ident] $all:tt [$($s:ident)*] ($after:expr) ($e:expr)
        ($name:pat, $derivative:ident, $body:expr)
    ) => {{
        $({
            let ($name, $derivative) = (concat!(stringify!($s), $after), ad::$s::$operator($e));
            $body;
        })*
    }};
    // Input:  [grad [diff]] … e
    // Output: [diff] … forward::grad(e);  [diff] … stack::grad(e); …
    ([$operator:ident $more:tt] $all:tt [$($s:ident)*] ($after:expr) ($e:expr) $rest:tt) => {{
        $(nested!($more $all $all (concat!("∘", stringify!($s), $after)) (ad::$s::$operator($e)) $rest);)*
    }};
}
