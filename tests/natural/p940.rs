#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod config {
        use std::collections::BTreeMap;

        type Section = BTreeMap<String, f64>;

        #[derive(Debug)]
        pub enum ConfigError {
            Syntax { line: usize },
            Missing(&'static str),
            Parameter(usize),
        }

        #[derive(Debug, Default)]
        struct Config {
            sections: BTreeMap<String, Section>,
        }

        /// A value is a number with an optional unit, or `$n` for the n-th parameter.
        fn parse_value(text: &str, line: usize, parameters: &[f64]) -> Result<f64, ConfigError> {
            let split = text.find(|c: char| c.is_alphabetic() || c == '%').unwrap_or(text.len());
            let (number, unit) = text.split_at(split);
            let factor = match unit.trim() {
                "" | "m" | "s" | "kg" => 1.0,
                "km" | "t" => 1e3,
                "%" => 0.01,
                "kmh" => 1.0 / 3.6,
                _ => return Err(ConfigError::Syntax { line }),
            };
            let number = match number.trim().strip_prefix('$') {
                Some(index) => {
                    let index: usize = index.parse().map_err(|_| ConfigError::Syntax { line })?;
                    *parameters.get(index).ok_or(ConfigError::Parameter(index))?
                }
                None => number.trim().parse::<f64>().map_err(|_| ConfigError::Syntax { line })?,
            };
            Ok(number * factor)
        }

        impl Config {
            fn parse(text: &str, parameters: &[f64]) -> Result<Self, ConfigError> {
                let mut config = Config::default();
                let mut current = String::from("global");
                for (i, raw) in text.lines().enumerate() {
                    let content = raw.split('#').next().unwrap_or("").trim();
                    if content.is_empty() {
                        continue;
                    }
                    if let Some(name) = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                        current = name.to_string();
                        continue;
                    }
                    let (key, value) = content.split_once('=').ok_or(ConfigError::Syntax { line: i + 1 })?;
                    let value = parse_value(value.trim(), i + 1, parameters)?;
                    config.sections.entry(current.clone()).or_default().insert(key.trim().to_string(), value);
                }
                Ok(config)
            }

            fn get(&self, section: &str, key: &'static str) -> Result<f64, ConfigError> {
                self.sections.get(section).and_then(|s| s.get(key)).copied().ok_or(ConfigError::Missing(key))
            }
        }

        fn coasting(config: &Config) -> Result<f64, ConfigError> {
            let (mass, drag) = (config.get("car", "mass")?, config.get("car", "drag")?);
            let slope = config.get("road", "slope")?;
            let rolling = config.get("road", "rolling").unwrap_or(0.01);
            let (mut speed, mut way) = (config.get("car", "speed")?, 0.0);
            while speed > 5.0 {
                speed -= 0.5 * (drag * speed * speed / mass + 9.81 * (slope + rolling));
                way += 0.5 * speed;
            }
            Ok(way)
        }

        pub fn distance(text: &str, parameters: &[f64]) -> f64 {
            Config::parse(text, parameters).and_then(|c| coasting(&c)).unwrap_or_else(|e| panic!("{e:?}"))
        }
    }
    pub use config::*;
}

fn main() {
    let text = "# a car\n[car]\nmass = $0 t\nspeed = $1 kmh\ndrag = 0.45\n\n[road]\nslope = $2 % # uphill\nrolling = 0.012\n";
    let parameters = vec![1.3, 88.0, 4.1];
    let e = exp::Distance { text };
    let x = parameters.clone();
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::distance(text, &parameters));
    ad::testing::check(&e, &x).unwrap();
}
