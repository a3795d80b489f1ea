//! Modules as users arrange them: a function with the name of its module, whose content is imported by a glob.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use ad::prelude::*;
use ad::testing;

#[exp(adjoint)]
mod blend {
    /// It calls itself.
    pub fn blend(x: &[f64], k: usize) -> f64 {
        if k == 0 { x[0] * x[1] } else { x[1] * blend(x, k - 1) + x[0] }
    }

    pub fn twice(x: &[f64]) -> f64 {
        blend(x, 2) * blend(x, 1)
    }
}
use blend::*;

#[exp(adjoint)]
fn outside(x: &[f64]) -> f64 {
    blend(x, 1) * twice(x) + blend::blend(x, 3)
}

#[exp(adjoint)]
mod nested {
    pub(crate) mod root {
        pub(crate) fn root<const K: usize>(x: &[f64]) -> f64 {
            x.iter().fold(1.0, |p, x| p * x.powi(K as i32))
        }
    }
    pub(crate) use root::*;

    mod sum {
        pub(super) fn sum(x: &[f64]) -> f64 {
            x.iter().sum()
        }
    }
    use sum::*;

    pub fn inside(x: &[f64]) -> f64 {
        root::<2>(x) + sum(x) * root::root::<1>(x)
    }
}
use nested::*;

#[exp(adjoint)]
mod recorded_too {
    #[exp(adjoint = record)]
    pub fn recorded_too(x: &[f64]) -> f64 {
        x[0] * x[0] * x[1]
    }
}
use recorded_too::recorded_too as renamed;

#[exp(adjoint)]
fn of_renamed(x: &[f64]) -> f64 {
    renamed(x) * x[1]
}

#[test]
fn a_function_with_the_name_of_its_module_is_called_from_everywhere() {
    let x = vec![2.0, 3.0];
    testing::check(&Blend { k: 3 }, &x).unwrap();
    testing::check(&Twice, &x).unwrap();
    testing::check(&Outside, &x).unwrap();
    testing::check(&Inside, &x).unwrap();
    testing::check(&OfRenamed, &x).unwrap();
    assert_eq!(call::grad(&OfRenamed, &x), [36.0, 24.0]);
}

#[exp(adjoint)]
mod points {
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub type Pair = (f64, f64);

    pub fn turned(points: &[Point]) -> Vec<Point> {
        points.iter().map(|p| Point { x: p.y * p.x, y: p.x }).collect()
    }

    pub fn swapped(pair: (f64, f64)) -> Pair {
        (pair.1 * pair.0, pair.0)
    }
}
use points::*;

#[test]
fn a_shape_is_a_parameter_and_the_result_in_different_spellings() {
    testing::check(&Turned, &vec![Point { x: 2.0, y: 3.0 }, Point { x: 5.0, y: 7.0 }]).unwrap();
    testing::check(&Swapped, &(2.0, 3.0)).unwrap();
    assert_eq!(call::jvp(&Swapped, &(2.0, 3.0), &(1.0, 1.0)).1, (5.0, 1.0));
}

#[exp(adjoint)]
mod without_clone {
    #[derive(Debug, PartialEq)]
    pub enum Cause {
        Negative,
        At(Position),
    }

    #[derive(Debug, PartialEq)]
    pub struct Position {
        pub index: usize,
    }

    pub enum Phase {
        Liquid,
        Vapour,
    }

    fn roots(x: &[f64]) -> Result<Vec<f64>, Cause> {
        if x[0] < 0.0 {
            return Err(Cause::Negative);
        }
        let find =
            |i: usize| if x[i] < 0.0 { Err(Cause::At(Position { index: i })) } else { Ok(x[i].sqrt()) };
        (0..x.len()).map(find).collect()
    }

    pub fn product(x: &[f64], phase: Phase) -> Result<f64, Cause> {
        let mut product = 1.0;
        for root in roots(x)? {
            product *= match phase {
                Phase::Liquid => root,
                Phase::Vapour => root * x[0],
            };
        }
        Ok(product)
    }
}
use without_clone::{Cause, Phase, Position, Product};

#[test]
fn a_module_gives_its_errors_and_parameters_clone() {
    for x in [vec![4.0, 9.0], vec![4.0, -9.0], vec![-4.0, 9.0]] {
        testing::check(&Product { phase: Phase::Liquid }, &x).unwrap();
        testing::check(&Product { phase: Phase::Vapour }, &x).unwrap();
    }
    let product = Product { phase: Phase::Liquid };
    assert_eq!(call::value(&product, &vec![4.0, -9.0]), Err(Cause::At(Position { index: 1 })));
}
