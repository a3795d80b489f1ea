//! `Result`s whose errors are used, and conversions that may fail. Each module is compiled with and without the macro.

both! {
    mod errors {
        #[derive(Debug, Clone)]
        pub(crate) enum Fail {
            Negative,
            Big(usize),
        }

        fn root(x: f64, n: usize) -> Result<f64, Fail> {
            if x < 0.0 {
                return Err(Fail::Negative);
            }
            if n > 5 {
                return Err(Fail::Big(n));
            }
            Ok(x.sqrt() * n as f64)
        }

        fn mapped(x: f64, n: usize) -> Result<f64, Fail> {
            root(x, n).map(|v| v * x)
        }

        fn renamed(x: f64, n: usize) -> Result<f64, String> {
            let v = root(x, n).map_err(|e| format!("{e:?}"))?;
            let w = mapped(v, n).map(|w| w * v).map_err(|_| String::from("no"))?;
            root(w, n).and_then(|v| mapped(v, n)).map_err(|e| format!("{e:?}"))
        }

        /// The first value that ends the loop has no numbers.
        fn searched(x: &[f64], n: usize) -> Result<f64, Fail> {
            let mut i = 0;
            loop {
                if i == n {
                    break Err(Fail::Big(i));
                }
                if x[i] > 1.75 {
                    break Ok(x[i] * x[0]);
                }
                i += 1;
            }
        }

        pub(crate) fn all(x: &[f64], n: usize) -> f64 {
            let mut s = searched(x, n).unwrap_or_else(|e| if let Fail::Big(n) = e { n as f64 * x[1] } else { 1.0 });
            for (i, v) in x.iter().enumerate() {
                s += mapped(*v, i * n).map(|v| v * s).unwrap_or_else(|e| match e {
                    Fail::Negative => s * v,
                    Fail::Big(n) => n as f64 * v,
                });
                s *= match renamed(*v, i) {
                    Ok(v) => v,
                    Err(e) => e.len() as f64,
                };
                let other = root(*v, n).or_else(|e| match e {
                    Fail::Negative => mapped(-v, n),
                    Fail::Big(n) => Err(Fail::Big(n + 1)),
                });
                s += other.unwrap_or(s) + root(*v, n).map_or_else(|_| s, |v| v * v);
                s += root(*v, n).ok().map_or_else(|| s * v, |v| v * v);
            }
            s
        }
    }

    mod conversions {
        #[derive(Debug, Clone)]
        pub(crate) struct Unit {
            v: Vec<f64>,
        }

        pub(crate) struct Zero(usize);

        impl TryFrom<&[f64]> for Unit {
            type Error = Zero;

            fn try_from(v: &[f64]) -> Result<Self, Self::Error> {
                let norm = v.iter().map(|v| v * v).sum::<f64>().sqrt();
                if norm == 0.0 {
                    return Err(Zero(v.len()));
                }
                Ok(Unit { v: v.iter().map(|v| v / norm).collect() })
            }
        }

        impl From<(f64, f64)> for Unit {
            fn from((a, b): (f64, f64)) -> Self {
                Unit { v: vec![a, b * a] }
            }
        }

        fn first(x: &[f64]) -> Result<f64, Zero> {
            let u = Unit::try_from(x)?;
            let w: Unit = (u.v[0], u.v[1]).into();
            Ok(u.v[0] * u.v[1] + w.v[1])
        }

        pub(crate) fn product(x: &[f64], k: usize) -> f64 {
            let other = match Unit::try_from(&x[k..]) {
                Ok(u) => u.v[0],
                Err(Zero(n)) => n as f64,
            };
            first(x).unwrap_or(1.0) * other
        }
    }
}

#[test]
fn errors_reach_the_code_that_uses_them() {
    let x = vec![1.5, 2.0, -0.25, 0.75];
    for n in [1, 3] {
        assert_eq!(ad::call::value(&errors::program::All { n }, &x), errors::plain::all(&x, n));
        crate::check::program(&errors::program::All { n }, &x);
    }
}

#[test]
fn conversions_may_fail() {
    use conversions::program::Product;
    crate::check::program(&Product { k: 1 }, &vec![1.5, 2.0, -0.25]);
    crate::check::program(&Product { k: 3 }, &vec![1.5, 2.0, -0.25]);
}
