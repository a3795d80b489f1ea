//! Parameters and results of every shape.

use ad::Signature;
use ad::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug)]
pub struct Settings {
    pub rate: f64,
    pub weights: Vec<f64>,
    pub steps: usize,
}

#[exp]
fn by_reference(x: &f64) -> f64 {
    x * x
}

#[exp]
fn slice(v: &[f64]) -> f64 {
    v[0] * v[1] + v.len() as f64
}

#[exp]
fn scale(v: &mut [f64], by: f64) {
    for x in v {
        *x *= by;
    }
}

#[exp]
fn bump(x: &mut f64) {
    *x += 1.0;
}

#[exp]
fn bumped_twice(x: &mut f64) -> f64 {
    bump(x);
    bump(x);
    *x * *x
}

#[exp]
fn trace<const N: usize>(m: [[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += m[i][i];
    }
    sum
}

#[exp]
fn pairs(points: &[(f64, f64)]) -> f64 {
    points.iter().map(|(x, y)| x * y).sum()
}

#[exp]
fn optional(x: Option<f64>) -> f64 {
    x.map_or(0.0, |x| x * x)
}

#[exp]
fn several((a, b): (f64, f64), v: Vec<f64>, c: f64) -> (f64, Vec<f64>) {
    (a * b + c, v.into_iter().map(|x| x * a).collect())
}

#[exp]
fn with_integers(points: &[(f64, u32)], x: f64) -> (f64, usize) {
    (points.iter().map(|(y, k)| y * *k as f64).sum::<f64>() * x, points.len())
}

#[exp]
fn checked(x: f64, limit: u32) -> Result<f64, String> {
    if x > limit as f64 {
        return Err(format!("above {limit}"));
    }
    Ok(x.sqrt())
}

#[exp]
fn checked_twice(x: f64) -> Result<f64, String> {
    let y = checked(x, 9)?;
    Ok(checked(y, 9)? + 1.0)
}

#[exp]
fn with_static_text(x: f64) -> Result<f64, &'static str> {
    if x < -9.0 { Err("too small") } else { Ok(x * x) }
}

#[exp]
fn with_borrowed_text(reason: &str, x: f64) -> Result<(f64, &'static str), &str> {
    if x < -9.0 { Err(reason) } else { Ok((x.sin(), "sine")) }
}

#[exp]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x) + 1.0)
}

#[exp]
fn apply_dyn(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * 2.0
}

#[exp]
fn newton<F>(f: F, steps: usize, x: f64) -> f64
where
    F: Fn(f64) -> (f64, f64),
{
    let mut x = x;
    for _ in 0..steps {
        let (value, slope) = f(x);
        x -= value / slope;
    }
    x
}

#[exp]
fn data(
    #[fixed] xs: &[f64],
    #[fixed] offset: f64,
    #[fixed] settings: &Settings,
    labels: Vec<bool>,
    x: f64,
) -> f64 {
    let mut sum = 0.0;
    let half = offset * 0.5;
    for (d, label) in xs.iter().zip(&labels) {
        let residual = d - x * settings.rate;
        sum += if *label { residual * residual } else { 2.0 * half };
    }
    for row in settings.weights.chunks(2) {
        sum += row[0] * x + x * row[1];
    }
    sum + settings.steps as f64 * x
}

#[exp]
fn borrowed<'a>(name: &'a str, digits: &[u32], pick: impl Fn(usize) -> usize, x: f64) -> f64 {
    let mut y = 0.0;
    for i in 0..digits.len() {
        y = y * x + digits[pick(i)] as f64;
    }
    y * name.len() as f64
}

#[exp]
fn counted(counter: &Cell<usize>, x: f64) -> f64 {
    counter.set(counter.get() + 1);
    x * counter.get() as f64
}

#[exp]
fn logged(lines: &RefCell<Vec<String>>, prefix: &str, x: f64) -> f64 {
    lines.borrow_mut().push(prefix.to_owned() + " squared");
    x * x
}

#[exp(adjoint)]
fn ticks(counter: &mut usize, x: f64) -> f64 {
    *counter += 1;
    x * *counter as f64
}

#[exp]
fn pushes<T: Clone>(names: &mut Vec<T>, name: &T, x: f64) -> f64 {
    names.push(name.clone());
    x * 1.0
}

#[exp]
fn draws(random: &mut impl Iterator<Item = u8>, x: f64) -> f64 {
    x * random.next().unwrap_or(0) as f64
}

#[exp]
fn helpers_change(start: usize, x: f64) -> f64 {
    let mut k: usize = start;
    let mut names: Vec<u8> = vec![];
    let mut bytes = [1_u8, 0].into_iter();
    ticks(&mut k, x) + ticks(&mut k, pushes(&mut names, &7, x)) + draws(&mut bytes, x) + names.len() as f64
}

#[exp]
pub(crate) fn generic<T: Clone + Into<u32>, const M: usize>(items: &[T], x: [f64; M]) -> f64
where
    T: PartialEq,
{
    let mut y = 0.0;
    for item in items {
        let k: u32 = item.clone().into();
        y += x[k as usize % M] * k as f64;
    }
    y
}

/// Documentation stays.
#[exp]
#[inline]
#[must_use]
#[allow(non_snake_case)]
pub(crate) fn attributes(K: u32, x: f64) -> f64 {
    x * K as f64
}

constructs! {
    fn shapes(x: f64) -> f64 {
        let mut v = [x, 2.0];
        scale(&mut v, 3.0);
        let mut y = x;
        by_reference(&x) + slice(&v) + bumped_twice(&mut y) + trace([[x, 1.0], [1.0, x]])
            + pairs(&[(x, 2.0), (3.0, x)]) + optional(Some(x))
    } as E at [0.5, -2.0];

    fn several_parameters(x: f64) -> f64 {
        let (a, v) = several((x, 2.0), vec![x, 1.0], 3.0);
        a * v[0] + v[1]
    } as E at [0.5, -2.0];

    fn results(x: f64) -> f64 {
        checked_twice(x).unwrap_or(0.0)
    } as E at [0.5, 5.0, 20.0];

    fn functions_over_numbers(x: f64) -> f64 {
        let c = x * 2.0;
        apply(|y| y * y + c, x) + apply_dyn(&|y| y * c, x) + newton(|y| (y * y - x, 2.0 * y), 5, 1.0)
    } as E at [0.5, 3.0];
}

#[test]
fn every_shape_is_an_expression() {
    assert_eq!(ByReference.eval(F64, 3.0), 9.0);
    assert_eq!(Slice.eval(F64, vec![2.0, 5.0]), 12.0);
    assert_eq!(BumpedTwice.eval(F64, 1.0), 9.0);
    assert_eq!(Trace::<2>.eval(F64, [[1.0, 2.0], [3.0, 4.0]]), 5.0);
    assert_eq!(Pairs.eval(F64, vec![(1.0, 2.0), (3.0, 4.0)]), 14.0);
    assert_eq!(Optional.eval(F64, Some(3.0)), 9.0);
    assert_eq!(Several.eval(F64, ((2.0, 3.0), vec![1.0], 4.0)), (10.0, vec![2.0]));
    assert_eq!(WithIntegers.eval(F64, (vec![(1.5, 2), (2.0, 1)], 2.0)), (10.0, 2));
    assert_eq!(Checked { limit: 9 }.eval(F64, 4.0), Ok(2.0));
    assert_eq!(CheckedTwice.eval(F64, 10.0), Err("above 9".to_owned()));
}

#[test]
fn parameters_without_numbers_are_fields() {
    let settings = Settings { rate: 2.0, weights: vec![1.0, 2.0], steps: 3 };
    let e = Data { xs: &[1.0, 5.0], offset: 4.0, settings: &settings, labels: vec![true, false] };
    let value = data(&[1.0, 5.0], 4.0, &settings, vec![true, false], 0.5);
    assert_eq!(value, 0.0 + 4.0 + 1.5 + 1.5);
    assert_eq!(e.eval(F64, 0.5), value);
    assert_eq!(forward::diff(e.clone()).eval(F64, 0.5), 0.0 + 3.0 + 3.0);

    let e = Borrowed { name: "ab", digits: &[1, 2, 3], pick: |i| 2 - i };
    assert_eq!(e.eval(F64, 10.0), 642.0);
    assert_eq!(stack::diff(e).eval(F64, 10.0), 124.0);

    let counter = Cell::new(6);
    let e = Counted { counter: &counter };
    assert_eq!((e.eval(F64, 2.0), e.eval(F64, 2.0), counter.get()), (14.0, 16.0, 8));
    let lines = RefCell::new(Vec::new());
    assert_eq!(forward::diff(Logged { lines: &lines, prefix: "x" }).eval(F64, 2.0), 4.0);
    assert_eq!(lines.into_inner(), ["x squared"]);

    // A `&mut` parameter without numbers is passed to functions, and is no part of expressions.
    assert_eq!(HelpersChange { start: 1 }.eval(F64, 2.0), 4.0 + 6.0 + 3.0);

    let e = Generic::<u8, 3> { items: &[1, 2] };
    assert_eq!(e.eval(F64, [1.0, 10.0, 100.0]), 210.0);
    assert_eq!(Attributes { K: 3 }.eval(F64, 2.0), 6.0);
}

#[test]
fn results_may_borrow_plain_data() {
    assert_eq!(forward::jacobian(WithStaticText).eval(F64, 3.0), Ok(6.0));
    assert_eq!(WithStaticText.eval(F64, -10.0), Err("too small"));
    let reason = String::from("out of range");
    let e = WithBorrowedText { reason: &reason };
    assert_eq!(e.eval(F64, 0.0), Ok((0.0, "sine")));
    assert_eq!(e.eval(F64, -10.0), Err("out of range"));
}

#[derive(Clone, Copy)]
struct Window {
    from: usize,
    length: usize,
}

#[derive(Clone)]
struct Mask(Vec<bool>);

#[exp]
fn copies(
    window: Window,
    last: Option<usize>,
    pick: impl Fn(usize) -> usize,
    then: fn(usize) -> usize,
    x: f64,
) -> f64 {
    x * then(pick(window.from + window.length + last.unwrap_or(0))) as f64
}

#[exp]
fn clones(mask: Mask, x: f64) -> f64 {
    x * mask.0.len() as f64
}

#[test]
fn an_expression_is_copy_if_its_fields_are() {
    fn twice<E: Exp<F64> + Copy + Signature<In = f64, Out = f64>>(e: E) -> f64 {
        let other = e;
        e.eval(F64, 1.0) + other.eval(F64, 2.0)
    }
    let e =
        Copies { window: Window { from: 1, length: 2 }, last: Some(3), pick: |i| i + 1, then: |i| 10 * i };
    assert_eq!(twice(e), 210.0);
    // A field that is not takes nothing else from the expression.
    assert_eq!(Clones { mask: Mask(vec![true]) }.clone().eval(F64, 2.0), 2.0);
}

#[exp]
struct Params {
    mass: f64,
}

/// The same number of the same particles, whatever they weigh.
#[exp]
struct System<'a, const M: usize> {
    #[fixed]
    known: Params,
    names: &'a [&'a str; M],
    counts: Counts,
    at: [f64; M],
}

type Counts = Vec<u32>;

struct Lent<'a, T>(&'a T);

#[exp]
#[allow(clippy::too_many_arguments, reason = "each is a case")]
fn plain_data<'a, T, const M: usize>(
    #[fixed] p: &Params,
    system: &System<'a, M, f64>,
    #[fixed] settings: Lent<'_, Settings>,
    item: Lent<'a, T>,
    counts: &Counts,
    mask: [Mask; M],
    weigh: impl Fn(&Params) -> f64,
    x: f64,
) -> f64 {
    let known = p.mass + weigh(&system.known) + settings.0.rate;
    let counted = counts.len() + system.names.len() + mask.iter().map(|mask| mask.0.len()).sum::<usize>();
    let _ = (item.0, system.counts.len());
    x * known * system.at[0] + counted as f64
}

#[test]
fn data_is_told_from_numbers_that_the_tokens_do_not_show() {
    let at = Settings { rate: 2.0, weights: vec![], steps: 0 };
    let f = |x: f64| {
        let known = Params { mass: 1.0 };
        let system = System { known, names: &["a", "b"], counts: vec![1], at: [5.0, 7.0] };
        plain_data(
            &Params { mass: 3.0 },
            &system,
            Lent(&at),
            Lent(&1),
            &vec![1, 2],
            [Mask(vec![true]), Mask(vec![])],
            |p| p.mass,
            x,
        )
    };
    assert_eq!(f(1.0), 6.0 * 5.0 + 5.0);
}

#[exp]
fn weighted(p: &HashMap<String, f64>, x: f64) -> f64 {
    p["a"] * p["b"] * x + p.get("c").copied().unwrap_or(0.5) + p.values().map(|v| v * v).sum::<f64>()
}

#[exp]
fn products(pairs: BTreeMap<u32, [f64; 2]>) -> BTreeMap<u32, f64> {
    pairs.into_iter().map(|(k, [a, b])| (k, a * b)).collect()
}

#[test]
fn maps_are_shapes() {
    let p = HashMap::from([("b".to_owned(), 3.0), ("a".to_owned(), 2.0), ("z".to_owned(), 1.0)]);
    assert_eq!(weighted(&p, 2.0), 26.5);
    let (dp, dx) = stack::grad(Weighted).eval(F64, (p, 2.0));
    assert_eq!((dp["a"], dp["b"], dp["z"], dx), (10.0, 10.0, 2.0, 6.0));
    let pairs = BTreeMap::from([(3, [1.0, 2.0]), (1, [5.0, 6.0])]);
    let jacobian = call::jacobian(&Products, &pairs);
    assert_eq!(jacobian[&1], BTreeMap::from([(1, [6.0, 5.0]), (3, [0.0, 0.0])]));
    assert_eq!(jacobian[&3], BTreeMap::from([(1, [0.0, 0.0]), (3, [2.0, 1.0])]));
}
