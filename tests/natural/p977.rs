#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tree {
        /// A decision tree with soft splits.
        #[derive(Debug, Clone)]
        pub enum Node {
            Leaf(f64),
            Split { feature: usize, threshold: f64, sharpness: f64, left: Box<Node>, right: Box<Node> },
        }

        fn sigmoid(x: f64) -> f64 {
            1.0 / (1.0 + (-x).exp())
        }

        impl Node {
            fn leaf(value: f64) -> Box<Node> {
                Box::new(Node::Leaf(value))
            }

            pub fn predict(&self, features: &[f64]) -> f64 {
                match self {
                    Node::Leaf(value) => *value,
                    Node::Split { feature, threshold, sharpness, left, right } => {
                        let p = sigmoid(sharpness * (features[*feature] - threshold));
                        (1.0 - p) * left.predict(features) + p * right.predict(features)
                    }
                }
            }

            pub fn depth(&self) -> usize {
                match self {
                    Self::Leaf(_) => 1,
                    Self::Split { left, right, .. } => 1 + left.depth().max(right.depth()),
                }
            }

            fn scale_leaves(&mut self, by: f64) {
                match self {
                    Node::Leaf(v) => *v *= by,
                    Node::Split { left, right, .. } => {
                        left.scale_leaves(by);
                        right.scale_leaves(by);
                    }
                }
            }
        }

        pub fn loss(thresholds: [f64; 2], leaves: [f64; 3], #[fixed] samples: &[([f64; 2], f64)]) -> f64 {
            let [a, b, c] = leaves;
            let mut tree = Node::Split {
                feature: 0,
                threshold: thresholds[0],
                sharpness: 3.0,
                left: Node::leaf(a),
                right: Box::new(Node::Split {
                    feature: 1,
                    threshold: thresholds[1],
                    sharpness: 2.0,
                    left: Node::leaf(b),
                    right: Node::leaf(c),
                }),
            };
            tree.scale_leaves(1.0 / tree.depth() as f64);
            samples.iter().map(|(x, y)| (tree.predict(x) - y).powi(2)).sum::<f64>() / samples.len() as f64
        }
    }
    pub use tree::*;
}

fn main() {
    let samples = [([0.1, 0.9], 1.0), ([0.8, 0.2], -0.5), ([0.6, 0.7], 2.0)];
    ad::testing::check_function(&exp::Loss { samples: &samples }, |x| plain::loss(x.0, x.1, &samples), &([0.5, 0.4], [1.0, -1.0, 2.0])).unwrap();
}
