#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const KW: f64 = 1e-14;

    /// A weak acid with its dissociation constants.
    #[exp]
    #[derive(Debug, Clone)]
    pub struct Acid {
        pub pka: Vec<f64>,
        pub concentration: f64,
    }

    #[exp(adjoint)]
    impl Acid {
        /// Mean negative charge per molecule and its derivative by pH.
        fn mean_charge(&self, ph: f64) -> (f64, f64) {
            let ln10 = std::f64::consts::LN_10;
            let mut weight = 1.0;
            let (mut s0, mut s1, mut s2) = (1.0, 0.0, 0.0);
            for (n, pka) in (1..).zip(&self.pka) {
                weight *= (ln10 * (ph - pka)).exp();
                let n = f64::from(n);
                s0 += weight;
                s1 += n * weight;
                s2 += n * n * weight;
            }
            let mean = s1 / s0;
            (mean, ln10 * (s2 / s0 - mean * mean))
        }
    }

    #[exp(adjoint)]
    fn charge_balance(ph: f64, acids: &[Acid], sodium: f64) -> (f64, f64) {
        let ln10 = std::f64::consts::LN_10;
        let h = 10f64.powf(-ph);
        let (mut value, mut slope) = (sodium + h - KW / h, -ln10 * (h + KW / h));
        for acid in acids {
            let (charge, d) = acid.mean_charge(ph);
            value -= acid.concentration * charge;
            slope -= acid.concentration * d;
        }
        (value, slope)
    }

    /// pH of a buffer: Newton steps of limited length.
    #[exp(adjoint)]
    fn solve_ph(acids: &[Acid], sodium: f64) -> Option<f64> {
        let mut ph = 7.0;
        for _ in 0..100 {
            let (f, df) = charge_balance(ph, acids, sodium);
            let step = (-f / df).clamp(-1.0, 1.0);
            ph += step;
            if step.abs() < 1e-10 {
                return Some(ph);
            }
        }
        None
    }

    /// pH at each addition of base in a titration.
    #[exp(adjoint)]
    pub fn titration(acids: Vec<Acid>, base: f64, volume: f64, additions: &[f64]) -> Vec<f64> {
        let mut poured = 0.0;
        additions
            .iter()
            .filter_map(|v| {
                poured += *v;
                let dilution = volume / (volume + poured);
                let mut diluted = acids.clone();
                diluted.iter_mut().for_each(|a| a.concentration *= dilution);
                solve_ph(&diluted, base * poured / (volume + poured))
            })
            .collect()
    }
}

fn main() {
    macro_rules! acids {
        ($m:ident) => {
            vec![
                $m::Acid { pka: vec![2.15, 7.2, 12.35], concentration: 0.08 },
                $m::Acid { pka: vec![4.76], concentration: 0.05 },
            ]
        };
    }
    let additions = vec![10.0, 12.0, 15.0];
    let e = exp::Titration;
    let x = (acids!(exp), 0.2, 100.0, additions.clone());
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::titration(acids!(plain), 0.2, 100.0, &additions));
    ad::testing::check(&e, &x).unwrap();
}
