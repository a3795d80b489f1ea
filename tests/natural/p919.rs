#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        struct DisjointSets {
            parent: Vec<usize>,
            size: Vec<usize>,
        }

        impl DisjointSets {
            fn new(n: usize) -> Self {
                Self { parent: (0..n).collect(), size: vec![1; n] }
            }

            fn find(&mut self, i: usize) -> usize {
                if self.parent[i] != i {
                    self.parent[i] = self.find(self.parent[i]);
                }
                self.parent[i]
            }

            fn union(&mut self, a: usize, b: usize) -> bool {
                let (mut a, mut b) = (self.find(a), self.find(b));
                if a == b {
                    return false;
                }
                if self.size[a] < self.size[b] {
                    std::mem::swap(&mut a, &mut b);
                }
                self.parent[b] = a;
                self.size[a] += self.size[b];
                true
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Site {
            pub x: f64,
            pub y: f64,
            pub demand: f64,
        }

        impl Site {
            fn distance(self, other: Site) -> f64 {
                (self.x - other.x).hypot(self.y - other.y)
            }
        }

        struct Cable {
            ends: (usize, usize),
            cost: f64,
        }

        /// The cost of the cheapest network that connects all sites, and its most expensive cable.
        pub fn network_cost(sites: &[Site], price: f64) -> (f64, f64) {
            let mut cables = Vec::new();
            for (i, a) in sites.iter().enumerate() {
                for (j, b) in sites.iter().enumerate().skip(i + 1) {
                    let cost = price * a.distance(*b) * (1.0 + (a.demand * b.demand).sqrt());
                    cables.push(Cable { ends: (i, j), cost });
                }
            }
            cables.sort_unstable_by(|a, b| a.cost.partial_cmp(&b.cost).expect("finite costs"));

            let mut sets = DisjointSets::new(sites.len());
            let chosen: Vec<f64> = cables
                .iter()
                .filter_map(|cable| sets.union(cable.ends.0, cable.ends.1).then_some(cable.cost))
                .take(sites.len() - 1)
                .collect();
            let worst = chosen.last().copied().unwrap_or_default();
            (chosen.iter().sum(), worst)
        }
    }
    pub use network::*;
}

fn main() {
    macro_rules! sites {
        ($m:ident) => {
            [(0.0, 0.1, 1.0), (2.1, 0.4, 0.3), (1.2, 1.9, 0.8), (3.3, 2.2, 0.5), (-0.7, 1.4, 0.2)]
                .map(|(x, y, demand)| $m::Site { x, y, demand })
                .to_vec()
        };
    }
    let e = exp::NetworkCost;
    let x = (sites!(exp), 1.7);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::network_cost(&sites!(plain), 1.7));
    ad::testing::check(&e, &x).unwrap();
}
