#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn erlang_b(servers: u32, load: f64) -> f64 {
        (1..=servers).fold(1.0, |blocking, k| load * blocking / (f64::from(k) + load * blocking))
    }

    /// Hourly cost of a call centre: wages, waiting callers and the share that waits longer than `patience`.
    #[exp(adjoint)]
    pub fn call_centre_cost(agents: u32, arrivals: f64, service: f64, wage: f64, waiting_cost: f64, patience: f64) -> f64 {
        let load = arrivals / service;
        let c = f64::from(agents);
        if load >= c {
            return wage * c + waiting_cost * arrivals;
        }
        let b = erlang_b(agents, load);
        let wait_probability = b / (1.0 - load / c * (1.0 - b));
        let mean_wait = wait_probability / (c * service - arrivals);
        let late = wait_probability * (-(c * service - arrivals) * patience).exp();
        wage * c + waiting_cost * arrivals * mean_wait + 5.0 * arrivals * late
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CallCentreCost { agents: 9 };
    let x = (80.0, 10.5, 25.0, 30.0, 0.02);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::call_centre_cost(9, x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
