#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod config {
        use std::collections::HashMap;

        #[derive(Debug, Clone, Default)]
        pub struct Config {
            sections: HashMap<String, HashMap<String, f64>>,
        }

        impl Config {
            /// Parses an INI text. A value is a number, a `$n` that refers to a parameter, or a product of those.
            pub fn parse(text: &str, parameters: &[f64]) -> Result<Config, String> {
                let mut config = Config::default();
                let mut section = String::from("global");
                for (number, raw) in text.lines().enumerate() {
                    let line = raw.split(';').next().unwrap_or_default().trim();
                    if line.is_empty() {
                        continue;
                    }
                    if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                        section = name.to_string();
                        continue;
                    }
                    let (key, value) =
                        line.split_once('=').ok_or_else(|| format!("line {}: no '='", number + 1))?;
                    let mut product = 1.0;
                    for factor in value.split('*').map(str::trim) {
                        product *= match factor.strip_prefix('$') {
                            Some(index) => {
                                let index: usize = index.parse().map_err(|_| format!("bad index {index}"))?;
                                *parameters.get(index).ok_or("no such parameter")?
                            }
                            None => factor.parse::<f64>().map_err(|e| e.to_string())?,
                        };
                    }
                    config.sections.entry(section.clone()).or_default().insert(key.trim().to_string(), product);
                }
                Ok(config)
            }

            pub fn get(&self, section: &str, key: &str) -> Option<f64> {
                self.sections.get(section)?.get(key).copied()
            }

            pub fn get_or(&self, section: &str, key: &str, default: f64) -> f64 {
                self.get(section, key).unwrap_or(default)
            }
        }

        /// The tip deflection of the cantilever that the configuration describes.
        pub fn deflection(text: &str, parameters: &[f64]) -> f64 {
            let config = match Config::parse(text, parameters) {
                Ok(config) => config,
                Err(_) => return 0.0,
            };
            let load = config.get_or("load", "force", 1.0);
            let length = config.get_or("beam", "length", 1.0);
            let inertia = config.get_or("beam", "width", 0.1) * config.get_or("beam", "height", 0.1).powi(3) / 12.0;
            load * length.powi(3) / (3.0 * config.get_or("material", "modulus", 210e9) * inertia)
        }
    }
    pub use config::*;
}

fn main() {
    use ad::prelude::*;
    let text = "[beam]\nlength = $0 ; metres\nwidth = 0.05\nheight = 0.5 * $1\n\n[load]\nforce = 9.81 * $2 * 2\n";
    let e = exp::Deflection { text };
    let x = vec![1.8, 0.12, 35.0];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::deflection(text, &x));
    ad::testing::check(&e, &x).unwrap();
}
