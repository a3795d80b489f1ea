#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kinetics {
        const GAS_CONSTANT: f64 = 8.314;

        #[derive(Debug, Clone, Copy)]
        pub enum RateLaw {
            Arrhenius { prefactor: f64, activation: f64 },
            MichaelisMenten { vmax: f64, km: f64 },
        }

        #[derive(Debug, Clone)]
        pub struct Reaction {
            pub reactants: Vec<(usize, u32)>,
            pub products: Vec<(usize, u32)>,
            pub law: RateLaw,
        }

        impl Reaction {
            fn rate(&self, c: &[f64], temperature: f64) -> f64 {
                match self.law {
                    RateLaw::Arrhenius { prefactor, activation } => {
                        let k = prefactor * (-activation / (GAS_CONSTANT * temperature)).exp();
                        self.reactants.iter().fold(k, |r, &(i, order)| r * c[i].powi(order as i32))
                    }
                    RateLaw::MichaelisMenten { vmax, km } => {
                        let (substrate, _) = self.reactants[0];
                        vmax * c[substrate] / (km + c[substrate])
                    }
                }
            }
        }

        /// Concentrations after `steps` steps of Heun's method.
        pub fn react(network: &[Reaction], start: &[f64], temperature: f64, dt: f64, steps: usize) -> Vec<f64> {
            let slope = |c: &[f64]| -> Vec<f64> {
                let mut dc = vec![0.0; c.len()];
                for reaction in network {
                    let rate = reaction.rate(c, temperature);
                    for &(i, n) in &reaction.reactants {
                        dc[i] -= n as f64 * rate;
                    }
                    for &(i, n) in &reaction.products {
                        dc[i] += n as f64 * rate;
                    }
                }
                dc
            };

            let mut c = start.to_vec();
            for _ in 0..steps {
                let k1 = slope(&c);
                let predicted: Vec<f64> = c.iter().zip(&k1).map(|(c, k)| c + dt * k).collect();
                let k2 = slope(&predicted);
                for i in 0..c.len() {
                    c[i] = (c[i] + 0.5 * dt * (k1[i] + k2[i])).max(0.0);
                }
            }
            c
        }
    }
    pub use kinetics::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::React { steps: 15 };
    let start = vec![1.0, 0.8, 0.1, 0.05];
    let x = (
        vec![
            exp::Reaction {
                reactants: vec![(0, 1), (1, 2)],
                products: vec![(2, 1)],
                law: exp::RateLaw::Arrhenius { prefactor: 1.0e6, activation: 4.0e4 },
            },
            exp::Reaction { reactants: vec![(2, 1)], products: vec![(3, 2)], law: exp::RateLaw::MichaelisMenten { vmax: 0.3, km: 0.2 } },
        ],
        start.clone(),
        330.0,
        0.1,
    );
    let network = [
        plain::Reaction {
            reactants: vec![(0, 1), (1, 2)],
            products: vec![(2, 1)],
            law: plain::RateLaw::Arrhenius { prefactor: 1.0e6, activation: 4.0e4 },
        },
        plain::Reaction { reactants: vec![(2, 1)], products: vec![(3, 2)], law: plain::RateLaw::MichaelisMenten { vmax: 0.3, km: 0.2 } },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::react(&network, &start, 330.0, 0.1, 15));
    ad::testing::check(&e, &x).unwrap();
}
