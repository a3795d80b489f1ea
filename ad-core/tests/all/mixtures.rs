//! Every mixture of strategies up to the third order, for expressions of one number.

use ad_core::backpropagator::{self, Backpropagators as B};
use ad_core::effects::{self, Effects as E};
use ad_core::forward::{self, Forward as F};
use ad_core::stack::{self, Stack as S};
use ad_core::taylor::DynTaylor as T;
use ad_core::{Exp, F64, Signature};

/// The derivatives of `e` of order 1, 2 and 3 by every mixture of strategies, each with its order.
macro_rules! mixtures {
    ($e:expr, $x:expr) => {{
        let (e, x) = ($e, $x);
        mixtures!(e, x, 1: f s e b t1; 2: ff fs fe sf ss se ef es ee fb bs bb t2 ft1 t1s;
            3: fff sff fsf ffs ssf sfs fss sss eff fef ffe ees ese see efs sfe bfs sbf ebe t3 ft2 t2s bt2 st1f)
    }};
    ($e:ident, $x:ident, 1: $($first:ident)*; 2: $($second:ident)*; 3: $($third:ident)*) => {
        [$((1, crate::mixtures::$first(&$e, $x)),)* $((2, crate::mixtures::$second(&$e, $x)),)* $((3, crate::mixtures::$third(&$e, $x)),)*]
    };
}

/// The functions of this module, from their names and the dictionaries that they need.
macro_rules! mixture {
    ($($name:ident: $a:ident $($b:ident $($c:ident)?)?, for<$($t:lifetime),*> $D:ty;)*) => {$(
        pub(crate) fn $name<X>(e: &X, x: f64) -> f64
        where
            X: Signature<In = f64, Out = f64> + for<$($t),*> Exp<$D>,
        {
            mixture!(@diff e, $a $($b $($c)?)?).eval(F64, x)
        }
    )*};
    (@diff $e:expr, $a:ident) => { $a::diff($e) };
    (@diff $e:expr, $a:ident $b:ident) => { $a::diff($b::diff($e)) };
    (@diff $e:expr, $a:ident $b:ident $c:ident) => { $a::diff($b::diff($c::diff($e))) };
}

// The name of a dictionary is read from the inside, that of the strategy from the outside.
mixture! {
    f: forward, for<'a> F<'a, F64>;
    s: stack, for<'a> S<'a, F64>;
    e: effects, for<'a> E<'a, F64>;
    ff: forward forward, for<'a, 'b> F<'a, F<'b, F64>>;
    fs: forward stack, for<'a, 'b> S<'a, F<'b, F64>>;
    fe: forward effects, for<'a, 'b> E<'a, F<'b, F64>>;
    sf: stack forward, for<'a, 'b> F<'a, S<'b, F64>>;
    ss: stack stack, for<'a, 'b> S<'a, S<'b, F64>>;
    se: stack effects, for<'a, 'b> E<'a, S<'b, F64>>;
    ef: effects forward, for<'a, 'b> F<'a, E<'b, F64>>;
    es: effects stack, for<'a, 'b> S<'a, E<'b, F64>>;
    ee: effects effects, for<'a, 'b> E<'a, E<'b, F64>>;
    fff: forward forward forward, for<'a, 'b, 'c> F<'a, F<'b, F<'c, F64>>>;
    sff: stack forward forward, for<'a, 'b, 'c> F<'a, F<'b, S<'c, F64>>>;
    fsf: forward stack forward, for<'a, 'b, 'c> F<'a, S<'b, F<'c, F64>>>;
    ffs: forward forward stack, for<'a, 'b, 'c> S<'a, F<'b, F<'c, F64>>>;
    ssf: stack stack forward, for<'a, 'b, 'c> F<'a, S<'b, S<'c, F64>>>;
    sfs: stack forward stack, for<'a, 'b, 'c> S<'a, F<'b, S<'c, F64>>>;
    fss: forward stack stack, for<'a, 'b, 'c> S<'a, S<'b, F<'c, F64>>>;
    sss: stack stack stack, for<'a, 'b, 'c> S<'a, S<'b, S<'c, F64>>>;
    eff: effects forward forward, for<'a, 'b, 'c> F<'a, F<'b, E<'c, F64>>>;
    fef: forward effects forward, for<'a, 'b, 'c> F<'a, E<'b, F<'c, F64>>>;
    ffe: forward forward effects, for<'a, 'b, 'c> E<'a, F<'b, F<'c, F64>>>;
    ees: effects effects stack, for<'a, 'b, 'c> S<'a, E<'b, E<'c, F64>>>;
    ese: effects stack effects, for<'a, 'b, 'c> E<'a, S<'b, E<'c, F64>>>;
    see: stack effects effects, for<'a, 'b, 'c> E<'a, E<'b, S<'c, F64>>>;
    efs: effects forward stack, for<'a, 'b, 'c> S<'a, F<'b, E<'c, F64>>>;
    sfe: stack forward effects, for<'a, 'b, 'c> E<'a, F<'b, S<'c, F64>>>;
    b: backpropagator, for<'a> B<'a, F64>;
    fb: forward backpropagator, for<'a, 'b> B<'a, F<'b, F64>>;
    bs: backpropagator stack, for<'a, 'b> S<'a, B<'b, F64>>;
    bb: backpropagator backpropagator, for<'a, 'b> B<'a, B<'b, F64>>;
    bfs: backpropagator forward stack, for<'a, 'b, 'c> S<'a, F<'b, B<'c, F64>>>;
    sbf: stack backpropagator forward, for<'a, 'b, 'c> F<'a, B<'b, S<'c, F64>>>;
    ebe: effects backpropagator effects, for<'a, 'b, 'c> E<'a, B<'b, E<'c, F64>>>;
    t1: first, for<'a> T<'a, F64>;
    t2: second, for<'a> T<'a, F64>;
    t3: third, for<'a> T<'a, F64>;
    ft1: forward first, for<'a, 'b> T<'a, F<'b, F64>>;
    t1s: first stack, for<'a, 'b> S<'a, T<'b, F64>>;
    ft2: forward second, for<'a, 'b> T<'a, F<'b, F64>>;
    t2s: second stack, for<'a, 'b> S<'a, T<'b, F64>>;
    bt2: backpropagator second, for<'a, 'b> T<'a, B<'b, F64>>;
    st1f: stack first forward, for<'a, 'b, 'c> F<'a, T<'b, S<'c, F64>>>;
}

/// Taylor mode at a fixed order, with the name that the other strategies have for order 1.
macro_rules! fixed_order {
    ($($name:ident = $n:literal),*) => {$(
        mod $name {
            use ad_core::Signature;
            use ad_core::taylor::{NthDerivative, nth_derivative};
            pub(super) fn diff<E: Signature<In = f64, Out = f64>>(e: E) -> NthDerivative<E> {
                nth_derivative(e, $n)
            }
        }
    )*};
}
fixed_order!(first = 1, second = 2, third = 3);
