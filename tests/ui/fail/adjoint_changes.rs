use ad::prelude::*;
#[exp]
struct Pair {
    a: f64,
    b: f64,
}

#[exp(adjoint)]
fn assigned_reference(x: &[f64]) -> f64 {
    let mut y = &x[..2];
    if x[1] > 0.0 {
        y = &x[1..];
    }
    y[0]
}

#[exp(adjoint)]
fn swapped_references(x: &[f64]) -> f64 {
    let (mut u, mut v) = (x.to_vec(), vec![1.0; x.len()]);
    let (mut from, mut to) = (&mut u, &mut v);
    for i in 0..3 {
        to[i] = from[i] * x[i];
        std::mem::swap(&mut from, &mut to);
    }
    u[0] * v[1]
}

#[exp(adjoint)]
fn replaced_reference(x: &[f64]) -> f64 {
    let (mut s, mut t) = (x[0], x[1]);
    let mut r = &mut s;
    let mut other = &mut t;
    std::mem::swap(&mut r, &mut other);
    *r *= 2.0;
    s * t
}

#[exp(adjoint)]
fn assigned_in_a_result(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    a.split_at_mut(1).1[0] = x[0];
    a[1]
}

#[exp(adjoint)]
fn changed_by_reference(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut b = x.to_vec();
    for v in [&mut a, &mut b] {
        v[0] *= x[1];
        if v[0] > 1.0 {
            break;
        }
    }
    a[0] * b[0]
}

#[exp(adjoint)]
fn mutable_number(x: &[f64]) -> f64 {
    let mut s = x[0];
    let r = (&mut s, 1);
    *r.0 *= x[1];
    s
}

#[exp(adjoint)]
fn remainder(x: &[f64]) -> f64 {
    let mut s = x[0];
    s %= x[1];
    s
}

#[exp(adjoint)]
fn late(x: &[f64]) -> f64 {
    let (t, u);
    t = x[1];
    u = x[2];
    t * u
}

#[exp(adjoint)]
fn late_in_a_loop(x: &[f64]) -> f64 {
    let mut powers;
    let mut sum = 0.0;
    for v in x {
        powers = vec![*v, v * v];
        sum += powers[1] * powers[0];
    }
    sum
}

#[exp(adjoint)]
fn item(x: &[f64]) -> f64 {
    type Index = usize;
    let k: Index = 1;
    x[k]
}

#[exp(adjoint)]
fn bound_again(x: &[f64], k: usize) -> f64 {
    let i = k + 1;
    let j = k.min({ let i = k + 2; i } + i);
    x[j]
}

#[exp(adjoint)]
fn acting(x: &[f64]) -> f64 {
    let mut s = x[0];
    x.iter().map(|v| { s *= v; s }).zip(x).map(|(a, b)| a * b).sum()
}

#[exp(adjoint)]
fn chosen_with_an_effect(x: &[f64]) -> f64 {
    let mut s = x[0];
    *x.iter().max_by(|a, b| { s *= **a; a.total_cmp(b) }).unwrap()
}

#[exp(adjoint)]
fn found_with_an_effect(x: &[f64]) -> f64 {
    let mut s = x[0];
    let mut items = x.iter();
    let found = *items.find(|v| { s *= **v; s > 2.0 }).unwrap();
    found * items.next().unwrap()
}

#[exp(adjoint)]
fn collected_references(x: Vec<f64>) -> f64 {
    let mut v = x;
    let places: Vec<&mut f64> = v.iter_mut().collect();
    places.into_iter().for_each(|place| *place *= 2.0);
    v[0]
}

#[exp(adjoint)]
fn adapted(x: &[f64]) -> f64 {
    let mut items = x.iter();
    let first: f64 = items.by_ref().take(2).sum();
    first * items.next().unwrap()
}

#[exp(adjoint)]
fn sorted_with_an_effect(x: &[f64]) -> f64 {
    let (mut v, mut s) = (x.to_vec(), x[0]);
    v.sort_by(|a, b| { s *= *a; a.partial_cmp(b).unwrap() });
    v[0] * s
}

#[exp(adjoint)]
fn counts_on(x: &[f64], counts: &mut [usize]) -> f64 {
    let mut s = x[0];
    for count in counts {
        *count += 1;
        s *= x[*count];
    }
    s
}

fn main() {}
