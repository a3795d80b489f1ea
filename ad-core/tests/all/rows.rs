//! A dictionary that is not made of doubles evaluates rows of the table by their identity.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ad_core::function::{self, Entry, Function, Partial, Visitor};
use ad_core::{Dict, Exp, FieldDict, Ground, Real, RealDict, RingDict, forward, stack};
use ad_testing::expression;

/// Integer multiples of 2⁻¹⁶. It knows the square root, the reciprocal and powers.
#[derive(Clone, Copy, Default)]
struct Fixed;

impl Dict for Fixed {
    type V = i64;
    type Level = Ground;
    fn zero(self) -> i64 {
        0
    }
    fn one(self) -> i64 {
        1 << 16
    }
    fn add(self, a: i64, b: i64) -> i64 {
        a + b
    }
    fn mul(self, a: i64, b: i64) -> i64 {
        (a * b) >> 16
    }
}

impl RingDict for Fixed {
    fn neg(self, a: i64) -> i64 {
        -a
    }
}

impl FieldDict for Fixed {
    fn div(self, a: i64, b: i64) -> i64 {
        (a << 16) / b
    }
}

impl RealDict for Fixed {
    #[allow(clippy::cast_possible_truncation, reason = "rounded as every number of this dictionary")]
    fn constant(self, c: f64) -> i64 {
        (c * 65536.0) as i64
    }
    fn row(self, f: Entry, x: &[i64]) -> Option<i64> {
        match (f, x) {
            (Entry::Sqrt(_), [x]) => Some((x << 16).isqrt()),
            (Entry::Recip(_), [x]) => Some(self.div(self.one(), *x)),
            (Entry::Powi(function::Powi(n)), [x]) if n >= 0 => Some(self.power(*x, n.unsigned_abs())),
            _ => None,
        }
    }
    fn primal(self, _: i64) -> Option<f64> {
        None
    }
    fn order(self) -> usize {
        0
    }
}

expression!(Roots: f64 => f64, RealDict, |x| x.sqrt() * x.powi(3) + x.recip());

const FOUR: i64 = 4 << 16;

#[test]
fn known_rows_have_values_and_derivatives() {
    // 2·64 + ¼, and 3.5·x^2.5 - x⁻² at 4.
    assert_eq!(Roots.eval(Fixed, FOUR), (128 << 16) + (1 << 14));
    let slope = (112 << 16) - (1 << 12);
    assert_eq!(forward::diff(Roots).eval(Fixed, FOUR), slope);
    assert_eq!(stack::diff(Roots).eval(Fixed, FOUR), slope);
}

fn message(evaluate: impl FnOnce() -> i64) -> Result<i64, String> {
    catch_unwind(AssertUnwindSafe(evaluate))
        .map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[derive(Clone, Copy)]
struct Own;
impl Function<1> for Own {
    fn name(&self) -> Cow<'static, str> {
        "own".into()
    }
    fn value(self, [x]: [f64; 1]) -> f64 {
        x
    }
    fn partial<N: Real>(self, _: usize, _: [N; 1], _: N) -> Partial<N> {
        Partial::One
    }
}

/// Every other row panics with its name, and so does a function that is no row.
#[test]
fn an_unknown_row_is_named() {
    struct Rows(usize);

    impl Visitor for Rows {
        fn visit<F: Function<K>, const K: usize>(&mut self, f: F) {
            let result = message(|| Fixed.function(f, [FOUR; K]));
            if ["sqrt", "recip", "powi[2]"].contains(&&*f.name()) {
                assert!(result.is_ok(), "{}", f.name());
            } else {
                let name = f.name();
                let expected =
                    format!("this dictionary does not know `{name}`: add the function to `RealDict::row`");
                assert_eq!(result, Err(expected));
                self.0 += 1;
            }
        }
    }

    let mut rows = Rows(0);
    function::for_each(&mut rows);
    assert!(rows.0 > 50, "{}", rows.0);
    let panic = message(|| Fixed.function(Own, [FOUR])).unwrap_err();
    assert!(panic.starts_with("this dictionary does not know `own`"), "{panic}");
}
