//! Two containers that are to be paired, and differ: in their lengths, or in their structure although they hold as many numbers.

use super::*;

#[test]
fn lengths_that_differ_are_refused_and_both_are_named() {
    let e = || squares::<Vec<f64>>();
    let (x, short) = (vec![1.0; 7], vec![1.0; 4]);
    let both = ["lengths differ", "7", "4"];
    refuses(&both, || forward::jvp(e()).eval(F64, (x.clone(), short.clone())));
    refuses(&both, || hvp(e()).eval(F64, (x.clone(), short.clone())).1);
    refuses(&both, || call::jvp(&e(), &x, &short));
    refuses(&both, || call::hvp(&e(), &x, &short).1);
    refuses(&both, || Prepared::new(e()).value_and_grad_into(&x, &mut short.clone()));
    refuses(&both, || Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(&x, &mut short.clone()));

    let e = || Twice::<Vec<f64>>(std::marker::PhantomData);
    let both = ["adjoint", "lengths differ at `.1`", "7", "4"];
    nestings!(vjp: [vjp], e(), |_, d| refuses(&both, || d.eval(F64, (x.clone(), (x.clone(), short.clone())))));
    refuses(&both, || call::vjp(&e(), &x, &(x.clone(), short.clone())));
}

/// The operators that pair containers in the two ways in which all do: numbers with numbers, and numbers with the caller's memory.
/// Operators are generic over shapes, so the others have the structures of [`every_pairing_accepts`].
fn pairings_accept<S: Shape>(x: &S::Of<f64>)
where
    S::Of<f64>: PartialEq + std::fmt::Debug,
{
    let e = || squares::<S>();
    let doubled = S::map(x, &mut |x| 2.0 * x);
    let y = call::value(&e(), x);
    assert_eq!(forward::jvp(e()).eval(F64, (x.clone(), x.clone())), (y, 2.0 * y));
    let mut gradient = x.clone();
    assert_eq!(Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(x, &mut gradient), y);
    assert_eq!(gradient, doubled);
}

/// Every operator that pairs containers accepts `x` with itself.
fn every_pairing_accepts<S: Shape>(x: &S::Of<f64>)
where
    S::Of<f64>: PartialEq + std::fmt::Debug,
{
    let e = || squares::<S>();
    let both = || Twice::<S>(std::marker::PhantomData);
    let doubled = S::map(x, &mut |x| 2.0 * x);
    let y = call::value(&e(), x);
    assert_eq!(forward::jvp(e()).eval(F64, (x.clone(), x.clone())), (y, 2.0 * y));
    assert_eq!(call::jvp(&e(), x, x), (y, 2.0 * y));
    assert_eq!(hvp(e()).eval(F64, (x.clone(), x.clone())).1, doubled);
    assert_eq!(call::hvp(&e(), x, x).1, doubled);
    let mut gradient = x.clone();
    assert_eq!(Prepared::new(e()).value_and_grad_into(x, &mut gradient), y);
    assert_eq!(gradient, doubled);
    assert_eq!(Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(x, &mut gradient), y);
    assert_eq!(gradient, doubled);
    // -x and 2 x, each times x.
    let result = S::map(x, &mut |x| 2.0 * x * x - x);
    let seeds = (x.clone(), x.clone());
    nestings!(vjp: [vjp], both(), |name, d| assert_eq!(d.eval(F64, (x.clone(), seeds.clone())).1, result, "{name}"));
    assert_eq!(call::vjp(&both(), x, &seeds).1, result);
}

#[test]
fn containers_of_containers_go_in_and_come_out() {
    every_pairing_accepts::<[[f64; 2]; 2]>(&[[1.0, 2.0], [3.0, 4.0]]);
    pairings_accept::<Option<Vec<f64>>>(&Some(vec![2.0, 3.0]));
    pairings_accept::<Vec<Option<f64>>>(&vec![Some(2.0), None, Some(3.0)]);
    let body = Body { mass: 2.0, position: [3.0, 4.0], history: vec![] };
    every_pairing_accepts::<Vec<Body>>(&vec![body.clone(), body]);
}

/// Every operator that pairs containers refuses `y` beside `x`, which are both accepted with themselves. The message has
/// all of `parts`, and says which of the two is meant.
#[track_caller]
fn every_pairing_refuses<S: Shape>(parts: &[&str], x: &S::Of<f64>, y: &S::Of<f64>)
where
    S::Of<f64>: PartialEq + std::fmt::Debug,
{
    let e = || squares::<S>();
    let both = || Twice::<S>(std::marker::PhantomData);
    let refuses = |name: &str, f: &dyn Fn()| refuses(&[&[name], parts].concat(), f);
    for x in [x, y] {
        every_pairing_accepts::<S>(x);
    }
    let direction = "the direction has another structure than the argument";
    refuses(direction, &|| _ = forward::jvp(e()).eval(F64, (x.clone(), y.clone())));
    refuses(direction, &|| _ = call::jvp(&e(), x, y));
    refuses(direction, &|| _ = hvp(e()).eval(F64, (x.clone(), y.clone())).1);
    refuses(direction, &|| _ = call::hvp(&e(), x, y).1);
    refuses(direction, &|| _ = stack::jacobian(forward::jvp(e())).eval(F64, (x.clone(), y.clone())));
    let gradient = "the gradient has another structure than the argument";
    refuses(gradient, &|| _ = Prepared::new(e()).value_and_grad_into(x, &mut y.clone()));
    refuses(gradient, &|| _ = Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(x, &mut y.clone()));
    let adjoint = "the adjoint has another structure than the result";
    let seeds = (x.clone(), y.clone());
    nestings!(vjp: [vjp], both(), |_, d| refuses(adjoint, &|| _ = d.eval(F64, (x.clone(), seeds.clone()))));
    refuses(adjoint, &|| _ = call::vjp(&both(), x, &seeds));
}

/// The same of the operators of [`pairings_accept`].
#[track_caller]
fn pairings_refuse<S: Shape>(parts: &[&str], x: &S::Of<f64>, y: &S::Of<f64>)
where
    S::Of<f64>: PartialEq + std::fmt::Debug,
{
    let e = || squares::<S>();
    let refuses = |name: &str, f: &dyn Fn()| refuses(&[&[name], parts].concat(), f);
    for x in [x, y] {
        pairings_accept::<S>(x);
    }
    refuses("the direction has another structure than the argument", &|| {
        _ = forward::jvp(e()).eval(F64, (x.clone(), y.clone()));
    });
    refuses("the gradient has another structure than the argument", &|| {
        _ = Prepared::new(e()).mode(Mode::Tape).value_and_grad_into(x, &mut y.clone());
    });
}

/// All operators refuse a structure, a list of structures, variants, keys, and a structure by hand. Two refuse the others.
#[test]
fn structures_that_differ_are_refused_although_they_hold_as_many_numbers() {
    type Vector = Vec<f64>;
    pairings_refuse::<(VecDeque<f64>, Arc<Box<[Vec<f64>]>>)>(
        &[".1[0]`", "1 number", "2 numbers"],
        &([1.0, 2.0].into(), Arc::new([vec![3.0], vec![4.0, 5.0]].into())),
        &([1.0, 2.0].into(), Arc::new([vec![3.0, 4.0], vec![5.0]].into())),
    );
    let two = |a: &[f64], b: &[f64]| Two { a: a.to_vec(), b: b.to_vec() };
    pairings_refuse::<Two>(
        &["lengths differ", ".a`: 1 number, ", "has 0 numbers"],
        &two(&[3.0], &[4.0, 5.0]),
        &two(&[], &[1.0, 0.0, 0.0]),
    );
    every_pairing_refuses::<Vec<Two>>(
        &["[1].a`: 1 number, ", "has 0 numbers"],
        &vec![two(&[1.0], &[]); 2],
        &vec![two(&[1.0], &[]), two(&[], &[1.0])],
    );
    let (circle, square) = (Figure::Circle { radius: 2.0 }, Figure::Square(2.0));
    every_pairing_refuses::<Figure>(&["variants differ", "`Circle`, ", "has `Square`"], &circle, &square);
    pairings_refuse::<(f64, Figure)>(
        &[".1`: `Polygon`, ", "has `Circle`"],
        &(1.0, Figure::Polygon(vec![1.0])),
        &(1.0, circle),
    );
    let polygon = |n| Figure::Polygon(vec![1.0; n]);
    pairings_refuse::<[Figure; 2]>(
        &["[0].0`: 1 number, ", "has 2 numbers"],
        &[polygon(1), polygon(2)],
        &[polygon(2), polygon(1)],
    );
    pairings_refuse::<(Vector, Vector)>(
        &[".0`: 2 numbers, ", "has 1 number"],
        &(vec![1.0; 2], vec![1.0]),
        &(vec![1.0], vec![1.0; 2]),
    );
    pairings_refuse::<Vec<Vector>>(
        &["[0]`: 2 numbers, ", "has 1 number"],
        &vec![vec![1.0; 2], vec![1.0]],
        &vec![vec![1.0], vec![1.0; 2]],
    );
    pairings_refuse::<Vec<Vector>>(
        &["1 element, ", "has 2 elements"],
        &vec![vec![1.0; 2]],
        &vec![vec![1.0]; 2],
    );
    pairings_refuse::<[Vector; 2]>(
        &["[0]`: 2 numbers, ", "has 1 number"],
        &[vec![1.0; 2], vec![1.0]],
        &[vec![1.0], vec![1.0; 2]],
    );
    pairings_refuse::<[Option<f64>; 2]>(
        &["[0]`: `Some`, ", "has `None`"],
        &[Some(1.0), None],
        &[None, Some(1.0)],
    );
    pairings_refuse::<(Option<f64>, Vector)>(
        &[".0`: `None`, ", "has `Some`"],
        &(None, vec![1.0]),
        &(Some(1.0), vec![]),
    );
    pairings_refuse::<[Result<f64, u8>; 2]>(
        &["[0]`: `Ok`, ", "has `Err`"],
        &[Ok(1.0), Err(7)],
        &[Err(7), Ok(1.0)],
    );
    pairings_refuse::<Box<(Vector, Vector)>>(
        &[".0`: 1 number, ", "has 0"],
        &Box::new((vec![1.0], vec![])),
        &Box::new((vec![], vec![1.0])),
    );
    let tree = |keys: [&'static str; 2]| BTreeMap::from(keys.map(|key| (key, 1.0)));
    pairings_refuse::<BTreeMap<&'static str, f64>>(
        &["keys differ", "the key \"a\"", "has no such key"],
        &tree(["a", "b"]),
        &tree(["b", "c"]),
    );
    let map = |keys: [u8; 3]| HashMap::from(keys.map(|key| (key, 1.0)));
    pairings_refuse::<HashMap<u8, f64>>(&["no such key", "has the key 1"], &map([7, 2, 5]), &map([1, 7, 2]));
    let lengths = |a, b| HashMap::from([("a", vec![1.0; a]), ("b", vec![1.0; b])]);
    every_pairing_refuses::<HashMap<&'static str, Vector>>(
        &["[\"a\"]`: 1 number, ", "has 0"],
        &lengths(1, 2),
        &lengths(0, 3),
    );
    // By hand, where only the numbers of numbers are known.
    let body = |history| Body { mass: 1.0, position: [1.0; 2], history };
    every_pairing_refuses::<Body>(&["lengths differ", "5", "3"], &body(vec![1.0; 2]), &body(vec![]));
}
