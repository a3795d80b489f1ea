#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn dominant_eigenvalue(a: &[[f64; 3]; 3], steps: u32) -> f64 {
        let multiply = |v: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| (0..3).map(|j| a[i][j] * v[j]).sum())
        };
        let mut v = [1.0, 1.0, 1.0];
        for _ in 0..steps {
            let w = multiply(v);
            let norm = w.iter().map(|c| c * c).sum::<f64>().sqrt();
            v = w.map(|c| c / norm);
        }
        let w = multiply(v);
        v.iter().zip(w.iter()).map(|(a, b)| a * b).sum()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::DominantEigenvalue { steps: 8 };
    let x = [[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::dominant_eigenvalue(&[[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]], 8));
    ad::testing::check(&e, &x).unwrap();
}
