#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// A point of a B-spline curve of the given degree by de Boor's algorithm.
    #[exp(adjoint)]
    pub fn de_boor(knots: &[f64], control: &[[f64; 3]], degree: usize, t: f64) -> [f64; 3] {
        let mut k = degree;
        while k + 1 < control.len() && t >= knots[k + 1] {
            k += 1;
        }
        let mut d: Vec<[f64; 3]> = control[k - degree..=k].to_vec();
        for r in 1..=degree {
            for j in (r..=degree).rev() {
                let i = j + k - degree;
                let alpha = (t - knots[i]) / (knots[j + 1 + k - r] - knots[i]);
                for c in 0..3 {
                    d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
                }
            }
        }
        d[degree]
    }
}

fn main() {
    let e = exp::DeBoor { degree: 3 };
    let x = (
        vec![0.0, 0.0, 0.0, 0.0, 0.4, 0.7, 1.0, 1.0, 1.0, 1.0],
        vec![[0.0, 0.0, 0.0], [1.0, 0.5, 0.2], [1.5, 2.0, 0.1], [2.5, 1.0, -0.4], [3.0, 0.0, 0.3], [4.0, 1.0, 1.0]],
        0.55,
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::de_boor(&x.0, &x.1, 3, x.2));
    ad::testing::check(&e, &x).unwrap();
}
