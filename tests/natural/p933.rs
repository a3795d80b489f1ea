#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kinetics {
        use std::collections::BTreeMap;
        use std::str::FromStr;

        #[derive(Debug, Clone)]
        struct Term {
            species: String,
            count: i32,
        }

        #[derive(Debug)]
        struct Reaction {
            educts: Vec<Term>,
            products: Vec<Term>,
        }

        impl FromStr for Term {
            type Err = String;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let s = s.trim();
                let split = s.find(|c: char| !c.is_ascii_digit()).ok_or(format!("no species in {s:?}"))?;
                let (count, species) = s.split_at(split);
                let count = if count.is_empty() { 1 } else { count.parse().map_err(|e| format!("{count}: {e}"))? };
                Ok(Term { species: species.to_owned(), count })
            }
        }

        impl FromStr for Reaction {
            type Err = String;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let (left, right) = s.split_once("->").ok_or_else(|| format!("no arrow in {s:?}"))?;
                let side = |s: &str| s.split('+').map(str::parse).collect::<Result<Vec<Term>, _>>();
                Ok(Reaction { educts: side(left)?, products: side(right)? })
            }
        }

        impl Reaction {
            fn speed(&self, k: f64, amounts: &BTreeMap<String, f64>) -> f64 {
                self.educts.iter().fold(k, |v, t| v * amounts.get(&t.species).copied().unwrap_or(0.0).powi(t.count))
            }
        }

        /// Simulates the mechanism with Euler's method and returns the amount of one species.
        pub fn simulate(
            mechanism: &str,
            wanted: &str,
            rates: &[f64],
            start: &BTreeMap<String, f64>,
            dt: f64,
        ) -> Option<f64> {
            let reactions: Vec<Reaction> = mechanism.lines().map(|l| l.parse().ok()).collect::<Option<_>>()?;
            let mut amounts = start.clone();
            for _step in 0..12 {
                let speeds: Vec<f64> = reactions.iter().zip(rates).map(|(r, &k)| r.speed(k, &amounts)).collect();
                for (reaction, speed) in reactions.iter().zip(&speeds) {
                    for term in &reaction.educts {
                        *amounts.entry(term.species.clone()).or_insert(0.0) -= dt * speed * term.count as f64;
                    }
                    for term in &reaction.products {
                        *amounts.entry(term.species.clone()).or_insert(0.0) += dt * speed * term.count as f64;
                    }
                }
            }
            amounts.get(wanted).copied()
        }

        pub fn yield_of(mechanism: &str, wanted: &str, rates: &[f64], start: &BTreeMap<String, f64>, dt: f64) -> f64 {
            let total: f64 = start.values().sum();
            simulate(mechanism, wanted, rates, start, dt).map_or(0.0, |amount| amount / total)
        }
    }
    pub use kinetics::*;
}

fn main() {
    use std::collections::BTreeMap;
    let mechanism = "2NO + O2 -> 2NO2\nNO2 + NO -> N2O3\nN2O3 -> NO2 + NO";
    let rates = vec![0.9, 0.6, 0.25];
    let start: BTreeMap<String, f64> = [("NO".to_string(), 1.3), ("O2".to_string(), 0.8)].into();
    let e = exp::YieldOf { mechanism, wanted: "N2O3" };
    let x = (rates.clone(), start.clone(), 0.15);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::yield_of(mechanism, "N2O3", &rates, &start, 0.15));
    ad::testing::check(&e, &x).unwrap();
}
