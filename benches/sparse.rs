//! The benefit of structure: `cargo bench --bench sparse`. `README.md` discusses the numbers.

use std::hint::black_box;

use ad::constrained::positive;
use ad::prelude::*;
use ad::sparse::{self, colouring};

mod by_hand;
#[path = "../ad-solvers/tests/collocation.rs"]
mod collocation;
mod timing;
use by_hand::ByHand;
use timing::{Group, print, run};

/// Each result depends on three neighbouring inputs.
#[exp]
fn tridiagonal(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; n];
    for i in 0..n {
        let left = if i > 0 { x[i - 1] } else { 0.0 };
        let right = if i + 1 < n { x[i + 1] } else { 0.0 };
        y[i] = (3.0 - 2.0 * x[i]) * x[i] - left - 2.0 * right + 1.0;
    }
    y
}

/// One result depends on all inputs, and all results on one of them.
#[exp]
fn arrow(x: &[f64]) -> Vec<f64> {
    let mut y = Vec::with_capacity(x.len());
    y.push(x.iter().map(|x| x * x).sum());
    for i in 1..x.len() {
        y.push(x[i] * x[0] + 2.0 * x[i]);
    }
    y
}

/// The energy of a nonlinear membrane on the n × n grid: the pattern of its Hessian is the five-point Laplacian's.
#[exp]
fn membrane(n: usize, x: &[f64]) -> f64 {
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let here = x[i * n + j];
            energy += here.powi(4);
            if j + 1 < n {
                energy += (here - x[i * n + j + 1]).powi(2);
            }
            if i + 1 < n {
                energy += (here - x[(i + 1) * n + j]).powi(2);
            }
        }
    }
    energy
}

/// About 100 000 operations: each result from five of its neighbours.
#[exp]
fn stencil(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let at = |i: usize, k: usize| x[(i + k) % n];
    (0..n).map(|i| at(i, 0) * at(i, 1) - at(i, 2) * (at(i, 3) + 0.5 * at(i, 4))).collect()
}

fn point(n: usize) -> Vec<f64> {
    (0..u32::try_from(n).expect("small")).map(|i| (f64::from(i) * 0.7).sin()).collect()
}

fn tridiagonal_jacobian() -> Group {
    let x = point(2000);
    let (a, b, v) = (x.clone(), x.clone(), point(2000));
    let mut jacobian = sparse::jacobian(Tridiagonal, &x);
    let mut entries = vec![0.0; jacobian.pattern().nonzeros()];
    Group {
        name: "tridiagonal, n = 2000; value: three jvps",
        value: run(move || {
            [(); 3].map(|()| forward::jvp(Tridiagonal).at(black_box((a.clone(), v.clone()))).1.len())
        }),
        derivatives: vec![(
            "sparse Jacobian",
            run(move || jacobian.jacobian_into(black_box(&b), &mut entries)),
        )],
    }
}

fn arrow_jacobian() -> Group {
    let x = point(10_000);
    let (a, b, v) = (x.clone(), x.clone(), point(10_000));
    let mut jacobian = sparse::jacobian(Arrow, &x);
    let (forward, reverse) = jacobian.sweeps();
    println!("arrow head: {forward} forward sweeps and {reverse} reverse ones");
    let mut entries = vec![0.0; jacobian.pattern().nonzeros()];
    Group {
        name: "arrow head, n = 10⁴; value: 2 jvps and a vjp",
        value: run(move || {
            let dy = v.clone();
            let forward = [(); 2].map(|()| forward::jvp(Arrow).at(black_box((a.clone(), v.clone()))).1.len());
            (forward, stack::vjp(Arrow).at(black_box((a.clone(), dy))))
        }),
        derivatives: vec![(
            "sparse Jacobian",
            run(move || jacobian.jacobian_into(black_box(&b), &mut entries)),
        )],
    }
}

fn membrane_hessian() -> Group {
    let n = 100;
    let x = point(n * n);
    let (a, b, c, v) = (x.clone(), x.clone(), x.clone(), point(n * n));
    let mut direct = sparse::hessian(Membrane { n }, &x);
    let mut substituted = direct.clone().by_substitution();
    println!("membrane: {} sweeps, {} by substitution", direct.sweeps(), substituted.sweeps());
    let mut entries = vec![0.0; direct.pattern().nonzeros()];
    let mut again = entries.clone();
    Group {
        name: "membrane, 100 × 100; value: H·v",
        value: run(move || ad::call::hvp(&Membrane { n }, black_box(&a), &v).1),
        derivatives: vec![
            ("sparse Hessian", run(move || direct.hessian_into(black_box(&b), &mut entries))),
            ("by substitution", run(move || substituted.hessian_into(black_box(&c), &mut again))),
        ],
    }
}

fn detection() -> Group {
    let x = point(12_500);
    let (a, b) = (x.clone(), x.clone());
    Group {
        name: "stencil, 10⁵ operations; value: itself",
        value: run(move || stencil(black_box(&a))),
        derivatives: vec![
            ("pattern", run(move || sparse::pattern(&Stencil, black_box(&b)))),
            ("pattern, everywhere", run(move || sparse::pattern_everywhere(&Stencil, black_box(&x)))),
        ],
    }
}

fn hessian_detection() -> Group {
    let n = 100;
    let x = point(n * n);
    let (a, b) = (x.clone(), x.clone());
    let pattern = sparse::hessian_pattern(&Membrane { n }, &x);
    let again = pattern.clone();
    Group {
        name: "membrane, 100 × 100; value: itself",
        value: run(move || membrane(n, black_box(&a))),
        derivatives: vec![
            ("pattern of the Hessian", run(move || sparse::hessian_pattern(&Membrane { n }, black_box(&b)))),
            ("star colouring", run(move || colouring::star(&pattern, colouring::Order::Natural))),
            ("acyclic colouring", run(move || colouring::acyclic(&again, colouring::Order::Natural))),
        ],
    }
}

/// The log-density of a hierarchical model with groups of known error, as `ad-solvers` passes it to nuts-rs: see its guide.
#[exp(adjoint)]
fn posterior(#[fixed] groups: &[(f64, f64)], mean: f64, log_spread: f64, z: &[f64]) -> f64 {
    let (spread, log_det) = positive(log_spread);
    let mut log_density = log_det - 0.5 * (mean / 5.0).powi(2) - (1.0 + (spread / 5.0).powi(2)).ln();
    for ((measured, error), z) in groups.iter().zip(z) {
        let effect = mean + spread * z;
        log_density -= 0.5 * (z.powi(2) + ((measured - effect) / error).powi(2));
    }
    log_density
}

/// The value and gradient that a step of the sampler asks for, from a slice into a slice.
fn density(name: &'static str, n: usize) -> Group {
    let groups = &*Vec::leak(point(n).iter().map(|y| (10.0 * y, 10.0 + 5.0 * y)).collect::<Vec<_>>());
    let e = Posterior { groups };
    let (a, b, mut gradient) = (point(n + 2), point(n + 2), vec![0.0; n + 2]);
    let flat = Flat::of(&e, &(0.0, 0.0, vec![0.0; n]));
    let mut prepared = Prepared::new(e);
    Group {
        name,
        value: run(move || {
            let a = black_box(&a);
            posterior(groups, a[0], a[1], &a[2..])
        }),
        derivatives: vec![(
            "value and gradient",
            run(move || {
                prepared.value_and_grad_into(&flat.at(black_box(&b)), &mut flat.at_mut(&mut gradient))
            }),
        )],
    }
}

fn eight_schools() -> Group {
    density("density for NUTS, 8 groups", 8)
}

fn many_schools() -> Group {
    density("density for NUTS, 1000 groups", 1000)
}

/// One part of the collocation problem of 10,002 variables, by hand and by [`sparse::Problem`], and then all parts.
fn part(name: &'static str, hand: fn(&mut Buffers), ours: fn(&mut Buffers)) -> Group {
    let (mut hands, mut problems) = (Buffers::new(), Buffers::new());
    Group {
        name,
        value: run(move || hand(black_box(&mut hands))),
        derivatives: vec![("problem", run(move || ours(black_box(&mut problems))))],
    }
}

/// A point, multipliers, and memory for all results.
struct Buffers {
    hand: ByHand,
    problem: sparse::Problem<'static>,
    x: Vec<f64>,
    multipliers: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    y: Vec<f64>,
    jacobian: Vec<f64>,
    hessian: Vec<f64>,
}

impl Buffers {
    fn new() -> Self {
        let n = 3333;
        let mut problem = collocation::problem(n);
        let (hand, x, multipliers) = (ByHand { n }, point(3 * n + 3), point(2 * n + 2));
        hand.assert_same(&mut problem, &x, &multipliers);
        let zeros = |n: usize| vec![0.0; n];
        let mut jacobian = zeros(problem.jacobian_pattern().nonzeros());
        let mut hessian = zeros(problem.hessian_places().len());
        // A round has as many evaluations as fit into it, so records come before the first one.
        while problem.is_recorded() != [true; 2] {
            problem.jacobian_into(&x, &mut jacobian).unwrap();
            problem.hessian_into(&x, 2.0, &multipliers, &mut hessian).unwrap();
        }
        Buffers {
            gradient: zeros(x.len()),
            y: zeros(multipliers.len()),
            jacobian,
            hessian,
            value: 0.0,
            hand,
            problem,
            x,
            multipliers,
        }
    }
}

fn collocated_value() -> Group {
    part(
        "collocation, f; value: by hand",
        |b| b.value = b.hand.objective(&b.x),
        |b| b.value = b.problem.objective(&b.x),
    )
}

fn collocated_gradient() -> Group {
    part(
        "collocation, gradient; value: by hand",
        |b| b.value = b.hand.gradient(&b.x, &mut b.gradient),
        |b| b.value = b.problem.grad_into(&b.x, &mut b.gradient),
    )
}

fn collocated_constraints() -> Group {
    part(
        "collocation, g; value: by hand",
        |b| b.hand.constraints(&b.x, &mut b.y),
        |b| b.problem.constraints_into(&b.x, &mut b.y),
    )
}

fn collocated_jacobian() -> Group {
    part(
        "collocation, Jacobian; value: by hand",
        |b| {
            b.x[0] = -b.x[0];
            b.hand.jacobian(&b.x, &mut b.jacobian);
        },
        |b| {
            b.x[0] = -b.x[0];
            b.problem.jacobian_into(&b.x, &mut b.jacobian).unwrap();
        },
    )
}

fn collocated_hessian() -> Group {
    part(
        "collocation, Hessian; value: by hand",
        |b| {
            b.x[0] = -b.x[0];
            b.hand.hessian(&b.x, 2.0, &b.multipliers, &mut b.hessian);
        },
        |b| {
            b.x[0] = -b.x[0];
            b.problem.hessian_into(&b.x, 2.0, &b.multipliers, &mut b.hessian).unwrap();
        },
    )
}

fn collocated() -> Group {
    part(
        "collocation, all parts; value: by hand",
        |b| {
            // Another point each time.
            b.x[0] = -b.x[0];
            b.value = b.hand.objective(&b.x);
            b.value += b.hand.gradient(&b.x, &mut b.gradient);
            b.hand.constraints(&b.x, &mut b.y);
            b.hand.jacobian(&b.x, &mut b.jacobian);
            b.hand.hessian(&b.x, 2.0, &b.multipliers, &mut b.hessian);
        },
        |b| {
            b.x[0] = -b.x[0];
            b.value = b.problem.objective(&b.x);
            b.value += b.problem.grad_into(&b.x, &mut b.gradient);
            b.problem.constraints_into(&b.x, &mut b.y);
            b.problem.jacobian_into(&b.x, &mut b.jacobian).unwrap();
            b.problem.hessian_into(&b.x, 2.0, &b.multipliers, &mut b.hessian).unwrap();
        },
    )
}

/// A term of Rosenbrock's function.
#[exp(adjoint)]
fn bend(x: f64, y: f64) -> f64 {
    let (a, b) = (y - x * x, 1.0 - x);
    100.0 * (a * a) + b * b
}

#[exp(adjoint)]
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| bend(w[0], w[1])).sum()
}

/// A sum of small terms: assembled, at a single point, and prepared.
fn small_terms() -> Group {
    let n = 10_000;
    let x = &*point(n).leak();
    let list = x.to_vec();
    let mut assembly = sparse::Assembly::new::<Vec<f64>>(&list);
    let mut prepared = sparse::hessian(Rosenbrock, x);
    let problem = || sparse::Problem::new(Rosenbrock, sparse::Unconstrained::on(&Rosenbrock), x);
    let (mut recorded, mut swept) = (problem(), problem().record_within(0));
    let mut entries = vec![0.0; prepared.pattern().nonzeros()];
    let (mut below, mut again) = (vec![0.0; 2 * n - 1], vec![0.0; 2 * n - 1]);
    while !prepared.is_recorded() || !recorded.is_recorded()[1] {
        prepared.hessian_into(x, &mut entries);
        recorded.hessian_into(x, 1.0, &[], &mut below).unwrap();
    }
    Group {
        name: "Rosenbrock, n = 10⁴; value: itself",
        value: run(move || rosenbrock(black_box(x))),
        derivatives: vec![
            (
                "assembly",
                run(move || {
                    assembly.restart::<Vec<f64>>(&list);
                    assembly.add_each(&Bend, (0..n - 1).map(|i| (i, i + 1)));
                    assembly.hessian().entries().len()
                }),
            ),
            ("at a single point", run(move || sparse::value_grad_hessian(&Rosenbrock, black_box(x)))),
            ("preparation", run(move || sparse::hessian(Rosenbrock, black_box(x)))),
            ("prepared", run(move || prepared.hessian_into(black_box(x), &mut entries))),
            ("problem", run(move || recorded.hessian_into(black_box(x), 1.0, &[], &mut below))),
            ("problem without a record", run(move || swept.hessian_into(black_box(x), 1.0, &[], &mut again))),
        ],
    }
}

const GROUPS: [fn() -> Group; 14] = [
    small_terms,
    tridiagonal_jacobian,
    arrow_jacobian,
    membrane_hessian,
    detection,
    hessian_detection,
    collocated_value,
    collocated_gradient,
    collocated_constraints,
    collocated_jacobian,
    collocated_hessian,
    collocated,
    eight_schools,
    many_schools,
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    print(&GROUPS, |name| wanted.is_empty() || wanted.iter().any(|part| name.contains(&**part)));
}
