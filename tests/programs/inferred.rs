//! Code whose meaning only its types decide. Each module is compiled with and without the macro.

both! {
    mod ends {
        fn logarithm(x: f64) -> Option<f64> {
            if x > 0.0 { Some(x.ln()) } else { None }
        }

        fn root(i: usize, x: f64) -> Result<f64, usize> {
            if x > 0.0 { Ok(x.sqrt()) } else { Err(i) }
        }

        fn sum(x: &[f64]) -> Option<f64> {
            x.iter().map(|v| logarithm(*v)).sum()
        }

        fn all(x: &[f64]) -> Result<Vec<f64>, usize> {
            x.iter().enumerate().map(|(i, v)| root(i, *v)).collect()
        }

        fn of(roots: &Result<Vec<f64>, usize>, x: &[f64]) -> f64 {
            match roots {
                Ok(roots) => roots.iter().sum(),
                Err(i) => x[*i] * 3.0,
            }
        }

        pub(crate) fn both(x: &[f64]) -> f64 {
            let product: Result<f64, usize> = x.iter().enumerate().map(|(i, v)| root(i, *v)).product();
            let roots = match &all(x) {
                Ok(roots) => roots[0] * roots[1],
                Err(i) => x[*i] * 2.0,
            };
            let first = if let Err(i) = &product { x[*i] } else { 1.0 };
            sum(x).unwrap_or(x[0] * x[1]) + product.unwrap_or(x[1] * x[1]) * first + roots + of(&all(x), x)
        }
    }

    mod order {
        #[derive(Copy, PartialEq, PartialOrd)]
        pub(crate) struct Key {
            x: f64,
            y: f64,
        }

        impl Clone for Key {
            fn clone(&self) -> Self {
                Key { x: self.x, y: self.y.clone() }
            }
        }

        fn made(x: f64) -> Key {
            Key { x, y: x * x }
        }

        fn is_less(p: &Key, q: &Key) -> bool {
            p < q || *p == *q
        }

        pub(crate) fn sum(x: f64, y: f64) -> f64 {
            let p = Key { x, y: 1.0 };
            let mut sum = 0.0;
            if p.clone() != made(y) {
                sum += p.x * p.x * y;
            }
            if (x, 1) < (y, 2) {
                sum += x * y;
            }
            if is_less(&p, &made(y)) {
                sum += y;
            }
            let list = vec![x, y];
            let array = [x, y];
            if list == array {
                sum += x;
            }
            if list.as_slice() != &array[..] {
                sum += 100.0;
            }
            let keys = [p, made(y)];
            if keys[0] < keys[1] {
                sum += x * x * x;
            }
            sum
        }
    }

    mod imported {
        #[derive(Clone)]
        pub(crate) enum Tree {
            Const(f64),
            Var,
            Add(Box<Tree>, Box<Tree>),
            Mul { a: Box<Tree>, b: Box<Tree> },
        }
        use Tree::*;

        fn add(a: Tree, b: Tree) -> Tree {
            Add(Box::new(a), Box::new(b))
        }

        fn eval(tree: &Tree, x: f64) -> f64 {
            match tree {
                Const(c) => *c,
                Var => x,
                Add(a, b) => eval(a, x) + eval(b, x),
                Mul { a, b } => eval(a, x) * eval(b, x),
            }
        }

        pub(crate) fn sum(x: &[f64]) -> f64 {
            let product = Mul { a: Box::new(Var), b: Box::new(Const(x[2])) };
            eval(&add(add(Const(x[0]), Const(2.0 * x[0])), product), x[1])
        }
    }

    mod made {
        use std::collections::{BTreeMap, HashMap, VecDeque};

        #[derive(Clone, Copy)]
        pub(crate) struct Pair([f64; 2]);

        impl std::ops::Add for Pair {
            type Output = Pair;

            fn add(self, other: Pair) -> Pair {
                Pair([self.0[0] + other.0[0], self.0[1] + other.0[1]])
            }
        }

        impl std::ops::AddAssign for Pair {
            fn add_assign(&mut self, other: Pair) {
                *self = *self + other;
            }
        }

        #[derive(Clone, Copy)]
        pub(crate) enum Plan {
            None,
            On(f64),
        }

        impl Plan {
            fn factor(&self, day: usize) -> f64 {
                match self {
                    Plan::None => 0.5,
                    Plan::On(k) if day > 1 => *k,
                    Plan::On(_) => 1.0,
                }
            }
        }

        struct Scaled {
            k: f64,
            points: Vec<(f64, f64)>,
        }

        impl Scaled {
            fn corners(&self) -> Vec<(f64, f64)> {
                self.points.clone()
            }

            fn apply(&self, (x, y): (f64, f64)) -> (f64, f64) {
                (self.k * x, y)
            }
        }

        struct Market {
            prices: HashMap<u8, f64>,
        }

        struct Halves {
            x: f64,
        }

        impl Iterator for Halves {
            type Item = f64;

            fn next(&mut self) -> Option<f64> {
                self.x = self.x * 0.5 - 1.0;
                Some(self.x)
            }
        }

        fn halved(x: f64) -> f64 {
            Halves { x }.take(3).sum()
        }

        fn area(points: impl Iterator<Item = (f64, f64)>) -> f64 {
            let mut sum = 0.0;
            for (x, y) in points {
                sum += x * y;
            }
            sum
        }

        fn table(x: f64) -> BTreeMap<u8, f64> {
            [1, 2].iter().map(|k| (*k, x * *k as f64)).collect()
        }

        fn queue(x: &[f64]) -> VecDeque<f64> {
            x.iter().map(|v| v * 2.0).collect()
        }

        pub(crate) fn all(x: &[f64]) -> f64 {
            let mut pair = Pair([x[0], x[1]]);
            pair += pair;
            let scaled = Scaled { k: x[0], points: vec![(x[0], x[1]), (1.0, x[1])] };
            let prices = [1, 2].iter().map(|k| (*k, x[0] * *k as f64)).collect();
            let market = Market { prices };
            let ends: [f64; 2] = x[1..3].try_into().unwrap();
            let plans = [Plan::On(x[0]), Plan::None];
            pair.0[0] * pair.0[1]
                + area(scaled.corners().into_iter().map(|p| scaled.apply(p)))
                + market.prices[&2] * table(x[1])[&1] * queue(x)[0]
                + ends[0] * ends[1]
                + plans[0].factor(2) * plans[1].factor(1)
                + halved(x[2])
        }
    }

    mod associated {
        pub(crate) trait System {
            type State: Clone;

            fn start(&self) -> Self::State;

            fn step(&self, s: &Self::State, h: f64) -> Self::State;

            fn value(&self, s: Self::State) -> f64;

            fn run(&self, n: usize) -> f64 {
                let mut s = self.start();
                for _ in 0..n {
                    s = self.step(&s, 0.1);
                }
                self.value(s)
            }
        }

        #[derive(Clone)]
        pub(crate) struct Point {
            q: f64,
            v: f64,
        }

        struct Spring {
            k: f64,
        }

        struct Decay {
            k: f64,
            x: f64,
        }

        struct Heat(Vec<f64>);

        impl System for Spring {
            type State = Point;

            fn start(&self) -> Point {
                Point { q: 1.0, v: self.k }
            }

            fn step(&self, s: &Point, h: f64) -> Self::State {
                Point { q: s.q + h * s.v, v: s.v - h * self.k * s.q }
            }

            fn value(&self, s: Point) -> f64 {
                s.q * s.q + s.v
            }
        }

        impl System for Decay {
            type State = f64;

            fn start(&self) -> f64 {
                self.x
            }

            fn step(&self, s: &f64, h: f64) -> f64 {
                s - h * self.k * s
            }

            fn value(&self, s: f64) -> f64 {
                s
            }
        }

        impl System for Heat {
            type State = Vec<f64>;

            fn start(&self) -> Vec<f64> {
                self.0.clone()
            }

            fn step(&self, s: &Vec<f64>, h: f64) -> Vec<f64> {
                s.iter().map(|u| u - h * u * u).collect()
            }

            fn value(&self, s: Self::State) -> f64 {
                s.iter().sum()
            }
        }

        fn end<S: System>(system: &S, n: usize) -> S::State {
            let mut s = system.start();
            for _ in 0..n {
                s = system.step(&s, 0.2);
            }
            s
        }

        fn both<S: System>(system: &S) -> f64 {
            let end = end(system, 2);
            system.value(end) * system.run(3)
        }

        pub(crate) fn all(x: &[f64]) -> f64 {
            both(&Spring { k: x[0] }) + both(&Decay { k: x[1], x: x[2] }) + both(&Heat(x.to_vec()))
        }
    }

    mod drawn {
        pub(crate) struct Generator {
            state: u64,
        }

        impl Iterator for Generator {
            type Item = f64;

            fn next(&mut self) -> Option<f64> {
                self.state = self.state * 5 % 17;
                Some(self.state as f64 * 0.1)
            }
        }

        struct Collatz(u64);

        impl Iterator for Collatz {
            type Item = u64;

            fn next(&mut self) -> Option<u64> {
                if self.0 == 1 {
                    return None;
                }
                self.0 = if self.0 % 2 == 0 { self.0 / 2 } else { 3 * self.0 + 1 };
                Some(self.0)
            }
        }

        pub(crate) struct Machine {
            stack: Vec<f64>,
        }

        impl Machine {
            fn pop(&mut self) -> Result<f64, usize> {
                self.stack.pop().ok_or(1)
            }

            fn binary(&mut self, f: impl Fn(f64, f64) -> f64) -> Result<(), usize> {
                let b = self.pop()?;
                let a = self.pop()?;
                self.stack.push(f(a, b));
                Ok(())
            }

            fn run(&mut self) -> Result<f64, usize> {
                self.binary(|a, b| a * b)?;
                self.binary(|a, b| a - b.sin())?;
                self.pop()
            }
        }

        fn path(generator: &mut Generator, a: f64) -> f64 {
            let mut s = 1.0;
            for z in generator.by_ref().take(3) {
                if z > 1.5 {
                    continue;
                }
                s *= (a * z).exp();
            }
            s
        }

        fn sums(generator: Generator, a: f64) -> f64 {
            let mut s = 1.0;
            'sum: for z in generator {
                for k in Collatz(6) {
                    if k == 4 {
                        continue 'sum;
                    }
                    s += a * z * k as f64;
                    if s > 20.0 {
                        break 'sum;
                    }
                }
            }
            s
        }

        pub(crate) fn all(x: &[f64]) -> f64 {
            let mut generator = Generator { state: 3 };
            let mut s = path(&mut generator, x[0]);
            for z in &mut generator {
                s += z * x[1];
                if z > 0.5 {
                    break;
                }
            }
            for z in generator.take(2) {
                s *= z * x[0];
            }
            let mut at = [2_usize, 0, 1, 2].into_iter();
            for k in at.by_ref().take(2) {
                s += x[k] * x[k];
            }
            for k in &mut at {
                s *= x[k];
                break;
            }
            s += at.len() as f64 * x[1];
            let mut machine = Machine { stack: x.to_vec() };
            s + sums(Generator { state: 2 }, x[2]) + machine.run().unwrap_or(x[0])
        }
    }
}

/// A constant over numbers, and one beside it, without an adjoint program.
#[ad::exp]
mod constant {
    #[derive(Clone, Copy)]
    pub(crate) struct Scale {
        k: f64,
    }

    impl Scale {
        const ONE: Scale = Scale { k: 1.0 };
        const HALF: f64 = 0.5;

        fn of(&self, x: f64) -> f64 {
            self.k * x * Self::HALF
        }
    }

    pub(crate) fn scaled(x: f64) -> f64 {
        Scale::ONE.of(x) * x * Scale::HALF
    }
}

#[test]
fn constants_of_types_are_numbers() {
    assert_eq!(ad::call::diff(&constant::Scaled, &3.0), 1.5);
}

#[test]
fn types_that_belong_to_a_trait_contain_numbers() {
    let x = vec![0.75, 1.25, -0.5];
    assert_eq!(ad::call::value(&associated::program::All, &x), associated::plain::all(&x));
    crate::check::program(&associated::program::All, &x);
}

#[test]
fn iterators_without_numbers_are_asked_for_their_items() {
    let x = vec![0.75, 1.25, 0.5];
    assert_eq!(ad::call::value(&drawn::program::All, &x), drawn::plain::all(&x));
    crate::check::program(&drawn::program::All, &x);
}

#[test]
fn imported_variants_are_those_of_their_enum() {
    let x = vec![0.75, 1.25, -0.5];
    assert_eq!(ad::call::value(&imported::program::Sum, &x), imported::plain::sum(&x));
    crate::check::program(&imported::program::Sum, &x);
}

#[test]
fn later_uses_decide_what_is_made() {
    let x = vec![0.75, 1.25, -0.5];
    assert_eq!(ad::call::value(&made::program::All, &x), made::plain::all(&x));
    crate::check::program(&made::program::All, &x);
}

#[test]
fn iterators_of_options_and_results_stop_at_the_first_failure() {
    for x in [vec![1.5, 2.0, 0.75], vec![1.5, -2.0, -1.0], vec![-1.0, 2.0]] {
        assert_eq!(ad::call::value(&ends::program::Both, &x), ends::plain::both(&x));
        crate::check::program(&ends::program::Both, &x);
    }
}

#[test]
fn wholes_are_compared_by_their_own_order() {
    for x in [(3.0, 4.0), (4.0, 3.0), (2.0, 2.0)] {
        assert_eq!(ad::call::value(&order::program::Sum, &x), order::plain::sum(x.0, x.1));
        crate::check::program(&order::program::Sum, &x);
    }
}
