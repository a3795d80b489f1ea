#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod cox {
        #[fixed]
        #[derive(Debug, Clone)]
        pub struct Subject {
            pub time: f64,
            pub event: bool,
            pub covariates: Vec<f64>,
        }

        fn dot(a: &[f64], b: &[f64]) -> f64 {
            a.iter().zip(b).map(|(a, b)| a * b).sum()
        }

        /// Negative log partial likelihood, Breslow's form, with a ridge penalty.
        pub fn cox_nll(#[fixed] subjects: &[Subject], beta: &[f64], ridge: f64) -> f64 {
            // indices by decreasing time, so that the risk set only grows
            let mut order: Vec<usize> = (0..subjects.len()).collect();
            order.sort_by(|&i, &j| subjects[j].time.partial_cmp(&subjects[i].time).unwrap());

            let mut at_risk = 0.0;
            let mut loglik = 0.0;
            for i in order {
                let s = &subjects[i];
                let mut eta = 0.0;
                for (b, z) in beta.iter().zip(&s.covariates) {
                    eta += b * z;
                }
                at_risk += eta.exp();
                if s.event {
                    loglik += eta - at_risk.ln();
                }
            }
            -loglik + 0.5 * ridge * dot(beta, beta)
        }
    }
    pub use cox::*;
}

fn main() {
    macro_rules! subjects {
        ($m:ident) => {
            vec![
                $m::Subject { time: 5.0, event: true, covariates: vec![0.3, 1.0] },
                $m::Subject { time: 2.5, event: true, covariates: vec![1.2, 0.0] },
                $m::Subject { time: 8.1, event: false, covariates: vec![-0.4, 1.0] },
                $m::Subject { time: 3.3, event: false, covariates: vec![0.8, 0.0] },
                $m::Subject { time: 6.4, event: true, covariates: vec![-1.1, 1.0] },
            ]
        };
    }
    let data = subjects!(exp);
    let e = exp::CoxNll { subjects: &data };
    let x = (vec![0.6, -0.35], 0.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::cox_nll(&subjects!(plain), &[0.6, -0.35], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
