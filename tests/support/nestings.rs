//! Every strategy, and every way to nest them.
//!
//! The list of strategies stands here, once. Every test that says "every strategy" or "every nesting" means it.

/// `name!(before… [strategies] after…)`, with the list of all strategies.
#[cfg(feature = "effects")]
#[macro_export]
macro_rules! with_strategies {
    ($name:ident ! $($arguments:tt)*) => { $name! { [forward stack effects] $($arguments)* } };
}

/// The same where there are no effect handlers.
#[cfg(not(feature = "effects"))]
#[macro_export]
macro_rules! with_strategies {
    ($name:ident ! $($arguments:tt)*) => { $name! { [forward stack] $($arguments)* } };
}

/// `nestings!(2, e, |name, derivative| body)` runs `body` for each way to differentiate `e` twice.
///
/// `derivative` is the expression and `name` says how it was made: `forward∘stack` is `forward::diff(stack::diff(e))`.
#[macro_export]
macro_rules! nestings {
    // Input:  nestings!(1, e, |name, d| body)
    // Output: { let (name, d) = ("forward", ad::forward::diff(e)); body }  { let (name, d) = ("stack", …); body } …
    ($order:tt, $e:expr, |$name:ident, $derivative:ident| $body:expr) => {
        with_strategies!(nestings! @ $order ("") ($e) ($name $derivative $body))
    };
    ([$($s:ident)*] @ 1 ($after:expr) ($e:expr) ($name:ident $derivative:ident $body:expr)) => {
        $({
            let ($name, $derivative) = (concat!(stringify!($s), $after), ad::$s::diff($e));
            $body;
        })*
    };
    // Input:  … 2 … e;   Output: … 1 … forward::diff(e);  … 1 … stack::diff(e); …
    ([$($s:ident)*] @ 2 ($after:expr) ($e:expr) $rest:tt) => {
        $(with_strategies! { nestings! @ 1 (concat!("∘", stringify!($s), $after)) (ad::$s::diff($e)) $rest })*
    };
    ([$($s:ident)*] @ 3 ($after:expr) ($e:expr) $rest:tt) => {
        $(with_strategies! { nestings! @ 2 (concat!("∘", stringify!($s), $after)) (ad::$s::diff($e)) $rest })*
    };
}
