#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Zero rate of Nelson–Siegel–Svensson with parameters (β₀, β₁, β₂, β₃, τ₁, τ₂).
    #[exp(adjoint)]
    pub fn svensson(params: &[f64; 6], t: f64) -> f64 {
        let [b0, b1, b2, b3, tau1, tau2] = *params;
        let loading = |tau: f64| {
            let u = t / tau;
            (1.0 - (-u).exp()) / u
        };
        let l1 = loading(tau1);
        let l2 = loading(tau2);
        b0 + b1 * l1 + b2 * (l1 - (-t / tau1).exp()) + b3 * (l2 - (-t / tau2).exp())
    }

    /// Weighted squared error of the curve at observed maturities, with a penalty that keeps the decay times apart.
    #[exp(adjoint)]
    pub fn svensson_objective(#[fixed] maturities: &[f64], #[fixed] yields: &[f64], params: [f64; 6]) -> f64 {
        let n = maturities.len() as f64;
        let sse = maturities
            .iter()
            .zip(yields)
            .map(|(&t, &y)| {
                let weight = 1.0 / (1.0 + t);
                let residual = svensson(&params, t) - y;
                weight * residual * residual
            })
            .sum::<f64>();
        let penalty = 1e-3 / (params[4] - params[5]).powi(2);
        sse / n + penalty
    }
}

fn main() {
    use ad::prelude::*;
    let maturities = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0];
    let yields = [0.021, 0.022, 0.024, 0.026, 0.029, 0.031, 0.033];
    let e = exp::SvenssonObjective { maturities: &maturities, yields: &yields };
    let x = [0.034, -0.012, -0.005, 0.004, 1.3, 6.5];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::svensson_objective(&maturities, &yields, x));
    ad::testing::check(&e, &x).unwrap();
}
