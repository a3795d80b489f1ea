//! Iterators that users write, and elements of lists that are chosen or zipped, and then changed. Each module is compiled with and
//! without the macro.

both! {
    mod iterators {
        #[derive(Debug, Clone)]
        pub(crate) struct Decay {
            level: f64,
            rate: f64,
            left: usize,
        }

        impl Iterator for Decay {
            type Item = f64;

            fn next(&mut self) -> Option<Self::Item> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                self.level *= self.rate;
                Some(self.level)
            }
        }

        pub(crate) struct Points {
            t: f64,
        }

        impl Iterator for Points {
            type Item = (usize, [f64; 2]);

            fn next(&mut self) -> Option<(usize, [f64; 2])> {
                self.t += 0.25;
                (self.t < 3.0).then(|| (self.t as usize, [self.t.sin(), self.t * self.t]))
            }
        }

        pub(crate) fn all(x: &[f64], n: usize) -> f64 {
            let mut s = x[3];
            let mut decay = Decay { level: x[0], rate: x[1] * 0.5, left: n };
            for v in decay.clone() {
                s += v * s;
            }
            for (i, v) in decay.by_ref().take(2).enumerate() {
                s += v * i as f64;
            }
            if let Some(v) = decay.next() {
                s *= v;
            }
            s += decay.map(|v| v * x[2]).sum::<f64>();
            let last = Points { t: x[0] }.filter(|(i, _)| *i != 1).fold(0.0, |a, (_, [p, q])| a + p * q);
            let mut walk = Points { t: x[3] };
            for (i, p) in &mut walk {
                s += p[0] * i as f64;
                if i > 1 {
                    break;
                }
            }
            let rest: Vec<f64> = walk.map(|(i, p)| p[1] + i as f64).collect();
            s + last + rest.iter().sum::<f64>() * s
        }
    }

    mod elements {
        pub(crate) struct Cell {
            heat: f64,
            mass: f64,
        }

        fn chosen(x: &[f64], n: usize) -> f64 {
            let mut cells: Vec<Cell> = x.iter().map(|v| Cell { heat: v * v, mass: 1.0 + v }).collect();
            let mut s = 1.0;
            for _ in 0..n {
                if let Some(c) = cells.iter_mut().find(|c| c.heat > 0.5) {
                    c.heat *= 0.5 * s;
                    s += c.mass * c.heat;
                }
                if let Some((k, c)) = cells.iter_mut().enumerate().find(|(k, c)| c.heat > 0.125 && *k > 0) {
                    c.mass *= s * k as f64;
                }
                let top = cells.iter_mut().max_by(|a, b| a.mass.partial_cmp(&b.mass).unwrap()).unwrap();
                top.mass = top.mass.sqrt() + s;
                s += top.mass;
            }
            let mut y = x.to_vec();
            if let Some(v) = y.iter_mut().find(|v| **v > 1.75) {
                *v *= s;
            }
            if let Some(c) = y.chunks_mut(2).last() {
                c[0] *= s;
                c[1] = s * s;
            }
            s + cells.iter().map(|c| c.heat * c.mass).sum::<f64>() + y.iter().map(|v| v * v).sum::<f64>()
        }

        fn zipped(x: &[f64], n: usize) -> f64 {
            let mut a = [[x[0], x[1]], [x[2], x[3]]];
            let b = [vec![x[1], x[0]], vec![x[3]]];
            a.iter_mut().flatten().zip(b.iter().flatten()).for_each(|(a, b)| *a += b * b);
            for (v, w) in a.iter_mut().flatten().filter(|v| **v > 0.5).zip(x.iter().map(|v| v * 0.25)) {
                *v *= w;
            }
            for (i, (v, k)) in a.iter_mut().flat_map(|row| row.iter_mut()).zip(0..n).enumerate() {
                *v *= k as f64 + i as f64 + 1.0;
            }
            a.iter().flatten().map(|v| v.sin()).sum()
        }

        pub(crate) fn both(x: &[f64], n: usize) -> f64 {
            chosen(x, n) * zipped(x, n)
        }
    }
}

const X: [f64; 4] = [1.5, 2.0, -0.25, 0.75];

#[test]
fn a_users_iterator_is_asked_for_its_items() {
    for n in [0, 2, 5] {
        let e = iterators::program::All { n };
        assert_eq!(ad::call::value(&e, &X.to_vec()), iterators::plain::all(&X, n));
        crate::check::program(&e, &X.to_vec());
    }
}

#[test]
fn elements_change_after_adaptors() {
    for n in [0, 3] {
        let e = elements::program::Both { n };
        assert_eq!(ad::call::value(&e, &X.to_vec()), elements::plain::both(&X, n));
        crate::check::program(&e, &X.to_vec());
    }
}
