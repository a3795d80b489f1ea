#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Debug, Clone)]
    pub struct Component {
        pub logit: f64,
        pub mean: f64,
        pub log_sd: f64,
    }

    #[exp(adjoint)]
    impl Component {
        fn log_density(&self, x: f64) -> f64 {
            let z = (x - self.mean) / self.log_sd.exp();
            -0.5 * z * z - self.log_sd - 0.9189385332046727
        }
    }

    #[exp(adjoint)]
    fn log_add(a: f64, b: f64) -> f64 {
        let (hi, lo) = if a > b { (a, b) } else { (b, a) };
        hi + (lo - hi).exp().ln_1p()
    }

    #[exp(adjoint)]
    pub fn mixture_log_likelihood(data: &[f64], components: &[Component]) -> f64 {
        let normaliser = components.iter().map(|c| c.logit).reduce(log_add).expect("at least one component");
        data.iter()
            .map(|&x| {
                components
                    .iter()
                    .map(|c| c.logit - normaliser + c.log_density(x))
                    .reduce(|a, b| log_add(a, b))
                    .unwrap_or(f64::NEG_INFINITY)
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MixtureLogLikelihood;
    let x = (vec![0.3, -1.0, 2.2], vec![exp::Component { logit: 0.1, mean: -0.5, log_sd: -0.2 }, exp::Component { logit: -0.3, mean: 1.5, log_sd: 0.1 }]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::mixture_log_likelihood(&[0.3, -1.0, 2.2], &[plain::Component { logit: 0.1, mean: -0.5, log_sd: -0.2 }, plain::Component { logit: -0.3, mean: 1.5, log_sd: 0.1 }]));
    ad::testing::check(&e, &x).unwrap();
}
