#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tree {
        /// A soft decision tree: each inner node sends the sample to both sides, with a gate's probability.
        #[derive(Debug, Clone)]
        pub enum Node {
            Leaf { value: f64 },
            Split { feature: usize, threshold: f64, sharpness: f64, left: Box<Node>, right: Box<Node> },
        }

        impl Node {
            pub fn predict(&self, x: &[f64]) -> f64 {
                match self {
                    Node::Leaf { value } => *value,
                    Node::Split { feature, threshold, sharpness, left, right } => {
                        let p = sigmoid(sharpness * (x[*feature] - threshold));
                        (1.0 - p) * left.predict(x) + p * right.predict(x)
                    }
                }
            }

            pub fn depth(&self) -> usize {
                match self {
                    Node::Leaf { .. } => 0,
                    Node::Split { left, right, .. } => 1 + left.depth().max(right.depth()),
                }
            }
        }

        fn sigmoid(z: f64) -> f64 {
            1.0 / (1.0 + (-z).exp())
        }

        /// Prediction of a boosted ensemble, in which deeper trees count less.
        pub fn ensemble(trees: &[Node], rate: f64, x: &[f64]) -> f64 {
            trees.iter().map(|tree| rate.powi(tree.depth() as i32) * tree.predict(x)).sum()
        }
    }
    pub use tree::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! trees {
        ($m:ident) => {{
            use $m::Node::*;
            vec![
                Split {
                    feature: 0,
                    threshold: 0.4,
                    sharpness: 3.0,
                    left: Box::new(Leaf { value: 1.0 }),
                    right: Box::new(Split {
                        feature: 1,
                        threshold: -0.2,
                        sharpness: 2.0,
                        left: Box::new(Leaf { value: -0.5 }),
                        right: Box::new(Leaf { value: 2.0 }),
                    }),
                },
                Split { feature: 1, threshold: 0.1, sharpness: 5.0, left: Box::new(Leaf { value: 0.3 }), right: Box::new(Leaf { value: -0.9 }) },
            ]
        }};
    }
    let e = exp::Ensemble;
    let x = (trees!(exp), 0.7, vec![0.6, 0.25]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::ensemble(&trees!(plain), 0.7, &[0.6, 0.25]));
    ad::testing::check(&e, &x).unwrap();
}
