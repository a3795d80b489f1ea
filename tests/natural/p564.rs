#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod felsenstein {
        /// Likelihood of one alignment column on a binary tree under Jukes–Cantor.
        #[derive(Debug, Clone)]
        pub enum Tree {
            Leaf { base: char, branch: f64 },
            Node { left: Box<Tree>, right: Box<Tree>, branch: f64 },
        }

        const BASES: [char; 4] = ['A', 'C', 'G', 'T'];

        fn transition(same: bool, t: f64, mu: f64) -> f64 {
            let e = (-4.0 / 3.0 * mu * t).exp();
            if same { 0.25 + 0.75 * e } else { 0.25 - 0.25 * e }
        }

        impl Tree {
            fn branch(&self) -> f64 {
                match self {
                    Tree::Leaf { branch, .. } | Tree::Node { branch, .. } => *branch,
                }
            }

            fn partials(&self, mu: f64) -> [f64; 4] {
                match self {
                    Tree::Leaf { base, .. } => {
                        let mut p = [0.0; 4];
                        if let Some(i) = BASES.iter().position(|b| b == base) {
                            p[i] = 1.0;
                        } else {
                            p = [1.0; 4];
                        }
                        p
                    }
                    Tree::Node { left, right, .. } => {
                        let (l, r) = (left.partials(mu), right.partials(mu));
                        let mut p = [0.0; 4];
                        for i in 0..4 {
                            let a: f64 = (0..4).map(|j| transition(i == j, left.branch(), mu) * l[j]).sum();
                            let b: f64 = (0..4).map(|j| transition(i == j, right.branch(), mu) * r[j]).sum();
                            p[i] = a * b;
                        }
                        p
                    }
                }
            }
        }

        pub fn log_likelihood(tree: &Tree, mu: f64) -> f64 {
            tree.partials(mu).iter().map(|p| 0.25 * p).sum::<f64>().ln()
        }
    }
    pub use felsenstein::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogLikelihood;
    let x = (exp::Tree::Node { left: Box::new(exp::Tree::Leaf { base: 'A', branch: 0.1 }), right: Box::new(exp::Tree::Node { left: Box::new(exp::Tree::Leaf { base: 'A', branch: 0.2 }), right: Box::new(exp::Tree::Leaf { base: 'G', branch: 0.3 }), branch: 0.15 }), branch: 0.0 }, 1.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_likelihood(&plain::Tree::Node { left: Box::new(plain::Tree::Leaf { base: 'A', branch: 0.1 }), right: Box::new(plain::Tree::Node { left: Box::new(plain::Tree::Leaf { base: 'A', branch: 0.2 }), right: Box::new(plain::Tree::Leaf { base: 'G', branch: 0.3 }), branch: 0.15 }), branch: 0.0 }, 1.2));
    ad::testing::check(&e, &x).unwrap();
}
