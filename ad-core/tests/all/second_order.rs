//! Second derivatives from one recording equal those of forward over reverse mode: for every elementary function, at edges, in
//! every shape, and prepared.

#![allow(clippy::eq_op, reason = "x / x and x - x are the edges that are meant")]

use std::cell::Cell;

use ad_core::{
    Dict, Exp, F64, Given, Num, Prepared, Real, RealDict, Shape, Signature, call, hessian, hvp,
    value_grad_hessian,
};

/// Expressions of four numbers, each with a name.
macro_rules! expressions {
    ($($name:literal: |$x:ident| $body:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];

        #[derive(Clone, Copy, Debug)]
        struct Named(&'static str);

        impl Signature for Named {
            type In = [f64; 4];
            type Out = f64;
        }

        impl<D: RealDict> Exp<D> for Named {
            fn apply(&self, _: D, x: &[Num<D>; 4]) -> Num<D> {
                let named = [$(($name, (|$x: &[Num<D>; 4]| $body) as fn(&[Num<D>; 4]) -> Num<D>)),*];
                named.into_iter().find_map(|(name, f)| (name == self.0).then(|| f(x))).expect("it has this name")
            }
        }
    };
}

expressions! {
    "constant": |_x| Num::constant(7.0);
    "variable": |x| x[2];
    "linear": |x| x[0] * 3.0 - x[1] + 2.0 * (x[2] - 1.0) - (-x[3]) / 4.0;
    "multiple": |x| (x[0] * x[1] * x[2] * x[3] + 1.0) * -3.0;
    "multiples": |x| (2.0 * x[0]) * (1.0 - x[1]) * (x[2] / 4.0) - (5.0 * x[3] - 1.0) * (-x[3]) / (3.0 * x[0]);
    "functions of multiples": |x| (2.0 * x[0]).sin() * (3.0 * x[1]).atan2(-x[2]) + (x[3] * -0.5).mul_add(2.0 * x[0], 7.0 * x[1]);
    "product": |x| x[0] * x[1] * x[2] * x[3];
    "square": |x| { let s = x[0] + x[3]; s * s * x[1] };
    "quotient": |x| (x[0] + 1.0) / (x[1] * x[2] + 3.0) + 2.0 / x[3] + x[0] / x[0];
    "sqrt": |x| (x[0] * x[1]).sqrt() + x[2].cbrt();
    "exp": |x| (x[0] * x[3]).exp() - x[1].exp2() * x[2].exp_m1();
    "ln": |x| (x[0] + x[1]).ln() * x[2].ln_1p() + x[3].log2() + x[0].log10() + x[1].log(x[2] + 2.0);
    "sin": |x| (x[0] * x[1]).sin() * (x[2] + x[3]).cos() + x[0].tan() * x[3];
    "asin": |x| (x[0] * 0.1).asin() * (x[1] * 0.1).acos() + x[2].atan() * x[3];
    "sinh": |x| x[0].sinh() * x[1].cosh() - (x[2] * x[3]).tanh();
    "asinh": |x| x[0].asinh() * (x[1] + 1.5).acosh() + (x[2] * 0.2).atanh() * x[3];
    "atan2": |x| (x[0] * x[1]).atan2(x[2]) * x[3];
    "powf": |x| x[0].powf(x[1]) + x[2].powf(Num::constant(2.5)) + Num::<D>::constant(1.5).powf(x[3]);
    "powi": |x| x[0].powi(3) * x[1].powi(-2) + x[2].powi(0) + x[3].powi(1);
    "hypot": |x| x[0].hypot(x[1]) * x[2].recip() + x[3].recip();
    "abs": |x| (x[0] - x[1]).abs() * x[2] + x[3].signum() * x[0] + x[1].copysign(x[2]);
    "floor": |x| x[0].floor() * x[1] + x[2].fract() * x[3] + x[1].ceil() + x[0].round() + x[0].trunc();
    "rem": |x| (x[0] * x[1]) % x[2] + x[3].rem_euclid(x[0]) + x[1].div_euclid(x[2]);
    "max": |x| x[0].max(x[1]) * x[2].min(x[3]);
    "clamp": |x| x[0].clamp(x[1], x[1] + 1.0) * x[2] * x[3];
    "mul_add": |x| x[0].mul_add(x[1], x[2] * x[3]) * (x[0] * x[0]).mul_add(x[2], x[3] * x[3]);
    "degrees": |x| x[0].to_degrees() * x[1].to_radians() + x[2].sin_cos().0 * x[3].sin_cos().1;
    "unused": |x| { let _ = (x[0] - x[0]).ln() + 1.0 / (x[1] - x[1]); x[2] * x[3] };
    "edge": |x| (x[0] - x[0]).sqrt() + x[1] * x[1];
    "zero times edge": |x| (x[0] - x[0]) * (x[1] - x[1]).sqrt() + x[2] * x[3];
    "kink": |x| (x[0] - x[0]).abs() * x[1] + x[2].max(x[2]) * x[3];
    "overflow": |x| (x[0] * 1000.0).exp() * x[1] + x[2] * x[3];
    "deep": |x| (0..30).fold(x[0], |y, i| (y * x[i % 4] + x[(i + 1) % 4]).sin() + y / 3.0);
    "sum": |x| x.iter().map(|x| x * x).sum::<Num<D>>() * x.iter().product::<Num<D>>();
}

const POINTS: [[f64; 4]; 4] =
    [[0.7, 1.3, 0.4, 2.1], [1.9, 0.3, 0.8, 0.6], [1.0, 2.0, 3.0, 4.0], [0.25, 0.5, 0.125, 0.75]];

#[track_caller]
fn close(what: &str, found: f64, expected: f64) {
    let scale = expected.abs().max(1e-3);
    let same =
        found == expected || found.is_nan() && expected.is_nan() || (found - expected).abs() < 1e-11 * scale;
    assert!(same, "{what}: {found} instead of {expected}");
}

#[test]
fn second_derivatives_are_those_of_forward_over_reverse_mode() {
    for (name, x) in NAMES.iter().flat_map(|name| POINTS.map(|x| (name, x))) {
        let e = Named(name);
        let (value, gradient, expected) = value_grad_hessian(e).eval(F64, x);
        let (y, slopes, found) = call::value_grad_hessian(&e, &x);
        assert_eq!(y.to_bits(), value.to_bits(), "{name}{x:?}");
        for i in 0..4 {
            close(&format!("{name}{x:?}[{i}]"), slopes[i], gradient[i]);
            for j in 0..4 {
                close(&format!("{name}{x:?}[{i}][{j}]"), found[i][j], expected[i][j]);
                assert!(
                    found[i][j].to_bits() == found[j][i].to_bits() || found[i][j].is_nan(),
                    "{name}{x:?}"
                );
            }
        }
        assert_eq!(
            call::hessian(&e, &x).map(|row| row.map(f64::to_bits)),
            found.map(|row| row.map(f64::to_bits))
        );
        let v = [1.0, -2.0, 0.5, 0.0];
        let expected = hvp(e).eval(F64, (x, v)).1;
        let found = call::hvp(&e, &x, &v).1;
        (0..4).for_each(|i| close(&format!("{name}{x:?}·v[{i}]"), found[i], expected[i]));
    }
}

/// Σ (xᵢ₊₁ - xᵢ²)² + x₀·xₙ₋₁: in exact arithmetic of whole numbers, at whole numbers.
struct Chain;

impl Signature for Chain {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Chain {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        let chain: Num<D> = x.windows(2).map(|w| (w[1] - w[0] * w[0]) * (w[1] - w[0] * w[0])).sum();
        match x.as_slice() {
            [first, .., last] => chain + first * last,
            _ => chain,
        }
    }
}

#[test]
fn many_and_few_inputs_have_exact_second_derivatives_again_and_again() {
    let mut prepared = Prepared::new(Chain);
    for n in [0, 1, 2, 3, 20, 100, 4, 5, 6, 7, 8, 9, 100] {
        #[expect(clippy::cast_precision_loss, reason = "few")]
        let x: Vec<f64> = (0..n).map(|i| (i % 5) as f64 - 2.0).collect();
        let v: Vec<f64> = x.iter().map(|x| 3.0 - x).collect();
        let expected = hessian(Chain).eval(F64, x.clone());
        let product = hvp(Chain).eval(F64, (x.clone(), v.clone())).1;
        assert_eq!(call::hessian(&Chain, &x), expected);
        assert_eq!(call::hvp(&Chain, &x, &v).1, product);
        let (mut gradient, mut rows, mut found) = (vec![0.0; n], vec![0.0; n * n], vec![7.0; n]);
        for _ in 0..2 {
            let y = prepared.value_grad_hessian_into(&x, &mut gradient, &mut rows);
            assert_eq!((y, &gradient), (Chain.eval(F64, x.clone()), &call::grad(&Chain, &x)));
            assert_eq!(rows, expected.concat());
            gradient.fill(7.0);
            prepared.hvp_into(&x, &v, &mut gradient, &mut found);
            assert_eq!((&gradient, &found), (&call::grad(&Chain, &x), &product));
        }
    }
}

/// Σ (xᵢ₊₁ - xᵢ²)² + xᵢ·xᵢ₊ₖ, whose Hessian has no entries further than k from the diagonal.
struct Banded {
    k: usize,
}

impl Signature for Banded {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Banded {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        let chain = x.windows(2).map(|w| (w[1] - w[0] * w[0]) * (w[1] - w[0] * w[0]));
        chain.chain(x.windows(self.k + 1).map(|w| w[0] * w[self.k])).sum()
    }
}

#[test]
fn a_band_has_all_its_entries() {
    let small = (1..10).flat_map(|n: u8| (0..n).map(move |k| (usize::from(k), n)));
    for (k, n) in small.chain([(3, 20), (19, 20)]) {
        let x: Vec<f64> = (0..n).map(|i| f64::from(i % 5) - 2.0).collect();
        assert_eq!(call::hessian(&Banded { k }, &x), hessian(Banded { k }).eval(F64, x), "{k} of {n}");
    }
}

#[test]
fn a_recording_can_be_used_again_after_a_panic() {
    struct Panics<'c>(&'c Cell<bool>);
    impl Signature for Panics<'_> {
        type In = [f64; 2];
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Panics<'_> {
        fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> Num<D> {
            let product = x * y * x;
            assert!(!self.0.get(), "as told");
            product
        }
    }
    let panics = Cell::new(true);
    let mut prepared = Prepared::new(Panics(&panics));
    for told in [false, true, false] {
        panics.set(told);
        let (mut gradient, mut rows) = ([0.0; 2], [0.0; 4]);
        let run = std::panic::AssertUnwindSafe(|| {
            prepared.value_grad_hessian_into(&[2.0, 3.0], &mut gradient, &mut rows)
        });
        assert_eq!(std::panic::catch_unwind(run).is_err(), told);
        if !told {
            assert_eq!((gradient, rows), ([12.0, 4.0], [6.0, 4.0, 4.0, 0.0]));
        }
        let run = || call::hessian(&Panics(&panics), &[2.0, 3.0]);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        assert_eq!(outcome.ok(), (!told).then_some([[6.0, 4.0], [4.0, 0.0]]));
    }
}

#[test]
#[should_panic = "3 rows of 3 entries take 9, the slice of rows has 8"]
fn a_slice_of_another_length_is_refused() {
    let mut prepared = Prepared::new(Chain);
    prepared.value_grad_hessian_into(&vec![1.0; 3], &mut vec![0.0; 3], &mut [0.0; 8]);
}

#[test]
fn an_evaluation_inside_another_has_its_own_recording() {
    /// x ↦ x · (the first second derivative of the chain at plain numbers), by the same pool.
    struct Outer;
    impl Signature for Outer {
        type In = Vec<f64>;
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Outer {
        fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
            x[0] * x[0] * call::hessian(&Chain, &vec![1.0, 2.0])[0][0]
        }
    }
    let inner = call::hessian(&Chain, &vec![1.0, 2.0])[0][0];
    assert_eq!(call::hessian(&Outer, &vec![3.0]), [[2.0 * inner]]);
}

#[test]
fn given_numbers_are_constants() {
    struct Scaled;
    impl Signature for Scaled {
        type In = (f64, [f64; 2]);
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Scaled {
        fn apply(&self, _: D, (a, [x, y]): &(Num<D>, [Num<D>; 2])) -> Num<D> {
            *a * x * y
        }
    }
    assert_eq!(call::hessian(&Scaled.given(3.0), &[1.0, 2.0]), [[0.0, 3.0], [3.0, 0.0]]);
}

#[test]
fn retained_memory_is_bounded() {
    let run = || {
        call::keep_memory(0);
        let first = call::hessian(&Chain, &vec![1.0; 50]);
        call::keep_memory(1 << 20);
        assert_eq!(call::hessian(&Chain, &vec![1.0; 50]), first);
        assert_eq!(call::hessian(&Chain, &vec![1.0; 50]), first);
        <Vec<f64>>::count(&first[0])
    };
    assert_eq!(std::thread::spawn(run).join().unwrap(), 50);
}
