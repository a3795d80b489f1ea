//! Ordinary code: types that contain themselves, items inside of functions, data with methods, and types that later code tells.

use ad::call;
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

both! {
    mod filters {
        use std::ops::{Add, AddAssign, Mul};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Kind { Low, High, Peak { gain: f64 } }

        pub(crate) struct Filter { kind: Kind, q: f64 }

        impl Filter {
            fn apply(&self, x: f64) -> f64 {
                match self.kind {
                    Kind::Low => self.q * x,
                    Kind::High => x / self.q,
                    Kind::Peak { gain } => gain * x + self.q,
                }
            }
        }

        fn design(kind: Kind, q: f64) -> Filter { Filter { kind, q } }

        fn chosen(x: f64) -> Kind {
            if x > 1.0 { Kind::Low } else { Kind::Peak { gain: x } }
        }

        /// Variants without numbers as arguments, fields, results, parts of tuples, and compared.
        pub(crate) fn variants(x: f64, q: f64) -> f64 {
            let first = design(Kind::High, q).apply(x) + design(Kind::Peak { gain: x }, q).apply(x);
            let kind = Kind::High;
            let field = Filter { kind: Kind::Low, q };
            let mut changed = Kind::High;
            if x > 1.0 {
                changed = Kind::Peak { gain: q };
            }
            let mut sum = first * field.apply(x) + design(kind, q).apply(x) * design(changed, q).apply(x);
            for (kind, weight) in [(Kind::High, x), (Kind::Low, q)] {
                sum += design(kind, weight).apply(x);
            }
            let kind = chosen(x);
            if kind == Kind::Low { sum * x } else { sum * design(kind, x).apply(q) }
        }

        pub(crate) type V3 = [f64; 3];

        pub(crate) struct Mesh { pub(crate) points: Vec<V3>, pub(crate) edges: Vec<(usize, usize)> }

        fn difference(a: &V3, b: &V3) -> V3 { [a[0] - b[0], a[1] - b[1], a[2] - b[2]] }

        fn product(a: &V3, b: &V3) -> f64 { a[0] * b[0] + a[1] * b[1] + a[2] * b[2] }

        impl Mesh {
            fn along(&self, edge: usize, point: &V3) -> f64 {
                let (i, j) = self.edges[edge];
                let a = &self.points[i];
                product(&difference(&self.points[j], a), &difference(point, a))
            }
        }

        /// The alias of an array behind a reference.
        pub(crate) fn along(mesh: &Mesh, point: V3) -> f64 { mesh.along(0, &point) * mesh.along(1, &point) }

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct V2 { x: f64, y: f64 }

        impl Add for V2 {
            type Output = V2;
            fn add(self, o: V2) -> V2 { V2 { x: self.x + o.x, y: self.y + o.y } }
        }
        impl AddAssign for V2 {
            fn add_assign(&mut self, o: V2) { *self = *self + o; }
        }
        impl Mul<f64> for V2 {
            type Output = V2;
            fn mul(self, k: f64) -> V2 { V2 { x: self.x * k, y: self.y * k } }
        }

        #[derive(Clone, Copy)]
        pub(crate) struct M2(pub(crate) [[f64; 2]; 2]);

        impl Mul<[f64; 2]> for M2 {
            type Output = [f64; 2];
            fn mul(self, v: [f64; 2]) -> [f64; 2] { self.0.map(|row| row[0] * v[0] + row[1] * v[1]) }
        }

        static STEPS: [f64; 2] = [0.25, 0.5];

        /// Operators whose right operand is an array or a plain float, and a sum that begins with `default()`.
        pub(crate) fn moved(m: [[f64; 2]; 2], v: [f64; 2]) -> f64 {
            let mut sum = V2::default();
            for (i, k) in v.iter().enumerate() {
                let w = M2(m) * [*k, v[0]];
                sum += V2 { x: w[0], y: w[1] } * (0.5 * STEPS[i]);
                sum += V2 { x: w[i], y: *k } * STEPS[0];
            }
            sum.x * sum.y
        }

        struct Model { k: f64 }

        impl Model {
            /// A function of the name of the derived one.
            fn default(scale: f64) -> f64 { scale * 2.0 }
            fn of(k: f64) -> Model { Model { k: k * Model::default(k) } }
        }

        impl V2 {
            fn zero() -> V2 { V2 { x: 0.0, y: 0.0 } }
        }

        /// Values that begin without numbers, and whose fields change.
        pub(crate) fn begun(x: f64) -> f64 {
            let mut a = V2::default();
            let mut b = V2::zero();
            a.x += x;
            b.y += a.x * x;
            a.x * b.y * Model::of(x).k + Model::default(x)
        }

        fn split(n: usize) -> (Vec<usize>, Vec<bool>) { ((0..n).rev().collect(), vec![true; n]) }

        /// Lists without numbers in one tuple, and a list that is consumed.
        pub(crate) fn largest(x: &[f64]) -> f64 {
            let (order, used) = split(x.len());
            let mut pairs: Vec<(f64, f64)> = Vec::new();
            for (i, k) in order.iter().enumerate() {
                if used[i] {
                    pairs.push((x[*k] * x[i], x[i]));
                }
            }
            let (a, b) = pairs.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0.0));
            a * b
        }
    }
}

#[test]
fn variants_without_numbers_stand_beside_those_with_numbers() {
    use filters::{plain, program};
    for x in [1.5, 0.75] {
        assert_eq!(call::value(&program::Variants, &(x, 0.7)), plain::variants(x, 0.7));
        crate::check::program(&program::Variants, &(x, 0.7));
    }
}

#[test]
fn aliases_operators_and_consumed_lists_have_programs() {
    use filters::program;
    let points = vec![[1.0, 2.0, 0.5], [0.25, -1.0, 3.0], [2.0, 0.5, 1.0]];
    let mesh = program::Mesh { points, edges: vec![(0, 1), (1, 2)] };
    crate::check::program(&program::Along, &(mesh, [0.5, 0.25, 2.0]));
    crate::check::program(&program::Moved, &([[1.0, 2.0], [3.0, 0.5]], [1.5, -0.5]));
    crate::check::program(&program::Begun, &1.5);
    crate::check::program(&program::Largest, &vec![1.5, 0.5, -2.0, 3.0]);
}

/// Arguments that are made of plain floats, for parameters over numbers and for fixed ones.
#[exp(adjoint)]
fn weighted(p: (f64, f64), a: &[f64; 2]) -> f64 {
    p.0 * a[1] + p.1 * a[0]
}
#[exp(adjoint)]
fn scaled(#[fixed] p: (f64, f64), #[fixed] a: &[f64; 2], x: f64) -> f64 {
    p.0 * a[0] + p.1 * x
}
#[exp(adjoint)]
fn cost(l: (f64, f64), #[fixed] circles: &[(f64, f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for &(x, y, r) in circles {
        let gap = weighted((x, y), &[l.0, l.1]) - r;
        sum += gap * gap + weighted((x, 2.0), &[y, r]) * l.1 + scaled((x, y), &[r, 2.0], l.0);
    }
    sum
}

#[test]
fn arguments_made_of_plain_floats_fit_both_kinds_of_parameters() {
    let e = Cost { circles: &[(1.0, 2.0, 3.0), (0.5, 0.25, -1.0)] };
    crate::check::program(&e, &(1.5, 0.7));
}
