//! The number of an operator's evaluations of an expression, and their strategies, which a result does not show.

use std::any::type_name;
use std::cell::{Cell, RefCell};

use ad_core::call;
use ad_core::{Dict, Exp, F64, I64, Num, Rationals, Real, RealDict, Signature, forward, iterate, stack};

/// x ↦ Σ xᵢ², which counts its evaluations.
struct Squares<'c>(&'c Cell<usize>);

impl Signature for Squares<'_> {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Squares<'_> {
    fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
        self.0.set(self.0.get() + 1);
        x.iter().fold(Num::new(dict, dict.zero()), |sum, x| sum + x * x)
    }
}

/// How often an expression is evaluated.
fn passes(evaluate: impl FnOnce(Squares<'_>)) -> usize {
    let count = Cell::new(0);
    evaluate(Squares(&count));
    count.get()
}

#[test]
fn a_gradient_in_forward_mode_takes_one_pass_for_eight_inputs() {
    for (inputs, expected) in [(0, 1), (1, 1), (8, 1), (9, 2), (20, 3)] {
        let (floats, integers) = (vec![0.5; inputs], vec![3; inputs]);
        let rationals = vec![3.into(); inputs];
        assert_eq!(
            passes(|e| assert_eq!(forward::grad(e).eval(F64, floats.clone()), vec![1.0; inputs])),
            expected
        );
        assert_eq!(passes(|e| assert_eq!(forward::grad(e).eval(I64, integers), vec![6; inputs])), expected);
        assert_eq!(passes(|e| _ = forward::grad(e).eval(Rationals, rationals)), expected);
        assert_eq!(passes(|e| _ = forward::grad(e).width::<1>().eval(F64, floats)), inputs.max(1));
    }
}

#[test]
fn a_hessian_in_forward_mode_takes_as_many_passes_as_its_orders_together() {
    let count = Cell::new(0);
    let hessian = forward::jacobian(forward::grad(Squares(&count))).eval(F64, vec![0.5; 20]);
    assert!((0..20).all(|i| (0..20).all(|j| hessian[i][j] == if i == j { 2.0 } else { 0.0 })));
    assert_eq!(count.get(), 3 * 3);
}

#[test]
fn passes_are_repeated_one_by_one_only_where_a_tangent_is_infinite() {
    let inputs = |x| [vec![0.5; 8], vec![x], vec![0.5; 7]].concat();
    assert_eq!(passes(|e| _ = forward::grad(e).eval(F64, inputs(1e300))), 2);
    // The tangent of an infinite input is infinite: a pass for the first eight, one for the others, and these again.
    assert_eq!(passes(|e| _ = forward::grad(e).eval(F64, inputs(f64::INFINITY))), 2 + 8);
    // With one tangent at a time there is nothing to repeat.
    assert_eq!(passes(|e| _ = forward::grad(e).width::<1>().eval(F64, inputs(f64::INFINITY))), 16);
}

/// √x³ + y², whose second derivative is infinite at a point with a finite first one.
struct Kink;

impl Signature for Kink {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Kink {
    fn apply(&self, _: D, [x, y]: &[Num<D>; 2]) -> Num<D> {
        x.powf(Num::constant(1.5)) + y * y
    }
}

#[test]
fn an_infinite_second_derivative_spoils_no_other_in_vector_mode() {
    let expected = [[f64::INFINITY, 0.0], [0.0, 2.0]];
    assert_eq!(forward::jacobian(forward::grad(Kink)).eval(F64, [0.0, 1.0]), expected);
    assert_eq!(forward::jacobian(stack::grad(Kink)).eval(F64, [0.0, 1.0]), expected);
}

// -----------------------------------------------------------------------------------------------------------

/// `outputs` times the sum of its inputs. It writes down under which dictionaries it is evaluated.
struct Sums<'c> {
    outputs: usize,
    log: &'c RefCell<Vec<&'static str>>,
}

impl Signature for Sums<'_> {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}

impl<D: Dict> Exp<D> for Sums<'_> {
    fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Vec<Num<D>> {
        self.log.borrow_mut().push(type_name::<D>());
        let sum = x.iter().fold(Num::new(dict, dict.zero()), |sum, x| sum + x);
        vec![sum; self.outputs]
    }
}

#[test]
fn a_jacobian_is_computed_by_columns_where_that_takes_no_more_passes_than_rows() {
    for (inputs, outputs, by_columns) in [
        (8, 0, true),
        (16, 1, true),
        (17, 1, false),
        (20, 2, true),
        (40, 3, true),
        (40, 2, false),
        (200, 1, false),
    ] {
        let log = RefCell::new(Vec::new());
        let jacobian = call::jacobian(&Sums { outputs, log: &log }, &vec![1.0; inputs]);
        assert_eq!(jacobian, vec![vec![1.0; inputs]; outputs]);
        let passes = |strategy| log.borrow().iter().filter(|dict| dict.contains(strategy)).count();
        let expected = if by_columns { (inputs.div_ceil(8), 0) } else { (0, 1) };
        assert_eq!((passes("Forward"), passes("Stack")), expected, "{inputs} inputs, {outputs} outputs");
    }
}

// -----------------------------------------------------------------------------------------------------------

thread_local! {
    /// How often [`Cube`] has been evaluated.
    static EVALUATIONS: Cell<usize> = const { Cell::new(0) };
}

/// x ↦ x³, which counts its evaluations.
#[derive(Clone, Copy)]
struct Cube;

impl Signature for Cube {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Cube {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        EVALUATIONS.set(EVALUATIONS.get() + 1);
        x * x * x
    }
}

#[test]
fn a_loop_has_as_many_snapshots_as_the_square_root_of_twice_its_length() {
    let evaluations = |e: ad_core::checkpoint::Iterate<Cube>| {
        EVALUATIONS.set(0);
        _ = stack::diff(e).eval(I64, 3);
        EVALUATIONS.get()
    };
    for (times, snapshots) in [(1, 2), (2, 2), (3, 3), (50, 10), (51, 11), (60, 11), (61, 12), (1_000, 45)] {
        let by_default = evaluations(iterate(Cube, times));
        assert_eq!(by_default, evaluations(iterate(Cube, times).snapshots(snapshots)), "{times} steps");
        if times > 3 {
            for other in [snapshots - 1, snapshots + 1] {
                let others = evaluations(iterate(Cube, times).snapshots(other));
                assert_ne!(by_default, others, "{times} steps, {other} snapshots");
            }
        }
    }
}

#[test]
fn the_nth_derivative_has_a_shorthand() {
    for (n, expected) in [(0, 8.0), (1, 12.0), (2, 12.0), (3, 6.0), (4, 0.0)] {
        assert_eq!(call::nth_derivative(&Cube, n, &2.0), expected);
    }
}
