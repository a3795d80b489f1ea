#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Volume of the parallelepiped spanned by vectors, by modified Gram–Schmidt.
    #[exp(adjoint)]
    pub fn volume(vectors: &[Vec<f64>]) -> f64 {
        let mut basis: Vec<Vec<f64>> = Vec::with_capacity(vectors.len());
        let mut volume = 1.0;
        for v in vectors {
            let mut w = v.clone();
            for b in &basis {
                let projection: f64 = w.iter().zip(b).map(|(x, y)| x * y).sum();
                for (x, y) in w.iter_mut().zip(b) {
                    *x -= projection * y;
                }
            }
            let length = w.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length < 1e-12 {
                return 0.0;
            }
            volume *= length;
            basis.push(w.into_iter().map(|x| x / length).collect());
        }
        volume
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Volume;
    let x = vec![vec![1.0, 0.2, -0.3, 0.5], vec![0.4, 1.1, 0.6, -0.2], vec![-0.1, 0.3, 0.9, 0.7]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::volume(&vec![vec![1.0, 0.2, -0.3, 0.5], vec![0.4, 1.1, 0.6, -0.2], vec![-0.1, 0.3, 0.9, 0.7]]));
    ad::testing::check(&e, &x).unwrap();
}
