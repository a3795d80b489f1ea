#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Modified Gram-Schmidt; returns the diagonal of R.
    #[exp(adjoint)]
    pub fn gram_schmidt(mut columns: Vec<Vec<f64>>) -> Vec<f64> {
        let mut diagonal = Vec::new();
        for k in 0..columns.len() {
            let (done, rest) = columns.split_at_mut(k + 1);
            let q = &mut done[k];
            let norm = q.iter().map(|v| v.powi(2)).sum::<f64>().sqrt();
            diagonal.push(norm);
            q.iter_mut().for_each(|v| *v /= norm);
            for column in rest.iter_mut() {
                let projection: f64 = q.iter().zip(column.iter()).map(|(a, b)| a * b).sum();
                for (c, qi) in column.iter_mut().zip(q.iter()) {
                    *c -= projection * *qi;
                }
            }
        }
        diagonal
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::GramSchmidt;
    let x = vec![vec![1.0, 2.0, 2.0], vec![-1.0, 0.5, 3.0], vec![2.0, 1.0, 0.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 0.5, -1.0]).1);
    println!("value {:?} plain {:?}", value, plain::gram_schmidt(vec![vec![1.0, 2.0, 2.0], vec![-1.0, 0.5, 3.0], vec![2.0, 1.0, 0.0]]));
    ad::testing::check(&e, &x).unwrap();
}
