#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod soft_tree {
        /// A decision tree with sigmoid gates.
        #[derive(Debug, Clone)]
        pub enum Node {
            Leaf(f64),
            Split { feature: usize, threshold: f64, sharpness: f64, left: Box<Node>, right: Box<Node> },
        }

        impl Node {
            pub fn predict(&self, x: &[f64]) -> f64 {
                match self {
                    Node::Leaf(value) => *value,
                    Node::Split { feature, threshold, sharpness, left, right } => {
                        let gate = 1.0 / (1.0 + (-sharpness * (x[*feature] - threshold)).exp());
                        gate * right.predict(x) + (1.0 - gate) * left.predict(x)
                    }
                }
            }

            pub fn leaf_penalty(&self) -> f64 {
                match self {
                    Node::Leaf(v) => v * v,
                    Node::Split { left, right, .. } => left.leaf_penalty() + right.leaf_penalty(),
                }
            }
        }

        /// Penalized squared error of an ensemble with shrinkage.
        pub fn boosting_loss(#[fixed] xs: &[Vec<f64>], #[fixed] ys: &[f64], trees: &[Node], shrinkage: f64, ridge: f64) -> f64 {
            let mut loss = 0.0;
            for (x, y) in xs.iter().zip(ys) {
                let prediction = trees.iter().fold(0.0, |sum, tree| sum + shrinkage * tree.predict(x));
                loss += 0.5 * (y - prediction).powi(2);
            }
            loss + ridge * trees.iter().map(Node::leaf_penalty).sum::<f64>()
        }
    }
    pub use soft_tree::*;
}

fn main() {
    use ad::prelude::*;
    let xs = vec![vec![0.2, 1.4], vec![-0.9, 0.3], vec![1.5, -0.8]];
    let ys = vec![1.0, -0.5, 0.7];
    let e = exp::BoostingLoss { xs: &xs, ys: &ys };
    let leaf = |v: f64| Box::new(exp::Node::Leaf(v));
    let x = (
        vec![
            exp::Node::Split {
                feature: 0,
                threshold: 0.1,
                sharpness: 2.0,
                left: leaf(-0.4),
                right: Box::new(exp::Node::Split { feature: 1, threshold: 0.5, sharpness: 1.5, left: leaf(0.3), right: leaf(1.2) }),
            },
            exp::Node::Split { feature: 1, threshold: 0.0, sharpness: 3.0, left: leaf(0.6), right: leaf(-0.1) },
        ],
        0.8,
        0.01,
    );
    let pleaf = |v: f64| Box::new(plain::Node::Leaf(v));
    let p = vec![
        plain::Node::Split {
            feature: 0,
            threshold: 0.1,
            sharpness: 2.0,
            left: pleaf(-0.4),
            right: Box::new(plain::Node::Split { feature: 1, threshold: 0.5, sharpness: 1.5, left: pleaf(0.3), right: pleaf(1.2) }),
        },
        plain::Node::Split { feature: 1, threshold: 0.0, sharpness: 3.0, left: pleaf(0.6), right: pleaf(-0.1) },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::boosting_loss(&xs, &ys, &p, 0.8, 0.01));
    ad::testing::check(&e, &x).unwrap();
}
