use ad::prelude::*;

#[exp(adjoint)]
mod order {
    #[derive(Clone, Copy)]
    pub struct Pair(f64, f64);

    impl std::ops::AddAssign for Pair {
        fn add_assign(&mut self, other: Pair) {
            self.0 += other.0;
            self.1 += other.1;
        }
    }

    /// Rust evaluates the place of an operator of a struct first.
    pub fn place(x: &[f64]) -> f64 {
        let mut all = [Pair(1.0, x[2]); 3];
        let mut i = 0;
        all[i] += {
            i += 1;
            Pair(x[i], x[0])
        };
        all[0].0 * all[i].1
    }

    /// The reverse sweep would ask for other items.
    pub fn asked(x: &[f64]) -> f64 {
        let mut at = [2_usize, 0, 1, 2].into_iter();
        let sum: f64 = at.by_ref().take(2).map(|k| x[k]).sum();
        sum * at.next().map_or(1.0, |k| x[k])
    }
}

fn main() {}
