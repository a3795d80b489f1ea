#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    fn mean(xs: &[f64]) -> f64 {
        xs.iter().sum::<f64>() / xs.len() as f64
    }

    #[exp]
    fn variance(xs: &[f64]) -> f64 {
        let m = mean(xs);
        xs.iter().map(|x| (x - m).powi(2)).sum::<f64>() / (xs.len() - 1) as f64
    }

    /// Welch's t statistic and the degrees of freedom of Welch and Satterthwaite.
    #[exp(adjoint)]
    pub fn welch_t(a: &[f64], b: &[f64]) -> (f64, f64) {
        let (na, nb) = (a.len() as f64, b.len() as f64);
        let sa = variance(a) / na;
        let sb = variance(b) / nb;
        let t = (mean(a) - mean(b)) / (sa + sb).sqrt();
        let df = (sa + sb).powi(2) / (sa.powi(2) / (na - 1.0) + sb.powi(2) / (nb - 1.0));
        (t, df)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::WelchT;
    let x = (vec![20.1, 22.3, 19.8, 21.0], vec![18.2, 19.9, 17.5, 18.8, 20.2]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::welch_t(&x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
