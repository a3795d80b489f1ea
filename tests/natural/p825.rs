#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// The factor and offset that turn a temperature or a length into its SI unit.
    fn unit(name: &str) -> Option<(f64, f64)> {
        Some(match name {
            "m" => (1.0, 0.0),
            "km" => (1000.0, 0.0),
            "ft" => (0.3048, 0.0),
            "mi" => (1609.344, 0.0),
            "K" => (1.0, 0.0),
            "C" => (1.0, 273.15),
            "F" => (5.0 / 9.0, 459.67 * 5.0 / 9.0),
            _ => return None,
        })
    }

    /// Follows a chain such as `"F -> C -> K"`, and multiplies by `gain` at each arrow (a drifting instrument).
    #[exp(adjoint)]
    pub fn convert(chain: &str, amount: f64, gain: f64) -> f64 {
        let names: Vec<&str> = chain.split("->").map(str::trim).collect();
        names.windows(2).fold(amount, |value, pair| {
            let (Some(from), Some(to)) = (unit(pair[0]), unit(pair[1])) else {
                return value;
            };
            let si = value * from.0 + from.1;
            gain * (si - to.1) / to.0
        })
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Convert { chain: "F -> C -> K -> F" };
    let x = (71.5, 1.02);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::convert("F -> C -> K -> F", x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
