//! The provided methods of the traits, for every dictionary and strategy of the crate. Each must agree with the methods that the
//! dictionary defines, or the dictionary overrides it. A row is a dictionary with some of its values; a column is a method.

use ad_core::backpropagator::Backpropagators;
use ad_core::forward::{Dual, Forward};
use ad_core::paper::{ClosuresDict, Deferred, float, int};
use ad_core::stack::Stack;
use ad_core::taylor::{Coefficients, DynTaylor, Taylor};
use ad_core::{
    CHECKED_I64, Checked, Decimal, Dict, Exp, F32, F64, FieldDict, I64, Modular, Node, Num, Rational,
    Rationals, RealDict, RingDict, Semiring, Signature, Symbol, Wrapping, forward, stack, taylor,
};

/// The numbers in a value, printed: only one for a constant. Parts without numbers are omitted.
trait Parts: Copy {
    fn parts(self) -> Vec<String>;
}

macro_rules! plain {
    ($($T:ty),*) => {$(
        impl Parts for $T {
            fn parts(self) -> Vec<String> {
                vec![format!("{self:?}")]
            }
        }
    )*};
}
plain!(f64, f32, i64, i8, u8, Rational, Symbol, Deferred<f64>, Deferred<i64>);

impl<V: Parts, const W: usize> Parts for Dual<V, W> {
    fn parts(self) -> Vec<String> {
        let tangents = self.d.into_iter().flatten().flat_map(V::parts);
        self.v.parts().into_iter().chain(tangents).collect()
    }
}

impl<V: Parts, const N: usize> Parts for Coefficients<V, N> {
    fn parts(self) -> Vec<String> {
        self.iter().flat_map(|c| c.parts()).collect()
    }
}

impl<V: Parts> Parts for Node<'_, V> {
    fn parts(self) -> Vec<String> {
        self.v.parts()
    }
}

impl<D: Dict<V: Parts>> Parts for backpropagator::Value<'_, D> {
    fn parts(self) -> Vec<String> {
        self.v.parts()
    }
}

impl<V: Parts> Parts for &[V] {
    fn parts(self) -> Vec<String> {
        self.iter().flat_map(|c| c.parts()).collect()
    }
}

use ad_core::backpropagator;

#[track_caller]
fn same<V: Parts>(what: &str, a: V, b: V) {
    assert_eq!(a.parts(), b.parts(), "{what}");
}

/// `natural`, `empty_sum`, `SHORTCUTS.annihilates`, `join` and `adopt`.
fn semiring<D: Dict<V: Parts>>(name: &str, dict: D, values: &[D::V]) {
    let unbound = D::default();
    let mut sum = dict.zero();
    for n in 0..7 {
        // Modulo 0, a natural may stand for itself until it meets another value.
        same(
            &format!("{name}: {n} is 1 + … + 1"),
            dict.add(dict.natural(n), dict.zero()),
            dict.add(sum, dict.zero()),
        );
        same(
            &format!("{name}: the constant {n}, adopted"),
            dict.add(dict.adopt(unbound.natural(n)), dict.zero()),
            dict.add(dict.natural(n), dict.zero()),
        );
        sum = dict.add(sum, dict.one());
    }
    let zero = dict.mul(dict.zero(), dict.one()).parts();
    for v in values {
        let v = *v;
        same(&format!("{name}: the empty sum plus {:?}", v.parts()), dict.add(dict.empty_sum(), v), v);
        same(&format!("{name}: {:?} is its own", v.parts()), dict.adopt(v), v);
        for joined in [dict.join(unbound), unbound.join(dict)] {
            same(&format!("{name}: joined"), joined.mul(v, v), dict.mul(v, v));
        }
        if (D::SHORTCUTS.annihilates)(dict, v) {
            let product = dict.mul(dict.zero(), v).parts();
            let unsigned = |part: &String| part.trim_start_matches('-').to_owned();
            assert!(
                product.iter().all(|part| unsigned(part) == unsigned(&zero[0])),
                "{name}: 0 × {:?} is {product:?}",
                v.parts()
            );
        }
    }
}

/// Also `sub` and `integer`.
fn ring<D: RingDict<V: Parts>>(name: &str, dict: D, values: &[D::V]) {
    semiring(name, dict, values);
    for n in [0_i64, 1, 5, 100] {
        let positive = dict.natural(n.unsigned_abs());
        same(
            &format!("{name}: {n}"),
            dict.add(dict.integer(n), dict.zero()),
            dict.add(positive, dict.zero()),
        );
        if n != 0 {
            same(&format!("{name}: -{n}"), dict.integer(-n), dict.neg(positive));
        }
    }
    for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))) {
        // Not of NaNs, whose signs mean nothing.
        let (difference, sum) = (dict.sub(a, b), dict.add(a, dict.neg(b)));
        if !difference.parts().iter().any(|part| part.contains("NaN")) {
            same(&format!("{name}: {:?} - {:?}", a.parts(), b.parts()), difference, sum);
        }
    }
}

/// Also `decimal`.
fn field<D: FieldDict<V: Parts>>(name: &str, dict: D, values: &[D::V]) {
    ring(name, dict, values);
    let half = dict.decimal(Decimal { digits: 5, exponent: -1, nearest: 0.5 });
    same(&format!("{name}: 0.5"), half, dict.div(dict.one(), dict.natural(2)));
}

const FLOATS: [f64; 8] = [0.0, -0.0, 1.0, -2.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, 3.0];

#[test]
fn number_systems() {
    field("F64", F64, &FLOATS);
    #[expect(clippy::cast_possible_truncation, reason = "values of the other type")]
    field("F32", F32, &FLOATS.map(|x| x as f32));
    ring("I64", I64, &[0, 1, -7, i64::MAX, i64::MIN]);
    ring("Wrapping<i8>", Wrapping::<i8>::new(), &[0, 1, -7, i8::MAX, i8::MIN]);
    semiring("Wrapping<u8>", Wrapping::<u8>::new(), &[0, 1, 255]);
    ring("CHECKED_I64", CHECKED_I64, &[0, 1, -7, 1 << 30]);
    ring("Checked<i8>", Checked::<i8>::new(), &[0, 1, -7, 11]);
    semiring("Checked<u8>", Checked::<u8>::new(), &[0, 1, 15]);
    let halves = [Rational::new(1, 2), Rational::new(-3, 4), Rational::from(0), Rational::from(5)];
    field("Rationals", Rationals, &halves);
    field("Modular", Modular::new(7), &[0, 1, 5, 6].map(Rational::from));
    field("Modular, unbound", Modular::default(), &halves);
}

#[test]
fn records_of_closures() {
    let (floats, integers) = (float(), int());
    semiring("float()", floats.dict(), &[0.0, 1.0, f64::INFINITY].map(Deferred::Value));
    semiring("int()", integers.dict(), &[0, 1, i64::MIN].map(Deferred::Value));
    semiring::<ClosuresDict<'_, f64>>("no record", ClosuresDict::default(), &[Deferred::Natural(3)]);
}

#[test]
fn symbols() {
    let graph = ad_core::Graph::new();
    let dict = graph.dict();
    let x = graph.variable("x");
    // x + 0 is x, but a sum that is written differently is another symbol: only the constants are compared.
    field("Symbolic", dict, &[dict.one(), dict.natural(3)]);
    same("x, adopted", dict.adopt(x), x);
}

/// Duals of all kinds: constants, tangents that are finite, infinite and zero.
fn duals(values: &[f64]) -> Vec<Dual<f64, 2>> {
    let tangents = [None, Some([1.0, 0.0]), Some([f64::INFINITY, 2.0]), Some([0.5, f64::NEG_INFINITY])];
    values.iter().flat_map(|v| tangents.map(|d| Dual { v: *v, d })).collect()
}

#[test]
fn forward_mode() {
    field("Forward<F64, 2>", Forward::<F64, 2>::default(), &duals(&FLOATS));
    let nested: Vec<_> = duals(&[1.0, 0.0]).into_iter().map(|d| Dual { v: d, d: Some([d]) }).collect();
    field("Forward<Forward<F64, 2>>", Forward::<Forward<'_, F64, 2>>::default(), &nested);
    let integers: Vec<_> = [0, 3].iter().map(|v| Dual { v: *v, d: Some([i64::MAX]) }).collect();
    ring("Forward<I64>", Forward::<I64>::default(), &integers);
}

#[test]
fn taylor_mode() {
    let dict = Taylor::<F64, 3>::new(F64);
    let series = |c: &[f64]| dict.series(c);
    let values =
        [&[2.0][..], &[0.0], &[1.0, f64::INFINITY], &[1.0, 2.0, f64::NEG_INFINITY], &[-0.0, 1.0]].map(series);
    field("Taylor<F64, 3>", dict, &values);
    let dict = Taylor::<Forward<'_, F64, 2>, 2>::new(Forward::default());
    let values: Vec<_> = duals(&[1.0]).into_iter().map(|d| dict.series(&[d, d])).collect();
    field("Taylor<Forward<F64, 2>, 2>", dict, &values);
    let taylor = Taylor::<F64, 2>::new(F64);
    let dict = Forward::<Taylor<'_, F64, 2>>::default();
    let infinite = taylor.series(&[1.0, f64::INFINITY]);
    let values = [Dual { v: taylor.one(), d: Some([infinite]) }, Dual { v: infinite, d: None }];
    field("Forward<Taylor<F64, 2>>", dict, &values);
}

/// Under a strategy whose values are made by evaluations only: runs the columns inside of one.
struct Inside<'n>(&'n str);

impl Signature for Inside<'_> {
    type In = [f64; 2];
    type Out = f64;
}

impl<'t, D: RealDict<V: Parts> + 't> Exp<Stack<'t, D>> for Inside<'_> {
    fn apply(&self, dict: Stack<'t, D>, [x, y]: &[Num<Stack<'t, D>>; 2]) -> Num<Stack<'t, D>> {
        field(self.0, dict, &[x.value(), y.value(), dict.one(), dict.constant(f64::INFINITY)]);
        x * y
    }
}

impl<'t, D: RealDict<V: Parts> + 't> Exp<Backpropagators<'t, D>> for Inside<'_> {
    fn apply(
        &self,
        dict: Backpropagators<'t, D>,
        [x, y]: &[Num<Backpropagators<'t, D>>; 2],
    ) -> Num<Backpropagators<'t, D>> {
        field(self.0, dict, &[x.value(), y.value(), dict.one(), dict.constant(f64::INFINITY)]);
        x * y
    }
}

#[cfg(feature = "effects")]
impl<'t, D: RealDict<V: Parts> + 't> Exp<ad_core::effects::Effects<'t, D>> for Inside<'_> {
    fn apply(
        &self,
        dict: ad_core::effects::Effects<'t, D>,
        [x, y]: &[Num<ad_core::effects::Effects<'t, D>>; 2],
    ) -> Num<ad_core::effects::Effects<'t, D>> {
        field(self.0, dict, &[x.value(), y.value(), dict.one(), dict.constant(f64::INFINITY)]);
        x * y
    }
}

#[test]
fn reverse_modes() {
    let x = [2.0, f64::INFINITY];
    _ = stack::grad(Inside("Stack<F64>")).eval(F64, x);
    _ = backpropagator::grad(Inside("Backpropagators<F64>")).eval(F64, x);
    #[cfg(feature = "effects")]
    {
        _ = ad_core::effects::grad(Inside("Effects<F64>")).eval(F64, x);
        _ = ad_core::effects::grad(Inside("Effects<Forward<F64>>"))
            .eval(Forward::<F64>::default(), x.map(|v| Dual { v, d: Some([1.0]) }));
    }
    _ = stack::grad(Inside("Stack<Forward<F64>>"))
        .eval(Forward::<F64>::default(), x.map(|v| Dual { v, d: Some([1.0]) }));
}

// -----------------------------------------------------------------------------------------------------------

/// (x, y) ↦ x + √y
struct Edge;

impl Signature for Edge {
    type In = (f64, f64);
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Edge {
    fn apply(&self, _: D, (x, y): &(Num<D>, Num<D>)) -> Num<D> {
        use ad_core::Real;
        *x + y.sqrt()
    }
}

/// x ↦ x · ∂/∂x (x + √y) at y = 0
struct Inner;

impl Signature for Inner {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Inner {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        x * forward::grad(Edge).apply(dict, &(*x, Num::natural(0))).0
    }
}

#[test]
fn an_edge_beside_the_path_of_a_gradient_inside_an_expression_leaves_its_series_finite() {
    assert_eq!(taylor::derivatives::<3, _>(Inner).eval(F64, 2.0), [2.0, 1.0, 0.0]);
    for (n, expected) in [2.0, 1.0, 0.0].into_iter().enumerate() {
        assert_eq!(taylor::nth_derivative(Inner, n).eval(F64, 2.0), expected);
    }
    assert_eq!(forward::diff(Inner).eval(F64, 2.0), 1.0);
    assert_eq!(stack::diff(Inner).eval(F64, 2.0), 1.0);
}

/// x ↦ x · y, both as floats of a record.
struct Product;

impl Signature for Product {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: Dict> Exp<D> for Product {
    fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> Num<D> {
        x * y
    }
}

#[test]
fn an_infinity_in_a_record_of_floats_spoils_no_other_tangent() {
    let floats = float();
    let x = [f64::INFINITY, 2.0].map(Deferred::Value);
    let gradient = forward::grad(Product).eval(floats.dict(), x);
    assert_eq!(gradient.map(|d| floats.dict().concrete(d)), [2.0, f64::INFINITY]);
}

// -----------------------------------------------------------------------------------------------------------

/// The sum of its inputs.
struct Sum;

impl Signature for Sum {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Sum {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x.iter().sum()
    }
}

#[test]
fn a_sum_has_the_sign_of_its_zero_that_it_has_of_plain_floats() {
    for x in [vec![], vec![-0.0], vec![0.0], vec![-0.0, -0.0], vec![-0.0, 0.0]] {
        let expected = x.iter().sum::<f64>().to_bits();
        assert_eq!(Sum.eval(F64, x.clone()).to_bits(), expected, "{x:?}");
        assert_eq!(stack::value_and_grad(Sum).eval(F64, x.clone()).0.to_bits(), expected, "{x:?}");
        assert_eq!(forward::value_and_grad(Sum).eval(F64, x.clone()).0.to_bits(), expected, "{x:?}");
        let curve = x.iter().map(|x| [*x, 1.0]).collect();
        assert_eq!(taylor::jet::<2, _>(Sum).eval(F64, curve)[0].to_bits(), expected, "{x:?}");
    }
    assert_eq!(Sum.eval(I64, vec![]), 0);
}

#[test]
fn the_least_integer_fits_where_its_magnitude_does_not() {
    use ad_core::Ring;
    use ad_core::private::integer_from;
    assert_eq!(integer_from::<Num<ad_core::CheckedI64>, _>(i64::MIN).value(), i64::MIN);
    assert_eq!(integer_from::<i8, _>(i8::MIN), i8::MIN);
    assert_eq!(integer_from::<f64, _>(i64::MIN), -(2.0_f64.powi(63)));
    assert_eq!(Num::<Forward<'_, ad_core::CheckedI64>>::integer(i64::MIN).value().v, i64::MIN);
    assert_eq!(*Num::<Taylor<'_, ad_core::CheckedI64, 3>>::integer(i64::MIN).value(), [i64::MIN]);
    assert_eq!(Num::<DynTaylor<'_, ad_core::CheckedI64>>::integer(i64::MIN).value()[..], [i64::MIN]);
}

// -----------------------------------------------------------------------------------------------------------

/// (x, y) ↦ x · y, by the dictionary of the argument and not by that of its numbers.
struct ByDictionary;

impl Signature for ByDictionary {
    type In = (f64, f64);
    type Out = f64;
}

impl<D: Dict> Exp<D> for ByDictionary {
    fn apply(&self, dict: D, (x, y): &(Num<D>, Num<D>)) -> Num<D> {
        Num::new(dict, dict.mul(x.value_under(dict), y.value_under(dict)))
    }
}

/// x ↦ d/dy (x · y) at y = 1, and the same in the other modes. The argument is a literal, so only `given` knows a handle.
struct OfALiteral;

impl Signature for OfALiteral {
    type In = f64;
    type Out = [f64; 4];
}

impl<D: Dict> Exp<D> for OfALiteral {
    fn apply(&self, _: D, x: &Num<D>) -> [Num<D>; 4] {
        use ad_core::{At, Given};
        let one = Num::<D>::natural(1);
        [
            ByDictionary.given(*x).at(one),
            forward::diff(ByDictionary.given(*x)).at(one),
            stack::diff(ByDictionary.given(*x)).at(one),
            backpropagator::diff(ByDictionary.given(*x)).at(one),
        ]
    }
}

#[test]
fn an_expression_that_asks_the_dictionary_may_have_its_first_argument_given() {
    assert_eq!(OfALiteral.eval(I64, 3), [3; 4]);
    assert_eq!(OfALiteral.eval(Modular::new(7), 10.into()), [3.into(); 4]);
    assert_eq!(stack::jacobian(OfALiteral).eval(I64, 3), [1; 4]);
    assert_eq!(backpropagator::jacobian(OfALiteral).eval(I64, 3), [1; 4]);
    assert_eq!(forward::jacobian(OfALiteral).eval(I64, 3), [1; 4]);
    let records = int();
    let dict = records.dict();
    assert_eq!(OfALiteral.eval(dict, Deferred::Value(3)).map(|y| dict.concrete(y)), [3; 4]);
}
