#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod thermo {
        use std::fmt::{self, Display};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Phase {
            Solid,
            Liquid,
            Gas,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct State {
            temperature: f64,
            phase: Phase,
            latent: f64,
        }

        impl Display for State {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{:?} at {:.1} K ({:.2} J)", self.phase, self.temperature, self.latent)
            }
        }

        impl Default for State {
            fn default() -> Self {
                State { temperature: 250.0, phase: Phase::Solid, latent: 0.0 }
            }
        }

        pub struct Material {
            heat_capacity: [f64; 3],
            melting: (f64, f64),
            boiling: (f64, f64),
        }

        impl Material {
            fn heat(&self, state: State, energy: f64) -> State {
                let capacity = self.heat_capacity[state.phase as usize];
                let (next, (point, latent)) = match state.phase {
                    Phase::Solid => (Phase::Liquid, self.melting),
                    Phase::Liquid => (Phase::Gas, self.boiling),
                    Phase::Gas => return State { temperature: state.temperature + energy / capacity, ..state },
                };
                if state.latent > 0.0 || state.temperature >= point {
                    let stored = state.latent + energy;
                    return if stored < latent {
                        State { latent: stored, ..state }
                    } else {
                        self.heat(State { temperature: point, phase: next, latent: 0.0 }, stored - latent)
                    };
                }
                let needed = (point - state.temperature) * capacity;
                if energy <= needed {
                    State { temperature: state.temperature + energy / capacity, ..state }
                } else {
                    self.heat(State { temperature: point, ..state }, energy - needed)
                }
            }
        }

        pub fn final_temperature(power: f64, melting_point: f64, capacity: f64) -> f64 {
            let water = Material {
                heat_capacity: [2.1, capacity, 2.0],
                melting: (melting_point, 334.0),
                boiling: (373.15, 2257.0),
            };
            let mut state = State::default();
            for second in 1..=10 {
                state = water.heat(state, power * f64::from(second) / 5.0);
                if state.phase == Phase::Gas {
                    break;
                }
            }
            state.temperature + 1e-3 * state.latent
        }
    }
    pub use thermo::*;
}

fn main() {
    ad::testing::check_function(&exp::FinalTemperature, |x| plain::final_temperature(x.0, x.1, x.2), &(60.0, 273.15, 4.18)).unwrap();
}
