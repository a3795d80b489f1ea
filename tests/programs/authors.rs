//! Programs of several functions, as new authors write them. Each module is compiled with and without the macro.

use ad::call;

both! {
    mod optional {
        fn root(x: f64) -> Option<(f64, f64)> {
            if x > 0.0 { Some((x.sqrt(), x * x)) } else { None }
        }

        /// Two contents, if there are two, and a tuple of zeros otherwise.
        pub(crate) fn gap(x: f64, y: f64) -> f64 {
            let (a, b) = root(x).zip(root(y)).map(|((a, b), (c, d))| (a - d, b * c)).unwrap_or_default();
            let roots = [x, y].map(|v| root(v));
            let fields: Vec<Option<f64>> = "1.5,,2".split(',').map(|v| v.parse().ok()).collect();
            let field = |i: usize| fields.get(i).copied().flatten();
            let first = match roots {
                [Some((r, _)), None] => r * y,
                [None, _] => y,
                _ => x,
            };
            let parsed = field(0).map_or(x, |v| v * x) + field(1).map_or(y, |v| v * y) + field(7).unwrap_or(x);
            let first = first * parsed;
            a * a + b + first
        }

        /// A `move` closure has state of its own.
        pub(crate) fn counted(x: f64, y: f64) -> f64 {
            let (mut sum, mut own) = (1.0, 1.0);
            let v = [x, y, x * y].map(|v| {
                sum += v;
                sum * v
            });
            let w = [x, y, x * y].map(move |v| {
                own += v;
                own * v
            });
            v[0] * v[1] + v[2] * sum + (w[0] * w[1] + w[2]) * own
        }

        pub(crate) fn weighted(x: &[f64]) -> f64 {
            let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
            squares.iter().zip(1u32..).map(|(p, k)| p * k as f64).sum()
        }
    }

    mod imported {
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Seen {
            Exact(f64),
            Censored(f64),
            Interval { from: f64, to: f64 },
        }

        #[derive(Debug, Clone, PartialEq)]
        pub(crate) enum Fault {
            Scale { positive: bool, count: usize },
            Empty(usize),
        }

        #[derive(Clone, Copy)]
        pub(crate) struct Law {
            pub scale: f64,
        }

        impl Law {
            /// An error without numbers that inspects one.
            fn new(scale: f64, count: usize) -> Result<Self, Fault> {
                if scale <= 0.0 {
                    return Err(Fault::Scale { positive: scale > 0.0, count });
                }
                Ok(Self { scale })
            }

            /// Variants are imported, and have guards.
            fn log_lik(&self, seen: Seen, at: usize) -> Result<f64, Fault> {
                use Seen::*;
                Ok(match seen {
                    Exact(t) => -t / self.scale - self.scale.ln(),
                    Censored(t) => -t / self.scale,
                    Interval { from, to } if from < to => (from / self.scale).sin() - to * self.scale,
                    Interval { .. } => return Err(Fault::Empty(at)),
                })
            }

            fn mirrored(self, seen: Seen) -> Seen {
                use Seen::{Censored, Exact, Interval};
                match seen {
                    Exact(t) if t > self.scale => Censored(t * self.scale),
                    Exact(t) => Exact(t + self.scale),
                    Interval { from, to } => Interval { from: from * self.scale, to },
                    other => other,
                }
            }
        }

        fn fitted(seen: &[Seen], scale: f64) -> Result<f64, Fault> {
            let law = Law::new(scale, seen.len())?;
            // The items of an iterator have contents, or the first one without is the result.
            let logs = seen
                .iter()
                .enumerate()
                .map(|(i, &seen)| law.log_lik(law.mirrored(seen), i))
                .collect::<Result<Vec<f64>, _>>();
            let roots: Option<Vec<f64>> =
                seen.iter().map(|_| scale).map(|l| if l < 5.0 { Some(l * scale) } else { None }).collect();
            let (logs, Some(roots)) = (logs?, roots) else { return Ok(scale * scale) };
            Ok(logs.iter().zip(&roots).map(|(a, b)| a * b).sum())
        }

        pub(crate) fn total(seen: &[Seen], scale: f64) -> f64 {
            match fitted(seen, scale) {
                Ok(total) => total,
                Err(Fault::Scale { count, .. }) => count as f64 * scale,
                Err(Fault::Empty(at)) => at as f64 * scale * scale,
            }
        }

        pub(crate) fn direction(q: [f64; 3]) -> f64 {
            let unit = |v: &[f64; 3]| {
                let n = v.iter().map(|a| a * a).sum::<f64>().sqrt();
                let [a, b, c] = v.map(|a| a / n);
                a * b + c
            };
            unit(&q) * q[0]
        }
    }

    mod refined {
        fn refine<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, depth: u32) -> f64 {
            let m = 0.5 * (a + b);
            let (whole, left, right) = (f(m) * (b - a), f(0.5 * (a + m)) * (m - a), f(0.5 * (m + b)) * (b - m));
            if depth == 0 || (left + right - whole).abs() < 1e-3 {
                return left + right;
            }
            refine(f, a, m, depth - 1) + refine(f, m, b, depth - 1)
        }

        fn refined(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
            refine(&f, a, b, 6)
        }

        /// A closure without types is passed by reference to a function that calls itself.
        pub(crate) fn integral(k: f64, end: f64) -> f64 {
            let density = |v: f64| (k * v).sin() * v;
            refined(density, 0.0, end) + refined(|v| v * density(v), 0.0, 1.0) + refine(&|v| v * v * k, k, end, 3)
        }
    }

    mod sums {
        use std::iter::{Product, Sum};
        use std::ops::{Add, Div, Mul, Sub};

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct Place {
            pub x: f64,
            pub y: f64,
        }

        impl Add for Place {
            type Output = Place;
            fn add(self, o: Place) -> Place { Place { x: self.x + o.x, y: self.y + o.y } }
        }

        impl Sub for Place {
            type Output = Place;
            fn sub(self, o: Place) -> Place { Place { x: self.x - o.x, y: self.y - o.y } }
        }

        impl Mul for Place {
            type Output = Place;
            fn mul(self, o: Place) -> Place { Place { x: self.x * o.x - self.y * o.y, y: self.x * o.y + self.y * o.x } }
        }

        impl Div<f64> for Place {
            type Output = Place;
            fn div(self, k: f64) -> Place { Place { x: self.x / k, y: self.y / k } }
        }

        impl Sum for Place {
            fn sum<I: Iterator<Item = Place>>(iter: I) -> Place {
                iter.fold(Place::default(), |a, b| a + b)
            }
        }

        impl Product for Place {
            fn product<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Place { x: 1.0, y: 0.0 }, |a, b| a * b)
            }
        }

        pub(crate) fn spread(places: &[Place]) -> f64 {
            let mean = places.iter().copied().sum::<Place>() / places.len() as f64;
            let from: Place = places.iter().map(|p| *p - mean).filter(|p| p.x > 0.0).sum();
            let turned = places.iter().map(|p| *p - from).product::<Place>();
            let scalar: f64 = places.iter().map(|p| p.x * turned.y).sum();
            mean.x * from.y + turned.x + scalar
        }
    }

    mod words {
        use std::collections::BTreeMap;

        /// A saved list contains references to the text.
        pub(crate) fn words(script: &str, x: f64) -> f64 {
            let lines: Vec<Vec<&str>> = script.lines().map(|line| line.split(' ').collect()).collect();
            let mut env = BTreeMap::new();
            env.insert("x".to_string(), x);
            for line in 0..lines.len() {
                if let [name, op, a, b] = lines[line].as_slice() {
                    let (a, b) = (env[*a], env[*b]);
                    let value = match *op {
                        "+" => a + b,
                        _ => a * b,
                    };
                    env.insert(name.to_string(), value);
                }
            }
            env["y"]
        }

        /// The name is moved where it is matched, and an iterator over lines is saved.
        pub(crate) fn named(text: &str, x: f64) -> f64 {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let mut y = lines.next().map_or(x, |line| x * line.len() as f64);
            let mut unknown = Vec::new();
            for line in lines {
                let mut name = String::new();
                for c in line.chars().filter(|c| c.is_alphabetic()) {
                    name.push(c);
                }
                match name.as_str() {
                    "sin" => y = y.sin() * x,
                    "square" => y = y * y,
                    _ => unknown.push(name),
                }
            }
            y * (1 + unknown.len()) as f64
        }
    }
}

#[ad::exp(adjoint)]
mod shocked {
    pub(crate) struct Model {
        pub start: f64,
        pub drift: f64,
    }

    impl Model {
        fn step(&self, state: f64, (a, b): (f64, f64), h: f64) -> f64 {
            state + self.drift * state * h * a + b * state.sin()
        }

        /// The iterator of a helper over numbers runs over data.
        fn path<'a>(&'a self, shocks: &'a [(f64, f64)], h: f64) -> impl Iterator<Item = f64> + 'a {
            shocks.iter().scan(self.start, move |state, &z| {
                *state = self.step(*state, z, h);
                Some(*state)
            })
        }
    }

    pub(crate) fn mean(#[fixed] shocks: &[Vec<(f64, f64)>], model: &Model, h: f64) -> f64 {
        shocks.iter().map(|z| model.path(z, h).map(|v| v * v).sum::<f64>()).sum()
    }
}

#[ad::exp(adjoint)]
mod missing {
    pub(crate) fn step(s: f64, y: f64) -> f64 {
        s + 0.5 * (y - s) * s
    }

    /// A reference to a float behind an `Option` is an argument for a number.
    pub(crate) fn filtered(#[fixed] ys: &[Option<f64>], x: f64) -> f64 {
        let mut s = x;
        for y in ys {
            if let Some(y) = y {
                s = step(s, *y);
            }
            let (value, shift) = match y {
                Some(v) => (*v, *v - s),
                None => (s, 0.0),
            };
            s += value * shift;
        }
        s
    }
}

#[ad::exp(adjoint)]
mod grouped {
    use std::collections::BTreeMap;

    fn by_group(rows: &[(&str, f64, f64)], slope: f64, offsets: &BTreeMap<&str, f64>) -> f64 {
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for &(group, dose, count) in rows {
            let eta = offsets[group] + slope * dose;
            *sums.entry(group).or_insert(0.0) += count * eta.sin();
        }
        sums.values().map(|s| s * s).sum()
    }

    /// The keys of a map are references to data beside numbers.
    pub(crate) fn grouped(#[fixed] rows: &[(&str, f64, f64)], slope: f64, effects: &[f64]) -> f64 {
        let offsets: BTreeMap<&str, f64> = ["a", "b"].into_iter().zip(effects.iter().copied()).collect();
        by_group(rows, slope, &offsets)
    }
}

#[test]
fn an_optional_observation_is_an_argument_for_a_number() {
    let ys = [Some(0.5), None, Some(-1.5), Some(2.0), None];
    let e = missing::Filtered { ys: &ys };
    assert_eq!(call::value(&e, &0.7), missing::filtered(&ys, 0.7));
    crate::check::program(&e, &0.7);
}

#[test]
fn a_function_that_calls_itself_receives_a_closure() {
    let x = (1.3, 2.1);
    assert_eq!(call::value(&refined::program::Integral, &x), refined::plain::integral(x.0, x.1));
    crate::check::program(&refined::program::Integral, &x);
}

#[test]
fn structs_are_summed_and_multiplied_by_their_own_impls() {
    let places = [(1.5, -0.5), (0.25, 2.0), (-1.0, 0.75)];
    let x: Vec<_> = places.iter().map(|&(x, y)| sums::program::Place { x, y }).collect();
    let plain: Vec<_> = places.iter().map(|&(x, y)| sums::plain::Place { x, y }).collect();
    assert_eq!(call::value(&sums::program::Spread, &x), sums::plain::spread(&plain));
    crate::check::program(&sums::program::Spread, &x);
}

#[test]
fn references_to_data_are_retained_as_keys_and_in_lists() {
    let rows = [("a", 0.5, 2.0), ("b", 1.5, -1.0), ("a", 0.25, 3.0)];
    let (e, x) = (grouped::Grouped { rows: &rows }, (0.7, vec![0.3, -0.4]));
    assert_eq!(call::value(&e, &x), grouped::grouped(&rows, x.0, &x.1));
    crate::check::program(&e, &x);
    let text = "begin\n\n sin\nsquare 2\nother\nsin";
    let e = words::program::Named { text };
    assert_eq!(call::value(&e, &0.7), words::plain::named(text, 0.7));
    crate::check::program(&e, &0.7);
    let script = "y + x x\ny * y x\n\nz * y y\ny + z x";
    let e = words::program::Words { script };
    assert_eq!(call::value(&e, &0.7), words::plain::words(script, 0.7));
    crate::check::program(&e, &0.7);
}

#[test]
fn results_are_collected_up_to_the_first_error() {
    use imported::{plain, program};
    let exact = |t| (program::Seen::Exact(t), plain::Seen::Exact(t));
    let interval = |from, to| (program::Seen::Interval { from, to }, plain::Seen::Interval { from, to });
    let censored = |t| (program::Seen::Censored(t), plain::Seen::Censored(t));
    for seen in [
        vec![exact(0.5), censored(1.5), interval(0.3, 0.9), exact(2.5)],
        vec![exact(0.5), interval(0.9, 0.3), exact(1.0)],
        vec![censored(-20.0), exact(1.0)],
        vec![],
    ] {
        let (x, y): (Vec<_>, Vec<_>) = seen.into_iter().unzip();
        for scale in [1.2, -0.5] {
            assert_eq!(call::value(&program::Total, &(&x, &scale)), plain::total(&y, scale));
            crate::check::program(&program::Total, &(x.clone(), scale));
        }
    }
    let q = [0.5, -1.0, 2.0];
    assert_eq!(call::value(&program::Direction, &q), plain::direction(q));
    crate::check::program(&program::Direction, &q);
}

#[test]
fn contents_are_joined_and_flattened() {
    for x in [(1.5, 0.7), (-1.0, 2.0), (2.0, -0.5)] {
        assert_eq!(call::value(&optional::program::Gap, &x), optional::plain::gap(x.0, x.1));
        crate::check::program(&optional::program::Gap, &x);
        assert_eq!(call::value(&optional::program::Counted, &x), optional::plain::counted(x.0, x.1));
        crate::check::program(&optional::program::Counted, &x);
    }
    let x = vec![1.5, -0.5, 0.25];
    assert_eq!(call::value(&optional::program::Weighted, &x), optional::plain::weighted(&x));
    crate::check::program(&optional::program::Weighted, &x);
}

#[test]
fn an_iterator_of_a_helper_runs_over_data() {
    let shocks = [vec![(0.5, 0.25), (-1.0, 0.5)], vec![(0.75, -0.25)]];
    let e = shocked::Mean { shocks: &shocks };
    let model = shocked::Model { start: 0.8, drift: 0.3 };
    assert_eq!(call::value(&e, &(&model, &0.2)), shocked::mean(&shocks, &model, 0.2));
    crate::check::program(&e, &(model, 0.2));
}
