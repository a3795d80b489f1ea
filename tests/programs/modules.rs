//! Modules as users arrange them: a function with the name of its module, whose content is imported by a glob.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use ad::prelude::*;

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
mod raw {
    #[derive(Clone, Copy)]
    pub struct Point(pub f64, pub f64);

    impl Point {
        pub fn r#move(self, by: f64) -> Point {
            Point(self.0 + by * self.1, self.1 * by)
        }
        pub fn r#as(by: f64) -> Point {
            Point(by, by * by)
        }
    }

    pub fn r#loop(x: f64, y: f64) -> f64 {
        let end = Point(x, y).r#move(y).r#move(x);
        end.0 * Point::r#as(end.1).1
    }

    pub fn over(x: &[f64]) -> f64 {
        r#loop(x[0], x[1])
    }
}

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
    crate::check::program(&Blend { k: 3 }, &x);
    crate::check::program(&Twice, &x);
    crate::check::program(&Outside, &x);
    crate::check::program(&Inside, &x);
    crate::check::program(&OfRenamed, &x);
    crate::check::program(&raw::Over, &x);
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
    crate::check::program(&Turned, &vec![Point { x: 2.0, y: 3.0 }, Point { x: 5.0, y: 7.0 }]);
    crate::check::program(&Swapped, &(2.0, 3.0));
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
        let mut roots = Vec::new();
        for (index, x) in x.iter().enumerate() {
            if *x < 0.0 {
                return Err(Cause::At(Position { index }));
            }
            roots.push(x.sqrt());
        }
        Ok(roots)
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
        crate::check::program(&Product { phase: Phase::Liquid }, &x);
        crate::check::program(&Product { phase: Phase::Vapour }, &x);
    }
    let product = Product { phase: Phase::Liquid };
    assert_eq!(call::value(&product, &vec![4.0, -9.0]), Err(Cause::At(Position { index: 1 })));
}

#[exp(adjoint)]
fn window(n: usize, len: usize) -> f64 {
    0.5 - 0.5 * (2.0 * n as f64 / (len - 1) as f64).cos()
}

#[exp(adjoint)]
fn drawn<const K: u64>(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(K).wrapping_add(17);
    (*state >> 40) as f64 / 16_777_216.0
}

#[exp(adjoint)]
fn windowed(x: &[f64], seed: u64) -> f64 {
    let mut state = seed;
    let noise = drawn::<6_364_136_223_846_793_005>(&mut state) * 2.0 + drawn::<77>(&mut state);
    let windowed: Vec<f64> = x.iter().enumerate().map(|(n, x)| window(n, x_len(3)) * x).collect();
    windowed.iter().map(|x| x * x).sum::<f64>() * window(1, 4).exp() * noise
}

fn x_len(n: usize) -> usize {
    n
}

#[test]
fn the_arguments_of_a_function_may_leave_the_numbers_open() {
    crate::check::program(&Windowed { seed: 42 }, &vec![2.0, 3.0, -1.0]);
}

#[exp(adjoint)]
mod plain_parts {
    #[derive(Clone, Copy, PartialEq)]
    pub enum Side {
        Left,
        Right,
    }

    impl Side {
        fn sign(self) -> f64 {
            match self {
                Side::Left => 1.0,
                Side::Right => -0.5,
            }
        }
    }

    pub fn turned_to(x: f64, side: Side, sides: &[(usize, Side)]) -> f64 {
        let mut sum = if side == Side::Left { x } else { 1.0 } * if side == Side::Right { 2.0 } else { -1.0 };
        for &(k, side) in sides {
            let sign = side.sign();
            sum += sign * x.powi(k as i32) + (1.0 - sign) * x;
        }
        sum
    }
}
use plain_parts::{Side, TurnedTo};

#[test]
fn a_type_of_the_module_without_numbers_is_data() {
    let sides = [(2, Side::Left), (3, Side::Right)];
    for side in [Side::Left, Side::Right] {
        crate::check::program(&TurnedTo { side, sides: &sides }, &1.5);
    }
}

/// A type of another file, first used by a function with its fields, then handed on.
mod springs {
    use crate::Spring;
    use ad::prelude::*;

    #[exp(adjoint)]
    fn energy(spring: &Spring) -> f64 {
        spring.stiffness * spring.length * spring.length
    }

    #[exp(adjoint)]
    fn force(spring: &Spring, x: f64) -> f64 {
        spring.stiffness * x
    }

    #[exp(adjoint)]
    fn result_in_a_product(spring: &Spring, x: f64) -> f64 {
        energy(spring) * x
    }

    #[exp(adjoint)]
    fn results_with_names(spring: &Spring, x: f64) -> f64 {
        let (y, z) = (energy(spring), force(spring, x));
        y * z + y * spring.length
    }

    #[test]
    fn a_type_of_another_file_is_handed_on() {
        let at = (Spring { stiffness: 1.5, length: -0.5 }, 0.7);
        crate::check::program(&ResultInAProduct, &at);
        crate::check::program(&ResultsWithNames, &at);
    }
}

#[exp(adjoint)]
mod lengths {
    pub(super) type State<const N: usize> = [f64; N];
    type Rows<const N: usize, const M: usize> = [[f64; M]; N];

    fn axpy<const N: usize>(a: f64, x: &State<N>, y: &State<N>) -> State<N> {
        std::array::from_fn(|i| a * x[i] + y[i])
    }

    fn step<const N: usize>(
        f: impl Fn(f64, &State<N>) -> State<N>,
        t: f64,
        y: &State<N>,
        h: f64,
    ) -> State<N> {
        let k = f(t + h / 2.0, &axpy(h / 2.0, &f(t, y), y));
        let mut next = *y;
        for i in 0..N {
            next[i] += h * k[i];
        }
        next
    }

    pub(super) fn energy(m: &Rows<2, 2>, y: State<2>, steps: usize) -> f64 {
        let rhs = |t: f64, y: &State<2>| [y[1] * m[0][1] + t, y[0] * m[1][0] - m[1][1] * y[1]];
        let mut y = y;
        for i in 0..steps {
            y = step(&rhs, i as f64 * 0.25, &y, 0.25);
        }
        y[0] * y[1] * m[0][0]
    }
}

#[test]
fn names_of_arrays_may_have_lengths() {
    crate::check::program(&lengths::Energy { steps: 3 }, &([[1.5, 2.0], [-0.25, 0.75]], [0.5, 1.25]));
}
