#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod epidemic {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Population {
            s: f64,
            i: f64,
            r: f64,
            d: f64,
        }

        impl std::ops::Add for Population {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Population { s: self.s + o.s, i: self.i + o.i, r: self.r + o.r, d: self.d + o.d }
            }
        }

        impl std::ops::Mul<f64> for Population {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Population { s: k * self.s, i: k * self.i, r: k * self.r, d: k * self.d }
            }
        }

        #[derive(Clone)]
        pub enum Policy {
            None,
            Lockdown { threshold: f64, strength: f64 },
            Schedule(Vec<(usize, f64)>),
        }

        impl Policy {
            fn factor(&self, day: usize, p: &Population) -> f64 {
                match self {
                    Policy::None => 1.0,
                    Policy::Lockdown { threshold, strength } if p.i > *threshold => 1.0 - strength,
                    Policy::Lockdown { .. } => 1.0,
                    Policy::Schedule(phases) => {
                        phases.iter().rev().find(|(start, _)| *start <= day).map(|&(_, factor)| factor).unwrap_or(1.0)
                    }
                }
            }
        }

        fn rk4<S>(f: impl Fn(S) -> S, y: S, h: f64) -> S
        where
            S: Copy + std::ops::Add<Output = S> + std::ops::Mul<f64, Output = S>,
        {
            let k1 = f(y);
            let k2 = f(y + k1 * (0.5 * h));
            let k3 = f(y + k2 * (0.5 * h));
            let k4 = f(y + k3 * h);
            y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
        }

        fn simulate(policy: &Policy, days: usize, beta: f64, gamma: f64, mu: f64) -> Population {
            (0..days).fold(Population { s: 0.99, i: 0.01, r: 0.0, d: 0.0 }, |p, day| {
                let beta = beta * policy.factor(day, &p);
                let f = |Population { s, i, .. }: Population| Population {
                    s: -beta * s * i,
                    i: beta * s * i - (gamma + mu) * i,
                    r: gamma * i,
                    d: mu * i,
                };
                rk4(f, p, 1.0)
            })
        }

        pub fn deaths(days: usize, beta: f64, gamma: f64, mu: f64, strength: f64) -> f64 {
            let lockdown = simulate(&Policy::Lockdown { threshold: 0.05, strength }, days, beta, gamma, mu);
            let schedule = simulate(&Policy::Schedule(vec![(5, strength), (20, 0.9)]), days, beta, gamma, mu);
            let free = simulate(&Policy::None, days, beta, gamma, mu);
            free.d - 0.5 * (lockdown.d + schedule.d)
        }
    }
    pub use epidemic::*;
}

fn main() {
    ad::testing::check_function(&exp::Deaths { days: 30 }, |x| plain::deaths(30, x.0, x.1, x.2, x.3), &(0.4, 0.1, 0.02, 0.6)).unwrap();
}
