use ad::exp;

#[exp(adjoint)]
mod inlined {
    pub struct Rows<const K: usize> {
        pub values: Vec<[f64; K]>,
    }

    impl<const K: usize> Rows<K> {
        fn row(&self, i: usize) -> impl Iterator<Item = f64> + '_ {
            (0..K).map(move |j| self.values[i][j])
        }

        pub fn of_another(&self, other: &Self) -> f64 {
            other.row(0).sum::<f64>() * self.values[0][0]
        }
    }

    fn early(x: &[f64], n: usize) -> impl Iterator<Item = f64> + '_ {
        if n == 0 {
            return x.iter().copied();
        }
        x[n..].iter().copied()
    }

    fn either(x: &[f64], backwards: bool) -> Box<dyn Iterator<Item = f64> + '_> {
        if backwards { Box::new(x.iter().rev().copied()) } else { Box::new(x.iter().copied()) }
    }

    fn odd() -> impl Iterator<Item = usize> {
        (1..).step_by(2)
    }

    pub fn of_another_type(rows: &Rows<2>) -> f64 {
        rows.row(0).sum()
    }

    pub fn returned_early(x: &[f64]) -> f64 {
        early(x, 1).sum()
    }

    pub fn chosen(x: &[f64]) -> f64 {
        either(x, true).sum()
    }

    pub fn beside(x: &[f64]) -> f64 {
        x.iter().zip(odd()).map(|(v, i)| v * i as f64).sum()
    }
}

fn main() {}
