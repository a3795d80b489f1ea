//! The operators agree with each other on random programs of several shapes:
//!
//! * jvp with vjp,
//! * rows with columns,
//! * Hessian-vector products with Hessians,
//! * convenience calls with operators,
//! * prepared gradients with fresh ones.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::{
    Num, Of, RingDict, Semiring, Shape, Signature, call, divergence, hessian, hvp, laplacian,
    value_grad_hessian,
};
use ad_testing::program::{RealProgram, RingProgram, numbers};
use ad_testing::{Random, chain, nestings};

/// How many programs of each shape.
const PROGRAMS: u64 = 25;

/// The relative error that a sum of products in another order may have.
const TOLERANCE: f64 = 1e-13;

/// Declares tests over all shapes: `check::<In, Out>(seed, input, output)` for each.
macro_rules! shapes {
    ($($name:ident: $check:ident over { $($I:ty => $O:ty: $input:expr => $output:expr;)* })*) => {$(
        #[test]
        fn $name() {
            for seed in 0..PROGRAMS {
                $($check::<$I, $O>(seed, $input, $output);)*
            }
        }
    )*};
}

shapes! {
    jvp_and_vjp_are_dual: dual over {
        f64 => f64: () => ();
        [f64; 3] => [f64; 2]: [(); 3] => [(); 2];
        Vec<f64> => Vec<f64>: vec![(); 5] => vec![(); 4];
        (f64, [f64; 2]) => (Vec<f64>, f64): ((), [(); 2]) => (vec![(); 3], ());
        Vec<[f64; 2]> => Option<f64>: vec![[(); 2]; 3] => Some(());
        Vec<Vec<f64>> => [[f64; 2]; 2]: vec![vec![()], vec![], vec![(); 2]] => [[(); 2]; 2];
    }

    jacobians_by_rows_are_those_by_columns: jacobians over {
        [f64; 3] => [f64; 2]: [(); 3] => [(); 2];
        Vec<f64> => Vec<f64>: vec![(); 11] => vec![(); 4];
        (f64, [f64; 2]) => (Vec<f64>, f64): ((), [(); 2]) => (vec![(); 3], ());
    }

    integers_have_the_same_derivatives_in_all_modes: exact over {
        [f64; 3] => [f64; 2]: [(); 3] => [(); 2];
        Vec<f64> => Vec<f64>: vec![(); 11] => vec![(); 4];
        (f64, [f64; 2]) => (Vec<f64>, f64): ((), [(); 2]) => (vec![(); 3], ());
    }
}

fn dot<S: Shape>(a: &Of<S, f64>, b: &Of<S, f64>) -> (f64, f64) {
    let products: Vec<f64> = numbers::<S>(a).iter().zip(numbers::<S>(b)).map(|(a, b)| a * b).collect();
    (products.iter().sum(), products.iter().map(|p| p.abs()).sum())
}

#[track_caller]
fn close(a: &[f64], b: &[f64]) {
    let scale = a.iter().chain(b).fold(1.0, |scale: f64, x| scale.max(x.abs()));
    let close = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE * scale);
    assert!(a.len() == b.len() && close, "{a:?} is not {b:?}");
}

/// ⟨ȳ, J·ẋ⟩ = ⟨ȳ·J, ẋ⟩
fn dual<I: Shape, O: Shape>(seed: u64, input: Of<I, ()>, output: Of<O, ()>) {
    let e = RealProgram::<I, O> { seed, input, output };
    let random = &mut Random::new(seed + 1000);
    let x = random.fill::<I>(&e.input, Random::float);
    let dx = random.fill::<I>(&e.input, Random::float);
    let dy = random.fill::<O>(&e.output, Random::float);
    let (y, forward) = forward::jvp(&e).eval(F64, (x.clone(), dx.clone()));
    let (y_of_stack, stack) = stack::vjp(&e).eval(F64, (x.clone(), dy.clone()));

    let (by_jvp, scale) = dot::<O>(&dy, &forward);
    let (by_vjp, other) = dot::<I>(&stack, &dx);
    assert!((by_jvp - by_vjp).abs() <= TOLERANCE * scale.max(other).max(1.0), "{by_jvp} is not {by_vjp}");

    // The same operations in the same order: equal to the last bit.
    let values = numbers::<O>(&e.eval(F64, x.clone()));
    assert_eq!([&y, &y_of_stack].map(numbers::<O>), [&values, &values].map(Clone::clone));
    nestings!(vjp: [vjp], &e, |name, d| {
        let (y, by_strategy) = d.eval(F64, (x.clone(), dy.clone()));
        assert_eq!((numbers::<O>(&y), numbers::<I>(&by_strategy)), (values.clone(), numbers::<I>(&stack)), "{name}");
    });
    assert_eq!(numbers::<O>(&call::value(&e, &x)), values);
    let called = call::jvp(&e, &x, &dx);
    assert_eq!((numbers::<O>(&called.0), numbers::<O>(&called.1)), (values.clone(), numbers::<O>(&forward)));
    let called = call::vjp(&e, &x, &dy);
    assert_eq!((numbers::<O>(&called.0), numbers::<I>(&called.1)), (values, numbers::<I>(&stack)));
}

fn flat<I: Shape, O: Shape>(jacobian: &Of<O, Of<I, f64>>) -> Vec<f64> {
    let mut entries = Vec::new();
    O::for_each(jacobian, &mut |row| entries.extend(numbers::<I>(row)));
    entries
}

/// Rows are columns, for every number of tangents at a time, and J·ẋ is the result of jvp.
fn jacobians<I: Shape, O: Shape>(seed: u64, input: Of<I, ()>, output: Of<O, ()>) {
    let e = RealProgram::<I, O> { seed, input, output };
    let random = &mut Random::new(seed + 1000);
    let x = random.fill::<I>(&e.input, Random::float);
    let columns = flat::<I, O>(&forward::jacobian(&e).eval(F64, x.clone()));
    let rows = flat::<I, O>(&stack::jacobian(&e).eval(F64, x.clone()));
    close(&columns, &rows);

    nestings!(vjp: [jacobian], &e, |name, d| assert_eq!(rows, flat::<I, O>(&d.eval(F64, x.clone())), "{name}"));
    assert_eq!(columns, flat::<I, O>(&forward::jacobian(&e).width::<1>().eval(F64, x.clone())));
    assert_eq!(columns, flat::<I, O>(&forward::jacobian(&e).width::<2>().eval(F64, x.clone())));
    assert_eq!(columns, flat::<I, O>(&forward::jacobian(&e).width::<64>().eval(F64, x.clone())));
    let (y, jacobian) = forward::value_and_jacobian(&e).eval(F64, x.clone());
    assert_eq!(numbers::<O>(&y), numbers::<O>(&e.eval(F64, x.clone())));
    assert_eq!(columns, flat::<I, O>(&jacobian));
    let called = flat::<I, O>(&call::jacobian(&e, &x));
    assert!(called == columns || called == rows);

    let dx = random.fill::<I>(&e.input, Random::float);
    let inputs = numbers::<I>(&dx);
    let products: Vec<f64> =
        columns.chunks(inputs.len()).map(|row| row.iter().zip(&inputs).map(|(a, b)| a * b).sum()).collect();
    close(&products, &numbers::<O>(&forward::jvp(&e).eval(F64, (x, dx)).1));
}

/// Where nothing is rounded, all modes agree exactly.
fn exact<I: Shape, O: Shape>(seed: u64, input: Of<I, ()>, output: Of<O, ()>) {
    let e = RingProgram::<I, O> { seed, input, output };
    let x = Random::new(seed + 1000).fill::<I>(&e.input, Random::small);
    let columns = flat::<I, O>(&forward::jacobian(&e).eval(F64, x.clone()));
    assert!(columns.iter().all(|d| d.abs() < 2f64.powi(53)), "it may have been rounded");
    nestings!([jacobian], &e, |name, d| assert_eq!(columns, flat::<I, O>(&d.eval(F64, x.clone())), "{name}"));
}

// Scalar functions: gradients and second derivatives.

type Field = RealProgram<Vec<f64>, f64>;

fn scalar(seed: u64, n: usize) -> (Field, Vec<f64>, Vec<f64>) {
    let e = RealProgram { seed, input: vec![(); n], output: () };
    let random = &mut Random::new(seed + 1000);
    let x = random.fill::<Vec<f64>>(&e.input, Random::float);
    let v = random.fill::<Vec<f64>>(&e.input, Random::float);
    (e, x, v)
}

#[test]
fn gradients_agree_and_calls_are_the_operators() {
    for seed in 0..PROGRAMS {
        let (e, x, _) = scalar(seed, 6);
        let y = e.eval(F64, x.clone());
        let gradient = stack::grad(&e).eval(F64, x.clone());
        close(&forward::grad(&e).eval(F64, x.clone()), &gradient);
        nestings!(vjp: [grad], &e, |name, d| assert_eq!(d.eval(F64, x.clone()), gradient, "{name}"));
        nestings!(vjp: [value_and_grad], &e, |name, d| {
            assert_eq!(d.eval(F64, x.clone()), (y, gradient.clone()), "{name}");
        });
        let by_columns = forward::grad(&e).eval(F64, x.clone());
        assert_eq!(forward::value_and_grad(&e).eval(F64, x.clone()), (y, by_columns.clone()));
        assert_eq!(forward::grad(&e).width::<3>().eval(F64, x.clone()), by_columns);

        // Few inputs: the calls choose forward mode.
        assert_eq!(call::grad(&e, &x), by_columns);
        assert_eq!(call::value_and_grad(&e, &x), (y, by_columns.clone()));
        let mut buffer = vec![f64::NAN; x.len()];
        assert_eq!(Prepared::new(&e).value_and_grad_into(&x, &mut buffer), y);
        assert_eq!(buffer, by_columns);
        assert_eq!(Prepared::new(&e).mode(Mode::Tape).value_and_grad_into(&x, &mut buffer), y);
        assert_eq!(buffer, gradient);
    }
    let e = RealProgram::<f64, f64> { seed: 1, input: (), output: () };
    assert_eq!(call::diff(&e, &0.3), forward::diff(&e).eval(F64, 0.3));
}

#[test]
fn hessians_are_symmetric_and_their_products_those_of_hvp() {
    for seed in 0..PROGRAMS {
        let (e, x, v) = scalar(seed, 11);
        let h = hessian(&e).eval(F64, x.clone());
        let transposed: Vec<Vec<f64>> = (0..x.len()).map(|i| h.iter().map(|row| row[i]).collect()).collect();
        close(&h.concat(), &transposed.concat());

        let products: Vec<f64> = h.iter().map(|row| row.iter().zip(&v).map(|(a, b)| a * b).sum()).collect();
        let product = hvp(&e).eval(F64, (x.clone(), v.clone())).1;
        close(&product, &products);
        let diagonal = (0..x.len()).map(|i| h[i][i]).reduce(|a, b| a + b);
        assert_eq!(Some(laplacian(&e).eval(F64, x.clone())), diagonal);
        let called = call::hessian(&e, &x);
        let diagonal: f64 = (0..x.len()).map(|i| called[i][i]).sum();
        assert_eq!(call::laplacian(&e, &x), diagonal);

        let (y, gradient, same) = value_grad_hessian(&e).eval(F64, x.clone());
        assert_eq!(
            (y, &gradient, &same),
            (e.eval(F64, x.clone()), &stack::grad(&e).eval(F64, x.clone()), &h)
        );
        // The calls sweep a recording over floats, so they add the same terms in another order.
        let called = call::value_grad_hessian(&e, &x);
        assert_eq!(called.0, y);
        close(&called.1, &gradient);
        close(&called.2.concat(), &h.concat());
        close(&call::hessian(&e, &x).concat(), &h.concat());
        close(&call::hvp(&e, &x, &v).1, &product);

        // Other mixtures, and a product with a vector as the derivative of a derivative.
        close(&forward::jacobian(forward::grad(&e)).eval(F64, x.clone()).concat(), &h.concat());
        chain!([grad[jacobian]], &e, |_, d| close(&d.eval(F64, x.clone()).concat(), &h.concat()));
        nestings!(vjp: [grad [vjp]], &e, |_, d| close(&d.eval(F64, (x.clone(), v.clone())).1, &product));
        nestings!(vjp: [vjp], forward::grad(&e), |_, d| close(&d.eval(F64, (x.clone(), v.clone())).1, &product));
    }
}

#[test]
fn hessians_of_integers_are_symmetric_to_the_last_bit() {
    for seed in 0..PROGRAMS {
        let e = RingProgram::<Vec<f64>, f64> { seed, input: vec![(); 9], output: () };
        let x = Random::new(seed + 1000).fill::<Vec<f64>>(&e.input, Random::small);
        let h = hessian(&e).eval(F64, x.clone());
        for (i, row) in h.iter().enumerate() {
            for (j, entry) in row.iter().enumerate() {
                assert_eq!(*entry, h[j][i]);
            }
        }
        nestings!([grad[jacobian]], &e, |name, d| assert_eq!(h, d.eval(F64, x.clone()), "{name}"));
    }
}

#[test]
fn the_divergence_is_the_trace_of_the_jacobian() {
    for seed in 0..PROGRAMS {
        let e = RealProgram::<Vec<f64>, Vec<f64>> { seed, input: vec![(); 10], output: vec![(); 10] };
        let x = Random::new(seed + 1000).fill::<Vec<f64>>(&e.input, Random::float);
        let rows = stack::jacobian(&e).eval(F64, x.clone());
        let trace = (0..x.len()).map(|i| rows[i][i]).sum::<f64>();
        close(&[call::divergence(&e, &x)], &[trace]);
        close(&[divergence(&e).eval(F64, x)], &[trace]);
    }
}

/// The divergence of a gradient is a Laplacian. Operators are expressions: the gradient of a product with a vector is the product
/// with a Hessian.
#[test]
fn operators_nest() {
    struct Along<'e, E>(&'e E, Vec<f64>);
    impl<E: Signature<In = Vec<f64>, Out = f64>> Signature for Along<'_, E> {
        type In = Vec<f64>;
        type Out = f64;
    }
    // x ↦ ∇e(x)·v
    impl<D: ad::RealDict, E> Exp<D> for Along<'_, E>
    where
        E: Signature<In = Vec<f64>, Out = f64> + for<'t> Exp<ad::stack::Stack<'t, D>>,
    {
        fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
            stack::grad(self.0).apply(dict, x).into_iter().zip(&self.1).map(|(g, v)| g * v).sum()
        }
    }
    for seed in 0..PROGRAMS {
        let (e, x, v) = scalar(seed, 5);
        let product = hvp(&e).eval(F64, (x.clone(), v.clone())).1;
        nestings!([grad], Along(&e, v.clone()), |_, d| close(&d.eval(F64, x.clone()), &product));
        let trace = laplacian(&e).eval(F64, x.clone());
        nestings!([grad], &e, |_, d| close(&[divergence(d).eval(F64, x.clone())], &[trace]));
    }
}

// Prepared gradients

#[test]
fn a_prepared_gradient_equals_a_fresh_one() {
    let e = RingProgram::<Vec<f64>, f64> { seed: 3, input: vec![], output: () };
    let mut prepared = Prepared::new(&e).mode(Mode::Tape);
    // Lengths go up and down.
    for (seed, n) in (0..).zip([3, 3, 7, 1, 40, 40, 2, 5]) {
        let x = Random::new(seed).fill::<Vec<f64>>(&vec![(); n], Random::float);
        let mut gradient = vec![f64::NAN; n];
        let y = prepared.value_and_grad_into(&x, &mut gradient);
        assert_eq!((y, gradient), stack::value_and_grad(&e).eval(F64, x));
    }
}

#[test]
fn a_prepared_gradient_works_over_other_dictionaries() {
    let e = RingProgram::<[f64; 3], f64> { seed: 5, input: [(); 3], output: () };
    let mut prepared = Prepared::over(&e, I64).mode(Mode::Tape);
    for x in [[1, 2, 3], [-4, 5, 60], [7, 0, -1]] {
        let mut gradient = [0; 3];
        let y = prepared.value_and_grad_into(&x, &mut gradient);
        assert_eq!((y, gradient), stack::value_and_grad(&e).eval(I64, x));
    }
}

/// x₀·x₁·…, which panics half way if it is told to.
struct Fragile<'a>(&'a Cell<bool>);

impl Signature for Fragile<'_> {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: RingDict> Exp<D> for Fragile<'_> {
    fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
        x.iter().enumerate().fold(-Num::natural(1), |product, (i, x)| {
            assert!(!self.0.get() || i < 2, "told to panic");
            product * x
        })
    }
}

#[test]
fn a_prepared_gradient_can_be_used_again_after_a_panic() {
    let fragile = Cell::new(false);
    let mut prepared = Prepared::new(Fragile(&fragile)).mode(Mode::Tape);
    let mut gradient = vec![0.0; 3];
    let mut run = |panics: bool, x: &Vec<f64>, gradient: &mut Vec<f64>| {
        fragile.set(panics);
        catch_unwind(AssertUnwindSafe(|| prepared.value_and_grad_into(x, gradient)))
    };
    for _ in 0..3 {
        assert_eq!(run(false, &vec![2.0, 3.0, 5.0], &mut gradient).ok(), Some(-30.0));
        assert_eq!(gradient, [-15.0, -10.0, -6.0]);
        let payload = run(true, &vec![7.0, 7.0, 7.0], &mut gradient).expect_err("it panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"told to panic"));
        // A wrong length is noticed before anything is changed.
        let payload = run(false, &vec![1.0; 4], &mut gradient).expect_err("lengths differ");
        let message = payload.downcast_ref::<String>().expect("the message names both lengths");
        assert!(message.contains('3') && message.contains('4'), "{message}");
    }
}

/// Σ c·xᵢ², in as many places as `results` says.
#[exp]
fn scaled(results: usize, c: f64, x: &[f64]) -> Vec<f64> {
    vec![x.iter().map(|x| c * x * x).sum(); results]
}

#[exp]
fn scaled_sum(c: f64, x: &[f64]) -> f64 {
    x.iter().map(|x| c * x * x).sum()
}

#[test]
fn calls_take_partially_applied_expressions() {
    // By columns with few inputs or many results, and by rows.
    for (inputs, results, sum_of_slopes, slope_of_sum) in
        [(1, 1, 9.0, 9.0), (3, 2, 27.0, 18.0), (20, 1, 180.0, 9.0), (20, 5, 180.0, 45.0)]
    {
        let x = vec![1.5; inputs];
        let gradient = vec![9.0; inputs];
        let e = Scaled { results }.given(3.0);
        assert_eq!(call::jacobian(&e, &x), vec![gradient.clone(); results]);
        assert_eq!(call::vjp(&e, &x, &vec![1.0; results]).1, vec![slope_of_sum; inputs]);
        assert_eq!(call::jvp(&e, &x, &vec![1.0; inputs]).1, vec![sum_of_slopes; results]);
        let e = ScaledSum.given(3.0);
        assert_eq!(call::grad(&e, &x), gradient);
        assert_eq!(call::hvp(&e, &x, &vec![1.0; inputs]).1, vec![6.0; inputs]);
        assert_eq!(call::hessian(&e, &x)[0][0], 6.0);
        assert_eq!(call::value(&e, &x), 0.75 * sum_of_slopes);
    }
}
