#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod chemistry {
        use std::collections::BTreeMap;

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Species {
            A,
            B,
            C,
            D,
        }
        use Species::*;

        pub struct Reaction {
            reactants: Vec<(Species, u32)>,
            products: Vec<(Species, u32)>,
            rate: f64,
        }

        type Concentrations = BTreeMap<Species, f64>;

        impl Reaction {
            fn speed(&self, c: &Concentrations) -> f64 {
                self.reactants
                    .iter()
                    .map(|(s, n)| c.get(s).copied().unwrap_or_default().powi(*n as i32))
                    .product::<f64>()
                    * self.rate
            }
        }

        fn derivative(network: &[Reaction], c: &Concentrations) -> Concentrations {
            let mut d = BTreeMap::new();
            for reaction in network {
                let v = reaction.speed(c);
                for &(species, n) in &reaction.reactants {
                    *d.entry(species).or_insert(0.0) -= n as f64 * v;
                }
                for &(species, n) in &reaction.products {
                    *d.entry(species).or_insert(0.0) += n as f64 * v;
                }
            }
            d
        }

        pub fn yield_of_d(k1: f64, k2: f64, k3: f64, start: f64) -> f64 {
            let network = vec![
                Reaction { reactants: vec![(A, 1), (B, 1)], products: vec![(C, 1)], rate: k1 },
                Reaction { reactants: vec![(C, 1)], products: vec![(A, 1), (B, 1)], rate: k2 },
                Reaction { reactants: vec![(C, 2)], products: vec![(D, 1)], rate: k3 },
            ];
            let mut c = Concentrations::from([(A, start), (B, 1.5), (C, 0.0)]);
            let dt = 0.02;
            for _ in 0..50 {
                let d = derivative(&network, &c);
                for (species, rate) in d {
                    *c.entry(species).or_default() += dt * rate;
                }
            }
            c[&D]
        }
    }
    pub use chemistry::*;
}

fn main() {
    ad::testing::check_function(&exp::YieldOfD, |x| plain::yield_of_d(x.0, x.1, x.2, x.3), &(1.2, 0.3, 0.8, 1.1)).unwrap();
}
