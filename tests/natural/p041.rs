#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Hmm {
        pub start: Vec<f64>,
        pub transition: Vec<Vec<f64>>,
        pub emission: Vec<Vec<f64>>,
    }

    #[exp(adjoint)]
    impl Hmm {
        fn states(&self) -> usize {
            self.start.len()
        }

        /// Scaled forward algorithm.
        fn log_likelihood(&self, observed: &[usize]) -> f64 {
            let mut log = 0.0;
            let mut alpha = self.start.clone();
            for (t, &symbol) in observed.iter().enumerate() {
                if t > 0 {
                    alpha = (0..self.states())
                        .map(|j| alpha.iter().zip(&self.transition).map(|(a, row)| a * row[j]).sum())
                        .collect();
                }
                for (a, row) in alpha.iter_mut().zip(&self.emission) {
                    *a *= row[symbol];
                }
                let scale: f64 = alpha.iter().sum();
                alpha.iter_mut().for_each(|a| *a /= scale);
                log += scale.ln();
            }
            log
        }
    }

    #[exp(adjoint)]
    pub fn hmm_log_likelihood(hmm: &Hmm, observed: &[usize]) -> f64 {
        hmm.log_likelihood(observed)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::HmmLogLikelihood { observed: &[0, 1, 1, 0] };
    let x = exp::Hmm { start: vec![0.5, 0.5], transition: vec![vec![0.75, 0.25], vec![0.5, 0.5]], emission: vec![vec![0.875, 0.125], vec![0.25, 0.75]] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::hmm_log_likelihood(&plain::Hmm { start: vec![0.5, 0.5], transition: vec![vec![0.75, 0.25], vec![0.5, 0.5]], emission: vec![vec![0.875, 0.125], vec![0.25, 0.75]] }, &[0, 1, 1, 0]));
    ad::testing::check(&e, &x).unwrap();
}
