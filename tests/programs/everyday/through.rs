//! Ways to go through lists.

use super::*;

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
        fn by_chunks_from_the_end(x: &[f64]) {
            let mut y = x.to_vec();
            for part in y.rchunks_mut(2) {
                part[0] *= x[0];
            }
            let mut s = y.iter().rfold(1.0, |s, v| s * v + v);
            for part in x.rchunks(4) {
                s = s * part[0] + part[part.len() - 1] * s;
            }
            for part in x.rchunks_exact(2).rev() {
                s = s * part[0] + part[1];
            }
            s
        }
        fn taken_while(x: &[f64]) {
            x.iter().take_while(|v| **v != 5.0).map(|v| v * v).sum::<f64>() * x[0]
        }
        fn over_indices_that_cannot_be_counted_from_the_end(x: &[f64]) {
            let mut s = 1.0;
            for i in (0..x.len()).take_while(|i| i * i < 9) {
                s = s * x[i] + x[0];
            }
            for (k, i) in (0..x.len()).filter(|i| i % 2 == 0).enumerate() {
                s = s * x[i] + x[k];
            }
            s
        }
        fn mapped_while(x: &[f64]) {
            let most = x.iter().map_while(|v| if *v < 6.0 { Some(v * x[0]) } else { None });
            most.fold(1.0, |s, v| s * v + v)
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
