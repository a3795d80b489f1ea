#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod cycle {
        const R: f64 = 8.314;

        pub enum Process {
            Isothermal { to_volume: f64 },
            Adiabatic { to_volume: f64 },
            Isochoric { to_temperature: f64 },
            Isobaric { to_volume: f64 },
        }

        #[derive(Clone, Copy)]
        struct Gas {
            volume: f64,
            temperature: f64,
            gamma: f64,
        }

        impl Gas {
            /// Advances the state of one mole and returns (work done, heat taken).
            fn run(&mut self, process: &Process) -> (f64, f64) {
                use Process::*;
                let cv = R / (self.gamma - 1.0);
                let old = *self;
                match process {
                    Isothermal { to_volume } => {
                        let work = R * old.temperature * (to_volume / old.volume).ln();
                        self.volume = *to_volume;
                        (work, work)
                    }
                    Adiabatic { to_volume } => {
                        self.temperature *= (old.volume / to_volume).powf(self.gamma - 1.0);
                        self.volume = *to_volume;
                        (cv * (old.temperature - self.temperature), 0.0)
                    }
                    Isochoric { to_temperature } => {
                        self.temperature = *to_temperature;
                        (0.0, cv * (self.temperature - old.temperature))
                    }
                    Isobaric { to_volume } => {
                        self.temperature = old.temperature * to_volume / old.volume;
                        self.volume = *to_volume;
                        let change = self.temperature - old.temperature;
                        (R * change, (cv + R) * change)
                    }
                }
            }
        }

        pub fn efficiency(volume: f64, temperature: f64, gamma: f64, processes: &[Process]) -> f64 {
            let mut gas = Gas { volume, temperature, gamma };
            let (mut work, mut heat_in) = (0.0, 0.0);
            for process in processes {
                let (w, q) = gas.run(process);
                work += w;
                if q > 0.0 {
                    heat_in += q;
                }
            }
            work / heat_in
        }
    }
    pub use cycle::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Efficiency;
    let x = (1.0, 300.0, 1.4, vec![exp::Process::Adiabatic { to_volume: 0.125 }, exp::Process::Isobaric { to_volume: 0.25 }, exp::Process::Adiabatic { to_volume: 1.0 }, exp::Process::Isochoric { to_temperature: 300.0 }]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::efficiency(1.0, 300.0, 1.4, &[plain::Process::Adiabatic { to_volume: 0.125 }, plain::Process::Isobaric { to_volume: 0.25 }, plain::Process::Adiabatic { to_volume: 1.0 }, plain::Process::Isochoric { to_temperature: 300.0 }]));
    ad::testing::check(&e, &x).unwrap();
}
