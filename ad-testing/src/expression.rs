//! Expressions that are written by hand, with the class of dictionaries that they are for.

/// `expression!(Cube: f64 => f64, RingDict, |x| x * x * x)` declares `Cube`, an expression for every `D: RingDict`.
#[macro_export]
macro_rules! expression {
    (
        $(#[$meta:meta])*
        $vis:vis $Name:ident: $In:ty => $Out:ty, $Class:ident $(+ $More:ident)?, |$x:pat_param| $body:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $Name;

        impl $crate::ad_core::Signature for $Name {
            type In = $In;
            type Out = $Out;
        }

        impl<D: $crate::ad_core::$Class $(+ $crate::ad_core::$More)?> $crate::ad_core::Exp<D> for $Name {
            fn apply(
                &self,
                _: D,
                $x: &$crate::ad_core::Of<$In, $crate::ad_core::Num<D>>,
            ) -> $crate::ad_core::Of<$Out, $crate::ad_core::Num<D>> {
                #[allow(unused_imports, reason = "not every expression has functions")]
                use $crate::ad_core::Real as _;
                $body
            }
        }
    };
}
