//! The laws of differentiation, for every strategy and nesting.

use ad::function::{self, Function};
use ad::paper::{Var, pow, subst};
use ad::{Dict, Exp, F64, I64, Num, Real, RealDict, Semiring, Signature, forward, stack};
use ad_testing::nestings;

use crate::random::code;
use crate::support::code::{Code, Kind};
use crate::support::{Any, Class, OrderedReals, OrderedRings, Over, Semirings, Several, Term};

/// Random pairs of functions of one number.
fn pairs(n: usize) -> impl Iterator<Item = [Code; 2]> {
    let mut state = 3;
    (0..n).map(move |_| [(); 2].map(|()| code(Kind::Semiring, 1, &mut state)))
}

/// The first derivative by each strategy, or a higher one by each nesting, in ℤ/2⁶⁴.
fn derivatives(order: usize, term: Any<'_>, x: i64) -> Vec<i64> {
    let mut derivatives = Vec::new();
    Semirings::nestings(order, &term, I64, x, &mut |_, d| derivatives.push(d));
    derivatives
}

#[test]
fn the_chain_rule() {
    for ([f, g], x) in pairs(300).zip(-150..) {
        let (outer, inner) = (Over::new(Semirings, &g), Over::new(Semirings, &f));
        let at = inner.eval(I64, x);
        nestings!([diff], outer, |name, d_outer| {
            let slope = d_outer.eval(I64, at);
            nestings!([diff], inner, |_, d_inner| {
                let product = I64.mul(slope, d_inner.eval(I64, x));
                assert_eq!(stack::diff(subst(inner, outer)).eval(I64, x), product, "{name}\n{f}\n{g}");
                assert_eq!(forward::diff(subst(inner, outer)).eval(I64, x), product, "{name}\n{f}\n{g}");
            });
        });
    }
}

/// Substituting commutes with differentiating twice: (g∘f)'' = (g''∘f)·f'² + (g'∘f)·f''.
#[test]
fn the_chain_rule_of_second_order() {
    for ([f, g], x) in pairs(100).zip(-50..) {
        let (outer, inner) = (Over::new(Semirings, &g), Over::new(Semirings, &f));
        let at = inner.eval(I64, x);
        let (df, dg) = (derivatives(1, Any::Code(&f), x)[0], derivatives(1, Any::Code(&g), at)[0]);
        let (ddf, ddg) = (derivatives(2, Any::Code(&f), x), derivatives(2, Any::Code(&g), at));
        let mut seconds = ddf.iter().zip(&ddg);
        nestings!([diff[diff]], subst(inner, outer), |name, derivative| {
            let (ddf, ddg) = seconds.next().unwrap();
            let expected = I64.add(I64.mul(*ddg, I64.mul(df, df)), I64.mul(dg, *ddf));
            assert_eq!(derivative.eval(I64, x), expected, "{name} at {x}\n{f}\n{g}");
        });
        assert!(seconds.next().is_none());
    }
}

#[test]
fn linearity() {
    for ([f, g], x) in pairs(100).zip(-50..) {
        let (a, b) = (Any::Code(&f), Any::Code(&g));
        let five_times = Any::Times(&Any::Constant(5), &a);
        let sum = Any::Plus(&five_times, &b);
        for order in 1..=2 {
            let parts = derivatives(order, a, x).into_iter().zip(derivatives(order, b, x));
            let expected: Vec<_> = parts.map(|(df, dg)| I64.add(I64.mul(5, df), dg)).collect();
            assert_eq!(derivatives(order, sum, x), expected, "at {x}\n{f}\n{g}");
        }
    }
}

/// (fg)' = f'g + fg' and (fg)'' = f''g + 2f'g' + fg'', Leibniz's rule.
#[test]
fn the_product_rule() {
    for ([f, g], x) in pairs(100).zip(-50..) {
        let (a, b) = (Any::Code(&f), Any::Code(&g));
        let product = Any::Times(&a, &b);
        let value = |e| Over::new(Semirings, e).eval(I64, x);
        let all = |order| derivatives(order, a, x).into_iter().zip(derivatives(order, b, x));
        let first: Vec<_> =
            all(1).map(|(df, dg)| I64.add(I64.mul(df, value(&g)), I64.mul(value(&f), dg))).collect();
        assert_eq!(derivatives(1, product, x), first, "at {x}\n{f}\n{g}");
        let (df, dg) = all(1).next().unwrap();
        let twice = I64.mul(2, I64.mul(df, dg));
        let second: Vec<_> = all(2)
            .map(|(ddf, ddg)| I64.add(I64.add(I64.mul(ddf, value(&g)), twice), I64.mul(value(&f), ddg)))
            .collect();
        assert_eq!(derivatives(2, product, x), second, "at {x}\n{f}\n{g}");
    }
}

#[test]
fn variables_constants_and_powers() {
    nestings!([diff], Var, |name, d| assert_eq!(d.eval(I64, 7), 1, "{name}"));
    nestings!([diff[diff]], Var, |name, d| assert_eq!(d.eval(I64, 7), 0, "{name}"));
    for order in 1..=3 {
        assert!(derivatives(order, Any::Constant(42), 7).iter().all(|d| *d == 0));
    }
    for k in 0..40_u32 {
        let falling =
            |n: u32| (0..n).fold(1_i64, |product, i| product.wrapping_mul(i64::from(k) - i64::from(i)));
        let expected =
            |x: i64, n: u32| falling(n).wrapping_mul(k.checked_sub(n).map_or(0, |k| x.wrapping_pow(k)));
        for x in [-3, 0, 1, 2, 10] {
            nestings!([diff], pow(k, Var), |name, d| assert_eq!(
                d.eval(I64, x),
                expected(x, 1),
                "{name}, {k}"
            ));
            nestings!([diff[diff]], pow(k, Var), |name, d| {
                assert_eq!(d.eval(I64, x), expected(x, 2), "{name}, {k}");
            });
            nestings!(paper: [diff [diff [diff]]], pow(k, Var), |name, d| {
                assert_eq!(d.eval(I64, x), expected(x, 3), "{name}, {k}");
            });
        }
    }
}

/// Hessians are symmetric, and the order in which strategies are nested does not matter.
#[test]
fn the_symmetry_of_mixed_partials() {
    let mut state = 5;
    for i in 0..150 {
        let code = code(Kind::OrderedRing, 3, &mut state);
        let mut first = None;
        OrderedRings::hessians(&code, I64, &[i, -2, 5], &mut |nesting, hessian| {
            for (j, row) in hessian.iter().enumerate() {
                for (k, entry) in row.iter().enumerate() {
                    assert_eq!(*entry, hessian[k][j], "{nesting}, ({j}, {k}) of\n{code}");
                }
            }
            assert_eq!(*first.get_or_insert_with(|| hessian.clone()), hessian, "{nesting} of\n{code}");
        });
    }
}

/// A sum of products of `degree` linear forms in three variables.
struct Homogeneous {
    degree: usize,
    products: Vec<Vec<[u64; 3]>>,
}

impl Term for Homogeneous {
    fn apply<C: Class<D>, D: Dict>(&self, _: D, x: &[Num<D>]) -> Num<D> {
        let form = |c: &[u64; 3]| c.iter().zip(x).map(|(c, x)| Num::natural(*c) * x).sum::<Num<D>>();
        self.products.iter().map(|forms| forms.iter().map(form).product::<Num<D>>()).sum()
    }
}

/// Σ xᵢ ∂ᵢf = d·f for homogeneous f of degree d.
#[test]
fn eulers_theorem_on_homogeneous_functions() {
    let mut state = 9_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 60
    };
    for degree in 0..8 {
        for terms in 1..6 {
            let forms = || [(); 3].map(|()| next());
            let mut forms = forms;
            let products = (0..terms).map(|_| (0..degree).map(|_| forms()).collect()).collect();
            let e = Homogeneous { degree, products };
            let x = [3, -7, 11];
            let value = Several::new(Semirings, &e).eval(I64, x.to_vec());
            Semirings::gradients(&e, I64, &x, &mut |strategy, gradient| {
                let sum = x.iter().zip(&gradient).fold(0, |sum, (x, d)| I64.add(sum, I64.mul(*x, *d)));
                let degree = i64::try_from(e.degree).unwrap();
                assert_eq!(sum, I64.mul(degree, value), "{strategy}, degree {degree}, {terms} terms");
            });
        }
    }
}

/// ȳ·(J·ẋ) = (ȳ·J)·ẋ, for every pair of strategies; here J is itself a Hessian.
#[test]
fn the_duality_of_jvp_and_vjp() {
    let mut state = 6;
    let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).fold(0, |sum, (a, b)| I64.add(sum, I64.mul(*a, *b)));
    for i in 0..100 {
        let code = code(Kind::OrderedRing, 3, &mut state);
        let e = Several::new(OrderedRings, &code);
        let (x, dx, dy) = (vec![i, -2, 5], vec![7, i, -1], vec![2, 3, -i]);
        nestings!([grad], e, |inside, gradient| {
            let (y, forward) = forward::jvp(gradient).eval(I64, (x.clone(), dx.clone()));
            assert_eq!(y, gradient.eval(I64, x.clone()), "forward of {inside} of\n{code}");
            nestings!(vjp: [vjp], gradient, |outside, vjp| {
                let (z, back) = vjp.eval(I64, (x.clone(), dy.clone()));
                assert_eq!(dot(&dy, &forward), dot(&back, &dx), "{outside} of {inside} of\n{code}");
                assert_eq!(z, y, "{outside} of {inside} of\n{code}");
            });
        });
    }
}

/// Stack and effects perform the same operations in the same order, so they agree bit for bit in every nesting.
#[test]
fn the_reverse_strategies_agree_to_the_last_bit() {
    let mut state = 8;
    for i in 0..200 {
        let code = code(Kind::Real, 1, &mut state);
        for order in 1..=2 {
            let mut all = Vec::new();
            OrderedReals::nestings(order, &code, F64, f64::from(i) / 16.0, &mut |nesting, derivative| {
                all.push((nesting.replace("effects", "stack"), derivative.to_bits()));
            });
            for (nesting, bits) in &all {
                let same = all.iter().filter(|(other, _)| other == nesting);
                assert!(same.into_iter().all(|(_, other)| other == bits), "{nesting} at {i}/16 of\n{code}");
            }
        }
    }
}

/// x ↦ f(x)
#[derive(Clone, Copy)]
struct One<F>(F);

impl<F> Signature for One<F> {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict, F: Function<1>> Exp<D> for One<F> {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        Real::function(self.0, [*x])
    }
}

/// Runs `body` for each smooth function of one number, as an expression, with its name.
macro_rules! each_function {
    (|$name:ident, $e:ident| $body:block) => {
        each_function!(@ |$name, $e| $body;
            Sqrt Cbrt Exponential Exp2 ExpM1 Ln Ln1p Log2 Log10 Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Atanh
            Recip Erf Erfc Gamma LnGamma ToRadians ToDegrees)
    };
    (@ |$name:ident, $e:ident| $body:block; $($f:ident)*) => {
        $({
            let ($name, $e) = (stringify!($f), One(function::$f));
            $body
        })*
    };
}

/// One step performs the same product in both modes. Only the sign of 0 is lost where an adjoint is never -0.
#[test]
fn the_modes_agree_to_the_last_bit_on_one_step() {
    for x in (1..50).map(|i| f64::from(i) / 64.0) {
        each_function!(|f, e| {
            let mut found = Vec::new();
            // A power series has its own recurrences, which round elsewhere.
            nestings!(step: [diff], e, |_, derivative| found.push((derivative.eval(F64, x) + 0.0).to_bits()));
            assert!(found.windows(2).all(|d| d[0] == d[1]), "{f} at {x}: {found:?}");
        });
    }
}

/// Central differences of width h = x/64, extrapolated once, have an error of about h⁴f⁽⁵⁾ + εf/h. For these functions it is
/// below 10⁻⁶ of the derivative or of 1.
#[test]
fn derivatives_are_limits_of_difference_quotients() {
    for x in (1..50).map(|i| f64::from(i) / 64.0) {
        each_function!(|f, e| {
            let slope = |h: f64| (e.eval(F64, x + h) - e.eval(F64, x - h)) / (2.0 * h);
            let quotient = (4.0 * slope(x / 128.0) - slope(x / 64.0)) / 3.0;
            nestings!([diff], e, |name, derivative| {
                let found = derivative.eval(F64, x);
                let tolerance = 1e-6 * found.abs().max(1.0);
                assert!((found - quotient).abs() <= tolerance, "{name} of {f} at {x}: {found}, {quotient}");
            });
        });
    }
}

/// tanh is flat far out, to every order: nothing overflows on the way.
#[test]
fn tanh_is_flat_far_out() {
    for x in [-1e300, -1000.0, -400.0, 400.0, 1000.0, 1e300] {
        nestings!([diff], One(function::Tanh), |name, d| assert_eq!(d.eval(F64, x), 0.0, "{name} at {x}"));
        nestings!([diff[diff]], One(function::Tanh), |name, d| assert_eq!(
            d.eval(F64, x),
            0.0,
            "{name} at {x}"
        ));
        nestings!(paper: [diff [diff [diff]]], One(function::Tanh), |name, d| {
            assert_eq!(d.eval(F64, x), 0.0, "{name} at {x}");
        });
    }
}
