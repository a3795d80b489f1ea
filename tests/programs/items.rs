//! Generics, structs, other modules, recursion, and containers of containers.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
fn power<const K: usize>(x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..K {
        y *= x;
    }
    y
}

#[exp(adjoint)]
fn powers(x: f64) -> f64 {
    power::<3, _>(x) * power::<2, _>(x) + power::<0, _>(x)
}

mod elsewhere {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub(crate) fn mean(x: &[f64]) -> f64 {
        x.iter().sum::<f64>() / x.len() as f64
    }
}
use elsewhere::mean as average;

#[exp(adjoint)]
fn variance(x: &[f64]) -> f64 {
    let m = average(x);
    let squares: Vec<f64> = x.iter().map(|v| (v - m) * (v - m)).collect();
    elsewhere::mean(&squares)
}

#[exp(adjoint)]
fn factorial_like(n: usize, x: f64) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let rest = factorial_like(n - 1, x * x);
    rest * x + rest * rest
}

#[exp]
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[exp(adjoint)]
fn turn(p: Point<f64>, angle: f64) -> Point<f64> {
    let (s, c) = angle.sin_cos();
    Point { x: p.x * c - p.y * s, y: p.x * s + p.y * c }
}

#[exp(adjoint)]
fn spiral(n: usize, p: Point<f64>, angle: f64) -> f64 {
    let mut q = p;
    for i in 0..n {
        q = turn(q, angle);
        q.x = q.x * q.y + i as f64;
    }
    q.x * q.y
}

/// A struct update takes the other field from the previous point, even if it is overwritten, behind a reference, or the result of
/// a call.
#[exp(adjoint)]
fn updated(n: usize, p: &Point<f64>, angle: f64) -> f64 {
    let mut q = Point { y: angle, ..*p };
    for i in 0..n {
        let before = q;
        q = Point { x: q.x * before.y + i as f64, ..q };
        q = Point { y: q.x * before.x, ..turn(q, angle) };
        q.x += before.x;
    }
    let last = Point { x: q.y * q.x, y: p.x * q.y, ..q };
    last.x * last.y + q.x
}

#[exp(adjoint)]
fn polygon(points: &[Point<f64>]) -> f64 {
    let mut area = 0.0;
    for i in 0..points.len() {
        let p = points[i];
        let q = &points[(i + 1) % points.len()];
        area += p.x * q.y - q.x * p.y;
    }
    0.5 * area
}

#[exp(adjoint)]
fn matrices(n: usize, a: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut m = *a;
    for _ in 0..n {
        let mut next = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    next[i][j] += m[i][k] * a[k][j];
                }
            }
        }
        m = next;
    }
    m
}

#[exp(adjoint)]
fn triangle(n: usize, x: &[f64]) -> f64 {
    let mut rows = vec![vec![x[0]]];
    for i in 1..n {
        let mut row = vec![rows[i - 1][0] * x[1]];
        for j in 1..i {
            row.push(rows[i - 1][j - 1] * rows[i - 1][j] + x[2] * row[j - 1]);
        }
        row.push(x[0] * rows[i - 1][i - 1]);
        rows.push(row);
    }
    let mut s = 1.0;
    for row in &rows {
        for v in row {
            s = s * v + v;
        }
    }
    s
}

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Left,
    Middle,
    Simpson { halves: usize },
}

/// An enum without numbers selects the operation, and may change.
#[exp(adjoint)]
fn integral(rule: Rule, x: &[f64]) -> f64 {
    let mut rule = rule;
    let mut s = 0.0;
    for w in x.windows(2) {
        s += match rule {
            Rule::Left => w[0] * w[0],
            Rule::Middle if x.len() > 3 => (w[0] * w[1]).sin(),
            Rule::Middle => w[1],
            Rule::Simpson { halves } => w[0] * w[1] / halves as f64,
        };
        if rule == Rule::Left {
            rule = Rule::Simpson { halves: 2 };
        } else if let Rule::Simpson { halves: 2 | 3 } = rule {
            rule = Rule::Middle;
        }
    }
    if matches!(rule, Rule::Middle) { s * x[0] } else { s }
}

#[exp]
struct Largest {
    value: f64,
    at: usize,
}

/// The largest number, squared, with its index, in a struct: for a tuple, the macro could not tell a caller which part is a
/// number.
#[exp(adjoint, name = Find)]
fn largest(x: &[f64]) -> Largest<f64> {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] > x[k] {
            k = i;
        }
    }
    Largest { value: x[k] * x[k], at: k }
}

#[exp(adjoint)]
fn beside_the_largest(x: &[f64]) -> f64 {
    let first = largest(x);
    let other = largest(&x[1..]);
    first.value * x[first.at] + other.value * x[other.at]
}

#[test]
fn integers_beside_numbers_in_results() {
    check::program(&BesideTheLargest, &vec![0.3, 0.9, -0.5, 0.7]);
    check::program(&BesideTheLargest, &vec![1.3, 0.9]);
}

#[test]
fn enums_without_numbers() {
    for rule in [Rule::Left, Rule::Middle, Rule::Simpson { halves: 3 }, Rule::Simpson { halves: 5 }] {
        check::program(&Integral { rule }, &vec![0.3, -0.2, 0.5, 0.7, -0.4]);
        check::program(&Integral { rule }, &vec![0.3, -0.2]);
    }
}

#[exp(adjoint)]
mod together {
    #[derive(Clone, Copy)]
    pub(super) struct State {
        pub(super) a: f64,
        pub(super) b: f64,
        pub(super) step: usize,
    }

    pub(super) fn next(s: State, k: f64) -> State {
        State { a: s.a * s.b, b: s.b + k * s.a, step: s.step + 1 }
    }

    pub(super) fn run(n: usize, a: f64, b: f64, k: f64) -> f64 {
        let mut s = State { a, b, step: 0 };
        while s.step < n {
            s = next(s, k);
        }
        s.a * s.b
    }

    #[derive(Clone)]
    pub(super) struct Model {
        pub(super) weights: Vec<f64>,
        pub(super) bias: f64,
        pub(super) rounds: usize,
    }

    /// Fields that are lists and integers are updated like numbers.
    pub(super) fn train(n: usize, weights: &[f64]) -> f64 {
        let mut m = Model { weights: weights.to_vec(), bias: weights[0], rounds: n };
        while m.rounds > 0 {
            let doubled: Vec<f64> = m.weights.iter().map(|w| w * m.bias).collect();
            m = Model { rounds: m.rounds - 1, weights: doubled, ..m };
            m = Model { bias: m.bias * m.weights[1] + m.rounds as f64, ..m.clone() };
        }
        m.weights.iter().sum::<f64>() * m.bias
    }
}

#[test]
fn generic_functions() {
    check::program(&Powers, &1.5);
    check::program(&Power::<4>, &0.7);
}

#[test]
fn functions_of_other_modules() {
    check::program(&Variance, &vec![1.0, 2.0, 4.0]);
}

/// A function of one visibility that calls one of another, and methods of a private type.
macro_rules! visible {
    ($($module:ident: [$($callee:tt)*] [$($caller:tt)*])*) => {
        $(#[allow(unreachable_pub, reason = "it is the visibility that is tested")]
        pub mod $module {
            use ad::prelude::*;

            #[exp(adjoint)]
            $($callee)* fn helper(x: f64) -> f64 {
                x * x
            }

            #[exp(adjoint)]
            pub(super) fn called(x: f64) -> f64 {
                caller(x) * x
            }

            #[exp(adjoint)]
            $($caller)* fn caller(x: f64) -> f64 {
                x + helper(x) * helper(x)
            }

            #[exp]
            #[derive(Clone)]
            $($callee)* struct Row<const K: usize> {
                entries: [f64; K],
            }

            #[exp(adjoint)]
            impl<const K: usize> Row<K> {
                #[allow(private_interfaces)]
                $($caller)* fn doubled(&self) -> Row<K> {
                    let mut entries = self.entries;
                    for x in &mut entries {
                        *x += *x * *x;
                    }
                    Row { entries }
                }

                $($caller)* fn total(&self) -> f64 {
                    let row = self.doubled();
                    row.entries[0] * row.entries[K - 1]
                }
            }

            pub(super) fn test() {
                crate::check::program(&Caller, &1.5);
                crate::check::program(&Called, &1.5);
                crate::check::program(&RowTotal::<2>, &Row { entries: [0.5, 1.5] });
                let there = forward::jvp(RowDoubled).eval(F64, (Row { entries: [0.5] }, Row { entries: [1.0] }));
                assert_eq!(there.1.entries, [2.0]);
            }
        })*

        #[test]
        fn a_public_function_calls_a_private_one() {
            $($module::test();)*
        }
    };
}

visible! {
    private: [] []
    public_and_private: [] [pub]
    crate_and_private: [] [pub(crate)]
    module_and_private: [] [pub(super)]
    private_and_crate: [pub(crate)] []
    public_and_crate: [pub(crate)] [pub]
    module_and_crate: [pub(crate)] [pub(super)]
    private_and_module: [pub(super)] []
    public_and_module: [pub(super)] [pub]
    crate_and_module: [pub(super)] [pub(crate)]
    private_and_public: [pub] []
    public: [pub] [pub]
}

#[allow(unreachable_pub, reason = "it is the visibility that is tested")]
#[exp(adjoint)]
pub mod hidden {
    fn helper(x: f64) -> f64 {
        x * x
    }

    #[derive(Clone)]
    struct Pair {
        a: f64,
        b: f64,
    }

    impl Pair {
        pub fn weighted(&self) -> f64 {
            helper(self.a) * self.b
        }
    }

    pub fn cube(x: f64) -> f64 {
        Pair { a: x, b: helper(x) }.weighted() * x
    }

    #[test]
    fn methods_of_a_private_struct() {
        crate::check::program(&PairWeighted, &Pair { a: 0.5, b: 1.5 });
        crate::check::program(&Cube, &1.5);
    }
}

#[test]
fn recursion() {
    for n in 0..5 {
        check::program(&FactorialLike { n }, &0.9);
    }
}

#[test]
fn structs_of_numbers() {
    for n in 0..4 {
        check::program(&Spiral { n }, &(Point { x: 0.3, y: -0.7 }, 0.4));
        check::program(&Updated { n }, &(Point { x: 0.3, y: -0.7 }, 0.4));
    }
    check::program(
        &Polygon,
        &vec![Point { x: 0.0, y: 0.5 }, Point { x: 2.0, y: 0.0 }, Point { x: 1.0, y: 3.0 }],
    );
    for n in 0..4 {
        check::program(&together::Run { n }, &(0.5, 1.5, -0.3));
        check::program(&together::Train { n }, &vec![0.5, 1.5, -0.3]);
    }
}

#[test]
fn containers_of_containers() {
    for n in 0..4 {
        check::jacobian(Matrices { n }, [[0.5, -1.0], [2.0, 0.25]]);
    }
    for n in 1..5 {
        check::program(&Triangle { n }, &vec![0.5, -1.25, 2.0]);
    }
}

#[exp(adjoint, class = Ring)]
fn product(a: f64, b: f64) -> f64 {
    a * b * a - b
}

#[exp(adjoint, class = Ring)]
fn raised(n: usize, x: f64) -> f64 {
    if n == 0 { 1.0 } else { x * raised(n - 1, x) }
}

#[exp(adjoint, class = Ring)]
fn calls_of_literals(n: usize, x: f64) -> f64 {
    let y = product(x, product(2.0, product(3.0, 1.0)));
    y * raised(n, 2.0) * x - raised(2, 3.0) * y + product(raised(n, -2.0), y)
}

#[test]
fn calls_of_literals_among_numbers() {
    for n in 0..5 {
        check::exact(CallsOfLiterals { n }, 3);
        check::exact(CallsOfLiterals { n }, -2);
    }
}

#[exp(adjoint)]
fn shifted(a: f64, b: f64) -> f64 {
    a * b - 1.0
}

#[exp(adjoint)]
fn locals_that_calls_of_literals_gave(x: f64) -> f64 {
    let y = shifted(2.0, shifted(1.5, 3.0));
    shifted(x, y) * shifted(x, 3.0 * shifted(2.0, 1.0)) * y.sin()
}

#[test]
fn results_of_calls_of_literals_are_passed_on() {
    check::program(&LocalsThatCallsOfLiteralsGave, &0.5);
}
