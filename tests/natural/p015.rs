#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn cofactor_determinant(m: &Vec<Vec<f64>>) -> f64 {
        match m.len() {
            0 => 1.0,
            1 => m[0][0],
            2 => m[0][0] * m[1][1] - m[0][1] * m[1][0],
            n => {
                let mut total = 0.0;
                for col in 0..n {
                    let minor: Vec<Vec<f64>> = m[1..]
                        .iter()
                        .map(|row| [&row[..col], &row[col + 1..]].concat())
                        .collect();
                    let sign = if col % 2 == 0 { 1.0 } else { -1.0 };
                    total += sign * m[0][col] * cofactor_determinant(&minor);
                }
                total
            }
        }
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::CofactorDeterminant;
    let x = vec![vec![1.0, 2.0, 3.0], vec![0.0, -1.0, 4.0], vec![2.0, 2.0, 5.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::cofactor_determinant(&vec![vec![1.0, 2.0, 3.0], vec![0.0, -1.0, 4.0], vec![2.0, 2.0, 5.0]]));
    ad::testing::check(&e, &x).unwrap();
}
