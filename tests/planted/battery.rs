//! The functions that `testing::check` judges with an error planted. `python3 tests/planted` writes a copy of the second half for each
//! error in the macro, whose names end in its number.

use ad::function::{Function, Partial};
use ad::numbers::RealDict;
use ad::prelude::*;
use ad::{Num, Real, Signature, dot, special, testing};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[exp(adjoint)]
fn table(x: f64, y: f64) -> [f64; 12] {
    let small = x / (3.0 + x * x);
    [
        x.sqrt() + x.cbrt() * x.exp() - x.exp2() / x.exp_m1() + x.ln() * x.ln_1p() + x.log2() * x.log10(),
        x.sin() * x.cos() + x.tan() - small.asin() * small.acos() + x.atan() / x.atan2(y),
        x.sinh() * x.cosh() + x.tanh() - x.asinh() * (x + 1.0).acosh() + small.atanh(),
        x.powi(3) * y.powi(-2) + x.powf(y) + x.powf(2.5) + x.hypot(y) + x.recip() + x.powi(1) * y,
        x.abs() * (-y).abs() + (x * y).signum() * x + x.copysign(-y) * y,
        x.rem_euclid(y) * x + x.div_euclid(y) * y + (7.0 * x) % y,
        x.max(y) * x.min(y) + x.clamp(0.0, 1.0) * y + y.clamp(x - 1.0, x + 1.0) + (x - 9.0).max(0.0),
        x.mul_add(y, x) + x.to_radians() * y.to_degrees() + x.log(y + 2.0),
        special::erf(x) * special::erfc(y) + special::normal_cdf(x) * special::sigmoid(y),
        special::gamma(x) * special::ln_gamma(y) + special::digamma(x + y) + special::log1pexp(x * y),
        special::bessel_j(1, x) * special::bessel_y(2, y) + special::polygamma(1, x * y),
        special::stumpff(1, x - y) * special::stumpff(2, y) + special::squared_angle(x * x),
    ]
}

/// Sums of many terms, for which the tape has steps of their own.
#[exp]
fn sums(x: &[f64]) -> f64 {
    let squares: f64 = x.iter().map(|x| x * x).sum();
    let every_second: f64 = x.iter().step_by(2).sum();
    dot(x, x) * every_second - x.iter().sum::<f64>() * squares + dot(&x[1..], &x[..x.len() - 1])
}

/// A scalar product whose numbers are every second step.
#[exp]
fn strides(x: &[f64]) -> f64 {
    let every_second: Vec<f64> = x.iter().map(|x| x.sin() * x).collect();
    dot(&every_second, x) * dot(x, &every_second)
}

/// A scalar product with a derivative that is -1, and one that is not.
#[derive(Clone, Copy)]
struct SquareLess;

impl Function<2> for SquareLess {
    fn name(&self) -> Cow<'static, str> {
        "square_less".into()
    }
    fn value(self, [a, b]: [f64; 2]) -> f64 {
        a * a - b
    }
    fn partial<N: Real>(self, i: usize, [a, _]: [N; 2], _: N) -> Partial<N> {
        if i == 0 { Partial::Value(a * 2.0) } else { Partial::MinusOne(N::integer(-1)) }
    }
}

/// As the macro would write it.
struct WithSquareLess;

impl Signature for WithSquareLess {
    type In = [f64; 2];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for WithSquareLess {
    fn apply(&self, _: D, [a, b]: &[Num<D>; 2]) -> Num<D> {
        Real::function(SquareLess, [*a, *b]) * *b
    }
}

#[exp]
fn steep(x: f64, y: f64) -> f64 {
    (1e300 * x).exp().powi(20_000) + y * y
}

/// A gradient in forward mode, where the tangent of y, which is 0, meets an infinite second derivative by x.
#[exp]
fn by_y(x: f64, y: f64) -> f64 {
    forward::grad(Steep).at((x, y)).1
}

/// How an error is seen: by `check`, by `check_by_differences` of the function or of its derivative, or by a panic.
fn judged<E, X: ?Sized, H>(e: &E, x: &X) -> Option<&'static str>
where
    E: testing::Checked,
    X: ad::Argument<E::In, H>,
{
    let result = catch_unwind(AssertUnwindSafe(|| testing::check(e, x)));
    match result {
        Err(_) => Some("panic"),
        Ok(Err(_)) => Some("check"),
        Ok(Ok(())) => None,
    }
}

fn run(battery: &[&dyn Fn() -> Option<&'static str>]) -> &'static str {
    battery.iter().find_map(|judge| judge()).unwrap_or("not seen")
}

fn by_differences() -> Option<&'static str> {
    let result = catch_unwind(|| {
        let of_table = testing::check_by_differences(&Table, &(1.3, 0.7)).is_err();
        let of_slope = || testing::check_by_differences(&forward::jvp(Table), &((1.3, 0.7), (1.0, 0.5))).is_err();
        of_table || of_slope()
    });
    match result {
        Err(_) => Some("panic"),
        Ok(found) => found.then_some("check_by_differences"),
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    for number in 0..CORE {
        ad_core::PLANTED.store(number, std::sync::atomic::Ordering::Relaxed);
        let seen = run(&[
            &|| judged(&Table, &(1.3, 0.7)),
            &|| judged(&Sums, &[0.5, -1.25, 2.0, 3.0, 0.75][..]),
            &|| judged(&Strides, &[0.5, -1.25, 2.0, 3.0][..]),
            &|| judged(&WithSquareLess, &[0.5, -1.25]),
            &|| judged(&ByY, &(0.0, 2.0)),
            &|| judged(&Memory0 { n: 4 }, &[0.7, -1.2, 1.9][..]),
            &|| judged(&Branches0 { n: 9 }, &[0.7, -1.2, 1.9][..]),
            &|| judged(&Flow0 { n: 5 }, &(0.75, 1.5)),
            &|| judged(&Lists0, &[0.7, -1.2, 1.9, 0.4][..]),
            &by_differences,
        ]);
        println!("{number} {seen}");
    }
    ad_core::PLANTED.store(0, std::sync::atomic::Ordering::Relaxed);
    macros();
}

// ---- a copy for each error in the macro

#[exp(adjoint)]
fn helper#(a: f64, list: &mut [f64], k: usize) -> f64 {
    let old = list[k];
    list[k] = old * a + 0.5;
    old / (1.0 + a * a)
}

#[exp(adjoint)]
fn reader#(a: f64, list: &mut [f64]) -> f64 {
    let mut sum = a;
    for j in 0..list.len() {
        sum += list[j] * list[j] * a * 0.1;
    }
    list[1] = sum * 0.1;
    sum
}

#[exp(adjoint)]
fn writer#(a: f64, list: &mut [f64]) -> f64 {
    list[0] = a * 0.5;
    a / (1.0 + a * a)
}

#[exp(adjoint)]
fn counter#(a: f64, x: &[f64], counts: &mut Vec<usize>) -> f64 {
    let n = counts.len();
    let y = x[n % 3] * a;
    counts.push(n);
    y * x[counts.len() % 3] / (1.0 + y * y)
}

#[exp(adjoint)]
fn branches#(x: &[f64], n: usize) -> f64 {
    let mut best = x[0] * x[1];
    let mut path = vec![x[0]; 4];
    let mut sum = 0.0;
    for i in 0..n {
        let a = x[i % x.len()];
        let candidate = (a - 0.3) * path[i % 4] + 0.1 * x[0];
        if candidate < best {
            best = candidate * candidate - a / x[1];
        } else {
            best -= 0.01 * a * candidate;
        }
        path[(i * 3) % 4] = candidate / (2.0 + candidate * candidate);
        sum += path[(i + 1) % 4] * a.sin() - (a * candidate).exp().powf(0.5) * 0.1;
        if sum > 0.9 {
            return sum * best;
        }
    }
    sum * best - path[2].powi(3) + x[1].max(best) * path[1].abs()
}

#[exp(adjoint)]
fn flow#(x: f64, y: f64, n: usize) -> [f64; 2] {
    let mut list = [x, y, x * y];
    let (mut a, mut b) = (x, y);
    let mut k = 0;
    while k < n {
        let c = helper#(a, &mut list, k % 3);
        let (s, t) = (a * c - b, -b * list[(k + 1) % 3]);
        a = if s > t { s * 0.5 + a } else { t - a * 0.25 };
        b = b * 0.9 + s.tanh();
        k += 1;
        if a > 20.0 {
            break;
        }
    }
    [a * list[0] + b.powi(2), list[1].atan2(2.0 + list[2] * list[2]) / (1.0 + b * b)]
}

#[exp(adjoint)]
fn lists#(x: &[f64]) -> f64 {
    let mut grown: Vec<f64> = Vec::new();
    let mut state = x[0];
    for (i, v) in x.iter().enumerate() {
        for j in 0..i {
            state = state * 0.5 + grown[j] * v;
        }
        grown.push(state * v);
        if i % 2 == 1 {
            state = -state;
        }
    }
    let mut scaled = grown.to_vec();
    for v in scaled.iter_mut() {
        *v = *v * state - 1.0;
    }
    let total: f64 = scaled.iter().zip(x).map(|(a, b)| a / (1.0 + b * b)).sum();
    x.windows(2).map(|w| w[0] * w[1] - w[1]).sum::<f64>() + total * state
}

#[exp(adjoint)]
fn memory#(x: &[f64], n: usize) -> f64 {
    let mut whole = vec![1.0; 3];
    let mut buffer = vec![0.0; 3];
    let mut changing = vec![0.0; 3];
    let mut kept = vec![x[2]; 3];
    let mut counts = vec![1];
    let mut changed = vec![x[0], x[1], x[2]];
    let mut grown = vec![x[0]];
    let mut s = x[0];
    for i in 0..n {
        for j in 0..3 {
            buffer[j] = x[j] * x[(i + j) % 3] * s;
        }
        let mut t = x[1];
        for j in 0..3 {
            t += buffer[j] * buffer[(j + 1) % 3] * 0.1;
        }
        for j in 0..3 {
            changing[j] = buffer[j] + x[j];
        }
        for v in changing.iter_mut() {
            *v = *v * *v * s * 0.1;
        }
        for j in 0..3 {
            t += kept[j] * x[j] * 0.1;
            kept[j] = changing[j] * x[1];
        }
        for j in 0..3 {
            s += whole[j] * x[j] * s * 0.1;
        }
        for j in 0..3 {
            whole[j] = x[j] * s;
        }
        for j in 0..grown.len() {
            s = s * 0.5 + grown[j] * grown[grown.len() - 1] * t * 0.1;
        }
        grown.push(s * x[1]);
        for j in 0..3 {
            s = s * changed[j] * 0.3 + changed[j].hypot(s);
        }
        s += helper#(s, &mut changed, i % 3);
        let read = reader#(t, &mut changed);
        s += writer#(read, &mut changed);
        let both = [reader#(s, &mut changed), t];
        s = s * both[0] + both[1];
        s += counter#(t, x, &mut counts);
        changed[(i + 1) % 3] = 0.25;
        s = (s * t).tanh() + (1.0 + s * s).powf(t.tanh());
    }
    s * whole[0] + changed[1] * grown[0]
}

#[exp(adjoint)]
fn refilled#(x: &[f64], n: usize) -> f64 {
    let mut changing = vec![0.0; 3];
    let mut ahead = vec![0.0; 3];
    let mut sum = 0.0;
    for i in 0..n {
        let mut s = x[i % 3];
        for k in 0..2 {
            for j in 0..3 {
                changing[j] = x[j] * s - x[k];
            }
            for j in 0..3 {
                changing[j] = changing[j] * changing[j] * 0.5;
            }
            s = s * changing[k];
        }
        sum += s.tanh();
    }
    let mut several = vec![0.0; 3];
    let mut carried = vec![0.5; 3];
    let mut stopped = vec![0.0; 3];
    for i in 0..n {
        for j in 0..3 {
            several[j] = x[j] * sum + carried[j] * carried[2 - j];
        }
        for j in 0..3 {
            stopped[j] = several[j].sin() * several[2 - j];
        }
        for j in 0..3 {
            several[j] = stopped[j] * stopped[2 - j] - x[i % 3];
        }
        if i % 2 == 0 {
            several[1] = several[1] * x[1];
        }
        for j in 0..3 {
            carried[j] = several[j] * several[2 - j] * 0.5;
        }
        for j in 0..3 {
            if j == i % 3 {
                break;
            }
            stopped[j] = carried[j] * carried[2 - j];
        }
        for j in 0..3 {
            carried[j] = stopped[j] * stopped[2 - j] + several[j];
            several[j] = several[j] * carried[j] * 0.5;
            sum += several[j] * several[j] * 0.1;
        }
    }
    let (mut s, mut k) = (x[0], 0);
    while k < n {
        for j in 0..3 {
            ahead[j] = x[j] * s - x[k % 3];
        }
        for j in 0..3 {
            s -= ahead[j] * ahead[j] * 0.1;
        }
        k += 1;
    }
    sum + s
}

fn judge#() {
    let mut battery: Vec<Box<dyn Fn() -> Option<&'static str>>> = Vec::new();
    for n in [0, 1, 4, 9] {
        battery.push(Box::new(move || judged(&Branches# { n }, &[0.7, -1.2, 1.9][..])));
        battery.push(Box::new(move || judged(&Flow# { n }, &(0.75, 1.5))));
    }
    battery.push(Box::new(|| judged(&Memory# { n: 4 }, &[0.7, -1.2, 1.9][..])));
    battery.push(Box::new(|| judged(&Branches# { n: 9 }, &[0.9, 0.8, 2.5][..])));
    battery.push(Box::new(|| judged(&Refilled# { n: 3 }, &[0.7, -1.2, 1.9][..])));
    battery.push(Box::new(|| judged(&Lists#, &[0.7, -1.2, 1.9, 0.4][..])));
    println!("# {}", run(&battery.iter().map(|judge| &**judge).collect::<Vec<_>>()));
}
