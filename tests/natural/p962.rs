#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        use std::collections::HashMap;

        #[derive(Debug, Clone)]
        pub enum Rate {
            Constant(f64),
            Arrhenius { a: f64, ea: f64 },
            /// Saturation in the first reactant.
            MichaelisMenten { vmax: f64, km: f64 },
        }

        #[derive(Debug, Clone)]
        pub struct Reaction {
            pub reactants: Vec<&'static str>,
            pub products: Vec<&'static str>,
            pub rate: Rate,
        }

        impl Reaction {
            fn speed(&self, index: &HashMap<&str, usize>, c: &[f64], temperature: f64) -> f64 {
                let conc = |name: &&str| c[index[*name]];
                let product: f64 = self.reactants.iter().map(conc).product();
                match &self.rate {
                    Rate::Constant(k) => k * product,
                    Rate::Arrhenius { a, ea } => a * (-ea / (8.314 * temperature)).exp() * product,
                    Rate::MichaelisMenten { vmax, km } => {
                        let s = conc(&self.reactants[0]);
                        vmax * s / (km + s)
                    }
                }
            }
        }

        fn midpoint(f: impl Fn(&[f64]) -> Vec<f64>, y: &[f64], h: f64) -> Vec<f64> {
            let shifted = |k: &[f64], s: f64| -> Vec<f64> { y.iter().zip(k).map(|(y, k)| y + s * k).collect() };
            let middle = f(&shifted(&f(y), h / 2.0));
            shifted(&middle, h)
        }

        /// Final concentration of one species.
        pub fn yield_of(
            species: &[&str], wanted: &str, steps: usize,
            reactions: &[Reaction], initial: &[f64], temperature: f64, time: f64,
        ) -> f64 {
            let index: HashMap<&str, usize> = species.iter().enumerate().map(|(i, &s)| (s, i)).collect();
            let rhs = |c: &[f64]| {
                let mut dc = vec![0.0; c.len()];
                for r in reactions {
                    let v = r.speed(&index, c, temperature);
                    r.reactants.iter().for_each(|s| dc[index[s]] -= v);
                    r.products.iter().for_each(|s| dc[index[s]] += v);
                }
                dc
            };
            let mut c = initial.to_vec();
            for _ in 0..steps {
                c = midpoint(rhs, &c, time / steps as f64);
            }
            index.get(wanted).map(|&i| c[i]).unwrap_or(0.0)
        }
    }
    pub use network::*;
}

fn main() {
    macro_rules! reactions {
        ($m:ident) => {{
            use $m::{Rate, Reaction};
            vec![
                Reaction { reactants: vec!["A", "B"], products: vec!["C"], rate: Rate::Arrhenius { a: 900.0, ea: 18000.0 } },
                Reaction { reactants: vec!["C"], products: vec!["D", "B"], rate: Rate::MichaelisMenten { vmax: 0.6, km: 0.3 } },
                Reaction { reactants: vec!["D", "D"], products: vec!["A"], rate: Rate::Constant(0.15) },
            ]
        }};
    }
    let e = exp::YieldOf { species: &["A", "B", "C", "D"], wanted: "D", steps: 6 };
    let x = (reactions!(exp), vec![1.0, 0.8, 0.1, 0.0], 350.0, 2.0);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::yield_of(&["A", "B", "C", "D"], "D", 6, &reactions!(plain), &[1.0, 0.8, 0.1, 0.0], 350.0, 2.0)
    );
    ad::testing::check(&e, &x).unwrap();
}
