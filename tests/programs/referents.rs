//! `&mut` parameters without numbers: lists, maps and other data that methods, functions and loops change in place.

use crate::check;
use ad::prelude::*;
use std::collections::HashMap;

#[exp(adjoint)]
mod programs {
    use super::HashMap;
    use std::ops::Range;

    #[fixed]
    #[derive(Clone)]
    pub(crate) struct Counter {
        at: usize,
    }

    #[fixed]
    impl Counter {
        fn next(&mut self) -> usize {
            self.at += 1;
            self.at
        }
    }

    fn pushed(order: &mut Vec<usize>) -> usize {
        order.push(2);
        order.len()
    }

    /// The length is read before a method and a function change it.
    fn grown(x: &[f64], order: &mut Vec<usize>) -> f64 {
        let n = order.len();
        let y = x[n % 3] * x[n % 3];
        let c = pushed(order);
        if x[0] > 1.0 {
            order.push(n % 2);
        }
        y * x[c % 3] + y * x[order[0]]
    }

    pub(crate) fn grown_twice(x: &[f64]) -> f64 {
        let mut order = vec![1];
        let (a, b) = (grown(x, &mut order), grown(x, &mut order));
        a * b * x[order.len() % 3]
    }

    /// Loops read the list before and after a change.
    fn rearranged(x: &[f64], order: &mut [usize]) -> f64 {
        let mut s = x[1];
        for i in order.iter() {
            s = s * x[*i] + x[0];
        }
        order.reverse();
        for i in order.iter() {
            s = s * x[*i] + x[0];
        }
        order.swap(0, 2);
        let k = order[1];
        for v in order.iter_mut() {
            *v = (*v + 1) % 3;
        }
        for v in order {
            *v = (*v + k) % 3;
        }
        s * x[k]
    }

    pub(crate) fn rearranged_in_a_loop(x: &[f64]) -> f64 {
        let mut order = [0, 1, 2, 1];
        let mut a = x[0];
        for _ in 0..3 {
            a *= rearranged(x, &mut order);
        }
        a * x[order[0]]
    }

    fn counted(x: &[f64], counter: &mut Counter, hits: &mut HashMap<usize, usize>) -> f64 {
        let mut s = 0.0;
        for v in x {
            let before = counter.at;
            let k = counter.next() % 3;
            hits.insert(k, before);
            s += v * x[k] * x[before % 3] * x[hits[&k] % 3];
        }
        let at = counter.at;
        counter.next();
        s * x[at % 3]
    }

    pub(crate) fn counted_twice(x: &[f64]) -> f64 {
        let mut counter = Counter { at: 1 };
        let mut hits = HashMap::new();
        let (a, b) = (counted(x, &mut counter, &mut hits), counted(x, &mut counter, &mut hits));
        a * x[0] + b * x[hits.len() % 3]
    }

    fn raised(list: &mut [usize]) {
        for v in list {
            *v += 1;
        }
    }

    /// Parts that change.
    fn parts(
        x: &[f64],
        lists: &mut Vec<Vec<usize>>,
        last: &mut Option<usize>,
        range: &mut Range<usize>,
    ) -> f64 {
        let (n, k, from) = (lists[0].len(), lists[1][0], range.start);
        let y = x[n % 3] * x[k % 3] * x[from % 3];
        lists[0].push(n);
        raised(&mut lists[1][..1]);
        raised(&mut lists[0]);
        let old = last.take().unwrap_or(n);
        *last = Some(n);
        let i = range.next().unwrap_or(0);
        y * x[old % 3] * x[i % 3] * x[lists[1][0] % 3] * x[range.start % 3]
    }

    pub(crate) fn parts_twice(x: &[f64]) -> f64 {
        let mut lists = vec![vec![0], vec![1, 2]];
        let (mut last, mut range) = (None, 0..3);
        let a = parts(x, &mut lists, &mut last, &mut range);
        let b = parts(x, &mut lists, &mut last, &mut range);
        a * b * x[lists[0][0] % 3]
    }

    /// Depth-first search.
    fn visit(edges: &[Vec<usize>], x: &[f64], i: usize, order: &mut Vec<usize>, seen: &mut Vec<bool>) -> f64 {
        if seen[i] {
            return 0.0;
        }
        seen[i] = true;
        let mut s = x[i];
        for j in &edges[i] {
            s = s * visit(edges, x, *j, order, seen) + x[*j];
        }
        order.push(i);
        s * x[order.len() - 1]
    }

    pub(crate) fn visited(x: &[f64]) -> f64 {
        let edges = vec![vec![1, 2], vec![2], vec![0]];
        let (mut order, mut seen) = (vec![], vec![false; 3]);
        let a = visit(&edges, x, 0, &mut order, &mut seen);
        a * x[order[1]]
    }
}
use programs::*;

#[test]
fn the_reverse_sweep_restores_data_that_changes_in_place() {
    let x = [1.5, 2.0, 0.5];
    check::program(&GrownTwice, &x);
    check::program(&RearrangedInALoop, &x);
    check::program(&CountedTwice, &x);
    check::program(&PartsTwice, &x);
    check::program(&Visited, &x);
}
