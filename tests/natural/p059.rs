#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod epidemic {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Sir {
            pub susceptible: f64,
            pub infected: f64,
            pub recovered: f64,
        }

        #[derive(Clone)]
        pub struct Rates {
            pub contact: f64,
            pub recovery: f64,
        }

        impl Sir {
            fn total(&self) -> f64 {
                let Sir { susceptible, infected, recovered } = self;
                susceptible + infected + recovered
            }

            fn next_day(self, rates: &Rates, locked_down: bool) -> Sir {
                let contact = if locked_down { 0.25 * rates.contact } else { rates.contact };
                let new = contact * self.susceptible * self.infected / self.total();
                let healed = rates.recovery * self.infected;
                Sir {
                    susceptible: self.susceptible - new,
                    infected: self.infected + new - healed,
                    recovered: self.recovered + healed,
                }
            }
        }

        /// The highest number of infected people, with a lockdown above the limit.
        pub fn peak(start: Sir, rates: &Rates, #[fixed] limit: f64, days: usize) -> f64 {
            std::iter::successors(Some(start), |day| Some(day.next_day(rates, day.infected > limit)))
                .take(days)
                .map(|day| day.infected)
                .fold(0.0, f64::max)
        }
    }
    pub use epidemic::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Peak { limit: 60.0, days: 12 };
    let x = (exp::Sir { susceptible: 990.0, infected: 10.0, recovered: 0.0 }, exp::Rates { contact: 0.6, recovery: 0.1 });
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::peak(plain::Sir { susceptible: 990.0, infected: 10.0, recovered: 0.0 }, &plain::Rates { contact: 0.6, recovery: 0.1 }, 60.0, 12));
    ad::testing::check(&e, &x).unwrap();
}
