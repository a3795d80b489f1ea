#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod age_structured {
        /// Leslie matrix model with density dependence.
        #[derive(Debug, Clone)]
        pub struct Population<const N: usize> {
            pub fertility: [f64; N],
            pub survival: [f64; N],
            pub capacity: f64,
        }

        impl<const N: usize> Population<N> {
            pub fn step(&self, n: &[f64; N]) -> [f64; N] {
                let total: f64 = n.iter().sum();
                let crowding = 1.0 / (1.0 + total / self.capacity);
                let mut next = [0.0; N];
                next[0] = crowding * n.iter().zip(&self.fertility).map(|(n, f)| n * f).sum::<f64>();
                for age in 1..N {
                    next[age] = n[age - 1] * self.survival[age - 1];
                }
                next[N - 1] += n[N - 1] * self.survival[N - 1];
                next
            }
        }

        /// Mean age after some years.
        pub fn mean_age(population: &Population<3>, start: [f64; 3], years: usize) -> f64 {
            let mut n = start;
            for _ in 0..years {
                n = population.step(&n);
            }
            let total = n.iter().sum::<f64>();
            n.iter().enumerate().map(|(age, count)| age as f64 * count).sum::<f64>() / total
        }
    }
    pub use age_structured::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::MeanAge { years: 4 };
    let x = (exp::Population { fertility: [0.0, 1.5, 1.1], survival: [0.6, 0.8, 0.3], capacity: 200.0 }, [100.0, 50.0, 20.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::mean_age(&plain::Population { fertility: [0.0, 1.5, 1.1], survival: [0.6, 0.8, 0.3], capacity: 200.0 }, [100.0, 50.0, 20.0], 4));
    ad::testing::check(&e, &x).unwrap();
}
