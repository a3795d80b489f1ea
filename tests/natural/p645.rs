#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Two-compartment model with repeated doses.
    #[exp]
    #[derive(Debug, Clone, PartialEq)]
    pub struct Patient {
        pub clearance: f64,
        pub volume: f64,
        pub k12: f64,
        pub k21: f64,
    }

    #[exp]
    #[derive(Debug, Clone)]
    pub enum Event {
        Bolus { hour: usize, amount: f64 },
        Infusion { from: usize, to: usize, rate: f64 },
    }

    #[exp(adjoint)]
    pub fn exposure(patient: &Patient, regimen: &[Event], hours: usize) -> f64 {
        let ke = patient.clearance / patient.volume;
        let (mut central, mut peripheral) = (0.0, 0.0);
        let mut auc = 0.0;
        for hour in 0..hours {
            let mut inflow = 0.0;
            for event in regimen {
                match event {
                    Event::Bolus { hour: h, amount } if *h == hour => central += amount,
                    Event::Infusion { from, to, rate } if (*from..*to).contains(&hour) => inflow += rate,
                    _ => {}
                }
            }
            let before = central / patient.volume;
            for _ in 0..2 {
                let flux = patient.k12 * central - patient.k21 * peripheral;
                central += 0.5 * (inflow - ke * central - flux);
                peripheral += 0.5 * flux;
            }
            auc += 0.5 * (before + central / patient.volume);
        }
        auc
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Exposure { hours: 6 };
    let x = (exp::Patient { clearance: 3.0, volume: 20.0, k12: 0.2, k21: 0.1 }, vec![exp::Event::Bolus { hour: 0, amount: 100.0 }, exp::Event::Infusion { from: 2, to: 5, rate: 12.5 }]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::exposure(&plain::Patient { clearance: 3.0, volume: 20.0, k12: 0.2, k21: 0.1 }, &vec![plain::Event::Bolus { hour: 0, amount: 100.0 }, plain::Event::Infusion { from: 2, to: 5, rate: 12.5 }], 6));
    ad::testing::check(&e, &x).unwrap();
}
