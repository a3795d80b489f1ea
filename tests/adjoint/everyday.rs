//! Everyday spellings: small functions as somebody writes them who has never heard of adjoint programs. What the suites
//! do not write, they do not see; so each way to go through a list, to fill one and to leave a loop stands here once.

use crate::check;
use ad::prelude::*;
use ad::special;

/// Each function is differentiated at these points: `exact` in the ring of integers modulo 2⁶⁴, `real` in floats.
macro_rules! everyday {
    ($($kind:ident at $points:tt { $(fn $name:ident($($parameters:tt)*) $body:block)* })*) => {$($(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[exp(adjoint, name = Program)]
            pub(super) fn $name($($parameters)*) -> f64 $body

            #[test]
            fn agrees_with_the_tape() {
                everyday!(@$kind $points);
            }
        }
    )*)*};
    (@exact [$($point:expr),+]) => { $(check::exact(Program, $point);)+ };
    (@real [$($point:expr),+]) => { $(check::gradient(Program, $point); check::hessian(Program, $point);)+ };
}

const RATE: f64 = 3.0;
const WEIGHTS: [f64; 3] = [1.0, -2.0, 5.0];

// Ways to go through lists.
everyday! {
    exact at [vec![3, -2, 5, 7, -4, 6], vec![0, 1, 0, -1, 2, 0], vec![2, 3]] {
        fn by_reference(x: &[f64]) {
            let mut s = 1.0;
            for v in x {
                s = s * v + v * v;
            }
            s
        }
        fn by_value(x: &[f64]) {
            let mut s = 1.0;
            for &v in x {
                s = s * v + v * v;
            }
            s
        }
        fn by_iter(x: &[f64]) {
            let mut s = 1.0;
            for v in x.iter() {
                s = s * *v + v * v;
            }
            s
        }
        fn by_copies(x: &[f64]) {
            let mut s = 1.0;
            for v in x.iter().copied() {
                s = s * v + v * v;
            }
            for v in x.iter().cloned() {
                s = s * v - v * v;
            }
            s
        }
        fn by_index(x: &[f64]) {
            let mut s = 1.0;
            for i in 0..x.len() {
                s += s * x[i] * x[i];
            }
            s
        }
        fn numbered(x: &[f64]) {
            let mut s = 0.0;
            for (i, v) in x.iter().enumerate() {
                s += v * v * (i as f64 + 1.0);
            }
            s
        }
        fn numbered_by_value(x: &[f64]) {
            let mut s = 0.0;
            for (i, &v) in x.iter().enumerate() {
                if i % 2 == 0 {
                    s += v * v;
                } else {
                    s -= s * v;
                }
            }
            s
        }
        fn backwards(x: &[f64]) {
            let mut p = 0.0;
            for v in x.iter().rev() {
                p = p * x[0] + v;
            }
            p
        }
        fn numbered_backwards(x: &[f64]) {
            let mut p = 0.0;
            for (i, v) in x.iter().enumerate().rev() {
                p = p * x[1] + v * i as f64;
            }
            p
        }
        fn in_pairs(x: &[f64]) {
            let mut s = 0.0;
            for w in x.windows(2) {
                s += w[0] * w[1] * w[1];
            }
            s
        }
        fn in_pairs_by_a_pattern(x: &[f64]) {
            x.windows(2).map(|w| { let d = w[1] - w[0]; d * d }).sum()
        }
        fn in_chunks(x: &[f64]) {
            let mut s = 1.0;
            for c in x.chunks_exact(2) {
                s = s * c[0] + c[1] * c[0];
            }
            for c in x.chunks(4) {
                s += c.iter().product::<f64>();
            }
            s
        }
        fn zipped(x: &[f64]) {
            let y = vec![x[1], x[0] * x[0]];
            x.iter().zip(&y).map(|(a, b)| a * b * b).sum()
        }
        fn zipped_and_numbered(x: &[f64]) {
            let mut s = 0.0;
            for (i, (a, b)) in x.iter().zip(x.iter().rev()).enumerate() {
                s += a * a * b * i as f64;
            }
            s
        }
        fn folded(x: &[f64]) {
            x.iter().fold(2.0, |acc, v| acc * v + v)
        }
        fn folded_over_pairs(x: &[f64]) {
            let (s, p) = x.iter().fold((0.0, 1.0), |(s, p), v| (s + v * p, p * v));
            s * p
        }
        fn multiplied(x: &[f64]) {
            x.iter().product::<f64>() * x.iter().sum::<f64>()
        }
        fn skipped(x: &[f64]) {
            let mut s = 0.0;
            for v in x.iter().skip(1).step_by(2) {
                s += v * v * x[0];
            }
            for i in (0..x.len()).step_by(2) {
                s += s * x[i];
            }
            for i in (0..x.len() - 1).rev() {
                s += x[i] * x[i + 1];
            }
            s
        }
        fn filtered(x: &[f64]) {
            x.iter().filter(|v| **v > 0.0).map(|v| v * v * v).sum()
        }
        fn filtered_by_number(x: &[f64]) {
            x.iter().enumerate().filter(|(i, _)| i % 2 == 1).map(|(_, v)| v * v).sum::<f64>() * x[0]
        }
        fn taken_while(x: &[f64]) {
            x.iter().take_while(|v| **v != 5.0).map(|v| v * v).sum::<f64>() * x[0]
        }
        fn chained(x: &[f64]) {
            x.iter().chain(&[x[0] * x[1], 2.0]).map(|v| v * v).sum()
        }
        fn flattened(x: &[f64]) {
            let m = vec![vec![x[0], x[1]], vec![x[1] * x[1]]];
            m.iter().flatten().map(|v| v * v).sum()
        }
        fn over_a_range(x: &[f64]) {
            (0..x.len()).map(|i| x[i] * x[x.len() - 1 - i]).sum()
        }
        fn with_an_iterator_in_a_variable(x: &[f64]) {
            let squares = x.iter().map(|v| v * v);
            squares.sum::<f64>() * x[0]
        }
    }
}

// Ways to make and change lists.
everyday! {
    exact at [vec![3, -2, 5, 7, -4, 6], vec![0, 1, 0, -1, 2, 0], vec![2, 3, 0]] {
        fn collected(x: &[f64]) {
            let squares = x.iter().map(|v| v * v).collect::<Vec<_>>();
            squares[0] * squares[1] + squares.iter().sum::<f64>()
        }
        fn collected_into_a_type(x: &[f64]) {
            let cubes: Vec<f64> = x.iter().map(|&v| v * v * v).collect();
            cubes.iter().zip(x).map(|(a, b)| a * b).sum()
        }
        fn copied_whole(x: &[f64]) {
            let mut y = x.to_vec();
            y[0] *= y[1];
            let z = y.clone();
            y[1] *= z[0];
            y[0] * y[1] * z[1]
        }
        fn filled_with_zeros(x: &[f64]) {
            let n = x.len();
            let mut y = vec![0.0; n];
            for i in 0..n {
                y[i] = x[i] * x[(i + 1) % n];
            }
            y.iter().map(|v| v * v).sum()
        }
        fn pushed(x: &[f64]) {
            let mut y = Vec::with_capacity(x.len());
            for v in x {
                y.push(v * v);
            }
            let last = y[y.len() - 1];
            y.iter().map(|v| v * last).sum()
        }
        fn running_totals(x: &[f64]) {
            let mut totals = Vec::new();
            let mut total = 0.0;
            for v in x {
                total += v;
                totals.push(total * total);
            }
            totals.iter().sum()
        }
        fn changed_in_place(x: &[f64]) {
            let mut y = x.to_vec();
            for v in y.iter_mut() {
                *v *= *v;
            }
            for v in &mut y {
                *v += x[0] * x[0];
            }
            y.iter().product()
        }
        fn changed_beside_another(x: &[f64]) {
            let mut y = vec![1.0; x.len()];
            for (a, b) in y.iter_mut().zip(x) {
                *a = b * b + *a * b;
            }
            for (i, a) in y.iter_mut().enumerate() {
                *a *= x[i];
            }
            y.iter().product()
        }
        fn swapped(x: &[f64]) {
            let mut y = x.to_vec();
            y.swap(0, 1);
            y[0] *= x[0];
            y.swap(1, 2);
            y[0] * y[1] + y[2]
        }
        fn split(x: &[f64]) {
            let (left, right) = x.split_at(1);
            left.iter().sum::<f64>() * right.iter().map(|v| v * v).sum::<f64>()
        }
        fn reversed(x: &[f64]) {
            let mut y = x.to_vec();
            y.reverse();
            y.iter().zip(x).map(|(a, b)| a * b * b).sum()
        }
        fn parts_of_a_list(x: &[f64]) {
            let head = &x[..2];
            let tail = &x[1..];
            head[0] * head[1] * tail.iter().sum::<f64>()
        }
        fn first_and_last(x: &[f64]) {
            x.first().unwrap() * x.last().unwrap() * x[1]
        }
        fn extended(x: &[f64]) {
            let mut y = x.to_vec();
            y.extend_from_slice(&x[..2]);
            y.extend(x.iter().map(|v| v * v));
            y.iter().map(|v| v * v).sum()
        }
        fn a_stack(x: &[f64]) {
            let mut stack = vec![x[0]];
            for v in x {
                stack.push(v * v);
            }
            stack.extend_from_slice(&[x[1]]);
            let top = stack.len() - 1;
            let (a, b) = (stack[top], stack[top - 1]);
            stack.clear();
            stack.push(a * b);
            stack[0] * b
        }
        fn a_matrix_of_vectors(x: &[f64]) {
            let n = x.len();
            let mut m = vec![vec![0.0; n]; n];
            for i in 0..n {
                for j in 0..n {
                    m[i][j] = x[i] * x[j];
                }
            }
            let mut trace = 0.0;
            for i in 0..n {
                trace += m[i][i] * m[i][n - 1];
            }
            trace
        }
        fn a_matrix_collected(x: &[f64]) {
            let m: Vec<Vec<f64>> = (0..2).map(|i| x.iter().map(|v| v * x[i]).collect()).collect();
            m.iter().map(|row| row.iter().product::<f64>()).sum()
        }
        fn rows_in_a_loop(x: &[f64]) {
            let mut m = [[0.0; 3]; 2];
            for (i, row) in m.iter_mut().enumerate() {
                for (j, entry) in row.iter_mut().enumerate() {
                    *entry = x[i] * x[j];
                }
            }
            let mut s = 0.0;
            for row in &m {
                for entry in row {
                    s += entry * entry;
                }
            }
            s
        }
        fn from_a_function(x: &[f64]) {
            let a: [f64; 3] = std::array::from_fn(|i| x[i] * x[i]);
            let b = a.map(|v| v * x[0]);
            a[0] * b[1] * b[2]
        }
    }
}

// Matrices, arrays, tuples as arguments.
everyday! {
    exact at [[[1, 2, 3], [4, -5, 6], [7, 8, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 2]]] {
        fn determinant(m: &[[f64; 3]; 3]) {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        fn trace_of_the_square(m: &[[f64; 3]; 3]) {
            let mut t = 0.0;
            for i in 0..3 {
                for k in 0..3 {
                    t += m[i][k] * m[k][i];
                }
            }
            t
        }
        fn transposed(m: &[[f64; 3]; 3]) {
            let mut t = *m;
            for i in 0..3 {
                for j in 0..i {
                    let a = t[i][j];
                    t[i][j] = t[j][i];
                    t[j][i] = a;
                }
            }
            let [a, b, c] = t;
            a[0] * b[2] * c[1] + a[1] * m[0][1]
        }
    }
    exact at [vec![vec![1, 2], vec![3], vec![]], vec![vec![5, -1, 2], vec![2, 2]]] {
        fn ragged(m: &[Vec<f64>]) {
            let mut s = 1.0;
            for row in m {
                for v in row {
                    s = s * v + v;
                }
            }
            s
        }
        fn ragged_sums(m: &Vec<Vec<f64>>) {
            m.iter().map(|row| row.iter().map(|v| v * v).sum::<f64>()).product()
        }
    }
    exact at [[3, -2, 5], [0, 1, 0]] {
        fn taken_apart([a, b, c]: [f64; 3]) {
            let (p, q) = (a * b, b * c);
            p * q - a
        }
        fn shadowed(x: &[f64; 3]) {
            let s = x[0] * x[1];
            let s = s * s + x[2];
            let s = { let s = s * x[0]; s * s };
            s * x[1]
        }
        fn a_pair_in_a_loop(x: &[f64; 3]) {
            let (mut a, mut b) = (x[0], x[1]);
            for _ in 0..4 {
                (a, b) = (b, a * b + x[2]);
            }
            a * b
        }
        fn a_pair_of_variables_swapped(x: &[f64; 3]) {
            let mut a = x[0];
            let mut b = x[1] * x[2];
            if a < b {
                std::mem::swap(&mut a, &mut b);
            }
            a * a * b
        }
        fn an_array_of_tuples(x: &[f64; 3]) {
            let terms = [(x[0], 2.0), (x[1], x[2]), (x[2], x[0])];
            let mut s = 1.0;
            for (a, b) in terms.iter() {
                s = s * a + b * b;
            }
            for &(a, b) in &terms {
                s += a * b;
            }
            s
        }
        fn mutable_parameters(mut x: [f64; 3]) {
            x[0] *= x[1];
            x[1] *= x[0];
            x[0] * x[1] * x[2]
        }
        fn max_and_min(x: &[f64; 3]) {
            let high = if x[0] > x[1] { x[0] } else { x[1] };
            let low = if x[0] > x[1] { x[1] } else { x[0] };
            high * high * low
        }
        fn early_return(x: &[f64; 3]) {
            if x[0] < 1.0 {
                return x[1] * x[2];
            }
            for i in 0..3 {
                if x[i] > 4.0 {
                    return x[i] * x[0] * i as f64;
                }
            }
            x[0] * x[0]
        }
        fn labelled(x: &[f64; 3]) {
            let mut s = 1.0;
            'outer: for i in 0..3 {
                for j in 0..3 {
                    if i + j == 3 {
                        continue 'outer;
                    }
                    if i * j == 4 {
                        break 'outer;
                    }
                    s = s * x[i] + x[j];
                }
            }
            s
        }
        fn a_block_with_a_value(x: &[f64; 3]) {
            let s = 'found: {
                if x[0] > 2.0 {
                    break 'found x[0] * x[1];
                }
                x[2] * x[2]
            };
            s * s
        }
        fn guards(x: &[f64; 3]) {
            let mut s = 1.0;
            for i in 0..6 {
                s += match i {
                    0 => x[0] * s,
                    k if k % 2 == 0 => x[1] * s,
                    1 | 5 => x[2],
                    2..=4 => x[0] * x[2],
                    _ => 0.0,
                };
            }
            s
        }
        fn matched_tuples(x: &[f64; 3]) {
            let mut s = 1.0;
            for i in 0..3 {
                for j in 0..2 {
                    match (i, j) {
                        (0, 0) => s *= x[0],
                        (a, 1) => s += x[a] * x[1],
                        _ => {}
                    }
                }
            }
            s
        }
        fn closures(x: &[f64; 3]) {
            let scale = x[0] * 2.0;
            let twice = |a: f64| a * a * scale;
            let both = |a, b| twice(a) * b + a;
            both(x[1], x[2]) + twice(x[0])
        }
        fn a_closure_that_changes(x: &[f64; 3]) {
            let mut total = 0.0;
            let mut add = |v: f64| total += v * v;
            add(x[0]);
            add(x[1] * x[2]);
            total * x[0]
        }
        fn integers_beside(x: &[f64; 3]) {
            let mut k = 7u64;
            let mut s = 0.0;
            while k > 1 {
                k = if k % 2 == 0 { k / 2 } else { 3 * k + 1 };
                s = s * x[0] + x[(k % 3) as usize] * (k as f64);
                if k > 50 {
                    k >>= 2;
                }
            }
            s
        }
        fn until(x: &[f64; 3]) {
            let mut s = x[0] * x[0] + 1.0;
            let mut steps = 0;
            while s < 1000.0 && steps < 20 {
                s = s * s + x[1] * x[1] + 1.0;
                steps += 1;
            }
            s * x[2]
        }
        fn a_loop_with_a_value(x: &[f64; 3]) {
            let mut k = 0;
            let v = loop {
                k += 1;
                if k == 3 {
                    break x[0] * x[k - 1];
                }
            };
            v * v + x[1]
        }
        fn an_option_of_an_index(x: &[f64; 3]) {
            let found = (0..3).find(|i| *i == 2);
            if let Some(i) = found { x[i] * x[0] } else { x[1] }
        }
        fn an_option_of_a_number(x: &[f64; 3]) {
            let first = if x[0] > 1.0 { Some(x[0] * x[1]) } else { None };
            match first {
                Some(v) => v * x[2],
                None => x[1] * x[2],
            }
        }
        fn an_option_with_a_default(x: &[f64; 3]) {
            let first = if x[0] > 1.0 { Some(x[0] * x[1]) } else { None };
            first.unwrap_or(x[2]) * x[2]
        }
        fn got(x: &[f64; 3]) {
            let mut s = 1.0;
            for i in 0..5 {
                if let Some(v) = x.get(i) {
                    s = s * v + v;
                }
            }
            s
        }
        fn a_let_with_else(x: &[f64; 3]) {
            let Some(v) = x.get(2) else { return x[0] * x[0] };
            v * v * x[1]
        }
    }
}

// Real functions.
everyday! {
    real at [[0.7, 1.3, 2.1], [1.9, 0.4, 0.6]] {
        fn elementary(x: &[f64; 3]) {
            let a = x[0].sin() * x[1].cos() + x[2].tan();
            let b = x[0].exp().ln_1p() + x[1].sqrt() * x[2].ln();
            a * b + x[0].tanh().atan() + x[1].sinh() / x[2].cosh()
        }
        fn powers(x: &[f64; 3]) {
            x[0].powi(3) * x[1].powf(2.5) + x[2].powf(x[0]) + x[1].powi(-2) + 2f64.powf(x[0])
        }
        fn of_two(x: &[f64; 3]) {
            x[0].atan2(x[1]) * x[1].hypot(x[2]) + x[0].max(x[1]) * x[1].min(x[2])
        }
        fn fused(x: &[f64; 3]) {
            x[0].mul_add(x[1], x[2]) * x[1].mul_add(2.0, 1.0)
        }
        fn pieces(x: &[f64; 3]) {
            x[0].abs() * x[1].signum() * x[2] + (x[0] * x[1]).clamp(0.5, 2.0) * x[2].floor()
        }
        fn largest(x: &[f64; 3]) {
            let m = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let n = x.iter().copied().fold(f64::INFINITY, |a, b| a.min(b));
            m * m * n
        }
        fn normalised(x: &[f64; 3]) {
            let norm = x.iter().map(|v| v * v).sum::<f64>().sqrt();
            let unit: Vec<f64> = x.iter().map(|v| v / norm).collect();
            unit[0] * unit[1] + unit[2].exp()
        }
        fn softmax(x: &[f64; 3]) {
            let m = x.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
            let e: Vec<f64> = x.iter().map(|v| (v - m).exp()).collect();
            let z: f64 = e.iter().sum();
            e.iter().zip(x).map(|(p, v)| p / z * v).sum()
        }
        fn variance(x: &[f64; 3]) {
            let n = x.len() as f64;
            let mean = x.iter().sum::<f64>() / n;
            x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)
        }
        fn horner(x: &[f64; 3]) {
            let t = x[0];
            let mut p = 0.0;
            for c in x.iter().rev() {
                p = p * t + c;
            }
            p / (1.0 + t * t)
        }
        fn newton(x: &[f64; 3]) {
            let a = x[0] * x[1];
            let mut y = 1.0;
            for _ in 0..50 {
                let next = 0.5 * (y + a / y);
                if (next - y).abs() < 1e-14 {
                    break;
                }
                y = next;
            }
            y * x[2]
        }
        fn newton_until(x: &[f64; 3]) {
            let mut y = x[0];
            let mut change = 1.0;
            while change > 1e-13 {
                let step = (y * y * y - x[1]) / (3.0 * y * y);
                y -= step;
                change = if step < 0.0 { -step } else { step };
            }
            y * x[2]
        }
        fn trapezoids(x: &[f64; 3]) {
            let n = 8;
            let h = (x[1] - x[0]) / n as f64;
            let f = |t: f64| (t * x[2]).sin() / (1.0 + t * t);
            let mut s = 0.5 * (f(x[0]) + f(x[1]));
            for i in 1..n {
                s += f(x[0] + i as f64 * h);
            }
            s * h
        }
        fn euler(x: &[f64; 3]) {
            let (mut p, mut v) = (x[0], x[1]);
            let dt = 0.05;
            for _ in 0..20 {
                let a = -x[2] * p.sin() - 0.1 * v;
                v += a * dt;
                p += v * dt;
            }
            p * p + v * v
        }
        fn activations(x: &[f64; 3]) {
            let relu = |v: f64| if v > 0.0 { v } else { 0.0 };
            let sigmoid = |v: f64| 1.0 / (1.0 + (-v).exp());
            relu(x[0] - 1.0) + sigmoid(x[1]) * relu(x[2])
        }
        fn a_layer(x: &[f64; 3]) {
            let w = [[0.3, -0.2, 0.5], [0.8, 0.1, -0.4]];
            let mut h = [0.0; 2];
            for i in 0..2 {
                let mut s = 0.1;
                for j in 0..3 {
                    s += w[i][j] * x[j];
                }
                h[i] = s.tanh();
            }
            h[0] * h[1]
        }
        fn polar(x: &[f64; 3]) {
            let (s, c) = x[0].sin_cos();
            let p = (x[1] * c, x[1] * s);
            p.0 * p.1 + (p.0 * p.0 + p.1 * p.1).sqrt() * x[2]
        }
        fn a_quadratic(x: &[f64; 3]) {
            let [a, b, c] = *x;
            let d = b * b - 4.0 * a * c;
            if d >= 0.0 { (-b + d.sqrt()) / (2.0 * a) } else { d.abs().sqrt() / (2.0 * a) }
        }
        fn error_function(x: &[f64; 3]) {
            special::erf(x[0]) * special::sigmoid(x[1]) + special::ln_gamma(x[2])
        }
        fn between(x: &[f64; 3]) {
            if (0.0..=5.0).contains(&x[0]) { x[0] * x[1] } else if (x[1]..x[2]).contains(&(x[0] * 2.0)) { x[2] * x[2] } else { x[1] }
        }
        fn break_with_a_pair(x: &[f64; 3]) {
            let mut t = x[0];
            let mut k = 0;
            let (a, b, n) = loop {
                k += 1;
                t = t * x[1] + x[2];
                if k > 3 || t > 100.0 {
                    break (t * x[0], t * t, k);
                }
            };
            a * b + a * n as f64
        }
        fn name_hidden_in_a_loop(x: &[f64; 3]) {
            let mut s = x[0];
            for i in 0..3 {
                let mut count = 0;
                for i in 0..2 {
                    count += i;
                }
                s = s * x[i] + x[1] * count as f64;
            }
            s
        }
        fn recursive(x: [f64; 3]) {
            if x[0] > 20.0 || x[0] < 1.0 { x[1] * x[2] } else { x[0] * recursive([x[0] * x[0] + 1.0, x[1], x[2] + x[0]]) }
        }
        fn mapped_flat(x: &[f64; 3]) {
            (0..3).flat_map(|i| x.iter().map(move |v| v * v * i as f64)).sum()
        }
        fn zipped_three_times(x: &[f64; 3]) {
            let mut s = 0.0;
            for ((a, b), c) in x.iter().zip(x.iter().skip(1)).zip(WEIGHTS.iter()) {
                s += a * b * c;
            }
            s
        }
        fn constants(x: &[f64; 3]) {
            const LOCAL: f64 = 2.0;
            let mut s = 0.0;
            for i in 0..3 {
                s += WEIGHTS[i] * x[i] * x[i] * RATE + LOCAL * x[0];
            }
            s
        }
        fn with_pi(x: &[f64; 3]) {
            use std::f64::consts::PI;
            (-0.5 * x[0] * x[0]).exp() / (2.0 * PI).sqrt() + (PI * x[1]).sin() * std::f64::consts::E.ln() * x[2]
        }
    }
    real at [[[1.0, 2.0, 3.0], [4.0, -5.0, 6.0], [7.0, 8.0, 0.0]]] {
        fn squared(m: [[f64; 3]; 3]) {
            let mut p = [[0.0; 3]; 3];
            for i in 0..3 {
                for j in 0..3 {
                    p[i][j] = (0..3).map(|k| m[i][k] * m[k][j]).sum();
                }
            }
            p.iter().flat_map(|row| row.iter()).sum()
        }
    }
}
