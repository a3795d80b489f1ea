//! Traits of a module on floats and lists, own `Extend` and `FromIterator`, boxed errors, arrays of structs, and hash maps without numbers.
//! Each module is compiled with and without the macro.

both! {
    mod extended {
        use std::collections::{HashMap, HashSet};
        use std::error::Error;
        use std::fmt;

        pub(crate) trait Stats {
            fn mean(&self) -> f64;
            fn moment(&self, by: f64) -> f64 {
                self.mean() * by + 1.0
            }
            fn grow(&mut self, by: f64);
        }

        impl Stats for [f64] {
            fn mean(&self) -> f64 {
                self.iter().sum::<f64>() / self.len() as f64
            }
            fn grow(&mut self, by: f64) {
                for v in self.iter_mut() {
                    *v *= by;
                }
            }
        }

        impl Stats for f64 {
            fn mean(&self) -> f64 {
                *self
            }
            fn moment(&self, by: f64) -> f64 {
                self * by * by
            }
            fn grow(&mut self, by: f64) {
                *self += by;
            }
        }

        trait Squared {
            fn squared(self) -> Self;
        }

        impl Squared for f64 {
            fn squared(self) -> f64 {
                self * self
            }
        }

        impl Squared for (f64, f64) {
            fn squared(mut self) -> (f64, f64) {
                self.0 *= self.0;
                (self.0, self.1.squared())
            }
        }

        struct Data {
            values: Vec<f64>,
            pair: [f64; 2],
        }

        impl Data {
            fn score(&self) -> f64 {
                self.values.mean() * self.pair.mean() + self.values[0].moment(2.0)
            }
        }

        fn methods(x: &[f64], k: f64) -> f64 {
            let mut v = x.to_vec();
            v.grow(k);
            let mut s = k;
            s.grow(x[0]);
            let d = Data { values: v.clone(), pair: [k, s] };
            let deep: f64 = x.iter().map(|v| v.mean() * k.moment(*v)).sum();
            let (a, b) = (x[0], 2.0).squared();
            x.mean() + v.moment(k) + d.score() + deep * 3.0.squared() + a.squared() * b
                + x.iter().map(|v| v * v).collect::<Vec<_>>().mean()
        }

        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct Running {
            n: usize,
            mean: f64,
        }

        impl Extend<f64> for Running {
            fn extend<T: IntoIterator<Item = f64>>(&mut self, items: T) {
                for x in items {
                    self.n += 1;
                    self.mean += (x - self.mean) / self.n as f64;
                }
            }
        }

        impl FromIterator<f64> for Running {
            fn from_iter<T: IntoIterator<Item = f64>>(items: T) -> Self {
                let mut all = Running::default();
                all.extend(items);
                all
            }
        }

        fn collected(x: &[f64], k: f64) -> f64 {
            let mut all: Running = x.iter().map(|v| v * k).collect();
            all.extend([k, 2.0]);
            all.mean * x.iter().copied().collect::<Running>().mean
        }

        type Fallible<T> = Result<T, Box<dyn Error>>;

        #[derive(Debug)]
        struct TooLarge {
            at: usize,
        }

        impl fmt::Display for TooLarge {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "too large at {}", self.at)
            }
        }

        impl Error for TooLarge {}

        fn get(x: &[f64], i: usize) -> Result<f64, Box<dyn Error + Send + Sync>> {
            let v = x.get(i).ok_or_else(|| format!("no entry {i}"))?;
            if *v > 1e6 {
                return Err(Box::new(TooLarge { at: i }));
            }
            Ok(v * v)
        }

        fn chosen(x: &[f64], text: &str) -> Fallible<f64> {
            let i: usize = text.trim().parse()?;
            let v = get(x, i).map_err(|error| error.to_string())?;
            if i > 1 {
                return Err("late".into());
            }
            Ok(v + x[i])
        }

        fn failing(x: &[f64], k: f64) -> f64 {
            let mut sum = 0.0;
            for text in ["0", " 1", "2", "x", "17"] {
                match chosen(x, text) {
                    Ok(v) => sum += v * k,
                    Err(error) => sum += error.to_string().len() as f64 * k * k,
                }
            }
            sum + get(&[1e7 * k], 0).unwrap_or(x[1])
        }

        #[derive(Clone, Copy)]
        struct P {
            x: f64,
            y: f64,
        }

        impl P {
            fn of(a: [f64; 2]) -> P {
                P { x: a[0], y: a[1] }
            }
            fn dot(self, other: P) -> f64 {
                self.x * other.x + self.y * other.y
            }
        }

        fn arrays(v: &[f64], k: f64) -> f64 {
            let face = [0usize, 2, 1];
            let [a, b, c] = face.map(|i| v[i] * v[2 - i]);
            let [p, q] = [[a, b], [b, c]].map(P::of);
            let [r, s] = [p, q].map(|p| P { x: p.y, y: k });
            let [t, u] = [0, 1].map(|i| if v[i] > 1.0 { Some(v[i]) } else { None });
            let mut n = 0.0;
            let [w, z] = [1.0, 2.0].map(|f| {
                n += f;
                P { x: f * k, y: n }
            });
            a * b - c + p.dot(q) * r.dot(s) + t.unwrap_or(k) * u.unwrap_or(2.0) + w.dot(z) * n
        }

        struct Class {
            scale: usize,
        }

        fn scaled(n: usize) -> HashMap<usize, usize> {
            (0..n).map(|i| (i, i * 2)).collect()
        }

        fn classes(n: usize) -> HashMap<usize, Class> {
            (0..n).map(|i| (i, Class { scale: i * 2 })).collect()
        }

        /// A loop over data alone, whose items have no `Clone`.
        fn scales(classes: HashMap<usize, Class>) -> usize {
            let mut sum = 0;
            for (_, class) in classes {
                sum += class.scale;
            }
            sum
        }

        /// Sums of integers, whose order does not matter.
        fn hashed(x: &[f64], k: f64) -> f64 {
            let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
            for i in 0..2 * x.len() {
                groups.entry(i % 3).or_default().push(i);
            }
            let whole = |v: f64| (v * 4.0) * (v * 4.0);
            let mut sum = 0.0;
            'classes: for (i, scale) in scaled(3) {
                for j in 0..scale {
                    if j > 2 {
                        continue 'classes;
                    }
                    sum += whole(x[i]) * scale as f64;
                }
            }
            let pairs: HashSet<(usize, usize)> = [(0, 1), (1, 2)].into_iter().collect();
            for (i, j) in pairs {
                sum += whole(x[i]) * whole(x[j]);
            }
            for (g, members) in groups {
                sum += whole(k) * (g * members.len()) as f64;
            }
            sum * scales(classes(4)) as f64
        }

        pub(crate) fn loss(x: &[f64], k: f64) -> f64 {
            methods(x, k) + collected(x, k) + failing(x, k) + arrays(x, k) + hashed(x, k)
        }
    }
}

#[test]
fn methods_of_traits_on_floats_are_functions() {
    for x in [[0.75, 1.25, -0.5], [0.25, -1.5, 1.5]] {
        let x = (x.to_vec(), 0.75);
        assert_eq!(ad::call::value(&extended::program::Loss, &x), extended::plain::loss(&x.0, x.1));
        crate::check::program(&extended::program::Loss, &x);
    }
}
