//! Data beside numbers: integers and texts in pairs, in lists of pairs and in maps, and texts as keys. The shadow of such a container
//! has its shape, so it may be passed to a function or moved into a struct.

use ad::prelude::*;

#[exp(adjoint)]
mod pairs {
    use std::collections::{BTreeMap, HashMap};

    /// A list that a caller has.
    pub(super) fn weighted(pairs: &[(usize, f64)]) -> f64 {
        pairs.iter().map(|(k, x)| x * x * *k as f64).sum()
    }

    /// The same list, built here.
    pub(super) fn built(x: f64) -> f64 {
        let mut pairs: Vec<(usize, f64)> = Vec::new();
        for k in 2..5 {
            pairs.push((k, x * k as f64));
        }
        weighted(&pairs) * weighted(&[(3, x)])
    }

    fn find(pairs: &[(&'static str, bool, f64)], name: &str) -> Option<f64> {
        pairs.iter().find(|(key, chosen, _)| *key == name && *chosen).map(|(_, _, x)| *x)
    }

    pub(super) fn named(x: f64, y: f64) -> f64 {
        let pairs = [("x", false, y), ("x", true, x), ("y", true, x * y)];
        find(&pairs, "x").unwrap_or(1.0) * find(&pairs, "y").unwrap_or(1.0)
    }

    /// A result with data in it.
    pub(super) fn largest(x: &[f64], name: &str) -> (usize, String, f64) {
        let mut at = 0;
        for (i, value) in x.iter().enumerate() {
            if *value > x[at] {
                at = i;
            }
        }
        (at, name.to_string(), x[at] * x[0])
    }

    pub(super) fn of_largest(x: &[f64]) -> f64 {
        let (_, _, value) = largest(x, "abc");
        value * value
    }

    pub(super) struct Graph {
        links: BTreeMap<String, Vec<(String, f64)>>,
        codes: Vec<(char, i32, f64)>,
    }

    impl Graph {
        pub(super) fn parse(text: &str, weights: &[f64]) -> Graph {
            let mut links: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
            let mut codes = Vec::new();
            for (line, &weight) in text.lines().zip(weights) {
                if let Some((from, to)) = line.split_once("->") {
                    links.entry(from.to_string()).or_default().push((to.to_string(), weight));
                    links.entry(to.to_string()).or_default();
                    codes.push((from.chars().next().unwrap(), from.len() as i32, weight * weight));
                }
            }
            Graph { links, codes }
        }

        /// A map that a function gives.
        pub(super) fn flow(&self) -> HashMap<String, f64> {
            let mut flow: HashMap<String, f64> = self.links.keys().map(|name| (name.clone(), 1.0)).collect();
            for (from, targets) in &self.links {
                for (to, weight) in targets {
                    let more = flow[from] * weight;
                    *flow.get_mut(to).unwrap() += more;
                }
            }
            flow
        }
    }

    pub(super) fn flow_to(text: &str, name: &str, weights: &[f64]) -> Option<f64> {
        let graph = Graph::parse(text, weights);
        let codes: f64 = graph.codes.iter().map(|(c, n, x)| if *c == 'a' { x * *n as f64 } else { *x }).sum();
        graph.flow().get(name).map(|flow| flow * codes)
    }
}
use pairs::*;

#[exp(adjoint)]
mod keys {
    use std::collections::{BTreeMap, HashMap};

    /// Keys that borrow from an argument.
    pub(super) fn counts(text: &str, x: f64) -> f64 {
        let mut counts: HashMap<&str, f64> = HashMap::new();
        let mut n = 0.0;
        for word in text.split_whitespace() {
            n += 1.0;
            let count = counts.entry(word).or_insert(x);
            *count = *count * x + n;
        }
        let mut s = 1.0;
        for word in ["a", "b"] {
            if let Some(count) = counts.get(word) {
                s *= count * x;
            }
        }
        s
    }

    /// Such keys in tuples of data.
    pub(super) fn ratings(games: &[(&str, &str, bool)], k: f64, initial: f64) -> f64 {
        let mut ratings: BTreeMap<&str, f64> = BTreeMap::new();
        let mut s = 0.0;
        for &(white, black, won) in games {
            let w = *ratings.entry(white).or_insert(initial);
            let b = *ratings.entry(black).or_insert(initial * k);
            let difference = if won { w - b } else { b - w };
            s += difference * difference;
            ratings.insert(white, w + k * difference);
            ratings.insert(black, b * difference);
        }
        s
    }

    pub(super) fn overwritten(names: &[String], x: f64) -> f64 {
        let mut values: BTreeMap<&String, f64> = BTreeMap::new();
        for (k, name) in names.iter().enumerate() {
            if let Some(old) = values.insert(name, x * k as f64 + x.sin()) {
                values.insert(name, old * x);
            }
        }
        values.values().map(|v| v * v).sum()
    }

    #[derive(Clone)]
    pub(super) enum Instr {
        Const(f64),
        Get(&'static str),
        Set(&'static str),
    }

    /// `insert` follows the reference to a key.
    pub(super) fn run(code: &[Instr], inputs: &[(&'static str, f64)], result: &str) -> Option<f64> {
        let mut variables: HashMap<&str, f64> = inputs.iter().cloned().collect();
        let mut product = 1.0;
        let mut at = 0;
        while let Some(instr) = code.get(at) {
            at += 1;
            match instr {
                Instr::Const(c) => product *= *c,
                Instr::Get(name) => product *= *variables.get(name)?,
                Instr::Set(name) => {
                    variables.insert(name, product);
                }
            }
        }
        variables.get(result).copied()
    }

    pub(super) fn runs(code: &[Instr], x: f64) -> f64 {
        run(code, &[("x", x), ("y", x * x)], "z").unwrap_or(-1.0)
    }
}
use keys::*;

#[test]
fn integers_beside_numbers_have_one_shadow() {
    crate::check::program(&Weighted, &vec![(1, 2.0), (3, -1.5)]);
    assert_eq!(ad::call::value(&Built, &2.0), 4752.0);
    crate::check::program(&Built, &1.5);
    crate::check::program(&Largest { name: "a" }, &vec![1.5, 3.0, 2.0]);
    crate::check::program(&OfLargest, &vec![1.5, 3.0, 2.0]);
}

#[test]
fn texts_beside_numbers_have_one_shadow() {
    crate::check::program(&Named, &(1.5, 2.0));
    let e = FlowTo { text: "a->b\nb->c\na->c\nc->a", name: "c" };
    crate::check::program(&e, &vec![1.5, 2.0, -0.5, 3.0]);
    assert_eq!(ad::call::value(&FlowTo { name: "d", ..e }, &vec![1.0; 4]), None);
}

#[test]
fn keys_of_a_map_may_borrow_from_an_argument() {
    crate::check::program(&Counts { text: "a b a c b a" }, &1.5);
    let games = [("a", "b", true), ("b", "c", false), ("c", "a", true), ("b", "a", true)];
    crate::check::program(&Ratings { games: &games }, &(0.5, 1.5));
    let names = ["a", "b", "a"].map(String::from);
    crate::check::program(&Overwritten { names: &names }, &1.5);
}

#[test]
fn keys_have_the_type_that_the_map_has() {
    use Instr::{Const, Get, Set};
    let code = vec![Get("x"), Const(3.0), Set("y"), Get("y"), Set("z"), Get("z"), Set("x")];
    assert_eq!(ad::call::value(&Runs, &(code.clone(), 2.0)), 36.0);
    crate::check::program(&Runs, &(code, 1.5));
    crate::check::program(&Runs, &(vec![Get("w")], 1.5));
}

both! {
    mod lists {
        use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

        pub(crate) struct Groups {
            means: Vec<f64>,
            of: Vec<usize>,
        }

        #[derive(Clone)]
        pub(crate) enum Plan {
            Either(f64, Vec<f64>, Vec<f64>),
            All,
        }

        /// Names that live as long as the program, beside numbers.
        #[derive(Clone)]
        pub(crate) struct Scope {
            pub(crate) values: HashMap<&'static str, f64>,
            pub(crate) steps: Vec<(&'static str, f64)>,
        }

        impl Scope {
            fn pairs(&self, n: usize) -> HashSet<(usize, usize)> {
                (0..n).map(|i| (i, (i + self.steps.len()) % n)).collect()
            }
        }

        struct Line {
            memory: VecDeque<f64>,
            gain: f64,
        }

        impl Line {
            fn new(n: usize, gain: f64) -> Self {
                Line { memory: vec![0.5; n].into(), gain }
            }

            fn next(&mut self, x: f64) -> f64 {
                self.memory.push_back(x * self.gain);
                self.memory.pop_front().unwrap_or(0.0) * x
            }
        }

        /// A list without numbers whose elements change one by one, and which is returned beside numbers.
        fn grouped(x: &[f64], rounds: usize) -> Groups {
            let mut of = vec![0; x.len()];
            let mut means = vec![x[0], x[1]];
            for round in 0..rounds {
                for (slot, v) in of.iter_mut().zip(x) {
                    *slot = if (v - means[0]).abs() < (v - means[1]).abs() { 0 } else { 1 };
                }
                for (i, k) in of.iter_mut().enumerate() {
                    *k = (*k + i * round) % 2;
                }
                for (k, mean) in means.iter_mut().enumerate() {
                    for (v, _) in x.iter().zip(&of).filter(|(_, group)| **group == k) {
                        *mean = 0.5 * (*mean + v);
                    }
                }
            }
            Groups { means, of }
        }

        fn product(x: &[f64]) -> f64 {
            x.iter().product()
        }

        fn parts(x: &[f64]) -> (Vec<f64>, f64) {
            (x.iter().map(|v| v * v).collect(), x[0])
        }

        pub(crate) fn cost(x: &[f64], plans: &[Plan], scope: &Scope) -> f64 {
            let groups = grouped(x, 3);
            let mut sum: f64 = x.iter().zip(&groups.of).map(|(v, k)| (v - groups.means[*k]).powi(2)).sum();
            let mut order: Vec<_> = scope.pairs(x.len()).into_iter().collect();
            order.sort();
            for (i, j) in order {
                sum = sum * x[i] + x[j];
            }
            for plan in plans {
                match plan {
                    Plan::Either(limit, small, large) => {
                        let chosen = if *limit > x[0] { small } else { large };
                        sum += product(chosen) * limit;
                    }
                    Plan::All => sum += product(x),
                }
            }
            let mut line = Line::new(2, x[1]);
            for (name, step) in &scope.steps {
                sum += line.next(*step) * scope.values[name];
            }
            let mut moments: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
            for (i, v) in x.iter().enumerate() {
                for (m, w) in moments.entry(i % 2).or_default().iter_mut().zip([*v, v * v]) {
                    *m += w * x[0];
                }
            }
            let (squares, first) = parts(x);
            let entropy: f64 = squares.iter().filter(|&&v| v > 0.5).map(|&v| v * first).sum();
            sum * moments[&0][1] + entropy * moments[&1][0]
        }
    }
}

#[test]
fn lists_without_numbers_change_beside_numbers() {
    use lists::{plain, program};
    let x = vec![1.5, -0.5, 0.7, 2.0];
    macro_rules! given {
        ($m:ident) => {
            (
                vec![$m::Plan::Either(1.0, vec![2.0, 0.5], vec![3.0, 1.5]), $m::Plan::All],
                $m::Scope {
                    values: [("a", 1.5), ("b", 0.25)].into(),
                    steps: vec![("a", 2.0), ("b", 3.0), ("a", 0.5)],
                },
            )
        };
    }
    let (plans, scope) = given!(plain);
    let value = plain::cost(&x, &plans, &scope);
    let (plans, scope) = given!(program);
    let at = (x, plans, scope);
    assert_eq!(ad::call::value(&program::Cost, &at), value);
    crate::check::program(&program::Cost, &at);
}

#[derive(Clone, Copy)]
enum Edge {
    Zero,
    Wrap,
}

#[exp(adjoint)]
fn filtered(x: &[f64], edge: Edge) -> Vec<f64> {
    let at = |i: usize| match edge {
        Edge::Zero if i >= x.len() => 0.0,
        Edge::Zero => x[i],
        Edge::Wrap => x[i % x.len()],
    };
    (0..x.len()).map(|i| at(i) * at(i + 1)).collect()
}

/// An enum without numbers that is only handed on, and variants beside numbers.
#[exp(adjoint)]
fn handed_on(x: &[f64], scale: f64, edge: Edge) -> f64 {
    let y = filtered(x, edge);
    let mut sum: f64 = y.iter().map(|v| v * scale).sum();
    for (kind, weight) in [(Edge::Zero, scale), (Edge::Wrap, x[0]), (Edge::Zero, scale * x[1])] {
        sum += filtered(x, kind)[0] * weight;
    }
    sum
}

#[exp]
fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

/// A callee further up that has no program is recorded.
#[exp(adjoint)]
fn spread(x: &[f64]) -> f64 {
    let m = mean(x);
    x.iter().map(|v| (v - m).powi(2)).sum::<f64>() * mean(&x[1..])
}

#[test]
fn enums_are_handed_on_and_callees_recorded() {
    for edge in [Edge::Zero, Edge::Wrap] {
        crate::check::program(&HandedOn { edge }, &(vec![1.5, -0.5, 2.0], 0.7));
    }
    crate::check::program(&Spread, &vec![1.5, -0.5, 2.0]);
}
