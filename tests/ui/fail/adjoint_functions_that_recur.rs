use ad::exp;

#[exp(adjoint)]
mod model {
    pub struct Tree {
        pub value: f64,
        pub parts: Vec<Tree>,
    }

    impl Tree {
        fn values(&self) -> Box<dyn Iterator<Item = f64> + '_> {
            Box::new([self.value].into_iter().chain(self.parts.iter().flat_map(|part| part.values())))
        }

        pub fn sum(&self) -> f64 {
            self.values().sum()
        }
    }
}

fn main() {}
