#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Tau-leaping epidemic with given uniform draws, smoothed by a logistic step.
    #[exp(adjoint)]
    fn smooth_step(x: f64, width: f64) -> f64 {
        1.0 / (1.0 + (-x / width).exp())
    }

    #[exp(adjoint)]
    pub fn outbreak_size(beta: f64, gamma: f64, draws: &[(f64, f64)], contacts: &[Vec<usize>]) -> f64 {
        let n = contacts.len();
        let mut infected = vec![0.0; n];
        let mut recovered = vec![0.0; n];
        infected[0] = 1.0;
        for &(u, v) in draws {
            let pressure: Vec<f64> = contacts.iter().map(|c| c.iter().map(|&j| infected[j]).sum()).collect();
            for i in 0..n {
                let susceptible = 1.0 - infected[i] - recovered[i];
                let p = 1.0 - (-beta * pressure[i]).exp();
                let infection = susceptible * smooth_step(p - u, 0.1);
                let recovery = infected[i] * smooth_step(gamma - v, 0.1);
                infected[i] += infection - recovery;
                recovered[i] += recovery;
            }
        }
        infected.iter().chain(recovered.iter()).sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::OutbreakSize { contacts: &[vec![1, 2], vec![0, 3], vec![0], vec![1]] };
    let x = (0.6, 0.3, vec![(0.3, 0.6), (0.5, 0.2), (0.2, 0.4)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::outbreak_size(0.6, 0.3, &vec![(0.3, 0.6), (0.5, 0.2), (0.2, 0.4)], &[vec![1, 2], vec![0, 3], vec![0], vec![1]]));
    ad::testing::check(&e, &x).unwrap();
}
