//! Expressions with effects, in every place for an expression. An adjoint program performs each effect once, in Rust's order.

use super::derivatives::{Outcome, Programs};

const HELPERS: &str = "
    #[exp]
    #[derive(Clone, Copy)]
    pub struct Pair { pub a: f64, pub b: f64 }

    #[exp(adjoint, class = Ring + PartialOrd)]
    impl Pair {
        pub fn dot(self, s: f64) -> f64 { self.a * s + self.b * s * s }
        pub fn mix(&mut self, s: f64) { self.a = self.a * s; self.b = self.b * self.a; }
    }

    #[exp(adjoint, class = Ring)] pub fn both(a: f64, b: f64) -> (f64, f64) { (a * b + a, b * b) }
    #[exp(adjoint, class = Ring)] pub fn product(a: f64, b: f64) -> f64 { a * b }
    #[exp(adjoint, class = Ring)] pub fn second(v: &[f64; 2], b: f64) -> f64 { v[1] * v[1] * b }
    #[exp(adjoint, class = Ring)] pub fn squared(t: &mut f64) -> f64 { *t = *t * *t; *t + 1.0 }
    #[exp(adjoint, class = Ring)] pub fn noisy(a: f64) -> f64 { a * noise() }
    #[exp(adjoint, class = Ring)] pub fn noisier(a: f64) -> f64 { a * noisy(a) }
    #[exp(adjoint, class = Ring)] pub fn quiet(a: f64) -> f64 { a * product(a, a) }
";

/// A program with numbers `s` and `t` and an integer `k` that change, and an array `a`.
pub(super) fn program(body: &str) -> Programs {
    Programs::of(&format!(
        "#[exp(adjoint, class = Field + PartialOrd)]
         pub fn program(n: usize, x: &[f64]) -> f64 {{
             let mut s = x[0];
             let mut t = x[1];
             let mut a = [x[2], x[0] * x[1]];
             let mut k = n;
             {body}
         }}"
    ))
}

#[track_caller]
pub(super) fn equal(bodies: &[&str]) {
    let helpers = Programs::of(HELPERS);
    assert_eq!(helpers.refusal(), None);
    let outcomes = bodies.iter().map(|body| (body, program(body).compare(&helpers)));
    let failures: Vec<_> = outcomes.filter(|(_, outcome)| *outcome != Outcome::Equal).collect();
    let text: Vec<String> =
        failures.iter().map(|(body, outcome)| format!("{body}\n        {outcome:?}")).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), bodies.len(), text.join("\n"));
}

#[test]
fn a_change_behind_a_logical_operator_is_seen() {
    equal(&[
        "if s != 0.0 && { s *= 3.0; s != 0.0 } { s *= 2.0; } s",
        "if s != 0.0 || { s *= 3.0; s != 0.0 } { s *= 2.0; } s",
        "let b = s > t && { s = s * t; t > 0.0 }; if b { s * s } else { s * t }",
        "let b = s > t || { s = s * t; t > 0.0 }; if b { s * s } else { s * t }",
        "s > t && { s = s * t; t = s * x[3]; s > 0.0 } && { s = s * t * x[2]; true }; s * t",
        "s > t || { s = s * t; s > 0.0 } || { s = s * t * x[2]; true }; s * t",
        "if k > 1 && { k += 1; s = s * x[k % 5]; k > 2 } { t = t * x[k % 5]; } s * t * x[k % 5]",
        "if k > 1 && { a[0] = a[1] * s; a[0] > t } || { a[1] *= s; true } { s = a[0] * s; } s * a[0] * a[1]",
        "for i in 0..n { if i % 2 == 0 && { s = s * t; s > t } { t = s * x[i]; } } s * t",
        "for i in 0..n { if s > t && { s = s * t; s > t } { break; } t = s * x[i]; } s * t",
        "let mut f = |u: f64| { s = s * u; s > u }; if x[2] > x[3] && f(x[3]) || f(x[4]) { t = t * x[0]; } s * t",
        "if s > t && squared(&mut s) > t { t = t * s; } s * t",
        "if !(s > t && { s = s * t; s > t }) { t = t * s; } s * t",
        "let b = (s > t) & { s = s * t; s > t }; if b { t = t * s; } s * t",
        "let c = if s > t && { t = t * s; t > s } { s } else { t }; c * s * t",
        "while s > t && { t = t + s * s + 1.0; k += 1; k < 6 } { s = s * t; } s * t",
    ]);
}

#[test]
fn the_head_of_a_while_may_change_something() {
    equal(&[
        "while { s = s * t; k += 1; k < 4 } {} s * t",
        "while { s = s * t; k += 1; k < 4 } { t = s * t; } s * t",
        "while { s = s * t; k += 1; k < 6 } { if k % 2 == 0 { continue; } t = s * t; } s * t",
        "while { s = s * t; k += 1; k < 6 } { if k == 3 { break; } t = s * t; } s * t",
        "while { s = s * t; k += 1; k < 6 } { if k == 3 { return s; } t = s * t; } s * t",
        "while { a[k % 2] = a[(k + 1) % 2] * s; k += 1; k < 5 } { s = a[0] * s; } s * a[0] * a[1]",
        "let mut step = || { s = s * x[k % 5]; k += 1; k < 5 }; while step() {} s * t",
        "let mut step = || { s = s * x[k % 5]; k += 1; k < 5 }; while step() { t = t * x[1]; } s * t",
        "while squared(&mut s) < t && k < 3 { k += 1; t = t * s; } s * t",
        "while { let u = squared(&mut s); k += 1; t = t * u; k < 4 } { t = t * s; } s * t",
        "for i in 0..n { let mut j = 0; while { s = s * t; j += 1; j < i } { t = s * x[i]; } } s * t",
        "while { let mut j = 0; while { t = t * s; j += 1; j < 2 } { s = s * x[j]; } k += 1; k < 4 } { s = s * t; } s * t",
        "'a: while { s = s * t; k += 1; k < 5 } { for i in 0..3 { if i == k { continue 'a; } t = s * x[i]; } } s * t",
        "'a: while { s = s * t; k += 1; k < 5 } { for i in 0..3 { if i + 1 == k { break 'a; } t = s * x[i]; } } s * t",
        "let mut v = vec![s, t, s * t]; while { s = s * v.pop().unwrap(); !v.is_empty() } { t = t * s; } s * t",
        "let mut v = vec![s, t, s * t]; while v.pop().is_some() { t = t * s; } s * t",
        "while { for i in 0..k { s = s * x[i]; } k += 1; k < 4 } { t = t * s; } s * t",
        "let mut v = vec![s, t]; while { v.push(s * t); v.len() < 4 } { s = s * v[v.len() - 1]; } s * x[v.len()]",
        "while { if k > 4 { return s * t; } k < 9 } { s = s * t; k += 1; } s",
        "while { if k >= 3 { return s * t; } s = s * t; k += 1; true } { t = t * s; } s * t",
        "while { let u: f64 = x.iter().map(|v| v * s).sum(); s = u; k += 1; k < 4 } { t = t * s; } s * t",
        "'w: while { if k > 4 { break 'w; } k < 9 } { s = s * t; k += 1; } s * t",
        "'w: while { if s > t { break 'w; } k < 6 } { s = s * x[k % 5]; t = t * s; k += 1; } s * t",
        "for i in 0..n { 'w: while { if k > 5 { break 'w; } k < 9 } { s = s * t; k += 1; } t = t * s; k = i; } s * t",
        "'a: for i in 0..n { while { if k > 5 { k = i; continue 'a; } k < 9 } { s = s * t; k += 1; } t = t * s; } s * t",
    ]);
}

#[test]
fn a_varying_plain_function_is_called_once() {
    equal(&[
        "let y = s + noise(); y * y * t",
        "let y = s * noise(); y * noise() * t * s",
        "let y = noise() * noise(); s * y * (y + s)",
        "for i in 0..n { s = s * (x[i] + noise()); } s * t",
        "for i in 0..n { s += x[i] * noise() * x[i]; } s * t",
        "for i in 0..n { s += x[i] * tick() as f64 * x[i]; } s * t",
        "let c = noise(); for i in 0..n { s = s * c * (x[i] + noise()); } s * t",
        "s = s * x[tick() % 5] * x[tick() % 5]; s * s",
        "for i in 0..n { s = s * x[tick() % 5] + x[(i + tick()) % 5]; } s * t",
        "for i in 0..tick() { s = s * x[i]; } s * t",
        "for i in 0..n { for j in 0..tick() { s = s * x[(i + j) % 5]; } } s * t",
        "if tick() % 2 == 1 { s = s * t; } if tick() % 2 == 0 { s = s * t * t; } s",
        "if s > t && tick() % 2 == 1 { s = s * t; } s * noise() * s",
        "(match tick() { 1 => s * t, _ => s }) * s",
        "(match n { j if tick() + j > 2 => s * t, j if tick() + j > 3 => s * s * t, _ => s }) * s * noise()",
        "while tick() < 4 { s = s * t; } s * t",
        "let _ = tick(); s * noise() * s",
        "let (u, _) = (noise(), tick()); s * u * s * noise()",
        "let u = (tick(), s, noise()).1; u * noise() * u",
        "let u = [noise(), noise(), s][n % 2]; u * s * s",
        "let f = |u: f64| u * noise(); f(s) * f(t) * f(s)",
        "let f = |u: f64| u * noise(); for i in 0..n { s = f(s) * x[i]; } s * t",
        "let u = Some(s).unwrap_or(noise()); u * noise() * u",
        "let u = if n > 2 { Some(s) } else { None }.unwrap_or(noise()); u * noise() * u",
        "let u = product(s, t * noise()); u * u * noise()",
        "noisy(s) * noisy(t) * noisy(s)",
        "for i in 0..n { s = noisy(s) * x[i]; } s * t",
        "for i in 0..n { s += noisy(x[i]) * x[i]; } s",
        "let mut u = 0.0; for v in x { u += noisy(*v) * t; } u * u * s",
        "for i in 0..n { s += noisier(x[i]) * quiet(x[i]); } s * noise()",
        "for i in 0..n { s += noisier(x[i]) * quiet(x[i]); } s + noisy(t)",
        "for i in 0..n { for j in 0..i { s += noisy(noisier(x[i])) * x[j]; } } s + noise()",
        "for i in 0..n { if noisy(1.0) > x[i] { s += noisy(x[i]) * x[i]; } else { s += quiet(t); } } s",
        "for i in 0..n { let mut u = noisy(x[i]); for j in 0..i { u = u * noisier(x[j]) + t; } s += u * u; } s",
        "for v in x { let u = noisy(*v); if k > 1 { continue; } s += u * u; } s",
        "noisy(s) + t * t",
        "let u = noisy(s); for i in 0..n { s += x[i] * t; } s + u",
        "let mut i = tick(); while i < 4 { s = s * x[i]; i += tick() % 2 + 1; } s * t",
        "let u: Vec<f64> = x.iter().map(|v| v * noise()).collect(); u[0] * u[1] * u[4] * s",
        "let u = x.iter().map(|v| v * noise()).sum::<f64>(); u * u * s",
        "let u = vec![noise(); 3]; u[0] * s * u[2] * s",
        "let v = vec![s, t]; let u = v[(tick() + tick()) % 2]; u * s * u",
        "a[tick() % 2] *= s; a[tick() % 2] += t * s; a[0] * a[1]",
        "let mut c = [0, 0]; for i in 0..n { c[tick() % 2] += i + 1; } s * x[c[0] % 5] * x[c[1] % 5]",
        "let u = [s, t].map(|v| v * noise()); u[0] * u[1] * u[0]",
        "let r = 0..tick(); for i in r { s = s * x[i]; } s * t",
        "let u = &x[tick()..tick() + 1]; s = s * u[0] * u[1]; s * u[0]",
        "for i in shuffled(4) { s = s * x[i] + x[(i + 1) % 5]; } s * t",
        "for i in shuffled(4).into_iter().filter(|i| i % 2 == 0) { s = s * x[i] + x[(i + 1) % 5]; } s * t",
        "for i in (0..4).map(|i| (i + tick()) % 5) { s = s * x[i] + x[(i + 1) % 5]; } s * t",
        "for i in (0..n).filter(|_| tick() % 2 == 0) { s = s * x[i] + x[(i + 1) % 5]; } s * t",
        "let c = [1, 2]; let j = c[tick() % 2] + { k += 1; tick() }; s * x[j % 5] * s",
        "let b = (tick() > 1 && tick() > 2) | { k += 1; tick() % 2 == 0 }; if b { s * s } else { s * t * s }",
        "for i in shuffled(4).iter().rev() { s = s * x[*i] + x[(i + 1) % 5]; } s * t",
        "for (i, v) in shuffled(4).into_iter().zip(x) { s = s * v + x[i]; } s * t",
        "let mut u = s; for i in shuffled(4) { for j in shuffled(2) { u = u * x[i] + x[j]; } } u * t",
    ]);
}

#[test]
fn an_integer_is_restored_whatever_changed_it() {
    equal(&[
        "let mut j = 1; while j < 40 { s = s * x[j % 5]; j *= 3; } s * t",
        "let mut j = 1; for i in 0..n { s = s * x[j % 5] + t; j *= 2; } s * x[j % 5]",
        "let mut j = 81; while j > 0 { s = s * x[j % 5]; j /= 3; } s * t",
        "let mut j = 40; for i in 0..n { s = s * x[j % 5]; j -= 7; t = t * x[j % 5]; } s * t",
        "let mut j = 40; for i in 0..n { s = s * x[j % 5]; j %= 7; t = t * x[j % 5]; } s * t",
        "let mut j = 1; for i in 0..n { s = s * x[j % 5]; if i % 2 == 0 { j += 2; } else { j *= 3; } } s * x[j % 5]",
        "let mut c = [1, 2]; for i in 0..n { s = s * x[c[i % 2] % 5]; c[i % 2] *= 3; c[0] += 1; } s * t",
        "let mut j = 1; for i in 0..n { for l in 0..i { s = s * x[(j + l) % 5]; j *= 2; } j += 1; } s * x[j % 5]",
    ]);
}

#[test]
fn a_guard_and_a_comparison_call_a_varying_function_once() {
    equal(&[
        "(match k { 0 => s, _ if noise() > s => s * s, _ => s * t }) * noise()",
        "(match s { u if noise() > u => u * t, u => u * u }) * noise() * s",
        "(match (tick(), k) { (1, j) if j > tick() => s * t, (_, _) if tick() > 2 => s, _ => t }) * noise() * s",
        "(match n { 0 if tick() > 1 => s, 1 if tick() > 1 => t, 2 | 3 if noise() > t => s * t, _ => s * s }) * noise()",
        "(match x.get(tick()) { Some(u) if *u > noise() => u * s, Some(u) => u * u, None => s * t }) * noise()",
        "if s > noise() { s = s * s; } else if noise() > t { s = s * t; } s * noise() * s",
        "if !(noise() <= s) || tick() % 2 == 0 { s = s * t; } s * noise() * s",
        "let b = noise() < s; if b { s = s * s; } let c = s == noise(); if c { t } else { s * noise() * s }",
        "let b = tick() == tick() || noise() > s; if b { s * s } else { s * t * noise() }",
        "while noise() < s * s && k < 9 { s = s * t + noise(); k += 1; } s * t",
        "while tick() < 3 || noise() < t { t = t * s; k += 1; if k > 8 { break; } } s * t * noise()",
        "for i in 0..n { match tick() % 3 { 0 if x[i] > noise() => s = s * t, 1 => continue, _ => s = s * x[i] } } s * noise()",
        "for i in 0..n { if noise() > x[i] { s += x[i] * x[i]; } else { s += t * x[i]; } } s * noise()",
        "for i in 0..n { let u = match i { 0 if noise() > t => x[i], _ if tick() > 4 => t, _ => x[0] }; s += u * u * noise(); } s",
        "for v in x.iter().filter(|v| **v > noise()) { s = s * v; } s * noise()",
        "for v in x.iter().take_while(|v| **v < noise()) { s = s * v; } s * noise()",
        "let u = x.iter().position(|v| *v > noise()).unwrap_or(0); s * x[u] * noise()",
        "let u = x.iter().any(|v| *v > noise()); if u { s * s } else { t * s * noise() }",
        "let mut c = vec![n, 1]; let y = match k { 0 if c[0] > 1 => s, _ if c[1] == 1 => { c[1] = 2; s * t } _ => t }; y * y * x[c[1]]",
        "let mut c = [n, 1]; for i in 0..n { match i { j if c[0] == j => { c[0] = 0; s = s * x[j]; } j if c[1] == j => c[1] += 2, _ => s = s * s } } s * t",
    ]);
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    equal(&[
        "s * { s = s * t; s } * s",
        "s - { s = s * t; t } * s",
        "a[0] * { a[0] = a[1] * s; a[0] } * a[0]",
        "let mut v = both(s, t); v.0 * { v.0 = v.1 * s; v.1 } * v.0",
        "let mut v = both(s, t); v.0 - { v.0 *= s; v.0 }",
        "let mut v = both(s, t); product(v.0, { v.0 *= s; v.0 })",
        "let mut v = both(s, t); let u = [v.0, { v.0 *= s; v.0 }]; u[0] * u[1] * u[1]",
        "let mut v = both(s, t); let u = (v.0, { v.0 *= s; v.0 }); u.0 * u.1 * u.1",
        "let mut v = both(s, t); let f = |p: f64, q: f64| p * q * q; f(v.0, { v.0 *= s; v.0 })",
        "let mut v = both(s, t); let b = v.0 > { v.0 *= s; v.0 }; if b { v.0 * s } else { v.1 }",
        "let mut v = both(s, t); (v.0, v.1) = (v.1, v.0); v.0 * v.0 * v.1",
        "let mut v = both(s, t); let mut w = both(t, s); (v, w) = (w, v); v.0 * v.0 * w.1",
        "let mut b = [s, t]; (a, b) = (b, a); a[0] * a[0] * b[1]",
        "let mut v = Pair { a: s, b: t }; v.dot({ v.a *= t; v.b }) * v.a",
        "let mut v = Pair { a: s, b: t }; let mut w = Pair { a: t, b: x[2] }; (v, w) = (w, v); v.dot(w.a)",
        "let mut v = Pair { a: s, b: t }; let w = [v, { v.a *= t; v }]; w[0].dot(w[1].a)",
        "let mut v = Pair { a: s, b: t }; let w = (v, { v.a *= t; v.b }); w.0.dot(w.1) * v.a",
        "let mut v = Pair { a: s, b: t }; let w = (v, t); v.a = v.a * t; w.0.dot(w.1) * v.a",
        "let w = (a, t); a[0] = a[0] * t; w.0[0] * w.0[1] * a[0]",
        "let w = [a, { a[0] = a[0] * t; a }]; w[0][0] * w[1][0] * w[1][0]",
        "let mut v = Pair { a: s, b: t }; let w = (v, { v.mix(t); v.b }); w.0.dot(w.1) * v.a",
        "let w = [a, { for u in a.iter_mut() { *u = *u * t; } a }]; w[0][0] * w[1][0] * w[1][1]",
        "let w = (a, { for i in 0..2 { a[i] = a[i] * t; } a[0] }); w.0[0] * w.0[1] * w.1",
        "s = s * t; if k > 1 { for i in 0..n { s = s * x[i]; } } s * t",
        "let mut v = both(s, t); a[{ v.0 *= s; 0 }] = v.0; a[0] * a[0] * v.0",
        "let mut v = both(s, t); a[{ v.0 *= s; 0 }] += v.0; a[0] * a[0] * v.0",
        "let w = ([a, a], { a[0] = a[0] * t; t }); w.0[0][0] * w.0[1][0] * w.1 * a[0]",
        "let w = [Pair { a: s, b: t }, Pair { b: t, a: s }]; w[0].dot(w[1].a) * s",
        "let w = Some(a); a[0] = a[0] * t; w.unwrap()[0] * a[0] * s",
        "let v = Pair { a: s, b: { s = s * t; s } }; v.dot(s)",
        "let v = Pair { b: { s = s * t; s }, a: s }; v.dot(s)",
        "let v = Pair { b: { s = s * t; s }, ..Pair { a: s, b: t } }; v.dot(s)",
        "let u = [s, { s = s * t; s }, s]; u[0] * u[1] * u[2]",
        "let u = vec![s, { s = s * t; s }, s]; u[0] * u[1] * u[2]",
        "let u = vec![{ k += 1; s * t }; k]; u[0] * s",
        "x[k % 5] * x[{ k += 1; k % 5 }] * x[k % 5]",
        "let u = [[s, t], [t, s]]; u[k % 2][{ k += 1; k % 2 }] * x[k % 5]",
        "for i in k..({ k += 2; k }) { s = s * x[i % 5]; } s * x[k % 5]",
        "for i in ({ k += 1; k })..({ k += 2; k }) { s = s * x[i % 5]; } s * x[k % 5]",
        "let u = x[{ k = 1; k }..{ k = 3; k }].iter().sum::<f64>(); u * u * x[k]",
        "let j = k + { k += 1; k } * { k += 2; k }; s * x[j % 5] * x[k % 5]",
        "let j = [k, { k += 1; k }, k]; s * x[j[0] % 5] * x[j[1] % 5] * x[j[2] % 5]",
        "let b = k < { k += 1; k }; if b { s = s * t; } s * x[k % 5]",
        "(match { s = s * t; k += 1; k } { 1 => s, j => s * x[j % 5] }) * s",
        "(match { s = s * t; s } { u if u > t => u * s, u => u * t }) * s",
        "if let Some(u) = { s = s * t; x.get(k) } { s = s * u; } s * t",
        "if { s = s * t; s > t } { s * s } else if { t = t * s; t > x[2] } { t * s } else { t }",
        "product(s, { s = s * t; s }) * s",
        "product({ s = s * t; s }, s) * s",
        "second(&{ a[0] = a[0] * s; a }, { a[1] = a[1] * t; a[1] }) * a[0]",
        "s += { s = s * t; s }; s * t",
        "s *= { s = s * t; t = t * s; t }; s * t",
        "a[k % 2] += { k += 1; a[0] * s }; a[0] * a[1]",
        "a[{ k += 1; k % 2 }] += s * t; a[0] * a[1] * x[k % 5]",
        "a[{ k += 1; k % 2 }] *= { s = s * t; s }; a[0] * a[1] * x[k % 5]",
        "a[{ k += 1; k % 2 }] = { k += 1; s * x[k % 5] }; a[0] * a[1] * x[k % 5]",
        "let mut c = [0, 0]; c[{ k += 1; k % 2 }] += { k += 1; k }; s * x[c[0] % 5] * x[c[1] % 5]",
        "k += { k += 1; s = s * t; k }; s * x[k % 5]",
        "let mut v = vec![s]; v.push({ s = s * t; s }); v.push(s); v[0] * v[1] * v[2]",
        "let mut v = vec![s, t]; (v.len() * { v.push(s); 2 }) as f64 * s * v[2]",
        "let mut v = vec![s, t]; v[v.len() - 1] * { v.push(s * t); v[2] } * s",
        "let mut v = vec![s, t]; product(v[v.len() - 1], { v.push(s * t); v[2] }) * v[0]",
        "let mut v = vec![s, t]; let w = [v.clone(), { v.push(s * t); v.clone() }]; w[0][0] * w[1][2] * x[w[0].len()]",
        "let mut v = x.to_vec(); v = v[1..].to_vec(); v[0] * v[1] * v[0]",
        "for i in 0..n { [s, t] = [t * x[i], s]; } s * s * t",
        "for i in 0..n { (s, t) = (t * x[i], s); } s * s * t",
        "let u = Some(s).map_or({ k += 1; t }, |u| u * t); u * x[k % 5] * u",
        "let u = x.get(k).map_or({ s = s * t; s }, |u| u * t); u * u * s",
        "a.swap({ k += 1; k % 2 }, { k += 2; k % 2 }); a[0] * s * x[k % 5]",
        "a.fill({ s = s * t; s }); a[0] * a[1] * s",
        "let u = std::mem::replace(&mut s, { s * t }); u * s * s",
        "return { s = s * t; s } * s;",
        "let u = 'a: { if s > t { break 'a { s = s * t; s }; } s }; u * s * t",
        "let u = loop { k += 1; if k > 4 { break { s = s * t; s } * s; } }; u * s * t",
        "let u = { let mut q = s; for i in 0..n { q = q * x[i]; } q } * { s = s * t; s }; u * s",
        "let u = -{ s = s * t; s } * s; u * t",
        "let u = { k += 1; k } as f64 * { k += 1; s }; u * s * x[k % 5]",
        "let mut c = [1, 2]; let d = c; c[0] = 3; s * x[d[0]] * x[c[0]]",
        "let mut c = [1, 2]; for i in 0..n { let d = c; c[i % 2] = d[0] + d[1]; s = s * x[d[0] % 5] * x[c[0] % 5]; } s * t",
        "let mut c = [1, 2]; let mut d = c; for i in 0..n { d[0] += c[1]; c = d; c[0] += 1; s = s * x[d[0] % 5] * x[c[0] % 5]; } s * t",
    ]);
}

#[test]
fn a_closure_with_a_state_changes_it_once_for_each_call() {
    equal(&[
        "let mut f = |u: f64| { s = s * u; s }; f(t) * f(t) * x[2]",
        "let mut f = |u: f64| { s = s * u; s }; f(f(t)) * x[2]",
        "let mut f = |u: f64| { s = s * u; s }; let u = [f(t), f(t)]; u[0] * u[1] * s",
        "let mut f = |u: f64| { s = s * u; s }; let u = product(f(t), f(t)); u * s",
        "let mut f = || { k += 1; k }; let u = x[f() % 5] * x[f() % 5]; u * x[k % 5]",
        "let mut f = || { k += 1; k }; for i in f()..f() + 2 { s = s * x[i % 5]; } s * x[k % 5]",
        "let mut f = || { k += 1; k % 2 }; a[f()] *= a[f()] * s; a[0] * a[1]",
        "let mut f = |u: f64| { a[0] = a[0] * u; a[1] }; let v = f(s) * f(t); v * a[0]",
        "let f = move |u: f64| u * s; s = s * t; f(t) * s",
        "let f = move |u: f64| u * a[0]; a[0] = a[0] * t; f(t) * a[0]",
        "let mut f = move |u: f64| { s = s * u; s }; f(t) * f(t) * s",
        "let mut f = move || { k += 1; k }; f(); f(); s * x[f() % 5] * x[k % 5]",
        "let mut g = move |u: f64| { s = s * u; s }; let mut f = g; f(t) * f(t) * g(x[2]) * s",
        "let mut g = move |u: f64| { s = s * u; s }; let mut f = move |u: f64| g(u) * u; let mut h = f; f(t) * h(x[2]) * s",
        "let u = x.iter().map(|v| { s = s * v; s }).sum::<f64>(); u * s",
        "let u: Vec<f64> = x.iter().map(|v| { s = s * v; s }).collect(); u[1] * u[2] * s",
        "let u = x.iter().map(|v| { s = s * v + 1.0; s }).skip(1).sum::<f64>(); u * s",
        "let u = x.iter().map(|v| { s = s * v + 1.0; s }).step_by(2).sum::<f64>(); u * s",
        "let u = x.iter().map(|v| { s = s * v + 1.0; s }).enumerate().map(|(i, v)| v * x[4 - i]).sum::<f64>(); u * s",
        "let u = x.iter().filter(|v| { s = s * **v + 1.0; s > t }).enumerate().map(|(i, v)| v * x[i]).sum::<f64>(); u * s",
        "let u = x.iter().filter(|v| { s = s * **v + 1.0; s > t }).skip(1).step_by(2).map(|v| v * s).sum::<f64>(); u * s",
        "let u = x.iter().map(|v| v * noise()).skip(2).sum::<f64>(); u * noise() * u",
        "let u = x.iter().map(|v| { s = s * v + 1.0; s }).fold(t, |p, v| p * v); u * s",
        "let u = x.iter().filter(|v| { k += 1; k % 2 == 0 }).sum::<f64>(); u * s * x[k % 5]",
        "x.iter().for_each(|v| { k += 1; s = s * v; }); s * x[k % 5]",
        "let u = Some(s).map(|v| { t = t * v; t }).unwrap(); u * t",
        "let u = x.get(k).map_or(s, |v| { t = t * v; t }); u * t",
        "let u = x.get(k).copied().unwrap_or_else(|| { t = t * s; t }); u * t",
        "let it = x.iter().map(move |v| v * s); s = s * t; it.sum::<f64>() * s",
        "let m = [[x[0], x[1]], [x[2], x[3]]]; for v in m.iter().flat_map(|row| row.iter()) { if *v > t { break; } s = s * v + v; } s * t",
        "let m = [[x[0], x[1]], [x[2], x[3]]]; for v in m.iter().flatten() { k += 1; if k == 2 { break; } s = s * v + v; } s * t",
        "let m = [[x[0], x[1]], [x[2], x[3]]]; for v in m.iter().flatten() { k += 1; if k == 3 { continue; } s = s * v + v; } s * t",
        "for j in (0..3).flat_map(|i| i..4) { if j == 1 { break; } s = s * x[j] + x[0]; } s * t",
        "for j in (0..3).flat_map(|i| i..4) { if j == 1 { continue; } s = s * x[j] + x[0]; } s * t",
        "for i in 0..n { for j in (0..3).flat_map(|i| i..4) { if j + i > 4 { break; } s = s * x[j] + x[i]; } t = t * s; } s * t",
    ]);
}

/// Code that only inspects numbers stays as it stands, with the closures that it names.
#[test]
fn an_inspecting_closure_means_the_names_of_its_place() {
    equal(&[
        "let c = s; let f = |u: f64| u > c; let c = t; let p = x.iter().position(|v| f(*v)).unwrap_or(0); s * x[p] * c",
        "let j = 2; let f = |i: usize| i > j; let j = 0; let p = (0..5).position(|i| f(i)).unwrap_or(0); s * x[p] * x[j]",
        "let mut c = k; let f = move |i: usize| i > c; c += 2; let p = (0..5).position(|i| f(i)).unwrap_or(0); s * x[p] * x[c % 5]",
        "let mut c = s; let f = move |u: f64| u > c; c = t; let p = x.iter().position(|v| f(*v)).unwrap_or(0); s * x[p] * c",
        "let p = x.iter().position(|v| { k += 1; *v > s }).unwrap_or(4); s * x[p] * x[k % 5]",
        "let mut f = |u: f64| { k += 1; u > s }; let p = x.iter().position(|v| f(*v)).unwrap_or(4); s * x[p] * x[k % 5]",
    ]);
}

#[test]
fn the_arguments_of_assertions_and_borrowed_parts_are_assigned() {
    equal(&[
        "if t > s { assert!({ s = s * t; s > t || s <= t }); } s * t * s",
        "for i in 0..n { assert!({ s = s * x[i]; true }); t = t * s; } s * t",
        "let old = s; assert!({ s = s * t; true }); old * s",
        "assert_eq!({ k += 1; k }, n + 1); s * x[k % 5]",
        "let p = k; assert!({ k += 2; k > p }); s * x[k % 5] * x[p % 5]",
        "while k < 6 { assert!({ k += 1; true }); s = s * x[k % 5]; } s * t",
        "let y = if s > t { assert!({ t = t * s; true }); s } else { t }; y * t",
        "let v: Vec<f64> = (0..n).map(|i| { assert!({ s = s * x[i]; true }); s }).collect(); s * t + v.iter().sum::<f64>()",
        "let mut f = |u: f64| { assert!({ s = s * u; true }); u }; let y = f(t) + f(x[2]); y * s",
        "let r = &mut a[0]; *r = *r * s; a[0] * a[1]",
        "for i in 0..n { let r = &mut a[i % 2]; *r = *r * s; s = s * t; } a[0] * a[1] * s",
        "for r in &mut a { *r = *r * s; } a[0] * a[1]",
        "let y = (0..n).map(|i| { let r = &mut a[0]; *r = *r * x[i]; s }).skip(1).fold(t, |u, v| u * v); y * a[0]",
        "let mut p = (s, t); let r = &mut p.0; *r = *r * x[2]; p.0 * p.1",
        "let mut p = (s, t); for i in 0..n { let r = &mut p.1; *r = *r * x[i]; } p.0 * p.1",
        "let mut p = (s, [t, s]); if s > t { let r = &mut p.1[0]; *r = *r * x[2]; } p.0 * p.1[0]",
        "let mut p = ([s, t], n); for r in &mut p.0 { *r = *r * x[2]; } p.0[0] * p.0[1]",
        "let mut p = Pair { a: s, b: t }; let r = &mut p.a; *r = *r * x[2]; p.dot(t)",
        "let mut c = vec![n]; if s > t { c.push(3); } s * x[c[c.len() - 1] % 5]",
        "let mut c = vec![n]; for i in 0..n { c.push(i); s = s * x[c[c.len() / 2] % 5]; } s * t",
        "let mut c = vec![n]; let mut f = |u: f64| { c.push(2); u * u }; let y = f(s) * f(t); y * x[c.len() % 5]",
        "for i in 0..n { for r in &mut a { *r = *r * s; } s = s * a[i % 2]; } s * a[0]",
        "while k < 6 { let r = &mut k; *r += 1; s = s * x[k % 5]; } s",
        "let mut f = |u: f64| { let r = &mut a[0]; *r = *r * u; u * u }; let y = f(t) + f(x[2]); y * a[0]",
        "let v: Vec<f64> = (0..n).map(|i| { let r = &mut a[i % 2]; *r = *r * x[i]; *r }).collect(); a[0] * a[1] + v.iter().sum::<f64>()",
    ]);
}

#[test]
fn a_closure_with_effects_is_called_as_often_as_in_rust_or_refused() {
    let bodies = [
        "let y = (0..n).map(|i| { s = s * t; x[i] }).zip(x[..2].iter()).map(|(u, v)| u * v).sum::<f64>(); y * s",
        "let y = x[..2].iter().zip((0..n).map(|i| { s = s * t; x[i] })).map(|(u, v)| u * v).sum::<f64>(); y * s",
        "let y = (0..n).filter(|i| { s = s * t; i % 2 == 0 }).zip(x[..1].iter()).map(|(i, v)| x[i] * v).sum::<f64>(); y * s",
        "let mut i = (0..n).map(|i| { s = s * x[i]; x[i] }); let y = i.next().unwrap_or(t); y * s",
        "let y = (0..n).map(|i| { s = s * x[i]; s }).chain([t]).skip(1).sum::<f64>(); y * s",
        "let y = (0..n).map(|i| { let r = &mut a[i % 2]; *r = *r * s; x[i] }).zip(&x[1..]).map(|(u, v)| u * v).sum::<f64>(); y * a[0] * a[1]",
        "let v: Vec<f64> = (0..n).map(|i| { s = s * x[i]; s }).collect(); v.iter().rev().take(1).sum::<f64>() * s",
    ];
    let helpers = Programs::of(HELPERS);
    for body in bodies {
        let outcome = program(body).compare(&helpers);
        assert!(matches!(outcome, Outcome::Equal | Outcome::Refused(_)), "{body}: {outcome:?}");
    }
}
