#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn local_cost(a: f64, b: f64, sharpness: f64) -> f64 {
        let d = a - b;
        (1.0 + sharpness * d * d).ln()
    }

    /// Dynamic time warping inside of a band around the diagonal.
    #[exp(adjoint)]
    pub fn warping_distance(a: &[f64], b: &[f64], band: usize, sharpness: f64) -> Option<f64> {
        if a.is_empty() || b.is_empty() {
            return None;
        }
        let (n, m) = (a.len(), b.len());
        let mut table: Vec<Vec<Option<f64>>> = vec![vec![None; m]; n];
        for i in 0..n {
            let (from, to) = (i.saturating_sub(band), (i + band + 1).min(m));
            for j in from..to {
                let here = local_cost(a[i], b[j], sharpness);
                let up = i.checked_sub(1).and_then(|i| table[i][j]);
                let left = j.checked_sub(1).and_then(|j| table[i][j]);
                let diagonal = if i > 0 && j > 0 { table[i - 1][j - 1] } else { None };
                let before = [up, left, diagonal].into_iter().flatten().reduce(f64::min);
                table[i][j] = match before {
                    Some(before) => Some(before + here),
                    None if (i, j) == (0, 0) => Some(here),
                    None => None,
                };
            }
        }
        table[n - 1][m - 1]
    }

    /// How much nearer the query is to its own class than to the other.
    #[exp(adjoint)]
    pub fn margin(#[fixed] template: &[f64], other: &[f64], query: &[f64], sharpness: f64) -> f64 {
        let varied: Vec<f64> = template.iter().map(|&t| t + 0.01 * sharpness).collect();
        let distances = [varied.as_slice(), other].map(|t| warping_distance(t, query, 2, sharpness));
        match distances {
            [Some(own), Some(wrong)] => wrong - own,
            [Some(own), None] => -own,
            _ => 0.0,
        }
    }
}

fn main() {
    let template = [0.1, 0.9, 1.8, 1.1, 0.2];
    let (other, query) = (vec![1.3, 0.4, -0.6, 0.35, 1.25, 1.05], vec![0.0, 0.25, 1.02, 2.1, 0.83, 0.31]);
    let e = exp::Margin { template: &template };
    let x = (other.clone(), query.clone(), 0.8);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::margin(&template, &other, &query, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
