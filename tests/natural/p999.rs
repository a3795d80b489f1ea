#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sensors {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        enum Mode {
            Idle,
            Heating { since: u32 },
            Cooling { since: u32 },
            Fault,
        }

        #[derive(Debug)]
        struct Thermostat {
            mode: Mode,
            low: f64,
            high: f64,
        }

        impl Thermostat {
            fn next(&self, t: f64, tick: u32) -> Mode {
                use Mode::*;
                match (self.mode, t) {
                    (Fault, _) => Fault,
                    (_, t) if t > 60.0 || t < -20.0 => Fault,
                    (Idle, t) if t < self.low => Heating { since: tick },
                    (Idle, t) if t > self.high => Cooling { since: tick },
                    (Heating { since }, _) if tick - since > 8 => Idle,
                    (Heating { .. }, t) if t >= 0.5 * (self.low + self.high) => Idle,
                    (Cooling { since }, t) if t <= self.high - 1.0 || tick > since + 10 => Idle,
                    (mode, _) => mode,
                }
            }
        }

        struct Room {
            temperature: f64,
            outside: f64,
            insulation: f64,
        }

        impl Room {
            fn advance(&mut self, power: f64) -> f64 {
                let Self { temperature, outside, insulation } = self;
                *temperature += power + (*outside - *temperature) / *insulation;
                *temperature
            }
        }

        pub fn energy(low: f64, high: f64, insulation: f64, heater: f64) -> f64 {
            let mut thermostat = Thermostat { mode: Mode::Idle, low, high };
            let mut room = Room { temperature: 18.0, outside: 5.0, insulation };
            let mut used = 0.0;
            let mut discomfort = 0.0;
            for tick in 0..40u32 {
                let power = match thermostat.mode {
                    Mode::Heating { since } => heater * (1.0 - 0.01 * (tick - since) as f64),
                    Mode::Cooling { .. } => -0.5 * heater,
                    Mode::Idle | Mode::Fault => 0.0,
                };
                used += power.abs();
                let t = room.advance(power);
                discomfort += (t - 20.0).powi(2);
                thermostat.mode = thermostat.next(t, tick);
            }
            used + 0.05 * discomfort
        }
    }
    pub use sensors::*;
}

fn main() {
    ad::testing::check_function(&exp::Energy, |x| plain::energy(x.0, x.1, x.2, x.3), &(17.6, 22.3, 12.0, 1.7)).unwrap();
}
