use ad::prelude::*;

#[exp]
fn taken(path: f64) -> f64 {
    path
}

#[exp]
mod model {
    #[derive(Clone)]
    pub struct Path {
        pub length: f64,
    }

    pub fn path(length: f64) -> f64 {
        Path { length }.length
    }
}

#[exp(adjoint)]
fn reserved(x: f64) -> f64 {
    let __ad_value = x * x;
    __ad_value * x
}

#[exp]
mod ordered {
    use std::cmp::Ordering;

    #[derive(Clone, Copy)]
    pub struct Rank {
        pub weight: f64,
        pub rank: u32,
    }

    impl PartialEq for Rank {
        fn eq(&self, other: &Rank) -> bool {
            self.rank == other.rank
        }
    }

    impl Eq for Rank {}

    impl PartialOrd for Rank {
        fn partial_cmp(&self, other: &Rank) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Rank {
        fn cmp(&self, other: &Rank) -> Ordering {
            self.rank.cmp(&other.rank)
        }
    }

    impl Rank {
        pub fn max(&self, other: Rank) -> Rank {
            Rank { weight: self.weight + other.weight, rank: 0 }
        }
    }
}

fn main() {
    reserved(1.0);
    taken(model::path(1.0));
}
