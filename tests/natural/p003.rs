#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    fn determinant<const N: usize>(mut m: [[f64; N]; N]) -> f64 {
        let mut det = 1.0;
        for i in 0..N {
            let pivot = (i..N)
                .max_by(|&p, &q| m[p][i].abs().partial_cmp(&m[q][i].abs()).unwrap())
                .unwrap();
            if m[pivot][i] == 0.0 {
                return 0.0;
            }
            if pivot != i {
                m.swap(i, pivot);
                det = -det;
            }
            det *= m[i][i];
            for r in i + 1..N {
                let f = m[r][i] / m[i][i];
                for c in i..N {
                    m[r][c] -= f * m[i][c];
                }
            }
        }
        det
    }

    #[exp(adjoint)]
    pub fn volume(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
        determinant([a, b, c]).abs()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Volume;
    let x = ([1.0, 2.0, 0.5], [3.0, -1.0, 1.0], [0.0, 2.0, 4.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::volume([1.0, 2.0, 0.5], [3.0, -1.0, 1.0], [0.0, 2.0, 4.0]));
    ad::testing::check(&e, &x).unwrap();
}
