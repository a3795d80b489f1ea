#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const BOLTZMANN: f64 = 1.380649e-23;
    const AVOGADRO: f64 = 6.02214076e23;

    #[exp(adjoint)]
    fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
        let h = (b - a) / n as f64;
        let inner: f64 = (1..n)
            .map(|i| {
                let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
                weight * f(a + i as f64 * h)
            })
            .sum();
        h / 3.0 * (f(a) + inner + f(b))
    }

    /// Molar heat capacity of a solid in the Debye model, with a free-electron term.
    #[exp(adjoint)]
    pub fn debye_heat_capacity(temperature: f64, debye_temperature: f64, sommerfeld: f64) -> f64 {
        let ratio = debye_temperature / temperature;
        let integrand = |x: f64| {
            if x < 1e-6 {
                x * x
            } else {
                let e = x.exp();
                x.powi(4) * e / (e - 1.0).powi(2)
            }
        };
        let lattice = 9.0 * AVOGADRO * BOLTZMANN / ratio.powi(3) * simpson(integrand, 0.0, ratio.min(50.0), 64);
        lattice + sommerfeld * temperature
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::DebyeHeatCapacity;
    let x = (120.0, 343.0, 6.95e-4);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::debye_heat_capacity(x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
