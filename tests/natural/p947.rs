#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod weibull {
        #[derive(Clone, Copy, Debug)]
        pub enum Observation {
            Exact(f64),
            RightCensored(f64),
            Interval { from: f64, to: f64 },
        }

        #[derive(Debug)]
        pub enum ModelError {
            BadParameter(&'static str),
            EmptyInterval,
        }

        #[derive(Clone, Copy)]
        pub struct Weibull {
            shape: f64,
            scale: f64,
        }

        impl Weibull {
            fn new(shape: f64, scale: f64) -> Result<Self, ModelError> {
                if shape <= 0.0 {
                    return Err(ModelError::BadParameter("shape"));
                }
                if scale <= 0.0 {
                    return Err(ModelError::BadParameter("scale"));
                }
                Ok(Self { shape, scale })
            }

            fn log_survival(self, t: f64) -> f64 {
                -(t / self.scale).powf(self.shape)
            }

            fn log_density(self, t: f64) -> f64 {
                let z = t / self.scale;
                self.shape.ln() - self.scale.ln() + (self.shape - 1.0) * z.ln() + self.log_survival(t)
            }

            fn log_lik(&self, obs: Observation) -> Result<f64, ModelError> {
                use Observation::*;
                Ok(match obs {
                    Exact(t) => self.log_density(t),
                    RightCensored(t) => self.log_survival(t),
                    Interval { from, to } if from < to => {
                        (self.log_survival(from).exp() - self.log_survival(to).exp()).ln()
                    }
                    Interval { .. } => return Err(ModelError::EmptyInterval),
                })
            }
        }

        fn total(observations: &[Observation], shape: f64, scale: f64) -> Result<f64, ModelError> {
            let dist = Weibull::new(shape, scale)?;
            let mut sum = 0.0;
            for &obs in observations {
                sum += dist.log_lik(obs)?;
            }
            Ok(sum)
        }

        pub fn deviance(observations: &[Observation], log_shape: f64, log_scale: f64) -> f64 {
            total(observations, log_shape.exp(), log_scale.exp()).map_or(f64::INFINITY, |l| -2.0 * l)
        }
    }
    pub use weibull::*;
}

fn main() {
    macro_rules! data {
        ($m:ident) => {{
            use $m::Observation::*;
            vec![Exact(1.3), RightCensored(2.5), Interval { from: 0.7, to: 1.9 }, Exact(0.4), RightCensored(3.1)]
        }};
    }
    let e = exp::Deviance;
    let x = (data!(exp), 0.25, 0.8);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::deviance(&data!(plain), 0.25, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
