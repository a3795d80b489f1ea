//! Every strategy, and every way to nest them.
//!
//! The list of strategies stands here, once. Every test that says "every strategy" or "every nesting" means it.

/// `nestings!([grad [jacobian]], e, |name, derivative| body)` runs `body` for each way to apply these operators to `e`,
/// the first one first: `derivative` is `forward::jacobian(stack::grad(e))` where `name` is `forward∘stack`.
#[cfg(feature = "effects")]
macro_rules! nestings {
    ($operators:tt, $e:expr, |$name:pat, $derivative:ident| $body:expr) => {
        nested!($operators [forward stack effects] [forward stack effects] ("") ($e) ($name, $derivative $body))
    };
}

/// The same where there are no effect handlers.
#[cfg(not(feature = "effects"))]
macro_rules! nestings {
    ($operators:tt, $e:expr, |$name:pat, $derivative:ident| $body:expr) => {
        nested!($operators [forward stack] [forward stack] ("") ($e) ($name, $derivative $body))
    };
}

macro_rules! nested {
    // Input:  [diff] … e
    // Output: { let (name, d) = ("forward", ad::forward::diff(e)); body }  { let (name, d) = ("stack", …); body } …
    (
        [$operator:ident] $all:tt [$($s:ident)*] ($after:expr) ($e:expr)
        ($name:pat, $derivative:ident $body:expr)
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
