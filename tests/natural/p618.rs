#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hardy {
        use std::collections::HashMap;

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Genotype {
            AA,
            Aa,
            #[allow(non_camel_case_types)]
            aa,
        }

        pub struct Fitness {
            pub values: HashMap<Genotype, f64>,
            pub mutation: f64,
        }

        impl Fitness {
            fn of(&self, g: Genotype) -> f64 {
                self.values.get(&g).copied().unwrap_or(1.0)
            }

            /// Frequency of the allele A in the next generation.
            fn next(&self, p: f64) -> f64 {
                let q = 1.0 - p;
                let w = |g| self.of(g);
                let aa = p * p * w(Genotype::AA);
                let het = 2.0 * p * q * w(Genotype::Aa);
                let mean = aa + het + q * q * w(Genotype::aa);
                let selected = (aa + 0.5 * het) / mean;
                selected * (1.0 - self.mutation) + (1.0 - selected) * self.mutation
            }
        }

        pub fn allele_frequency(fitness: &Fitness, start: f64, generations: u32) -> f64 {
            (0..generations).fold(start, |p, _| fitness.next(p))
        }
    }
    pub use hardy::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::AlleleFrequency { generations: 5 };
    let x = (exp::Fitness { values: std::collections::HashMap::from([(exp::Genotype::AA, 1.1), (exp::Genotype::aa, 0.7)]), mutation: 0.01 }, 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::allele_frequency(&plain::Fitness { values: std::collections::HashMap::from([(plain::Genotype::AA, 1.1), (plain::Genotype::aa, 0.7)]), mutation: 0.01 }, 0.3, 5));
    ad::testing::check(&e, &x).unwrap();
}
