//! Derivatives by mixtures of strategies up to the third order, for expressions of one number.

/// The derivatives of `e` of order 1, 2 and 3, each with its order. The mixtures of order 1 and 2 are complete. Of order 3, each strategy
/// is at each place. Power series of higher orders are alone, outside and inside of each strategy.
macro_rules! mixtures {
    ($e:expr, $x:expr) => {{
        use ad_core::taylor::nth_derivative;
        use ad_testing::{chain, nestings};
        let (e, x) = (&$e, $x);
        let mut derivatives: Vec<(usize, f64)> = Vec::new();
        nestings!([diff], e, |_, d| derivatives.push((1, d.eval(F64, x))));
        nestings!([diff [diff]], e, |_, d| derivatives.push((2, d.eval(F64, x))));
        chain!([diff [diff [diff]]], e, |_, d| derivatives.push((3, d.eval(F64, x))));
        derivatives.push((2, nth_derivative(e, 2).eval(F64, x)));
        derivatives.push((3, nth_derivative(e, 3).eval(F64, x)));
        nestings!([diff], nth_derivative(e, 2), |_, d| derivatives.push((3, d.eval(F64, x))));
        nestings!([diff], e, |_, d| derivatives.push((3, nth_derivative(d, 2).eval(F64, x))));
        derivatives
    }};
}
