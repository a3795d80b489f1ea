#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn cdiv((a, b): (f64, f64), (c, d): (f64, f64)) -> (f64, f64) {
        let n = c * c + d * d;
        ((a * c + b * d) / n, (b * c - a * d) / n)
    }

    /// Magnitude in dB of the transfer function of an LC ladder (series L, shunt C, repeated)
    /// between a source resistance and a load resistance.
    #[exp(adjoint)]
    pub fn ladder_gain_db(sections: &[(f64, f64)], source: f64, load: f64, frequency: f64) -> f64 {
        let omega = 2.0 * std::f64::consts::PI * frequency;
        // Walk from the load to the source with voltage and current at each node.
        let mut v = (1.0, 0.0);
        let mut i = (1.0 / load, 0.0);
        for &(l, c) in sections.iter().rev() {
            // shunt capacitor: i += jωC v
            i = (i.0 - omega * c * v.1, i.1 + omega * c * v.0);
            // series inductor: v += jωL i
            v = (v.0 - omega * l * i.1, v.1 + omega * l * i.0);
        }
        let drive = (v.0 + source * i.0, v.1 + source * i.1);
        let (re, im) = cdiv((1.0, 0.0), drive);
        20.0 * re.hypot(im).log10()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LadderGainDb;
    let x = (vec![(1e-5, 4e-9), (2e-5, 4e-9), (1e-5, 1e-9)], 50.0, 75.0, 8.0e5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::ladder_gain_db(&x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
