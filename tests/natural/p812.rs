#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod recommender {
        #[derive(Debug, Clone, Default)]
        pub struct Embedding {
            pub bias: f64,
            pub factors: Vec<f64>,
        }

        impl Embedding {
            fn norm_squared(&self) -> f64 {
                self.bias * self.bias + self.factors.iter().map(|f| f * f).sum::<f64>()
            }
        }

        #[derive(Debug, Clone)]
        pub struct Factorization {
            pub mean: f64,
            pub users: Vec<Embedding>,
            pub items: Vec<Embedding>,
        }

        /// A rating on the scale from 1 to 5.
        #[derive(Debug, Clone, Copy)]
        pub struct Rating {
            pub user: usize,
            pub item: usize,
            pub stars: u8,
        }

        impl Factorization {
            pub fn predict(&self, user: usize, item: usize) -> f64 {
                let (u, i) = (&self.users[user], &self.items[item]);
                let interaction = u.factors.iter().zip(i.factors.iter()).map(|(a, b)| a * b).sum::<f64>();
                (self.mean + u.bias + i.bias + interaction).clamp(1.0, 5.0)
            }

            pub fn loss(&self, ratings: &[Rating], regularization: f64) -> f64 {
                let data: f64 = ratings
                    .iter()
                    .map(|r| (self.predict(r.user, r.item) - f64::from(r.stars)).powi(2))
                    .sum();
                let penalty: f64 = self.users.iter().chain(&self.items).map(|e| e.norm_squared()).sum();
                data + regularization * penalty
            }
        }
    }
    pub use recommender::*;
}

fn main() {
    use ad::prelude::*;
    let ratings = [
        exp::Rating { user: 0, item: 0, stars: 5 },
        exp::Rating { user: 0, item: 1, stars: 3 },
        exp::Rating { user: 1, item: 1, stars: 2 },
        exp::Rating { user: 1, item: 2, stars: 4 },
    ];
    let pratings = [
        plain::Rating { user: 0, item: 0, stars: 5 },
        plain::Rating { user: 0, item: 1, stars: 3 },
        plain::Rating { user: 1, item: 1, stars: 2 },
        plain::Rating { user: 1, item: 2, stars: 4 },
    ];
    let e = exp::FactorizationLoss { ratings: &ratings };
    let x = (
        exp::Factorization {
            mean: 3.4,
            users: vec![
                exp::Embedding { bias: 0.2, factors: vec![0.5, -0.3] },
                exp::Embedding { bias: -0.1, factors: vec![-0.4, 0.7] },
            ],
            items: vec![
                exp::Embedding { bias: 0.6, factors: vec![0.8, 0.1] },
                exp::Embedding { bias: -0.5, factors: vec![0.3, 0.2] },
                exp::Embedding { bias: 0.1, factors: vec![-0.6, 0.9] },
            ],
        },
        0.05,
    );
    let p = plain::Factorization {
        mean: 3.4,
        users: vec![
            plain::Embedding { bias: 0.2, factors: vec![0.5, -0.3] },
            plain::Embedding { bias: -0.1, factors: vec![-0.4, 0.7] },
        ],
        items: vec![
            plain::Embedding { bias: 0.6, factors: vec![0.8, 0.1] },
            plain::Embedding { bias: -0.5, factors: vec![0.3, 0.2] },
            plain::Embedding { bias: 0.1, factors: vec![-0.6, 0.9] },
        ],
    };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, p.loss(&pratings, 0.05));
    ad::testing::check(&e, &x).unwrap();
}
