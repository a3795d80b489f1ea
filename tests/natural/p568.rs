#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pagerank {
        use std::collections::HashMap;

        pub struct Graph {
            links: HashMap<String, Vec<(String, f64)>>,
        }

        impl Graph {
            pub fn parse(text: &str, weights: &[f64]) -> Graph {
                let mut links: HashMap<String, Vec<(String, f64)>> = HashMap::new();
                for (line, &w) in text.lines().zip(weights) {
                    if let Some((from, to)) = line.split_once("->") {
                        links.entry(from.trim().to_string()).or_default().push((to.trim().to_string(), w));
                        links.entry(to.trim().to_string()).or_default();
                    }
                }
                Graph { links }
            }

            pub fn rank(&self, damping: f64, rounds: usize) -> HashMap<String, f64> {
                let n = self.links.len() as f64;
                let mut rank: HashMap<String, f64> = self.links.keys().map(|k| (k.clone(), 1.0 / n)).collect();
                for _ in 0..rounds {
                    let mut next: HashMap<String, f64> = self.links.keys().map(|k| (k.clone(), (1.0 - damping) / n)).collect();
                    for (from, targets) in &self.links {
                        let total: f64 = targets.iter().map(|(_, w)| w).sum();
                        for (to, w) in targets {
                            *next.get_mut(to).unwrap() += damping * rank[from] * w / total;
                        }
                    }
                    rank = next;
                }
                rank
            }
        }

        pub fn rank_of(text: &str, page: &str, weights: &[f64], damping: f64) -> Option<f64> {
            let graph = Graph::parse(text, weights);
            graph.rank(damping, 5).get(page).cloned()
        }
    }
    pub use pagerank::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::RankOf { text: "a -> b\nb -> c\nc -> a\na -> c", page: "c" };
    let x = (vec![1.0, 2.0, 1.5, 0.7], 0.85);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::rank_of("a -> b\nb -> c\nc -> a\na -> c", "c", &vec![1.0, 2.0, 1.5, 0.7], 0.85));
    ad::testing::check(&e, &x).unwrap();
}
