//! Expressions behind pointers, chosen at run time.

use std::rc::Rc;
use std::sync::Arc;

use ad::paper::{Var, pow, subst};
use ad::prelude::*;
use ad::{Dict, Semiring};
use ad_testing::{each_strategy, nestings};

/// An expression over `D`, known at run time only.
type Boxed<D> = Box<dyn Exp<D, In = f64, Out = f64>>;

#[exp]
fn cube(x: f64) -> f64 {
    x * x * x
}

fn choose<D: Dict>(k: u32) -> Boxed<D> {
    match k {
        0 => Box::new(Var),
        3 => Box::new(Cube),
        k => Box::new(pow(k, Var)),
    }
}

#[test]
fn derivatives_by_all_strategies_are_in_one_list() {
    let mut derivatives: Vec<Boxed<F64>> = vec![];
    nestings!([diff], Cube, |_, d| derivatives.push(Box::new(d)));
    for e in &derivatives {
        assert_eq!(e.eval(F64, 2.0), 12.0);
        assert_eq!(e.at(2.0), 12.0);
    }
}

/// A pointer to an expression is an expression. To be differentiated it must be one in every evaluation.
#[test]
fn forward_differentiates_a_boxed_expression() {
    type OverAnyForward = Box<dyn for<'t> Exp<forward::Forward<'t, I64>, In = f64, Out = f64>>;
    let expressions: [OverAnyForward; 3] = [Box::new(Var), Box::new(Cube), Box::new(pow(4, Var))];
    for (e, slope) in expressions.into_iter().zip([1, 12, 32]) {
        assert_eq!(forward::diff(e).eval(I64, 2), slope);
    }
}

#[test]
fn stack_differentiates_a_boxed_expression() {
    type OverAnyStack = Box<dyn for<'t> Exp<stack::Stack<'t, I64>, In = f64, Out = f64>>;
    let cube: OverAnyStack = Box::new(Cube);
    assert_eq!(stack::diff(cube).eval(I64, 2), 12);
}

#[cfg(feature = "effects")]
#[test]
fn effects_differentiates_a_boxed_expression() {
    type OverAnyEffects = Box<dyn for<'t> Exp<effects::Effects<'t, I64>, In = f64, Out = f64>>;
    let cube: OverAnyEffects = Box::new(Cube);
    assert_eq!(effects::diff(cube).eval(I64, 2), 12);
}

/// An expression that contains others, each behind a pointer.
fn polynomial<N: Semiring>(x: N, terms: &[Boxed<N::Dict>]) -> N {
    terms.iter().map(|term| term.at(x)).sum()
}

#[test]
fn a_list_of_expressions_is_summed() {
    assert_eq!(polynomial(2.0, &[choose(0), choose(3), choose(4)]), 26.0);
    assert_eq!(polynomial::<f64>(2.0, &[]), 0.0);
}

macro_rules! tests {
    ($strategy:ident) => {
        mod $strategy {
            use ad_testing::strategy::$strategy::diff;

            use super::*;

            #[test]
            fn every_pointer_to_an_expression_is_an_expression() {
                assert_eq!(diff(&Cube).eval(I64, 2), 12);
                assert_eq!(diff(Box::new(Cube)).eval(I64, 2), 12);
                assert_eq!(diff(Rc::new(Cube)).eval(I64, 2), 12);
                assert_eq!(diff(Arc::new(Cube)).eval(I64, 2), 12);
                assert_eq!(diff(&&Box::new(Rc::new(&Cube))).eval(I64, 2), 12);
                assert_eq!(diff(Rc::new(diff(Rc::new(Cube)))).eval(I64, 2), 12);
                assert_eq!(subst(&Cube, diff(&Cube)).eval(I64, 2), 192);
            }

            #[test]
            fn an_expression_is_used_many_times() {
                let e = Rc::new(diff(Cube));
                let same = Rc::clone(&e);
                assert_eq!(subst(e, same).eval(I64, 1), 27);
            }
        }
    };
}

mod under {
    use super::*;

    each_strategy!(tests);
}
