#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod matrix_chain {
        type Matrix = Vec<Vec<f64>>;

        fn identity(n: usize) -> Matrix {
            (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect()
        }

        fn minor(m: &Matrix, row: usize, col: usize) -> Matrix {
            m.iter()
                .enumerate()
                .filter(|&(i, _)| i != row)
                .map(|(_, r)| r.iter().enumerate().filter(|&(j, _)| j != col).map(|(_, v)| *v).collect())
                .collect()
        }

        fn determinant(m: &Matrix) -> f64 {
            match m.len() {
                0 => 1.0,
                1 => m[0][0],
                2 => m[0][0] * m[1][1] - m[0][1] * m[1][0],
                n => (0..n)
                    .map(|j| {
                        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
                        sign * m[0][j] * determinant(&minor(m, 0, j))
                    })
                    .sum(),
            }
        }

        fn inverse(m: &Matrix) -> Option<Matrix> {
            let n = m.len();
            let mut a: Matrix = m.iter().zip(identity(n)).map(|(r, e)| [r.clone(), e].concat()).collect();
            for i in 0..n {
                let p = (i..n).find(|&r| a[r][i].abs() > 1e-9)?;
                a.swap(i, p);
                let d = a[i][i];
                a[i].iter_mut().for_each(|v| *v /= d);
                let pivot = a[i].clone();
                for (r, row) in a.iter_mut().enumerate() {
                    if r != i {
                        let f = row[i];
                        for (v, p) in row.iter_mut().zip(&pivot) {
                            *v -= f * p;
                        }
                    }
                }
            }
            Some(a.into_iter().map(|r| r[n..].to_vec()).collect())
        }

        fn trace(m: &[Vec<f64>]) -> f64 {
            m.iter().enumerate().map(|(i, row)| row[i]).sum()
        }

        pub fn determinants(m: &Matrix, ridge: f64) -> f64 {
            let mut m = m.clone();
            for (i, row) in m.iter_mut().enumerate() {
                row[i] += ridge;
            }
            match inverse(&m) {
                Some(inverse) => trace(&inverse) * determinant(&m),
                None => 0.0,
            }
        }
    }
    pub use matrix_chain::*;
}

fn main() {
    ad::testing::check_function(&exp::Determinants, |x| plain::determinants(&x.0, x.1), &(vec![vec![2.0, 1.0, 0.5], vec![0.3, 1.5, -1.0], vec![0.7, 0.2, 3.0]], 0.4)).unwrap();
}
