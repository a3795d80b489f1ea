#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod huffman {
        #[derive(Clone)]
        enum Tree {
            Leaf(f64),
            Node(Box<Tree>, Box<Tree>),
        }

        impl Tree {
            fn weight(&self) -> f64 {
                match self {
                    Tree::Leaf(w) => *w,
                    Tree::Node(l, r) => l.weight() + r.weight(),
                }
            }

            fn cost(&self, depth: usize) -> f64 {
                match self {
                    Tree::Leaf(w) => w * depth as f64,
                    Tree::Node(l, r) => l.cost(depth + 1) + r.cost(depth + 1),
                }
            }
        }

        /// Mean length of a Huffman code in bits.
        pub fn mean_code_length(frequencies: &[f64]) -> f64 {
            let mut forest: Vec<Tree> = frequencies.iter().map(|&w| Tree::Leaf(w)).collect();
            while forest.len() > 1 {
                forest.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
                let a = forest.pop().unwrap();
                let b = forest.pop().unwrap();
                forest.push(Tree::Node(Box::new(a), Box::new(b)));
            }
            forest[0].cost(0) / frequencies.iter().sum::<f64>()
        }
    }
    pub use huffman::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::MeanCodeLength;
    let x = vec![5.0, 9.0, 12.0, 13.0, 16.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::mean_code_length(&[5.0, 9.0, 12.0, 13.0, 16.0]));
    ad::testing::check(&e, &x).unwrap();
}
