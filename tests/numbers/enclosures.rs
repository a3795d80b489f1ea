//! Enclosures contain exact values. These are the values of the oracle's functions to the third derivative, of sums and products
//! by exact arithmetic, and of random programs. An undecided comparison never has a value.

#![allow(
    clippy::items_after_statements,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "each program stands before its use; small numbers are cast"
)]

#[path = "../many/machine.rs"]
#[allow(dead_code, reason = "other tests read the rest")]
pub(crate) mod machine;
use crate::functions::named::{Binary, Unary};
use crate::{oracle, rows};
use ad::enclosure::{Error, Interval, Intervals, enclose, enclose_all_paths, mean_value, roots};
use ad::numbers::{DoubleDouble, DoubleDoubles};
use ad::prelude::*;
use ad::{Num, Signature, rule, special};
use ad_testing::Random;
use machine::{Code, Machine, Op};
use std::io::Write as _;

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

#[test]
fn of_functions_and_their_derivatives() {
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in oracle::unary() {
        let (e, x) = (Unary(row.function), Interval::from(row.at[0]));
        let mut check = |order: usize, y: &dyn Fn() -> Result<Interval, Error>| {
            let overflows = row.at[0].abs() > 1e250 && order == 2;
            if overflows || row.exact[..=order].iter().any(|d| !d.is_finite()) {
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

/// Every row has an enclosure at a point and around it, or is undefined there. A function that is not in the table is named.
#[test]
fn of_every_row_of_the_table() {
    let mut enclosed = 0;
    rows::for_each(&mut |name, row, operands| {
        for start in [-3.5, -0.75, 0.0, 0.3, 1.0, 1.7, 12.0] {
            // The operands of a slope belong together, and a range to which a number is clamped is not empty.
            let mut x: Vec<f64> = [0.0, 0.5, 1.0].iter().take(operands).map(|by| start + by).collect();
            match name {
                "tanh_slope" => x[1] = start.tanh(),
                "sigmoid_slope" => x[1] = special::sigmoid(start),
                _ => {}
            }
            let y = row.at(x.clone());
            for radius in [0.0, 1e-9, 0.1] {
                let area: Vec<_> = x.iter().map(|x| Interval::new(x - radius, x + radius)).collect();
                match enclose(&row, &area) {
                    Ok(found) => {
                        let near = if y.is_finite() { y.abs() * 1e-13 + 1e-15 } else { 0.0 };
                        let holds = found.lower() <= y + near && y - near <= found.upper();
                        assert!(holds || y.is_nan(), "{name} at {x:?}: {found} for {y}");
                        enclosed += 1;
                    }
                    Err(error) => {
                        assert_eq!(error, Error::Undefined, "{name} at {x:?}");
                        assert!(!y.is_finite() || radius > 0.0, "{name} at {x:?} is {y}");
                    }
                }
            }
        }
    });
    assert!(enclosed > 900, "{enclosed}");

    rule! {
        fn foreign(x) = x.cbrt();
        partial x = (3.0 * x * x).recip();
    }
    #[exp]
    fn unknown(n: i32, x: f64) -> f64 {
        if n > 0 { special::bessel_j(n, x) } else { foreign(x) * 0.0 }
    }
    let one = Interval::from(1.0);
    assert_eq!(enclose(&Unknown { n: 1000 }, &one), Err(Error::Unknown("bessel_j[1000]".into())));
    let error = enclose(&forward::diff(Unknown { n: 0 }), &one).unwrap_err();
    assert!(error.to_string().contains("there is no enclosure of the function `foreign`"), "{error}");
    assert_eq!(enclose_all_paths(&Unknown { n: 0 }, &one, 9), Err(error));
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
        let doubles: Vec<f64> = cells
            .map(|cell| f64::from_bits(u64::from_str_radix(cell, 16).expect("bits in hexadecimal")))
            .collect();
        let (below, above, x) = (doubles[0], doubles[1], &doubles[2..]);
        let function: &'static str = name.to_owned().leak();
        let y = match *x {
            [x] => enclose(&Unary(function), &Interval::from(x)),
            [a, b] => enclose(&Binary(function), &[a, b].map(Interval::from)),
            _ => panic!("the table has a row with another number of arguments: {row}"),
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

/// Whether `y` contains the number, whose own error is far below a rounding error of floats.
fn contains_double_double(y: Interval, exact: DoubleDouble) -> bool {
    let error = exact.high().abs() * 1e-24 + 1e-300;
    let beyond = |end: f64, sign: f64| sign * ((end - exact.high()) - exact.low());
    beyond(y.lower(), 1.0) <= error && beyond(y.upper(), -1.0) <= error
}

/// Random programs, with value, gradient and H·v. The oracle is the arithmetic of `DoubleDoubles`: it
/// shares no code with the arithmetic and the functions of intervals. Returns the number of enclosures, and those that are narrow.
/// `print` gets each program with its argument, the direction, and the enclosures.
fn of_random_programs(
    count: u64,
    seed: u64,
    mut print: impl FnMut(&Code, [f64; 3], [f64; 3], Interval, [Interval; 3], [Interval; 3]),
) -> (u32, u32) {
    let (mut checked, mut narrow) = (0, 0);
    for i in 0..count {
        let mut random = machine::Random((seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut code = random.program();
        for op in &mut code.0 {
            // A number is in an interval, so it is not NaN.
            if let Op::UnlessNan(_, to) = *op {
                *op = Op::Jump(to);
            }
        }
        let e = Machine { code: &code };
        let x = [(); 3].map(|()| random.coordinate());
        let v = [(); 3].map(|()| random.below(17) as f64 / 8.0 - 1.0);
        // Two doubles have fewer digits below 10⁻²⁹⁰.
        if !x.iter().all(|x| x.is_finite() && (*x == 0.0 || x.abs() > 1e-290)) {
            continue;
        }
        let (points, directions) = (x.map(Interval::from), v.map(Interval::from));
        let (at, towards) = (x.map(DoubleDouble::from), v.map(DoubleDouble::from));
        let mut check = |name: &str, y: Interval, exact: DoubleDouble| {
            if !exact.high().is_finite() {
                return;
            }
            checked += 1;
            narrow += u32::from(y.width() <= 1e3 * f64::EPSILON * y.magnitude());
            assert!(
                contains_double_double(y, exact),
                "{name} of program {i} at {x:?}: {y} does not contain {exact:?}\n{:?}",
                e.code
            );
        };
        let Ok(y) = enclose(&e, &points) else { continue };
        check("the value", y, e.eval(DoubleDoubles, at));
        if let Ok((gradient, product)) = enclose(&hvp(e), &(points, directions)) {
            print(&code, x, v, y, gradient, product);
            let exact = hvp(e).eval(DoubleDoubles, (at, towards));
            for k in 0..3 {
                check("the gradient", gradient[k], exact.0[k]);
                check("the product of the Hessian", product[k], exact.1[k]);
            }
        }
    }
    (checked, narrow)
}

#[test]
fn of_some_random_programs() {
    let (checked, narrow) = of_random_programs(2_000, 1, |_, _, _, _, _, _| {});
    assert!(checked > 5_000 && narrow > 4_000, "{checked}, {narrow}");
}

/// `AD_SEED=7 cargo test --release --test numbers -- --ignored --nocapture enclosures::of_many_random_programs`
///
/// It writes the programs with their enclosures for `tests/oracle/programs.py`, which computes with 60 digits.
#[test]
#[ignore = "takes a minute"]
fn of_many_random_programs() {
    let seed = std::env::var("AD_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/programs.txt");
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("it can be written"));
    let found = of_random_programs(100_000, seed << 20, |code, x, v, y, gradient, product| {
        let enclosures = [&[y][..], &gradient, &product].concat();
        let ends = enclosures.iter().flat_map(|y| [y.lower(), y.upper()]);
        let numbers: Vec<String> = x.into_iter().chain(v).chain(ends).map(|x| format!("{x:e}")).collect();
        writeln!(file, "{:?};{}", code.0, numbers.join(",")).expect("it can be written");
    });
    println!("{found:?} enclosures, and narrow ones");
}

/// Programs of `+`, `×` and `exp` at positive numbers, where nothing cancels: value, gradient and H·v are narrower than 10³ units in the
/// last place. So are values with quotients, roots, and functions that rise slowly.
#[test]
fn without_cancellation_enclosures_are_narrow() {
    let mut random = machine::Random(0x517C_C1B7_2722_0A95);
    let mut checked = 0;
    for _ in 0..3_000 {
        let mut code = Code(Vec::new());
        let only_growing = random.below(2) == 0;
        for _ in 0..=random.below(8) {
            let (d, a, b) = (random.below(5), random.below(5), random.below(5));
            code.0.push(match random.below(if only_growing { 5 } else { 9 }) {
                0 | 1 => Op::Add(d, a, b),
                2 | 3 => Op::Multiply(d, a, b),
                4 => Op::Exp(d, a),
                5 => Op::Divide(d, a, b),
                6 => Op::Sqrt(d, a),
                7 => Op::Tanh(d, a),
                _ => Op::Sigmoid(d, a),
            });
        }
        let [x, v] = [(); 2].map(|()| [(); 3].map(|()| (1 + random.below(1 << 16)) as f64 / 65_537.0));
        let e = Machine { code: &code };
        let (points, directions) = (x.map(Interval::from), v.map(Interval::from));
        let mut check = |y: Interval| {
            if y.magnitude() > 0.0 {
                let unit = y.magnitude().next_up() - y.magnitude();
                assert!(y.width() <= 1e3 * unit, "{y} is wide\n{code:?}");
                checked += 1;
            }
        };
        let y = enclose(&e, &points).unwrap();
        // A large exponential multiplies the relative error of its argument.
        if 1e-3 < y.lower() && y.upper() < 50.0 {
            check(y);
            if only_growing {
                let (gradient, product) = enclose(&hvp(e), &(points, directions)).unwrap();
                gradient.into_iter().chain(product).for_each(&mut check);
                enclose(&reverse::grad(e), &points).unwrap().into_iter().for_each(&mut check);
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// Sums and products of all magnitudes: the end behind the nearest double is the next one, or the one after that.
#[test]
fn an_end_is_rounded_by_one_or_two_doubles() {
    let mut random = Random::new(12);
    let mut double =
        || f64::from_bits(random.below(usize::MAX) as u64 ^ (random.below(usize::MAX) as u64) << 1);
    for _ in 0..100_000 {
        let (x, y) = (double(), double());
        if !x.is_finite() || !y.is_finite() || x == 0.0 || y == 0.0 {
            continue;
        }
        let within = |found: Interval, nearest: f64, error: f64| {
            let (below, above) = (nearest.next_down().next_down(), nearest.next_up().next_up());
            assert!(below <= found.lower() && found.lower() <= nearest, "{x:?}, {y:?}: {found}");
            assert!(nearest <= found.upper() && found.upper() <= above, "{x:?}, {y:?}: {found}");
            assert!(error >= 0.0 || found.lower() < nearest, "{x:?}, {y:?}: {found}, {error}");
            assert!(error <= 0.0 || found.upper() > nearest, "{x:?}, {y:?}: {found}, {error}");
        };
        let small = y.clamp(-1.0, 1.0) * x * 1e-20;
        if small.abs() > 0.0 {
            within(Interval::from(x) + Interval::from(small), x, small);
        }
        let product = x * y;
        if product.is_finite() && product.abs() > 1e-280 {
            within(Interval::from(x) * Interval::from(y), product, x.mul_add(y, -product));
        }
    }
    let least = f64::from_bits(1);
    for sign in [least, -least] {
        assert_eq!(Interval::from(sign) * Interval::from(0.5), Interval::new(-least, least));
    }
    assert_eq!((Interval::from(f64::MAX) + Interval::from(f64::MAX)).lower(), f64::MAX);
    assert_eq!((Interval::from(f64::MAX) * Interval::from(-2.0)).upper(), f64::MIN);
    assert_eq!(Interval::from(0.75) + Interval::from(0.25), Interval::from(1.0));
    assert_eq!(Interval::ENTIRE * Interval::from(0.0), Interval::from(0.0));
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
    let (mut random, mut curved) = (Random::new(8), 0);
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
        // The slopes of `max` and `abs` jump at their kinks.
        let curvature = match enclose(&hvp(Program), &(area.clone(), direction)) {
            Ok((_, curvature)) => Some(curvature),
            Err(Error::Jump(name)) if name == "heaviside" || name == "signum" => None,
            Err(error) => panic!("{error}"),
        };
        curved += usize::from(curvature.is_some());
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
                if let Some(curvature) = &curvature {
                    let d = curvature[i];
                    assert!(d.contains(product[i]), "{d} for {} at {x:?}", product[i]);
                }
            }
        }
    }
    assert!(curved > 30, "{curved}");
}

/// Every way to inspect an interval is refused, or takes both arms. None gives the value of one arm.
#[test]
fn an_undecided_comparison_has_no_value() {
    #[exp]
    fn comparing(way: usize, x: f64) -> f64 {
        let third = 0.1 + 0.2;
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
            // Constants that are not doubles.
            12 => third == 0.3,
            13 => third < 0.3,
            14 => third >= 0.3,
            15 => x.clamp(0.25, 0.75) > 0.5,
            16 => x.max(0.25) <= x.min(0.75),
            17 => (x - 0.5).abs() != 0.25,
            18 => [x, 0.5].iter().copied().fold(0.0, f64::max) < 0.75,
            19 => x.total_cmp(&0.5) == std::cmp::Ordering::Less,
            _ => {
                let mut sorted = [x, 0.5, 0.25];
                sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
                sorted[0] == 0.25
            }
        };
        if yes { 10.0 } else { 20.0 }
    }
    let x = Interval::new(0.0, 1.0);
    for way in 0..21 {
        let refused = enclose(&Comparing { way }, &x);
        assert!(matches!(refused, Err(Error::Undecided(..))), "{way}: {refused:?}");
        let both = enclose_all_paths(&Comparing { way }, &x, 100);
        let (is_question, hull) = ([8, 9, 11, 19].contains(&way), Interval::new(10.0, 20.0));
        assert!(if is_question { both.is_err() } else { both == Ok(hull) }, "{way}: {both:?}");
        // Away from the place, all is decided.
        let is_constant = (12..15).contains(&way);
        assert_eq!(enclose(&Comparing { way }, &Interval::new(2.0, 2.0)).is_ok(), !is_constant, "{way}");
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
#[should_panic(expected = "cannot decide a comparison of [0.0, 1.0] and [0.5, 0.5]")]
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

/// An evaluation inside of another one has its own errors, and the outer one continues afterwards, also after a panic.
#[test]
fn evaluations_nest() {
    struct Outer(bool);
    impl Signature for Outer {
        type In = f64;
        type Out = f64;
    }
    impl<'p> Exp<Intervals<'p>> for Outer {
        fn apply(&self, _: Intervals<'p>, x: &Num<Intervals<'p>>) -> Num<Intervals<'p>> {
            #[exp]
            fn inner(panics: bool, x: f64) -> f64 {
                assert!(!panics, "as planned");
                if x < 0.5 { 1.0 } else { 2.0 }
            }
            let wide = Interval::new(0.0, 1.0);
            let found = std::panic::catch_unwind(|| enclose(&Inner { panics: self.0 }, &wide));
            assert!(self.0 || matches!(found, Ok(Err(Error::Undecided(..)))));
            if *x < *x * 0.5 + 1.0 { *x } else { *x * 2.0 }
        }
    }
    for panics in [false, true] {
        assert_eq!(enclose(&Outer(panics), &Interval::from(1.0)), Ok(Interval::from(1.0)));
        let undecided = enclose(&Outer(panics), &Interval::new(1.0, 4.0));
        assert!(matches!(undecided, Err(Error::Undecided(..))), "{undecided:?}");
    }
    // None is under way any more.
    #[exp]
    fn step(x: f64) -> f64 {
        if x < 0.5 { x } else { 1.0 }
    }
    assert!(std::panic::catch_unwind(|| Step.eval(Intervals::default(), Interval::new(0.0, 1.0))).is_err());
}

#[test]
fn outside_of_a_domain() {
    #[exp]
    fn logarithm(x: f64) -> f64 {
        x.ln() * 2.0
    }
    assert_eq!(enclose(&Logarithm, &Interval::new(-1.0, 1.0)), Err(Error::Undefined));
    // The formula 2 / x has values there, and the logarithm has no derivative.
    for area in [Interval::new(-2.0, -1.0), Interval::from(-1.0)] {
        assert_eq!(enclose(&forward::diff(Logarithm), &area), Err(Error::Undefined));
        assert_eq!(enclose(&stack::diff(Logarithm), &area), Err(Error::Undefined));
        assert_eq!(enclose(&taylor::nth_derivative(Logarithm, 2), &area), Err(Error::Undefined));
    }
    let edge = enclose(&Logarithm, &Interval::new(0.0, 1.0)).unwrap();
    assert_eq!(edge.lower(), f64::NEG_INFINITY);
    #[exp]
    fn pole(x: f64) -> [f64; 3] {
        [1.0 / x, x.tan(), x.powi(-3)]
    }
    assert_eq!(enclose(&Pole, &Interval::new(-1.0, 4.0)), Ok([Interval::ENTIRE; 3]));
    assert_eq!(enclose(&Pole, &Interval::from(0.0)), Err(Error::Undefined));
    #[exp]
    fn power(x: f64, y: f64) -> f64 {
        x.powf(y)
    }
    for zero in [0.0, -0.0] {
        assert_eq!(enclose(&Power, &(Interval::from(zero), Interval::from(-1.0))), Err(Error::Undefined));
        let y = enclose(&Power, &(Interval::new(zero, 0.5), Interval::from(-1.0))).unwrap();
        assert!(1.9 < y.lower() && y.lower() <= 2.0 && y.upper() == f64::INFINITY, "{y}");
    }
    #[exp]
    fn compared(x: f64) -> f64 {
        if x.sqrt() < 1.0 { 1.0 } else { 2.0 }
    }
    assert_eq!(enclose(&Compared, &Interval::from(-1.0)), Err(Error::Undefined));
    // Of constants, and by a question.
    #[exp]
    fn constant(way: usize, x: f64) -> f64 {
        let minus_one: f64 = -1.0;
        let undefined = minus_one.sqrt();
        let yes = match way {
            0 => undefined < 0.5,
            1 => undefined != 0.5,
            2 => undefined.is_finite(),
            _ => undefined.partial_cmp(&x).is_none(),
        };
        if yes { 1.0 } else { x }
    }
    for way in 0..4 {
        assert_eq!(enclose(&Constant { way }, &Interval::from(2.0)), Err(Error::Undefined), "{way}");
        assert_eq!(
            enclose_all_paths(&Constant { way }, &Interval::from(2.0), 5),
            Err(Error::Undefined),
            "{way}"
        );
    }
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
