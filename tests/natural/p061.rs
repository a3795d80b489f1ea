#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod phylogeny {
        const BASES: &str = "ACGT";

        pub enum Clade {
            Leaf(char),
            Fork { left: Box<Clade>, right: Box<Clade>, left_time: f64, right_time: f64 },
        }

        /// Jukes-Cantor probability of staying, and of one change.
        fn jukes_cantor(time: f64, rate: f64) -> (f64, f64) {
            let e = (-4.0 / 3.0 * rate * time).exp();
            (0.25 + 0.75 * e, 0.25 - 0.25 * e)
        }

        fn partial(clade: &Clade, rate: f64) -> [f64; 4] {
            match clade {
                Clade::Leaf(base) => {
                    let mut p = [0.0; 4];
                    match BASES.find(*base) {
                        Some(i) => p[i] = 1.0,
                        None => p.fill(1.0),
                    }
                    p
                }
                Clade::Fork { left, right, left_time, right_time } => {
                    let mut p = [1.0; 4];
                    for (child, time) in [(left, left_time), (right, right_time)] {
                        let (same, other) = jukes_cantor(*time, rate);
                        let below = partial(child, rate);
                        let sum: f64 = below.iter().sum();
                        for (pi, b) in p.iter_mut().zip(below) {
                            *pi *= same * b + other * (sum - b);
                        }
                    }
                    p
                }
            }
        }

        pub fn three_species(times: [f64; 4], rate: f64, site: &str) -> f64 {
            let mut leaves = site.chars().map(|c| Box::new(Clade::Leaf(c)));
            let inner = Clade::Fork {
                left: leaves.next().unwrap(),
                right: leaves.next().unwrap(),
                left_time: times[0],
                right_time: times[1],
            };
            let root = Clade::Fork {
                left: Box::new(inner),
                right: leaves.next().unwrap(),
                left_time: times[2],
                right_time: times[3],
            };
            partial(&root, rate).iter().map(|p| 0.25 * p).sum::<f64>().ln()
        }
    }
    pub use phylogeny::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::ThreeSpecies { site: "AAG" };
    let x = ([0.5, 0.25, 0.75, 1.0], 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::three_species([0.5, 0.25, 0.75, 1.0], 0.3, "AAG"));
    ad::testing::check(&e, &x).unwrap();
}
