//! Densities against values and derivatives with 400 digits, in the tails as elsewhere.

use ad::densities::*;
use ad::prelude::*;
use ad::{Argument, testing};

/// A density by name, its argument, and its value with the partial derivatives, by `python3 tests/oracle/densities.py`.
#[rustfmt::skip]
#[allow(clippy::unreadable_literal, clippy::excessive_precision, reason = "the numbers are printed by a program")]
const ROWS: &[(&str, &[f64], &[f64])] = &[
    ("log_sigmoid", &[0.3], &[-0.5543552444685271, 0.425557483188341]),
    ("log_sigmoid", &[-40.0], &[-40.0, 1.0]),
    ("log_sigmoid", &[40.0], &[-4.248354255291589e-18, 4.248354255291589e-18]),
    ("log_sigmoid", &[-750.0], &[-750.0, 1.0]),
    ("log_sigmoid", &[750.0], &[-0.0, 0.0]),
    ("normal_lpdf", &[0.3, 1.5, 0.7], &[-2.0316513443679813, 2.448979591836735, -2.448979591836735, 2.769679300291546]),
    ("normal_lpdf", &[40.0, 0.0, 1.0], &[-800.9189385332047, -40.0, 40.0, 1599.0]),
    ("normal_lpdf", &[1e+100, 1.0, 3.0], &[-5.555555555555556e+198, -1.1111111111111112e+99, 1.1111111111111112e+99, 3.7037037037037036e+198]),
    ("normal_lpdf", &[1e-08, 0.0, 1e-06], &[12.896522024759602, -10000.000000000002, 10000.000000000002, -999900.0]),
    ("half_normal_lpdf", &[0.3, 0.7], &[0.03904685660012745, -0.6122448979591837, -1.1661807580174928]),
    ("half_normal_lpdf", &[50.0, 0.5], &[-4999.5326441720845, -200.0, 19998.0]),
    ("lognormal_lpdf", &[0.3, 1.5, 0.7], &[-6.8189733630361955, 15.061039485210452, -5.518311845563136, 19.887664508846264]),
    ("lognormal_lpdf", &[1e-300, 0.0, 1.0], &[-237895.5583821629, 6.897755278982137e+302, -690.7755278982137, 477169.8299430558]),
    ("lognormal_lpdf", &[1e+300, 1.0, 2.0], &[-60166.1724745194, -1.7344388197455342e-298, 172.44388197455342, 59473.28486090742]),
    ("student_t_lpdf", &[0.3, 4.5, 1.5, 0.7], &[-1.9996151008965477, 1.8106995884773665, 0.0021783515808139714, -1.8106995884773665, 1.6754850088183426]),
    ("student_t_lpdf", &[1000000.0, 3.0, 0.0, 1.0], &[-54.065706504150384, -3.999999999988e-06, -12.573057233073774, 3.999999999988e-06, 2.999999999988]),
    ("student_t_lpdf", &[1e+180, 2.5, 1.0, 2.0], &[-1448.3088714475296, -3.5e-180, -412.5765611989696, 3.5e-180, 1.25]),
    ("student_t_lpdf", &[2.0, 10000.0, 0.0, 1.0], &[-2.9187635998499712, -1.9994002399040385, -1.7486673076351862e-08, 1.9994002399040385, 2.998800479808077]),
    ("student_t_lpdf", &[3.0, 70.0, 0.5, 2.0], &[-2.3993533062102084, -0.6200873362445415, 8.602750174634857e-05, 0.6200873362445415, 0.27510917030567683]),
    ("student_t_lpdf", &[0.001, 0.1, 0.0, 1.0], &[-1.9099262413407823, -0.010999890001099988, 4.380992869803853, 0.010999890001099988, -0.9999890001099989]),
    ("cauchy_lpdf", &[0.3, 1.5, 0.7], &[-2.1589248327049266, 1.2435233160621761, -1.2435233160621761, 0.7031828275351593]),
    ("cauchy_lpdf", &[1000000.0, 0.0, 1.0], &[-28.77575100177895, -1.999999999998e-06, 1.999999999998e-06, 0.999999999998]),
    ("cauchy_lpdf", &[-1e+200, 1.0, 2.0], &[-921.4856199029077, 2e-200, -2e-200, 0.5]),
    ("cauchy_lpdf", &[200000000.0, 0.0, 1.5], &[-38.966920626765855, -1e-08, 1e-08, 0.6666666666666666]),
    ("laplace_lpdf", &[0.3, 1.5, 0.7], &[-2.0507579509069274, 1.4285714285714286, -1.4285714285714286, 1.0204081632653064]),
    ("laplace_lpdf", &[10000000000.0, 0.0, 0.1], &[-99999999998.39056, -10.0, 10.0, 999999999989.9999]),
    ("logistic_lpdf", &[0.3, 1.5, 0.7], &[-1.6887961024501317, 0.9925466718781971, -0.9925466718781971, 0.2729371517911952]),
    ("logistic_lpdf", &[800.0, 0.0, 0.5], &[-1599.30685281944, -2.0, 2.0, 3198.0]),
    ("logistic_lpdf", &[-800.0, 0.0, 0.5], &[-1599.30685281944, 2.0, -2.0, 3198.0]),
    ("logistic_lpdf", &[-40.0, 1.0, 1.0], &[-41.0, 1.0, -1.0, 40.0]),
    ("exponential_lpdf", &[0.3, 0.7], &[-0.5666749439387324, -0.7, 1.1285714285714288]),
    ("exponential_lpdf", &[10000000000.0, 3.0], &[-29999999998.901386, -3.0, -9999999999.666666]),
    ("gamma_lpdf", &[0.3, 2.5, 0.7], &[-3.192329436808654, 4.3, -2.2638043889099118, 3.271428571428572]),
    ("gamma_lpdf", &[1e-300, 0.5, 2.0], &[345.16197259646214, -4.9999999999999995e+299, -688.1188706916323, 0.25]),
    ("gamma_lpdf", &[100000.0, 3.0, 4.0], &[-399973.50841316726, -3.99998, 11.976435490991651, -99999.25]),
    ("gamma_lpdf", &[31.0, 60.0, 2.0], &[-2.3397529632291434, -0.0967741935483871, 0.041146303661553266, -1.0]),
    ("inverse_gamma_lpdf", &[0.3, 2.5, 0.7], &[0.7042012514876925, -3.8888888888888893, 0.1441412197419604, 0.2380952380952382]),
    ("inverse_gamma_lpdf", &[0.0001, 3.0, 2.0], &[-19961.772344150973, 199959999.99999997, 8.98070321743766, -9998.5]),
    ("inverse_gamma_lpdf", &[1e+200, 1.5, 2.0], &[-1150.1320434885477, -2.5e-200, -459.8603613922278, 0.75]),
    ("weibull_lpdf", &[0.3, 1.5, 0.7], &[0.057925262978447675, 0.2638373722924299, 0.05709165820181936, -1.5416445881253271]),
    ("weibull_lpdf", &[1e-200, 0.5, 2.0], &[229.21878852856466, -5e+199, -459.2101657793691, -0.25]),
    ("weibull_lpdf", &[100.0, 3.0, 2.0], &[-124991.77048888104, -3749.98, -488998.6303221795, 187498.5]),
    ("beta_lpdf", &[0.3, 2.5, 1.7], &[-0.19595120335128022, 4.0, -0.5957905536845797, 0.7461160724743733]),
    ("beta_lpdf", &[1e-300, 0.5, 3.0], &[345.3232254279693, -4.9999999999999995e+299, -687.7088612315471, 0.18037230554677605]),
    ("beta_lpdf", &[0.999999999, 2.0, 4.5], &[-69.3226050402845, -3500000097.986763, 1.3701269943014658, -20.31922546118794]),
    ("bernoulli_logit_lpmf true", &[0.3], &[-0.5543552444685271, 0.425557483188341]),
    ("bernoulli_logit_lpmf true", &[-750.0], &[-750.0, 1.0]),
    ("bernoulli_logit_lpmf true", &[750.0], &[-0.0, 0.0]),
    ("bernoulli_logit_lpmf false", &[0.3], &[-0.8543552444685271, -0.574442516811659]),
    ("bernoulli_logit_lpmf false", &[-750.0], &[-0.0, -0.0]),
    ("bernoulli_logit_lpmf false", &[750.0], &[-750.0, -1.0]),
    ("binomial_logit_lpmf 3 10", &[0.3], &[-2.856060701903225, -2.7444251681165897]),
    ("binomial_logit_lpmf 3 10", &[-750.0], &[-2245.212508257218, 3.0]),
    ("binomial_logit_lpmf 3 10", &[40.0], &[-275.21250825721796, -7.0]),
    ("poisson_log_lpmf 7", &[0.3], &[-7.775020168641418, 5.650141192423997]),
    ("poisson_log_lpmf 7", &[-750.0], &[-5258.525161361065, 7.0]),
    ("poisson_log_lpmf 7", &[12.0], &[-162679.31658036498, -162747.79141900392]),
    ("negative_binomial_log_lpmf 4", &[0.3, 1.7], &[-3.052253643717203, 1.4771962609972473, -0.011764130739690754]),
    ("negative_binomial_log_lpmf 4", &[-750.0, 2.0], &[-3001.1631508098058, 4.0, -0.7166666666666667]),
    ("negative_binomial_log_lpmf 4", &[700.0, 0.5], &[-351.6432557927102, -0.5, -696.340766228179]),
    ("negative_binomial_log_lpmf 4", &[2.0, 30.0], &[-2.4715578234833786, -2.719289909295875, -0.002393237132752287]),
];

/// The value and the gradient by the program, and the same on the tape.
fn by_both_modes<E, X, H>(e: &E, x: &X) -> [Vec<f64>; 2]
where
    E: Differentiable<Out = f64>,
    X: Argument<E::In, H>,
{
    let flat = Flat::of(e, x);
    let at = flat.to_vec(x);
    [Mode::Program, Mode::Forward].map(|mode| {
        let mut found = vec![0.0; at.len() + 1];
        let mut prepared = Prepared::new(e).mode(mode);
        found[0] = prepared.value_and_grad_into(&flat.at(&at), &mut flat.at_mut(&mut found[1..]));
        found
    })
}

fn found(name: &str, x: &[f64]) -> [Vec<f64>; 2] {
    let one = || x[0];
    let two = || (x[0], x[1]);
    let three = || (x[0], x[1], x[2]);
    match name {
        "log_sigmoid" => by_both_modes(&LogSigmoid, &one()),
        "normal_lpdf" => by_both_modes(&NormalLpdf, &three()),
        "half_normal_lpdf" => by_both_modes(&HalfNormalLpdf, &two()),
        "lognormal_lpdf" => by_both_modes(&LognormalLpdf, &three()),
        "student_t_lpdf" => by_both_modes(&StudentTLpdf, &(x[0], x[1], x[2], x[3])),
        "cauchy_lpdf" => by_both_modes(&CauchyLpdf, &three()),
        "laplace_lpdf" => by_both_modes(&LaplaceLpdf, &three()),
        "logistic_lpdf" => by_both_modes(&LogisticLpdf, &three()),
        "exponential_lpdf" => by_both_modes(&ExponentialLpdf, &two()),
        "gamma_lpdf" => by_both_modes(&GammaLpdf, &three()),
        "inverse_gamma_lpdf" => by_both_modes(&InverseGammaLpdf, &three()),
        "weibull_lpdf" => by_both_modes(&WeibullLpdf, &three()),
        "beta_lpdf" => by_both_modes(&BetaLpdf, &three()),
        "bernoulli_logit_lpmf true" => by_both_modes(&BernoulliLogitLpmf { success: true }, &one()),
        "bernoulli_logit_lpmf false" => by_both_modes(&BernoulliLogitLpmf { success: false }, &one()),
        "binomial_logit_lpmf 3 10" => by_both_modes(&BinomialLogitLpmf { successes: 3, trials: 10 }, &one()),
        "poisson_log_lpmf 7" => by_both_modes(&PoissonLogLpmf { count: 7 }, &one()),
        "negative_binomial_log_lpmf 4" => by_both_modes(&NegativeBinomialLogLpmf { count: 4 }, &two()),
        _ => panic!("{name} has no density"),
    }
}

#[test]
fn densities_and_their_derivatives_keep_their_digits_in_the_tails() {
    let mut errors = Vec::new();
    for (name, x, expected) in ROWS {
        for numbers in found(name, x) {
            for (i, (found, expected)) in numbers.iter().zip(*expected).enumerate() {
                let error = (found - expected).abs();
                // By the degrees of freedom, terms of the size 1/ν cancel.
                let cancelled = if *name == "student_t_lpdf" && i == 2 { 1e-15 / x[1] } else { 0.0 };
                // NaN is not near.
                let near = error <= 1e-12 * expected.abs() + cancelled;
                if !near {
                    errors.push(format!("{name} {x:?}, number {i}: {found:e} instead of {expected:e}"));
                }
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn outside_of_its_support_a_density_is_0() {
    for (y, name) in [(-1.0, "half_normal_lpdf"), (-1.0, "exponential_lpdf")] {
        assert_eq!(found(name, &[y, 2.0])[0], [f64::NEG_INFINITY, 0.0, 0.0], "{name}");
    }
    for name in ["lognormal_lpdf", "gamma_lpdf", "inverse_gamma_lpdf", "weibull_lpdf", "beta_lpdf"] {
        assert_eq!(found(name, &[-1.0, 2.0, 3.0])[0], [f64::NEG_INFINITY, 0.0, 0.0, 0.0], "{name}");
    }
}

#[test]
fn at_the_ends_of_its_support_a_density_has_its_limit() {
    for (a, b) in [(2.0, 1.0), (1.0, 1.0), (3.5, 1.0)] {
        let at_one = ad::densities::beta_lpdf(1.0, a, b);
        assert!((at_one - a.ln()).abs() < 1e-14, "{at_one} for {a}, {b}");
        assert!((ad::densities::beta_lpdf(0.0, b, a) - a.ln()).abs() < 1e-14);
    }
    assert_eq!(ad::densities::beta_lpdf(1.0, 2.0, 3.0), f64::NEG_INFINITY);
    assert_eq!(ad::densities::beta_lpdf(1.0, 2.0, 0.5), f64::INFINITY);
    assert_eq!(ad::densities::gamma_lpdf(0.0, 1.0, 4.0), 4f64.ln());
}

#[test]
fn strategies_agree_on_densities() {
    testing::check(&StudentTLpdf, &(0.5, 3.0, 1.0, 2.0)).unwrap();
    testing::check(&BetaLpdf, &(0.5, 3.0, 2.0)).unwrap();
}
