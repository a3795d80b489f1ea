//! The rows of the macro's tables that name functions of `ad`. The macro's own tests do without `ad`: it would be compiled once more for
//! them.

macro_rules! operand {
    ($x:ident Number) => {
        $x
    };
    ($x:ident Integer) => {
        2
    };
}

macro_rules! numbers {
    ($($name:ident($($argument:ident),*) -> $gives:ident $([$($word:ident)*])?;)*) => {
        /// `x.sin()`, with only the bound's trait in scope, is the class's method.
        #[test]
        fn each_is_a_method_of_the_class() {
            fn all<N: ad::Real + ad::Ordered>(x: N) {
                type Number<N> = N;
                type Pair<N> = (N, N);
                type Truth<N> = <N as Same>::Bool;
                $(let _: $gives<N> = x.$name($(operand!(x $argument)),*);)*
            }
            trait Same {
                type Bool;
            }
            impl<N> Same for N {
                type Bool = bool;
            }
            all(0.5);
        }
    };
}

macro_rules! special {
    ($($name:ident = $example:expr;)*) => {
        /// A special function of a float is a float.
        #[test]
        fn each_is_a_special_function() {
            use ad::special;
            $(let _: f64 = $example;)*
        }
    };
}

include!("../../ad-macros/src/library/rows/numbers.rs");
include!("../../ad-macros/src/library/rows/special.rs");
