//! `testing::check` at points where the program has a derivative of its own: each kind is found, and honest kinks are not.

use ad::prelude::*;
use ad::testing::{self, Disagreement, Quantity};

/// A branch for one point, each with the right derivatives everywhere else.
#[exp]
fn guards(which: usize, x: f64, y: f64) -> f64 {
    match which {
        0 => {
            if x == 0.0 {
                10.0
            } else {
                x / (1.0 - (-x / 10.0).exp())
            }
        }
        1 => {
            if x.abs() < 1e-6 {
                1.0
            } else {
                x.cos() - 4.0 * x.sin()
            }
        }
        2 => {
            if x == 0.0 {
                1.0
            } else {
                x.sin() / x
            }
        }
        3 => {
            if x.abs() < 1e-12 {
                std::f64::consts::PI
            } else {
                2.0 * (y / x).atan()
            }
        }
        4 => {
            if x == 0.0 {
                0.0
            } else {
                x * y.ln()
            }
        }
        // A term of first order only.
        5 => {
            if x == 0.0 {
                10.0 + 0.5 * x
            } else {
                x / (1.0 - (-x / 10.0).exp())
            }
        }
        // With all terms that are compared.
        6 => {
            if x.abs() < 1e-4 {
                1.0 - x * x / 6.0
            } else {
                x.sin() / x
            }
        }
        _ => {
            if x == 0.0 {
                10.0 + 0.5 * x + x * x / 120.0
            } else {
                x / (1.0 - (-x / 10.0).exp())
            }
        }
    }
}

#[exp]
fn table(at: f64) -> f64 {
    let (knots, v) = ([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 4.0, 9.0]);
    match knots.binary_search_by(|knot| knot.partial_cmp(&at).unwrap()) {
        Ok(i) => v[i],
        Err(i) => v[i - 1] + (at - knots[i - 1]) * (v[i] - v[i - 1]),
    }
}

#[exp]
fn newton(a: f64, start: f64) -> f64 {
    let mut x = start;
    loop {
        let f = x * x - a;
        if f.abs() < 1e-14 {
            return x;
        }
        x -= f / (2.0 * x);
    }
}

#[exp]
fn bisection(a: f64) -> f64 {
    let (mut low, mut high) = (0.0, 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if middle * middle < a { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Kinks whose combination is smooth.
#[exp]
fn smooth(which: usize, x: f64, y: f64) -> f64 {
    match which {
        0 => x.signum() * x.abs().ln_1p(),
        1 => x.abs() * x.abs(),
        2 => x.hypot(y).powi(2),
        3 => x.max(y) + (-(x - y).abs()).exp().ln_1p(),
        4 => x.max(0.0).max(0.0) - x.max(0.0),
        _ => x.max(y) * x.min(y),
    }
}

/// A point at which a program has a derivative of its own.
type Row = (Result<(), Disagreement>, Quantity, [usize; 2], f64, [f64; 2], &'static str);

fn found((found, quantity, entries, program, limits, decision): Row) {
    let found = found.expect_err("a special point is found");
    let message = found.to_string();
    let neighbours = found.neighbours.expect("the neighbours differ");
    let second = if quantity == Quantity::First { None } else { Some(entries[1]) };
    assert_eq!((found.quantity, found.entry, neighbours.second), (quantity, entries[0], second), "{message}");
    assert_eq!(found.roads[0], ("the program", program), "{message}");
    for (limit, right) in neighbours.limits.iter().zip(limits) {
        assert!((limit - right).abs() <= 1e-6 * right.abs(), "{limit} and {right}: {message}");
    }
    assert_eq!(neighbours.decision.to_string(), decision, "{message}");
    assert!(message.ends_with(&format!("{decision} at this point only")), "{message}");
}

#[test]
fn a_branch_for_a_point_is_found() {
    use Quantity::{First, Second};
    let check = |which, x| testing::check(&Guards { which }, &x);
    let third = 1.0 / 3.0;
    for row in [
        (check(0, (0.0, 0.0)), First, [0, 0], 0.0, [0.5; 2], "`0.0 == 0.0` is true"),
        (check(1, (0.0, 0.0)), First, [0, 0], 0.0, [-4.0; 2], "`0.0 < 1e-6` is true"),
        (check(2, (0.0, 0.0)), Second, [0, 0], 0.0, [-third; 2], "`0.0 == 0.0` is true"),
        (check(3, (0.0, 1.0)), First, [0, 0], 0.0, [-2.0; 2], "`0.0 < 1e-12` is true"),
        (check(4, (0.0, 3.0)), First, [0, 0], 0.0, [3f64.ln(); 2], "`0.0 == 0.0` is true"),
        (check(5, (0.0, 3.0)), Second, [0, 0], 0.0, [1.0 / 60.0; 2], "`0.0 == 0.0` is true"),
        (testing::check(&Table, &1.0), First, [0, 0], 0.0, [1.0, 3.0], "`1.0` and `1.0` are equal"),
    ] {
        found(row);
    }
    for which in [6, 7] {
        check(which, (0.0, 0.0)).unwrap();
    }
    // Elsewhere the programs are right.
    for which in 0..8 {
        check(which, (0.7, 3.0)).unwrap();
        check(which, (-1e-3, 3.0)).unwrap();
    }
}

#[test]
fn a_loop_that_ends_since_its_value_is_exact_is_found() {
    let newton = testing::check(&Newton, &(4.0, 2.0));
    found((newton, Quantity::First, [0, 0], 0.0, [0.25; 2], "`0.0 < 1e-14` is true"));
    testing::check(&Newton, &(4.1, 2.0)).unwrap();
}

/// All neighbours have the derivative 0 as well.
#[test]
fn only_differences_see_a_bisection() {
    testing::check(&Bisection, &2.0).unwrap();
    let found = testing::check_by_differences(&Bisection, &2.0).unwrap_err();
    assert_eq!((found.point, found.roads[0]), (vec![2.0], ("forward", 0.0)));
    // At the point itself, too. Only there this derivative is wrong.
    let found = testing::check_by_differences(&Guards { which: 4 }, &(0.0, 3.0)).unwrap_err();
    assert_eq!((found.point, found.roads[0]), (vec![0.0, 3.0], ("forward", 0.0)));
}

#[test]
fn kinks_whose_combination_is_smooth_are_found() {
    use Quantity::{First, Second};
    let check = |which, x| testing::check(&Smooth { which }, &x);
    for row in [
        (check(0, (0.0, 0.0)), First, [0, 0], 0.0, [1.0; 2], "`abs(0.0)` has a kink or jump"),
        (check(1, (0.0, 0.0)), Second, [0, 0], 0.0, [2.0; 2], "`abs(0.0)` has a kink or jump"),
        (check(2, (0.0, 0.0)), Second, [0, 0], 0.0, [2.0; 2], "`hypot(0.0, 0.0)` has a kink or jump"),
        (check(3, (0.3, 0.3)), Second, [0, 0], 0.0, [0.25; 2], "`max(0.3, 0.3)` has a kink or jump"),
        (check(5, (2.0, 2.0)), Second, [0, 0], 0.5, [0.0; 2], "`max(2.0, 2.0)` has a kink or jump"),
    ] {
        found(row);
    }
    let found = check(4, (0.0, 0.0)).unwrap_err();
    assert_eq!(found.roads, [("the program", -0.25), ("its neighbours", 0.0)]);
}

/// Honest kinks, jumps, ties and ends of domains: each has its convention among its limits, or has none.
#[exp]
fn honest(which: usize, x: f64, y: f64, z: f64) -> f64 {
    match which {
        0 => (x - y).max(0.0) + x.abs() * 2.0 - y.min(x * x),
        1 => x.max(0.0) + y.max(0.0) + z.max(0.0),
        2 => (if x > y { x * y } else { 3.0 * x - y }) + x.floor() * y,
        3 => (1e3 * x).sin() * 1e3 + (y * 50.0).exp(),
        4 => x.sqrt() + y,
        5 => x * x.abs().sqrt() + y,
        6 => x.max(y).min(z).max(x.min(y)),
        7 => x.max(y).max(z),
        8 => x.fract() * y + (x % 1.0) * z + x.round() + (x + 0.5).round() * y,
        9 => x.rem_euclid(y) * x + (-x).rem_euclid(y) + x.div_euclid(y) * y + (7.0 * x) % y,
        10 => {
            if x >= 1.0 {
                x * x
            } else {
                2.0 * x - 1.0
            }
        }
        11 => {
            if x < 0.0 {
                -x.ln_1p()
            } else {
                (-x).ln_1p() * y
            }
        }
        12 => (x * x + y * y + 1e-9).sqrt(),
        13 => {
            if x <= 0.0 {
                0.0
            } else {
                (-1.0 / x).exp()
            }
        }
        14 => x.powf(y) + x.cbrt() + x.signum(),
        15 => x.hypot(y) + y.clamp(0.0, 1.0) * z.clamp(x - 1.0, 2.0),
        _ => {
            if x == 0.0 {
                0.0
            } else {
                x * x * (1.0 / x).sin()
            }
        }
    }
}

#[exp]
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b))
}

/// At 0 the derivative of the program is 0, and that of the function is `scale`.
#[exp]
fn scaled(#[fixed] scale: f64, x: f64) -> f64 {
    x.signum() * x.abs() * scale
}

#[test]
fn a_derivative_without_normal_digits_is_not_reported() {
    testing::check(&Scaled { scale: 1e-320 }, &0.0).unwrap();
    assert!(testing::check(&Scaled { scale: 1e-300 }, &0.0).is_err());
}

/// A regime is chosen by a number that is small by its unit.
#[exp]
fn friction(viscosity: f64) -> f64 {
    let reynolds = 3e-3 / viscosity;
    if reynolds < 2300.0 { 64.0 / reynolds } else { 0.3 / reynolds.sqrt() }
}

#[test]
fn a_branch_far_from_a_small_number_is_not_reported() {
    testing::check(&Friction, &1e-6).unwrap();
    // A rounding error beside 0.
    assert!(testing::check(&Guards { which: 1 }, &(1e-16, 1.0)).is_err());
}

#[test]
fn honest_kinks_and_jumps_are_not_reported() {
    let coordinates = [0.0, 1.0, 2.0];
    for which in 0..17 {
        for x in coordinates {
            for y in coordinates {
                testing::check(&Honest { which }, &(x, y, 1.0))
                    .unwrap_or_else(|error| panic!("{which}: {error}"));
            }
        }
    }
    // A tie of many: the derivative by one of them is in a corner that few directions reach.
    for n in [3, 12] {
        testing::check(&Largest, &vec![0.5; n]).unwrap();
    }
}

#[exp(adjoint)]
fn reciprocal_is_infinite(x: f64) -> f64 {
    if 1.0 / x == f64::INFINITY { x * 3.0 } else { x }
}

#[test]
fn a_zero_keeps_its_sign() {
    let error = testing::check(&ReciprocalIsInfinite, &0.0).unwrap_err().to_string();
    assert!(error.contains("at (0) is 3 by"), "{error}");
    testing::check(&ReciprocalIsInfinite, &-0.0).unwrap();
}
