//! The list of strategies. To add one, write its line in `strategies!`.

pub use ad_core::strategies::*;

/// Taylor mode with the operator that the others have.
pub mod taylor {
    use ad_core::Signature;
    pub use ad_core::taylor::*;

    /// The first derivative, from a series of two coefficients.
    pub fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> NthDerivative<E> {
        nth_derivative(e, 1)
    }
}

/// `strategies!(diff, [callback] rest)` is `callback! { [forward stack …] rest }`: all strategies that can run the suites
/// of the kind `diff`, by the names of their modules in [`strategy`](crate::strategy).
///
/// | kind | the strategy has |
/// |---|---|
/// | `diff` | `diff`, for every expression of one number |
/// | `grad` | `grad`, `value_and_grad` and `jacobian`, for every expression |
/// | `vjp` | `vjp`, for every expression: it is a reverse mode |
/// | `step` | a documented order of operations, see `ad_core::Strategy` |
/// | `paper` | all that, and is one of the paper's three: for suites that are too expensive for all strategies |
///
/// A `-` marks a missing kind. A strategy that is not available everywhere is followed by `if` and the macro of `ad-core` that
/// decides.
#[macro_export]
macro_rules! strategies {
    ($kind:ident, $callback:tt $($rest:tt)*) => {
        $crate::select! { $kind, [] $callback [$($rest)*]
            forward        { diff grad -   step paper }
            stack          { diff grad vjp step paper }
            if __with_coroutines
            effects        { diff grad vjp step paper }
            backpropagator { diff grad vjp step -     }
            taylor         { diff -    -   -    -     }
        }
    };
}

/// Goes through the rows of `strategies!` and collects the names of those that are of a kind.
#[doc(hidden)]
#[macro_export]
macro_rules! select {
    ($kind:ident, $found:tt [$($callback:tt)*] [$($rest:tt)*]) => {
        $($callback)*! { $found $($rest)* }
    };
    ($kind:ident, $found:tt $callback:tt $rest:tt if $condition:ident $name:ident $kinds:tt $($rows:tt)*) => {
        $crate::ad_core::$condition! {
            { $crate::select! { $kind, $found $callback $rest $name $kinds $($rows)* } }
            { $crate::select! { $kind, $found $callback $rest $($rows)* } }
        }
    };
    // A rule for each column.
    (diff, [$($found:ident)*] $callback:tt $rest:tt $name:ident { diff $b:tt $c:tt $d:tt $e:tt } $($rows:tt)*) => {
        $crate::select! { diff, [$($found)* $name] $callback $rest $($rows)* }
    };
    (grad, [$($found:ident)*] $callback:tt $rest:tt $name:ident { $a:tt grad $c:tt $d:tt $e:tt } $($rows:tt)*) => {
        $crate::select! { grad, [$($found)* $name] $callback $rest $($rows)* }
    };
    (vjp, [$($found:ident)*] $callback:tt $rest:tt $name:ident { $a:tt $b:tt vjp $d:tt $e:tt } $($rows:tt)*) => {
        $crate::select! { vjp, [$($found)* $name] $callback $rest $($rows)* }
    };
    (step, [$($found:ident)*] $callback:tt $rest:tt $name:ident { $a:tt $b:tt $c:tt step $e:tt } $($rows:tt)*) => {
        $crate::select! { step, [$($found)* $name] $callback $rest $($rows)* }
    };
    (paper, [$($found:ident)*] $callback:tt $rest:tt $name:ident { $a:tt $b:tt $c:tt $d:tt paper } $($rows:tt)*) => {
        $crate::select! { paper, [$($found)* $name] $callback $rest $($rows)* }
    };
    ($kind:ident, $found:tt $callback:tt $rest:tt $name:ident $kinds:tt $($rows:tt)*) => {
        $crate::select! { $kind, $found $callback $rest $($rows)* }
    };
}
