#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Debug, Clone, Copy)]
    pub struct Diode {
        pub saturation: f64,
        pub ideality: f64,
    }

    #[exp(adjoint)]
    impl Diode {
        const THERMAL_VOLTAGE: f64 = 0.02585;

        fn current(&self, v: f64) -> f64 {
            self.saturation * (v / (self.ideality * Self::THERMAL_VOLTAGE)).exp_m1()
        }

        fn conductance(&self, v: f64) -> f64 {
            let nvt = self.ideality * Self::THERMAL_VOLTAGE;
            self.saturation / nvt * (v / nvt).exp()
        }
    }

    /// The current through a resistor and a diode in series, by damped Newton steps.
    #[exp(adjoint)]
    pub fn loop_current(diode: Diode, supply: f64, resistance: f64) -> Result<f64, String> {
        if resistance <= 0.0 {
            return Err(format!("resistance must be positive"));
        }
        let mut v = supply.min(0.6);
        for _ in 0..25 {
            let residual = (supply - v) / resistance - diode.current(v);
            let slope = -1.0 / resistance - diode.conductance(v);
            let step = (-residual / slope).clamp(-0.1, 0.1);
            v += step;
            if step.abs() < 1e-9 {
                return Ok((supply - v) / resistance);
            }
        }
        Err("no convergence".to_string())
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::LoopCurrent;
    let x = (exp::Diode { saturation: 1e-9, ideality: 1.5 }, 5.0, 1000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Ok(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::loop_current(plain::Diode { saturation: 1e-9, ideality: 1.5 }, 5.0, 1000.0));
    ad::testing::check(&e, &x).unwrap();
}
