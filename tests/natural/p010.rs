#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn gauss_seidel(a: &[Vec<f64>], b: &[f64], #[fixed] tolerance: f64) -> (Vec<f64>, f64) {
        let n = b.len();
        let mut x = vec![0.0; n];
        let mut iterations = 0;
        loop {
            let mut change: f64 = 0.0;
            for i in 0..n {
                let sigma: f64 = a[i]
                    .iter()
                    .zip(x.iter())
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .map(|(_, (aij, xj))| aij * xj)
                    .sum();
                let new = (b[i] - sigma) / a[i][i];
                change = change.max((new - x[i]).abs());
                x[i] = new;
            }
            iterations += 1;
            if change < tolerance || iterations >= 50 {
                return (x, change);
            }
        }
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::GaussSeidel { tolerance: 1e-3 };
    let x = (vec![vec![4.0, 1.0], vec![1.0, 3.0]], vec![1.0, 2.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(vec![1.0, -2.0], 0.5)).1);
    println!("value {:?} plain {:?}", value, plain::gauss_seidel(&[vec![4.0, 1.0], vec![1.0, 3.0]], &[1.0, 2.0], 1e-3));
    ad::testing::check(&e, &x).unwrap();
}
