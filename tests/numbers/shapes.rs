//! Containers of all shapes as arguments and results of every operator. Bad ones are refused with a message: no number, one
//! number, a million, lengths that differ, numbers that are not finite.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use ad::prelude::*;
use ad::{Num, RingDict, Shape, Signature, call, divergence, hessian, hvp, laplacian, value_grad_hessian};
use ad_testing::{chain, nestings};

mod structure;

/// Σ xᵢ², of anything.
struct Squares<S>(std::marker::PhantomData<S>);

fn squares<S>() -> Squares<S> {
    Squares(std::marker::PhantomData)
}

impl<S: Shape> Signature for Squares<S> {
    type In = S;
    type Out = f64;
}

impl<D: RingDict, S: Shape> Exp<D> for Squares<S> {
    fn apply(&self, _: D, x: &S::Of<Num<D>>) -> Num<D> {
        let mut sum = Num::default();
        S::for_each(x, &mut |x| sum += x * x);
        sum
    }
}

/// x ↦ (-x, x with each number squared): as many numbers twice.
struct Twice<S>(std::marker::PhantomData<S>);

impl<S: Shape> Signature for Twice<S> {
    type In = S;
    type Out = (S, S);
}

impl<D: RingDict, S: Shape> Exp<D> for Twice<S> {
    fn apply(&self, _: D, x: &S::Of<Num<D>>) -> (S::Of<Num<D>>, S::Of<Num<D>>) {
        (S::map(x, &mut |x| -*x), S::map(x, &mut |x| x * x))
    }
}

/// The contract of a shape. Operators are generic over shapes, and use a container only by these methods. So a shape that passes
/// here behaves like those of [`every_operator`].
fn every_method<S: Shape<Of<f64>: PartialEq + std::fmt::Debug>>(x: &S::Of<f64>) {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    assert_eq!(S::count(x), numbers.len());
    assert!(S::COUNT.is_none_or(|count| count == numbers.len()));
    assert!(S::mismatch(x, x).is_none());

    // `f` of each number, which must come in order.
    let in_order = |f: fn(f64) -> f64| {
        let mut expected = numbers.iter();
        move |x: &f64| {
            assert_eq!(Some(x), expected.next());
            f(*x)
        }
    };
    let doubled = S::map(x, &mut in_order(|x| 2.0 * x));
    let mut sum = 0.0;
    S::for_each(&doubled, &mut |x| sum += x);
    assert_eq!(sum, 2.0 * numbers.iter().sum::<f64>());
    assert_eq!(doubled == *x, numbers.is_empty());

    let mut changed = x.clone();
    let mut double = in_order(|x| 2.0 * x);
    S::for_each_mut(&mut changed, &mut |x| *x = double(x));
    assert_eq!(changed, doubled);
    let mut same = in_order(|x| x);
    S::zip_mut(&mut changed, x, &mut |y, x| *y -= same(x));
    assert_eq!(changed, *x);

    // In memory of the same size, and of another one.
    let mut double = in_order(|x| 2.0 * x);
    assert_eq!(S::into_map(x.clone(), &mut |x| double(&x)), doubled);
    let mut place = in_order(|x| x);
    let placed = S::into_map(x.clone(), &mut |x| (place(&x), 'x'));
    assert_eq!(S::into_map(placed.clone(), &mut |(x, _)| 2.0 * x), doubled);
    assert_eq!(S::map_into(S::map(x, &mut |_| 0_u64), x, &mut in_order(|x| 2.0 * x)), doubled);
    assert_eq!(S::map_into(placed, x, &mut in_order(|x| 2.0 * x)), doubled);
}

/// All operators on a container of one shape.
#[allow(clippy::cast_precision_loss, reason = "containers are small")]
fn every_operator<S: Shape<Of<f64>: PartialEq + std::fmt::Debug>>(x: &S::Of<f64>) {
    let doubled = S::map(x, &mut |x| 2.0 * x);
    let e = || squares::<S>();
    let y = e().eval(F64, x.clone());
    nestings!([grad], e(), |name, d| assert_eq!(d.eval(F64, x.clone()), doubled, "{name}"));
    assert_eq!(forward::grad(e()).width::<3>().eval(F64, x.clone()), doubled);
    assert_eq!(call::grad(&e(), x), doubled);
    let mut gradient = x.clone();
    assert_eq!(Prepared::new(&e()).value_and_grad_into(x, &mut gradient), y);
    assert_eq!(gradient, doubled);
    assert_eq!(Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(x, &mut gradient), y);
    assert_eq!(gradient, doubled);
    assert_eq!(hvp(e()).eval(F64, (x.clone(), x.clone())).1, doubled);
    assert_eq!(call::jvp(&e(), x, x), (y, 2.0 * y));
    assert_eq!(laplacian(e()).eval(F64, x.clone()), 2.0 * S::count(x) as f64);

    // The Hessian has the container in place of each of its numbers: 2 on the diagonal.
    let (value, same, rows) = value_grad_hessian(e()).eval(F64, x.clone());
    assert_eq!((value, same), (y, doubled));
    let diagonal = |rows: &S::Of<S::Of<f64>>| {
        let mut i = 0;
        S::for_each(rows, &mut |row| {
            let mut j = 0;
            S::for_each(row, &mut |entry| {
                assert_eq!(*entry, if i == j { 2.0 } else { 0.0 });
                j += 1;
            });
            i += 1;
        });
        assert_eq!(i, S::count(x));
    };
    diagonal(&rows);
    diagonal(&hessian(e()).eval(F64, x.clone()));
    chain!([grad[jacobian]], e(), |_, d| diagonal(&d.eval(F64, x.clone())));

    // Two containers come out.
    let e = || Twice::<S>(std::marker::PhantomData);
    let ones = S::map(x, &mut |_| 1.0);
    let sum = S::map(x, &mut |x| 2.0 * x - 1.0);
    nestings!(vjp: [vjp], e(), |name, d| {
        assert_eq!(d.eval(F64, (x.clone(), (ones.clone(), ones.clone()))).1, sum, "{name}");
    });
    let (value, tangent) = forward::jvp(e()).eval(F64, (x.clone(), ones));
    assert_eq!(value, (S::map(x, &mut |x| -x), S::map(x, &mut |x| x * x)));
    assert_eq!(tangent, (S::map(x, &mut |_| -1.0), S::map(x, &mut |x| 2.0 * x)));
}

/// A structure by hand, of a fixed and a variable part.
#[derive(Clone, Debug, PartialEq)]
struct Body<T = f64> {
    mass: T,
    position: [T; 2],
    history: Vec<T>,
}

impl Shape for Body {
    type Of<T: Clone> = Body<T>;
    fn map<T: Clone, U: Clone>(x: &Body<T>, f: &mut impl FnMut(&T) -> U) -> Body<U> {
        Body {
            mass: f(&x.mass),
            position: <[f64; 2] as Shape>::map(&x.position, f),
            history: Vec::<f64>::map(&x.history, f),
        }
    }
    fn for_each<T: Clone>(x: &Body<T>, f: &mut impl FnMut(&T)) {
        f(&x.mass);
        x.position.iter().chain(&x.history).for_each(f);
    }
    fn for_each_mut<T: Clone>(x: &mut Body<T>, f: &mut impl FnMut(&mut T)) {
        f(&mut x.mass);
        x.position.iter_mut().chain(&mut x.history).for_each(f);
    }
}

/// A structure of two parts that vary, by `#[exp]`.
#[exp]
#[derive(Clone, Debug, PartialEq)]
struct Two {
    a: Vec<f64>,
    b: Vec<f64>,
}

#[exp]
#[derive(Clone, Debug, PartialEq)]
enum Figure {
    Circle { radius: f64 },
    Square(f64),
    Polygon(Vec<f64>),
}

/// Each container by itself; `structure` has containers of containers.
#[test]
fn containers_of_all_shapes() {
    every_method::<f64>(&3.0);
    every_method::<[f64; 3]>(&[1.0, 2.0, 3.0]);
    every_method::<Vec<f64>>(&vec![1.0, 2.0, 3.0]);
    every_method::<Vec<Vec<f64>>>(&vec![vec![1.0], vec![], vec![2.0, 3.0]]);
    every_method::<(f64, [f64; 2], Vec<f64>)>(&(1.0, [2.0, 3.0], vec![4.0]));
    every_method::<(VecDeque<f64>, Box<[[f64; 2]]>)>(&([1.0, 2.0].into(), [[3.0, 4.0]].into()));
    every_method::<Rc<Vec<f64>>>(&Rc::new(vec![2.0, 3.0]));
    every_method::<Option<f64>>(&Some(2.0));
    every_method::<Result<f64, String>>(&Ok(2.0));
    every_method::<Box<f64>>(&Box::new(2.0));
    every_method::<Body>(&Body { mass: 2.0, position: [3.0, 4.0], history: vec![5.0, 6.0] });
    every_method::<Two>(&Two { a: vec![2.0, 3.0], b: vec![] });
    every_method::<Figure>(&Figure::Circle { radius: 2.0 });
    every_method::<Figure>(&Figure::Square(2.0));
    every_method::<Figure>(&Figure::Polygon(vec![2.0, 3.0]));
    every_method::<BTreeMap<u8, f64>>(&[(3, 1.0), (1, 2.0)].into());
    every_method::<HashMap<u8, f64>>(&[(3, 1.0), (1, 2.0)].into());
    every_method::<(f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64)>(&(
        1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0,
    ));
}

/// Lists, parts of both kinds, a key and a number, and the macro's structs. All suites have functions of one number.
#[test]
fn containers_go_through_all_operators() {
    every_operator::<Vec<Vec<f64>>>(&vec![vec![1.0], vec![], vec![2.0, 3.0]]);
    every_operator::<(f64, [f64; 2], Vec<f64>)>(&(1.0, [2.0, 3.0], vec![4.0]));
    every_operator::<BTreeMap<u8, f64>>(&[(3, 1.0), (1, 2.0)].into());
    every_operator::<Figure>(&Figure::Circle { radius: 2.0 });
    every_operator::<Figure>(&Figure::Polygon(vec![2.0, 3.0]));
}

#[test]
fn nothing_at_all_goes_in() {
    every_operator::<()>(&());
    every_operator::<Vec<Vec<f64>>>(&vec![]);
    every_operator::<Vec<Vec<f64>>>(&vec![vec![], vec![]]);
    every_method::<Vec<f64>>(&vec![]);
    every_method::<[f64; 0]>(&[]);
    every_method::<Option<f64>>(&None);
    every_method::<Result<f64, String>>(&Err("none".into()));
}

#[test]
fn nothing_at_all_comes_out() {
    struct Nothing;
    impl Signature for Nothing {
        type In = Vec<f64>;
        type Out = Vec<f64>;
    }
    impl<D: RingDict> Exp<D> for Nothing {
        fn apply(&self, _: D, _: &Vec<Num<D>>) -> Vec<Num<D>> {
            vec![]
        }
    }
    let x = || vec![1.0, 2.0];
    let none = Vec::<Vec<f64>>::new();
    nestings!([jacobian], &Nothing, |name, d| assert_eq!(d.eval(F64, x()), none, "{name}"));
    assert_eq!(call::jacobian(&Nothing, &x()), none);
    assert_eq!(forward::jvp(Nothing).eval(F64, (x(), x())), (vec![], vec![]));
    nestings!(vjp: [vjp], &Nothing, |name, d| {
        assert_eq!(d.eval(F64, (x(), vec![])), (vec![], vec![0.0, 0.0]), "{name}");
    });
    assert_eq!(divergence(Nothing).eval(F64, vec![]), 0.0);
}

/// A million inputs, or a tenth without the optimizer. A frame of 20 bytes for each input would still be too much for the stack
/// of a thread.
#[test]
fn a_million_inputs() {
    let n = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let x: Vec<f64> = (0..n).map(f64::from).collect();
    let doubled: Vec<f64> = x.iter().map(|x| 2.0 * x).collect();
    nestings!(vjp: [grad], squares::<Vec<f64>>(), |name, d| assert!(d.eval(F64, x.clone()) == doubled, "{name}"));
    assert!(call::hvp(&squares::<Vec<f64>>(), &x, &x).1 == doubled);
}

/// f panics, and its message has all of `parts`.
#[track_caller]
fn refuses<T>(parts: &[&str], f: impl FnOnce() -> T) {
    let Err(payload) = catch_unwind(AssertUnwindSafe(f)) else { panic!("it was accepted") };
    let message = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref().copied())
        .expect("a message");
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
}

#[test]
fn seeds_that_are_not_finite_are_numbers_like_others() {
    let e = || squares::<[f64; 2]>();
    let (_, dy) = forward::jvp(e()).eval(F64, ([3.0, 4.0], [f64::INFINITY, 1.0]));
    assert_eq!(dy, f64::INFINITY);
    for seed in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let expected = [6.0 * seed, 0.0 * seed];
        nestings!(vjp: [vjp], e(), |name, d| {
            let (_, dx) = d.eval(F64, ([3.0, 0.0], seed));
            assert_eq!(dx.map(f64::to_bits).map(is_nan_or), expected.map(f64::to_bits).map(is_nan_or), "{name}");
        });
    }
}

/// The bits of a number, one pattern for all NaNs.
fn is_nan_or(bits: u64) -> u64 {
    if f64::from_bits(bits).is_nan() { f64::NAN.to_bits() } else { bits }
}

/// An output that an input does not go into has the derivative 0 by it, even where the numbers are infinite.
#[test]
fn independent_inputs_have_exact_zeros() {
    struct Separate;
    impl Signature for Separate {
        type In = [f64; 3];
        type Out = [f64; 4];
    }
    impl<D: RingDict> Exp<D> for Separate {
        fn apply(&self, dict: D, [a, b, _]: &[Num<D>; 3]) -> [Num<D>; 4] {
            [a * a, *b, a - b, Num::new(dict, dict.natural(7))]
        }
    }
    let x = [f64::INFINITY, f64::NAN, f64::NAN];
    let rows = [[f64::INFINITY, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0; 3]];
    nestings!([jacobian], &Separate, |name, d| assert_eq!(d.eval(F64, x), rows, "{name}"));
}

/// One number in several places, as an input, an operand and an output.
#[test]
fn aliased_numbers_are_counted_as_often_as_they_occur() {
    struct Alias;
    impl Signature for Alias {
        type In = f64;
        type Out = [f64; 3];
    }
    impl<D: RingDict> Exp<D> for Alias {
        fn apply(&self, _: D, x: &Num<D>) -> [Num<D>; 3] {
            let y = x * x * x;
            [*x, y, y]
        }
    }
    nestings!([jacobian], &Alias, |name, d| assert_eq!(d.eval(F64, 2.0), [1.0, 12.0, 12.0], "{name}"));
    // Twice the same result: its adjoints are added.
    nestings!(vjp: [vjp], &Alias, |name, d| {
        assert_eq!(d.eval(F64, (2.0, [1.0, 10.0, 100.0])).1, 1.0 + 12.0 * 110.0, "{name}");
    });
}

/// The numbers of `x`, each ten times as large, in the memory of `old`. Other parts are those of `x`.
fn refilled<S: Shape>(old: S::Of<char>, x: &S::Of<u8>) -> S::Of<u32> {
    S::map_into(old, x, &mut |x| u32::from(*x) * 10)
}

#[test]
fn a_container_is_refilled_from_another_one_of_whatever_structure() {
    assert_eq!(refilled::<f64>('a', &1), 10);
    assert_eq!(refilled::<[Vec<f64>; 2]>([vec!['a'], vec!['b']], &[vec![1], vec![]]), [vec![10], vec![]]);
    assert_eq!(refilled::<Vec<f64>>(vec!['a', 'b'], &vec![1, 2]), [10, 20]);
    assert_eq!(refilled::<Vec<f64>>(vec!['a'], &vec![1, 2]), [10, 20]);
    assert_eq!(refilled::<Vec<f64>>(vec!['a', 'b', 'c'], &vec![1, 2]), [10, 20]);
    assert_eq!(refilled::<Vec<Vec<f64>>>(vec![vec![], vec!['a']], &vec![vec![1], vec![2]]), [[10], [20]]);
    assert_eq!(refilled::<Option<f64>>(None, &Some(1)), Some(10));
    assert_eq!(refilled::<Option<f64>>(Some('a'), &None), None);
    assert_eq!(refilled::<Option<Vec<f64>>>(Some(vec!['a']), &Some(vec![])), Some(vec![]));
    assert_eq!(refilled::<Result<f64, u8>>(Err(1), &Err(2)), Err(2));
    assert_eq!(refilled::<Result<f64, u8>>(Ok('a'), &Err(2)), Err(2));
    assert_eq!(refilled::<Result<f64, u8>>(Ok('a'), &Ok(2)), Ok(20));
    assert_eq!(
        refilled::<(f64, Vec<(u8, f64)>)>(('a', vec![(7, 'b')]), &(1, vec![(8, 2)])),
        (10, vec![(8, 20)])
    );
    assert_eq!(refilled::<Box<f64>>(Box::new('a'), &Box::new(1)), Box::new(10));
}

#[test]
fn numbers_behind_a_shared_pointer_are_changed_for_one_owner_alone() {
    let shared = Rc::new(vec![1, 2]);
    let mut own = shared.clone();
    <Rc<Vec<f64>>>::for_each_mut(&mut own, &mut |x| *x *= 10);
    <Rc<Vec<f64>>>::zip_mut(&mut own, &shared, &mut |x, y| *x += y);
    assert_eq!((own.as_slice(), shared.as_slice()), (&[11, 22][..], &[1, 2][..]));
    assert_eq!(<Rc<Vec<f64>>>::into_map(shared.clone(), &mut |x| x + 1), Rc::new(vec![2, 3]));
}

#[test]
fn all_numbers_of_a_matrix_are_visited() {
    let mut matrix = [vec![1, 2], vec![3]];
    <ad::Matrix<[f64; 2], Vec<f64>>>::for_each_mut(&mut matrix, &mut |x| *x *= 10);
    assert_eq!(matrix, [vec![10, 20], vec![30]]);
}

#[test]
fn the_numbers_of_a_hash_map_are_visited_in_the_order_of_its_keys() {
    /// Σ (i + 1) · xᵢ, by the order in which they are visited.
    struct Weighted;
    impl Signature for Weighted {
        type In = HashMap<u8, f64>;
        type Out = f64;
    }
    impl<D: RingDict> Exp<D> for Weighted {
        fn apply(&self, dict: D, x: &HashMap<u8, Num<D>>) -> Num<D> {
            x.iter().map(|(k, x)| x * Num::new(dict, dict.natural((*k).into()))).sum()
        }
    }
    let x: HashMap<u8, f64> = (0..100).map(|k| (k, f64::from(k) + 0.5)).collect();
    let expected: HashMap<u8, f64> = (0..100).map(|k| (k, f64::from(k))).collect();
    nestings!([grad], &Weighted, |name, d| assert_eq!(d.eval(F64, x.clone()), expected, "{name}"));
    assert_eq!(
        forward::jvp(Weighted).eval(F64, (x.clone(), expected.clone())).1,
        (0..100).map(|k| f64::from(k * k)).sum::<f64>()
    );
    let mut gradient = x.clone();
    Prepared::new(Weighted).mode(Mode::Tape).value_and_grad_into(&x, &mut gradient);
    assert_eq!(gradient, expected);
}
