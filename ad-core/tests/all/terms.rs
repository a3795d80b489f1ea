//! A sum that is differentiated term by term is the sum: in all nestings, among other steps, and with checkpoints in it and
//! around it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad_core::paper::{Var, pow};
use ad_core::{
    Dict, Exp, F64, I64, Mode, Num, Prepared, RealDict, Semiring, Signature, call, checkpoint, forward,
    hessian, stack, terms,
};

/// x ↦ aₖ·(x₀·x₁ + xₖ)² for datum number k, and for number 3 a constant.
#[derive(Clone, Copy)]
struct Term<'a>(&'a (usize, u64));

impl Signature for Term<'_> {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: Dict> Exp<D> for Term<'_> {
    fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> {
        let (k, a) = *self.0;
        if k == 3 {
            return Num::natural(a);
        }
        let y = x[0] * x[1] + x[k];
        Num::natural(a) * y * y
    }
}

const DATA: [(usize, u64); 5] = [(0, 2), (2, 3), (3, 7), (1, 1), (0, 5)];

/// u·v + the sum of the terms at (u·v, u, v·v), where the middle one may be a constant, by a loop or term by term.
#[derive(Clone, Copy)]
struct Whole {
    by_terms: bool,
    constant: bool,
    checkpoints: bool,
}

impl Signature for Whole {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: Dict> Exp<D> for Whole {
    fn apply(&self, dict: D, [u, v]: &[Num<D>; 2]) -> Num<D> {
        let product = u * v;
        let x = [product, if self.constant { Num::natural(2) } else { *u }, v * v];
        let sum = if !self.by_terms {
            DATA.iter().map(|datum| Term(datum).apply(dict, &x)).reduce(|a, b| a + b).expect("there are five")
        } else if self.checkpoints {
            terms(&DATA, |datum| checkpoint(Term(datum))).apply(dict, &x)
        } else {
            terms(&DATA, Term).apply(dict, &x)
        };
        product + sum * product
    }
}

const LOOP: Whole = Whole { by_terms: false, constant: false, checkpoints: false };

#[test]
fn it_is_the_sum_in_all_nestings() {
    for constant in [false, true] {
        let e = Whole { constant, ..LOOP };
        let x = [2, -3];
        let value = e.eval(I64, x);
        let gradient = stack::grad(e).eval(I64, x);
        let second = hessian(e).eval(I64, x);
        for checkpoints in [false, true] {
            let whole = Whole { by_terms: true, checkpoints, ..e };
            assert_eq!(whole.eval(I64, x), value);
            assert_eq!(stack::value_and_grad(whole).eval(I64, x), (value, gradient));
            assert_eq!(stack::grad(checkpoint(whole)).eval(I64, x), gradient);
            assert_eq!(forward::grad(whole).eval(I64, x), gradient);
            assert_eq!(forward::jacobian(stack::grad(whole)).eval(I64, x), second);
            assert_eq!(stack::jacobian(forward::grad(whole)).eval(I64, x), second);
            assert_eq!(stack::jacobian(stack::grad(whole)).eval(I64, x), second);
            assert_eq!(stack::jacobian(forward::grad(checkpoint(whole))).eval(I64, x), second);
        }
    }
}

/// The same sum twice, at the variables as they come, between other steps that use them; in another order, it is at other
/// numbers.
#[derive(Clone, Copy)]
struct AtVariables {
    by_terms: bool,
    checkpoints: bool,
    order: [usize; 3],
}

impl Signature for AtVariables {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: Dict> Exp<D> for AtVariables {
    fn apply(&self, dict: D, x: &[Num<D>; 3]) -> Num<D> {
        let sum = |x: &[Num<D>; 3]| {
            let x = self.order.map(|i| x[i]);
            if !self.by_terms {
                DATA.iter()
                    .map(|datum| Term(datum).apply(dict, &x))
                    .reduce(|a, b| a + b)
                    .expect("there are five")
            } else if self.checkpoints {
                terms(&DATA, |datum| checkpoint(Term(datum))).apply(dict, &x)
            } else {
                terms(&DATA, Term).apply(dict, &x)
            }
        };
        let first = x[0] * sum(x);
        first * x[2] + sum(x) * sum(&[x[0] * x[1], x[1] * x[2], x[2] * x[0]])
    }
}

#[test]
fn it_is_the_sum_at_variables_and_at_other_numbers() {
    let x = [2, -3, 5];
    for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 1, 2]] {
        let e = AtVariables { by_terms: false, checkpoints: false, order };
        let (gradient, second) = (stack::grad(e).eval(I64, x), hessian(e).eval(I64, x));
        for checkpoints in [false, true] {
            let sum = AtVariables { by_terms: true, checkpoints, order };
            assert_eq!(stack::grad(sum).eval(I64, x), gradient, "{order:?}");
            assert_eq!(stack::grad(checkpoint(sum)).eval(I64, x), gradient, "{order:?}");
            assert_eq!(forward::jacobian(stack::grad(sum)).eval(I64, x), second, "{order:?}");
            assert_eq!(stack::jacobian(stack::grad(sum)).eval(I64, x), second, "{order:?}");
        }
    }
}

#[test]
fn floats_have_the_same_derivatives() {
    let x = [0.5, -0.25];
    let whole = Whole { by_terms: true, ..LOOP };
    assert_eq!(call::value_and_grad(&whole, &x), call::value_and_grad(&LOOP, &x));
    assert_eq!(call::hessian(&whole, &x), call::hessian(&LOOP, &x));
    assert_eq!(call::hvp(&whole, &x, &[1.0, 2.0]).1, call::hvp(&LOOP, &x, &[1.0, 2.0]).1);
    let mut prepared = Prepared::new(whole).mode(Mode::Tape);
    let mut gradient = [0.0; 2];
    for _ in 0..3 {
        prepared.value_and_grad_into(&x, &mut gradient);
        assert_eq!(gradient, call::grad(&LOOP, &x));
    }
}

#[test]
fn nothing_and_constants_have_no_derivative() {
    /// A term that is one of the variables.
    struct Same;
    impl Signature for Same {
        type In = [f64; 2];
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Same {
        fn apply(&self, _: D, x: &[Num<D>; 2]) -> Num<D> {
            x[1]
        }
    }
    let none: [(usize, u64); 0] = [];
    assert_eq!(stack::value_and_grad(terms(&none, Term)).eval(I64, [1, 2, 3]), (0, [0, 0, 0]));
    assert!(stack::value_and_grad(terms(&none, Term)).eval(F64, [1.0, 2.0, 3.0]).0.is_sign_negative());
    let constants = [(3, 4), (3, 5)];
    assert_eq!(stack::value_and_grad(terms(&constants, Term)).eval(I64, [1, 2, 3]), (9, [0, 0, 0]));
    assert_eq!(stack::value_and_grad(terms(&[(); 3], |()| Same)).eval(I64, [5, 7]), (21, [0, 3]));
}

#[test]
fn inputs_without_influence_are_not_visited() {
    /// √(x - x) · (the sum of constants): it would be 0 times a number that is not finite, if the sum were visited.
    struct Outside;
    impl Signature for Outside {
        type In = f64;
        type Out = f64;
    }
    impl<D: RealDict> Exp<D> for Outside {
        fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
            use ad_core::Real;
            let edge = (x - x).sqrt();
            let y = [*x, *x, edge];
            terms(&[(0, 1), (1, 1)], Term).apply(dict, &y)
        }
    }
    // Σ (x² + x)² twice: 8x³ + 12x² + 4x.
    assert_eq!(call::grad(&Outside, &1.0), 24.0);
}

#[test]
fn a_term_may_panic() {
    struct Panics<'a>(&'a Cell<bool>);
    impl Signature for Panics<'_> {
        type In = Vec<f64>;
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Panics<'_> {
        fn apply(&self, _: D, x: &Vec<Num<D>>) -> Num<D> {
            let product = x.iter().product();
            assert!(!self.0.get(), "as told");
            product
        }
    }
    let panics = [Cell::new(false), Cell::new(false)];
    let mut prepared = Prepared::new(terms(&panics, Panics)).mode(Mode::Tape);
    let mut gradient = vec![0.0; 3];
    for told in [false, true, false] {
        panics[1].set(told);
        let run = AssertUnwindSafe(|| prepared.value_and_grad_into(&[2.0, 3.0, 5.0], &mut gradient));
        assert_eq!(catch_unwind(run).is_err(), told);
        assert!(told || gradient == [30.0, 20.0, 12.0]);
    }
}

#[test]
fn a_checkpoint_of_a_constant_term_is_forgotten() {
    /// (x₀·x₁)² + x₀·x₁, or 4 behind a checkpoint whose results it does not use.
    #[derive(Clone, Copy)]
    struct Behind<'a>(&'a bool);
    impl Signature for Behind<'_> {
        type In = [f64; 2];
        type Out = f64;
    }
    impl<D: Dict> Exp<D> for Behind<'_> {
        fn apply(&self, dict: D, x: &[Num<D>; 2]) -> Num<D> {
            let square = checkpoint(pow(2, Var));
            if *self.0 {
                square.apply(dict, &x[0]);
                return Num::natural(4);
            }
            let product = x[0] * x[1];
            square.apply(dict, &product) + product
        }
    }
    let x = [2, -3];
    for data in [[true, false, false], [false, true, false], [true, true, false], [true, true, true]] {
        let sum = terms(&data, Behind);
        let expected = forward::value_and_grad(sum).eval(I64, x);
        assert_eq!(stack::value_and_grad(sum).eval(I64, x), expected, "{data:?}");
        let second = forward::jacobian(forward::grad(sum)).eval(I64, x);
        assert_eq!(forward::jacobian(stack::grad(sum)).eval(I64, x), second, "{data:?}");
    }
}
