//! Ordinary code: types that contain themselves, items inside of functions, data with methods, and types that later code tells.

use ad::prelude::*;

#[exp]
#[derive(Clone, Debug)]
struct Node {
    key: f64,
    next: Option<Box<Node>>,
}
#[exp(adjoint)]
impl Node {
    fn multiplied(&self) -> f64 {
        match &self.next {
            Some(next) => self.key * next.multiplied(),
            None => self.key,
        }
    }
}

#[exp]
#[derive(Clone, Debug)]
struct Tree {
    key: f64,
    branches: Vec<Tree>,
}
#[exp(adjoint)]
impl Tree {
    fn total(&self) -> f64 {
        let mut sum = self.key;
        for branch in &self.branches {
            sum += branch.total() * self.key;
        }
        sum
    }
}

/// Fields of one position have different types in different variants.
#[exp]
#[derive(Clone, Debug)]
enum Solid {
    Ball { radius: f64 },
    Union(Box<Solid>, Box<Solid>),
    Blend(f64, Box<Solid>, Box<Solid>),
    Shell(Box<Solid>, f64),
}
#[exp(adjoint)]
impl Solid {
    fn distance(&self, p: f64) -> f64 {
        match self {
            Solid::Ball { radius } => p * p - radius,
            Solid::Union(a, b) => a.distance(p).min(b.distance(p)),
            Solid::Blend(k, a, b) => a.distance(p) * k + b.distance(p),
            Solid::Shell(inner, thickness) => inner.distance(p).abs() - thickness,
        }
    }
}

/// A function and constants that only this function sees.
#[exp(adjoint)]
fn with_items(x: &[f64], k: u32) -> f64 {
    fn ln_factorial(n: u32) -> f64 {
        (2..=n).map(|k| (k as f64).ln()).sum()
    }
    fn square(x: f64) -> f64 {
        x * x
    }
    const WEIGHTS: [f64; 2] = [0.5, 1.5];
    let mut s = x[0] - ln_factorial(k);
    let t = match k {
        0 => 0.0,
        k => k as f64 - ln_factorial(k),
    };
    for (i, &w) in WEIGHTS.iter().enumerate() {
        s += square(x[i]) * square(w);
    }
    (s - t) * square(WEIGHTS[1])
}

struct Sets {
    parent: Vec<usize>,
}
impl Sets {
    fn new(n: usize) -> Self {
        Sets { parent: (0..n).collect() }
    }
    fn union(&mut self, a: usize, b: usize) -> bool {
        let joined = self.parent[a] != self.parent[b];
        self.parent[a] = self.parent[b];
        joined
    }
}
/// A plain value is made from the length of a list of numbers.
#[exp(adjoint)]
fn made_from_a_length(x: &[f64]) -> f64 {
    let mut sets = Sets::new(x.len());
    x.iter().enumerate().filter(|&(i, _)| sets.union(i, i / 2)).map(|(_, v)| v * x[0]).sum()
}

#[exp(adjoint)]
fn counted_from_below(n: i32, x: &[f64]) -> f64 {
    let signed = x.iter().zip(-n..).map(|(v, k)| if k < 0 { v * v } else { v * k as f64 });
    signed.sum()
}

/// The type of `best` is that of a later value.
#[exp(adjoint)]
fn none_at_first(x: &[f64]) -> f64 {
    let mut best = None;
    for (i, v) in x.iter().enumerate() {
        let cost = v * x[0];
        best = match best {
            Some((_, old)) if old <= cost => best,
            _ => Some((i, cost)),
        };
    }
    let (i, cost) = best.expect("a value");
    cost * x[i]
}

#[exp(adjoint)]
mod data {
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Activation {
        Square,
        Tanh,
    }
    impl Activation {
        fn apply(self, x: f64) -> f64 {
            match self {
                Activation::Square => x * x,
                Activation::Tanh => x.tanh(),
            }
        }
    }
    pub(crate) struct Layer {
        weights: Vec<f64>,
        activation: Activation,
    }
    impl Layer {
        fn forward(&self, x: f64) -> f64 {
            self.weights.iter().map(|w| self.activation.apply(w * x)).sum()
        }
    }
    pub(crate) fn network(x: &[f64]) -> f64 {
        let first = Layer { weights: x.to_vec(), activation: Activation::Square };
        let second = Layer { weights: x[1..].to_vec(), activation: Activation::Tanh };
        second.forward(first.forward(x[0]))
    }
}

/// The states of a search backwards: the lists have no numbers, and the result of the call does.
#[exp(adjoint)]
fn backwards(x: [f64; 2]) -> f64 {
    let score = [0, 1].map(|s| x[s] * x[1 - s] + x[s]);
    let mut back: Vec<[usize; 2]> = Vec::new();
    for k in 0..3 {
        let mut from = [0; 2];
        from[k % 2] = 1;
        back.push(from);
    }
    let (mut state, total) = larger(score);
    let mut switches = 0;
    for from in back.iter().rev() {
        if from[state] != state {
            switches += 1;
        }
        state = from[state];
    }
    total * total - 0.1 * switches as f64 * x[state]
}
#[exp(adjoint)]
fn larger(x: [f64; 2]) -> (usize, f64) {
    if x[0] > x[1] { (0, x[0]) } else { (1, x[1]) }
}

#[exp(adjoint)]
fn failed_late(x: &[f64]) -> Result<f64, String> {
    let mut stack: Vec<f64> = x.into();
    let word = "times";
    let b = stack.pop().ok_or("empty")?;
    let a = stack.pop().ok_or_else(|| format!("{word} needs two operands"))?;
    Ok(a * b)
}

fn ball(radius: f64) -> Box<Solid<f64>> {
    Box::new(Solid::Ball { radius })
}

/// The expression cannot have the name of the type.
#[derive(Clone, Copy, Debug)]
enum Blend {
    Multiply,
    Screen,
}
#[exp(adjoint)]
fn blend(mode: Blend, below: f64, above: f64) -> f64 {
    match mode {
        Blend::Multiply => below * above,
        Blend::Screen => 1.0 - (1.0 - below) * blend(Blend::Multiply, below, above),
    }
}

/// A closure returns an iterator.
#[exp(adjoint)]
fn pairs_of(path: &[usize], x: &[f64]) -> f64 {
    let pairs = || path.iter().zip(&path[1..]);
    let mut s = pairs().map(|(&a, &b)| x[a] * x[b]).sum::<f64>();
    for (&a, &b) in pairs() {
        s = s * x[a] + x[b];
    }
    let least = (0..x.len()).min_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap()).unwrap();
    s * x[least]
}

checks! {
    a_list_of_nodes: NodeMultiplied, Node::<f64> { key: 2.0, next: Some(Box::new(Node { key: 3.0, next: None })) };
    a_tree: TreeTotal, Tree::<f64> { key: 2.0, branches: vec![Tree { key: 3.0, branches: vec![] }, Tree { key: 5.0, branches: vec![] }] };
    variants_of_different_fields: SolidDistance, (Solid::<f64>::Shell(
        Box::new(Solid::Union(ball(3.0), Box::new(Solid::Blend(0.5, ball(2.0), ball(1.5))))), 0.1), 1.2);
    functions_and_constants_inside: WithItems { k: 4 }, vec![1.5, -0.7];
    a_plain_value_from_a_length: MadeFromALength, vec![1.5, -0.7, 2.0, 0.3];
    a_range_from_below_zero: CountedFromBelow { n: 2 }, vec![1.5, -0.7, 2.0, 0.3];
    a_type_is_told_later: NoneAtFirst, vec![1.5, -0.7, 2.0, 0.3];
    data_have_methods_of_numbers: data::Network, vec![0.5, -0.7, 0.3];
    lists_without_numbers_beside_numbers: Backwards, [1.5, 0.7];
    an_error_is_made_when_needed: FailedLate, vec![1.5, 0.7];
    an_expression_beside_a_type_of_its_name: BlendOf { mode: Blend::Screen }, (0.3, 0.8);
    a_closure_returns_an_iterator: PairsOf { path: &[0, 2, 1, 3] }, vec![1.5, -0.7, 2.0, 0.3];
}
