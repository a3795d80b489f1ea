#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const THERMAL_VOLTAGE: f64 = 0.025852;

    /// Shockley's equation: the current and its slope.
    #[exp(adjoint)]
    fn diode(v: f64, saturation: f64, ideality: f64) -> (f64, f64) {
        let vt = ideality * THERMAL_VOLTAGE;
        let x = v / vt;
        // linear continuation so that exp does not overflow
        if x > 40.0 {
            let e = 40f64.exp();
            (saturation * (e * (1.0 + x - 40.0) - 1.0), saturation * e / vt)
        } else {
            let e = x.exp();
            (saturation * (e - 1.0), saturation * e / vt)
        }
    }

    /// Ripple at the output of a half-wave rectifier with a capacitor, by the backward Euler method.
    #[exp(adjoint)]
    pub fn ripple(amplitude: f64, resistance: f64, capacitance: f64, saturation: f64, ideality: f64) -> f64 {
        let frequency = 50.0;
        let samples = 32;
        let periods = 2;
        let dt = 1.0 / (frequency * samples as f64);
        let mut v = 0.0;
        let mut lowest = f64::INFINITY;
        let mut highest = f64::NEG_INFINITY;
        for step in 1..=samples * periods {
            let t = step as f64 * dt;
            let source = amplitude * (2.0 * std::f64::consts::PI * frequency * t).sin();
            let previous = v;
            let mut iterations = 0;
            loop {
                let (i, g) = diode(source - v, saturation, ideality);
                let f = capacitance * (v - previous) / dt + v / resistance - i;
                let df = capacitance / dt + 1.0 / resistance + g;
                let delta = f / df;
                v -= delta;
                iterations += 1;
                if delta.abs() < 1e-10 || iterations == 25 {
                    break;
                }
            }
            if step > samples {
                lowest = v.min(lowest);
                highest = v.max(highest);
            }
        }
        highest - lowest
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Ripple;
    let x = (5.0, 1000.0, 47e-6, 1e-9, 1.8);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::ripple(x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
