#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod config {
        use std::collections::BTreeMap;

        #[derive(Debug, Clone, PartialEq)]
        enum Value {
            Number(f64),
            Word(String),
        }

        #[derive(Debug)]
        enum ConfigError {
            Missing(&'static str),
            NotANumber { key: String },
            Syntax(usize),
        }

        impl std::fmt::Display for ConfigError {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    Self::Missing(key) => write!(f, "missing {key}"),
                    Self::NotANumber { key } => write!(f, "{key} is not a number"),
                    Self::Syntax(line) => write!(f, "line {line}"),
                }
            }
        }

        impl std::error::Error for ConfigError {}

        struct Config {
            entries: BTreeMap<String, Value>,
        }

        impl Config {
            fn parse(text: &str) -> Result<Self, ConfigError> {
                let mut entries = BTreeMap::new();
                for (number, line) in text.lines().enumerate() {
                    let line = line.trim();
                    if line.is_empty() || line.starts_with('#') {
                        continue;
                    }
                    let (key, value) = line.split_once('=').ok_or(ConfigError::Syntax(number))?;
                    let value = match value.trim().parse() {
                        Ok(v) => Value::Number(v),
                        Err(_) => Value::Word(value.trim().to_string()),
                    };
                    entries.insert(key.trim().to_string(), value);
                }
                Ok(Config { entries })
            }

            fn set(&mut self, key: &str, value: f64) {
                self.entries.insert(key.to_string(), Value::Number(value));
            }

            fn number(&self, key: &'static str) -> Result<f64, ConfigError> {
                match self.entries.get(key) {
                    Some(Value::Number(v)) => Ok(*v),
                    Some(Value::Word(_)) => Err(ConfigError::NotANumber { key: key.into() }),
                    None => Err(ConfigError::Missing(key)),
                }
            }
        }

        fn damped_frequency(text: &str, mass: f64, extra: f64) -> Result<f64, ConfigError> {
            let mut config = Config::parse(text)?;
            let mass = config.number("mass").unwrap_or(mass);
            config.set("extra", extra);
            let k = config.number("stiffness")? + config.number("extra")?;
            let c = config.number("damping")?;
            Ok((k / mass - (c / (2.0 * mass)).powi(2)).sqrt())
        }

        pub fn frequency(text: &str, mass: f64, extra: f64) -> f64 {
            match damped_frequency(text, mass, extra) {
                Ok(f) => f,
                Err(e) => {
                    eprintln!("{e}");
                    0.0
                }
            }
        }
    }
    pub use config::*;
}

fn main() {
    let text = "mass = heavy\n# comment\ndamping = 0.3\nstiffness=2.5\n";
    ad::testing::check_function(&exp::Frequency { text }, |x| plain::frequency(text, x.0, x.1), &(1.2, 0.4)).unwrap();
}
