use ad::Number;

#[ad::exp(adjoint)]
mod model {
    use std::ops::Mul;

    #[derive(Clone, Copy)]
    pub struct Pair {
        pub a: f64,
        pub b: f64,
    }

    impl Mul for Pair {
        type Output = f64;

        fn mul(self, other: Pair) -> f64 {
            self.a * other.a + self.b * other.b
        }
    }

    impl Mul<f64> for Pair {
        type Output = Pair;

        fn mul(self, by: f64) -> Pair {
            Pair { a: self.a * by, b: self.b * by }
        }
    }

    pub fn outside(p: Pair) -> f64 {
        (p + p).a
    }

    pub fn unseen(p: Pair) -> f64 {
        let by = super::same(&p);
        (p * by) * p
    }
}

impl<N: Number + std::ops::Add<Output = N>> std::ops::Add for model::Pair<N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        model::Pair { a: self.a + other.a, b: self.b + other.b }
    }
}

fn same<N: Number>(p: &model::Pair<N>) -> N {
    p.a
}

fn main() {}
