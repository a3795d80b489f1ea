//! Lists and options behind `&mut` arguments that get another length or variant. The shadow of such an argument is an exclusive
//! reference. The reverse sweep of the callee gives the shadow its previous structure back.

use ad::prelude::*;

#[exp(adjoint)]
mod inside {
    #[derive(Clone, Debug)]
    pub(crate) struct Machine {
        stack: Vec<f64>,
        memory: [f64; 4],
        last: Option<f64>,
    }
    impl Machine {
        fn new(memory: [f64; 4]) -> Self {
            Machine { stack: vec![], memory, last: None }
        }
        fn pop(&mut self) -> f64 {
            self.stack.pop().unwrap_or_default()
        }
        fn push(&mut self, x: f64) {
            self.stack.push(x);
            self.last = Some(x * x);
        }
        fn step(&mut self, i: usize) {
            let a = self.memory[i];
            self.push(a);
            if self.stack.len() > 1 {
                let (b, a) = (self.pop(), self.pop());
                self.push(a * b);
                if let Some(l) = self.last {
                    self.memory[i] += l;
                }
            }
        }
        fn clear(&mut self) {
            self.stack.clear();
            self.last = None;
        }
    }
    // a helper that grows a list, and one that replaces it
    fn grow(v: &mut Vec<f64>, x: f64) {
        v.push(x * x);
        v.push(v[0] * x);
    }
    fn shrink(v: &mut Vec<f64>) -> f64 {
        let s: f64 = v.iter().sum();
        *v = vec![s, s * s];
        v.pop().unwrap()
    }
    fn rows(v: &mut Vec<Vec<f64>>, x: f64) {
        for row in v.iter_mut() {
            row.push(x * row[0]);
        }
        v.push(vec![x]);
    }
    fn each(v: &mut [Vec<f64>], x: f64) {
        for (i, row) in v.iter_mut().enumerate() {
            row.push(x * i as f64);
            grow(row, x);
        }
    }
    fn fill(v: &mut Option<Vec<f64>>, x: f64) {
        if v.is_none() {
            *v = Some(vec![x, x * x]);
        }
    }
    fn down(v: &mut Vec<f64>, n: usize) {
        if n > 0 {
            let x = v[v.len() - 1];
            v.push(x * x * n as f64);
            down(v, n - 1);
            v.push(v[0] * x);
        }
    }

    pub(crate) fn one(x: [f64; 4]) -> f64 {
        let mut m = Machine::new(x);
        for i in 0..4 {
            m.step(i);
        }
        let t = m.memory[3] * m.pop();
        m.clear();
        m.push(t);
        m.stack[0] * m.stack[0] + m.last.unwrap()
    }
    pub(crate) fn machines(x: [f64; 4]) -> f64 {
        let mut ms: Vec<Machine> = (0..3).map(|_| Machine::new(x)).collect();
        let mut s = 0.0;
        for i in 0..4 {
            for m in ms.iter_mut() {
                m.step(i);
            }
            s += ms
                .iter_mut()
                .map(|m| {
                    m.push(x[0]);
                    m.pop()
                })
                .sum::<f64>();
            for m in &mut ms {
                m.push(x[1] * s);
                s += m.memory[i];
            }
        }
        ms[0].clear();
        let last = &mut ms[1];
        last.step(2);
        s + ms[1].stack.iter().sum::<f64>() + ms[2].pop()
    }
    pub(crate) fn lists(x: [f64; 4]) -> f64 {
        let mut v = Vec::new();
        for i in 0..4 {
            grow(&mut v, x[i]);
        }
        let p = v[1] * v[7];
        let s = shrink(&mut v);
        grow(&mut v, s);
        p * v[0] + v[v.len() - 1]
    }
    pub(crate) fn nested(x: [f64; 4]) -> f64 {
        let mut v = vec![vec![x[0]], vec![x[1]]];
        rows(&mut v, x[2]);
        each(&mut v, x[3]);
        each(&mut v[1..], x[3]);
        rows(&mut v, x[1]);
        let mut s = 0.0;
        for row in &v {
            for e in row {
                s = s * 0.5 + e * e;
            }
        }
        s
    }
    pub(crate) fn opt(x: [f64; 4]) -> f64 {
        let mut v = None;
        fill(&mut v, x[0]);
        fill(&mut v, x[1]);
        let w = v.unwrap();
        w[0] * w[1]
    }
    pub(crate) fn recursive(x: [f64; 4]) -> f64 {
        let mut v = vec![x[0], x[1]];
        down(&mut v, 3);
        v.iter().fold(0.0, |s, e| s * x[2] + e)
    }
    pub(crate) fn branch(x: [f64; 4]) -> f64 {
        let mut v = vec![];
        let mut s = 0.0;
        while v.len() < 6 {
            if v.len() % 2 == 0 {
                grow(&mut v, x[0]);
                continue;
            }
            v.push(s);
            s += v[v.len() - 2] * x[1];
            if s > 100.0 {
                break;
            }
            let w = &mut v;
            w.push(x[2]);
            w.push(s * w[0]);
        }
        s + v[0] * v[v.len() - 1]
    }
    pub(crate) fn appended(x: &[f64], mut out: Vec<f64>) -> Vec<f64> {
        grow(&mut out, x[0]);
        out.extend(x.iter().map(|v| v * x[1]));
        grow(&mut out, x[1]);
        out
    }
}

#[exp(adjoint)]
fn written(x: &[f64], out: &mut Vec<f64>) {
    out.clear();
    for v in x {
        out.push(v * v);
        out.push(*v);
    }
}
#[exp]
#[derive(Clone, Debug)]
struct Track {
    xs: Vec<f64>,
    last: Option<f64>,
}
#[exp(adjoint)]
impl Track {
    fn feed(&mut self, x: f64) -> f64 {
        self.xs.push(x * x);
        self.last = Some(x);
        self.xs.len() as f64 * self.xs[0]
    }
    fn both(&mut self, x: f64) -> f64 {
        let a = self.feed(x);
        let b = self.feed(a);
        a * b + self.last.unwrap()
    }
}
#[exp(adjoint)]
fn run(x: &[f64]) -> f64 {
    let mut t = Track { xs: vec![], last: None };
    let mut s = 0.0;
    for v in x {
        s += t.both(*v);
    }
    s * t.xs[1]
}
#[exp(adjoint = record)]
fn rec(v: &mut Vec<f64>, x: f64) -> f64 {
    v.push(x);
    v.push(x * v[0]);
    v.len() as f64 * x
}
#[exp(adjoint)]
fn calls_rec(x: &[f64]) -> f64 {
    let mut v = vec![x[0]];
    let mut s = 0.0;
    for a in x {
        s += rec(&mut v, *a) * v[1];
    }
    s + v[3]
}

/// The arguments are parts of the receiver, which the call changes afterwards.
#[exp(adjoint)]
mod parts {
    #[derive(Clone, Copy)]
    struct State {
        pair: (f64, f64),
        memory: [f64; 2],
    }

    impl State {
        fn step(&mut self, a: [f64; 2], b: (f64, f64)) {
            self.memory[0] *= a[1] * b.0;
            self.pair = (b.1 * self.memory[0], a[0] * self.pair.0);
        }
    }

    pub(super) fn still(x: [f64; 4]) -> f64 {
        let mut s = State { pair: (x[0], x[1]), memory: [x[2], x[3]] };
        for _ in 0..2 {
            s.step(s.memory, s.pair);
        }
        s.memory[0] * s.pair.0 + s.pair.1
    }

    #[derive(Clone)]
    struct Rows {
        all: Vec<f64>,
        memory: [f64; 2],
    }

    impl Rows {
        fn step(&mut self, a: [f64; 2]) {
            self.memory[0] *= a[1];
            self.all.push(a[0] * self.memory[1]);
        }

        fn take(&mut self, more: Vec<f64>) {
            for v in more {
                self.all.push(v * self.memory[0]);
            }
        }
    }

    pub(super) fn growing(x: [f64; 4]) -> f64 {
        let mut g = Rows { all: vec![x[2]], memory: [x[0], x[1]] };
        g.step(g.memory);
        g.step([g.memory[1], x[3]]);
        g.take(g.all.clone());
        g.all.iter().sum::<f64>() * g.memory[0]
    }
}

/// Structs in options that methods change.
#[exp(adjoint)]
mod held {
    #[derive(Clone, Debug)]
    struct Machine {
        stack: Vec<f64>,
        memory: [f64; 2],
    }
    #[derive(Clone, Debug)]
    struct Held {
        inner: Option<Machine>,
        x: f64,
    }
    impl Machine {
        fn step(&mut self, a: f64) {
            self.memory[0] *= a;
            self.stack.push(a * self.memory[1]);
        }
    }
    pub(super) fn lone(x: [f64; 2]) -> f64 {
        let mut m = Some(Machine { stack: vec![], memory: x });
        if let Some(m) = &mut m {
            m.step(x[0]);
            m.step(x[1]);
        }
        if let Some(m) = m.as_mut() {
            m.step(x[0]);
        }
        let m = m.unwrap();
        m.stack.iter().sum::<f64>() * m.memory[0]
    }
    pub(super) fn within(x: [f64; 2]) -> f64 {
        let mut h = Held { inner: Some(Machine { stack: vec![], memory: x }), x: x[0] };
        if let Some(m) = &mut h.inner {
            m.step(h.x);
            m.stack.push(x[1]);
        }
        match &mut h.inner {
            Some(m) => m.step(x[1]),
            None => {}
        }
        let m = h.inner.unwrap();
        m.stack.iter().sum::<f64>() * m.memory[0]
    }
}

const X: [f64; 4] = [0.5, 1.2, -0.7, 0.9];

checks! {
    a_method_grows_a_field: inside::One, X;
    items_of_a_loop_grow: inside::Machines, X;
    a_function_grows_and_replaces_a_list: inside::Lists, X;
    rows_grow: inside::Nested, X;
    an_option_is_filled: inside::Opt, X;
    a_recursion_grows_a_list: inside::Recursive, X;
    a_list_grows_in_branches: inside::Branch, X;
    a_list_by_value_grows: inside::Appended, (vec![0.5, 1.2], vec![3.0]);
    the_callers_list_grows: Written, (vec![0.5, 1.2], vec![3.0]);
    a_receiver_grows: Run, vec![0.5, 1.2];
    the_variable_of_a_method_grows: TrackFeed, (Track::<f64> { xs: vec![2.0], last: None }, 1.5);
    the_receiver_of_two_calls_grows: TrackBoth, (Track::<f64> { xs: vec![2.0], last: None }, 1.5);
    the_content_of_an_option_grows: held::Lone, [1.5, 0.7];
    the_content_of_a_field_grows: held::Within, [1.5, 0.7];
    parts_of_a_receiver_are_copied: parts::Still, X;
    parts_of_a_receiver_that_grows_are_copied: parts::Growing, X;
    a_recorded_call_grows_a_list: CallsRec, vec![0.5, 1.2];
}
