#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Lms<const TAPS: usize> {
        weights: [f64; TAPS],
        history: [f64; TAPS],
        rate: f64,
    }

    #[exp(adjoint)]
    impl<const TAPS: usize> Lms<TAPS> {
        fn new(rate: f64) -> Self {
            Self { weights: [0.0; TAPS], history: [0.0; TAPS], rate }
        }

        /// One normalised step; returns the prediction error.
        fn step(&mut self, x: f64, desired: f64) -> f64 {
            self.history.rotate_right(1);
            self.history[0] = x;
            let estimate: f64 = self.weights.iter().zip(&self.history).map(|(w, h)| w * h).sum();
            let error = desired - estimate;
            let power: f64 = self.history.iter().map(|h| h * h).sum::<f64>() + 1e-3;
            for (w, h) in self.weights.iter_mut().zip(self.history.iter()) {
                *w += self.rate * error * h / power;
            }
            error
        }
    }

    #[exp(adjoint)]
    pub fn residual_energy(#[fixed] reference: &[f64], noisy: &[f64], rate: f64) -> f64 {
        let mut filter = Lms::<3>::new(rate);
        let mut energy = 0.0;
        for (x, d) in reference.iter().zip(noisy.iter()) {
            energy += filter.step(*x, *d).powi(2);
        }
        energy
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ResidualEnergy { reference: &[1.0, -0.5, 0.3, 0.8, -0.2] };
    let x = (vec![0.9, -0.2, 0.1, 0.9, 0.1], 0.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::residual_energy(&[1.0, -0.5, 0.3, 0.8, -0.2], &[0.9, -0.2, 0.1, 0.9, 0.1], 0.4));
    ad::testing::check(&e, &x).unwrap();
}
