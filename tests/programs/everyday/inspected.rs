//! Numbers that are inspected, and locals without numbers that change: they run as they stand, in the forward sweep.

use super::*;
use std::collections::{HashSet, VecDeque};

/// A generator of random integers.
struct Random(usize);

impl Random {
    fn next(&mut self) -> usize {
        self.0 = self.0 * 5 % 17 + 1;
        self.0
    }
}

everyday! {
    real at [(vec![1.0, 3.0, 2.0, 5.0], 1.3), (vec![4.0, 3.0, 2.5, -1.0], 0.2)] {
        fn interpolated_in_a_table(table: &[f64], x: f64) {
            let t = x.max(0.0).min((table.len() - 2) as f64);
            let i = special::detached(t).floor() as usize;
            let w = t - i as f64;
            table[i] * (1.0 - w) + table[i + 1] * w
        }
        fn counted_in_bins(x: &[f64], width: f64) {
            let mut bins = vec![0.0; 4];
            for v in x {
                let i = (special::detached(*v) * 0.5 + bins.len() as f64 / 4.0) as usize;
                bins[i.min(3)] += v * width;
            }
            bins.iter().map(|b| b * b).sum()
        }
        fn bisected_in_a_table(x: &[f64], at: f64) {
            let i = x.partition_point(|v| *v <= at).clamp(1, x.len() - 1);
            let j = match x.binary_search_by(|v| v.partial_cmp(&at).unwrap()) {
                Ok(j) | Err(j) => j,
            };
            x[i - 1] + (at - x[i - 1]) * (x[i] - x[i - 1]) * x[j.min(3)]
        }
    }
    real at [vec![3.0, 1.0, 2.0, 7.0], vec![0.5, 0.5, 4.0, -2.0, 1.0]] {
        fn the_median(x: &[f64]) {
            let mut v = x.to_vec();
            v.sort_by(|a, b| a.partial_cmp(b).unwrap());
            v[v.len() / 2] * v[0]
        }
        fn weighted_by_rank(x: &[f64]) {
            let mut order: Vec<usize> = (0..x.len()).collect();
            order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
            let mut s = 0.0;
            for (rank, &i) in order.iter().enumerate() {
                s += x[i] * x[i] / (rank + 1) as f64;
            }
            s
        }
        fn found_from_the_end(x: &[f64]) {
            let (a, b) = (x.iter().nth_back(1).unwrap(), x.iter().rfind(|v| **v > 0.0).unwrap());
            let c = x.iter().filter(|v| **v > 0.0).find(|v| **v < 3.0).unwrap();
            a * b * c * x.iter().rev().enumerate().map(|(i, v)| v * i as f64).nth(2).unwrap()
        }
        fn by_keys(x: &[f64]) {
            let key = |v: &f64| special::detached(v * v) as i64;
            let (a, b) = (x.iter().min_by_key(|v| key(v)).unwrap(), x.iter().max_by_key(|v| key(v)).unwrap());
            a * b * b * x.iter().find_map(|v| if *v < 3.0 { Some(v * v) } else { None }).unwrap()
        }
        fn asked_what_they_contain(x: &[f64]) {
            let s = if x.starts_with(&[3.0]) { x[0] * x[1] } else { x[1] * x[1] };
            let t = if x.contains(&4.0) && !x.is_sorted() { s * x[2] } else { s };
            if x.first().is_some_and(|v| *v > x[1]) { t * t } else { t * x[0] }
        }
        fn the_nearest_pair(x: &[f64]) {
            let distance = |w: &[f64]| (w[1] - w[0]) * (w[1] - w[0]);
            let nearest = x.windows(2).min_by(|a, b| distance(a).partial_cmp(&distance(b)).unwrap()).unwrap();
            nearest[0] * nearest[1] * nearest[1]
        }
        fn the_peak_and_its_neighbour(x: &[f64]) {
            let (i, peak) = x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap()).unwrap();
            peak * peak * x[(i + 1) % x.len()]
        }
        fn tuples_in_order(x: &[f64]) {
            let mut points: Vec<(f64, f64)> = x.iter().map(|v| (v * v, v * x[0])).collect();
            points.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap());
            points.windows(2).map(|p| p[0].0 * p[1].1).sum()
        }
        fn a_minimal_tree(x: &[f64]) {
            fn root(parents: &mut Vec<usize>, i: usize) -> usize {
                if parents[i] != i {
                    parents[i] = root(parents, parents[i]);
                }
                parents[i]
            }
            let mut order: Vec<usize> = (0..x.len()).collect();
            order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
            let mut parents: Vec<usize> = (0..3).collect();
            let mut s = 1.0;
            for i in order {
                let (a, b) = (root(&mut parents, i % 3), root(&mut parents, (i + 1) % 3));
                if a != b {
                    parents[a] = b;
                    s = s * x[i] + x[b];
                }
            }
            s
        }
        fn a_stack_of_operands(x: &[f64]) {
            #[derive(Clone)]
            enum Token {
                Number(i64),
                Operand(usize),
                Operator(char),
            }
            let read = |word: &str| match word {
                "+" | "*" => Token::Operator(word.chars().next().unwrap()),
                word => word.strip_prefix('x').map_or_else(
                    || Token::Number(word.parse().unwrap()),
                    |i| Token::Operand(i.parse().unwrap()),
                ),
            };
            let tokens: Vec<Token> = "x0 x1 * 3 + x2 *".split(' ').map(read).collect();
            let mut stack: Vec<f64> = vec![];
            for token in tokens {
                match token {
                    Token::Number(n) => stack.push(n as f64),
                    Token::Operand(i) => stack.push(x[i]),
                    Token::Operator(c) => {
                        let b = stack.pop().expect("an operand");
                        let a = stack.pop().expect("an operand");
                        stack.push(match c {
                            '+' => a + b,
                            '*' => a * b,
                            _ => unreachable!(),
                        });
                    }
                }
            }
            stack[0]
        }
    }
    exact at [vec![3, -2, 5, 7], vec![0, 1, 2, -3]] {
        fn breadth_first(x: &[f64]) {
            let mut queue = VecDeque::from(vec![5_usize]);
            let mut seen = HashSet::new();
            let mut s = x[0];
            while let Some(k) = queue.pop_front() {
                if !seen.insert(k) {
                    continue;
                }
                s = s * x[k % 4] + x[1];
                if let Some(next) = queue.front() {
                    s *= x[*next % 4];
                }
                queue.extend([k / 2, k / 3]);
            }
            s * x[seen.len() % 4]
        }
        fn a_generator(x: &[f64]) {
            let mut random = Random(3);
            let mut s = x[0];
            for v in x {
                if random.next() % 3 == 0 {
                    continue;
                }
                s = s * v + x[random.next() % 4] * x[random.0 % 4];
            }
            s
        }
        fn arrays_of_an_inferred_length(x: &[f64]) {
            let step = |a: [f64; 2], b: [f64; 2]| std::array::from_fn(|i| a[i] + b[i] * a[0]);
            let turned = |[a, b]: [f64; 2]| [a - b, a * b];
            let mut p = [x[0], x[1]];
            for _ in 0..3 {
                p = step(p, turned(step(p, [x[2], x[3]])));
            }
            let squares = std::array::from_fn::<f64, 3, _>(|i| x[i] * x[i]);
            p[0] * p[1] + squares.iter().sum::<f64>()
        }
        fn a_text(x: &[f64]) {
            let text = "ab,c b\nca a";
            let mut s = x[0];
            for (i, line) in text.lines().enumerate() {
                for word in line.split_whitespace() {
                    s = s * x[word.len() % 4] + x[i];
                }
            }
            let mut letters = text.chars().peekable();
            while let Some(c) = letters.next() {
                match c {
                    'a' => s *= x[0],
                    'b' if letters.peek() == Some(&',') => s += x[1] * s,
                    _ => {}
                }
            }
            let counts: Vec<usize> = text.split(',').map(|part| part.len()).collect();
            let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
            words.sort();
            words.push("a".repeat(counts[0]));
            for word in &words {
                s *= x[word.len() % 4];
            }
            s
        }
    }
}
