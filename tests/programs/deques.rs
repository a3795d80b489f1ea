//! Deques, and lists from which elements are removed. The reverse sweep gives the list and its shadow each removed element back.

use ad::prelude::*;
use std::collections::VecDeque;

#[exp(adjoint)]
mod lines {
    use std::collections::VecDeque;

    pub(crate) struct Echo {
        line: VecDeque<f64>,
        feedback: f64,
        low: f64,
    }
    impl Echo {
        fn new(delay: usize, feedback: f64) -> Echo {
            let mut line = VecDeque::with_capacity(delay);
            line.resize(delay, 0.0);
            Echo { line, feedback, low: 0.0 }
        }
        fn of(list: &[f64], feedback: f64) -> Echo {
            Echo { line: VecDeque::from(list.to_vec()), feedback, low: feedback }
        }
        fn tick(&mut self, input: f64) -> f64 {
            let delayed = self.line.pop_front().unwrap_or(0.0);
            self.low += 0.5 * (delayed - self.low);
            self.line.push_back(input + self.feedback * self.low);
            delayed * input
        }
        /// An index that moves: there are no slices of a deque.
        fn weighted(&self, w: &[f64]) -> f64 {
            let mut sum = 0.0;
            for i in 0..self.line.len() {
                sum += self.line[i] * w[i % w.len()] * self.line[i];
            }
            sum
        }
    }
    fn rotated(mut line: VecDeque<f64>) -> VecDeque<f64> {
        let first = line.pop_front().unwrap();
        line.push_back(first * first);
        line
    }
    fn grow(line: &mut VecDeque<f64>, x: f64) {
        line.push_front(x * line[0]);
        if line.len() > 3 {
            let last = line.pop_back().unwrap();
            line[0] += last;
        }
    }
    pub(crate) fn sounds(dry: &[f64], feedback: f64) -> f64 {
        let mut echoes = vec![Echo::new(2, feedback), Echo::of(&dry[..2], feedback)];
        let mut out = 0.0;
        for x in dry {
            out += echoes.iter_mut().map(|e| e.tick(*x)).sum::<f64>();
            out = out * x + echoes[1].weighted(dry);
        }
        out
    }
    pub(crate) fn handed_on(x: &[f64]) -> f64 {
        let mut line: VecDeque<f64> = x.iter().map(|v| v * v).collect();
        line = rotated(line);
        for v in x {
            grow(&mut line, *v);
        }
        let back = *line.back().unwrap();
        line.iter().map(|v| v * back).sum::<f64>() * line[1]
    }
}

/// Maxima of a sliding window.
#[exp(adjoint)]
fn maxima(width: usize, signal: &[f64]) -> Vec<f64> {
    let mut queue: VecDeque<(usize, f64)> = VecDeque::new();
    let mut maxima = Vec::new();
    for (i, &s) in signal.iter().enumerate() {
        while queue.back().is_some_and(|&(_, b)| b <= s) {
            queue.pop_back();
        }
        queue.push_back((i, s));
        if queue[0].0 + width <= i {
            queue.pop_front();
        }
        if i + 1 >= width {
            maxima.push(queue[0].1 * queue[0].1);
        }
    }
    maxima
}

/// A filter over a local deque, by an index that moves.
#[exp(adjoint)]
fn filter(x: &[f64], taps: &[f64]) -> f64 {
    let mut line: VecDeque<f64> = VecDeque::from(vec![0.0; 3]);
    let mut sum = 0.0;
    for v in x {
        line.pop_front();
        line.push_back(v * x[0]);
        for i in 0..3 {
            line[i] *= taps[i];
            sum += line[i] * line[2 - i];
        }
    }
    sum
}

/// Elements of which the list consists leave in each way that there is.
#[exp(adjoint)]
fn removed(x: &[f64]) -> f64 {
    let mut list: Vec<f64> = x.iter().map(|v| v * v).collect();
    let mut s = list.remove(1);
    s *= list.swap_remove(0);
    list.insert(1, s * x[2]);
    list.push(s);
    list.truncate(3);
    s += list.pop().unwrap() * list.pop().unwrap();
    list.resize(4, s);
    list.rotate_left(1);
    list.retain(|v| *v > 1.0);
    list.clear();
    list.push(s * x[1]);
    s * list[0]
}

/// The elements are lists: each removed one has its own structure.
#[exp(adjoint)]
fn rows(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..x.len() {
        rows.push(x[i..].to_vec());
    }
    let mut s = 0.0;
    while let Some(row) = rows.pop() {
        s += row.iter().map(|v| v * row[0]).sum::<f64>();
        if rows.len() == 2 && row.len() < 3 {
            rows.insert(0, vec![s, s * row[0]]);
            rows[1].push(s);
        }
        if rows.len() == 1 {
            s *= rows.remove(0)[1];
        }
    }
    s
}

/// The elements of the list are inferred, since an `Option` stands between them.
#[exp(adjoint)]
fn selected(x: &[f64]) -> f64 {
    let mut list =
        vec![x.iter().filter_map(|&v| if v > 0.9 { Some(v * x[3]) } else { None }).sum::<f64>(), x[0]];
    let first = list.remove(0);
    list.insert(1, first * x[1]);
    list[0] * list[1] * first
}

const X: [f64; 4] = [1.5, -1.2, 2.0, 0.7];

checks! {
    a_field_may_be_a_deque: lines::Sounds, (X.to_vec(), 0.3);
    functions_take_and_return_deques: lines::HandedOn, X.to_vec();
    plain_code_inspects_a_deque: Maxima { width: 2 }, X.to_vec();
    there_are_no_slices_of_a_deque: Filter, (X.to_vec(), vec![1.5, 0.7, -0.3]);
    elements_are_removed_and_inserted: Removed, X.to_vec();
    removed_elements_keep_their_structure: Rows, X.to_vec();
    elements_of_an_inferred_list_are_removed: Selected, X.to_vec();
}

/// A search whose deque is made of an array of integers and numbers, with a set of data.
#[exp(adjoint)]
fn searched(x: &[f64]) -> f64 {
    let mut queue = std::collections::VecDeque::from([(0_usize, 1.0)]);
    let mut seen = std::collections::HashSet::new();
    let mut total = 1.0;
    while let Some((i, w)) = queue.pop_front() {
        if !seen.insert(i) {
            continue;
        }
        total *= w * x[i];
        for j in [2 * i + 1, i + 2] {
            if j < x.len() {
                queue.push_back((j, w * x[j] + 1.0));
            }
        }
    }
    total
}

#[test]
fn the_items_of_an_array_tell_their_types() {
    crate::check::program(&Searched, &vec![0.3, 1.4, -0.7, 0.9, 2.1]);
}
