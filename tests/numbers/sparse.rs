//! Sparse derivatives against dense ones: the pattern holds every entry, and each entry has its value.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use ad::prelude::*;
use ad::sparse::{self, Csr, Pattern, colouring::Order};

#[exp]
fn tridiagonal(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    (0..n)
        .map(|i| {
            let left = if i > 0 { x[i - 1] } else { 0.0 };
            let right = if i + 1 < n { x[i + 1] } else { 0.0 };
            left * x[i] + x[i].sin() - 2.0 * right
        })
        .collect()
}

/// One result depends on all inputs, and all results on one input.
#[exp]
fn arrow(x: &[f64]) -> Vec<f64> {
    let all = x.iter().map(|x| x * x).sum();
    std::iter::once(all).chain(x[1..].iter().map(|y| y * x[0])).collect()
}

#[exp]
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

/// Each number is a neighbour of the first, so the Hessian is an arrow head.
#[exp]
fn spokes(x: &[f64]) -> f64 {
    x[1..].iter().map(|y| (x[0] * y).sin() + y.exp()).sum()
}

/// The grid of n × n numbers, each joined to the one to its right and the one below.
#[exp]
fn grid(n: usize, x: &[f64]) -> f64 {
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let here = x[i * n + j];
            if j + 1 < n {
                energy += (here - x[i * n + j + 1]).powi(4);
            }
            if i + 1 < n {
                energy += (here * x[(i + 1) * n + j]).cos();
            }
        }
    }
    energy
}

fn points(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.3 + (i as f64 * 1.7).sin()).collect()
}

/// The entries as a full matrix.
fn full(sparse: &Csr) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; sparse.pattern().columns()]; sparse.pattern().rows()];
    for (i, j, entry) in sparse.triplets() {
        matrix[i][j] = entry;
    }
    matrix
}

fn assert_close(a: &[Vec<f64>], b: &[Vec<f64>]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs() + b.abs()), "{a} and {b}");
    }
}

#[test]
fn a_sparse_jacobian_is_the_dense_one() {
    for n in [1, 2, 3, 7, 40] {
        let x = points(n);
        let mut jacobian = sparse::jacobian(Tridiagonal, &x);
        let (y, matrix) = jacobian.jacobian(&x);
        assert_eq!(y, tridiagonal(&x));
        assert_close(&full(&matrix), &forward::jacobian(Tridiagonal).eval(F64, x.clone()));
        assert!(jacobian.sweeps().0 <= 3 && jacobian.sweeps().1 == 0);

        let mut jacobian = sparse::jacobian(Arrow, &x);
        let (y, matrix) = jacobian.jacobian(&x);
        assert_eq!(y, arrow(&x));
        assert_close(&full(&matrix), &forward::jacobian(Arrow).eval(F64, x));
    }
}

#[test]
fn a_full_row_is_swept_in_reverse() {
    let x = points(40);
    assert_eq!(sparse::jacobian(Arrow, &x).sweeps(), (2, 1));
}

/// Two results depend on all inputs, and each other one on its own: it takes a colour of columns, and two of rows. It counts its
/// evaluations.
#[exp]
fn two_full_rows(evaluations: &std::cell::Cell<u32>, x: &[f64]) -> Vec<f64> {
    evaluations.set(evaluations.get() + 1);
    let products = x.iter().map(|x| x + 2.0).product();
    let squares = x.iter().map(|x| x * x).sum();
    x.iter().map(|x| x * x * x).chain([products, squares]).collect()
}

#[test]
fn reverse_sweeps_share_one_recording() {
    let (evaluations, x) = (std::cell::Cell::new(0), points(40));
    let e = TwoFullRows { evaluations: &evaluations };
    let mut jacobian = sparse::jacobian(&e, &x);
    assert_eq!(jacobian.sweeps(), (1, 2));
    evaluations.set(0);
    let (_, matrix) = jacobian.jacobian(&x);
    assert_eq!(evaluations.get(), 2, "one for the columns, and one for all rows");
    assert_close(&full(&matrix), &forward::jacobian(&e).at(x));
}

#[test]
fn a_sparse_hessian_is_the_dense_one() {
    macro_rules! check {
        ($e:expr, $x:expr) => {
            let x: &Vec<f64> = $x;
            let dense = hessian($e).eval(F64, x.clone());
            let mut direct = sparse::hessian($e, x);
            let (gradient, matrix) = direct.hessian(x);
            assert_close(&[gradient], &[stack::grad($e).eval(F64, x.clone())]);
            assert_close(&full(&matrix), &dense);
            let mut substituted = direct.clone().by_substitution();
            let (_, matrix) = substituted.hessian(x);
            assert_close(&full(&matrix), &dense);
            assert!(substituted.sweeps() <= direct.sweeps());
            let (_, diagonal) = sparse::hessian_diagonal($e, x).diagonal(x);
            let expected = (0..x.len()).map(|i| dense[i][i]).collect();
            assert_close(&[diagonal], &[expected]);
        };
    }
    for n in [2, 3, 4, 30] {
        check!(Rosenbrock, &points(n));
        check!(Spokes, &points(n));
    }
    for n in [1, 2, 5] {
        check!(Grid { n }, &points(n * n));
    }
}

#[test]
fn the_pattern_of_a_hessian_is_no_larger_than_it_must_be() {
    let pattern = sparse::hessian_pattern(&Rosenbrock, &points(5));
    assert_eq!(pattern, Pattern::from_rows(5, (0..5_usize).map(|i| i.saturating_sub(1)..(i + 2).min(5))));
    let spokes = sparse::hessian_pattern(&Spokes, &points(4));
    let pairs = (0..4).flat_map(|i| [(0, i), (i, 0), (i, i)]).filter(|&p| p != (0, 0));
    assert_eq!(spokes, Pattern::from_pairs(4, 4, pairs.chain([(0, 0)])));
}

#[exp]
fn kinks(x: &[f64]) -> Vec<f64> {
    vec![
        x[0].max(x[1]),
        x[1].min(x[2]),
        x[0].abs(),
        x[1].floor(),
        x[2].clamp(x[0], x[1]),
        x[0] * 0.0,
        x[1].signum(),
    ]
}

/// Where values decide which operand is chosen, the pattern has both. A piecewise constant result depends on no input.
#[test]
fn a_pattern_does_not_depend_on_the_values() {
    for x in [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [3.0, 3.5, -1.0], [f64::NEG_INFINITY, 1.0, f64::NAN]] {
        let pattern = sparse::pattern(&Kinks, &x.to_vec());
        let rows: Vec<&[u32]> = (0..pattern.rows()).map(|i| pattern.row(i)).collect();
        assert_eq!(rows, [&[0, 1][..], &[1, 2], &[0], &[], &[0, 1, 2], &[0], &[]]);
        assert_eq!(sparse::pattern_everywhere(&Kinks, &x.to_vec()), pattern);
    }
}

#[exp]
fn branches(x: &[f64]) -> Vec<f64> {
    if x[0] > 0.0 { vec![x[1], 1.0] } else { vec![x[0], x[2] * x[2]] }
}

#[test]
fn a_pattern_is_that_of_the_branch_taken_and_can_be_united() {
    let (up, down) = (vec![1.0, 2.0, 3.0], vec![-1.0, 2.0, 3.0]);
    let both = sparse::pattern(&Branches, &up).union(&sparse::pattern(&Branches, &down));
    assert_eq!(both, Pattern::from_rows(3, [vec![0, 1], vec![2]]));
    let mut jacobian = sparse::Jacobian::with_pattern(Branches, both);
    for x in [up, down] {
        let (_, matrix) = jacobian.jacobian(&x);
        assert_eq!(full(&matrix), forward::jacobian(Branches).eval(F64, x));
    }
}

/// Each result takes one of two ways, by the sign of a number. It counts its evaluations.
#[exp]
fn gates(evaluations: &std::cell::Cell<u32>, x: &[f64]) -> Vec<f64> {
    evaluations.set(evaluations.get() + 1);
    let n = x.len();
    (0..n).map(|i| if x[i] > 0.0 { x[i] * x[(i + 1) % n] } else { 2.0 * x[i] }).collect()
}

/// All ways through it, in an order in which each adds to the last: every entry is that of the dense matrix.
#[test]
fn a_jacobian_at_another_branch_is_the_dense_one() {
    let evaluations = std::cell::Cell::new(0);
    let e = Gates { evaluations: &evaluations };
    for n in [2, 3, 5] {
        let mut jacobian = sparse::jacobian(&e, &vec![-1.0; n]);
        assert_eq!(jacobian.sweeps(), (1, 0));
        let mut records = 0;
        for way in 0..1_usize << n {
            let x: Vec<f64> = (0..n).map(|i| if way >> i & 1 == 1 { 2.0 + i as f64 } else { -1.5 }).collect();
            let (y, matrix) = jacobian.jacobian(&x);
            assert_eq!(full(&matrix), forward::jacobian(&e).at(x.clone()));
            assert_eq!(y, gates(&evaluations, &x));
            // On a way that is known nothing is found once more: there is an evaluation for the record, and one for the sweep.
            evaluations.set(0);
            jacobian.jacobian(&x);
            records += u32::from(evaluations.get() > 2);
        }
        assert!(records <= 8, "there are no further records");
        assert_eq!(jacobian.pattern().nonzeros(), 2 * n);
    }
}

/// More ways than are remembered: those that are forgotten are found once more.
#[test]
fn a_way_that_was_forgotten_is_found_again() {
    let evaluations = std::cell::Cell::new(0);
    let mut jacobian = sparse::jacobian(Gates { evaluations: &evaluations }, &[-1.0; 7]);
    for way in (0..128_usize).chain([0, 127, 1]) {
        let x: Vec<f64> = (0..7).map(|i| if way >> i & 1 == 1 { 2.0 } else { -1.0 }).collect();
        let (_, matrix) = jacobian.jacobian(&x);
        let dense = forward::jacobian(Gates { evaluations: &evaluations }).at(x);
        assert_eq!(full(&matrix), dense);
    }
}

#[test]
#[should_panic = "cannot write the entries of a 3 x 3 pattern with 4 entries into room for 3"]
fn a_pattern_that_outgrows_its_room_is_said_so() {
    let evaluations = std::cell::Cell::new(0);
    let mut jacobian = sparse::jacobian(Gates { evaluations: &evaluations }, &[-1.0; 3]);
    jacobian.jacobian_into(&[-1.0, 2.0, -1.0], &mut [0.0; 3]);
}

/// An observation of the numbers, and the results that then depend on another input.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a small natural number")]
#[exp]
fn questions(x: &[f64]) -> Vec<f64> {
    let next = |i: usize, yes: bool| if yes { x[i] * x[(i + 1) % x.len()] } else { x[i] };
    let largest = x.iter().fold(x[0], |a, b| if *b >= a { *b } else { a });
    vec![
        next(0, x[0].floor() > 1.0),
        next(1, x[1].is_nan()),
        next(2, x[2].is_sign_negative()),
        next(3, x[3].is_finite()),
        next(4, x[4].max(1.0) == 1.0),
        next(5, x[5].partial_cmp(&x[0]).is_some()),
        next(6, x[6] != 0.0),
        x[1] * x[ad::special::detached(x[7]) as usize],
        largest * largest,
        forward::diff(Relu).at(x[0]) * x[1] + stack::diff(Relu).at(x[2]) * x[3],
    ]
}

/// |x|² on one side.
#[exp]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x * x } else { 3.0 }
}

/// All observations of a program are recorded: comparisons, categories, signs, detached floats, and comparisons at another level.
#[test]
fn every_question_belongs_to_the_way() {
    let x = vec![0.5, 2.0, 3.0, 4.0, 0.5, 6.0, 0.0, 3.0];
    let mut jacobian = sparse::jacobian(Questions, &x);
    let changes = [
        (0, 2.5),
        (1, f64::NAN),
        (2, -3.0),
        (3, f64::INFINITY),
        (4, 5.0),
        (6, 1.0),
        (7, 6.0),
        (5, 1e3),
        (1, 9.0),
    ];
    let mut all = x.clone();
    for (i, change) in changes {
        for base in [&x, &all] {
            let mut x = base.clone();
            x[i] = change;
            let mut prepared = sparse::jacobian(Questions, base);
            for jacobian in [&mut jacobian, &mut prepared] {
                let (_, matrix) = jacobian.jacobian(&x);
                let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
                let (found, dense) = (full(&matrix), forward::jacobian(Questions).at(x.clone()));
                assert!(
                    found.iter().flatten().zip(dense.iter().flatten()).all(same),
                    "{i}: {found:?} and {dense:?}"
                );
            }
        }
        all[i] = change;
    }
}

/// Each of the four orders of two numbers has a way of its own.
#[exp]
fn ordered(x: &[f64]) -> Vec<f64> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let chosen = match x[0].partial_cmp(&x[1]) {
        None => x[2],
        Some(Less) => x[3],
        Some(Equal) => x[4],
        Some(Greater) => x[5],
    };
    vec![chosen * chosen]
}

#[test]
fn each_order_of_two_numbers_is_a_way() {
    let at = |first: f64| [first, 1.0, 2.0, 3.0, 4.0, 5.0];
    let mut jacobian = sparse::jacobian(Ordered, &at(0.0));
    for first in [2.0, 1.0, f64::NAN, 0.0] {
        let (_, matrix) = jacobian.jacobian(&at(first));
        let dense = forward::jacobian(Ordered).at(at(first).to_vec());
        assert_eq!(full(&matrix), dense);
    }
    assert_eq!(jacobian.pattern().nonzeros(), 4);
}

/// Neighbours attract each other at short distance only.
#[exp]
fn cut_off(x: &[f64]) -> f64 {
    let pairs = (0..x.len()).flat_map(|i| (0..i).map(move |j| (x[i] - x[j]) * (x[i] - x[j])));
    x.iter().map(|x| x.sin()).sum::<f64>()
        + pairs.map(|r| if r < 1.0 { (1.0 - r) * (1.0 - r) } else { 0.0 }).sum::<f64>()
}

#[test]
fn a_hessian_at_another_branch_is_the_dense_one() {
    let far: Vec<f64> = (0..6).map(|i| 2.0 * f64::from(i)).collect();
    let (mut direct, mut diagonal) = (sparse::hessian(CutOff, &far), sparse::hessian_diagonal(CutOff, &far));
    let mut substituted = direct.clone().by_substitution();
    assert_eq!((direct.sweeps(), diagonal.sweeps(), direct.pattern().nonzeros()), (1, 1, 6));
    substituted.hessian(&(0..6).map(|i| 0.7 * f64::from(i)).collect::<Vec<f64>>());
    assert_eq!(substituted.sweeps(), 2, "by substitution as before");
    for closer in [0.3, 0.1, 0.0, 0.7] {
        let x: Vec<f64> = (0..6).map(|i| f64::from(i) * (0.4 + closer) + 0.01 * f64::from(i * i)).collect();
        let dense = call::hessian(&CutOff, &x);
        for hessian in [&mut direct, &mut substituted] {
            let (gradient, matrix) = hessian.hessian(&x);
            assert_close(&full(&matrix), &dense);
            assert_close(&[gradient], &[call::grad(&CutOff, &x)]);
        }
        assert_close(&[diagonal.diagonal(&x).1], &[(0..6).map(|i| dense[i][i]).collect()]);
    }
}

/// A way is that of one evaluation: another one inside of it, at plain floats, has its own.
#[test]
fn a_sparse_jacobian_inside_of_another_disturbs_it_not() {
    struct Outer;
    impl ad::Signature for Outer {
        type In = Vec<f64>;
        type Out = Vec<f64>;
    }
    impl<D: ad::RealDict + ad::OrderedDict> Exp<D> for Outer {
        fn apply(&self, _: D, x: &Vec<ad::Num<D>>) -> Vec<ad::Num<D>> {
            let evaluations = std::cell::Cell::new(0);
            let first = if x[0] > 0.0 { x[0] * x[1] } else { x[0] };
            sparse::jacobian(Gates { evaluations: &evaluations }, &[-1.0; 3]).jacobian(&[1.0; 3]);
            vec![first, x[1] * x[1]]
        }
    }
    let mut jacobian = sparse::jacobian(Outer, &[-1.0, 2.0]);
    let (_, matrix) = jacobian.jacobian(&[3.0, 2.0]);
    assert_eq!(full(&matrix), [[2.0, 3.0], [0.0, 4.0]]);
}

/// A tangent that is 0 because it is another column's must not become NaN by that column's infinity.
#[exp]
fn poles(x: &[f64]) -> Vec<f64> {
    vec![x[0] + x[1].sqrt(), x[1].sqrt() * x[2]]
}

#[test]
fn an_infinite_entry_does_not_spoil_its_neighbours() {
    let x = vec![1.0, 0.0, 2.0];
    let mut jacobian = sparse::jacobian(Poles, &x);
    let (_, matrix) = jacobian.jacobian(&x);
    assert_eq!(full(&matrix), [[1.0, f64::INFINITY, 0.0], [0.0, f64::INFINITY, 0.0]]);
}

#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Body {
    mass: f64,
    at: [f64; 2],
}

#[exp]
fn momenta(bodies: &[Body<f64>], speed: f64) -> Vec<(f64, f64)> {
    bodies.iter().map(|body| (body.mass * speed, body.at[0] * body.at[1])).collect()
}

#[test]
fn containers_are_numbered_in_the_order_of_their_fields() {
    let bodies = vec![Body { mass: 2.0, at: [3.0, 5.0] }, Body { mass: 7.0, at: [11.0, 13.0] }];
    let x = (bodies, 17.0);
    let mut jacobian = sparse::jacobian(Momenta, &x);
    let (y, matrix) = jacobian.jacobian(&x);
    assert_eq!(y, [(34.0, 15.0), (119.0, 143.0)]);
    let expected = Pattern::from_rows(7, [vec![0, 6], vec![1, 2], vec![3, 6], vec![4, 5]]);
    assert_eq!(*jacobian.pattern(), expected);
    assert_eq!(matrix.entries(), [17.0, 2.0, 5.0, 3.0, 17.0, 7.0, 13.0, 11.0]);
}

#[test]
fn nothing_in_and_nothing_out() {
    #[exp]
    fn nothing(x: &[f64]) -> Vec<f64> {
        x.to_vec()
    }
    let mut jacobian = sparse::jacobian(Nothing, &vec![]);
    let (y, matrix) = jacobian.jacobian(&vec![]);
    assert_eq!((y, matrix.entries()), (vec![], &[][..]));
    assert_eq!(jacobian.sweeps(), (0, 0));
}

#[test]
#[should_panic = "3 inputs, and 2 x 2 pattern"]
fn an_argument_of_another_length_is_refused() {
    sparse::jacobian(Tridiagonal, &points(2)).jacobian(&points(3));
}

#[test]
#[should_panic = "room for 2 entries, and 2 x 2 pattern with 4 entries"]
fn too_little_room_is_refused() {
    sparse::jacobian(Tridiagonal, &points(2)).jacobian_into(&points(2), &mut [0.0; 2]);
}

#[test]
fn the_grid_takes_as_many_sweeps_as_the_literature_says() {
    let n = 30;
    let x = points(n * n);
    let pattern = sparse::hessian_pattern(&Grid { n }, &x);
    let stars = Order::ALL.map(|order| sparse::colouring::star(&pattern, order).colouring().count());
    assert_eq!(stars.into_iter().min(), Some(5));
    assert!(sparse::hessian(Grid { n }, &x).by_substitution().sweeps() <= 4);
}

#[exp]
fn bond(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    ((x * x + y * y).sqrt() - 1.0).powi(2)
}

#[exp]
fn anchor(a: [f64; 2], strength: f64) -> f64 {
    strength * (a[0] * a[1]).exp()
}

/// A chain of points in the plane with fixed ends, closed by a bond between the ends.
#[exp]
fn chain(points: &[[f64; 2]], strength: f64) -> f64 {
    let n = points.len();
    let bonds: f64 = (0..n).map(|i| bond(points[i], points[(i + 1) % n])).sum();
    bonds + anchor(points[0], strength) + anchor(points[n - 1], strength)
}

/// The terms of a sum, with places that several of them share, in columns that do not ascend.
#[test]
fn a_separable_sum_has_the_hessian_of_the_whole() {
    type Parameters = (Vec<[f64; 2]>, f64);
    for n in [7, 3, 2, 1] {
        let x: Parameters = ((0..n).map(|i| [i as f64 * 1.3, (i as f64).cos()]).collect(), 0.7);
        let (points, strength) = sparse::numbered::<Parameters>(&x);
        let mut sum = sparse::Assembly::new::<Parameters>(&x);
        sum.add(&Anchor, &(points[0], strength));
        sum.restart::<Parameters>(&x);
        let add = |sum: &mut sparse::Assembly| {
            // A bond between a point and itself has a kink.
            let bonds = (0..n).filter(|_| n > 1).map(|i| (points[i], points[(i + 1) % n]));
            let mut total = 0.0 + sum.add_each(&Bond, bonds);
            total += sum.add(&Anchor, &(points[0], strength));
            total += sum.add(&Anchor, &(points[n - 1], strength));
            assert_eq!(sum.value(), total);
            total
        };
        add(&mut sum);
        let first = (sum.gradient().to_vec(), sum.hessian().clone());
        // The same terms, whose places are known.
        sum.restart::<Parameters>(&x);
        let total = add(&mut sum);
        assert_eq!(sum.gradient(), first.0);
        assert_eq!(*sum.hessian(), first.1);
        if n == 1 {
            assert_eq!(sum.hessian().pattern().nonzeros(), 9);
            continue;
        }
        let (value, gradient, hessian) = call::value_grad_hessian(&Chain, &x);
        assert!((total - value).abs() <= 1e-14 * value.abs());
        let flat = |x: &Parameters| -> Vec<f64> { x.0.iter().flatten().copied().chain([x.1]).collect() };
        for (a, b) in sum.gradient().iter().zip(flat(&gradient)) {
            assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a} and {b}");
        }
        let dense: Vec<Vec<f64>> = hessian.0.iter().flatten().chain([&hessian.1]).map(flat).collect();
        let found = sum.hessian();
        assert_close(&full(found), &dense);
        assert!(found.pattern().is_symmetric());
        // The ring, and the row and the column of the strength.
        if n == 7 {
            assert_eq!(found.pattern().nonzeros(), 7 * 3 * 4 + 2 * 4 + 1);
        }
    }
}

#[test]
#[should_panic = "there is no column 5: there are 2 parameters"]
fn a_term_at_a_column_that_is_not_there_is_refused() {
    sparse::Assembly::new::<[f64; 2]>(&[1.0, 2.0]).add(&Bond, &([0, 1], [1, 5]));
}
