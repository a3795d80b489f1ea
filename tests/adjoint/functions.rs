//! Functions that take functions, in one annotated module with their callers: followed where they are called.

use crate::check;
use ad::prelude::*;

#[exp(adjoint, class = Ring + PartialOrd)]
mod model {
    fn repeat(f: impl Fn(f64) -> f64, start: f64, n: usize) -> f64 {
        let mut x = start;
        for i in 0..n {
            if i == 2 {
                x *= f(start);
                continue;
            }
            x = f(x) * x;
        }
        x
    }
    fn early<F: Fn(f64, f64) -> f64>(f: F, x: &[f64]) -> f64 {
        let mut y = x[0];
        for v in x {
            if *v == 0.0 {
                return f(y, x[1]) * y;
            }
            if *v == 5.0 && y == x[0] {
                return 2.0;
            }
            y = f(y, *v);
        }
        let z = f(y, y);
        if z > y {
            return z * z;
        }
        z * y
    }
    fn each(mut f: impl FnMut(usize, f64), x: &[f64]) {
        for (i, v) in x.iter().enumerate() {
            f(i, *v);
        }
    }
    fn filled(f: &dyn Fn(&[f64]) -> f64, x: &[f64]) -> [f64; 3] {
        let mut z = [x[0], x[1], x[2]];
        for i in 0..3 {
            z[i] = z[i] * f(&z) + x[i];
        }
        z
    }
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    pub(super) fn all(n: usize, x: &[f64]) -> f64 {
        let mut k = x[0];
        let mut total = x[1];
        for j in 0..n {
            k = repeat(|v| v * x[2] + k, k, j) + repeat(cube, x[1], 1);
            each(
                |i, v| {
                    if i % 2 == 0 {
                        k *= v;
                    }
                    total += k * v;
                },
                &x[..3],
            );
            let y = early(|a, b| a * b + total, x);
            let square = |v: f64| v * v - k;
            total += y * repeat(|v| repeat(square, v, 1) * k, x[3], 2);
            let z = filled(&|z| z[0] * z[1] + z[2] * k, &[total, k, x[4]]);
            total = total * z[0] + z[1] * z[2];
        }
        k * total
    }
}

#[test]
fn agrees_with_the_tape() {
    for n in 0..4 {
        check::exact(model::All { n }, vec![3, -2, 5, 7, -4]);
        check::exact(model::All { n }, vec![1, 1, 0, -1, 2]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod early {
    fn found(f: impl Fn(f64) -> f64, x: &[f64]) -> Option<f64> {
        let mut y = x[0];
        for v in x {
            let step = f(*v);
            if step == y {
                return None;
            }
            if step > 9.0 {
                return Some(step * y);
            }
            y = y * step + v;
        }
        None
    }
    fn solved<F: Fn(f64) -> f64>(f: F, mut x: f64, n: usize) -> Result<f64, usize> {
        for i in 0..n {
            let next = f(x);
            if next > 20.0 {
                return Ok(next * x);
            }
            if next == x {
                return Err(i);
            }
            x = next;
        }
        Err(n)
    }
    fn listed(f: &dyn Fn(f64) -> f64, x: &[f64]) -> Vec<f64> {
        if x[0] > x[1] {
            return vec![f(x[0]), x[2]];
        }
        let mut z = x.to_vec();
        for i in 0..z.len() {
            z[i] = f(z[i]) * x[0];
            if z[i] > 30.0 {
                return z;
            }
        }
        z.push(f(x[1]));
        z
    }
    fn counted(f: impl Fn(f64) -> f64, x: &[f64]) -> (usize, Vec<f64>) {
        for (i, v) in x.iter().enumerate() {
            if f(*v) > *v {
                return (i, vec![*v, f(*v)]);
            }
        }
        (x.len(), x.to_vec())
    }
    fn asked(f: impl Fn(f64) -> f64, x: &[f64]) -> Option<[f64; 2]> {
        let a = found(&f, x)?;
        let b = found(|v| f(v) * a, &x[1..])?;
        if a == b { None } else { Some([a, b * x[0]]) }
    }
    pub(super) fn containers(n: usize, x: &[f64]) -> f64 {
        let mut s = x[0];
        for i in 0..n {
            let k = x[i] * s;
            if let Some(y) = found(|v| v * k, x) {
                s += y * y;
            }
            s = s * solved(|v| v * x[1] + s, x[2], i + 1).unwrap_or(x[3]);
            match solved(|v| v * v - k, x[i], 2) {
                Ok(v) => s += v * k,
                Err(i) => s = s * x[i],
            }
            let z = listed(&|v| v * s, x);
            s = z.iter().fold(s, |a, b| a * x[i] + b);
            let (i, z) = counted(|v| v * k, x);
            s = s * z[z.len() - 1] + x[i % 5];
            let Some([a, b]) = asked(|v| v * v + k, x) else {
                continue;
            };
            s = s * a + b;
        }
        s
    }
}

#[test]
fn a_function_that_is_followed_returns_a_container_early() {
    for n in 0..4 {
        for x in [vec![3, -2, 5, 7, -4], vec![1, 1, 0, -1, 2], vec![2, 4, 1, 3, 5], vec![0, -1, -2, 1, 0]] {
            check::exact(early::Containers { n }, x);
        }
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod lengths {
    fn stepped<const K: usize>(f: impl Fn(&[f64; K]) -> [f64; K], y: [f64; K], h: f64) -> [f64; K] {
        let shifted = |k: &[f64; K], s: f64| std::array::from_fn(|i| y[i] + s * k[i]);
        let k1 = f(&y);
        let k2 = f(&shifted(&k1, h));
        std::array::from_fn(|i| y[i] + h * (k1[i] + 2.0 * k2[i]))
    }
    fn gradient<const K: usize>(f: &dyn Fn(&[f64; K]) -> f64, x: &[f64; K]) -> [f64; K] {
        let mut slopes = [0.0; K];
        for i in 0..K {
            let mut moved = *x;
            moved[K - 1 - i] += 1.0;
            slopes[i] = f(&moved) - f(x) * K as f64;
        }
        let copy: [f64; K] = slopes;
        let mut rows = vec![1.0; K];
        for (row, slope) in rows.iter_mut().zip(&copy) {
            *row *= slope * slope;
        }
        slopes[0] += rows[K - 1];
        slopes
    }
    fn total<F, const K: usize>(f: F, mut x: [f64; K]) -> f64
    where
        F: Fn(f64) -> f64,
    {
        for i in 1..K {
            x[i] = f(x[i]) * x[i - 1];
        }
        x[K - 1]
    }
    fn both<const K: usize>(f: impl Fn(f64) -> f64, x: [f64; K]) -> f64 {
        total(&f, x) + K as f64 * gradient(&|x| f(x[0]) * x[K - 1], &x)[0]
    }
    pub(super) fn arrays(n: usize, x: &[f64]) -> f64 {
        let mut state = [x[0], x[1], x[2]];
        for i in 0..n {
            state = stepped(|s| [s[1] * x[3], s[2] - s[0] * s[i], s[0]], state, x[4]);
            let slopes = gradient(&|z: &[f64; 2]| z[0] * z[1] * state[i], &[x[i], state[2]]);
            state[1] += slopes[0] * slopes[1] + total(|v| v * x[2], [state[0], x[1], x[i], x[3]]);
            state[2] = both(|v| v * v * x[0], state);
        }
        state[0] * state[1] + state[2]
    }
}

#[test]
fn a_function_that_is_followed_is_generic_over_a_length() {
    for n in 0..4 {
        check::exact(lengths::Arrays { n }, vec![3, -2, 5, 7, -4]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod chosen {
    fn applied(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * x
    }
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    fn sum(f: impl Fn(f64, f64) -> f64, x: &[f64]) -> f64 {
        x.windows(2).map(|w| f(w[0], w[1])).sum()
    }
    pub(super) fn functions(n: usize, word: &str, x: &[f64]) -> f64 {
        let k = x[0] * x[1];
        let mut s = x[2];
        for i in 0..n {
            let f: fn(f64, f64) -> f64 = match word {
                "+" => |a, b| a + b,
                "*" => |a, b| a * b,
                _ if i == 2 => |a, b| a * a - b,
                "skip" => continue,
                _ => |a, _| a,
            };
            let scale = x[i];
            let g: Box<dyn Fn(f64) -> f64> = if s > k {
                Box::new(move |v| v * scale)
            } else if i % 2 == 0 {
                Box::new(cube)
            } else {
                Box::new(|v| v * v - k)
            };
            s = f(s, x[i]) * g(x[3]) + sum(f, x);
            let shifted = |v| v + k;
            s += applied(if i > 0 { &cube } else { &shifted }, s) + applied(&g, x[4]);
            let h = g;
            let held: &dyn Fn(f64) -> f64 = &|v| h(v) * k;
            s = s * held(x[1]);
        }
        s
    }
}

#[test]
fn a_function_is_chosen() {
    for word in ["+", "*", "skip", "other"] {
        for n in 0..4 {
            check::exact(chosen::Functions { n, word }, vec![3, -2, 5, 7, -4]);
        }
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod recursive {
    fn halves(f: &dyn Fn(f64) -> f64, x: f64, depth: u32) -> f64 {
        if depth == 0 { f(x) } else { halves(f, x * x, depth - 1) * x + f(x) }
    }
    fn even<F: Fn(f64) -> f64>(f: &F, x: f64, n: usize) -> f64 {
        if n == 0 { f(x) * x } else { odd(f, f(x), n - 1) }
    }
    fn odd<F: Fn(f64) -> f64>(f: &F, x: f64, n: usize) -> f64 {
        if n == 0 { x } else { even(f, x + 1.0, n - 1) * f(x) }
    }
    fn twice(f: impl Fn(f64) -> f64, x: f64, n: usize) -> f64 {
        halves(&f, x, 2) * halves(&|v| v * x, x, 1) + even(&f, x, n)
    }
    pub(super) fn calls(n: usize, x: &[f64]) -> f64 {
        let mut s = x[0];
        for i in 0..n {
            let k = x[i];
            s = s * halves(&|v| v * k + s, x[1], 2) + twice(|v| v * s - x[2], x[3], n);
        }
        s
    }
}

#[test]
fn a_function_that_takes_functions_calls_itself() {
    for n in 0..3 {
        check::exact(recursive::Calls { n }, vec![3, -2, 5, 7, -4]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod copied {
    fn twice(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
        f(x) * f(x)
    }
    fn both<const K: usize, F: FnMut([f64; K]) -> f64 + Copy>(mut f: F, x: [f64; K]) -> f64 {
        let mut g = f;
        f(x) * g(x) + f(x)
    }
    pub(super) fn closures(n: usize, x: &[f64]) -> f64 {
        let mut s = x[0];
        for i in 0..n {
            let mut v = x[i] + s;
            let mut f = move |d: f64| {
                v = v * d + x[1];
                v
            };
            // A closure is `Copy` if all that it owns is.
            let mut g = f;
            let a = twice(f, x[2]);
            let b = twice(&mut f, x[3]);
            let mut h = move |d: f64| g(d) * x[4];
            s += a + b * f(x[1]) * g(x[0]) + h(x[2]) * v;
            let mut w = s;
            let mut last = move |[a, b]: [f64; 2]| {
                w = w * a + b;
                w
            };
            s = both(last, [x[1], x[i]]) * last([s, x[2]]);
        }
        s
    }
}

#[test]
fn a_copy_of_a_closure_has_its_own_state() {
    for n in 0..4 {
        check::exact(copied::Closures { n }, vec![3, -2, 5, 7, -4]);
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
mod returned {
    #[derive(Clone)]
    pub(super) struct Spring {
        pub stiffness: f64,
        pub length: f64,
    }

    impl Spring {
        fn force(&self) -> impl Fn(f64) -> f64 + '_ {
            let twice = self.stiffness * 2.0;
            move |x| twice * (x - self.length)
        }
    }

    fn line(a: f64, b: f64) -> impl Fn(f64) -> f64 + Copy {
        move |x| a * x + b
    }
    fn running(start: f64) -> impl FnMut(f64) -> f64 {
        let mut s = start * start;
        move |x| {
            s = s * x + start;
            s
        }
    }
    fn chosen<'a>(n: usize, x: &'a [f64]) -> Box<dyn Fn(f64) -> f64 + 'a> {
        match n {
            0 => Box::new(line(x[0], x[1])),
            1 => Box::new(move |v| v * x[2]),
            _ => Box::new(|v| v * v),
        }
    }
    fn composed(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
        move |x| f(g(x))
    }
    fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x + 1.0) - f(x)
    }
    pub(super) fn functions(n: usize, spring: &Spring, x: &[f64]) -> f64 {
        let force = spring.force();
        let mut s = force(x[0]);
        let mut next = running(s);
        for i in 0..n {
            let f = line(s, x[i]);
            let mut other = running(x[i]);
            s = f(x[1]) * line(x[2], s)(x[3]) + other(x[0]) * other(s);
            s += next(x[i]);
            s += slope(chosen(i, x), s) * slope(composed(f, line(x[0], s)), x[4]);
            s += x.iter().map(|v| f(*v)).sum::<f64>() * force(s);
        }
        s * next(x[0])
    }
}

#[exp(adjoint)]
mod blocks {
    fn applied(f: impl Fn(f64) -> f64, v: f64) -> f64 {
        f(v) * f(2.0 * v)
    }
    /// An operator between a block and another operand.
    #[rustfmt::skip]
    pub(super) fn begins(n: usize, x: &[f64]) -> f64 {
        let f = |v: f64| { let w = v * v; w } * x[0];
        let s = (0..n).map(|i| if i == 0 { x[1] } else { 3.0 } * x[i]).fold(0.0, |s, v| { s } + v);
        let t = x.iter().map(|v| match n { 0 => *v, _ => f(*v) } * x[2]).sum::<f64>();
        applied(|v| { let w = v * x[0]; w } * x[1], s) + t * Some(s).map_or(0.0, |t| { t } * t)
    }
}

#[test]
fn a_function_begins_with_a_block() {
    for n in 0..3 {
        check::exact(blocks::Begins { n }, vec![3, -2, 5]);
    }
}

#[test]
fn a_function_is_returned() {
    for n in 0..4 {
        let spring = returned::Spring { stiffness: 3, length: -1 };
        check::exact(returned::Functions { n }, (spring, vec![3, -2, 5, 7, -4]));
    }
}
