#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone, Copy, Debug)]
    pub struct Epidemic {
        pub susceptible: f64,
        pub infected: f64,
        pub recovered: f64,
    }

    #[exp(adjoint)]
    fn infection_rate(beta: f64, day: u32, lockdown: Option<(u32, u32)>, reduction: f64) -> f64 {
        match lockdown {
            Some((start, end)) if (start..end).contains(&day) => beta * (1.0 - reduction),
            _ => beta,
        }
    }

    #[exp(adjoint)]
    pub fn peak_infected(
        start: Epidemic,
        beta: f64,
        gamma: f64,
        reduction: f64,
        lockdown: Option<(u32, u32)>,
        days: u32,
    ) -> f64 {
        let population = start.susceptible + start.infected + start.recovered;
        let mut state = start;
        let mut peak = state.infected;
        for day in 0..days {
            let rate = infection_rate(beta, day, lockdown, reduction);
            let new_infections = rate * state.susceptible * state.infected / population;
            let new_recoveries = gamma * state.infected;
            state = Epidemic {
                susceptible: state.susceptible - new_infections,
                infected: state.infected + new_infections - new_recoveries,
                recovered: state.recovered + new_recoveries,
            };
            peak = peak.max(state.infected);
        }
        peak
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PeakInfected { lockdown: Some((10, 20)), days: 40 };
    let x = (exp::Epidemic { susceptible: 990.0, infected: 10.0, recovered: 0.0 }, 0.45, 0.12, 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::peak_infected(plain::Epidemic { susceptible: 990.0, infected: 10.0, recovered: 0.0 }, 0.45, 0.12, 0.5, Some((10, 20)), 40));
    ad::testing::check(&e, &x).unwrap();
}
