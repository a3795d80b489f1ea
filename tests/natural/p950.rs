#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hierarchical {
        use std::collections::BTreeMap;

        pub trait Family {
            fn inverse_link(&self, eta: f64) -> f64;
            fn log_density(&self, y: f64, mean: f64) -> f64;
        }

        pub struct Poisson;

        pub struct NegativeBinomial {
            pub dispersion: f64,
        }

        impl Family for Poisson {
            fn inverse_link(&self, eta: f64) -> f64 {
                eta.exp()
            }
            fn log_density(&self, y: f64, mean: f64) -> f64 {
                y * mean.ln() - mean
            }
        }

        impl Family for NegativeBinomial {
            fn inverse_link(&self, eta: f64) -> f64 {
                eta.exp()
            }
            fn log_density(&self, y: f64, mean: f64) -> f64 {
                let r = self.dispersion;
                // the rising factorial r (r + 1) … (r + y - 1), without constants
                let rising: f64 = (0..y as usize).map(|k| (r + k as f64).ln()).sum();
                rising + y * (mean / (mean + r)).ln() + r * (r / (mean + r)).ln()
            }
        }

        fn log_posterior<F>(family: &F, rows: &[(&str, f64, f64)], slope: f64, offsets: &BTreeMap<&str, f64>, tau: f64) -> f64
        where
            F: Family,
        {
            let mut by_group: BTreeMap<&str, f64> = BTreeMap::new();
            for &(group, dose, count) in rows {
                let eta = offsets[group] + slope * dose;
                *by_group.entry(group).or_insert(0.0) += family.log_density(count, family.inverse_link(eta));
            }
            let prior: f64 = offsets.values().map(|b| -0.5 * (b / tau).powi(2) - tau.ln()).sum();
            by_group.values().sum::<f64>() + prior
        }

        /// Log posterior odds of overdispersion.
        pub fn overdispersion(#[fixed] rows: &[(&str, f64, f64)], slope: f64, groups: &[f64], tau: f64, dispersion: f64) -> f64 {
            let names = ["control", "low", "high"];
            let offsets: BTreeMap<&str, f64> = names.into_iter().zip(groups.iter().copied()).collect();
            log_posterior(&NegativeBinomial { dispersion }, rows, slope, &offsets, tau)
                - log_posterior(&Poisson, rows, slope, &offsets, tau)
        }
    }
    pub use hierarchical::*;
}

fn main() {
    let rows = [("control", 0.0, 2.0), ("low", 0.5, 4.0), ("high", 1.5, 9.0), ("low", 0.7, 1.0), ("control", 0.1, 3.0)];
    let e = exp::Overdispersion { rows: &rows };
    let x = (0.6, vec![0.5, 0.8, 1.0], 0.9, 3.5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::overdispersion(&rows, 0.6, &[0.5, 0.8, 1.0], 0.9, 3.5));
    ad::testing::check(&e, &x).unwrap();
}
