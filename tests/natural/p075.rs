#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[derive(Clone, Debug)]
    pub struct Reaction {
        pub consumes: Vec<usize>,
        pub produces: Vec<usize>,
    }

    /// Concentrations after explicit Euler steps of mass-action kinetics with Arrhenius rates.
    #[exp(adjoint)]
    pub fn react(
        reactions: &[Reaction],
        constants: &[(f64, f64)],
        temperature: f64,
        mut concentrations: Vec<f64>,
        steps: usize,
    ) -> Vec<f64> {
        let rates: Vec<f64> = constants
            .iter()
            .map(|&(prefactor, energy)| prefactor * (-energy / (8.314 * temperature)).exp())
            .collect();
        for _ in 0..steps {
            let mut change = vec![0.0; concentrations.len()];
            for (reaction, k) in reactions.iter().zip(&rates) {
                let speed = reaction.consumes.iter().fold(*k, |v, &s| v * concentrations[s]);
                for &s in &reaction.consumes {
                    change[s] -= speed;
                }
                for &s in &reaction.produces {
                    change[s] += speed;
                }
            }
            for (c, d) in concentrations.iter_mut().zip(change) {
                *c = (*c + 0.1 * d).max(0.0);
            }
        }
        concentrations
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::React { reactions: &[exp::Reaction { consumes: vec![0, 1], produces: vec![2] }, exp::Reaction { consumes: vec![2], produces: vec![0, 1] }], steps: 3 };
    let x = (vec![(2.0, 1000.0), (1.0, 2000.0)], 300.0, vec![1.0, 0.5, 0.25]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0]).1);
    let reactions = vec![plain::Reaction { consumes: vec![0, 1], produces: vec![2] }, plain::Reaction { consumes: vec![2], produces: vec![0, 1] }];
    println!("value {:?} plain {:?}", value, plain::react(&reactions, &[(2.0, 1000.0), (1.0, 2000.0)], 300.0, vec![1.0, 0.5, 0.25], 3));
    ad::testing::check(&e, &x).unwrap();
}
