//! The functions at the ends of intervals, by the crate `pxfm`; those that IEEE 754 defines, by `std`.

pub(super) use pxfm::{
    f_acos as acos, f_acosh as acosh, f_asin as asin, f_asinh as asinh, f_atan as atan, f_atan2 as atan2,
    f_atanh as atanh, f_cbrt as cbrt, f_cos as cos, f_cosh as cosh, f_digamma as digamma, f_erf as erf,
    f_erfc as erfc, f_exp as exp, f_exp2 as exp2, f_expm1 as expm1, f_hypot as hypot, f_j0 as j0, f_j1 as j1,
    f_lgamma as ln_gamma, f_log as log, f_log1p as log1p, f_log2 as log2, f_log10 as log10, f_pow as pow,
    f_sin as sin, f_sinh as sinh, f_tan as tan, f_tanh as tanh, f_tgamma as gamma, f_trigamma as trigamma,
    f_y0 as y0, f_y1 as y1,
};

macro_rules! exact {
    ($($name:ident)*) => {$(
        #[inline]
        pub(super) fn $name(x: f64) -> f64 {
            x.$name()
        }
    )*};
}
exact!(sqrt floor ceil round round_ties_even trunc);
