#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Clone, Default)]
    pub struct Stage {
        pub dry_mass: f64,
        pub fuel: f64,
        pub exhaust_velocity: f64,
    }

    #[exp(adjoint)]
    impl Stage {
        fn wet_mass(&self) -> f64 {
            self.dry_mass + self.fuel
        }
    }

    /// Speed after all stages have burnt out, the first stage first.
    #[exp(adjoint)]
    pub fn burnout_speed(stages: &[Stage], payload: f64) -> f64 {
        let Some((stage, upper)) = stages.split_first() else {
            return 0.0;
        };
        let above: f64 = payload + upper.iter().map(Stage::wet_mass).sum::<f64>();
        let ratio = (above + stage.wet_mass()) / (above + stage.dry_mass);
        stage.exhaust_velocity * ratio.ln() + burnout_speed(upper, payload)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::BurnoutSpeed;
    let x = (vec![exp::Stage { dry_mass: 10.0, fuel: 90.0, exhaust_velocity: 2.5 }, exp::Stage { dry_mass: 2.0, fuel: 16.0, exhaust_velocity: 3.5 }], 1.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::burnout_speed(&[plain::Stage { dry_mass: 10.0, fuel: 90.0, exhaust_velocity: 2.5 }, plain::Stage { dry_mass: 2.0, fuel: 16.0, exhaust_velocity: 3.5 }], 1.0));
    ad::testing::check(&e, &x).unwrap();
}
