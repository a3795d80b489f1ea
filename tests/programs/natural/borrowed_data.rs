//! Borrowed data among the saved values, receivers captured by closures that are passed on, nested functions, and casts.

use ad::prelude::*;

struct Graph {
    starts: Vec<usize>,
    targets: Vec<usize>,
    names: Vec<&'static str>,
}

impl Graph {
    fn from(&self, i: usize) -> &[usize] {
        &self.targets[self.starts[i]..self.starts[i + 1]]
    }

    fn name(&self, i: usize) -> Option<(usize, &str)> {
        self.names.get(i).map(|name| (name.len(), *name))
    }
}

#[exp(adjoint)]
fn spread(graph: &Graph, order: &[usize], x: &[f64]) -> f64 {
    let Some((&first, rest)) = order.split_first() else { return x[0] };
    let mut next = x.to_vec();
    for &i in rest {
        let out = graph.from(i);
        let name = graph.name(i);
        for &to in out {
            next[to] = next[to] * next[i] + x[first];
        }
        if let Some((length, "b")) = name {
            next[i] *= next[first] * length as f64;
        }
    }
    next.iter().sum()
}

#[exp(adjoint)]
fn trapezoid(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (f(a) + f(b)) * (b - a)
}

#[exp]
#[derive(Clone, Copy)]
struct Wave {
    k: f64,
}

#[exp(adjoint)]
impl Wave {
    const SCALE: f64 = 0.5;

    fn height(&self, x: f64) -> f64 {
        (self.k * x).sin() * Self::SCALE
    }

    fn area(&self, b: f64) -> f64 {
        trapezoid(|x| self.height(x) * x, 0.0, b)
    }
}

#[exp(adjoint)]
fn equilibrium(wave: Wave, b: f64) -> f64 {
    fn folded(x: &[f64], t: f64) -> f64 {
        let i = (2.0 * t) as usize;
        x[i] * t + x[i + 1]
    }
    let rise = |v: f64| v * v * b;
    let fall = |v: f64| v * wave.height(v);
    trapezoid(|v| rise(v + b) - fall(v), 1.0, 2.0) + wave.area(b) + folded(&[b, b * b, wave.k], b)
}

#[test]
fn is_saved_by_its_content() {
    let graph = Graph { starts: vec![0, 2, 3, 3], targets: vec![1, 2, 0], names: vec!["a", "b"] };
    for order in [&[][..], &[1, 0, 1, 2, 0]] {
        crate::check::program(&Spread { graph: &graph, order }, &vec![1.5, -0.5, 2.0]);
    }
    crate::check::program(&Equilibrium, &(Wave { k: 1.25 }, 0.75));
    crate::check::program(&Equilibrium, &(Wave { k: 1.25 }, 0.25));
}
