//! `testing::check`: right derivatives pass, planted errors are found, and each is named.

use ad::adjoint::{self, Adjoint, Slot};
use ad::function::{Function, Visitor};
use ad::numbers::{Dict, FieldDict, OrderedDict, Product, RealDict, Residue, Residues, RingDict, Seeding};
use ad::prelude::*;
use ad::testing::{self, Quantity};
use ad::{Num, Real, Signature, rule, special};

/// Every function of the table, in a program with branches.
#[exp(adjoint)]
fn table(x: f64, y: f64) -> [f64; 13] {
    let small = x / (3.0 + x * x);
    [
        x.sqrt() + x.cbrt() * x.exp() - x.exp2() / x.exp_m1() + x.ln() * x.ln_1p() + x.log2() * x.log10(),
        x.sin() * x.cos() + x.tan() - small.asin() * small.acos() + x.atan() / x.atan2(y),
        x.sinh() * x.cosh() + x.tanh() - x.asinh() * (x + 1.0).acosh() + small.atanh(),
        x.powi(3) * y.powi(-2) + x.powi(0) + x.powi(1) + x.powf(y) + x.powf(2.5) + x.hypot(y) + x.recip(),
        x.abs() * (-y).abs() + (x * y).signum() * x + x.copysign(-y) * y,
        x.floor() * y + y.ceil() * x + x.round() * x + x.trunc() * y + (x * y).fract() * x,
        x.rem_euclid(y) * x + (-x).rem_euclid(y) + x.div_euclid(y) * y + (7.0 * x) % y,
        x.max(y) + x.min(y) * x + x.clamp(0.0, 1.0) * y + y.clamp(x - 1.0, x + 1.0) + (x - 9.0).max(0.0),
        x.mul_add(y, x) + x.to_radians() * y.to_degrees() + x.log(y + 2.0),
        special::erf(x) * special::erfc(y)
            + special::normal_cdf(x) * special::sigmoid(y)
            + special::sigmoid(-x),
        special::gamma(x) * special::ln_gamma(y) + special::digamma(x + y) + special::log1pexp(x * y),
        special::bessel_j(1, x) * special::bessel_y(2, y) + special::polygamma(1, x * y),
        special::stumpff(1, x - y) * special::stumpff(2, y) + special::squared_angle(x * x),
    ]
}

#[exp(adjoint)]
fn search(x: &[f64], n: usize) -> f64 {
    let mut best = f64::INFINITY;
    let mut path = vec![x[0]];
    for i in 0..n {
        let candidate = (x[i % x.len()] - 0.3) * path[i] + 0.1 * x[0];
        if candidate < best {
            best = candidate;
        }
        if candidate > 2.0 {
            return best * candidate;
        }
        path.push(candidate / (1.0 + candidate * candidate));
    }
    path.iter().map(|p| p * p).sum::<f64>() - best
}

#[test]
fn right_derivatives_pass() {
    for x in [(1.3, 0.7), (0.2, 2.5), (2.0, 2.0), (3.0, 0.5)] {
        testing::check(&Table, &x).unwrap();
    }
    for n in 0..12 {
        testing::check(&Search { n }, &[0.7, -1.2, 1.9]).unwrap();
    }
    testing::check(&Search { n: 0 }, &[f64::NAN]).unwrap();
}

/// A program by hand, of x ↦ (x₀²·x₁, x₁ / x₀ if x₀ > 0). Its reverse sweep has an error, if one is planted.
#[derive(Clone, Copy)]
struct Planted(Option<Error>);

#[derive(Clone, Copy, PartialEq, Debug)]
enum Error {
    Value,
    Sign,
    Factor,
    Overwritten,
    OtherBranch,
    /// Right in its value, and not differentiable again.
    Detached,
    LastBit,
    /// NaN, whose residue is 1.
    NoNumber,
}

impl Signature for Planted {
    type In = [f64; 2];
    type Out = [f64; 2];
}

impl<D: RealDict + OrderedDict> Exp<D> for Planted {
    fn apply(&self, dict: D, [a, b]: &[Num<D>; 2]) -> [Num<D>; 2] {
        let zero = Num::new(dict, dict.zero());
        [a * a * b, if *a > zero { b / a } else { zero }]
    }
    fn has_program(&self) -> bool {
        true
    }
    fn program(&self, dict: D, x: &[Num<D>; 2], seeding: &mut dyn Seeding<[f64; 2], [f64; 2], D>) {
        adjoint::offer(self, dict, x, seeding);
    }
}

impl<D: RealDict + OrderedDict> Adjoint<D> for Planted {
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &[Num<D>; 2],
    ) -> ([Num<D>; 2], impl FnOnce(&[Slot<Num<D>>; 2], &[Num<D>; 2], &[Slot<Num<D>>; 2]) + Clone + use<'a, D>)
    {
        let is = |error| self.0 == Some(error);
        let [a, _] = *x;
        let zero = Num::new(dict, dict.zero());
        let positive = if is(Error::OtherBranch) { a < zero } else { a > zero };
        let mut y = self.apply(dict, x);
        if is(Error::Value) {
            y[1] += a - a * 0.5;
        }
        let sweep = move |dy: &[Slot<Num<D>>; 2], &[a, b]: &[Num<D>; 2], dx: &[Slot<Num<D>>; 2]| {
            if let Some(d) = dy[1].take().filter(|_| positive) {
                let quotient = b / a;
                let by_a = d * quotient / a;
                dx[0].add(if is(Error::Sign) { by_a } else { -by_a });
                dx[1].add(d / a);
            }
            if let Some(d) = dy[0].take() {
                let mut by_a = d * a * b * 2.0;
                if is(Error::Factor) {
                    by_a = d * a * b;
                }
                if is(Error::Detached) {
                    by_a = d * special::detached(a * b * 2.0);
                }
                if is(Error::LastBit) {
                    by_a *= 1.0 + f64::EPSILON;
                }
                if is(Error::NoNumber) {
                    by_a *= Num::constant(f64::NAN);
                }
                dx[0].add(by_a);
                if is(Error::Overwritten) {
                    dx[1].take();
                }
                dx[1].add(d * a * a);
            }
        };
        (y, sweep)
    }
}

#[test]
fn each_planted_error_is_named() {
    testing::check(&Planted(None), &[1.5, -2.0]).unwrap();
    testing::check(&Planted(None), &[-1.5, -2.0]).unwrap();
    for (error, quantity, entry) in [
        (Error::Value, Quantity::Value, 1),
        (Error::Sign, Quantity::First, 0),
        (Error::Factor, Quantity::First, 0),
        (Error::Overwritten, Quantity::First, 1),
        (Error::OtherBranch, Quantity::First, 0),
        (Error::Detached, Quantity::First, 0),
        (Error::LastBit, Quantity::First, 0),
        (Error::NoNumber, Quantity::First, 0),
    ] {
        let found = testing::check(&Planted(Some(error)), &[1.5, -2.0]).unwrap_err();
        assert_eq!((found.quantity, found.entry), (quantity, entry), "{error:?}");
        assert_eq!(found.roads[1].0, "program", "{error:?}");
    }
    let message = testing::check(&Planted(Some(Error::Factor)), &[1.5, -2.0]).unwrap_err().to_string();
    assert!(message.starts_with("the first derivative by number 0 at (1.5, -2) is "), "{message}");
    assert!(message.ends_with(" by program, and the residues of both differ"), "{message}");
    let message = testing::check(&Planted(Some(Error::NoNumber)), &[1.5, -2.0]).unwrap_err().to_string();
    assert!(message.ends_with(" and NaN by program"), "{message}");
}

/// As wide as a float.
fn is_narrow<T>(_: T) -> bool {
    size_of::<T>() == 8
}

#[exp]
fn by_size(x: f64) -> f64 {
    if is_narrow(x) { 3.0 * x } else { x }
}

fn is_float<T>(_: T) -> bool {
    std::any::type_name::<T>() == "f64"
}

/// The second number of the result is wrong.
#[exp]
fn by_name(x: f64, y: &[f64]) -> [f64; 2] {
    [x * y[0], if is_float(x) { y[1] * y[1] } else { y[1] + x }]
}

#[exp]
fn by_length(x: f64) -> Vec<f64> {
    if is_float(x) { vec![x] } else { vec![x, x] }
}

#[test]
fn a_branch_on_the_type_of_the_numbers_is_reported() {
    let error = testing::check(&BySize, &2.0).unwrap_err();
    assert_eq!((error.quantity, error.entry), (Quantity::Value, 0));
    assert_eq!(error.roads, [("plain floats", 6.0), ("floats beside residues", 2.0)]);
    assert!(error.to_string().ends_with("as by `size_of` or `type_name`"), "{error}");
    let x = (0.5, vec![2.0, 3.0]);
    testing::check(&ByName, &x).unwrap();
    let error = testing::check_function(&ByName, |(x, y)| by_name(*x, y), &x).unwrap_err();
    assert_eq!((error.quantity, error.entry, &error.point[..]), (Quantity::Value, 1, &[0.5, 2.0, 3.0][..]));
    assert_eq!(error.roads, [("the plain function", 9.0), ("its expression", 3.5)]);
    let error = testing::check_function(&ByLength, |x| by_length(*x), &2.0).unwrap_err();
    assert_eq!((error.entry, error.roads[1]), (1, ("its expression", 2.0)));
    // As the functions are, and at values that are no numbers.
    testing::check_function(&Table, |(x, y)| table(*x, *y), &(1.3, 0.7)).unwrap();
    testing::check_function(&Search { n: 5 }, |x| search(x, 5), &[f64::NAN]).unwrap();
    testing::check_function(&Search { n: 5 }, |x| search(x, 5), &[f64::INFINITY, 1.0]).unwrap();
}

#[test]
fn residues_are_a_field() {
    let r = Residues;
    let third = r.constant(0.75);
    assert_eq!(r.mul(third, Residue::new(4)), Residue::new(3));
    assert_eq!(r.mul(r.constant(f64::MIN_POSITIVE), r.constant(2f64.powi(1022))), Residue::new(1));
    let subnormal = f64::from_bits(1);
    assert_eq!(
        r.mul(r.mul(r.constant(subnormal), r.constant(2f64.powi(1000))), r.constant(2f64.powi(74))),
        Residue::new(1)
    );
    assert_eq!(r.constant(-3.0), r.neg(Residue::new(3)));
    let (a, b) = (r.constant(0.1), r.constant(1e300));
    assert_eq!(r.mul(r.div(a, b), b), a);
    assert_eq!(r.sub(a, a), r.zero());
    assert_ne!(r.constant(f64::INFINITY), r.constant(f64::NAN));
}

#[test]
fn the_first_number_of_a_product_decides() {
    #[exp(adjoint)]
    fn bent(x: f64, y: f64) -> f64 {
        if x > y { x * x } else { x.max(0.0) * y }
    }
    let both = Product(F64, Residues);
    let (x, y) = (Residue::new(5), Residue::new(7));
    for road in [
        stack::grad(Bent).eval(both, ((2.0, x), (1.0, y))),
        reverse::grad(Bent).eval(both, ((2.0, x), (1.0, y))),
    ] {
        assert_eq!(road, ((4.0, Residue::new(10)), (0.0, Residue::new(0))));
    }
    let (value, residue) = Bent.eval(both, ((2.0, x), (3.0, y)));
    assert_eq!((value, residue), (6.0, Residue::new(35)));
    let (value, residue) = Bent.eval(both, ((-2.0, x), (3.0, y)));
    assert_eq!((value, residue), (0.0, Residue::new(0)));
}

/// The row of the table of functions with this index, at the first of three numbers. One expression for all of them is compiled once.
#[derive(Clone, Copy)]
struct Row(usize);

impl Signature for Row {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Row {
    fn apply(&self, _: D, x: &[Num<D>; 3]) -> Num<D> {
        struct Applied<'x, D: RealDict> {
            rows_before: usize,
            x: &'x [Num<D>; 3],
            y: Option<Num<D>>,
        }

        impl<D: RealDict> Visitor for Applied<'_, D> {
            fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
                if self.rows_before == 0 {
                    self.y = Some(Real::function(f, std::array::from_fn(|i| self.x[i])));
                }
                self.rows_before = self.rows_before.wrapping_sub(1);
            }
        }

        let mut applied = Applied { rows_before: self.0, x, y: None };
        ad::function::for_each(&mut applied);
        applied.y.expect("there is such a row")
    }
}

/// The names of all rows.
fn rows() -> Vec<String> {
    struct Names(Vec<String>);

    impl Visitor for Names {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            self.0.push(f.name().into_owned());
        }
    }

    let mut names = Names(Vec::new());
    ad::function::for_each(&mut names);
    names.0
}

/// Equal operands, and shifted ones.
fn operands(x: f64) -> [(bool, [f64; 3]); 2] {
    [0.0, 0.7].map(|step| (step > 0.0, [x, x + step, x + 2.0 * step]))
}

#[test]
fn every_row_of_the_table_passes() {
    for (i, name) in rows().into_iter().enumerate() {
        for x in [-2.5, -0.6, 0.0, 0.3, 1.0, 1.7, f64::INFINITY, f64::NAN] {
            for (shifted, x) in operands(x) {
                // `clamp` panics at NaN, and if a bound that is shifted passes the other one.
                let panics = name == "clamp" && (!shifted || x.iter().any(|x| x.is_nan()));
                if !panics {
                    testing::check(&Row(i), &x).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
        }
    }
}

/// The same points, and values instead of strategies. No row is reported, also not at its kinks, jumps and poles.
#[test]
fn every_row_of_the_table_has_the_slope_of_its_values() {
    for (i, name) in rows().into_iter().enumerate() {
        for x in [-2.5, -0.6, 0.0, 0.3, 1.0, 1.7, 40.0, 1e-8, 1e9] {
            for (shifted, x) in operands(x) {
                // `clamp` panics if a bound that is shifted passes the other one. A slope has the argument and the value as operands,
                // which belong together.
                let panics = name == "clamp" && (!shifted || x[0] == 1e9);
                if !panics && !name.ends_with("_slope") {
                    testing::check_by_differences(&Row(i), &x)
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
        }
    }
}

#[test]
fn a_wrong_rule_differs_from_its_values() {
    macro_rules! rules {
        ($($name:ident($($x:ident),+) = $value:expr, $($partial:expr),+;)*) => {$(
            rule! {
                fn $name($($x),+) = $value;
                $(partial $x = $partial;)+
            }
        )*};
    }
    rules! {
        right(x, y) = x * x / y, 2.0 * x / y, -x * x / (y * y);
        sign(x, y) = x * x / y, 2.0 * x / y, x * x / (y * y);
        factor(x, y) = x * x / y, x / y, -x * x / (y * y);
        constant(x, y) = x * x / y, 2.0 * x / y + 1e-4, -x * x / (y * y);
        slightly(x, y) = x * x / y, 2.0 * x / y, -x * x / (y * y) * 1.00001;
        nowhere(x, y) = x * x / y, 2.0 * x / y, (x - x) / (y - y);
        none(x, y) = x * x / y, 2.0 * x / y, y - y;
        // The values have a kink, a jump, noise, and an end of the domain. Each derivative is right elsewhere.
        kink(x, y) = (x - 0.7).abs() * y, (x - 0.7).signum() * y, (x - 0.7).abs();
        jump(x, y) = (x - 0.7).floor() * y, x - x, (x - 0.7).floor();
        noisy(x, y) = (x * 1e6).round() * 1e-6 * y, y, (x * 1e6).round() * 1e-6;
        edge(x, y) = (x - 0.7).sqrt() * y, 0.5 / (x - 0.7).sqrt() * y, (x - 0.7).sqrt();
    }
    #[exp]
    fn all(which: usize, x: f64, y: f64) -> [f64; 2] {
        let z = match which {
            0 => right(x, y),
            1 => sign(x, y),
            2 => factor(x, y),
            3 => constant(x, y),
            4 => slightly(x, y),
            5 => nowhere(x, y),
            6 => none(x, y),
            7 => kink(x, y),
            8 => jump(x, y),
            9 => noisy(x, y),
            _ => edge(x, y),
        };
        [z * x, x.sin()]
    }
    for (which, entry) in [(1, 1), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)] {
        let found = testing::check_by_differences(&All { which }, &(0.7, 1.5)).unwrap_err();
        assert_eq!((found.quantity, found.entry), (Quantity::First, entry), "{which}: {found}");
    }
    for which in [0, 7, 8, 9, 10] {
        for x in [0.7, 0.71, 0.6999, 0.2] {
            let found = testing::check_by_differences(&All { which }, &(x, 1.5));
            assert_eq!(found, Ok(()), "{which}");
            // As formulas, some mixed derivatives differ. No rule is called wrong.
            let found = testing::check(&All { which }, &(x, 1.5)).err();
            assert!(found.is_none_or(|found| which > 0 && found.quantity != Quantity::Rule), "{which}");
        }
    }
    // Errors above a thousandth are seen in the rule itself, which is named.
    for (which, name, operand) in [(1, "sign", 1), (2, "factor", 0), (6, "none", 1)] {
        let found = testing::check(&All { which }, &(0.7, 1.5)).unwrap_err();
        assert_eq!((found.quantity, found.entry), (Quantity::Rule, operand), "{found}");
        assert_eq!(found.function.as_deref(), Some(name));
        assert_eq!(found.roads.map(|(road, _)| road), ["its rule", "differences"]);
    }
    // Second derivatives, and a number beside which the others are large.
    testing::check_by_differences(&forward::jvp(All { which: 0 }), &((3e-5, 7.0), (1.0, 1e3))).unwrap();
    testing::check_by_differences(&Search { n: 7 }, &[0.7, -1.2, 1.9]).unwrap();
    testing::check_by_differences(&Table, &(1.3, 0.7)).unwrap();
}
