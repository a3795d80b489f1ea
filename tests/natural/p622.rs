#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod annealing {
        struct Rng(u64);

        impl Rng {
            fn next_u64(&mut self) -> u64 {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 7;
                self.0 ^= self.0 << 17;
                self.0
            }

            fn below(&mut self, n: usize) -> usize {
                (self.next_u64() % n as u64) as usize
            }

            fn uniform(&mut self) -> f64 {
                (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
            }
        }

        fn tour_length(cities: &[(f64, f64)], tour: &[usize]) -> f64 {
            tour.iter()
                .zip(tour.iter().cycle().skip(1))
                .map(|(&a, &b)| {
                    let (dx, dy) = (cities[a].0 - cities[b].0, cities[a].1 - cities[b].1);
                    (dx.powi(2) + dy.powi(2)).sqrt()
                })
                .sum()
        }

        /// Simulated annealing with 2-opt moves.
        pub fn anneal(cities: &[(f64, f64)], temperature: f64, cooling: f64, moves: usize) -> f64 {
            let mut rng = Rng(0x9E3779B97F4A7C15);
            let mut tour: Vec<usize> = (0..cities.len()).collect();
            let mut length = tour_length(cities, &tour);
            let mut t = temperature;
            for _ in 0..moves {
                let (mut i, mut j) = (rng.below(cities.len()), rng.below(cities.len()));
                if i > j {
                    (i, j) = (j, i);
                }
                tour[i..=j].reverse();
                let candidate = tour_length(cities, &tour);
                if candidate < length || rng.uniform() < ((length - candidate) / t).exp() {
                    length = candidate;
                } else {
                    tour[i..=j].reverse();
                }
                t *= cooling;
            }
            length
        }
    }
    pub use annealing::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Anneal { moves: 12 };
    let x = (vec![(0.0, 0.0), (2.0, 0.3), (0.4, 1.9), (1.8, 2.2), (1.1, 0.9)], 0.5, 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::anneal(&vec![(0.0, 0.0), (2.0, 0.3), (0.4, 1.9), (1.8, 2.2), (1.1, 0.9)], 0.5, 0.9, 12));
    ad::testing::check(&e, &x).unwrap();
}
