#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod search {
        #[derive(Debug, Clone)]
        pub enum Tree {
            Leaf { material: f64, mobility: f64, safety: f64 },
            Node(Vec<Tree>),
        }

        fn evaluate(tree: &Tree, weights: &[f64; 3]) -> Option<f64> {
            match tree {
                Tree::Leaf { material, mobility, safety } => {
                    Some(weights[0] * material + weights[1] * mobility + weights[2] * safety)
                }
                Tree::Node(_) => None,
            }
        }

        /// Negamax with alpha-beta pruning.
        fn negamax(tree: &Tree, weights: &[f64; 3], mut alpha: f64, beta: f64, sign: f64) -> f64 {
            if let Some(value) = evaluate(tree, weights) {
                return sign * value;
            }
            let Tree::Node(children) = tree else { return 0.0 };
            let mut best = f64::NEG_INFINITY;
            for child in children {
                let value = -negamax(child, weights, -beta, -alpha, -sign);
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
            best
        }

        pub fn best_value(tree: &Tree, weights: [f64; 3]) -> f64 {
            negamax(tree, &weights, f64::NEG_INFINITY, f64::INFINITY, 1.0)
        }
    }
    pub use search::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Tree as T; use plain::Tree as U;
    let e = exp::BestValue;
    let x = (T::Node(vec![T::Node(vec![T::Leaf { material: 1.0, mobility: 4.0, safety: -1.0 }, T::Leaf { material: 0.0, mobility: 2.0, safety: 1.0 }]), T::Node(vec![T::Leaf { material: -1.0, mobility: 5.0, safety: 0.5 }, T::Leaf { material: 2.0, mobility: 1.0, safety: 0.0 }])]), [1.0, 0.1, 0.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::best_value(&U::Node(vec![U::Node(vec![U::Leaf { material: 1.0, mobility: 4.0, safety: -1.0 }, U::Leaf { material: 0.0, mobility: 2.0, safety: 1.0 }]), U::Node(vec![U::Leaf { material: -1.0, mobility: 5.0, safety: 0.5 }, U::Leaf { material: 2.0, mobility: 1.0, safety: 0.0 }])]), [1.0, 0.1, 0.5]));
    ad::testing::check(&e, &x).unwrap();
}
