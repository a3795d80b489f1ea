use super::*;
use crate::Real;
use crate::function::{self, Visitor};

/// `xorshift64`, by G. Marsaglia.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn unit(&mut self) -> f64 {
        self.below(1 << 53) as f64 / (1_u64 << 53) as f64
    }

    /// Numbers of all magnitudes, quarters, and numbers very close to an integer, where there are kinks, poles and jumps.
    fn argument(&mut self) -> f64 {
        let u = self.unit();
        match self.below(9) {
            0 => 8.0 * u - 4.0,
            1 => 10f64.powf(40.0 * u - 20.0),
            2 => -(10f64.powf(40.0 * u - 20.0)),
            3 => (8.0 * u - 4.0).round(),
            4 => (8.0 * u - 4.0).round() + 1e-14 * u,
            5 => (8.0 * u - 4.0).round() + 10f64.powf(-16.0 * u),
            6 => 30.0 * u,
            7 => (16.0 * u).round() / 4.0 - 2.0,
            _ => u,
        }
    }

    fn arguments<const K: usize>(&mut self, name: &str) -> [f64; K] {
        let mut x = core::array::from_fn(|_| self.argument());
        match name {
            "tanh_slope" => x[1] = x[0].tanh(),
            "sigmoid_slope" => x[1] = crate::special::sigmoid(x[0]),
            "clamp" => (x[1], x[2]) = (x[1].min(x[2]), x[1].max(x[2])),
            _ if K > 1 && self.below(7) == 0 => x[1] = x[0] * (1.0 + 1e-15),
            _ => {}
        }
        x
    }
}

/// The number of arguments of each row.
const COUNT: usize = if cfg!(debug_assertions) { 300 } else { 20_000 };

#[test]
fn no_rule_of_the_table_is_called_wrong() {
    struct Rows(Random);

    impl Visitor for Rows {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            for _ in 0..COUNT {
                let x = self.0.arguments(&f.name());
                let ((), wrong) = judged(|| met(f, x, f.value(x)));
                let slopes = wrong.map(|wrong| (wrong.operand, wrong.slopes));
                assert_eq!(slopes, None, "{} at {x:?}", f.name());
            }
        }
    }

    function::for_each(&mut Rows(Random(88_172_645_463_325_252)));
}

/// A row whose derivative by one operand is wrong by a factor.
#[derive(Clone, Copy)]
struct Scaled<F> {
    f: F,
    operand: usize,
    factor: f64,
}

impl<F: Function<K>, const K: usize> Function<K> for Scaled<F> {
    fn name(&self) -> Cow<'static, str> {
        self.f.name()
    }
    fn value(self, x: [f64; K]) -> f64 {
        self.f.value(x)
    }
    fn partial<N: Real>(self, i: usize, x: [N; K], y: N) -> Partial<N> {
        match self.f.partial(i, x, y) {
            Partial::One if i == self.operand => Partial::Value(N::constant(self.factor)),
            p if i == self.operand => p.map(|p| p * self.factor),
            p => p,
        }
    }
    fn entry(self) -> Option<Entry> {
        self.f.entry()
    }
}

/// Where there are values with 31 digits, a factor of 1 + 10⁻⁷ is seen, and elsewhere one of 1.01: at one of 16 usual arguments.
#[test]
fn a_small_factor_in_any_rule_of_the_table_is_seen() {
    struct Rows(Random);

    impl Visitor for Rows {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            let by_floats = [
                "erf",
                "erfc",
                "normal_cdf",
                "gamma",
                "ln_gamma",
                "polygamma[2]",
                "bessel_j[2]",
                "bessel_y[2]",
            ];
            let factor = if by_floats.contains(&&*f.name()) { 1.01 } else { 1.000_000_1 };
            for operand in 0..K {
                let wrong = Scaled { f, operand, factor };
                let mut derivatives = 0.0;
                let is_seen = (0..64).any(|_| {
                    let mut x: [f64; K] = core::array::from_fn(|i| [0.0, 0.4, 0.9][i] + 1.5 * self.0.unit());
                    match &*f.name() {
                        "tanh_slope" => x[1] = x[0].tanh(),
                        "sigmoid_slope" => x[1] = crate::special::sigmoid(x[0]),
                        "clamp" => (x[1], x[2]) = (0.7, 1.1 + x[2]),
                        _ => {}
                    }
                    let y = f.value(x);
                    if let Partial::Value(p) | Partial::MinusOne(p) = wrong.partial(operand, x, y) {
                        derivatives += p.abs();
                    }
                    judged(|| met(wrong, x, y)).1.is_some()
                });
                // Some rows have the derivative 0.
                assert!(is_seen || derivatives == 0.0, "{} by operand {operand}", f.name());
            }
        }
    }

    function::for_each(&mut Rows(Random(88_172_645_463_325_252)));
}

macro_rules! rules {
    ($($Rule:ident($x:ident) = $value:expr, $partial:expr;)*) => {$(
        #[derive(Clone, Copy)]
        struct $Rule;
        impl Function<1> for $Rule {
            fn name(&self) -> Cow<'static, str> {
                stringify!($Rule).into()
            }
            fn value(self, [$x]: [f64; 1]) -> f64 {
                $value
            }
            #[allow(unused_variables, reason = "some derivatives are constant")]
            fn partial<N: Real>(self, _: usize, [$x]: [N; 1], _: N) -> Partial<N> {
                Partial::Value($partial)
            }
        }
    )*};
}

#[allow(clippy::cast_possible_truncation, reason = "this is meant")]
fn single(x: f64) -> f64 {
    (x as f32).sin().into()
}

/// √x by an iteration that ends early.
fn iterated(x: f64) -> f64 {
    let mut y = 1.0 + 0.1 * x;
    for _ in 0..60 {
        if (y * y - x).abs() < 1e-7 * x {
            return y;
        }
        y = 0.5 * (y + x / y);
    }
    f64::NAN
}

rules! {
    // An edge that is smoother than the steps are small.
    Smooth(x) = (x * x + 1e-26).sqrt(), x / (x * x + 1e-26).sqrt();
    // A kink and a jump.
    Ramp(x) = if x > 1.0 { x } else { 1.0 }, N::constant(if x.primal() > Some(1.0) { 1.0 } else { 0.0 });
    Step(x) = if x > 1.0 { x + 1.0 } else { x }, N::constant(1.0);
    // A rounding whose derivative is meant to be 1, and a table without interpolation.
    Through(x) = x.round(), N::constant(1.0);
    Table(x) = (x * 64.0).round() / 64.0, N::constant(1.0);
    // Values in single precision, and values with an iteration that ends early.
    Single(x) = single(x), x.cos();
    Newton(x) = iterated(x), (x.sqrt() * 2.0).recip();
    Narrow(x) = { assert!((0.0..=1.0).contains(&x), "outside"); x * x }, x * 2.0;
    Pole(x) = 1.0 / (x - 1.0), -((x - 1.0) * (x - 1.0)).recip();
    Fast(x) = (1e12 * x).sin(), (x * 1e12).cos() * 1e12;
    Cancelling(x) = (1.0 - x.cos()) / (x * x), (x * x.sin() - (1.0 - x.cos()) * 2.0) / (x * x * x);
    Wrong(x) = x * x * x, x * x * 2.0;
    Forgotten(x) = x.exp() * x, x.exp();
}

/// Rules of a user that are right, or are meant: no alarm. Those that are wrong are seen.
#[test]
fn rules_over_floats() {
    fn alarms<F: Function<1>>(f: F, random: &mut Random, count: usize) -> usize {
        let is_wrong = |x: f64| {
            let y = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| f.value([x]))).ok();
            y.is_some_and(|y| judged(|| met(f, [x], y)).1.is_some())
        };
        // Closer to 0, no digit of the cancelling value is right.
        let mut argument = || core::iter::repeat_with(|| random.argument()).find(|x| x.abs() > 1e-5);
        (0..count).filter_map(|_| argument()).filter(|x| is_wrong(*x)).count()
    }
    let random = &mut Random(88_172_645_463_325_252);
    let right = [
        alarms(Smooth, random, COUNT),
        alarms(Ramp, random, COUNT),
        alarms(Step, random, COUNT),
        alarms(Through, random, COUNT),
        alarms(Table, random, COUNT),
        alarms(Single, random, COUNT),
        alarms(Newton, random, COUNT),
        // Its panics have messages.
        alarms(Narrow, random, 100),
        alarms(Pole, random, COUNT),
        alarms(Fast, random, COUNT),
        alarms(Cancelling, random, COUNT),
    ];
    assert_eq!(right, [0; 11]);
    let wrong = [alarms(Wrong, random, COUNT), alarms(Forgotten, random, COUNT)];
    assert!(wrong.iter().all(|count| *count > COUNT / 3), "{wrong:?}");
}
