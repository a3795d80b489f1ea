//! Enclosures contain exact values: of the oracle's functions to the third derivative, of sums and products by exact arithmetic, of
//! random programs; an undecided comparison never has a value.

#![allow(
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "each program stands before its use; small numbers are cast"
)]

#[path = "../numbers/functions/named.rs"]
mod named;
#[path = "../numbers/oracle.rs"]
#[allow(dead_code, reason = "other tests read the rest")]
mod oracle;

use ad::enclosure::{Error, Interval, Intervals, enclose, enclose_all_paths, mean_value, roots};
use ad::prelude::*;
use ad::special;
use ad_testing::Random;
use named::{Binary, Unary};

/// The errors of an enclosure: it does not contain the number that rounds to `exact`, or it is much wider than the errors of floats.
/// Tiny results may be wide, since an intermediate result under- or overflows.
fn errors(y: Result<Interval, Error>, exact: f64, scale: f64) -> Option<String> {
    match y {
        Ok(y) if exact.is_infinite() => {
            (!y.contains(exact) && y.magnitude() < f64::MAX).then(|| format!("{y} is not infinite"))
        }
        Ok(y) if !y.contains(exact) => Some(format!("{y} does not contain {exact:?}")),
        Ok(y) => {
            let wide = y.width() > 1e3 * scale && y.width() > 1e-150 && y.width().is_finite();
            wide.then(|| format!("{y} is wide, for {exact:?} and errors of {scale:?}"))
        }
        Err(error) => Some(format!("{error}, for {exact:?}")),
    }
}

/// Whether the rules of this order use functions that have an enclosure.
fn is_known(function: &str, order: usize) -> bool {
    match function {
        "digamma" | "j0" | "y0" => order <= 1,
        "gamma" | "ln_gamma" => order <= 2,
        "j1" | "y1" => order == 0,
        _ => !function.starts_with("jn") && !function.starts_with("yn"),
    }
}

#[test]
fn of_functions_and_their_derivatives() {
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in oracle::unary() {
        let (e, x) = (Unary(row.function), Interval::from(row.at[0]));
        let mut check = |order: usize, y: &dyn Fn() -> Result<Interval, Error>| {
            let overflows = row.at[0].abs() > 1e250 && order == 2;
            if overflows
                || !is_known(row.function, order)
                || row.exact[..=order].iter().any(|d| !d.is_finite())
            {
                return;
            }
            checked += 1;
            let scale = row.inherent[order] + row.rules[order];
            if let Some(error) = errors(y(), row.exact[order], scale) {
                wrong.push(format!("derivative {order} of {}({:?}): {error}", row.function, row.at[0]));
            }
        };
        check(0, &|| enclose(&e, &x));
        check(1, &|| enclose(&forward::diff(e), &x));
        check(1, &|| enclose(&stack::diff(e), &x));
        check(2, &|| enclose(&forward::diff(forward::diff(e)), &x));
        check(3, &|| enclose(&taylor::nth_derivative(e, 3), &x));
    }
    for row in oracle::binary() {
        let (e, x) = (Binary(row.function), row.at.map(Interval::from));
        let gradient = || enclose(&stack::grad(e), &x);
        let hessian = || enclose(&forward::jacobian(stack::grad(e)), &x);
        let entries: [(usize, usize, &dyn Fn() -> Result<Interval, Error>); 6] = [
            (0, 0, &|| enclose(&e, &x)),
            (1, 1, &|| gradient().map(|g| g[0])),
            (1, 2, &|| gradient().map(|g| g[1])),
            (2, 3, &|| hessian().map(|h| h[0][0])),
            (2, 4, &|| hessian().map(|h| h[0][1])),
            (2, 5, &|| hessian().map(|h| h[1][1])),
        ];
        for (order, k, entry) in entries {
            let finite =
                oracle::PARTIALS.iter().zip(row.exact).all(|((i, j), d)| i + j > order || d.is_finite());
            if finite {
                checked += 1;
                let scale = row.inherent[k] + row.rules[k];
                if let Some(error) = errors(entry(), row.exact[k], scale) {
                    wrong.push(format!("partial {k} of {}{:?}: {error}", row.function, row.at));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked} are wrong, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(60)].join("\n")
    );
    assert!(checked > 8_000, "only {checked} were checked");
}

/// Functions that the other tables do not have.
#[exp]
fn other(name: &str, x: f64) -> f64 {
    match name {
        "normal_cdf" => special::normal_cdf(x),
        "sigmoid" => special::sigmoid(x),
        "log1pexp" => special::log1pexp(x),
        _ => special::polygamma(1, x),
    }
}

/// The table of `tests/oracle/enclosures.py`: see there.
#[test]
#[ignore = "needs a table that takes half an hour to compute"]
fn of_many_arguments() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/enclosures.csv");
    let table = std::fs::read_to_string(path).expect("`python3 tests/oracle/enclosures.py` writes the table");
    let (mut wrong, mut checked, mut widest) =
        (Vec::new(), 0, std::collections::BTreeMap::<&str, f64>::new());
    for row in table.lines() {
        let mut cells = row.split(',');
        let name = cells.next().expect("a row has a name");
        let [x, below, above] = [(); 3].map(|()| {
            let bits = u64::from_str_radix(cells.next().expect("a row has three numbers"), 16)
                .expect("in hexadecimal");
            f64::from_bits(bits)
        });
        let y = match name {
            "normal_cdf" | "sigmoid" | "log1pexp" | "trigamma" => {
                enclose(&Other { name }, &Interval::from(x))
            }
            _ => enclose(&Unary(name.to_owned().leak()), &Interval::from(x)),
        };
        checked += 1;
        match y {
            // The exact value is between `below` and `above`, which are neighbours or equal.
            Ok(y) if y.lower() <= below && above <= y.upper() => {
                let ulp = below.abs().max(above.abs());
                let units = y.width() / (ulp.next_up() - ulp);
                if below.is_normal() && units.is_finite() {
                    let widest = widest.entry(name).or_default();
                    *widest = widest.max(units);
                }
            }
            y => wrong.push(format!("{name}({x:?}): {y:?} for [{below:?}, {above:?}]")),
        }
    }
    println!("{checked} arguments; the widest enclosures, in units in the last place: {widest:#?}");
    assert!(
        wrong.is_empty(),
        "{} are wrong, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// A rational program, with decimal literals that are no doubles.
#[exp(adjoint, class = Field)]
fn quotients(x: f64, y: f64) -> f64 {
    let z = 0.1 * x - y / 3.0;
    let w = z * z * 0.3 + x / (y * y + 2.5);
    w * z - 0.001 * w + 7e5 * (x - y)
}

/// Whether `y` contains the fraction.
fn contains(y: Interval, exact: &ad::numbers::Rational) -> bool {
    let nearest = *exact.numer() as f64 / *exact.denom() as f64;
    // Three roundings: of the numerator, of the denominator, and of the quotient.
    let error = nearest.abs() * f64::EPSILON * 2.0;
    y.lower() <= nearest + error && nearest - error <= y.upper() && y.width() < 1e-6
}

#[test]
fn of_exact_fractions() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let [x, y] = [(); 2].map(|()| random.below(65) as f64 / 16.0 - 2.0);
        let fraction = |x: f64| Rational::new((x * 16.0) as i128, 16);
        let (at, exact) = ((Interval::from(x), Interval::from(y)), (fraction(x), fraction(y)));
        let value = enclose(&Quotients, &at).unwrap();
        assert!(contains(value, &Quotients.eval(Rationals, exact)), "{value} at ({x}, {y})");
        let (by_x, by_y) = enclose(&reverse::grad(Quotients), &at).unwrap();
        let exact = forward::grad(Quotients).eval(Rationals, exact);
        assert!(contains(by_x, &exact.0) && contains(by_y, &exact.1), "{by_x} and {by_y} at ({x}, {y})");
    }
}

/// The hull of the results at points of a box is in the enclosure over the box, by every strategy.
#[test]
fn over_boxes() {
    #[exp(adjoint)]
    fn program(x: &[f64]) -> f64 {
        let mut state = x[0] * 0.1;
        let mut sum = 0.0;
        for i in 0..6 {
            let a = x[i % x.len()];
            state = (state * a + 0.3).sin() * 0.5 + a.powi(2) / (1.0 + a * a) - special::sigmoid(a * state);
            sum += (state - a).hypot(0.2) * (0.1 * a).exp() + a.max(0.1) * state.abs() - (2.0 + state).ln();
        }
        sum.atan2(2.0) + (sum / 7.0).tanh() + (1.5 + x[0]).powf(x[1])
    }
    let mut random = Random::new(8);
    for _ in 0..60 {
        let center: Vec<f64> = (0..3).map(|_| random.float()).collect();
        let radius = 10f64.powf(3.0 * random.float() - 4.0);
        let area: Vec<Interval> = center.iter().map(|c| Interval::new(c - radius, c + radius)).collect();
        let value = enclose(&Program, &area).unwrap();
        let gradients = [
            enclose(&reverse::grad(Program), &area),
            enclose(&stack::grad(Program), &area),
            enclose(&forward::grad(Program), &area),
        ]
        .map(Result::unwrap);
        let direction: Vec<Interval> = [1.0, -2.0, 0.5].map(Interval::from).to_vec();
        let (_, curvature) = enclose(&hvp(Program), &(area.clone(), direction)).unwrap();
        let narrow = mean_value(&Program, &area).unwrap();
        assert!(narrow.width() <= value.width());
        for _ in 0..8 {
            let x: Vec<f64> =
                center.iter().map(|c| (c + radius * random.float()).clamp(c - radius, c + radius)).collect();
            let y = call::value(&Program, &x);
            assert!(value.contains(y) && narrow.contains(y), "{value} and {narrow} for {y} at {x:?}");
            let (gradient, product) = call::hvp(&Program, &x, &[1.0, -2.0, 0.5]);
            for i in 0..3 {
                for enclosed in &gradients {
                    assert!(
                        enclosed[i].contains(gradient[i]),
                        "{} for {} at {x:?}",
                        enclosed[i],
                        gradient[i]
                    );
                }
                assert!(curvature[i].contains(product[i]), "{} for {} at {x:?}", curvature[i], product[i]);
            }
        }
    }
}

/// Every way to inspect an interval is refused, or takes both arms. None gives the value of one arm.
#[test]
fn an_undecided_comparison_has_no_value() {
    #[exp]
    fn comparing(way: usize, x: f64) -> f64 {
        let yes = match way {
            0 => x < 0.5,
            1 => x <= 0.5,
            2 => x > 0.5,
            3 => x >= 0.5,
            4 => x == 0.5,
            5 => x != 0.5,
            6 => x.partial_cmp(&0.5) == Some(std::cmp::Ordering::Less),
            7 => 0.5 < x,
            8 => x.is_sign_negative(),
            9 => x.is_finite(),
            10 => [x, 0.5].iter().any(|v| *v > 0.7),
            11 => special::detached(x).round() as i64 > 0,
            _ => {
                let mut sorted = [x, 0.5, 0.25];
                sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
                sorted[0] == 0.25
            }
        };
        if yes { 10.0 } else { 20.0 }
    }
    let x = Interval::new(0.0, 1.0);
    for way in 0..13 {
        let refused = enclose(&Comparing { way }, &x);
        assert!(matches!(refused, Err(Error::Undecided(..))), "{way}: {refused:?}");
        let both = enclose_all_paths(&Comparing { way }, &x, 100);
        let (is_question, hull) = ([8, 9, 11].contains(&way), Interval::new(10.0, 20.0));
        assert!(if is_question { both.is_err() } else { both == Ok(hull) }, "{way}: {both:?}");
        // Away from the place, all is decided.
        assert!(enclose(&Comparing { way }, &Interval::new(2.0, 2.0)).is_ok(), "{way}");
    }
    // A function decides by an interval: it needs no arm.
    #[exp]
    fn kinks(x: f64) -> [f64; 4] {
        [x.max(0.5), x.min(0.5), (x - 0.5).abs(), x.clamp(0.2, 0.8)]
    }
    let y = enclose(&forward::jacobian(Kinks), &x).unwrap();
    assert_eq!(
        y,
        [Interval::new(0.0, 1.0), Interval::new(0.0, 1.0), Interval::new(-1.0, 1.0), Interval::new(0.0, 1.0)]
    );
}

#[test]
#[should_panic(expected = "undecided comparison of the intervals [0.0, 1.0] and [0.5, 0.5]")]
fn without_a_door_an_undecided_comparison_panics() {
    #[exp]
    fn step(x: f64) -> f64 {
        if x < 0.5 { x } else { 1.0 }
    }
    Step.eval(Intervals::default(), Interval::new(0.0, 1.0));
}

#[test]
fn a_loop_without_a_decision_ends() {
    #[exp]
    fn halve(x: f64) -> f64 {
        let mut x = x;
        while x > 0.0 {
            x = x - x;
        }
        x
    }
    assert!(matches!(enclose(&Halve, &Interval::new(1.0, 2.0)), Err(Error::Undecided(..))));
    assert_eq!(enclose_all_paths(&Halve, &Interval::new(1.0, 2.0), 50), Err(Error::TooManyPaths));
}

/// Results go to other threads. The dictionary refers to the paths of one evaluation.
#[test]
fn enclosures_are_as_mobile_as_floats() {
    fn both<T: Send + Sync>() {}
    both::<(Interval, Error, ad::enclosure::Roots<Vec<Interval>>)>();
}

#[test]
fn outside_of_a_domain() {
    #[exp]
    fn logarithm(x: f64) -> f64 {
        x.ln() * 2.0
    }
    assert_eq!(enclose(&Logarithm, &Interval::new(-1.0, 1.0)), Err(Error::Undefined));
    assert_eq!(
        enclose(&forward::diff(Logarithm), &Interval::new(-2.0, -1.0)).map(|y| y.upper() < 0.0),
        Ok(true)
    );
    let edge = enclose(&Logarithm, &Interval::new(0.0, 1.0)).unwrap();
    assert_eq!(edge.lower(), f64::NEG_INFINITY);
    #[exp]
    fn pole(x: f64) -> [f64; 3] {
        [1.0 / x, x.tan(), x.powi(-3)]
    }
    assert_eq!(enclose(&Pole, &Interval::new(-1.0, 4.0)), Ok([Interval::ENTIRE; 3]));
    assert_eq!(enclose(&Pole, &Interval::from(0.0)), Err(Error::Undefined));
    #[exp]
    fn compared(x: f64) -> f64 {
        if x.sqrt() < 1.0 { 1.0 } else { 2.0 }
    }
    assert_eq!(enclose(&Compared, &Interval::from(-1.0)), Err(Error::Undefined));
}

#[test]
fn all_roots_with_proof() {
    #[exp]
    fn cosine(x: f64) -> f64 {
        x.cos() - 0.1 * x
    }
    let found = roots(&Cosine, &Interval::new(-20.0, 20.0), 1e-10);
    assert_eq!((found.unique.len(), found.possible.len()), (7, 0), "{found:?}");
    assert!(found.unique.iter().all(|x| x.width() < 1e-12));
    // A double root has no proof, and is not lost.
    #[exp]
    fn square(x: f64) -> f64 {
        (x - 0.3) * (x - 0.3)
    }
    let found = roots(&Square, &Interval::new(-1.0, 1.0), 1e-6);
    assert!(found.unique.is_empty() && found.possible.iter().any(|x| x.contains(0.3)));
    assert!(found.possible.iter().all(|x| x.width() < 1e-6));
    // None.
    let found = roots(&Square, &Interval::new(0.5, 1.0), 1e-6);
    assert!(found.unique.is_empty() && found.possible.is_empty());
}
