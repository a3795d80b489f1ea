#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod trees {
        #[derive(Debug, Clone)]
        pub enum Tree {
            Leaf(f64),
            Split { feature: usize, threshold: f64, left: Box<Tree>, right: Box<Tree> },
        }

        impl Tree {
            /// The usual prediction, by hard decisions.
            pub fn predict(&self, x: &[f64]) -> f64 {
                let mut node = self;
                loop {
                    match node {
                        Tree::Leaf(value) => return *value,
                        Tree::Split { feature, threshold, left, right } => {
                            node = if x[*feature] < *threshold { left } else { right };
                        }
                    }
                }
            }

            /// Decisions with probability.
            pub fn soft_predict(&self, x: &[f64], temperature: f64) -> f64 {
                match self {
                    Tree::Leaf(value) => *value,
                    Tree::Split { feature, threshold, left, right } => {
                        let go_right = 1.0 / (1.0 + (-(x[*feature] - threshold) / temperature).exp());
                        (1.0 - go_right) * left.soft_predict(x, temperature)
                            + go_right * right.soft_predict(x, temperature)
                    }
                }
            }

            fn leaves(&self, depth: usize, out: &mut Vec<(usize, f64)>) {
                match self {
                    Tree::Leaf(v) => out.push((depth, *v)),
                    Tree::Split { left, right, .. } => [left, right].into_iter().for_each(|t| t.leaves(depth + 1, out)),
                }
            }
        }

        /// Loss of a boosted ensemble; deep leaves are regularized more.
        pub fn ensemble_loss(#[fixed] data: &[(Vec<f64>, f64)], forest: &[Tree], rate: f64, temperature: f64, l2: f64) -> f64 {
            let mut squared = 0.0;
            for (x, y) in data {
                let soft: f64 = forest.iter().map(|t| rate * t.soft_predict(x, temperature)).sum();
                let hard = forest.iter().map(|t| rate * t.predict(x)).sum::<f64>();
                squared += (soft - y).powi(2) + 0.1 * (hard - y).powi(2);
            }
            let penalty: f64 = forest
                .iter()
                .flat_map(|tree| {
                    let mut values = vec![];
                    tree.leaves(0, &mut values);
                    values.into_iter().map(|(depth, v)| v * v * depth as f64)
                })
                .sum();
            squared / data.len() as f64 + l2 * penalty
        }
    }
    pub use trees::*;
}

fn main() {
    macro_rules! forest {
        ($m:ident) => {{
            use $m::Tree::{self, Leaf, Split};
            fn split(feature: usize, threshold: f64, left: $m::Tree, right: $m::Tree) -> $m::Tree {
                Split { feature, threshold, left: Box::new(left), right: Box::new(right) }
            }
            vec![
                split(0, 0.4, Leaf(-0.6), split(1, 1.1, Leaf(0.3), Leaf(1.4))),
                split(1, 0.7, split(0, -0.5, Leaf(0.9), Leaf(-0.2)), Leaf(0.5)),
            ]
        }};
    }
    let data = vec![(vec![0.1, 0.5], -0.3), (vec![0.9, 1.6], 1.2), (vec![-0.8, 0.2], 0.4), (vec![0.6, 0.8], 0.5)];
    let e = exp::EnsembleLoss { data: &data };
    let x = (forest!(exp), 0.7, 0.35, 0.02);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::ensemble_loss(&data, &forest!(plain), 0.7, 0.35, 0.02));
    ad::testing::check(&e, &x).unwrap();
}
