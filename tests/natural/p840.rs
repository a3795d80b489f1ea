#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Asymptotic growth rate of an age-structured population (the dominant eigenvalue of its Leslie matrix)
    /// and the stable age distribution, by power iteration.
    #[exp(adjoint)]
    pub fn stable_population(fecundity: &[f64], survival: &[f64]) -> (f64, Vec<f64>) {
        assert_eq!(survival.len() + 1, fecundity.len());
        let n = fecundity.len();
        let mut age = vec![1.0 / n as f64; n];
        let mut lambda = 1.0;
        for _ in 0..200 {
            let mut next = Vec::with_capacity(n);
            next.push(fecundity.iter().zip(&age).map(|(f, a)| f * a).sum::<f64>());
            next.extend(survival.iter().zip(&age).map(|(s, a)| s * a));

            let total: f64 = next.iter().sum();
            next.iter_mut().for_each(|a| *a /= total);
            let change = (total - lambda).abs();
            lambda = total;
            age = next;
            if change < 1e-12 {
                break;
            }
        }
        (lambda, age)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::StablePopulation;
    let x = (vec![0.0, 1.2, 1.8, 0.5], vec![0.5, 0.7, 0.4]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::stable_population(&x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
