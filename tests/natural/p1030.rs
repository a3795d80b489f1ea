#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod stations {
        use std::collections::HashMap;

        #[derive(Debug, Clone, Copy)]
        struct Summary {
            min: f64,
            max: f64,
            sum: f64,
            count: usize,
        }

        impl Default for Summary {
            fn default() -> Self {
                Summary { min: f64::INFINITY, max: f64::NEG_INFINITY, sum: 0.0, count: 0 }
            }
        }

        impl Summary {
            fn observe(&mut self, t: f64) {
                self.min = self.min.min(t);
                self.max = self.max.max(t);
                self.sum += t;
                self.count += 1;
            }

            fn mean(&self) -> Option<f64> {
                match self.count {
                    0 => None,
                    n => Some(self.sum / n as f64),
                }
            }
        }

        fn summarize<'a>(rows: impl IntoIterator<Item = (&'a str, f64)>) -> HashMap<&'a str, Summary> {
            let mut stations: HashMap<&str, Summary> = HashMap::new();
            for (name, t) in rows {
                stations.entry(name).or_default().observe(t);
            }
            stations
        }

        pub fn warmest(rows: &[(String, f64)], weight: f64) -> f64 {
            let stations = summarize(rows.iter().map(|(name, t)| (name.as_str(), *t)));
            let mut names: Vec<_> = stations.keys().copied().collect();
            names.sort_unstable();
            names
                .into_iter()
                .filter_map(|name| {
                    let s = &stations[name];
                    Some(s.mean()? + weight * (s.max - s.min))
                })
                .max_by(|a, b| a.total_cmp(b))
                .unwrap_or(f64::NAN)
        }
    }
    pub use stations::*;
}

fn main() {
    ad::testing::check_function(&exp::Warmest, |x| plain::warmest(&x.0, x.1), &(vec![("oslo", 3.5), ("rome", 15.0), ("oslo", 4.1), ("rome", 17.5), ("cairo", 16.5)].into_iter().map(|(a, b)| (a.to_string(), b)).collect::<Vec<(String, f64)>>(), 0.5)).unwrap();
}
