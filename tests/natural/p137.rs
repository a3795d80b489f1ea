#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const UNITS: &[(&str, f64)] = &[("mm", 0.001), ("cm", 0.01), ("in", 0.0254), ("ft", 0.3048), ("m", 1.0), ("km", 1000.0)];

    #[exp(adjoint)]
    fn factor(unit: &str) -> Option<f64> {
        UNITS.iter().find(|(name, _)| *name == unit).map(|(_, metres)| *metres)
    }

    #[derive(Debug)]
    pub enum UnitError {
        Unknown(String),
        Empty,
    }

    #[exp(adjoint)]
    fn convert(value: f64, from: &str, to: &str) -> Result<f64, UnitError> {
        if from.is_empty() || to.is_empty() {
            return Err(UnitError::Empty);
        }
        let from_factor = factor(from).ok_or_else(|| UnitError::Unknown(from.to_owned()))?;
        let to_factor = factor(to).ok_or_else(|| UnitError::Unknown(to.to_owned()))?;
        Ok(value * from_factor / to_factor)
    }

    /// Volume of a box in cubic "to" units. An unknown unit gives no volume.
    #[exp(adjoint)]
    pub fn volume(units: [&str; 3], to: &str, sides: [f64; 3]) -> f64 {
        let mut product = 1.0;
        for (side, unit) in sides.into_iter().zip(units) {
            match convert(side, unit, to) {
                Ok(length) => product *= length,
                Err(_) => return 0.0,
            }
        }
        product
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Volume { units: ["cm", "ft", "m"], to: "in" };
    let x = [30.0, 2.0, 0.5];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::volume(["cm", "ft", "m"], "in", [30.0, 2.0, 0.5]));
    ad::testing::check(&e, &x).unwrap();
}
