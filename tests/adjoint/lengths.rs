//! Lists inside other containers that are replaced by lists of another length, and options by others. When the replacement is
//! reversed, the slots get the previous structure back.

use crate::check;
use ad::prelude::*;

#[exp]
#[derive(Clone)]
struct Bag {
    low: f64,
    all: Vec<f64>,
}

programs! {
    fn a_list_in_a_struct(n, x) as InStruct {
        let mut b = Bag { low: x[0], all: x.to_vec() };
        let mut s = x[0];
        for i in 0..n {
            let shorter: Vec<f64> = b.all.windows(2).map(|w| w[0] * w[1] + s).collect();
            b.all = shorter;
            s = s * b.all[0] + b.all[b.all.len() - 1] * b.low;
            if i == 2 { b = Bag { low: s, all: x.to_vec() }; }
            let c = Bag { all: vec![s], ..b.clone() };
            s = s * c.all[0] + c.low;
        }
        s * b.all[0]
    }

    fn a_row(n, x) as Row {
        let mut b = vec![x.to_vec(), vec![x[0] * x[1]]];
        let mut s = x[0];
        for _ in 0..n {
            let shorter: Vec<f64> = b[0].windows(2).map(|w| w[0] + w[1]).collect();
            b[0] = shorter;
            b[1] = b[0].iter().map(|u| u + s).collect();
            s = s + b[0][0] + b[1][b[1].len() - 1];
        }
        s * b[0][0]
    }

    fn rows_that_come_and_go(n, x) as Rows {
        let mut v = vec![vec![x[0], x[1]], vec![x[2]]];
        let mut s = x[0];
        for i in 0..n {
            v.push(vec![s; i + 1]);
            let last = v.len() - 1;
            v[last] = vec![s * x[1]];
            v[0] = vec![v[0][0] + s; 2 + i];
            if let Some(row) = v.pop() { s = s * row[0] + v[0][1]; }
            v.swap(0, 1);
            v.push(vec![s, x[1]]);
            v[0] = vec![v[0][0], s, x[2]];
        }
        s * v[0][0] + v[v.len() - 1][0]
    }

    fn a_list_in_a_tuple(n, x) as InTuple {
        let mut t = (x[0], vec![x[1], x[2]]);
        let mut s = x[0];
        for i in 0..n {
            if i % 2 == 0 { t.1 = vec![s, t.1[0], x[3]]; } else { t = (s, vec![t.1[2] + t.0]); }
            s = s + t.1[0] + t.0;
        }
        s * t.0
    }

    fn a_list_replaced(n, x) as Replaced {
        let mut b = Bag { low: x[1], all: x.to_vec() };
        let mut s = x[0];
        for i in 0..n {
            let old = std::mem::replace(&mut b.all, vec![s, s * x[i % 5]]);
            s = s * old[old.len() - 1] + b.all[1];
            b.all.push(s);
        }
        s * b.all[0] * b.low
    }

    fn options_in_a_list(n, x) as Options {
        let mut v = vec![Some(x[0]), None, Some(x[1])];
        let mut s = x[0];
        for i in 0..n {
            let old = v[i % 3];
            v[i % 3] = v[(i + 1) % 3];
            v[(i + 1) % 3] = if i % 2 == 0 { Some(s * x[1]) } else { None };
            if let Some(u) = v[(i + 2) % 3] { s = s * u; }
            if let Some(u) = old { s = s + u + x[2]; }
        }
        s
    }
}

#[exp(adjoint)]
mod together {
    #[derive(Clone)]
    pub(super) struct Net {
        pub(super) layers: Layers,
        pub(super) scale: f64,
    }

    #[derive(Clone)]
    pub(super) struct Layers {
        pub(super) last: Vec<f64>,
        pub(super) seen: usize,
    }

    /// Of structs that the macro sees, it knows which hold lists.
    pub(super) fn narrowed(n: usize, x: &[f64]) -> f64 {
        let mut net = Net { layers: Layers { last: x.to_vec(), seen: 0 }, scale: x[0] };
        for _ in 0..n {
            let next: Vec<f64> = net.layers.last.windows(2).map(|w| w[0] + net.scale * w[1]).collect();
            net = Net { scale: next[0], layers: Layers { last: next, seen: net.layers.seen + 1 } };
        }
        net.layers.last.iter().sum::<f64>() * net.scale + net.layers.seen as f64
    }

    pub(super) struct Shrinking {
        pub(super) all: Vec<f64>,
    }

    impl Shrinking {
        pub(super) fn halve(&mut self) {
            self.all = self.all.chunks_exact(2).map(|c| c[0] * c[1]).collect();
        }
    }

    pub(super) fn halved(x: &[f64]) -> f64 {
        let mut s = Shrinking { all: x.to_vec() };
        s.halve();
        s.all[0]
    }
}

#[exp]
#[derive(Clone)]
struct Held {
    there: Option<f64>,
}

#[exp(adjoint)]
impl Held {
    fn release(&mut self) {
        self.there = None;
    }
}

/// The adjoint of `kept` goes back to `held`, which is empty when that happens.
#[exp(adjoint)]
fn released(x: &[f64]) -> f64 {
    let mut held = Held { there: Some(x[0] * x[1]) };
    let kept = held.clone();
    held.release();
    kept.there.unwrap_or(0.0) * x[2]
}

/// The type is annotated above, in the same file, so the macro knows that it holds a list.
#[exp(adjoint, class = Ring + PartialOrd)]
fn replaced_whole(n: usize, x: &[f64]) -> f64 {
    let mut bag = Bag { low: x[0], all: vec![x[1], x[2], x[0]] };
    for k in 0..n {
        let shorter: Vec<f64> = bag.all.iter().take(2 + k % 2).map(|v| v * x[1]).collect();
        bag.all = shorter;
        bag.low = bag.all[1] + x[0];
        if k % 2 == 0 {
            bag = Bag { all: vec![x[1], bag.low, bag.all[0]], ..bag };
        }
    }
    x[3] * bag.all[1] + bag.low
}

#[test]
fn a_struct_of_a_known_type_is_replaced() {
    for n in 0..4 {
        check::exact(ReplacedWhole { n }, vec![3, -2, 5, 7]);
    }
}

#[test]
fn a_list_in_a_struct_in_a_struct() {
    for n in 0..4 {
        check::gradient(together::Narrowed { n }, vec![0.3, -0.2, 0.5, 0.7, -0.4]);
    }
}

/// The slots of a `&mut` argument get the structure back that the argument had before the call.
#[test]
fn a_list_that_another_function_shortens() {
    check::gradient(together::Halved, vec![1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn an_option_that_another_function_empties() {
    check::gradient(Released, vec![1.0, 2.0, 3.0]);
}
