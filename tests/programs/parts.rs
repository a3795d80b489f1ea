//! Parts of structs by patterns, receivers behind references, new values that calls borrow, and names of items. Each module is compiled
//! with and without the macro.

both! {
    mod parts {
        use std::collections::{BTreeMap, HashMap};

        #[derive(Clone, Copy, PartialEq)]
        enum Phase {
            Solid,
            Liquid,
        }

        #[derive(Clone, Copy)]
        enum Token {
            Number(f64),
            X,
            AND(f64, f64),
        }

        struct Part {
            mass: f64,
            rate: f64,
            steps: usize,
        }

        struct Machine {
            first: Part,
            others: Vec<Part>,
            at: (f64, f64),
        }

        impl Machine {
            fn step(&mut self) {
                let Self { first: Part { mass, rate, .. }, others, at: (left, _) } = self;
                *mass += *rate * 2.0;
                for Part { rate: r, steps, .. } in others.iter_mut() {
                    *r += *mass;
                    *steps += 1;
                    *left *= r.sin();
                }
                self.at.1 += self.first.mass;
            }

            fn total(&self) -> f64 {
                self.at.0 * self.at.1
                    + self.first.mass
                    + self.others.iter().map(|part| part.mass * part.rate * part.steps as f64).sum::<f64>()
            }
        }

        /// Its methods have names of `std`.
        #[derive(Default)]
        struct Stats {
            sum: f64,
            count: u32,
        }

        impl Stats {
            fn push(&mut self, x: f64) -> &mut Self {
                self.count += 1;
                self.sum += x;
                self
            }

            fn mean(&self) -> f64 {
                self.sum / f64::from(self.count)
            }
        }

        struct Store {
            values: BTreeMap<String, f64>,
        }

        impl Store {
            fn set(&mut self, key: &str, value: f64) {
                self.values.insert(key.to_string(), value);
            }
        }

        struct Swap {
            fixed: f64,
        }

        impl Swap {
            fn value(&self) -> f64 {
                2.0 * self.fixed
            }
        }

        /// The expression of `Swap::value` would have the name of this one's.
        fn swap_value(x: f64) -> f64 {
            Swap { fixed: x }.value() * x
        }

        struct Band {
            from: f64,
            rate: f64,
        }

        const BANDS: &[Band] = &[Band { from: -5.0, rate: 0.1 }, Band { from: 1.0, rate: -0.3 }];
        const LIMITS: [Band; 1] = [Band { from: 0.5, rate: 2.0 }];

        fn tax(x: f64, bands: &[Band]) -> f64 {
            let due = |band: &Band| if x > band.from { (x - band.from) * band.rate } else { 0.0 };
            bands.iter().map(due).sum::<f64>() + BANDS[1].rate
        }

        impl Band {
            fn scaled(&self) -> f64 {
                self.from * self.rate
            }
        }

        fn tables(x: &[f64]) -> f64 {
            let own = [Band { from: x[0], rate: x[1] }, Band { from: x[2], rate: 0.5 }];
            let all = own.iter().map(Band::scaled).fold(x[3], std::ops::Sub::sub);
            tax(x[0], BANDS) * tax(x[1], &LIMITS) + all
        }

        type Named = BTreeMap<u8, f64>;

        fn named(x: &[f64]) -> f64 {
            let named = Named::from([(1, x[0]), (2, 1.5)]);
            let mut empty = Named::new();
            empty.insert(3, x[1]);
            named[&1] * named[&2] + empty[&3]
        }

        struct Lists {
            b: Vec<f64>,
            w: [f64; 2],
            k: f64,
        }

        fn both(a: &f64, b: &f64) -> f64 {
            a * b
        }

        impl Lists {
            fn grow(&mut self, x: f64) -> f64 {
                let Lists { b, w, k } = self;
                b.push(x);
                w[0] = w[w.len() - 1] * x;
                *k += both(&b[0], &b[1]);
                let p = *k;
                p * b[0]
            }
        }

        type L = Lists;

        fn pushed(to: &mut Lists, new: &mut Vec<f64>) -> f64 {
            new.push(to.k);
            to.k *= 2.0;
            new[0] * to.w[0]
        }

        struct Borrowed<'a> {
            v: &'a mut Vec<f64>,
        }

        impl<'a> Borrowed<'a> {
            fn new(v: &'a mut Vec<f64>, x: f64) -> Self {
                v.push(x);
                Borrowed { v }
            }

            fn total(&self) -> f64 {
                self.v.iter().sum()
            }
        }

        fn called(a: impl Fn(f64) -> f64, v: &mut Vec<f64>) -> f64 {
            v.push(a(2.0));
            v.iter().sum()
        }

        type T = Token;

        /// An alias does not tell that `T::X` is a variant.
        fn branches(x: f64) -> f64 {
            let token = if x > 1.0 { Token::AND(x, 2.0) } else { Token::Number(x * 3.0) };
            if let T::AND(_, _) = token { x * 2.0 } else { x * x }
        }

        /// Calls whose order of evaluation must stay.
        fn in_order(x: &[f64]) -> f64 {
            let mut lists = L { b: vec![x[0]], w: [x[1], x[2]], k: 0.5 };
            let grown = lists.grow(x[3]);
            let p = &mut lists;
            let pushed = pushed(p, &mut Vec::new()) + p.k;
            let mut i = 0;
            let called = called(move |a| a * f64::from(i), &mut vec![{
                i += 1;
                x[i as usize]
            }]);
            let borrowed = Borrowed::new(&mut vec![x[0], x[1]], x[2]).total();
            grown + pushed + called * borrowed + branches(x[0]) + branches(x[1])
        }

        fn double(x: &mut f64) {
            *x *= 2.0;
        }

        fn machine(x: &[f64]) -> f64 {
            let part = |mass: f64, steps: usize| Part { mass, rate: x[1], steps };
            let mut machine = Machine { first: part(x[0], 1), others: vec![part(0.5, 2), part(x[2], 3)], at: (x[3], 1.0) };
            machine.step();
            let Part { mass, .. } = &mut machine.first;
            double(mass);
            for (i, Part { rate, .. }) in machine.others.iter_mut().enumerate() {
                *rate = rate.sin() * i as f64 + 1.0;
            }
            machine.total()
        }

        fn receivers(x: &[f64]) -> f64 {
            let mut groups: BTreeMap<usize, Stats> = BTreeMap::new();
            for (i, v) in x.iter().enumerate() {
                groups.entry(i % 2).or_default().push(v * v);
            }
            let mut list = vec![Stats { sum: x[0], count: 1 }, Stats::default()];
            list.last_mut().unwrap().push(x[1]).push(x[2]);
            list.iter_mut().next().unwrap().push(x[3]);
            (&mut list[0]).push(x[1]);
            Stats::push(&mut *list.last_mut().unwrap(), x[0]);
            let mut last = list.pop();
            last.as_mut().unwrap().push(x[2]);
            groups.values().map(|group| group.mean()).sum::<f64>() * list[0].mean() + last.unwrap().mean()
        }

        fn remembered(k: usize, x: f64, known: &mut HashMap<usize, f64>) -> f64 {
            if let Some(&y) = known.get(&k) {
                return y;
            }
            let y = if k < 2 { x } else { x * remembered(k - 1, x, known) + remembered(k - 2, x, known) };
            known.insert(k, y);
            y
        }

        fn lent(x: &[f64]) -> f64 {
            let mut store = Store { values: BTreeMap::new() };
            store.set("a", x[0]);
            Store::set(&mut store, "b", x[1]);
            remembered(4, x[2], &mut HashMap::new()) * store.values["a"] + store.values["b"]
        }

        fn heated(phase: Phase, t: f64) -> f64 {
            let (next, heat) = match phase {
                Phase::Solid if t > 0.0 => (Phase::Liquid, t),
                Phase::Solid => (Phase::Liquid, 2.0),
                Phase::Liquid => return t,
            };
            heated(next, t * heat)
        }

        fn token(word: &str) -> Token {
            match word {
                "x" => Token::X,
                "&" => Token::AND(2.0, 0.5),
                _ => Token::Number(word.len() as f64),
            }
        }

        fn parsed(text: &str, x: f64) -> f64 {
            let mut sum = 0.0;
            for token in text.split(' ').map(token) {
                sum += match token {
                    Token::X => x,
                    Token::AND(a, b) => a.powi(2) * x - b,
                    Token::Number(n) => n * x * x,
                };
            }
            let last: Vec<Token> = text.split(' ').map(token).collect();
            if let Some(Token::AND(_, b)) = last.last() { sum * b } else { sum }
        }

        pub(crate) fn loss(text: &str, x: &[f64]) -> f64 {
            machine(x) + receivers(x) + lent(x) + heated(Phase::Solid, x[0]) + parsed(text, x[1]) + swap_value(x[2]) + tables(x) + named(x) + in_order(x)
        }
    }
}

#[test]
fn parts_and_receivers_are_the_places_themselves() {
    for x in [[0.7, 1.3, -0.4, 2.1], [0.25, -1.5, 1.4, 0.5], [-0.5, 0.25, -7.0, -0.1]] {
        let x = x.to_vec();
        for text in ["x & one", "abc x &"] {
            let loss = parts::program::Loss { text };
            assert_eq!(ad::call::value(&loss, &x), parts::plain::loss(text, &x));
            crate::check::program(&loss, &x);
        }
    }
}
