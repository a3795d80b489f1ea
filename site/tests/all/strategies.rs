//! Strategies and nestings, chosen at run time.

use ad::enclosure::Interval;
use ad::prelude::*;
use ad_site::derivatives::{STRATEGIES, enclosed, evaluate, nested};
use ad_site::expression::Expression;
use ad_site::steps::{self, Event};
use ad_site::{budget, semiring};

use crate::{MONOMIAL, expression};

/// All nestings of this order.
fn nestings(order: usize) -> Vec<Vec<&'static str>> {
    (0..order).fold(vec![Vec::new()], |shorter, _| {
        let longer = |names: &Vec<&'static str>| {
            STRATEGIES.map(|(name, _)| names.iter().copied().chain([name]).collect::<Vec<_>>())
        };
        shorter.iter().flat_map(longer).collect()
    })
}

#[exp]
fn smooth(x: f64) -> f64 {
    let mut y = x;
    let mut k = 0;
    while k < 3 {
        y = (y * x).sin() + x.exp() / (y * y + 1.0);
        k += 1;
    }
    if y > 0.5 { y * x.sqrt() } else { y - x }
}

const SMOOTH: &str = "
let mut y = x;
let mut k = 0;
while k < 3 {
    y = sin(y * x) + exp(x) / (y * y + 1);
    k += 1;
}
if y > 0.5 { y * sqrt(x) } else { y - x }";

#[test]
fn derivatives_of_a_program_are_those_of_the_function() {
    for x in [0.1, 0.7, 1.3] {
        let text = expression(SMOOTH);
        assert_eq!(evaluate(&text, x).unwrap().0, smooth(x));
        for (name, diff) in STRATEGIES {
            let native = match name {
                "forward" => forward::diff(Smooth).at(x),
                "stack" => stack::diff(Smooth).at(x),
                "effects" => effects::diff(Smooth).at(x),
                "backpropagator" => backpropagator::diff(Smooth).at(x),
                _ => taylor::nth_derivative(Smooth, 1).at(x),
            };
            assert_eq!(evaluate(&diff(text.clone()), x).unwrap().0, native, "{name} at {x}");
        }
    }
}

#[test]
fn all_nestings_of_order_3_agree_on_a_polynomial() {
    let e = expression("let mut y = 1; let mut k = 0; while k < 5 { y = y * x + k; k += 1; } y * x");
    // x⁶ + x⁴·1 + …: Horner's scheme makes x⁵ + x³ + 2x² + 3x + 4, times x.
    for names in nestings(3) {
        let third = nested(e.clone(), names.iter().copied()).unwrap();
        assert_eq!(evaluate(&third, 2.0).unwrap().0, 120.0 * 8.0 + 24.0 * 2.0 + 12.0, "{names:?}");
    }
}

#[test]
fn effects_nest_in_all_ways_on_functions_and_branches() {
    let e = expression(SMOOTH);
    let second = evaluate(&nested(e.clone(), ["forward", "forward"]).unwrap(), 0.7).unwrap().0;
    for names in nestings(2) {
        let (y, _) = evaluate(&nested(e.clone(), names.iter().copied()).unwrap(), 0.7).unwrap();
        assert!((y - second).abs() < 1e-12 * second.abs(), "{names:?}: {y} and {second}");
    }
}

#[test]
fn order_6_has_no_limit_of_its_own() {
    let e = expression("x * x * x * x * x * x");
    for names in [["forward"; 6], ["stack"; 6], ["backpropagator"; 6], ["taylor"; 6]] {
        assert_eq!(evaluate(&nested(e.clone(), names).unwrap(), 3.0).unwrap().0, 720.0, "{names:?}");
    }
    let mixed = ["effects", "stack", "forward", "taylor", "backpropagator", "forward"];
    assert_eq!(evaluate(&nested(e, mixed).unwrap(), 3.0).unwrap().0, 720.0);
}

/// The handlers of the page against the stack of the crate, moment by moment.
#[test]
fn handlers_change_adjoints_as_the_stack_does() {
    let abs = "max(x, -x) * floor(x) + hypot(x, 2) - atan2(x, x * x)";
    let shared = "let t = x * x; sin(t) * exp(-t / 4) + t / 10";
    for text in
        [MONOMIAL, SMOOTH, abs, shared, "x", "3", "x + x", "x - 1 * x", "floor(x)", "pow(x, 3) / pow(3, x)"]
    {
        for x in [0.3, 1.0, -2.5] {
            let trace = steps::trace(&expression(text), x).unwrap();
            let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
            let vertices = trace.vertices();
            let column = |vertex: usize| vertices.iter().position(|v| *v == vertex).unwrap();
            let (mut performed, mut waiting, mut row) = (vec![0], Vec::new(), 0);
            let mut adjoints = vec![None; vertices.len()];
            for event in &trace.events {
                match event {
                    Event::Pass(vertex) => assert!(!vertices.contains(vertex)),
                    Event::Perform(vertex) => performed.push(*vertex),
                    Event::Resume(vertex) => waiting.push(*vertex),
                    Event::Return(y, v) => {
                        assert!(same(*v, evaluate(&expression(text), x).unwrap().0), "{text} at {x}");
                        assert_eq!(performed, vertices, "{text} at {x}");
                        if let Some(y) = y {
                            adjoints[column(*y)] = Some(1.0);
                        }
                    }
                    Event::Reverse(vertex, changes) => {
                        assert_eq!(
                            waiting.pop(),
                            Some(*vertex),
                            "the activations return in the opposite order"
                        );
                        for (vertex, d, _) in changes {
                            adjoints[column(*vertex)] = Some(*d);
                        }
                        row += 1;
                        // The stack does not begin if the value is a constant.
                        let Some(row) = trace.table.rows.get(row) else { continue };
                        assert_eq!(row.reversed, Some(column(*vertex)), "{text} at {x}");
                        for (a, b) in adjoints.iter().zip(&row.adjoints) {
                            let are_equal =
                                a.is_some() == b.is_some() && same(a.unwrap_or(0.0), b.unwrap_or(0.0));
                            assert!(are_equal, "{text} at {x}: {adjoints:?} and {:?}", row.adjoints);
                        }
                    }
                }
            }
            assert!(waiting.is_empty());
            let stack = evaluate(&nested(expression(text), ["stack"]).unwrap(), x).unwrap().0;
            assert!(same(trace.derivative, stack), "{text} at {x}: {} and {stack}", trace.derivative);
        }
    }
}

#[test]
fn a_program_that_adds_and_multiplies_is_the_papers_expression() {
    let e = semiring::expression(expression(MONOMIAL));
    let exactly = |e: &ad::paper::Expression, x: i64| budget::within(100_000, || e.eval(I64, x)).unwrap();
    assert_eq!(exactly(&e, 5), 125.into());
    let algorithms: [fn(ad::paper::Expression) -> ad::paper::Expression; 3] = [
        |e| ad::paper::Expression::new(forward::diff(e)),
        |e| ad::paper::Expression::new(stack::diff(e)),
        |e| ad::paper::Expression::new(effects::diff(e)),
    ];
    for (outer, inner) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
        assert_eq!(exactly(&algorithms[outer](algorithms[inner](e.clone())), 5), 30.into());
    }
    // The strategies of the page give expressions of the same kind.
    for names in nestings(2).iter().filter(|names| !names.contains(&"taylor")) {
        let e = semiring::expression(nested(expression(MONOMIAL), names.iter().copied()).unwrap());
        assert_eq!(exactly(&e, 5), 30.into(), "{names:?}");
    }
}

#[test]
fn a_program_beyond_a_semiring_says_so() {
    let refused = |text: &str| {
        let e = semiring::expression(expression(text));
        budget::within(1000, || e.eval(I64, 5)).unwrap_err()
    };
    assert_eq!(refused("sin(x)"), "the program does more than add and multiply");
    assert_eq!(refused("x - 1"), "the program does more than add and multiply");
    assert_eq!(refused("if x > 1 { x } else { 1 }"), "the program compares numbers that depend on `x`");
    assert_eq!(refused("x * 0.5"), "1/2 is no natural number");
}

#[test]
fn an_enclosure_contains_both_sides_of_a_branch() {
    let ramp = expression("if x > 0 { 2 * x } else { 0 }");
    assert_eq!(enclosed(&ramp, Interval::new(-1.0, 1.0), 1000), Ok(Interval::new(-2.0, 2.0)));
    // A comparison is asked once, although the program runs again for each of the ten steps.
    let long = expression("let y = if x > 0 { 2 * x } else { 0 * x }; y + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1");
    for (name, diff) in STRATEGIES {
        let slope = enclosed(&diff(long.clone()), Interval::new(-1.0, 1.0), 10_000);
        assert_eq!(slope, Ok(Interval::new(0.0, 2.0)), "{name}");
    }
    assert_eq!(enclosed(&expression("1 / x"), Interval::new(-1.0, 1.0), 1000), Ok(Interval::ENTIRE));
    assert!(enclosed(&expression("ln(x)"), Interval::new(-1.0, 1.0), 1000).is_err());
    let slope = Expression::new(forward::diff(expression(SMOOTH)));
    let y = enclosed(&slope, Interval::from(0.7), 1000).unwrap();
    assert!(y.contains(forward::diff(Smooth).at(0.7)) && y.width() < 1e-9, "{y:?}");
}

#[test]
fn too_many_effects_end_with_a_message() {
    // An unoptimized handler needs more than the stack of a test.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(|| {
        let e = expression("let mut y = x; let mut k = 0; while k < 3000 { y = y * x; k += 1; } y");
        let words = evaluate(&nested(e.clone(), ["effects"]).unwrap(), 1.0).unwrap_err();
        assert!(words.contains("more than 1000 steps"), "{words}");
        assert_eq!(evaluate(&nested(e, ["stack"]).unwrap(), 1.0).unwrap().0, 3001.0);
    });
    thread.unwrap().join().unwrap();
}
