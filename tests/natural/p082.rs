#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Present value of yearly cash flows and its derivative by the rate.
    #[exp(adjoint)]
    fn npv(flows: &[f64], rate: f64) -> (f64, f64) {
        let base = 1.0 + rate;
        flows.iter().enumerate().fold((0.0, 0.0), |(value, slope), (t, cf)| {
            let df = base.powi(-(t as i32));
            (value + cf * df, slope - t as f64 * cf * df / base)
        })
    }

    /// Internal rate of return: Newton, then bisection where Newton fails.
    #[exp(adjoint)]
    pub fn irr(flows: &[f64]) -> f64 {
        let mut rate = 0.1;
        for _ in 0..20 {
            let (value, slope) = npv(flows, rate);
            if slope.abs() < 1e-12 {
                break;
            }
            let next = rate - value / slope;
            if (next - rate).abs() < 1e-12 {
                return next;
            }
            rate = next;
        }
        let (mut low, mut high) = (-0.9, 1.0);
        while high - low > 1e-9 {
            let mid = 0.5 * (low + high);
            if npv(flows, mid).0 > 0.0 { low = mid } else { high = mid }
        }
        0.5 * (low + high)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Irr;
    let x = vec![-100.0, 30.0, 40.0, 50.0, 10.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::irr(&[-100.0, 30.0, 40.0, 50.0, 10.0]));
    ad::testing::check(&e, &x).unwrap();
}
