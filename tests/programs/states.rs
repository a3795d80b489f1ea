//! Locals and types without numbers beside numbers: references into such locals, methods of such types, and maps of maps. Each module is
//! compiled with and without the macro.

use ad::prelude::*;

both! {
    mod references {
        use std::collections::{BTreeMap, HashMap};

        pub(crate) fn counts(words: &[String], x: &[f64], n: usize) -> f64 {
            let mut seen: HashMap<&str, usize> = HashMap::new();
            let mut by: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
            let mut grid = vec![vec![0_usize; 3]; 3];
            let mut s = 1.0;
            for (i, w) in words.iter().enumerate() {
                let count = seen.entry(w.as_str()).or_insert(0);
                *count += 1;
                s += x[i] * s / *count as f64;
                if *count > 1 {
                    s *= x[0];
                }
                let list = by.entry((i % 2, i % 3)).or_default();
                list.push(i);
                s += list.len() as f64 * x[i];
                let cell = &mut grid[i % 3][(i * i) % 3];
                *cell += 2;
                s += *cell as f64 * x[i].sin();
                if let Some(c) = seen.get_mut("a") {
                    *c += n;
                    s *= *c as f64 * 0.125;
                } else {
                    s += 1.0;
                }
                let row = grid.last_mut().unwrap();
                row[1] += 1;
                s += row[1] as f64;
                for (name, sign) in [(w, 1.0), (&words[0], -2.0)] {
                    s += sign * x[name.len() % 2];
                }
            }
            s
        }
    }

    mod methods {
        #[derive(Debug, Clone)]
        pub(crate) struct Grid {
            n: usize,
            names: Vec<String>,
        }

        pub(crate) struct Point {
            x: f64,
            y: f64,
        }

        impl Grid {
            fn new(n: usize) -> Self {
                Grid { n, names: vec!["a".into(); n] }
            }

            fn step(&self, t: f64) -> f64 {
                t / self.n as f64
            }

            fn index(&self, t: f64) -> usize {
                ((t.abs() * self.n as f64) as usize).min(self.n - 1)
            }

            fn blend(&self, p: &Point, v: &[f64], t: f64) -> Point {
                let (i, h) = (self.index(t), self.step(t));
                Point { x: p.x * (1.0 - h) + h * v[i], y: p.y + self.names[i].len() as f64 * t }
            }
        }

        pub(crate) fn path(x: &[f64], n: usize) -> f64 {
            let grid = Grid::new(n);
            let mut p = Point { x: x[0], y: x[1] };
            let mut s = 1.0;
            for v in x {
                p = grid.blend(&p, &[s, *v, s * v], *v * 0.25);
                s += grid.step(p.x) + p.y;
            }
            s + p.x
        }
    }

    mod maps {
        use std::collections::{BTreeMap, HashMap};

        type Section = BTreeMap<String, f64>;

        #[derive(Default)]
        pub(crate) struct Config {
            sections: HashMap<String, Section>,
        }

        fn parse(text: &str, x: &[f64]) -> Result<Config, String> {
            let mut config = Config::default();
            let mut section = String::from("global");
            for line in text.lines() {
                if let Some(name) = line.strip_prefix('[') {
                    section = name.to_string();
                    continue;
                }
                let (key, value) = line.split_once('=').ok_or_else(|| format!("no '=' in {line}"))?;
                let mut product = 1.0;
                for factor in value.split('*') {
                    product *= match factor.strip_prefix('$') {
                        Some(index) => {
                            let index: usize = index.parse().map_err(|_| format!("bad index {index}"))?;
                            *x.get(index).ok_or("no such parameter")?
                        }
                        None => factor.parse::<f64>().map_err(|e| e.to_string())?,
                    };
                }
                config.sections.entry(section.clone()).or_default().insert(key.to_string(), product);
            }
            Ok(config)
        }

        fn get(config: &Config, section: &str, key: &str) -> Option<f64> {
            config.sections.get(section)?.get(key).copied()
        }

        pub(crate) fn sum(text: &str, x: &[f64]) -> f64 {
            let config = match parse(text, x) {
                Ok(config) => config,
                Err(error) => return error.len() as f64 * x[0],
            };
            get(&config, "beam", "length").unwrap_or(1.0) * get(&config, "global", "force").unwrap_or(x[1])
        }
    }

    mod parsed {
        #[derive(Debug, Clone)]
        pub(crate) enum Term {
            Number(f64),
            Name(String),
        }

        fn term(word: &str) -> Option<Term> {
            Some(word.parse().map(Term::Number).unwrap_or_else(|_| Term::Name(word.to_string())))
        }

        pub(crate) fn terms(text: &str, x: f64) -> f64 {
            let mut terms = Vec::new();
            for word in text.split_whitespace() {
                terms.extend(term(word));
            }
            let mut sum = x;
            for term in &terms {
                sum *= match term {
                    Term::Number(n) => n + x,
                    Term::Name(name) => name.len() as f64 * x,
                };
            }
            sum
        }
    }
}

#[test]
fn references_into_locals_without_numbers() {
    let x = vec![1.5, 2.0, -0.25, 0.75, 0.5];
    let words: Vec<String> = ["c", "a", "bb", "a", "c"].map(String::from).to_vec();
    for n in [1, 3] {
        let e = references::program::Counts { words: &words, n };
        assert_eq!(ad::call::value(&e, &x), references::plain::counts(&words, &x, n));
        crate::check::program(&e, &x);
    }
}

#[test]
fn methods_of_types_without_numbers() {
    crate::check::program(&methods::program::Path { n: 3 }, &vec![1.5, 2.0, -0.25]);
}

#[test]
fn maps_of_maps() {
    let x = vec![1.5, 2.0];
    for text in ["force=$1*2\n[beam\nlength=$0*$0", "[beam\nlength=$1*0.5", "force=$2", "force=x", "force"] {
        let e = maps::program::Sum { text };
        assert_eq!(ad::call::value(&e, &x), maps::plain::sum(text, &x), "{text}");
        crate::check::program(&e, &x);
    }
}

#[test]
fn constructors_of_parsed_numbers() {
    crate::check::program(&parsed::program::Terms { text: "2.5 abc 0.5" }, &1.5);
}

/// Cells without numbers: a log of the caller, and a local list.
#[exp(adjoint)]
fn logged(x: &[f64], log: &std::cell::RefCell<Vec<String>>, calls: &std::cell::Cell<usize>) -> f64 {
    let (counts, k) = (std::cell::RefCell::new(vec![0_usize]), std::cell::RefCell::new(3_usize));
    let mut t = 1.0;
    for (i, v) in x.iter().enumerate() {
        log.borrow_mut().push(i.to_string());
        calls.set(calls.get() + 1);
        counts.borrow_mut().push(i);
        *k.borrow_mut() += i + 1;
        t += t * v * v * (log.borrow().len() * calls.get()) as f64;
        t *= 1.0 + v * *k.borrow() as f64;
        let last = counts.borrow()[i];
        let m = *k.borrow();
        *k.borrow_mut() = m + last;
        counts.borrow_mut()[0] += 1;
        t += v * counts.borrow().iter().sum::<usize>() as f64;
        if let Some(l) = counts.borrow_mut().last_mut() {
            *l += 1;
        }
    }
    t
}

#[test]
fn cells_change_once() {
    let x = vec![0.3, 0.4, -1.2];
    let gradients = [false, true].map(|tape| {
        let (log, calls) = Default::default();
        let e = Logged { log: &log, calls: &calls };
        let gradient =
            if tape { stack::grad(&e).eval(F64, x.clone()) } else { adjoint::grad(&e).eval(F64, x.clone()) };
        assert_eq!((log.take(), calls.get()), (["0", "1", "2"].map(String::from).to_vec(), 3));
        gradient
    });
    let [program, tape] = gradients;
    for (a, b) in program.iter().zip(&tape) {
        assert!((a - b).abs() <= 1e-12 * b.abs(), "{program:?} {tape:?}");
    }
}
