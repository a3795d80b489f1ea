//! Programs of second order: which functions have one, and that they are right. `testing::check` compares them with forward over forward
//! mode in residues.

use ad::__private::adjoint::Assemble;
use ad::prelude::*;
use ad::{
    Differentiable, Exp, F64, Mode, Num, Of, Prepared, Shape, Signature, TwiceDifferentiable, call, sparse,
    special, testing, value_grad_hessian,
};

/// The kind of program.
#[derive(Debug, PartialEq)]
enum Kind {
    None,
    Few,
    Sum,
}

struct Ignored;

impl Assemble<Num<F64>> for Ignored {
    const DENSE: bool = true;
    fn add<const K: usize, const T: usize>(&mut self, _: [usize; K], _: [Num<F64>; K], _: [Num<F64>; T]) {}
    fn scale(&mut self, _: Num<F64>) {}
}

fn kind<E: Exp<F64> + Signature<Out = f64>>(e: &E, x: &Of<E::In, f64>) -> Kind {
    let x = E::In::map(x, &mut |v| Num::new(F64, *v));
    match (e.quadratic(&x), e.assemble(&x, &mut Ignored)) {
        (Some(_), _) => Kind::Few,
        (None, Some(_)) => Kind::Sum,
        (None, None) => Kind::None,
    }
}

macro_rules! checked {
    ($($e:expr, $x:expr => $kind:ident;)*) => {$(
        let x = $x;
        assert_eq!(kind(&$e, &x), Kind::$kind, "{}", stringify!($e));
        testing::check(&$e, &x).unwrap();
    )*};
}

#[exp(adjoint)]
fn term(x: f64, y: f64) -> f64 {
    let a = y - x * x;
    let b = 1.0 - x;
    100.0 * (a * a) + b * b
}

#[exp(adjoint)]
fn price(#[fixed] strike: f64, spot: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let w = volatility * time.sqrt();
    let d = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / w;
    spot * special::normal_cdf(d) - strike * (-rate * time).exp() * special::normal_cdf(d - w)
}

/// It has a loop, and is one step of its caller.
#[exp(adjoint)]
fn product(x: f64, k: u32, y: f64) -> f64 {
    let mut s = 1.0;
    for i in 0..k {
        s *= x.cos() + y * f64::from(i);
    }
    s
}

#[exp(adjoint)]
fn branches(x: [f64; 2], (y, _z): (f64, f64)) -> f64 {
    let mut s = x[0] / x[1];
    if y > 1.0 {
        s *= y.powi(3);
    } else {
        s -= y.sin().atan2(x[1]);
    }
    if s < -1.0 {
        return s.abs().sqrt();
    }
    let (a, b) = (s + y, s * 2.0);
    let q = [a.max(b), x[0].hypot(x[1])];
    q[0] / (q[1] + 1.0).ln() - x[0].powf(y) + product(a, 3, b)
}

/// The names of values are those of the macro's own, with other numbers.
#[exp(adjoint)]
fn names(s: f64, p: f64) -> f64 {
    let n = s * p;
    let q = n / s;
    let sum = q * q + n;
    let first = sum * sum;
    let second = first.sin() * p;
    second * first
}

#[exp(adjoint)]
fn constant_in_a_branch(x: f64) -> f64 {
    if x > 0.0 { 3.0 } else { x * x }
}

#[exp(adjoint)]
fn seven(x: [f64; 7]) -> f64 {
    x[0] * x[1] * x[2] * x[3] * x[4] * x[5] * x[6]
}

#[test]
fn functions_of_few_inputs_have_one() {
    checked! {
        Term, (1.5, -0.3) => Few;
        Price { strike: 100.0 }, (110.0, 0.03, 0.2, 1.5) => Few;
        Branches, ([1.5, 0.7], (2.0, 1.0)) => Few;
        Branches, ([1.5, 0.7], (0.4, 1.0)) => Few;
        Branches, ([-5.5, 0.7], (0.4, 1.0)) => Few;
        Names, (1.5, -0.3) => Few;
        ConstantInABranch, 2.0 => Few;
        ConstantInABranch, -2.0 => Few;
        Seven, [0.5, 1.5, -0.25, 2.0, 3.0, -1.0, 0.75] => None;
        Product { k: 3 }, (0.5, 0.3) => None;
    }
}

#[exp(adjoint)]
fn chain(x: &[f64]) -> f64 {
    x.windows(2).map(|w| term(w[0], w[1])).sum()
}

#[exp(adjoint)]
fn by_index(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        s += 100.0 * (x[i + 1] - x[i] * x[i]).powi(2) + (1.0 - x[i]).powi(2);
    }
    s
}

#[exp(adjoint)]
fn weighted(x: &[f64], #[fixed] weights: &[f64], p: f64) -> f64 {
    let mut s = p * p;
    for (v, w) in x.iter().zip(weights) {
        if *v > 0.0 {
            s += w * v.sin() * p;
        } else {
            s -= v * v * v;
        }
    }
    s + x[0] * x[0]
}

#[exp(adjoint)]
fn repelled(x: &[[f64; 2]], k: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            let (a, b) = (x[i][0] - x[j][0], x[i][1] - x[j][1]);
            e += k / (a * a + b * b).sqrt();
        }
    }
    e
}

/// A term may read one number at two places.
#[exp(adjoint)]
fn twice(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * x[(i * 2) % x.len()] * x[i];
    }
    s
}

/// The index changes between two reads that are written in the same way.
#[exp(adjoint)]
fn moving(x: &[f64]) -> f64 {
    let (mut s, mut k) = (0.0, 0);
    for _ in 0..x.len() - 1 {
        let a = x[k];
        k += 1;
        s += a * a * x[k];
    }
    s
}

#[exp(adjoint)]
fn discounted(x: &[f64]) -> f64 {
    let (mut s, mut g) = (0.0, 1.0);
    for v in x {
        g *= 0.5;
        s += g * v * v;
    }
    s
}

#[exp(adjoint)]
fn mean(x: &[f64], p: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += (v - p) * (v - p);
    }
    p * p * p - 0.5 * s / x.len() as f64
}

#[exp(adjoint)]
fn two_loops(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        if i % 3 == 1 {
            continue;
        }
        s += x[i] * x[0];
    }
    for w in x.windows(3) {
        s += w[0] * w[1] * w[2];
    }
    s
}

#[test]
fn sums_of_terms_have_one() {
    let x = vec![0.3, -0.7, 1.2, 0.9, -1.1, 2.0];
    let weights = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let points = vec![[0.1, 0.2], [1.0, 0.5], [-0.6, 0.7]];
    checked! {
        Chain, x.clone() => Sum;
        ByIndex, x.clone() => Sum;
        Weighted { weights: &weights }, (x.clone(), 0.4) => Sum;
        Repelled, (points.clone(), 0.4) => Sum;
        Twice, x.clone() => Sum;
        Moving, x.clone() => Sum;
        Discounted, x.clone() => Sum;
        Mean, (x.clone(), 0.3) => Sum;
        TwoLoops { n: 5 }, x.clone() => Sum;
    }
}

#[exp(adjoint)]
fn root_of_sum(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * v;
    }
    s.sqrt()
}

/// Sums of which one is a factor of the other, and of a number, and one that is not used on each path.
#[exp(adjoint)]
fn sums_together(x: &[f64], p: f64) -> f64 {
    let mut s = p;
    for w in x.windows(2) {
        s += w[0] * w[1] * p;
    }
    let mut unused = 0.0;
    for v in x {
        unused += v.sin();
    }
    let mut t = 1.0;
    for v in x {
        t += v * v;
    }
    if p > 1.0 {
        return unused * x[0];
    }
    p * s / t + x[1] * x[1] * s
}

/// Sums at two levels of loops, with different multiples.
#[exp(adjoint)]
fn kinetic_and_potential(x: &[[f64; 2]], k: f64) -> f64 {
    let (mut kinetic, mut potential) = (0.0, 0.0);
    for v in x {
        kinetic += v[0] * v[0] + v[1] * v[1];
    }
    for i in 0..x.len() {
        for j in 0..i {
            potential += (x[i][0] - x[j][0]).powi(2) * (x[i][1] - x[j][1]);
        }
    }
    0.5 * kinetic + k * potential
}

/// The result may depend on sums in any way, if each loop adds to one.
#[test]
fn functions_of_sums_have_one() {
    let x = vec![0.3, -0.7, 1.2, 0.9, -1.1, 2.0];
    let points = vec![[0.1, 0.2], [1.0, 0.5], [-0.6, 0.7]];
    checked! {
        RootOfSum, x.clone() => Sum;
        SumsTogether, (x.clone(), 0.4) => Sum;
        SumsTogether, (x.clone(), 1.4) => Sum;
        KineticAndPotential, (points.clone(), 0.4) => Sum;
    }
}

#[exp(adjoint)]
fn dot(#[fixed] a: &[f64], x: &[f64]) -> f64 {
    a.iter().zip(x).map(|(a, x)| a * x).sum()
}

/// It is linear on each side of the condition, and divides by a constant.
#[exp(adjoint)]
fn affine(x: &[f64], #[fixed] a: &[f64], offset: f64) -> f64 {
    let mut s = 2.0 - offset / a[0];
    if a[0] > 1.5 {
        s -= 3.0 * x[0];
    }
    for i in 1..x.len() {
        s += a[i] * (x[i] - x[i - 1]);
    }
    s
}

#[exp(adjoint)]
fn spread(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[exp(adjoint)]
fn log_sum_exp(#[fixed] rows: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in rows {
        s += dot(a, x).exp();
    }
    s.ln()
}

#[exp(adjoint)]
fn logistic(p: f64, #[fixed] rows: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, a) in rows.iter().enumerate() {
        s += (1.0 + (dot(a, x) * p + x[i]).exp()).ln();
    }
    s
}

/// Parts of lists, the same list twice, and numbers from outside.
#[exp(adjoint)]
fn several_rows(#[fixed] a: &[f64], x: &[f64], y: &[f64], p: f64) -> f64 {
    let outside = affine(y, a, p * p);
    let mut s = 0.0;
    for w in x.windows(3) {
        let (t, u) = (dot(a, w), affine(w, a, w[1] * p));
        s += t * u * p + t * t;
    }
    for (i, v) in y.iter().enumerate() {
        if i % 2 == 0 {
            continue;
        }
        s += dot(a, y) * dot(a, y).sin() * v / (2.0 + dot(a, &x[1..3]));
    }
    s * p + outside * outside * x[0]
}

#[exp(adjoint)]
fn of_no_linear_call(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in y {
        s += spread(x) * v;
    }
    s
}

/// A linear call of a list is one number with a row of derivatives.
#[test]
fn functions_of_linear_calls_have_one() {
    let x = vec![0.3, -0.7, 1.2, 0.9];
    let y = vec![1.1, 0.2, -0.4];
    let rows: Vec<Vec<f64>> =
        (0..3).map(|i| (0..4).map(|j| f64::from((i * 5 + j * 3) % 7) / 3.0).collect()).collect();
    for a in [[1.0, 2.0, -0.5], [2.0, -1.0, 0.25]] {
        checked! { SeveralRows { a: &a }, (x.clone(), y.clone(), 0.6) => Sum; }
    }
    checked! {
        LogSumExp { rows: &rows }, x.clone() => Sum;
        LogSumExp { rows: &rows }, vec![] => Sum;
        Logistic { rows: &rows }, (0.6, x.clone()) => Sum;
        Logistic { rows: &[] }, (0.6, vec![]) => Sum;
        Logistic { rows: &rows }.given(0.6), x.clone() => None;
        OfNoLinearCall, (x.clone(), y.clone()) => None;
    }
}

#[exp(adjoint)]
fn misfit(#[fixed] point: [f64; 2], slope: f64, offset: f64) -> f64 {
    (point[1] - (slope * point[0]).exp() - offset).powi(2)
}

/// Parts of the argument that are constant, and sums over data.
#[test]
fn expressions_of_such_functions_have_one() {
    let x = vec![0.3, -0.7, 1.2, 0.9, -1.1, 2.0];
    let points = [[0.5, 1.5], [1.0, 2.5], [-0.25, 0.75]];
    let sum = terms(&points, |point| Misfit { point: *point });
    checked! {
        Term.given(1.5), -0.3 => Few;
        Branches.given([1.5, 0.7]), (2.0, 1.0) => Few;
        Repelled.given(vec![[0.1, 0.2], [1.0, 0.5]]), 0.4 => Sum;
        Mean.given(x.clone()), 0.3 => Sum;
        sum, (0.4, -0.3) => Few;
    }
    let held = Chain.given_entries([false, true, false, false, true, false], &x);
    let rest = vec![0.3, 1.2, 0.9, 2.0];
    let (_, gradient, hessian) = call::value_grad_hessian(&held, &rest);
    let (_, all, rows) = call::value_grad_hessian(&Chain, &x);
    let kept = [0, 2, 3, 5];
    assert_eq!(gradient, kept.map(|i| all[i]));
    assert_eq!(hessian, kept.map(|i| kept.map(|j| rows[i][j])));
}

#[exp(adjoint)]
fn last_wins(x: &[f64]) -> f64 {
    let (mut t, mut s) = (0.0, 0.0);
    for v in x {
        t = v * v;
        s += *v;
    }
    s + t
}

#[exp(adjoint)]
fn unused_sum(x: &[f64]) -> f64 {
    let (mut s, mut t) = (0.0, 0.0);
    for v in x {
        s += v * v;
        t += v * v * v;
    }
    if x.len() > 100 { s + t } else { s }
}

#[exp(adjoint)]
fn exchanged(x: &[f64]) -> f64 {
    let (mut s, mut t) = (1.0, 2.0);
    for v in x {
        (s, t) = (t, s);
        s += v * v;
    }
    s
}

#[exp(adjoint)]
fn different_multiples(x: &[f64]) -> f64 {
    let (mut s, mut t) = (0.0, 0.0);
    for v in x {
        s += v * v;
        t += v * v * v;
    }
    2.0 * s + t
}

#[exp(adjoint)]
fn carried(x: &[f64]) -> f64 {
    let mut y = 1.0;
    for v in x {
        y = y * v + v.sin();
    }
    y
}

#[exp(adjoint)]
fn sum_of_sums(x: &[f64]) -> f64 {
    let (mut s, mut t) = (0.0, 0.0);
    for v in x {
        s += v * v;
    }
    for v in x {
        t += s;
        t += v * v;
    }
    t
}

#[exp(adjoint)]
fn sum_in_an_array(x: &[f64]) -> f64 {
    let mut a = [0.0, 0.0];
    for v in x {
        a[0] += v * v;
    }
    a[0] + x[0] * x[1]
}

#[exp(adjoint)]
fn sum_in_a_tuple(x: &[f64]) -> f64 {
    let mut a = (0.0, 1.0);
    for v in x {
        a.1 += v * v * v;
    }
    a.1
}

#[exp(adjoint)]
fn sum_behind_a_reference(x: &[f64]) -> f64 {
    let mut a = [0.0, 0.0];
    for v in x {
        let r = &mut a[0];
        *r += v * v;
    }
    a[0]
}

#[exp(adjoint)]
fn last_in_an_array(x: &[f64]) -> f64 {
    let (mut a, mut s) = ([1.0, 0.0], 0.0);
    for v in x {
        a[1] = v * v;
        s += a[0] * v * v;
    }
    s + a[1]
}

#[exp(adjoint)]
fn changed_argument(mut x: [f64; 9]) -> f64 {
    x[0] = x[1] * x[1];
    let mut s = 0.0;
    for v in x.iter() {
        s += v * v;
    }
    s
}

#[exp(adjoint)]
fn of_a_copy(x: &[f64]) -> f64 {
    let y = x.to_vec();
    let mut s = 0.0;
    for v in y.iter() {
        s += v * v * x[0];
    }
    s
}

#[test]
fn other_loops_have_none() {
    let x = vec![0.3, -0.7, 1.2, 0.9];
    checked! {
        LastWins, x.clone() => None;
        Exchanged, x.clone() => None;
        DifferentMultiples, x.clone() => None;
        Carried, x.clone() => None;
        SumOfSums, x.clone() => None;
        OfACopy, x.clone() => None;
        SumInAnArray, x.clone() => None;
        SumInATuple, x.clone() => None;
        SumBehindAReference, x.clone() => None;
        LastInAnArray, x.clone() => None;
        ChangedArgument, [0.3, -0.7, 1.2, 0.9, 0.1, 0.2, 0.3, 0.4, 0.5] => None;
    }
    testing::check(&UnusedSum, &x).unwrap();
}

/// All doors give the derivatives of the tape.
fn doors<E: TwiceDifferentiable<In = Vec<f64>> + Differentiable + Copy>(e: E, x: &[f64]) {
    let n = x.len();
    let (mut gradient, mut rows) = (vec![0.0; n], vec![0.0; n * n]);
    let value = Prepared::new(e).mode(Mode::Tape).value_grad_hessian_into(x, &mut gradient, &mut rows);
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    let (mut again, mut rows_again) = (vec![7.0; n], vec![7.0; n * n]);
    let mut prepared = Prepared::new(e);
    for _ in 0..2 {
        assert_eq!(prepared.value_grad_hessian_into(x, &mut again, &mut rows_again), value);
        assert!(again.iter().zip(&gradient).all(|(a, b)| close(*a, *b)));
        assert!(rows_again.iter().zip(&rows).all(|(a, b)| close(*a, *b)));
    }
    let (found, by_call, hessian) = call::value_grad_hessian(&e, x);
    assert_eq!((found, by_call), (value, again.clone()));
    assert!(hessian.iter().flatten().zip(&rows).all(|(a, b)| close(*a, *b)));
    let (found, by_sparse, matrix) = sparse::value_grad_hessian(&e, x);
    assert_eq!(found, value);
    assert!(by_sparse.iter().zip(&again).all(|(a, b)| close(*a, *b)));
    let mut dense = vec![0.0; n * n];
    matrix.triplets().for_each(|(i, j, entry)| dense[i * n + j] += entry);
    assert!(dense.iter().zip(&rows).all(|(a, b)| close(*a, *b)));
    assert!((0..n).all(|i| (0..n).all(|j| dense[i * n + j].to_bits() == dense[j * n + i].to_bits())));
}

#[test]
fn all_doors_agree() {
    let x = [0.3, -0.7, 1.2, 0.9, -1.1, 2.0];
    doors(Chain, &x);
    doors(ByIndex, &x);
    doors(Twice, &x);
    doors(Moving, &x);
    doors(TwoLoops { n: 5 }, &x);
    let rows: Vec<Vec<f64>> =
        (0..11).map(|i| (0..6).map(|j| f64::from((i * 5 + j * 3) % 7) / 3.0).collect()).collect();
    doors(RootOfSum, &x);
    doors(LogSumExp { rows: &rows }, &x);
    for count in 0..6 {
        doors(LogSumExp { rows: &rows[..=count] }, &x);
    }
}

#[exp(adjoint)]
fn of_an_array(x: [f64; 6]) -> f64 {
    let mut s = 0.0;
    for i in 0..5 {
        s += (x[i + 1] - x[i] * x[i]).powi(2) + x[i].sqrt();
    }
    s.ln()
}

#[exp(adjoint)]
fn of_points(p: f64, x: &[[f64; 2]; 3]) -> f64 {
    let mut s = p;
    for v in x {
        s += (v[0] * v[1] * p).exp();
    }
    s
}

/// A sum by few inputs has the derivatives of dual numbers by all doors, also where they are not finite.
#[test]
fn sums_of_few_inputs_have_one() {
    let at = (0.4, [[0.3, 0.7], [1.2, -0.9], [1.1, 2.0]]);
    for x in [
        [0.3, 0.7, 1.2, 0.9, 1.1, 2.0],
        [0.3, 0.7, 0.0, 0.9, 1.1, 2.0],
        [0.0; 6],
        [1.0, 1.0, f64::NAN, 1.0, 1.0, 1.0],
    ] {
        if x[2] > 0.0 {
            checked! { OfAnArray, x => Sum; OfPoints, at => Sum; }
        }
        let expected = value_grad_hessian(OfAnArray).at(x);
        let by_call = call::value_grad_hessian(&OfAnArray, &x);
        let (mut gradient, mut rows) = ([7.0; 6], [7.0; 36]);
        let value = Prepared::new(OfAnArray).value_grad_hessian_into(&x, &mut gradient, &mut rows);
        let close =
            |a: f64, b: f64| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-12 * (1.0 + b.abs());
        let numbers = |(value, gradient, rows): (f64, [f64; 6], [[f64; 6]; 6])| {
            [value].into_iter().chain(gradient).chain(rows.as_flattened().to_vec()).collect::<Vec<_>>()
        };
        let (expected, by_call) = (numbers(expected), numbers(by_call));
        let prepared = [value].into_iter().chain(gradient).chain(rows);
        assert!(by_call.iter().zip(&expected).all(|(a, b)| close(*a, *b)), "{x:?}: {by_call:?} {expected:?}");
        assert!(prepared.zip(&by_call).all(|(a, b)| a == *b || b.is_nan()), "{x:?}");
    }
    let (_, (by_p, by_x), (of_p, of_x)) = call::value_grad_hessian(&OfPoints, &at);
    let (_, (by_p_again, by_x_again), (of_p_again, of_x_again)) = value_grad_hessian(OfPoints).at(at);
    let close = |a: &f64, b: &f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
    assert!(close(&by_p, &by_p_again) && close(&of_p.0, &of_p_again.0));
    assert!(by_x.as_flattened().iter().zip(by_x_again.as_flattened()).all(|(a, b)| close(a, b)));
    for (row, again) in of_x.as_flattened().iter().zip(of_x_again.as_flattened()) {
        assert!(close(&row.0, &again.0));
        assert!(row.1.as_flattened().iter().zip(again.1.as_flattened()).all(|(a, b)| close(a, b)));
    }
}

#[exp(adjoint)]
fn roots(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v.sqrt() * (v * 0.0);
    }
    s
}

#[exp(adjoint)]
fn either(x: f64, y: f64) -> f64 {
    x.sqrt().max(y * y)
}

/// A product of 0 and infinity is computed again by forward over reverse mode, which may know that there is no dependence.
#[test]
fn derivatives_that_are_not_finite_are_computed_again() {
    let (_, g, h) = call::value_grad_hessian(&Either, &(0.0, 3.0));
    assert_eq!((g, h), ((0.0, 6.0), ((0.0, 0.0), (0.0, 2.0))));
    let by_tape = {
        let (mut g, mut rows) = (vec![0.0; 2], vec![0.0; 4]);
        Prepared::new(Roots).mode(Mode::Tape).value_grad_hessian_into(&[0.0, 4.0][..], &mut g, &mut rows);
        (g, rows)
    };
    let (_, g, h) = call::value_grad_hessian(&Roots, &[0.0, 4.0]);
    assert_eq!(format!("{:?}", (g, h.concat())), format!("{by_tape:?}"));
}

/// Rows, sums and their products that are not finite, at each place.
#[test]
fn rows_that_are_not_finite_are_computed_again() {
    let infinity = f64::INFINITY;
    let points = [[0.5, -0.25, 0.0], [800.0, 1.0, -800.0], [infinity, 0.0, 1.0], [f64::NAN, 1.0, 2.0]];
    let mut lists: Vec<Vec<f64>> = vec![vec![1.0, 0.0, -1.0], vec![0.0, 1.0, 2.0]];
    for (place, factor) in [(0, 1.0), (0, infinity), (1, f64::MAX), (2, infinity), (2, f64::NAN)] {
        lists[1][place] = factor;
        for x in &points {
            let e = LogSumExp { rows: &lists };
            let (mut gradient, mut rows) = (vec![0.0; 3], vec![0.0; 9]);
            let mut by_tape = Prepared::new(e).mode(Mode::Tape);
            let value = by_tape.value_grad_hessian_into(&x[..], &mut gradient, &mut rows);
            let (again, slopes, hessian) = call::value_grad_hessian(&e, &x[..]);
            let close = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan() || (a - b).abs() < 1e-12;
            let all = [again].into_iter().chain(slopes).chain(hessian.concat());
            let expected = [value].into_iter().chain(gradient).chain(rows);
            assert!(all.zip(expected).all(|(a, b)| close(a, b)), "{lists:?} {x:?}");
        }
    }
}

#[exp(adjoint)]
fn far(x: f64) -> f64 {
    x.exp().recip()
}

/// The second derivative of e⁻ˣ, where 2 / y³ of y = eˣ is less than a float.
#[test]
fn factors_beyond_floats_are_computed_again() {
    let (value, slope, curvature) = call::value_grad_hessian(&Far, &345.0);
    assert!((slope / value + 1.0).abs() < 1e-12 && (curvature / value - 1.0).abs() < 1e-12, "{curvature}");
    assert_eq!(hessian(Far).at(345.0), curvature);
}

#[exp(adjoint)]
fn out_of_bounds(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x[i] * x[i];
    }
    s
}

/// A panic leaves retained memory usable, and lengths of 0 and 1 are none.
#[test]
fn panics_and_empty_lists() {
    let mut prepared = Prepared::new(OutOfBounds { n: 3 });
    let (mut g, mut h) = (vec![0.0; 2], vec![0.0; 4]);
    let short =
        std::panic::AssertUnwindSafe(|| prepared.value_grad_hessian_into(&[1.0, 2.0][..], &mut g, &mut h));
    assert!(std::panic::catch_unwind(short).is_err());
    let (mut g, mut h) = (vec![0.0; 3], vec![0.0; 9]);
    assert_eq!(prepared.value_grad_hessian_into(&[1.0, 2.0, 3.0][..], &mut g, &mut h), 14.0);
    assert_eq!((g, h), (vec![2.0, 4.0, 6.0], vec![2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]));
    assert_eq!(call::value_grad_hessian(&OutOfBounds { n: 0 }, &[0.0; 0]), (0.0, vec![], vec![]));
    assert_eq!(call::hessian(&Chain, &[1.0]), [[0.0]]);
}
