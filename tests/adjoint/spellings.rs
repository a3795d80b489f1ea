//! Methods by their paths and by value, options as fields, references to rows, and data among numbers.

use crate::check;
use ad::prelude::*;
use std::iter;

#[exp(adjoint)]
mod methods {
    #[derive(Clone, Copy)]
    pub(super) struct Complex {
        pub re: f64,
        pub im: f64,
    }

    impl Complex {
        fn norm(&self) -> f64 {
            self.re * self.re + self.im * self.im
        }

        fn scale(self, k: f64) -> Complex {
            Complex { re: self.re * k, im: self.im * k * k }
        }

        fn twist(&mut self, k: f64) {
            self.re *= k;
            self.im += self.re * k;
        }
    }

    pub(super) fn by_paths(z: &[Complex], k: f64) -> f64 {
        let mut s: f64 = z.iter().map(Complex::norm).sum();
        let mut c = Complex { re: k, im: s };
        Complex::twist(&mut c, k);
        s += Complex::norm(&Complex::scale(c, k));
        s
    }

    /// Not `Copy`.
    #[derive(Clone)]
    pub(super) struct State {
        pub re: f64,
        pub im: Vec<f64>,
    }

    impl State {
        fn step(self, k: f64) -> State {
            State { re: self.re * k + self.im[0], im: self.im.iter().map(|v| v * k).collect() }
        }

        fn whole(self) -> f64 {
            self.re * self.im[0]
        }
    }

    pub(super) fn stepped(k: f64, n: usize) -> f64 {
        let s = State { re: k, im: vec![k, 2.0] };
        let mut t = s.step(k);
        for _ in 0..n {
            t = t.step(k);
        }
        t.step(k).step(k).whole()
    }

    #[derive(Clone, Default)]
    pub(super) struct Control {
        gain: f64,
        last: Option<f64>,
        sum: f64,
        log: Vec<f64>,
    }

    impl Control {
        fn new(gain: f64) -> Self {
            Control { gain, ..Default::default() }
        }

        fn step(&mut self, e: f64) -> f64 {
            let d = match self.last.replace(e) {
                Some(p) => (e - p) * self.gain,
                None => e,
            };
            if e > 2.0 {
                if let Some(v) = self.last.take() {
                    self.sum += v * d;
                }
            }
            self.sum += d * e;
            self.sum * self.gain
        }
    }

    pub(super) fn controlled(x: &[f64], gain: f64) -> f64 {
        let mut control = Control::new(gain);
        let mut s = 0.0;
        for v in x {
            s = s * gain + control.step(*v);
        }
        s
    }
}
use methods::*;

#[test]
fn methods_by_path_and_by_value() {
    check::program(&ByPaths, &(vec![Complex { re: 1.0, im: 2.0 }, Complex { re: 0.5, im: 1.0 }], 3.0));
    for n in 0..3 {
        check::program(&Stepped { n }, &1.5);
    }
}

#[test]
fn an_option_is_taken_and_replaced_in_a_field() {
    check::program(&Controlled, &(vec![1.0, 2.0, 3.0, 0.5, 4.0, 1.0], 1.5));
}

programs! {
    fn a_local_option_is_taken_and_replaced(n, x) as Taken {
        let mut best: Option<f64> = None;
        let mut s = x[0];
        for (i, v) in x.iter().enumerate().take(n + 1) {
            if i % 3 == 2 {
                if let Some(b) = best.take() {
                    s = s * b + v;
                }
            } else if let Some(old) = best.replace(v * s) {
                s += old * x[1];
            }
        }
        s + best.unwrap_or(x[2]) * s
    }
    fn references_to_rows(n, x) as Rows {
        let rows: Vec<&[f64]> = x.chunks(n + 1).collect();
        let pairs: Vec<_> = x.windows(2).collect();
        let mut s = rows[0][0];
        for (i, row) in rows.iter().enumerate() {
            s = s * row[0] + rows[i][row.len() - 1];
        }
        let without = [&x[..n], &x[n + 1..]].concat();
        for v in &without {
            s = s * v + x[n];
        }
        s * pairs[1][0] * pairs[0][1]
    }
    fn functions_of_iter(n, x) as Functions {
        let mut s = x[0];
        for (a, b) in iter::zip(x, &x[1..]) {
            s = s * a + b * b;
        }
        let t: f64 = iter::once(x[n] * x[1]).chain(x.iter().copied()).map(|v| v * v).sum();
        let (mut k, mut left) = (x[1], n);
        let u: f64 = iter::from_fn(|| {
            k = k * x[0];
            left = left.checked_sub(1)?;
            Some(k)
        })
        .sum();
        let v: f64 = iter::repeat_n(x[1] * x[2], n).map(|v| v * s).sum();
        s * t + u + v
    }
}

#[exp(adjoint)]
fn bounded(s: f64, by: f64) -> Option<f64> {
    let product = s * by;
    (product < 1000.0).then(|| product + s)
}

#[exp(adjoint)]
fn beside_an_exit(n: usize, x: &[f64]) -> f64 {
    let mut s = x[0];
    for i in 0..n {
        s = match bounded(s, x[i % 3]) {
            Some(v) => v * x[1],
            None => return s,
        };
    }
    s
}

#[test]
fn a_value_beside_an_exit() {
    for n in 0..8 {
        check::program(&BesideAnExit { n }, &vec![3.0, -2.0, 5.0]);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Regime {
    Low,
    High,
}

/// Known further up: the result of this function has no numbers and no shadow.
#[exp(adjoint)]
fn regime(x: f64, limit: f64) -> Regime {
    if x < limit { Regime::Low } else { Regime::High }
}

#[exp(adjoint)]
fn piecewise(x: f64, y: f64) -> f64 {
    let z = x * y;
    match regime(z, 1.0) {
        Regime::Low => z * x,
        Regime::High => z * z + y,
    }
}

#[exp(adjoint)]
struct Spline<const D: usize> {
    knots: Vec<f64>,
    control: Vec<f64>,
}

#[exp(adjoint)]
impl<const D: usize> Spline<D> {
    fn uniform(control: Vec<f64>) -> Self {
        let knots = (0..control.len() + D + 1).map(|i| i as f64 - D as f64).collect();
        Self { knots, control }
    }

    fn span(&self, t: f64) -> usize {
        let last = self.control.len() - 1;
        (D..last).find(|&k| t < self.knots[k + 1]).unwrap_or(last)
    }

    fn value(&self, t: f64) -> f64 {
        let k = self.span(t);
        let mut d = self.control[k - D..=k].to_vec();
        for r in 1..=D {
            for j in (r..=D).rev() {
                let i = j + k - D;
                let alpha = (t - self.knots[i]) / (self.knots[i + 1 + D - r] - self.knots[i]);
                d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j];
            }
        }
        d[D]
    }
}

#[exp(adjoint)]
fn gap(x: Vec<f64>, t: f64) -> f64 {
    let cubic = Spline::<3>::uniform(x.clone());
    cubic.value(t) - Spline::<2>::uniform(x).value(t)
}

#[test]
fn results_without_numbers_of_items_further_up() {
    check::program(&Piecewise, &(0.5, 1.5));
    check::program(&Piecewise, &(2.0, 1.5));
    for t in [0.25, 1.25, 2.5] {
        check::program(&Gap, &(vec![1.0, 3.0, 2.0, 0.0, -1.0, 2.0], t));
    }
}

const DATA: [(f64, f64); 2] = [(1.5, 2.0), (-1.0, 0.5)];

#[exp(adjoint)]
fn density(x: f64, mean: f64, by: f64) -> f64 {
    (x - mean) * (x - mean) * by
}

#[exp(adjoint)]
fn of_data(#[fixed] track: &[(f64, f64)], raw: &[f64], by: f64) -> f64 {
    let (mut x, mut y) = track[0];
    for ((effect, error), z) in DATA.iter().zip(raw.iter()) {
        x += by * z;
        y *= x * by;
        y += density(*effect, x * z, *error);
    }
    x * y
}

#[exp(adjoint)]
fn best(weights: &[f64], low: usize, high: usize, memo: &mut Vec<Vec<Option<f64>>>) -> f64 {
    if low >= high {
        return 0.0;
    }
    if let Some(cost) = memo[low][high] {
        return cost;
    }
    let mut cheapest = f64::INFINITY;
    for root in low..high {
        let cost = best(weights, low, root, memo) + best(weights, root + 1, high, memo);
        cheapest = cheapest.min(cost);
    }
    let cost = cheapest + weights[low..high].iter().sum::<f64>();
    memo[low][high] = Some(cost);
    cost
}

#[exp(adjoint)]
fn tree(weights: &[f64]) -> f64 {
    let n = weights.len();
    let mut memo = vec![vec![None; n + 1]; n + 1];
    best(weights, 0, n, &mut memo) * weights[0]
}

#[exp(adjoint)]
fn at_edges(edges: &[usize], x: &[f64]) -> f64 {
    let mut s = x[0];
    for w in edges.windows(2) {
        let &[a, b] = w else { unreachable!() };
        let [c, _] = w else { continue };
        s = s * x[a] + x[b] * x[*c];
    }
    s
}

#[exp(adjoint)]
fn parsed(text: &str, x: f64) -> f64 {
    let mut stack: Vec<f64> = vec![x];
    for token in text.split(' ') {
        if token == "*" {
            let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
            stack.push(a * b * x);
        } else {
            stack.push(token.parse().unwrap());
        }
    }
    stack.pop().unwrap()
}

#[test]
fn data_among_numbers() {
    check::program(&OfData { track: &[(0.5, 1.5)] }, &(vec![0.5, 2.0], 1.5));
    check::program(&Tree, &vec![0.25, 0.125, 0.5, 0.375]);
    check::program(&AtEdges { edges: &[0, 2, 1] }, &vec![1.0, 2.0, 3.0]);
    check::program(&Parsed { text: "3 * 2.5 *" }, &1.5);
}
