//! Helpers in a module: a trait with a provided method, and a struct whose methods have names of the standard library.
use ad::prelude::*;

pub use kinds::*;

#[exp(adjoint, class = Ring + PartialOrd)]
pub mod kinds {
    pub trait Kind {
        fn weighed(&self, s: f64) -> f64;

        fn turn(&mut self, s: f64) -> f64;

        fn both(&self, s: f64) -> f64 {
            self.weighed(s) * self.weighed(s * s)
        }
    }

    /// An element of a heap.
    #[derive(Clone, PartialEq)]
    pub struct Urgent {
        pub key: f64,
        pub tag: usize,
    }

    impl Eq for Urgent {}
    impl PartialOrd for Urgent {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }
    impl Ord for Urgent {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            self.key.partial_cmp(&other.key).unwrap()
        }
    }

    #[derive(Clone)]
    pub struct Square {
        pub a: f64,
    }

    #[derive(Clone)]
    pub struct Line {
        pub a: f64,
        pub b: f64,
    }

    impl Kind for Square {
        fn weighed(&self, s: f64) -> f64 {
            self.a * self.a * s
        }

        fn turn(&mut self, s: f64) -> f64 {
            let old = self.a;
            self.a *= s;
            old * self.a
        }
    }

    impl Kind for Line {
        fn weighed(&self, s: f64) -> f64 {
            self.a * s + self.b
        }

        fn turn(&mut self, s: f64) -> f64 {
            (self.a, self.b) = (self.b * s, self.a);
            if self.a > s {
                return self.b;
            }
            self.b += s;
            self.a * self.b
        }

        fn both(&self, s: f64) -> f64 {
            self.a * self.b * s
        }
    }

    pub fn through<K: Kind>(kind: &K, s: f64) -> f64 {
        kind.both(s) + kind.weighed(s)
    }

    pub fn turned(kind: &mut impl Kind, s: f64) -> f64 {
        let mut t = kind.turn(s);
        for _ in 0..2 {
            t = t * kind.turn(t) + kind.weighed(s);
        }
        t
    }

    pub fn heaviest<K: Kind>(kinds: &[K], s: f64) -> f64 {
        let mut best = &kinds[0];
        for kind in kinds {
            if kind.weighed(s) > best.weighed(s) {
                best = kind;
            }
        }
        best.both(s)
    }

    #[derive(Clone)]
    pub struct Same {
        v: f64,
        n: usize,
    }

    impl Same {
        pub fn new(v: f64) -> Same {
            Same { v, n: 1 }
        }
        pub fn set(&mut self, s: f64) {
            self.v = s * s;
        }
        pub fn push(&mut self, s: f64) {
            self.v *= s;
            self.n += 1;
        }
        pub fn insert(&mut self, s: f64) {
            self.v = self.v * s + s;
        }
        pub fn swap(&mut self, s: f64) {
            let old = self.v;
            self.v = s * old;
            self.n += 2;
        }
        pub fn update(&mut self, s: f64) -> f64 {
            self.v = self.v * s + s * s;
            self.v
        }
        pub fn take(&mut self, s: f64) -> f64 {
            let old = self.v * s;
            self.v = s;
            old
        }
        pub fn len(&self) -> f64 {
            self.v * self.n as f64
        }
        pub fn get(&self, s: f64) -> f64 {
            self.v * self.v * s
        }
        pub fn contains(&self, s: f64) -> bool {
            self.v > s && self.n % 2 == 0
        }
        pub fn value(&self, s: f64) -> f64 {
            self.v * s
        }
        pub fn refreshed(&mut self, s: f64) -> f64 {
            self.update(s) * s
        }
    }

    pub fn named(v: &mut Same, s: f64) -> f64 {
        v.push(s);
        if v.contains(s) {
            v.swap(s);
        } else {
            v.insert(s);
        }
        let t = v.len() * v.get(s);
        v.set(t * s);
        v.take(t) + v.update(s)
    }

    pub fn names(v: f64, x: &[f64], n: usize) -> f64 {
        let mut all = [Same::new(v), Same::new(v * x[0])];
        for i in 0..n % 4 {
            all[i % 2].insert(x[i]);
            let t = all[(i + 1) % 2].take(x[i]);
            all[0].push(t);
        }
        all.iter_mut().map(|a| a.update(v)).sum::<f64>() * all[0].len() + all[1].get(v)
    }
}
