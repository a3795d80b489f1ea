//! `Result`s whose errors contain numbers. Each module is compiled with and without the macro.

both! {
    mod solved {
        use std::fmt;

        #[derive(Debug)]
        pub(crate) enum Fault {
            Slow { residual: f64, steps: usize },
            Singular(f64),
            Input(String),
        }

        impl fmt::Display for Fault {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Fault::Slow { residual, .. } => write!(f, "slow {residual}"),
                    Fault::Singular(d) => write!(f, "singular {d}"),
                    Fault::Input(s) => write!(f, "{s}"),
                }
            }
        }

        impl std::error::Error for Fault {}

        type Solved<T> = Result<T, Fault>;

        fn check(a: f64) -> Result<(), Fault> {
            if a < -0.2 {
                return Err(Fault::Input("negative".to_string()));
            }
            Ok(())
        }

        pub(crate) fn inverse(a: f64) -> Solved<f64> {
            check(a)?;
            if a.abs() < 1.0 { Err(Fault::Singular(a * a)) } else { Ok(1.0 / a) }
        }

        pub(crate) struct Newton {
            pub(crate) tol: f64,
            pub(crate) max: usize,
        }

        impl Newton {
            pub(crate) fn solve(&self, a: f64) -> Solved<(f64, usize)> {
                let mut x = a;
                for k in 0..self.max {
                    let next = 0.5 * (x + a * inverse(x)?);
                    if (next - x).abs() < self.tol {
                        return Ok((next, k));
                    }
                    x = next;
                }
                Err(Fault::Slow { residual: x * x - a, steps: self.max })
            }

            fn both(&self, a: f64, b: f64) -> Solved<f64> {
                let (u, _) = self.solve(a)?;
                let v = Self::squared(self.solve(b))?;
                Ok(u - v)
            }

            fn squared(result: Solved<(f64, usize)>) -> Solved<f64> {
                result.map(|(v, _)| v * v)
            }
        }

        fn all(x: &[f64]) -> Solved<Vec<f64>> {
            x.iter().map(|v| inverse(*v)).collect()
        }

        pub(crate) fn loss(x: &[f64]) -> f64 {
            let n = Newton { tol: 1e-3, max: 4 };
            let mut s = 0.0;
            for v in x {
                s += match n.solve(*v) {
                    Ok((r, k)) => r * k as f64 + r,
                    Err(Fault::Slow { residual, steps }) => residual * steps as f64,
                    Err(Fault::Singular(d)) => 2.0 * d,
                    Err(Fault::Input(_)) => 0.25 * v,
                };
            }
            s += n.both(x[1], x[3]).unwrap_or(x[0]);
            s += n.both(x[0], x[3]).unwrap_or_else(|e| match e {
                Fault::Singular(d) => d * 5.0,
                _ => 0.0,
            });
            if n.both(x[0], x[1]).is_err() {
                s *= 2.0;
            }
            let r = n.both(x[1], x[1]);
            if let Ok(v) = &r {
                s += v * x[2];
            }
            if matches!(inverse(x[0]), Err(Fault::Singular(_))) {
                s += x[1];
            }
            for part in [x, &x[3..]] {
                match all(part) {
                    Ok(v) => s += v[0],
                    Err(Fault::Singular(d)) => s += 10.0 * d,
                    Err(_) => s += 1.0,
                }
            }
            let Ok(t) = inverse(x[3]) else { return s };
            s + t
        }
    }
}

both! {
    mod passed_on {
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) struct Bad {
            at: f64,
            why: usize,
        }

        #[derive(Debug)]
        pub(crate) enum Top {
            Inner(Bad),
            Other(f64),
        }

        impl From<Bad> for Top {
            fn from(b: Bad) -> Top {
                Top::Inner(b)
            }
        }

        pub(crate) trait Law {
            fn eval(&self, x: f64) -> Result<f64, Bad>;
        }

        pub(crate) struct Root;

        impl Law for Root {
            fn eval(&self, x: f64) -> Result<f64, Bad> {
                if x < 0.0 {
                    return Err(Bad { at: x * x, why: 1 });
                }
                Ok(x.sqrt())
            }
        }

        pub(crate) struct Scaled {
            k: f64,
        }

        impl Law for Scaled {
            fn eval(&self, x: f64) -> Result<f64, Bad> {
                (x > 1.0).then(|| self.k * x).ok_or(Bad { at: self.k, why: 2 })
            }
        }

        fn run(l: &dyn Law, x: f64) -> Result<f64, Top> {
            let v = l.eval(x)?;
            if v > 1.4 { Err(Top::Other(v)) } else { Ok(v * v) }
        }

        fn half(n: usize) -> Result<usize, String> {
            if n % 2 == 0 { Ok(n / 2) } else { Err("odd".into()) }
        }

        fn twice<L: Law>(l: &L, x: f64) -> Result<f64, Bad> {
            let made = l.eval(x).map(|v| v + 1.0).map_err(|e| Bad { at: e.at * 2.0, ..e });
            made.and_then(|v| if v > 2.0 { Err(Bad { at: v, why: 7 }) } else { Ok(v * 0.5) })
        }

        struct Seen {
            values: Vec<f64>,
            last: Option<Bad>,
        }

        impl Seen {
            fn add(&mut self, r: Result<f64, Bad>) {
                match r {
                    Ok(v) => self.values.push(v),
                    Err(e) => self.last = Some(e),
                }
            }
        }

        fn pick(x: &[f64]) -> Result<f64, f64> {
            x.iter().copied().find(|v| *v > 1.0).ok_or_else(|| x[0] * 3.0)
        }

        pub(crate) fn loss(x: &[f64]) -> f64 {
            let laws: Vec<Box<dyn Law>> = vec![Box::new(Root), Box::new(Scaled { k: x[1] })];
            let mut seen = Seen { values: Vec::new(), last: None };
            let mut s = 0.0;
            for v in x {
                for l in &laws {
                    let r = run(l.as_ref(), *v);
                    s += match &r {
                        Ok(v) => *v,
                        Err(Top::Inner(b)) if b.why == 1 => b.at * 0.5,
                        Err(Top::Inner(Bad { at, .. })) => *at,
                        Err(Top::Other(t)) => t * t,
                    };
                }
                let doubled = twice(&Root, *v);
                seen.add(doubled);
                seen.add(Root.eval(*v));
                s += match twice(&Scaled { k: *v }, x[0]) {
                    Err(e) => e.at,
                    Ok(v) => v,
                };
            }
            s += seen.values.iter().sum::<f64>();
            if let Some(b) = &seen.last {
                s += b.at * b.why as f64;
            }
            s += pick(&x[2..3]).unwrap_or_else(|e| e);
            s += match half(4) {
                Ok(n) => n as f64,
                Err(_) => 0.0,
            };
            let checked = |t: f64| -> Result<f64, Bad> {
                if t > 1.0 { Ok(t) } else { Err(Bad { at: t, why: 3 }) }
            };
            s += match checked(x[0]) {
                Ok(t) => t,
                Err(b) => b.at * 4.0,
            };
            if let Some(e) = pick(&x[2..3]).err() {
                s += e;
            }
            s + pick(x).map_or(1.0, |v| v * v)
        }
    }
}

both! {
    mod converted {
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Fault {
            Neg(f64),
            Big { by: f64, at: usize },
            Text(String),
        }

        pub(crate) enum Top {
            Fell(Fault),
            Parse(String),
            Low(f64),
        }

        impl From<Fault> for Top {
            fn from(f: Fault) -> Self {
                Top::Fell(f)
            }
        }

        impl From<String> for Top {
            fn from(s: String) -> Self {
                Top::Parse(s)
            }
        }

        pub(crate) struct Scale {
            k: f64,
        }

        impl std::str::FromStr for Scale {
            type Err = Fault;
            fn from_str(s: &str) -> Result<Self, Fault> {
                Err(Fault::Text(s.to_string()))
            }
        }

        impl Scale {
            fn root(&self, a: f64) -> Result<f64, Fault> {
                root(a * self.k)
            }
        }

        pub(crate) fn root(a: f64) -> Result<f64, Fault> {
            if a < 0.0 {
                Err(Fault::Neg(a))
            } else if a > 2.0 {
                Err(Fault::Big { by: a - 2.0, at: 3 })
            } else {
                Ok(a * a)
            }
        }

        fn cost(e: Fault) -> f64 {
            match e {
                Fault::Neg(a) => -a,
                Fault::Big { by, at } => by * at as f64,
                Fault::Text(_) => 0.5,
            }
        }

        fn half(i: usize) -> Result<usize, String> {
            if i % 2 == 0 { Ok(i / 2) } else { Err(format!("odd")) }
        }

        pub(crate) fn go(a: f64, i: usize) -> Result<f64, Top> {
            let n = half(i)?;
            let r = root(a)?;
            if r < 0.1 {
                return Err(Top::Low(r));
            }
            Ok(r * n as f64)
        }

        pub(crate) fn run<T: Clone>(k: T, a: f64) -> std::result::Result<f64, Fault> {
            let _k = k.clone();
            root(a)
        }

        fn either(a: f64) -> Result<f64, f64> {
            if a > 0.5 { Ok(a) } else { Err(a * a) }
        }

        fn twice(a: f64) -> Result<f64, Fault> {
            let t = Scale { k: 2.0 }.root(a)?;
            let (__error, __inside) = (10.0, 2.0);
            either(t).map(|y| y * __inside).map_err(|e| Fault::Neg(e + __error))
        }

        pub(crate) fn loss(x: &[f64]) -> f64 {
            let mut s = 0.0;
            for (i, v) in x.iter().enumerate() {
                s += match go(*v, i) {
                    Ok(a) => a,
                    Err(Top::Fell(f)) => cost(f),
                    Err(Top::Low(a)) => a * 4.0,
                    Err(Top::Parse(_)) => 0.1 * v,
                };
                let r = either(*v);
                s += r.unwrap_or(1.0) + r.unwrap_or(2.0) * 0.5;
                s += run(3usize, *v).unwrap_or(0.5) + twice(*v).unwrap_or_else(cost);
                s += root(*v).or(root(-v)).unwrap_or_else(cost);
                let r = root(*v);
                s += r.as_ref().map_or(0.25, |t| t * 3.0) + r.unwrap_or(1.5);
                if matches!(Scale { k: 2.0 }.root(*v), Ok(t) if t > 1.0) {
                    s *= 2.0;
                }
                match [root(*v), root(v * 0.5)] {
                    [Ok(a), Ok(b)] => s += a * b,
                    [Err(e), _] => s += cost(e),
                    _ => {}
                }
            }
            s
        }
    }
}

#[test]
fn errors_with_numbers_are_differentiated() {
    for x in [[0.7, 1.3, -0.4, 2.1], [1.7, 1.3, 1.4, 2.1], [0.5, 0.25, 3.0, -0.1]] {
        let x = x.to_vec();
        assert_eq!(ad::call::value(&solved::program::Loss, &x), solved::plain::loss(&x));
        crate::check::program(&solved::program::Loss, &x);
        assert_eq!(ad::call::value(&passed_on::program::Loss, &x), passed_on::plain::loss(&x));
        crate::check::program(&passed_on::program::Loss, &x);
        assert_eq!(ad::call::value(&converted::program::Loss, &x), converted::plain::loss(&x));
        crate::check::program(&converted::program::Loss, &x);
    }
}

#[test]
fn public_functions_give_results() {
    use solved::program::{Fault, Newton, inverse};
    assert!(matches!(inverse(2.0), Ok(0.5)));
    assert!(
        matches!(Newton { tol: 1e-3, max: 1 }.solve(2.0), Err(Fault::Slow { residual, .. }) if residual == 0.25)
    );
}
