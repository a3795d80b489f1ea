#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const KW: f64 = 1e-14;

    /// Charge balance of a polyprotic acid with dissociation constants `pka`, titrated by a strong base.
    #[exp(adjoint)]
    fn charge_balance(ph: f64, pka: &[f64], acid: f64, base: f64) -> f64 {
        let h = 10f64.powf(-ph);
        // terms of the binding polynomial, from fully protonated to bare
        let mut term = 1.0;
        let mut total = 1.0;
        let mut charge = 0.0;
        for (i, pk) in pka.iter().enumerate() {
            term *= 10f64.powf(-pk) / h;
            total += term;
            charge += (i + 1) as f64 * term;
        }
        h + base - KW / h - acid * charge / total
    }

    /// pH of the solution after adding `volume` of base: bisection, then a few secant steps.
    #[exp(adjoint)]
    pub fn titration_ph(pka: &[f64], acid: f64, acid_volume: f64, base: f64, volume: f64) -> f64 {
        let dilution = acid_volume + volume;
        let ca = acid * acid_volume / dilution;
        let cb = base * volume / dilution;
        let (mut lo, mut hi) = (0.0, 14.0);
        while hi - lo > 1e-3 {
            let mid = 0.5 * (lo + hi);
            if charge_balance(mid, pka, ca, cb) > 0.0 {
                lo = mid;
            } else {
                hi = mid;
            }
        }
        let (mut a, mut b) = (lo, hi);
        let mut fa = charge_balance(a, pka, ca, cb);
        for _ in 0..4 {
            let fb = charge_balance(b, pka, ca, cb);
            if fb == fa {
                break;
            }
            let c = b - fb * (b - a) / (fb - fa);
            a = b;
            fa = fb;
            b = c;
        }
        b
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TitrationPh;
    let x = (vec![2.15, 7.20, 12.35], 0.1, 25.0, 0.1, 33.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::titration_ph(&x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
