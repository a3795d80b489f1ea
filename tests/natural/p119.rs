#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Linear prediction by Levinson and Durbin: reflection coefficients and the error that remains.
    #[exp(adjoint)]
    pub fn levinson(samples: &[f64], order: usize) -> (Vec<f64>, f64) {
        let autocorrelation = |lag: usize| -> f64 { samples[lag..].iter().zip(samples).map(|(a, b)| a * b).sum() };
        let r: Vec<f64> = (0..=order).map(autocorrelation).collect();

        let mut a = vec![1.0];
        let mut error = r[0];
        let mut reflections = Vec::new();
        for m in 1..=order {
            let acc: f64 = a.iter().enumerate().map(|(i, c)| c * r[m - i]).sum();
            let k = -acc / error;
            a.push(0.0);
            let reversed: Vec<f64> = a.iter().rev().cloned().collect();
            for (c, d) in a.iter_mut().zip(reversed) {
                *c += k * d;
            }
            error *= 1.0 - k * k;
            reflections.push(k);
        }
        (reflections, error)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Levinson { order: 3 };
    let x = vec![1.0, 0.8, 0.3, -0.2, -0.6, -0.4, 0.1];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(vec![1.0, 2.0, 3.0], -1.0)).1);
    println!("value {:?} plain {:?}", value, plain::levinson(&[1.0, 0.8, 0.3, -0.2, -0.6, -0.4, 0.1], 3));
    ad::testing::check(&e, &x).unwrap();
}
