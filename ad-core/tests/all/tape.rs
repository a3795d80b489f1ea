//! The shortcuts of the stack strategy's tape have no effect on results. The shortcuts are omitted steps, signs, sums and scalar
//! products in one step, and adjoints without a mark. Each shortcut is compared, exactly, with a strategy without shortcuts.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::items_after_statements,
    reason = "the numbers are small, and an expression stands where it is used"
)]

use ad_core::{
    At, Dict, Exp, I64, Mode, Num, Prepared, Real, RealDict, RingDict, Signature, backpropagator, call,
    checkpoint, dot, forward, stack,
};

/// An expression of many numbers from a function of a slice.
macro_rules! expression {
    ($Name:ident { $($field:ident: $T:ty),* }: $Class:ident |$this:ident, $x:ident| $body:expr) => {
        #[derive(Clone)]
        struct $Name { $($field: $T),* }
        impl Signature for $Name {
            type In = Vec<f64>;
            type Out = f64;
        }
        impl<D: $Class> Exp<D> for $Name {
            fn apply(&self, _: D, $x: &Vec<Num<D>>) -> Num<D> {
                let $this = self;
                $body
            }
        }
    };
}

/// Pseudo-random numbers below `n`.
fn below(state: &mut u64, n: u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from((*state >> 33) % n).unwrap()
}

// Irregular sums: terms of x with varying factors, preceding steps, and constants among the terms.
expression!(Sums { seed: u64, long: usize }: RingDict |this, x| {
    let mut state = this.seed;
    let mut numbers = x.clone();
    for _ in 0..4 {
        let terms: Vec<_> = (0..below(&mut state, this.long as u64)).map(|_| below(&mut state, 1000)).collect();
        let regular = below(&mut state, 3);
        let sum: Num<D> = terms
            .iter()
            .enumerate()
            .map(|(i, &term)| {
                let (a, b) = (numbers[term % numbers.len()], numbers[i % numbers.len()]);
                match if regular == 0 { term % 7 } else { regular + 5 } {
                    0 => a,
                    1 => Num::unbound_one(),
                    2 => a - b,
                    3 => a + Num::unbound_one(),
                    4 => -a,
                    5 => a * a + b,
                    6 => b * b,
                    _ => b,
                }
            })
            .sum();
        numbers.push(sum);
        let product = sum * numbers[0];
        numbers.push(product);
    }
    numbers.iter().rev().take(5).sum()
});

trait UnboundOne {
    fn unbound_one() -> Self;
}

impl<D: Dict> UnboundOne for Num<D> {
    fn unbound_one() -> Self {
        num_traits::One::one()
    }
}

#[test]
fn sums_in_one_step_have_the_derivatives_of_sums() {
    for seed in 0..if cfg!(miri) { 4 } else { 300 } {
        let e = Sums { seed, long: 40 };
        let x: Vec<i64> = (0..=seed as i64 % 9).map(|i| 3 * i - 4).collect();
        let expected = backpropagator::value_and_grad(e.clone()).eval(I64, x.clone());
        assert_eq!(stack::value_and_grad(e.clone()).eval(I64, x.clone()), expected, "{seed}");
        assert_eq!(forward::value_and_grad(e.clone()).eval(I64, x.clone()), expected, "{seed}");
        let mut prepared = Prepared::over(e, I64).mode(Mode::Tape);
        let mut gradient = vec![0; x.len()];
        for _ in 0..2 {
            assert_eq!(
                (prepared.value_and_grad_into(&x, &mut gradient), &gradient),
                (expected.0, &expected.1)
            );
        }
    }
}

#[test]
fn so_have_their_nestings_and_checkpoints() {
    for seed in 0..if cfg!(miri) { 6 } else { 60 } {
        let e = Sums { seed, long: 12 };
        let x = vec![2, -3, 5];
        let expected = forward::jacobian(forward::grad(e.clone())).eval(I64, x.clone());
        assert_eq!(forward::jacobian(stack::grad(e.clone())).eval(I64, x.clone()), expected, "{seed}");
        assert_eq!(stack::jacobian(stack::grad(e.clone())).eval(I64, x.clone()), expected, "{seed}");
        assert_eq!(stack::jacobian(forward::grad(e.clone())).eval(I64, x.clone()), expected, "{seed}");
        let gradient = stack::grad(checkpoint(e.clone())).eval(I64, x.clone());
        assert_eq!(gradient, stack::grad(e).eval(I64, x));
    }
}

// One side, or both, of variables, of results in a row, with gaps, of constants, of the same number again and again.
expression!(Dots { case: usize }: RingDict |this, x| {
    let n = x.len();
    let constants: Vec<Num<D>> = (0..n as u64).map(|i| ad_core::Semiring::natural(i + 2)).collect();
    let squares: Vec<_> = x.iter().map(|x| x * x).collect();
    let cubes: Vec<_> = x.iter().map(|x| x * x * x).collect();
    let mut mixed = squares.clone();
    mixed[n / 2] = constants[0];
    let mut late = constants.clone();
    late[n - 1] = x[0];
    let backwards: Vec<_> = cubes.iter().rev().copied().collect();
    let sides = [x.clone(), constants, squares, cubes, mixed, late, backwards, vec![x[n - 1]; n]];
    dot(&sides[this.case % 8], &sides[this.case / 8]) * x[0]
});

#[test]
fn scalar_products_have_the_derivatives_of_sums_of_products() {
    let (lengths, step) = if cfg!(miri) { (3..4, 13) } else { (1..7, 1) };
    for n in lengths {
        let x: Vec<i64> = (0..n).map(|i| 7 - 3 * i).collect();
        for case in (0..64).step_by(step) {
            let e = || Dots { case };
            let expected = backpropagator::value_and_grad(e()).eval(I64, x.clone());
            assert_eq!(stack::value_and_grad(e()).eval(I64, x.clone()), expected, "{n}, {case}");
            let expected = forward::jacobian(forward::grad(e())).eval(I64, x.clone());
            assert_eq!(stack::jacobian(stack::grad(e())).eval(I64, x.clone()), expected, "{n}, {case}");
            assert_eq!(forward::jacobian(stack::grad(e())).eval(I64, x.clone()), expected, "{n}, {case}");
        }
    }
}

#[test]
#[should_panic = "a vector of 2 numbers meets one of 3"]
fn a_scalar_product_of_different_lengths_is_refused() {
    dot(&[1.0, 2.0], &[1.0, 2.0, 3.0]);
}

/// Longer than the count of a progression.
#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn a_sum_of_more_terms_than_a_word_can_count_is_right() {
    expression!(Sum {}: Dict |_this, x| x.iter().sum::<Num<D>>() * x[0]);
    let n = (1 << 20) + 5;
    let (y, gradient) = call::value_and_grad(&Sum {}, &vec![2.0; n]);
    let n = n as f64;
    assert_eq!(
        (y, gradient[0], gradient[1], gradient[gradient.len() - 1]),
        (4.0 * n, 2.0 * n + 2.0, 2.0, 2.0)
    );
}

// -----------------------------------------------------------------------------------------------------------

/// x ↦ f(x)·g, where g gives f(x) the wanted adjoint.
struct Arrives {
    adjoint: f64,
    f: fn(usize) -> bool,
}

impl Signature for Arrives {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Arrives {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let root = x.sqrt();
        let constant = |c| Num::new(dict, dict.constant(c));
        let mut sum = constant(0.0);
        for i in 0..3 {
            if (self.f)(i) {
                sum += root * constant(self.adjoint);
            }
        }
        sum
    }
}

/// √ has the derivative ∞ at 0. Any adjoint there, even 0 or -0, makes NaN; no adjoint makes 0.
#[test]
fn minus_zero_is_no_empty_adjoint() {
    for adjoint in [-0.0, 0.0, f64::NAN] {
        let ways: [fn(usize) -> bool; 3] = [|i| i == 0, |i| i > 0, |_| true];
        for f in ways {
            assert!(stack::diff(Arrives { adjoint, f }).at(0.0).is_nan(), "{adjoint} arrives");
            assert!(forward::diff(Arrives { adjoint, f }).at(0.0).is_nan(), "{adjoint} arrives");
            assert!(call::value_and_grad(&Arrives { adjoint, f }, &0.0).1.is_nan(), "{adjoint} arrives");
        }
        assert_eq!(stack::diff(Arrives { adjoint, f: |_| false }).at(0.0), 0.0, "nothing arrives");
    }
    assert_eq!(stack::diff(Arrives { adjoint: 1.0, f: |i| i == 0 }).at(0.0), f64::INFINITY);
}

/// -0 is also an adjoint by sums and differences, which multiply nothing, and in sums of many terms.
#[test]
fn minus_zero_passes_through_sums_and_differences() {
    expression!(Passes { way: usize }: RealDict |this, x| {
        let root = x[0].sqrt();
        let other = x[1] * x[1];
        let y = match this.way {
            0 => root + other,
            1 => root - other,
            2 => other - root,
            3 => -root,
            4 => [root, other, root].into_iter().sum(),
            5 => dot(&[root, other, root], &[x[1], x[1], x[1]]),
            6 => 1.0 * root,
            _ => root + 1.0,
        };
        y * -0.0
    });
    for way in 0..8 {
        let x = vec![0.0, 2.0];
        let [first, second] = call::grad(&Passes { way }, &x)[..] else { panic!("two") };
        assert!(first.is_nan(), "{way}: {first}");
        assert_eq!(second, 0.0, "{way}");
        let forward = forward::grad(Passes { way }).at(x);
        assert!(forward[0].is_nan() && forward[1] == 0.0, "{way}");
    }
}

/// A branch that is not taken does not matter, even if its partial derivatives are infinite.
#[test]
fn steps_without_influence_are_not_visited() {
    expression!(Branch {}: RealDict |_this, x| {
        let unused = x[0].ln() / x[0];
        let zero = [unused, unused].into_iter().take(0).sum::<Num<D>>();
        x[1] * x[1] + zero
    });
    assert_eq!(call::grad(&Branch {}, &vec![0.0, 3.0]), [0.0, 6.0]);
}

// -----------------------------------------------------------------------------------------------------------

/// Of floats, 1·x has the vertex of x; no other multiple has.
#[test]
fn a_multiple_is_no_step_if_it_is_by_one_alone() {
    expression!(Multiple { by: f64 }: RealDict |this, x| {
        let by = Num::<D>::constant(this.by);
        let (a, b) = (by * x[0], x[1] / by);
        (a - b) * (a + x[0]) * (b * by)
    });
    for by in [1.0, -1.0, 0.5, 2.0, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON, 1e-9] {
        let x = vec![3.0, 5.0];
        let slope = forward::grad(Multiple { by }).at(x.clone());
        let found = [
            stack::grad(Multiple { by }).at(x.clone()),
            call::grad(&Multiple { by }, &x),
            call::grad(&checkpoint(Multiple { by }), &x),
        ];
        for found in found {
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 4.0 * f64::EPSILON * b.abs();
            assert!(found.iter().zip(&slope).all(close), "{by}: {found:?}, not {slope:?}");
        }
    }
    for (by, is_a_number) in [(0.0, false), (f64::INFINITY, false), (f64::NAN, false), (1.0, true)] {
        assert_eq!(!call::grad(&Multiple { by }, &vec![3.0, 5.0])[1].is_nan(), is_a_number, "{by}");
    }
}

/// x + 1 has the vertex of x, and yet is another number.
#[test]
fn steps_that_are_none_change_no_derivative() {
    expression!(Shifted {}: RingDict |_this, x| {
        let one: Num<D> = num_traits::One::one();
        let a = x[0] + one;
        let b = one + a - one;
        let c = a * b + x[0];
        c * (c + one) - (one - a) * -b
    });
    for x in -5..5 {
        let expected = backpropagator::value_and_grad(Shifted {}).eval(I64, vec![x]);
        assert_eq!(stack::value_and_grad(Shifted {}).eval(I64, vec![x]), expected);
        assert_eq!(forward::value_and_grad(Shifted {}).eval(I64, vec![x]), expected);
        let second = forward::jacobian(forward::grad(Shifted {})).eval(I64, vec![x]);
        assert_eq!(stack::jacobian(stack::grad(Shifted {})).eval(I64, vec![x]), second);
        let float = call::value_and_grad(&Shifted {}, &vec![x as f64]);
        assert_eq!(float, (expected.0 as f64, vec![expected.1[0] as f64]));
    }
}

/// The result is a variable, or one plus a constant, with several rows.
#[test]
fn results_that_are_variables_have_their_rows() {
    struct Same;
    impl Signature for Same {
        type In = [f64; 2];
        type Out = [f64; 4];
    }
    impl<D: Dict> Exp<D> for Same {
        fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> [Num<D>; 4] {
            let one: Num<D> = num_traits::One::one();
            [*x, x + one, x + y, one]
        }
    }
    assert_eq!(stack::jacobian(Same).eval(I64, [5, 7]), [[1, 0], [1, 0], [1, 1], [0, 0]]);
    assert_eq!(stack::jacobian(Same).at([5.0, 7.0]), [[1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]);
    let (_, dx) = stack::vjp(Same).eval(I64, ([5, 7], [1, 10, 100, 1000]));
    assert_eq!(dx, [111, 100]);
}

/// A panic, caught inside the expression, between the value of a step and its partial derivatives, leaves a tape that
/// can be used.
#[test]
fn a_tape_is_whole_after_a_step_that_panicked() {
    use ad_core::function::{Function, Partial};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[derive(Clone, Copy)]
    struct Fails;
    impl Function<2> for Fails {
        fn name(&self) -> std::borrow::Cow<'static, str> {
            "fails".into()
        }
        fn value(self, [a, b]: [f64; 2]) -> f64 {
            a + b
        }
        fn partial<N: Real>(self, i: usize, [a, _]: [N; 2], _: N) -> Partial<N> {
            if i == 0 { Partial::Value(a) } else { panic!("there is none") }
        }
    }
    expression!(Caught {}: RealDict |_this, x| {
        let before = x[0] * x[1];
        let step = AssertUnwindSafe(|| Real::function(Fails, [x[0], x[1]]));
        assert!(catch_unwind(step).is_err());
        let sum = AssertUnwindSafe(|| (0..9).map(|i| if i < 7 { x[0] * x[1] } else { panic!("no more") }).sum::<Num<D>>());
        assert!(catch_unwind(sum).is_err());
        before * x[1] + x[0].sin()
    });
    let (y, gradient) = call::value_and_grad(&Caught {}, &vec![2.0, 3.0]);
    assert_eq!(y, 18.0 + 2.0_f64.sin());
    assert_eq!(gradient, [9.0 + 2.0_f64.cos(), 12.0]);
}
