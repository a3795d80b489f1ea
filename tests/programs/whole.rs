//! Modules with `adjoint = record`: their functions use types that no adjoint program knows. The public ones are recorded, and other
//! functions call them in adjoint programs.

use crate::check;
use ad::prelude::*;

/// A stack machine that borrows its code.
#[exp(adjoint = record)]
mod machine {
    #[derive(Clone, Debug)]
    pub(super) enum Op {
        Push(f64),
        Load(usize),
        Add,
        Mul,
    }

    struct Machine<'a> {
        code: &'a [Op],
        stack: Vec<f64>,
    }

    impl Machine<'_> {
        fn pop(&mut self) -> f64 {
            self.stack.pop().unwrap_or_default()
        }

        fn run(&mut self, memory: &[f64]) -> f64 {
            for op in self.code {
                let value = match op {
                    Op::Push(value) => *value,
                    Op::Load(slot) => memory[*slot],
                    Op::Add => self.pop() + self.pop(),
                    Op::Mul => self.pop() * self.pop(),
                };
                self.stack.push(value);
            }
            self.pop()
        }

        /// A function without a recording, since its result is an iterator.
        pub(super) fn rest(&self) -> impl Iterator<Item = f64> + '_ {
            self.stack.iter().copied()
        }
    }

    pub(super) fn product(values: impl Iterator<Item = f64>) -> f64 {
        values.product()
    }

    pub(super) fn execute(code: &[Op], memory: &[f64]) -> f64 {
        let mut machine = Machine { code, stack: Vec::new() };
        machine.run(memory) * product(machine.rest())
    }
}
use machine::{Execute, Op, execute};

#[exp(adjoint)]
fn squared(x: &[f64], code: &[Op]) -> f64 {
    let y = execute(code, x);
    y * y * x[0]
}

/// Objects of a trait.
#[exp(adjoint = record)]
mod pipeline {
    trait Stage {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64>;
    }

    struct Scale {
        factor: f64,
    }

    struct Decimate(usize);

    impl Stage for Scale {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.into_iter().map(|v| v * self.factor).collect()
        }
    }

    impl Stage for Decimate {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.chunks(self.0).map(|c| c.iter().product::<f64>()).collect()
        }
    }

    pub(super) fn processed(x: &[f64], factor: f64) -> f64 {
        let all: Vec<Box<dyn Stage>> = vec![Box::new(Scale { factor }), Box::new(Decimate(2))];
        let mut batch = x.to_vec();
        for stage in &all {
            batch = stage.apply(batch);
        }
        batch[0] * batch[1]
    }
}
use pipeline::processed;

#[exp(adjoint)]
fn piped(x: &[f64], factor: f64) -> f64 {
    processed(x, factor * x[0]) * factor
}

#[test]
fn objects_of_a_trait_are_recorded() {
    check::gradient(Piped, (vec![1.5, -0.5, 2.0], 0.75));
    check::hessian(Piped, (vec![1.5, -0.5, 2.0], 0.75));
}

/// Names that a map holds, in a parser that borrows text and numbers.
#[exp(adjoint = record)]
mod formula {
    use std::collections::HashMap;
    use std::iter::Peekable;
    use std::str::Chars;

    struct Parser<'a> {
        input: Peekable<Chars<'a>>,
        values: &'a HashMap<char, f64>,
    }

    impl<'a> Parser<'a> {
        fn sum(&mut self) -> f64 {
            let mut value = self.product();
            while self.input.next_if_eq(&'+').is_some() {
                value += self.product();
            }
            value
        }

        fn product(&mut self) -> f64 {
            let mut value = self.atom();
            while self.input.next_if_eq(&'*').is_some() {
                value *= self.atom();
            }
            value
        }

        fn atom(&mut self) -> f64 {
            match self.input.next() {
                Some('(') => {
                    let value = self.sum();
                    self.input.next();
                    value
                }
                Some(c) if c.is_ascii_digit() => c.to_digit(10).unwrap() as f64,
                Some(c) => self.values[&c],
                None => 0.0,
            }
        }
    }

    pub(super) fn formula(text: &str, values: &HashMap<char, f64>) -> f64 {
        Parser { input: text.chars().peekable(), values }.sum()
    }
}

/// States in a heap, a literal behind a reference, and an enum without a mark whose methods only match.
#[exp]
mod search {
    use std::cmp::Ordering;
    use std::collections::BinaryHeap;

    #[derive(Clone, Copy, PartialEq)]
    struct Visit {
        cost: f64,
        node: usize,
    }

    impl Eq for Visit {}

    impl PartialOrd for Visit {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Visit {
        fn cmp(&self, other: &Self) -> Ordering {
            other.cost.total_cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
        }
    }

    pub(super) fn shortest(graph: &[Vec<(usize, f64)>], goal: usize) -> f64 {
        let mut best = vec![f64::INFINITY; graph.len()];
        let mut heap = BinaryHeap::new();
        best[0] = 0.0;
        heap.push(Visit { cost: 0.0, node: 0 });
        while let Some(Visit { cost, node }) = heap.pop() {
            if node == goal {
                return cost;
            }
            for &(next, weight) in &graph[node] {
                let through = cost + weight;
                if through < best[next] {
                    best[next] = through;
                    heap.push(Visit { cost: through, node: next });
                }
            }
        }
        f64::INFINITY
    }
}

#[derive(Clone, Copy, Debug)]
enum Window {
    Flat,
    Hann,
}

#[exp(adjoint)]
impl Window {
    fn at(self, i: usize, n: usize) -> f64 {
        let phase = std::f64::consts::TAU * i as f64 / n as f64;
        match self {
            Window::Flat => 1.0,
            Window::Hann => 0.5 - 0.5 * phase.cos(),
        }
    }
}

#[exp(adjoint)]
fn tapered(window: Window, x: &[f64], position: f64) -> f64 {
    let i = position.floor();
    let fraction = position - i;
    let i = i as usize;
    let here = x.get(i).unwrap_or(&0.0);
    let next = x.get(i + 1).unwrap_or(here);
    let halves: f64 = (0..1 << (x.len() - 1)).map(|j| (2 * j + 1) as f64 * x[0]).sum();
    (here * (1.0 - fraction) + next * fraction) * window.at(i, 4) * position + halves
}

#[test]
fn a_heap_of_states() {
    let graph = vec![vec![(1, 1.0), (2, 4.0)], vec![(2, 2.0), (3, 6.0)], vec![(3, 1.5)], vec![]];
    ad::testing::check(&search::Shortest { goal: 3 }, &graph).unwrap();
}

#[test]
fn a_choice_and_a_literal_behind_a_reference() {
    for window in [Window::Flat, Window::Hann] {
        for position in [0.3, 1.6, 2.5] {
            check::program(&Tapered { window }, &(vec![0.5, 1.5, -0.7], position));
        }
    }
}

#[test]
fn a_machine_that_borrows_its_code() {
    let code = vec![Op::Load(0), Op::Load(1), Op::Mul, Op::Push(3.0), Op::Load(0), Op::Add, Op::Mul];
    check::program(&Execute, &(code.clone(), vec![2.0, 5.0]));
    check::program(&Squared, &(vec![2.0, 5.0], code));
}

#[test]
fn a_parser_over_a_map() {
    let values = std::collections::HashMap::from([('x', 2.0), ('y', 5.0)]);
    check::program(&formula::Formula { text: "x*(y+3*x)+y" }, &values);
}
