//! Ways to make and change lists.

use super::*;

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
        fn popped_under_a_condition(x: &[f64]) {
            let mut y = x.to_vec();
            let first = y[0];
            match y.pop_if(|v| *v < first) {
                Some(v) => v * y[0] * y[1],
                None => y[0] * y[2],
            }
        }
        fn folded_while_it_succeeds(x: &[f64]) {
            let product: Option<f64> = x.iter().try_fold(x[1], |s, v| if *v > -3.0 { Some(s * v) } else { None });
            product.unwrap_or(x[2]) * x[0]
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
        fn lengthened_and_divided(x: &[f64]) {
            let mut y = x.to_vec();
            y.copy_within(..2, 1);
            y.extend_from_within(1..);
            y.resize(y.len() + 2, x[0] * x[1]);
            let rest = y.split_off(x.len());
            let (mut z, mut t) = (vec![0.0; 2], x[1]);
            z.fill_with(|| {
                t = t * x[2] + 1.0;
                t
            });
            y.resize(2, 0.0);
            y[0] * y[1] * z[0] * z[1] + rest.iter().fold(1.0, |s, v| s * v + v)
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
        fn halves(x: &[f64]) {
            let mut a = x.to_vec();
            let k = a.len() / 2;
            let (low, high) = a.split_at_mut(k);
            for i in 0..k {
                let t = high[i] * low[i];
                high[i] = low[i] - t;
                low[i] += t * x[0];
            }
            a[0] * a[k] * a[1]
        }
        fn halves_at_once(x: &[f64]) {
            let mut a = x.to_vec();
            for chunk in a.chunks_mut(2) {
                let (low, high) = chunk.split_at_mut(1);
                for (a, b) in low.iter_mut().zip(high) {
                    let t = *b * *a;
                    *b = *a - t * *b;
                    *a = *a + t;
                }
            }
            let (first, rest) = a.split_at_mut(1);
            for (a, b) in rest.iter_mut().zip(first.iter()) {
                *a *= *b;
            }
            a[0] * a[1] + a.iter().product::<f64>()
        }
        fn from_a_function(x: &[f64]) {
            let a: [f64; 3] = std::array::from_fn(|i| x[i] * x[i]);
            let b = a.map(|v| v * x[0]);
            a[0] * b[1] * b[2]
        }
    }
}
