//! Maps of numbers. An entry is a place with a key; the reverse sweep removes new entries, and gives removed ones back.

use ad::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// Reads of a map that the caller has.
#[exp(adjoint)]
fn read(names: &[&str], env: &HashMap<String, f64>) -> f64 {
    let mut s = 1.0;
    for name in names {
        s *= env[*name];
        if let Some(v) = env.get(*name) {
            s += v * v;
        }
    }
    if env.contains_key("none") {
        s = 0.0;
    }
    s + *env.get("a").unwrap_or(&0.0) * env.len() as f64
}

/// A map that grows, and whose entries change and leave.
#[exp(adjoint)]
fn grows(x: &[f64]) -> f64 {
    let mut env = BTreeMap::new();
    env.insert("x".to_string(), x[0]);
    env.insert("y".to_string(), x[1]);
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        let name = format!("v{}", i % 3);
        let a = env["x"] * v;
        if let Some(old) = env.insert(name, a) {
            s += old * a;
        }
        env.insert("x".to_string(), a + s);
    }
    if let Some(gone) = env.remove("y") {
        s *= gone;
    }
    s + env["x"] * env.values().sum::<f64>()
}

/// Entries, and iterations that read and change them.
#[exp(adjoint)]
fn spread(regions: &[&str], x: &[f64]) -> f64 {
    let mut by: BTreeMap<String, f64> = BTreeMap::new();
    for (r, v) in regions.iter().zip(x) {
        *by.entry(r.to_string()).or_insert(0.0) += v * v;
        by.entry(r.to_string()).and_modify(|w| *w *= v).or_insert_with(|| 2.0 * v);
        *by.entry("all".to_string()).or_default() += v;
    }
    let n = by.len() as f64;
    let mean = by.values().sum::<f64>() / n;
    for (_, v) in by.iter_mut() {
        *v *= mean;
    }
    for v in by.values_mut() {
        *v += mean * *v;
    }
    if let Some(v) = by.get_mut("a") {
        *v *= x[0];
    }
    let mut s = 0.0;
    for (k, v) in &by {
        s = s * v + k.len() as f64;
    }
    s + by.iter().map(|(k, r)| (r - mean).powi(2) * k.len() as f64).sum::<f64>() / n
}

/// The order of a `HashMap` after entries left is not the order before.
#[exp(adjoint)]
fn unordered(x: &[f64]) -> f64 {
    let mut map: HashMap<usize, f64> = x.iter().enumerate().map(|(i, v)| (i, v * v)).collect();
    let mut product = 1.0;
    for i in 0..x.len() {
        for (key, v) in &map {
            product += v * (1.0 + *key as f64) * x[i];
        }
        if let Some(v) = map.remove(&i) {
            product += v;
            map.insert(i + 100, v * x[0]);
        }
    }
    product * map.values().map(|v| v * v).sum::<f64>()
}

/// The values are lists.
#[exp(adjoint)]
fn groups(x: &[f64]) -> f64 {
    let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        groups.entry(i % 2).or_insert_with(Vec::new).push(v * x[0]);
    }
    let taken = groups.remove(&1).unwrap_or_default();
    taken.iter().sum::<f64>() * groups[&0].iter().map(|v| v * v).sum::<f64>()
}

/// Entries come and go in branches, and the map becomes empty.
#[exp(adjoint)]
fn in_branches(x: &[f64]) -> f64 {
    let mut map: HashMap<usize, f64> = HashMap::new();
    let mut s = 1.0;
    for i in 0..x.len() {
        if x[i] > 0.0 {
            map.insert(i % 2, x[i] * s);
        } else if let Some(v) = map.remove(&(i % 2)) {
            s += v * v;
        }
        if i == 3 {
            map.clear();
            map.insert(7, s);
        }
        s = s * 0.5 + map.values().map(|v| v * v).sum::<f64>();
        if s > 50.0 {
            break;
        }
    }
    match map.get(&7) {
        Some(v) => s * v,
        None => s,
    }
}

/// A loop that does not run reads no entry.
#[exp(adjoint)]
fn not_there(x: &[f64], map: &BTreeMap<String, f64>) -> f64 {
    let mut s = x[0];
    for v in &x[1..1] {
        s += map["missing"] * v;
    }
    s * x[1]
}

#[exp(adjoint)]
fn returned(x: &[f64]) -> BTreeMap<usize, f64> {
    let mut map = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *map.entry(i % 2).or_insert(1.0) *= v;
    }
    map
}
/// The map of a call is taken apart in order, and its keys are sorted.
#[exp(adjoint)]
fn taken_apart(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, f64> = returned(x);
    let mut keys: Vec<_> = map.keys().copied().collect();
    keys.sort();
    let mut s: f64 = keys.iter().map(|k| map[k] * map[&0]).sum();
    map.extend(x.iter().enumerate().map(|(i, v)| (i + 2, v * s)));
    map.retain(|_, v| *v > 0.0);
    for (k, v) in map.clone() {
        if k != 1 {
            map.insert(k + 10, v * s);
        }
    }
    while let Some((k, v)) = map.pop_first() {
        s = s * v + k as f64;
    }
    s
}

/// Maps of maps and of pairs.
#[exp(adjoint)]
fn nested(x: &[f64]) -> f64 {
    let mut rows: HashMap<usize, BTreeMap<usize, f64>> = HashMap::new();
    let mut pairs: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        rows.entry(i % 2).or_insert_with(BTreeMap::new).insert(i, v * v);
        let pair = pairs.entry(i % 2).or_insert((1.0, 0.0));
        pair.0 *= v;
        pair.1 += v * v;
    }
    let first = &rows[&0];
    first[&0] * rows[&1].values().sum::<f64>() * pairs.values().map(|(a, b)| a * b).sum::<f64>()
}

#[exp(adjoint)]
mod fields {
    use std::collections::{BTreeMap, VecDeque};

    #[derive(Clone, Copy)]
    struct Account {
        a: f64,
        b: f64,
    }
    struct Bank {
        accounts: BTreeMap<u32, Account>,
        log: VecDeque<f64>,
    }
    impl Bank {
        fn pay(&mut self, id: u32, x: f64) {
            let old = self.accounts.get(&id).copied().unwrap_or(Account { a: 1.0, b: x });
            self.accounts.insert(id, Account { a: old.a * x, b: old.b + x });
            self.log.push_front(x * old.b);
            if self.log.len() > 2 {
                let last = self.log.pop_back().unwrap();
                self.log[0] += last;
            }
        }
        fn total(&self) -> f64 {
            let accounts: f64 = self.accounts.values().map(|account| account.a * account.b).sum();
            accounts + self.log.iter().map(|v| v * v).sum::<f64>()
        }
    }
    pub(super) fn of_bank(x: &[f64]) -> f64 {
        let mut bank = Bank { accounts: BTreeMap::new(), log: VecDeque::new() };
        for (i, v) in x.iter().enumerate() {
            bank.pay((i % 2) as u32, *v);
        }
        if let Some(account) = bank.accounts.get_mut(&1) {
            account.a *= x[0];
        }
        let copy = bank.accounts.clone();
        bank.accounts.remove(&0);
        bank.total() * copy[&0].a + copy[&1].b
    }
}

#[exp(adjoint)]
mod inside {
    use std::collections::HashMap;

    /// The cheapest way down or right, with memory.
    fn cheapest(grid: &[Vec<f64>], at: (usize, usize), memo: &mut HashMap<(usize, usize), f64>) -> f64 {
        if let Some(&known) = memo.get(&at) {
            return known;
        }
        let (r, c) = at;
        let here = grid[r][c];
        let below = (r + 1 < grid.len()).then(|| cheapest(grid, (r + 1, c), memo));
        let right = (c + 1 < grid[r].len()).then(|| cheapest(grid, (r, c + 1), memo));
        let rest = match (below, right) {
            (Some(b), Some(r)) => b.min(r),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0.0,
        };
        memo.insert(at, here + rest * here);
        here + rest * here
    }
    pub(crate) fn toll(grid: &[Vec<f64>]) -> f64 {
        let mut memo: HashMap<(usize, usize), f64> = HashMap::new();
        cheapest(grid, (0, 0), &mut memo) * memo[&(1, 1)]
    }

    #[derive(Clone, Debug)]
    pub(crate) enum Term {
        Number(f64),
        Name(String),
        Binary(Box<Term>, char, Box<Term>),
        Let(String, Box<Term>, Box<Term>),
    }
    fn eval(term: &Term, env: &HashMap<String, f64>) -> f64 {
        match term {
            Term::Number(x) => *x,
            Term::Name(name) => *env.get(name).unwrap_or(&0.0),
            Term::Binary(a, op, b) => {
                let (a, b) = (eval(a, env), eval(b, env));
                match op {
                    '+' => a + b,
                    '*' => a * b,
                    _ => panic!("operator {op}"),
                }
            }
            Term::Let(name, value, body) => {
                let mut inner = env.clone();
                inner.insert(name.clone(), eval(value, env));
                eval(body, &inner)
            }
        }
    }
    /// `let y = x * x in y * (y + 3)`
    pub(crate) fn interpreted(x: f64, three: f64) -> f64 {
        let mut env: HashMap<String, f64> = HashMap::new();
        env.insert("x".to_string(), x);
        let name = |name: &str| Box::new(Term::Name(name.to_string()));
        let term = Term::Let(
            "y".to_string(),
            Box::new(Term::Binary(name("x"), '*', name("x"))),
            Box::new(Term::Binary(
                name("y"),
                '*',
                Box::new(Term::Binary(name("y"), '+', Box::new(Term::Number(three)))),
            )),
        );
        eval(&term, &env)
    }
}

const X: [f64; 4] = [1.5, -0.7, 2.0, 0.3];

checks! {
    a_map_is_read: Read { names: &["a", "b", "a"] }, HashMap::from([("a".to_string(), 2.0), ("b".to_string(), 3.0)]);
    a_map_grows_and_shrinks: Grows, X.to_vec();
    entries_are_changed: Spread { regions: &["a", "bb", "a", "c"] }, X.to_vec();
    both_sweeps_see_one_order: Unordered, X.to_vec();
    values_may_be_lists: Groups, X.to_vec();
    entries_come_and_go: InBranches, vec![1.5, -0.7, 2.0, 0.3, -1.1, 0.9];
    a_loop_that_does_not_run: NotThere, (X.to_vec(), BTreeMap::from([("a".to_string(), 1.0)]));
    a_map_is_returned: Returned, X.to_vec();
    a_map_is_taken_apart: TakenApart, X.to_vec();
    values_may_be_maps_and_pairs: Nested, X.to_vec();
    fields_may_be_maps: fields::OfBank, X.to_vec();
    a_recursion_may_remember: inside::Toll, vec![vec![1.5, 0.7], vec![2.0, 0.3], vec![1.0, 2.5]];
    an_interpreter_has_an_environment: inside::Interpreted, (1.5, 3.0);
}

both! {
    mod arguments {
        use std::collections::BTreeMap;

        /// The argument of `or_insert` has an effect, which occurs whether the entry is there or not, and after that of `and_modify`.
        pub(crate) fn counted(x: &[f64]) -> f64 {
            let mut entries: BTreeMap<usize, f64> = BTreeMap::new();
            let mut s = 1.0;
            for (i, v) in x.iter().enumerate() {
                *entries.entry(i % 2).or_insert({
                    s = s * v + 1.0;
                    s
                }) *= *v;
                entries.entry(i % 3).and_modify(|e| *e += s * v).or_insert({
                    s *= v;
                    s
                });
                entries.entry(i % 4).or_insert_with(|| {
                    s -= v;
                    s * s
                });
            }
            s * entries.values().sum::<f64>()
        }
    }
}

#[test]
fn arguments_of_or_insert_are_evaluated_in_any_case() {
    use arguments::{plain, program};
    let x = vec![1.5, -0.5, 2.0, 0.75, 1.25];
    assert_eq!(call::value(&program::Counted, &x), plain::counted(&x));
    crate::check::program(&program::Counted, &x);
}

/// Maps without numbers whose types are not written.
#[exp(adjoint)]
fn counted(words: &[&str], x: &[f64]) -> f64 {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word.to_string()).or_insert(0) += 1;
        *counts.entry(word.to_string()).or_default() += 1;
    }
    let mut s = 1.0;
    for (word, count) in &counts {
        s *= x[word.len() % x.len()] * *count as f64;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort();
    s + sorted
        .iter()
        .zip(x)
        .map(|((word, count), v)| v * s * *count as f64 + word.len() as f64 * v)
        .sum::<f64>()
}

#[test]
fn entries_of_maps_without_numbers_are_counted() {
    crate::check::program(&Counted { words: &["a", "bb", "a", "ccc", "bb", "a"] }, &vec![0.3, 0.4, 1.7]);
}
