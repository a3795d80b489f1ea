//! Boxes that stay in their function, references that branches choose, and types inside of functions. Each module is compiled with and
//! without the macro.

both! {
    mod places {
        struct P {
            pos: Vec<f64>,
            neg: Vec<f64>,
            w: f64,
            b: f64,
        }

        #[derive(Clone, Copy)]
        enum Kind {
            First,
            Second,
            Neither,
        }

        impl P {
            fn new(x: &[f64]) -> P {
                P { pos: vec![1.0], neg: vec![], w: x[0], b: x[1] }
            }

            fn at(&mut self, k: Kind, y: f64) -> f64 {
                let t = match k {
                    Kind::First => &mut self.w,
                    Kind::Second => &mut self.b,
                    Kind::Neither => return y,
                };
                *t += y;
                let before = *t;
                *t *= 2.0;
                before
            }
        }

        fn numbers(x: &[f64]) -> f64 {
            let (mut a, mut b) = (x[0], x[1]);
            for v in x {
                let r = if *v > 0.5 { &mut a } else { &mut b };
                *r += v * v;
            }
            a * b
        }

        fn lists(x: &[f64]) -> f64 {
            let mut a = vec![x[0]];
            let mut b = vec![x[1]];
            let mut s = 0.0;
            let which = x[2] > 0.0;
            let to = if which { &mut a } else { &mut b };
            for v in x {
                to.push(v * v);
                s += to.len() as f64 * to[0];
            }
            let r = match x.len() {
                4 => &mut a[0],
                _ => &mut b[0],
            };
            *r *= 3.0;
            let r = if s > 0.0 { &mut b } else { &mut a };
            r[0] += s;
            a.iter().sum::<f64>() * b.iter().sum::<f64>() + s
        }

        fn fields(x: &[f64]) -> f64 {
            let mut p = P::new(x);
            for v in x {
                let l = if *v > 0.0 {
                    &mut p.pos
                } else if *v < -5.0 {
                    return 0.0;
                } else {
                    &mut p.neg
                };
                l.push(*v);
                let n = l.len();
                if n > 2 {
                    continue;
                }
                l[0] *= 2.0;
            }
            let mut s = p.pos.iter().sum::<f64>();
            for k in [Kind::First, Kind::Second, Kind::Neither] {
                s += p.at(k, x[1]) * p.w;
            }
            s
        }

        fn boxes(x: &[f64]) -> f64 {
            let mut b = Box::new(x[0]);
            for v in x {
                *b += v * *b;
            }
            let mut p = Box::new(P::new(x));
            p.w *= *b;
            p.pos[0] += x[3];
            let z = Box::new(x[0] * x[1]);
            p.w * p.pos[0] + *z * *z + p.b
        }

        /// The code borrows the condition again after the choice.
        fn borrowed(x: &[f64]) -> f64 {
            let (mut a, mut b) = (vec![x[0]], vec![x[1]]);
            let n = std::cell::RefCell::new(x.len());
            let r = match *n.borrow() {
                4 => &mut a,
                _ => &mut b,
            };
            *n.borrow_mut() += 1;
            r.push(x[2]);
            a.iter().sum::<f64>() * b[0]
        }

        fn inside(x: &[f64]) -> f64 {
            #[derive(Clone, Debug)]
            enum Part {
                Flat(f64),
                Bent { u: f64, n: usize },
            }
            impl Part {
                const MORE: usize = 2;
                fn value(&self) -> f64 {
                    match self {
                        Part::Flat(a) => a * a,
                        Part::Bent { u, n } => u * (*n + Self::MORE) as f64,
                    }
                }
            }
            fn half(part: &Part) -> f64 {
                part.value() * 0.5
            }
            let parts = x.iter().enumerate();
            let parts = parts.map(|(i, v)| if i % 2 == 0 { Part::Flat(*v) } else { Part::Bent { u: *v, n: i } });
            let parts: Vec<Part> = parts.collect();
            parts.iter().map(half).sum()
        }

        pub(crate) fn loss(x: &[f64]) -> f64 {
            numbers(x) + 2.0 * lists(x) + 3.0 * fields(x) + 5.0 * boxes(x) + 7.0 * inside(x) + borrowed(x)
        }
    }
}

#[test]
fn places_behind_names_are_the_places() {
    for x in [[0.7, 1.3, -0.4, 2.1], [0.25, -1.5, 1.4, 0.5], [0.5, 0.25, -7.0, -0.1]] {
        let x = x.to_vec();
        assert_eq!(ad::call::value(&places::program::Loss, &x), places::plain::loss(&x));
        crate::check::program(&places::program::Loss, &x);
    }
}
