#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Right {
        Call,
        Put,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Style {
        European,
        American,
        /// Exercise at every n-th step.
        Bermudan(usize),
    }

    impl Style {
        fn may_exercise(self, step: usize) -> bool {
            match self {
                Style::European => false,
                Style::American => true,
                Style::Bermudan(n) => step % n == 0,
            }
        }
    }

    #[exp]
    #[derive(Debug, Clone)]
    pub struct Market {
        pub spot: f64,
        pub rate: f64,
        pub dividend: f64,
        pub vol: f64,
    }

    /// Cox-Ross-Rubinstein tree.
    #[exp(adjoint)]
    pub fn tree_price(right: Right, style: Style, steps: usize, market: &Market, strike: f64, expiry: f64) -> f64 {
        let Market { spot, rate, dividend, vol } = market.clone();
        let dt = expiry / steps as f64;
        let u = (vol * dt.sqrt()).exp();
        let d = u.recip();
        let df = (-rate * dt).exp();
        let p = (((rate - dividend) * dt).exp() - d) / (u - d);

        let intrinsic = |s: f64| match right {
            Right::Call => s - strike,
            Right::Put => strike - s,
        };
        let node = |step: usize, ups: usize| spot * u.powi(2 * ups as i32 - step as i32);

        let mut values: Vec<f64> = (0..=steps).map(|i| intrinsic(node(steps, i)).max(0.0)).collect();
        for step in (0..steps).rev() {
            for i in 0..=step {
                let hold = df * (p * values[i + 1] + (1.0 - p) * values[i]);
                values[i] = if style.may_exercise(step) { hold.max(intrinsic(node(step, i))) } else { hold };
            }
            values.pop();
        }
        values[0]
    }
}

fn main() {
    macro_rules! market {
        ($m:ident) => {
            $m::Market { spot: 97.3, rate: 0.05, dividend: 0.01, vol: 0.27 }
        };
    }
    let e = exp::TreePrice { right: exp::Right::Put, style: exp::Style::Bermudan(2), steps: 9 };
    let x = (market!(exp), 101.0, 0.75);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::tree_price(plain::Right::Put, plain::Style::Bermudan(2), 9, &market!(plain), 101.0, 0.75)
    );
    ad::testing::check(&e, &x).unwrap();
}
