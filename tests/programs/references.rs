//! References to numbers in containers and variables. Their referents do not change as long as they exist, so an adjoint program
//! stores copies. A loop over an array of references is a sequence.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
mod items {
    #[derive(Clone, Debug)]
    pub(super) struct Item {
        pub value: f64,
        pub weight: f64,
        pub parts: Vec<f64>,
    }

    impl Item {
        fn density(&self) -> f64 {
            self.value / self.weight
        }
        fn grow(&mut self, by: f64) {
            self.value *= by;
            self.weight += self.parts[0] * by;
        }
    }

    fn worth(item: &Item, room: f64) -> f64 {
        item.density() * room * item.parts[0]
    }

    /// A sorted list of references.
    pub(super) fn knapsack(items: &[Item], capacity: f64) -> f64 {
        let mut sorted: Vec<&Item> = items.iter().collect();
        sorted.sort_by(|a, b| b.density().partial_cmp(&a.density()).unwrap());
        let (mut room, mut value) = (capacity, 0.0);
        for item in sorted {
            if room <= 0.0 {
                break;
            }
            let taken = item.weight.min(room);
            value += worth(item, taken);
            room -= taken;
        }
        value * room
    }

    /// An optional reference in a tuple, and one that is replaced.
    pub(super) fn best(items: &[Item], x: f64) -> f64 {
        let mut best: Option<(f64, &Item)> = None;
        for item in items {
            let score = item.density() * x;
            match best {
                Some((old, _)) if old >= score => {}
                _ => best = Some((score, item)),
            }
        }
        let mut previous = &items[0];
        let mut sum = 0.0;
        for item in &items[1..] {
            sum += previous.value * item.weight + worth(previous, x);
            if item.value > 1.0 {
                previous = item;
            }
        }
        match best {
            Some((score, item)) => score * item.weight + sum * worth(item, x),
            None => sum,
        }
    }

    /// References to arrays, of which one is found.
    pub(super) fn length(points: &[[f64; 2]]) -> f64 {
        let distance = |a: &[f64; 2], b: &[f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
        let Some(mut previous) = points.last() else { return 0.0 };
        let mut sum = 0.0;
        for current in points {
            sum += distance(previous, current) * current[0];
            previous = current;
        }
        sum
    }

    /// Conditions on the content of an optional reference, which is stored as a copy.
    pub(super) fn greatest(x: &[f64]) -> f64 {
        let mut greatest: Option<&f64> = None;
        let mut at: Option<(usize, &f64)> = None;
        for (i, v) in x.iter().enumerate() {
            if greatest.is_none_or(|g| v > g) {
                greatest = Some(v);
            }
            if at.is_none() || at.is_some_and(|(_, g)| *v < *g) {
                at = Some((i, v));
            }
        }
        let (i, least) = at.unwrap();
        greatest.unwrap() * least * x[i]
    }

    /// Arrays of references.
    pub(super) fn villages(north: &Item, south: &Item, x: f64) -> f64 {
        let (mut north, mut south) = (north.clone(), south.clone());
        let mut sum = 0.0;
        for year in 0..3 {
            for village in [&mut north, &mut south] {
                village.grow(1.0 + x / (year + 1) as f64);
                for part in &village.parts {
                    if *part < 0.0 {
                        continue;
                    }
                    sum += part * x;
                }
            }
            for (item, scale) in [(&north, 0.5 * x), (&south, sum)] {
                sum += worth(item, scale);
            }
        }
        sum * north.value * south.weight
    }

    pub(super) enum Tree {
        Leaf(f64),
        Choice(Vec<Tree>),
        Chance(Vec<(f64, Tree)>),
        Fork { left: Box<Tree>, right: Box<Tree>, time: f64 },
    }

    fn evaluate(tree: &Tree, x: f64) -> f64 {
        match tree {
            Tree::Leaf(score) => score * x,
            Tree::Choice(children) => {
                let mut best = -1e9;
                for child in children {
                    best = evaluate(child, x).max(best);
                }
                best
            }
            Tree::Chance(children) => children.iter().map(|(p, child)| p * evaluate(child, x * x)).sum(),
            Tree::Fork { left, right, time } => {
                let mut product = 1.0;
                for (child, rate) in [(left, 0.5), (right, x)] {
                    product *= evaluate(child, rate) * time;
                }
                product
            }
        }
    }

    pub(super) fn value(a: f64, b: f64, x: f64) -> f64 {
        let chance = Tree::Chance(vec![(0.25 * x, Tree::Leaf(a)), (0.75, Tree::Leaf(b * x))]);
        let fork = Tree::Fork { left: Box::new(Tree::Leaf(a * b)), right: Box::new(chance), time: x };
        evaluate(&Tree::Choice(vec![Tree::Leaf(a), fork, Tree::Leaf(x)]), b)
    }
}
use items::*;

/// References to small values, which are passed on and copied.
#[exp(adjoint)]
mod points {
    #[derive(Clone, Copy, Debug)]
    pub(super) struct P {
        pub x: f64,
        pub m: f64,
    }
    fn f(p: &P, x: f64) -> f64 {
        p.x * p.m * x
    }
    fn g(p: P, x: f64) -> f64 {
        p.x * x
    }
    pub(super) fn selected(ps: &[P], x: f64) -> f64 {
        let sel: Vec<_> = ps.iter().filter(|p| p.m > 0.0).collect();
        let mut s = f(sel[0], x) * g(*sel[0], x);
        for p in &sel {
            s += f(p, s) + g(**p, x);
        }
        for (i, p) in sel.iter().enumerate() {
            s += f(p, x) * i as f64 * p.x;
        }
        s += sel.iter().map(|p| p.x * p.m).sum::<f64>();
        s += sel.iter().map(|&p| f(p, x)).sum::<f64>();
        let first = sel.first().map_or(0.0, |p| p.x);
        let pairs: Vec<(usize, &P)> = ps.iter().enumerate().collect();
        for (i, p) in &pairs {
            s += f(p, x) * *i as f64;
        }
        for &(i, p) in &pairs {
            s *= 1.0 + 0.01 * f(p, x) * i as f64;
        }
        s * first
    }
    pub(super) fn replaced(ps: &[P], x: f64) -> f64 {
        let mut best = &ps[0];
        for p in ps {
            if f(p, x) > f(best, x) {
                best = p;
            }
        }
        let mut low: &P = &ps[0];
        for p in ps.iter() {
            if p.m < low.m {
                low = p;
            }
        }
        let mut last: Option<&P> = None;
        let mut s = 0.0;
        for p in ps {
            if let Some(q) = last {
                s += f(q, p.x) * (p.x - q.x);
            }
            last = Some(p);
        }
        let copy = *best;
        best.x * low.m * s + g(copy, x) * f(low, best.m)
    }
    pub(super) fn ordered(ps: &[P], x: f64) -> f64 {
        let by: Vec<&f64> = ps.iter().map(|p| &p.x).collect();
        let s: f64 = by.iter().map(|v| **v * x).sum();
        let t: f64 = by.iter().copied().sum();
        let mut refs: Vec<&P> = ps.iter().collect();
        refs.sort_by(|a, b| a.x.total_cmp(&b.x));
        refs.truncate(2);
        refs.push(&ps[0]);
        let top = refs.iter().map(|p| f(p, x)).fold(f64::MIN, f64::max);
        let maxi = refs.iter().max_by(|a, b| a.m.partial_cmp(&b.m).unwrap()).unwrap();
        s * t
            + top * maxi.x
            + refs.last().unwrap().m * refs[1].x
            + refs.windows(2).map(|w| w[0].x * w[1].m).sum::<f64>()
    }
    pub(super) fn divided(ps: &[P], x: f64) -> f64 {
        let (mut lo, mut hi): (Vec<&P>, Vec<&P>) = (Vec::new(), Vec::new());
        for p in ps {
            if p.x < x {
                lo.push(p);
            } else {
                hi.push(p);
            }
        }
        lo.iter().map(|p| p.x).sum::<f64>() * hi.iter().map(|p| f(p, x)).sum::<f64>()
    }
    pub(super) fn rows(ps: &[P], x: f64) -> f64 {
        let grid: Vec<Vec<&P>> = ps.chunks(2).map(|c| c.iter().collect()).collect();
        grid.iter().map(|row| row.iter().map(|p| f(p, x)).product::<f64>()).sum()
    }
}
use points::*;

#[exp(adjoint)]
mod copies {
    #[derive(Clone, Debug)]
    pub(super) struct Body {
        pub x: f64,
        pub parts: Vec<f64>,
    }

    /// A reference, and one to a part of its referent, which outlive its replacement.
    pub(super) fn previous(ps: &[Body]) -> f64 {
        let mut current = &ps[0];
        let mut s = 1.0;
        for p in &ps[1..] {
            let (previous, parts) = (current, &current.parts);
            let x = &current.x;
            current = p;
            s = s * previous.x * current.parts[0] + parts[1] * x;
        }
        s
    }

    /// The same in an iterator, a closure and an array.
    pub(super) fn captured(ps: &[Body]) -> f64 {
        let mut current = &ps[0];
        let f = move |t: f64| current.x * t;
        let products = current.parts.iter().map(|v| v * v);
        let both = [current, &ps[1]];
        let (low, high) = current.parts.split_at(1);
        current = &ps[2];
        f(2.0) * products.sum::<f64>() * current.x + both[0].x * low[0] * high[0] * current.parts[1]
    }

    /// References to whole lists, which are read again.
    pub(super) fn lists(ps: &[Body]) -> f64 {
        let (mut u, mut v) = (ps[0].parts.clone(), ps[1].parts.clone());
        u[0] *= ps[2].x;
        v[1] *= ps[1].x;
        let (mut a, mut b) = (&u, &v);
        let mut s = 0.0;
        for p in ps {
            s = s * p.x + a[0] * b[1];
            (a, b) = (b, a);
            std::mem::swap(&mut a, &mut b);
            (a, b) = (b, a);
        }
        let mut c = a;
        if s != 0.0 {
            c = &u;
        }
        s * a[1] * c[0] * u[1] + v[0]
    }
}
use copies::*;

#[test]
fn references_outlive_the_replacement_of_others() {
    let p = |x: i64, parts: [i64; 2]| copies::Body { x, parts: parts.to_vec() };
    let points = vec![p(2, [3, -5]), p(7, [-2, 4]), p(-3, [6, 1])];
    check::exact(Previous, points.clone());
    check::exact(Captured, points.clone());
    check::exact(Lists, points);
}

#[exp(adjoint)]
mod exchanges {
    fn lists(a: &mut Vec<f64>, b: &mut Vec<f64>) {
        a[0] *= b[1];
        std::mem::swap(a, b);
        b[1] += a[0];
    }

    fn renewed(a: &mut Vec<f64>, x: f64) -> Vec<f64> {
        let old = std::mem::replace(a, vec![x, 2.0]);
        let new = std::mem::take(a);
        *a = new;
        a[1] *= old[0];
        old
    }

    fn product(v: &mut [f64]) -> f64 {
        v[0] *= v[1];
        v[0] * v[0]
    }

    /// The contents of `&mut` parameters, and new values that are borrowed for a call.
    pub(super) fn contents(x: &[f64]) -> f64 {
        let (mut u, mut v) = (x[..2].to_vec(), x[2..].to_vec());
        lists(&mut u, &mut v);
        let old = renewed(&mut v, x[1]);
        let s = product(&mut u.clone()) * u[0] + product(&mut [x[0], v[0]]) + product(&mut x[1..].to_vec());
        s * u[0] * v[1] + old[1]
    }
}
use exchanges::*;

#[test]
fn contents_of_mutable_references_are_exchanged() {
    check::exact(Contents, vec![2, 3, -5, 7]);
}

#[exp(adjoint)]
fn numbers_replaced(x: &[f64]) -> f64 {
    let mut y = &x[0];
    let mut s = *y * *y;
    for v in x {
        if *v > *y {
            y = v;
            s += y * s;
        }
    }
    let mut z = &x[2];
    if x[1] > 0.0 {
        z = &x[1];
    }
    *y * s * z
}

#[exp(adjoint)]
fn numbers_in_arrays(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0] * x[1], x[2]);
    for v in [&mut a, &mut b] {
        *v *= x[1] * *v;
    }
    let mut s = 1.0;
    for (v, w) in [(&a, b), (&b, a)] {
        s += s * v * w * x[3];
    }
    let mut list = vec![a, b];
    let mut other = x.to_vec();
    for v in [&mut list, &mut other] {
        v[0] *= x[1] * s;
        v.push(s);
    }
    a * b * s * list[0] * other[0] * list[2]
}

fn list() -> Vec<Item> {
    let item = |value, weight, part| Item { value, weight, parts: vec![part, -1.0, 2.0] };
    vec![item(0.5, 1.0, 1.5), item(3.0, 2.0, 0.5), item(1.25, 0.5, 2.0)]
}

#[test]
fn copies_of_their_referents() {
    check::program(&Knapsack, &(list(), 2.25));
    check::program(&Best, &(list(), 0.75));
    check::program(&Length, &vec![[0.5, 1.0], [2.0, -1.0], [1.5, 3.0]]);
    check::program(&Length, &vec![]);
}

#[test]
fn references_to_single_numbers() {
    let x = vec![0.5, 2.0, -1.5, 3.0];
    check::program(&NumbersReplaced, &x);
    check::program(&Greatest, &x);
    check::program(&NumbersInArrays, &x);
}

#[test]
fn arrays_of_references() {
    let x = (list()[0].clone(), list()[1].clone(), 0.5);
    check::program(&Villages, &x);
}

#[test]
fn references_in_items() {
    check::program(&Value, &(2.0, 1.5, 0.75));
}

#[test]
fn references_are_passed_on() {
    let p = |x, m| P { x, m };
    let x = (vec![p(1.5, 0.5), p(-0.5, -2.0), p(0.75, 3.0), p(2.25, 1.25)], 0.75);
    check::program(&Selected, &x);
    check::program(&Replaced, &x);
    check::program(&Ordered, &x);
    check::program(&Divided, &x);
    check::program(&Rows, &x);
}

both! {
    mod boxes {
        #[derive(Debug, Clone)]
        pub(crate) struct Node {
            v: f64,
            next: Option<Box<Node>>,
        }

        #[derive(Debug, Clone)]
        pub(crate) enum Tree {
            Leaf(f64),
            Split { at: f64, low: Box<Tree>, high: Box<Tree> },
        }

        fn build(x: &[f64]) -> Node {
            let mut list = Node { v: x[0], next: None };
            for v in &x[1..] {
                list = Node { v: v * list.v, next: Some(Box::new(list)) };
            }
            list
        }

        fn walk(list: &Node) -> f64 {
            let mut node = list;
            let mut s = node.v;
            while let Some(next) = &node.next {
                node = next;
                s = s * node.v + node.v.sin();
            }
            s
        }

        impl Tree {
            fn predict(&self, x: f64) -> f64 {
                let mut node = self;
                let mut path = 1.0;
                loop {
                    match node {
                        Tree::Leaf(v) => return *v * path,
                        Tree::Split { at, low, high } => {
                            path *= *at - x;
                            node = if x < *at { low } else { high };
                        }
                    }
                }
            }
        }

        pub(crate) fn both(x: &[f64]) -> f64 {
            let leaf = |v: f64| Box::new(Tree::Leaf(v));
            let high = Tree::Split { at: x[1], low: leaf(x[2]), high: leaf(x[3] * 2.0) };
            let tree = Tree::Split { at: x[0], low: leaf(x[1] * x[2]), high: Box::new(high) };
            walk(&build(x)) + tree.predict(x[0] - 0.5) * tree.predict(x[0] + 0.125) * tree.predict(x[1] + 3.0)
        }
    }
}

#[test]
fn references_to_boxes_replace_others() {
    let x = vec![1.5, 2.0, -0.25, 0.75];
    assert_eq!(ad::call::value(&boxes::program::Both, &x), boxes::plain::both(&x));
    check::program(&boxes::program::Both, &x);
}
