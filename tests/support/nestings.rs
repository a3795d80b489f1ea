//! Every strategy, and every way to nest them.
//!
//! The list of strategies stands here, once. Every test that says "every strategy" or "every nesting" means it.

/// `nestings!(2, e, |name, derivative| body)` runs `body` for each way to differentiate `e` twice.
///
/// `derivative` is the expression and `name` says how it was made: `forward∘stack` is `forward::diff(stack::diff(e))`.
#[cfg(feature = "effects")]
macro_rules! nestings {
    ($order:tt, $e:expr, |$name:ident, $derivative:ident| $body:expr) => {
        nested!($order [forward stack effects] [forward stack effects] ("") ($e) ($name $derivative $body))
    };
}

/// The same where there are no effect handlers.
#[cfg(not(feature = "effects"))]
macro_rules! nestings {
    ($order:tt, $e:expr, |$name:ident, $derivative:ident| $body:expr) => {
        nested!($order [forward stack] [forward stack] ("") ($e) ($name $derivative $body))
    };
}

macro_rules! nested {
    // Input:  1 … e
    // Output: { let (name, d) = ("forward", ad::forward::diff(e)); body }  { let (name, d) = ("stack", …); body } …
    (1 $all:tt [$($s:ident)*] ($after:expr) ($e:expr) ($name:ident $derivative:ident $body:expr)) => {{
        $({
            let ($name, $derivative) = (concat!(stringify!($s), $after), ad::$s::diff($e));
            $body;
        })*
    }};
    // Input:  2 … e
    // Output: 1 … forward::diff(e)   1 … stack::diff(e) …
    (2 $all:tt [$($s:ident)*] ($after:expr) ($e:expr) $rest:tt) => {{
        $(nested!(1 $all $all (concat!("∘", stringify!($s), $after)) (ad::$s::diff($e)) $rest);)*
    }};
    (3 $all:tt [$($s:ident)*] ($after:expr) ($e:expr) $rest:tt) => {{
        $(nested!(2 $all $all (concat!("∘", stringify!($s), $after)) (ad::$s::diff($e)) $rest);)*
    }};
}
