#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Rosenzweig–MacArthur predator and prey with a Holling type II response; returns the yearly yield of a
    /// harvest that starts when the prey exceeds `quota`.
    #[exp(adjoint)]
    pub fn harvest_yield(
        steps: usize,
        prey0: f64,
        predator0: f64,
        growth: f64,
        capacity: f64,
        attack: f64,
        handling: f64,
        quota: f64,
    ) -> f64 {
        let dt = 0.05;
        let conversion = 0.4;
        let mortality = 0.3;
        let (mut prey, mut predator) = (prey0, predator0);
        let mut caught = 0.0;

        for _ in 0..steps {
            let response = attack * prey / (1.0 + attack * handling * prey);
            let catch = if prey > quota { 0.6 * (prey - quota) } else { 0.0 };
            let dprey = growth * prey * (1.0 - prey / capacity) - response * predator - catch;
            let dpredator = conversion * response * predator - mortality * predator;

            prey = (prey + dt * dprey).max(0.0);
            predator = (predator + dt * dpredator).max(0.0);
            caught += dt * catch;
        }

        caught / (steps as f64 * dt)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HarvestYield { steps: 120 };
    let x = (4.0, 0.8, 1.1, 10.0, 0.5, 0.4, 5.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::harvest_yield(120, x.0, x.1, x.2, x.3, x.4, x.5, x.6));
    ad::testing::check(&e, &x).unwrap();
}
