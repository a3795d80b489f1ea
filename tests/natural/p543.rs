#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod reaction {
        use std::collections::BTreeMap;

        #[derive(Clone, Debug)]
        pub struct Reaction {
            pub reactants: Vec<(String, u32)>,
            pub products: Vec<(String, u32)>,
            pub prefactor: f64,
            pub activation_energy: f64,
        }

        const GAS_CONSTANT: f64 = 8.314;

        impl Reaction {
            fn rate_constant(&self, temperature: f64) -> f64 {
                self.prefactor * (-self.activation_energy / (GAS_CONSTANT * temperature)).exp()
            }

            fn rate(&self, concentrations: &BTreeMap<String, f64>, temperature: f64) -> f64 {
                self.reactants
                    .iter()
                    .fold(self.rate_constant(temperature), |r, (name, order)| r * concentrations[name].powi(*order as i32))
            }
        }

        pub fn simulate(reactions: &[Reaction], initial: &BTreeMap<String, f64>, temperature: f64, steps: usize) -> f64 {
            let dt = 0.01;
            let mut c = initial.clone();
            for _ in 0..steps {
                let rates: Vec<f64> = reactions.iter().map(|r| r.rate(&c, temperature)).collect();
                for (reaction, rate) in reactions.iter().zip(&rates) {
                    for (name, k) in &reaction.reactants {
                        if let Some(value) = c.get_mut(name) {
                            *value -= *k as f64 * rate * dt;
                        }
                    }
                    for (name, k) in &reaction.products {
                        *c.entry(name.clone()).or_insert(0.0) += *k as f64 * rate * dt;
                    }
                }
            }
            c.get("C").copied().unwrap_or(0.0)
        }
    }
    pub use reaction::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Simulate { steps: 4 };
    let x = (vec![exp::Reaction { reactants: vec![("A".to_string(), 1), ("B".to_string(), 2)], products: vec![("C".to_string(), 1)], prefactor: 50.0, activation_energy: 8000.0 }, exp::Reaction { reactants: vec![("C".to_string(), 1)], products: vec![("A".to_string(), 1), ("B".to_string(), 2)], prefactor: 20.0, activation_energy: 9000.0 }], std::collections::BTreeMap::from([("A".to_string(), 1.0), ("B".to_string(), 1.5), ("C".to_string(), 0.1)]), 320.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::simulate(&vec![plain::Reaction { reactants: vec![("A".to_string(), 1), ("B".to_string(), 2)], products: vec![("C".to_string(), 1)], prefactor: 50.0, activation_energy: 8000.0 }, plain::Reaction { reactants: vec![("C".to_string(), 1)], products: vec![("A".to_string(), 1), ("B".to_string(), 2)], prefactor: 20.0, activation_energy: 9000.0 }], &std::collections::BTreeMap::from([("A".to_string(), 1.0), ("B".to_string(), 1.5), ("C".to_string(), 0.1)]), 320.0, 4));
    ad::testing::check(&e, &x).unwrap();
}
