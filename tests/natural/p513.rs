#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Net present value of yearly cash flows.
    #[exp(adjoint)]
    pub fn npv(rate: f64, flows: &[f64]) -> f64 {
        flows.iter().enumerate().map(|(t, cf)| cf / (1.0 + rate).powi(t as i32)).sum()
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum IrrError {
        NoSignChange,
        NotConverged,
    }

    /// Internal rate of return.
    #[exp(adjoint)]
    pub fn irr(flows: &[f64], guess: f64) -> Result<f64, IrrError> {
        let positive = flows.iter().any(|&f| f > 0.0);
        let negative = flows.iter().any(|&f| f < 0.0);
        if !(positive && negative) {
            return Err(IrrError::NoSignChange);
        }
        let mut rate = guess;
        for _ in 0..64 {
            let value = npv(rate, flows);
            let slope: f64 = flows
                .iter()
                .enumerate()
                .skip(1)
                .map(|(t, cf)| -(t as f64) * cf / (1.0 + rate).powi(t as i32 + 1))
                .sum();
            let next = rate - value / slope;
            if (next - rate).abs() < 1e-10 {
                return Ok(next);
            }
            rate = next;
        }
        Err(IrrError::NotConverged)
    }

    #[exp(adjoint)]
    pub fn profitability(flows: &[f64], hurdle: f64) -> f64 {
        match irr(flows, 0.1) {
            Ok(rate) => rate - hurdle,
            Err(_) => -hurdle,
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Profitability;
    let x = (vec![-100.0, 30.0, 40.0, 35.0, 20.0], 0.08);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::profitability(&vec![-100.0, 30.0, 40.0, 35.0, 20.0], 0.08));
    ad::testing::check(&e, &x).unwrap();
}
