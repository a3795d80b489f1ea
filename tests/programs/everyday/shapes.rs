//! Matrices, arrays, tuples as arguments.

use super::*;

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
