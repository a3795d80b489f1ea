//! Structs, enums, `impl` blocks, operators and whole modules. Each list of items is compiled as a plain module and as one with
//! `#[exp]`, and the functions of both are compared.

use crate::behaviour::{Behaviour, points};

/// Declares modules, plain and annotated, and a test for each that compares the functions that are listed.
macro_rules! same_items {
    ($(mod $name:ident { $($items:tt)* } $(fn $function:ident($($x:ident),+);)+)*) => {$(
        mod $name {
            use super::*;

            mod plain {
                use crate::behaviour::{Noisy, count, log, note};
                $($items)*
            }

            #[ad::exp]
            mod numbers {
                use crate::behaviour::{Noisy, count, log, note};
                $($items)*
            }

            #[test]
            fn means_the_same() {
                $(for [$($x),+] in points() {
                    let plain = Behaviour::of(|| plain::$function($($x),+));
                    let annotated = Behaviour::of(|| numbers::$function($($x),+));
                    assert_eq!(annotated, plain, "{} at {:?}", stringify!($function), [$($x),+]);
                })+
            }
        }
    )*};
}

same_items! {
    mod points_and_operators {
        use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Point { pub x: f64, pub y: f64 }

        impl Point {
            pub const ORIGIN_NAME: &'static str = "origin";
            pub fn new(x: f64, y: f64) -> Self { log("new"); Point { y: note("y", y), x: note("x", x) } }
            pub fn dot(self, other: Self) -> f64 { self.x * other.x + self.y * other.y }
            pub fn norm(&self) -> f64 { self.dot(*self).sqrt() }
            pub fn scale(&mut self, by: f64) { self.x *= by; self.y *= by; }
            pub fn with_x(self, x: f64) -> Self { Self { x, ..self } }
        }

        impl Add for Point {
            type Output = Point;
            fn add(self, other: Point) -> Point { log("add"); Point { x: self.x + other.x, y: self.y + other.y } }
        }

        impl Sub for Point {
            type Output = Self;
            fn sub(self, other: Self) -> Self { log("sub"); Self { x: self.x - other.x, y: self.y - other.y } }
        }

        impl Neg for Point {
            type Output = Self;
            fn neg(self) -> Self { log("neg"); Self { x: -self.x, y: -self.y } }
        }

        impl Mul<f64> for Point {
            type Output = Point;
            fn mul(self, by: f64) -> Point { log("mul"); Point { x: self.x * by, y: self.y * by } }
        }

        impl AddAssign for Point {
            fn add_assign(&mut self, other: Point) { log("add_assign"); self.x += other.x; self.y += other.y; }
        }

        impl Index<usize> for Point {
            type Output = f64;
            fn index(&self, i: usize) -> &f64 { log("index"); if i == 0 { &self.x } else { &self.y } }
        }

        pub fn arithmetic(x: f64, y: f64) -> Point {
            let p = Point::new(x, y);
            let q = Point { x: 1.0, y: x };
            p + q * 2.0 - -p
        }

        pub fn updated(x: f64, y: f64) -> Point {
            let mut p = Point::new(x, 2.0);
            p.scale(y);
            p.scale(0.5);
            p += Point::new(note("first", 1.0 + x), y);
            p.x += note("right", y);
            p.with_x(p.norm())
        }

        pub fn indexed(x: f64, y: f64) -> Point {
            let mut p = Point { x, y };
            p.y *= p[note("i", 0)] + p[1];
            p
        }

        pub fn in_a_vec(x: f64, y: f64) -> Point {
            let mut v = vec![Point::new(x, y), Point { x: y, y: x }];
            v[note("i", 0)] += Point { x: note("right", y), y: 2.0 };
            let i = std::cell::Cell::new(0);
            let next = || { i.set(i.get() + 1); i.get() };
            v.push(v[0]);
            v[next()] += Point { x: next() as f64, y: x };
            v[note("j", 1)].y -= note("right", y * 2.0);
            v.iter().fold(Point { x: 0.0, y: 0.0 }, |a, b| a + *b)
        }
    }
    fn arithmetic(x, y);
    fn updated(x, y);
    fn indexed(x, y);
    fn in_a_vec(x, y);

    mod records_and_their_numbers_in_places {
        use std::ops::{AddAssign, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug)]
        pub struct Height { pub metres: f64 }

        impl AddAssign for Height {
            fn add_assign(&mut self, other: Height) { log("add_assign"); self.metres += other.metres; }
        }

        impl Neg for Height {
            type Output = f64;
            fn neg(self) -> f64 { log("neg"); -self.metres }
        }

        impl Sub for Height {
            type Output = f64;
            fn sub(self, other: Height) -> f64 { log("sub"); self.metres - other.metres }
        }

        impl Mul<f64> for Height {
            type Output = f64;
            fn mul(self, by: f64) -> f64 { log("mul"); self.metres * by }
        }

        fn make(metres: f64) -> Height { log("make"); Height { metres } }

        pub fn raised(x: f64) -> f64 {
            let mut v = vec![Height { metres: x }, Height { metres: 1.0 }];
            v[note("i", 1)] += make(x * 2.0);
            v[note("j", 0)] += Height { metres: note("metres", 3.0) };
            v[0].metres - v[1].metres
        }

        pub fn by_operators_that_are_seen(x: f64) -> f64 {
            let (low, high) = (Height { metres: x }, Height { metres: x * x });
            let mut v = [x, 1.0, 2.0];
            v[note("i", 0)] += -low;
            v[note("j", 1)] -= high - low;
            v[note("k", 2)] *= high * 2.0;
            v[0] + v[1] * v[2]
        }
    }
    fn raised(x);
    fn by_operators_that_are_seen(x);

    mod enums_and_matches {
        #[derive(Clone, Debug)]
        pub enum Term { Constant(f64), Variable, Sum(Box<Term>, Box<Term>), Power { base: Box<Term>, exponent: i32 }, Nothing }

        impl Term {
            pub fn value(&self, x: f64) -> f64 {
                match self {
                    Term::Constant(c) => { log("constant"); *c }
                    Term::Variable => x,
                    Term::Sum(a, b) => a.value(x) + b.value(x),
                    Self::Power { base, exponent } if *exponent < 0 => 1.0 / base.value(x).powi(-exponent),
                    Self::Power { base, exponent } => base.value(x).powi(*exponent),
                    Term::Nothing => 0.0,
                }
            }

            pub fn size(&self) -> usize {
                match self {
                    Term::Sum(a, b) => a.size() + b.size() + 1,
                    Term::Power { base, .. } => base.size() * 3 / 2 + 1,
                    _ => 1,
                }
            }
        }

        pub fn evaluated(x: f64, c: f64) -> f64 {
            let power = Term::Power { base: Box::new(Term::Sum(Box::new(Term::Variable), Box::new(Term::Constant(c)))), exponent: -2 };
            let t = Term::Sum(Box::new(power.clone()), Box::new(Term::Nothing));
            t.value(x) * t.size() as f64 + power.size() as f64
        }
    }
    fn evaluated(x, c);

    mod modules_in_modules {
        pub const RATE: f64 = 0.1;
        pub type Vector = [f64; 2];
        pub struct Options { pub steps: usize, pub name: &'static str }
        pub mod inner {
            pub fn sum(x: f64) -> f64 { x + super::outer(x) }
            pub fn steps(k: usize) -> usize { k / 2 }
            pub mod deep { pub fn square(x: f64) -> f64 { x * x } }
        }
        pub fn outer(x: f64) -> f64 { x * inner::deep::square(x) }
        pub fn harmonic(n: u32) -> f64 { (1..=n).map(|k| 1.0 / k as f64).sum() }
        pub fn slope(v: Vector) -> Vector { [v[1], -v[0] * RATE] }
        pub fn euler(options: &Options, h: f64, v: Vector) -> Vector {
            let mut v = v;
            for _ in 0..options.steps {
                let [a, b] = slope(v);
                v = [v[0] + h * a, v[1] + h * b];
                v[note("i", 0)] += note("right", h * RATE);
            }
            v
        }
        pub fn integrated(x: f64, y: f64) -> Vector {
            let options = Options { steps: inner::steps(7), name: "euler" };
            log(options.name);
            euler(&options, 0.25, [inner::sum(x), harmonic(4) + y])
        }
    }
    fn integrated(x, y);

    mod elements_that_are_assigned_to {
        use std::ops::{Index, IndexMut};

        #[derive(Clone, Debug)]
        pub struct Grid { pub cells: Vec<f64>, pub width: usize }

        impl Index<(usize, usize)> for Grid {
            type Output = f64;
            fn index(&self, (i, j): (usize, usize)) -> &f64 { log("index"); &self.cells[i * self.width + j] }
        }

        impl IndexMut<(usize, usize)> for Grid {
            fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 { log("index_mut"); &mut self.cells[i * self.width + j] }
        }

        pub fn relaxed(x: f64) -> f64 {
            let mut g = Grid { cells: vec![x, 1.0, 2.0, x * x], width: 2 };
            g[(note("i", 0), 1)] += note("right", g[(1, 1)]);
            g[(1, 0)] = g[(0, 1)] * 0.5;
            for i in 0..2 { g[(i, i)] -= 1.0; }
            g.cells.iter().sum()
        }
    }
    fn relaxed(x);

    mod generic_structs {
        #[derive(Clone, Debug)]
        pub struct Grid<const W: usize, const H: usize> { pub cells: [[f64; W]; H], pub name: String }

        impl<const W: usize, const H: usize> Grid<W, H> {
            pub fn filled(value: f64) -> Self { Grid { cells: [[value; W]; H], name: format!("{W}x{H}") } }
            pub fn total(&self) -> f64 { self.cells.iter().flatten().sum() }
            pub fn set(&mut self, at: (usize, usize), value: f64) { self.cells[at.1][at.0] = value; }
            pub fn row(&self, i: usize) -> &[f64; W] { &self.cells[i] }
        }

        #[derive(Debug)]
        pub struct Stack<T: Clone> { pub items: Vec<T>, pub weight: f64 }

        impl<T: Clone + Into<i64>> Stack<T> {
            pub fn weighted(&self) -> f64 {
                let mut sum = 0.0;
                for item in &self.items { let k: i64 = item.clone().into(); sum += self.weight * (k / 2) as f64; }
                sum
            }
        }

        pub fn gridded(x: f64, y: f64) -> f64 {
            let mut g = Grid::<3, 2>::filled(x);
            g.set((2, 1), y);
            log(g.name.as_str());
            g.total() - g.row(1)[2] * 2.0
        }

        pub fn stacked(x: f64, y: f64) -> f64 {
            Stack { items: vec![3i32, 5], weight: x }.weighted() - Stack { items: vec![7u8], weight: y }.weighted()
        }
    }
    fn gridded(x, y);
    fn stacked(x, y);

    mod traits_inside {
        pub struct Line { pub slope: f64, pub offset: f64 }
        impl Line {
            pub fn at(&self, x: f64) -> f64 { self.slope * x + self.offset }
            pub fn gamma(&self) -> f64 { log("my gamma"); self.slope }
            pub fn exp(&self, k: i32) -> f64 { log("my exp"); self.offset * k as f64 }
            pub fn max(self, other: Line) -> Line { log("my max"); if self.slope > other.slope { self } else { other } }
            pub fn len(&self) -> f64 { self.slope * 2.0 }
            pub fn sum(&self) -> f64 { log("my sum"); self.slope + self.offset }
        }
        pub fn used(x: f64, y: f64) -> f64 {
            let l = Line { slope: x, offset: y };
            let m = Line { slope: y, offset: 1.0 };
            let a = l.gamma() + l.exp(3) + l.at(2.0) + l.len() / 2.0 + m.sum();
            a + l.max(m).at(x)
        }
    }
    fn used(x, y);

    mod state_and_iteration {
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct State { pub position: f64, pub speed: f64, pub step: usize }

        pub struct Steps { state: State, left: usize }

        impl Iterator for Steps {
            type Item = State;
            fn next(&mut self) -> Option<State> {
                if self.left == 0 { log("done"); return None; }
                self.left -= 1;
                let State { position, speed, step } = self.state;
                self.state = State { position: position + 0.1 * speed, speed: speed - 0.1 * position, step: step + 1 };
                Some(self.state)
            }
        }

        pub fn simulated(x: f64, y: f64) -> Vec<State> {
            let start = State { position: x, speed: y, ..State::default() };
            let mut states = Vec::new();
            for s in (Steps { state: start, left: 3 }) { log(format!("step {}", s.step)); states.push(s); }
            states.push(State { position: 0.1, ..start });
            states
        }

        pub fn reduced(x: f64, y: f64) -> (f64, usize) {
            let states = simulated(x, y);
            let total: f64 = states.iter().map(|s| s.position * s.step as f64).sum();
            (total, states.iter().map(|s| s.step).sum::<usize>() / 2)
        }
    }
    fn simulated(x, y);
    fn reduced(x, y);

    mod results_and_errors {
        #[derive(Clone, Debug)]
        pub enum Failure { TooLarge(usize), Empty, Named { name: String } }
        pub fn checked(x: f64, limit: f64) -> Result<f64, Failure> {
            if x > limit { return Err(Failure::TooLarge(note("size", 3))); }
            if x == 0.0 { Err(Failure::Empty)? }
            if x.is_nan() { return Err(Failure::Named { name: "nan".to_string() }); }
            Ok(x.sqrt())
        }
        pub fn chained(x: f64, y: f64) -> Result<f64, Failure> {
            let a = checked(x, 2.0)?;
            let b = checked(a + y, 3.0).or_else(|e| match e { Failure::TooLarge(by) => Ok(by as f64), other => Err(other) })?;
            Ok(note("end", a * b))
        }
    }
    fn checked(x, limit);
    fn chained(x, y);
}
