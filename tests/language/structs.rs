//! Structs, `impl` blocks and modules.

use ad::prelude::*;
use std::fmt;
use std::ops::{Add, Mul};

#[exp]
#[derive(Copy, Clone, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

#[exp]
#[derive(Debug)]
struct Body<const D: usize> {
    position: [f64; D],
    velocity: [f64; D],
    #[fixed]
    charge: f64,
    name: String,
}

#[exp]
struct Pair(f64, Vec<f64>);

#[exp]
#[derive(Clone, Debug, PartialEq)]
enum Figure {
    Circle {
        radius: f64,
    },
    Square(f64),
    #[allow(dead_code)]
    Empty,
}

#[exp]
#[derive(Clone)]
struct Table {
    rows: [[f64; 2]; 1],
    corner: f64,
}

#[exp]
fn tabulated(#[fixed] a: f64, x: f64) -> Table<f64> {
    let s = a.sin();
    Table { rows: [[s, x]], corner: s }
}

#[exp]
type Matrix = [[f64; 2]; 2];

#[exp]
impl Point {
    const DIMENSIONS: usize = 2;

    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn origin() -> Self {
        Point { x: 0.0, y: 0.0 }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The Euclidean length.
    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }

    fn scale(&mut self, by: f64) {
        self.x *= by;
        self.y *= by;
    }

    #[exp(name = Rotated)]
    fn rotated(&self, turns: u32, angle: f64) -> Point {
        let (s, c) = (angle * turns as f64).sin_cos();
        Point::new(c * self.x - s * self.y, s * self.x + c * self.y)
    }
}

#[exp]
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

#[exp]
impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, by: f64) -> Point {
        Point { x: self.x * by, y: self.y * by }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

#[exp]
fn distance(p: &Point<f64>, q: Point<f64>) -> f64 {
    let d = *p + q * -1.0;
    d.norm()
}

#[exp]
fn area(figure: &Figure<f64>) -> f64 {
    match figure {
        Figure::Circle { radius } => std::f64::consts::PI * radius * radius,
        Figure::Square(side) => side * side,
        Figure::Empty => 0.0,
    }
}

#[exp]
fn determinant(m: Matrix<f64>) -> f64 {
    m[0][0] * m[1][1] - m[0][1] * m[1][0]
}

const LIMIT: f64 = 7.5;

#[exp]
fn smooth(x: f64, #[fixed] low: f64, high: f64) -> f64 {
    (x - low) / (high - low)
}

/// A plain type with a generic method.
struct Solver {
    rate: f64,
    steps: usize,
}

impl Solver {
    #[exp]
    fn descend(&self, x: f64) -> f64 {
        let mut x = x;
        for _ in 0..self.steps {
            x -= self.rate * 2.0 * x;
        }
        x
    }
}

#[exp]
mod model {
    //! Everything in here is lowered.

    use std::f64::consts::PI;

    pub const GRAVITY: f64 = 9.81;

    pub type Vector = [f64; 2];

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct State {
        pub angle: f64,
        pub speed: f64,
        pub step: usize,
    }

    #[derive(Debug)]
    pub struct Trajectory {
        pub states: Vec<State>,
    }

    pub struct Options {
        pub steps: usize,
    }

    impl State {
        pub fn rest() -> State {
            State { angle: 0.0, speed: 0.0, step: 0 }
        }

        pub fn energy(&self) -> f64 {
            self.speed * self.speed / 2.0 + GRAVITY * (1.0 - self.angle.cos())
        }

        /// Counts in integers only.
        pub fn half_step(&self) -> usize {
            self.step / 2 - self.step % 2
        }
    }

    impl std::fmt::Display for State {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{:.3}", self.angle)
        }
    }

    pub fn slope(s: State) -> Vector {
        [s.speed, -GRAVITY * s.angle.sin()]
    }

    pub fn euler(options: &Options, h: f64, s: State) -> State {
        let mut s = s;
        for _ in 0..options.steps {
            let [a, b] = slope(s);
            s = State { angle: s.angle + a * h, speed: s.speed + b * h, step: s.step + 1 };
        }
        s
    }

    pub fn path(options: &Options, h: f64, s: State) -> Trajectory {
        let mut states = vec![s];
        for _ in 0..3 {
            let last = states[states.len() - 1];
            states.push(euler(options, h, last));
        }
        Trajectory { states }
    }

    pub mod simple {
        pub fn sum(x: f64) -> f64 {
            x + square(x)
        }

        pub fn square(x: f64) -> f64 {
            x * x
        }

        pub fn difference(x: f64) -> f64 {
            sum(x) - 1.0
        }
    }

    pub fn harmonic<const POWER: u32>(n: u32) -> f64 {
        let mut sum = 0.0;
        for k in 1..=n {
            sum += 1.0 / k.pow(POWER) as f64;
        }
        sum
    }

    pub fn two() -> f64 {
        2.0
    }

    pub fn scaled(n: u32, x: f64) -> f64 {
        x * harmonic::<1>(n) - two()
    }

    #[fixed]
    pub fn show(x: f64) -> String {
        format!("{x:.1} of {PI:.2}")
    }

    pub fn count(n: usize) -> usize {
        n + 1
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn stays_plain() {
            assert_eq!(State::<f64>::rest().energy(), 0.0);
            assert_eq!(show(1.25), "1.2 of 3.14");
            assert_eq!(count(1), 2);
        }
    }
}

constructs! {
    fn methods_of_structs(x: f64) -> f64 {
        let mut p = super::Point::new(x, 2.0);
        p.scale(x);
        distance(&p, super::Point { x: 1.0, y: x }) + p.rotated(2, x).x + (super::Point::origin() + p).norm()
    } as E at [0.5, -2.0];

    fn enums_and_aliases(x: f64) -> f64 {
        area(&Figure::Square(x)) + area(&Figure::Circle { radius: x }) + determinant([[x, 1.0], [2.0, x]])
    } as E at [0.5, -2.0];

    fn methods_of_plain_types(x: f64) -> f64 {
        Solver { rate: 0.1, steps: 3 }.descend(x) * smooth(x, -1.0, LIMIT)
    } as E at [0.5, -2.0];

    fn functions_of_modules(x: f64) -> f64 {
        let options = model::Options { steps: 3 };
        let end = model::euler(&options, 0.1, model::State { angle: x, speed: 0.0, step: 0 });
        let path = model::path(&options, x, end);
        end.energy() + path.states[2].angle + model::simple::difference(x) + model::scaled(3, x)
    } as E at [0.5, -2.0];

    fn plain_values_beside_numbers(x: f64) -> f64 {
        let Table { rows, corner } = tabulated(0.5, x);
        let rate = LIMIT.sqrt();
        let all = vec![[rate, x], [x, 2.0]];
        rows[0][0] * rows[0][1] * corner * all[0][0] * all[1][0]
    } as E at [0.5, -2.0];
}

#[test]
fn plain_names_keep_their_meaning() {
    let p: Point = Point { x: 3.0, y: 4.0 };
    assert_eq!(p.norm(), 5.0);
    assert_eq!(p.to_string(), "(3, 4)");
    assert_eq!(Point::<f64>::DIMENSIONS, 2);
    let m: Matrix = [[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(determinant(m), -2.0);
    let pair: Pair = Pair(1.0, vec![2.0]);
    assert_eq!(pair.0 + pair.1[0], 3.0);
    assert_eq!(model::State::<f64>::rest().half_step(), 0);
    assert_eq!(model::State::<f64>::rest().to_string(), "0.000");
}

#[test]
fn structs_are_shapes() {
    use ad::Shape;
    let body: Body<2> =
        Body { position: [1.0, 2.0], velocity: [3.0, 4.0], charge: 5.0, name: "a".to_owned() };
    assert_eq!(<Body<2>>::count(&body), 4);
    let doubled = <Body<2>>::map(&body, &mut |x: &f64| 2.0 * x);
    assert_eq!((doubled.position, doubled.charge, doubled.name.as_str()), ([2.0, 4.0], 5.0, "a"));
    assert_eq!(Distance.eval(F64, (Point { x: 0.0, y: 0.0 }, Point { x: 3.0, y: 4.0 })), 5.0);
    assert_eq!(Area.eval(F64, Figure::Square(3.0)), 9.0);
    let mut sum = 0.0;
    <Pair>::for_each(&Pair(1.0, vec![2.0, 3.0]), &mut |x: &f64| sum += x);
    assert_eq!(sum, 6.0);
    let mut figure: Figure = Figure::Circle { radius: 1.0 };
    <Figure>::for_each_mut(&mut figure, &mut |x: &mut f64| *x = 2.0);
    assert_eq!(figure, Figure::Circle { radius: 2.0 });
}

#[test]
fn methods_are_expressions() {
    let p = Point { x: 3.0, y: 4.0 };
    assert_eq!(PointNorm.eval(F64, p), 5.0);
    assert_eq!(PointDot.eval(F64, (p, p)), 25.0);
    assert_eq!(Rotated { turns: 0 }.eval(F64, (p, 1.0)), p);
}

/// An operator has the needs of its method: `+` here needs a division.
#[exp]
mod operators {
    use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

    #[derive(Clone, Copy)]
    pub(super) struct Half(pub(super) f64);

    impl Add for Half {
        type Output = Half;
        fn add(self, other: Half) -> Half {
            Half((self.0 + other.0) / 2.0)
        }
    }

    impl Neg for Half {
        type Output = Half;
        fn neg(self) -> Half {
            Half(-self.0)
        }
    }

    impl Sub for Half {
        type Output = Self;
        fn sub(self, other: Half) -> Self {
            self + (-other)
        }
    }

    impl Mul<f64> for Half {
        type Output = Half;
        fn mul(self, by: f64) -> Half {
            Half(self.0 * by) - self
        }
    }

    impl AddAssign for Half {
        fn add_assign(&mut self, other: Half) {
            *self = *self + other;
        }
    }

    impl SubAssign for Half {
        fn sub_assign(&mut self, other: Half) {
            *self += -other;
        }
    }

    pub(super) fn along(p: Half, v: Half, h: f64) -> Half {
        let mut q = p + v * h;
        q -= p;
        q
    }

    pub(super) fn square(x: f64) -> f64 {
        x * x
    }
}

#[test]
fn operators_count_as_calls_in_the_classes() {
    use operators::Half;
    let (p, v) = (Half(3.0), Half(5.0));
    assert_eq!(operators::along(p, v, 2.0).0, ((3.0 + (10.0 - 5.0) / 2.0) / 2.0 - 3.0) / 2.0);
    let there = forward::jvp(operators::Along).eval(F64, ((p, v, 2.0), (Half(0.0), Half(0.0), 1.0)));
    assert_eq!(there.1.0, 5.0 / 8.0);
    // It calls no operator of a struct, and is over semirings.
    assert_eq!(stack::diff(operators::Square).eval(I64, 3), 6);
}

#[test]
fn classes_settle_along_the_calls() {
    // `sum` and `square` are over semirings, `difference` needs a ring; nothing needs more.
    assert_eq!(stack::diff(model::simple::Sum).eval(I64, 3), 7);
    assert_eq!(stack::diff(model::simple::Difference).eval(I64, 3), 7);
}
