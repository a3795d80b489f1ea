//! Changed, because the number is inspected: cast to an integer.

use crate::kernels::published;
use std::f64::consts::LN_2;

mod plain {
    use super::LN_2;

    /// Bilinear interpolation in a table with unit spacing.
    pub fn bilinear(table: &[Vec<f64>], row: f64, column: f64) -> f64 {
        let i = row.floor() as usize;
        let j = column.floor() as usize;
        let (u, v) = (row - i as f64, column - j as f64);
        table[i][j] * (1.0 - u) * (1.0 - v)
            + table[i + 1][j] * u * (1.0 - v)
            + table[i][j + 1] * (1.0 - u) * v
            + table[i + 1][j + 1] * u * v
    }

    /// The exponential function by reduction of the argument and a Taylor polynomial (W. Cody and W. Waite, 1980).
    pub fn exponential(x: f64) -> f64 {
        let k = (x / LN_2).round();
        let r = x - k * LN_2;
        let mut sum = 1.0;
        for n in (1..=14).rev() {
            sum = 1.0 + r / n as f64 * sum;
        }
        sum * 2f64.powi(k as i32)
    }
}

mod annotated {
    use super::LN_2;
    use ad::exp;

    /// Bilinear interpolation in a table with unit spacing.
    #[exp]
    pub fn bilinear(table: &[Vec<f64>], row: f64, column: f64) -> f64 {
        let (mut i, mut j) = (0, 0);
        while (i + 1) as f64 <= row {
            i += 1;
        }
        while (j + 1) as f64 <= column {
            j += 1;
        }
        let (u, v) = (row - i as f64, column - j as f64);
        table[i][j] * (1.0 - u) * (1.0 - v)
            + table[i + 1][j] * u * (1.0 - v)
            + table[i][j + 1] * (1.0 - u) * v
            + table[i + 1][j + 1] * u * v
    }

    /// The exponential function by reduction of the argument and a Taylor polynomial (W. Cody and W. Waite, 1980).
    #[exp]
    pub fn exponential(x: f64) -> f64 {
        let k = (x / LN_2).round();
        let r = x - k * LN_2;
        let mut sum = 1.0;
        for n in (1..=14).rev() {
            sum = 1.0 + r / n as f64 * sum;
        }
        sum * 2f64.powf(k)
    }
}

#[test]
fn table_lookup() {
    let table = vec![vec![1.0, 2.0], vec![0.5, 3.0], vec![4.0, -1.0]];
    compare!(Bilinear, |(t, r, c)| bilinear(t, *r, *c), at(table, 1.3, 0.6));
}

#[test]
fn argument_reduction() {
    published(plain::exponential(1.0), std::f64::consts::E, 1e-15);
    compare!(Exponential, |&x| exponential(x), at 0.3, -7.1, 20.0);
}
