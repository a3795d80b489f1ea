//! Code whose meaning is decided by types: parts behind `Deref`, keys of hash maps, items of iterators without numbers, lists of options.
//! Each module is compiled with and without the macro.

both! {
    mod typed {
        use std::collections::HashMap;
        use std::ops::{Deref, DerefMut};

        #[derive(Clone, Copy, PartialEq)]
        pub(crate) struct Vector {
            x: f64,
            y: f64,
        }

        impl Vector {
            fn norm(&self) -> f64 {
                self.x.hypot(self.y)
            }

            fn unit(self) -> Option<Unit> {
                let n = self.norm();
                if n < 1e-9 { None } else { Some(Unit { of: Vector { x: self.x / n, y: self.y / n }, n }) }
            }
        }

        impl From<[f64; 2]> for Vector {
            fn from([x, y]: [f64; 2]) -> Vector {
                Vector { x, y }
            }
        }

        #[derive(Clone, Copy, PartialEq)]
        pub(crate) struct Unit {
            of: Vector,
            n: f64,
        }

        impl Deref for Unit {
            type Target = Vector;
            fn deref(&self) -> &Vector {
                &self.of
            }
        }

        impl DerefMut for Unit {
            fn deref_mut(&mut self) -> &mut Vector {
                &mut self.of
            }
        }

        impl Unit {
            fn turned(&self) -> f64 {
                self.x * self.n - self.y * self.norm()
            }
        }

        fn behind(x: &[f64]) -> f64 {
            let Some(mut unit) = (Vector { x: x[0], y: x[1] }).unit() else { return 0.0 };
            unit.x *= 2.0;
            unit.y += unit.n;
            let copy = unit.clone();
            let whole: Vector = *unit;
            unit.turned() + copy.norm() * whole.y + (&copy).x
        }

        trait Base {
            fn base(&self) -> f64;
        }

        trait Twice: Base {
            fn twice(&self) -> f64 {
                2.0 * self.base()
            }
        }

        impl<T: Base> Twice for T {}

        struct Inner {
            a: f64,
        }

        struct Outer {
            inner: Inner,
            by: f64,
        }

        impl Deref for Outer {
            type Target = Inner;
            fn deref(&self) -> &Inner {
                &self.inner
            }
        }

        impl Base for Inner {
            fn base(&self) -> f64 {
                self.a
            }
        }

        impl Base for Outer {
            fn base(&self) -> f64 {
                self.inner.a * self.by
            }
        }

        /// The method is that of the outer type.
        fn outer(x: &[f64]) -> f64 {
            let outer = Outer { inner: Inner { a: x[0] }, by: x[1] };
            outer.twice() + outer.a
        }

        #[derive(PartialEq, Eq, Hash, Clone, Copy)]
        enum Kind {
            Hard,
            Soft(u8),
        }

        #[derive(PartialEq, Eq, Hash, Clone)]
        struct State {
            kind: Kind,
            left: Vec<usize>,
        }

        fn value(state: State, x: &[f64], known: &mut HashMap<State, f64>) -> f64 {
            if let Some(value) = known.get(&state) {
                return *value;
            }
            let mut value = x[0];
            for (i, w) in state.left.iter().enumerate() {
                let mut left = state.left.clone();
                left.remove(i);
                let kind = if *w == 1 { Kind::Hard } else { Kind::Soft(*w as u8) };
                value += x[*w] * value + 0.5 * self::value(State { kind, left }, x, known);
            }
            known.insert(state, value);
            value
        }

        fn longest(edges: &[(usize, usize)], x: &[f64]) -> f64 {
            let mut ends: Vec<Option<Vector>> = x.iter().map(|_| None).collect();
            for i in 0..x.len() {
                let before = edges
                    .iter()
                    .filter(|(_, b)| *b == i)
                    .filter_map(|(a, _)| ends[*a].as_ref())
                    .map(|end| end.y)
                    .fold(0.0, f64::max);
                let weights: f64 = edges.iter().filter(|(a, _)| *a == i).map(|(a, b)| x[*a] * x[*b]).sum();
                ends[i] = Some(Vector { x: before + weights, y: before + x[i] * x[i] });
            }
            ends.into_iter().flatten().map(|end| end.x + end.y).sum()
        }

        fn mapped(corners: [[f64; 2]; 3]) -> f64 {
            let corners = corners.map(Vector::from);
            corners.windows(2).map(|w| w[0].x * w[1].y - w[1].x * w[0].y).sum::<f64>() + corners[2].norm()
        }

        fn next(i: &mut usize) -> usize {
            *i += 1;
            *i - 1
        }

        /// The index of a list is computed once.
        fn once(x: &[f64]) -> f64 {
            let mut rows = vec![x.to_vec(), x.to_vec(), vec![x[1]]];
            let mut i = 0;
            rows[x.len() - 3].truncate(2);
            rows[next(&mut i)].push(x[2]);
            rows[next(&mut i)].fill(x[0] * x[1]);
            rows[next(&mut i)].extend(x.iter().map(|v| v * v));
            rows.concat().iter().enumerate().map(|(k, v)| v * (k + i) as f64).sum()
        }

        pub(crate) fn everything(x: &[f64]) -> f64 {
            let edges = [(0, 1), (1, 2), (0, 2)];
            let start = State { kind: Kind::Hard, left: vec![1, 2] };
            once(x) + outer(x) + behind(x) * value(start, x, &mut HashMap::new())
                + longest(&edges, x)
                + mapped([[x[0], x[1]], [x[1], x[2]], [x[2], x[0]]])
        }
    }
}

#[test]
fn types_decide_the_meaning_of_code() {
    for x in [vec![0.7, 1.3, 0.45], vec![0.5, 0.25, 2.0]] {
        assert_eq!(ad::call::value(&typed::program::Everything, &x), typed::plain::everything(&x));
        crate::check::program(&typed::program::Everything, &x);
    }
}
