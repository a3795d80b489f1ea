//! Compositions of functions, to the tenth order: Taylor mode.

use ad::prelude::*;
use ad::{Num, Real, RealDict, Signature, special};

use super::report;
use crate::oracle;

/// The largest error, in units of the larger of the table's two columns.
const UNITS: f64 = 3.0;

/// The composition of that name in the table, as its formula there has it.
fn composition<N: Real>(name: &str, x: N) -> N {
    let square = x * x;
    match name {
        "exp_sin_over" => x.sin().exp() / (1.0 + square),
        "self_power" => x.powf(x),
        "sqrt_one_plus_ln_squared" => (1.0 + x.ln() * x.ln()).sqrt(),
        "tanh_cube" => x.powi(3).tanh(),
        "black_scholes_call" => {
            let spread = 0.25 * 0.5f64.sqrt();
            let d = ((x / 100.0).ln() + 0.03125 * 0.5 + 0.015_625) / spread;
            let normal = |d: N| 0.5 * special::erfc(-d * 0.5f64.sqrt());
            x * normal(d) - 100.0 * (-0.015_625f64).exp() * normal(d - spread)
        }
        "erf_bell" => special::erf(x) * (-square).exp(),
        "sigmoid" => 1.0 / (1.0 + (-x).exp()),
        "softplus" => x.exp().ln_1p(),
        "log_sum_exp" => (x.exp() + (2.0 * x).exp() + (-x).exp() + 1.0).ln(),
        "rational" => (x.powi(3) - 2.0 * x + 1.0) / (square + x + 1.0),
        "runge" => 1.0 / (1.0 + 25.0 * square),
        "cbrt_one_plus" => (1.0 + x).cbrt(),
        "atan_recip" => (1.0 / x).atan(),
        "sin_recip" => (1.0 / x).sin(),
        "sinc" => x.sin() / x,
        "gaussian" => (-square / 2.0).exp(),
        "flat" => (-1.0 / square).exp(),
        "tower" => (x.exp() - 1.0).exp(),
        "ln_ln" => x.ln().ln(),
        "ln_gap" => ((1.0 + x) / (1.0 - x)).ln(),
        "cos_square" => square.cos(),
        "chirp" => x.powi(3).sin() * (-x).exp(),
        "damped" => (-x / 4.0).exp() * (3.0 * x).cos(),
        "tan_sin" => x.sin().tan(),
        "sec" => 1.0 / x.cos(),
        "gudermann" => 2.0 * (x / 2.0).tanh().atan(),
        "asin_ratio" => (x / (1.0 + square)).asin(),
        "acos_cube" => x.powi(3).acos(),
        "acosh_square" => (1.0 + square).acosh(),
        "asinh_exp" => x.exp().asinh(),
        "atanh_sin" => x.sin().atanh(),
        "catenary" => 2.0 * (x / 2.0).cosh() - x.sinh(),
        "polynomial" => ((((x - 3.0) * x + 5.0) * x - 7.0) * x + 2.0) * x.powi(6),
        "laurent" => x.powi(-3) + 2.0 * x.powi(-1) - square,
        "exp2_log2" => (x * (x + 2.0).log2()).exp2(),
        "log10_quadratic" => (square + x + 10.0).log10(),
        "expm1_ratio" => x.exp_m1() / x,
        "ln1p_sin" => (x.sin() / 2.0).ln_1p(),
        "relativistic" => 1.0 / (1.0 - square).sqrt(),
        "lennard_jones" => 4.0 * (x.powi(-12) - x.powi(-6)),
        "planck" => x.powi(3) / x.exp_m1(),
        "hypot_line" => (square + (1.0 - x) * (1.0 - x)).sqrt(),
        "angle_of_curve" => (square - 1.0).atan2(1.0 + x),
        "erfc_scaled" => square.exp() * special::erfc(x),
        _ => panic!("the table has a composition that is not tested: {name}"),
    }
}

#[derive(Clone, Copy)]
struct Composition(&'static str);

impl Signature for Composition {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Composition {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        composition(self.0, *x)
    }
}

#[test]
fn derivatives_to_the_tenth_order_are_those_of_the_oracle() {
    let mut errors = Vec::new();
    let mut sharp = 0;
    for row in oracle::compositions() {
        let (e, [x]) = (Composition(row.function), row.at);
        let derivatives = taylor::derivatives::<11, _>(e).eval(F64, x);
        for (order, computed) in derivatives.into_iter().enumerate() {
            let off = row.units_off(order, computed);
            if off > UNITS {
                let exact = row.exact[order];
                errors.push(format!(
                    "{}({x}), order {order}: {computed:e} is {off:.1} units from {exact:e}",
                    row.function
                ));
            }
            sharp += usize::from(row.is_sharp(order, 6));
        }
        assert_eq!(taylor::nth_derivative(e, 10).eval(F64, x), derivatives[10], "{}", row.function);
    }
    report(&errors);
    assert!(sharp > 44 * 5 * 8, "only {sharp} derivatives are known to six digits");
}
