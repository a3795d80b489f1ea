//! The derivatives of programs, by their adjoint programs and by definition, both interpreted. They must be equal, to second
//! order, in a field of residues.

use super::interpreter::{self, Functions, Number, Place, VARIABLES, Value};
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

    /// This function, with the expansion of another.
    pub(super) fn written_as(self, other: Programs) -> Programs {
        Programs { given: self.given, written: other.written }
    }

    /// The error in place of an expansion, if there is one.
    pub(super) fn refusal(&self) -> Option<String> {
        self.written.items.iter().find_map(|item| match item {
            syn::Item::Macro(error) if error.mac.path.segments.last()?.ident == "compile_error" => {
                Some(error.mac.tokens.to_string())
            }
            _ => None,
        })
    }

    /// How many loops the reverse sweeps reverse in forward order. Programs with [`independent`](Self::independent) loops have
    /// other forward loops in their reverse sweeps. So the result for such programs is 0.
    pub(super) fn forward_order(&self) -> usize {
        struct Loops {
            closures: usize,
            forward_order: usize,
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
                self.forward_order += usize::from(self.closures > 0 && !reversed && !counted);
                visit::visit_expr_for_loop(self, inner);
            }
        }
        if self.independent() > 0 {
            return 0;
        }
        let mut loops = Loops { closures: 0, forward_order: 0 };
        for item in &self.written.items {
            if let syn::Item::Impl(of) = item
                && of.trait_.is_none()
            {
                loops.visit_item_impl(of);
            }
        }
        loops.forward_order
    }

    /// How many loops the reverse sweeps run forward and reverse at once. `__in_place` is a copy of the sweeps.
    pub(super) fn independent(&self) -> usize {
        struct Loops(usize);
        impl<'ast> Visit<'ast> for Loops {
            fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
                if function.sig.ident != "__in_place" {
                    visit::visit_impl_item_fn(self, function);
                }
            }
            fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
                let condition = quote::ToTokens::to_token_stream(&branch.cond).to_string();
                self.0 += usize::from(condition.starts_with("! __late"));
                visit::visit_expr_if(self, branch);
            }
        }
        let mut loops = Loops(0);
        loops.visit_file(&self.written);
        loops.0
    }

    /// Compares the program of second order of `program(n: usize, x: [f64; 5]) -> f64` with derivatives by definition. `None` if it has none.
    pub(super) fn compare_second_order(&self) -> Option<Outcome> {
        let written = Functions::of(self.written.items.iter());
        if self.refusal().is_some() || !written.has("program::__quadratic") {
            return None;
        }
        Some(self.compare_quadratic([[3, -2, 5, 7, -4], [0, 1, 0, -1, 2]], &|n, x| {
            let Value::Tuple(all) = written.call("program::__quadratic", vec![n, x]) else {
                panic!("a program of second order gives a tuple")
            };
            let [y, Value::List(gradient), Value::List(rows)] = &all[..] else { panic!("three parts") };
            let row = |row: &Value<'_>| match row {
                Value::List(row) => row.iter().map(number).collect(),
                _ => panic!("a row"),
            };
            (number(y), gradient.iter().map(number).collect(), rows.iter().map(row).collect())
        }))
    }

    /// The same for the program of second order of a sum, `program(n: usize, x: &[f64]) -> f64`.
    pub(super) fn compare_sum(&self) -> Option<Outcome> {
        let written = Functions::of(self.written.items.iter());
        if self.refusal().is_some() || !written.has("program::__assemble") {
            return None;
        }
        Some(self.compare_quadratic([[3, -2, 5, 7, -4], [0, 1, 6, -1, 2]], &|n, x| {
            let sink = Place::new(Value::List(Vec::new()));
            let arguments = vec![n, x, Value::Reference(sink.clone())];
            let Value::Option(Some(y)) = written.call("program::__assemble", arguments) else {
                panic!("a place is not found")
            };
            let Value::List(parts) = sink.read() else { panic!("no parts") };
            let mut sum = Sum::default();
            let mut before = Vec::new();
            let mut begun = false;
            for part in parts {
                match part {
                    Value::Unit if begun => before.push(std::mem::take(&mut sum)),
                    Value::Unit => begun = true,
                    Value::Tuple(part) if part.len() == 4 => {
                        before.push(std::mem::take(&mut sum));
                        sum.join(&before, &part);
                    }
                    Value::Tuple(part) => sum.add(&part, &[]),
                    factor => sum.scale(number(&factor)),
                }
            }
            (number(&y), sum.gradient, sum.rows)
        }))
    }

    /// Compares value, gradient and Hessian, which `run` computes, with those by definition.
    fn compare_quadratic<'a>(
        &'a self,
        points: [[i64; VARIABLES]; 2],
        run: &dyn Fn(Value<'a>, Value<'a>) -> (Number, Vec<Number>, Vec<Vec<Number>>),
    ) -> Outcome {
        let plain = Functions::of(self.given.items.iter());
        let direction = [1, -2, 3, 5, -1];
        for n in 0..4 {
            for x in points {
                let point = |i: usize| Number::along(x[i], direction[i]);
                let found = caught(|| {
                    let (y, gradient, rows) = run(Value::Int(n), list(point));
                    let products = rows.iter().map(|row| {
                        let terms = row.iter().zip(direction);
                        let terms = terms.map(|(d, v)| d.still().mul(Number::constant(v.into())));
                        terms.fold(Number::constant(0), Number::add)
                    });
                    (y, gradient, products.collect::<Vec<_>>())
                });
                let Ok((value, gradient)) = caught(|| by_definition(&plain, n, &point)) else { continue };
                let products: Vec<_> = gradient.iter().map(|d| d.tangent()).collect();
                if found != Ok((value, gradient.to_vec(), products)) {
                    return Outcome::Differ(format!("n = {n}, x = {x:?}: {found:?}"));
                }
            }
        }
        Outcome::Equal
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
                for late in [false, true] {
                    let found = caught(|| by_sweeps(&adjoint, n, &point, late));
                    let called = interpreter::calls();
                    if found != Ok((value, gradient)) {
                        return Outcome::Differ(format!(
                            "n = {n}, x = {x:?}, value at the end: {late}: {found:?}, not {:?}",
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

/// The gradient and the Hessian of a sum.
struct Sum {
    gradient: Vec<Number>,
    rows: Vec<Vec<Number>>,
}

impl Default for Sum {
    fn default() -> Self {
        let zeros = vec![Number::constant(0); VARIABLES];
        Sum { gradient: zeros.clone(), rows: vec![zeros; VARIABLES] }
    }
}

impl Sum {
    fn scale(&mut self, factor: Number) {
        self.gradient.iter_mut().chain(self.rows.iter_mut().flatten()).for_each(|d| *d = d.mul(factor));
    }

    /// Adds the derivatives of a term by numbers, or by the sums before it.
    fn add(&mut self, term: &[Value<'_>], before: &[Sum]) {
        let [Value::List(at), Value::List(slopes), Value::List(triangle), ..] = term else {
            panic!("three lists")
        };
        let directions: Vec<Vec<Number>> = at
            .iter()
            .map(|at| match at {
                Value::Int(place) => {
                    (0..VARIABLES).map(|i| Number::constant(i128::from(i as i128 == *place))).collect()
                }
                Value::Option(Some(part)) => before[size(part)].gradient.clone(),
                _ => panic!("no place"),
            })
            .collect();
        let mut entries = triangle.iter().map(number);
        for (j, b) in directions.iter().enumerate() {
            let slope = number(&slopes[j]);
            self.gradient.iter_mut().zip(b).for_each(|(d, b)| *d = d.add(slope.mul(*b)));
            for (i, a) in directions[..=j].iter().enumerate() {
                let entry = entries.next().expect("an entry");
                for (row, a_row, b_row) in self.rows.iter_mut().zip(a).zip(b).map(|((row, a), b)| (row, a, b))
                {
                    for ((d, a_column), b_column) in row.iter_mut().zip(a).zip(b) {
                        let product = a_row.mul(*b_column);
                        let other = b_row.mul(*a_column);
                        let both = if i == j { product } else { product.add(other) };
                        *d = d.add(entry.mul(both));
                    }
                }
            }
        }
    }

    /// The function of these sums with the derivatives of this term.
    fn join(&mut self, before: &[Sum], term: &[Value<'_>]) {
        self.add(term, before);
        let [Value::List(at), Value::List(slopes), ..] = term else { panic!("lists") };
        for (at, slope) in at.iter().zip(slopes) {
            if let Value::Option(Some(part)) = at {
                let part = &before[size(part)];
                for (d, entry) in self.rows.iter_mut().flatten().zip(part.rows.iter().flatten()) {
                    *d = d.add(number(slope).mul(*entry));
                }
            }
        }
    }
}

/// A place among the sums.
fn size(value: &Value<'_>) -> usize {
    match value {
        Value::Int(place) => usize::try_from(*place).expect("a place"),
        _ => panic!("no place"),
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

/// The two sweeps of its adjoint program, the second of which may give the value.
fn by_sweeps(functions: &Functions<'_>, n: i128, point: &dyn Fn(usize) -> Number, late: bool) -> Derivatives {
    let x = list(point);
    let arguments = vec![Value::Int(n), x.clone(), Value::Bool(late)];
    let Value::Tuple(both) = functions.call("program::__adjoint", arguments) else {
        panic!("an adjoint program gives no pair")
    };
    let [y, sweep] = both.try_into().unwrap_or_else(|_| panic!("an adjoint program gives no pair"));
    let (dy, dx) = (y.slots(), x.slots());
    dy.add(Number::constant(1));
    let Value::Option(at_the_end) = functions.apply(sweep, vec![dy, Value::Unit, x, Value::Unit, dx.clone()])
    else {
        panic!("a reverse sweep gives no option")
    };
    let y = number(&at_the_end.filter(|_| late).map_or(y, |y| *y));
    let Value::List(dx) = dx else { panic!("no list") };
    (y, std::array::from_fn(|i| dx[i].adjoint().unwrap_or_default()))
}

#[test]
fn differences_are_noticed() {
    let program = |result: &str| {
        let text = format!(
            "#[exp(adjoint)] pub fn program(n: usize, x: &[f64]) -> f64 {{ let s = x[0] * x[1]; {result} }}"
        );
        Programs::of(&text)
    };
    let as_if =
        |given: &str, written: &str| program(given).written_as(program(written)).compare(&Programs::of(""));
    assert_eq!(as_if("s * s", "s * x[1] * x[0]"), Outcome::Equal);
    assert!(matches!(as_if("s", "s * x[2]"), Outcome::Differ(_)));
    // The values are equal at both points, the derivatives are not.
    assert!(matches!(as_if("s", "s + (x[0] - 3.0) * x[0]"), Outcome::Differ(_)));
    // Here the gradients are equal, too.
    assert!(matches!(as_if("s", "s + (x[0] - 3.0) * (x[0] - 3.0) * x[0] * x[0]"), Outcome::Differ(_)));
}

/// Each with the number of its loops that are run forward and reversed at once.
#[test]
#[allow(clippy::too_many_lines, reason = "a table of programs")]
fn iterations_are_reversed_at_once_where_they_are_independent() {
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
         }
         #[exp(adjoint, class = Ring)] pub fn square(y: &mut [f64]) {
             for i in 0..y.len() { y[i] = y[i] * y[i]; }
         }
         #[exp(adjoint, class = Ring)] pub fn halves(x: &[f64]) -> f64 {
             total(&x[..2], x[3]) - 2.0 * total(&x[2..], x[0])
         }",
    );
    assert_eq!((helpers.refusal(), helpers.independent()), (None, 1));
    let sum = "for i in 0..n { s += x[i % 5] * x[(i + 1) % 5]; }";
    let fill = "for j in 0..3 { q[j] = x[j] * x[i % 5]; }";
    let programs = [
        (1, "SUM s"),
        (1, "SUM 2.0 - s * 3.0"),
        (1, "SUM s = s + x[0] * x[1]; s = s * 2.0; s"),
        (1, "SUM let t: f64; if n > 2 { t = s + x[2]; } else { t = s; } t - x[1]"),
        (1, "let t: f64; SUM if n > 2 { t = s + x[2]; } else { t = s; } t - x[1]"),
        // The second sum begins with the first.
        (1, "SUM SUM s"),
        (2, "SUM let mut t = x[1]; for i in 0..n { t -= x[i % 5] * x[2]; } t + s"),
        (1, "SUM let mut t = s * 3.0; for i in 0..n { t -= x[i % 5] * x[2]; } t + s"),
        (1, "for i in 0..n { for j in 0..n { s += x[i % 5] * x[(j + 1) % 5]; } } s"),
        (1, "for w in x.windows(2) { if w.len() == n { s += w[0] * w[1]; } else { s -= w[1] * w[1]; } } s"),
        // An iteration with values of its own, which it reads again.
        (
            1,
            "for i in 0..n { let mut t = x[i % 5]; for j in 0..n { t = t * x[j % 5] + x[0]; } s += t * t; } s",
        ),
        (1, "for i in 0..n { let q = [x[i % 5] * x[0], x[1] * x[2]]; s += q[0] * q[1] * q[i % 2]; } s"),
        (
            1,
            "for i in 0..n { let mut q = vec![x[1]; 3]; q[i % 3] = x[0]; let t = q[0] * q[1]; q[0] = t * q[2]; s += q[0] * t; } s",
        ),
        (
            1,
            "for i in 0..n { let t = if i % 2 == 0 { x[0] * x[i % 5] } else { let u = x[1] * x[1]; u * u * x[2] }; s += t * t; } s",
        ),
        (
            1,
            "for i in 0..n { let mut t = x[i % 5]; for j in 0..n { if j > i { break; } t *= x[j % 5]; } s -= t; } s",
        ),
        (
            1,
            "for i in 0..n { let (mut t, mut k) = (x[i % 5], i); while k > 0 { t = t * x[k % 5]; k -= 1; } s += t * x[0]; } s",
        ),
        // A buffer, which each iteration fills.
        (
            1,
            "let mut q = vec![0.0; 3]; for i in 0..n { FILL q[1] = q[0] * q[2] * q[1]; s += q[1] * q[0]; } s",
        ),
        (0, "let mut q = vec![x[0]; 3]; for i in 0..n { q[0] = q[0] * q[2]; s += q[1] * q[0]; } s"),
        (0, "let mut q = vec![x[0]; 3]; for i in 0..n { FILL s += q[1] * q[0]; } s + q[1]"),
        // A running power, which is computed again, and a number that changes before and after.
        (1, "let mut g = 1.0; for i in 0..n { s += x[i % 5] * x[0] * g; g = g * 3.0; } s"),
        (1, "let mut g = 1.0; for i in 0..n { s += x[i % 5] * x[0] * g; g = g * 3.0; } s + g"),
        (1, "let mut g = x[1]; g = g * x[2]; for i in 0..n { s += x[i % 5] * g; } g = g * g; s + g"),
        (1, "let mut k = n; for i in 0..n { s += x[i % 5] * x[0]; } k += 3; s + x[k % 5] * x[1]"),
        // A list that changes before and after.
        (
            1,
            "let mut a = [x[1], x[2]]; a[0] = a[0] * a[1]; for i in 0..n { s += x[i % 5] * a[0]; } a[0] = a[1] * x[0]; s + a[0] * a[0]",
        ),
        (
            1,
            "let mut a = [x[1], x[2]]; a[0] = a[0] * a[1]; for i in 0..n { s += x[i % 5] * a[0]; } let t = s + a[0]; a[0] = x[3]; t + a[0] * x[1]",
        ),
        (0, "let mut a = [x[1], x[2]]; for i in 0..n { s += x[i % 5] * a[0]; a[1] = a[1] * x[0]; } s + a[1]"),
        // A callee restores a list in the reverse sweep, so a later statement cannot read it at the end.
        (1, "let mut a = [x[1], x[2]]; square(&mut a); for i in 0..n { s += a[1] * x[i]; } s"),
        (1, "let mut a = [x[1], x[2]]; square(&mut a); SUM for i in 0..n { s += a[1] * x[i]; } s"),
        (0, "SUM let a = [s, x[0], x[1]]; a[n % 3] + x[2]"),
        (0, "SUM s * s"),
        (0, "SUM s * x[0]"),
        (0, "SUM x[1] / s"),
        (0, "SUM if n > 2 { return s + x[2]; } s"),
        (0, "SUM if s > 0.0 { s + x[0] * x[0] } else { s }"),
        (0, "SUM let mut t = x[0]; for i in 0..n { t += s * x[i]; if t > 100.0 { break; } } t"),
        (0, "for i in 0..n { s += x[i] * s; } s"),
        (0, "for i in 0..n { if i == 3 { break; } s += x[i] * x[i]; } s"),
        (0, "let mut k = 0; for i in 0..n { s += x[i % 5] * x[k % 5]; k += i; } s + x[k % 5] * x[1]"),
        (0, "let mut i = 0; while i < n { s += x[i] * x[i]; i += 1; } s"),
        (1, "SUM let mut t = x[0]; for i in 0..n { t = t * x[i % 5]; } t + s"),
        (1, "SUM let mut t = x[0]; for i in 0..n { t = t * s * x[i]; } SUM t + s"),
        // Calls.
        (1, "let t = total(x, x[1]); for i in 0..n { s += t * x[i]; } s"),
        (1, "let t = total(x, x[1]); for i in 0..n { s += t * total(&x[i..], t); } s"),
        (0, "total(x, s)"),
        (0, "let t = total(x, x[1]); s += total(&x[1..], x[2]); t - s * 2.0"),
        (0, "let t = total(x, x[1]); let u = total(&x[1..], x[2]); t * u"),
        (0, "let t = total(x, x[1]); let u = total(&x[1..], t); u - t"),
        (1, "let u = halves(x); for i in 0..n { s += power(i, x[i]) * x[1]; } s + u * 3.0"),
        (0, "s = twice(x, s); s + twice(&x[1..], s)"),
        (0, "s = total(x, s); total(&x[1..], s * s) + power(n, s)"),
    ];
    let mut wrong = String::new();
    for (count, body) in programs {
        let program = Programs::of(&format!(
            "#[exp(adjoint, class = Field + PartialOrd)]
             pub fn program(n: usize, x: &[f64]) -> f64 {{ let mut s = x[0]; {} }}",
            body.replace("SUM", sum).replace("FILL", fill)
        ));
        let found = (program.compare(&helpers), program.independent());
        if found != (Outcome::Equal, count) {
            wrong.extend([body, &format!("\n    {found:?}, and {count} expected\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Increments, whose adjoint stays where it is, and loops over the elements of lists; and such as only seem so.
#[test]
fn increments_and_elements_are_told_from_what_only_looks_so() {
    let programs = [
        "for i in 0..n { s = s + s * x[i]; } s * s",
        "for i in 0..n { s = s - x[i] * s; s = x[0] - s; } s * x[1]",
        "let mut u = x[1]; for i in 0..n { let t = s + x[i]; s = t; u = u * t; } s * u",
        "for i in 0..n { let v = s; s = x[i]; s = v + s * x[1]; } s * s",
        "for i in 0..n { let v = s; s = v + x[i] * v; s = v * s; } s",
        "for i in 0..n { let v = s; if i > 1 { s = s * x[2]; } s = v + x[i]; } s * s",
        "let mut u = x[2]; for i in 0..n { let v = s; s = u + x[i]; u = v + s; } s * u",
        "let mut y = [x[0], x[1], x[2]]; for i in 0..n { y[i % 3] = y[i % 3] + y[(i + 1) % 3] * x[i % 5]; } y[0] * y[1] * y[2]",
        "let mut y = [x[0], x[1], x[2]]; for i in 0..n { y[i % 3] += y[i % 3] * y[0]; y[0] = y[0] - y[i % 3]; } y[0] * y[1] * y[2]",
        "let mut y = [x[0], x[1], x[2]]; for i in 0..n { let v = y[i % 3]; y[0] = x[3]; y[i % 3] = v + x[4]; } y[0] * y[1] * y[2]",
        "let mut y = [x[0], x[1]]; let mut k = 0; for i in 0..n { let v = y[k % 2]; k += i; y[k % 2] = v + x[i] * v; } y[0] * y[1]",
        "let mut y = [x[0], x[1]]; for v in y.iter_mut() { *v += *v * x[2]; *v = *v - x[1] * s; } s * y[0] * y[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..3 { q[j] = x[j] * s; s += q[j] * q[j]; } } s * q[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..3 { q[j] = q[j] * x[i % 5]; s = s * q[j]; } } s * q[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..3 { q[j] = s * x[i % 5]; s = s * q[j]; q[j] = s; } } s * q[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..2 { q[j] = s * q[j + 1]; s += q[j] * q[j]; } } s * q[2]",
        "let mut q = vec![x[0]; 3]; let mut w = vec![x[1]; 3]; for i in 0..n { for j in 0..3 { q[j] = x[j] * s; w[j] = q[j] * q[j]; } for j in 0..3 { w[2] += q[j] * w[j]; } s = s + w[2] * w[0]; } s * q[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..3 { q[j] = x[j] * s; let k = j; q[k] = q[j] * q[j]; s += q[k] * x[1]; } } s * q[1]",
        "let mut y = [x[0], x[1], x[2]]; for i in 0..n { let j = i % 3; let k = i % 3; y[j] = y[k] + y[0] * x[i % 5]; } y[0] * y[1]",
        "let mut q = vec![x[0]; 3]; for i in 0..n { for j in 0..3 { if j != i { q[j] = x[j] * s; } s = s + q[j] * q[j]; } } s * q[1]",
    ];
    let mut wrong = String::new();
    for body in programs {
        let program = Programs::of(&format!(
            "#[exp(adjoint, class = Field + PartialOrd)]
             pub fn program(n: usize, x: &[f64]) -> f64 {{ let mut s = x[0]; {body} }}"
        ));
        let found = program.compare(&Programs::of(""));
        if found != Outcome::Equal {
            wrong.extend([body, &format!("\n    {found:?}\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn replayed_reads_see_what_they_saw() {
    let none = Programs::of("");
    let bodies = [
        "let p = a[0]; a[0] = s; p * p * a[0]",
        "for i in 0..n { let p = a[0]; a[0] = s; s = s * p * p; } s * a[0]",
        "for i in 0..n { if i % 2 == 1 { a[0] = s; } s = s * a[0] * x[i]; } s",
        "for i in 0..n { if i % 2 == 1 { a[0] = s; } else { s = s * a[0] * x[i]; } } s",
        "let mut v = x.to_vec(); for i in 0..5 { v[i] = v[i] * s; s = s * v[(i + 2) % 5]; } s * v[1]",
        "let mut v = x.to_vec(); for i in 0..5 { s = s * v[4 - i]; v[i] = s * s; } s * v[1]",
        // A running power begins with its last change.
        "let mut g = 1.0; if n > 2 { g = 3.0; } for i in 0..n { s += x[i] * g; g = g * 2.0; } s * s",
        "let mut g = 1.0; for j in 0..n { g = g + 1.0; } for i in 0..n { s += x[i] * g; g = g * 2.0; } s * s",
        // An iteration pushes on a stack on which the loop in it pushes as well.
        "for i in 0..n { for j in 0..3 { s = s * s; } s = s * x[i]; } s",
        "for i in 0..n { s = s * x[i]; for j in 0..3 { s = s * s; } } s",
        "let mut g = 1.0; match n { 2 => g = 5.0, _ => {} } for i in 0..n { s += x[i] * g; g = g * 2.0; } s * s * g",
    ];
    for body in bodies {
        let program = Programs::of(&format!(
            "#[exp(adjoint, class = Field + PartialOrd)] pub fn program(n: usize, x: &[f64]) -> f64 {{
                 let mut s = x[0]; let mut a = [x[1], x[2]]; {body}
             }}"
        ));
        assert_eq!(program.compare(&none), Outcome::Equal, "{body}");
    }
}
