#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub struct Csr {
        pub offsets: Vec<usize>,
        pub columns: Vec<usize>,
        pub values: Vec<f64>,
    }

    #[exp(adjoint)]
    impl Csr {
        pub fn rows(&self) -> usize {
            self.offsets.len() - 1
        }

        fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
            let range = self.offsets[i]..self.offsets[i + 1];
            self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
        }

        pub fn apply(&self, x: &[f64]) -> Vec<f64> {
            (0..self.rows())
                .map(|i| self.row(i).map(|(j, v)| v * x[j]).sum())
                .collect()
        }
    }

    #[exp(adjoint)]
    pub fn quadratic_form(matrix: &Csr, x: &[f64]) -> f64 {
        let y = matrix.apply(x);
        0.5 * x.iter().zip(y.iter()).map(|(a, b)| a * b).sum::<f64>()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::QuadraticForm;
    let x = (exp::Csr { offsets: vec![0, 2, 3, 5], columns: vec![0, 1, 1, 0, 2], values: vec![2.0, 1.0, 3.0, -1.0, 4.0] }, vec![1.0, 2.0, 3.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::quadratic_form(&plain::Csr { offsets: vec![0, 2, 3, 5], columns: vec![0, 1, 1, 0, 2], values: vec![2.0, 1.0, 3.0, -1.0, 4.0] }, &[1.0, 2.0, 3.0]));
    ad::testing::check(&e, &x).unwrap();
}
