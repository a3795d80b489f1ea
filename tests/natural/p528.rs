#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod seir {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct State {
            pub susceptible: f64,
            pub exposed: f64,
            pub infected: f64,
            pub recovered: f64,
        }

        #[derive(Clone, Copy, Debug)]
        pub struct Rates {
            pub beta: f64,
            pub sigma: f64,
            pub gamma: f64,
        }

        impl State {
            fn total(&self) -> f64 {
                self.susceptible + self.exposed + self.infected + self.recovered
            }

            fn step(self, rates: &Rates, dt: f64) -> State {
                let infections = rates.beta * self.susceptible * self.infected / self.total() * dt;
                let onsets = rates.sigma * self.exposed * dt;
                let recoveries = rates.gamma * self.infected * dt;
                State {
                    susceptible: self.susceptible - infections,
                    exposed: self.exposed + infections - onsets,
                    infected: self.infected + onsets - recoveries,
                    recovered: self.recovered + recoveries,
                }
            }
        }

        /// Highest number of infected people and the day on which it occurs.
        pub fn peak(initial: State, rates: Rates, days: usize) -> (f64, usize) {
            let mut state = initial;
            let mut best = (state.infected, 0);
            for day in 1..=days {
                for _ in 0..4 {
                    state = state.step(&rates, 0.25);
                }
                if state.infected > best.0 {
                    best = (state.infected, day);
                }
            }
            best
        }
    }
    pub use seir::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Peak { days: 20 };
    let x = (exp::State { susceptible: 990.0, exposed: 6.0, infected: 4.0, recovered: 0.0 }, exp::Rates { beta: 1.4, sigma: 0.5, gamma: 0.3 });
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::peak(plain::State { susceptible: 990.0, exposed: 6.0, infected: 4.0, recovered: 0.0 }, plain::Rates { beta: 1.4, sigma: 0.5, gamma: 0.3 }, 20));
    ad::testing::check(&e, &x).unwrap();
}
