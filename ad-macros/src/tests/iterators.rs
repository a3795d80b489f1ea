//! Iterators: their items are those of Rust, and each is computed as often as in Rust.

use super::derivatives::{Outcome, Programs};
use super::effects::{equal, program};

#[test]
fn an_adaptor_yields_the_items_of_rust() {
    equal(&[
        "let u = x.iter().copied().reduce(|u, v| u * t - v * s).unwrap(); u * u",
        "let u = x.iter().skip_while(|v| **v > t).map(|v| v * s).sum::<f64>(); u * u",
        "let u = x.iter().map(|v| v * s).take_while(|v| *v < t).sum::<f64>(); u * u",
        "let u = x.iter().flat_map(|v| [*v, v * s]).take(3).sum::<f64>(); u * u",
        "let u = x.iter().filter(|v| **v > t).take(2).map(|v| v * s).sum::<f64>(); u * u",
        "let u = x.iter().filter(|v| **v > t).skip(1).map(|v| v * s).sum::<f64>(); u * u",
        "let u = x.iter().filter(|v| **v > t).step_by(2).map(|v| v * s).sum::<f64>(); u * u",
        "let u = x.iter().filter(|v| **v > t).nth(1).copied().unwrap_or(s); u * u",
        "let u = x.iter().map(|v| v * s).nth(2).unwrap_or(t); u * u",
        "let u = x.iter().rev().nth(1).unwrap() * s; u * u",
        "let u = x.iter().scan((s, t), |st, v| { *st = (st.1 * v, st.0); Some(st.0) }).sum::<f64>(); u * u",
        "let u = x.iter().scan(s, |st, v| { *st = *st * v; if *st > t { None } else { Some(*st) } }).sum::<f64>(); u * u",
        "let u = x.iter().fold((a, [t, s]), |(u, v), w| (v, [u[1] * w, u[0]])); u.0[0] * u.0[0] * u.1[0]",
        "let u = x.iter().fold((s, (t, 1)), |(u, (v, j)), w| (v * x[j % 5], (u * w, j + 1))); u.0 * u.0 * u.1.0",
        "let mut v = x.to_vec(); for (i, p) in v.iter_mut().enumerate().skip(1).step_by(2) { *p = *p * x[i - 1]; } v[1] * v[3] * v[3]",
    ]);
}

#[test]
fn an_iterator_without_an_end_goes_on() {
    equal(&[
        "let u = x.iter().zip((0..).map(|i| i * 2).skip(1)).map(|(v, i)| v * x[i % 5]).sum::<f64>(); u * u",
        "let u = x.iter().zip((1..).step_by(2)).map(|(v, i)| v * x[i % 5]).sum::<f64>(); u * u",
        "let u = x.iter().zip(x.iter().cycle().skip(1).step_by(2)).map(|(v, w)| v * w).sum::<f64>(); u * u",
        "let u = x.iter().zip(x.iter().cycle().step_by(2).skip(1)).map(|(v, w)| v * w).sum::<f64>(); u * u",
        "let u = x[..n].iter().cycle().take(3).map(|v| v * s).sum::<f64>() + s; u * u",
        "let u = x.iter().zip(x[..n].iter().cycle()).map(|(v, w)| v * w).sum::<f64>() + s; u * u",
    ]);
}

#[test]
fn an_iterator_with_a_name_goes_on_where_it_stopped() {
    equal(&[
        "let mut it = x.iter(); let p = it.next().unwrap() * s; let q = it.nth(1).unwrap() * t; p * q * it.next().unwrap()",
        "let mut it = x.iter(); it.next(); let u = it.map(|v| v * s).sum::<f64>(); u * u",
        "let mut it = x.iter(); let f = it.find(|v| **v > t); let g = it.next(); f.unwrap_or(&s) * g.unwrap_or(&t) * s",
        "let mut it = x.iter(); it.find(|v| **v > s); for v in it { t = t * v; } t * s",
        "let mut it = x.iter(); for v in it.by_ref() { s = s * v; if s > t { break; } } for v in it { t = t * v; } t * s",
        "let mut it = x.iter(); for v in &mut it { s = s * v; if k < 3 { break; } } s * it.next().unwrap_or(&t)",
        "let mut it = x.iter(); let mut f = || *it.next().unwrap() * t; let p = f() * f(); p * f()",
        "let mut it = x.iter(); let p = (0..2).map(|_| *it.next().unwrap() * t).sum::<f64>(); p * it.next().unwrap()",
        "let mut it = x.iter(); let p = (0..3).map(|_| *it.next().unwrap() * t).skip(1).sum::<f64>(); p * it.next().unwrap()",
        "let mut it = x.iter(); let c = it.any(|v| *v > s); let p = it.next().copied().unwrap_or(t); if c { p * p } else { p * s * p }",
        "let mut it = x.iter(); let c = it.position(|v| *v > s).unwrap_or(1); let p = it.next().copied().unwrap_or(t); p * p * x[c]",
        "let mut it = x.chunks(2); let p = it.next().unwrap(); let q = it.next().unwrap(); p[0] * p[1] * q[0] * q[0]",
        "let mut it = x.iter().zip(x.iter().skip(1)); it.next(); let (p, q) = it.next().unwrap(); p * p * q",
        "let mut it = x.iter().peekable(); while let Some(v) = it.next() { if let Some(w) = it.peek() { s = s * **w + v; } } s * s",
    ]);
}

#[test]
fn skipped_items_are_computed() {
    equal(&[
        "let u = x.iter().map(|v| noisy(*v)).skip(2).sum::<f64>(); u * noise() * u",
        "let u = x.iter().map(|v| noisy(*v)).step_by(2).sum::<f64>(); u * noise() * u",
        "let f = |v: &f64| noisy(*v); let u = x.iter().map(f).skip(2).sum::<f64>(); u * noise() * u",
        "let u = x.iter().map(|v| { assert!(noise() != t || true); v * s }).skip(2).sum::<f64>(); u * noise() * u",
        "let u = x.iter().map(|v| { let w = vec![noise(), t]; w[0] * v }).skip(1).sum::<f64>(); u * noise() * u",
        "let u = x.iter().map(|v| vec![noise(); 2][0] * v).skip(1).sum::<f64>(); u * noise() * u",
        "let mut f = |u: f64| { k += 1; u }; let y = x.iter().map(|v| { assert!(f(*v) != 9.0); v * s }).skip(1).sum::<f64>(); y * x[k % 5]",
        "let mut c = vec![n]; let y = x.iter().map(|v| { assert!({ c.push(1); true }); v * s }).skip(1).sum::<f64>(); y * x[c.len() % 5]",
        "let y = x.iter().map(|u| { let mut m = 0; m = { k += 1; 2 }; u * x[m] }).skip(1).sum::<f64>(); y * x[k % 5] * s",
        "let y = x.iter().map(|u| { let mut m = 0; (m, k) = (2, k + 1); u * x[m] }).skip(1).sum::<f64>(); y * x[k % 5] * s",
    ]);
}

#[test]
fn an_exit_leaves_the_loop_over_an_array_of_references() {
    equal(&[
        "'a: for p in [&x[0], &x[1]] { for i in 0..n { if i == 2 { continue 'a; } s = s * p; } t = t * s; } s * t",
        "'a: for p in [&x[0], &x[1]] { for i in 0..n { if i == 2 { break 'a; } s = s * p; } t = t * s; } s * t",
        "for i in 0..n { for p in [&x[0], &x[1]] { assert!({ if i == 1 { break; } true }); s = s * p; } t = t * s; } s * t",
        "for i in 0..n { for p in [&x[0], &x[1]] { assert!({ if i == 1 { continue; } true }); s = s * p; } k += 1; } s * t * x[k % 5]",
    ]);
}

#[test]
fn a_closure_that_acts_is_not_asked_for_other_items() {
    let none = Programs::of("");
    for body in [
        "let mut it = x.iter(); let y = x.iter().map(|v| v * it.next().unwrap()).zip(x[..2].iter()).map(|(u, v)| u * v).sum::<f64>(); y",
        "let mut f = |u: f64| { k += 1; u }; let y = x.iter().map(|v| { assert!(f(*v) != 9.0); v * s }).zip(&x[3..]).map(|(u, v)| u * v).sum::<f64>(); y * x[k % 5]",
        "let y = x.iter().zip((0..).map(|i| { k += 1; x[i % 5] })).map(|(u, v)| u * v).sum::<f64>(); y * x[k % 5]",
        "let y = (0..).filter(|i| i % 2 == 0).zip(x.iter()).map(|(i, v)| v * x[i % 5]).sum::<f64>(); y * y",
    ] {
        assert!(matches!(program(body).compare(&none), Outcome::Refused(_)), "{body}");
    }
}
