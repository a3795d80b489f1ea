//! A prepared gradient allocates nothing in the steady state: a counting allocator looks on.
#![allow(
    clippy::useless_vec,
    clippy::needless_range_loop,
    reason = "vectors and indices are what is looked at"
)]

use ad::prelude::*;
use ad::special::{digamma, normal_cdf};
use ad::{Dict, Num, Shape, Signature};

use crate::allocator;

/// The number of allocations of `f`.
fn requests(f: impl FnOnce()) -> usize {
    let before = allocator::requests();
    f();
    allocator::requests() - before
}

/// Σ (xᵢ² + xᵢ), for any shape, without allocations.
struct Sum<S>(std::marker::PhantomData<S>);

impl<S: Shape> Signature for Sum<S> {
    type In = S;
    type Out = f64;
}

impl<D: Dict, S: Shape> Exp<D> for Sum<S> {
    fn apply(&self, _: D, x: &S::Of<Num<D>>) -> Num<D> {
        let mut sum = Num::default();
        S::for_each(x, &mut |x| sum += x * x + x);
        sum
    }
}

fn prepared_is_quiet<S: Shape<Of<f64>: PartialEq + std::fmt::Debug>>(x: &S::Of<f64>) {
    let mut prepared = Prepared::new(Sum::<S>(std::marker::PhantomData)).mode(Mode::Tape);
    let mut gradient = x.clone();
    let first = requests(|| _ = prepared.value_and_grad_into(x, &mut gradient));
    assert!(first > 0 || S::count(x) == 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| _ = prepared.value_and_grad_into(x, &mut gradient)), 0);
    assert_eq!(requests(|| (0..10).for_each(|_| _ = prepared.value_and_grad_into(x, &mut gradient))), 0);
    assert_eq!(gradient, S::map(x, &mut |x| 2.0 * x + 1.0));
}

#[test]
fn a_prepared_gradient_allocates_nothing_in_the_steady_state() {
    prepared_is_quiet::<f64>(&0.5);
    prepared_is_quiet::<[f64; 3]>(&[1.0, 2.0, 3.0]);
    prepared_is_quiet::<Vec<f64>>(&vec![0.5; 1000]);
    prepared_is_quiet::<(f64, Vec<f64>)>(&(2.0, vec![0.5; 10]));
    prepared_is_quiet::<Vec<[f64; 2]>>(&vec![[0.5, 1.0]; 10]);
    prepared_is_quiet::<Vec<Vec<f64>>>(&vec![vec![0.5; 10], vec![], vec![1.0]]);
    prepared_is_quiet::<[Vec<f64>; 2]>(&[vec![0.5; 10], vec![1.0]]);
    prepared_is_quiet::<Option<Vec<f64>>>(&Some(vec![1.0]));
    prepared_is_quiet::<Option<f64>>(&None);
    prepared_is_quiet::<Result<Vec<f64>, u8>>(&Ok(vec![1.0]));
}

/// (x₀·a)² + x₁, without allocations.
struct Term(f64);

impl Signature for Term {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: ad::RealDict> Exp<D> for Term {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x[0] * self.0 * (x[0] * self.0) + x[1]
    }
}

#[test]
fn a_prepared_gradient_term_by_term_allocates_nothing_in_the_steady_state() {
    let data: Vec<f64> = (0..100).map(f64::from).collect();
    let mut prepared = Prepared::new(ad::terms(&data, |a| Term(*a))).mode(Mode::Tape);
    let (x, mut gradient) = (vec![0.5, 1.0], vec![0.0; 2]);
    let mut run = || _ = prepared.value_and_grad_into(&x, &mut gradient);
    assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| (0..10).for_each(|_| run())), 0);
    // Σ a² = 99 · 100 · 199 / 6
    assert_eq!(gradient, [328_350.0, 100.0]);
}

/// Two parameters.
type Pair = (f64, Vec<f64>);

#[test]
fn slices_and_tuples_of_references_are_taken_without_allocation() {
    let (a, x) = (2.0, [0.5; 100]);
    let v = [1.0; 100];
    let mut prepared = Prepared::new(Sum::<Pair>(std::marker::PhantomData)).mode(Mode::Tape);
    let mut second = Prepared::new(Sum::<Pair>(std::marker::PhantomData));
    let mut slices = Prepared::new(Sum::<Vec<f64>>(std::marker::PhantomData)).mode(Mode::Tape);
    let (mut gradient, mut product, mut hessian) =
        ((0.0, vec![0.0; 100]), (0.0, vec![0.0; 100]), vec![0.0; 101 * 101]);
    let mut run = || {
        prepared.value_and_grad_into(&(&a, &x[..]), &mut gradient);
        slices.value_and_grad_into(&x[..], &mut gradient.1);
        second.value_grad_hessian_into(&(&a, &x), &mut gradient, &mut hessian);
        second.hvp_into(&(&a, &x[..]), &(&1.0, &v), &mut gradient, &mut product);
    };
    assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| (0..10).for_each(|_| run())), 0);
    assert_eq!((gradient, product), ((5.0, vec![2.0; 100]), (2.0, vec![2.0; 100])));
}

/// A number, rows of different lengths, and a pair: a shape with memory of its own.
type Model = (f64, Vec<Vec<f64>>, [f64; 2]);

#[test]
fn derivatives_at_a_slice_allocate_nothing_in_the_steady_state() {
    for mode in [Mode::Tape, Mode::Forward] {
        let e = Sum::<Model>(std::marker::PhantomData);
        let flat = ad::Flat::of(&e, &(1.0, vec![vec![1.0; 10], vec![2.0]], [1.0; 2]));
        let mut prepared = Prepared::new(e).mode(mode);
        let x = vec![0.5; flat.len()];
        let (mut gradient, mut product) = (vec![0.0; flat.len()], vec![0.0; flat.len()]);
        let mut hessian = vec![0.0; if mode == Mode::Tape { flat.len() * flat.len() } else { 0 }];
        let mut run = || {
            prepared.value(&flat.at(&x));
            prepared.value_and_grad_into(&flat.at(&x), &mut flat.at_mut(&mut gradient));
            if mode == Mode::Tape {
                prepared.hvp_into(
                    &flat.at(&x),
                    &flat.at(&x),
                    &mut flat.at_mut(&mut gradient),
                    &mut flat.at_mut(&mut product),
                );
                prepared.value_grad_hessian_into(&flat.at(&x), &mut flat.at_mut(&mut gradient), &mut hessian);
            }
        };
        assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
        assert_eq!(requests(|| (0..10).for_each(|_| run())), 0, "{mode:?}");
        assert_eq!(gradient, vec![2.0; 14]);
    }
}

/// A chain of springs.
#[exp(adjoint)]
fn energy(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[1] - w[0]).powi(4)).sum::<f64>()
}

/// The sum of all variables, and a product of two.
#[exp(adjoint)]
fn conditions(x: &[f64]) -> [f64; 2] {
    [x.iter().map(|x| x * x).sum::<f64>(), x[0] * x[1]]
}

/// Results for neighbours only.
#[exp(adjoint)]
fn products(x: &[f64]) -> [f64; 2] {
    [x[0] * x[1], x[1] * x[2]]
}

ad::rule! {
    fn cube(x) -> y = x * x * x;
    partial x = 3.0 * x * x;
}

/// A function of the user's.
#[exp]
fn cubes(x: &[f64]) -> [f64; 2] {
    [cube(x[0]), x[1] * x[2]]
}

#[test]
fn a_problem_allocates_nothing_in_the_steady_state() {
    let x: Vec<f64> = (0..400_u16).map(|i| f64::from(i % 7) / 10.0).collect();
    // No record has reverse sweeps, which the row of all variables needs, or functions of the user's. `Cubes` has no adjoint program.
    let mut problems = [
        (ad::sparse::Problem::new(Energy, Conditions, &x[..]), [false, true]),
        (ad::sparse::Problem::new(Energy, Products, &x[..]), [true, true]),
        (ad::sparse::Problem::new(Energy, Cubes, &x[..]), [false, false]),
    ];
    for (problem, recorded) in &mut problems {
        let mut jacobian = vec![0.0; problem.jacobian_pattern().nonzeros()];
        let mut hessian = vec![0.0; problem.hessian_places().len()];
        let (mut gradient, mut constraints, mut factor) = (vec![0.0; 400], [0.0; 2], 0.0);
        let mut run = || {
            factor += 1.0;
            problem.objective(&x);
            problem.grad_into(&x, &mut gradient);
            problem.constraints_into(&x, &mut constraints);
            problem.jacobian_into(&x, &mut jacobian).unwrap();
            problem.hessian_into(&x, factor, &[0.5, 2.0], &mut hessian).unwrap();
        };
        // The 84th evaluation checks the pattern, and the 340th is the next one.
        assert!(requests(|| (0..90).for_each(|_| run())) > 0, "otherwise the allocator is not counting");
        assert_eq!(requests(|| (0..60).for_each(|_| run())), 0);
        assert_eq!(problem.is_recorded(), *recorded);
    }
}

#[test]
fn least_squares_allocate_nothing_in_the_steady_state() {
    let x: Vec<f64> = (0..400_u16).map(|i| f64::from(i % 7) / 10.0).collect();
    let blocks = (1..400).map(|i| (Products, vec![i, i - 1, (i + 1) % 400]));
    let mut problem = ad::sparse::LeastSquares::<Vec<f64>>::new(&x).residuals(Cubes).blocks(blocks);
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    let (mut gradient, mut residuals) = (vec![0.0; 400], vec![0.0; 2 * 400]);
    let mut run = || {
        problem.residuals_into(&x, &mut residuals);
        problem.jacobian_into(&x, &mut entries).unwrap();
        problem.grad_into(&x, &mut gradient).unwrap();
    };
    // The 84th evaluation checks the pattern, and the 340th is the next one.
    assert!(requests(|| (0..90).for_each(|_| run())) > 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| (0..60).for_each(|_| run())), 0);
}

fn second_order_is_quiet<S: Shape<Of<f64>: PartialEq + std::fmt::Debug>>(x: &S::Of<f64>) {
    let n = S::count(x);
    let mut prepared = Prepared::new(Sum::<S>(std::marker::PhantomData));
    let (mut gradient, mut product, mut hessian) = (x.clone(), x.clone(), vec![0.0; n * n]);
    let mut run = || {
        prepared.value_grad_hessian_into(x, &mut gradient, &mut hessian);
        prepared.hvp_into(x, x, &mut gradient, &mut product);
    };
    assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| (0..10).for_each(|_| run())), 0);
    assert_eq!(gradient, S::map(x, &mut |x| 2.0 * x + 1.0));
    assert_eq!(product, S::map(x, &mut |x| 2.0 * x));
    assert!(hessian.iter().enumerate().all(|(i, h)| *h == if i % (n + 1) == 0 { 2.0 } else { 0.0 }));
}

#[test]
fn prepared_second_derivatives_allocate_nothing_in_the_steady_state() {
    second_order_is_quiet::<f64>(&0.5);
    second_order_is_quiet::<[f64; 3]>(&[1.0, 2.0, 3.0]);
    second_order_is_quiet::<Vec<f64>>(&vec![0.5; 100]);
    second_order_is_quiet::<(f64, Vec<[f64; 2]>)>(&(2.0, vec![[0.5, 1.0]; 10]));
    second_order_is_quiet::<Two>(&Two { a: vec![1.0, 2.0], b: vec![3.0] });
}

/// (Σ (xᵢ² + xᵢ), Σ xᵢ), for any shape, without allocations.
struct Sums<S>(std::marker::PhantomData<S>);

impl<S: Shape> Signature for Sums<S> {
    type In = S;
    type Out = [f64; 2];
}

impl<D: Dict, S: Shape> Exp<D> for Sums<S> {
    fn apply(&self, dict: D, x: &S::Of<Num<D>>) -> [Num<D>; 2] {
        let mut sum = Num::default();
        S::for_each(x, &mut |x| sum += x);
        [Sum::<S>(std::marker::PhantomData).apply(dict, x), sum]
    }
}

fn rows_are_quiet<S: Shape<Of<f64>: PartialEq + std::fmt::Debug>>(x: &S::Of<f64>) {
    let n = S::count(x);
    let e = || Sums::<S>(std::marker::PhantomData);
    let mut by_stack = Prepared::new(e()).mode(Mode::Tape);
    let mut by_forward = Prepared::new(e()).mode(Mode::Forward);
    let mut gradient_by_forward = Prepared::new(Sum::<S>(std::marker::PhantomData)).mode(Mode::Forward);
    let mut second = Prepared::new(Sum::<S>(std::marker::PhantomData));
    let (mut y, mut dy, mut dx, mut gradient) = ([0.0; 2], [0.0; 2], x.clone(), x.clone());
    let (mut rows, mut others, directions) = (vec![0.0; 2 * n], vec![0.0; 2 * n], vec![1.0; 3 * n]);
    let (mut tangents, mut products) = ([0.0; 6], vec![0.0; 3 * n]);
    let mut run = || {
        by_stack.value_and_jacobian_into(x, &mut y, &mut rows);
        by_stack.vjp_into(x, &[1.0, 2.0], &mut y, &mut dx);
        by_stack.vjps_into(x, &[1.0, 0.0, 0.0, 1.0], &mut y, &mut others);
        by_forward.value_and_jacobian_into(x, &mut y, &mut others);
        by_forward.jvp_into(x, x, &mut y, &mut dy);
        by_forward.jvps_into(x, &directions, &mut y, &mut tangents);
        gradient_by_forward.value_and_grad_into(x, &mut gradient);
        second.hvp_into(x, x, &mut gradient, &mut dx);
        second.hvps_into(x, &directions, &mut gradient, &mut products);
    };
    assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
    assert_eq!(requests(|| (0..10).for_each(|_| run())), 0);
    assert_eq!(rows, others);
    assert_eq!(gradient, S::map(x, &mut |x| 2.0 * x + 1.0));
    assert!(rows[n..].iter().all(|d| *d == 1.0) && products.iter().all(|p| *p == 2.0));
}

#[test]
fn prepared_jacobians_and_products_allocate_nothing_in_the_steady_state() {
    rows_are_quiet::<f64>(&0.5);
    rows_are_quiet::<[f64; 3]>(&[1.0, 2.0, 3.0]);
    rows_are_quiet::<Vec<f64>>(&vec![0.5; 100]);
    rows_are_quiet::<(f64, Vec<[f64; 2]>)>(&(2.0, vec![[0.5, 1.0]; 10]));
    rows_are_quiet::<Two>(&Two { a: vec![1.0, 2.0], b: vec![3.0] });
}

/// A structure by `#[exp]`.
#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Two {
    a: Vec<f64>,
    b: Vec<f64>,
}

#[test]
fn structures_are_refilled() {
    prepared_is_quiet::<Two>(&Two { a: vec![1.0, 2.0], b: vec![3.0] });
}

#[test]
fn a_call_keeps_its_tape() {
    let e = Sum::<Vec<f64>>(std::marker::PhantomData);
    let x = vec![0.5; 1000];
    let call = || _ = call::grad(&e, &x);
    let first = requests(call);
    // The variables and the gradient are containers of their own.
    let next = requests(call);
    assert!(next <= 2 && next < first, "{first} requests, then {next}");
    ad::call::keep_memory(0);
    assert!(requests(call) > next);
}

#[test]
fn a_replay_keeps_its_record() {
    let gradient = || call::grad(&ad::replay(Sum::<[f64; 3]>(std::marker::PhantomData)), &[1.0, 2.0, 3.0]);
    let first = requests(|| _ = gradient());
    assert!(first > 0, "otherwise the allocator is not counting");
    // The list of records has its memory by now, and so have the tape, the steps and the numbers of the evaluation.
    assert_eq!(requests(|| (0..10).for_each(|_| _ = gradient())), 0);
    assert_eq!(gradient(), [3.0, 5.0, 7.0]);
}

#[test]
fn forward_mode_allocates_nothing_for_arrays() {
    let e = Sum::<[f64; 3]>(std::marker::PhantomData);
    assert_eq!(requests(|| assert_eq!(forward::grad(&e).eval(F64, [1.0, 2.0, 3.0]), [3.0, 5.0, 7.0])), 0);
    assert_eq!(requests(|| _ = forward::jvp(&e).eval(F64, ([1.0; 3], [1.0; 3]))), 0);
}

/// y ↦ y·x + 1, again and again, from 1.
#[exp]
fn affine(times: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..times {
        y = y * x + 1.0;
    }
    y
}

#[test]
fn many_steps_of_forward_and_taylor_mode_allocate_nothing() {
    let e = Affine { times: 100_000 };
    // At x = 1 there are n + 1 terms xᵏ: the derivatives are sums of k and of k(k - 1).
    let [n, first, second] = [100_000, 5_000_050_000, 333_333_333_300_000];
    assert_eq!(requests(|| assert_eq!(forward::diff(e).eval(I64, 1), first)), 0);
    assert_eq!(requests(|| assert_eq!(forward::diff(forward::diff(e)).eval(I64, 1), second)), 0);
    let derivatives = taylor::derivatives::<3, _>(e);
    assert_eq!(requests(|| assert_eq!(derivatives.eval(I64, 1), [n + 1, first, second])), 0);
    let series = taylor::coefficients::<3, _>(e);
    assert_eq!(requests(|| assert_eq!(series.eval(I64, 1), [n + 1, first, second / 2])), 0);
}

/// Functions whose series follow from their partial derivatives.
#[exp]
fn bell(x: f64) -> f64 {
    normal_cdf(x) + digamma(x)
}

#[test]
fn series_from_partial_derivatives_allocate_nothing() {
    let series = taylor::derivatives::<5, _>(Bell);
    assert_eq!(requests(|| assert!(series.eval(F64, 0.5)[4].is_finite())), 0);
}

/// ln Σ exp(vᵢ·s)
#[exp(adjoint)]
fn soft(v: &[f64], s: f64) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += (x * s).exp();
    }
    sum.ln()
}

/// All kinds of values saved between the sweeps: stacks of loops, refilled buffers, overwritten numbers, pullbacks of calls. Also
/// lists that the reverse sweep reads, and others.
#[exp(adjoint)]
fn busy(x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![1.0; n];
    let mut unread = vec![0.0; n];
    let mut buffer = vec![0.0; n];
    let mut sum = 0.0;
    let mut a = 0.5;
    let mut left = 3;
    while left > 0 {
        a = (a * x[0]).sin();
        left -= 1;
    }
    for i in 0..n {
        for j in 0..n {
            buffer[j] = x[j] * y[i];
        }
        for j in 0..n {
            y[j] = y[j] * buffer[j] + a;
            unread[j] += y[j];
        }
        let row = vec![x[i] * a, a];
        let mut own = vec![0.0; 2];
        for j in 0..2 {
            own[j] = row[j] * row[j];
        }
        sum += soft(&y, a) + own[0] * own[1] + soft(&own, 0.5);
        if sum > 1e6 {
            break;
        }
    }
    for i in 0..n {
        sum += unread[i];
    }
    sum
}

/// The gradient of `busy`, as a result.
#[exp(adjoint)]
fn both(x: &[f64]) -> [f64; 2] {
    [busy(x), soft(x, 0.5)]
}

#[test]
fn a_prepared_adjoint_program_allocates_nothing_in_the_steady_state() {
    let x = [0.1, 0.2, 0.3, 0.4, 0.5];
    let mut prepared = Prepared::new(Busy).mode(Mode::Program);
    let mut gradient = x.to_vec();
    let mut run = || _ = prepared.value_and_grad_into(&x[..], &mut gradient);
    assert!(requests(&mut run) > 0, "otherwise the allocator is not counting");
    // Where there are several vectors of one size of elements, each is to become as long as the longest.
    (0..3).for_each(|_| run());
    // `vec![x[i] * a, a]` is the function's own.
    let own = x.len();
    assert_eq!(requests(|| (0..10).for_each(|_| run())), 10 * own);
    let expected = stack::grad(Busy).at(x.to_vec());
    assert!(gradient.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12 * b.abs()));
}

/// Σ ln Σⱼ exp(-½·(x - mⱼ)²) over points x
#[exp(adjoint)]
fn likelihood(#[fixed] points: &[f64], means: &[f64]) -> f64 {
    let mut squares = vec![0.0; means.len()];
    let mut total = 0.0;
    for x in points {
        for j in 0..means.len() {
            let z = x - means[j];
            squares[j] = z * z;
        }
        total += soft(&squares, -0.5);
    }
    total
}

/// Each iteration over a point is reversed at once, in the memory of one iteration.
#[test]
fn further_points_of_a_likelihood_need_no_memory() {
    let bytes = |n: u32| {
        let points: Vec<f64> = (0..n).map(|i| f64::from(i % 7)).collect();
        let mut prepared = Prepared::new(Likelihood { points: &points }).mode(Mode::Program);
        let mut gradient = vec![0.0; 3];
        let before = allocator::bytes();
        let value = prepared.value_and_grad_into(&[0.5, 1.0, 2.5][..], &mut gradient);
        assert_eq!(value, likelihood(&points, &[0.5, 1.0, 2.5]));
        allocator::bytes() - before
    };
    // A new thread retains no memory.
    let [few, many] = [10, 1000].map(|n| std::thread::scope(|s| s.spawn(|| bytes(n)).join().unwrap()));
    assert!(few > 0, "otherwise the allocator is not counting");
    assert_eq!(few, many);
}

/// Each number is the mean of those before it, times the first argument.
#[exp(adjoint)]
fn history(n: usize, x: &[f64]) -> f64 {
    let mut h = vec![x[0]];
    for i in 1..n {
        let past = h[..i].to_vec();
        let mut s = x[1];
        for v in &past {
            s += v * x[0];
        }
        h.push(s / i as f64);
    }
    h[n - 1]
}

/// A copy of numbers that stay is a view, of which nothing is saved.
#[test]
fn copies_of_a_history_need_no_memory() {
    let bytes = |n: usize| {
        let mut prepared = Prepared::new(History { n }).mode(Mode::Program);
        let mut gradient = vec![0.0; 2];
        // The function itself copies.
        let expected = history(n, &[0.5, 1.0]);
        let before = allocator::bytes();
        let value = prepared.value_and_grad_into(&[0.5, 1.0][..], &mut gradient);
        assert_eq!(value, expected);
        allocator::bytes() - before
    };
    let [once, twice] = [400, 800].map(|n| std::thread::scope(|s| s.spawn(|| bytes(n)).join().unwrap()));
    // With a saved copy in each iteration it would be four times as much, and in both cases much more.
    assert!(once < 400 * 100 && twice < 3 * once, "{once} {twice}");
}

/// A pullback that is applied several times is copied. The thread does not also retain the memory of the copies.
#[test]
fn retained_memory_of_adjoint_programs_does_not_grow() {
    let jacobian = adjoint::jacobian(Both);
    let run = || _ = jacobian.at(vec![0.1; 5]);
    (0..3).for_each(|_| run());
    let live = allocator::live();
    (0..10).for_each(|_| run());
    assert_eq!(allocator::live(), live);
}

/// Memory is allocated for the first group of points. The others reuse it.
#[test]
fn many_points_need_no_more_memory_than_a_group() {
    #[exp]
    fn product(scale: f64, x: &[f64]) -> f64 {
        x.iter().fold(scale, |y, x| y * x)
    }
    let x: Vec<Vec<f64>> = (0..800).map(|i| vec![f64::from(i) * 0.01; 5]).collect();
    let columns = ad::Columns(vec![vec![0.5; 800], vec![2.0; 800]]);
    let mut y = vec![0.0; 800];
    let mut at =
        |n: usize| requests(|| ad::Many::new(Product).values_into(&(&ad::Same(2.0), &x[..n]), &mut y[..n]));
    assert_eq!(at(800), at(16));
    assert_eq!(y[100], 2.0);
    let by_columns = requests(|| ad::Many::new(Product).values_into(&(&ad::Same(1.0), &columns), &mut y));
    assert!(by_columns <= 4, "{by_columns}");
    assert_eq!(y[799], 1.0);
}

/// Five inputs and two results, whose numbers the types determine.
#[exp(adjoint)]
fn rotated(angle: f64, [x, y]: [f64; 2], scale: [f64; 2]) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [scale[0] * (x * cos - y * sin), scale[1] * (x * sin + y * cos)]
}

/// Four inputs.
#[exp(adjoint)]
fn quotient(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] * b[1] - a[1]) / (b[0] * b[0] + 1.0)
}

#[path = "../../examples/kalman/filter.rs"]
mod filter;

/// A microcontroller may have no allocator.
#[test]
fn an_extended_kalman_filter_allocates_nothing_at_all() {
    let mut estimate = filter::Estimate { state: [1.0, 2.0, 0.5, 3.0, 0.25], covariance: [[1.0; 5]; 5] };
    let step = || {
        let predicted = estimate.predicted(0.1, &[0.01; 5]);
        estimate = predicted.corrected([10.0, 0.0], 9.0, 0.1);
    };
    assert_eq!(requests(step), 0);
    assert!(estimate.state.iter().all(|x| x.is_finite()));
}

/// As an extended Kalman filter does it, at each step of a controller without an allocator.
#[test]
fn derivatives_by_few_inputs_allocate_nothing_at_all() {
    let (x, p) = ((0.5, [1.0, 2.0], [3.0, 4.0]), ([1.0, 2.0], [3.0, 4.0]));
    assert_eq!(requests(|| _ = call::jacobian(&Rotated, &x)), 0);
    assert_eq!(requests(|| _ = call::value_and_grad(&Quotient, &p)), 0);
    assert_eq!(requests(|| _ = call::value_grad_hessian(&Quotient, &p)), 0);
}
