//! Methods of lists and iterators that adjoint programs rewrite, patterns of slices, and names for numbers.

use super::*;

/// Never gives the same twice.
fn draw() -> f64 {
    use std::cell::Cell;
    thread_local!(static CALLS: Cell<f64> = const { Cell::new(0.0) });
    CALLS.set(CALLS.get() + 1.0);
    CALLS.get()
}

#[exp(adjoint)]
fn dropout(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * v * draw();
    }
    s
}

#[test]
fn a_factor_that_is_drawn_is_the_same_in_both_sweeps() {
    let first = draw();
    let (value, gradient) = call::value_and_grad(&Dropout, &[1.0, 10.0]);
    assert_eq!((value, gradient), (101.0 * first + 201.0, vec![2.0 * first + 2.0, 20.0 * first + 40.0]));
}

everyday! {
    exact at [vec![3, -2, 5, 7, -4, 6], vec![0, 1, 0, -1, 2, 0]] {
        fn declared_late(x: &[f64]) {
            let first;
            let k;
            let list;
            first = x[0] * x[1];
            k = 1;
            list = vec![x[k], first];
            list[0] * list[1]
        }
        fn lists_that_shrink(x: &[f64]) {
            let mut v = x.to_vec();
            v.truncate(5);
            let removed = v.remove(1) * v.swap_remove(0);
            v.insert(1, removed);
            v.rotate_left(1);
            let old = std::mem::take(&mut v);
            v.push(old[0] * old[1]);
            v[0] * old[2] * removed
        }
        fn halves(x: &[f64]) {
            let (first, rest) = x.split_first().unwrap();
            let [a, .., z] = rest else { return *first };
            match rest {
                [] => *a,
                [b, others @ ..] => a * z * b * others.iter().map(|v| v * v).sum::<f64>(),
            }
        }
        fn another_name(x: &[f64]) {
            let mut s = x[0];
            for v in x {
                let r = &mut s;
                *r = *r * v + 1.0;
            }
            s * s
        }
        fn running(x: &[f64]) {
            let products: Vec<f64> = x.iter().scan(1.0, |p, v| { *p *= v; Some(*p) }).collect();
            let all = x.iter().copied().reduce(|a, b| a * b + b).unwrap();
            products[2] * products[4] * all
        }
        fn operands_that_change(x: &[f64]) {
            let (mut s, mut k) = (x[0], 0);
            let y = s * { s *= x[1]; s } * x[{ k += 1; k }];
            while { s *= x[k]; k += 1; k < 4 } {}
            y * s
        }
    }
    real at [vec![0.5, -1.5, 2.0, 0.25]] {
        fn found(x: &[f64]) {
            let m = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
            let least = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
            let k = x.iter().position(|v| *v < 0.0).unwrap_or(0);
            let c = x.iter().filter(|v| **v > 0.0).count();
            let sign = if x.iter().any(|v| *v < -1.0) && !x.iter().all(|v| *v > 0.0) { 2.0 } else { 3.0 };
            m * m * least * x[k] * x[c] * sign
        }
        fn kept(x: &[f64]) {
            let mut v = x.to_vec();
            v.retain(|u| *u > 0.0);
            let tail: f64 = x.iter().skip_while(|u| **u > 0.0).map(|u| u * u).sum();
            v.iter().map(|u| u * u).sum::<f64>() * tail
        }
        fn chosen(x: &[f64]) {
            let f = |u: f64| {
                if u > 0.0 {
                    return u * u;
                }
                u * x[0]
            };
            let mut s = 1.0;
            for (k, v) in x.iter().enumerate() {
                s *= match k {
                    0 => f(*v),
                    _ if *v > 1.0 => f(*v) * v,
                    k => v * (k as f64) + f(x[k]),
                };
            }
            if s > 0.0 && { s *= x[1]; s < 1.0 } { s * s } else { s }
        }
    }
}
