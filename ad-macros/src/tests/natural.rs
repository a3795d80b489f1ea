//! Ordinary code that has an adjoint program: each piece against the definition.

use super::derivatives::{Outcome, Programs};

const HELPERS: &str = "fn advance(k: &mut usize) -> usize { *k += 3; *k }";

/// Bodies of functions of `n` and `x`.
const BODIES: &[&str] = &[
    "let u; if n > 2 { u = x[0] * x[1]; } else { u = x[1] * x[1]; } u * x[2]",
    "let k; if n > 2 { k = 1; } else { k = 2; } x[k] * x[k + 1]",
    "let u; match n { 0 => u = x[0], 1 | 2 => u = x[1] * x[2], _ => u = x[3] * x[0] } u * u",
    "if x.iter().any(|v| *v > 4.0) { x[0] * x[1] } else { x[1] * x[2] }",
    "if x.iter().all(|v| *v > -9.0) { x[0] * x[1] } else { x[1] * x[2] }",
    "let c = x.iter().filter(|v| **v > 1.0).count(); x[c % 5] * x[0]",
    "match x.iter().position(|v| *v > 4.0) { Some(i) => x[i] * x[i], None => x[0] * x[1] }",
    "let s: f64 = x.iter().copied().reduce(|a, b| a * b + b).unwrap(); s * x[0]",
    "let m = x.iter().copied().reduce(|a, b| if a > b { a } else { b }).unwrap(); m * m",
    "let m = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap(); m * m * x[0]",
    "let m = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap(); m * m * x[0]",
    "let mut v = x.to_vec(); v.truncate(n + 1); v.iter().map(|u| u * u).sum()",
    "let mut v = vec![x[0], x[1], x[2]]; let u = v.remove(n % 3); u * v[0] * v[1]",
    "let mut v = vec![x[0], x[1], x[2]]; let w = std::mem::take(&mut v); v.push(w[0] * w[1]); v[0] * w[2]",
    "let mut v = x.to_vec(); v.retain(|u| *u > 0.0); v.iter().map(|u| u * u).sum()",
    "let (a, rest) = x.split_first().unwrap(); a * rest.iter().map(|v| v * v).sum::<f64>()",
    "if let Some((a, rest)) = x.split_first() { a * rest[0] * rest[1] } else { 0.0 }",
    "let [a, b, ..] = x else { return 0.0 }; a * b * b",
    "let [a, rest @ ..] = x else { return 0.0 }; a * rest[0] * rest[3]",
    "if let [a, .., b] = x { a * b * b } else { 0.0 }",
    "match x { [] => 0.0, [a] => *a, [a, b, ..] => a * b * b }",
    "let mut stack = vec![x[0], x[1], x[2]]; let mut s = 1.0; while let Some(u) = stack.pop() { s = s * u + x[3]; } s",
    "let mut stack = vec![n]; let mut s = 1.0; while let Some(k) = stack.pop() { s = s * x[k % 5] + x[0]; if k > 0 { stack.push(k - 1); } } s",
    "let mut s = 0.0; x.iter().zip(&x[1..]).for_each(|(a, b)| s += a * b); s * s",
    "x.iter().enumerate().map(|(i, v)| v * i as f64).sum::<f64>() * x[0]",
    "let w = [1, 2, 3, 4, 5]; x.iter().zip(&w).map(|(v, i)| v * *i as f64).sum::<f64>() * x[0]",
    "let mut t = 0.0; let p: Vec<f64> = x.iter().map(|v| { t += v * v; t }).collect(); p[1] * p[4]",
    "let p: Vec<f64> = x.iter().scan(1.0, |t, v| { *t = *t * v; Some(*t) }).collect(); p[1] * p[4]",
    "let p: f64 = x.iter().scan(0.0, |t, v| { *t += v * v; Some(*t) }).sum(); p * p",
    "let s = match x[0] { v if v > 2.0 => v * v, v => v * x[1] }; s * x[2]",
    "let s = match n { 0 => x[0], _ if x[0] > 2.0 => x[0] * x[1], k => x[k % 5] * x[2] }; s * s",
    "let f = |v: f64| { if v > 1.0 { return v * v; } v * x[0] }; f(x[0]) * f(x[1])",
    "let (mut a, mut b) = (x[0], x[1]); for _ in 0..n { (a, b) = (b, a * b); } a * b",
    "let u = x.get(n + 3).map_or(1.0, |v| v * v); u * x[0]",
    "let mut v = x.to_vec(); v.rotate_left(1); v[0] * v[1] * x[0]",
    "let mut v = x.to_vec(); v.insert(1, x[0] * x[1]); v[1] * v[2]",
    "let mut best = x[0]; for &v in &x[1..] { if v > best { best = v; } } best * best",
    "let mut v = x.to_vec(); let last = v.len() - 1; v[last] *= x[0]; let u = v.swap_remove(0); u * v[0] * v[1]",
    "let p: Option<f64> = x.iter().try_fold(x[1], |s, v| if *v > -9.0 { Some(s * v) } else { None }); p.unwrap_or(x[2]) * x[0]",
    // Copies of parts of a list.
    "let mut h = vec![x[0]]; for i in 1..n { let past = h[..i].to_vec(); let mut s = x[i]; for v in &past { s = s * v + x[0]; } h.push(s * past[i / 2]); } h[n / 2] * h[0]",
    "let mut h = vec![x[0], x[1]]; for i in 2..n { let past = h[i - 2..i].to_vec(); let s = past.iter().map(|v| v * v).sum::<f64>() * past[0]; h.push(s * x[i]); } h[h.len() - 1] * h[0]",
    "let mut h = vec![x[0], x[1], x[2]]; for i in 0..n { let past = h[..2].to_vec(); h[i % 3] = past[0] * past[1] * x[i]; } h[0] * h[1] * h[2]",
    "let mut h = vec![x[0], x[1], x[2]]; for i in 0..n { let past = h[1..].to_vec(); let s = past[0] * past[1]; h[i % 3] *= s; } h[0] * h[1] * h[2]",
    "let mut h = x.to_vec(); for i in 0..n { let past = h[..3].to_vec(); let f = |j: usize| past[j] * x[i]; h[0] = h[1] * x[2]; h[1] = f(0) * f(1); } h[0] * h[1]",
    "let mut h = x.to_vec(); let mut s = x[0]; for i in 0..n { { let past = h[..3].to_vec(); s = s * past[i % 3] * past[1]; } h[i % 3] *= s; } s * h[0]",
    "let mut h = vec![x[0]]; for i in 0..n { let past = h[..i + 1].to_vec(); let s = past[i] * past[0] * x[i]; h.push(s); h.push(s * x[1]); } h.iter().map(|v| v * v).sum()",
    "let mut s = x[0]; let r = &mut s; *r *= x[1]; *r += x[2]; s * s",
    "let mut s = x[0]; for v in x { let r = &mut s; *r = *r * v + x[1]; } s * s",
    "let mut v = vec![x[0], x[1]]; v.insert(n % 2, x[2]); v.rotate_right(1); v[0] * v[0] * v[1]",
    "let u; let k; if n > 2 { u = [x[0], x[1]]; k = 0; } else { u = [x[1] * x[2], x[3]]; k = 1; } u[k] * u[k] * u[0]",
    "let f = |v: f64| { for i in 0..n { if x[i] > v { return x[i] * v; } } v }; f(x[0]) * f(x[1])",
    "let c = (0..5).filter(|i| x[*i] > 0.0).count(); x[c % 5] * x[0]",
    "let s = x.iter().rev().skip_while(|v| **v < 0.0).map(|v| v * v).sum::<f64>(); s * x[0]",
    // Numbers are inspected.
    "let k = special::detached(x[0] * x[0]) as usize; x[k % 5] * x[0]",
    "for i in 0..n { let k = special::detached(x[i] * x[i]) as usize; if x[k % 5] > 1.0 { return x[k % 5] * x[i]; } } x[0]",
    "let k = x.partition_point(|v| *v > x[1]); x[k % 5] * x[0]",
    "let k = x.iter().rposition(|v| *v > x[1]).unwrap_or(0); x[k] * x[0]",
    "let s = x[1] * x[0]; let far = |i: usize| x[i] * x[i] > s; let k = (0..5).find(|i| far(*i)).unwrap_or(n); x[k % 5] * s",
    "let k = (0..5).filter(|i| x[*i] > -3.0).min_by(|a, b| x[*a].partial_cmp(&x[*b]).unwrap()); match k { Some(k) => x[k] * x[0], None => 0.0 }",
    "let mut s = x[0]; for i in 0..n { if x[..i].iter().all(|v| *v < s) { s = s * x[i] + x[1]; } } s",
    "let m = x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap()); let (i, m) = m.unwrap(); m * x[(i + 1) % 5]",
    "let (a, b) = x.iter().zip(&x[1..]).min_by(|a, b| a.0.partial_cmp(b.0).unwrap()).unwrap(); a * b * b",
    "let m = x.windows(2).max_by(|a, b| (a[0] * a[1]).partial_cmp(&(b[0] * b[1])).unwrap()).unwrap(); m[0] * m[1] * m[1]",
    "let m = x.iter().map(|v| v * x[1]).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap(); m * m",
    "let m = x.iter().skip(1).step_by(2).find(|v| **v > 0.0); m.map_or(x[2], |v| v * v)",
    "let m = x[..n].iter().copied().filter(|v| *v > 0.0).last(); if let Some(v) = m { v * v * x[0] } else { x[1] }",
    "let m = x.iter().skip(n).nth(1); m.map_or(x[2], |v| v * v)",
    "let mut v = x.to_vec(); v.sort_by(|a, b| a.partial_cmp(b).unwrap()); v[0] * v[1] * v[1] + v[4] * x[0]",
    "let mut v = x.to_vec(); for i in 0..n { v[i] = v[i] * x[1]; v.sort_by(|a, b| b.partial_cmp(a).unwrap()); } v[0] * v[1] * v[1]",
    "let mut v: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, v)| (v * v, i)).collect(); v.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap()); v[0].0 * v[1].0 * x[v[2].1]",
    "let mut order: Vec<usize> = (0..5).collect(); order.sort_by(|a, b| x[*a].partial_cmp(&x[*b]).unwrap()); let mut s = x[0]; for (i, k) in order.iter().enumerate() { s = s * x[*k] + i as f64; } s",
    "let mut v: Vec<usize> = vec![0, 1, 2, 3]; let mut s = x[0]; for i in 0..n { v.retain(|k| x[*k] > x[i]); s = s * x[v.len()]; v.push(i); } s",
    "let i = n; let j = (0..3).filter(|i| *i > 1).count() + i; x[j % 5] * x[0]",
    // Lists without numbers change.
    "let mut counts = vec![0, 0, 0]; let mut s = x[0]; for i in 0..n { counts[i % 3] += i; for c in counts.iter() { s = s * x[*c % 5]; } for c in &counts { s += s * x[*c % 5]; } } s",
    "let mut counts = [0, 0, 0]; let mut s = x[0]; for i in 0..n { if x[i] > 0.0 { counts[i % 3] = i; } s = s * x[counts[0]] + x[counts[i % 3]]; } s",
    "let mut stack = vec![n]; let mut s = x[0]; while !stack.is_empty() { let k = stack.pop().unwrap(); s = s * x[k % 5]; if k > 1 { stack.push(k - 1); stack.push(k / 2); } } s",
    "let mut v = vec![3, 1, 2]; let mut s = x[0]; for i in 0..n { v.reverse(); v.truncate(5 - i % 2); let last = v[v.len() - 1]; v.push(i); s = s * x[last % 5] + x[1]; } s",
    "let mut k = vec![n]; let mut m = k.len(); k.push(3); m += k.len(); k.push(4); x[m % 5] * x[k.len()] * x[0]",
    "let mut c = vec![1, 2]; let mut s = x[0]; for i in 0..n { s = s * x[c[i % 2] % 5] * x[{ c[0] += 1; c[0] } % 5]; } s",
    "let mut v: Vec<f64> = vec![]; for i in 0..n { v.push(x[i] * x[0]); } v.iter().map(|u| u * u).sum()",
    "let mut v: Vec<usize> = vec![]; let mut s = x[0]; for i in 0..n { v.push(i); s = s * x[v[i / 2]] + v.len() as f64; } s",
    "let near: Vec<f64> = x.iter().enumerate().filter(|&(i, v)| i != n && *v > -3.0).map(|(_, v)| v * v).collect(); near[0] * near[1]",
    "let t = (0..n).map(|i| match i { 0 => x[0], 1 | 2 => x[i] * x[0], 3 => x[1], 4 => x[2] * x[2], _ => unreachable!() }).sum::<f64>(); t * t",
    "let mut k = 0; let mut s = x[0]; for v in x { advance(&mut k); s = s * v + x[advance(&mut k) % 5]; } s",
    "let mut window: VecDeque<f64> = VecDeque::new(); let mut s = x[0]; for v in x { window.push_back(v * s); if window.len() > 2 { s += window.pop_front().unwrap(); } s = s * window.front().unwrap() + window.back().unwrap(); } s",
    "let mut window: VecDeque<f64> = VecDeque::from(vec![x[0], x[1]]); window.push_front(x[2]); let u = window.pop_back().unwrap(); u * u * window[0]",
    "let &[a, b] = &x[n % 3..n % 3 + 2] else { return x[0] }; a * b * b",
    "let mut done = vec![false; 5]; let mut s = x[0]; for i in 0..n { match i { 1 if done[0] => s = s * x[1], _ if done[1] => s = s * s, _ => s += x[2] * s } done[i] = s > x[1]; } s",
];

#[test]
fn ordinary_code_has_a_program() {
    let helpers = Programs::of(HELPERS);
    let mut failures = String::new();
    for body in BODIES {
        let outcome = super::derivatives::caught(|| {
            Programs::of(&format!(
                "#[exp(adjoint, class = Real + PartialOrd)] pub fn program(n: usize, x: &[f64]) -> f64 {{ {body} }}"
            ))
            .compare(&helpers)
        });
        if outcome != Ok(Outcome::Equal) {
            failures.extend([*body, &format!("\n        {outcome:?}\n")]);
        }
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{failures}", failures.lines().count() / 2, BODIES.len());
}
