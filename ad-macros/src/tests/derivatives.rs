//! The derivatives of programs, by their adjoint programs and by definition, both interpreted. They must be equal, to second
//! order, in a field of residues.

use super::interpreter::{self, Functions, Number, VARIABLES, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use syn::visit::{self, Visit};

/// Functions, as the user and as the macro wrote them.
pub(super) struct Programs {
    given: syn::File,
    written: syn::File,
}

/// The outcome of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Equal,
    /// The derivatives differ, or a step of the adjoint program alone fails.
    Differ(String),
    /// By the macro, with this message.
    Refused(String),
    /// The original function panics with this message: an index is out of bounds, or it is not Rust.
    NoProgram(String),
}

impl Programs {
    pub(super) fn of(source: &str) -> Programs {
        let mut given: syn::File = syn::parse_str(source).expect("the input is Rust");
        let mut written = super::expand_file(source);
        interpreter::prepare(&mut given);
        interpreter::prepare(&mut written);
        Programs { given, written }
    }

    /// The error in place of an expansion, if there is one.
    pub(super) fn refusal(&self) -> Option<String> {
        self.written.items.iter().find_map(|item| match item {
            syn::Item::Macro(error) => Some(error.mac.tokens.to_string()),
            _ => None,
        })
    }

    /// The number of loops that the reverse sweeps reverse in forward order.
    pub(super) fn onward(&self) -> usize {
        struct Loops {
            closures: usize,
            onward: usize,
        }
        impl<'ast> Visit<'ast> for Loops {
            fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
                self.closures += 1;
                visit::visit_expr_closure(self, closure);
                self.closures -= 1;
            }

            fn visit_expr_for_loop(&mut self, inner: &'ast syn::ExprForLoop) {
                let reversed = matches!(&*inner.expr, syn::Expr::MethodCall(call) if call.method == "rev");
                // The loop of a `while` counts its iterations.
                let counted = matches!(&*inner.pat, syn::Pat::Wild(_));
                self.onward += usize::from(self.closures > 0 && !reversed && !counted);
                visit::visit_expr_for_loop(self, inner);
            }
        }
        let mut loops = Loops { closures: 0, onward: 0 };
        for item in &self.written.items {
            if let syn::Item::Impl(of) = item
                && of.trait_.is_none()
            {
                loops.visit_item_impl(of);
            }
        }
        loops.onward
    }

    /// The number of loops that the forward sweeps skip if the value is not requested.
    pub(super) fn valued(&self) -> usize {
        struct Loops(usize);
        impl<'ast> Visit<'ast> for Loops {
            fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
                let value = matches!(&*branch.cond, syn::Expr::Path(path) if path.path.is_ident("__value"));
                self.0 += usize::from(value);
                visit::visit_expr_if(self, branch);
            }
        }
        let mut loops = Loops(0);
        loops.visit_file(&self.written);
        loops.0
    }

    /// Compares the function `program(n: usize, x: &[f64]) -> f64`, which may call others, for 0 to 4 iterations.
    pub(super) fn compare(&self, others: &Programs) -> Outcome {
        if let Some(message) = self.refusal() {
            return Outcome::Refused(message);
        }
        let plain = Functions::of(self.given.items.iter().chain(&others.given.items));
        let adjoint = Functions::of(self.written.items.iter().chain(&others.written.items));
        for n in 0..5 {
            for x in [[3, -2, 5, 7, -4], [0, 1, 0, -1, 2]] {
                let point = |i: usize| Number::along(x[i], [1, -2, 3, 5, -1][i]);
                interpreter::calls();
                let (value, gradient) = match caught(|| by_definition(&plain, n, &point)) {
                    Ok(derivatives) => derivatives,
                    Err(message) => return Outcome::NoProgram(message),
                };
                let calls = interpreter::calls();
                for asked in [true, false] {
                    let found = caught(|| by_sweeps(&adjoint, n, &point, asked));
                    let called = interpreter::calls();
                    let found = found.map(|(found, gradient)| (if asked { found } else { value }, gradient));
                    if found != Ok((value, gradient)) {
                        return Outcome::Differ(format!(
                            "n = {n}, x = {x:?}, value asked for: {asked}: {found:?}, not {:?}",
                            (value, gradient)
                        ));
                    }
                    if called != calls {
                        return Outcome::Differ(format!(
                            "plain functions are called {called} times, not {calls}"
                        ));
                    }
                }
            }
        }
        Outcome::Equal
    }
}

/// The result of a computation, or the message of its panic.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    })
}

type Derivatives = (Number, [Number; VARIABLES]);

fn list<'a>(number: impl Fn(usize) -> Number) -> Value<'a> {
    Value::List((0..VARIABLES).map(|i| Value::Number(number(i))).collect())
}

fn number(value: &Value<'_>) -> Number {
    match value {
        Value::Number(number) => *number,
        _ => panic!("a program gives no number"),
    }
}

/// The original function, over numbers that carry their gradient.
fn by_definition(functions: &Functions<'_>, n: i128, point: &dyn Fn(usize) -> Number) -> Derivatives {
    let y = number(&functions.call("program", vec![Value::Int(n), list(|i| point(i).variable(i))]));
    (y.primal(), y.gradient())
}

/// The two sweeps of its adjoint program. The value is arbitrary if it is not requested.
fn by_sweeps(
    functions: &Functions<'_>,
    n: i128,
    point: &dyn Fn(usize) -> Number,
    asked: bool,
) -> Derivatives {
    let x = list(point);
    let arguments = vec![Value::Int(n), x.clone(), Value::Bool(asked)];
    let Value::Tuple(both) = functions.call("program::adjoint", arguments) else {
        panic!("an adjoint program gives no pair")
    };
    let [y, sweep] = both.try_into().unwrap_or_else(|_| panic!("an adjoint program gives no pair"));
    let y = number(&y);
    let (dy, dx) = (Value::Number(y).slots(), x.slots());
    dy.arrive(Number::constant(1));
    functions.apply(sweep, vec![dy, Value::Unit, x, Value::Unit, dx.clone()]);
    let Value::List(dx) = dx else { panic!("no list") };
    (y, std::array::from_fn(|i| dx[i].arrived().unwrap_or_default()))
}

#[test]
fn what_differs_is_seen() {
    let program = |result: &str| {
        let text = format!(
            "#[exp(adjoint)] pub fn program(n: usize, x: &[f64]) -> f64 {{ let s = x[0] * x[1]; {result} }}"
        );
        Programs::of(&text)
    };
    let as_if = |given: &str, written: &str| {
        Programs { given: program(given).given, written: program(written).written }.compare(&Programs::of(""))
    };
    assert_eq!(as_if("s * s", "s * x[1] * x[0]"), Outcome::Equal);
    assert!(matches!(as_if("s", "s * x[2]"), Outcome::Differ(_)));
    // The values are equal at both points, the derivatives are not.
    assert!(matches!(as_if("s", "s + (x[0] - 3.0) * x[0]"), Outcome::Differ(_)));
    // Here the gradients are equal, too.
    assert!(matches!(as_if("s", "s + (x[0] - 3.0) * (x[0] - 3.0) * x[0] * x[0]"), Outcome::Differ(_)));
}

/// Each with the number of loops that are skipped if the value is not requested.
#[test]
fn loops_for_the_value_alone_are_left_out_and_no_others() {
    let helpers = Programs::of(
        "#[exp(adjoint, class = Ring)] pub fn total(x: &[f64], s: f64) -> f64 {
             let mut t = s;
             for a in x { t += *a * *a; }
             t
         }
         #[exp(adjoint, class = Ring)] pub fn twice(x: &[f64], s: f64) -> f64 {
             let t = total(x, s);
             t + t * x[0] + total(x, t)
         }
         #[exp(adjoint, class = Ring)] pub fn power(n: usize, a: f64) -> f64 {
             if n == 0 { return 1.0; }
             a * power(n - 1, a)
         }",
    );
    assert_eq!((helpers.refusal(), helpers.valued()), (None, 1));
    let sum = "for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }";
    let programs = [
        (1, "SUM s"),
        (1, "SUM 2.0 - s * 3.0"),
        (1, "SUM if n > 2 { return s + x[2]; } s"),
        (2, "SUM SUM s"),
        (1, "for i in 0..n { for j in 0..n { s += x[i % 5] * x[(j + 1) % 5]; } } s"),
        (1, "for w in x.windows(2) { if w.len() == n { s += w[0] * w[1]; } else { s -= w[1] * w[1]; } } s"),
        (1, "let mut y = vec![x[0]; 3]; for i in 0..n { y[i % 3] += x[i % 5] * x[2]; } y[0] + y[2] * 2.0"),
        (0, "let mut y = vec![x[0]; 3]; for i in 0..n { y[i % 3] += x[i % 5] * x[2]; } y[0] * y[1]"),
        (0, "SUM s * s"),
        (0, "SUM s * x[0]"),
        (0, "SUM x[1] / s"),
        (0, "SUM if s > 0.0 { s + x[0] * x[0] } else { s }"),
        (0, "SUM let mut t = x[0]; for i in 0..n { t += s * x[i]; if t > 100.0 { break; } } t"),
        (0, "for i in 0..n { s += x[i] * s; } s"),
        (0, "for i in 0..n { if i == 3 { break; } s += x[i] * x[i]; } s"),
        (0, "for i in 0..n { assert!(i < 9); s += x[i] * x[i]; } s"),
        (0, "let mut k = 0; for i in 0..n { s += x[i % 5] * x[k % 5]; k += i; } s + x[k % 5] * x[1]"),
        (0, "let mut i = 0; while i < n { s += x[i] * x[i]; i += 1; } s"),
        (0, "SUM let mut t = x[0]; for i in 0..n { t = t * s * x[i]; } SUM t + s"),
        (1, "let t = total(x, x[1]); for i in 0..n { s += t * x[i]; } s"),
        (0, "let t = total(x, x[1]); for i in 0..n { s += t * total(&x[i..], t); } s"),
        (0, "s = twice(x, s); s + twice(&x[1..], s)"),
        (0, "s = total(x, s); total(&x[1..], s * s) + power(n, s)"),
    ];
    for (count, body) in programs {
        let program = Programs::of(&format!(
            "#[exp(adjoint, class = Field + PartialOrd)]
             pub fn program(n: usize, x: &[f64]) -> f64 {{ let mut s = x[0]; {} }}",
            body.replace("SUM", sum)
        ));
        assert_eq!((program.compare(&helpers), program.valued()), (Outcome::Equal, count), "{body}");
    }
}
