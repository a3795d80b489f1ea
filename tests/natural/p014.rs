#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Levinson-Durbin: prediction coefficients from autocorrelations, and the residual error.
    #[exp(adjoint)]
    pub fn levinson(r: &[f64]) -> (Vec<f64>, f64) {
        let order = r.len() - 1;
        let mut a: Vec<f64> = vec![];
        let mut error = r[0];
        for m in 0..order {
            let acc = r[m + 1] - a.iter().enumerate().map(|(i, ai)| ai * r[m - i]).sum::<f64>();
            let k = acc / error;
            let reversed: Vec<f64> = a.iter().rev().cloned().collect();
            for (ai, ri) in a.iter_mut().zip(reversed) {
                *ai -= k * ri;
            }
            a.push(k);
            error *= 1.0 - k * k;
        }
        (a, error)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Levinson;
    let x = vec![4.0, 2.0, 1.5, 0.5];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(vec![1.0, 2.0, 3.0], -1.0)).1);
    println!("value {:?} plain {:?}", value, plain::levinson(&[4.0, 2.0, 1.5, 0.5]));
    ad::testing::check(&e, &x).unwrap();
}
